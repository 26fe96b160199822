"""One table and many places: who sits where, and how their messages are handled."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from interpreter.bots.seats import LEVELS
from interpreter.data_classes import dataclass
from interpreter.display import format_seat, join_names
from interpreter.engine import DecisionStop
from interpreter.party.places import HOST, SPECTATORS, Place, list_places
from interpreter.play.move_parsing import list_offered_names
from interpreter.play.session import Moment
from interpreter.table import MAX_LINE, Reply, Table, respond
from interpreter.table.commands import NO_UNDO, run_command
from interpreter.table.questions import name_person
from interpreter.table.seats import HUMAN, SeatAssignment, make_decider

UNDO, REDO, AGREE, REFUSE = "undo", "redo", "agree", "refuse"

AGAIN, SWAP = "again", "swap"

WANTS = {
    UNDO: "wants to take back: ", REDO: "wants to do again what was taken back.",
    AGAIN: "wants to play again.", SWAP: "wants to play again, with seats swapped.",
}  # fmt: skip

LEAVING = ("quit", "exit")

MOST_LETTERS = 24

BRACKETS = "()[]{}<>"
"""Brackets are not allowed in names: the seat is written in them."""


@dataclass(frozen=True)
class Said:
    """The reply to a line of a place. `changed` is whether others need to be shown something new."""

    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    changed: bool = False


@dataclass
class Proposal:
    """The request of a place to play again, or to undo or redo what others have seen, `told` to them, and the seats
    that still have to agree. After somebody has refused, nobody is asked any more."""

    what: str
    place: Place
    missing: set[int] = field(default_factory=set)
    told: str = ""
    refused_by: str = ""

    @property
    def text(self) -> str:
        if self.refused_by:
            return f"{self.refused_by} does not agree, so it stays as it is."
        return f"{self.place.name} {WANTS[self.what]}{self.told}"

    def may_answer(self, place: Place) -> bool:
        return place.seat in self.missing


def clean_name(text: str) -> str:
    """A name as it is shown: no signs that are not seen or turn a line round, and not too long."""
    letters = (sign for sign in unicodedata.normalize("NFKC", text[:1_000]) if sign not in BRACKETS)
    seen = "".join(sign if sign.isprintable() else " " for sign in letters)
    return " ".join(seen.split())[:MOST_LETTERS].strip()


class Party:
    """A game and the places from which it is played and watched."""

    def __init__(self, table: Table, chairs: Mapping[int, int] | None = None, owner: str = "") -> None:
        """`chairs` are the places of the seats, where they are not in the same order; `owner` is the key of the place
        of a player who is the host, too."""
        self.table = table
        self.chairs = chairs or {}
        self.owner = owner
        self._take_places()
        self.number = 0
        self.proposal: Proposal | None = None
        self.shows_traces = False
        self.result: tuple[int, dict[str, object]] | None = None

    # ---- who plays

    def _take_places(self) -> None:
        self.places = {place.key: place for place in list_places(self.table, self.chairs, self.owner)}
        self.faces = {key: self.table.seen_from(place.seat) for key, place in self.places.items()}

    def find_place(self, key: str) -> Place:
        """The place behind a key; where nobody plays any more, one can look on."""
        if key in self.places or key == self.owner:
            return self.places.get(key) or self.places[HOST]
        return replace(self.places[SPECTATORS], name="A bot plays here")

    def find_player(self, seat: object) -> Place | None:
        return next((each for each in self.places.values() if each.is_player and each.seat == seat), None)

    def assign(self, place: Place, seat: object, taker: object) -> Said:
        """Give a seat to a bot of this level, or to a person."""
        program, setup = self.table.program, self.table.setup
        if not place.is_host:
            return Said(("Only the host gives seats away.",))
        if not isinstance(seat, int) or not 0 <= seat < len(program.seats) or taker not in (HUMAN, *LEVELS):
            return Said(("There is no such seat, or no such level of bots.",))
        people = {each: name for each, name in setup.people.items() if each != seat or taker == HUMAN}
        bots = {each: level for each, level in setup.bots.items() if each != seat}
        if taker == HUMAN:
            people.setdefault(seat, "")
        else:
            bots[seat] = str(taker)
        takers = [SeatAssignment(each in people, bots.get(each, "")) for each in range(len(program.seats))]
        decide = make_decider(self.table.session.engine, takers, self.table.session.seed)
        self.table.seat(replace(setup, people=people, bots=bots), decide)
        self.proposal = None
        self._take_places()
        self.number += 1
        return Said(changed=True)

    def rename(self, place: Place, text: str) -> Said:
        """Call whoever has a seat by a name of their own."""
        name, people = clean_name(text), self.table.setup.people
        if not place.is_player or not name:
            return Said(("Type a name." if place.is_player else "Only players have names.",))
        program = self.table.session.program
        others = [seat for seat in range(len(program.seats)) if seat != place.seat]
        taken = [*(format_seat(program, seat) for seat in others), *(people.get(seat, "") for seat in others)]
        if name.casefold() in map(str.casefold, taken):
            return Said((f"Somebody else is called {name}. Choose another name.",))
        setup = replace(self.table.setup, people={**people, place.seat: name})
        self.table.seat(setup, self.table.decide)
        self._take_places()
        self.number += 1
        return Said(changed=True)

    # ---- playing

    def go_on(self) -> Iterator[Moment]:
        """Play bots and dice, moment by moment, until a person is asked or the game is over."""
        for moment in self.table.go_on():
            self.number += 1
            yield moment

    def may_answer(self, place: Place) -> bool:
        """Whether a place may answer the question that is put: whoever is asked, or the host for those who have no
        place of their own, as with cards that somebody deals."""
        question = self.table.question
        if question is None:
            return False
        return place.seat == question.seat if question.seat in self.table.people else place.is_host

    # ---- what is said

    def say(self, place: Place, line: str) -> Said:
        """Take a line from a place."""
        if len(line) > MAX_LINE:
            return Said(("That line is far too long to be an answer.",))
        word = line.strip().casefold()
        if not self._is_offered(place, word):
            if word in (UNDO, REDO):
                return self._propose(place, word)
            if word in (AGREE, REFUSE) and self.proposal is not None:
                return self._vote(place, word == AGREE)
            if word in LEAVING:
                return Said(("Close this page to leave. The game stands as it is, and your link brings you back.",))
            if word.split()[:1] == ["umpire"] or word.startswith("umpire:"):
                if not place.is_host:
                    return Said(("Only the host can rule as an umpire.",))
                return self._settle(run_command(self.faces[place.key], line) or Reply())
        if self.may_answer(place):
            return self._settle(respond(self.faces[place.key], line))
        reply = run_command(self.faces[place.key], line)
        return self._settle(reply) if reply is not None else Said((self._refuse_turn(place),))

    def _is_offered(self, place: Place, word: str) -> bool:
        """Whether a word is an answer to the question that is put to a place, whatever else it may mean."""
        stop = self.table.session.stop
        if not (isinstance(stop, DecisionStop) and self.may_answer(place)):
            return False
        return word in {name.casefold() for name in list_offered_names(self.table.program, stop)}

    def _refuse_turn(self, place: Place) -> str:
        question = self.table.question
        if question is None:
            return "The game is over."
        if not place.is_player:
            return f"It is {question.who}'s turn; from here you can only look on."
        return f"It is {question.who}'s turn, not yours."

    def _settle(self, reply: Reply) -> Said:
        changed = bool(reply.moments) or reply.stands_anew
        if changed:
            self.number += 1
            self.proposal = None
        return Said(reply.lines, reply.rows, changed)

    # ---- taking back

    def agree_to_play_again(self, place: Place, what: str) -> bool:
        """Ask for another game, or agree to it; whether all agree. A host without a seat asks nobody."""
        proposal, others = self.proposal, set(self.table.people) - {place.seat}
        if proposal is None or proposal.what != what or not proposal.may_answer(place):
            proposal = Proposal(what, place, others if place.is_player else set())
        proposal.missing.discard(place.seat)
        self.proposal = proposal
        self.number += 1
        return not proposal.missing

    def _propose(self, place: Place, what: str) -> Said:
        if not self.table.setup.undo:
            return Said((NO_UNDO,))
        if not (place.is_player or place.is_host):
            return Said(("Only players and the host can ask for that.",))
        missing = set(self.table.people) - {place.seat}
        if not missing:
            return self._settle(self._carry_out(what))
        if self.proposal is not None and self.proposal.may_answer(place) and self.proposal.what == what:
            return self._vote(place, True)
        self.proposal = Proposal(what, place, missing, self.table.word_undone() if what == UNDO else "")
        self.number += 1
        asked = join_names([name_person(self.table.program, self.table.setup, seat) for seat in sorted(missing)])
        return Said((f"{asked} {'is' if len(missing) == 1 else 'are'} asked.",), changed=True)

    def _vote(self, place: Place, agreed: bool) -> Said:
        proposal = self.proposal
        if proposal is None or not proposal.may_answer(place):
            return Said(("Nobody asks you about that.",))
        self.number += 1
        proposal.missing.discard(place.seat)
        if not agreed:
            self.proposal = replace(proposal, missing=set(), refused_by=place.name)
            return Said(("It stays as it is.",), changed=True)
        if proposal.missing:
            return Said(("You agree; others are still asked.",), changed=True)
        return self._settle(self._carry_out(proposal.what))

    def _carry_out(self, what: str) -> Reply:
        reply = run_command(self.table, what)
        assert reply is not None
        return Reply(reply.lines[:1], moments=reply.moments, stands_anew=reply.stands_anew)
