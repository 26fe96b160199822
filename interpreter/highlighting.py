"""How the parts of a ruleset are distinguished by those who only colour texts: one table of patterns for all of them.

A lexer for Pygments and grammars for editors are made of it. They do not parse: a word that belongs to the language in
one place and may be a name in another is coloured by where it most likely stands. Editors that talk to the language
server colour names by what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text, Token

from interpreter.data_classes import dataclass
from interpreter.parser.vocabulary import CLAUSES, DECLARATIONS, FREE, LINES, list_contextual_words, list_reserved_words

WORD = r"[^\W\d]\w*"
CONSTANTS = ("yes", "no", "none", "all", "any", "nothing")


@dataclass(frozen=True)
class Part:
    """A pattern with a token type for each of its groups, or one for the whole match."""

    pattern: str
    sorts: tuple[str, ...]


PYGMENTS = {
    "comment": Comment.Single,
    "string": String.Double,
    "hole": String.Interpol,
    "id": Name.Constant,
    "number": Number.Integer,
    "constant": Keyword.Constant,
    "declaration": Keyword.Declaration,
    "declared": Name.Entity,
    "keyword": Keyword,
    "operator": Operator,
    "name": Name,
    "": Text,
}


def list_parts() -> Iterator[Part]:
    """The tokens of a ruleset outside of quotes, in order of priority."""
    contextual, reserved = set(list_contextual_words().values()), list_reserved_words()
    inside = {word for words in LINES.values() for word in words} | set(CLAUSES)
    yield Part(r"#[^\n]*", ("comment",))
    yield Part(r"\b[A-Z][A-Z0-9]*-[A-Z]?\d+\b", ("id",))
    yield Part(r"\b\d+(?:d\d+|(?:\+\d+)+)?\b", ("number",))
    yield Part(rf"^({_any(DECLARATIONS)})\b([ \t]+)({WORD})(?![-\w])", ("declaration", "", "declared"))
    yield Part(rf"^{_any(DECLARATIONS)}\b", ("declaration",))
    yield Part(rf"\b{_any(CONSTANTS)}\b", ("constant",))
    yield Part(rf"^([ \t]+)({_any(inside)})\b", ("", "keyword"))
    yield Part(rf"\b{_any(reserved)}\b", ("keyword",))
    yield Part(rf"\b{_any((contextual | {'most', 'least', 'each', 'per'}) - FREE | {'each', 'per'})}\b", ("keyword",))
    yield Part(rf"\b{WORD}", ("name",))
    yield Part(r"->|\.\.|[<>]=?|[-+*/=|:,.()]", ("operator",))


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))})"


# ---- for Pygments


def _token(part: Part) -> Any:
    sorts = [PYGMENTS[each] for each in part.sorts]
    return bygroups(*sorts) if len(sorts) > 1 else sorts[0]  # type: ignore[no-untyped-call]


class RulesLexer(RegexLexer):
    """A lexer for Pygments, which finds it by the name `groundrules` or the ending of a file."""

    name = "Ground Rules"
    aliases = ("groundrules",)
    filenames = ("*.rules",)
    tokens: ClassVar = {
        "root": [
            (r'"', String.Double, "quoted"),
            *((each.pattern, _token(each)) for each in list_parts()),
            (r"\s+", Text),
            (r".", Token.Error),
        ],
        "quoted": [
            (r'"|$', String.Double, "#pop"),
            (r"\{", String.Interpol, "hole"),
            (r'[^"{\n]+', String.Double),
        ],
        "hole": [
            (r"\}|(?=[\"\n])", String.Interpol, "#pop"),
            (r"\{", String.Interpol, "#push"),
            *((each.pattern, _token(each)) for each in list_parts()),
            (r"[^\S\n]+", Text),
            (r"[^\"\n]", String.Double),
        ],
    }
