"""From the typed model to a program: options fixed, players counted, every variable in its slot.

`slot_layout` says where everything is kept, `values` and `statements` make the code, this module puts the program
together and adds the queries: views, strategies' advice and what examples ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import MemberType
from interpreter.lower.builder import Builder, Recursion
from interpreter.lower.cards import list_zone_infos
from interpreter.lower.phases import MAIN
from interpreter.lower.queries import lower_queries
from interpreter.lower.slot_layout import SlotLayout
from interpreter.lower.stale_answers import find_stale_reads
from interpreter.lower.statements import Routines
from interpreter.lower.supposing import suppose
from interpreter.lower.values import lower_condition, lower_value


def lower(
    game: model.Model,
    options: Mapping[str, int] | None = None,
    players: int | None = None,
    examples: Sequence[model.ExampleInfo] = (),
    plain: bool = False,
) -> program.Program:
    """The program of a game.

    `options` gives the number of an alternative (as in `OptionInfo.values`) for each option that is not to have its
    default; `players` how many play (the fewest, if it is not said). The program can be asked what the `examples`
    ask, which must be examples for these options and players (see `queries`).
    A `plain` program visits sets member by member and marks every row that is looked up: it plays the same games,
    only slower.
    Raises ValueError for an option or number of players that the game does not have.
    """
    chosen = complete_options(game, options or {})
    layout = _begin(game, players)
    layout.builder.is_plain = plain
    layout.options.update(chosen)
    return _make(game, layout, chosen, examples)


@dataclass(frozen=True)
class OpenProgram:
    """A program that plays with any options: each is in a slot, which has to be set before a game starts."""

    program: program.Program
    options: Mapping[str, int]
    """The slot of each."""


def lower_with_open_options(
    game: model.Model, players: int | None, examples: Sequence[model.ExampleInfo]
) -> OpenProgram:
    """The program of a game that looks its options up whenever they matter. It plays as those do that `lower` makes,
    only slower; but it is the same for all of the examples, which may have options of their own."""
    layout = _begin(game, players)
    layout.builder.is_plain = True
    slots = {name: layout.builder.slot(f"option {name}", "local", 0) for name in game.options}
    layout.options.update(slots)
    return OpenProgram(_make(game, layout, {}, examples), {name: slot.index for name, slot in slots.items()})


def complete_options(game: model.Model, options: Mapping[str, int]) -> dict[str, int]:
    """These options, and the others at their defaults. Raises ValueError for one that the game does not have."""
    chosen = {name: info.default for name, info in game.options.items()}
    for name, value in options.items():
        if name not in game.options or value not in game.options[name].values:
            raise ValueError(f"no option {name} = {value}")
        chosen[name] = value
    return chosen


def _begin(game: model.Model, players: int | None) -> SlotLayout:
    """Where everything is kept, but for options."""
    number = game.players[0] if players is None else players
    if number not in game.players:
        raise ValueError(f"not a number of players: {number}")
    builder = Builder(_name_players_by_side(game, number), recursion=Recursion(lower_value, lower_condition, suppose))
    for each in game.dice.values():
        builder.dice_of(each)
    layout = SlotLayout(builder, number)
    layout.allocate_visible()
    return layout


def _make(
    game: model.Model, layout: SlotLayout, options: Mapping[str, int], examples: Sequence[model.ExampleInfo]
) -> program.Program:
    """The program, with all its code. `options` are those that are certain."""
    builder = layout.builder
    layout.keep_stale(find_stale_reads(builder.game, options))
    routines = Routines(builder, layout)
    routines.lower_all()
    queries = lower_queries(builder, layout, routines, examples)
    return _finish(builder, layout, routines, queries, game.kinds["player"].shown[: layout.players])


def _name_players_by_side(game: model.Model, players: int) -> model.Model:
    """The game with its players called as their sides are, where every side has just one."""
    sides = game.kinds["side"].shown if "side" in game.kinds else ()
    if players != len(sides):
        return game
    everyone = game.kinds["player"]
    named = replace(everyone, shown=(*sides, *everyone.shown[players:]))
    return replace(game, kinds={**game.kinds, "player": named})


def _finish(
    builder: Builder,
    layout: SlotLayout,
    routines: Routines,
    queries: tuple[program.QueryInfo, ...],
    seats: tuple[str, ...],
) -> program.Program:
    game = builder.game
    kinds = game.kinds
    returns = {name: layout.return_slot(name).index for name in routines.known}
    zones = list_zone_infos(builder, layout)
    return program.Program(
        name=game.name,
        slots=tuple(builder.slots),
        registers=builder.registers,
        shapes=tuple(builder.shapes),
        arrays=tuple(builder.arrays),
        sites=tuple(builder.sites),
        checks=tuple(builder.checks),
        texts=tuple(builder.texts),
        dice=tuple(builder.dice),
        zones=zones,
        choices=tuple(
            program.ChoiceInfo(
                each.name,
                each.question,
                each.values,
                each.names,
                each.labels,
                int(each.secret),
                game.called.get(each.name, ""),
                each.several.noun if each.several is not None else "",
            )
            for each in game.choices.values()
        ),
        measures=tuple(_lower_measure(each, game, layout) for each in game.measures.values()),
        routines=tuple(
            program.RoutineInfo(name, each.info.kind, each.entry, returns[name], tuple(each.continuations), each.begun)
            for name, each in routines.known.items()
        ),
        queries=queries,
        functions=tuple(builder.functions),
        blocks=tuple(
            program.Block(draft.name, tuple(draft.instructions), draft.terminator or program.Finish())
            for draft in builder.blocks
        ),
        seats=seats,
        sides=kinds["side"].shown if "side" in kinds else (),
        bank=game.bank,
        aims=_lower_aim(game),
        quotients=tuple(_lower_quotient(each, game) for each in game.quotients.values()),
        start=routines.known[MAIN].entry,
    )


def _lower_measure(each: model.MeasureInfo, game: model.Model, layout: SlotLayout) -> program.MeasureInfo:
    labels = game.kinds[each.per].shown[: layout.size_of_kind(each.per)] if each.each_variable else ()
    whose = _find_owner_slot(game.routines.get(each.per), game, layout)
    return program.MeasureInfo(each.name, each.per, labels, whose, int(each.hidden))


def _lower_aim(game: model.Model) -> tuple[program.AimInfo, ...]:
    if game.aim is None:
        return ()
    return (program.AimInfo(list(game.measures).index(game.aim.measure), int(game.aim.most)),)


def _lower_quotient(each: model.QuotientInfo, game: model.Model) -> program.QuotientInfo:
    numbers = list(game.measures)
    return program.QuotientInfo(each.name, numbers.index(each.top), numbers.index(each.bottom))


def _find_owner_slot(phase: model.RoutineInfo | None, game: model.Model, layout: SlotLayout) -> int:
    """The slot of the side or player with whom a phase, or the nearest around it, is begun; -1 if there is none."""
    while phase is not None:
        for parameter in phase.parameters:
            if isinstance(parameter.type, MemberType) and parameter.type.kind in ("side", "player"):
                return layout.slot(parameter).index
        phase = game.routines.get(phase.inside or "")
    return -1
