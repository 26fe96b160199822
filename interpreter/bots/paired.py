"""What each answer is worth to a seat that does not see everything, estimated by paired playouts.

One position is looked at (`reaching` plays to it). For each trial everything that the seat does not see is drawn anew,
as for `search`; where a rule keeps a number that depends on it, another game is played to a position that looks the
same. Every answer is tried in that position, with the same luck for all of them: so the differences
between answers scatter far less than their values do (common random numbers; Averill Law, "Simulation Modeling and
Analysis", chapter 11). Answers that the seat gives one after the other are tried together, if nothing that it sees
comes in between, but at most what others choose in secret, and without knowing of these answers.

Games are played to where a measure is taken next, or to their end if somebody plays to win. An answer that is behind
the best by `HOPELESS` standard errors is tried no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import islice
from math import sqrt

from interpreter.bots.advice import AdviceBots, GameView
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import Playouts, TieredPlayouts, force_answer
from interpreter.bots.reaching import reach
from interpreter.bots.redraw import Redrawer
from interpreter.bots.sight import Onlooker
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import Decide, DecisionStop, Position, View
from interpreter.program import VOID, AimInfo, Award, Block, Finish, Program, Sample
from interpreter.program.sight import sees
from interpreter.stepper import Stepper

SEED, BEFORE = 0, 1
"""The seed of the playouts, and that of lots drawn before they begin, which must be others."""

FEWEST, BATCH = 100, 250
"""Trials before anything is concluded, and trials between two looks at the clock."""

CERTAIN, HOPELESS = 3, 5
"""Standard errors by which the best answer must be ahead of the next, and behind which one is given up."""

TRIES = 200
"""Games that are played to a position that looks the same, at most, before it is given up."""

MOST_LINES, LONGEST = 500, 10
"""If there are more ways to answer than this, or longer ones, the seat's strategy gives all answers but the first."""


class NoEstimate(Exception):
    """Games from there end before the measure is taken, or no other game comes to what the seat sees."""


class NotReached(Exception):
    """No position was found where that side decides and this is so."""


@dataclass
class Line:
    """Answers of a seat, one after the other, and what each trial of them was worth."""

    answers: tuple[int, ...]
    values: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Estimate:
    """The mean of a line and its standard error; and by how much it is worse than the best in the same trials, with the
    standard error of that difference."""

    answers: tuple[int, ...]
    trials: int
    mean: float
    error: float
    cost: float
    cost_error: float


