"""Two-dice baseball as somebody would write it in Python by hand, against the engines that play the ruleset.

Readable objects, no tricks: what one gets for the work of writing a simulation oneself. The runs of a half-inning come
out the same, within their error.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.benchmarks.measuring import Row, mean_of, native, playing, program_of, rate, stepping


@dataclass
class Diamond:
    """Who stands where: the places of the men on bases, 1 to 3."""

    bases: set[int] = field(default_factory=set)

    def advance(self, distance: int, batter: int) -> int:
        """Everybody moves up, and the batter comes to a base; how many get home."""
        moved = [base + distance for base in self.bases] + ([batter] if batter else [])
        self.bases = {base for base in moved if base < 4}
        return sum(base >= 4 for base in moved)

    def walk(self) -> int:
        """Those move who must."""
        free = next((base for base in (1, 2, 3) if base not in self.bases), 4)
        self.bases |= set(range(1, min(free, 3) + 1))
        return int(free == 4)

    def retire_lead_runner(self) -> bool:
        """The one nearest home is out."""
        if not self.bases:
            return False
        self.bases.remove(max(self.bases))
        return True


@dataclass
class Game:
    """One game."""

    dice: random.Random
    runs: list[int] = field(default_factory=lambda: [0, 0])

    def half(self, side: int) -> None:
        """Until three are out."""
        diamond, outs = Diamond(), 0
        while outs < 3:
            first, second = self.dice.randint(1, 6), self.dice.randint(1, 6)
            match first + second:
                case 2 | 12:
                    self.runs[side] += diamond.advance(4, 4)
                case 4 | 10:
                    self.runs[side] += diamond.advance(1, 1)
                case 11:
                    self.runs[side] += diamond.advance(2, 2)
                case 3:
                    self.runs[side] += diamond.advance(3, 3)
                case 8 if first == 4:
                    self.runs[side] += diamond.walk()
                case 5:
                    outs += 1
                    if outs < 3:
                        self.runs[side] += diamond.advance(1, 0)
                case 7:
                    outs += 1
                    outs += outs < 3 and diamond.retire_lead_runner()
                case _:
                    outs += 1

    def play(self) -> int:
        """To its end; how many innings it takes."""
        innings = 0
        while innings < 9 or self.runs[0] == self.runs[1]:
            innings += 1
            self.half(0)
            self.half(1)
        return innings


def by_hand() -> Row:
    """The game above."""
    dice, runs, halves = random.Random(1), 0, 0

    def play(number: int) -> None:
        nonlocal runs, halves
        for _ in range(number):
            game = Game(dice)
            halves += 2 * game.play()
            runs += sum(game.runs)

    speed = rate(play)
    return "two_dice: idiomatic Python", speed, f"{runs / halves:.3f} runs a half-inning"


def rows() -> Iterator[Row]:
    """All of it, one after another."""
    program = program_of("two_dice")
    runs = f"{mean_of(program, 'runs_per_half_inning'):.3f} runs a half-inning"
    yield "two_dice: ours, native", rate(playing(native("two_dice")[0])), runs
    yield "two_dice: ours, stepper", rate(stepping(program)), runs
    yield by_hand()


if __name__ == "__main__":
    for what, speed, remark in rows():
        print(f"{what:45} {speed:12,.0f} games/s  {remark}", flush=True)
