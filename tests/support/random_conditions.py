"""Writes random rulesets about sets: small games whose rules are conditions on members of all forms.

What is asked of members is compared, calculated, looked up, defined with parameters, or asked of the members of another
set in turn. Choices offer members, subsets, several members, pairs and more answers than a slot holds. Now and then
something may fail, with or without a condition before it that keeps it from being asked.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

NAMES = ("step", "place", "spot", "mark")


class Conditions:
    """Writes one ruleset. `names` are those of members that may be asked for."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.high = self.random.choice((7, 12, 25, 40, 61))
        self.defining = False
        self._names = 0

    def fresh(self) -> str:
        self._names += 1
        return f"{self.random.choice(NAMES)}_{self._names}"

    def pick(self, *makers: Callable[[], str] | str) -> str:
        made = self.random.choice(makers)
        return made if isinstance(made, str) else made()

    # ---- values

    def number(self, names: tuple[str, ...], deep: int = 0) -> str:
        if deep > 2 or self.random.random() < 0.35:
            return self.pick(*names, *names, "cap", "total of throw", str(self.random.randint(0, self.high)))
        one, other = (lambda: self.number(names, deep + 1) for _ in range(2))
        return self.pick(
            lambda: f"({one()} {self.random.choice('++-*')} {other()})",
            lambda: f"({one()} {self.random.choice('+-')} {self.random.randint(1, 9)})",
            lambda: f"({one()} {self.random.choice(('mod', '/'))} {self.random.randint(1, 6)})",
            lambda: f"({one()} if {self.truth(names, deep + 1)} otherwise {other()})",
            lambda: f"size of {self.set(names, deep + 1)}",
            lambda: self.for_members("count of {} in {} where {}", names, deep + 1),
            lambda: f"(sum of {self.over_members('{0} for {1}', names, deep + 1)})",
            lambda: f"the {self.random.choice(('lesser', 'greater'))} of {one()} and {other()}",
            lambda: self.risky(names, deep + 1),
            lambda: f"number of rank of {self.card()}",
            *(
                (
                    lambda: f"weight({one()} mod 5, {other()} mod 8)",
                    lambda: f"worth({one()} mod 10)",
                    lambda: f"value_of({one()} mod 20)",
                )
                if not self.defining
                else ()
            ),
        )

    def over_members(self, form: str, names: tuple[str, ...], deep: int) -> str:
        """A number for each member of a set."""
        name = self.fresh()
        return form.format(self.number((*names, name), deep), f"{name} in {self.set(names, deep)}")

    def for_members(self, form: str, names: tuple[str, ...], deep: int) -> str:
        """What is asked of the members of a set for which a condition holds."""
        name = self.fresh()
        return f"({form.format(name, self.set(names, deep), self.truth((*names, name), deep))})"

    def risky(self, names: tuple[str, ...], deep: int) -> str:
        """What may fail, mostly where it is known that it does not."""
        one, whole = self.number(names, deep), self.set(names, deep)
        if self.random.random() < 0.04:
            most = f"(the {self.pick('highest', 'lowest')} of {self.over_members('{0} for {1}', names, deep + 1)})"
            return self.pick(most, f"(12 / ({one} - 3))", f"(lowest of {whole})")
        return self.pick(
            f"(12 / ({one} - 3) if {one} > 3 otherwise 2)",
            f"(highest of {whole} if {whole} is not none otherwise {one})",
        )

    def truth(self, names: tuple[str, ...], deep: int = 0) -> str:
        one, other = (lambda: self.number(names, deep + 1) for _ in range(2))
        compared = self.random.choice(("is", "is not", "<", "<=", ">", ">="))
        within, join = self.random.choice(("in", "not in")), self.random.choice(("and", "or"))
        simple = (
            lambda: f"({one()} {compared} {other()})",
            lambda: f"({names[-1]} {compared} {other()})",
            lambda: f"({one()} {within} {self.set(names, deep + 1)})",
            lambda: f"({names[-1]} + {self.random.randint(0, 9)} {within} {self.set(names, deep + 1)})",
            lambda: f"({one()} {within} {self.random.randint(0, 5)}..{self.random.randint(6, self.high)})",
        )
        if deep > 2:
            return self.pick(*simple)
        return self.pick(
            *simple,
            *(lambda: f"({self.truth(names, deep + 1)} {join} {self.truth(names, deep + 1)})",) * 2,
            lambda: f"(not {self.truth(names, deep + 1)})",
            lambda: self.for_members(f"{self.random.choice(('some', 'no'))} {{}} in {{}} where {{}}", names, deep + 1),
            lambda: f"({self.set(names, deep + 1)} {self.random.choice(('is', 'is not'))} none)",
            lambda: f"({one()} > 3 and 12 / ({one()} - 3) {compared} 2)",
            lambda: f"({self.set(names, deep + 1)} is not none and lowest of men of mover < {one()})",
            *((lambda: f"fits({one()} mod 9, {other()} mod 9)",) if not self.defining else ()),
        )

    def set(self, names: tuple[str, ...], deep: int = 0) -> str:
        plain = ("men of mover", "men of left of mover", "few", f"0..{self.high}", "few")
        if deep > 2 or self.random.random() < 0.6:
            return f"({self.pick(*plain)})"
        change, word = self.random.choice(("with", "without")), self.random.choice(("most", "least"))
        return self.pick(
            lambda: self.for_members("those {} in {} where {}", names, deep + 1),
            lambda: f"({self.set(names, deep + 1)} {change} {self.set(names, deep + 1)})",
            lambda: f"({self.pick(*plain)} {change} ({self.number(names, deep + 1)} mod 8))",
            lambda: f"(({self.number(names, deep + 1)} mod 4)..({self.number(names, deep + 1)} mod 8))",
            lambda: self.best(names, deep + 1, word),
        )

    def best(self, names: tuple[str, ...], deep: int, word: str) -> str:
        name = self.fresh()
        where = f" where {self.truth((*names, name), deep)}" if self.random.random() < 0.5 else ""
        many = self.random.choice(("those", f"the {self.random.randint(1, 3)}"))
        return f"({many} {name} in {self.set(names, deep)}{where} with {word} {self.number((*names, name), deep)})"

    # ---- cards

    def card(self) -> str:
        return f"lowest of (shown with {self.pick('two', 'six')} of {self.pick('clubs', 'spades')})"

    def of_card(self) -> str:
        rank, suit = self.random.choice(("two", "three", "six", "king")), self.random.choice(("hearts", "spades"))
        order, join = self.random.choice(("is", "is not", "<", ">=")), self.random.choice(("and", "or"))
        simple = (
            f"rank of card {order} {rank}",
            f"suit of card is {suit}",
            f"number of rank of card {order} cap",
            f"rank of card is rank of {self.card()}",
            "(some other in shown where other is not card and other < joker and rank of other is rank of card)",
            f"card {self.random.choice(('in', 'not in'))} shown",
        )
        return f"({self.pick(*simple)} {join} {self.pick(*simple)})"

    # ---- the ruleset

    def choice(self, name: str, picked: str, default: tuple[str, ...] = ("lowest", "highest")) -> list[str]:
        return [f"choice {name}", f'  "What for {name}?"', f"  pick {picked}", f"  default {self.pick(*default)}", ""]

    def text(self) -> str:
        high, number, truth = self.high, self.number, self.truth
        names = self.random.sample(("moved", "pair", "far", "group", "part", "laid"), 4)
        one = self.fresh()
        lines = [
            *('game conditions "Conditions"', "", "players 2", "dice throw = 2d6"),
            *("kind suit: clubs, hearts, spades", "kind rank: two, three, four, five, six, king"),
            *("cards pack: rank of suit, joker", "pile stock : pack, face down = all pack"),
            "pile shown : pack, face up",
            *("", "phase game", "  keep mover : player = player_1", "  keep cap : 0..99 = 3"),
            f"  keep men of each player : set of 0..{high} = 0 and 2 and 3 and 5 and 7",
            "  keep few : set of 0..7 = 1 and 2 and 5",
            "  keep got : 0+ = 0",
            *("  shuffle stock", "  deal 5 from stock to shown", "  repeat 4 times : turn", "  win mover"),
            *("", "phase turn in game", "  roll throw for mover", "  set mover to left of mover"),
            *(f"  choose {each} by mover" for each in names),
        ]
        given = {"moved": "moved", "far": "far.onto", "pair": "pair.from_there", "part": "size of part"}
        answers = tuple(given[each] for each in names if each in given) or ("size of few",)
        for _ in range(3):
            lines.append(self.step(one, answers))
        lines += [f"  when size of stock > 3 : put {self.those_cards()} from shown to bottom of stock"]
        lines += ["  when size of stock > 3 : deal 2 from stock to shown", ""]
        self.defining = True
        lines += [f"define weight(heavy: 0..4, step: 0..7) = {number(('heavy', 'step'), 1)}"]
        lines += ["define fits(step: 0..8, size_of_it: 0..8) =", f"  let let_it = {number(('step',), 1)}"]
        lines += [f"  let let_so = {truth(('size_of_it', 'let_it'), 2)}"]
        lines += [f"  let_so and {truth(('step', 'let_it'), 1)} or {truth(('size_of_it',), 2)}", ""]
        lines += ["table worth(of_it: 0..9) on of_it -> value"]
        lines += [f"  0..3 : {number(('of_it',), 2)}", "  4, 6 : of_it * 2", f"  5, 7+ : {number(('of_it',), 1)}", ""]
        lines += ["table value_of(of_it: 0..19) on of_it -> value", "  0..9 : of_it + 1", "  10+ : 20 - of_it", ""]
        self.defining = False

        def passing() -> str:
            return self.random.choice(("", ' or none "nothing"', ' or none "nothing" when cap > 2'))

        asked = {
            "moved": f"{one} from 0..{high} where {one} is {self.random.randint(0, high)} or {truth((one,))}",
            "pair": f"from_there from 0..9 and onto from 2..{self.random.choice((4, 8))} where "
            f"from_there is 3 and onto is 2 or {truth(('from_there', 'onto'))}",
            "far": f"near from 0..4 and middle from 1..{self.random.randint(3, 6)} and onto from 2..9 where "
            f"near is 1 and middle is 2 and onto > 6 or {truth(('near', 'middle', 'onto'))}",
            "group": f"{self.random.randint(0, 1)}..3 numbers from men of mover with 0 with 5"
            f"{self.pick('', ' where size of numbers < 2 or highest of numbers > cap')}{passing()}",
            "part": f"{one} from subsets of few where size of {one} < 2 or {self.truth(('cap',))}{passing()}",
            "laid": f"dice from subsets of throw where size of dice < 2 or {truth(('cap',))}",
        }
        for each in names:
            lines += self.choice(each, asked[each])
        lines += ["strategy sly \"Sly\""]
        for each in set(names) & {"moved"}:
            lines += [f"  {each}", f"    when {truth(('cap',), 1)} : {number(('cap',), 1)}"]
            lines += ["    when cap > 4 : highest"]
        if not set(names) & {"moved"}:
            lines += [f"  {names[0]} : highest"]
        lines += ["", "measure got_in_all per game = got", "measure cards per game = size of shown"]
        return "\n".join(lines) + "\n"

    def step(self, one: str, answers: tuple[str, ...]) -> str:
        given = self.random.choice(answers)
        size = self.random.choice((f"(({self.number((given,), 1)}) mod 4)", str(self.random.randint(0, 3))))
        sized = f"size of part_of_it is {size} and {self.truth((given,), 2)}"
        subsets = f"(count of part_of_it in subsets of few where {sized})"
        return "  " + self.pick(
            f"set men of mover to those {one} in (men of mover with 0..{self.high}) where {self.truth((one, given))}",
            f"set few to those {one} in 0..7 where {self.truth((one, given))}",
            f"add ({self.number((given,))} mod 1000) to got",
            f"add ((sum of {self.number((one, given))} for {one} in few) mod 1000) to got",
            f"set cap to ({subsets} + {self.number((given,), 1)}) mod 100",
            f"set cap to (count of card in shown where card < joker and {self.of_card()}) * 5",
            f"add (sum of number of rank of card for card in shown where card < joker and {self.of_card()}) to got",
        )

    def those_cards(self) -> str:
        return f"(those card in shown where card < joker and {self.of_card()})"


def random_conditions(seed: int) -> str:
    """The text of a random ruleset about sets."""
    return Conditions(seed).text()
