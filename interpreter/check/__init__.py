"""From syntax trees to a typed model, with everything proved that can be proved before a game is played.

The road: gather the files, give every name its meaning (`declarations`), type what each part says (`bodies`,
`tables`, `examples`), then follow the calls (`reach`). All stages report into one collection, and a model is
handed on only when nothing in it is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter import model, syntax
from interpreter.check.bodies import choices, measures, notes, prepare, routines, strategies, views
from interpreter.check.citations import citation, each_of
from interpreter.check.declarations import declare_all
from interpreter.check.examples import examples
from interpreter.check.expectations import meet_expectations
from interpreter.check.extent import Rules
from interpreter.check.files import FindLibrary, load_files, unread_words
from interpreter.check.offers import check_offers
from interpreter.check.reach import MAIN, Reach
from interpreter.check.sight import check_sight
from interpreter.check.world import World
from interpreter.diagnostics import Diagnostics
from interpreter.errors import names
from interpreter.source import Source


@dataclass(frozen=True)
class Checked:
    """What checking gave: the model, unless there are errors, and everything there is to say."""

    model: model.Model | None
    diagnostics: Diagnostics


def check(source: Source, find_library: FindLibrary = lambda name: None, libraries: Sequence[str] = ()) -> Checked:
    """Check a ruleset: a game, or a library on its own.

    `find_library` gives the text of a library by its name; `libraries` are the names of those there are.
    """
    diagnostics = Diagnostics()
    world = World(diagnostics, libraries=libraries)
    header = load_files(world, source, find_library)
    if header is None:
        return Checked(None, diagnostics)
    world.unread = unread_words(diagnostics)
    declare_all(world)
    meet_expectations(world)
    if not world.standalone and not any(each.name.text == MAIN for each, _ in each_of(world, syntax.Phase)):
        world.report(names.main_phase_missing(header.name.span))
        world.spoilt.add(MAIN)
    game = _build(world, header.name.text, header.title.text)
    if not diagnostics.errors:
        Reach(world, game).report_all()
    if not diagnostics.errors:
        Rules(world, game).check()
        check_offers(world, game)
        check_sight(world, game)
    return Checked(game if not diagnostics.errors else None, diagnostics)


def _set_up(world: World) -> tuple[model.Citation, ...]:
    """Where the kinds and the number of players come from."""
    kinds = [citation(world, each.marks, each.span) for each, _ in each_of(world, syntax.Kind)]
    players = [citation(world, each.marks, each.span) for each, _ in each_of(world, syntax.Players)]
    return (*kinds, *players)


def _build(world: World, name: str, title: str) -> model.Model:
    prepare(world)
    made_choices = choices(world)
    made_routines = routines(world)
    headers = [file.tree.header for file in world.files if file.tree.header is not None]
    return model.Model(
        name=name,
        title=title,
        sources=tuple(text.text for header in headers for text in header.sources),
        uses=tuple(file.library for file in world.files if file.library),
        players=world.players,
        kinds=world.kinds,
        options=world.options,
        dice=world.dice,
        decks=world.decks,
        zones=world.zones,
        routines=made_routines,
        defines=world.defines,
        tables=world.tables,
        choices=made_choices,
        strategies=strategies(world, made_choices),
        measures=measures(world),
        views=views(world),
        examples=examples(world, made_routines),
        notes=notes(world),
        cited=_set_up(world),
        span=headers[-1].span,
    )
