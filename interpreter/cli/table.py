"""Talking with the people at the table: what they are asked, what they may answer, and what they may ask back.

Lines in, lines out: nothing here reads or writes. A `Table` lets bots and dice go on until a person has to do
something, puts the question, and takes the answer. Whatever cannot be understood gets a sentence, and the same
question comes again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.cli.console import columns
from interpreter.diagnostics import Diagnostic
from interpreter.engine import ChanceStop, DecisionStop, default_answer
from interpreter.moves import offered_names, read_answer
from interpreter.play import NOBODY, Moment, Session, explain, prospects, retell, show_outcomes, views, waiting_for
from interpreter.seats import Bots
from interpreter.wording import show_seat

MOST_OFFERS = 30
"""Of more answers than this only so many are listed."""

MOST_LINES = 60
"""Of more lines of explanation or play-by-play than this the last are shown."""


@dataclass(frozen=True)
class Reply:
    """What is said to what a person typed, and whether they want to leave."""

    lines: tuple[str, ...] = ()
    leave: bool = False


class Table:
    """A game with people and bots at it. `people` are the seats of people; `settings` says how the game is set up,
    a line each; `own_dice` tells whether people roll for themselves."""

    def __init__(
        self, session: Session, bots: Bots, people: frozenset[int], settings: Sequence[str], own_dice: bool = True
    ) -> None:
        self.session = session
        self.bots = bots
        self.people = people
        self.settings = tuple(settings)
        self.own_dice = own_dice
        self._commands: dict[str, tuple[str, Callable[[], Reply]]] = {
            "why": ("what happened last, with the rule, the row, the line and the source of each step", self._why),
            "odds": ("what the coming roll can lead to", self._odds),
            "undo": ("take back your last roll or choice", self._undo),
            "show": ("show how the game stands", self._show),
            "log": ("tell the game again", self._log),
            "options": ("how this game is set up", lambda: Reply(self.settings)),
            "quit": ("leave the game", lambda: Reply(leave=True)),
            "?": ("this list", self._help),
        }

    @property
    def viewer(self) -> int:
        """Through whose eyes the game is shown: those of the person who is asked, or of the only person there."""
        stop = self.session.stop
        if isinstance(stop, DecisionStop) and stop.chooser in self.people:
            return stop.chooser
        return min(self.people) if len(self.people) == 1 else NOBODY

    @property
    def views(self) -> dict[str, tuple[str, ...]]:
        """What there is to see, as the viewer sees it."""
        return views(self.session.engine, self.session.position, self.viewer)

    # ---- going on

    def waits_for_person(self, moment: Moment) -> bool:
        """Whether somebody at the keyboard has to do something before the game goes on from a moment."""
        stop = moment.stop
        if isinstance(stop, ChanceStop):
            return self.own_dice and stop.thrower in self.people
        return isinstance(stop, DecisionStop) and stop.chooser in self.people and len(stop.offered) > 1

    @property
    def asking(self) -> bool:
        """Whether it is a person's turn."""
        return self.waits_for_person(self.session.moments[-1])

    def go_on(self) -> Iterator[Moment]:
        """Let bots and dice go on until it is a person's turn or the game is over, moment by moment."""
        while not self.session.over and not self.asking:
            yield self.session.step(self.bots.decide)

    # ---- asking

    def question(self) -> list[str]:
        """What the person whose turn it is has to do."""
        stop, program = self.session.stop, self.session.program
        if isinstance(stop, ChanceStop):
            dice = program.dice[stop.dice]
            who = show_seat(program, stop.thrower)
            return [f"{who}: press Enter to roll {dice.name} ({dice.number}d{dice.faces}), or ? for help."]
        if not isinstance(stop, DecisionStop):
            return []
        asked = program.choices[stop.choice].question or f"Choose {program.choices[stop.choice].name}."
        return [f"{show_seat(program, stop.chooser)}: {asked}", *self._offers(stop)]

    def _offers(self, stop: DecisionStop) -> list[str]:
        info = self.session.program.choices[stop.choice]
        rows = []
        for place, answer in enumerate(stop.offered[:MOST_OFFERS], 1):
            name, label = info.names[answer], info.labels[answer]
            usual = "(default)" if answer == default_answer(stop) else ""
            rows.append((f"  {place}", name, label if label != name else "", usual))
        lines = columns(rows, right=(0,))
        left_out = len(stop.offered) - MOST_OFFERS
        return [*lines, f"  and {left_out} more; type one by its name"] if left_out > 0 else lines

    # ---- answering

    def respond(self, line: str) -> Reply:
        """Do what a person typed, or say why not."""
        word = line.strip().casefold()
        stop = self.session.stop
        if isinstance(stop, DecisionStop):
            return self._decide(stop, line, word)
        if word in self._words():
            return self._words()[word]()
        if word in ("", "roll"):
            self.session.roll()
            return Reply()
        return Reply((f"That is neither Enter, to roll, nor one of: {', '.join(self._commands)}.",))

    def _words(self) -> dict[str, Callable[[], Reply]]:
        words = {word: command for word, (_, command) in self._commands.items()}
        return words | {"help": self._help, "exit": words["quit"]}

    def _decide(self, stop: DecisionStop, line: str, word: str) -> Reply:
        """An empty line takes the default; a word that is offered is that, whatever else it may mean."""
        if not word:
            self.session.answer(default_answer(stop))
            return Reply()
        offered = {name.casefold() for name in offered_names(self.session.program, stop)}
        return self._choose(stop, line) if word in offered or word not in self._words() else self._words()[word]()

    def _choose(self, stop: DecisionStop, line: str) -> Reply:
        answer = read_answer(self.session.program, stop, line)
        if isinstance(answer, Diagnostic):
            return Reply((f"{answer.message[:1].upper()}{answer.message[1:]}; {answer.help}.",))
        self.session.answer(answer)
        return Reply()

    # ---- commands

    def _help(self) -> Reply:
        stop = self.session.stop
        if isinstance(stop, ChanceStop):
            first = "Press Enter to roll. You can also type:"
        else:
            first = "Type the number or the beginning of the name of what you choose, or Enter for the default; or:"
        rows = [(f"  {word}", about) for word, (about, _) in self._commands.items()]
        return Reply((first, *columns(rows)))

    def _why(self) -> Reply:
        lines = [line for moment in self._since_last_turn() for line in explain(self.session.program, moment)]
        return Reply(_last(lines) or ("Nothing has happened yet.",))

    def _since_last_turn(self) -> list[Moment]:
        """The moments after the last at which it was a person's turn, but for now."""
        moments = list(self.session.moments)
        start = next((at for at in range(len(moments) - 2, -1, -1) if self.waits_for_person(moments[at])), -1)
        return moments[start + 1 :]

    def _odds(self) -> Reply:
        stop, session = self.session.stop, self.session
        if not isinstance(stop, ChanceStop):
            return Reply((f"No roll comes now: the game waits for {waiting_for(session.program, stop)}.",))
        found = prospects(session.engine, session.position, stop)
        if not found:
            return Reply(("These dice can fall in too many ways to try them all.",))
        rows = [
            (
                f"  {100 * float(each.odds):.1f} %",
                f"{len(each.outcomes)} of {stop.outcomes}",
                show_outcomes(session.program, stop.dice, each.outcomes),
                "  ".join(filter(None, (each.consequence.rule, _bracketed(each.consequence.row)))) or "nothing more",
            )
            for each in found
        ]
        return Reply(tuple(columns(rows, right=(0, 1))))

    def _undo(self) -> Reply:
        moments = list(self.session.moments)
        turns = [at for at in range(len(moments) - 1) if self.waits_for_person(moments[at])]
        if not turns:
            return Reply(("There is nothing of yours to take back.",))
        for _ in range(len(moments) - 1 - turns[-1]):
            self.session.undo()
        return Reply(("Taken back.", *self._show().lines))

    def _show(self) -> Reply:
        shown = self.views.values()
        return Reply(tuple(line for lines in shown for line in lines) or ("The ruleset has nothing to show here.",))

    def _log(self) -> Reply:
        lines = [told.text for moment in self.session.moments for told in retell(self.session.program, moment)]
        return Reply(_last(lines) or ("Nothing has happened yet.",))


def _bracketed(text: str) -> str:
    return f"({text})" if text else ""


def _last(lines: list[str]) -> tuple[str, ...]:
    left_out = len(lines) - MOST_LINES
    return (f"({left_out} earlier lines are left out)", *lines[left_out:]) if left_out > 0 else tuple(lines)
