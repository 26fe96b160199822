"""Tree to text: it parses to the same tree, stays as it is when formatted again, and has lost no comment."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from interpreter import syntax
from interpreter.diagnostics import Diagnostics
from interpreter.formatter import format_declaration, format_file, format_node
from interpreter.parser import parse
from interpreter.source import Source
from tests.support import trees
from tests.support.checking import checked
from tests.support.golden import compare_golden
from tests.support.paths import ROOT, TESTS
from tests.support.random_further import random_further
from tests.support.random_rulesets import random_ruleset
from tests.tools.format_manual import PAGES, format_page

RULESETS = sorted((ROOT / "rulesets").rglob("*.rules"))
TREES = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""What fails is not made smaller: for that all strategies would be printed, and there are gigabytes of that."""


def parsed(text: str) -> syntax.File:
    diagnostics = Diagnostics()
    tree = parse(Source("test.rules", text), diagnostics)
    assert [(each.code, each.message, each.span) for each in diagnostics.found] == [], text
    return tree


def formatted(text: str) -> str:
    return format_file(parsed(text))


def remarks(tree: syntax.File) -> list[str]:
    return sorted(comment.text for comment in tree.comments)


# ---- laws


@given(trees.files)
@TREES
def test_what_is_printed_parses_to_the_same_tree(tree: syntax.File) -> None:
    text = format_file(tree)
    again = parsed(text)
    assert again == tree
    assert format_file(again) == format_file(parsed(format_file(again)))


@given(trees.values)
@TREES
def test_values_are_printed_as_they_were_meant(value: syntax.Expression) -> None:
    (define,) = parsed(f"define a = {format_node(value)}\n").declarations
    assert isinstance(define, syntax.Define)
    assert define.value == value


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_shipped_rulesets_are_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_file(parsed(text)) == text


def test_examples_of_the_manual_are_formatted() -> None:
    """`python -m tests.tools.format_manual` formats them."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        assert format_page(page) == page, path.name


@pytest.mark.parametrize("seed", range(12))
def test_a_formatted_ruleset_means_the_same(seed: int) -> None:
    chance = random.Random(seed)
    ruleset = random_further(seed) if seed % 4 == 3 else random_ruleset(seed, edges=seed % 2 == 1)
    text = roughened(chance, ruleset.splitlines())
    once = formatted(text)
    assert formatted(once) == once
    before, after = checked(text), checked(once)
    assert after.model == before.model
    assert [each.code for each in after.diagnostics.found] == [each.code for each in before.diagnostics.found]


def test_a_comment_stays_before_who_sees_an_answer() -> None:
    choice = 'choice card\n  "Which?"\n  # before it\n  seen by its chooser\n  # after it\n  default 1\n'
    assert format_file(parsed(choice)) == choice


@given(st.integers(0, 2**32), st.sampled_from(RULESETS))
@settings(max_examples=40)
@example(364, next(each for each in RULESETS if each.name == "cooperstown.rules"))
@example(72008, next(each for each in RULESETS if each.name == "cribbage.rules" and each.parent.name == "library"))
@example(2, next(each for each in RULESETS if each.name == "farkle.rules"))
def test_no_comment_or_blank_line_breaks_the_laws(seed: int, path: Path) -> None:
    chance = random.Random(seed)
    text = roughened(chance, few_declarations(chance, path.read_text(encoding="utf-8")))
    tree = parsed(text)
    once = format_file(tree)
    again = parsed(once)
    assert again == tree
    assert remarks(again) == remarks(tree)
    assert format_file(again) == once


def few_declarations(chance: random.Random, text: str) -> list[str]:
    """The lines of a few declarations that follow one another."""
    lines = text.splitlines()
    start = chance.randrange(len(lines))
    while start and lines[start][:1] in ("", " "):
        start -= 1
    stop = min(start + 60, len(lines))
    while stop < len(lines) and lines[stop][:1] in ("", " "):
        stop += 1
    return lines[start:stop]


def roughened(chance: random.Random, lines: Sequence[str]) -> str:
    """Lines with comments and blank lines strewn in, and parentheses broken over lines."""
    rough = []
    for number, line in enumerate(lines):
        if chance.random() < 0.2:
            rough.append(" " * chance.randrange(9) + f"# before {number}")
        if chance.random() < 0.1:
            rough.append("")
        if "#" not in line and '"' not in line and chance.random() < 0.3:
            line = line.replace("(", "( # inside\n # alone\n   ", 1) if line.startswith(" ") else line
        rough.append(line + (f" # beside {number}" if line and chance.random() < 0.2 else ""))
    return "\n".join(rough)


# ---- how it looks

GOLDEN = sorted((TESTS / "golden" / "formatter").glob("*.rules"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.quick
def test_a_page(path: Path) -> None:
    compare_golden(path.with_suffix(".expected"), formatted(path.read_text(encoding="utf-8")))


@pytest.mark.quick
def test_citations_move_right_where_a_line_of_their_block_is_long() -> None:
    long = "a_result_that_takes_quite_some_room_on_its_line"
    text = formatted(f"table t on a cite AB-1\n  1 : b cite AB-2\n  2 : {long} cite AB-3\n\n  3 : c cite AB-4\n")
    column = len(f"  2 : {long}  ")
    assert [line.find("cite") for line in text.splitlines()] == [column, column, column, -1, 50]


@pytest.mark.quick
def test_a_citation_of_a_very_long_line_stands_alone_unless_half_of_its_block_is_as_long() -> None:
    long = "a_result_that_takes_quite_some_room_on_its_line_and_more_of_it"
    text = formatted(f"table t on a cite AB-1\n  1 : b cite AB-2\n  2 : {long} cite AB-3\n")
    assert [line.find("cite") for line in text.splitlines()] == [50, 50, len(f"  2 : {long}  ")]
    text = formatted(f"table t on a\n  1 : b cite AB-2\n  2 : {long} cite AB-3\n")
    assert {line.find("cite") for line in text.splitlines()} == {-1, len(f"  2 : {long}  ")}


@pytest.mark.quick
def test_line_breaks_inside_parentheses_stay_where_the_author_put_them() -> None:
    rough = """\
