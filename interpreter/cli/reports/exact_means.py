"""Exact means of several games side by side: what `diff --exact` and `sweep --exact` show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from interpreter.cli.reports.exact import DIGITS
from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import odds as errors
from interpreter.markov.reach import OutOfReach
from interpreter.odds.answers import WINNERS
from interpreter.odds.known_means import Mean, Means

FROM_RULES = "worked out from the rules"

MORE = 10
"""So many times as many states may be worth a try."""


def list_beyond(games: Sequence[tuple[str, Means]]) -> Iterator[Diagnostic]:
    """What is out of reach in games, by their names: each measure once."""
    told: set[str] = set()
    for name, means in games:
        beyond = {measure: reason for measure, reason in means.beyond.items() if measure not in told}
        told |= set(beyond)
        yield from describe_beyond(name, beyond)


def describe_beyond(game: str, beyond: Mapping[str, OutOfReach], allowed: int = 0) -> Iterator[Diagnostic]:
    """Why measures are out of reach, or `WINNERS` for the whole game: each reason once, with all that it keeps away.
    More states can be asked for if so many were `allowed`."""
    reasons: dict[str, tuple[OutOfReach, list[str]]] = {}
    for measure, reason in beyond.items():
        what = "the whole game" if measure == WINNERS else f"`{measure}`"
        reasons.setdefault(str(reason), (reason, []))[1].append(what)
    for why, (reason, figures) in reasons.items():
        states = allowed * MORE if reason.larger else 0
        yield errors.out_of_reach(figures, why, game, states, reason.endless, reason.names)


# ---- two games


def format_difference(before: Means, after: Means) -> Iterator[str]:
    """What the means of both come to, and how far they are apart."""
    rows: list[tuple[str, ...]] = [("measure", "per", "before", "after", "difference")]
    for name, one in before.measures.items():
        other = after.measures.get(name)
        if other is not None:
            rows.append((name, _describe_per(one), _show(one.mean), _show(other.mean), _show_change(one, other)))
    for name in sorted({*before.winners, *after.winners}) if before.winners and after.winners else ():
        shares = [each.winners.get(name, 0.0) for each in (before, after)]
        change = 100 * (shares[1] - shares[0])
        rows.append((f"wins: {name}", "game", *(f"{100 * each:.10f} %" for each in shares), f"{change:+.10f}"))
    if len(rows) > 1:
        first, *others = align_columns(rows, right=(2, 3, 4))
        yield from ("", strong(first), *others, "")
        yield aside(FROM_RULES)


def _describe_per(mean: Mean) -> str:
    return mean.per if mean.throughout else f"first {mean.per}"


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
                "before": _mean_to_object(one),
                "after": _mean_to_object(after.measures[name]),
                "difference": float(_subtract(one, after.measures[name])),
            }
            for name, one in before.measures.items()
            if name in after.measures
        },
        "winners": {"before": dict(before.winners), "after": dict(after.winners)},
    }


def _mean_to_object(mean: Mean) -> dict[str, object]:
    return {"mean": mean.mean, "exact": None if mean.exact is None else str(mean.exact), "bound": mean.bound}


# ---- several games


def format_table(heads: Sequence[str], rows: Sequence[tuple[Sequence[str], Means]]) -> Iterator[str]:
    """A row for each game: its options, then its means and who wins."""
    measures = list(dict.fromkeys(name for _, means in rows for name in means.measures))
    winners = sorted({name for _, means in rows for name in means.winners})
    table = [(*heads, *measures, *winners)]
    for cells, means in rows:
        found: Mapping[str, Mean] = means.measures
        numbers = [_show(found[name].mean) if name in found else "out of reach" for name in measures]
        shares = [f"{100 * means.winners.get(name, 0.0):.8f} %" if means.winners else "" for name in winners]
        table.append((*cells, *numbers, *shares))
    first, *others = align_columns(table, right=range(len(heads), len(table[0])))
    yield from (strong(first), *others, "")
    yield aside(FROM_RULES)


def means_to_object(means: Means) -> dict[str, object]:
    """The means of one game as data."""
    return {
        "measures": {name: {"per": each.per, **_mean_to_object(each)} for name, each in means.measures.items()},
        "winners": dict(means.winners),
        "winners_bound": means.bound,
    }
