"""What a simulation costs against the number of games, of players and of blocks. It runs by itself, too.

The time in which machine code is made is left out of speeds, and told for programs of several sizes.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.benchmarks.measuring import SEED, Row, native, playing, program_of, rate, seconds_of

SIZES = ("two_dice", "marker", "cribbage", "cooperstown", "round_the_bases")


def by_games() -> Iterator[Row]:
    """Ten times the games, ten times the time."""
    engine, _ = native("two_dice")
    for games in (10_000, 100_000, 1_000_000):
        seconds = sorted(seconds_of(playing(engine), games) for _ in range(3))[1]
        yield f"two_dice, {games:,} games", games / seconds, f"{seconds:.3f} s"


def by_players() -> Iterator[Row]:
    """More players, longer games."""
    for players in (2, 4, 8):
        yield f"multiplication, {players} players", rate(playing(native("multiplication", players=players)[0])), ""


def by_blocks() -> Iterator[Row]:
    """Small programs and large ones, and how long their machine code takes to make."""
    for name in SIZES:
        (_, fast), (engine, best) = native(name, "fast"), native(name, "best")
        draws = engine.play(SEED, range(100)).words / 100
        blocks = f"{len(program_of(name).blocks):,} blocks, made in {fast:.2f} s (first code), {best:.2f} s (best)"
        speed = rate(playing(engine))
        yield name, speed, f"{blocks}; {speed * draws / 1e6:.0f} million draws of chance a second"


def rows() -> Iterator[Row]:
    """All of it, one after another."""
    yield from by_games()
    yield from by_players()
    yield from by_blocks()


if __name__ == "__main__":
    for what, speed, remark in rows():
        print(f"{what:30} {speed:12,.0f} games/s  {remark}", flush=True)
