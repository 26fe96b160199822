"""The random stream: what dice do when nobody scripts them, and the lots of bots.

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

Bots draw lots beside the table, each for itself, so that the dice stay the same for all players: often one word a
decision, for which a stream of its own would take nineteen steps. So a lot is taken from another generator, which can
begin anywhere at once: SplitMix64 by Guy Steele, Doug Lea and Christine Flood ("Fast Splittable Pseudorandom Number
Generators", OOPSLA 2014; its mixing function is David Stafford's thirteenth, as in Sebastiano Vigna's `splitmix64.c`).
Its state begins as the seed and the game mixed, and advances by a step for each place where a lot may be drawn.
"""

from __future__ import annotations

from typing import TypeAlias

WORD_BITS = 64
WARM_UP = 18
BATCH = 32
_MASK = 2**WORD_BITS - 1

STEP = 0x9E3779B97F4A7C15
"""What is added to the state of SplitMix64 for each word: the golden ratio."""

MIXING = (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)
"""How words are mixed: shifted right by these amounts, combined by `xor`, and multiplied."""

BOT_PLACES = 64
"""More than there are seats: separates the lots of different bots."""

LINE_PLACES = 1 << 40
"""Separates the lots of different strategy lines from one another and from other lots."""

RANDOM = "random"
"""The strategy of bots that take each answer as often as any other, by lot."""

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
    """The result, of `count`, that a word of `bits` bits gives, or None if the word is rejected."""
    product = word * count
    lower = product & (2**bits - 1)
    if lower < count and lower < 2**bits % count:
        return None
    return product >> bits


def mix_word(word: int) -> int:
    """Mix a word: a bijection in which every bit depends on all bits of the input."""
    for shift, factor in MIXING:
        word = (word ^ word >> shift) * factor & _MASK
    return word


def mix_game(seed: int, game: int) -> int:
    """The common seed of all lots of a game."""
    return mix_word(mix_word(seed + STEP & _MASK) + game & _MASK)


def falls(seed: int, game: int, place: int, part: int, whole: int) -> bool:
    """Whether a lot that is drawn at a place gives what comes `part` times in `whole`. No word is refused, so it is off
    by as little as `whole` in 2**64."""
    return Lots(seed, game, place).next_word() * whole >> WORD_BITS < part


class Lots:
    """The words of the lots that are drawn at one place of a game."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int, place: int) -> None:
        self._state = mix_game(seed, game) + place * STEP

    def next_word(self) -> int:
        self._state = self._state + STEP & _MASK
        return mix_word(self._state)

    def randbelow(self, count: int) -> int:
        """One of 0..count-1, each equally likely. `count` is between 1 and 2**64-1."""
        while True:
            found = bound_word(self.next_word(), count)
            if found is not None:
                return found


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
