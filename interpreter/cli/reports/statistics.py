"""The figures of a simulation as text: measures with a small histogram, who won, what came up most often."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from math import floor, log10, sqrt
from typing import TYPE_CHECKING

from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.display import format_seat
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

EXACT_DIGITS = 6
"""Digits after the point of exact means beside others."""

DIGITS = 4
"""Digits after the point where the standard error does not say how many matter."""


def format_report(game: GameFacts, result: Result, exact: Means) -> Iterator[str]:
    """Lines for people; the `exact` means of measures stand beside those of the games, where they are known."""
    yield strong(f"{game.title}: {count_games(result)}, seed {result.plan.seed}")
    if result.without_result:
        yield f"without a result, and left out of measures and shares: {result.without_result:,}"
    yield from _format_conditions(game, result)
    yield ""
    yield from _format_measures(result, exact)
    yield ""
    yield from _format_winners(result)
    yield ""
    yield from _format_rows(result)
    if result.seconds:
        yield ""
        speed = f"{result.games / result.seconds:,.0f} a second"
        yield aside(f"{count_games(result)} in {result.seconds:.1f} s, {speed} ({result.engine})")


def count_games(result: Result) -> str:
    """A number of games in words: `1 game`, `2,000 games`."""
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


def _format_measures(result: Result, exact: Means) -> Iterator[str]:
    rows = [("measure", "per", "mean", "", "exact", "least", "most", "histogram")]
    for info, tally, members in zip(
        result.plan.program.measures, result.summary.measures, result.summary.members, strict=True
    ):
        rows.append((info.name, info.per, *_format_figures(tally, average_members(exact, info))))
        rows.extend(
            (f"  {label}", "", *_format_figures(each, exact.measures.get(f"{info.name}[{label}]")))
            for label, each in zip(info.labels, members, strict=True)
        )
    for quotient, one in zip(result.plan.program.quotients, result.quotients.values(), strict=True):
        per = result.plan.program.measures[quotient.bottom].name
        mean = find_quotient(exact, result.plan.program, quotient)
        rows.append((quotient.name, per, *_format_mean(one), _format_exact(mean), "", "", ""))
    if any(row[4] for row in rows[1:]):
        lines = align_columns(rows, right=(2, 4, 5, 6))
    else:
        lines = align_columns([(*row[:4], *row[5:]) for row in rows], right=(2, 4, 5))
    yield strong(lines[0])
    yield from lines[1:]


def _format_figures(tally: Tally, exact: Mean | None) -> tuple[str, str, str, str, str, str]:
    if tally.mean is None:
        return "never", "", "", "", "", ""
    ends = str(tally.lowest), str(tally.highest)
    return *_format_mean(tally), _format_exact(exact), *ends, draw_histogram(tally.histogram)


def _format_exact(mean: Mean | None) -> str:
    if mean is None:
        return ""
    is_whole = mean.exact is not None and mean.exact.denominator == 1
    return str(mean.exact) if is_whole else f"{mean.mean:.{EXACT_DIGITS}f}"


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
    signs = choose_bars()
    tallest = max(bars)
    return "".join(signs[(count * len(signs) - 1) // tallest] if count else " " for count in bars)


def choose_bars() -> str:
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
