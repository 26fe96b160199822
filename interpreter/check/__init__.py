"""From syntax trees to a typed model, with everything proved that can be proved before a game is played.

The road: give every name its meaning (`declarations`), type what each part says (`bodies`,
`tables`, `examples`), then follow the calls (`reachability`). All stages report into one collection, and a model is
handed on only when nothing in it is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import model, syntax
from interpreter.amend import Amended
from interpreter.check.bodies import choices, measures, notes, prepare, routines, strategies, views
from interpreter.check.citations import citation, each_of
from interpreter.check.declarations import declare_all
from interpreter.check.empty_offers import check_offers
from interpreter.check.examples import examples
from interpreter.check.files import unread_words
from interpreter.check.house import house_infos, lay_at_the_door
from interpreter.check.information_flow import with_hidden
from interpreter.check.library_expectations import meet_expectations
from interpreter.check.reachability import Reach
from interpreter.check.size_limits import Rules
from interpreter.check.visibility import check_sight
from interpreter.check.world import MAIN, Trees, World
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import names


@dataclass(frozen=True)
class Checked:
    """What checking gave: the model, unless there are errors, and everything there is to say. `before` are the files
    as they were written, libraries first, and `amended` what house rules made of them."""

    model: model.Model | None
    diagnostics: Diagnostics
    before: tuple[syntax.File, ...] = ()
    amended: Amended | None = None


def check(trees: Trees, diagnostics: Diagnostics) -> Checked:
    """Check a ruleset: a game, or a library on its own. `diagnostics` has what was found while it was read."""
    world = World(diagnostics, trees.files, trees.header.word == "library", house=trees.amended)
    found = _check(world, trees.header)
    if trees.amended is not None:
        diagnostics = lay_at_the_door(diagnostics, trees.amended, trees.before)
    return Checked(found, diagnostics, trees.before, trees.amended)


def _check(world: World, header: syntax.Header) -> model.Model | None:
    """Check what was loaded; the model, unless there are errors."""
    diagnostics = world.diagnostics
    world.unread = unread_words(diagnostics, world.files)
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
        game = with_hidden(game)
        check_sight(world, game)
    return game if not diagnostics.errors else None


def _set_up(world: World) -> tuple[model.Citation, ...]:
    """Where the kinds and the number of players come from."""
    kinds = [citation(world, each.marks) for each, _ in each_of(world, syntax.Kind)]
    players = [citation(world, each.marks) for each, _ in each_of(world, syntax.Players)]
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
        house=house_infos(world),
        span=headers[-1].span,
    )
