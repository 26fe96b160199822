"""The Python interface: rulesets, games and simulations for notebooks and scripts.

`interpreter/__init__.py` explains how to use it and hands these names on. Everything here rests on the same road
as the command line: find, check, lower, step; values are turned from the program's numbers into Python's own, and
what a user did wrong becomes `Rejected`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from interpreter import diagnostics as data
from interpreter import loader
from interpreter.bots.seats import DEFAULT, Bots, assign_seats, check_strategies
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, rendering
from interpreter.diagnostics.by_game import gather_by_game
from interpreter.diagnostics.messages import files, playing
from interpreter.display import PythonValue, format_seat, format_winner
from interpreter.domains import NumberType
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Failure, Position, pick_default_answer
from interpreter.model import Model, OptionInfo
from interpreter.pipeline import check_game, lower
from interpreter.play.move_parsing import list_offered_names, read_answer, read_roll
from interpreter.play.trace import (
    NOBODY,
    Session,
    describe_wait,
    explain_moment,
    list_named_values,
    narrate,
    word_question,
)
from interpreter.program import Program
from interpreter.runtime_errors import diagnose_failure, format_replay_note
from interpreter.scene import look_at, write_views
from interpreter.settings import find_written_names, format_setting, format_settings, read_players, read_settings
from interpreter.simulate import simulation
from interpreter.simulate.simulation import Plan, Result
from interpreter.source import Source, Span
from interpreter.stepper import Stepper

Written: TypeAlias = str | int | bool
"""An option's value as it may be given: `"draw"`, `7`, `True` for yes."""


class Rejected(data.Rejected):
    """What was asked for cannot be done. `diagnostics` says why; printing the exception shows them in full."""

    def __str__(self) -> str:
        return "\n\n".join(["", *map(rendering.render_full, self.diagnostics)])


# ---- rulesets


def load(name_or_path: str, house: Sequence[str] = ()) -> Ruleset:
    """The ruleset with this name, if it comes with the program, or in the file at this path; under house rules, named
    in the same way, in their order.

    Raises `Rejected` if there is none, or with every mistake that is found in it.
    """
    try:
        return _checked(loader.find_ruleset(name_or_path), [loader.find_house_rules(each) for each in house])
    except data.Rejected as rejected:
        raise Rejected(rejected.diagnostics) from None


def read(text: str, name: str = "<text>") -> Ruleset:
    """The ruleset with this text. Libraries are those that come with the program. Raises `Rejected` as `load` does."""
    return _checked(Source(name, text))


def diagnose(name_or_path: str) -> tuple[Diagnostic, ...]:
    """Everything there is to say about a ruleset or library, errors and warnings, in the order of the text; about house
    rules with every game that they are for. Print one with `show`. Raises `Rejected` if the file cannot be read."""
    try:
        games = loader.all_sources_of(loader.find_ruleset(name_or_path, library_too=True))
        return gather_by_game([(loader.read_name(each.game), check_game(each).diagnostics.in_order) for each in games])
    except data.Rejected as rejected:
        raise Rejected(rejected.diagnostics) from None


def show(diagnostic: Diagnostic) -> str:
    """A diagnostic in full: the lines it is about, what is wrong with them, and what would be right."""
    return rendering.render_full(diagnostic)


def _checked(source: Source, house: Sequence[Source] = ()) -> Ruleset:
    """A ruleset checked under house rules. House rules alone are checked with the first game that they are for."""
    checked = check_game(loader.sources_of(source, house))
    if checked.model is not None:
        return Ruleset(checked.model)
    errors = checked.diagnostics.in_order if checked.diagnostics.errors else ()
    raise Rejected(errors or [files.library_alone(Span(source, 0, 0), source.name, ())])


@dataclass(frozen=True)
class Option:
    """A point that can be played in several ways. `default` and the names of `alternatives`, each with what it
    means, are as the ruleset writes them; an option that takes any number of a range has `range` instead."""

    name: str
    default: int | str
    alternatives: dict[str, str]
    range: range | None
    question: str
    because: str
    ids: tuple[str, ...]


