"""Search: a bot that tries each answer in many games played on from here, and takes what wins most often.

It knows no more than its seat. For every trial the position is drawn anew from what the seat sees (`redraw`); in each
such position every answer is tried, and the game is played out to its end, every seat deciding by one of the ruleset's
own strategies. This is Monte Carlo search over determinized positions as described by Matthew Ginsberg, "GIB:
Imperfect Information in a Computationally Challenging Game" (Journal of Artificial Intelligence Research 14, 2001),
with playouts by a base strategy after Gerald Tesauro and Gregory Galperin, "On-line Policy Improvement using
Monte-Carlo Search" (NIPS 9, 1996).

- In a game that has an aim, a trial is worth what its measure comes to for this seat. Otherwise a trial is worth 1
  if this seat, or its side, wins, its part of 1 if several do, as much as to everybody if nobody does, or the game is
  without a result. Who wins is the one thing that every ruleset says.
- Trial k of each answer starts from the same redrawn position and has the same stream of chance: what luck there is
  falls on all answers alike, and they are compared trial by trial.
- The trials are shared out by sequential halving: all answers get as many, the better half goes on (Zohar Karnin,
  Tomer Koren and Oren Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013). With more answers than
  can be tried, those that strategies advise are, and some others by chance.
- Where the first trial of the base strategy's answer does not come to an end, that strategy decides; after
  `MAX_ENDLESS_PLAYOUTS` such decisions of one game, for the rest of it. So a game that does not end is not tried at
  each of its decisions.
- Where a number that comes from something hidden cannot be drawn anew, the base strategy decides.
- What the base strategy would do always stays in, and something else is only done if it does better by more than
  `NOISE` standard errors of the difference. So a few playouts make it play like the base strategy, not worse.

Everything is counted in whole numbers and drawn from a stream of its own, so the same seat at the same position with
the same seed decides the same on any engine: the stepper plays the first games out, machine code the others. `think`
bounds the playouts, never the time.

The base strategy is the one called for by name (`search:greedy`), or else the ruleset's best: the one that does best
against `default` over `TRIAL_GAMES` games, each side in turn, and `default` itself where none does better than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import Protocol

from interpreter.bots.advice import DEFAULT, Advice, AdviceBots, list_strategies
from interpreter.bots.advice import DEFAULT_PLAYOUTS as DEFAULT_PLAYOUTS
from interpreter.bots.advice import MAX_PLAYOUTS as MAX_PLAYOUTS
from interpreter.bots.redraw import Redrawer
from interpreter.chance import Stream
from interpreter.engine import DecisionStop, GameOver, Outcome, Position, View
from interpreter.program import VOID, Decide, Program
from interpreter.stepper import Stepper
from interpreter.tiering import Tiering

TRIAL_GAMES = 20
"""How many games a strategy plays against `default` to show what it is worth."""

TRIAL_SEED = 0

NOISE = (1, 1)
"""By how many standard errors, a fraction, another answer must do better than that of the base strategy."""

WORST = -(2**60)
"""What is worse than anything that a game may come to."""

MIN_TRIALS = 12
"""For so many trials of each answer there has to be room; as many rounds as halving 4096 answers takes."""


MAX_ENDLESS_PLAYOUTS = 3
"""After so many decisions of a game whose first trial does not end, nothing is tried any more in that game."""

class Playouts(Protocol):
    """Plays games on to their end, as every seat's base strategy decides."""

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> Sequence[tuple[int, ...] | None]:
        """What the game comes to from each position (see `Payoff`), None where a game cannot go on; where the first
        cannot, none of the others is tried. The k-th is played on with the stream of game number `first + k` under
        `seed`."""
        ...


class StepperPlayouts:
    """Plays games to their end with the stepper, to judge positions."""

    def __init__(self, program: Program, strategies: Sequence[str]) -> None:
        self._program, self._engine = program, Stepper(program, events=False)
        alike = all(each == DEFAULT for each in strategies)
        self._bots = None if alike else AdviceBots(program, strategies)

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> list[tuple[int, ...] | None]:
        found: list[tuple[int, ...] | None] = []
        for game, position in enumerate(positions, first):
            decide = self._bots.start_game(seed, game) if self._bots is not None else None
            outcome = self._engine.play_out(position, Stream(seed, game), decide)
            found.append(_find_end(self._program, outcome))
            if found[0] is None:
                break
        return found + [None] * (len(positions) - len(found))


