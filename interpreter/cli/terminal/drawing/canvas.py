"""Characters in their places, each with its colour and with what a click on it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from rich.cells import get_character_cell_size
from rich.text import Text

from interpreter.diagnostics.rendering import measure_width

DIM, STRONG = "dim", "bold"
ACCENT = "bold #d99a00"
"""What can be done now, and what has just been thrown."""

CHOSEN = f"{ACCENT} on #101010 reverse"
"""Dark on the accent; without colour, reversed."""

PLAYABLE = "bold underline #d99a00"

COLOURS = {
    "red": "#e05a4e", "blue": "#5b9bf0", "green": "#4bb070", "yellow": "#d8b42a",
    "violet": "#a97be0", "orange": "#e58a3c", "teal": "#35aaa2", "brown": "#b07d4c",
    "white": "#f1ede2", "black": "#8b8d93", "grey": "#b3b8bd", "pink": "#ea86b6",
}

JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The line that leads up, right, down and left, as the bits 1, 2, 4 and 8 say."""


def paint_side(colour: str) -> str:
    """The style of what belongs to a side: its letter on its colour."""
    return f"bold #101010 on {COLOURS[colour]}" if colour in COLOURS else STRONG


class Canvas:
    """A picture that grows as it is drawn. Each cell has its character, its style, and what a click on it does."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str, str]] = {}
        self.width = self.height = 0

    def put(self, x: int, y: int, text: str, style: str = "", act: str = "") -> int:
        """Write a text; returns the column after it."""
        for character in text:
            wide = get_character_cell_size(character)
            if wide:
                self.cells[x, y] = (character, style, act)
                self.cells.update({(x + more, y): ("", style, act) for more in range(1, wide)})
            x += wide
        self.width, self.height = max(self.width, x), max(self.height, y + 1)
        return x

    def paste(self, other: Canvas, x: int, y: int) -> None:
        self.cells.update({(x + column, y + row): cell for (column, row), cell in other.cells.items()})
        self.width, self.height = max(self.width, x + other.width), max(self.height, y + other.height)

    def restyle(self, style: str, act: str = "") -> Canvas:
        """The same, all of it in one more style."""
        self.cells = {at: (text, f"{old} {style}".strip(), act or do) for at, (text, old, do) in self.cells.items()}
        return self

    @property
    def acts(self) -> set[str]:
        return {act for _, _, act in self.cells.values() if act}

    def read_lines(self) -> Iterator[str]:
        for y in range(self.height):
            yield "".join(self.cells.get((x, y), (" ", "", ""))[0] for x in range(self.width)).rstrip()

    def to_text(self) -> Text:
        text = Text(no_wrap=True, end="")
        for y in range(self.height):
            for x in range(self.width):
                character, style, _ = self.cells.get((x, y), (" ", "", ""))
                text.append(character, style)
            text.append("\n" * (y < self.height - 1))
        return text


def draw_lines(lines: Iterable[str], style: str = "") -> Canvas:
    canvas = Canvas()
    for line in lines:
        canvas.put(0, canvas.height, line or " ", style)
    return canvas


def draw_words(text: str, width: int, style: str = "") -> Canvas:
    """A text in lines that break between words."""
    return draw_lines(wrap(text, max(width, 1), break_on_hyphens=False), style)


def draw_box(width: int, height: int, style: str = "", corners: str = "╭╮╰╯─│") -> Canvas:
    canvas = Canvas()
    left, right, low_left, low_right, across, down = tuple(corners)
    canvas.put(0, 0, left + across * (width - 2) + right, style)
    for y in range(1, height - 1):
        canvas.put(0, y, down + " " * (width - 2) + down, style)
    canvas.put(0, height - 1, low_left + across * (width - 2) + low_right, style)
    return canvas


def flow(parts: Sequence[Canvas], width: int, gap: int = 3) -> Canvas:
    """Pictures side by side, in as many rows as they need."""
    canvas, x, y, below = Canvas(), 0, 0, 0
    for part in parts:
        if x and x + part.width > width:
            x, y = 0, below
        canvas.paste(part, x, y)
        x, below = x + part.width + gap, max(below, y + part.height)
    return canvas


def stack(parts: Sequence[Canvas], gap: int = 0) -> Canvas:
    canvas = Canvas()
    for part in parts:
        canvas.paste(part, 0, canvas.height + gap * (canvas.height > 0))
    return canvas


def draw_rows(rows: Sequence[Sequence[tuple[str, str]]], right: bool = True, gap: int = 2) -> Canvas:
    """Cells under each other, each a text and its style; those after the first stand at the right."""
    canvas = Canvas()
    widths = [max(measure_width(text) for text, _ in column) for column in zip(*rows, strict=True)]
    for y, row in enumerate(rows):
        x = 0
        for at, ((text, style), width) in enumerate(zip(row, widths, strict=True)):
            canvas.put(x + (width - measure_width(text)) * (right and at > 0), y, text or " ", style)
            x += width + gap
    return canvas
