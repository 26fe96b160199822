"""Examples that fail, and scripts that do not match the game."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Label
from interpreter.diagnostics.messages import Message, find_message
from interpreter.source import Span


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


@dataclass(frozen=True)
class TakenDefault:
    """The default of a choice that an example takes again and again, where it is written, and the line of a script with
    which it does not."""

    answer: str
    span: Span
    line: str


def example_endless(
    span: Span, most: int, taken: TakenDefault | None = None, waits_for: Span | None = None
) -> Diagnostic:
    """An example in which the game continues without reaching a roll, or the line that its script waits for."""
    advice = "make sure that a choice or an `until` ends the loop"
    if taken is not None:
        place = f"above line {waits_for.line}" if waits_for is not None else "where the example should end"
        advice = f"write `{taken.line}` {place}; a choice without a line takes its default, here `{taken.answer}`"
    return Diagnostic("example-endless", span,
        f"the game made {most:,} choices without reaching the end of this example",
        label="never ends",
        labels=(Label(taken.span, "taken each time"),) if taken is not None else (),
        help=advice,
    )


def example_failed(
    span: Span, title: Span, expected: str, found: str, note: str = "", instead: str = "", later: str = ""
) -> Diagnostic:
    """What an example expects, in its own words, and what happened instead; `note` says where its script ended, or what
    was said, `instead` what is true there, in the words of an example, if there are any, and `later` is a choice that
    took its default below the last line of the script."""
    advice = "compare both with the document: either the rules or the example is wrong"
    if later:
        stop = f"write `stop at choose {later}` above `then`"
        advice = f"if the example should end before `{later}` is chosen, {stop}; otherwise {advice.partition(':')[0]}"
    return Diagnostic("example-failed", span,
        found if found.startswith(f"`{expected}`") else f"expected `{expected}`; {found}",
        label=found,
        labels=(Label(title, "in this example"),),
        notes=(note,) if note else (),
        help=advice,
        about=(instead,),
    )


def card_elsewhere(span: Span, card: str, place: str, unseen: bool) -> Diagnostic:
    """A scripted card that cannot be drawn because it lies elsewhere, perhaps where nobody sees it."""
    lies = f"is {'face down ' if unseen else ''}in `{place}`"
    return Diagnostic("example-draw", span,
        f"{card} cannot be drawn here: it {lies}",
        label=lies.removeprefix("is "),
        help=f"name {'another card' if unseen else 'a card that nobody has seen yet'}",
    )
