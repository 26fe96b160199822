"""One game being played: position after position, each reached by an answer to the one before.

A `Session` rolls dice from the stream of its seed and game number, takes the answers of whoever decides, and keeps what
happened, so that it can be explained, taken back and done again. What people rolled with dice of their own, or an
umpire laid down, takes nothing from the stream. A ruling of an umpire is a moment like any other; it remembers the
moments that it replaces.

Undo never reveals what is to come. The same answer brings the same results again: the roll, the card, and the decisions
of bots; so nobody can roll until they like it. Another answer leads to a new branch: its chance is drawn from later in
the stream, and bots draw anew too. Earlier branches are remembered with the moments that were undone. (In older saved
games, undo gave the stream back, so that the same rolls came whatever was done: they are played back so.)

Where people deal cards of their own, an answer may turn up a card that nobody has seen before. Then there is a moment
at which only the answer was given, and the game asks which card it is; the results of the answer belong to the moment
after the last such card (`own_cards`).
"""

from __future__ import annotations

from collections import deque
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import TypeAlias

from interpreter.analysis.secrets import find_hidden_turns
from interpreter.bots.advice import GameView
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import (
    GAME_BUDGET,
    ChanceStop,
    Decide,
    DecisionStop,
    DrawStop,
    Engine,
    Event,
    Failure,
    GameOver,
    Position,
    Rolled,
    Stop,
)
from interpreter.play.own_cards import Advance, Groups, OwnCards, TurnStop
from interpreter.program import Program

MOST_MOMENTS = 10_000
"""Moments that are kept with their positions, for undo. Of earlier ones only the events are kept."""

Draws: TypeAlias = "tuple[int, Draws] | None"
"""Among how many results each draw from the stream was, the last one first."""

SEED, HAND, TOTAL, RULED = "seed", "hand", "total", "ruled"
"""Where the result of chance came from: the stream, people with dice or cards of their own, people who entered the
total only, an umpire."""


@dataclass(frozen=True)
class Moment:
    """A position of the game, why it stopped there, and the events since the moment before.

    `number` is how many moments had been made before it, taken back or not; `undone` is how many were taken back for
    it, in whose place something else was done. `answered` is the stop that was answered to get there, with answer
    number `answer`, and `source` where that came from. `ruling` is what an umpire laid down, if that led here,
    `ruling_text` the same as it is typed, and `replaced` the moments that do not count for it. `draws` is what had been
    drawn from the stream by then. `thrown` are the rolls of one throw up to here, if it was a roll. `groups`
    are cards of the people's own of which nobody knows which lies where. `moves` says whether anything that is kept,
    or any card, is no longer as it was."""

    position: Position
    stop: Stop
    events: tuple[Event, ...]
    answered: Stop | None = None
    answer: int = -1
    source: str = SEED
    ruling: str = ""
    ruling_text: str = ""
    replaced: tuple[Moment, ...] = field(default=(), repr=False)
    draws: Draws = field(default=None, compare=False, repr=False)
    groups: Groups = ()
    thrown: tuple[Rolled, ...] = ()
    moves: bool = field(default=False, compare=False, repr=False)
    number: int = field(default=0, compare=False)
    undone: int = field(default=0, compare=False)

    @property
    def behind(self) -> Stop | None:
        return self.answered.behind if isinstance(self.answered, TurnStop) else self.answered

    @property
    def total(self) -> bool:
        return self.answered.total if isinstance(self.answered, TurnStop) else self.source == TOTAL


@dataclass(frozen=True)
class MomentAdded:
    """The game advanced by one moment."""

    moment: Moment


@dataclass(frozen=True)
class Undone:
    """The number of moments that were undone."""

    count: int


@dataclass(frozen=True)
class Redone:
    """The number of undone moments that were redone."""

    count: int


@dataclass(frozen=True)
class UndoClosed:
    """From here on nothing is taken back."""


Entry: TypeAlias = MomentAdded | Undone | Redone | UndoClosed
"""What a saved game holds a line of."""


