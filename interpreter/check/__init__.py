"""From syntax trees to a typed model, with everything proved that can be proved before a game is played.

The road: give every name its meaning (`declarations`), type what each part says (`bodies`,
`tables`, `examples`), then follow the calls (`reachability`). All stages report into one collection, and a model is
handed on only when nothing in it is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from interpreter import model, syntax
from interpreter.amend import AmendedGame
from interpreter.check.bodies import (
    check_aim,
    check_measures,
    check_notes,
    check_quotients,
    check_routines,
    prepare_definitions,
)
from interpreter.check.choices import check_choices, check_strategies
from interpreter.check.citations import iterate_declarations, make_citation
from interpreter.check.declarations import declare_all
from interpreter.check.drawn import report_drawn
from interpreter.check.examples import check_examples
from interpreter.check.files import find_unread_words
from interpreter.check.house import attribute_to_overlay, list_house_infos
from interpreter.check.information_flow import mark_hidden
from interpreter.check.library_expectations import check_expectations
from interpreter.check.lying_cards import check_lying_cards
from interpreter.check.reachability import Reachability
from interpreter.check.sizes import RuleSizes
from interpreter.check.things import check_views
from interpreter.check.visibility import check_visibility
from interpreter.check.world import MAIN, Log, Trees, Use, World
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import names, types
from interpreter.source import Span


@dataclass(frozen=True)
class CheckResult:
    """What checking gave: everything there is to say, what was checked, if it could be read, and the model, unless
    there are errors."""

    diagnostics: Diagnostics
    world: World | None = field(default=None, repr=False, compare=False)
    model: model.Model | None = field(default=None, repr=False, compare=False)

    @property
    def is_sound(self) -> bool:
        return self.model is not None

    @property
    def before(self) -> tuple[syntax.File, ...]:
        """The files as they were written, libraries first."""
        return self.world.trees.before if self.world is not None else ()

    @property
    def amended(self) -> AmendedGame | None:
        """What house rules made of the files."""
        return self.world.trees.amended if self.world is not None else None

    @property
    def files(self) -> tuple[syntax.File, ...]:
        return self.amended.files if self.amended is not None else self.before

    @property
    def uses(self) -> Mapping[Span, Use]:
        """The meaning of each name, by its place."""
        return self.world.log.uses if self.world is not None else {}


def check(trees: Trees, diagnostics: Diagnostics) -> CheckResult:
    """Check a ruleset: a game, changed by house rules if there are any, or a library on its own."""
    world = World(trees, Log(diagnostics))
    game = _check_world(world, trees.header)
    found = None if diagnostics.errors else game
    if trees.amended is not None:
        diagnostics = attribute_to_overlay(diagnostics, trees.amended, trees.before)
    return CheckResult(diagnostics, world, found)


def _check_world(world: World, header: syntax.Header) -> model.Model:
    """Check what was loaded; the model, which is complete only if there are no errors."""
    diagnostics = world.log.diagnostics
    world.log.unread = find_unread_words(diagnostics, world.trees.files)
    declare_all(world)
    check_expectations(world)
    if not world.trees.standalone and not any(
        each.name.text == MAIN for each in iterate_declarations(world, syntax.Phase)
    ):
        world.report(names.main_phase_missing(header.name.span))
        world.log.poisoned.add(MAIN)
    game = _build(world, header.name.text, header.title.text)
    if world.log.dropped is not None and not diagnostics.errors and not world.trees.standalone:
        world.report(types.not_understood(world.log.dropped))
    phases = Reachability(world, game)
    if not diagnostics.errors:
        phases.report_all()
    if not diagnostics.errors and not world.trees.standalone:
        report_drawn(phases)
    if not diagnostics.errors and world.log.dropped is None:
        RuleSizes(world, game).report_all()
        check_lying_cards(world, game)
        game = mark_hidden(game, world.definitions.supposed)
        check_visibility(world, game)
    return game


def _set_up(world: World) -> tuple[model.Citation, ...]:
    kinds = [make_citation(world, each.marks) for each in iterate_declarations(world, syntax.Kind)]
    players = [make_citation(world, each.marks) for each in iterate_declarations(world, syntax.Players)]
    return (*kinds, *players)


def _list_shown_names(world: World) -> dict[str, str]:
    declared = [each for file in world.trees.files for each in file.tree.declarations]
    states = (state for each in declared if isinstance(each, syntax.Phase | syntax.Also) for state in each.state)
    names = (getattr(each, "name", None) for each in (*declared, *states))
    return {each.text: each.shown for each in names if isinstance(each, syntax.Name) and each.shown}


def _build(world: World, name: str, title: str) -> model.Model:
    prepare_definitions(world)
    made_choices = check_choices(world)
    made_routines = check_routines(world)
    measures = check_measures(world)
    headers = [file.tree.header for file in world.trees.files if file.tree.header is not None]
    return model.Model(
        name=name,
        title=title,
        about=tuple(text.text for text in headers[-1].about) if headers else (),
        needs=tuple(text.text for header in headers for text in header.needs),
        sources=tuple(text.text for header in headers for text in header.sources),
        uses=tuple(file.library for file in world.trees.files if file.library),
        players=world.declared.players,
        kinds=world.declared.kinds,
        options=world.declared.options,
        dice=world.declared.dice,
        decks=world.declared.decks,
        zones=world.declared.zones,
        routines=made_routines,
        defines=world.definitions.defines,
        tables=world.definitions.tables,
        choices=made_choices,
        strategies=check_strategies(world, made_choices),
        measures=measures,
        views=check_views(world),
        examples=check_examples(world, made_routines),
        notes=check_notes(world),
        cited=_set_up(world),
        quotients=check_quotients(world, measures),
        aim=check_aim(world, measures),
        bank=world.declared.bank,
        called=_list_shown_names(world),
        house=list_house_infos(world),
        span=headers[-1].span,
    )
