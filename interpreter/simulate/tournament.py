"""Two strategies against each other: who wins how often, on the same dice from every seat.

A round is one game number of the seed, played once for each party (a side, or a seat where there are no sides): in
turn strategy A plays for that party and B for all others, so that each sits everywhere as often, with the same luck.
Between two parties that is a game and the same again with seats swapped. What a round brings A is one observation:
its games lean on each other, so the standard error goes by rounds (see `tally`). A game that several win counts in
parts for each, one that nobody wins in parts for all, and one without a result not at all.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import field, replace
from functools import cached_property

from interpreter.bots.payoff import Payoff
from interpreter.data_classes import dataclass
from interpreter.engine import GAME_BUDGET
from interpreter.program import VOID, Program
from interpreter.simulate.executors import choose_executor, list_games
from interpreter.simulate.players import Plan, PlayOptions
from interpreter.summary import BrokenGame, GameRow
from interpreter.tally import Tally


@dataclass(frozen=True)
class Match:
    """What is played: a program, the two strategies, the seed of all rounds, and how many stops a game may have."""

    program: Program
    first: str
    second: str
    seed: int
    most_stops: int = GAME_BUDGET

    @cached_property
    def worth(self) -> Payoff:
        return Payoff(self.program)

    @property
    def plans(self) -> list[Plan]:
        parties, seats = self.worth.parties, range(len(self.program.seats))
        return [
            Plan(
                self.program,
                tuple(self.first if seat % parties == party else self.second for seat in seats),
                self.seed,
                self.most_stops,
            )
            for party in range(parties)
        ]

    def sum_up(self, games: Iterable[GameRow | BrokenGame]) -> Round:
        """The round that these games are, one for each party, up to the first that could not continue."""
        worth: list[int | None] = []
        for party, game in enumerate(games):
            if isinstance(game, BrokenGame):
                return Round(tuple(worth), game)
            _, winners, _ = game
            worth.append(None if winners == (VOID,) else self.worth.of_winners(winners, party))
        return Round(tuple(worth))


@dataclass(frozen=True)
class Round:
    """One round: what each of its games was worth to A, in parts of a whole win, by the party that A played for, None
    for a game without a result; and the game that could not continue, if there is one."""

    worth: tuple[int | None, ...]
    broken: BrokenGame | None = None

    @property
    def games(self) -> int:
        return len(self.worth)

    @property
    def results(self) -> list[int]:
        return [each for each in self.worth if each is not None]


@dataclass
class Standing:
    """The result of the rounds so far."""

    match: Match
    rounds: list[Round] = field(default_factory=list)

    @property
    def worth(self) -> Payoff:
        return self.match.worth

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


def play_match(match: Match, rounds: int, play_options: PlayOptions | None = None) -> Generator[Round]:
    """Play rounds and yield each, in order; a broken one is the last. Neither engine nor workers change anything in
    them. Close the iterator to stop."""
    options = replace(play_options or PlayOptions(), per_game=True)
    if options.workers > 1:  # each party has an executor of its own, and all of them play at once
        options = replace(options, workers=max(2, options.workers // match.worth.parties))
    executors = [choose_executor(each, rounds, options) for each in match.plans]
    try:
        for games in zip(*(list_games(each.play(range(rounds))) for each in executors), strict=False):
            played = match.sum_up(games)
            yield played
            if played.broken is not None:
                return
    finally:
        for executor in executors:
            executor.shutdown()
