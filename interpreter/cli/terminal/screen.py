"""The table on the whole screen: what lies there, what has happened, and what is asked, with keys and mouse.

`TableApp` shows a `Table` as the plain lines do, and like them knows no game: `drawing` draws the scene, and `TableApp`
keeps which answer is chosen. It is written with Textual, which brings keys, mouse, resizing and its own tests of all
these. The arrows choose, Enter takes what is chosen, and so does a digit or a click. What has to be typed (own dice,
own cards, `umpire ...`) is typed on a line that `:` opens.

Bots play in a thread of their own, so that the screen answers while one thinks; until it is a person's turn again
the only possible action is to leave. A window that is too small shows a sentence that says so; made larger, everything
is there again. Between two people who must not see each other's cards stands a page with nothing on it but whose turn
it is.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Paste
from textual.widget import Widget
from textual.widgets import Input

from interpreter.cli.terminal.console import align_columns
from interpreter.cli.terminal.dialogs import HandOver, Page
from interpreter.cli.terminal.drawing import Asked, Canvas, draw_keys, draw_page, find_answer, list_holdable
from interpreter.cli.terminal.parts import SIGN, Begun, Step, ask_step, find_step
from interpreter.cli.terminal.plain_table import format_results
from interpreter.diagnostics import Rejected
from interpreter.display import format_winners
from interpreter.engine import DecisionStop, Failure
from interpreter.play.trace import NOBODY, Moment, TraceLine, narrate
from interpreter.scene import draw
from interpreter.table import Question, Reply, Table, respond
from interpreter.table.commands import run_command

MAX_SHOWN_MOMENTS = 400
"""The lines of the play-by-play that are kept on the screen."""

BUSY_DELAY = 0.5
"""The seconds before the screen says that the others are still thinking."""

INDENT = "  "

TYPED = "type, and press Enter; `?` lists what else can be said, `quit` leaves"

LEFT, INTERRUPTED, OVER = "left", "interrupted", "over"
"""How a screen is given up: somebody left, somebody pressed Ctrl-C, or the game had ended."""

STYLES = {"said": "", "ruled": "bold yellow", "rolled": "cyan", "drawn": "cyan", "decided": "italic"}

KEYS = (
    ("Enter", "take"),
    *(("←→", "choose"), ("u", "undo"), ("w", "why"), ("o", "odds"), ("q", "leave"), (":", "type"), ("v", "view")),
    *(("l", "log"), ("r", "redo"), ("?", "help")),
)
"""What the last line shows, the most important first, and always the last."""

SIGNS = {"?": "question_mark", ":": "colon", "Enter": "enter", "Esc": "escape", "←→": "right"}
"""What keys are called whose signs the last line shows."""

ANSWERS_A_PAGE = 10


class Drawn(Widget):
    """A picture as large as its place, on which a click does what is drawn there."""

    def __init__(self, name: str, draw_it: Callable[[int, int], Canvas], can_focus: bool = False) -> None:
        super().__init__(id=name)
        self.draw_it, self.can_focus = draw_it, can_focus
        self.canvas = Canvas()

    def render(self) -> Text:
        self.canvas = self.draw_it(self.size.width, self.size.height)
        return self.canvas.to_text()

    async def on_click(self, event: Click) -> None:
        cell = self.canvas.cells.get((event.x, event.y))
        if cell is not None and cell[2]:
            await self.app.run_action(f"do('{cell[2]}')")


class TableApp(App[str]):
    """A table on the screen. `run` gives how it was given up."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "say('odds')"),
        Binding("w", "say('why')"),
        Binding("v", "say('show')"),
        Binding("u", "say('undo')"),
        Binding("r", "say('redo')"),
        Binding("l", "log"),
        Binding("question_mark", "help"),
        Binding("colon", "type", priority=True),
        Binding("number_sign", f"type('{SIGN}')", priority=True),
        Binding("q", "leave('left')"),
        Binding("ctrl+c", "leave('interrupted')", priority=True),
        Binding("escape", "close_line"),
        Binding("enter", "take"),
        *(Binding(key, "move(-1)") for key in ("left", "up")),
        *(Binding(key, "move(1)") for key in ("right", "down")),
        Binding("pageup", f"move(-{ANSWERS_A_PAGE})"),
        Binding("pagedown", f"move({ANSWERS_A_PAGE})"),
        *(Binding(digit, f"type_digit('{digit}')", priority=True) for digit in "0123456789"),
    ]
    CSS = """
    #page { height: 1fr; }
    #line { height: 1; border: none; padding: 0; display: none; }
    #keys { height: 1; }
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
        self.asked = Asked("")
        self.scene: dict[str, Any] = {}
        self.step = Step((), (), ())
        self.undoable = ""
        self._lines: list[TraceLine] = []

    def compose(self) -> ComposeResult:
        yield Drawn("page", self.draw_page, True)
        yield Input(id="line", placeholder="type, and press Enter; Esc goes back", select_on_focus=False)
        yield Drawn("keys", lambda width, _: draw_keys(self._list_keys(), width))

    def draw_page(self, width: int, height: int) -> Canvas:
        return draw_page(self.heading, self.scene, self.asked, self._list_story(), width, height)

    def on_mount(self) -> None:
        self.page.focus()
        self._tell_anew()
        self._play_on()

    @property
    def page(self) -> Drawn:
        return self.screen_stack[0].query_one("#page", Drawn)

    # ---- continuing

    def _play_on(self) -> None:
        self.busy, self.undoable = True, ""
        self.set_timer(BUSY_DELAY, self._tell_busy)
        self.run_worker(self._go_on(), exclusive=True)

    def _tell_busy(self) -> None:
        if self.busy and not self.pace:
            self._put("One moment: the others are thinking.")

    async def _go_on(self) -> None:
        """Let the others play until a person is asked or the game is over."""
        self._show_scene()
        coming = self.table.go_on()
        try:
            while (moment := await asyncio.to_thread(next, coming, None)) is not None:
                self._tell([moment])
                if self.pace:
                    self._show_scene()
                    await asyncio.sleep(self.pace)
        except Rejected as rejected:
            self._give_up(rejected)
            return
        self.busy, self.undoable = False, self.table.word_undone()
        self._ask()

    def _ask(self, begun: Begun = ()) -> None:
        """Put the next question, hand the keyboard over first if need be, or say how the game ended."""
        if isinstance(self.table.session.stop, Failure):
            self.exit(OVER)
            return
        if self.table.hand_over:
            self.table.holder = None
            self._tell_anew()
            self._put("")
            self.push_screen(HandOver(self.table.hand_over), self._continue_after_hand_over)
        elif self.table.session.over:
            self._finish()
        else:
            question = self.table.question
            assert question is not None
            self._put_question(question, begun)

    def _continue_after_hand_over(self, _: object) -> None:
        self.table.confirm_hand_over()
        self._tell_anew()
        self._ask()

    def _finish(self) -> None:
        table = self.table
        won = format_winners(table.program, table.session.position.winners)
        self._put(f"The game is over. {won}", [("", "Leave the table", "")])
        results = [{"kind": "caption", "view": "results", "text": line, "id": ""} for line in format_results(table)]
        self.scene["things"] += results

    def _give_up(self, rejected: Rejected) -> None:
        self.trouble = rejected
        self.exit(OVER)

    # ---- what is shown

    def _tell(self, moments: list[Moment]) -> None:
        self._lines += [line for moment in moments for line in narrate(self.table.program, moment, self.table.reader)]
        self.page.refresh()

    def _tell_anew(self) -> None:
        self._lines = []
        self._tell(list(self.table.session.story))

    def _list_story(self) -> list[tuple[str, str]]:
        """The play-by-play: the ruleset's own words at the margin, rolls and choices further in."""
        told = self._lines[-MAX_SHOWN_MOMENTS:]
        margins = ["" if each.kind in ("said", "ruled") else INDENT for each in told]
        lines = [(margin + each.text, STYLES.get(each.kind, "")) for margin, each in zip(margins, told, strict=True)]
        for at in [at for at, each in enumerate(told) if each.text.strip() == self.undoable][-1:]:
            lines[at] = (f"{lines[at][0]}  (u takes it back)", lines[at][1])
        return [*((line, "dim") for line in self.who), *lines]

    def _show_scene(self) -> None:
        look = self.table.look(not self.busy)
        self.scene = draw(replace(look, viewer=NOBODY, answers=None) if self.table.hand_over else look)
        if self.scene.get("answers"):
            self.scene["answers"] = self.step.narrow(self.scene["answers"])
        self.page.refresh()

    # ---- asking

    def _put_question(self, question: Question, begun: Begun = ()) -> None:
        if question.kind == "roll":
            self._put(question.text.removesuffix(", or ? for help.") + ".", [("", "Roll", "")])
            return
        self.step = find_step(question, begun)
        numbered = zip(self.step.numbers, self.step.offers, strict=True)
        offers = [(number, each.name, each.label) for number, each in numbered]
        usual = next((at for at, each in enumerate(self.step.offers) if each.usual), 0)
        self._put(ask_step(question, self.step.begun), offers, usual)
        if question.kind in ("throw", "card"):
            self.query_one("#line", Input).placeholder = TYPED
            self._open_line()

    def _put(self, question: str, offers: Sequence[tuple[str, str, str]] = (), chosen: int = 0) -> None:
        self.asked = Asked(question, tuple(offers))
        self.screen_stack[0].query_one("#keys").refresh()
        self._show_scene()
        dice = (die for thing in self.scene["things"] for die in thing.get("dice", ()))
        kept = frozenset(die["id"] for die in dice if die.get("held")) if list_holdable(self.scene) else None
        again = find_answer(self.scene, kept) if kept else -1
        self._highlight(chosen if again < 0 else again)
        if not self._is_typing or not self.query_one("#line", Input).value:
            self._close_line()

    def _highlight(self, chosen: int) -> None:
        held = frozenset(self.scene["answers"][chosen]["on"]) if list_holdable(self.scene) else None
        self.asked = replace(self.asked, chosen=chosen, held=held, reply="")
        self.page.refresh()

    def _hold(self, name: str) -> None:
        """Hold a die or a card, or put it back."""
        held = (self.asked.held or frozenset()) ^ {name}
        self.asked = replace(self.asked, held=held, chosen=find_answer(self.scene, held), reply="")
        self.page.refresh()

    def _say(self, text: str) -> None:
        self.asked = replace(self.asked, reply=text)
        self.page.refresh()

    # ---- answering

    @property
    def in_sight(self) -> set[int]:
        """The answers that are drawn somewhere."""
        return {int(act.split()[1]) for act in self.page.canvas.acts if act[:4] not in ("key ", "hold")}

    def action_do(self, act: str) -> None:
        """What a click does: a thing that is not chosen yet is chosen, and taken if it is; an answer is taken."""
        word, _, what = act.partition(" ")
        if word == "key":
            self.simulate_key(SIGNS.get(what, what))
        elif word == "hold":
            self._hold(what)
        elif word == "place" and int(what) != self.asked.chosen:
            self.action_move(int(what) - self.asked.chosen)
        else:
            self._choose(int(what))

    def action_move(self, steps: int) -> None:
        if self.asked.offers and not self.busy:
            last = len(self.asked.offers) - 1
            self._highlight(min(max(self.asked.chosen + steps, 0), last))

    def action_take(self) -> None:
        self._choose(self.asked.chosen)

    def action_type_digit(self, digit: str) -> None:
        """Take the answer in sight that a digit means, or hold a thing; where it may be the first of several digits,
        open the line with it."""
        question, seen, things = self.table.question, self.in_sight, list_holdable(self.scene)
        if things and not self.busy:
            for name in things[int(digit) - 1 : int(digit)]:
                self._hold(name)
            return
        if self.busy or question is None or question.kind != "choice":
            self._choose(int(digit) - 1)
            return
        named = (number if number.isdigit() else f"{name} {label}" for number, name, label in self.asked.offers)
        texts = [re.findall(r"\d+", each) for each in named]
        meant = [at for at, numbers in enumerate(texts) if any(each.startswith(digit) for each in numbers)]
        if len(meant) == 1 and meant[0] in seen:
            self._choose(meant[0])
        elif meant and seen:
            self._open_line(digit)

    def _choose(self, at: int) -> None:
        stop, session = self.table.session.stop, self.table.session
        if self.busy or (at not in self.in_sight and at != self.asked.chosen):
            return
        if session.over:
            self.exit(OVER)
        elif not isinstance(stop, DecisionStop):
            self._do(lambda: self.table.roll())
        elif begun := self.step.take(at):
            self._ask(begun)
        else:
            self._do(lambda: self.table.answer(stop.offered[self.step.places[at][0]]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.busy:
            return
        event.input.value = ""
        question = self.table.question
        begun, line = self.step.read(question, event.value) if question is not None else ((), event.value)
        if begun:
            self._ask(begun)
        elif line.strip():
            offered = self.step.list_parts(question) if question is not None else ()
            self._do(lambda: respond(self.table, line, offered))
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
            ("arrows, Enter", "choose an answer or its first part, and take it; Esc goes back"),
            ("a number, a click", "take an answer at once"),
            ("o   odds", "what the coming roll can lead to"),
            ("w   why", "what has happened since the last answer"),
            ("v   view", "how the game stands, all of it in words"),
            ("l   log", "all that has happened"),
            ("u   undo", "take back your last roll or choice"),
            ("r   redo", "do again what was taken back"),
            (":   type", "type an answer, or one of the words below"),
            ("page up, page down", "ten answers up or down"),
            ("q   leave", "leave; a game that is kept waits for you"),
        ]
        if not self.table.setup.undo:
            keys = [(key, about) for key, about in keys if not key.startswith(("u ", "r "))]
        words = run_command(self.table, "?") or Reply()
        lines = [*align_columns(keys), "", "Behind `:` you can type", *align_columns(words.rows)]
        self.push_screen(Page("\n".join(lines)))

    def action_log(self) -> None:
        self.push_screen(Page("\n".join(text for text, _ in self._list_story()), at_end=True))

    def _list_keys(self) -> list[tuple[str, str]]:
        """The keys that do something now."""
        back = [("Esc", "back")] if self.step.begun else []
        idle = "" if self.undoable else "u" if self.table.setup.undo else "ur"
        return [KEYS[0], *back, *(each for each in KEYS[1:] if each[0] not in [*idle])]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Keys that choose or begin to type do so only where nobody is typing yet, nor reading a page."""
        covered = self.screen is not self.screen_stack[0]
        if action in ("type", "type_digit"):
            return not (covered or self._is_typing or self.table.session.over)
        return not covered

    @property
    def _is_typing(self) -> bool:
        return isinstance(self.focused, Input)

    def action_type(self, text: str = "") -> None:
        self._open_line(text)

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
        self.screen.set_focus(self.page)

    def action_close_line(self) -> None:
        """Close the line for typing, unless there is nothing else to answer with; or choose the first part anew."""
        if self.step.begun and not self._is_typing and not self.busy:
            self._ask()
        elif self.asked.offers:
            self._close_line()

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