kind rank: (
     ace "Ace",
  two "Two", three "Three", four "Four", five "Five", six "Six", seven "Seven", eight "Eight", nine "Nine", ten "Ten"
  ) cite AB-1
define best (laid: base) = (
  lowest of (
  those card in laid   where card is laid
    and card is first
  )
    )
define short = a
define other_one = (a is 1
   or b is 2) # beside
"""
    neat = """\
kind rank: (
  ace "Ace",
  two "Two", three "Three", four "Four", five "Five", six "Six", seven "Seven", eight "Eight", nine "Nine", ten "Ten"
  )                                               cite AB-1
define best (laid: base) = (
  lowest of (
    those card in laid where card is laid
    and card is first
    )
  )
define short     = a
define other_one = (a is 1
  or b is 2)                                      # beside
"""
    assert formatted(rough) == neat
    assert formatted(neat) == neat


def test_a_long_definition_in_parentheses_is_broken() -> None:
    inside = " + ".join(["quite_a_long_name"] * 7)
    broken = f"define total = (\n  {inside}\n  )                                               cite AB-1\n"
    assert formatted(f"define total = ({inside}) cite AB-1\n") == broken
    assert formatted(broken) == broken
    remarked = broken.replace("\n  q", "  # one\n    # two\n    q").replace("AB-1\n", "AB-1 # three\n")
    assert remarks(parsed(formatted(remarked))) == ["# one", "# three", "# two"]


def test_a_file_of_comments_alone() -> None:
    diagnostics = Diagnostics()
    assert format_file(parse(Source("test.rules", "# a\n\n\n# b\n"), diagnostics)) == "# a\n\n# b\n"


# ---- parts


@given(trees.declarations)
@TREES
def test_a_declaration_alone(declaration: syntax.Declaration) -> None:
    assert parsed(format_declaration(declaration)).declarations == (declaration,)


def test_how_many_play_may_be_said_at_length_without_names() -> None:
    text = f"players {' + '.join(['some_number'] * 12)}\n"
    assert formatted(text) == text


def test_what_house_rules_put_around_a_rule_is_indented_once() -> None:
    text = 'house_rules short "Short" for game\n\nbefore rule hit\n  say "a"\n\nafter phase turn\n  nothing\n'
    assert formatted(text) == text


def test_what_was_there_may_end_with_an_open_range() -> None:
    text = 'house_rules high "High" for race\n\nchange table throws\n  1 : set wanted to 34+ was set wanted to 30+\n'
    assert formatted(text) == text
