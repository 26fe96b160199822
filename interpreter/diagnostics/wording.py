"""Parts of sentences: names, lists and numbers as messages write them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import Any

from interpreter.characters import UNSEEN

MAX_TEXT = 40
"""Characters that are repeated of what someone typed."""

MAX_WORD = 30
"""Characters that are repeated of a word in a ruleset."""

MAX_LISTED = 12
"""Of more things than these that could be written, the first ones and the last are listed."""

MAX_NAMED = 5
"""Things that are listed of those that are expected."""

SORTS = {
    "state": "kept value",
    "bound": "loop variable",
    "define": "definition",
    "member": "member of a kind",
}
"""The sorts of names in plain words, where those are not the language's own."""


def find_nearest(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The known name most like this one, if one is similar enough."""
    from difflib import get_close_matches

    close = get_close_matches(name, sorted(set(known)), n=1, cutoff=likeness)
    return close[0] if close else None


def join_list(things: Sequence[str]) -> str:
    """Things one after the other; with semicolons where there are commas in them, as in `3, left; 4, right`."""
    return ("; " if any(", " in each for each in things) else ", ").join(things)


def join_ends(things: Sequence[str]) -> str:
    """A list; of many things, their ends: `a1, a2, a3, ..., j10 (100 in all)`."""
    few = len(things) <= MAX_LISTED
    return join_list(things) if few else f"{join_list([*things[:3], '...', things[-1]])} ({len(things)} in all)"


def join_parts(parts: Sequence[str], last: str = "and") -> str:
    """Parts of a sentence, as people join them: `a, b and c`."""
    *before, end = parts
    return f"{', '.join(before)} {last} {end}" if before else end


def quote(names: Iterable[str]) -> list[str]:
    return [f"`{each}`" for each in names]


def join_names(known: Iterable[str]) -> str:
    return ", ".join(quote(known))


def join_things(things: Sequence[str]) -> str:
    """Join things as people do, five at most: `a, b or c`."""
    if len(things) > MAX_NAMED:
        return f"{', '.join(things[:MAX_NAMED])} ..."
    return join_parts(things or ("something else",), "or")


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


def shorten_text(text: str) -> str:
    """A text that someone typed, cut where it is too long to repeat."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}..."


def quote_word(word: str, most: int = MAX_WORD) -> str:
    """A word as messages show it; texts are shortened."""
    return f"`{word}`" if len(word) <= most else f"`{word[:most]}...`"


def name_character(character: str) -> str:
    """A character as a reader can find it: itself, or its name where it cannot be seen."""
    hidden = character.isspace() or unicodedata.combining(character) or UNSEEN.match(character)
    if character.isprintable() and not hidden:
        return f"`{character}`"
    name = unicodedata.name(character, "").lower()
    if not name:
        return f"the control character {ord(character)}"
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


FORMS: dict[str, Callable[[Any], str]] = {
    "a": a_or_an,
    "is a": add_verb,
    "sort": describe_sort,
    "short": shorten_text,
    "quoted": quote_word,
    "character": name_character,
    "list": join_list,
    "ends": join_ends,
    "names": join_names,
    "and": join_parts,
    "and names": lambda names: join_parts(quote(names)),
    "or": lambda parts: join_parts(parts, "or"),
    "or names": lambda names: join_parts(quote(names), "or"),
    "things": join_things,
    "things names": lambda names: join_things(quote(names)),
    "->": " -> ".join,
    "lower": lambda text: text[:1].lower() + text[1:],
}
"""How a template can write a fact, as in `{known:list}`."""


class Template(Formatter):
    """Formats texts as `str.format` does, and in the forms above. `{number:is|are}` picks by number: the first word
    where it is 1, or true. `{chain:join uses}` puts a word between parts, `{text:quoted 60}` shortens a text."""

    def format_field(self, value: Any, form: str) -> str:
        if form in FORMS:
            return str(FORMS[form](value))
        word, _, rest = form.partition(" ")
        if word == "join":
            return f" {rest} ".join(value)
        if word == "quoted":
            return quote_word(value, int(rest))
        if "|" in form:
            one, other = form.split("|")
            return one if value == 1 else other
        return str(super().format_field(value, form))
