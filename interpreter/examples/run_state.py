"""The state of one running example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from itertools import takewhile
from typing import TypeAlias

from interpreter import model
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import examples as errors
from interpreter.engine import Event, Failure
from interpreter.examples.lead_in import Beginning
from interpreter.examples.staging import Spot, Unseen, note_unseen
from interpreter.program import Chance, Draw, Program, QueryInfo
from interpreter.runtime_errors import diagnose_failure
from interpreter.source import Span
from interpreter.stepper import Stepper

Scripted: TypeAlias = model.ScriptedRoll | model.ScriptedDraw | model.ScriptedChoice | model.ScriptedStop
SCRIPTED = (model.ScriptedRoll, model.ScriptedDraw, model.ScriptedChoice, model.ScriptedStop)


@dataclass
class ExampleRun:
    """The state of one running example: how far its script has been followed (`at`) and what comes where it `ended`,
    the events so far, which choices were `asked`, each with the line of the script that came next, whether the game is
    `over`, and what is wrong. `queries` begins the
    names of its queries, and `lead_ins` lead to where phases begin, the same for all examples of one program."""

    game: model.Model
    example: model.ExampleInfo
    number: int
    stepper: Stepper
    lead_ins: dict[str, Iterator[Beginning | Failure]]
    at: int = 0
    thrown: int = 0
    """How many dice of the roll in the script have been rolled, where they are rolled one by one."""
    ended: str = ""
    over: bool = False
    events: list[Event] = field(default_factory=list)
    asked: list[tuple[str, Scripted | None]] = field(default_factory=list)
    refused: str = ""
    """The choice of several, if the script has just said what it cannot be: the rest of it is its default."""
    failures: list[Diagnostic] = field(default_factory=list)
    chance: Stream = field(default_factory=lambda: Stream(0, 1))
    """Which cards come where nobody sees them."""
    unseen: Unseen = field(default_factory=dict)
    """Where those lie that came so."""
    given: dict[tuple[str, int], tuple[Spot, Span]] = field(default_factory=dict)
    """Where the example has each card, by its deck and number, and where that is written."""

    @property
    def program(self) -> Program:
        return self.stepper.program

    @cached_property
    def has_chance(self) -> bool:
        return any(isinstance(block.terminator, Chance | Draw) for block in self.program.blocks)

    def query(self, kind: str, line: int = -1) -> QueryInfo:
        return self.program.query(kind, example=self.number, line=line)

    @property
    def next_scripted(self) -> Scripted | None:
        return next((each for each in self.example.script[self.at :] if isinstance(each, SCRIPTED)), None)

    def list_due(self) -> list[tuple[int, model.Expectation]]:
        """The expectations before the next line of the script, by their index in the script."""
        rest = enumerate(self.example.script[self.at :], self.at)
        return list(takewhile(lambda entry: not isinstance(entry[1], SCRIPTED), rest))  # type: ignore[arg-type]

    def list_named_cards(self, deck: str) -> set[int]:
        return self.list_drawn_cards(deck) | {card for of, card in self.given if of == deck}

    def list_cards_given_at(self, place: Spot) -> set[int]:
        """The cards that are given at a place, and so do not lie anywhere else. Of cards that are alike, others may."""
        return set() if place.zone.copies else {card for (_, card), (spot, _) in self.given.items() if spot == place}

    def list_drawn_cards(self, deck: str) -> set[int]:
        later = (each for each in self.example.script[self.at :] if isinstance(each, model.ScriptedDraw))
        return {each.card for each in later if each.cards == deck}

    def record_events(self, events: Sequence[Event]) -> None:
        self.events.extend(events)
        note_unseen(self.program, self.unseen, events)

    def record_failure(self, failure: Failure) -> None:
        note = f"in the example {self.example.name!r}"
        self.failures.append(diagnose_failure(self.program, failure, self.game, note))

    def report_unfinished(self, why: str) -> bool:
        scripted = self.next_scripted
        if scripted is not None:
            self.failures.append(errors.script_left(scripted.span, _describe_scripted(scripted), why))
        return scripted is not None


def _describe_scripted(scripted: Scripted) -> str:
    match scripted:
        case model.ScriptedRoll():
            return "roll"
        case model.ScriptedDraw():
            return "draw"
        case model.ScriptedChoice() | model.ScriptedStop():
            return "choice"
