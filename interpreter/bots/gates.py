"""Gates: places that a game comes through again and again, where little is left of what was answered before.

To compare answers by games to the end takes many games: once two have parted, all that follows falls out otherwise, and
luck makes more difference than the answers do. At a gate, such as the deal of the next hand, games meet again: all that
the rest hangs on is the position there, and there are few of these. So games are played as far as the gate, and what a
position there is worth is found once, by games of its own, for all answers that lead to it. That scatters far less and
comes to the same on average (John Hammersley, "Conditional Monte Carlo", Journal of the ACM 3, 1956).

Which place is the gate of a program is found by looking at one of its games (`find_gate`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from interpreter.analysis.graph import find_closure, find_ways, turn_round
from interpreter.analysis.liveness_by_calls import LivenessByCalls
from interpreter.bots.advice import AdviceBots
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import Playouts, Stretches, find_winners, force_answer
from interpreter.chains.regions import Region
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import DecisionStop, GameOver, Position, View
from interpreter.program import Chance, Decide, Draw, Finish, Program, Slot
from interpreter.stepper import Stepper

MOST_VARYING = 10
"""So many numbers, at most, differ at a gate from one time to the next."""

FEWEST_TIMES = 4
"""So often, at least, a game comes to its gate with something decided since it was there."""

MOST_LOOKS = 20_000
"""After so many places where a gate may be, a game is looked at no longer."""

DECISIONS, FEWEST_MET = 6, 2
"""Games part at so many decisions of that game, and meet again at the gate after so many of these, at least."""

SAMPLE, MOST_DIFFERENT = 16, 12
"""Of so many games with each of two answers, at least half of those with one meet the others at the gate, where they
come to so many positions at most."""

MOST_GAMES = 500
"""So many games are played from each position at a gate, or as many as a decision is tried in, if these are fewer."""

MOST_KNOWN = 20_000
"""What is behind so many positions is remembered, before it is forgotten and found anew."""

SEED = 0

Key: TypeAlias = tuple[object, ...]
"""All that the rest of a game hangs on, at a gate."""

Rated: TypeAlias = tuple[bool, list[int]]
"""Whether the first of some games comes to an end, and what each is worth to a seat."""


# ---- where a gate is


@dataclass(frozen=True, eq=False)
class Gate:
    """The place where a block of a program begins, and the slots that matter there."""

    program: Program
    block: int
    slots: tuple[int, ...]

    def key_of(self, position: Position) -> Key:
        return position.winners, *map(position.slots.__getitem__, self.slots)

    @cached_property
    def follows_luck(self) -> frozenset[int]:
        """The blocks from which a game may come to a throw or a draw before the gate. From others it comes there by
        answers alone, and these are better tried out than left to a base strategy."""
        ways = find_ways(self.program, [self.program.start])
        lucky = [at for at in ways if isinstance(self.program.blocks[at].terminator, Chance | Draw)]
        return frozenset(find_closure(lucky, {**turn_round(ways), self.block: []}))

    @cached_property
    def way_there(self) -> Program:
        """The program as far as the gate: its games end before it."""
        return _end_before(self.program, [self.block])


def _end_before(program: Program, blocks: Sequence[int]) -> Program:
    """A program whose games end where one of these blocks is about to begin. Each of them is there once more after all
    others, in order, so that a game can go on with it."""
    ended = {at: replace(program.blocks[at], instructions=(), terminator=Finish()) for at in blocks}
    kept = [ended.get(at, block) for at, block in enumerate(program.blocks)]
    return replace(program, blocks=(*kept, *(program.blocks[at] for at in blocks)))


def find_gate(program: Program, base: str) -> Gate | None:
    """The gate of a program: where few numbers differ, and games by the base strategy that have parted meet again. Of
    several, the one to which a game comes most often with something decided in between. None if there is none; and in
    games with an aim, which is measured on the way."""
    if program.aims or not program.choices:
        return None
    gates = _find_gates(program, base)
    watch = _Watch(program, base, gates)
    keys: dict[int, list[Key]] = {at: [] for at in gates}
    before = dict.fromkeys(gates, 0)
    for position in watch.play(Position(program.start, (0,) * len(program.slots)), 0):
        at, decided = position.block, len(watch.decisions)
        if decided > before[at]:
            before[at] = decided
            keys[at].append(gates[at].key_of(position))
    fit = {at: gates[at] for at in gates if len(keys[at]) >= FEWEST_TIMES and _count_varying(keys[at]) <= MOST_VARYING}
    met = _count_met(fit, _Watch(program, base, fit), watch.decisions)
    return max((fit[at] for at in fit if met[at] >= FEWEST_MET), key=lambda gate: len(keys[gate.block]), default=None)


def _find_gates(program: Program, base: str) -> dict[int, Gate]:
    """Where a gate may be: at the beginning of a rule or phase, where no register holds anything. All slots matter that
    who wins hangs on, but for what is on offer, and to whom: that is worked out anew before anybody is asked."""
    region = Region(program, None, (base,))
    live = LivenessByCalls(region.program, region.starts, region.elsewhere, region.sure, certain=True).before
    entries = sorted({info.entry for info in program.routines} & live.keys() - {program.start})
    askings = [block.terminator for block in program.blocks if isinstance(block.terminator, Decide)]
    choosers = {each.chooser.index for each in askings if isinstance(each.chooser, Slot)}
    slots = [at for at, info in enumerate(program.slots) if info.kind != "flag" and at not in choosers]
    return {entry: Gate(program, entry, tuple(at for at in slots if live[entry] >> at & 1)) for entry in entries}


class _Watch:
    """Games by a base strategy that are looked at each time they come to one of these gates. What is decided in the
    last one is listed: where, and what is on offer."""

    def __init__(self, program: Program, base: str, gates: Iterable[int]) -> None:
        self.program = program
        self.gates = {at: len(program.blocks) + number for number, at in enumerate(gates)}
        self.decisions: list[tuple[Position, DecisionStop]] = []
        self._engine = Stepper(_end_before(program, list(self.gates)), events=False)
        self._bots = AdviceBots(program, [base] * len(program.seats))

    def play(self, position: Position, game: int) -> Iterator[Position]:
        """Play a game on, and yield where it is each time that it comes to a gate."""
        chances, self._advised = Stream(SEED, game), self._bots.start_game(SEED, game)
        self.decisions.clear()
        for _ in range(MOST_LOOKS):
            outcome = self._engine.play_out(position, chances, self._decide)
            if not isinstance(outcome.stop, GameOver) or outcome.position.block not in self.gates:
                return
            yield outcome.position
            position = replace(outcome.position, block=self.gates[outcome.position.block])

    def _decide(self, stop: DecisionStop, view: View) -> int:
        self.decisions.append((view.position(), stop))
        return self._advised(stop, view)


def _count_varying(keys: Sequence[Key]) -> int:
    """How many numbers are not the same in all of these."""
    return sum(len(set(several)) > 1 for several in zip(*keys, strict=True))


def _count_met(
    gates: Mapping[int, Gate], watch: _Watch, decisions: Sequence[tuple[Position, DecisionStop]]
) -> Counter[int]:
    """After how many of some decisions games with other answers meet at each gate."""
    met = Counter[int]()
    for position, stop in decisions[:: max(1, len(decisions) // DECISIONS)] if gates else ():
        forced = [force_answer(watch.program, position, stop.offered[at]) for at in (0, -1)]
        one, other = ([_find_first(gates, watch, each, game) for game in range(SAMPLE)] for each in forced)
        met.update(at for at in gates if do_meet([each.get(at) for each in one], [each.get(at) for each in other]))
    return met


def _find_first(gates: Mapping[int, Gate], watch: _Watch, position: Position, game: int) -> dict[int, Key]:
    """What a game is like when it first comes to each of these gates."""
    found: dict[int, Key] = {}
    for passed in watch.play(position, game):
        found.setdefault(passed.block, gates[passed.block].key_of(passed))
        if len(found) == len(gates):
            break
    return found


def do_meet(keys: Sequence[Key | None], others: Sequence[Key | None]) -> bool:
    """Whether games come to few positions, given by their keys, and mostly to those that others come to."""
    shared = set(keys) - {None}
    return len({*keys, *others}) <= MOST_DIFFERENT and 2 * sum(each in shared for each in others) >= len(others)


# ---- what is behind a gate


class Beyond:
    """What games are worth that are played on from positions: as far as the gate, and by what the rest from there was
    worth in games of its own."""

    def __init__(self, gate: Gate, base: str, seed: int) -> None:
        """Seats decide by the base strategy, and what is behind the gate is played under this seed."""
        self._seed, self._ends = seed, dict[tuple[Key, int], Counter[tuple[int, ...] | None]]()
        self.gate, self.worth = gate, Payoff(gate.program)
        self._stretches = Stretches(gate.way_there, [base] * len(gate.program.seats))
        self._engine = Stepper(gate.program, events=False)

    def is_met(self, one: Sequence[Position], other: Sequence[Position], seed: int) -> bool:
        """Whether games from these positions, with the same luck, meet at the gate."""
        ends, others = (self._stretches.ends(each, seed, 0) for each in (one, other))
        return do_meet([self._key_of(end) for end in ends], [self._key_of(end) for end in others])

    def _key_of(self, end: Position | None) -> Key | None:
        """What tells a position at the gate from others; None elsewhere."""
        return self.gate.key_of(end) if end is not None and end.block == self.gate.block else None

    def rate(
        self, positions: Sequence[Position], seat: int, seed: int, first: int, games: int, playouts: Playouts
    ) -> Rated:
        """What each position is worth to a seat, in parts of so many games, as many as are played from the gate. As far
        as that the k-th is played on with the stream of game number `first + k` under `seed`."""
        ends = self._stretches.ends(positions, seed, first)
        keys = [self._key_of(end) for end in ends]
        reached = {key: end for key, end in zip(keys, ends, strict=True) if key is not None and end is not None}
        rest = {key: self._play_on(key, end, games, playouts) for key, end in reached.items()}
        never_ends = ends[0] is None or (keys[0] is not None and rest[keys[0]].keys() == {None})
        rated = {key: sum(many * self.worth.of(end, seat) for end, many in each.items()) for key, each in rest.items()}
        over = [None if end is None else find_winners(end) for end in ends]
        return not never_ends, [
            rated[key] if key is not None else games * self.worth.of(end, seat)
            for key, end in zip(keys, over, strict=True)
        ]

    def _play_on(
        self, key: Key, position: Position, games: int, playouts: Playouts
    ) -> Counter[tuple[int, ...] | None]:
        """How often games from a position at the gate end in which way."""
        if (key, games) not in self._ends:
            if len(self._ends) >= MOST_KNOWN:
                self._ends.clear()
            start = self._engine.resume(position).position
            self._ends[key, games] = Counter(playouts.ends([start] * games, self._seed, 0))
        return self._ends[key, games]
