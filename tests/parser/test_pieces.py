"""What did not change in a text is not read again, and what comes of it is what reading all of it gives."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.loader import find_ruleset
from interpreter.parser import parse
from interpreter.parser.chunk_reader import ChunkReader
from interpreter.source import Source
from interpreter.syntax import File
from tests.support.afresh import forget_all
from tests.support.random_edits import edit
from tests.support.same import assert_same

TEXT = """\
game small "Small"  # a comment

kind base : first, second
# and another
dice pair = 2d6

rule out
  say "Out on {pair}, {pair + 1}."
  when pair is 3 : finish

table hits on pair
  # from here
  2..6 : out
  7..12 : out
"""


def read(text: str) -> tuple[File, tuple[Diagnostic, ...]]:
    found = Diagnostics()
    return parse(Source("text", text), found), tuple(found.found)


def read_afresh(text: str) -> tuple[File, tuple[Diagnostic, ...]]:
    forget_all()
    return read(text)


@pytest.mark.parametrize("seed", range(4))
def test_an_edited_text_is_what_it_would_be_read_afresh(seed: int) -> None:
    random, text = Random(seed), TEXT
    for _ in range(25):
        text = edit(text, random) or TEXT
        read(text)
        after = edit(text, random)
        assert_same(read(after), read_afresh(after))


def test_all_of_a_game_is_moved_as_it_was() -> None:
    text = find_ruleset("two_dice").text
    read_afresh(text)
    moved = "# more\n" + text.replace('"\n', '"\n# and more\n', 1)
    assert_same(read(moved), read_afresh(moved))


def test_what_did_not_change_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_afresh(TEXT)[1] == ()
    begun: list[str] = []
    really = ChunkReader.read
    monkeypatch.setattr(ChunkReader, "read", lambda each: (begun.append(each.lines[0].text), really(each))[1])
    read("# above\n" + TEXT.replace("2d6", "3d6"))
    assert begun == ["dice pair = 3d6"]


def test_a_declaration_with_a_mistake_is_told_of_each_time() -> None:
    wrong = TEXT.replace("2d6", "2e6")
    assert [each.code for each in read_afresh(wrong)[1]] == [each.code for each in read(wrong + "\n# more")[1]] != []


def test_the_same_declaration_twice_stands_in_two_places() -> None:
    tree, _ = read(TEXT + "rule over\n  finish\nrule over\n  finish\n")
    first, second = tree.declarations[-2:]
    assert first == second
    assert second.span.start - first.span.start == len("rule over\n  finish\n")
