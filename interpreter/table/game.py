"""The game at a table: its position, whose turn it is, playing on and undo."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property

from interpreter.bots.best import find_policy
from interpreter.bots.policy import Policy
from interpreter.data_classes import dataclass
from interpreter.display import call_people
from interpreter.domains import ThrowType
from interpreter.engine import ChanceStop, Decide, DecisionStop, DrawStop, Reached, Said
from interpreter.model import ChoiceInfo, Model, RoutineInfo
from interpreter.play.own_cards import is_seen
from interpreter.play.session import HAND, Entry, Moment, MomentAdded, Redone, Session, Undone, is_forced, is_one_throw
from interpreter.play.trace import NOBODY, narrate, word_question
from interpreter.play.umpire import Change, Overrule, carry_out
from interpreter.rulebook.english import NUMBERS
from interpreter.scene import Answer, Furniture, Look, write_views
from interpreter.table.questions import Question, Setup, list_unseen_deals, make_question, name_person
from interpreter.table.seats import name_players


@dataclass(frozen=True)
class Reply:
    """The reply to a person: lines, then rows to be laid out in columns (those numbered in `right` flush right), and
    the new moments of the game. `leave` is whether they want to leave, `stands_anew` whether the position has changed
    since it was shown."""

    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[int, ...] = ()
    moments: tuple[Moment, ...] = ()
    leave: bool = False
    stands_anew: bool = False


class Table:
    """A game with people and bots at it."""

    def __init__(
        self,
        model: Model,
        session: Session,
        decide: Decide,
        setup: Setup,
        keep: Callable[[Entry], None] = lambda entry: None,
    ) -> None:
        """`decide` answers for the seats that no person has. `keep` gets every change before it is shown. `passed` are
        the numbers of moments where a person did not stop to be asked, as one line gave that answer as well."""
        self.model = model
        self.session = session
        self.keep = keep
        self.seat(setup, decide)
        self.holder: int | None = None
        self.own_seat: int | None = None
        self._redo: list[int] = []
        self.passed = set[int]()
        self.entries: list[Entry] | None = [] if session.moments_made == 0 else None

    def seat(self, setup: Setup, decide: Decide) -> None:
        """Let others have the seats from now on."""
        self.setup, self.decide = setup, decide
        self.program = call_people(self.session.program, setup.people)
        self.furniture = Furniture(name_players(self.model, self.program), self.program)

    def _keep(self, entry: Entry) -> None:
        if self.entries is not None:
            self.entries.append(entry)
        self.keep(entry)

    def seen_from(self, seat: int) -> Table:
        """The same game as whoever has this seat sees it on a screen of their own; `NOBODY` for those who only look on.
        What is done at one is done at all."""
        face = copy(self)
        face.own_seat = seat
        return face

    # ---- where it stands

    @property
    def people(self) -> frozenset[int]:
        """The seats that people have."""
        return frozenset(self.setup.people)

    @property
    def viewer(self) -> int:
        """Through whose eyes the game is shown: those of whose screen it is; where all share one, of the person who is
        asked, or of the only person there."""
        if self.own_seat is not None:
            return self.own_seat
        question = self.question
        if question is not None and question.seat in self.people and question.kind in ("choice", "card"):
            return question.seat
        return min(self.people) if len(self.people) == 1 else NOBODY

    @property
    def reader(self) -> int:
        """Who reads what happens: where people share a keyboard, who has it."""
        if self.own_seat is None and len(self.people) > 1:
            return NOBODY if self.holder is None else self.holder
        return self.viewer

    @property
    def views(self) -> dict[str, tuple[str, ...]]:
        """What lies on the table, in lines, for the viewer. While the keyboard changes hands, what everybody sees."""
        look = self.look(False)
        return write_views(replace(look, viewer=NOBODY) if self.hand_over else look)

    def look(self, is_asked: bool) -> Look:
        """How the viewer looks at the game; with the answers, if he is asked."""
        names = tuple(name_person(self.program, self.setup, seat) for seat in range(len(self.program.seats)))
        question = self.question if is_asked else None
        offers = question.offers if question is not None else ()
        answers = tuple(Answer(each.name, each.label, each.usual) for each in offers) if question is not None else None
        seen = (self.furniture, self.session, self.viewer, names, self.people)
        nameless = frozenset(seat for seat, name in self.setup.people.items() if not name)
        return Look(*seen, self.setup.values, answers, self.reader, self.setup.bots, nameless)

    def waits_for_person(self, moment: Moment) -> bool:
        """Whether somebody at the keyboard has to do something before the game continues from a moment."""
        stop = moment.stop
        if isinstance(stop, ChanceStop):
            follows = is_one_throw(self.program, moment.behind, stop) or self._is_thrown_by_answer(moment, stop)
            return self.setup.ask_dice or (self.setup.own_dice and stop.thrower in self.people and not follows)
        if isinstance(stop, DrawStop):
            return self.setup.ask_cards and is_seen(self.program, stop)
        return isinstance(stop, DecisionStop) and stop.chooser in self.people and len(stop.offered) > 1

    def _is_thrown_by_answer(self, moment: Moment, stop: ChanceStop) -> bool:
        """Whether the thrower's own answer throws the dice again: it was which of them are kept; or it was asked in the
        phase of their last throw, and since it was given nothing has changed or was said, and no turn has begun."""
        asked, dice = moment.behind, self.program.dice
        if not isinstance(asked, DecisionStop) or asked.chooser != stop.thrower or is_forced(asked):
            return False
        picked = self.model.choices[self.program.choices[asked.choice].name].candidate.type
        if isinstance(picked, ThrowType) and picked.dice == dice[stop.dice].name:
            return True
        moments = [each for each in self.session.moments if each.number <= moment.number]
        start = max((at for at, each in enumerate(moments) if isinstance(each.behind, ChanceStop)), default=0)
        last = moments[start].behind
        if not isinstance(last, ChanceStop) or last.thrower != stop.thrower or self._list_phases(*moments[start:-1]):
            return False
        is_told = any(isinstance(each, Said) for each in moment.events)
        is_turn = any("for" in each.prepositions for each in self._list_phases(moment))
        is_again = dice[last.dice].name == dice[stop.dice].name
        return is_again and not is_told and not is_turn and not moment.moves

    def _list_phases(self, *moments: Moment) -> list[RoutineInfo]:
        """The phases that began on the way to these moments."""
        reached = [event.site for each in moments for event in each.events if isinstance(event, Reached)]
        sites = map(self.program.sites.__getitem__, reached)
        return [self.model.routines[site.name] for site in sites if site.kind == "phase"]

    @property
    def has_one_answer(self) -> bool:
        """Whether the viewer is about to decide and has only one answer, so that it is given without asking."""
        stop, whose = self.session.stop, {self.viewer} & self.people
        return isinstance(stop, DecisionStop) and stop.chooser in whose and is_forced(stop)

    def list_moments_since_turn(self) -> list[Moment]:
        moments = list(self.session.moments)
        start = next((at for at in range(len(moments) - 2, -1, -1) if self.waits_for_person(moments[at])), -1)
        return moments[start + 1 :]

    @property
    def asking(self) -> bool:
        return self.waits_for_person(self.session.moments[-1])

    @property
    def question(self) -> Question | None:
        """The question for the person whose turn it is; None if it is nobody's."""
        if not self.asking:
            return None
        stop, position = self.session.stop, self.session.position
        asked, picked, parts = "", False, 0
        if isinstance(stop, DecisionStop):
            asked = word_question(self.program, self.session.engine, position, stop)
            info = self.model.choices[self.program.choices[stop.choice].name]
            picked, parts = bool(info.picked_from), len(info.parts)
            asked = asked and asked + self._count_left(info, stop, asked)
        question = make_question(self.program, stop, self.setup, asked, picked)
        question = replace(question, parts=parts) if question is not None and parts > 1 else question
        if question is None or not self.setup.ask_cards:
            return question
        before = list_unseen_deals(self.program, self.list_moments_since_turn())
        return replace(question, text=f"{before}{question.text}")

    def _count_left(self, info: ChoiceInfo, stop: DecisionStop, asked: str) -> str:
        """How many are still to be picked at a choice of several, where the question does not say how many."""
        several = info.several
        count = self.furniture.find_limit(several.low, self.setup.values) if several and several.is_fixed else None
        if several is None or count is None or {str(count), *NUMBERS[count : count + 1]} & {*re.findall(r"\w+", asked)}:
            return ""
        picked = self.program.find_picked(stop.choice, self.session.position.slots).bit_count()
        noun = several.noun if count - picked > 1 else several.noun.removesuffix("s")
        return f" ({count - picked}{' more' * (picked > 0)} {noun})"

    @property
    def hand_over(self) -> str:
        """Whom the keyboard has to be given to before the question is put; empty if there is no need, because each has
        one, only one person plays, nothing is hidden, or they have it already."""
        question = self.question
        shared = self.own_seat is None and len(self.people) > 1 and self.program.has_secrets
        if question is None or not shared:
            return ""
        private = question.kind in ("choice", "card") and question.seat in self.people
        return name_person(self.program, self.setup, question.seat) if private and self.holder != question.seat else ""

    def confirm_hand_over(self) -> None:
        question = self.question
        self.holder = question.seat if question is not None else None

    # ---- playing

    def go_on(self) -> Iterator[Moment]:
        """Play bots and dice, moment by moment, until it is a person's turn or the game is over."""
        while not self.session.over and not self.asking:
            yield self._record(self.session.step(self.decide))

    def _record(self, moment: Moment) -> Moment:
        self._redo.clear()
        self._keep(MomentAdded(moment))
        return moment

    def answer(self, number: int, source: str = HAND) -> Reply:
        """Take this outcome or answer. Raises ValueError if it is not offered."""
        return Reply(moments=(self._record(self.session.answer(number, source)),))

    def roll(self) -> Reply:
        return Reply(moments=(self._record(self.session.roll()),))

    def rule(self, ruling: Overrule | Change) -> Reply:
        moment = self._record(carry_out(self.session, ruling))
        if isinstance(ruling, Change) and isinstance(self.session.stop, DecisionStop):
            note = "What is offered here was worked out before the ruling, and stays as it was."
            return Reply((note,), moments=(moment,), stands_anew=True)
        return Reply(moments=(moment,), stands_anew=True)

    # ---- taking back

    def undo(self) -> bool:
        """Undo to the last turn of a person. Returns False if there is none, or undo is not allowed."""
        count = self._count_undone()
        for _ in range(count):
            self.session.undo()
        if not count:
            return False
        self._redo.append(count)
        self._keep(Undone(count))
        return True

    def _count_undone(self) -> int:
        """The moments since the last turn of a person; none if nothing can be undone."""
        moments = list(self.session.moments) if self.setup.undo else []
        for at in range(len(moments) - 2, -1, -1):
            if (self.waits_for_person(moments[at]) and not self._picks_on(moments[at])) or moments[at + 1].ruling:
                return len(moments) - 1 - at
        return 0

    def _picks_on(self, moment: Moment) -> bool:
        """Whether somebody has picked something there already, and picks more, or answered there at once: all of it is
        undone together."""
        stop, slots = moment.stop, moment.position.slots
        has_picked = isinstance(stop, DecisionStop) and slots and self.program.find_picked(stop.choice, slots) != 0
        return has_picked or moment.number in self.passed

    def word_undone(self) -> str:
        """What the person did whose turn `undo` goes back to; nothing if there is no such turn."""
        count = self._count_undone()
        lines = narrate(self.program, self.session.moments[-count], self.reader) if count else ()
        return next((each.text.strip() for each in lines), "the last move" if count else "")

    @property
    def is_answered(self) -> bool:
        """Whether somebody else has chosen or thrown something since the turn that `undo` goes back to."""
        stops = [self.session.moments[-at].behind for at in range(1, self._count_undone() + 1)]
        choosers = {stop.chooser for stop in stops if isinstance(stop, DecisionStop)}
        throwers = {stop.thrower for stop in stops if isinstance(stop, ChanceStop)}
        return len((choosers | throwers) - {-1}) > 1

    @cached_property
    def policy(self) -> Policy | None:
        """Best play, if it has been computed."""
        return find_policy(self.session.program)

    @property
    def can_redo(self) -> bool:
        return bool(self._redo)

    def redo(self) -> tuple[Moment, ...]:
        """Do again what was taken back last; the moments that came again, none if there was nothing."""
        if not self._redo:
            return ()
        count = self._redo.pop()
        for _ in range(count):
            self.session.redo()
        self._keep(Redone(count))
        return tuple(self.session.moments)[-count:]

    def restore(self, counts: Sequence[int]) -> None:
        """What can be done again, after a saved game has been played back: how many moments each `undo` took back."""
        self._redo = list(counts)
