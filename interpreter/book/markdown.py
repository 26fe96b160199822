"""Texts in Markdown as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from interpreter.highlighting import RulesLexer

RULES = ("rules", "fragment")
"""What is written behind the fence of a ruleset, or of a part of one."""

COLOURED = ("toml", "diff")
"""What else is shown in colour."""

OUTSIDE = re.compile(r"[a-z]+:|#|/")

ODDS = re.compile(r"<td>(?=[^<]* in [^<]* %\)</td>)")
"""A cell that says how likely something is."""

MOST_UNBROKEN_CHARACTERS = 24
"""Inline code of at most this many characters is not broken."""

Relink = Callable[[str], str]


def render_markdown(text: str, relink: Relink) -> str:
    """A text as HTML, its headings with anchors, and what may be wider than the page within reach of keys. `relink`
    says where a link within the project leads here."""
    parser = _make_parser()
    tokens = parser.parse(text)
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", make_anchor(tokens[at + 1].content))
        for child in token.children or ():
            link = child.attrGet("href")
            if child.type == "link_open" and isinstance(link, str) and not OUTSIDE.match(link):
                child.attrSet("href", relink(link))
            if child.type == "code_inline" and len(child.content) <= MOST_UNBROKEN_CHARACTERS:
                child.attrSet("class", "short")
    made = str(parser.renderer.render(tokens, parser.options, {}))
    made = made.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    made = ODDS.sub(r'<td class="odds">', made)
    return made.replace("<pre>", '<pre tabindex="0">')


def make_anchor(heading: str) -> str:
    """The anchor of a heading, as it is made where such texts are usually read."""
    words = re.sub(r"[^\w\- ]", "", heading.casefold())
    return words.replace(" ", "-")


def find_title(text: str) -> str:
    """The heading of the first rank."""
    tokens = _make_parser().parse(text)
    return next(inner.content for outer, inner in pairwise(tokens) if outer.type == "heading_open")


class Heading(NamedTuple):
    """A heading of the second rank, with its anchor and the index of its line."""

    text: str
    anchor: str
    line: int


def list_headings(text: str) -> list[Heading]:
    """The headings of the second rank."""
    return [
        Heading(inner.content, make_anchor(inner.content), outer.map[0])
        for outer, inner in pairwise(_make_parser().parse(text))
        if outer.type == "heading_open" and outer.tag == "h2" and outer.map is not None
    ]


def colour_rules(text: str) -> str:
    """A ruleset, or a part of one, as HTML in colour."""
    return str(highlight(text, RulesLexer(), _make_formatter()))


@cache
def _make_formatter() -> HtmlFormatter[str]:
    return HtmlFormatter(nowrap=True)


@cache
def _make_parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"highlight": _colour, "html": False}).enable("table")


def _colour(code: str, name: str, _: str) -> str:
    if name in RULES:
        return colour_rules(code)
    return str(highlight(code, get_lexer_by_name(name), _make_formatter())) if name in COLOURED else escape(code)
