"""Estimates the value of each answer to a seat that does not see everything, by paired playouts.

One position is found that fits what is given (`reaching`). In each trial everything that the seat does not see is drawn
anew; if a rule keeps a number that depends on it, another game is played to a position that looks the same. Every
answer is tried there with the same luck, so that differences scatter far less than values (common random numbers;
Averill Law, "Simulation Modeling and Analysis", chapter 11). Answers that the seat gives one after another are tried
together if it learns nothing in between.

Games are played to where a measure is taken next, or to their end if somebody plays to win. An answer that is behind
the best by `HOPELESS` standard errors is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import islice
from math import sqrt
from typing import NamedTuple

from interpreter.bots.advice import Advice, GameView
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import Playouts, force_answer
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
"""The seed of the playouts, and that of the lots that others draw before them."""

FEWEST, BATCH = 100, 250
"""Trials before anything is concluded, and trials between two looks at the clock."""

CERTAIN, HOPELESS = 3, 5
"""Standard errors by which the best answer must be ahead of the next, and behind which one is dropped."""

TRIES = 200
"""Games that are played to find a position that looks the same."""

MOST_LINES, LONGEST = 500, 10
"""If there are more lines than this, or longer ones, the seat's strategy gives all answers but the first."""


class NoEstimate(Exception):
    """Games end before the measure is taken, or no other game leads to what the seat sees."""


class NotReached(Exception):
    """No position was found where that side decides and slots hold what is given."""


class Answer(NamedTuple):
    """The number of a choice, and of an answer to it."""

    choice: int
    number: int


@dataclass
class Line:
    """Successive answers of a seat, and the value of each trial of them."""

    answers: tuple[Answer, ...]
    values: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Estimate:
    """The mean of a line, and how much worse it is than the best one in the same trials, with standard errors."""

    answers: tuple[Answer, ...]
    trials: int
    mean: float
    error: float
    cost: float
    cost_error: float


class _Place:
    """The position in question, as one seat sees it. Raises NotReached."""

    def __init__(self, program: Program, played: Program, side: int, given: Mapping[int, int]) -> None:
        """`played` is the program of the games that are played from there."""
        reached = reach(program, lambda seat: _may_decide(program, seat, side, given), given)
        if reached is None:
            raise NotReached
        self.program, (self.position, stop) = program, reached
        self.seat, self.choice = stop.chooser, stop.choice
        self.redrawing, self.onlooker = Redrawer(program), Onlooker(program, self.seat)
        self.engine = Stepper(played, events=False)
        self.lines = [*islice(self._list_lines(self.position, ()), MOST_LINES + 1)]
        if len(self.lines) > MOST_LINES or max(map(len, self.lines)) > LONGEST:
            self.lines = [(Answer(stop.choice, each),) for each in stop.offered]

    def _list_lines(self, position: Position, before: tuple[Answer, ...]) -> Iterator[tuple[Answer, ...]]:
        """The successive answers that the seat may give until it learns something."""
        stop = self.engine.resume(position).stop
        if isinstance(stop, DecisionStop) and stop.chooser == self.seat and len(before) <= LONGEST:
            for answer in stop.offered:
                line = (*before, Answer(stop.choice, answer))
                yield from self._list_lines(self.engine.answer(position, answer).position, line)
        elif isinstance(stop, DecisionStop) and self._learns_nothing(position, stop):
            yield from self._list_lines(self.engine.answer(position, stop.offered[0]).position, before)
        else:
            yield before

    def _learns_nothing(self, position: Position, stop: DecisionStop) -> bool:
        """Whether all answers of another look the same to the seat, who has not seen the seat's own."""
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
            if found is not None and self._look(found[0]) == self._look(self.position):
                return found[0]
        raise NoEstimate

    def force(self, position: Position, answers: Sequence[Answer], others: dict[int, int], decide: Decide) -> Position:
        """The position after all answers but the last, with the last forced. `others` keeps the answers of others, by
        the number of the seat's own before: they are the same in all lines of a trial."""
        number = 0
        while isinstance(stop := self.engine.resume(position).stop, DecisionStop):
            if stop.chooser == self.seat:
                if answers[number].number not in stop.offered:
                    break
                number += 1
                if number == len(answers):
                    return force_answer(self.engine.program, position, answers[-1].number)
                answer = answers[number - 1].number
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
        self.strategies, self.advice = strategies, Advice(self.program, BEFORE)
        self.playouts, self.worth = Playouts(self.program, strategies), Payoff(self.program)
        self.lines = [Line(each) for each in self.place.lines]
        self.tried = list(self.lines)
        self.trials = self.left_out = 0

    def play(self, trials: int = BATCH) -> None:
        """Try each line that may still be the best some more times. Raises NoEstimate."""
        first, place = self.trials, self.place
        games = range(first, first + trials)
        starts = [(place.redraw(game), dict[int, int](), partial(self._decide, game)) for game in games]
        results = []
        for line in self.tried:
            forced = [place.force(start, line.answers, others, decide) for start, others, decide in starts]
            results.append([self._rate(end) for end in self.playouts.play(forced, SEED, first)])
        complete = [values for values in zip(*results, strict=True) if None not in values]
        self.trials += trials
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
        self.advice.game = game
        return self.advice.advise_seat(self.strategies, stop, view)

    def _rate(self, end: tuple[int, ...] | None) -> int | None:
        """The value of a game, in parts of `Payoff.whole` if it is played to win; None if it was not measured."""
        if end is None:
            return None
        return end[self.member] if self.program.aims else self.worth.of_winners(end, self.place.seat)

    def _merge(self) -> None:
        """Of lines that differ only in the order of their answers, and have the same results, keep the first."""
        found: dict[tuple[object, ...], Line] = {}
        for line in self.lines:
            found.setdefault((*sorted(line.answers), *line.values), line)
        self.lines = [*found.values()]
        self.tried = [line for line in self.tried if line in self.lines]

    def estimate(self) -> list[Estimate]:
        """All lines, the best first."""
        sign = 1 if self.most else -1
        best = max(self.tried, key=lambda line: sign * sum(line.values))
        found = [self._compare(line, best, sign) for line in self.lines]
        return sorted(found, key=lambda each: (each.cost, each.answers))

    def _compare(self, line: Line, best: Line, sign: int) -> Estimate:
        pairs = zip(best.values, line.values, strict=False)
        costs = [sign * (top - value) for top, value in pairs]
        whole = 1 if self.program.aims else self.worth.whole
        scaled = [each / whole for each in (*_average(line.values), *_average(costs))]
        return Estimate(line.answers, len(line.values), *scaled)

    def is_decided(self) -> bool:
        """Whether the best line is certainly ahead of all others, except those with the same result in all trials."""
        _, *others = self.estimate()
        enough = len(self.tried[0].values) >= FEWEST
        return enough and all(each.cost > CERTAIN * each.cost_error or not each.cost_error for each in others)


def _average(values: Sequence[int]) -> tuple[float, float]:
    count, total = len(values), sum(values)
    if count < 2:
        return float(total), 0.0
    squares = count * sum(value * value for value in values) - total * total
    return total / count, sqrt(squares / (count - 1)) / count


def _may_decide(program: Program, seat: int, side: int, given: Mapping[int, int]) -> bool:
    places = ((zone, at) for zone in program.zones for at in range(zone.members) if zone.first + at in given)
    is_of_side = seat % len(program.sides or program.seats) == side
    return is_of_side and all(sees(program, seat, zone, at) for zone, at in places)


def _cut(program: Program, measure: int | None) -> Program:
    """The program that ends where a measure is taken next. A game that ends before has no result."""
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
