"""The middle of the table on the screen: the play-by-play, and a panel for each view that the ruleset has there.

The panels stand beside the play-by-play where both have room, else beneath it, as high as they are expected. What does
not fit is scrolled to. A line of a view that is set out in columns, a picture of a board for instance, is never
broken: where the window is too narrow its end is cut off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from interpreter.diagnostics.rendering import measure_width
from interpreter.display import format_name

FEWEST_COLUMNS, MOST_COLUMNS = 30, 56
"""The panels are at least this wide, and for plain sentences no wider than the other."""

FRAME = 5
"""The columns that a panel takes beside its text: two lines, two spaces, and a bar to scroll with."""

STORY_COLUMNS, STORY_LINES = 30, 3
"""The least room for the play-by-play."""

COLUMN_GAP = "   "
"""Spaces that set a line out in columns."""


def is_preformatted(line: str) -> bool:
    """Whether a line must not be wrapped, since its spaces mean something."""
    return line.startswith(" ") or COLUMN_GAP in line


def count_columns_wanted(lines: Sequence[str]) -> int:
    wanted = (
        measure_width(each) if is_preformatted(each) else min(measure_width(each), MOST_COLUMNS) for each in lines
    )
    return max(wanted, default=0)


def count_lines_wanted(lines: Sequence[str], room: int) -> int:
    """The lines that the text of a view takes in this many columns."""
    return sum(1 if is_preformatted(each) else -(-max(measure_width(each), 1) // max(room, 1)) for each in lines)


def fit_line(line: str, room: int) -> str:
    if not is_preformatted(line) or measure_width(line) <= room:
        return line
    return f"{line[: max(room - 1, 0)]}…"


class Middle(Container):
    """The play-by-play and the panels."""

    DEFAULT_CSS = """
    Middle { height: 1fr; layout: horizontal; }
    Middle.-stacked { layout: vertical; }
    #story { width: 1fr; height: 1fr; padding: 0 1; }
    #views { height: 100%; }
    #story, #views { scrollbar-size-vertical: 1; }
    .view { border: round $primary 60%; border-title-color: $text-muted; padding: 0 1; height: auto; width: 1fr; }
    Middle.-ruled .view { border: none; border-top: solid $primary 60%; }
    Middle.-bare .view { border: none; }
    Middle.-bare #views { border-top: solid $primary 60%; }
    """

    def __init__(self) -> None:
        super().__init__(id="middle")
        self.shown: dict[str, tuple[str, ...]] = {}
        self.panels: list[Static] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="story", can_focus=False):
            yield Static("", id="lines", markup=False)
        yield VerticalScroll(id="views", can_focus=False)

    def on_resize(self, _: Resize) -> None:
        self._arrange()

    # ---- the play-by-play

    def tell(self, text: Text) -> None:
        """Show the play-by-play, scrolled to its end."""
        self.query_one("#lines", Static).update(text)
        self._to_the_end()

    def _to_the_end(self) -> None:
        story = self.query_one("#story", VerticalScroll)
        story.scroll_end(animate=False)
        self.call_after_refresh(story.scroll_end, animate=False)

    def scroll_pages(self, pages: int) -> None:
        for each in self.query(VerticalScroll):
            each.scroll_relative(y=pages * max(1, each.size.height - 1), animate=False)

    # ---- the views

    def show(self, shown: Mapping[str, tuple[str, ...]]) -> None:
        """Show these views; panels that stay are only filled anew."""
        if list(shown) != list(self.shown):
            views = self.query_one("#views", VerticalScroll)
            views.remove_children()
            self.panels = [Static("", classes="view", markup=False) for _ in shown]
            for name, panel in zip(shown, self.panels, strict=True):
                panel.border_title = format_name(name)
            views.mount_all(self.panels)
        self.shown = dict(shown)
        self._arrange()

    def _arrange(self) -> None:
        views = self.query_one("#views", VerticalScroll)
        wanted = max(
            FEWEST_COLUMNS, count_columns_wanted([line for lines in self.shown.values() for line in lines]) + FRAME
        )
        beside = self.size.width - wanted >= STORY_COLUMNS
        self.set_class(not beside, "-stacked")
        views.display = bool(self.shown)
        if beside:
            views.styles.width, views.styles.height = wanted, "100%"
            self._frame("", wanted - FRAME)
        else:
            views.styles.width = "100%"
            self._stack(views)
        self._to_the_end()

    def _stack(self, views: VerticalScroll) -> None:
        room = self.size.width - 3
        height = sum(count_lines_wanted(lines, room) for lines in self.shown.values())
        most = max(0, self.size.height - STORY_LINES)
        ruled = height + len(self.shown) <= most
        views.styles.height = height + len(self.shown) if ruled else min(height + 1, most)
        self._frame("-ruled" if ruled else "-bare", room)

    def _frame(self, sort: str, room: int) -> None:
        for each in ("-ruled", "-bare"):
            self.set_class(each == sort, each)
        for panel, lines in zip(self.panels, self.shown.values(), strict=True):
            panel.update(Text("\n".join(fit_line(line, room) for line in lines)))
