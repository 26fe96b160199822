"""Names: unknown, declared twice, of the wrong sort; libraries that are not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.diagnostics import Diagnostic, Fix, Label, Severity
from interpreter.source import Span


def find_nearest(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known name most like this one, if any is that like it."""
    from difflib import get_close_matches

    close = get_close_matches(name, sorted(set(known)), n=1, cutoff=likeness)
    return close[0] if close else None


MIN_LIKENESS = 0.7
"""How like a name has to be before it is offered as a fix and not only as a question."""


SORTS = {
    "state": "kept value",
    "bound": "name that goes through a set",
    "define": "definition",
    "member": "member of a kind",
}
"""What the sorts of names are called to people, where that is not the language's own word."""


MANY_SORTS = 3
"""So many sorts of names are not listed: all that may stand before `of`."""


def describe_sort(word: str) -> str:
    """A sort of name, or several joined by `or`, as people call it."""
    return " or ".join(SORTS.get(each, each) for each in word.split(" or "))


def a_or_an(word: str) -> str:
    """A sort of name with `a` or `an` before it; there is no `a dice`."""
    noun = describe_sort(word)
    return noun if noun == "dice" else f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def add_verb(word: str) -> str:
    """`is a rule`, `are dice`."""
    return f"{'are' if word == 'dice' else 'is'} {a_or_an(word)}"


GO_ON = {
    "count": "`count of` goes on as in `count of die in throw where die is 6`",
    "sum": "`sum of` goes on as in `sum of points of one for one in all player`",
    "top": "the card on top of a pile is `top of` the pile, without parentheses; cards are put on top `to` the pile",
    "bottom": "what is put beneath a pile goes `to bottom of` the pile",
}
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ADVICE = GO_ON | {word: f"numbers are written in digits: `{number}`" for number, word in enumerate(NUMBERS, 2)}
"""What to say of names that are not known: how words go on that are of the language only if they do, and numbers."""


def unknown_name(span: Span, name: str, wanted: str, known: Iterable[str]) -> Diagnostic:
    """`wanted` says what was looked for: "rule", "value"."""
    candidates = sorted(set(known))
    guess = None if name in ADVICE else find_nearest(name, candidates)
    few = f"known here: {', '.join(candidates[:8])}{', ...' if len(candidates) > 8 else ''}" if candidates else ""
    anything = wanted.count(" or ") >= MANY_SORTS
    sort = "nothing" if anything else f"no {describe_sort(wanted)}"
    return Diagnostic("unknown-name", span,
        f"there {'are' if wanted == 'dice' else 'is'} {sort} called `{name}`",
        label="nothing that has an `of`" if anything else f"not known as {a_or_an(wanted)}",
        help=ADVICE.get(name) or (f"did you mean `{guess}`?" if guess else few),
        fix=Fix(span, guess) if guess and find_nearest(name, (guess,), MIN_LIKENESS) else None,
        about=(name,),
    )


def no_bank(span: Span) -> Diagnostic:
    """`win the bank` in a game that has none."""
    return Diagnostic("unknown-name", span,
        "nobody plays the bank in this game",
        label="this game has no bank",
        help='declare it with the players: `players 1..7 against the bank "The House"`',
        about=("players",),
    )


def aim_twice(span: Span, first: Span) -> Diagnostic:
    return Diagnostic("name-twice", span,
        "this game has two aims",
        label="a second aim",
        labels=(Label(first, "the first one"),),
        help="leave one out, or measure both together and aim at that",
    )


def measure_no_value(span: Span, name: str, declared: Span) -> Diagnostic:
    """A measure named in a value, perhaps to be divided."""
    return Diagnostic("wrong-thing", span,
        f"`{name}` is a measure, and no value: it is known when games are over",
        label="a value is wanted here",
        labels=(Label(declared, "declared here"),),
        help="one measure per another is `measure edge = lost per staked`; in rules look at what is measured",
        about=(name,),
    )


def bank_without_the(span: Span) -> Diagnostic:
    """`win bank`"""
    return Diagnostic("unknown-name", span,
        "there is no value called `bank`",
        label="not known as a value",
        help="write `the bank`, if whoever the players play against is meant",
        fix=Fix(span, "the bank"),
    )


