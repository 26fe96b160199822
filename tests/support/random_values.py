"""Writes random values of the language: expressions of the type that is wanted, of what can be asked for in a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

SPOTS = ("north", "east", "south", "west", "middle", "edge")
DEEPEST = 3

NEAR = ("(0 - 1)", "9", "10", "61", "62", "63", "999999", "1000000", "throw_squared")
"""Numbers near which something ends: what sets hold, what states hold, and one beyond both."""


@dataclass(frozen=True)
class Scope:
    """The names that can be asked for in a place, by type."""

    numbers: tuple[str, ...] = ()
    truths: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    spot_sets: tuple[str, ...] = ()
    player_sets: tuple[str, ...] = ()

    def plus(self, **more: str) -> Scope:
        """The scope with another name of a type."""
        return replace(self, **{kind: (*getattr(self, kind), name) for kind, name in more.items()})


class Values:
    """Writes expressions. The deeper it is in one, the simpler are those that it writes. With `edges` values come near
    the ends of their ranges, and now and then go beyond."""

    def __init__(self, random: Random, spots: tuple[str, ...], cards: bool, edges: bool = False) -> None:
        self.random, self.spots, self.cards, self.edges = random, spots, cards, edges
        self.dice, self.faces = random.choice(((1, 6), (2, 6), (2, 4), (3, 4), (3, 6)))
        self.defining = False
        self.sides = random.random() < 0.4
        self._names = 0

    def fresh(self, hint: str) -> str:
        """A name that nothing else has."""
        self._names += 1
        return f"{hint}_{self._names}"

    def any_of(self, *makers: Callable[[], str]) -> str:
        """What one of these makes."""
        return self.random.choice(makers)()

    def daring(self, chance: float) -> bool:
        """Whether to go near the end of a range, or beyond."""
        return self.edges and self.random.random() < chance

    # ---- numbers

    def up_to(self, most: int, scope: Scope, deep: int = 0) -> str:
        """A number from 0 to `most`; if it is daring, it may be the one after that, or anything."""
        number = self.number(scope, deep)
        if self.daring(0.06):
            return number
        return f"{number} mod {most + 2 if self.daring(0.3) else most + 1}"

    def number(self, scope: Scope, deep: int = 0) -> str:
        """A number."""
        if self.daring(0.05):
            return self.random.choice(NEAR[:-1] if self.defining else NEAR)
        if deep >= DEEPEST or self.random.random() < 0.2:
            return self.random.choice((*scope.numbers, str(self.random.randint(0, 6))))
        return self.any_of(
            lambda: self.sum(scope, deep + 1),
            lambda: self.sum(scope, deep + 1),
            lambda: f"({self.number(scope, deep + 1)} {self.random.choice(('/', 'mod'))} {self.random.randint(1, 5)})",
            lambda: self.either(self.number, scope, deep + 1),
            lambda: self.number_of_something(scope, deep + 1),
            lambda: self.number_of_something(scope, deep + 1),
            lambda: self.counted(scope, deep + 1),
            lambda: self.summed(scope, deep + 1),
            lambda: self.end_of_two(self.number, scope, deep + 1),
        )

    def sum(self, scope: Scope, deep: int) -> str:
        """A sum, a difference or a product."""
        return f"({self.number(scope, deep)} {self.random.choice('+-*')} {self.number(scope, deep)})"

    def either(self, make: Callable[[Scope, int], str], scope: Scope, deep: int) -> str:
        """One or the other."""
        return f"({make(scope, deep)} if {self.truth(scope, deep)} otherwise {make(scope, deep)})"

    def number_of_something(self, scope: Scope, deep: int) -> str:
        """What dice, sets, tables, definitions, options and zones have for a number."""
        whom = self.player(scope)
        found = [
            f"number of {self.spot(scope, DEEPEST)}",
            f"size of {self.spot_set(scope, deep)}",
            *("total of throw", "highest of throw", "lowest of throw", "size of throw", "pace"),
            f"marks of {self.spot(scope, DEEPEST)}",
            f"points of ({whom})",
            f"laps of ({whom}, {self.spot(scope, DEEPEST)})",
            f"(count of die in throw where die > {self.random.randint(1, 4)})",
            f"total of {self.dice_kept()}",
            f"size of {self.dice_kept()}",
            f"(sum of die for die in {self.dice_kept()} where die is not 3)",
            f"(count of part in subsets of {self.dice_kept()} where size of part is 1)",
            f"size of (the part in subsets of {self.dice_kept()} with most (total of part mod 4))",
            f"(the die in throw with {self.random.choice(('most', 'least'))} (die mod {self.random.randint(2, 4)}))",
        ]
        if not self.defining:
            found += [
                f"weight({self.up_to(3, scope, deep)})",
                "worth",
                "ways.first_way",
                "ways.other_way",
                "spread",
            ]
        if self.edges and not self.defining:
            found += [
                f"rung({self.up_to(2, scope, deep)}, {self.up_to(3, scope, deep)})",
                f"narrow({self.up_to(3, scope, deep)})",
                f"size of (drawn with ({self.up_to(9, scope, deep)}))",
                f"(sum of 199999 for {self.fresh('each')} in {self.spot_set(scope, deep)})",
            ]
        if self.sides:
            found += ["size of players of red", f"number of side of ({whom})"]
        if self.cards:
            found += [f"(size of held of ({whom}))", "size of stock", "size of shown", "number of top of shown"]
            found += [
                "(count of card in shown where card < joker and suit of card is hearts)",
                "size of top 2 of shown",
            ]
            found += ["(count of part in subsets of shown where size of part is 2 and joker in part)"]
        return self.random.choice(found)

    def counted(self, scope: Scope, deep: int) -> str:
        """How many members or subsets there are for which something holds."""
        name = self.fresh("each")
        if self.random.random() < 0.3:
            holds = self.sized(name, scope, self.random.choice(("and", "or")))
            return f"(count of {name} in subsets of {self.spot_set(scope, deep)} where {holds})"
        return f"(count of {name} in {self.spot_set(scope, deep)} where {self.truth(scope.plus(spots=name), deep)})"

    def summed(self, scope: Scope, deep: int) -> str:
        """A number for each member or subset, added up."""
        name = self.fresh("each")
        if self.random.random() < 0.3:
            inside = scope.plus(spot_sets=name)
            holds = self.random.choice((self.truth(inside, DEEPEST), self.sized(name, scope, "and")))
            whole = f"{name} in subsets of {self.spot_set(scope, deep)} where {holds}"
            return f"(sum of {self.number(inside, DEEPEST)} for {whole})"
        return f"(sum of {self.number(scope.plus(spots=name), deep)} for {name} in {self.spot_set(scope, deep)})"

    def end_of_two(self, make: Callable[[Scope, int], str], scope: Scope, deep: int) -> str:
        """The lesser or the greater of two."""
        word = self.random.choice(("lesser", "greater"))
        return f"(the {word} of ({make(scope, deep)}) and ({make(scope, deep)}))"

    def neighbour(self, whole: str, one: str) -> str:
        """The next member of a set, going round, or the last."""
        first, then = self.random.choice((("next", "after"), ("last", "before")))
        return f"({first} in ({whole}) {then} ({one}))"

    def best(self, scope: Scope, deep: int, word: str) -> str:
        """The members, or the first of them, that have most or least of something. Of no members there is no first, so
        that there is mostly one."""
        name, extreme = self.fresh("each"), self.random.choice(("most", "least"))
        inside = scope.plus(spots=name)
        sure = word == "the" and self.random.random() < 0.95
        where = f" where {self.truth(inside, DEEPEST)}" if self.random.random() < 0.3 and not sure else ""
        among = f"{self.spot_set(scope, deep)}{f' with {self.random.choice(self.spots)}' if sure else ''}"
        return f"({word} {name} in {among}{where} with {extreme} {self.number(inside, deep)})"

    def best_subset(self, scope: Scope, deep: int) -> str:
        """The subset that has most or least of something."""
        name, extreme = self.fresh("part"), self.random.choice(("most", "least"))
        value = self.number(scope.plus(spot_sets=name), DEEPEST)
        sized = f" where size of {name} is {self.random.randint(0, 1)}" if self.random.random() < 0.3 else ""
        return f"(the {name} in subsets of {self.spot_set(scope, deep)}{sized} with {extreme} {value})"

    def sized(self, name: str, scope: Scope, join: str) -> str:
        """That a subset has so many members, and something else."""
        many = self.random.choice((str(self.random.randint(0, 2)), f"(({self.number(scope, DEEPEST)}) mod 3)"))
        return f"size of {name} is {many} {join} {self.truth(scope.plus(spot_sets=name), DEEPEST)}"

    # ---- truths

    def truth(self, scope: Scope, deep: int = 0) -> str:
        """A condition."""
        if deep >= DEEPEST or self.random.random() < 0.1:
            return self.random.choice((*scope.truths, f"{self.random.choice(scope.numbers)} > 2"))
        return self.any_of(
            lambda: self.compared(scope, deep + 1),
            lambda: self.compared(scope, deep + 1),
            lambda: (
                f"({self.truth(scope, deep + 1)} {self.random.choice(('and', 'or'))} {self.truth(scope, deep + 1)})"
            ),
            lambda: f"(not {self.truth(scope, deep + 1)})",
            lambda: self.some(scope, deep + 1),
            self.truth_of_something,
        )

    def compared(self, scope: Scope, deep: int) -> str:
        """Two values compared."""
        order = self.random.choice(("is", "is not", "<", "<=", ">", ">="))
        within = self.random.choice(("in", "not in"))
        if self.daring(0.2):
            return f"({self.number(scope, deep)} {within} {self.range_of_numbers()})"
        return self.any_of(
            lambda: f"({self.number(scope, deep)} {order} {self.number(scope, deep)})",
            lambda: f"({self.number(scope, deep)} {within} 2..5)",
            lambda: f"({self.spot(scope, deep)} {order} {self.spot(scope, deep)})",
            lambda: f"({self.spot(scope, deep)} {within} {self.spot_set(scope, deep)})",
            lambda: f"(omen {self.random.choice(('is', 'is not', 'holds'))} {self.spots[0]} + {self.spots[1]})",
            lambda: f"(some die in omen where die {order} {self.spot(scope, deep)})",
            lambda: (
                f"({self.spot_set(scope, deep)} {self.random.choice(('is', 'is not'))} {self.spot_set(scope, deep)})"
            ),
            lambda: f"({self.player(scope)} {order} {self.player(scope)})",
            lambda: f"({self.player(scope)} {within} {self.random.choice((*scope.player_sets, 'all player'))})",
        )

    def range_of_numbers(self) -> str:
        """Numbers that something may be among."""
        end = self.random.choice((0, 3, 61, 62, 999_999, 1_000_000))
        fixed = (f"{end}+", f"{end}-", f"3..{end + 3}", f"(-{end})..2")
        return self.random.choice(fixed if self.defining else (*fixed, "open_range", "reach.reached", "drawn"))

    def some(self, scope: Scope, deep: int) -> str:
        """Whether there is one among several for which something holds."""
        name, which = self.fresh("some"), self.random.choice(("some", "no"))
        if self.random.random() < 0.2:
            return f"({which} {name} in throw where {name} is {self.random.randint(1, self.faces)})"
        return f"({which} {name} in {self.spot_set(scope, deep)} where {self.truth(scope.plus(spots=name), deep)})"

    def dice_kept(self) -> str:
        """Some dice of the throw."""
        some = self.random.choice(("aside", "throw", "laid"))
        return self.random.choice(
            (
                *("aside", "throw", "laid", "(throw without aside)", f"({some} without {self.random.randint(1, 4)})"),
                f"(those die in {some} where die > {self.random.randint(1, 3)})",
                f"(those die in {some} with most (die mod 3))",
                f"({some} without {some} with {self.random.randint(1, 4)})",
                f"(the part in subsets of {some} with most (total of part mod 5))",
            )
        )

    def truth_of_something(self) -> str:
        """What dice, options, choices and zones have for a truth."""
        faces = "+".join(str(self.random.randint(1, self.faces)) for _ in range(self.dice))
        found = [
            *("marked is none", "marked is here", "stake is not none and stake > 0", "stake is -2"),
            *("brisk", "mood is calm", "plan is bold", "plan is not shy", "place is north", "north in party"),
            f"throw is {faces}",
            *(f"{self.dice_kept()} is {self.dice_kept()}", f"{self.dice_kept()} is not none"),
            f"some die in {self.dice_kept()} where die > 2",
            f"throw in {self.dice}..{self.dice * self.faces - 1}",
        ]
        found.append(self.held_dice(len(found)))
        if self.sides:
            found += ["side of starter is red", "starter in players of blue"]
        if self.cards:
            found += ["joker in shown", "size of shown > 2", "shown is none", "ace of spades in shown"]
            found += ["rank of lowest of (shown with ace of hearts) is ace", "top of shown < ace of clubs"]
        return f"({self.random.choice(found)})"

    def held_dice(self, at: int) -> str:
        """What some dice hold. What else is written does not hang on it."""
        aside = Random(self.random.getstate()[1][at])
        some, other = (aside.choice(("aside", "throw", "laid", "(throw without aside)")) for _ in range(2))
        number, face = aside.randint(1, min(self.dice, self.faces)), aside.randint(1, self.faces)
        return aside.choice(
            (
                f"{some} holds {number} alike",
                f"{some} holds {number} in a row",
                f"{some} holds {face}",
                f"{some} holds {other}",
                f"{some} holds 1..{number}",
                f"{face} in faces of {some}",
            )
        )

    # ---- members and sets

    def spot(self, scope: Scope, deep: int = 0) -> str:
        """A member of the kind."""
        if deep >= DEEPEST or self.random.random() < 0.3:
            return self.random.choice((*scope.spots, *self.spots))
        some = f"({self.spot_set(scope, deep + 1)} with {self.random.choice(self.spots)})"
        return self.any_of(
            lambda: f"({self.spot(scope, deep + 1)} {self.random.choice('+-')} {self.random.randint(0, 3)})",
            lambda: f"(next of {self.spot(scope, DEEPEST)})",
            lambda: self.best(scope, deep + 1, "the"),
            lambda: self.end_of_two(self.spot, scope, deep + 1),
            lambda: self.neighbour(some, self.spot(scope, deep + 1)),
            lambda: f"({self.random.choice(('highest', 'lowest'))} of {some})",
            lambda: f"(highest of {self.spot_set(scope, deep + 1) if self.random.random() < 0.1 else some})",
            lambda: self.either(self.spot, scope, deep + 1),
            lambda: f"(marked if marked is not none otherwise {self.spot(scope, deep + 1)})",
            lambda: "sign",
            lambda: f"({self.random.choice(('highest', 'lowest'))} of omen)",
            lambda: (
                self.spots[0]
                if self.defining
                else "further"
                if self.daring(0.3)
                else f"nearest({self.spot(scope, deep + 1)})"
            ),
        )

    def spot_set(self, scope: Scope, deep: int = 0) -> str:
        """A set of members."""
        if deep >= DEEPEST or self.random.random() < 0.3:
            return self.random.choice((*scope.spot_sets, "all spot"))
        low, name, change = self.random.randrange(len(self.spots) - 1), self.fresh("those"), ("with", "without")
        return self.any_of(
            lambda: f"({self.spots[low]} and {self.spots[-1]})",
            lambda: self.best(scope, deep + 1, "those"),
            lambda: self.best_subset(scope, deep + 1),
            lambda: "(faces of omen)",
            lambda: self.best(scope, deep + 1, f"the {self.random.randint(0, 3)}"),
            lambda: f"({self.spots[low]}..{self.spots[-1]})",
            lambda: f"({self.spot(scope, deep + 1)}..(highest of (all spot without {self.spot(scope, DEEPEST)})))",
            lambda: f"({self.spot_set(scope, deep + 1)} {self.random.choice(change)} {self.spot(scope, deep + 1)})",
            lambda: f"({self.spot_set(scope, deep + 1)} {self.random.choice(change)} {self.spot_set(scope, deep + 1)})",
            lambda: (
                f"(those {name} in {self.spot_set(scope, deep + 1)} where "
                f"{self.truth(scope.plus(spots=name), deep + 1)})"
            ),
        )

    def player(self, scope: Scope) -> str:
        """A player."""
        whom = self.random.choice((*scope.players, f"lowest of {'players of blue' if self.sides else 'all player'}"))
        return self.random.choice((whom, f"left of ({whom})", f"right of ({whom})", f"next of ({whom})"))
