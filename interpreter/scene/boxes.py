"""What the throw to come would score in the boxes of score sheets, by the values that views show in them.

Every outcome is tried; a box is asked once for all outcomes that make no difference to it (`partition`).
A game where players have secrets is left alone: what a box would score could show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from interpreter.analysis.graph import find_ways
from interpreter.analysis.partition import partition
from interpreter.data_classes import dataclass
from interpreter.engine import ChanceStop, Position
from interpreter.model import PAIRED
from interpreter.program import Chance, QueryInfo
from interpreter.scene.furniture import Look

MOST_OUTCOMES = 7_776
"""Five dice."""


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
    if not has_boxes(look) or stop.thrower < 0 or stop.outcomes > MOST_OUTCOMES:
        return False
    return any(True for _ in _list_boxes(look, start, stop.thrower))


def find_box_odds(look: Look, start: Position, stop: ChanceStop) -> list[BoxOdds]:
    """The odds of the open boxes of whoever throws, the likeliest first; none if they are not tractable."""
    start = replace(start, slots=_look_on(look, start))
    if not is_tractable(look, start, stop):
        return []
    found, lying = [], _throw_all(look, start, stop)
    for query, name in _list_boxes(look, start, stop.thrower):
        scored = dict[int, int]()
        for kind, (after, _) in zip(classes := _classify(look, query, start, lying), lying.values(), strict=True):
            if kind not in scored:
                scored[kind] = _read(look, query, look.session.engine.ask(after, query)).get("value", 0)
        ways = [(scored[kind], times) for kind, (_, times) in zip(classes, lying.values(), strict=True)]
        odds, total = sum(times for worth, times in ways if worth), sum(worth * times for worth, times in ways)
        found.append(BoxOdds(name, Fraction(odds, stop.outcomes), Fraction(total, stop.outcomes)))
    return sorted(found, key=lambda each: (-each.odds, -each.mean))


def _throw_all(look: Look, start: Position, stop: ChanceStop) -> dict[int, tuple[Position, int]]:
    """The values of the dice after the throw, each with a position and the number of outcomes that lead to it."""
    at, lying = _find_roll(look, start).target.index, dict[int, tuple[Position, int]]()
    for outcome in range(stop.outcomes):
        after = look.session.engine.answer(start, outcome).position
        lying[after.slots[at]] = after, lying.get(after.slots[at], (after, 0))[1] + 1
    return lying


def _classify(look: Look, query: QueryInfo, start: Position, lying: Iterable[int]) -> list[int]:
    """The class of each value of the dice: a query answers the same to all of one class."""
    program, target = look.program, _find_roll(look, start).target
    shape = program.shapes[program.slots[target.index].shape]
    if shape.form != "roll":
        return [*lying]
    classes = partition(program, sorted(find_ways(program, [query.entry])), target, shape.faces**shape.number)
    return [classes[each] for each in lying]


def _find_roll(look: Look, start: Position) -> Chance:
    roll = look.program.blocks[start.block].terminator
    assert isinstance(roll, Chance)
    return roll


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
