"""Simulations and sweeps: what they go on until, where results are written, and who is to help with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic, Label, Severity
from interpreter.diagnostics.messages.playing import FailureFacts, explain_failure
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name
from interpreter.source import Span


def until_form(text: str, measure: str) -> Diagnostic:
    """A condition to go on until that cannot be read."""
    return Diagnostic("until-form", None,
        f"`{shorten_text(text)}` is no condition to play on until",
        label="not understood",
        help=f'write `--until "stderr({measure}) < 0.01"`: until a mean is known so well',
    )


def measure_unknown(name: str, known: Sequence[str], game: str) -> Diagnostic:
    return Diagnostic("measure-unknown", None,
        f"`{game}` has no measure called `{shorten_text(name)}`",
        label="not measured in this game",
        notes=(f"its measures are {join_names(known)}",) if known else ("it measures nothing",),
        help=suggest_name(name, known, f"`groundrules show {game}` tells what it measures"),
    )


def engine_cannot(engine: str, strategy: str) -> Diagnostic:
    """An engine that was asked for and cannot decide for a seat."""
    return Diagnostic("engine-cannot", None,
        f"the {engine} engine cannot play by `{shorten_text(strategy)}`",
        label="not with this strategy",
        help="leave `--engine` out, and whatever can play plays",
    )


def package_missing(what: str, package: str, extra: str) -> Diagnostic:
    return Diagnostic("package-missing", None,
        f"{what} takes the package `{package}`, which is not installed",
        label="cannot be done here",
        help=f"`pip install '{extra}'` installs it",
    )


def file_unwritable(path: str, reason: str) -> Diagnostic:
    """A file for results that cannot be written; `reason` in the system's words."""
    return Diagnostic("file-unwritable", None,
        f"`{shorten_text(path)}` cannot be written: {reason}",
        label="nothing is written there",
        help="see whether the folder is there, may be written to, and has room",
    )


def file_kind(path: str, kinds: Sequence[str]) -> Diagnostic:
    """A file for results whose ending says nothing of what it is to be."""
    return Diagnostic("file-kind", None,
        f"`{shorten_text(path)}` does not end like a file that can be written",
        label=f"one of {', '.join(kinds)} is wanted",
        help=f"for instance `results{kinds[0]}`",
    )


@dataclass(frozen=True)
class LostFacts:
    """A line of a strategy that could not be computed so many times in so many games, and why, where in the ruleset,
    and how the first such game can be seen again."""

    strategy: str
    choice: str
    times: int
    games: int
    why: FailureFacts
    place: Span | None
    replay: str


def advice_lost(span: Span, facts: LostFacts) -> Diagnostic:
    """A line of a strategy that could not always be computed, and was passed over."""
    text, advice = explain_failure(facts.why)
    if facts.why.reason == "step-budget":
        text, advice = "this goes on and on", "ask for less: fewer members or subsets, or numbers that are kept"
    elsewhere = facts.place is not None and not _within(facts.place, span)
    return Diagnostic("advice-lost", span,
        f"strategy `{facts.strategy}`: this line for `{facts.choice}` could not be worked out "
        f"{_counted(facts.times, 'time')} in {_counted(facts.games, 'game')}",
        label="passed over" if elsewhere else text,
        labels=(Label(facts.place, text),) if elsewhere and facts.place is not None else (),
        notes=("it was passed over there, as if its condition did not hold", facts.replay),
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
        label="nobody there",
        notes=(reason[:200],) if reason else (),
        help="start one with `dask scheduler`, and give the address that it shows; without an address, `--dask` starts"
        " workers on this machine",
    )


def workers_missing(address: str) -> Diagnostic:
    return Diagnostic("workers-missing", None,
        f"the Dask scheduler at `{shorten_text(address)}` has no workers",
        label="nobody to play",
        help=f"start some with `dask worker {address}`, where groundrules is installed",
    )


def worker_version(worker: str, theirs: str, ours: str) -> Diagnostic:
    """A worker that would play by another version of the program; `theirs` is empty if it has none at all."""
    return Diagnostic("worker-version", None,
        f"the worker {worker} has groundrules {theirs}"
        if theirs
        else f"the worker {worker} has no groundrules",
        label=f"this is groundrules {ours}",
        notes=("games are not shared with another version, which might play them differently",),
        help="install the same version there and start the worker again",
    )


# ---- sweeps


def over_form(text: str, sample: str) -> Diagnostic:
    return Diagnostic("over-form", None,
        f"`{shorten_text(text)}` does not say what to go over",
        label="not understood",
        help=f"write an option and its values, `--over {sample}`, or house rules, `--over house=NAME,NAME`",
    )


def over_twice(name: str) -> Diagnostic:
    """The same option gone over twice, or set and gone over."""
    return Diagnostic("over-twice", None,
        f"`{shorten_text(name)}` is said twice",
        label="said before",
        help="give all its values at once, `--over option=a,b,c`",
    )


def grid_too_large(combinations: int, most: int) -> Diagnostic:
    return Diagnostic("grid-too-large", None,
        f"that makes {combinations:,} combinations",
        label=f"at most {most:,} are played",
        help="go over fewer options, or fewer values of each",
    )


def plot_axis(axis: str, known: Sequence[str]) -> Diagnostic:
    """Something to draw a plot over that is not gone over."""
    return Diagnostic("plot-axis", None,
        f"a plot over `{shorten_text(axis)}` has nothing to show",
        label="not gone over",
        help=suggest_name(axis, known, f"gone over are {join_names(known)}" if known else "give `--over option=a,b,c`"),
    )


def sweep_exact() -> Diagnostic:
    """Something that goes with games that are played, beside `--exact`."""
    return Diagnostic("sweep-exact", None,
        "`--exact` plays no games",
        label="cannot be used with `--exact`",
        help="`--json` gives exact means as data",
    )
