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
- If nothing is hidden, and no throw or draw can follow any more, a tree of what may be answered is tried first
  (`tree`). Where a game of it does not come to an end, the games that are left are used as above.
- Where the first trial of the base strategy's answer does not come to an end, that strategy decides; after
  `MAX_ENDLESS_PLAYOUTS` such decisions of one game, for the rest of it. So a game that does not end is not tried at
  each of its decisions.
- Where a number that comes from something hidden cannot be drawn anew, the base strategy decides.
- What the base strategy would do always stays in, and something else is only done if it does better by more than
  `NOISE` standard errors of the difference. So a few playouts make it play like the base strategy, not worse.

Everything is counted in whole numbers and drawn from a stream of its own, so the same seat at the same position with
the same seed decides the same on any engine: the stepper plays the first games out, machine code the others. `think`
bounds the playouts of a decision, never the time.

The base strategy is the one called for by name (`search:greedy`), or else the ruleset's best: the one that does best
against `default` over `TRIAL_GAMES` games, each side in turn, and `default` itself where none does better than that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import groupby

from interpreter.bots.advice import DEFAULT, Advice, list_strategies
from interpreter.bots.advice import DEFAULT_PLAYOUTS as DEFAULT_PLAYOUTS
from interpreter.bots.advice import MAX_PLAYOUTS as MAX_PLAYOUTS
from interpreter.bots.payoff import WORST, Payoff
from interpreter.bots.playouts import (
    NativePlayouts,
    Playouts,
    StepperPlayouts,
    TieredPlayouts,
    force_answer,
    native_available,
)
from interpreter.bots.redraw import Redrawer
from interpreter.bots.tree import Tree, find_followed, find_live
from interpreter.chance import Lots, Stream
from interpreter.data_classes import dataclass
from interpreter.engine import DecisionStop, Position, View
from interpreter.program import Program
from interpreter.tiering import Tiering

TRIAL_GAMES = 20
"""How many games a strategy plays against `default` to show what it is worth."""

TRIAL_SEED = 0

NOISE = (1, 1)
"""By how many standard errors, a fraction, another answer must do better than that of the base strategy."""

MIN_TRIALS = 12
"""For so many trials of each answer there has to be room; as many rounds as halving 4096 answers takes."""

MAX_ENDLESS_PLAYOUTS = 3
"""After so many decisions of a game whose first trial does not end, nothing is tried any more in that game."""

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

    @cached_property
    def _followed(self) -> frozenset[int]:
        """Where the tree is tried first."""
        is_hidden = any(map(self.redrawing.hides_anything, range(len(self.program.seats))))
        return frozenset() if is_hidden or self.program.aims else find_followed(self.program)

    @cached_property
    def _live(self) -> Mapping[int, int]:
        return find_live(self.program, self.base)

    def reset(self, game: int) -> None:
        """For another game of the same seed."""
        self._endless, self.advice.game = 0, game

    def decide(self, stop: DecisionStop, view: View, think: int, lots: Lots) -> int:
        """The number of the answer taken, after at most `think` playouts; `lots` are for this decision alone."""
        usual = self.advice.advise(self.base, stop, view)
        if self._endless >= MAX_ENDLESS_PLAYOUTS:
            return usual
        if len(stop.offered) < 2 or not self.redrawing.is_possible(view.position(), stop.chooser):
            return usual
        if view.position().block in self._followed:
            tree = Tree(self._live, self.playouts, self.base, self.advice, stop.chooser)
            found = tree.find_best(view.position(), think, lots.next_word())
            if found is not None:
                return found
            think -= tree.played
        answers = self._select_answers(stop, view, usual, think, lots)
        if len(answers) < 2:
            return usual
        best, base = self._try_answers(answers, stop.chooser, view.position(), think, lots)
        return best.answer if best.beats(base) else usual

    def _select_answers(self, stop: DecisionStop, view: View, usual: int, think: int, lots: Lots) -> list[int]:
        """The answers to try: the base strategy's first, those of other strategies, then others by chance, as many as
        there are trials for."""
        advised = [self.advice.advise(each, stop, view) for each in list_strategies(self.program)]
        others = [each for each in stop.offered if each not in advised]
        room = think // MIN_TRIALS
        answers = list(dict.fromkeys([usual, *advised]))
        while others and len(answers) < room:
            answers.append(others.pop(lots.randbelow(len(others))))
        return answers[:room]

    def _try_answers(
        self, answers: list[int], seat: int, position: Position, think: int, lots: Lots
    ) -> tuple[Candidate, Candidate]:
        seed = lots.next_word()
        base, *others = tried = [Candidate(each) for each in answers]
        rounds = max(1, (len(tried) - 1).bit_length())
        while True:
            number = max(1, think // (rounds * len(tried)))
            first = len(base.trials)
            starts = self._redraw(position, seat, seed, range(first, first + number))
            for each in tried:
                ends = self.playouts.ends(self._force_all(starts, each.answer), seed, first)
                if each is base and ends[0] is None:
                    self._endless += 1
                    return base, base
                each.trials += [self.worth.of(end, seat) for end in ends]
            others.sort(key=lambda each: -each.total)
            if len(tried) <= 2:
                return others[0], base
            others = others[: max(1, (len(tried) + 1) // 2 - 1)]
            tried = [base, *others]

    def _redraw(self, position: Position, seat: int, seed: int, trials: range) -> list[Position]:
        """The position, once for each of these trials, with what a seat does not see drawn anew."""
        if not self.redrawing.hides_anything(seat):
            return [position] * len(trials)
        return [self.redrawing.redraw(position, seat, Stream(seed, each, 1)) for each in trials]

    def _force_all(self, starts: Sequence[Position], answer: int) -> list[Position]:
        forced: list[Position] = []
        for start, alike in groupby(starts):
            forced += [force_answer(self.program, start, answer)] * sum(1 for _ in alike)
        return forced


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
        pays = Tiering(len(program.blocks)).code_pays(TRIAL_GAMES, first=True) and native_available()
        playouts = NativePlayouts(program, strategies) if pays else StepperPlayouts(program, strategies)
        for game in range(TRIAL_GAMES // worth.parties):
            (end,) = playouts.ends([start], TRIAL_SEED, game)
            if end is None:
                return WORST
            total += worth.of(end, party)
    return total
