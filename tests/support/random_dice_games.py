"""Writes small random dice games, for engines of exact odds to be held against `brute_force`.

A game has rounds, turns and now and then throws, one phase inside the other; what a phase keeps, adds up, compares and
measures is drawn at random from all that the language has for dice. How many rolls there are is bounded by a budget, so
that most games have a few hundred to a few thousand positions. A name that is not safe below zero only gets numbers
that are not, so few games fail. `FEATURES` lists what is written, and how a text shows that it has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import log
from random import Random

MOST_PATHS = 20_000
"""About how many ways the dice may fall in a game."""

FEATURES = {
    "a phase inside a turn": r"phase throw in turn",
    "end of an outer phase from a rule": r"rule (trip|deep)\n.*\n.* end (round|game)",
    "end of the game from a phase": r"end game$",
    "a game without result": r"without result",
    "an earlier roll": r"phase turn[\s\S]*?total of early",
    "a product": r"\w \* \w",
    "a quotient of numbers": r" / \d",
    "a remainder": r" mod \d",
    "a negative reward": r"take .* from",
    "a signed number": r": -\d+\.\.\d+",
    "a start from an expression": r"keep \w+ +: 0\.\.999999 = .*[a-z]",
    "yes or no": r": yes or no",
    "a member": r": box =",
    "a member or none": r": box or none",
    "a set of members": r": set of box",
    "a set of players": r": set of player",
    "a number of each box": r"of each box",
    "players compared": r"s of \(.*\) > s of left of",
    "sides compared": r"runs of red > runs of blue",
    "a table on a roll": r"table falls on",
    "a table with a computed key": r"prize\(\(.* mod 3\)\)",
    "a crosstab": r"table cross",
    "for each player": r"for each one in all player",
    "for each member of a set": r"for each spot in",
    "for each die": r"for each face in pair",
    "from a player on": r", from holder",
    "turns that go round": r"repeat for each",
    "a counter with an end": r"count strikes to",
    "a counter with another consequence": r"count strikes to \d : (set|trip)",
    "an option": r"option bonus",
    "a named option": r"option style",
    "a choice": r"choose go by",
    "a choice of a member": r"choose spot_chosen by",
    "an answer that is not always offered": r"shy +\"shy\" when",
    "a strategy with chance": r"1 in 3 :",
    "several decide": r"choose go by (one|who)",
    "several winners": r"win those|: win one",
    "the bank": r"win the bank",
    "a win before the end": r"phase turn[\s\S]*win (who|side of)",
    "a circle": r"until die is",
    "a game that ends by its score": r"until .* or ",
    "a measure per turn": r"per turn =",
    "a measure per round": r"per round =",
    "a measure per throw": r"per throw =",
    "a measure per player": r"per player =",
    "a measure per side": r"per side =",
    "a measure per box": r"per box =",
    "a measure that counts": r"per game counts",
    "a condition measured": r"measure truth",
    "a quotient of measures": r"measure quotient",
}


@dataclass(frozen=True)
class Scope:
    """What can be named at a place, and how often a game comes there."""

    numbers: tuple[str, ...] = ()
    signed: tuple[str, ...] = ()
    truths: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    times: int = 1
    calls: tuple[str, ...] = ()
    counts: bool = False

    def plus(self, **more: tuple[str, ...]) -> Scope:
        changed = {name: (*getattr(self, name), *values) for name, values in more.items()}
        return replace(self, **changed)  # type: ignore[arg-type]


@dataclass
class Writer:
    """Writes one game."""

    random: Random
    lines: list[str] = field(default_factory=list)
    left: float = log(MOST_PATHS)

    def __post_init__(self) -> None:
        chance = self.random.random
        self.bank = chance() < 0.15
        self.sides = not self.bank and chance() < 0.25
        self.players = 2 if self.sides else self.random.choice((1, 2) if self.bank else (1, 2, 2, 2, 2, 3))
        self.rounds = self.random.choice((1, 2, 2, 3, 3, 4))
        self.boxes, self.marks, self.options = chance() < 0.35, chance() < 0.3, chance() < 0.35
        self.choices, self.throws, self.wide = chance() < 0.4, chance() < 0.3, chance() < 0.3
        self.tables, self.rules = chance() < 0.4, chance() < 0.5
        self.voids = chance() < 0.12
        self.faces = self.random.choice((2, 3, 3, 4))
        while self.rounds * self.players * log(self.faces) > 0.8 * self.left:
            self.rounds, self.faces = max(self.rounds - 1, 1), max(self.faces - 1, 2)
        self.left -= self.rounds * self.players * log(self.faces)

    def pick(self, *several: str) -> str:
        return self.random.choice(several)

    def often(self, share: float) -> bool:
        return self.random.random() < share

    def line(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    # ---- values

    def number(self, scope: Scope, deep: int = 0) -> str:
        """A number that is not below zero."""
        draw = self.random.randint(0, 15)
        if scope.dice and draw > 11:
            return f"total of {self.pick(*scope.dice)}"
        if draw < 2:
            return str(self.random.randint(1, 4))
        if draw < 6 or deep > 1:
            return self.pick(*scope.numbers)
        if draw < 9 and scope.dice:
            return f"total of {self.pick(*scope.dice)}"
        if draw < 11:
            one, other = self.number(scope, deep + 1), self.number(scope, deep + 1)
            return f"({one} {self.pick('+', '+', '*')} {other})"
        if draw < 12:
            one, operation = self.number(scope, deep + 1), self.pick("/ 2", "mod 2", "mod 3", "* 10")
            # of known numbers, "/" makes a fraction
            return f"({one} {operation if re.search('[a-z]', one) else 'mod 2'})"
        return self.rarer_number(scope, deep + 1)

    def rarer_number(self, scope: Scope, deep: int) -> str:
        several = [
            f"(1 if {self.condition(scope, deep)} otherwise {self.number(scope, deep)})",
            f"(the {self.pick('greater', 'lesser')} of {self.pick(*scope.numbers)} and {self.number(scope, 2)})",
            f"(count of each_one in all player where s of each_one > {self.number(scope, 2)})",
            "(sum of s of each_one for each_one in all player)",
        ]
        several += [f"s of {self.player(scope)}"] * 2
        several += [f"(the greater of {each} and 0)" for each in scope.signed]
        several += ["number of here", "size of open_ones"] if self.boxes else []
        several += ["price of here", "(sum of price of each_box for each_box in open_ones)"] if self.boxes else []
        several += ["size of live"] if self.marks else []
        several += ["bonus"] if self.options else []
        several += [f"prize(({self.number(scope, 2)} mod 3))"] * 2 if self.tables else []
        several += ["lead"] if deep < 3 and "a" in scope.numbers else []
        return self.random.choice(several)

    def any_number(self, scope: Scope) -> str:
        if scope.signed and self.often(0.5):
            return self.pick(*scope.signed, f"({self.pick(*scope.signed)} - {self.number(scope, 1)})")
        return self.number(scope)

    def player(self, scope: Scope) -> str:
        several = (*scope.players, *scope.players, "holder", "lowest of all player", "left of holder")
        return self.random.choice(several)

    def condition(self, scope: Scope, deep: int = 0) -> str:
        draw = self.random.randint(0, 13)
        if draw < 8 or deep > 1:
            one, other = self.pick(*scope.numbers), self.number(scope, 1)
            if self.often(0.3) and one != "strikes":
                return f"{one} {self.pick('is', 'is not')} {self.random.randint(0, 6)}"
            if scope.dice and self.often(0.3):
                one, other = f"total of {self.pick(*scope.dice)}", self.pick(*scope.numbers, *scope.numbers, "2")
            elif scope.signed and self.often(0.3):
                one = self.pick(*scope.signed)
            return f"{one} {self.pick('>', '<', '>=', '<=')} {self.pick(str(self.random.randint(1, 6)), other)}"
        if draw < 9:
            return f"{self.condition(scope, 2)} {self.pick('and', 'or')} {self.condition(scope, 2)}"
        several = [*scope.truths, *(f"not {each}" for each in scope.truths)]
        several += [f"some each_one in all player where s of each_one > {self.number(scope, 2)}"]
        one = self.player(scope)
        several += [f"s of ({one}) > s of left of ({one})", f"({one}) is holder"]
        several += (
            ["runs of red > runs of blue", f"runs of side of ({one}) > {self.number(scope, 2)}"] if self.sides else []
        )
        several += (
            ["here is twos", "here in open_ones", "mark is none", "open_ones is ones and twos"] if self.boxes else []
        )
        several += [f"({one}) in live", "live is all player"] if self.marks else []
        several += ["style is fancy", "bonus > 1"] if self.options else []
        several += [f"{each} is 2" for each in scope.dice]
        return f"({self.random.choice(several)})"

    # ---- steps

    def steps(self, scope: Scope, depth: int = 1, most: int = 3) -> None:
        for _ in range(self.random.randint(0, most)):
            self.step(scope, depth)

    def step(self, scope: Scope, depth: int) -> None:
        draw = self.random.randint(0, 19)
        if draw < 11:
            self.line(depth, self.perhaps(scope, self.change(scope)))
        elif draw < 12 and scope.ends:
            self.line(depth, f"when {self.condition(scope)} : end {self.pick(*scope.ends)}")
        elif draw < 15 and self.choices:
            self.choose(scope, depth)
        elif draw < 16:
            self.go_through(scope, depth)
        elif draw < 17:
            self.line(depth, f"when {self.condition(scope)}")
            self.line(depth + 1, self.change(scope))
            self.line(depth + 1, self.change(scope))
            self.line(depth, f"otherwise : {self.change(scope)}")
        elif draw < 18 and scope.calls and self.rules:
            self.line(depth, self.perhaps(scope, self.pick(*scope.calls)))
        elif scope.dice and self.tables:
            self.line(
                depth, self.perhaps(scope, self.pick("do falls" if "die" in scope.dice else "nothing", "do cross"))
            )
        else:
            self.line(depth, self.perhaps(scope, self.change(scope)))

    def perhaps(self, scope: Scope, step: str) -> str:
        return f"when {self.condition(scope)} : {step}" if self.often(0.35) else step

    def change(self, scope: Scope) -> str:
        """A state changed."""
        name = self.pick(*(each for each in scope.numbers if each != "n"))
        if scope.signed and self.often(0.25):
            signed = self.pick(*scope.signed)
            return self.pick(
                f"take {self.number(scope)} from {signed}",
                f"take {self.number(scope)} from {signed}",
                f"add {self.number(scope)} to {signed}",
                f"set {signed} to -{self.number(scope, 1)}",
            )
        several = [f"add {self.number(scope)} to {name}"] * 6
        several += [f"set {name} to {self.number(scope)}"] * 2
        several += [f"add {self.number(scope)} to s of {self.player(scope)}"] * 3
        several += [f"set s of {self.player(scope)} to {self.number(scope)}", "set holder to left of holder"]
        several += [f"set {each} to {self.condition(scope)}" for each in scope.truths]
        several += [f"add {self.number(scope)} to runs of side of ({self.player(scope)})"] * 3 if self.sides else []
        if self.boxes:
            several += ["set here to here + 1", "set here to ones", f"add {self.number(scope)} to price of here"]
            several += [
                "set open_ones to open_ones with here",
                "set open_ones to open_ones without here",
                "set mark to here",
            ]
            several += ["set mark to none", "set open_ones to none"]
        if self.marks:
            several += [f"set live to live without ({self.player(scope)})", "set live to all player"]
        several += ["add 1 to strikes"] * 2 if scope.counts else []
        return self.random.choice(several)

    def go_through(self, scope: Scope, depth: int) -> None:
        inside = scope.plus(players=("one",))
        several = [
            f"for each one in all player{self.pick('', ', from holder', ', highest first', ' where s of one > 0')}"
        ]
        several += ["for each one in live"] if self.marks else []
        self.line(depth, f"{self.random.choice(several)} : {self.change(inside)}")
        if self.boxes and self.often(0.5):
            spots = scope.plus(numbers=("number of spot", "price of spot"))
            self.line(depth, f"for each spot in open_ones : add {self.number(spots)} to {self.pick('a', 'b', 'c')}")
        if "pair" in scope.dice:
            self.line(depth, f"for each face in pair : add face to {self.pick('a', 'b', 'c')}")
        if self.often(0.3):
            self.line(depth, f"repeat 2 times : {self.change(scope)}")

    def choose(self, scope: Scope, depth: int) -> None:
        """A decision, and what hangs on it."""
        if not self.spend(2, scope.times):
            return
        who = self.pick("holder", *scope.players, *scope.players)
        if self.boxes and self.often(0.5):
            self.line(depth, f"choose spot_chosen by {who}")
            self.line(depth, f"add number of spot_chosen to {self.pick('a', 'b', 'c')}")
        else:
            self.line(depth, f"choose go by {who}")
            self.line(depth, f"when go is bold : {self.change(scope)}")
            if self.often(0.6):
                self.line(depth, f"otherwise : {self.change(scope)}")

    def spend(self, outcomes: int, times: int) -> bool:
        """Whether there may be one more thing with so many outcomes, so often."""
        cost = times * log(outcomes)
        if cost > self.left:
            return False
        self.left -= cost
        return True

    def roll(self, scope: Scope, depth: int, name: str, surely: bool = False) -> Scope:
        """A roll, if there is enough left; what was rolled surely can be asked for from then on."""
        if not self.spend({"die": self.faces, "coin": 2, "early": 2, "pair": 4}[name], scope.times):
            return scope
        if surely or (name in scope.dice and self.often(0.5)):
            self.line(depth, f"roll {name}" if surely else f"when {self.condition(scope)} : roll {name}")
            return scope.plus(dice=(name,)) if surely else scope
        return scope

    # ---- phases

    def keep(self, scope: Scope, name: str) -> Scope:
        """A number or a truth that a phase keeps, which may start from others."""
        draw = self.random.randint(0, 9)
        start = self.number(scope, 1) if scope.numbers and draw < 4 else str(self.random.randint(0, 2))
        if draw == 9:
            self.line(1, f"keep {name} : yes or no = {self.pick('yes', 'no')}")
            return scope.plus(truths=(name,))
        if draw == 8:
            self.line(1, f"keep {name} : -99999..99999 = {self.random.randint(-2, 2)}")
            return scope.plus(signed=(name,))
        self.line(1, f"keep {name} : 0..999999 = {start}")
        return scope.plus(numbers=(name,))

    def head(self) -> None:
        kind = ' against the bank "House"' if self.bank else ""
        for text in (
            'game g "G"',
            f"players {self.players}{kind}",
            'sides red "Red", blue "Blue"' if self.sides else "",
        ):
            self.line(0, text)
        if self.boxes:
            self.line(0, "kind box: ones, twos, threes")
        for text in (f"dice die = 1d{self.faces}", "dice coin = 1d2", "dice early = 1d2", "dice pair = 2d2"):
            self.line(0, text)
        if self.options:
            self.line(0, f"option bonus = {self.random.randint(0, 2)} in 0..3")
            self.line(0, 'option style = plain\n  plain "plain"\n  fancy "fancy"')

    def write_game(self) -> Scope:
        self.line(0, "phase game")
        scope = Scope()
        self.line(1, "keep n : 0..999 = 0")
        for name in ("a", "b", "c"):
            self.line(1, f"keep {name} : 0..999999 = {self.pick('0', '1', '2', '3', 'bonus' if self.options else '1')}")
        if self.often(0.3):
            self.line(1, "keep purse : -99999..99999 = 0")
            scope = scope.plus(signed=("purse",))
        if self.often(0.3):
            self.line(1, f"keep flag : yes or no = {self.pick('yes', 'no')}")
            scope = scope.plus(truths=("flag",))
        self.line(1, f"keep s of each player : 0..999999 = {self.pick('0', '0', '1', '2')}")
        self.line(1, f"keep holder : player = {self.pick('lowest', 'highest')} of all player")
        if self.sides:
            self.line(1, "keep runs of each side : 0..999999 = 0")
        if self.marks:
            self.line(1, "keep live : set of player = all player")
        if self.boxes:
            self.line(1, "keep here : box = ones")
            self.line(1, "keep mark : box or none")
            self.line(1, f"keep open_ones : set of box = {self.pick('none', 'twos', 'ones and threes')}")
            self.line(1, f"keep price of each box : 0..999999 = {self.pick('0', 'number of box')}")
        scope = scope.plus(numbers=("n", "a", "b", "c"), calls=("helper",))
        self.steps(scope, most=1)
        if self.often(0.5):
            scope = self.roll(scope, 1, "early", surely=True)
        self.steps(scope, most=2)
        self.repeat(scope)
        after = self.roll(scope, 1, "coin", surely=self.often(0.3))
        self.steps(after, most=2)
        if self.voids:
            which = f"total of {self.pick(*after.dice)} > 1" if after.dice else self.condition(after)
            self.line(1, f"when {which} and {self.condition(after)} : end game without result")
        self.winners(after)
        return scope

    def repeat(self, scope: Scope) -> None:
        ends = (
            f"repeat {self.rounds} times : round",
            f"repeat round until n >= {self.rounds}",
            f"repeat round until n >= {self.rounds} or {self.condition(scope)}",
        )
        self.line(1, self.pick(*ends))

    def winners(self, scope: Scope) -> None:
        for _ in range(self.pick("1", "1", "2").count("1") or 2):
            if self.sides:
                self.line(1, f"when runs of red {self.pick('>', '>=')} runs of blue : win red")
                self.line(1, f"when runs of blue > runs of red{self.pick('', ' and a > 1')} : win blue")
                continue
            several = [f"win those one in all player with {self.pick('most', 'least')} s of one"] * 2
            several += [f"when {self.condition(scope)} : win {self.player(scope)}"]
            several += [f"for each one in all player where s of one >= {self.number(scope, 1)} : win one"]
            self.line(1, self.random.choice(several))
            if self.bank:
                self.line(1, f"when {self.condition(scope)} : win the bank")

    def write_round(self, scope: Scope) -> Scope:
        self.line(0, "phase round in game")
        inner = replace(scope, times=self.rounds, ends=("round",) * 5 + ("game",))
        if self.often(0.5):
            inner = self.keep(inner, "q")
        self.line(1, "add 1 to n")
        self.steps(inner)
        if self.often(0.3):
            inner = self.roll(inner, 1, "coin", surely=True)
        ways = [f"for each one in all player{self.pick('', '', ', from holder', ', highest first')}"] * 3
        ways += ["for each one in live"] if self.marks else []
        if self.often(0.2):
            self.line(1, "turn for holder")
            self.line(1, "set holder to left of holder")
            turns = self.rounds
        elif self.marks and self.often(0.3):
            self.line(1, "set live to all player")
            self.line(1, "repeat for each one in live, from holder")
            self.line(2, "set live to live without one")
            self.line(2, "turn for one")
            turns = self.rounds * self.players
        else:
            self.line(1, self.random.choice(ways))
            self.line(2, "turn for one")
            turns = self.rounds * self.players
        self.steps(inner)
        return replace(inner, times=turns)

    def write_turn(self, scope: Scope) -> Scope:
        self.line(0, "phase turn for (who: player) in round")
        inner = replace(scope.plus(players=("who",)), ends=("turn",) * 6 + ("round", "round", "game"))
        inner = inner.plus(numbers=("s of who",), calls=("trip",))
        if self.often(0.5):
            inner = self.keep(inner, "x")
        if self.often(0.3):
            end = self.pick(
                "end turn", "end turn", "end round", "set a to 0", "add 1 to b", "trip" if self.rules else "end turn"
            )
            self.line(1, f"count strikes to {self.random.randint(1, 2)} : {end}")
            inner = replace(inner.plus(numbers=("strikes",)), counts=True)
        inner = inner.plus(dice=(self.pick("die", "die", "die", "pair" if self.faces > 2 else "die"),))
        if self.often(0.3):
            self.steps(replace(inner, dice=inner.dice[:-1], calls=("helper",)), most=2)
        self.line(1, f"roll {inner.dice[-1]}")
        if "die" in inner.dice and self.often(0.1):
            self.line(1, "repeat")
            self.line(2, "roll die")
            self.line(1, f"until die is {self.random.randint(1, 2)}")
        self.steps(inner, most=4)
        if self.sides and self.often(0.6):
            self.line(1, f"add {self.number(inner)} to runs of side of who")
        if self.throws:
            self.line(
                1, self.pick("throw", "repeat 2 times : throw", f"repeat throw until b >= {self.random.randint(1, 3)}")
            )
        inner = self.roll(inner, 1, "coin", surely=self.often(0.4))
        self.steps(inner)
        if self.often(0.08):
            self.line(1, f"when {self.condition(inner)} : win {'side of who' if self.sides else 'who'}")
        return inner

    def write_throw(self, scope: Scope) -> Scope:
        self.line(0, "phase throw in turn")
        inner = replace(scope, times=2 * scope.times, ends=("throw", "throw", "turn", "turn", "round"))
        if self.often(0.6):
            inner = self.keep(inner, "y")
        self.line(1, "add 1 to b")
        inner = self.roll(inner, 1, "coin", surely=True)
        self.steps(inner)
        return inner

    # ---- the rest

    def write_rules(self, game: Scope, turn: Scope) -> None:
        game = replace(game, dice=(), calls=())
        self.line(0, "rule helper")
        self.line(1, self.change(game))
        self.line(1, f"when {self.condition(game)} : {self.change(game)}")
        inside = replace(turn, dice=(), calls=("helper",), counts=False)
        inside = replace(inside, numbers=tuple(each for each in inside.numbers if each not in ("strikes", "s of who")))
        kept = tuple(each for each in inside.players if each != "who")
        inside = replace(inside, players=kept)
        for name, callee in (("trip", "deep"), ("deep", "helper")):
            self.line(0, f"rule {name}")
            self.line(1, self.change(inside))
            ends = ("turn", "turn", "round", "round", "game without result" if self.voids else "game")
            self.line(1, f"when {self.condition(inside)} : end {self.pick(*ends)}")
            self.line(1, callee)

    def write_tables(self, game: Scope) -> None:
        game = replace(game, dice=(), calls=())
        self.line(0, f"table falls on die\n  1 : {self.change(game)}\n  2+ : {self.change(game)}")
        values = [self.pick(str(self.random.randint(0, 3)), self.pick("a", "b")) for _ in range(3)]
        self.line(0, "table prize (k: 0..2) on k -> worth\n" + "\n".join(f"  {k} : {v}" for k, v in enumerate(values)))
        self.line(0, f"table cross on (a mod 2), (n > 1)\n  0 | no : {self.change(game)}\n  0 | yes : nothing")
        self.line(0, f"  1 | any : {self.change(game)}")

    def write_choices(self, game: Scope) -> None:
        game = replace(game, dice=(), calls=())
        seen = game.plus(numbers=("s of chooser",))
        offered = f" when {self.condition(game, 2)}" if self.often(0.4) else ""
        self.line(0, f'choice go\n  "Go?"\n  bold "bold"\n  shy  "shy"{offered}\n  default {self.pick("bold", "shy")}')
        if self.boxes:
            where = self.pick("", " where spot is ones or spot > here")
            self.line(0, f'choice spot_chosen\n  "Which?"\n  pick spot from all box{where}')
            self.line(1, f"default {self.pick('lowest', 'highest')}")
        self.line(0, f'strategy sly "Sly"\n  go\n    when {self.condition(seen)}{self.pick("", ", 1 in 3")} : bold')
        self.line(0, f"    {self.pick('1 in 3', 'otherwise')} : shy")
        self.line(0, f'strategy firm "Firm"\n  go\n    when {self.condition(seen)} : shy\n    otherwise : bold')

    def write_measures(self, game: Scope, middle: Scope, turn: Scope, throw: Scope) -> None:
        game = replace(game, dice=())
        several = [f"m per game = {self.any_number(game)}", f"truth per game = {self.condition(game)}"]
        several += [
            "k per player = s of player",
            f"r per round = {self.any_number(replace(middle, dice=(), players=()))}",
        ]
        several += [
            f"w per turn = {self.any_number(replace(turn, dice=turn.dice[-1:], numbers=(*turn.numbers, 's of who')))}"
        ]
        several += [f"t per throw = {self.any_number(replace(throw, dice=()))}"] if self.throws else []
        several += ["j per side = runs of side"] if self.sides else []
        several += ["p per box = price of box"] if self.boxes else []
        several += [f"counted per game counts {self.pick('turn', 'rolls', 'round')}"] * self.often(0.3)
        several += ["e per game = a", "f per game = n", "quotient = e per f"] * self.often(0.3)
        for each in several:
            self.line(0, f"measure {each}")

    def text(self) -> str:
        self.head()
        game = self.write_game()
        middle = self.write_round(game)
        turn = self.write_turn(middle)
        throw = self.write_throw(turn) if self.throws else turn
        if self.rules:
            self.write_rules(game, turn)
        self.line(0, f"define lead = {self.pick('a + b', '(a * 2)', 'a + n')}")
        if self.tables:
            self.write_tables(game)
        if self.choices:
            self.write_choices(game)
        self.write_measures(game, middle, turn, throw)
        return "\n".join(filter(None, self.lines)) + "\n"


def write_dice_game(seed: int) -> str:
    """The text of a random game."""
    return Writer(Random(seed)).text()


def list_features(text: str) -> Iterator[str]:
    """Which of `FEATURES` a text has."""
    return (name for name, form in FEATURES.items() if re.search(form, text, re.MULTILINE))
