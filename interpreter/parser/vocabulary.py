"""The words of the language as people know them, to say what the parser expected."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from lark.lexer import PatternStr

from interpreter.parser.grammar import load_parser

DECLARATIONS = (
    *("game", "library", "kind", "sides", "players", "dice", "cards", "pile", "hand", "option", "expects", "phase"),
    *("also", "rule", "define", "table", "choice", "strategy", "measure", "aim", "view", "layout", "example", "note"),
    *("house_rules", "change", "replace", "remove", "before", "after"),
)
DOING = (
    *("say", "roll", "choose", "do", "set", "add", "take", "let", "repeat", "end", "win", "nothing"),
    *("shuffle", "deal", "put", "swap"),
)
BLOCK_WORDS = ("when", "otherwise", "while", "repeat", "for")
WORDS = ("in words", "remark")
CLAUSES = (*DOING, *BLOCK_WORDS, "until", "keep", "count", *WORDS)
STATEMENTS = frozenset(DOING)

FREE = frozenset(
    {*DECLARATIONS, "source", "use", "because", "default", "pick", "per", "counts", "shows", "start", "given", "did"}
    | {"most", "least"}
    | {"ended", "said", "asked", "cannot", "draw", "stop", "chooser", "face", "up", "down", "seen", "its", "first"}
    | {"highest", "lowest", "subsets", "keeping", "only", "examples", "result", "like", "each", "keep", "count"}
    | {"about", "needs", "remark", "elsewhere", "into", "parting"}
)
"""Words of the language that may be names too: they mean something only where no name can stand."""

SIMPLE_VALUES = frozenset({"INT", "NAME", "(", "yes", "no", "none", "all", "top", "LESSER_OR_GREATER", "NEXT", "LAST"})
LONG_VALUES = frozenset({"count", "sum", "HIGHEST_OF", "those", "THE", "THE_REST", "some", "not", "after", "-"})
"""What only longer values begin with."""
VALUES = SIMPLE_VALUES | LONG_VALUES | {"any", "FACES", "OPEN_UP", "OPEN_DOWN", "STRING"}
LONGER = frozenset(
    {"and", "or", "if", "in", "is", "not", "with", "without", "mod", "of", "(", ".", "..", "<", "<=", ">", ">="}
    | {"+", "-", "*", "/", "HOLDS"}
)
"""What only makes a value longer. It is named where nothing else could follow."""
AFTER_ROLL = frozenset({"INT", "NAME", "("})
PREPOSITIONS = frozenset({"by", "for", "to", "from", "at", "on", "against"})
LITERALS = frozenset({"INT", "NAME", "yes", "no"})

NOUNS = {
    "STRING": "a text in quotes",
    "NAME": "a name",
    "INT": "a number",
    "DICE": "dice such as `2d6`",
    "FACES": "faces such as `4+4`",
    "FACE_DOWN": "`face down`",
    "WON": "`won`",
    "DRAWN": "`drawn`",
    "_THE_BANK": "`the bank`",
    "HIGHEST_OR_LOWEST": "`highest first`, `lowest first`",
    "IN_A_CIRCLE": "`in a circle`",
    "TO_THE_RIGHT": "`to the right`",
    "WITH_MOST": "`with most`, `with least`",
    "TIMES": "`times`",
    "OR_NONE": "`or none`",
    "HOLDS": "`holds`",
    "ALIKE": "`alike`",
    "IN_A_ROW": "`in a row`",
    "ID": "an id such as `AB-12`",
    "_INDENT": "indented lines",
    "_NL": "the end of the line",
    "$END": "the closing brace",
    "QUOTE": "the closing quote",
}

LINES = {
    "game": ("about", "needs", "source", "use"),
    "library": ("about", "needs", "source", "use"),
    "house_rules": ("source", "after"),
    "option": ("because",),
    "define": (*WORDS, "let"),
    "choice": (*WORDS, "pick", "default", "seen"),
    "strategy": ("when", "otherwise"),
    "example": ("with", "players", "start", "given", "roll", "draw", "choose", "cannot", "stop", "then"),
}
"""The words that lines begin with, by the word of the line they stand under."""


@cache
def spellings() -> dict[str, str]:
    """Each word and sign of the grammar as it is written, by the name that Lark gave it."""
    plain = {each.name: each.pattern.value for each in load_parser().terminals if isinstance(each.pattern, PatternStr)}
    return plain | list_contextual_words()


@cache
def list_contextual_words() -> dict[str, str]:
    """Words that may be names too, where nothing follows that makes them words of the language, by the name that the
    grammar gives them."""
    patterns = (each for each in load_parser().terminals if each.name.startswith("_"))
    found = ((each.name, re.match(r"[a-z]+(?=\(\?)", each.pattern.value)) for each in patterns)
    return {name: word.group() for name, word in found if word is not None}


@cache
def list_reserved_words() -> frozenset[str]:
    contextual = frozenset(list_contextual_words().values())
    return frozenset(word for word in spellings().values() if word.isalpha()) - FREE - contextual


STEPS = frozenset({*DOING, "keep", "count"})
"""What begins a line of a rule or phase: rules and phases cannot be called so, though values can."""


@cache
def find_contextual_word(name: str) -> re.Pattern[str]:
    """The terminal of such a word in the grammar, as opposed to a name."""
    return re.compile(next(each.pattern.value for each in load_parser().terminals if each.name == name))


def list_spelled(terminals: Iterable[str]) -> frozenset[str]:
    """What the grammar allows at a point: words and signs as written, and terminals in capitals."""
    return frozenset(spellings().get(name, name) for name in terminals)


def describe_expected(expected: frozenset[str], doing: str = "an action") -> list[str]:
    """What the parser expects, in a few phrases, the most helpful first. `doing` replaces statements."""
    rest, phrases = set(expected - {"_DEDENT", "IN_WORDS", "REMARK"}), []
    rest -= {"-"} if "INT" in rest else set()
    if rest == {"DICE", "INT"}:
        return ["dice such as `2d6` or `4 of 0, 1`"]
    if rest == AFTER_ROLL:
        return ["the name of dice, or a number of them"]
    if {"say", "set"} <= rest:
        phrases.append(doing)
        rest -= STATEMENTS | VALUES | {"tell"}
    if rest >= SIMPLE_VALUES:
        phrases.append("a value")
        rest -= VALUES
    if rest >= LITERALS:
        phrases.append("a number, a name, `yes` or `no`")
        rest -= LITERALS
    if rest >= PREPOSITIONS:
        phrases.append("a word such as `by`")
        rest -= PREPOSITIONS
    if rest & {"+", "then"} and (phrases or rest - LONGER):
        rest -= LONGER
    words = [f"`{word}`" for word in sorted(rest - NOUNS.keys() - {"cite", "open"})]
    nouns = [noun for name, noun in NOUNS.items() if name in rest]
    cites = ["`cite`"] if "cite" in rest else []
    return [*words, *phrases, *cites, *nouns]