class NativePlayouts:
    """Playouts in machine code, which decide and play just as the stepper does. What is not for machine code is played
    by the stepper."""

    def __init__(self, program: Program, strategies: Sequence[str]) -> None:
        """The machine code is made, or taken from where it is kept, when it is first needed; better code once that
        pays."""
        from interpreter.native import Tiered

        self._program, self._strategies = program, strategies
        self._engine = Tiered(program, strategies, anywhere=True)

    @cached_property
    def _stepped(self) -> StepperPlayouts:
        return StepperPlayouts(self._program, self._strategies)

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> list[tuple[int, ...] | None]:
        found = self._ends(positions[:1], seed, first)
        if found == [None]:
            return [None] * len(positions)
        return found + self._ends(positions[1:], seed, first + 1)

    def _ends(self, positions: Sequence[Position], seed: int, first: int) -> list[tuple[int, ...] | None]:
        found = self._engine.ends(positions, seed, first)
        for at, (position, winners) in enumerate(zip(positions, found, strict=True)):
            if winners is None:
                found[at] = self._stepped.ends([position], seed, first + at)[0]
        return found

    def is_cached(self) -> bool:
        return self._engine.is_kept()


def _native_available() -> bool:
    from interpreter.native import available

    return available()


class TieredPlayouts:
    """Playouts in machine code, if that can be made here and is kept or pays, and until then by the stepper."""

    def __init__(self, program: Program, strategies: Sequence[str]) -> None:
        self._stepped = StepperPlayouts(program, strategies)
        self._native = NativePlayouts(program, strategies) if _native_available() else None
        self._tiering, self._played = Tiering(len(program.blocks)), 0
        self._kept = self._native is not None and self._native.is_cached()

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> Sequence[tuple[int, ...] | None]:
        self._played += len(positions)
        pays = self._kept or self._tiering.code_pays(self._played, first=True)
        now: Playouts = self._native if self._native is not None and pays else self._stepped
        return now.ends(positions, seed, first)


# ---- what a game is worth to a seat


def _find_end(program: Program, outcome: Outcome) -> tuple[int, ...] | None:
    """Who wins, `VOID` alone without a result; or, in a game with an aim, what its measure comes to, for each player or
    side if it is per these. None for a game that cannot go on, and for one that has an aim and is without a result."""
    if not isinstance(outcome.stop, GameOver):
        return None
    if not program.aims:
        return (VOID,) if outcome.position.void else outcome.position.winners
    if outcome.position.void:
        return None
    measure = program.aims[0].measure
    values = tuple(value for number, value in outcome.samples if number == measure)
    return values if program.measures[measure].labels else (sum(values),)


@dataclass(frozen=True)
class Payoff:
    """The value of a game's end to a seat: in parts of `whole`, which is a win of its own, or in a game with an aim
    what its measure comes to."""

    program: Program

    @cached_property
    def parties(self) -> int:
        """How many seats or sides can win: sides, where there are sides, else seats."""
        return len(self.program.sides or self.program.seats)

    @property
    def winners(self) -> int:
        """How many can win, with the bank, if there is one."""
        return len(self.program.parties)

    @cached_property
    def whole(self) -> int:
        return lcm(*range(1, self.winners + 1))

    def of(self, end: tuple[int, ...] | None, seat: int) -> int:
        """A game that has an aim, and cannot go on or is without a result, is the worst that there is."""
        if not self.program.aims:
            return self.of_winners(end, seat)
        if end is None:
            return WORST
        aim = self.program.aims[0]
        labels = self.program.measures[aim.measure].labels
        value = end[seat % len(labels)] if labels else end[0]
        return value if aim.most else -value

    def of_winners(self, winners: tuple[int, ...] | None, seat: int) -> int:
        """A game that nobody wins, that is without a result, or that cannot go on, is worth the same to all."""
        party = seat % len(self.program.sides) if self.program.sides else seat
        won = set(winners or ())
        if not won or VOID in won:
            return self.whole // self.winners
        return self.whole // len(won) if party in won else 0


# ---- deciding


@dataclass
class Candidate:
    """An answer and the payoff of each of its trials."""

    answer: int
    trials: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(self.trials)

    def beats(self, other: Candidate) -> bool:
        """Whether its trials went better than the same trials of another by more than the noise."""
        number = min(len(self.trials), len(other.trials))
        differences = [mine - its for mine, its in zip(self.trials[:number], other.trials[:number], strict=True)]
        total, squares = sum(differences), sum(each * each for each in differences)
        top, bottom = NOISE
        scatter = number * squares - total * total
        return total > 0 and total * total * (number - 1) * bottom * bottom > scatter * top * top


