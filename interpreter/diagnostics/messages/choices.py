"""Choices: answers in several parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.source import Span


def part_not_plain(span: Span, choice: str, part: str) -> Diagnostic:
    return Diagnostic("part-not-plain", span,
        f"`{part}`, a part of `{choice}`, is picked from a set that may change during the game",
        label="expected a set that stays the same",
        help=f"pick it from every value that it could ever have, such as `1..6` or `all player`, and add "
        f"`where {part} in ...` for what is allowed now",
    )


def too_many_answers(span: Span, number: int, most: int, subsets: str) -> Diagnostic:
    """`subsets` is what is picked all at once, if it is that."""
    noun = "subsets" if subsets else "answers"
    return Diagnostic("out-of-range", span,
        f"a choice can have at most {most:,} answers, and this has {number:,} {noun}",
        label="too many to pick from",
        help=f"pick them one after another: `pick 0..5 {subsets} from {span.text}`" if subsets else
        "pick from a smaller set",
    )


def several_in_parts(span: Span, noun: str) -> Diagnostic:
    return Diagnostic("several-picked", span,
        f"several {noun} cannot be one part of an answer",
        label="a part is a single value",
        help="make two choices, one after the other",
    )


def several_where(span: Span, picked: str, noun: str, domain: str, condition: str, together: bool) -> Diagnostic:
    """A condition after a `pick` of several, such as `pick 0..2 cards` of this `noun`; `together` is whether it is
    about all that are picked, and not about each."""
    of_each = re.sub(rf"\b{re.escape(noun)}\b", "one", condition)
    each = f"put it on each: `{picked} from those one in {domain} where {of_each}`"
    all_together = f"offer sets instead: `pick {noun} from subsets of {domain} where {condition}`"
    return Diagnostic("several-picked", span,
        f"`{picked}` takes the {noun} one by one, so a `where` after it cannot look at all of them",
        label="this condition is about all of them together",
        help=all_together if together else each,
    )


def several_dice(span: Span, noun: str, domain: str) -> Diagnostic:
    return Diagnostic("several-picked", span,
        f"{noun} cannot be picked from dice, which are not a set",
        label="the same face may be there more than once",
        help=f"write `pick part from subsets of {domain} where size of part is 2`, with the number you need",
    )


def several_by_chance(span: Span, choice: str, noun: str) -> Diagnostic:
    return Diagnostic("several-picked", span,
        f"the {noun} of `{choice}` are picked one by one, so odds cannot decide on all of them",
        label="this would be drawn again for each of them",
        help="omit the odds, or pick from `subsets of` a small set",
    )


def no_such_tuple(span: Span, values: Sequence[str], known: Mapping[str, int]) -> Diagnostic:
    """Several values in parentheses that are the answer of no choice, or of several. `known` are the choices it may
    belong to, with how many parts their answers have."""
    number = len(values)
    fitting = [f"`{name}`" for name, parts in known.items() if parts == number]
    found = f"this could be an answer to several choices: {' or '.join(fitting)}"
    help = "compare it with an answer to the choice you mean, and write that answer first"
    if not fitting:
        found = f"`({', '.join(values)})` would be an answer in {number} parts, and no choice here has such answers"
        help = "write as many values as an answer has parts" if known else f"for a set, write `{' and '.join(values)}`"
    return Diagnostic("no-such-answer", span,
        found,
        label=f"{number} values together",
        notes=() if fitting else tuple(f"an answer of `{name}` has {parts} parts" for name, parts in known.items()),
        help=help,
    )


def no_parts(span: Span, name: str, found: str, part: str) -> Diagnostic:
    return Diagnostic("no-parts", span,
        f"`{name}` has no part `{part}`: it is {found}",
        label="not an answer in several parts",
        help=f"write `{part} of {name}`; a dot is only for a column of a table or a part of an answer",
    )
