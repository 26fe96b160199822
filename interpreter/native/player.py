"""Plays games of one program in machine code: `Native`."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any

from interpreter import cache
from interpreter.engine import GAME_BUDGET, STEP_BUDGET, Failure, Outcome, Position, Witness
from interpreter.native.batch import Playouts, add_counted, rows_of
from interpreter.native.build import Code, compiled, host
from interpreter.native.layout import WINNERS, Layout
from interpreter.program import Finish, Program
from interpreter.summary import Broken, Summary

if TYPE_CHECKING:
    from interpreter.native.telling import Teller

DEFAULT = "default"

SORT = "machine"
"""What the cache calls machine code."""

CHUNK = 1 << 16
"""How many games are played in one go, at most."""

PART = {"fast": 4_000, "best": 4_000}
"""How many blocks one function of a game has, about."""


class Native:
    """Plays games of a verified program in machine code. All methods may be called from several threads at once; they
    let other threads run while they play."""

    def __init__(
        self,
        program: Program,
        strategies: Sequence[str] = (),
        *,
        tier: str = "fast",
        keep: bool = True,
        tabulate: bool = True,
        counting: bool = True,
        witness: bool = False,
        budget: int = STEP_BUDGET,
        game_budget: int = GAME_BUDGET,
    ) -> None:
        """`strategies` has one name for each seat ("default" or "" for the default of every choice). `tier` is "fast",
        for a first result, or "best". `keep` tells whether machine code is kept on disk, and taken from there;
        `counting`, whether it is counted how often each rule and row came up; with `witness`, games can be compared one
        by one with those of other engines (see the method). `budget` and `game_budget` are those of
        the stepper."""
        self.program = program
        self.strategies = tuple("" if each == DEFAULT else each for each in strategies) or ("",) * len(program.seats)
        self.tier = tier
        self.tabulate = tabulate
        self.counting = counting
        self.compares = witness
        self.budget, self.game_budget = budget, game_budget
        self.keep = keep
        self._layout = Layout(program)
        self._lock = Lock()
        self._fast: _Fast | None = None
        self._teller: Teller | None = None
        self._spaces: list[_Space] = []
        self.start = Position(program.start, (0,) * len(program.slots))

    # ---- many games

    def play(self, seed: int, games: range, *, per_game: bool = False, start: Position | None = None) -> Summary:
        """Play the games with these numbers under a seed, in order, up to the first that fails; each of them from a
        position if one is given, else from the beginning."""
        summary = Summary.of(self.program)
        at = games.start
        while at < games.stop and summary.broken is None:
            at = self._play_some(summary, seed, range(at, min(at + CHUNK, games.stop)), start or self.start, per_game)
        return summary

    def _play_some(self, summary: Summary, seed: int, games: range, start: Position, per_game: bool) -> int:
        """Play some of these games; the result is the number of the next."""
        played = 0
        if self._goes_fast(start):
            space, rows = _Space(self.program, self._layout), self._rows(games) if per_game else None
            done = self._account(space, seed, games, start, rows)
            played = done if done >= 0 else -done - 1
            if done < 0:
                space = _Space(self.program, self._layout)
                self._account(space, seed, games[:played], start, rows)
            add_counted(summary, self._layout, played, memoryview(space.kept).cast("B").cast("q"))
            if rows is not None:
                summary.rows += rows_of(games[:played], rows[: played * self._layout.columns[-1]])
            if done >= 0:
                return games.start + played
        notes = self.teller.note(start, seed, games.start + played, False)
        outcome = self.teller.outcome(start, notes)
        if isinstance(outcome.stop, Failure):
            summary.broken = Broken(games.start + played, outcome.stop)
        else:
            summary.add_game(outcome, games.start + played if per_game else None)
            summary.add_lost(notes.lost)
        return games.start + played + 1

    def _rows(self, games: range) -> Any:
        return (ctypes.c_int64 * (len(games) * self._layout.columns[-1]))()

    def _account(self, space: _Space, seed: int, games: range, start: Position, rows: Any = None) -> int:
        """Play games fast, with the account of them in a work space. The result is how many were played; minus that
        and one more if the next has to be played the careful way."""
        if not games:
            return 0
        space.start[:] = list(start.slots)
        winners = sum(1 << each for each in set(start.winners))
        given = (space.slots, space.kept, space.start, start.block, winners)
        return int(self.fast.play(*given, seed, games.start, len(games), rows))

    def _goes_fast(self, start: Position) -> bool:
        """Whether games can be played fast from a position."""
        if len(start.slots) != len(self.program.slots) or not 0 <= start.block < len(self.program.blocks):
            raise ValueError("this position belongs to another program")
        returns = ((start.slots[each.return_slot], len(each.continuations)) for each in self.program.routines)
        sound = all(0 <= number < max(many, 1) for number, many in returns)
        return sound and self.budget > len(self.program.blocks) and all(0 <= each < WINNERS for each in start.winners)

    def witness(self, seed: int, games: range, *, start: Position | None = None) -> list[Witness]:
        """What the games with these numbers can be compared by, up to the first that machine code cannot play. Only
        where `Native` was made with `witness`."""
        raise NotImplementedError

    # ---- the rest of a game

    def playouts(self, start: Position | None, seed: int, games: range) -> Playouts:
        """Play the rest of a game from a position (None for the start) once for each of these numbers, on the random
        streams of the games with these numbers, and count no more than who wins and what measures come to. Games that
        fail are counted as such."""
        start = start or self.start
        found = Playouts.of(self.program)
        space = self._spaces.pop() if self._spaces else _Space(self.program, self._layout)
        at = games.start
        while at < games.stop:
            some = range(at, min(at + CHUNK, games.stop))
            space.clear()
            done = self._account(space, seed, some, start) if self._goes_fast(start) else -1
            played = done if done >= 0 else -done - 1
            if played < len(some) and done < 0:
                space.clear()
                self._account(space, seed, some[:played], start)
                found.add_outcome(self.teller.play_out(start, seed, at + played, False))
            found.add_counted(self._layout, played, memoryview(space.kept).cast("B").cast("q"))
            at += played + (done < 0)
        self._spaces.append(space)
        return found

    def winners(self, starts: Sequence[Position], seed: int, first: int) -> list[tuple[int, ...] | None]:
        """Who wins the rest of the game from each of these positions, None where it fails. The k-th is played on the
        random stream of game number `first + k` under `seed`."""
        space = self._spaces.pop() if self._spaces else _Space(self.program, self._layout)
        found = [self._won(space, start, seed, game) for game, start in enumerate(starts, first)]
        self._spaces.append(space)
        return found

    def _won(self, space: _Space, start: Position, seed: int, game: int) -> tuple[int, ...] | None:
        if isinstance(self.program.blocks[start.block].terminator, Finish):
            return tuple(sorted(set(start.winners)))
        space.kept[self._layout["spilled"]] = 0
        if self._goes_fast(start) and self._account(space, seed, range(game, game + 1), start) == 1:
            bits = space.kept[self._layout["winners"]]
            return tuple(at for at in range(bits.bit_length()) if bits >> at & 1)
        outcome = self.teller.play_out(start, seed, game, False)
        return None if isinstance(outcome.stop, Failure) else tuple(sorted(set(outcome.position.winners)))

    def play_out(self, position: Position | None, seed: int, game: int, *, events: bool = False) -> Outcome:
        """The rest of a game from a position (None for the start of the game), on the random stream of game number
        `game` under `seed` from its beginning: all that the stepper's `play_out` tells, with all events if wanted."""
        return self.teller.play_out(position or self.start, seed, game, events)

    # ---- machine code

    @property
    def fast(self) -> _Fast:
        """The functions that play many games, compiled or loaded when they are first needed."""
        with self._lock:
            if self._fast is None:
                given = (
                    self.program,
                    self.strategies,
                    self.budget,
                    self.game_budget,
                    PART[self.tier],
                    self.tier == "best",
                    self.tabulate,
                    self.counting,
                )
                self._fast = _Fast(self._code("game", self.tier, lambda: _writers().fast_module(*given)))
            return self._fast

    @property
    def teller(self) -> Teller:
        """The functions that tell everything about one game."""
        from interpreter.native.telling import Teller

        with self._lock:
            if self._teller is None:
                code = self._code("careful", "fast", lambda: _writers().careful_module(self.program, self.budget))
                self._teller = Teller(self.program, code, self.strategies, self.budget, self.game_budget)
            return self._teller

    def is_kept(self) -> bool:
        """Whether the code that plays many games is on disk already, or loaded."""
        return self._fast is not None or cache.fetch(SORT, self._key("game", self.tier)) is not None

    def _key(self, module: str, tier: str) -> str:
        others: tuple[object, ...] = module, tier, self.budget
        if module != "careful":
            fast = (self.strategies, self.game_budget, PART[tier], self.tabulate, self.counting)
            others = (*others, *fast)
        return cache.key(_digest(self.program), repr(others), host())

    def _code(self, module: str, tier: str, text: Any) -> Code:
        """Code from the cache, or compiled and kept there."""
        key = self._key(module, tier) if self.keep else ""
        data = cache.fetch(SORT, key) if key else None
        if data is None:
            data = compiled(text(), tier)
            if key:
                cache.keep(SORT, key, data)
        return Code(data)


