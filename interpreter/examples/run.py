"""An example on its way: what it has come to so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter import model
from interpreter.chance import Stream
from interpreter.diagnostics import Diagnostic
from interpreter.engine import Event, Failure, Position
from interpreter.errors import examples as errors
from interpreter.mishaps import sources_of, tell_failure
from interpreter.program import Program
from interpreter.source import Span
from interpreter.stepper import Stepper

Scripted: TypeAlias = model.ScriptedRoll | model.ScriptedDraw | model.ScriptedChoice


@dataclass
class Run:
    """An example on its way: how far its script has been followed (`at`) and what comes where it `ended`, the events so
    far, who was `asked` to choose, and what is wrong. `queries` begins the names of its queries, and `ways` are the
    positions in which phases have begun, the same for all examples of one program."""

    game: model.Model
    example: model.ExampleInfo
    queries: str
    stepper: Stepper
    ways: dict[int, Position | Failure | None]
    at: int = 0
    ended: str = ""
    events: list[Event] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    failures: list[Diagnostic] = field(default_factory=list)
    unseen: Stream = field(default_factory=lambda: Stream(0, 1))
    """Which cards come where nobody sees them."""

    @property
    def program(self) -> Program:
        """The program that the example is played on."""
        return self.stepper.program

    @property
    def next_scripted(self) -> Scripted | None:
        """What comes next in the script."""
        return self.example.script[self.at] if self.at < len(self.example.script) else None

    def broke(self, failure: Failure) -> None:
        """The game cannot go on."""
        note = f"in the example {self.example.name!r}"
        self.failures.append(tell_failure(self.program, failure, sources_of(self.game), note))

    def stops_short(self, why: str) -> bool:
        """Whether something is left of the script, which is then reported."""
        scripted = self.next_scripted
        if scripted is not None:
            self.failures.append(errors.script_left(scripted.span, _what(scripted), why))
        return scripted is not None


def _what(scripted: Scripted) -> str:
    match scripted:
        case model.ScriptedRoll():
            return "roll"
        case model.ScriptedDraw():
            return "draw"
        case model.ScriptedChoice():
            return "choice"


def plain(span: Span) -> str:
    """What is written there, on one line."""
    return " ".join(span.text.split())
