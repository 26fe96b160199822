"""Exact odds as text, and as an object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from interpreter.cli.reports.statistics import choose_bars
from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.data_classes import dataclass
from interpreter.odds.answers import Answer, Asked, Cell, MeasureOdds
from interpreter.odds.figures import Figure, Setting, Winners, name_winners
from interpreter.odds.known_means import Mean, find_quotient
from interpreter.odds.means import gather_means
from interpreter.odds.positions import show_value
from interpreter.program import QuotientInfo
from interpreter.settings import GameFacts

DIGITS = 12
"""Digits after the point of what is known to twelve of them or more."""

LONGEST_BAR = 24
"""So long is the bar of what is most likely."""

LEAST = 0.001
"""Values that are less likely than that are shown together."""

OMITTED = "each takes a while or is out of reach"


@dataclass(frozen=True)
class OddsReport:
    """What was asked of which game, and the answer."""

    game: GameFacts
    options: Mapping[str, int | str]
    setting: Setting
    asked: Asked
    given: str
    answer: Answer
    seconds: float

    @cached_property
    def quotients(self) -> list[tuple[QuotientInfo, Mean]]:
        """Those that follow from what is known of whole games."""
        if self.asked.given or self.asked.by:
            return []
        program = self.setting.program
        means = gather_means(program, self.answer)
        found = [(each, find_quotient(means, program, each)) for each in program.quotients]
        return [(each, mean) for each, mean in found if mean is not None]


# ---- text


def format_report(report: OddsReport, exact: bool) -> Iterator[str]:
    """Lines for people; with fractions if they were asked for."""
    yield strong(f"{report.game.title}: exact odds")
    if report.given:
        yield f"from where {report.given}"
    for each in report.answer.measures:
        if each.figure is not None:
            yield ""
            yield from _format_measure(each, report, exact)
    for quotient, mean in report.quotients:
        yield ""
        yield strong(quotient.name)
        yield f"mean {_show(mean.mean, mean.exact, exact)}"
        yield aside(f"{_name_top(report, quotient)} per {mean.per}, in the long run")
    if report.answer.winners is not None:
        yield ""
        yield from _format_winners(report.answer.winners, report.setting, exact)
    if report.answer.omitted:
        yield ""
        names, estimate = ", ".join(report.answer.omitted), f"`groundrules simulate {report.game.name}`"
        yield aside(f"omitted, since {OMITTED}: {names}; {estimate} estimates what is omitted")


def _format_measure(each: MeasureOdds, report: OddsReport, exact: bool) -> Iterator[str]:
    figure = each.figure
    assert figure is not None, "it is known"
    whose = f" of {each.label}" if each.label else _describe_phase(each, report)
    yield strong(f"{each.measure.name}{whose}")
    if each.table:
        yield from _format_table(each.table, report, exact)
        return
    yield f"mean {_show(figure.mean, figure.exact, exact)}"
    yield f"variance {_show(figure.variance, figure.exact_variance, exact)}"
    lines = [*_list_values(figure)]
    yield from align_columns(lines, right=(0, 1, 2))
    if len(lines) <= len(figure.distribution):
        yield aside("`--csv FILE` writes all values")
    yield aside(_describe_error(figure, each))


def _name_top(report: OddsReport, quotient: QuotientInfo) -> str:
    return report.setting.program.measures[quotient.top].name


def _describe_phase(each: MeasureOdds, report: OddsReport) -> str:
    """What it is measured of: of a phase all of them, or the first one where the game is out of reach."""
    if each.measure.per == "game" or report.given:
        return ""
    return f" of {'the first' if each.first else 'each'} {each.measure.per} of a game"


def _show(number: float, fraction: Fraction | None, exact: bool) -> str:
    if not exact or fraction is None:
        text = f"{float(number):.{DIGITS}f}"
        return text if float(text) else text.lstrip("-")
    return f"{fraction} = {show_digits(fraction)}" if fraction.denominator > 1 else str(fraction)


def show_digits(fraction: Fraction, digits: int = 20) -> str:
    """A fraction with so many digits."""
    with localcontext() as context:
        context.prec = digits
        return str(Decimal(fraction.numerator) / Decimal(fraction.denominator))


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
    return f"{100 * chance:.6f} %"


def _describe_error(figure: Figure, each: MeasureOdds) -> str:
    kind = "a fraction" if figure.exact is not None else f"off by about {figure.bound:.0e} at most"
    return f"the mean is {kind}; {each.states:,} states, {each.edges:,} edges"


def _format_table(table: Sequence[Cell], report: OddsReport, exact: bool) -> Iterator[str]:
    by, program = report.asked.by, report.setting.program
    rows = [[*(program.slots[slot].name for slot in by), "mean"]]
    for cell in table:
        held = [show_value(program, slot, value) for slot, value in zip(by, cell.values, strict=True)]
        rows.append([*held, _show(cell.mean, cell.exact, exact)])
    yield from align_columns(rows)


def _format_winners(winners: Winners, setting: Setting, exact: bool) -> Iterator[str]:
    yield strong("who wins")
    rows = []
    for won, chance in winners.chances.items():
        fractions = [_show(chance, winners.exact[won], exact)] if exact and winners.exact is not None else []
        rows.append([name_winners(setting.program, won), f"{100 * chance:.10f} %", *fractions])
    yield from align_columns(rows, right=(1,))
    if winners.void:
        yield f"these are of the games that count: {100 * winners.void:.10f} % end without a result"
    off = f"off by {winners.bound:.0e} at most, rounding aside"
    kind = off if winners.exact is None else "the chances are fractions"
    yield aside(f"{kind}; {winners.states:,} states, {winners.edges:,} edges")


# ---- an object


def to_object(report: OddsReport) -> dict[str, object]:
    """All of it as data."""
    found, program = report.answer, report.setting.program
    winners = found.winners
    sizes = [(each.states, each.edges) for each in (*found.measures, *([winners] if winners else ()))]
    return {
        "ruleset": report.game.name,
        "options": dict(report.options),
        "house_rules": list(report.game.house),
        "strategies": list(report.setting.strategies),
        "players": len(program.seats),
        "given": report.given or None,
        "states": max((states for states, _ in sizes), default=0),
        "edges": max((edges for _, edges in sizes), default=0),
        "seconds": report.seconds,
        "measures": _measures_to_object(found.measures),
        "winners": None
        if winners is None
        else {name_winners(program, won): chance for won, chance in winners.chances.items()},
        "winners_exact": None
        if winners is None or winners.exact is None
        else {name_winners(program, won): str(winners.exact[won]) for won in winners.chances},
        **({"table": _tables_to_object(report)} if report.asked.by else {}),
        **({"quotients": _quotients_to_object(report)} if report.quotients else {}),
        "without_result": None if winners is None else winners.void,
        **({"omitted": list(found.omitted), "omitted_because": OMITTED} if found.omitted else {}),
    }


def _measures_to_object(measures: Sequence[MeasureOdds]) -> dict[str, object]:
    return {each.name: _figure_to_object(each.figure, each.measure.per) for each in measures if each.figure is not None}


def _quotients_to_object(report: OddsReport) -> dict[str, object]:
    return {
        each.name: {
            "of": _name_top(report, each),
            "per": mean.per,
            "mean": mean.mean,
            "exact": None if mean.exact is None else str(mean.exact),
            "bound": mean.bound,
        }
        for each, mean in report.quotients
    }


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


def _tables_to_object(report: OddsReport) -> list[dict[str, object]]:
    by, program = report.asked.by, report.setting.program
    return [
        {
            "measure": each.measure.name,
            **{program.slots[slot].name: value for slot, value in _shown(report, cell)},
            "mean": cell.mean,
            "exact": None if cell.exact is None else str(cell.exact),
        }
        for each in report.answer.measures
        for cell in each.table
        if by
    ]


def _shown(report: OddsReport, cell: Cell) -> list[tuple[int, str]]:
    pairs = zip(report.asked.by, cell.values, strict=True)
    return [(slot, show_value(report.setting.program, slot, value)) for slot, value in pairs]
