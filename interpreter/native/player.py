"""Plays games of one program in machine code: `Native`."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from itertools import groupby
from threading import Lock
from typing import Any

from interpreter import cache
from interpreter.bits import indices_of
from interpreter.engine import GAME_BUDGET, STEP_BUDGET, Position, Witness
from interpreter.native.account import add_counted, rows_of, tidied
from interpreter.native.compiler import Code, compiled, host
from interpreter.native.memory_layout import WINNERS, MemoryLayout
from interpreter.native.options import CodeOptions
from interpreter.program import VOID, Finish, Program
from interpreter.summary import Summary

DEFAULT = "default"

SORT = "machine"
"""What the cache calls machine code."""

CHUNK = 1 << 16
"""How many games are played in one go, at most."""

FEW = 1 << 12
"""The same if the result of each game is known."""

PART = {"fast": 4_000, "best": 4_000}
"""How many blocks one function of a game has, about."""


class Native:
    """Plays games of a verified program in machine code. Some games are not for it: those in which something impossible
    is asked for, that use up nearly all their steps or stops, that are too large to keep account of, or that begin with
    a position that makes no sense. Whoever calls has another engine play these.

    All methods may be called from several threads at once; they let other threads run while they play."""

    def __init__(
        self,
        program: Program,
        strategies: Sequence[str] = (),
        *,
        tier: str = "fast",
        keep: bool = True,
        counting: bool = True,
        witness: bool = False,
        anywhere: bool = False,
        budget: int = STEP_BUDGET,
        game_budget: int = GAME_BUDGET,
    ) -> None:
        """`strategies` has one name for each seat ("default" or "" for the default of every choice). `tier` is "fast",
        for a first result, or "best". `keep` says whether machine code is kept on disk, and taken from there;
        `counting`, whether it is counted how often each rule and row came up; with `witness`, games can be compared one
        by one with those of other engines (see the method); with `anywhere`, games can continue from decisions where
        less is on offer than the rules offer. `budget` and `game_budget` are those of the stepper."""
        self.program = program
        self.strategies = tuple("" if each == DEFAULT else each for each in strategies) or ("",) * len(program.seats)
        self.tier, self.keep = tier, keep
        self._options = CodeOptions(
            self.strategies, budget, game_budget, PART[tier], tier == "best", counting, witness, anywhere
        )
        self._layout = MemoryLayout(program)
        self._lock = Lock()
        self._code: Code | None = None
        self._play: Any = None
        self._spaces: list[_Space] = []
        self.start = Position(program.start, (0,) * len(program.slots))

    # ---- many games

    def play(self, seed: int, games: range, *, per_game: bool = False, start: Position | None = None) -> Summary:
        """Play the games with these numbers under a seed, in order, each of them from a position if one is given, else
        from the beginning. It stops before the first that is not for machine code: the summary says how many were
        played."""
        summary, start = Summary.of(self.program), start or self.start
        at, refused = games.start, not self._can_begin(start)
        while at < games.stop and not refused:
            some = range(at, min(at + CHUNK, games.stop))
            played, refused = self._play_some(summary, seed, some, start, per_game)
            at += played
        return summary

    def _play_some(
        self, summary: Summary, seed: int, games: range, start: Position, per_game: bool
    ) -> tuple[int, bool]:
        """Play some of these games; the result is how many, and whether the next is not for machine code."""
        space = _Space(self.program, self._layout)
        rows = (ctypes.c_int64 * (len(games) * self._layout.columns[-1]))() if per_game else None
        played, refused = self._account(space, seed, games, start, rows)
        if refused:
            space = _Space(self.program, self._layout)
            self._account(space, seed, games[:played], start, rows)
        add_counted(summary, self._layout, played, memoryview(space.kept).cast("B").cast("q"))
        if rows is not None:
            summary.rows += rows_of(games[:played], rows[: played * self._layout.columns[-1]])
        return played, refused

    def _account(self, space: _Space, seed: int, games: range, start: Position, rows: Any = None) -> tuple[int, bool]:
        """Play games with the account of them in a work space. The result is how many were played, and whether the next
        is not for machine code; then the account is of no use."""
        if not games:
            return 0, False
        space.start[:] = list(start.slots)
        winners = sum(1 << each for each in set(start.winners))
        given = (space.slots, space.kept, space.start, start.block, winners)
        done = int(self.code(*given, seed, games.start, len(games), rows))
        return (done, False) if done >= 0 else (-done - 1, True)

    def _can_begin(self, start: Position) -> bool:
        """Whether games can be played from a position."""
        if len(start.slots) != len(self.program.slots) or not 0 <= start.block < len(self.program.blocks):
            raise ValueError("this position belongs to another program")
        enough = self._options.budget > len(self.program.blocks)
        return enough and all(0 <= each < WINNERS for each in start.winners)

    # ---- single games

    def ends(self, starts: Sequence[Position], seed: int, first: int) -> tuple[list[tuple[int, ...] | None], int]:
        """Who wins the rest of the game from each of these positions, or its measure if the game has an aim;
        None where that is not for machine code, or is without a result. The k-th is played on the random stream of game
        number `first + k` under `seed`. Positions in a row that are the same are played from in one go. It also gives
        how many words of chance that took."""
        space = self._spaces.pop() if self._spaces else _Space(self.program, self._layout)
        before = space.kept[self._layout["words"]]
        found: list[tuple[int, ...] | None] = []
        for start, alike in groupby(starts):
            begun = first + len(found)
            found += self._ends_from(space, start, seed, range(begun, begun + sum(1 for _ in alike)))
        self._spaces.append(space)
        return found, space.kept[self._layout["words"]] - before

    def _ends_from(self, space: _Space, start: Position, seed: int, games: range) -> list[tuple[int, ...] | None]:
        """The results of these games, all of them from one position."""
        if isinstance(self.program.blocks[start.block].terminator, Finish):
            return [None if self.program.aims else tuple(sorted(set(start.winners)))] * len(games)
        found: list[tuple[int, ...] | None] = []
        rows = (ctypes.c_int64 * (min(len(games), FEW) * self._layout.columns[-1]))()
        able = self._can_begin(start)
        while able and len(found) < len(games):
            some = games[len(found) : len(found) + FEW]
            space.kept[self._layout["spilled"]] = 0
            played, refused = self._account(space, seed, some, start, rows)
            found += [self._end_of(*row) for row in rows_of(some[:played], rows[: played * self._layout.columns[-1]])]
            found += [None] * refused
        return found or [None] * len(games)

    def _end_of(self, _: int, winners: tuple[int, ...], figures: tuple[int, ...]) -> tuple[int, ...] | None:
        """The result of a game: who won it; or the measure that is the aim, None without a result."""
        if not self.program.aims:
            return winners
        measure, columns = self.program.aims[0].measure, self._layout.columns
        many = len(self.program.measures[measure].labels) or 1
        return None if VOID in winners else figures[columns[measure] - 1 : columns[measure] - 1 + many]

    def _play_one(self, space: _Space, start: Position, seed: int, game: int) -> bool:
        """Play one game; whether that is for machine code."""
        space.kept[self._layout["spilled"]] = 0
        return self._can_begin(start) and self._account(space, seed, range(game, game + 1), start) == (1, False)

    def _winners_of(self, space: _Space) -> tuple[int, ...]:
        """Who won the game that was played last."""
        return tuple(indices_of(space.kept[self._layout["winners"]]))

    def witness(self, seed: int, games: range, *, start: Position | None = None) -> list[Witness]:
        """What the games with these numbers can be compared by, up to the first that is not for machine code. Only
        where `Native` was made with `witness`. The position has no slots where machine code leaves out what nobody
        reads: in code of the tier "best"."""
        if not self._options.witness:
            raise ValueError("this machine code was not made to be compared")
        start, space = start or self.start, _Space(self.program, self._layout)
        found: list[Witness] = []
        for game in games:
            if not self._play_one(space, start, seed, game):
                break
            digest, block = (space.kept[self._layout[part]] for part in ("digest", "block"))
            position = Position(block, self._slots_of(space), self._winners_of(space))
            found.append(Witness(game, digest % 2**64, position))
        return found

    def _slots_of(self, space: _Space) -> tuple[int, ...]:
        if not self._options.shows_slots:
            return ()
        return tidied(self.program.zones, space.slots[: len(self.program.slots)])

    # ---- machine code

    @property
    def code(self) -> Any:
        """The function that plays many games, compiled or loaded when it is first needed."""
        with self._lock:
            if self._play is None:
                number, pointer, word = ctypes.c_int64, ctypes.c_void_p, ctypes.c_uint64
                given = (pointer, pointer, pointer, number, number, word, word, number, pointer)
                self._code = self._loaded()
                self._play = self._code.function("play", number, *given)
            return self._play

    def is_kept(self) -> bool:
        """Whether the code is on disk already, or loaded."""
        return self._play is not None or cache.fetch_as(SORT, self._key(), _unseal) is not None

    def _key(self) -> str:
        return cache.make_key(_digest(self.program), repr((self.tier, self._options)), host())

    def _loaded(self) -> Code:
        """Code from the cache, or compiled and kept there."""
        key = self._key() if self.keep else ""
        data = cache.fetch_as(SORT, key, _unseal) if key else None
        if data is None:
            data = compiled(_writer().write_module(self.program, self._options), self.tier)
            if key:
                cache.store(SORT, key, _seal(data))
        return Code(data)


def _seal(data: bytes) -> bytes:
    """Machine code as it is kept. LLVM ends the process over what is none, so only what was sealed is given to it."""
    return sha256(SORT.encode() + data).digest() + data


def _unseal(content: bytes) -> bytes:
    data = content[sha256().digest_size :]
    if content != _seal(data):
        raise ValueError("this is no machine code")
    return data


_last: list[tuple[Program, str]] = []
"""The last program with its digest, which is often needed several times in a row."""


def _digest(program: Program) -> str:
    """A hash of everything that the machine code of a program depends on."""
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
        [(each.top, each.bottom) for each in program.quotients],
        [(each.entry, each.return_slot, each.continuations) for each in program.routines],
        program.queries,
        [(each.instructions, each.terminator) for each in program.blocks],
    )
    return repr(parts)


class _Space:
    """What games are played in: the slots, those at the start, and the account."""

    def __init__(self, program: Program, layout: MemoryLayout) -> None:
        self.slots = (ctypes.c_int64 * (len(program.slots) + program.registers))()
        self.start = (ctypes.c_int64 * len(program.slots))()
        self.kept = (ctypes.c_int64 * layout.length)()


def _writer() -> Any:
    """What writes modules: loaded only when something has to be written, since it takes a while."""
    return import_module("interpreter.native.module")
