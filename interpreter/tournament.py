"""Two strategies against each other: who wins how often, on the same dice from every seat.

A round is one game number of the seed, played once for each party (a side, or a seat where there are no sides): in
turn strategy A plays for that party and B for all others, so that each sits everywhere as often, with the same luck.
Between two parties that is a game and the same again with seats swapped. What a round brings A is one observation:
its games lean on each other, so the standard error is that of the rounds' mean. A game that several win counts in
parts for each, one that nobody wins in parts for all.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt

from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.program import Program
from interpreter.search import Worth
from interpreter.seats import Bots
from interpreter.simulate import Broken
from interpreter.stepper import Stepper

AHEAD = 3
"""How many rounds a worker process has waiting for it."""


@dataclass(frozen=True)
class Match:
    """What is played: a program, the two strategies, and the seed of all rounds."""

    program: Program
    first: str
    second: str
    seed: int


@dataclass(frozen=True)
class Round:
    """One round: what each of its games was worth to A, in parts of a whole win, by the party that A played for;
    and the game that could not go on, if one could not."""

    worth: tuple[int, ...]
    broken: Broken | None = None


@dataclass
class Standing:
    """What the rounds so far came to."""

    match: Match
    rounds: list[Round] = field(default_factory=list)

    @property
    def worth(self) -> Worth:
        """What a game is worth."""
        return Worth(self.match.program)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.rounds) * self.worth.parties

    @property
    def share(self) -> float:
        """A's part of the games."""
        return sum(sum(each.worth) for each in self.rounds) / (self.worth.whole * self.games)

    @property
    def fair(self) -> float:
        """What it would be if both played alike."""
        return 1 / self.worth.parties

    @property
    def stderr(self) -> float | None:
        """The standard error of A's share; None with fewer than two rounds."""
        number, totals = len(self.rounds), [sum(each.worth) for each in self.rounds]
        if number < 2:
            return None
        scatter = number * sum(each * each for each in totals) - sum(totals) ** 2
        return sqrt(scatter / (number - 1)) / number / (self.worth.whole * self.worth.parties)

    def share_from(self, party: int) -> float:
        """A's part of the games in which it played for this party."""
        return sum(each.worth[party] for each in self.rounds) / (self.worth.whole * len(self.rounds))

    @property
    def level(self) -> int:
        """How many games went neither to A nor to B alone."""
        return sum(0 < worth < self.worth.whole for each in self.rounds for worth in each.worth)

    def to_dict(self) -> dict[str, object]:
        """Everything as plain data."""
        program = self.match.program
        names = program.sides or program.seats
        played = bool(self.rounds)
        return {
            "players": len(program.seats),
            "strategies": {"a": self.match.first, "b": self.match.second},
            "seed": self.match.seed,
            "games": self.games,
            "rounds": len(self.rounds),
            "share": self.share if played else None,
            "stderr": self.stderr,
            "fair_share": self.fair,
            "shared_or_drawn": self.level,
            "share_by_seat": {name: self.share_from(at) for at, name in enumerate(names)} if played else {},
        }


def play_round(match: Match, number: int) -> Round:
    """One round, up to the first of its games that fails."""
    program, worth = match.program, Worth(match.program)
    engine = Stepper(program, events=False)
    values: list[int] = []
    for party in range(worth.parties):
        own = [seat % worth.parties == party for seat in range(len(program.seats))]
        names = [match.first if each else match.second for each in own]
        bots = _bots(program, tuple(names), match.seed, number)
        outcome = engine.play_out(None, Stream(match.seed, number), bots.decide)
        if isinstance(outcome.stop, Failure):
            return Round(tuple(values), Broken(number, outcome.stop))
        values.append(worth.of(outcome.position.winners, party))
    return Round(tuple(values))


_kept: dict[tuple[int, tuple[str, ...]], Bots] = {}
"""Bots with what they have worked out before, for a program that is still the same one."""


def _bots(program: Program, names: tuple[str, ...], seed: int, game: int) -> Bots:
    bots = _kept.get((id(program), names))
    if bots is None or bots.program is not program or bots.seed != seed:
        bots = _kept[id(program), names] = Bots(program, names, seed)
    bots.in_game(game)
    return bots


def play_match(match: Match, rounds: int, workers: int = 1) -> Generator[Round]:
    """Play so many rounds and yield each, in order; a broken one is the last. With several workers other processes
    play, started afresh as `simulate` starts them. Close the iterator to stop."""
    played = (play_round(match, each) for each in range(rounds)) if workers <= 1 else _shared(match, rounds, workers)
    for each in played:
        yield each
        if each.broken is not None:
            return


_matches: list[Match] = []
"""The match that a worker process plays."""


def _prepare(match: Match) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _matches.append(match)


def _play_there(number: int) -> Round:
    return play_round(_matches[0], number)


def _shared(match: Match, rounds: int, workers: int) -> Generator[Round]:
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _prepare, (match,))
    coming: deque[Future[Round]] = deque()
    try:
        for number in range(rounds):
            coming.append(pool.submit(_play_there, number))
            if len(coming) >= AHEAD * workers:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
