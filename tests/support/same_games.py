"""The games by which the engines are held against each other, and what is kept of those that the stepper has played.

The stepper is too slow to play a thousand games of every ruleset and strategy each time the tests run, let alone a
hundred thousand. So it has played them once (`python -m tests.tools.engines keep`), and of every block of games two
digests are kept in `golden/kept_games.json`: of all that is told (events with throws, cards and choices, the slots at
the end, what was counted) and of what the games add up to, game by game. The native engine plays the same games, and
its digests must be the same (`rivals`): the first thousand games of a case when the tests run, in small blocks, and all
that are kept with `python -m tests.tools.engines compare`. A case is kept with a key of the ruleset's program; where
the key does not fit any more, the case has to be kept anew.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TypeAlias

from interpreter import api
from interpreter.bots.advice import DEFAULT, Advised, strategies_of
from interpreter.chance import Stream
from interpreter.engine import (
    Awarded,
    Decided,
    Drawn,
    Event,
    GameOver,
    Outcome,
    Reached,
    Rolled,
    Said,
    Sampled,
    fingerprint,
)
from interpreter.native.telling import Notes
from interpreter.program import VOID, Program, QueryInfo
from interpreter.stepper import Stepper
from interpreter.summary import Lost, Summary
from tests.support.paths import TESTS

SEED = 1982
GAMES = 1_000
"""How many games of each ruleset and strategy are held against each other when the tests run; and how many under other
options."""

MANY = 100_000
"""How many games of each ruleset and strategy are kept in the end."""

BLOCK = 20
"""How many games make one digest, of those that the tests ask for."""

BLOCKS = {"round_the_bases": 200}
"""How many of those that come after these do, where it is not a thousand: the stepper plays a block in a minute or
two."""

OPTIONS_BLOCK = 200
"""How many do under other options."""

LENGTH = 8
"""How many letters of a digest are kept."""

KEPT = TESTS / "golden" / "kept_games.json"

KINDS = {kind: number for number, kind in enumerate((Reached, Said, Sampled, Awarded, Rolled, Drawn, Decided))}
"""The kinds of events with their numbers in the native engine."""

RULESETS = (
    *("two_dice", "three_dice", "one_die", "foster_diamond", "foster_aces", "ace_in_the_pot", "going_to_boston"),
    *("multiplication", "round_the_spot", "marker", "cooperstown", "cribbage", "round_the_bases"),
)


Settings: TypeAlias = tuple[tuple[str, str | int], ...]
"""Options that do not have their defaults, with their values."""


@cache
def program_of(ruleset: str, settings: Settings = ()) -> Program:
    """A ruleset with its defaults, but for some options."""
    return api.load(ruleset).program(dict(settings))


@cache
def stepper_of(ruleset: str, settings: Settings = ()) -> Stepper:
    """The stepper for it, with all that it has translated so far."""
    return Stepper(program_of(ruleset, settings))


@dataclass(frozen=True)
class Case:
    """A ruleset, a strategy for each seat, and options that do not have their defaults."""

    ruleset: str
    strategies: tuple[str, ...]
    settings: Settings = ()

    @property
    def name(self) -> str:
        words = [self.ruleset, "+".join(dict.fromkeys(self.strategies))]
        return " ".join([*words, *(f"{option}={value}" for option, value in self.settings)])

    @property
    def program(self) -> Program:
        return program_of(self.ruleset, self.settings)

    @property
    def wanted(self) -> int:
        """How many games are kept of it in the end."""
        return GAMES if self.settings or len(set(self.strategies)) > 1 else MANY

    @property
    def is_plain(self) -> bool:
        return set(self.strategies) == {DEFAULT}


def alone(ruleset: str) -> list[Case]:
    """Each strategy on all seats."""
    program = program_of(ruleset)
    return [Case(ruleset, (strategy,) * len(program.seats)) for strategy in strategies_of(program)]


def mixed(ruleset: str) -> list[Case]:
    """The strategies beside the default, two at one table: where compiling takes long, this halves it."""
    program = program_of(ruleset)
    own = [each for each in strategies_of(program) if each != DEFAULT]
    pairs = [(own[at], own[min(at + 1, len(own) - 1)]) for at in range(0, len(own), 2)]
    return [Case(ruleset, tuple(pair[seat % 2] for seat in range(len(program.seats)))) for pair in pairs]


def cases_of(ruleset: str) -> list[Case]:
    """All cases that are kept with the defaults of all options."""
    return list(dict.fromkeys([*alone(ruleset), *mixed(ruleset)]))


def options_of(ruleset: str) -> list[Case]:
    """All cases that are kept with other options: each option with each of its other values, one at a time."""
    return [under(ruleset, settings, at) for at, settings in enumerate(one_by_one(ruleset))]


def others(ruleset: str) -> dict[str, list[str | int]]:
    """The values of each option beside its default; of many numbers two of the lowest."""
    found: dict[str, list[str | int]] = {}
    for option in api.load(ruleset).options.values():
        values: list[str | int] = list(option.alternatives)
        if option.range is not None:
            values = list(option.range[:3:2])
        found[option.name] = [each for each in values if each != option.default]
    return found


def one_by_one(ruleset: str) -> list[Settings]:
    """Each option with each of its other values, one at a time."""
    return [((option, value),) for option, values in others(ruleset).items() for value in values]


def covering(ruleset: str) -> list[Settings]:
    """As few settings as have all of these values between them."""
    found = {option: values for option, values in others(ruleset).items() if values}
    most = max(map(len, found.values()), default=0)
    return [tuple((option, values[at % len(values)]) for option, values in found.items()) for at in range(most)]


def under(ruleset: str, settings: Settings, first: int = 0) -> Case:
    """A case with these options. Each seat has another strategy, the first seat that with this number."""
    program = program_of(ruleset, settings)
    own = strategies_of(program)
    return Case(ruleset, tuple(own[(first + seat) % len(own)] for seat in range(len(program.seats))), settings)


def blocks(case: Case, games: int = GAMES) -> list[range]:
    """The games of each digest, up to some number of games."""
    small, size = GAMES, BLOCKS.get(case.ruleset, GAMES)
    if case.settings:
        small, size = 0, OPTIONS_BLOCK
    found = [range(first, first + BLOCK) for first in range(0, min(games, small), BLOCK)]
    return found + [range(first, first + size) for first in range(small, games, size)]


# ---- games as numbers


def numbers_of(events: tuple[Event, ...]) -> list[int]:
    """Events as the native engine notes them."""
    numbers: list[int] = []
    for event in events:
        numbers.append(KINDS[type(event)])
        if isinstance(event, Said):
            numbers += (event.text, event.site, *event.values)
        elif isinstance(event, Sampled):
            numbers += (event.measure, event.value)
        else:
            numbers += vars(event).values()
    return numbers


def told_by_stepper(outcome: Outcome) -> bytes:
    """All that there is to tell of a game."""
    assert isinstance(outcome.stop, GameOver), outcome.stop
    parts = (numbers_of(outcome.events), outcome.position.slots, outcome.marks, outcome.rolls, [outcome.position.block])
    return b"".join(array("q", part).tobytes() for part in parts)


def told_by_native(program: Program, notes: Notes) -> bytes:
    """The same from the notes of machine code."""
    if notes.part("failure")[-1]:
        return b"a failure"
    log, slots, kept = (memoryview(each).cast("B") for each in (notes.log, notes.slots, notes.kept))
    parts = [log[: 8 * notes.length], slots[: 8 * len(program.slots)]]
    for first, size in (notes.layout.parts[name] for name in ("marks", "rolls", "block")):
        parts.append(kept[8 * first : 8 * (first + size)])
    return b"".join(parts)


def counted(summary: Summary) -> bytes:
    """All that games add up to, and each game by itself: who won, and of each measure the total and how many samples
    there were."""
    if summary.broken is not None:
        return b"a failure"
    measures = [
        (sorted(each.counts.items()), each.games, each.total_total, each.total_size, each.size_size)
        for several in (summary.measures, *summary.members)
        for each in several
    ]
    wins = sorted((seat, won) for seat, won in (*summary.wins.items(), (VOID, summary.void)) if won)
    whole = (summary.games, wins, summary.drawn, summary.shared, summary.unadvised, summary.marks, measures)
    columns: list[list[list[int]]] = [[[] for _ in summary.measures] for _ in range(2)]
    for _, _, figures in summary.rows:
        at = 0
        for measure, members in enumerate(summary.members):
            width = len(members) or 2
            own = figures[at : at + width]
            total, size = (sum(own), width) if members else own
            columns[0][measure].append(total)
            columns[1][measure].append(size)
            at += width
    return repr((whole, [winners for _, winners, _ in summary.rows], columns)).encode()


def digest(several: Iterable[bytes]) -> str:
    """A few letters for all of them together."""
    whole = sha256()
    for each in several:
        whole.update(each)
    return whole.hexdigest()[:LENGTH]


# ---- the stepper's games


class Reference:
    """Plays the games of a case with the stepper."""

    def __init__(self, case: Case) -> None:
        self.program = case.program
        self.stepper = stepper_of(case.ruleset, case.settings)
        self.advised = Advised(case.program, case.strategies)
        self.decide = None if case.is_plain else self.advised.decide

    def play(self, game: int) -> Outcome:
        """One game."""
        self.advised.advice.lost.clear()
        return self.stepper.play_out(None, Stream(SEED, game), self.decide)

    def digests(self, games: range) -> tuple[str, str]:
        """What is told and what is counted of some games."""
        summary = Summary.of(self.program)

        def told() -> Iterator[bytes]:
            for game in games:
                outcome = self.play(game)
                summary.add_game(outcome, game)
                summary.add_lost(self.lost(game))
                yield told_by_stepper(outcome)

        events = digest(told())
        return events, digest([counted(summary)])

    def lost(self, game: int) -> dict[QueryInfo, Lost]:
        """The lines of strategies that could not be worked out in the game that was just played."""
        return {line: Lost(times, game) for line, times in self.advised.advice.lost.items()}


# ---- what is kept


@dataclass(frozen=True)
class Kept:
    """What is kept of a case: the key of what played it, and a digest for each block of games."""

    key: str
    told: tuple[str, ...]
    counted: tuple[str, ...]


@cache
def key_of(case: Case) -> str:
    """What a case's games depend on, in a few letters. The stepper is no part of it: whether it still plays as it did
    is seen by the games that it plays in the test run."""
    program = case.program
    queries = [(str(each), each.entry) for each in program.queries]
    measures = [(each.per, len(each.labels)) for each in program.measures]
    parts = (fingerprint(program), queries, measures, len(program.sites), case.strategies, SEED, BLOCK)
    return sha256(repr(parts).encode()).hexdigest()[:16]


def kept_games() -> dict[str, Kept]:
    """All that is kept, by the names of the cases."""
    if not KEPT.exists():
        return {}
    read = json.loads(KEPT.read_text(encoding="utf-8"))
    return {name: Kept(key, tuple(told.split()), tuple(counted.split())) for name, (key, told, counted) in read.items()}


def keep(games: dict[str, Kept]) -> None:
    """Write down all that is kept, a case a line, so that whoever reads it meanwhile finds it whole."""
    names = sorted(games, key=lambda name: (RULESETS.index(name.split()[0]), "=" in name))
    lines = [
        f"{json.dumps(name)}: {json.dumps([kept.key, ' '.join(kept.told), ' '.join(kept.counted)])}"
        for name, kept in ((name, games[name]) for name in names)
    ]
    beside = KEPT.with_suffix(".new")
    beside.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    beside.replace(KEPT)


def kept_of(case: Case) -> Kept:
    """What is kept of a case, and fits it."""
    kept, key = kept_games().get(case.name), key_of(case)
    return kept if kept is not None and kept.key == key else Kept(key, (), ())
