"""Comes to rare rows of a table from the rows beside them.

A game that came to a row is played again with one answer changed: one die shows another face, another card is drawn,
another answer is given. All others stay as they were, as far as they can. From what comes nearer to the wanted row it
goes on in the same manner. (Hill climbing over what a program is given, measured by the distance to a branch: B. Korel,
"Automated Software Test Data Generation", IEEE Transactions on Software Engineering 16, 1990.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.engine import ChanceStop, DecisionStop, DrawStop, pick_default_answer
from interpreter.examples.covered import SiteKey
from interpreter.examples.walking import Move, OpenStop, Sighting, Walk, Way
from interpreter.program import Program
from interpreter.stepper import Stepper

MOST_STARTS = 6
"""From how many ways to other rows it is tried."""

MOST_WALKED = 20_000
"""How many answers are given from one of them."""

MOST_ANSWERS = 64
"""How many other answers to one stop are tried at most."""


def climb(stepper: Stepper, key: SiteKey, beside: Mapping[SiteKey, Sequence[Way]]) -> Iterator[Sighting]:
    """A way to a row, if there is one near the ways to rows `beside` it in its table."""
    rows = sorted((each for each in beside if each[:2] == key[:2]), key=lambda each: _measure(key, each))
    starts = [(way, _measure(key, row)) for row in rows for way in beside[row]]
    for way, distance in starts[:MOST_STARTS]:
        found = _Climber(stepper, key).climb(way, distance)
        if found is not None:
            yield found
            return


def _measure(key: SiteKey, row: SiteKey) -> int:
    """How many lines there are between two rows of a table."""
    return abs(row[3] - key[3])


class _Climber:
    """Looks for a row, from one way."""

    def __init__(self, stepper: Stepper, key: SiteKey) -> None:
        self.stepper, self.key = stepper, key
        self.start = Walk.begin(stepper)
        self.left = MOST_WALKED

    def climb(self, way: Way, distance: int) -> Sighting | None:
        """A way to the row from a way that came to one at this distance from it."""
        for walk in self._list_changed(way):
            rows = [each for each in walk.reached if each[:2] == self.key[:2]]
            nearest = min((_measure(self.key, each) for each in rows), default=distance)
            if nearest == 0:
                return Sighting(self.key, walk.way, self._go_on(walk).way)
            if nearest < distance:
                return self.climb(walk.way, nearest)
        return None

    def _go_on(self, walk: Walk) -> Walk:
        stop = walk.stop
        return walk if stop is None else walk.take(pick_default_answer(stop) if isinstance(stop, DecisionStop) else 0)

    def _list_changed(self, way: Way) -> Iterator[Walk]:
        """Where the way leads with one answer changed, the latest first, and with one answer more."""
        for count in range(len(way.moves), 0, -1):
            *_, move = way.moves[:count]
            before = self.start.go_back(way.moves[:count])
            for answer in _list_others(self.stepper.program, move):
                for walk in self._follow(before, answer, move, way.moves[count:]):
                    yield walk
                    self.left -= 1
                if self.left < 0:
                    return

    def _follow(self, walk: Walk, answer: int, changed: Move, rest: Sequence[Move]) -> Iterator[Walk]:
        """The stops after a changed answer, where the rest of the way is followed, and then one answer of each sort."""
        walk = walk.take(answer)
        yield walk
        for move in rest:
            if walk.stop is None:
                return
            walk = walk.take(_fit_answer(walk.stop, move, changed, answer))
            yield walk
        if isinstance(walk.stop, DecisionStop):
            yield from (walk.take(each) for each in walk.stop.offered[:MOST_ANSWERS])


def _list_others(program: Program, move: Move) -> list[int]:
    """The answers that could have been given instead: of a throw, those in which one die is another."""
    match move.stop:
        case ChanceStop(dice, outcomes):
            return _list_neighbours(move.answer, program.dice[dice].faces, outcomes)
        case DrawStop(_, _, cards):
            return [each for each in range(len(cards)) if each != move.answer][:MOST_ANSWERS]
        case DecisionStop(_, _, offered):
            return [each for each in offered if each != move.answer][:MOST_ANSWERS]


def _list_neighbours(outcome: int, faces: int, outcomes: int) -> list[int]:
    """The throws that differ in one die. Each die is a digit of the outcome."""
    found, weight = [], 1
    while weight < outcomes:
        face = outcome // weight % faces
        found += [outcome + (other - face) * weight for other in range(faces) if other != face]
        weight *= faces
    return found


def _fit_answer(stop: OpenStop, move: Move, changed: Move, answer: int) -> int:
    """The answer to a stop that is most like the one that was given there. A card that was drawn before instead of
    another changes places with it."""
    match stop, move.stop:
        case DrawStop(), DrawStop():
            card = move.stop.cards[move.answer]
            if isinstance(changed.stop, DrawStop) and card == changed.stop.cards[answer]:
                card = changed.stop.cards[changed.answer]
            return stop.cards.index(card) if card in stop.cards else 0
        case DecisionStop(), _:
            return move.answer if move.answer in stop.offered else pick_default_answer(stop)
        case _:
            return move.answer if move.answer < stop.outcomes else 0
