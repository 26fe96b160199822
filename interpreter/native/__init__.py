"""The native engine: a program turned into machine code, for many games or the rest of one.

`Native` plays games of one program under one set of strategies. Two modules of machine code are made of a program, each
when it is first needed: one that plays games as fast as can be and keeps only an account of them (`game`), and one
that goes block by block and tells everything (`careful`). Where the fast one cannot go on, because something impossible
is asked for or nearly all steps are used up, the careful one plays that game again and says what is the matter. Both
agree with the stepper event for event.

Nothing here needs more than `program`, `engine` and `chance`. llvmlite is asked for when something is compiled or
loaded; where it cannot be had, `available` says so and the stepper does everything.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from interpreter.engine import GAME_BUDGET, STEP_BUDGET, Failure, Outcome, Position
from interpreter.native.batch import Batch as Batch
from interpreter.native.batch import Measured as Measured
from interpreter.native.batch import PerGame as PerGame
from interpreter.native.build import Code, compiled
from interpreter.native.layout import Layout
from interpreter.native.module import careful_module, fast_module
from interpreter.native.telling import Teller
from interpreter.program import Program

DEFAULT = "default"

CHUNK = 1 << 14
"""How many games are played in one go, at most."""

PART = {"fast": 400, "best": 400}
"""How many blocks one function of a game has, about."""

LARGEST_WORD = 2**64 - 1


def available() -> bool:
    """Whether llvmlite is there."""
    return find_spec("llvmlite") is not None


class Native:
    """Plays games of a verified program in machine code. All methods may be called from several threads at once; they
    let other threads run while they play."""

    def __init__(
        self,
        program: Program,
        strategies: Sequence[str] = (),
        *,
        tier: str = "fast",
        cache: Path | None = None,
        tabulate: bool = True,
        budget: int = STEP_BUDGET,
        game_budget: int = GAME_BUDGET,
    ) -> None:
        """`strategies` has one name for each seat ("default" or "" for the default of every choice). `tier` is "fast",
        for a first result, or "best". `budget` and `game_budget` are those of the stepper."""
        self.program = program
        self.strategies = tuple("" if each == DEFAULT else each for each in strategies) or ("",) * len(program.seats)
        self.tier = tier
        self.cache = cache
        self.tabulate = tabulate
        self.budget, self.game_budget = budget, game_budget
        self._layout = Layout(program)
        self._lock = Lock()
        self._start = Position(program.start, (0,) * len(program.slots))

    # ---- many games

    def play(self, seed: int, games: range, *, per_game: bool = False, start: Position | None = None) -> Batch:
        """Play the games with these numbers under a seed, in order, up to the first that fails; each of them from a
        position if one is given, else from the beginning."""
        batch = Batch.of(self.program, per_game)
        at = games.start
        while at < games.stop and batch.broken is None:
            at = self._play_some(batch, seed, range(at, min(at + CHUNK, games.stop)), start or self._start)
        return batch

    def _play_some(self, batch: Batch, seed: int, games: range, start: Position) -> int:
        """Play some of these games; the result is the number of the next."""
        played = 0
        if self._goes_fast(start):
            done, kept, rows = self._account(seed, games, start, batch.per_game is not None)
            if done < 0:
                played = -done - 1
                done, kept, rows = self._account(seed, games[:played], start, batch.per_game is not None)
            else:
                played = done
            batch.add_counted(self._layout, done, kept)
            batch.add_rows(rows, done)
            if done == played and done > 0:
                return games.start + done
        outcome = self._teller.play_out(start, seed, games.start + played, False)
        if isinstance(outcome.stop, Failure):
            batch.broken = games.start + played, outcome.stop
        else:
            batch.add_game(outcome)
        return games.start + played + 1

    def _account(self, seed: int, games: range, start: Position, per_game: bool) -> tuple[int, memoryview, memoryview]:
        """How many of the games were played, and the account of them (see `runtime.playing`)."""
        kept, rows = self._work_space(len(games) if per_game else 0)
        slots = (ctypes.c_int64 * (len(start.slots) + self.program.registers))()
        first = (ctypes.c_int64 * len(start.slots))(*start.slots)
        winners = sum(1 << each for each in set(start.winners))
        given = (slots, kept, first, start.block, winners, seed, games.start, len(games), rows if per_game else None)
        done = self._play(*given) if games else 0
        return done, memoryview(kept).cast("B").cast("q"), memoryview(rows).cast("B").cast("q")

    def _work_space(self, games: int) -> tuple[Any, Any]:
        return (
            (ctypes.c_int64 * self._layout.length)(),
            (ctypes.c_int64 * max(games * (1 + 2 * len(self.program.measures)), 1))(),
        )

    def _goes_fast(self, start: Position) -> bool:
        """Whether games can be played fast from a position."""
        if len(start.slots) != len(self.program.slots) or not 0 <= start.block < len(self.program.blocks):
            raise ValueError("this position belongs to another program")
        whole = all(
            0 <= start.slots[each.return_slot] < max(len(each.continuations), 1) for each in self.program.routines
        )
        return whole and self.budget > len(self.program.blocks) and all(0 <= each < 62 for each in start.winners)

    # ---- one game

    def play_out(self, position: Position | None, seed: int, game: int, *, events: bool = False) -> Outcome:
        """The rest of a game from a position (None for the start of the game), on the random stream of game number
        `game` under `seed` from its beginning: all that the stepper's `play_out` tells, with all events if wanted."""
        return self._teller.play_out(position or self._start, seed, game, events)

    # ---- machine code

    @cached_property
    def _play(self) -> Any:
        text = fast_module(self.program, self.strategies, self.budget, self.game_budget, PART[self.tier])
        self._fast = Code(compiled(text, self.tier))
        number, pointer, word = ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint64
        return self._fast.function(
            "play", number, pointer, pointer, pointer, number, number, word, word, number, pointer
        )

    @cached_property
    def _teller(self) -> Teller:
        text = careful_module(self.program, self.strategies, self.budget)
        return Teller(self.program, Code(compiled(text, "fast")), self.budget, self.game_budget)