class Search:
    """Decides for any seat of a program. `base` is the strategy of the playouts, none for the best there is."""

    def __init__(
        self, program: Program, base: str = "", playouts: Playouts | None = None, *, seed: int = 0, game: int = 0
    ) -> None:
        """`seed` and `game` are those of the game that is played."""
        self.program = program
        self.worth = Payoff(program)
        self.advice = Advice(program, seed, game)
        self.redrawing = Redrawer(program)
        self._base = base
        self._playouts = playouts
        self._endless = 0

    @cached_property
    def base(self) -> str:
        return self._base or find_best_strategy(self.program)

    @cached_property
    def playouts(self) -> Playouts:
        return self._playouts or TieredPlayouts(self.program, [self.base] * len(self.program.seats))

    def reset(self, game: int) -> None:
        """For another game of the same seed."""
        self._endless, self.advice.game = 0, game

    def decide(self, stop: DecisionStop, view: View, think: int, stream: Stream) -> int:
        """The number of the answer taken, after at most `think` playouts; `stream` is for this decision alone."""
        usual = self.advice.advise(self.base, stop, view)
        if self._endless >= MAX_ENDLESS_PLAYOUTS:
            return usual
        answers = self._select_answers(stop, view, usual, think, stream)
        if len(answers) < 2 or not self.redrawing.is_possible(view.position(), stop.chooser):
            return usual
        best, base = self._try_answers(answers, stop.chooser, view.position(), think, stream)
        return best.answer if best.beats(base) else usual

    def _select_answers(self, stop: DecisionStop, view: View, usual: int, think: int, stream: Stream) -> list[int]:
        """The answers to try: the base strategy's first, those of other strategies, then others by chance, as many as
        there are trials for."""
        advised = [self.advice.advise(each, stop, view) for each in list_strategies(self.program)]
        others = [each for each in stop.offered if each not in advised]
        room = think // MIN_TRIALS
        answers = list(dict.fromkeys([usual, *advised]))
        while others and len(answers) < room:
            answers.append(others.pop(stream.randbelow(len(others))))
        return answers[:room]

    def _try_answers(
        self, answers: list[int], seat: int, position: Position, think: int, stream: Stream
    ) -> tuple[Candidate, Candidate]:
        seed = stream.next_word()
        base, *others = tried = [Candidate(each) for each in answers]
        rounds = max(1, (len(tried) - 1).bit_length())
        looks_different = self.redrawing.hides_anything(seat)
        while True:
            number = max(1, think // (rounds * len(tried)))
            first = len(base.trials)
            starts = [position] * number
            if looks_different:
                streams = (Stream(seed, at, 1) for at in range(first, first + number))
                starts = [self.redrawing.redraw(position, seat, each) for each in streams]
            for each in tried:
                ends = self._play_out_answer(each.answer, starts, seed, first)
                if each is base and ends[0] is None:
                    self._endless += 1
                    return base, base
                each.trials += [self.worth.of(end, seat) for end in ends]
            others.sort(key=lambda each: -each.total)
            if len(tried) <= 2:
                return others[0], base
            others = others[: max(1, (len(tried) + 1) // 2 - 1)]
            tried = [base, *others]

    def _play_out_answer(
        self, answer: int, starts: Sequence[Position], seed: int, first: int
    ) -> Sequence[tuple[int, ...] | None]:
        forced: list[Position] = []
        for start, alike in groupby(starts):
            forced += [self.force_answer(start, answer)] * sum(1 for _ in alike)
        return self.playouts.ends(forced, seed, first)

    def force_answer(self, position: Position, answer: int) -> Position:
        """The same position, with nothing else offered than this answer: no game played on from it asks anybody."""
        decision = self.program.blocks[position.block].terminator
        assert isinstance(decision, Decide)
        slots, size = position.slots, len(self.program.choices[decision.choice].values)
        flags = (0,) * answer + (1,) + (0,) * (size - answer - 1)
        return replace(position, slots=(*slots[: decision.flags], *flags, *slots[decision.flags + size :]))


# ---- the base strategy


def find_best_strategy(program: Program) -> str:
    """Return the strategy that does best against `default` in a few games, each seat's party in turn."""
    names = list_strategies(program)
    if not program.choices or len(names) < 2:
        return DEFAULT
    worth = {name: _play_against_default(program, name) for name in names[1:]}
    best = max(worth, key=lambda name: worth[name])
    fair = TRIAL_GAMES // Payoff(program).parties * Payoff(program).whole
    if program.bank or program.aims:
        fair = _play_against_default(program, DEFAULT)
    return best if worth[best] > fair else DEFAULT


def _play_against_default(program: Program, name: str) -> int:
    """Return the payoff of this strategy over the trial games; the worst if one of them does not end."""
    worth, total = Payoff(program), 0
    start = Position(program.start, (0,) * len(program.slots))
    for party in range(worth.parties):
        strategies = [name if seat % worth.parties == party else DEFAULT for seat in range(len(program.seats))]
        pays = Tiering(len(program.blocks)).code_pays(TRIAL_GAMES, first=True) and _native_available()
        playouts = NativePlayouts(program, strategies) if pays else StepperPlayouts(program, strategies)
        for game in range(TRIAL_GAMES // worth.parties):
            (end,) = playouts.ends([start], TRIAL_SEED, game)
            if end is None:
                return WORST
            total += worth.of(end, party)
    return total
