"""Two strategies against each other: who wins how often, on the same dice from every seat.

A round is one game number of the seed, played once for each party (a side, or a seat where there are no sides): in
turn strategy A plays for that party and B for all others, so that each sits everywhere as often, with the same luck.
Between two parties that is a game and the same again with seats swapped. What a round brings A is one observation:
its games lean on each other, so the standard error goes by rounds (see `tally`). A game that several win counts in
parts for each, one that nobody wins in parts for all, and one without a result not at all.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator
from dataclasses import dataclass, field
from functools import partial

from interpreter.bots.search import Payoff
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.engine import GAME_BUDGET, Failure
from interpreter.program import Program
from interpreter.simulate.simulation import BrokenGame
from interpreter.simulate.worker_process import WorkerProcesses
from interpreter.stepper import Stepper
from interpreter.tally import Tally


@dataclass(frozen=True)
class Match:
    """What is played: a program, the two strategies, the seed of all rounds, and how many stops a game may have."""

    program: Program
    first: str
    second: str
    seed: int
    most_stops: int = GAME_BUDGET


@dataclass(frozen=True)
class Round:
    """One round: what each of its games was worth to A, in parts of a whole win, by the party that A played for, None
    for a game without a result; and the game that could not go on, if one could not."""

    worth: tuple[int | None, ...]
    broken: BrokenGame | None = None

    @property
    def results(self) -> list[int]:
        return [each for each in self.worth if each is not None]


@dataclass
class Standing:
    """What the rounds so far came to."""

    match: Match
    rounds: list[Round] = field(default_factory=list)

    @property
    def worth(self) -> Payoff:
        return Payoff(self.match.program)

    @property
    def games(self) -> int:
        return len(self.rounds) * self.worth.parties

    @property
    def void(self) -> int:
        return self.games - sum(len(each.results) for each in self.rounds)

    @property
    def tally(self) -> Tally:
        tally = Tally()
        for each in self.rounds:
            tally.add_game(each.results)
        return tally

    @property
    def share(self) -> float | None:
        """A's part of the games with a result; None without any."""
        mean = self.tally.mean
        return None if mean is None else float(mean / self.worth.whole)

    @property
    def fair(self) -> float:
        return 1 / self.worth.parties

    @property
    def stderr(self) -> float | None:
        """The standard error of A's share; None with fewer than two rounds."""
        error = self.tally.stderr
        return None if error is None else error / self.worth.whole

    def find_share_from(self, party: int) -> float | None:
        """A's part of the games with a result in which it played for this party; None without any."""
        worth = [each.worth[party] for each in self.rounds]
        stand = [each for each in worth if each is not None]
        return sum(stand) / (self.worth.whole * len(stand)) if stand else None

    @property
    def level(self) -> int:
        return sum(0 < worth < self.worth.whole for each in self.rounds for worth in each.results)

    def to_dict(self) -> dict[str, object]:
        program = self.match.program
        names = program.sides or program.seats
        return {
            "players": len(program.seats),
            "strategies": {"a": self.match.first, "b": self.match.second},
            "seed": self.match.seed,
            "games": self.games,
            "rounds": len(self.rounds),
            "share": self.share,
            "stderr": self.stderr,
            "fair_share": self.fair,
            "shared_or_drawn": self.level,
            "without_result": self.void,
            "share_by_seat": {name: self.find_share_from(at) for at, name in enumerate(names)} if self.rounds else {},
        }


class MatchPlayer:
    """Plays rounds of a match, with what can be kept between them."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.worth = Payoff(match.program)
        self.engine = Stepper(match.program, events=False, game_budget=match.most_stops)
        self.bots = [
            Bots(match.program, self._assign_strategies(party), match.seed) for party in range(self.worth.parties)
        ]

    def _assign_strategies(self, party: int) -> list[str]:
        match, parties = self.match, self.worth.parties
        return [match.first if seat % parties == party else match.second for seat in range(len(match.program.seats))]

    def play(self, number: int) -> Round:
        values: list[int | None] = []
        for party, bots in enumerate(self.bots):
            stream = Stream(self.match.seed, number)
            outcome = self.engine.play_out(None, stream, bots.start_game(number))
            if isinstance(outcome.stop, Failure):
                return Round(tuple(values), BrokenGame(number, outcome.stop))
            position = outcome.position
            values.append(None if position.void else self.worth.of_winners(position.winners, party))
        return Round(tuple(values))


def play_match(match: Match, rounds: int, workers: int = 1) -> Generator[Round]:
    """Play so many rounds and yield each, in order; a broken one is the last. With several workers other processes
    play, started afresh as `simulate` starts them. Close the iterator to stop."""
    for each in map(MatchPlayer(match).play, range(rounds)) if workers <= 1 else _share_rounds(match, rounds, workers):
        yield each
        if each.broken is not None:
            return


def _share_rounds(match: Match, rounds: int, workers: int) -> Generator[Round]:
    """Have worker processes play. When it is given up, they are not waited for: a round of thinking bots may take
    long."""
    others = set(multiprocessing.active_children())
    processes = WorkerProcesses(workers, partial(MatchPlayer, match))
    finished = False
    try:
        yield from processes.play(range(rounds))
        finished = True
    finally:
        for each in set(multiprocessing.active_children()) - others if not finished else ():
            each.terminate()
        processes.shutdown()
