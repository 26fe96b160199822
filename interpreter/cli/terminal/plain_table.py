"""The table in plain lines: for pipes, screen readers and terminals that can do no more.

One line after another is printed: what happens, how the game stands where that has changed, the question with its
numbered answers, and the reply to what people type. Input that does not come from a keyboard is repeated, so that the
output can be read on its own. Where people must not see each other's cards, the screen is cleared between them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence

from interpreter.characters import make_visible
from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.cli.terminal.number_menu import arrange_numbers
from interpreter.cli.terminal.parts import MOST_NUMBERED, SIGN, Begun, Step, ask_step, find_step
from interpreter.cli.terminal.streams import read_line
from interpreter.diagnostics.rendering import measure_width
from interpreter.display import format_name, format_winners
from interpreter.engine import Failure
from interpreter.play.scorebook import format_scorebook, make_scorebook
from interpreter.play.trace import Moment, TraceLine, narrate
from interpreter.scene import draw
from interpreter.table import MAX_LINE, Question, Reply, Table, respond

MAX_REPEATED = 100
"""The characters that are repeated of a line that did not come from a keyboard."""

INDENT = "    "

MOST_OFFERS = 100
"""Of more answers than this, only the first ones and the default are listed."""

MOST_REPEATED = 6
"""The most lines of a question that is put again as it stood; longer ones are listed again for `show`."""

LISTED_BEFORE = "  (`show` lists what you can choose.)"

MOST_RETOLD = 30
"""The most lines that are shown again to somebody who gets the keyboard back."""

FIRST_HINTS = {
    "roll": "The program rolls.",
    "throw": "The program only keeps score: what counts is what your dice show.",
    "card": "The program only keeps score: what counts are your cards.",
    "choice": "Type a number or a name, or press Enter for the default.",
}
"""Hints with the first question of each sort."""

TYPED_HINT = "Type your choice as it is written above, or press Enter for the default."
SIGNED_HINT = f"Type {SIGN} and a number, or a name, or press Enter for the default."

MORE_HINTS = "Type ? for help."
"""The hint with the very first question."""

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal, what has been scrolled away too."""

BLANK_LINES = 60
"""Blank lines, where the screen cannot be cleared."""

MAX_LEFT_COLUMNS = 66
"""The columns for the play-by-play where views stand beside it."""

Views = dict[str, tuple[str, ...]]


class PlainTable:
    """Prints a table. With paper nobody is asked anything, and the views go beside the lines; without, they are drawn
    before each question if they have changed."""

    def __init__(self, table: Table, paper: Paper | None, pace: float) -> None:
        self.table = table
        self.session = table.session
        self.paper = paper
        self.pace = pace
        self.drawn: dict[str, tuple[str, ...]] = {}
        self.seen: dict[str, int] = {}
        self.hinted: set[str] = set()
        self.begun: Begun = ()
        self.listed: tuple[Question, Begun] | None = None

    # ---- playing

    def play(self) -> bool:
        """Play to the end; False if somebody left before, or there was no more to read."""
        if self.session.stops == 1:
            self.print_moment(self.session.moments[0])
        while True:
            for moment in self.table.go_on():
                self.print_moment(moment)
            if self.session.over:
                break
            if not (self._hand_over() and self._answer()):
                return False
        if self.paper:
            self._print(self.paper.flush())
        if not isinstance(self.session.stop, Failure):
            self.finish()
        return True

    def _answer(self) -> bool:
        """Put the question, and do what the answer says; False to leave."""
        self.print_views()
        question = self.table.question
        assert question is not None
        step = find_step(question, self.begun)
        lines = _format_question(question, step)
        if (question, step.begun) == self.listed and len(lines) > MOST_REPEATED:
            lines = [lines[0], LISTED_BEFORE]
        line = _read_answer([*map(strong, lines), *self._list_hints(question, step)])
        if line is None:
            print("There is nothing more to read.")
            return False
        begun, line = step.read(question, line)
        if begun:
            self.begun = begun
            return True
        reply = respond(self.table, line, step.list_parts(question))
        self.listed = question, step.begun
        if reply.moments or reply.stands_anew or line.strip().casefold() == "show":
            self.listed = None
        if reply.moments or reply.stands_anew:
            self.begun = ()
        for moment in reply.moments:
            self.print_moment(moment)
        for each in _format_reply(reply):
            print(each)
        if reply.stands_anew and not reply.moments:
            self.drawn = self.table.views
        return not reply.leave

    def _list_hints(self, question: Question, step: Step) -> list[str]:
        """What can be typed, the first time that a question of its sort is put."""
        sort = f"{question.kind}{' typed' * step.is_typed}{step.sign}"
        if sort in self.hinted:
            return []
        self.hinted.add(sort)
        more = MORE_HINTS if len(self.hinted) == 1 else "Type ? for what else you can do."
        first = TYPED_HINT if step.is_typed else SIGNED_HINT if step.sign else FIRST_HINTS[question.kind]
        return [aside(f"({first} {more})")]

    def _hand_over(self) -> bool:
        """Hand the keyboard to the player who is asked, unseen by others; False at the end of the input."""
        who = self.table.hand_over
        if not who:
            return True
        clear = sys.stdout.isatty()
        print(CLEARED if clear else "\n" * BLANK_LINES, end="")
        if _read_answer([strong(f"Hand the keyboard to {who}, then press Enter.")]) is None:
            print("There is nothing more to read.")
            return False
        print(CLEARED if clear else "\n" * BLANK_LINES, end="")
        self.table.confirm_hand_over()
        self.drawn = {}
        self._print(self._list_unseen(who)[-MOST_RETOLD:])
        self.seen[who] = self.session.moments_made
        return True

    def _list_unseen(self, who: str) -> list[str]:
        """What has happened, and was not taken back, since somebody last had the keyboard."""
        unseen = (each for each in self.session.story if each.number > self.seen.get(who, -1))
        return [line for moment in unseen for line in self._narrate(moment)]

    def _narrate(self, moment: Moment) -> list[str]:
        return [format_line(line) for line in narrate(self.table.program, moment, self.table.reader)]

    # ---- printing

    def print_moment(self, moment: Moment) -> None:
        lines = self._narrate(moment)
        if self.paper:
            lines = list(self.paper.add(lines, {} if self.session.over else self.table.views))
        self._print(lines)

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(line, flush=self.pace > 0)
            time.sleep(self.pace)

    def print_views(self) -> None:
        """Print how the game stands, unless nothing has changed."""
        shown = self.table.views
        if shown != self.drawn:
            print("\n".join(["", *(line for lines in shown.values() for line in lines), ""]))
        self.drawn = shown

    def finish(self) -> None:
        book = format_results(self.table)
        print("\n".join(["", *book] if book else []))
        self.drawn = {}
        self.print_views()
        won = format_winners(self.table.program, self.session.position.winners)
        last = list(narrate(self.table.program, self.session.moments[-1]))
        if book or self.drawn or not last or last[-1].text != won:
            print("\n" * (bool(book) and not self.drawn) + strong(won))