_last: list[tuple[Program, str]] = []
"""The program whose digest was wanted last: it is wanted several times in a row."""


def _digest(program: Program) -> str:
    """A hash of all that the machine code of a program depends on."""
    if not _last or _last[0][0] is not program:
        _last[:] = [(program, sha256(_facts(program).encode()).hexdigest())]
    return _last[0][1]


def _facts(program: Program) -> str:
    """All of a program that its machine code depends on."""
    parts = (
        (program.start, program.registers, len(program.slots), len(program.sites)),
        program.arrays,
        [(each.number, each.faces) for each in program.dice],
        [(each.first, each.members, each.capacity, each.cards, each.deck) for each in program.zones],
        [(each.name, each.values) for each in program.choices],
        [len(each.labels) for each in program.measures],
        [(each.entry, each.return_slot, each.continuations) for each in program.routines],
        program.queries,
        [(each.instructions, each.terminator) for each in program.blocks],
    )
    return repr(parts)


class _Fast:
    """The functions of a fast module."""

    def __init__(self, code: Code) -> None:
        self.code = code
        number, pointer, word = ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint64
        given = (pointer, pointer, pointer, number, number, word, word, number, pointer)
        self.play = code.function("play", number, *given)


class _Space:
    """What games are played in: the slots, those at the start, and the account."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.slots = (ctypes.c_int64 * (len(program.slots) + program.registers))()
        self.start = (ctypes.c_int64 * len(program.slots))()
        self.kept = (ctypes.c_int64 * layout.length)()
        self._cleared = [layout.parts[part] for part in ("wins", "drawn", "shared", "void", "sums", "spilled")]

    def clear(self) -> None:
        """Forget who won and what measures came to."""
        for first, size in self._cleared:
            ctypes.memset(ctypes.addressof(self.kept) + 8 * first, 0, 8 * size)


def _writers() -> Any:
    """What writes modules: loaded only when something has to be written, since it takes a while."""
    return import_module("interpreter.native.module")
