"""Advice for a line that does not parse: the first hint or slip that is known.

A hint is searched in a line such as `rule>when% set @score of one`: the first words of the declaration and of the
line above, then the line itself, with `@` before the word that does not fit, or `@@` if that and the word before it are
both names. Below stands the line once more, without `@`. Texts in quotes are empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from interpreter.diagnostics.messages import hints
from interpreter.diagnostics.messages.hints import Hint, read_hints
from interpreter.diagnostics.messages.names import MIN_LIKENESS
from interpreter.diagnostics.wording import find_nearest
from interpreter.parser.misfit import Misfit
from interpreter.parser.reserved_names import is_named
from interpreter.parser.vocabulary import (
    CLAUSES,
    LINES,
    PREPOSITIONS,
    SIMPLE_VALUES,
    list_contextual_words,
    list_reserved_words,
)

STEPS = ("steps", "anywhere")
SLIPS = {
    "players": ("players",),
    "example": ("examples", "anywhere"),
    "dice": ("dice", "sight"),
    "cards": ("cards",),
    "pile": ("sight", "zones"),
    "hand": ("sight", "zones"),
    "phase": STEPS,
    "rule": STEPS,
    "also": STEPS,
    "before": STEPS,
    "after": STEPS,
    "change": ("changes", *STEPS),
    "remove": ("changes",),
    "table": ("rows", "anywhere"),
}
"""The sections of slips for what is wrong in a declaration with this first word."""


def suggest(misfit: Misfit) -> str:
    return find_hint([hint for section in _read_hints().values() for hint in section], misfit)


def advise_of_several(misfit: Misfit) -> str:
    """Advice on `pick` and `choose`, and on `keep` before its value: what is picked or kept, of what, who sees it."""
    return find_hint(_read_hints()["several"], misfit)


@cache
def _read_hints() -> dict[str, list[Hint]]:
    return read_hints("hints", VALUE=" ".join(SIMPLE_VALUES), PREPOSITION=" ".join(PREPOSITIONS))


def find_hint(rows: Iterable[Hint], misfit: Misfit) -> str:
    text, at = misfit.line.text, misfit.span.start - misfit.line.start
    mark = "@@" if misfit.two_names else "@"
    shown = f"{misfit.lines[0].first_word}>{misfit.parent}% {text[:at].lstrip()}{mark}{text[at:]}\n{text}"
    shown = re.sub(r"[ \t]+", " ", re.sub(r'"[^"]*"', '""', shown))
    for pattern, expected, help in rows:
        found = re.search(pattern, shown)
        if not found or any((each.lstrip("!") in misfit.expected) == (each[0] == "!") for each in expected):
            continue
        if advice := FUNCTIONS[help](misfit) if help in FUNCTIONS else found.expand(help):
            return advice
    return ""


def find_slip(misfit: Misfit) -> str:
    """Help for the first slip that is known where the line went wrong, or nothing."""
    at, text = misfit.span.start - misfit.line.start, misfit.line.text
    nameless = (list_reserved_words() | PREPOSITIONS) - {"all", "no", "none", "yes"}  # help cannot repeat these
    sections = SLIPS.get(misfit.lines[0].first_word, ("anywhere",))
    for slip in (slip for section in sections for slip in _read_slips()[section]):
        for found in re.finditer(slip.pattern, text):
            if found.start() <= at < found.end() + (not misfit.word) and not nameless.intersection(found.groups()):
                return found.expand(slip.help)
    return ""


@cache
def _read_slips() -> dict[str, list[Hint]]:
    return read_hints("slips")


def group_number(misfit: Misfit) -> str:
    """`deal can_lay(one) from ...`, `roll dice_left - 1 of ...`: a number that needs parentheses."""
    first = misfit.words[0]
    ends = rf"[ \t]+{'from' if first == 'deal' else 'of'}\b"
    written, *others = re.split(ends, misfit.line.text[(misfit.before[1].start_pos or 0) - misfit.line.start :])
    return hints.how_many(first, written.strip()) if others and written.strip() != misfit.last else ""


def guess_one_name(misfit: Misfit) -> str:
    """`most points` may be a name in two words."""
    name = f"{misfit.last}_{misfit.word}"
    return hints.did_you_mean(name) if is_named(misfit.source, name) else ""


def guess_word(misfit: Misfit) -> str:
    if misfit.word in list_reserved_words() or is_named(misfit.source, misfit.word):
        return ""
    words = [word for word in misfit.expected if word.isalpha() and word.islower()]
    guess = find_nearest(misfit.word, words, MIN_LIKENESS)
    return hints.did_you_mean(guess) if guess else ""


def guess_first_word(misfit: Misfit) -> str:
    first, begun = misfit.words[0], misfit.before and misfit.before[0].type == "NAME"
    if not misfit.line.level or not begun or not first.isalpha() or is_named(misfit.source, first):
        return ""
    guess = find_nearest(first, LINES.get(misfit.parent, CLAUSES), MIN_LIKENESS)
    return hints.did_you_mean(guess, first) if guess and guess != first else ""


def group_argument(misfit: Misfit) -> str:
    first, argument = misfit.before[:2]
    value = misfit.source.text[argument.start_pos : misfit.span.end]
    return hints.longer_value(misfit.words[0], value) if first.type == "NAME" else ""


def explain_two_words(misfit: Misfit) -> str:
    """Two names in a row may be one name, or something to do where a value is expected."""
    first, second = misfit.last, misfit.word
    if re.search(rf"\b{first}_{second}\b", misfit.source.text):
        return hints.did_you_mean(f"{first}_{second}")
    rule = misfit.line.level > 0 and is_named(misfit.source, first, ("rule", "phase"))
    if {first, second} & {*list_contextual_words().values()}:
        return ""
    read = [str(each) for each in misfit.before]
    if "if" in misfit.words and (read.count("(") > read.count(")") or "otherwise" in read):
        return hints.one_of_actions(first, second, sure=rule or second.isdigit())
    if rule:
        return hints.rule_in_value(first)
    return hints.one_name(first, second) if not second.isdigit() else ""


FUNCTIONS: dict[str, Callable[[Misfit], str]] = {
    f"({function.__name__})": function
    for function in (
        group_number,
        guess_one_name,
        guess_word,
        guess_first_word,
        group_argument,
        explain_two_words,
    )
}
"""What helps where a hint is no text."""
