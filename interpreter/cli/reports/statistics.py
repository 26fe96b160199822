"""The figures of a simulation as text: measures with a small histogram, who won, what came up most often."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from math import floor, log10, sqrt

from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.display import format_seat
from interpreter.settings import GameFacts, format_settings
from interpreter.simulate.simulation import Result
from interpreter.tally import Quotient, Tally

BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "_.-:=+*#"
"""For terminals without the others."""

MOST_BARS = 24

MOST_ROWS = 12

DIGITS = 4
"""Digits after the point where the standard error does not say how many matter."""


def format_report(game: GameFacts, result: Result) -> Iterator[str]:
    yield strong(f"{game.title}: {count_games(result)}, seed {result.plan.seed}")
    if result.without_result:
        yield f"without a result, and left out of measures and shares: {result.without_result:,}"
    yield from _format_conditions(game, result)
    yield ""
    yield from _format_measures(result)
    yield ""
    yield from _format_winners(result)
    yield ""
    yield from _format_rows(result)
    if result.seconds:
        yield ""
        speed = f"{result.games / result.seconds:,.0f} a second"
        yield aside(f"{count_games(result)} in {result.seconds:.1f} s, {speed} ({result.engine})")


def count_games(result: Result) -> str:
    """`1 game`, `2,000 games`."""
    return f"{result.games:,} game{'' if result.games == 1 else 's'}"


def _format_conditions(game: GameFacts, result: Result) -> Iterator[str]:
    program = result.plan.program
    if game.house:
        yield f"house rules: {', '.join(game.house)}"
    if len(game.players) > 1:
        yield f"players: {len(program.seats)}"
    defaults = format_settings(game, {})
    changed = [f"{name} = {value}" for name, value in result.options.items() if value != defaults[name]]
    if changed:
        yield f"options: {', '.join(changed)}"
    if any(each != "default" for each in result.plan.strategies):
        yield "strategies: " + ", ".join(
            f"{format_seat(program, seat)} {name}" for seat, name in enumerate(result.plan.strategies)
        )


# ---- measures


def _format_measures(result: Result) -> Iterator[str]:
    rows = [("measure", "per", "mean", "", "least", "most", "histogram")]
    for info, tally, members in zip(
        result.plan.program.measures, result.summary.measures, result.summary.members, strict=True
    ):
        rows.append((info.name, info.per, *_format_figures(tally)))
        rows.extend(
            (f"  {label}", "", *_format_figures(each)) for label, each in zip(info.labels, members, strict=True)
        )
    for quotient, one in zip(result.plan.program.quotients, result.quotients.values(), strict=True):
        rows.append((quotient.name, result.plan.program.measures[quotient.bottom].name, *_format_mean(one), "", "", ""))
    lines = align_columns(rows, right=(2, 4, 5))
    yield strong(lines[0])
    yield from lines[1:]


def _format_figures(tally: Tally) -> tuple[str, str, str, str, str]:
    if tally.mean is None:
        return "never", "", "", "", ""
    return *_format_mean(tally), str(tally.lowest), str(tally.highest), draw_histogram(tally.histogram)


def _format_mean(figure: Tally | Quotient) -> tuple[str, str]:
    mean, error = figure.mean, figure.stderr
    if mean is None:
        return "never", ""
    digits = count_digits(mean, error)
    return f"{float(mean):.{digits}f}", f"± {error:.{digits}f}" if error is not None else ""


def count_digits(mean: Fraction, error: float | None) -> int:
    """How many digits after the point matter: so many that two digits of the error are seen."""
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
    signs = _choose_bars()
    tallest = max(bars)
    return "".join(signs[(count * len(signs) - 1) // tallest] if count else " " for count in bars)


def _choose_bars() -> str:
    try:
        BARS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return PLAIN_BARS
    return BARS


# ---- who won, and what came up


def _format_winners(result: Result) -> Iterator[str]:
    rows = [("winner", "share", "")]
    shared = {"won by several": result.shared} if result.shared else {}
    for name, share in (result.winners | shared).items():
        if share is not None:
            rows.append(
                (name, f"{100 * share:.1f} %", f"± {100 * _estimate_share_error(share, result.summary.decided):.1f}")
            )
    lines = align_columns(rows, right=(1,))
    yield strong(lines[0])
    yield from lines[1:]


def _estimate_share_error(share: float, games: int) -> float:
    return sqrt(share * (1 - share) / (games - 1)) if games > 1 else 0.0


def _format_rows(result: Result) -> Iterator[str]:
    counts = sorted(result.rows.items(), key=lambda each: (-each[1], each[0]))
    rows = [("most often", "a game", "times")]
    rows += [(name, f"{count / result.games:.2f}", f"{count:,}") for name, count in counts[:MOST_ROWS] if count]
    lines = align_columns(rows, right=(1, 2))
    yield strong(lines[0])
    yield from lines[1:]
    never = [name for name, count in counts if not count]
    if never:
        yield aside(f"never: {', '.join(sorted(never))}")