class _Place:
    """The position that is looked at, as one seat sees it. Raises NotReached."""

    def __init__(self, program: Program, played: Program, side: int, given: Mapping[int, int]) -> None:
        """`played` is the program of the games that are played from there."""
        reached = reach(program, lambda seat: _may_decide(program, seat, side, given), given)
        if reached is None:
            raise NotReached
        self.program, self.position = program, reached.position
        self.seat, self.choice = reached.stop.chooser, reached.stop.choice
        self.redrawing, self.onlooker = Redrawer(program), Onlooker(program, self.seat)
        self.engine = Stepper(played, events=False)
        several = [*islice(self._list_lines(self.position, ()), MOST_LINES + 1)]
        if len(several) > MOST_LINES or max(map(len, several)) > LONGEST:
            several = [(answer,) for answer in reached.stop.offered]
        self.lines = several

    def _list_lines(self, position: Position, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The answers that the seat may give until it learns something."""
        stop = self.engine.resume(position).stop
        if isinstance(stop, DecisionStop) and stop.chooser == self.seat and len(before) <= LONGEST:
            for answer in stop.offered:
                yield from self._list_lines(self.engine.answer(position, answer).position, (*before, answer))
        elif isinstance(stop, DecisionStop) and self._learns_nothing(position, stop):
            yield from self._list_lines(self.engine.answer(position, stop.offered[0]).position, before)
        else:
            yield before

    def _learns_nothing(self, position: Position, stop: DecisionStop) -> bool:
        """Whether what another answers looks the same to the seat, and the other does not know what the seat chose."""
        if not all(self.program.choices[each].secret for each in (stop.choice, self.choice)):
            return False
        after = [self.engine.answer(position, each).position for each in stop.offered]
        return len({self._look(each) for each in after}) == 1

    def _look(self, position: Position) -> object:
        return position.block, self.onlooker.look(position.slots)

    def redraw(self, game: int) -> Position:
        """A position that looks the same to the seat, with the rest drawn by chance."""
        if self.redrawing.is_possible(self.position, self.seat):
            return self.redrawing.redraw(self.position, self.seat, Stream(SEED, game, 1))
        places = [(zone, at) for zone in self.program.zones for at in range(zone.members)]
        slots = [zone.first + at for zone, at in places if sees(self.program, self.seat, zone, at)]
        seen = {slot: self.position.slots[slot] for slot in slots}
        for each in range(TRIES):
            found = reach(self.program, lambda seat: seat == self.seat, seen, [(game + 1) * TRIES + each])
            if found is not None and self._look(found.position) == self._look(self.position):
                return found.position
        raise NoEstimate

    def force(self, position: Position, answers: Sequence[int], others: dict[int, int], decide: Decide) -> Position:
        """The position after all answers but the last, with the last forced. `others` keeps what others `decide` in
        between, by how many answers came before: they choose the same whatever the seat does."""
        number = 0
        while isinstance(stop := self.engine.resume(position).stop, DecisionStop):
            if stop.chooser == self.seat:
                if answers[number] not in stop.offered:
                    break
                number += 1
                if number == len(answers):
                    return force_answer(self.engine.program, position, answers[-1])
                answer = answers[number - 1]
            else:
                if others.get(number) not in stop.offered:
                    others[number] = decide(stop, GameView(self.engine, position, number))
                answer = others[number]
            position = self.engine.answer(position, answer).position
        return position


class PairedPlayouts:
    """Compares the answers of a `side` to win, or for the `most` or least of a `measure`, where slots hold what is
    `given`. Each seat plays by its strategy. Raises NoEstimate and NotReached."""

    def __init__(
        self,
        program: Program,
        strategies: Sequence[str],
        side: int,
        given: Mapping[int, int],
        measure: int | None = None,
        member: int = 0,
        most: bool = True,
    ) -> None:
        self.program, self.member, self.most = _cut(program, measure), member, most
        self.place = _Place(program, self.program, side, given)
        self.playouts: Playouts = TieredPlayouts(self.program, strategies)
        self.bots = AdviceBots(self.program, strategies)
        self.lines = [Line(each) for each in self.place.lines]
        self.tried = list(self.lines)
        self.trials = self.left_out = 0

    # ---- trials

    def play(self, trials: int = BATCH) -> None:
        """Try each answer that may still be the best some more times. Raises NoEstimate."""
        numbers, place = range(self.trials, self.trials + trials), self.place
        starts = [(place.redraw(game), dict[int, int](), partial(self._decide, game)) for game in numbers]
        results = []
        for line in self.tried:
            forced = [place.force(start, line.answers, others, decide) for start, others, decide in starts]
            results.append(self._rate(forced, numbers.start))
        self.trials += trials
        complete = [values for values in zip(*results, strict=True) if None not in values]
        self.left_out += trials - len(complete)
        for line, values in zip(self.tried, zip(*complete, strict=True), strict=False):
            line.values += values
        if not self.tried[0].values:
            raise NoEstimate
        self._merge()
        if len(self.tried[0].values) >= FEWEST:
            hopeless = {each.answers for each in self.estimate() if each.cost > HOPELESS * each.cost_error}
            self.tried = [line for line in self.tried if line.answers not in hopeless]

    def _decide(self, game: int, stop: DecisionStop, view: View) -> int:
        return self.bots.start_game(BEFORE, game)(stop, view)

    def _rate(self, positions: Sequence[Position], first: int) -> list[int | None]:
        """What games from these positions are worth, in parts of `whole`; None for those that are not measured."""
        ends: list[tuple[int, ...] | None] = []
        while len(ends) < len(positions):
            found = self.playouts.ends(positions[len(ends) :], SEED, first + len(ends))
            ends += found[:1] if found[0] is None else found
        if self.program.aims:
            return [None if end is None else end[self.member] for end in ends]
        worth = Payoff(self.program)
        return [None if end is None else worth.of_winners(end, self.place.seat) for end in ends]

    def _merge(self) -> None:
        """Of lines that differ in the order of their answers alone, and do the same in all trials, keep the first."""
        found: dict[tuple[object, ...], Line] = {}
        for line in self.lines:
            found.setdefault((*sorted(line.answers), *line.values), line)
        self.lines = [*found.values()]
        self.tried = [line for line in self.tried if line in self.lines]

    # ---- what they show

    def estimate(self) -> list[Estimate]:
        """All lines, the best first."""
        sign = 1 if self.most else -1
        best = max(self.tried, key=lambda line: sign * sum(line.values))
        found = [self._compare(line, best, sign) for line in self.lines]
        return sorted(found, key=lambda each: (each.cost, each.answers))

    def _compare(self, line: Line, best: Line, sign: int) -> Estimate:
        mean, error = _average(line.values)
        pairs = zip(best.values, line.values, strict=False)
        cost, cost_error = _average([sign * (top - value) for top, value in pairs])
        whole = 1 if self.program.aims else Payoff(self.program).whole
        scaled = [each / whole for each in (mean, error, cost, cost_error)]
        return Estimate(line.answers, len(line.values), *scaled)

    def is_decided(self) -> bool:
        """Whether the best answer is ahead of all others for certain, but for those that did the same in all trials."""
        _, *others = self.estimate()
        enough = len(self.tried[0].values) >= FEWEST
        return enough and all(each.cost > CERTAIN * each.cost_error or not each.cost_error for each in others)


def _average(values: Sequence[int]) -> tuple[float, float]:
    """The mean and its standard error."""
    many, total = len(values), sum(values)
    if many < 2:
        return float(total), 0.0
    squares = many * sum(value * value for value in values) - total * total
    return total / many, sqrt(squares / (many - 1)) / many


def _may_decide(program: Program, seat: int, side: int, given: Mapping[int, int]) -> bool:
    """Whether a seat belongs to the side, and sees the cards that are given."""
    places = ((zone, at) for zone in program.zones for at in range(zone.members) if zone.first + at in given)
    is_of_side = seat % len(program.sides or program.seats) == side
    return is_of_side and all(sees(program, seat, zone, at) for zone, at in places)


def _cut(program: Program, measure: int | None) -> Program:
    """The program played for a measure to where that is taken next. A game that ends before has no result."""
    if measure is None:
        return replace(program, aims=())
    members = len(program.measures[measure].labels) or 1
    blocks = tuple(_cut_block(block, measure, members) for block in program.blocks)
    return replace(program, aims=(AimInfo(measure, 1),), blocks=blocks)


def _cut_block(block: Block, measure: int, members: int) -> Block:
    taken = [at for at, each in enumerate(block.instructions) if isinstance(each, Sample) and each.measure == measure]
    if taken:
        return replace(block, instructions=block.instructions[: taken[members - 1] + 1], terminator=Finish())
    if isinstance(block.terminator, Finish):
        return replace(block, instructions=(*block.instructions, Award(VOID, 0)))
    return block