def name_twice(
    span: Span, name: str, first: Span, what: str, first_what: str, help: str = "every name stands for one thing"
) -> Diagnostic:
    return Diagnostic("name-twice", span,
        f"`{name}` is declared twice",
        label=f"here as {a_or_an(what)}",
        labels=(Label(first, f"first declared here, as {a_or_an(first_what)}"),),
        help=f"give one of them another name: {help}",
    )


def offer_unclear(span: Span, name: str, choices: Sequence[str]) -> Diagnostic:
    """The name of an offer that several choices have, where nothing says which is meant."""
    return Diagnostic("offer-unclear", span,
        f"`{name}` is offered by several choices: {', '.join(f'`{each}`' for each in choices)}",
        label="which of them is not plain here",
        help="compare it with what was chosen, or give it to what is declared to be one of them; "
        "or call the offers by different names",
    )


def reserved_name(span: Span, name: str, meaning: str) -> Diagnostic:
    return Diagnostic("reserved-name", span,
        f"`{name}` already means something in the language: {meaning}",
        label="choose another name",
        help=f"for instance `the_{name}` or `{name}_now`",
    )


def strategy_taken(span: Span, name: str, does: str) -> Diagnostic:
    """A strategy that is called like one that every game has. `does` says what that one does."""
    return Diagnostic("strategy-taken", span,
        f"every game has a strategy `{name}` already, which {does}",
        label="nobody could ask for this one",
        help=f"give it another name, for instance `my_{name}`",
    )


def wrong_thing(
    span: Span, name: str, is_a: str, wanted: str, declared: Span, advice: str, known: Iterable[str] = ()
) -> Diagnostic:
    """A name that is declared, but as something else than is expected here. `known` are the names of the right sort."""
    guess = find_nearest(name, set(known) - {name})
    return Diagnostic("wrong-thing", span,
        f"`{name}` {add_verb(is_a)}; here {a_or_an(wanted)} {'are' if wanted == 'dice' else 'is'} wanted",
        label=f"wants {a_or_an(wanted)}",
        labels=(Label(declared, f"`{name}` is declared here"),),
        help=f"did you mean `{guess}`?" if guess else advice,
        about=(name,),
    )


def unknown_library(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    """`use` of something that is not there."""
    guess = find_nearest(name, known)
    return Diagnostic("unknown-library", span,
        f"there is no library called `{name}`",
        label="not found beside this file, nor among the libraries that come with the program",
        help=f"did you mean `{guess}`?" if guess else f"a library is a file `library/{name}.rules` beside the ruleset",
        fix=Fix(span, guess) if guess else None,
    )


def library_circle(span: Span, chain: Sequence[str]) -> Diagnostic:
    return Diagnostic("library-circle", span,
        f"the library `{chain[0]}` uses itself: {' uses '.join(chain)}",
        label="this closes the circle",
        help="take one of these `use` lines away, or move what both need into a third library",
    )


def strategy_circle(span: Span, chain: Sequence[str]) -> Diagnostic:
    return Diagnostic("strategy-circle", span,
        f"the strategy `{chain[0]}` is like itself: {' is like '.join(chain)}",
        label="this closes the circle",
        help="take `like` and the name out of one of these lines",
    )


def not_a_library(span: Span, name: str) -> Diagnostic:
    """`use` of a file that is a game."""
    return Diagnostic("not-a-library", span,
        f"`{name}` is a game, not a library",
        label="only libraries can be used",
        help='begin the file with `library NAME "Title"`, or move what the games share into a library',
    )


def header_missing(span: Span) -> Diagnostic:
    return Diagnostic("header-missing", span,
        "the file does not say what it is",
        label="the first line should name the game",
        help='begin with `game my_game "My Game"`',
    )


def header_twice(span: Span, first: Span) -> Diagnostic:
    return Diagnostic("header-twice", span,
        "a file holds one game or one library",
        label="a second header",
        labels=(Label(first, "the first header"),),
        help="move the second one into a file of its own",
    )


def expected_missing(
    span: Span, library: str, word: str, name: str, reason: str, where: Span, known: Iterable[str] = ()
) -> Diagnostic:
    """Something a library needs its game to bring. `known` are the names of that sort that the game does bring."""
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
        label="this game does not bring it",
        labels=(Label(where, "the library asks for it here"),),
        help=f"add `{sample}` to the game, or rename `{guess}` if that is meant"
        if guess
        else f"add `{sample}` to the game",
        about=(library, name),
    )


