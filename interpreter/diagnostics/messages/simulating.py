"""Simulations and sweeps: when they end, where results are written, and workers that help with them."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Label, Severity
from interpreter.diagnostics.messages.playing import FailureFacts, explain_failure
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name
from interpreter.source import Span


def until_form(text: str, measure: str) -> Diagnostic:
    """A condition to play on until that cannot be read."""
    return Diagnostic("until-form", None,
        f"`{shorten_text(text)}` is not a condition for `--until`",
        label="not understood",
        help=f'write a standard error to reach, as in `--until "stderr({measure}) < 0.01"`',
    )


def measure_unknown(name: str, known: Sequence[str], game: str) -> Diagnostic:
    return Diagnostic("measure-unknown", None,
        f"`{game}` has no measure called `{shorten_text(name)}`",
        label="not a measure of this game",
        notes=(f"its measures are {join_names(known)}",) if known else ("it measures nothing",),
        help=suggest_name(name, known, f"`groundrules show {game}` explains its measures"),
    )


def engine_cannot(engine: str, strategy: str) -> Diagnostic:
    """An engine that cannot decide for a seat."""
    return Diagnostic("engine-cannot", None,
        f"the {engine} engine cannot play by `{shorten_text(strategy)}`",
        label="not with this strategy",
        help="omit `--engine`",
    )


def package_missing(what: str, package: str, extra: str = "") -> Diagnostic:
    """A part that needs more software: an extra of this project, or else just the package."""
    here = f'in the folder of Ground Rules, type `pip install ".[{extra}]"`'
    return Diagnostic("package-missing", None,
        f"{what} needs the package `{package}`, which is not installed",
        label="package missing",
        help=here if extra else f"type `pip install {package}`",
    )


def file_unwritable(path: str, reason: str) -> Diagnostic:
    """A file for results that cannot be written; `reason` in the system's words."""
    return Diagnostic("file-unwritable", None,
        f"`{shorten_text(path)}` cannot be written: {reason}",
        label="cannot be written",
        help="check that the folder exists, that you may write to it, and that the disk has room",
    )


def file_kind(path: str, kinds: Sequence[str]) -> Diagnostic:
    """A file for results whose ending names no known kind of file."""
    return Diagnostic("file-kind", None,
        f"the ending of `{shorten_text(path)}` is not a known kind of file",
        label=f"expected {', '.join(kinds)}",
        help=f"write, for example, `results{kinds[0]}`",
    )


@dataclass(frozen=True)
class LostFacts:
    """A line of a strategy that could not be computed: how many times in how many games, why, where in the ruleset,
    and how to see the first such game again."""

    strategy: str
    choice: str
    times: int
    games: int
    why: FailureFacts
    place: Span | None
    replay: str


def advice_lost(span: Span, facts: LostFacts) -> Diagnostic:
    """A line of a strategy that could not always be computed, and was skipped."""
    text, advice = explain_failure(facts.why)
    elsewhere = facts.place is not None and not _within(facts.place, span)
    return Diagnostic("advice-lost", span,
        f"{_counted(facts.times, 'time')} in {_counted(facts.games, 'game')}, a line of the strategy "
        f"`{facts.strategy}` for `{facts.choice}` could not be computed",
        label="skipped" if elsewhere else text,
        labels=(Label(facts.place, text),) if elsewhere and facts.place is not None else (),
        notes=("the line was skipped, as if its condition were not true", facts.replay),
        help=advice,
        severity=Severity.WARNING,
    )


def _within(place: Span, line: Span) -> bool:
    return place.source == line.source and line.start <= place.start < line.end


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# ---- many machines


def dask_unreachable(address: str, reason: str) -> Diagnostic:
    """A scheduler that does not answer; `reason` in other programs' words."""
    return Diagnostic("dask-unreachable", None,
        f"no Dask scheduler answers at `{shorten_text(address)}`",
        label="no answer",
        notes=(reason[:200],) if reason else (),
        help="start one with `dask scheduler` and use the address that it prints, or write `--dask` alone to start "
        "workers on this computer",
    )


def workers_missing(address: str) -> Diagnostic:
    return Diagnostic("workers-missing", None,
        f"the Dask scheduler at `{shorten_text(address)}` has no workers",
        label="no workers",
        help=f"start one with `dask worker {address}` where groundrules is installed",
    )


def worker_version(worker: str, theirs: str, ours: str) -> Diagnostic:
    """A worker with another version of the program; `theirs` is empty if it has none at all."""
    return Diagnostic("worker-version", None,
        f"the worker {worker} has groundrules {theirs}, not {ours}"
        if theirs
        else f"the worker {worker} does not have groundrules installed",
        label=f"this computer has groundrules {ours}",
        notes=("another version might play games differently",),
        help="install the same version there, and restart the worker",
    )


# ---- sweeps


def over_form(text: str, sample: str) -> Diagnostic:
    return Diagnostic("over-form", None,
        f"`--over {shorten_text(text)}` does not say which values to try",
        label="expected `=` and values",
        help=f"write `--over {sample}`; `house=NAME,NAME` is for house rules, `players=2,3` for numbers of players",
    )


def over_twice(name: str, other: str) -> Diagnostic:
    """The same option twice after `--over`, or once there and once after `other`."""
    return Diagnostic("over-twice", None,
        f"`{shorten_text(name)}` is given twice",
        label="given again here" if other == "--over" else f"also given with `{other}`",
        help=f"give all its values at once: `--over {shorten_text(name)}=VALUE,VALUE`",
    )


def grid_too_large(combinations: int, most: int) -> Diagnostic:
    return Diagnostic("grid-too-large", None,
        f"this is {combinations:,} combinations; at most {most:,} are possible",
        label="too many combinations",
        help="use fewer options, or fewer values of each",
    )


def plot_axis(axis: str, known: Sequence[str]) -> Diagnostic:
    """An axis of a plot that the sweep does not have."""
    return Diagnostic("plot-axis", None,
        f"`{shorten_text(axis)}` cannot be an axis of the plot: it does not vary in this sweep",
        label="not part of this sweep",
        help=suggest_name(axis, known, f"use {join_names(known)}" if known else "add `--over option=a,b,c`"),
    )


def sweep_exact() -> Diagnostic:
    """An option about games that are played, beside `--exact`."""
    return Diagnostic("sweep-exact", None,
        "this cannot be used with `--exact`, which plays no games",
        label="cannot be used with `--exact`",
        help="use `--json` to get exact means as data",
    )
