"""Names that are unknown, declared twice or of the wrong sort; libraries that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from interpreter.diagnostics import Diagnostic, Fix, Label, Severity
from interpreter.diagnostics.messages.other_words import find_advice
from interpreter.source import Span


def find_nearest(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known name most like this one, if one is similar enough."""
    from difflib import get_close_matches

    close = get_close_matches(name, sorted(set(known)), n=1, cutoff=likeness)
    return close[0] if close else None


def join_parts(parts: Sequence[str], last: str = "and") -> str:
    """Parts of a sentence, as people join them: `a, b and c`."""
    *before, end = parts
    return f"{', '.join(before)} {last} {end}" if before else end


MIN_LIKENESS = 0.7
"""A name that is at least this similar is offered as a fix, not only as a question."""


SORTS = {
    "state": "kept value",
    "bound": "loop variable",
    "define": "definition",
    "member": "member of a kind",
}
"""The sorts of names in plain words, where those are not the language's own."""


MANY_SORTS = 3
"""From this many sorts of names on, they are not listed: they are all that can come before `of`."""


def describe_sort(word: str) -> str:
    """A sort of name, or several joined by `or`, in plain words."""
    return " or ".join(SORTS.get(each, each) for each in word.split(" or "))


def a_or_an(word: str) -> str:
    """A sort of name with `a` or `an` before it; there is no `a dice`."""
    noun = describe_sort(word)
    return noun if noun == "dice" else f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def add_verb(word: str) -> str:
    """`is a rule`, `is the name of dice`."""
    return "is the name of dice" if word == "dice" else f"is {a_or_an(word)}"


def unknown_name(span: Span, name: str, wanted: str, known: Iterable[str]) -> Diagnostic:
    """`wanted` says what was looked for: "rule", "value"."""
    candidates = sorted(set(known))
    advice = find_advice(name, wanted)
    guess = None if advice else find_nearest(name, candidates)
    anything = wanted.count(" or ") >= MANY_SORTS
    sort = "nothing" if anything else f"no {describe_sort(wanted)}"
    return Diagnostic("unknown-name", span,
        f"there {'are' if wanted == 'dice' else 'is'} {sort} called `{name}`",
        label="unknown" if anything else f"expected {a_or_an(wanted)}",
        help=advice or (f"did you mean `{guess}`?" if guess else _list_names(candidates)),
        fix=Fix(span, guess) if guess and find_nearest(name, (guess,), MIN_LIKENESS) else None,
        about=(name,),
    )


def _list_names(candidates: Sequence[str]) -> str:
    return f"known names: {', '.join(candidates[:8])}{', ...' if len(candidates) > 8 else ''}" if candidates else ""


def no_bank(span: Span) -> Diagnostic:
    """`win the bank` in a game that has none."""
    return Diagnostic("unknown-name", span,
        "this game has no bank",
        label="nobody plays the bank",
        help='declare it with the players: `players 1..7 against the bank "The House"`',
        about=("players",),
    )


def aim_twice(span: Span, first: Span) -> Diagnostic:
    return Diagnostic("name-twice", span,
        "this game has two aims",
        label="the second aim",
        labels=(Label(first, "the first aim"),),
        help="remove one of them, or aim at one measure that combines both",
    )


def measure_no_value(span: Span, name: str, declared: Span) -> Diagnostic:
    """A measure named in a value, perhaps to be divided."""
    return Diagnostic("wrong-thing", span,
        f"`{name}` is a measure, which has no value during the game",
        label="expected a value",
        labels=(Label(declared, "declared here"),),
        help="use what the measure is made of; to divide measures write `measure edge = lost per staked`",
        about=(name,),
    )


def bank_without_the(span: Span) -> Diagnostic:
    """`win bank`, without the word `the`."""
    return Diagnostic("unknown-name", span,
        "there is no value called `bank`",
        label="expected a value",
        help="write `the bank` for the bank that the players play against",
        fix=Fix(span, "the bank"),
    )


def name_twice(
    span: Span, name: str, first: Span, what: str, first_what: str, help: str = "a name can only stand for one thing"
) -> Diagnostic:
    return Diagnostic("name-twice", span,
        f"`{name}` is declared twice",
        label=f"declared again here, as {a_or_an(what)}",
        labels=(Label(first, f"first declared here, as {a_or_an(first_what)}"),),
        help=f"give one of them another name: {help}",
    )


def offer_unclear(span: Span, name: str, choices: Sequence[str]) -> Diagnostic:
    """The name of an offer that several choices have, where nothing says which is meant."""
    return Diagnostic("offer-unclear", span,
        f"several choices offer `{name}`: {', '.join(f'`{each}`' for each in choices)}",
        label="which choice is meant?",
        help="compare it with the answer to one of these choices, or rename one of the offers",
    )


def reserved_name(span: Span, name: str, meaning: str) -> Diagnostic:
    return Diagnostic("reserved-name", span,
        f"`{name}` already means something in the language: {meaning}",
        label="cannot be used as a name",
        help=f"choose another name, for example `the_{name}` or `{name}_now`",
    )


