"""Pages that cover the table on the screen: something to read, and handing the keyboard over."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class Page(ModalScreen[None]):
    """A text in a frame, to be scrolled; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss", "back", show=False) for key in ("escape", "enter", "space", "q", "question_mark")
    ]
    CSS = """
    Page { align: center middle; }
    #page { width: 90%; max-width: 110; height: auto; max-height: 90%; border: round $primary; padding: 0 1; }
    #page { border-subtitle-color: $text-muted; background: $surface; }
    """

    def __init__(self, text: str, at_end: bool = False) -> None:
        super().__init__()
        self.text, self.at_end = text, at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            page.border_subtitle = "Esc goes back"
            yield Static(Text(self.text), markup=False)

    def on_mount(self) -> None:
        page = self.query_one("#page")
        page.focus()
        if self.at_end:
            page.scroll_end(animate=False)


class HandOver(ModalScreen[None]):
    """Shows only whose turn it is, until Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", "go on", show=False)]
    CSS = """
    HandOver { align: center middle; background: $background; }
    #who { width: auto; max-width: 90%; height: auto; padding: 1 2; border: round $primary; text-align: center; }
    """

    def __init__(self, who: str) -> None:
        super().__init__()
        self.who = who

    def compose(self) -> ComposeResult:
        yield Static(f"Hand the keyboard to {self.who}, then press Enter.", id="who", markup=False)

    def on_click(self) -> None:
        self.dismiss()
