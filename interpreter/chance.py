"""The random stream: what dice do when nobody scripts them.

The generator is SFC64 by Chris Doty-Humphrey (PractRand, `RNGs/sfc.cpp`; the same as `numpy.random.SFC64`).
Its state is three 64-bit words and a counter; each step gives one 64-bit word. The stream of game `game` under
`seed` starts from the words (seed, game, 0) and the counter 1 and leaves out the first 18 words: the seeding that
PractRand 0.95 publishes for three seed words. It depends on these two numbers alone, so games can be played in
any order, on any number of workers.

A draw among `n` equally likely results takes one word, multiplies it by `n` and keeps the upper half. The few
products whose lower half is below 2**64 modulo `n` are refused and drawn again, which makes every result exactly
as likely as every other (Daniel Lemire, "Fast Random Integer Generation in an Interval", ACM Transactions on
Modeling and Computer Simulation 29, 2019, algorithm 5). An engine in machine code needs a 128-bit product and
nothing else to draw the same results.
"""

from __future__ import annotations

from typing import TypeAlias

WORD_BITS = 64
WARM_UP = 18
BATCH = 32
_MASK = 2**WORD_BITS - 1

BOT_STREAM = 64
"""More than there are seats: what tells the streams of bots from each other, and from the dice."""

LINE_STREAM = 1 << 40
"""What tells the lines of a strategy from each other, and from bots that draw otherwise."""

RANDOM = "random"
"""The strategy of bots that take each answer as often as any other, by the first lot of a stream of their own."""

State: TypeAlias = tuple[int, int, int, int]
"""Three words and the counter."""


def advance(state: State, count: int) -> tuple[State, list[int]]:
    a, b, c, counter = state
    words = []
    for _ in range(count):
        word = (a + b + counter) & _MASK
        counter = (counter + 1) & _MASK
        a = b ^ (b >> 11)
        b = (c + (c << 3)) & _MASK
        c = ((c << 24 | c >> 40) + word) & _MASK
        words.append(word)
    return (a, b, c, counter), words


def seed_state(seed: int, game: int, apart: int = 0) -> State:
    """The state from which a game's words come. Raises ValueError unless all numbers are in 0..2**64-1."""
    if not (0 <= seed <= _MASK and 0 <= game <= _MASK and 0 <= apart <= _MASK):
        raise ValueError("a seed and a game's number are each between 0 and 2**64-1")
    return advance((seed, game, apart, 1), WARM_UP)[0]


def bound_word(word: int, count: int, bits: int = WORD_BITS) -> int | None:
    """Which of `count` results a word of `bits` bits stands for, or None if the word is refused."""
    product = word * count
    lower = product & (2**bits - 1)
    if lower < count and lower < 2**bits % count:
        return None
    return product >> bits


def falls(seed: int, game: int, apart: int, part: int, whole: int) -> bool:
    """Whether chance, drawn from the first word of a stream of its own, gives what comes `part` times in `whole`. For
    bots alone: no word is refused, so it is off by as little as `whole` in 2**64."""
    word = advance(seed_state(seed, game, apart), 1)[1][0]
    return word * whole >> WORD_BITS < part


class Stream:
    """The draws of one game. Words are made in batches because that is cheaper; none is ever skipped. A number `apart`
    other than 0 gives another stream, for what is not chance at the table: the third of the words to start from."""

    __slots__ = ("_state", "_waiting")

    def __init__(self, seed: int, game: int, apart: int = 0) -> None:
        self._state = seed_state(seed, game, apart)
        self._waiting: list[int] = []

    def next_word(self) -> int:
        if not self._waiting:
            self._state, self._waiting = advance(self._state, BATCH)
            self._waiting.reverse()
        return self._waiting.pop()

    def randbelow(self, count: int) -> int:
        """One of 0..count-1, each equally likely. `count` is between 1 and 2**64-1."""
        waiting = self._waiting
        product = (waiting.pop() if waiting else self.next_word()) * count
        while product & _MASK < count and product & _MASK < 2**WORD_BITS % count:
            product = self.next_word() * count
        return product >> WORD_BITS
