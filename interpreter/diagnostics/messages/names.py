"""Names that are unknown, declared twice or of the wrong sort; libraries that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from interpreter.diagnostics import Diagnostic, Fix, Label, Severity
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.messages.other_words import find_advice
from interpreter.diagnostics.wording import a_or_an, add_verb, describe_sort, find_nearest
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__

MIN_LIKENESS = 0.7
"""A name that is at least this similar is offered as a fix, not only as a question."""

MISTYPED = 0.75
"""A word of the language that is at least this similar may be what was meant."""

MANY_SORTS = 3
"""With this many sorts of names they are not listed: together they are everything that can precede `of`."""


def unknown_name(span: Span, name: str, wanted: str, known: Iterable[str], words: Iterable[str] = ()) -> Diagnostic:
    """`wanted` says what was looked for: "rule", "value". The `words` of the language could also be meant."""
    candidates = sorted(set(known))
    advice = find_advice(name, wanted)
    word = find_nearest(name, words, MISTYPED)
    guess = None if advice else find_nearest(name, (*candidates, word) if word else candidates)
    new = wanted == "state"
    anything = wanted.count(" or ") >= MANY_SORTS
    sort = "nothing" if anything else f"no {describe_sort(wanted)}"
    return Diagnostic("unknown-name", span,
        f"there {'are' if wanted == 'dice' else 'is'} {sort} called `{name}`",
        label="unknown" if anything else f"expected {a_or_an(wanted)}",
        help=advice or (f"did you mean `{guess}`?" if guess else _list_names(candidates, name if new else "")),
        fix=Fix(span, guess) if guess and find_nearest(name, (guess,), MIN_LIKENESS) else None,
        about=(name,),
    )


def _list_names(candidates: Sequence[str], new: str = "") -> str:
    """The names to choose from, and how to keep something `new`."""
    known = f"known names: {', '.join(candidates[:8])}{', ...' if len(candidates) > 8 else ''}" if candidates else ""
    keep = f"to keep something new, write `keep {new} : 0+ = 0` in a phase" if new else ""
    return "; ".join(filter(None, (known, keep)))


def wrong_thing(
    span: Span, name: str, is_a: str, wanted: str, declared: Span, advice: str, known: Iterable[str] = ()
) -> Diagnostic:
    """A name of another sort than expected here. `known` are the names of the right sort."""
    candidates = sorted(set(known) - {name})
    guess = find_nearest(name, candidates)
    return Diagnostic("wrong-thing", span,
        f"`{name}` {add_verb(is_a)}; expected {a_or_an(wanted)}",
        label=f"expected {a_or_an(wanted)}",
        labels=(Label(declared, f"`{name}` is declared here"),),
        help=f"did you mean `{guess}`?" if guess else advice or _list_names(candidates),
        about=(name,),
    )


def strategy_circle(span: Span, chain: Sequence[str]) -> Diagnostic:
    followed = ", and ".join(f"`{one}` is like `{other}`" for one, other in pairwise(chain))
    return Diagnostic("strategy-circle", span,
        f"the strategy `{chain[0]}` is like itself: {followed}",
        label="back to the first one",
        help="remove `like` and the name from one of these lines",
    )


def expected_missing(
    span: Span, library: str, word: str, name: str, reason: str, where: Span, known: Iterable[str] = ()
) -> Diagnostic:
    """Something that a library expects of its game. `known` are the game's names of that sort."""
    guess = find_nearest(name, known)
    sample = {
        "dice": f"dice {name} = 2d6",
        "phase": f"phase {name}",
        "rule": f"rule {name}",
        "table": f"table {name} on ...",
        "choice": f"choice {name}",
        "define": f"define {name} = ...",
    }[word]
    return Diagnostic("expected-missing", span,
        f"the library `{library}` expects {a_or_an(word)} called `{name}`" + (f": {reason}" if reason else ""),
        label="this game does not have it",
        labels=(Label(where, "the library expects it here"),),
        help=f"rename `{guess}` if that is meant, or add `{sample}` to the game"
        if guess
        else f"add `{sample}` to the game",
        about=(library, name),
    )


DIGITS = "0123456789"


def _is_lower(one: str, other: str) -> bool:
    """Whether an id has a lower number than another, after the same letters."""
    letters, its_letters = one.rstrip(DIGITS), other.rstrip(DIGITS)
    number, its_number = one[len(letters) :], other[len(its_letters) :]
    return letters == its_letters and bool(number and its_number) and int(number) < int(its_number)


def ids_backwards(span: Span, first: str, last: str) -> Diagnostic:
    """A range of ids that ends before it begins, or is too long."""
    return Diagnostic("ids-backwards", span,
        f"`{first} to {last}` is not a range of ids",
        label="the second id must come after the first, at most 1,000 later",
        help="write the lower number first, with the same letters before both",
        fix=Fix(span, f"{last} to {first}") if _is_lower(last, first) else None,
    )


def unused(span: Span, what: str, name: str, advice: str, tried: bool = False) -> Diagnostic:
    """Something declared and never used, but perhaps `tried` by examples. `what` is the sort of thing."""
    use = {"phase": "begun", "option": "set"}.get(what, "used") if tried else "used"
    seen = f"{use} only by examples" if tried else "never used"
    return Diagnostic("unused", span,
        f"the {describe_sort(what)} `{name}` {'are' if what == 'dice' else 'is'} {seen}",
        label="the game never comes here" if what == "rule" else seen,
        help=advice,
        severity=Severity.WARNING,
        about=(name,),
    )
