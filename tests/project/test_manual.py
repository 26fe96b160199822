"""The manual is whole: its links lead somewhere, its commands make sense, and its index has every word."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from interpreter import cli
from interpreter.book.markdown import make_anchor
from interpreter.check.world import RESERVED
from tests.support.paths import CHAPTERS, MANUAL, ROOT

pytestmark = pytest.mark.quick

BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
GRAMMAR = ROOT / "grammar" / "ground_rules.lark"
FIRST_PAGE = MANUAL[0].read_text(encoding="utf-8")
MOST_LINES = 400


def read_prose(path: Path) -> str:
    return BLOCK.sub("", path.read_text(encoding="utf-8"))


def list_anchors(path: Path) -> set[str]:
    return {make_anchor(each) for each in re.findall(r"^#+ (.*)$", read_prose(path), re.MULTILINE)}


def list_words() -> set[str]:
    """The words that the grammar quotes, those that its terminals begin with, those that stand before `of`, and two
    more that mean something in one place only."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z_]+)"', grammar))
    for pattern in re.findall(r"^[A-Z_]+(?:\.\d)?: *(/[(a-z].*/)$", grammar, re.MULTILINE):
        head = re.sub(r"\(\?.*|\\b.*", "", pattern).replace(r"[ \t]+", " ")
        words |= set(re.findall("[a-z]+", re.sub(r"\\.", "", head)))
    return words | set(RESERVED) | {"faces", "rolls"}


def read_index() -> list[tuple[str, list[str]]]:
    """The words of each row, with the pages that it links to."""
    rows = re.findall(r"^\| `([a-z_ ]+)` \| (.*) \|$", FIRST_PAGE.split("| word | where |\n")[1], re.MULTILINE)
    return [(words, re.findall(r"\]\(([^)#]+)", links)) for words, links in rows]


@pytest.mark.parametrize("path", MANUAL, ids=lambda path: path.stem)
def test_the_links_lead_somewhere(path: Path) -> None:
    for link, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", read_prose(path)):
        there = (path.parent / link).resolve() if link else path
        assert there.exists(), link
        assert not anchor or anchor in list_anchors(there), (link, anchor)


@pytest.mark.parametrize("path", MANUAL, ids=lambda path: path.stem)
def test_the_commands_make_sense(path: Path) -> None:
    """A verb by itself, as in `groundrules test`, is only named."""
    for command in re.findall(r"`groundrules\s([^`]+\s[^`]+)`", read_prose(path)):
        cli.read_arguments(cli.CommandLine(shlex.split(command)))


def test_the_first_page_lists_every_chapter_and_none_is_long() -> None:
    listed = re.findall(r"^\d+\. \[(.*?)\]\(manual/(\w+)\.md\)", FIRST_PAGE, re.MULTILINE)
    assert dict(map(reversed, listed)) == {
        path.stem: path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ") for path in CHAPTERS
    }
    assert max(len(path.read_text(encoding="utf-8").splitlines()) for path in CHAPTERS) <= MOST_LINES


def test_the_index_has_every_word_of_the_language() -> None:
    indexed = {word for words, _ in read_index() for word in words.split()}
    assert indexed == list_words()


def test_the_index_leads_to_pages_that_show_the_word() -> None:
    for words, links in read_index():
        assert links, words
        for link in links:
            page = (MANUAL[0].parent / link).read_text(encoding="utf-8")
            code = " ".join([*BLOCK.findall(page), *re.findall(r"`([^`\n]+)`", read_prose(MANUAL[0].parent / link))])
            assert re.search(rf"\b{words}\b", code), (words, link)
