"""What holds of every ruleset, however it came about.

Any text either checks or is told what is wrong with it. A ruleset that checks also lowers, its program verifies,
and games of it stop only where the ruleset asks for something impossible, never because a value is not what it was
declared to be. Program text and program are inverse. The same seed gives the same game.

The mutants are the same in every run; `mutations` tells how they are made.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count as count_up

import pytest

from interpreter import loader, model
from interpreter.chance import Stream
from interpreter.check import CheckResult
from interpreter.diagnostics.rendering import render_full, render_short
from interpreter.display import format_event, format_text
from interpreter.domains import (
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    ThrowType,
    Type,
    YesNoType,
)
from interpreter.engine import (
    ChanceStop,
    DecisionStop,
    DrawStop,
    Event,
    Failure,
    GameOver,
    Position,
    Reached,
    Said,
    pick_default_answer,
)
from interpreter.examples.run_example import run_examples
from interpreter.lower import lower
from interpreter.pipeline import check_game
from interpreter.program.text import parse_program, print_program
from interpreter.program.verify import verify
from interpreter.runtime_errors import diagnose_failure
from interpreter.source import Source, Sources
from interpreter.stepper import Stepper
from interpreter.throws import pack_dice, unpack_dice
from tests.support.mutations import (
    CORPUS,
    RULESETS,
    Game,
    all_declarations,
    check_mutant,
    find_missing,
    large_games,
    mutants,
    small_games,
    words_of,
)
from tests.support.random_rulesets import random_ruleset

IMPOSSIBLE = {
    *("out-of-range", "empty-set", "division-by-zero", "no-option", "endless-loop", "step-budget", "stop-budget"),
    *("empty-pile", "unknown-card", "not-there"),
}
"""Why a checked ruleset may stop: what it asks for, never what it is."""

SMALL = {game.name: game for game in small_games()}
LARGE = {game.name: game for game in large_games()}

RANDOM_RULESETS = int(os.environ.get("RANDOM_RULESETS", "3"))
"""How many random rulesets are played."""

LONG = 30
"""The declarations of a game of which fewer mutants are tried."""

LONGEST = "round_the_bases"
"""The game of which everything takes longest, so that less of it is tried."""


# ---- any text is understood, or told what is wrong with it


def told(checked: CheckResult) -> None:
    """A ruleset either has a model or errors, and all that is said about it can be shown."""
    assert (checked.model is None) == bool(checked.diagnostics.errors)
    for each in checked.diagnostics.in_order:
        assert each.span is not None
        assert each.code
        assert render_full(each).startswith(("error", "warning"))
        assert render_short(each)


def try_mutants(game: Game, seed: object, number: int) -> Iterator[model.Model]:
    """Check mutants of a game, and give those that make sense."""
    for at, mutant in mutants(game, seed, number):
        checked = check_mutant(game, at, mutant)
        told(checked)
        if checked.model is not None:
            yield checked.model


def test_mutants_are_of_games_with_every_construct() -> None:
    """But those of libraries and house rules."""
    games = (*SMALL.values(), *LARGE.values())
    assert find_missing(each.text for each in games) == {"Expects", "Replaced"}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.long
def test_a_mutant_checks_and_plays_or_is_told_why_not(name: str) -> None:
    chance = random.Random(f"{name} 0")
    number = 150 if len(SMALL[name].declarations) < LONG else 25
    sound = [lives(game, chance) for game in try_mutants(SMALL[name], 0, number)]
    assert len(sound) > number / 20, "mutants that make sense are wanted too"


@pytest.mark.parametrize("name", LARGE)
def test_so_does_one_of_a_whole_ruleset(name: str) -> None:
    chance = random.Random(f"{name} 0")
    for at, game in enumerate(try_mutants(LARGE[name], 0, 3 if name == LONGEST else 8)):
        if at % 5 == 0:
            lives(game, chance, examples=False)


@pytest.mark.parametrize("seed", range(2))
def test_so_does_text_torn_apart(seed: int) -> None:
    """Whole files of declarations of all rulesets, cut and shuffled anyhow."""
    chance = random.Random(f"torn {seed}")
    for _ in range(60):
        parts = [_torn(chance.choice(all_declarations()), chance) for _ in range(chance.randrange(1, 8))]
        text = chance.choice(('game torn "Torn"\n', "", "library torn", '  use two_dice\ngame x "X"')) + "".join(parts)
        told(check_game(Sources(Source("mutant", text))))


def _torn(text: str, chance: random.Random) -> str:
    match chance.randrange(4):
        case 0:
            return text
        case 1:
            return text[chance.randrange(len(text) + 1) :]
        case 2:
            return " ".join(chance.sample(words_of(text), len(words_of(text))))
    return text[: chance.randrange(len(text) + 1)]


# ---- a checked ruleset never meets a type error


def lives(game: model.Model, chance: random.Random, examples: bool = True) -> int:
    """Lower a game with some options and players, verify it, play it, run its examples. The number of stops made."""
    options = {each.name: chance.choice(each.values[:6]) for each in game.options.values() if chance.random() < 0.5}
    program = lower(game, options, chance.choice(game.players[:8]))
    assert verify(program) == []
    stepper = Stepper(program, budget=3_000)
    stops = sum(play(game, stepper, chance) for _ in range(2))
    for result in run_examples(game).results if examples else ():
        for each in result.failures:
            assert render_full(each)
    return stops


def play(game: model.Model, stepper: Stepper, chance: random.Random, most: int = 60) -> int:
    """Play with whatever answers are offered, and look at every position."""
    watch = Watch(game, stepper)
    step = stepper.begin()
    for count in range(most):
        watch.look(step.position, step.events)
        match step.stop:
            case ChanceStop() | DrawStop() as stop:
                answer = chance.randrange(stop.outcomes)
            case DecisionStop() as stop:
                answer = chance.choice((*stop.offered, pick_default_answer(stop)))
            case Failure() as failure:
                assert failure.reason in IMPOSSIBLE
                assert render_full(diagnose_failure(stepper.program, failure, game))
                return count
            case GameOver():
                return count
            case other:
                raise AssertionError(other)
        step = stepper.answer(step.position, answer)
    return most


class Watch:
    """Looks at the positions of a game: is everything what it was declared to be?"""

    def __init__(self, game: model.Model, stepper: Stepper) -> None:
        self.stepper = stepper
        self.begun = {"": True}
        self.slots = {slot.name: at for at, slot in enumerate(stepper.program.slots)}
        self.declared = [
            (routine.name, state.variable) for routine in game.routines.values() for state in routine.state
        ]
        self.declared += [("", choice.variable) for choice in game.choices.values()]
        self.declared += [(each.name, given) for each in game.routines.values() for given in each.parameters]
        self.declared += [
            (each.name, given) for each in game.tables.values() if not each.column_types for given in each.parameters
        ]
        self.kinds = game.kinds

    def look(self, position: Position, events: tuple[Event, ...]) -> None:
        program = self.stepper.program
        for event in events:
            assert isinstance(format_event(program, event), str)
            if isinstance(event, Reached) and program.sites[event.site].kind in ("phase", "rule", "row"):
                self.begun[program.sites[event.site].name] = True
            if isinstance(event, Said):
                assert format_text(program, event.text, event.values) is not None
        for phase, variable in self.declared:
            if self.begun.get(phase):
                for value in self.values_of(variable, position):
                    assert fits(variable.type, value), f"{variable.name} is {value}"
        self.ask_everything(position)

    def values_of(self, variable: model.Variable, position: Position) -> Iterator[int]:
        members = self.kinds[variable.each.kind].members if variable.each else ()
        names = [f"{variable.name}[{each}]" for each in members] or [
            variable.name,
            f"{variable.owner}.{variable.name}",
        ]
        yield from (position.slots[self.slots[each]] for each in names if each in self.slots)

    def ask_everything(self, position: Position) -> None:
        """Views and advice answer wherever their phase is under way, and never break."""
        for query in self.stepper.program.queries:
            if query.kind in ("view", "advice"):
                found = self.stepper.ask(position, query)
                assert not isinstance(found, Failure) or found.reason in IMPOSSIBLE
                if query.kind == "view" and query.line >= 0 and query.member < 0 and not isinstance(found, Failure):
                    assert isinstance(format_text(self.stepper.program, found[0], found[1:]), str)


def fits(kind: Type, value: int) -> bool:
    match kind:
        case NumberType(low, high) | FractionType(low, high) | MemberType(_, low, high):
            return low <= value <= high
        case MaybeType(some):
            return value == kind.nothing or fits(some, value)
        case SetType(None):
            return value == 0
        case SetType(NumberType(low, high) | MemberType(_, low, high)):
            return value & ~((1 << high + 1) - (1 << low)) == 0
        case YesNoType():
            return value in (0, 1)
        case RollType(_, number, faces):
            return 0 <= value < faces**number
        case ThrowType(_, number, faces):
            dice = unpack_dice(value, number, faces)
            return len(dice) <= number and pack_dice(dice, number) == value
    return False


def random_games(number: int) -> Iterator[tuple[int, model.Model]]:
    """Random rulesets whose values come near the ends of their ranges, those that check."""
    found = 0
    for seed in count_up():
        checked = check_game(Sources(Source("game", random_ruleset(seed, edges=True))))
        if checked.model is not None:
            yield seed, checked.model
            found += 1
        if found == number:
            return


def test_no_value_of_a_random_ruleset_leaves_its_range() -> None:
    """Values given to tables and rules, sums, limits and open ranges come near the ends of what is declared; what
    goes beyond is told, and nothing is ever looked up where nothing is."""
    for seed, game in random_games(RANDOM_RULESETS):
        chance = random.Random(seed)
        for _ in range(3):
            lives(game, chance, examples=False)


# ---- programs


GAMES = {path.stem: path for path in (*RULESETS, *CORPUS) if path.parent.name not in ("library", "house")}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_programs_are_sound(name: str) -> None:
    """With any options at a full table they verify, play, and their text reads as they are; options set to their
    defaults change nothing, and the same seed gives the same game, told or not, which small games show."""
    checked = check_game(loader.sources_of(loader.find_ruleset(str(GAMES[name]))))
    game, chance = checked.model, random.Random(name)
    assert game is not None, [each.message for each in checked.diagnostics.errors]
    examples = [each for each in game.examples if not each.options]
    options = {each.name: chance.choice(each.values[:6]) for each in game.options.values()}
    programs = [(lower(game, options, game.players[-1]), 50)]
    assert parse_program(print_program(programs[0][0])) == programs[0][0]
    if GAMES[name] in CORPUS:
        program = lower(game, {}, game.players[0], examples)
        programs.append((program, 100))
        assert lower(game, {each.name: each.default for each in game.options.values()}, None, examples) == program
        told, untold = (Stepper(program, events=events).play_out(None, Stream(5, 3)) for events in (True, False))
        assert replace(told, events=()) == untold
    for each, most in programs:
        assert verify(each) == []
        play(game, Stepper(each), chance, most)
