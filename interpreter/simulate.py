"""Many games of one program: what was measured, who won, which rules and rows came up.

Game k under seed s is played on the stream of (s, k), so games can be played in any order and by any number of
processes. What a stretch of games came to is a `Summary` of whole numbers that can be added to another; the
stretches are added up in the order of their games, and the first game that fails ends the simulation. So the
numbers depend on the program, the strategies, the seed and the number of games alone.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from operator import add
from threading import current_thread, main_thread

from interpreter.chance import Stream
from interpreter.engine import Failure, Outcome
from interpreter.program import Program
from interpreter.seats import DEFAULT, Bots
from interpreter.stepper import Stepper
from interpreter.tally import Tally
from interpreter.wording import show_seat, site_key

STRETCH = 20
"""How many games are played between two looks at what came of them."""

AHEAD = 3
"""How many stretches a worker process has waiting for it."""

ENGINE = "stepper"


@dataclass(frozen=True)
class Plan:
    """What is played: a program, a strategy for each seat, and the seed of all games."""

    program: Program
    strategies: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Broken:
    """The game that could not go on, and why."""

    game: int
    failure: Failure


@dataclass
class Summary:
    """What some games came to. `measures` has a tally for each measure and `members` one for each member of the
    kind it is per, if it is per a kind; `wins` counts the games each side or seat won (more than one may win a
    game, and nobody wins a drawn one), `shared` the games that several won; `marks` how often each site was
    reached."""

    games: int = 0
    measures: list[Tally] = field(default_factory=list)
    members: list[list[Tally]] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    drawn: int = 0
    shared: int = 0
    marks: list[int] = field(default_factory=list)
    broken: Broken | None = None

    @classmethod
    def of(cls, program: Program) -> Summary:
        """A summary of no games."""
        return cls(
            measures=[Tally() for _ in program.measures],
            members=[[Tally() for _ in each.labels] for each in program.measures],
            marks=[0] * len(program.sites),
        )

    def add_game(self, outcome: Outcome) -> None:
        """Take in a game that was played to its end."""
        self.games += 1
        samples: list[list[int]] = [[] for _ in self.measures]
        for measure, value in outcome.samples:
            samples[measure].append(value)
        for tally, members, values in zip(self.measures, self.members, samples, strict=True):
            tally.add_game(values)
            for member, value in zip(members, values, strict=bool(members)):
                member.add_game((value,))
        winners = set(outcome.position.winners)
        self.wins.update(winners)
        self.drawn += not winners
        self.shared += len(winners) > 1
        self.marks = list(map(add, self.marks, outcome.marks))

    def plus(self, later: Summary) -> Summary:
        """These games and those of a summary of later games of the same program; none come after a broken one."""
        if self.broken is not None:
            return self
        pairs = zip(self.members, later.members, strict=True)
        return Summary(
            self.games + later.games,
            _add_up(self.measures, later.measures),
            [_add_up(mine, other) for mine, other in pairs],
            self.wins + later.wins,
            self.drawn + later.drawn,
            self.shared + later.shared,
            list(map(add, self.marks, later.marks)),
            later.broken,
        )


def _add_up(mine: list[Tally], other: list[Tally]) -> list[Tally]:
    return [one.plus(another) for one, another in zip(mine, other, strict=True)]


# ---- playing


def play_games(plan: Plan, games: range) -> Summary:
    """Play the games with these numbers, up to the first that fails."""
    return _Player(plan).play(games)


def simulate(plan: Plan, games: int, workers: int = 1, first: int = 0) -> Generator[Summary]:
    """Play games number `first` to `first + games - 1` and yield what each stretch of them came to, in order: add
    them up as they come. A broken game is the last of its stretch, and that stretch the last.

    With several workers the games are played in other processes, started afresh, which read the caller's main module
    again; a script that asks for them needs the usual `if __name__ == "__main__"`. Close the iterator to stop.
    """
    stretches = (range(at, min(at + STRETCH, first + games)) for at in range(first, first + games, STRETCH))
    parts = map(_Player(plan).play, stretches) if workers <= 1 else _share_out(plan, stretches, workers)
    for part in parts:
        yield part
        if part.broken is not None:
            return


class _Player:
    """Plays stretches of games, with what can be kept between them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.engine = Stepper(plan.program, events=False)
        alike = all(each == DEFAULT for each in plan.strategies)
        self.bots = None if alike else Bots(plan.program, plan.strategies, plan.seed)

    def play(self, games: range) -> Summary:
        summary = Summary.of(self.plan.program)
        for game in games:
            decide = self.bots.in_game(game) if self.bots else None
            outcome = self.engine.play_out(None, Stream(self.plan.seed, game), decide)
            if isinstance(outcome.stop, Failure):
                summary.broken = Broken(game, outcome.stop)
                break
            summary.add_game(outcome)
        return summary


