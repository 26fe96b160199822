"""Exact odds: means, distributions, tables over positions, who wins, and what is out of reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from interpreter.cli.arguments import ChosenGame
from interpreter.cli.reports.exact_means import DIGITS as DIGITS
from interpreter.cli.reports.report import Report, Rows
from interpreter.cli.reports.statistics import EXACT_DIGITS, choose_bars, describe_mean, join_shares
from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import odds as errors
from interpreter.display import format_name
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.odds.answers import WINNERS, Answer, Asked, Cell, MeasureOdds
from interpreter.odds.figures import Figure, Setting, Winners, name_winners
from interpreter.odds.known_means import Mean, Means, find_quotient
from interpreter.odds.means import gather_means
from interpreter.odds.positions import show_value
from interpreter.program import Program, QuotientInfo

LONGEST_BAR = 24
"""The characters in the bar of the most likely value."""

LEAST = 0.001
"""Values that are less likely than this are shown together."""

MORE = 10
"""The factor by which more states may be worth a try."""

OMITTED = "each takes a while or is out of reach"


@dataclass(frozen=True)
class Odds:
    """A question about a game, and its answer; with fractions in the text if they are `exact`."""

    chosen: ChosenGame
    setting: Setting
    asked: Asked
    given: str
    answer: Answer
    seconds: float
    exact: bool

    @property
    def program(self) -> Program:
        return self.setting.program

    @property
    def title(self) -> str:
        return self.chosen.facts.title

    @cached_property
    def quotients(self) -> list[tuple[QuotientInfo, Mean]]:
        """Those that follow from the means of whole games."""
        if self.asked.given or self.asked.by:
            return []
        means = gather_means(self.program, self.answer)
        found = [(each, find_quotient(means, self.program, each)) for each in self.program.quotients]
        return [(each, mean) for each, mean in found if mean is not None]

    def make_report(self) -> Report:
        found = self.answer.found
        beyond: dict[str, OutOfReach] = {WINNERS: self.answer.beyond} if self.answer.beyond else {}
        beyond |= {each.measure.name: each.beyond for each in self.answer.measures if each.beyond}
        return Report(
            f"{self.title}: exact odds" if found else "",
            self._list_parts(),
            self._to_object,
            self._list_figures() if found else None,
            broken=list(describe_beyond(self.chosen.facts.name, beyond, self.setting.most)),
        )

    # ---- text

    def _list_parts(self) -> Iterator[str]:
        if lead := next(self._describe_in_short(), ""):
            yield f"{lead}."
        if self.given:
            yield f"from where {self.given}"
        for each in self.answer.measures:
            if each.figure is not None:
                yield ""
                yield from self._format_measure(each, each.figure)
        for quotient, mean in self.quotients:
            yield from ("", strong(format_name(quotient.name)), f"mean {self._show(mean.mean, mean.exact)}")
            yield aside(f"{self._name_top(quotient)} per {mean.per}, in the long run")
        if self.answer.winners is not None:
            yield from ("", *self._format_winners(self.answer.winners))
        if self.answer.omitted:
            names, estimate = ", ".join(self.answer.omitted), f"`groundrules simulate {self.chosen.facts.name}`"
            yield from ("", aside(f"omitted, since {OMITTED}: {names}; {estimate} estimates what is omitted"))

    def _describe_in_short(self) -> Iterator[str]:
        """The first mean in words, unless a table is asked for."""
        for quotient, mean in self.quotients:
            yield f"On average {describe_mean(quotient.name, mean.per, mean.mean)}"
        for each in self.answer.measures:
            if each.figure is not None and not each.table and not each.label:
                yield f"On average {describe_mean(each.measure.name, each.measure.per, float(each.figure.mean))}"
        if self.answer.winners is not None:
            shares = self.answer.winners.chances.items()
            yield join_shares({name_winners(self.program, won): chance for won, chance in shares})

    def _format_measure(self, each: MeasureOdds, figure: Figure) -> Iterator[str]:
        of = f" of {each.label}" if each.label else self._describe_phase(each)
        yield strong(format_name(each.measure.name) + of)
        if each.table:
            rows = [[*map(self._name_slot, self.asked.by), "mean"]]
            rows += [[*self.show_values(cell), self._show(cell.mean, cell.exact)] for cell in each.table]
            yield from align_columns(rows)
            return
        yield f"mean {self._show(figure.mean, figure.exact)}"
        yield f"variance {self._show(figure.variance, figure.exact_variance)}"
        lines = [*_list_values(figure)]
        yield from align_columns(lines, right=(0, 1, 2))
        if len(lines) <= len(figure.distribution):
            yield aside("`--csv FILE` writes all values")
        kind = "a fraction" if figure.exact is not None else f"off by about {figure.bound:.0e} at most"
        yield aside(f"the mean is {kind}; {each.states:,} states, {each.edges:,} edges")

    def _describe_phase(self, each: MeasureOdds) -> str:
        """Of a phase all are measured, or the first one where the game is out of reach."""
        if each.measure.per == "game" or self.given:
            return ""
        return f" of {'the first' if each.first else 'each'} {format_name(each.measure.per)} of a game"

    def _format_winners(self, winners: Winners) -> Iterator[str]:
        yield strong("who wins")
        rows = []
        for won, chance in winners.chances.items():
            fractions = [self._show(chance, winners.exact[won])] if self.exact and winners.exact is not None else []
            rows.append([name_winners(self.program, won), self._show_percent(chance), *fractions])
        yield from align_columns(rows, right=(1,))
        if winners.void:
            yield f"these are of the games that count: {self._show_percent(winners.void)} end without a result"
        off = f"off by {winners.bound:.0e} at most, rounding aside"
        kind = off if winners.exact is None else "the chances are fractions"
        yield aside(f"{kind}; {winners.states:,} states, {winners.edges:,} edges")

    def _show(self, number: float, fraction: Fraction | None) -> str:
        if self.exact and fraction is not None:
            return show_fraction(fraction)
        text = f"{float(number):.{DIGITS if self.exact else EXACT_DIGITS}f}"
        return text if float(text) else text.lstrip("-")

    def _show_percent(self, chance: float) -> str:
        return f"{100 * chance:.{DIGITS - 2 if self.exact else EXACT_DIGITS - 2}f} %"

    def _name_top(self, quotient: QuotientInfo) -> str:
        return self.program.measures[quotient.top].name

    def _name_slot(self, slot: int) -> str:
        return self.program.slots[slot].name

    def show_values(self, cell: Cell) -> list[str]:
        """The position of a cell of the table, in words."""
        return [show_value(self.program, slot, value) for slot, value in zip(self.asked.by, cell.values, strict=True)]

    # ---- data

    def _list_figures(self) -> Rows:
        """The table over positions, if there is one, else the distributions."""
        by = self.asked.by
        yield ("measure", "of", *(map(self._name_slot, by) if by else ("value",)), "mean" if by else "chance")
        for each in self.answer.measures:
            for cell in each.table:
                yield (each.measure.name, each.label, *self.show_values(cell), repr(cell.mean))
            for value, chance in each.figure.distribution if each.figure and not by else ():
                yield each.measure.name, each.label, value, repr(chance)

    def _to_object(self) -> dict[str, object]:
        found, winners = self.answer, self.answer.winners
        sizes = [(each.states, each.edges) for each in (*found.measures, *([winners] if winners else ()))]
        quotients = {
            each.name: {"of": self._name_top(each), "per": mean.per, **mean.to_dict()} for each, mean in self.quotients
        }
        return {
            **self.chosen.to_object(),
            "strategies": list(self.setting.strategies),
            "given": self.given or None,
            "states": max((states for states, _ in sizes), default=0),
            "edges": max((edges for _, edges in sizes), default=0),
            "seconds": self.seconds,
            "measures": {
                each.name: _figure_to_object(each.figure, each.measure.per)
                for each in found.measures
                if each.figure is not None
            },
            "winners": winners and {name_winners(self.program, won): each for won, each in winners.chances.items()},
            "winners_exact": None
            if winners is None or winners.exact is None
            else {name_winners(self.program, won): str(winners.exact[won]) for won in winners.chances},
            **({"table": list(self._list_cells())} if self.asked.by else {}),
            **({"quotients": quotients} if quotients else {}),
            "without_result": None if winners is None else winners.void,
            **({"omitted": list(found.omitted), "omitted_because": OMITTED} if found.omitted else {}),
        }

    def _list_cells(self) -> Iterator[dict[str, object]]:
        names = list(map(self._name_slot, self.asked.by))
        for each in self.answer.measures:
            for cell in each.table:
                held = dict(zip(names, self.show_values(cell), strict=True))
                exact = None if cell.exact is None else str(cell.exact)
                yield {"measure": each.measure.name, **held, "mean": cell.mean, "exact": exact}


def show_fraction(fraction: Fraction, digits: int = 20) -> str:
    """A fraction, and the same with this many digits if it is no whole number."""
    if fraction.denominator == 1:
        return str(fraction)
    with localcontext() as context:
        context.prec = digits
        return f"{fraction} = {Decimal(fraction.numerator) / Decimal(fraction.denominator)}"


def _list_values(figure: Figure) -> Iterator[tuple[str, ...]]:
    """The values from the first to the last that is likely, with bars, how likely each is, and it or more."""
    values = figure.distribution
    likely = [at for at, (_, chance) in enumerate(values) if chance >= LEAST] or [*range(len(values))]
    first, last = (likely[0], likely[-1] + 1) if likely else (0, 0)
    most, sign = max((chance for _, chance in values), default=1), choose_bars()[-1]
    rest = [*accumulate(chance for _, chance in reversed(values))][::-1]
    if values:
        yield "", "", "at least", ""
    if first:
        yield "less", _show_chance(rest[0] - rest[first]), "", ""
    for (value, chance), at_least in zip(values[first:last], rest[first:last], strict=True):
        yield str(value), _show_chance(chance), _show_chance(at_least), sign * round(LONGEST_BAR * chance / most)
    if values[last:]:
        yield "more", _show_chance(rest[last]), "", ""


def _show_chance(chance: float) -> str:
    return f"{100 * chance:.2f} %"


def _figure_to_object(figure: Figure, per: str) -> dict[str, object]:
    return {
        "per": per,
        "mean": float(figure.mean),
        "variance": float(figure.variance),
        "exact": None if figure.exact is None else str(figure.exact),
        "exact_variance": None if figure.exact_variance is None else str(figure.exact_variance),
        "bound": figure.bound,
        "distribution": [[value, chance] for value, chance in figure.distribution],
    }


# ---- what is out of reach


def list_beyond(games: Sequence[tuple[str, Means]]) -> Iterator[Diagnostic]:
    """What is out of reach in games, by their names: each measure once."""
    known: set[str] = set()
    for name, means in games:
        beyond = {measure: reason for measure, reason in means.beyond.items() if measure not in known}
        known |= set(beyond)
        yield from describe_beyond(name, beyond)


def describe_beyond(game: str, beyond: Mapping[str, OutOfReach], allowed: int = 0) -> Iterator[Diagnostic]:
    """Why measures are out of reach, or `WINNERS` for the whole game: each reason once, with everything it rules out.
    More states than those `allowed` can be asked for."""
    reasons: dict[str, tuple[OutOfReach, list[str]]] = {}
    for measure, reason in beyond.items():
        what = "the whole game" if measure == WINNERS else f"`{measure}`"
        reasons.setdefault(str(reason), (reason, []))[1].append(what)
    for why, (reason, figures) in reasons.items():
        states = allowed * MORE if reason.larger else 0
        yield errors.out_of_reach(figures, why, game, states, reason.endless, reason.names)
