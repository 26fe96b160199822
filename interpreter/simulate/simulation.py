"""Many games of one program: what was measured, who won, which rules and rows came up.

Game k under seed s is played on the stream of (s, k), so games can be played in any order, by any engine and by any
number of processes or machines. A stretch of games has a `Summary` of whole numbers; an executor plays the stretches;
they are added up in the order of their games, and the first game that fails ends the simulation. So the numbers depend
on the program, the strategies, the seed and the number of games alone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing

from interpreter.data_classes import dataclass
from interpreter.display import format_seat, format_site_key
from interpreter.simulate.executors import choose_executor
from interpreter.simulate.players import AUTO, PlayOptions, StepperPlayer
from interpreter.simulate.players import Plan as Plan
from interpreter.summary import BrokenGame as BrokenGame
from interpreter.summary import Summary as Summary
from interpreter.tally import Quotient, Tally

FIRST_CHECK = 1_000
"""The games before a stop condition is looked at for the first time."""


def play_games(plan: Plan, games: range) -> Summary:
    return StepperPlayer(plan).play(games)


def simulate(plan: Plan, games: int, workers: int = 1, first: int = 0, engine: str = AUTO) -> Generator[Summary]:
    """Play games number `first` to `first + games - 1` and yield the summary of each stretch, in order: add them up as
    they come. A broken game is the last of its stretch, and that stretch the last. Close the iterator to
    stop. Neither engine nor workers change anything in the numbers."""
    executor = choose_executor(plan, games, PlayOptions(engine, workers))
    try:
        yield from executor.play(range(first, first + games))
    finally:
        executor.shutdown()


def sum_up(plan: Plan, games: int, workers: int = 1, first: int = 0, engine: str = AUTO) -> Summary:
    summary = Summary.of(plan.program)
    with closing(simulate(plan, games, workers, first, engine)) as parts:
        for part in parts:
            summary = summary.combine(part)
    return summary


def schedule_checks(most: int) -> Iterator[int]:
    """After how many games to look whether something holds: each time a quarter more, and at last after `most`. These
    numbers depend on nothing else, so that the same games are played whatever the engine or the workers."""
    look = FIRST_CHECK
    while look < most:
        yield look
        look += look // 4
    yield most


# ---- results


@dataclass(frozen=True, repr=False)
class Result:
    """A simulation and what it was of. `options` are all options as the ruleset writes them."""

    plan: Plan
    summary: Summary
    ruleset: str
    options: dict[str, int | str]
    house_rules: tuple[str, ...] = ()
    seconds: float | None = None
    until: str = ""

    def __repr__(self) -> str:
        return f"<Result of {self.games} games of {self.ruleset}, seed {self.plan.seed}>"

    @property
    def games(self) -> int:
        return self.summary.games

    @property
    def without_result(self) -> int:
        """How many of them have no result. Measures and shares are of the others."""
        return self.summary.void

    @property
    def engine(self) -> str:
        return " and ".join(sorted(each for each, games in self.summary.games_of.items() if games))

    @property
    def measures(self) -> dict[str, Tally]:
        return {each.name: tally for each, tally in zip(self.plan.program.measures, self.summary.measures, strict=True)}

    @property
    def quotients(self) -> dict[str, Quotient]:
        """The sum of one measure for each one of another."""
        return {each.name: self.summary.find_quotient(at) for at, each in enumerate(self.plan.program.quotients)}

    @property
    def figures(self) -> dict[str, Tally | Quotient]:
        return {**self.measures, **self.quotients}

    @property
    def winners(self) -> dict[str, float | None]:
        """The share of the games with a result that each side or player won, and that nobody won, as `drawn`."""
        program, wins = self.plan.program, self.summary.wins
        won = {name: wins[place] for place, name in enumerate(program.parties)}
        counts = won | {"drawn": self.summary.drawn}
        return {name: self._compute_share(count) for name, count in counts.items()}

    @property
    def shared(self) -> float | None:
        """The share of the games that several won together; each of them has it in its own share too."""
        return self._compute_share(self.summary.shared)

    def _compute_share(self, count: int) -> float | None:
        return count / self.summary.decided if self.summary.decided else None

    @property
    def rows(self) -> dict[str, int]:
        """How often each table row that is done, as `table: row`, and each rule, as `rule name`, came up."""
        counts: dict[str, int] = {}
        for site, marks in zip(self.plan.program.sites, self.summary.marks, strict=True):
            if site.kind in ("row", "rule"):
                counts[format_site_key(site)] = counts.get(format_site_key(site), 0) + marks
        return counts

    def to_dict(self) -> dict[str, object]:
        """Everything as plain data: what `simulate --json` prints. Only the seconds differ from run to run."""
        program, seconds = self.plan.program, self.seconds
        return {
            "ruleset": self.ruleset,
            "options": self.options,
            "house_rules": list(self.house_rules),
            "players": len(program.seats),
            "strategies": {format_seat(program, seat): name for seat, name in enumerate(self.plan.strategies)},
            "seed": self.plan.seed,
            "games": self.games,
            "without_result": self.without_result,
            "engine": self.engine,
            **({"until": self.until} if self.until else {}),
            "seconds": None if seconds is None else round(seconds, 3),
            "games_per_second": round(self.games / seconds, 1) if seconds else None,
            "measures": {
                **{name: self._measure_to_dict(at) for at, name in enumerate(self.measures)},
                **{name: self._quotient_to_dict(name, each) for name, each in self.quotients.items()},
            },
            "winners": self.winners,
            "shared_wins": self.shared,
            "unadvised": self.summary.count_lost_advice,
            "rows": self.rows,
        }

    def _measure_to_dict(self, at: int) -> dict[str, object]:
        info, members = self.plan.program.measures[at], self.summary.members[at]
        measure = {"per": info.per, **self.summary.measures[at].to_dict()}
        if not members:
            return measure
        parts = {label: each.to_dict() for label, each in zip(info.labels, members, strict=True)}
        return measure | {"members": parts}

    def _quotient_to_dict(self, name: str, quotient: Quotient) -> dict[str, object]:
        program = self.plan.program
        info = next(each for each in program.quotients if each.name == name)
        top, bottom = program.measures[info.top], program.measures[info.bottom]
        return {"of": top.name, "per": bottom.name, **quotient.to_dict()}


def run_simulation(
    plan: Plan, games: int, ruleset: str, options: dict[str, int | str], workers: int = 1, engine: str = AUTO
) -> Result:
    return Result(plan, sum_up(plan, games, workers, engine=engine), ruleset, options)
