"""Search: tries each answer in many games played on from here, and takes the one that wins most often.

Search knows no more than its seat. For every trial the position is drawn anew from what the seat sees (`redraw`), every
answer is tried in it, and each game is played to its end by one of the ruleset's own strategies. This is Monte Carlo
search over determinized positions (Matthew Ginsberg, "GIB: Imperfect Information in a Computationally Challenging
Game", Journal of Artificial Intelligence Research 14, 2001), with playouts by a base strategy (Gerald Tesauro and
Gregory Galperin, "On-line Policy Improvement using Monte-Carlo Search", NIPS 9, 1996).

- `Payoff` says what a trial is worth. Trial k of each answer starts from the same redrawn position and has the same
  stream of chance: answers are compared trial by trial.
- Trials are allocated by sequential halving (Zohar Karnin, Tomer Koren and Oren Somekh, "Almost Optimal Exploration in
  Multi-Armed Bandits", ICML 2013). With too many answers, those that strategies advise are tried, and random others.
- If nothing is hidden, and nothing is rolled or drawn any more, a tree of answers is searched first (`tree`). If one of
  its games does not end, the trials that are left are used as above.
- The base strategy decides where the first trial of its answer does not end; after `MAX_ENDLESS_PLAYOUTS` such
  decisions, for the rest of the game. It also decides where something hidden cannot be drawn anew.
- Another answer than the base strategy's must be better by more than `NOISE` standard errors of the difference.

All numbers are integers, and lots have a stream of their own: the same seat at the same position with the same seed
decides the same on any engine. `think` bounds the playouts of a decision, never the time.

The base strategy is the one given (`search:greedy`), or the one that does best against `default` over `TRIAL_GAMES`
games, each side in turn.
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
from interpreter.bots.playouts import Playouts, force_answer
from interpreter.bots.redraw import Redrawer
from interpreter.bots.tree import Tree, find_followed, find_live
from interpreter.chance import Lots, Stream
from interpreter.data_classes import dataclass
from interpreter.engine import DecisionStop, Position, View
from interpreter.program import Program

TRIAL_GAMES, TRIAL_SEED = 20, 0
"""The games that each strategy plays against `default`."""

NOISE = (1, 1)
"""Standard errors, a fraction, by which another answer must be better than the base strategy's."""

MIN_TRIALS = 12
"""Trials for which there must be room for each answer: the rounds in which 4096 answers are halved to one."""

MAX_ENDLESS_PLAYOUTS = 3
"""Decisions of a game whose first trial does not end, before nothing is tried any more."""


@dataclass
class Candidate:
    """An answer and the payoff of each of its trials."""

    answer: int
    trials: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(self.trials)

    def beats(self, other: Candidate) -> bool:
        """Whether its trials are better than the same trials of another by more than the noise."""
        number = min(len(self.trials), len(other.trials))
        differences = [mine - its for mine, its in zip(self.trials[:number], other.trials[:number], strict=True)]
        total, squares = sum(differences), sum(each * each for each in differences)
        top, bottom = NOISE
        scatter = number * squares - total * total
        return total > 0 and total * total * (number - 1) * bottom * bottom > scatter * top * top


class Search:
    """Decides for any seat of a program. `base` is the strategy of the playouts, by default the best one."""

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
        return self._playouts or Playouts(self.program, [self.base] * len(self.program.seats))

    @cached_property
    def _followed(self) -> frozenset[int]:
        is_hidden = any(map(self.redrawing.hides_anything, range(len(self.program.seats))))
        return frozenset() if is_hidden or self.program.aims else find_followed(self.program)

    @cached_property
    def _live(self) -> Mapping[int, int]:
        return find_live(self.program, self.base)

    def reset(self, game: int) -> None:
        self._endless, self.advice.game = 0, game

    def decide(self, stop: DecisionStop, view: View, think: int, lots: Lots) -> int:
        """The answer, after at most `think` playouts; `lots` are for this decision alone."""
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
        """The answers to try: the base strategy's, those of other strategies, then random ones."""
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
        if not self.redrawing.hides_anything(seat):
            return [position] * len(trials)
        return [self.redrawing.redraw(position, seat, Stream(seed, each, 1)) for each in trials]

    def _force_all(self, starts: Sequence[Position], answer: int) -> list[Position]:
        forced: list[Position] = []
        for start, alike in groupby(starts):
            forced += [force_answer(self.program, start, answer)] * sum(1 for _ in alike)
        return forced


def find_best_strategy(program: Program) -> str:
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
    """The payoff of a strategy over the trial games; `WORST` if one of them does not end."""
    worth, total = Payoff(program), 0
    start = Position(program.start, (0,) * len(program.slots))
    for party in range(worth.parties):
        strategies = [name if seat % worth.parties == party else DEFAULT for seat in range(len(program.seats))]
        ends = Playouts(program, strategies).ends([start] * (TRIAL_GAMES // worth.parties), TRIAL_SEED, 0)
        if None in ends:
            return WORST
        total += sum(worth.of(end, party) for end in ends)
    return total
