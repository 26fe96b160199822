"""Exact means of several games side by side: what `diff --exact` and `sweep --exact` show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from interpreter.cli.reports.report import Table
from interpreter.cli.terminal.console import aside
from interpreter.display import format_name
from interpreter.odds.known_means import Mean, Means

DIGITS = 12
"""Digits after the point of exact figures."""

FROM_RULES = "worked out from the rules"


# ---- two games


def format_difference(before: Means, after: Means) -> Iterator[str | Table]:
    rows: list[tuple[str, ...]] = []
    for name, one in before.measures.items():
        other = after.measures.get(name)
        if other is not None:
            names = map(format_name, (name, one.per if one.throughout else f"first {one.per}"))
            rows.append((*names, _show(one.mean), _show(other.mean), _show_change(one, other)))
    for name in sorted({*before.winners, *after.winners}) if before.winners and after.winners else ():
        shares = [each.winners.get(name, 0.0) for each in (before, after)]
        change = 100 * (shares[1] - shares[0])
        rows.append((f"wins: {name}", "game", *(f"{100 * each:.10f} %" for each in shares), f"{change:+.10f}"))
    if rows:
        columns = ("measure", "per", "before", "after", "difference")
        yield from ("", Table(columns, rows, right=(2, 3, 4)), "", aside(FROM_RULES))


def _show(number: float) -> str:
    return f"{number:.{DIGITS}f}"


def _show_change(one: Mean, other: Mean) -> str:
    if one.exact is not None and one.exact == other.exact:
        return "same"
    exact = one.exact is not None and other.exact is not None
    if not exact and abs(other.mean - one.mean) <= one.bound + other.bound:
        return f"within {one.bound + other.bound:.0e}"
    return f"{float(_subtract(one, other)):+.{DIGITS}f}"


def _subtract(one: Mean, other: Mean) -> Fraction | float:
    if one.exact is not None and other.exact is not None:
        return other.exact - one.exact
    return other.mean - one.mean


def difference_to_object(before: Means, after: Means) -> dict[str, object]:
    return {
        "measures": {
            name: {
                "per": one.per,
                "before": one.to_dict(),
                "after": after.measures[name].to_dict(),
                "difference": float(_subtract(one, after.measures[name])),
            }
            for name, one in before.measures.items()
            if name in after.measures
        },
        "winners": {"before": dict(before.winners), "after": dict(after.winners)},
    }


# ---- several games


def format_games(heads: Sequence[str], games: Sequence[tuple[Sequence[str], Means]]) -> Iterator[str | Table]:
    """A row for each game: its options, then its means and who wins."""
    measures = list(dict.fromkeys(name for _, means in games for name in means.measures))
    winners = sorted({name for _, means in games for name in means.winners})
    rows: list[tuple[str, ...]] = []
    for cells, means in games:
        found: Mapping[str, Mean] = means.measures
        numbers = [_show(found[name].mean) if name in found else "out of reach" for name in measures]
        shares = [f"{100 * means.winners.get(name, 0.0):.8f} %" if means.winners else "" for name in winners]
        rows.append((*cells, *numbers, *shares))
    columns = (*heads, *measures, *winners)
    yield from ("", Table(columns, rows, right=range(len(heads), len(columns))), "", aside(FROM_RULES))


def means_to_object(means: Means) -> dict[str, object]:
    return {
        "measures": {name: {"per": each.per, **each.to_dict()} for name, each in means.measures.items()},
        "winners": dict(means.winners),
        "winners_bound": means.bound,
    }
