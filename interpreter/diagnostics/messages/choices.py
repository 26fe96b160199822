"""Choices: answers in several parts."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.diagnostics import Diagnostic
from interpreter.source import Span


def part_not_plain(span: Span, choice: str, part: str) -> Diagnostic:
    return Diagnostic("part-not-plain", span,
        f"`{part}`, a part of `{choice}`, is picked from something that may change in a game",
        label="what there is to pick from has to be plain here",
        help=f"pick it from all that it can ever be, like `1..6` or `all player`, and say with "
        f"`where {part} in ...` what there is now",
    )


def several_in_parts(span: Span, noun: str) -> Diagnostic:
    return Diagnostic("several-picked", span,
        f"several {noun} cannot be one part of an answer",
        label="several of a set are picked by themselves",
        help="make two choices of it, one after the other",
    )


def several_where(span: Span, domain: str, condition: str) -> Diagnostic:
    return Diagnostic("several-picked", span,
        "where several are picked, each by itself, nothing is asked of them behind `where`",
        label="this would have to hold of all of them together",
        help=f"say it of the set that they are picked from, as in `from those one in {domain} where ...`; what has to "
        f"hold of all together is asked of subsets: `pick some from subsets of {domain} where {condition}`",
    )


def several_dice(span: Span, noun: str, domain: str) -> Diagnostic:
    return Diagnostic("several-picked", span,
        f"{noun} are picked from dice, which are no set",
        label="the same face may lie there several times",
        help=f"write `pick part from subsets of {domain} where size of part is 2`, with the number that you mean",
    )


def several_by_chance(span: Span, choice: str, noun: str) -> Diagnostic:
    return Diagnostic("several-picked", span,
        f"the {noun} of `{choice}` are picked one after the other, so that chance cannot decide on all of them",
        label="this would be drawn anew for each of them",
        help="leave the odds out, or pick from `subsets of` a small set",
    )


def no_such_tuple(span: Span, number: int, known: Mapping[str, int]) -> Diagnostic:
    """Several values in parentheses that are the answer of no choice, or of several. `known` are those it may be of,
    with how many parts their answers have."""
    fitting = [f"`{name}`" for name, parts in known.items() if parts == number]
    found = f"it is not plain of which choice this is an answer: {' or '.join(fitting)}"
    help = "put it behind what it is compared with, or give it to what is declared to be such an answer"
    if not fitting:
        found = f"no choice that can be meant here has answers in {number} parts"
        help = "write one value; a set is joined by `and`"
    return Diagnostic("no-such-answer", span,
        found,
        label=f"{number} values together",
        notes=() if fitting else tuple(f"an answer of `{name}` has {parts} parts" for name, parts in known.items()),
        help=help,
    )


def no_parts(span: Span, name: str, found: str, part: str) -> Diagnostic:
    return Diagnostic("no-parts", span,
        f"`{name}` is {found}, and has no part `{part}`",
        label="only an answer in several parts has such",
        help=f"a dot stands between a table and its column, and between an answer that was picked in several parts and "
        f"one of them; anything else is asked as `{part} of {name}`, or by a definition of your own",
    )
