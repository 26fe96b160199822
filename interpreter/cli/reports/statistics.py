"""The figures of a simulation: measures with a small histogram, who won, what came up most often."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor, log10, sqrt
from typing import TYPE_CHECKING

from interpreter.cli.reports.exact_means import means_to_object
from interpreter.cli.reports.report import Report, Table
from interpreter.cli.terminal.console import aside
from interpreter.diagnostics import Diagnostic
from interpreter.display import format_name, format_seat
from interpreter.odds.known_means import Mean, Means, average_members, find_quotient
from interpreter.settings import GameFacts, format_settings
from interpreter.tally import Quotient, Tally

if TYPE_CHECKING:
    from interpreter.simulate.simulation import Result

BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "_.-:=+*#"
"""For terminals without the others."""

MOST_BARS = 24

MOST_ROWS = 12

DRAWN = "drawn"

EXACT_DIGITS = 4
"""Digits after the point of exact means beside others."""

DIGITS = 4
"""Digits after the point where the standard error does not say how many matter."""


def make_report(game: GameFacts, result: Result, exact: Means, broken: Sequence[Diagnostic]) -> Report:
    """The `exact` means of measures stand beside those of the games, where they are known."""
    title = f"{game.title}: {count_games(result)}, seed {result.plan.seed}" if result.games else ""
    return Report(
        title,
        _list_parts(game, result, exact),
        lambda: {**result.to_dict(), "exact": means_to_object(exact)["measures"]},
        broken=broken,
    )


def _list_parts(game: GameFacts, result: Result, exact: Means) -> Iterator[str | Table]:
    if lead := "; ".join(_describe_in_short(result)):
        yield f"{lead}."
    if result.without_result:
        yield f"without a result, and left out of measures and shares: {result.without_result:,}"
    yield from _format_conditions(game, result)
    yield from ("", _list_measures(result, exact), "", _list_winners(result), "")
    counts = sorted(result.rows.items(), key=lambda each: (-each[1], each[0]))
    most = [(name, f"{count / result.games:.2f}", f"{count:,}") for name, count in counts[:MOST_ROWS] if count]
    yield Table(("most often", "a game", "times"), most, right=(1, 2))
    if never := sorted(name for name, count in counts if not count):
        yield aside(f"never: {', '.join(never)}")
    if result.seconds:
        speed = f"{result.games / result.seconds:,.0f} a second"
        yield from ("", aside(f"{count_games(result)} in {result.seconds:.1f} s, {speed} ({result.engine})"))


def _describe_in_short(result: Result) -> Iterator[str]:
    """Who wins how often, and the first measure."""
    shares = {name: share for name, share in result.winners.items() if share is not None}
    if 1 < len(shares) - (DRAWN in shares) < 5:
        yield join_shares({name: share for name, share in shares.items() if name != DRAWN})
    for info, tally in zip(result.plan.program.measures[:1], result.summary.measures, strict=False):
        if tally.mean is not None:
            yield describe_mean(info.name, info.per, float(tally.mean))


def join_shares(shares: Mapping[str, float]) -> str:
    """Who wins how often: `Red wins 49.8 %, Blue 50.2 %`."""
    first, *others = (f"{name} {{}}{100 * share:.1f} %" for name, share in shares.items())
    return ", ".join((first.format("wins "), *(each.format("") for each in others)))


def describe_ends(name: str, figures: Sequence[tuple[str, float]]) -> Iterator[str]:
    """Where a figure is least and where it is greatest, in one sentence, if it differs."""
    (least, low), (most, high) = (pick(figures, key=lambda each: each[1]) for pick in (min, max))
    words = format_name(name).capitalize()
    if f"{low:.4g}" != f"{high:.4g}":
        yield f"{words}: lowest with {least} ({low:.4g}), highest with {most} ({high:.4g})."
    elif len(figures) > 1:
        yield f"{words}: {low:.4g} in all of them."


def draw_bars(means: Sequence[float]) -> list[str]:
    """A bar for each of several means, from 0 up; none where one is negative."""
    most, sign = max(means, default=0), choose_bars()[-1]
    return [sign * round(MOST_BARS * each / most) if most > 0 <= min(means) else "" for each in means]


IN_EACH = re.compile(" per | in an? ")
"""In the name of a measure that says itself in what it is counted."""


def describe_mean(name: str, per: str, mean: float) -> str:
    """A mean as people say it: `6.67 runs a side`."""
    words = format_name(name)
    return f"{mean:.4g} {words}{'' if IN_EACH.search(words) else f' a {format_name(per)}'}"


def count_games(result: Result) -> str:
    """A number of games in words: `1 game`, `2,000 games`."""
    return f"{result.games:,} game{'' if result.games == 1 else 's'}"


def _format_conditions(game: GameFacts, result: Result) -> Iterator[str]:
    program, strategies = result.plan.program, result.plan.strategies
    if game.house:
        yield f"house rules: {', '.join(game.house)}"
    if len(game.players) > 1:
        yield f"players: {len(program.seats)}"
    defaults = format_settings(game, {})
    if changed := [f"{name} = {value}" for name, value in result.options.items() if value != defaults[name]]:
        yield f"options: {', '.join(changed)}"
    if any(each != "default" for each in strategies):
        yield f"strategies: {', '.join(f'{format_seat(program, seat)} {name}' for seat, name in enumerate(strategies))}"


# ---- measures


def _list_measures(result: Result, exact: Means) -> Table:
    program, summary = result.plan.program, result.summary
    rows: list[tuple[str, ...]] = []
    for info, tally, members in zip(program.measures, summary.measures, summary.members, strict=True):
        names = map(format_name, (info.name, info.per))
        rows.append((*names, *_format_figures(tally, average_members(exact, info))))
        rows.extend(
            (f"  {label}", "", *_format_figures(each, exact.measures.get(f"{info.name}[{label}]")))
            for label, each in zip(info.labels, members, strict=True)
        )
    for quotient, one in zip(program.quotients, result.quotients.values(), strict=True):
        mean = _format_exact(find_quotient(exact, program, quotient))
        names = map(format_name, (quotient.name, program.measures[quotient.bottom].name))
        rows.append((*names, *format_mean(one), mean, "", "", ""))
    columns = ("measure", "per", "mean", "", "exact", "least", "most", "histogram")
    if any(row[4] for row in rows):
        return Table(columns, rows, right=(2, 4, 5, 6))
    return Table((*columns[:4], *columns[5:]), [(*row[:4], *row[5:]) for row in rows], right=(2, 4, 5))


def _format_figures(tally: Tally, exact: Mean | None) -> tuple[str, str, str, str, str, str]:
    if tally.mean is None:
        return "never", "", "", "", "", ""
    ends = str(tally.lowest), str(tally.highest)
    return *format_mean(tally), _format_exact(exact), *ends, draw_histogram(tally.histogram)


def _format_exact(mean: Mean | None) -> str:
    if mean is None:
        return ""
    is_whole = mean.exact is not None and mean.exact.denominator == 1
    return str(mean.exact) if is_whole else f"{mean.mean:.{EXACT_DIGITS}f}"


def format_mean(figure: Tally | Quotient) -> tuple[str, str]:
    mean, error = figure.mean, figure.stderr
    if mean is None:
        return "never", ""
    digits = count_digits(mean, error)
    return f"{float(mean):.{digits}f}", f"± {error:.{digits}f}" if error is not None else ""


def count_digits(mean: Fraction, error: float | None) -> int:
    """How many digits after the point matter: two digits of the error are seen."""
    if not error:
        return 0 if mean.denominator == 1 else DIGITS
    return max(0, min(9, 1 - floor(log10(error))))


def draw_histogram(counts: dict[int, int]) -> str:
    """Bars from the least value to the greatest, several values to a bar where there are many. A value that never
    came has no bar, one that came rarely has the smallest."""
    low, high = min(counts), max(counts)
    width = -(-(high - low + 1) // MOST_BARS)
    bars = [0] * ((high - low) // width + 1)
    for value, count in counts.items():
        bars[(value - low) // width] += count
    signs, tallest = choose_bars(), max(bars)
    return "".join(signs[(count * len(signs) - 1) // tallest] if count else " " for count in bars)


def choose_bars() -> str:
    try:
        BARS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return PLAIN_BARS
    return BARS


def _list_winners(result: Result) -> Table:
    shared = {"tied": result.shared} if result.shared else {}
    games = result.summary.decided

    def estimate_error(share: float) -> float:
        return sqrt(share * (1 - share) / (games - 1)) if games > 1 else 0.0

    shares = [(name, share) for name, share in (result.winners | shared).items() if share is not None]
    rows = [(name, f"{100 * share:.1f} %", f"± {100 * estimate_error(share):.1f}") for name, share in shares]
    return Table(("winner", "share", ""), rows, right=(1,))
