"""Examples that fail, and scripts that do not match the game."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Label
from interpreter.diagnostics.messages import Messages
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__


@dataclass(frozen=True)
class TakenDefault:
    """The default of a choice that an example takes again and again, where it is written, and the line of a script with
    which it does not."""

    answer: str
    span: Span
    line: str


def example_failed(
    span: Span, title: Span, expected: str, found: str, note: str = "", instead: str = "", later: str = ""
) -> Diagnostic:
    """An expectation that failed, in its own words, and what happened instead; `note` says where its script ended, or
    what was said, `instead` what is true there, in the words of an example, if there are any, and `later` is a choice
    that took its default below the last line of the script."""
    advice = "either the rules or the example is wrong"
    if later:
        stop = f"write `stop at choose {later}` above `then`"
        advice = f"if the example should end before `{later}` is chosen, {stop}; otherwise {advice}"
    return Diagnostic("example-failed", span,
        found if found.startswith(f"`{expected}`") else f"expected `{expected}`; {found}",
        label=found,
        labels=(Label(title, "in this example"),),
        notes=(note,) if note else (),
        help=advice,
        about=(instead,),
    )
