"""How fast machine code is: `python tests/benchmarks` prints it as tables.

Everything that is compared is run in turns, several times over, and the medians are told. Speeds are games a second of
one processor's time, so that other work on the machine matters less; only threads go by the clock on the wall. The
twins in C (`two_dice.c`, `marker.c`, `cooperstown.c`) are compiled by gcc if it is there, and have to play the same
games, to the last run and error. All sides play the default of every option, by the default of every choice.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from threading import Thread

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from interpreter import api  # noqa: E402
from interpreter.chance import Stream  # noqa: E402
from interpreter.native import Native  # noqa: E402
from interpreter.program import Program  # noqa: E402
from interpreter.stepper import Stepper  # noqa: E402
from interpreter.summary import Summary  # noqa: E402

SEED = 7
TURNS = 5

GAMES = {"two_dice": 120_000, "marker": 24_000, "cooperstown": 6_000, "cribbage": 1_000}
"""How many games are one turn in machine code."""

TWINS = {
    "two_dice": ("innings", "hits", "throws"),
    "marker": ("innings", "hits", "throws", "fouls_thrown", "double_plays"),
    "cooperstown": ("innings", "hits", "errors", "double_plays"),
}
"""What a twin counts beside the games that each side wins and its runs."""

TIERS = ("fast", "best")


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time that something takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a table."""
    lines = [[str(each) for each in row] for row in [heads, *rows]]
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    print(f"\n{title}\n")
    for number, line in enumerate(lines):
        print("| " + " | ".join(each.rjust(width) for each, width in zip(line, widths, strict=True)) + " |")
        if number == 0:
            print("| " + " | ".join("-" * (width - 1) + ":" for width in widths) + " |")


def engines(program: Program) -> tuple[dict[str, Native], dict[str, float]]:
    """The native engine on each tier, and the seconds each took to compile."""
    found = {tier: Native(program, tier=tier, keep=False) for tier in TIERS}
    return found, {tier: processor_seconds(lambda each=each: each.fast) for tier, each in found.items()}


def stepper_speed(program: Program, seconds: float = 2.0) -> float:
    """Games a second of the stepper, once it is warm."""
    stepper, played = Stepper(program, events=False), 0
    for game in range(20):
        stepper.play_out(None, Stream(SEED, game))
    start = time.process_time()
    while (taken := time.process_time() - start) < seconds:
        stepper.play_out(None, Stream(SEED, played))
        played += 1
    return played / taken


def speeds(turns: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The median of what each gives, when they are run in turns."""
    found: dict[str, list[float]] = {name: [] for name in turns}
    for _ in range(TURNS):
        for name, turn in turns.items():
            found[name].append(turn())
    return {name: median(several) for name, several in found.items()}


def compare_engines() -> None:
    """The native engine against the stepper, and how long it takes to compile."""
    rows = []
    for name, games in GAMES.items():
        program = api.load(name).program()
        native, compiling = engines(program)
        found = speeds(
            {
                tier: lambda each=each, games=games: games / processor_seconds(lambda: each.play(SEED, range(games)))
                for tier, each in native.items()
            }
        )
        plain = stepper_speed(program)
        shown = [f"{found[tier]:,.0f}" for tier in TIERS], [f"{compiling[tier]:.2f} s" for tier in TIERS]
        rows.append([name, len(program.blocks), f"{plain:,.0f}", *shown[0], f"{found['best'] / plain:,.0f}", *shown[1]])
    heads = [
        "ruleset",
        "blocks",
        "stepper",
        "native fast",
        "native best",
        "best : stepper",
        "compile fast",
        "compile best",
    ]
    table("Games a second a core", heads, rows)


def twin_of(name: str, folder: Path) -> Path:
    """The twin of a ruleset, compiled."""
    source, made = Path(__file__).with_name(f"{name}.c"), folder / name
    subprocess.run(["gcc", "-O3", "-march=native", "-o", made, source], check=True)
    return made


def run_twin(path: Path, games: int) -> tuple[float, list[int]]:
    """The processor seconds that a twin takes for some games, and what it counts after their number."""
    words = subprocess.run([path, str(SEED), str(games)], capture_output=True, text=True, check=True).stdout.split()
    return float(words[0]), [int(each) for each in words[2:]]


def counted_by(program: Program, summary: Summary, names: Sequence[str]) -> list[int]:
    """What a twin has to count too."""
    tallies = {each.name: at for at, each in enumerate(program.measures)}
    runs = summary.members[tallies["runs"]]
    totals = [*runs, *(summary.measures[tallies[name]] for name in names)]
    return [summary.wins[0], summary.wins[1], *(each.total for each in totals)]


def compare_with_twins() -> None:
    """The native engine against the same games by hand in C."""
    if not shutil.which("gcc"):
        print("\nThere is no gcc here, so nothing is compared with C.")
        return
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, counts in TWINS.items():
            games, twin = GAMES[name], twin_of(name, Path(folder))
            program = api.load(name).program()
            native, _ = engines(program)
            native["untabled"] = Native(program, tier="best", keep=False, tabulate=False)
            native["untabled"].play(SEED, range(100))
            wanted = counted_by(program, native["best"].play(SEED, range(games)), counts)
            assert run_twin(twin, games)[1][: len(wanted)] == wanted, f"the twin of {name} plays another game"
            turns = {
                tier: lambda each=each, games=games: games / processor_seconds(lambda: each.play(SEED, range(games)))
                for tier, each in native.items()
            }
            found = speeds({"C": lambda twin=twin, games=games: games / run_twin(twin, games)[0], **turns})
            ways = ("fast", "untabled", "best")
            ratios = [f"{found[way] / found['C']:.2f}" for way in ways]
            rows.append([name, f"{found['C']:,.0f}", *(f"{found[way]:,.0f}" for way in ways), *ratios])
    heads = ["ruleset", "C", "fast", "best, no table", "best", "fast : C", "no table : C", "best : C"]
    table("Against twins in C (gcc -O3 -march=native), games a second a core", heads, rows)


def compare_threads() -> None:
    """One thread and two, by the clock."""
    rows = []
    for name in TWINS:
        native, games = Native(api.load(name).program(), tier="best", keep=False), GAMES[name]
        native.play(SEED, range(100))

        def with_threads(number: int, native: Native = native, games: int = games) -> float:
            start = time.perf_counter()
            threads = [
                Thread(target=native.play, args=(SEED, range(at * games, (at + 1) * games))) for at in range(number)
            ]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            return number * games / (time.perf_counter() - start)

        found = speeds({str(number): lambda number=number: with_threads(number) for number in (1, 2)})
        rows.append([name, f"{found['1']:,.0f}", f"{found['2']:,.0f}", f"{found['2'] / found['1']:.2f}"])
    table("Threads, games a second by the clock", ["ruleset", "1 thread", "2 threads", "ratio"], rows)


def compare_with_others() -> None:
    """Against idiomatic Python and OpenSpiel; and what simulations cost. Each of these runs by itself, too."""
    for title, name in (("Against idiomatic Python", "idiomatic"), ("Against OpenSpiel", "pig"), ("Cost", "cost")):
        found = import_module(name).rows()
        rows = [(what, f"{speed:,.0f}" if speed else "", remark) for what, speed, remark in found]
        table(f"{title}, games a second", ["what", "games/s", ""], rows)


if __name__ == "__main__":
    compare_engines()
    compare_with_twins()
    compare_threads()
    compare_with_others()
