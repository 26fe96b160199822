"""Games played on to their end from a position, every seat deciding by a base strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Protocol

from interpreter.bots.advice import DEFAULT, AdviceBots
from interpreter.chance import Stream
from interpreter.engine import GameOver, Outcome, Position
from interpreter.program import VOID, Decide, Program
from interpreter.stepper import Stepper
from interpreter.tiering import Tiering


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


def native_available() -> bool:
    from interpreter.native import available

    return available()


class TieredPlayouts:
    """Playouts in machine code, if that can be made here and is kept or pays, and until then by the stepper."""

    def __init__(self, program: Program, strategies: Sequence[str]) -> None:
        self._stepped = StepperPlayouts(program, strategies)
        self._native = NativePlayouts(program, strategies) if native_available() else None
        self._tiering, self._played = Tiering(len(program.blocks)), 0
        self._kept = self._native is not None and self._native.is_cached()

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> Sequence[tuple[int, ...] | None]:
        self._played += len(positions)
        pays = self._kept or self._tiering.code_pays(self._played, first=True)
        now: Playouts = self._native if self._native is not None and pays else self._stepped
        return now.ends(positions, seed, first)


def force_answer(program: Program, position: Position, answer: int) -> Position:
    """The position where somebody decides, with nothing else offered than this answer: no game played on from it asks
    anybody."""
    decision = program.blocks[position.block].terminator
    assert isinstance(decision, Decide)
    slots, offers = position.slots, decision.offer_slots(program)
    words = program.choices[decision.choice].hold([answer])
    return replace(position, slots=(*slots[: offers.start], *words, *slots[offers.stop :]))


def find_winners(position: Position) -> tuple[int, ...]:
    """Who has won at the end of a game; `VOID` alone without a result."""
    return (VOID,) if position.void else position.winners


def _find_end(program: Program, outcome: Outcome) -> tuple[int, ...] | None:
    """Who wins, `VOID` alone without a result; or, in a game with an aim, what its measure comes to, for each player or
    side if it is per these. None for a game that cannot go on, and for one that has an aim and is without a result."""
    if not isinstance(outcome.stop, GameOver):
        return None
    if not program.aims:
        return find_winners(outcome.position)
    if outcome.position.void:
        return None
    measure = program.aims[0].measure
    values = tuple(value for number, value in outcome.samples if number == measure)
    return values if program.measures[measure].labels else (sum(values),)
