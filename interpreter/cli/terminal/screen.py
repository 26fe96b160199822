"""The table on the whole screen: how the game stands, the play-by-play, and what is asked, with keys and mouse.

`TableApp` shows a `Table` as the plain lines do, and like them knows no game: the panels at the right are the views
that the ruleset declares. It is written with Textual, which brings keys, mouse, scrolling, resizing and its own
tests of all these. Choices are a list: a digit, Enter or a click takes one. What has to be typed (own dice, own
cards, `umpire ...`) is typed on a line that `:` opens.

Bots play in a thread of their own, so that the screen answers while one thinks; until it is a person's turn again
the only possible action is to leave. A small window shows fewer parts, the question longest of all, and a window
that is smaller still a sentence that says so; made larger, everything is there again. Between two people who must
not see each other's cards stands a page with nothing on it but whose turn it is.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Paste
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from interpreter.cli.terminal.asking import Answers, Asking
from interpreter.cli.terminal.console import align_columns
from interpreter.cli.terminal.dialogs import HandOver, Page
from interpreter.cli.terminal.panels import Middle
from interpreter.diagnostics import Rejected
from interpreter.display import format_winners
from interpreter.engine import DecisionStop, Failure
from interpreter.play.scorebook import format_scorebook, make_scorebook
from interpreter.play.trace import Moment, TraceLine, narrate
from interpreter.table import Question, Reply, Table, respond
from interpreter.table.commands import run_command

MAX_SHOWN_MOMENTS = 400
"""The lines of the play-by-play that are kept on the screen."""

BUSY_DELAY = 0.5
"""The seconds before the screen says that the others are still thinking."""

INDENT = "  "

TYPED = "type, and press Enter; `?` lists what else can be said, `quit` leaves"

SCOREBOOK = "line and box score"
"""What the panel is called that comes up when a game is over."""

LEFT, INTERRUPTED, OVER = "left", "interrupted", "over"
"""How a screen is given up: somebody left, somebody pressed Ctrl-C, or the game had ended."""

WIDTHS: list[tuple[int, str]] = [(0, "-slim"), (24, "-broad")]
HEIGHTS: list[tuple[int, str]] = [(0, "-flat"), (6, "-low"), (14, "-tall")]
"""The fewest columns, and lines, for each way to arrange the screen."""

STYLES = {"said": "", "ruled": "bold yellow", "rolled": "cyan", "drawn": "cyan", "decided": "italic"}


class TableApp(App[str]):
    """A table on the screen. `run` gives how it was given up."""

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "say('odds')", "odds"),
        Binding("w", "say('why')", "why"),
        Binding("v", "say('show')", "view"),
        Binding("u", "say('undo')", "undo"),
        Binding("r", "say('redo')", "redo"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("colon", "type", "type", key_display=":", priority=True),
        Binding("q", "leave('left')", "leave"),
        Binding("ctrl+c", "leave('interrupted')", "leave", show=False, priority=True),
        Binding("escape", "close_line", "back", show=False),
        *(
            Binding(f"{control}{key}", f"scroll({pages}, {not control})", show=False, priority=True)
            for control in ("", "ctrl+")
            for key, pages in (("pageup", -1), ("pagedown", 1))
        ),
        *(Binding(digit, f"type_digit('{digit}')", show=False, priority=True) for digit in "0123456789"),
    ]
    CSS = """
    #title { height: 1; padding: 0 1; text-style: bold; background: $panel; }
    #small { display: none; }
    .-low #title, .-low Footer { display: none; }
    .-low #views { display: none; }
    .-low #asking { max-height: 80%; }
    .-slim #title, .-slim #middle, .-slim #asking, .-slim Footer { display: none; }
    .-flat #title, .-flat #middle, .-flat #asking, .-flat Footer { display: none; }
    .-slim #small, .-flat #small { display: block; }
    """

    def __init__(self, table: Table, title: str, who: Sequence[str] = (), pace: float = 0) -> None:
        """`title` stands on top, and who plays above the play-by-play; `pace` is how many seconds pass after each
        thing that happens."""
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.table = table
        self.heading = title
        self.who = tuple(who)
        self.pace = pace
        self.trouble: Rejected | None = None
        self.busy = False
        self._lines: list[TraceLine] = []

    def compose(self) -> ComposeResult:
        yield Static(self.heading, id="title", markup=False)
        yield Middle()
        yield Asking(id="asking")
        yield Static("This window is too small for the table. Make it larger; `q` leaves.", id="small", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self._tell_anew()
        self._play_on()

    # ---- continuing

    def _play_on(self) -> None:
        self.busy = True
        self.set_timer(BUSY_DELAY, self._tell_busy)
        self.run_worker(self._go_on(), exclusive=True)

    def _tell_busy(self) -> None:
        if self.busy and not self.pace:
            self._put("One moment: the others are thinking.", [])

    async def _go_on(self) -> None:
        """Let the others play until a person is asked or the game is over."""
        self._show_views()
        coming = self.table.go_on()
        try:
            while (moment := await asyncio.to_thread(next, coming, None)) is not None:
                self._tell([moment])
                if self.pace:
                    self._show_views()
                    await asyncio.sleep(self.pace)
        except Rejected as rejected:
            self._give_up(rejected)
            return
        self.busy = False
        self._ask()

    def _ask(self) -> None:
        """Put the next question, hand the keyboard over first if need be, or say how the game ended."""
        if isinstance(self.table.session.stop, Failure):
            self.exit(OVER)
            return
        self._show_views()
        if self.table.hand_over:
            self.table.holder = None
            self._tell_anew()
            self._put("", [])
            self.push_screen(HandOver(self.table.hand_over), self._continue_after_hand_over)
        elif self.table.session.over:
            self._finish()
        else:
            question = self.table.question
            assert question is not None
            self._put_question(question)

    def _continue_after_hand_over(self, _: object) -> None:
        self.table.confirm_hand_over()
        self._tell_anew()
        self._ask()

    def _finish(self) -> None:
        table = self.table
        book = format_scorebook(make_scorebook(table.model, table.program, table.session.story))
        self.query_one(Middle).show(({SCOREBOOK: tuple(book)} if book else {}) | table.views)
        won = format_winners(table.program, table.session.position.winners)
        self._put(f"The game is over. {won}", [Option("Leave the table")])

    def _give_up(self, rejected: Rejected) -> None:
        self.trouble = rejected
        self.exit(OVER)

    # ---- what is shown

    def _tell(self, moments: list[Moment]) -> None:
        self._lines += [line for moment in moments for line in narrate(self.table.program, moment, self.table.reader)]
        self.query_one(Middle).tell(self._format_story())

    def _tell_anew(self) -> None:
        self._lines = []
        self._tell(list(self.table.session.story))

    def _format_story(self) -> Text:
        """The play-by-play: the ruleset's own words at the margin, rolls and choices further in."""
        text = Text("".join(f"{line}\n" for line in self.who), "dim")
        for line in self._lines[-MAX_SHOWN_MOMENTS:]:
            at_margin = line.kind in ("said", "ruled")
            text.append(f"{'' if at_margin else INDENT}{line.text}\n", STYLES.get(line.kind, ""))
        text.rstrip()
        return text

    def _show_views(self) -> None:
        self.query_one(Middle).show(self.table.views)

    # ---- asking

    def _put_question(self, question: Question) -> None:
        if question.kind == "roll":
            self._put(question.text.removesuffix(", or ? for help.") + ".", [Option("Roll")])
            return
        cells = [(*[f"{each.number}"] * (not question.is_typed), each.name, each.label) for each in question.offers]
        rows = align_columns(cells, right=() if question.is_typed else (0,))
        offers = [
            Option(Text(row, style="bold" if each.usual else ""))
            for row, each in zip(rows, question.offers, strict=True)
        ]
        usual = next((at for at, each in enumerate(question.offers) if each.usual), 0)
        self._put(question.text, offers, usual)
        if question.kind in ("throw", "card"):
            self.query_one("#line", Input).placeholder = TYPED
            self._open_line()

    def _put(self, question: str, offers: list[Option], highlighted: int = 0) -> None:
        self.query_one("#question", Static).update(question)
        self._say("")
        choices = self.query_one(Answers)
        choices.clear_options()
        choices.add_options(offers)
        choices.display = bool(offers)
        choices.highlighted = highlighted if offers else None
        if not self._is_typing or not self.query_one("#line", Input).value:
            self._close_line()

    def _say(self, text: str) -> None:
        shown = self.query_one("#reply", Static)
        shown.display = bool(text)
        shown.update(text)

    # ---- answering

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(event.option_index)

    def action_type_digit(self, digit: str) -> None:
        """Take the answer in sight that a digit means; where it may be the first of several, open the line with it."""
        question, seen = self.table.question, self.query_one(Answers).in_sight
        if self.busy or question is None or question.kind != "choice":
            self._choose(int(digit) - 1)
            return
        texts = [re.findall(r"\d+", str(each.number or f"{each.name} {each.label}")) for each in question.offers]
        meant = [at for at, numbers in enumerate(texts) if any(each.startswith(digit) for each in numbers)]
        if len(meant) == 1 and meant[0] in seen:
            self._choose(meant[0])
        elif meant and seen:
            self._open_line(digit)

    def _choose(self, at: int) -> None:
        stop, session = self.table.session.stop, self.table.session
        if self.busy or at not in self.query_one(Answers).in_sight:
            return
        if session.over:
            self.exit(OVER)
        elif not isinstance(stop, DecisionStop):
            self._do(lambda: self.table.roll())
        else:
            self._do(lambda: self.table.answer(stop.offered[at]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.busy:
            return
        event.input.value = ""
        if event.value.strip():
            self._do(lambda: respond(self.table, event.value))
        else:
            self.action_close_line()

    def on_paste(self, event: Paste) -> None:
        if self.check_action("type", ()):
            self._open_line(event.text.partition("\n")[0].removeprefix(":"))

    def _do(self, act: Callable[[], Reply]) -> None:
        if self.busy:
            return
        try:
            reply = act()
        except Rejected as rejected:
            self._give_up(rejected)
            return
        lines = [*reply.lines, *align_columns(reply.rows, right=reply.right)]
        if reply.leave:
            self.exit(LEFT)
        elif reply.moments or reply.stands_anew:
            self._tell_anew() if reply.stands_anew else self._tell(list(reply.moments))
            self._play_on()
        elif len(lines) == 1:
            self._say(lines[0])
        else:
            self.push_screen(Page("\n".join(lines)))

    # ---- keys

    def action_say(self, words: str) -> None:
        if words != "redo" or not self.table.session.over:
            self._do(lambda: run_command(self.table, words) or Reply())

    def action_help(self) -> None:
        keys = [
            ("a number, Enter, a click", "take an answer; the arrows go up and down"),
            ("o   odds", "what the coming roll can lead to"),
            ("w   why", "what has happened since the last answer"),
            ("v   view", "how the game stands, all of it"),
            ("u   undo", "take back your last roll or choice"),
            ("r   redo", "do again what was taken back"),
            (":   type", "type an answer, or one of the words below"),
            ("page up, page down", "through answers that are not all in sight, else as with Ctrl"),
            ("... with Ctrl", "through the play-by-play and the views"),
            ("q   leave", "leave; a game that is kept waits for you"),
        ]
        if not self.table.setup.undo:
            keys = [(key, about) for key, about in keys if not key.startswith(("u ", "r "))]
        words = run_command(self.table, "?") or Reply()
        lines = [*align_columns(keys), "", "Behind `:` you can type", *align_columns(words.rows)]
        self.push_screen(Page("\n".join(lines)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Keys that begin to type do so only where nobody is typing yet, nor reading a page, which scrolls itself."""
        covered = self.screen is not self.screen_stack[0]
        if action in ("type", "type_digit"):
            return not (covered or self._is_typing or self.table.session.over)
        return not covered or action != "scroll"

    @property
    def _is_typing(self) -> bool:
        return isinstance(self.focused, Input)

    def action_type(self) -> None:
        self._open_line()

    def _open_line(self, text: str = "") -> None:
        """Open the line to type on, at once, so that the next key goes there."""
        line = self.query_one("#line", Input)
        line.display = True
        line.value = text
        line.cursor_position = len(text)
        self.screen.set_focus(line)

    def _close_line(self) -> None:
        line = self.query_one("#line", Input)
        line.value, line.display = "", False
        self.screen.set_focus(self.query_one(Answers))

    def action_close_line(self) -> None:
        """Close the line for typing, unless there is nothing else to answer with."""
        if self.query_one(Answers).option_count:
            self._close_line()

    async def action_scroll(self, pages: int, answers: bool) -> None:
        """Page through the answers, if that is possible and wanted; else through the play-by-play and the views."""
        listed = self.query_one(Answers)
        if answers and listed.has_focus and len(listed.in_sight) < listed.option_count:
            await self.run_action("page_down" if pages > 0 else "page_up", listed)
        else:
            self.query_one(Middle).scroll_pages(pages)

    def action_leave(self, how: str) -> None:
        self.exit(how)


def play_on_screen(table: Table, title: str, who: Sequence[str], pace: float) -> bool:
    """Play to the end; False if somebody left before. Raises `Rejected` if the game could not be kept, and
    KeyboardInterrupt for Ctrl-C."""
    app = TableApp(table, title, who, pace)
    how = app.run()
    if app.trouble is not None:
        raise app.trouble
    if how == INTERRUPTED:
        raise KeyboardInterrupt
    if how is None:
        raise RuntimeError("the screen was given up without a reason")
    return how == OVER
