"""A rulebook for readers, as plain data: sections of texts, steps, tables and boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TypeAlias

from interpreter.data_classes import dataclass


@dataclass(frozen=True)
class Step:
    """A sentence, with those inside it."""

    text: str
    inside: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Steps:
    """Steps in their order, or a list."""

    steps: tuple[Step, ...]
    numbered: bool = True


@dataclass(frozen=True)
class Grid:
    """A table."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Box:
    """An example, apart from the rules."""

    box: str


PAPER_WIDTH = 100
"""The widest table, in characters, whose columns are aligned in Markdown."""

Block: TypeAlias = Text | Steps | Grid | Box


@dataclass(frozen=True)
class Section:
    """`house` is the title of house rules that changed it."""

    heading: str
    blocks: tuple[Block, ...]
    house: str = ""


@dataclass(frozen=True)
class Page:
    """`facts` are what people need to know first: how many play, what with, where the rules come from."""

    title: str
    about: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


def to_markdown(page: Page) -> str:
    return "\n".join(_write_page(page)) + "\n"


def _write_page(page: Page) -> Iterator[str]:
    yield f"# {page.title}"
    if page.about:
        yield f"\n*{page.about}*"
    yield ""
    yield from (f"- **{what}:** {fact}" for what, fact in page.facts)
    for section in page.sections:
        yield f"\n## {section.heading}"
        if section.house:
            yield f"\n*House rule: {section.house}.*"
        for block in section.blocks:
            yield from _write_block(block)


def _write_block(block: Block) -> Iterator[str]:
    match block:
        case Text(text):
            yield f"\n{text}"
        case Box(text):
            yield f"\n> {text}"
        case Grid():
            yield from _write_grid(block)
        case Steps(steps, numbered):
            yield ""
            yield from _write_steps(steps, numbered, "")


def _write_grid(grid: Grid) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip_longest(grid.head, *grid.rows, fillvalue="")]
    widths = widths if sum(widths) < PAPER_WIDTH else [0] * len(widths)
    yield ""
    for row in (grid.head, ["-" * max(width, 3) for width in widths], *grid.rows):
        yield f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))} |"


def _write_steps(steps: Iterable[Step], numbered: bool, indent: str) -> Iterator[str]:
    for at, each in enumerate(steps, 1):
        mark = f"{at}." if numbered else "-"
        yield f"{indent}{mark} {each.text}"
        yield from _write_steps(each.inside, False, indent + " " * (len(mark) + 1))
