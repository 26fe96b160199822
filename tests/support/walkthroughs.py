"""Pages that are scripts: what they have a reader write, run and answer, and what they say that the program prints.

Behind the fence of a block stands its language and, where the block is about a file, the file's name:

- `rules NAME`, `toml NAME`: all of the file; `fragment NAME`: what is added at its end; `diff NAME`: lines that go and
  lines that come
- `console`: commands behind `$`, and below each what it prints; a line of dots stands for any number of lines. What is
  typed at a prompt of the game stands behind `>`. Variables of the environment can stand before a command, and `> FILE`
  behind it.

With GOLDEN=write in the environment a page shows what is printed now, cut where it was cut; read what changed.
"""

from __future__ import annotations

import io
import os
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from interpreter import cli
from tests.support.paths import ROOT

BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


DIGEST = re.compile(r"\b[0-9a-f]{32}\b")
"""A name that the cache gives to a file; pages show it as `SHOWN_DIGEST`."""

SHOWN_DIGEST = "0123456789abcdef" * 2


@dataclass(frozen=True)
class Block:
    language: str
    file: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command that a page shows, and what it shows below."""

    text: str
    shown: str

    def is_ours(self) -> bool:
        return self.text.startswith("groundrules ")

    def check(
        self,
        page: Path,
        patch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        shown_as: Mapping[str, str] | None = None,
    ) -> None:
        """Hold what the page shows against what the command prints. `shown_as` are words that stand on the page for
        what is different each time."""
        output = self.run(patch, capsys, shown_as or {})
        if os.environ.get("GOLDEN") == "write" and not self.prints(output):
            text = page.read_text(encoding="utf-8")
            old, new = (f"$ {self.text}\n{shown}" for shown in (self.shown, renew(self.shown, output)))
            page.write_text(text.replace(old, new, 1), encoding="utf-8")
        else:
            assert self.prints(output), f"$ {self.text}\n{output}"

    def run(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shown_as: Mapping[str, str]) -> str:
        """What the command prints, its answer before what went wrong, with what the page shows behind `>` typed in."""
        typed = re.findall(r"^> ?(.*\n)", self.shown, re.MULTILINE)
        command = self.text
        for real, shown in shown_as.items():
            command = command.replace(shown, real)
        with patch.context() as own:
            own.setattr("sys.stdin", io.StringIO("".join(typed)))
            own.delenv("FORCE_COLOR", raising=False)
            with _redirect(own, shlex.split(command)) as words:
                cli.main(words)
        printed, wrong = capsys.readouterr()
        printed = printed + re.sub(r"\n\n\Z", "\n", wrong)
        for real, shown in {f"{ROOT}/": "", f"{Path.cwd()}/": "", **shown_as}.items():
            printed = printed.replace(real, shown)
        return re.sub(r" +$", "", DIGEST.sub(SHOWN_DIGEST, printed), flags=re.MULTILINE)

    def prints(self, output: str) -> bool:
        """Whether the output is as shown."""
        literal = re.sub(r"([*?[])", r"[\1]", self.shown)
        return fnmatchcase("\n" + output, "\n" + re.sub(r"^\.\.\.$", "*", literal, flags=re.MULTILINE))


@contextmanager
def _redirect(patch: pytest.MonkeyPatch, words: list[str]) -> Iterator[list[str]]:
    """The words behind `groundrules`, with the variables before it set, and with what it prints going where `> FILE`
    says."""
    at = words.index("groundrules")
    for name, _, value in (word.partition("=") for word in words[:at]):
        patch.setenv(name, value)
    own = words[at + 1 :]
    if ">" not in own:
        yield own
        return
    end = own.index(">")
    file = Path(own[end + 1]).open("w", encoding="utf-8")  # noqa: SIM115
    patch.setattr("sys.stdout", file)
    yield own[:end]
    with suppress(OSError):
        file.close()


def renew(shown: str, output: str) -> str:
    """The output, cut as what is shown is cut: its passages give way to as many lines that are most like them."""
    lines = output.splitlines(keepends=True)
    passages = [part.splitlines(keepends=True) for part in re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)]
    if len(passages) == 1:
        return output

    @cache
    def place(which: int, at: int) -> tuple[float, tuple[int, ...]]:
        """How alike the passages from this one on can be, none before that line, and where each begins then."""
        if which == len(passages):
            return 0, ()
        end = max(at, len(lines) - len(passages[which]))
        starts = [0] if which == 0 else [end] if which == len(passages) - 1 else range(at, end + 1)
        return max(try_start(which, start) for start in starts)

    @cache
    def try_start(which: int, start: int) -> tuple[float, tuple[int, ...]]:
        rest, others = place(which + 1, start + len(passages[which]))
        return find_likeness(passages[which], lines[start:]) + rest, (start, *others)

    _, starts = place(0, 0)
    return "...\n".join(
        "".join(lines[start : start + len(passage)]) for start, passage in zip(starts, passages, strict=True)
    )


def find_likeness(some: list[str], others: list[str]) -> float:
    return sum(SequenceMatcher(None, *pair).ratio() for pair in zip(some, others, strict=False))


def read_blocks(page: str) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(page)]


def list_commands(block: Block) -> Iterator[Command]:
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        text, _, shown = part.partition("\n")
        yield Command(text, shown)


def write_file(block: Block, folder: Path) -> None:
    """Do to the file of the block what the block says."""
    path = folder / block.file
    if block.language in ("rules", "toml"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        return
    before = path.read_text(encoding="utf-8")
    after = before + "\n" + block.text if block.language == "fragment" else change_lines(before, block.text)
    path.write_text(after, encoding="utf-8")


def change_lines(text: str, diff: str) -> str:
    """A text in which the lines that begin with `-` have given way to those that begin with `+`."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    old = "".join(f"{line}\n" for sign, line in lines if sign != "+")
    new = "".join(f"{line}\n" for sign, line in lines if sign != "-")
    assert f"\n{text}".count(f"\n{old}") == 1, f"these lines do not stand there once:\n{old}"
    return f"\n{text}".replace(f"\n{old}", f"\n{new}").removeprefix("\n")