def format_results(table: Table) -> list[str]:
    """The scorebook of a game that is over, without the line scores that a view draws."""
    drawn = {format_name(each["id"]) for each in draw(table.look(False))["things"] if each["kind"] == "score"}
    book = make_scorebook(table.model, table.program, table.session.story)
    book.lines = [each for each in book.lines if each.measure not in drawn]
    return format_scorebook(book)


def format_line(line: TraceLine) -> str:
    """A line of the play-by-play: the ruleset's own words at the margin, rolls and choices further in."""
    return line.text if line.kind in ("said", "ruled") else f"{INDENT}{line.text}"


def _format_question(question: Question, step: Step) -> list[str]:
    text = ask_step(question, step.begun)
    if step.is_typed or (len(step.offers) > MOST_NUMBERED and not any(each.label for each in step.offers)):
        usual = next((each.name for each in question.offers if each.usual), "")
        return [text, *arrange_numbers(step.offers, "" if step.begun else usual)]
    rows = [
        (f"  {step.numbers[at]}", each.name, each.label, "(default)" if each.usual else "")
        for at, each in enumerate(step.offers)
        if at < MOST_OFFERS or each.usual
    ]
    left_out = len(step.offers) - len(rows)
    more = [f"  and {left_out} more; type one by its name"] if left_out else []
    return [text, *align_columns(rows, right=(0,)), *more]


def _format_reply(reply: Reply) -> list[str]:
    return [*reply.lines, *align_columns(reply.rows, right=reply.right)]


def _read_answer(asked: list[str]) -> str | None:
    """The line that is typed; None at the end of the input. Of an enormous one only the beginning."""
    at_keyboard = sys.stdin.isatty()
    print("\n".join(asked))
    if at_keyboard:
        print("> ", end="", flush=True)
    line = read_line(MAX_LINE + 2)
    rest = line
    while len(rest) > MAX_LINE and not rest.endswith("\n"):
        rest = read_line(MAX_LINE + 2)
    if not line:
        return None
    if not at_keyboard:
        print(f"> {make_visible(line[:MAX_REPEATED].rstrip())}".rstrip())
    return line.removesuffix("\n")


# ---- paper


class Paper:
    """The play-by-play of a game in which nobody is asked anything. `columns` is its width, or 0 for plain paper.

    The views are set at the right of the lines that led there, as soon as there are enough lines to hold them, so that
    they take no room of their own; where the paper is too narrow they come below these lines. Plain paper has only
    views of one line, between the others.
    """

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self._waiting: list[str] = []
        self._shown: Views = {}

    def add(self, lines: Sequence[str], shown: Views) -> Iterator[str]:
        """Take some lines, and the views after them; yields the lines whose place is settled."""
        self._waiting += lines
        if shown == self._shown or not lines:
            return
        block = [line for view in shown.values() for line in view]
        if not self.columns or not block:
            self._waiting += self._list_changed(shown)
        elif len(self._waiting) <= len(block):
            return
        elif MAX_LEFT_COLUMNS + 2 + max(map(measure_width, block), default=0) <= self.columns:
            self._waiting = self._set_beside(block)
        else:
            self._waiting += ["", *block, ""]
        self._shown = shown
        yield from self.flush()

    def _list_changed(self, shown: Views) -> Iterator[str]:
        for name, lines in shown.items():
            if len(lines) == 1 and self._shown.get(name) != lines:
                yield f"    [{lines[0].strip()}]"

    def _set_beside(self, block: list[str]) -> list[str]:
        """All waiting lines, the last of them with the block at their right."""
        free = len(self._waiting) - len(block)
        pairs = zip(self._waiting[free:], block, strict=True)
        return self._waiting[:free] + [f"{_pad(line)}{view}".rstrip() for line, view in pairs]

    def flush(self) -> Iterator[str]:
        lines, self._waiting = self._waiting, []
        yield from lines


def _pad(line: str) -> str:
    return line + " " * max(2, MAX_LEFT_COLUMNS + 2 - measure_width(line))
