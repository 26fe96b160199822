"""The games by which the engines are held against each other, and what is kept of those that the stepper has played.

The stepper is too slow to play a thousand games of every ruleset and strategy each time the tests run. So it has
played them once (`keep_games.py`), and of every few games a digest is kept in `golden/kept_games.json`: of all that is
told (events with throws, cards and choices, the slots at the end, what was counted) and of what the games add up to,
game by game. The native engine plays the same games, and its digests must be the same. A case is kept with a key of the
ruleset's program and of the code that plays it; where the key does not fit any more, the case has to be kept anew.
"""

from __future__ import annotations

import ast
import io
import json
import tokenize
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
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
from interpreter.native import Native
from interpreter.native.build import Code, compiled
from interpreter.native.module import careful_module
from interpreter.native.telling import Notes, Teller
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.summary import Summary

SEED = 1982
GAMES = 1_000
BLOCK = 20
"""How many games make one digest."""

LENGTH = 8
"""How many letters of a digest are kept."""

KEPT = Path(__file__).parent / "golden" / "kept_games.json"
PACKAGE = Path(api.__file__).parent

KINDS = (Reached, Said, Sampled, Awarded, Rolled, Drawn, Decided)
"""The kinds of events, in the order of their numbers in the native engine."""

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
    """All cases that are kept."""
    return list(dict.fromkeys([*alone(ruleset), *mixed(ruleset)]))


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


def blocks(games: int = GAMES) -> list[range]:
    """The games of each digest."""
    return [range(first, first + BLOCK) for first in range(0, games, BLOCK)]


# ---- games as numbers


def numbers_of(events: tuple[Event, ...]) -> Iterator[int]:
    """Events as the native engine notes them."""
    for event in events:
        yield KINDS.index(type(event))
        if isinstance(event, Said):
            yield from (event.text, event.site, *event.values)
        else:
            yield from vars(event).values()


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
    assert summary.broken is None
    measures = [
        (sorted(each.counts.items()), each.games, each.total_total, each.total_size, each.size_size)
        for several in (summary.measures, *summary.members)
        for each in several
    ]
    wins = sorted((seat, won) for seat, won in summary.wins.items() if won)
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


def digest(several: list[bytes]) -> str:
    """A few letters for all of them together."""
    whole = sha256()
    for each in several:
        whole.update(each)
    return whole.hexdigest()[:LENGTH]


# ---- the stepper's games


@dataclass(frozen=True)
class Kept:
    """What is kept of a case: the key of what played it, and a digest for each block of games."""

    key: str
    told: tuple[str, ...]
    counted: tuple[str, ...]


class Reference:
    """Plays the games of a case with the stepper."""

    def __init__(self, case: Case) -> None:
        self.program = case.program
        self.stepper = stepper_of(case.ruleset, case.settings)
        self.advised = Advised(case.program, case.strategies)
        self.decide = None if case.is_plain else self.advised.decide

    def play(self, game: int) -> Outcome:
        """One game."""
        return self.stepper.play_out(None, Stream(SEED, game), self.decide)

    def digests(self, games: range) -> tuple[str, str]:
        """What is told and what is counted of some games."""
        told, summary, before = [], Summary.of(self.program), self.advised.advice.lost
        for game in games:
            outcome = self.play(game)
            told.append(told_by_stepper(outcome))
            summary.add_game(outcome, game)
        summary.unadvised = self.advised.advice.lost - before
        return digest(told), digest([counted(summary)])


def kept_games() -> dict[str, Kept]:
    """All that is kept, by the names of the cases."""
    if not KEPT.exists():
        return {}
    read = json.loads(KEPT.read_text(encoding="utf-8"))
    return {name: Kept(key, tuple(told.split()), tuple(counted.split())) for name, (key, told, counted) in read.items()}


def keep(games: dict[str, Kept]) -> None:
    """Write down all that is kept, a case a line."""
    names = [case.name for ruleset in RULESETS for case in cases_of(ruleset)]
    lines = [
        f"{json.dumps(name)}: {json.dumps([kept.key, ' '.join(kept.told), ' '.join(kept.counted)])}"
        for name, kept in ((name, games[name]) for name in names if name in games)
    ]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


# ---- both engines at once


class Rivals:
    """The native engine's ways to play a case: code of some tiers, as pairs of a tier and whether it looks for a table.
    The code that tells everything is made as fast code, and as best code too if that is wanted."""

    def __init__(self, case: Case, codes: Sequence[tuple[str, bool]], tellers: Sequence[str] = ("fast",)) -> None:
        self.case, program = case, case.program
        natives = [Native(program, case.strategies, tier=tier, tabulate=tabulate) for tier, tabulate in codes]
        self.natives = dict(zip(codes, natives, strict=True))
        plain = Native(program, case.strategies)
        self.start, self.tellers = plain.start, {"fast": plain.teller}
        if "best" in tellers:
            code = Code(compiled(careful_module(program, plain.budget), "best"))
            self.tellers["best"] = Teller(program, code, case.strategies, plain.budget, plain.game_budget)

    def check(self, games: range) -> None:
        """The stepper plays these games, and all of them must play the same. Raises AssertionError otherwise."""
        reference, right = Reference(self.case), Summary.of(self.case.program)
        before = reference.advised.advice.lost
        for game in games:
            outcome = reference.play(game)
            told = told_by_stepper(outcome)
            for tier, teller in self.tellers.items():
                notes = teller.note(self.start, SEED, game, True)
                if told_by_native(self.case.program, notes) != told:
                    assert teller.outcome(self.start, notes) == outcome, (self.case.name, tier, game)
                    raise AssertionError(self.case.name, tier, game, "other numbers for the same events")
            right.add_game(outcome, game)
        right.unadvised = reference.advised.advice.lost - before
        for code, native in self.natives.items():
            found = native.play(SEED, games, per_game=True)
            if counted(found) != counted(right):
                different = [name for name in vars(found) if vars(found)[name] != vars(right)[name] and name != "words"]
                raise AssertionError(self.case.name, code, games, different)


# ---- keys


def key_of(case: Case) -> str:
    """What a case's games depend on, in a few letters. The stepper is no part of it: whether it still plays as it did
    is seen by the games that it plays in the test run."""
    program = case.program
    queries = [(each.name, each.entry) for each in program.queries]
    measures = [(each.per, len(each.labels)) for each in program.measures]
    parts = (fingerprint(program), queries, measures, len(program.sites), case.strategies, SEED, BLOCK)
    return sha256(repr(parts).encode()).hexdigest()[:16]


@cache
def code(patterns: tuple[str, ...]) -> str:
    """Some of the interpreter's code, in many letters."""
    paths = [path for pattern in patterns for path in sorted(PACKAGE.glob(pattern))]
    return sha256("\n".join(bare(path.read_text(encoding="utf-8")) for path in paths).encode()).hexdigest()


def bare(text: str) -> str:
    """Python without its comments, docstrings and empty lines."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            (row, column), _ = token.start, token.end
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(line.rstrip() for line in lines if line.strip())
