"""Turns a runtime failure, or a line of a strategy that failed, into a diagnostic that points at the ruleset line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.playing import FailureFacts, game_failed
from interpreter.diagnostics.messages.simulating import LostFacts, advice_lost
from interpreter.display import format_site
from interpreter.engine import Failure
from interpreter.program import CheckInfo, Program, QueryInfo
from interpreter.source import Source, Span
from interpreter.summary import LostAdvice

if TYPE_CHECKING:
    from interpreter.model import Model


def collect_sources(model: Model) -> dict[str, Source]:
    declared = (model.routines, model.tables, model.choices, model.options, model.dice, model.views, model.defines)
    placed = (*model.house, *(each for group in declared for each in group.values()))
    return {each.span.source.name: each.span.source for each in placed}


def diagnose_failure(program: Program, failure: Failure, model: Model | None, replay: str = "") -> Diagnostic:
    """Return the diagnostic of a failure; `replay` is a note that says how to see the game again. Without a model there
    is no text to point at."""
    around = () if failure.reason == "step-budget" else failure.loop
    sites = [program.sites[each] for each in around]
    loop = tuple(dict.fromkeys(f"{format_site(each)} ({each.file}:{each.line})" for each in sites))
    return game_failed(_find_place(program, failure, model), _facts_of(program, failure), loop, replay)


def diagnose_lost_advice(
    program: Program, model: Model, line: QueryInfo, lost: LostAdvice, games: int, failure: Failure, seed: int
) -> Diagnostic:
    """Return the diagnostic of a line of a strategy, by the name of its query, that could not always be computed;
    `failure` is the reason the first time."""
    (advice,) = (each for each in model.strategies[line.name].advice if each.choice == line.about)
    preference = advice.preferences[line.line]
    condition, value = preference.condition, preference.value
    first = (condition or value).span
    place = _find_place(program, failure, model)
    replay = f"it first failed in {_describe_game(lost.first, seed, model, 'advice-lost')}"
    facts = LostFacts(line.name, line.about, lost.times, games, _facts_of(program, failure), place, replay)
    return advice_lost(Span(first.source, first.start, value.span.end), facts)


def _facts_of(program: Program, failure: Failure) -> FailureFacts:
    check = program.checks[failure.what] if failure.what >= 0 else CheckInfo("")
    allowed = f"`{check.low}..{check.high}`" if check.low else ""
    return FailureFacts(failure.reason, failure.value, failure.low, failure.high, check.kind, check.name, allowed)


def _find_place(program: Program, failure: Failure, model: Model | None) -> Span | None:
    if failure.site < 0 or model is None:
        return None
    site = program.sites[failure.site]
    source = collect_sources(model).get(site.file)
    if source is None or not 1 <= site.line <= len(source.line_starts):
        return None
    start = source.line_starts[site.line - 1]
    text = source.line(site.line).partition("#")[0].rstrip()
    return Span(source, start + site.column - 1, start + max(len(text), site.column))


def format_replay_note(game: int, seed: int, model: Model) -> str:
    """Say how a game that failed can be found again, and under which house rules."""
    return f"it was {_describe_game(game, seed, model, 'game-failed')}"


def _describe_game(game: int, seed: int, model: Model, page: str) -> str:
    house = " ".join(f"--house {each.name}" for each in model.house)
    name = f"game {game} of seed {seed}{f', with `{house}`' if house else ''}"
    return f"{name} (the first is game 0); how to see it: `groundrules explain {page}`"
