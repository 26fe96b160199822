"""A game that cannot go on, told as a diagnostic with the line of the ruleset where it happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic
from interpreter.engine import Failure
from interpreter.errors.playing import game_failed
from interpreter.program import Program, Site
from interpreter.source import Source, Span
from interpreter.wording import show_site

if TYPE_CHECKING:
    from interpreter.model import Model


def sources_of(model: Model) -> dict[str, Source]:
    """The files that a game was read from, by name."""
    declared = (model.routines, model.tables, model.choices, model.options, model.dice, model.views, model.defines)
    return {each.span.source.name: each.span.source for group in declared for each in group.values()}


def tell_failure(program: Program, failure: Failure, sources: Mapping[str, Source], replay: str = "") -> Diagnostic:
    """The diagnostic of a failure; `replay` is a note that says how to see the game again."""
    site = program.sites[failure.site] if failure.site >= 0 else None
    facts = (failure.what, failure.value, failure.low, failure.high)
    loop = tuple(dict.fromkeys(_place(program.sites[each]) for each in failure.loop))
    return game_failed(_span(site, sources) if site else None, failure.reason, facts, loop, replay)


def replay_note(game: int, seed: int, model: Model) -> str:
    """How a game that failed can be found again, and under which house rules."""
    house = " ".join(f"--house {each.name}" for each in model.house)
    return f"it was game {game} of seed {seed}{f', with `{house}`' if house else ''}"


def _place(site: Site) -> str:
    return f"{show_site(site)} ({site.file}:{site.line})"


def _span(site: Site, sources: Mapping[str, Source]) -> Span | None:
    """From the site's first character to the end of its line."""
    source = sources.get(site.file)
    if source is None or not 1 <= site.line <= len(source.line_starts):
        return None
    start = source.line_starts[site.line - 1]
    text = source.line(site.line).partition("#")[0].rstrip()
    return Span(source, start + site.column - 1, start + max(len(text), site.column))
