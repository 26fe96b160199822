"""What an engine is: positions, stops, answers and events, the same for every engine.

A position is a value: the block to continue at and the numbers in the slots. An engine takes a position to its
next stop: chance, a decision, or the end. Nothing here runs a program.

What every engine must agree on, beside the program's own meaning:

- Numbers are signed 64-bit. `add`, `sub`, `mul`, `div` and `shl` whose result does not fit fail with
  "out-of-range" at their own site; nothing ever wraps round. All other operators keep what fits within what fits.
- A shift by less than 0 or more than 62 places, and `lowest`, `highest` or `size` of a negative number, fail with
  "out-of-range" too; `and`, `or`, `xor` and `shr` treat a negative number as its 64-bit pattern with sign.
- A block that is carried out costs one step; waiting in a block that stops costs none. When the steps between two stops
  are used up the game fails in the block that would have come next: with "endless-loop" inside an unbounded loop,
  otherwise with "step-budget". A game that is played out and has had as many stops as it may have fails with
  "stop-budget" at the next.
- A failure leaves the slots as they were when it happened: an instruction that fails writes nothing.
- A return slot, or the value of a switch, that names no block, and a game that runs into a query's answer, fail with
  "bad-index" at site -1. A checked program does not do this; a damaged saved game may.
- A game taken up in the middle of its code finds 0 in every register.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Protocol, TypeAlias

from interpreter.data_classes import dataclass
from interpreter.program import UNBOUNDED, VOID, Program, QueryInfo
from interpreter.program.flow import sites_of

STEP_BUDGET = 10_000_000
"""Blocks that may be carried out between two stops: some seconds in the stepper."""

MOST_EVENTS = 100_000
"""How many events are kept of what happens between two stops, the last ones, so that no loop fills the memory."""

GAME_BUDGET = 100_000
"""Stops that one game may have, if nothing else is said. The longest games of the shipped rulesets take about 2,000,
and 31,000 with every number at its highest."""

LOOP_WINDOW = 10_000
"""The number of last blocks whose sites `Failure.loop` lists when the budget has run out."""


@dataclass(frozen=True)
class Position:
    """The position of a game: the next block and every slot's number. `winners` are the seats or
    sides awarded so far, in the order of the awards, and `VOID` if the game is without a result.

    Blocks that stop have no instructions, so to wait in one and to be about to begin it are the same place."""

    block: int
    slots: tuple[int, ...]
    winners: tuple[int, ...] = ()

    @property
    def void(self) -> bool:
        """Whether the game is without a result: neither won nor drawn."""
        return VOID in self.winners

    @property
    def won(self) -> tuple[int, ...]:
        """The seats or sides that win, each once: none where the game is drawn, or without a result."""
        return () if self.void else tuple(dict.fromkeys(self.winners))


@dataclass(frozen=True)
class ChanceStop:
    """The game waits for one of `outcomes` equally likely results of dice number `dice`."""

    dice: int
    outcomes: int
    thrower: int
    site: int


@dataclass(frozen=True)
class DrawStop:
    """The game waits for one of the `cards`, in rising order and each as likely as any other, that may come next at
    `place` of zone number `zone`; it will go to `onto_place` of zone `onto`. The answer is a number into `cards`."""

    zone: int
    place: int
    cards: tuple[int, ...]
    onto: int
    onto_place: int
    site: int

    @property
    def outcomes(self) -> int:
        """The number of possible cards."""
        return len(self.cards)


@dataclass(frozen=True)
class DecisionStop:
    """The game waits for `chooser` to give one of the `offered` answers, at least one, in rising order. `default`
    is what the ruleset computed and may not be among them: see `pick_default_answer`."""

    choice: int
    chooser: int
    offered: tuple[int, ...]
    default: int
    site: int


@dataclass(frozen=True)
class GameOver:
    """The game has ended; `winners` as in the position."""

    winners: tuple[int, ...]


@dataclass(frozen=True)
class Failure:
    """The ruleset asked for something impossible: `reason` is "out-of-range", "empty-set", "division-by-zero",
    "no-option", "bad-index", "empty-pile", "unknown-card", "not-there", "endless-loop", "step-budget" or "stop-budget";
    `site` where (-1 if nowhere in particular); `value`, `low`, `high` what was found and allowed; `what` is the number
    of the check that failed, if it was one; `loop` lists the sites gone round when the budget ran out, and `value` is
    then how many stops there were, if it was the stops that ran out."""

    reason: str
    site: int
    what: int = -1
    value: int = 0
    low: int = 0
    high: int = 0
    loop: tuple[int, ...] = ()


@dataclass(frozen=True)
class AtBlock:
    """The game is about to begin a block that the caller asked to stop at. Only `run_to` stops so."""

    block: int


Stop: TypeAlias = ChanceStop | DrawStop | DecisionStop | GameOver | Failure | AtBlock


@dataclass(frozen=True)
class Reached:
    """A rule, phase or row was reached."""

    site: int


@dataclass(frozen=True)
class Said:
    """The ruleset said something: text number `text` with these values."""

    text: int
    values: tuple[int, ...]
    site: int


@dataclass(frozen=True)
class Sampled:
    """A measure took a value. An engine that records events for people adds `whose` phase it was, if somebody's: the
    number in the slot that the measure names."""

    measure: int
    value: int
    whose: int = field(default=-1, compare=False)


@dataclass(frozen=True)
class Awarded:
    """A player or a side won the game."""

    winner: int
    site: int


@dataclass(frozen=True)
class Rolled:
    """Dice were rolled, with this outcome."""

    dice: int
    outcome: int
    thrower: int
    site: int


@dataclass(frozen=True)
class Drawn:
    """A card came from a pile, on its way to `onto_place` of zone `onto`. Only those who see that place may learn
    which."""

    zone: int
    place: int
    card: int
    onto: int
    onto_place: int
    site: int


@dataclass(frozen=True)
class Decided:
    """A decision was answered, with answer number `answer`."""

    choice: int
    answer: int
    chooser: int
    site: int


Event: TypeAlias = Reached | Said | Sampled | Awarded | Rolled | Drawn | Decided


@dataclass(frozen=True)
class Step:
    """The result of one answer: the events in order, the position, and why the game stopped there."""

    position: Position
    stop: Stop
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game that was played to its end (or its failure).

    `marks[site]` is how often a rule, phase or row was reached, `samples` are (measure, value) in order,
    `rolls[dice]` how often dice were rolled. `events` is empty for an engine that keeps none."""

    position: Position
    stop: Stop
    marks: tuple[int, ...]
    samples: tuple[tuple[int, int], ...]
    rolls: tuple[int, ...]
    events: tuple[Event, ...]


