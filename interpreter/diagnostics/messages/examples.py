"""Examples that fail, and scripts that do not match the game."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Label
from interpreter.source import Span


def example_empty(span: Span) -> Diagnostic:
    return Diagnostic("example-empty", span,
        "this example does not say what should happen",
        label="no `then` line",
        help="add a line `then ...` with what must be true at the end",
    )


def example_twice(span: Span, title: str, first: Span) -> Diagnostic:
    return Diagnostic("example-twice", span,
        f'two examples are called "{title}"',
        label="used again here",
        labels=(Label(first, "first used here"),),
        help="change one of the titles; messages and house rules name examples by their titles",
    )


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


def script_left(span: Span, what: str, why: str) -> Diagnostic:
    return Diagnostic("example-script-left", span,
        f"the game never reaches this {what}: {why}",
        label="never used",
        help=f"remove this {what}, or begin the example where the game reaches it (`start PHASE`)",
    )


def script_order(
    span: Span, scripted: str, asked: str, line: str, late: tuple[Span, Span] | None = None
) -> Diagnostic:
    """A part of the script where the game expects another first; `asked` says which, in a clause of its own, and
    `line` is the first word of a line for it. If a choice took its default since its line is too `late`, that line
    comes with the one above which it belongs."""
    advice = f"add a line `{line} ...` before it"
    if late is not None:
        advice = f"move `{late[0].on_one_line}` above line {late[1].line}: the game asks for it first"
    return Diagnostic("example-order", span,
        f"the example has {scripted} here, but first {asked}",
        label="comes too early",
        labels=(Label(late[0], "took its default: this line comes too late"),) if late is not None else (),
        help=advice,
    )


def stop_not_last(span: Span, following: Span) -> Diagnostic:
    return Diagnostic("example-order", span,
        "the script continues below the line where the example ends",
        label="ends here",
        labels=(Label(following, "never used"),),
        help="make this the last line before `then`, or remove the script below it",
    )


def roll_impossible(span: Span, given: str, dice: str, lowest: str, highest: str, words: bool) -> Diagnostic:
    faces = f"write the faces, from `{lowest}` to `{highest}`"
    return Diagnostic("example-roll", span,
        f"`{dice}` cannot show {given}",
        label=f"expected {lowest} to {highest}",
        help=faces if words else f"write a total, or faces from {lowest} to {highest}",
    )


def card_of_others(span: Span, card: str, zone: str) -> Diagnostic:
    """A scripted card that the pile is not for."""
    return Diagnostic("example-draw", span,
        f"{card} cannot be drawn from `{zone}`, which is for other cards",
        label="not a card of this zone",
        help=f"name a card of `{zone}`",
    )


def card_elsewhere(span: Span, card: str, place: str, unseen: bool) -> Diagnostic:
    """A scripted card that cannot be drawn because it lies elsewhere, perhaps where nobody sees it."""
    lies = f"is {'face down ' if unseen else ''}in `{place}`"
    return Diagnostic("example-draw", span,
        f"{card} cannot be drawn here: it {lies}",
        label=lies.removeprefix("is "),
        help=f"name {'another card' if unseen else 'a card that nobody has seen yet'}",
    )


def card_seen(span: Span, card: str, place: str) -> Diagnostic:
    """A card that is scripted face down goes where somebody sees it."""
    return Diagnostic("example-draw", span,
        f"{card} goes to `{place}` here, where cards are not face down",
        label="visible to somebody",
        help="write `draw` without `face down`, or script the cards drawn before it",
    )


def card_given_twice(span: Span, card: str, place: str, first: Span, other: str) -> Diagnostic:
    return Diagnostic("example-card-twice", span,
        f"{card} cannot be in `{place}` and in `{other}`",
        label=f"in `{place}`",
        labels=(Label(first, f"in `{other}`"),),
        help=f"remove {card} from one of the two",
    )


def choice_not_offered(
    span: Span, choice: str, scripted: str, offered: Sequence[str], how_many: str = ""
) -> Diagnostic:
    """What cannot be chosen here. `how_many` are to be chosen at once, if it is not one."""
    ask = f"choose {how_many} of these, joined with `and`" if how_many else "choose one of"
    return Diagnostic("example-choice", span,
        f"`{choice}` cannot be {scripted} here",
        label="not offered",
        help=f"{ask}: {', '.join(offered)}" if offered else "nothing is offered here: remove this line",
    )


def never_begun(
    span: Span, given: str, kind: str, name: str, calls: Sequence[tuple[Span, str]], sources: Sequence[str]
) -> Diagnostic:
    """A `given` that no call that begins the phase agrees with. Each of the `calls` comes with what it has instead;
    with the `sources` given too, there would be one that agrees."""
    first = f"add `given {', '.join(sources)}`" if sources else "give what a call has"
    return Diagnostic("example-begun", span,
        f"the game never begins {kind} `{name}` with {given} here",
        label="no call has this value",
        labels=tuple(Label(place, found) for place, found in calls),
        help=f"{first}, or start the example in an outer phase and script what happens before",
    )


def not_under_way(span: Span, name: str, phase: str) -> Diagnostic:
    """A `given` for a parameter of a phase that is not under way where the example starts."""
    return Diagnostic("example-begun", span,
        f"`{name}` belongs to the phase `{phase}`, and this example does not start there",
        label=f"`{phase}` has not begun",
        help=f"write `start {phase}`, or remove this `given`",
    )


def never_starts(span: Span, phase: str) -> Diagnostic:
    """A phase that the game does not reach by itself."""
    return Diagnostic("example-start", span,
        f"the example cannot begin in the phase `{phase}`, which the game does not reach by itself",
        label="cannot begin here",
        help="start it in an outer phase, and script what happens before",
    )
