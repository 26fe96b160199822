"""What is asked on the screen: the question, a list of answers, and a line to type on.

Where there is little room the list gives way, and can be scrolled; the rule above the question then says which of the
answers are in sight. Enter takes none of the others.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize
from textual.geometry import Size
from textual.layout import ArrangeResult, Layout
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static


class Answers(OptionList):
    """A list of answers that takes only those in sight."""

    @property
    def in_sight(self) -> range:
        self._update_lines()
        lines = self._lines[self.scroll_offset.y :][: self.size.height]
        return range(lines[0][0], lines[-1][0] + 1) if lines else range(0)

    def action_select(self) -> None:
        if self.highlighted in self.in_sight:
            super().action_select()
        else:
            self.scroll_to_highlight()

    def on_resize(self, _: Resize) -> None:
        self.scroll_to_highlight()
        self._say_which()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._say_which()

    def _say_which(self) -> None:
        seen, count = self.in_sight, self.option_count
        more = f"{seen.start + 1} to {seen.stop} of {count}: the arrows show more" if 0 < len(seen) < count else ""
        self.screen.query_one(Asking).border_title = more


class _GivingWay(VerticalLayout):
    """Makes the list of answers lower where not everything has room."""

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        placed = super().arrange(parent, children, size, greedy)
        over = max((each.region.bottom for each in placed), default=0) - size.height
        if over <= 0 or size.height == 0:
            return placed
        arranged, up = [], 0
        for each in placed:
            region = each.region.translate((0, -up))
            if isinstance(each.widget, Answers):
                up = min(over, region.height - 1)
                region = region.crop_size((region.width, region.height - up))
            arranged.append(each._replace(region=region))
        return arranged


class Asking(Vertical):
    """The lower part of the screen."""

    DEFAULT_CSS = """
    Asking { height: auto; max-height: 50%; border-top: solid $primary; padding: 0 1; border-title-align: right; }
    #question { height: auto; text-style: bold; }
    #reply { height: auto; color: $warning; display: none; }
    #offers { height: auto; max-height: 100vh; border: none; padding: 0; background: $background; }
    #offers:nocolor > .option-list--option-highlighted { text-style: reverse; }
    #line { height: 1; border: none; padding: 0; display: none; }
    """

    def compose(self) -> ComposeResult:
        yield Static("", id="question", markup=False)
        yield Static("", id="reply", markup=False)
        yield Answers(id="offers", markup=False)
        yield Input(id="line", placeholder="type, and press Enter; Esc goes back", select_on_focus=False)

    @property
    def layout(self) -> Layout:
        return _GivingWay()
