"""Kills a game that is being played, at random moments, and resumes it: nothing that was shown may be lost.

    python -m tests.tools.kill_a_game --kills 200 --seed 1

A game is played once without being disturbed; that gives what it prints and the entries of its file. Then it is played
again by a process that gets all the answers at once and is killed with SIGKILL at a moment drawn at random. Its file
must hold the beginning of the same entries, and at least those whose results were printed before it died. It is
resumed with the answers that are left, and killed again, until it is over: then its file is the same to the letter.
(No two people with hidden hands play: a resumed game asks first that the keyboard be handed over, which is one answer
more.)
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from unittest import mock

from interpreter.api import load
from interpreter.cli import main
from interpreter.cli.autosave import SaveFile
from interpreter.play.session import Entry, Session
from tests.support.paths import ROOT

COMMAND = [sys.executable, "-u", "-m", "interpreter"]


GAMES = (
    ("marker", "--seat", "red=human:Anna", "--seat", "blue=bot:late"),
    ("cribbage", "--seat", "1=human:Anna", "--seat", "2=bot:random"),
    ("two_dice", "--seat", "all=human", "--dice", "ask"),
    ("cooperstown", "--seat", "all=human", "--cards", "ask", "--set", "innings=2"),
)


MOST_PRINTED = 6_000
"""A process is killed before it has printed much more than so many characters."""


class Typed(io.StringIO):
    """Answers that count how many of them have been read."""

    count = 0

    def readline(self, size: int | None = -1, /) -> str:
        self.count += 1
        return super().readline(-1 if size is None else size)


@dataclass
class Reference:
    """A game played without being disturbed. `used[n]` is how many answers had been read when entry n + 1 was
    written."""

    words: tuple[str, ...]
    answers: list[str]
    moves: str = ""
    used: list[int] = field(default_factory=list)


def moves_of(path: Path) -> str:
    """The entries of a saved game, as text."""
    return path.read_text(encoding="utf-8").partition("[moves]\n")[2] if path.exists() else ""


def play_undisturbed(words: tuple[str, ...], answers: list[str], folder: Path) -> Reference:
    """A game that nobody kills."""
    made, out, typed = Reference(words, answers), io.StringIO(), Typed("".join(f"{each}\n" for each in answers))
    keep = SaveFile.append

    def noting(self: SaveFile, session: Session, entry: Entry) -> None:
        made.used.append(typed.count)
        keep(self, session, entry)

    path = folder / "reference.toml"
    with mock.patch.object(SaveFile, "append", noting), mock.patch.object(sys, "stdin", typed), redirect_stdout(out):
        assert main(["play", *words, "--save", str(path)]) == 0
    made.moves = moves_of(path)
    path.unlink()
    assert made.moves.count("\n") == len(made.used)
    return made


def run_and_kill(words: list[str], answers: list[str], moment: tuple[int, float] | None) -> tuple[str, int]:
    """What a process printed until it was killed, or to its end, and its exit code. It is killed so many seconds after
    so many characters have been printed."""
    ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = subprocess.Popen([*COMMAND, *words], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, **ends)
    assert process.stdin is not None
    assert process.stdout is not None
    writer = threading.Thread(target=_type, args=(process.stdin, answers))
    writer.start()
    characters, seconds = moment or (2**40, 0)
    printed = b""
    while len(printed) < characters and (chunk := os.read(process.stdout.fileno(), 256)):
        printed += chunk
    if moment is not None:
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
    printed += process.stdout.read()
    code = process.wait()
    writer.join()
    return printed.decode(), code


def _type(stdin: IO[bytes], answers: list[str]) -> None:
    with suppress(BrokenPipeError), stdin:
        stdin.write("".join(f"{each}\n" for each in answers).encode())


def check_killed(reference: Reference, path: Path, text: str, before: int) -> int:
    """See that the file holds the beginning of the game, and all that was printed; the number of its entries. Before
    the process began there were `before`. An answer that was read is repeated in what is printed, so by then all that
    the answers before it had led to was shown."""
    moves = moves_of(path)
    whole = moves[: moves.rfind("\n") + 1]
    assert reference.moves.startswith(whole), "the entries are those of the undisturbed game"
    entries = whole.count("\n")
    read = (reference.used[before - 1] if before else 0) + len(re.findall("^>", text, re.MULTILINE))
    shown = sum(used < read for used in reference.used)
    assert entries >= max(before, shown), f"{shown} results were shown, and {entries} entries were kept"
    return entries


def kill_until_over(reference: Reference, folder: Path, kills: int, chance: random.Random) -> int:
    """Play a game, killing it and resuming it, until it is over or has been killed so often; how often it was. In the
    end it is the undisturbed one."""
    path, entries, killed = folder / "killed.toml", 0, 0
    while True:
        used = reference.used[entries - 1] if entries else 0
        words = ["resume", str(path)] if path.exists() else ["play", *reference.words, "--save", str(path)]
        moment = (chance.randint(1, MOST_PRINTED), chance.uniform(0, 0.02)) if killed < kills else None
        text, code = run_and_kill(words, reference.answers[used:], moment)
        entries = check_killed(reference, path, text, entries)
        killed += code == -signal.SIGKILL
        if code != -signal.SIGKILL:
            assert code == 0, text
            assert moves_of(path) == reference.moves
            path.unlink()
            return killed


def answers_for(words: tuple[str, ...], chance: random.Random) -> list[str]:
    """Many answers that make sense: rolls for those who have dice of their own, cards, most of which cannot come just
    then, for those who have cards, the first or second offer else."""
    if "--dice" in words:
        return [f"{chance.randint(1, 6)}+{chance.randint(1, 6)}" for _ in range(2_000)]
    if "--cards" in words:
        program = load(words[0]).program()
        cards = [name for zone in program.zones[::5] for name in program.shapes[zone.shape].labels]
        return [chance.choice([chance.choice(cards)] * 9 + ["", "undo"]) for _ in range(2_500)]
    return [chance.choice(["", "1", "2", "undo", "redo"] if each % 7 == 0 else ["", "1"]) for each in range(6_000)]


def run() -> None:
    """The test at full length."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance, killed, finished = random.Random(arguments.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        references = []
        for seed, words in enumerate(GAMES):
            words = (*words, "--seed", str(seed))
            references.append(play_undisturbed(words, answers_for(words, chance), Path(folder)))
        while killed < arguments.kills:
            reference = references[finished % len(references)]
            killed += kill_until_over(reference, Path(folder), arguments.kills - killed, chance)
            finished += 1
            print(f"{reference.words[0]}: {len(reference.used)} entries; {killed} kills so far", flush=True)
    print(
        f"{killed} kills in {finished} games: nothing that was shown was lost, and every game ended as it would have."
    )


if __name__ == "__main__":
    run()