class Ruleset:
    """A game's rules, checked and ready to be played."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._programs: dict[tuple[tuple[tuple[str, int], ...], int | None], Program] = {}

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}: {self.title}>"

    @property
    def name(self) -> str:
        """The name in the ruleset's first line."""
        return self.model.name

    @property
    def title(self) -> str:
        """The title in the ruleset's first line."""
        return self.model.title

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options of the game by their names, each with its values and default."""
        return {name: _option(info) for name, info in self.model.options.items()}

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies, of which `default` takes every choice's default."""
        return (DEFAULT, *self.model.strategies)

    @property
    def players(self) -> tuple[int, ...]:
        """How many players the game can have."""
        return self.model.players

    def program(self, options: Mapping[str, Written] | None = None, players: int | None = None) -> Program:
        """The program for these options (defaults for the others) and this number of players (default: the fewest)."""
        found = Diagnostics()
        values = read_settings(self.model, _written(options), found)
        number = read_players(self.model, players, found)
        _refuse(found)
        key = (tuple(sorted(values.items())), number)
        if key not in self._programs:
            self._programs[key] = lower(self.model, values, number)
        return self._programs[key]

    def game(
        self,
        seed: int = 0,
        game: int = 0,
        options: Mapping[str, Written] | None = None,
        players: int | None = None,
        strategies: Mapping[str, str] | None = None,
    ) -> Game:
        """A new game at its first stop. Its dice fall as in game number `game` of a simulation with the same seed."""
        program = self.program(options, players)
        named = self._strategies(program, strategies)
        _numbers({"a seed": seed, "a game's number": game}, 0, 2**64 - 1)
        return Game(self, program, named, seed, game)

    def simulate(
        self,
        games: int,
        seed: int = 0,
        options: Mapping[str, Written] | None = None,
        players: int | None = None,
        strategies: Mapping[str, str] | None = None,
        workers: int = 1,
        engine: str = "auto",
    ) -> Result:
        """Play many games and count. `engine` is "stepper", "native" for machine code, or "auto" for what is fastest.
        The result is the same whatever the engine and the number of workers: threads, or processes for the stepper.

        Raises `Rejected`, which names the game, if one of the games cannot continue.
        """
        program = self.program(options, players)
        named = self._strategies(program, strategies)
        _numbers({"a seed": seed}, 0, 2**64 - 1)
        _numbers({"the number of games": games, "the number of workers": workers}, 1, 2**64)
        shown = format_settings(self.model, read_settings(self.model, _written(options), Diagnostics()))
        result = simulation.run_simulation(Plan(program, named, seed), games, self.name, shown, workers, engine)
        broken = result.summary.broken
        if broken is not None:
            note = format_replay_note(broken.game, seed, self.model)
            raise Rejected([diagnose_failure(program, broken.failure, self.model, note)])
        return replace(result, house_rules=tuple(each.name for each in self.model.house))

    def _strategies(self, program: Program, written: Mapping[str, str] | None) -> tuple[str, ...]:
        found = Diagnostics()
        called = find_written_names(self.model, len(program.seats), bool(program.sides))
        named = assign_seats(program, (written or {}).items(), DEFAULT, found, called)
        check_strategies(program, (written or {}).values(), found)
        _refuse(found)
        return named


def _option(info: OptionInfo) -> Option:
    texts = dict(zip(info.names, info.texts, strict=True)) if any(info.texts) else {}
    kind = info.type
    values = range(kind.low, kind.high + 1) if isinstance(kind, NumberType) and not texts else None
    ids = info.citation.ids + info.citation.open_ids
    return Option(info.name, format_setting(info, info.default), texts, values, info.question, info.because, ids)


def _written(options: Mapping[str, Written] | None) -> list[tuple[str, str]]:
    words = {True: "yes", False: "no"}
    return [(name, words[value] if isinstance(value, bool) else str(value)) for name, value in (options or {}).items()]


def _numbers(given: Mapping[str, int], low: int, high: int) -> None:
    found = Diagnostics()
    for what, number in given.items():
        if not isinstance(number, int) or not low <= number <= high:
            found.add(playing.number_expected(what, str(number), low, high))
    _refuse(found)


def _refuse(found: Diagnostics) -> None:
    if found.found:
        raise Rejected(found.found)


# ---- games


@dataclass(frozen=True)
class Roll:
    """The game waits for a roll of these dice. `who` rolls, or is empty where it does not matter."""

    dice: str
    number: int
    faces: int
    who: str


@dataclass(frozen=True)
class Choice:
    """The game waits for `who` to choose one of `options`."""

    name: str
    question: str
    who: str
    options: tuple[str, ...]
    default: str


