"""What views draw more than once, and layouts that they draw nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from interpreter import model
from interpreter.check.reachability import Reachability
from interpreter.check.things import NAMED
from interpreter.diagnostics.messages import names

Drawn = tuple[str, str, object]
"""The sort and the name of what is drawn, and which of several."""


def report_drawn(phases: Reachability) -> None:
    world, game = phases.world, phases.game
    found = [(view, thing, key) for view in game.views.values() for thing, key in _list_drawn(view)]
    reported = set[int]()
    for (view, first, key), (other, second, again) in combinations(found, 2):
        if key != again or id(second) in reported:
            continue
        if view is other or _are_together(phases, view, other):
            reported.add(id(second))
            world.report(names.drawn_twice(second.span, key[0], key[1], first.span))
    boards = {name for _, _, (sort, name, _) in found if sort == "layout"}
    for (word, name), symbol in world.names.separate.items():
        if word == "layout" and name not in boards and not symbol.library:
            world.report(names.unused(symbol.span, word, name, f"draw it in a view with `board {name}`, or remove it"))


def _list_drawn(view: model.ViewInfo) -> Iterator[tuple[model.ThingInfo, Drawn]]:
    for line in view.lines:
        thing = line.thing
        if thing is None:
            continue
        roles = dict(zip(thing.roles, (hole.value for hole in line.template.holes), strict=False))
        shown = roles.get("value")
        if thing.word in NAMED:
            yield thing, (NAMED[thing.word], thing.name, _find_which(line, roles.get("index")))
        elif thing.word in ("lamps", "count") and isinstance(shown, model.Read) and shown.variable.role != "bound":
            yield thing, ("state", shown.variable.name, _find_which(line, shown.index))


def _find_which(line: model.ViewLine, index: model.Value | None) -> object:
    """Which of several is drawn; in a loop, all that it goes through."""
    domains = {loop.variable: loop.domain for loop in line.loops}
    return domains.get(index.variable, index) if isinstance(index, model.Read) else index


def _are_together(phases: Reachability, one: model.ViewInfo, other: model.ViewInfo) -> bool:
    """Whether two views are on the table at the same time."""
    always = one.condition is None and other.condition is None
    inside = one.inside in phases.enclosing_phases(other.inside) or other.inside in phases.enclosing_phases(one.inside)
    return always and inside
