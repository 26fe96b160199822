"""Writes those parts of random rulesets whose values come near the ends of their ranges, and now and then go beyond."""

from __future__ import annotations

from tests.support.random_values import Scope, Values

MORE_KEPT = (
    "keep drawn : set of 0..9 = 3",
    'count fouls to 5 - tally : say "Foul."',
    "count miles to 600000 + tally * 100000 : nothing",
)
"""What the phase `game` keeps besides, near the ends of ranges: limits that may be worked out to be none."""


class Edges(Values):
    """What a ruleset has besides where it is to go near the ends of ranges."""

    def line(self, depth: int, text: str) -> None:
        """A line, so far indented."""
        raise NotImplementedError

    def calling(self, scope: Scope, later: int) -> str:
        """A rule called."""
        raise NotImplementedError

    def row(self) -> str:
        """What a row of a table does."""
        raise NotImplementedError

    def changing_more(self, scope: Scope) -> str:
        """A state changed, near the end of its range."""
        one, each = self.fresh("one"), self.random.choice((199_999, 400_000, 1_000_000))
        return self.random.choice(
            (
                f"set tally to 9 - {self.number(scope)} mod 4",
                f"set marks of ({self.spot(scope)}) to rung({self.up_to(2, scope)}, {self.up_to(3, scope)})",
                f"set marks of ({self.spot(scope)}) to narrow({self.up_to(3, scope)})",
                f"set marks of ({self.spot(scope)}) to share({self.up_to(3, scope)})",
                f"set points of {self.player(scope)} to sum of {each} for {one} in {self.spot_set(scope)}",
                f"add sum of 90000 for {one} in subsets of {self.spot_set(scope)} to miles",
                f"set drawn to drawn {self.random.choice(('with', 'without'))} ({self.up_to(9, scope)})",
                "add 1 to fouls",
                "add 400000 to miles",
                f"add {self.up_to(3, scope)} to fouls",
                "set here to further",
                "choose further by starter",
            )
        )

    def near_the_edge(self, scope: Scope) -> None:
        """Some steps of a phase that come near the ends of ranges."""
        for _ in range(8):
            one = self.fresh("one")
            makers = (
                lambda: self.changing_more(scope),
                lambda: self.changing_more(scope),
                lambda: self.calling(scope, 0),
                lambda: f"do crossing({self.up_to(2, scope)}, {self.spot(scope)})",
                lambda: f"do crossing({self.number(scope)} mod {self.random.randint(3, 4)}, {self.spot(scope)})",
                lambda: f"when {self.random.choice(('done', self.truth(scope)))} : do finished",
                lambda: "when throw in high : do high_falls",
                lambda name=one: f"for each {name} in drawn, from ({self.up_to(9, scope)}) : set tally to {name}",
            )
            self.line(1, self.random.choice(makers)())

    def more_definitions(self) -> None:
        """A range without an end, a number that may be large, and a definition with a value of its own."""
        self.line(0, f"define open_range = {self.random.choice((0, 3, 61))}+")
        self.line(0, f"define throw_squared = (total of throw - {self.dice}) * total of throw * 10000")
        self.line(0, "define share(part_of: 0..3) = 3 - part_of")

    def more_tables(self, middle: int) -> None:
        """Tables whose own values, and whose keys, come near the ends of what they may be."""
        for depth, text in (
            (0, "table rung (high: 0..2, wide: 0..3) on high, wide"),
            *((1, "0 | any : wide"), (1, "1..2 | 0..1 : high"), (1, "1..2 | 2..3 : 3 - wide")),
            (0, "table narrow (low: 0..3) on low -> from_there"),
            *((1, "0..1 : low"), (1, "2..3 : 3 - low")),
            (0, "table reach on tally -> reached"),
            *((1, "0..3 : 3+"), (1, "4..6 : 0..9"), (1, "7..9 : 61+")),
            (0, "table finished on done in yes"),
            (1, f"yes : {self.row()}"),
            (0, f"table high_falls on throw in {middle}+"),
            (1, f"any : {self.row()}"),
            (0, f"define high = {self.random.choice((middle - 1, *[middle] * 9))}+"),
        ):
            self.line(depth, text)
