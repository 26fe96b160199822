"""Plays with code that is compiled fast, and changes to better code as soon as that pays.

Better code is taken at once if it is on disk. Otherwise it is compiled in a thread of its own, while games are played,
once that pays (`tiering`). Both kinds of code play the same games.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from threading import Lock, Thread

from interpreter import cache
from interpreter.engine import GAME_BUDGET, Position
from interpreter.native.player import Native
from interpreter.program import Program
from interpreter.summary import Summary
from interpreter.tiering import Tiering


class Tiered:
    """Plays games of a verified program as `Native` does, first with one kind of code and then with the other."""

    def __init__(
        self,
        program: Program,
        strategies: Sequence[str] = (),
        *,
        keep: bool = True,
        anywhere: bool = False,
        timed: bool = False,
        eager: bool = False,
        game_budget: int = GAME_BUDGET,
    ) -> None:
        """`keep` says whether code is kept on disk; `anywhere` is that of `Native`. Whoever has a
        clock says by `improve` when better code pays (`timed`); `eager` makes it at once. `game_budget` is that of the
        stepper."""
        make = partial(Native, program, strategies, keep=keep, anywhere=anywhere, game_budget=game_budget)
        self._best = make(tier="best")
        self._lock = Lock()
        self._thread: Thread | None = None
        self._tiering = None if timed else Tiering(len(program.blocks))
        self._drawn = 0
        ready = keep and self._best.is_kept()
        self._now = self._best if ready else make()
        if not ready and eager:
            self.improve()

    @property
    def tier(self) -> str:
        """Which code is in use now."""
        return self._now.tier

    def is_kept(self) -> bool:
        """Whether the code in use now has been kept on disk."""
        return self._now.is_kept()

    def play(self, seed: int, games: range, *, per_game: bool = False, start: Position | None = None) -> Summary:
        """Play games as `Native.play` does, with the code that pays at this moment."""
        summary = self._now.play(seed, games, per_game=per_game, start=start)
        self._count(summary.words)
        return summary

    def ends(self, starts: Sequence[Position], seed: int, first: int) -> list[tuple[int, ...] | None]:
        """Play single games to their ends as `Native.ends` does, with the code in use now."""
        found, words = self._now.ends(starts, seed, first)
        self._count(words)
        return found

    def _count(self, words: int) -> None:
        """Counts words of chance; without a clock, they decide when better code pays."""
        self._drawn += words
        if self._tiering is not None and self._tiering.better_code_pays_after(self._drawn):
            self.improve()

    def improve(self) -> None:
        """Begin to make better code, unless that is being done or has been."""
        with self._lock:
            if self._thread is None and self._now is not self._best:
                self._thread = Thread(target=self._improve, name="better machine code")
                self._thread.start()

    def wait(self) -> None:
        """Wait until better code that is being made is in use."""
        if self._thread is not None:
            self._thread.join()

    def _improve(self) -> None:
        try:
            _ = self._best.code
        except (ImportError, OSError, RuntimeError) as error:
            cache.report_trouble(f"no better machine code can be made here ({error})")
        else:
            self._now = self._best