class Session:
    """One game being played, with its moments for undo."""

    def __init__(
        self, engine: Engine, seed: int, game: int = 0, own_cards: bool = False, draws_anew: bool = True
    ) -> None:
        """Begin game number `game` under `seed`: the same game that a simulation plays, unless the cards are the
        people's own. Unless it `draws_anew`, taking back gives the stream back, as it once did."""
        self.draws_anew = draws_anew
        self.engine = engine
        self.program: Program = engine.program
        self.seed, self.game = seed, game
        self._stream = Stream(seed, game)
        self._drawn: Draws = None
        self._own_cards = OwnCards(engine.program) if own_cards else None
        led = Advance(engine.begin(), ()) if self._own_cards is None else self._own_cards.begin()
        self.moments = deque([Moment(led.step.position, led.step.stop, led.step.events, groups=led.groups)])
        self.earlier: list[Moment] = []
        self.taken_back: list[Moment] = []
        self.stops = 1
        self.moments_made = 0
        self._undone: dict[int, dict[tuple[int, str], Moment]] = {}

    # ---- where it stands

    @property
    def position(self) -> Position:
        return self.moments[-1].position

    @property
    def stop(self) -> Stop:
        return self.moments[-1].stop

    @property
    def over(self) -> bool:
        """Whether nothing can be answered any more: the game has ended, or broken."""
        return isinstance(self.stop, (GameOver, Failure))

    @property
    def story(self) -> tuple[Moment, ...]:
        """All moments from the beginning on. Those before `moments` may have lost their positions."""
        return (*self.earlier, *self.moments)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for moment in self.story for event in moment.events)

    @property
    def own_cards(self) -> bool:
        return self._own_cards is not None

    @cached_property
    def hidden_turns(self) -> frozenset[int]:
        """The blocks that roll dice whose consequences must not be shown beforehand."""
        return find_hidden_turns(self.program)

    def watch(self, back: int = 1) -> tuple[tuple[int, Position], ...]:
        """The positions at which the moment that is so far back said something, each with the number of that event;
        none where cards are the people's own, or an umpire ruled."""
        if self._own_cards is not None or len(self.moments) <= back or self.moments[-back].ruling:
            return ()
        return _watch(self.engine, self.moments[-back - 1].position, self.moments[-back].answer)

    # ---- playing

    def answer(self, number: int, source: str = HAND) -> Moment:
        """Take this outcome or answer. Raises ValueError if it is not offered, or the game is over."""
        return self._go_on(number, source, self.moments[-1].draws)

    def _go_on(self, number: int, source: str, draws: Draws) -> Moment:
        if self.over:
            raise ValueError("the game is over")
        again = self.undone_here().get((number, source))
        if again is not None:
            return self._again(again)
        made = self._answer_stop(self.moments[-1], number, source)
        return self._make(replace(made, source=source, draws=draws))

    def _make(self, moment: Moment) -> Moment:
        """Put a new moment there; what was taken back does not come again."""
        self.moments_made += 1
        made = replace(moment, number=self.moments_made, undone=len(self.taken_back))
        self.taken_back.clear()
        return self._put(made)

    def undone_here(self) -> dict[tuple[int, str], Moment]:
        """The results of the answers that were given here and undone, by answer and source."""
        return self._undone.get(self.moments[-1].number, {}) if self.draws_anew else {}

    def _again(self, moment: Moment) -> Moment:
        if self.taken_back and self.taken_back[-1] is moment:
            self.taken_back.pop()
        else:
            self.taken_back.clear()
        return self._put(moment)

    def _answer_stop(self, before: Moment, number: int, source: str) -> Moment:
        if self._own_cards is None:
            led = Advance(self.engine.answer(before.position, number), ())
        else:
            led = self._own_cards.answer(before.position, before.stop, before.groups, number)
        stop = led.step.stop if self.stops < GAME_BUDGET else Failure("stop-budget", -1, value=GAME_BUDGET)
        if isinstance(stop, TurnStop):
            total = before.stop.total if isinstance(before.stop, TurnStop) else source == TOTAL
            stop = replace(stop, total=total)
        rolled = tuple(each for each in led.step.events if isinstance(each, Rolled))
        thrown = (*before.thrown, *rolled) if is_one_throw(self.program, before.behind, before.stop) else rolled
        slots = zip(self.program.slots, before.position.slots, led.step.position.slots, strict=False)
        moves = any(old != new for info, old, new in slots if info.kind in ("state", "zone"))
        made = led.step.position, stop, led.step.events, before.stop, number
        return Moment(*made, groups=led.groups, thrown=thrown, moves=moves)

    def _put(self, moment: Moment) -> Moment:
        for _ in moment.replaced:
            self.moments.pop()
        self.stops += 1 - len(moment.replaced)
        self.moments.append(moment)
        while len(self.moments) > MOST_MOMENTS:
            old = self.moments.popleft()
            position = replace(old.position, slots=())
            self.earlier.append(replace(old, position=position, replaced=(), draws=None))
        return moment

    def roll(self) -> Moment:
        """Draw the result of chance from the stream. Raises ValueError if the game waits for something else."""
        stop = self.stop
        if not isinstance(stop, ChanceStop | DrawStop):
            raise ValueError("the game does not wait for chance")
        came = next((moment for (_, source), moment in self.undone_here().items() if source == SEED), None)
        if came is not None:
            return self._again(came)
        outcome = self.next_outcome(stop.outcomes)
        return self._go_on(outcome, SEED, self._drawn)

    def next_outcome(self, outcomes: int) -> int:
        """The next result of the stream. `roll` takes it."""
        before = self._drawn if self.draws_anew else self.moments[-1].draws
        if self._drawn is not before:
            self._stream = _make_stream(self.seed, self.game, before)
        self._drawn = (outcomes, before)
        return self._stream.randbelow(outcomes)

    def step(self, decide: Decide) -> Moment:
        """Play one roll or one decision: `decide` decides if there is more than one answer and none has been given here
        before."""
        stop = self.stop
        if isinstance(stop, ChanceStop | DrawStop):
            return self.roll()
        if not isinstance(stop, DecisionStop):
            raise ValueError("the game is over")
        came = next(iter(self.undone_here().values()), None)
        if came is not None:
            return self._again(came)
        here = GameView(self.engine, self.position, self.moments_made if self.draws_anew else self.stops - 1)
        return self.answer(stop.offered[0] if is_forced(stop) else decide(stop, here))

    # ---- taking back

    def undo(self) -> bool:
        """Undo the last moment. Returns False if there is none that can be undone."""
        if len(self.moments) == 1:
            return False
        gone = self.moments.pop()
        self.moments.extend(gone.replaced)
        self.stops -= 1 - len(gone.replaced)
        self.taken_back.append(gone)
        if not gone.ruling:
            self._undone.setdefault(self.moments[-1].number, {})[gone.answer, gone.source] = gone
        return True

    def redo(self) -> bool:
        """Redo the moment that was undone last. Returns False if there is none: the game has continued in another
        way."""
        if not self.taken_back:
            return False
        self._put(self.taken_back.pop())
        return True

    # ---- an umpire

    def overrule(self, back: int, number: int, ruling: str, text: str = "") -> Moment:
        """Answer the stop of `back` moments ago with this outcome or answer instead, and let nothing count that came
        of the other one. Raises ValueError if it was not offered there."""
        moments = list(self.moments)
        made = self._answer_stop(moments[-back - 1], number, RULED)
        made = replace(made, source=RULED, ruling=ruling, ruling_text=text, draws=moments[-1].draws)
        return self._make(replace(made, replaced=tuple(moments[-back:])))

    def change(self, slot: int, value: int, ruling: str, text: str = "") -> Moment:
        """Give a slot another value where the game stands. The caller has checked that it may have it."""
        slots, now = list(self.position.slots), self.moments[-1]
        slots[slot] = value
        changed = replace(self.position, slots=tuple(slots))
        if self._own_cards is None:
            led = Advance(self.engine.resume(changed), ())
        else:
            led = self._own_cards.resume(changed, now.stop, now.groups)
        made = Moment(led.step.position, led.step.stop, led.step.events, ruling=ruling, ruling_text=text)
        return self._make(replace(made, draws=now.draws, groups=led.groups))


@lru_cache(8)
def _watch(engine: Engine, before: Position, answer: int) -> tuple[tuple[int, Position], ...]:
    """Memoised for all who look at a moment."""
    return engine.watch(before, answer)


def is_one_throw(program: Program, before: Stop | None, stop: Stop | None) -> bool:
    """Whether the dice at a stop are rolled together with those at the stop before."""
    if not isinstance(before, ChanceStop) or not isinstance(stop, ChanceStop):
        return False
    first, second = program.dice[before.dice], program.dice[stop.dice]
    same = (before.site, before.thrower) == (stop.site, stop.thrower)
    return same and (first.left > 1 or first.order < second.order)


def is_forced(stop: Stop | None) -> bool:
    return isinstance(stop, DecisionStop) and len(stop.offered) == 1


def _make_stream(seed: int, game: int, draws: Draws) -> Stream:
    among: list[int] = []
    while draws is not None:
        outcomes, draws = draws
        among.append(outcomes)
    stream = Stream(seed, game)
    for outcomes in reversed(among):
        stream.randbelow(outcomes)
    return stream
