"""Examples that fail, and scripts that do not fit the game."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Label
from interpreter.diagnostics.messages.names import a_or_an
from interpreter.source import Span


def example_empty(span: Span) -> Diagnostic:
    return Diagnostic("example-empty", span,
        "this example says nothing of what must follow",
        label="shows nothing",
        help="add a line `then ...` with what has to hold at its end",
    )


def example_twice(span: Span, title: str, first: Span) -> Diagnostic:
    return Diagnostic("example-twice", span,
        f"two examples are called “{title}”",
        label="called so again",
        labels=(Label(first, "called so first"),),
        help="say in one of the titles what is different: messages and house rules go by them",
    )


def example_endless(span: Span, most: int) -> Diagnostic:
    """An example in which the game goes on without coming to a roll."""
    return Diagnostic("example-endless", span,
        f"the game goes on past {most:,} choices without coming to the end of this example",
        label="never ends",
        help="see that some choice, or `until`, ends what is repeated",
    )


def example_failed(
    span: Span, title: Span, expected: str, found: str, note: str = "", instead: str = ""
) -> Diagnostic:
    """What an example expects and what happened instead; `note` says where its script ended, or what was said, and
    `instead` what holds there, as an example would say it, or nothing if there is nothing to say."""
    return Diagnostic("example-failed", span,
        f"expected {expected}; {found}",
        label=found,
        labels=(Label(title, "in this example"),),
        notes=(note,) if note else (),
        help="either the rules or the example is wrong: hold both against the document",
        about=(instead,),
    )


def script_left(span: Span, what: str, why: str) -> Diagnostic:
    return Diagnostic("example-script-left", span,
        f"the game never comes to this {what}: {why}",
        label="never used",
        help=f"take this {what} out, or begin the example where the game comes to it (`start PHASE`)",
    )


def script_order(span: Span, scripted: str, asked: str, line: str) -> Diagnostic:
    """A part of the script where the game wants another first; `asked` says what, as `the dice are to be rolled`, and
    `line` with which word a line for it begins."""
    return Diagnostic("example-order", span,
        f"the example comes to {scripted} here, but first {asked}",
        label="comes too early",
        help=f"add a line `{line} ...` before it",
    )


def stop_not_last(span: Span, following: Span) -> Diagnostic:
    return Diagnostic("example-order", span,
        "the example ends at this line, and its script goes on below",
        label="ends here",
        labels=(Label(following, "never used"),),
        help="make this the last line before what must follow, or take the lines below it out",
    )


def roll_impossible(span: Span, given: str, dice: str, lowest: str, highest: str, words: bool) -> Diagnostic:
    faces = f"write the faces, from `{lowest}` to `{highest}`"
    return Diagnostic("example-roll", span,
        f"`{dice}` cannot show {given}",
        label=f"it shows {lowest} to {highest}",
        help=faces if words else f"write a total, or faces from {lowest} to {highest}",
    )


def card_of_others(span: Span, card: str, zone: str) -> Diagnostic:
    """A scripted card of another sort than those in the pile."""
    return Diagnostic("example-draw", span,
        f"a card is drawn from `{zone}` here, and {card} is not one of the cards that zone is for",
        label="another sort of card",
        help=f"script a card of `{zone}` here",
    )


def card_elsewhere(span: Span, card: str, place: str, unseen: bool) -> Diagnostic:
    """A scripted card that cannot come because it has its place somewhere else, perhaps where nobody sees it."""
    lies = f"lies {'face down ' if unseen else ''}in `{place}`"
    return Diagnostic("example-draw", span,
        f"{card} cannot be drawn here: it {lies}",
        label=lies,
        help=f"name {'another card' if unseen else 'a card that nobody has seen yet'}",
    )


def card_seen(span: Span, card: str, place: str) -> Diagnostic:
    """A card that is scripted face down comes where somebody sees it."""
    return Diagnostic("example-draw", span,
        f"{card} comes to `{place}` here, and cards do not lie face down there",
        label="somebody sees it",
        help="write `draw` without `face down`, or script the cards that come before",
    )


def card_given_twice(span: Span, card: str, place: str, first: Span, other: str) -> Diagnostic:
    return Diagnostic("example-card-twice", span,
        f"{card} cannot lie in `{place}`: it is given in `{other}` too",
        label=f"given in `{place}`",
        labels=(Label(first, f"given in `{other}`"),),
        help=f"give another card here, or take {card} out of one of the two places",
    )


def choice_not_offered(span: Span, choice: str, scripted: str, offered: Sequence[str]) -> Diagnostic:
    return Diagnostic("example-choice", span,
        f"`{choice}` cannot be {scripted} here",
        label="not offered",
        help=f"offered: {', '.join(offered) or 'nothing'}",
    )


def never_begun(span: Span, given: str, kind: str, name: str, calls: Sequence[Span]) -> Diagnostic:
    """Something given with which a phase is not begun anywhere on the way."""
    return Diagnostic("example-begun", span,
        f"the game never begins {kind} `{name}` with {given} here",
        label="it is begun with something else",
        labels=tuple(Label(each, "begun here") for each in calls),
        help="give what the call takes it from too, or start the example in a phase further out and script the way",
    )


def not_under_way(span: Span, name: str, phase: str) -> Diagnostic:
    """Something given with which a phase is begun that is not under way where the example starts."""
    return Diagnostic("example-begun", span,
        f"`{name}` is what `{phase}` is begun with, and the example does not start inside `{phase}`",
        label=f"`{phase}` has not begun",
        help=f"start the example in `{phase}`, or omit this",
    )


def never_starts(span: Span, phase: str) -> Diagnostic:
    """A phase that the game does not come to by itself."""
    return Diagnostic("example-start", span,
        f"the game does not come to {a_or_an('phase')} `{phase}` by itself, so the example cannot begin there",
        label="cannot begin",
        help="begin it at an outer phase, and script the way",
    )