# ---- in other processes

_players: list[_Player] = []
"""The player of a worker process, made once."""


def _prepare(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _players.append(_Player(plan))


def _play_there(games: range) -> Summary:
    return _players[0].play(games)


def _share_out(plan: Plan, stretches: Iterator[range], workers: int) -> Iterator[Summary]:
    """Hand stretches to worker processes and yield their summaries in order. Should a worker be lost, all that has
    not come back is played here."""
    handed_out: deque[range] = deque()
    coming: deque[Future[Summary]] = deque()
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _prepare, (plan,))
    try:
        for stretch in stretches:
            handed_out.append(stretch)
            with _uninterrupted():
                coming.append(pool.submit(_play_there, stretch))
            if len(coming) >= AHEAD * workers:
                yield coming.popleft().result()
                handed_out.popleft()
        while coming:
            yield coming.popleft().result()
            handed_out.popleft()
    except BrokenProcessPool:
        yield from map(_Player(plan).play, chain(handed_out, stretches))
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, which is for whoever reads the summaries."""
    if current_thread() is not main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


# ---- what it comes to


@dataclass(frozen=True, repr=False)
class Result:
    """A simulation and what it was of. `options` are all options as the ruleset writes them."""

    plan: Plan
    summary: Summary
    ruleset: str
    options: dict[str, int | str]
    house_rules: tuple[str, ...] = ()
    seconds: float | None = None

    def __repr__(self) -> str:
        return f"<Result of {self.games} games of {self.ruleset}, seed {self.plan.seed}>"

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return self.summary.games

    @property
    def measures(self) -> dict[str, Tally]:
        """The tally of each measure."""
        return {each.name: tally for each, tally in zip(self.plan.program.measures, self.summary.measures, strict=True)}

    @property
    def winners(self) -> dict[str, float | None]:
        """The share of the games that each side or player won, and that nobody won, as `drawn`."""
        program, wins = self.plan.program, self.summary.wins
        won = {name: wins[place] for place, name in enumerate(program.sides or program.seats)}
        counts = won | {"drawn": self.summary.drawn}
        return {name: count / self.games if self.games else None for name, count in counts.items()}

    @property
    def shared(self) -> float | None:
        """The share of the games that several won together; each of them has it in its own share too."""
        return self.summary.shared / self.games if self.games else None

    @property
    def rows(self) -> dict[str, int]:
        """How often each table row, as `table: row`, and each rule, as `rule name`, came up."""
        counts: dict[str, int] = {}
        for site, marks in zip(self.plan.program.sites, self.summary.marks, strict=True):
            if site.kind in ("row", "rule"):
                counts[site_key(site)] = counts.get(site_key(site), 0) + marks
        return counts

    def to_dict(self) -> dict[str, object]:
        """Everything as plain data: what `simulate --json` prints. Only the seconds differ from run to run."""
        program, seconds = self.plan.program, self.seconds
        return {
            "ruleset": self.ruleset,
            "options": self.options,
            "house_rules": list(self.house_rules),
            "players": len(program.seats),
            "strategies": {show_seat(program, seat): name for seat, name in enumerate(self.plan.strategies)},
            "seed": self.plan.seed,
            "games": self.games,
            "engine": ENGINE,
            "seconds": None if seconds is None else round(seconds, 3),
            "games_per_second": round(self.games / seconds, 1) if seconds else None,
            "measures": {name: self._measure(at) for at, name in enumerate(self.measures)},
            "winners": self.winners,
            "shared_wins": self.shared,
            "rows": self.rows,
        }

    def _measure(self, at: int) -> dict[str, object]:
        info, members = self.plan.program.measures[at], self.summary.members[at]
        measure = {"per": info.per, **self.summary.measures[at].to_dict()}
        if not members:
            return measure
        parts = {label: each.to_dict() for label, each in zip(info.labels, members, strict=True)}
        return measure | {"members": parts}


def run(plan: Plan, games: int, ruleset: str, options: dict[str, int | str], workers: int = 1) -> Result:
    """A whole simulation at once. A broken game is in the result's summary."""
    summary = Summary.of(plan.program)
    with closing(simulate(plan, games, workers)) as parts:
        for part in parts:
            summary = summary.plus(part)
    return Result(plan, summary, ruleset, options)