class Game:
    """One game. It waits at a roll or a choice until that is answered. Cards are drawn automatically."""

    def __init__(self, ruleset: Ruleset, program: Program, strategies: Sequence[str], seed: int, game: int) -> None:
        self.ruleset = ruleset
        self.program = program
        self._session = Session(Stepper(program), seed, game)
        self._bots = Bots(program, strategies, seed, game)
        self._check()

    def __repr__(self) -> str:
        return f"<Game of {self.ruleset.name}: {describe_wait(self.program, self._session.stop) or 'over'}>"

    # -- looking

    @property
    def waiting(self) -> Roll | Choice | None:
        """What the game waits for: a roll, a choice, or nothing more."""
        stop = self._session.stop
        if isinstance(stop, ChanceStop):
            dice = self.program.dice[stop.dice]
            who = format_seat(self.program, stop.thrower) if stop.thrower >= 0 else ""
            return Roll(dice.name, dice.number, dice.faces, who)
        if isinstance(stop, DecisionStop):
            return self._choice(stop)
        return None

    def _choice(self, stop: DecisionStop) -> Choice:
        info = self.program.choices[stop.choice]
        who, offered = format_seat(self.program, stop.chooser), list_offered_names(self.program, stop)
        asked = word_question(self._session.program, self._session.engine, self.position, stop)
        return Choice(info.name, asked, who, offered, info.names[pick_default_answer(stop)])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._session.over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody before the game is over, and nobody when it was drawn, or is without a result."""
        return tuple(format_winner(self.program, each) for each in self._session.position.won)

    @property
    def without_result(self) -> bool:
        """Whether the game ended without a result: neither won nor drawn."""
        return self._session.position.void

    @property
    def state(self) -> dict[str, PythonValue]:
        """Everything kept, counted, rolled and chosen, by name, hidden or not: a program knows what no player does (see
        `seen_by`). What belongs to a phase that is not under way is left over from the last time it was."""
        return list_named_values(self.program, self._session.position)

    def seen_by(self, seat: str | int | None = None) -> dict[str, PythonValue]:
        """What of `state` the player on a seat sees, called by name or by number from 1 on; without a seat, what
        everybody sees. What was chosen in secret is left out."""
        return list_named_values(self.program, self._session.position, self._viewer(seat))

    @property
    def position(self) -> Position:
        """The position, as a value that can be compared and hashed."""
        return self._session.position

    def view(self, seat: str | int | None = None) -> str:
        """What the ruleset shows of the game now: to the player on a seat, or to everybody."""
        shown = write_views(look_at(self.ruleset.model, self._session, self._viewer(seat)))
        return "\n".join(line for lines in shown.values() for line in lines)

    def _viewer(self, seat: str | int | None) -> int:
        if seat is None:
            return NOBODY
        model, found, seats = self.ruleset.model, Diagnostics(), len(self.program.seats)
        called = find_written_names(model, seats, bool(self.program.sides))
        named = assign_seats(self.program, [(str(seat), "viewer")], "", found, called)
        _refuse(found)
        return named.index("viewer")

    @property
    def events(self) -> tuple[str, ...]:
        """The play-by-play of the game so far, a line each."""
        return tuple(told.text for moment in self._session.story for told in narrate(self.program, moment))

    def why(self) -> str:
        """What the last roll or choice led to, with the rule, the row, the line and the citation of each event."""
        return "\n".join(explain_moment(self.program, self._session.moments[-1]))

    # -- playing

    def roll(self, shown: str | int | Sequence[int] | None = None) -> None:
        """Roll the dice the game waits for. Without faces they fall as the seed says; `"4+4"` or `(4, 4)` gives the
        faces, `8` the total, which means the first roll with it in counting order."""
        stop = self._session.stop
        if not isinstance(stop, ChanceStop):
            self._refuse_move("a roll")
        elif shown is None:
            self._session.roll()
        else:
            text = str(shown) if isinstance(shown, (str, int)) else "+".join(map(str, shown))
            self._answer(read_roll(self.program, stop, text))
        self._check()

    def choose(self, name: str | int) -> None:
        """Answer the choice the game waits for: by an option's name, or its place in the list, counted from 1."""
        stop = self._session.stop
        if not isinstance(stop, DecisionStop):
            self._refuse_move("a choice")
        else:
            self._answer(read_answer(self.program, stop, str(name)))
        self._check()

    def step(self) -> None:
        """Play one roll, as the seed says, or one choice, as the chooser's strategy says."""
        if self.over:
            self._refuse_move("anything")
        self._session.step(self._bots.decide)
        self._check()

    def run(self) -> None:
        """Play to the end in this way."""
        while not self.over:
            self.step()

    def undo(self) -> bool:
        """Undo the last roll or choice. Returns False if there is none. The same answer brings the same roll again;
        after another choice the dice are rolled anew."""
        return self._session.undo()

    def _answer(self, answer: int | Diagnostic) -> None:
        if isinstance(answer, Diagnostic):
            raise Rejected([answer])
        self._session.answer(answer)

    def _refuse_move(self, wanted: str) -> None:
        raise Rejected([playing.move_out_of_place(wanted, describe_wait(self.program, self._session.stop))])

    def _check(self) -> None:
        """Let cards come as the seed says, and see that the game has not broken."""
        while isinstance(self._session.stop, DrawStop):
            self._session.roll()
        stop = self._session.stop
        if isinstance(stop, Failure):
            note = format_replay_note(self._session.game, self._session.seed, self.ruleset.model)
            raise Rejected([diagnose_failure(self.program, stop, self.ruleset.model, note)])