def expected_inside(span: Span, library: str, phase: str, inside: str, where: Span) -> Diagnostic:
    """A phase that a library expects inside another one, declared elsewhere."""
    return Diagnostic("expected-missing", span,
        f"the library `{library}` expects the phase `{phase}` in `{inside}`",
        label=f"not declared in `{inside}`",
        labels=(Label(where, "the library asks for it here"),),
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
    """A range of ids that ends before it begins, or goes on too long."""
    return Diagnostic("ids-backwards", span,
        f"`{first} to {last}` is no range of ids",
        label="the last has to come after the first, within 1,000",
        help="write the lower number first, with the same letters before it",
        fix=Fix(span, f"{last} to {first}") if _is_lower(last, first) else None,
    )


def expected_other(span: Span, library: str, word: str, name: str, is_a: str, where: Span) -> Diagnostic:
    """Something the game brings as another sort of thing than the library expects."""
    return Diagnostic("expected-missing", span,
        f"the library `{library}` expects `{name}` to be {a_or_an(word)}, and here it is {a_or_an(is_a)}",
        label=f"should be {a_or_an(word)}",
        labels=(Label(where, "the library asks for it here"),),
        help=f"rename this, and add {a_or_an(word)} called `{name}`",
        about=(library, name),
    )


def main_phase_missing(span: Span) -> Diagnostic:
    return Diagnostic("main-phase-missing", span,
        "the game has no phase called `game`, so nothing ever happens",
        label="a game begins with its phase `game`",
        help="add `phase game` with what happens in it, or `use` a library that brings one",
        about=("game",),
    )


def never_happens(span: Span, what: str, name: str, verb: str, reading: Span) -> Diagnostic:
    """Dice that are read but never rolled, a choice that is read but never made."""
    statement = f"roll {name}" if what == "dice" else f"choose {name} by ..."
    return Diagnostic("never-rolled" if what == "dice" else "never-chosen", reading,
        f"`{name}` is looked at, but never {verb}",
        label=f"nothing has been {verb} here",
        labels=(Label(span, "declared here"),),
        help=f"write `{statement}` before it",
        about=(name,),
    )


def unused(span: Span, what: str, name: str, advice: str, tried: bool = False) -> Diagnostic:
    """Something declared and never used, but perhaps `tried` by examples. `what` is the sort of thing."""
    use = {"state": "looked at", "phase": "begun", "option": "set"}.get(what, "used") if tried else "used"
    nothing = "nothing else" if tried else "nothing"
    seen = f"{use} by examples only" if tried else f"never {'looked at' if what == 'state' else 'used'}"
    return Diagnostic("unused", span,
        f"the {describe_sort(what)} `{name}` is {seen}",
        label="the game never comes here" if what == "rule" else f"declared here, and {nothing} asks for it",
        help=advice,
        severity=Severity.WARNING,
        about=(name,),
    )


def seat_names(span: Span, given: int, most: int, alone: bool) -> Diagnostic:
    """Names of players that are too many or too few, or, where each side has one player `alone`, told by nobody."""
    if alone:
        return Diagnostic("seat-names", span,
            "each side has one player, who is called as the side is: nobody would hear these names",
            label="names that are never used",
            help="leave them out; `sides` says what the players are called",
        )
    names = "1 name" if given == 1 else f"{given} names"
    return Diagnostic("seat-names", span,
        f"as many as {most} may play, and here {'stands' if given == 1 else 'stand'} {names}",
        label=f"{most} are wanted",
        help="name everybody who may play, in the order in which they sit; or nobody, who are then called by number",
    )


def seat_empty(span: Span, name: str, fewest: int, place: int) -> Diagnostic:
    plays = "1 plays" if fewest == 1 else f"{fewest} play"
    return Diagnostic("seat-empty", span,
        f"`{name}` does not always play: where {plays}, nobody is called so",
        label=f"plays from {place} players on",
        help=f"go through `all player`, write a row for `{name}` in a table on a player, or let at least {place} play "
        f"(in an example: `players {place}`)",
    )
