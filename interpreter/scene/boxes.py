"""What the throw to come would score in the boxes of score sheets, by the values that views show in them.

Every outcome is tried. A game where players have secrets is left alone: what a box would score could show them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from interpreter.data_classes import dataclass
from interpreter.engine import ChanceStop, Position
from interpreter.model import PAIRED
from interpreter.program import QueryInfo
from interpreter.scene.furniture import Look

MOST_TRIED = 20_000
"""Boxes times outcomes."""


@dataclass(frozen=True)
class BoxOdds:
    """How likely the throw scores in a box, and how much on average."""

    name: str
    odds: Fraction
    mean: Fraction


def has_boxes(look: Look) -> bool:
    """Whether a view shows what boxes would score, in a game where that may be told."""
    return not look.program.has_secrets and any(True for _ in _list_lines(look))


def is_tractable(look: Look, start: Position, stop: ChanceStop) -> bool:
    """Whether the coming throw would score in open boxes, and has few enough outcomes."""
    if not has_boxes(look) or stop.thrower < 0:
        return False
    return 0 < len([*_list_boxes(look, start, stop.thrower)]) * stop.outcomes <= MOST_TRIED


def find_box_odds(look: Look, start: Position, stop: ChanceStop) -> list[BoxOdds]:
    """The odds of the open boxes of whoever throws, the likeliest first; none if they are not tractable."""
    start = replace(start, slots=_look_on(look, start))
    if not is_tractable(look, start, stop):
        return []
    boxes = [*_list_boxes(look, start, stop.thrower)]
    engine, made = look.session.engine, [list[int]() for _ in boxes]
    for outcome in range(stop.outcomes):
        after = engine.answer(start, outcome).position
        for values, (query, _) in zip(made, boxes, strict=True):
            values.append(_read(look, query, engine.ask(after, query)).get("value", 0))
    found = [
        BoxOdds(name, Fraction(sum(map(bool, values)), stop.outcomes), Fraction(sum(values), stop.outcomes))
        for values, (_, name) in zip(made, boxes, strict=True)
    ]
    return sorted(found, key=lambda each: (-each.odds, -each.mean))


def _look_on(look: Look, position: Position) -> tuple[int, ...]:
    kinds = zip(look.program.slots, position.slots, strict=True)
    return tuple(max(look.viewer, 0) if info.kind == "viewer" else now for info, now in kinds)


def _list_lines(look: Look) -> Iterator[tuple[QueryInfo, str]]:
    """The queries about what boxes would score, each with the state that is the sheet."""
    for query in look.program.queries:
        if query.kind == "thing" and query.line >= 0:
            lines = look.furniture.game.views[query.name].lines
            thing = lines[query.line].thing
            sheet = lines[thing.parent].thing if thing is not None and thing.word == "now" else None
            if sheet is not None and sheet.word == "sheet":
                yield query, sheet.name


def _list_boxes(look: Look, position: Position, owner: int) -> Iterator[tuple[QueryInfo, str]]:
    """The boxes of a player that are open, each with its name."""
    for query, sheet in _list_lines(look):
        state = next(state for _, state in look.furniture.states if state.name == sheet)
        kinds = state.variable.each.kind.split(PAIRED) if state.variable.each is not None else []
        read = _read(look, query, look.session.engine.ask(position, query))
        if len(kinds) == 2 and kinds[0] == "player" and read.get("column") == owner:
            yield query, look.furniture.game.kinds[kinds[1]].shown[read["row"]]


def _read(look: Look, query: QueryInfo, values: object) -> dict[str, int]:
    """What a line says of its box; nothing if there is none."""
    thing = look.furniture.game.views[query.name].lines[query.line].thing
    if not isinstance(values, tuple) or not values or thing is None:
        return {}
    places = iter(("column", "row"))
    return {next(places) if role == "at" else role: value for role, value in zip(thing.roles, values[1:], strict=False)}
