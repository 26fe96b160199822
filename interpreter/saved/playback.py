"""Plays a saved game back: entry after entry, each compared with what the game waits for.

An impossible entry is refused: a roll that those dice cannot show or that the seed does not give, an answer that is
not offered, a move of another sort than the game waits for, more taken back than there was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.display import format_seat, format_value
from interpreter.engine import ChanceStop, DecisionStop, DrawStop
from interpreter.model import Model
from interpreter.parser.toml_places import PlacedValue
from interpreter.play.move_parsing import list_offered_names, read_card, read_roll, read_throw
from interpreter.play.own_cards import TurnStop, is_seen
from interpreter.play.session import HAND, TOTAL, Entry, Moment, MomentAdded, Redone, Session, UndoClosed, Undone
from interpreter.play.trace import describe_wait
from interpreter.play.umpire import carry_out, read_ruling
from interpreter.saved import NEVER, SavedGame
from interpreter.saved.writer import UNSEEN, unmask
from interpreter.throws import write_dice

KINDS = ("roll", "total", "draw", "turn", "choose", "umpire", "undo", "redo", "no_undo")

ORIGINAL = "put back the original line"


@dataclass
class Playback:
    """A saved game being played back on a session. `groups` are how many moments each `undo` took back that can still
    be done again; `no_undo` is whether undo is over, and `refused` why it cannot continue."""

    model: Model
    session: Session
    saved: SavedGame
    changed: bool = False

    def __post_init__(self) -> None:
        self.groups: list[int] = []
        self.number = 0
        self.refused = ""
        self.no_undo = self.saved.head.undo == NEVER

    def play(self) -> Iterator[tuple[int, Entry]]:
        for number, entry in enumerate(self.saved.entries, 1):
            self.number = number
            yield number, self._carry_out(entry)

    def _refuse(self, entry: PlacedValue, reason: str, advice: str = ORIGINAL) -> NoReturn:
        self.refused = reason
        raise Rejected([errors.saved_move(entry.span, self.number, reason, advice, self.changed)])

    def _carry_out(self, entry: PlacedValue) -> Entry:
        values = {key: placed.value for key, placed in entry.table.items()}
        kind = next((each for each in KINDS if each in values), "")
        if not kind:
            self._refuse(entry, "it has no known kind of event", f"write one of {', '.join(KINDS)}")
        if kind == "no_undo":
            self.no_undo = True
            return UndoClosed()
        if kind in ("undo", "redo"):
            return self._play_back(entry, kind)
        self.groups.clear()
        return MomentAdded(self._play_move(entry, kind))

    def _play_move(self, entry: PlacedValue, kind: str) -> Moment:
        match kind:
            case "umpire":
                return self._play_ruling(entry)
            case "draw" | "turn":
                return self._play_draw(entry, kind)
            case "choose":
                return self._play_choice(entry)
            case _:
                return self._play_roll(entry, kind)

    # ---- parts of an entry

    def _read_text(self, entry: PlacedValue, key: str) -> str:
        placed = entry.table.get(key)
        if placed is None or not isinstance(placed.value, str):
            self._refuse(entry if placed is None else placed, f"`{key}` must be a text")
        return placed.value

    def _read_whole(self, entry: PlacedValue, key: str) -> int:
        placed = entry.table.get(key)
        if placed is None or type(placed.value) is not int:
            self._refuse(entry if placed is None else placed, f"`{key}` must be a whole number")
        return placed.value

    def _check_waiting(self, entry: PlacedValue, fits: bool, what: str) -> None:
        if not fits or self.session.over:
            waiting = describe_wait(self.session.program, self.session.stop)
            instead = f"it is waiting for {waiting}" if waiting else "it is over"
            self._refuse(entry, f"the game is not waiting for {what} here; {instead}")

    def _check_actor(self, entry: PlacedValue, seat: int) -> None:
        who = format_seat(self.session.program, seat) if seat >= 0 else ""
        if "by" in entry.table and self._read_text(entry, "by") != who:
            self._refuse(entry.table["by"], f"here it is the turn of {who or 'nobody in particular'}")

    # ---- what happened

    def _play_roll(self, entry: PlacedValue, kind: str) -> Moment:
        program, stop, name = self.session.program, self.session.stop, self._read_text(entry, "dice")
        fits = isinstance(stop, ChanceStop) and program.dice[stop.dice].name == name
        self._check_waiting(entry, fits, f"a roll of {name}")
        assert isinstance(stop, ChanceStop)
        self._check_actor(entry, stop.thrower)
        if _find_mask_key(entry):
            return self.session.answer(self._unmask(entry, tuple(range(stop.outcomes))), HAND)
        if program.dice[stop.dice].sight != "up" and kind == "roll" and self._read_text(entry, "roll") == UNSEEN:
            return self.session.roll()
        if kind == "total":
            number, total = read_throw(program, stop, str(self._read_whole(entry, "total")))
            return self.session.answer(self._check_number(entry.table[kind], number), TOTAL if total else HAND)
        return self._play_chance(
            entry,
            kind,
            lambda text: read_roll(program, stop, text),
            lambda each: write_dice(program.dice[stop.dice].name_outcome(each)),
        )

    def _play_draw(self, entry: PlacedValue, kind: str) -> Moment:
        program, stop, name = self.session.program, self.session.stop, self._read_text(entry, kind)
        fits = isinstance(stop, DrawStop) and program.zones[stop.zone].name == name
        turned = kind == "turn"
        what = f"a card that is turned up from {name}" if turned else f"a card from {name}"
        self._check_waiting(entry, fits and isinstance(stop, TurnStop) is turned, what)
        assert isinstance(stop, DrawStop)
        if _find_mask_key(entry):
            return self.session.answer(self._unmask(entry, tuple(range(stop.outcomes))), HAND)
        told = self.saved.head.ask_cards and is_seen(program, stop)
        if "card" not in entry.table and not told:
            return self.session.roll()
        shape = program.shapes[program.zones[stop.zone].shape]
        return self._play_chance(
            entry,
            "card",
            lambda text: read_card(program, stop, text),
            lambda each: format_value(shape, stop.cards[each]),
        )

    def _play_chance(
        self, entry: PlacedValue, key: str, read: Callable[[str], int | Diagnostic], write: Callable[[int], str]
    ) -> Moment:
        """A roll or a card, `read` from how it is written. One from the seed is compared with what the seed gives by
        how both are written: faces and cards that look alike have one name."""
        text, place = self._read_text(entry, key), entry.table[key]
        if "hand" in entry.table and entry.table["hand"].value is True:
            return self.session.answer(self._check_number(place, read(text)), HAND)
        moment = self.session.roll()
        came = write(moment.answer)
        told = text if text == came else write(self._check_number(place, read(text)))
        if told != came:
            reason = f"seed {self.session.seed} gives {came} here, not {told}"
            self._refuse(place, reason, f"{ORIGINAL}; only the results of real dice and cards can differ from the seed")
        return moment

    def _play_choice(self, entry: PlacedValue) -> Moment:
        program, stop, name = self.session.program, self.session.stop, self._read_text(entry, "choose")
        fits = isinstance(stop, DecisionStop) and program.choices[stop.choice].name == name
        self._check_waiting(entry, fits, f"the choice {name}")
        assert isinstance(stop, DecisionStop)
        self._check_actor(entry, stop.chooser)
        if _find_mask_key(entry):
            return self.session.answer(self._unmask(entry, stop.offered), HAND)
        answer, names = self._read_text(entry, "answer"), list_offered_names(program, stop)
        if answer not in names:
            self._refuse(entry.table["answer"], f"`{answer}` is not offered here", f"write one of: {', '.join(names)}")
        return self.session.answer(stop.offered[names.index(answer)], HAND)

    def _play_ruling(self, entry: PlacedValue) -> Moment:
        ruling = read_ruling(self.model, self.session, self._read_text(entry, "umpire"))
        if isinstance(ruling, Diagnostic):
            self._refuse(entry.table["umpire"], ruling.message, ruling.help)
        return carry_out(self.session, ruling)

    def _play_back(self, entry: PlacedValue, kind: str) -> Undone | Redone:
        if self.no_undo:
            self._refuse(entry.table[kind], "this game is played without `undo`")
        count, undoing = self._read_whole(entry, kind), kind == "undo"
        there = len(self.session.moments) - 1 if undoing else len(self.session.taken_back)
        done = 0
        while done < count and (self.session.undo() if undoing else self.session.redo()):
            done += 1
        if count < 1 or done < count:
            what = "taken back" if undoing else "repeated"
            self._refuse(entry.table[kind], f"{count} moves cannot be {what}", f"write {there} or less")
        if undoing:
            self.groups.append(count)
            return Undone(count)
        self._take_from_groups(count)
        return Redone(count)

    def _take_from_groups(self, count: int) -> None:
        while count > 0 and self.groups:
            last = self.groups.pop()
            if last > count:
                self.groups.append(last - count)
            count -= last

    # ---- holding against

    def _check_number(self, place: PlacedValue, number: int | Diagnostic) -> int:
        if isinstance(number, Diagnostic):
            self._refuse(place, number.message, number.help)
        return number

    def _unmask(self, entry: PlacedValue, offered: tuple[int, ...]) -> int:
        word = _find_mask_key(entry)
        answer = unmask(self.session.seed, self.number, self._read_whole(entry, word))
        if answer not in offered:
            self._refuse(entry.table[word], "it was changed by hand, and cannot be read")
        return answer


def _find_mask_key(entry: PlacedValue) -> str:
    """Under what word an answer stands that only some may know; empty if there is none. Older files call it sealed."""
    return next((word for word in ("masked", "sealed") if word in entry.table), "")
