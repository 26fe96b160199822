"""Games played on to their end from a position, every seat deciding by its strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from interpreter.bots.advice import DEFAULT, Advice
from interpreter.chance import Stream
from interpreter.engine import GameOver, Outcome, Position
from interpreter.native import Tiered, available
from interpreter.program import VOID, Decide, Program
from interpreter.stepper import Stepper
from interpreter.tiering import Tiering

End: TypeAlias = tuple[int, ...] | None
"""The winners, `VOID` alone without a result; in a game with an aim its measure, for each player or side if it is per
these. None if the game cannot continue, or has an aim and no result."""


class Playouts:
    """Plays with the stepper until machine code is cached or pays. Both play alike."""

    def __init__(self, program: Program, strategies: Sequence[str], native: bool | None = None) -> None:
        """`native` chooses the engine; by default it is the faster one."""
        self._program, self._strategies = program, tuple(strategies)
        self._stepper, self._advice = Stepper(program, events=False), Advice(program)
        self._only_defaults = all(each == DEFAULT for each in strategies)
        self._native = Tiered(program, strategies, anywhere=True) if native is not False and available() else None
        self._tiering, self._played = Tiering(len(program.blocks)), 0
        self._pays = self._native is not None and (native is True or self._native.is_kept())

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> Sequence[End]:
        """Like `play`, but no other game is played if the first does not end."""
        found = self.play(positions[:1], seed, first)
        if found == [None]:
            return found * len(positions)
        return found + self.play(positions[1:], seed, first + 1)

    def play(self, positions: Sequence[Position], seed: int, first: int) -> list[End]:
        """The end of the game from each position; the k-th has the stream of game `first + k` under `seed`."""
        self._played += len(positions)
        self._pays = self._pays or self._tiering.code_pays(self._played, first=True)
        found: list[End] = [None] * len(positions)
        if self._native is not None and self._pays:
            found = self._native.ends(positions, seed, first)
        return [
            self._step(position, seed, game) if end is None else end
            for game, (position, end) in enumerate(zip(positions, found, strict=True), first)
        ]

    def _step(self, position: Position, seed: int, game: int) -> End:
        self._advice.seed, self._advice.game = seed, game
        decide = None if self._only_defaults else partial(self._advice.advise_seat, self._strategies)
        return _find_end(self._program, self._stepper.play_out(position, Stream(seed, game), decide))


def force_answer(program: Program, position: Position, answer: int) -> Position:
    """The same position, with only this answer offered."""
    decision = program.blocks[position.block].terminator
    assert isinstance(decision, Decide)
    slots, offers = position.slots, decision.offer_slots(program)
    words = program.choices[decision.choice].hold([answer])
    return replace(position, slots=(*slots[: offers.start], *words, *slots[offers.stop :]))


def find_winners(position: Position) -> tuple[int, ...]:
    """The winners at the end of a game; `VOID` alone without a result."""
    return (VOID,) if position.void else position.winners


def _find_end(program: Program, outcome: Outcome) -> End:
    if not isinstance(outcome.stop, GameOver):
        return None
    if not program.aims:
        return find_winners(outcome.position)
    if outcome.position.void:
        return None
    measure = program.aims[0].measure
    values = tuple(value for number, value in outcome.samples if number == measure)
    return values if program.measures[measure].labels else (sum(values),)