def strategy_taken(span: Span, name: str, does: str) -> Diagnostic:
    """A strategy that is called like one that every game has. `does` says what that one does."""
    return Diagnostic("strategy-taken", span,
        f"every game already has a strategy `{name}`, which {does}",
        label="name already in use",
        help=f"choose another name, for example `my_{name}`",
    )


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


def unknown_library(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    """`use` of something that is not there."""
    guess = find_nearest(name, known)
    return Diagnostic("unknown-library", span,
        f"there is no library called `{name}`",
        label="not in the folder `library` beside this file, nor among the included libraries",
        help=f"did you mean `{guess}`?" if guess else f"put the library into `library/{name}.rules` beside the ruleset",
        fix=Fix(span, guess) if guess else None,
    )


def library_circle(span: Span, chain: Sequence[str]) -> Diagnostic:
    return Diagnostic("library-circle", span,
        f"the library `{chain[0]}` uses itself: {' uses '.join(chain)}",
        label="back to the first one",
        help="remove one of these `use` lines, or move what both need into a third library",
    )


def strategy_circle(span: Span, chain: Sequence[str]) -> Diagnostic:
    followed = ", and ".join(f"`{one}` is like `{other}`" for one, other in pairwise(chain))
    return Diagnostic("strategy-circle", span,
        f"the strategy `{chain[0]}` is like itself: {followed}",
        label="back to the first one",
        help="remove `like` and the name from one of these lines",
    )


def not_a_library(span: Span, name: str) -> Diagnostic:
    """`use` of a file that is a game."""
    return Diagnostic("not-a-library", span,
        f"`{name}` is a game, not a library",
        label="expected a library",
        help="move what the games share into a library",
    )


def header_missing(span: Span) -> Diagnostic:
    return Diagnostic("header-missing", span,
        "this file does not begin with a `game` line",
        label="expected `game`",
        help='begin with `game my_game "My Game"`',
    )


def header_twice(span: Span, first: Span) -> Diagnostic:
    return Diagnostic("header-twice", span,
        "a second line begins a game, a library or house rules",
        label="the second one",
        labels=(Label(first, "the first one"),),
        help="move one of the two into a file of its own",
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


def expected_inside(span: Span, library: str, phase: str, inside: str, where: Span) -> Diagnostic:
    """A phase that a library expects inside another one, declared elsewhere."""
    return Diagnostic("expected-missing", span,
        f"the library `{library}` expects the phase `{phase}` in `{inside}`",
        label=f"not declared in `{inside}`",
        labels=(Label(where, "the library expects it here"),),
        help=f"write `phase {phase} in {inside}`",
        about=(library, phase, inside),
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


def expected_other(span: Span, library: str, word: str, name: str, is_a: str, where: Span) -> Diagnostic:
    """Something that the game declares as another sort of thing than the library expects."""
    return Diagnostic("expected-missing", span,
        f"the library `{library}` expects `{name}` to be {a_or_an(word)}, but it is {a_or_an(is_a)}",
        label=f"expected {a_or_an(word)}",
        labels=(Label(where, "the library expects it here"),),
        help=f"rename this, and add {a_or_an(word)} called `{name}`",
        about=(library, name),
    )


def main_phase_missing(span: Span) -> Diagnostic:
    return Diagnostic("main-phase-missing", span,
        "this game has no phase called `game`, where every game begins",
        label="no `phase game`",
        help="add `phase game` with what happens in it, or `use` a library that has one",
        about=("game",),
    )


def never_happens(span: Span, what: str, name: str, verb: str, reading: Span) -> Diagnostic:
    """Dice that are read but never rolled, a choice that is read but never made."""
    statement = f"roll {name}" if what == "dice" else f"choose {name} by ..."
    return Diagnostic("never-rolled" if what == "dice" else "never-chosen", reading,
        f"`{name}` is used, but never {verb}",
        label=f"used here, but not yet {verb}",
        labels=(Label(span, "declared here"),),
        help=f"write `{statement}` before it",
        about=(name,),
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


def seat_names(span: Span, given: int, most: int, alone: bool) -> Diagnostic:
    """Names of players that are too many or too few, or never used because each side has one player `alone`."""
    if alone:
        return Diagnostic("seat-names", span,
            "each side has one player, who has the name of the side, so these names are never used",
            label="never used",
            help="remove them, and name the players in `sides`",
        )
    names = "1 name" if given == 1 else f"{given} names"
    return Diagnostic("seat-names", span,
        f"this game is for up to {most} players, but has {names} for them",
        label=f"expected {most} names",
        help="name all players, in the order in which they sit, or remove the names",
    )


def seat_empty(span: Span, name: str, fewest: int, place: int, most: int, in_example: bool) -> Diagnostic:
    """A player named where a game may be without one: in the rules, or in an example of fewer players."""
    numbers = str(place) if place == most else f"{place}..{most}"
    fewer = f"this example has {fewest}" if in_example else f"this game can have {fewest}"
    return Diagnostic("seat-empty", span,
        f"`{name}` plays only in games of {place} or more, and {fewer}",
        label=f"plays only with {place} players or more",
        help=f"write `players {place}` in this example"
        if in_example
        else f"if `{name}` should always play, change the number of players to `players {numbers}`; if not, use a "
        f"table with a row for `{name}`, and `do TABLE(one)` below `for each one in all player`",
    )