class RandomSource(Protocol):
    """A source of random results: `chance.Stream`, a script, a person with dice."""

    def randbelow(self, count: int, /) -> int:
        """Draw a whole number from 0 to count - 1."""
        ...


class View(Protocol):
    """A game that waits for a decision, as whoever decides may look at it."""

    def position(self) -> Position:
        """The position, as a value."""
        ...

    def ask(self, query: QueryInfo) -> tuple[int, ...] | Failure:
        """The values of a query here."""
        ...

    def answered(self) -> int:
        """How many stops of the game have been answered before this one."""
        ...


Decide: TypeAlias = Callable[[DecisionStop, View], int]
"""Picks one of the offered answers."""


class Engine(Protocol):
    """Runs a program from stop to stop. A caller that gives a position of another program, a query that does not
    exist or an answer that is not offered gets a ValueError; nothing that a ruleset does raises anything."""

    program: Program

    def __hash__(self) -> int: ...

    def begin(self) -> Step:
        """Play from the start of the game to its first stop."""
        ...

    def answer(self, position: Position, answer: int) -> Step:
        """Answer the stop of a position with the number of an outcome or answer."""
        ...

    def watch(self, position: Position, answer: int) -> tuple[tuple[int, Position], ...]:
        """The positions at which something is said on the way from a stop to the next, each with the number of that
        event."""
        ...

    def resume(self, position: Position) -> Step:
        """Play from any position to its next stop. At a stop already: that stop, and no events."""
        ...

    def ask(self, position: Position, query: QueryInfo) -> tuple[int, ...] | Failure:
        """The values of a query at a position."""
        ...

    def play_out(self, position: Position | None, chances: RandomSource, decide: Decide | None = None) -> Outcome:
        """Play from a position, or from the start, to the end of the game. `decide` is asked where more than one
        answer is offered; without it `pick_default_answer` is taken."""
        ...


def pick_default_answer(stop: DecisionStop) -> int:
    """The default if it is offered, otherwise the first answer that is."""
    return stop.default if stop.default in stop.offered else stop.offered[0]


def make_budget_failure(program: Program, recent: Iterable[int], stops: int | None = None) -> Failure:
    """The failure of a run that uses up its steps, or its `stops` if a number is given, with the source of the blocks
    in its loop: those that were run more than once recently, or else all recent ones."""
    times = Counter(recent)
    around = [block for block in times if times[block] > 1] or list(times)
    endless = any(program.blocks[block].name == UNBOUNDED for block in around)
    sites = dict.fromkeys(site for block in around for site in sites_of(program.blocks[block]))
    reason = "stop-budget" if stops is not None else "endless-loop" if endless else "step-budget"
    return Failure(reason, next(iter(sites), -1), value=stops or 0, loop=tuple(sites))


# ---- what engines are compared by

MULTIPLIER = 6_364_136_223_846_793_005
"""What digests of games are multiplied by."""


def fold(digest: int, answer: int) -> int:
    """The digest of a game, 0 at first, when one more stop is answered: with the outcome of a roll, the card drawn, or
    the number of the answer taken. Decisions that leave no choice count too."""
    return (digest * MULTIPLIER + answer + 1) % 2**64


@dataclass(frozen=True)
class Witness:
    """A finished game in comparable form: the digest of all answers, and the last position with each winner once, in
    rising order."""

    game: int
    digest: int
    position: Position


def fingerprint(program: Program) -> str:
    """A hash of what a program does, in 16 letters. Wording, citations and line numbers do not matter to it."""
    parts = (
        program.start,
        [(each.name, each.kind) for each in program.slots],
        program.arrays,
        [(each.number, each.faces) for each in program.dice],
        [(each.first, each.members, each.capacity, each.cards, *each.copies) for each in program.zones],
        [each.values for each in program.choices],
        [(each.return_slot, each.continuations) for each in program.routines],
        [(each.instructions, each.terminator) for each in program.blocks],
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
