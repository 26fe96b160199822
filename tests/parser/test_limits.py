"""Any text is read or reported, in bounded time. What is too long, too deep or too wrong is refused."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import syntax
from interpreter.diagnostics import Diagnostic, Diagnostics, rendering
from interpreter.parser import parse
from interpreter.source import Source


def outcome(text: str) -> tuple[syntax.File, tuple[Diagnostic, ...]]:
    diagnostics = Diagnostics()
    tree = parse(Source("test.rules", text), diagnostics)
    return tree, diagnostics.in_order


def found_in(text: str) -> tuple[Diagnostic, ...]:
    return outcome(text)[1]


def codes(text: str) -> list[str]:
    return [each.code for each in found_in(text)]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
@pytest.mark.quick
def test_any_text_is_read_or_reported(text: str) -> None:
    tree, found = outcome(text)
    assert tree.declarations or found
    assert all(each.span is not None and 0 <= each.span.start <= each.span.end <= len(text) for each in found)


SCRAPS = [
    *("rule", "game", "when", "otherwise", "set", "to", "is", "in", "of", "and", "or", "not", "then", "say", "cite"),
    *("open", "a", "b", "x.y", "1", "2..3", "3+", "AB-1", "(", ")", ",", ":", "=", "|", "+", "-", "#"),
]
LINE = st.lists(st.sampled_from([*SCRAPS, '"x"', "\t", '"']), max_size=9).map(" ".join)
PAGE = st.lists(st.tuples(st.integers(0, 4), LINE), max_size=12).map(
    lambda lines: "".join(f"{'  ' * depth}{line}\n" for depth, line in lines)
)


@given(PAGE)
def test_any_page_of_words_is_read_or_reported(text: str) -> None:
    tree, found = outcome(text)
    assert tree.declarations or found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("define x = " + "(" * 2_000 + "1" + ")" * 2_000 + "\n", "nested-too-deep"),
        ("define x = " + "(" * 2_000 + "1\n", "nested-too-deep"),
        ("define x = " + "(\n " * 2_000 + "1" + ")" * 2_000 + "\n", "unclosed-parenthesis"),
        ("define x = " + "not " * 14_000 + "a\n", "nested-too-deep"),
        ("define x = " + "a of " * 4_000 + "a\n", "nested-too-deep"),
        ("define x = " + "1 - " * 4_000 + "1\n", "nested-too-deep"),
        ("define x = " + "1 if a otherwise " * 2_000 + "1\n", "nested-too-deep"),
        ("rule x (a: " + "set of " * 4_000 + "b)\n  nothing\n", "nested-too-deep"),
        ("rule x\n" + "".join(" " * depth + "when a\n" for depth in range(1, 700)), "nested-too-deep"),
        ("define x = 1\n" * 800_000, "file-too-large"),
        ('game x "x"\n\0', "file-binary"),
        ("", "file-empty"),
        ("\n  \n", "file-empty"),
        ("# nothing\n", "file-empty"),
        ("dice x = 1d" + "9" * 5_000 + "\n", "number-too-large"),
        ("define x = " + "9" * 5_000 + "+1\n", "number-too-large"),
        ("rule " + "a" * 250_000 + "\n", "missing-block"),
        ('"' * 59_999, "unclosed-text"),
        ("!" * 59_999, "unknown-character"),
    ],
    ids=lambda value: value if len(value) < 30 else value[:16],
)
def test_what_is_too_much_is_refused_with_one_message(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_ten_thousand_nested_blocks_are_too_large_or_too_deep() -> None:
    assert codes("rule x\n" + "".join(" " * depth + "when a\n" for depth in range(1, 10_000))) == ["file-too-large"]


@pytest.mark.parametrize("line", ["a = 1", "set", "when a", "!", "Walk", "else"])
def test_there_is_an_end_to_the_messages(line: str) -> None:
    found = found_in("rule x\n" + f"  {line}\n" * 4_000)
    assert len(found) == 100
    assert [each.notes != () for each in found] == [False] * 99 + [True]


def test_a_long_file_is_read_line_by_line_in_time_that_grows_with_it() -> None:
    line = "  when a is b and c in 1..3 : set d to e + 4\n"
    times = []
    for count in (300, 2_400):
        start = process_time()
        assert codes("rule x\n" + line * count) == []
        times.append(process_time() - start)
    assert times[1] < 8 * 4 * times[0] + 1


def test_an_indentation_of_mixed_signs_is_told_where_it_is_the_first_too() -> None:
    assert [each.code for each in outcome("rule a\n\t b\n")[1]] == ["mixed-indentation"]


def test_as_many_digits_as_are_allowed() -> None:
    assert [codes(f"define x = ({'9' * digits})\n") for digits in (9, 10)] == [[], ["number-too-large"]]


def test_indented_lines_above_everything_belong_nowhere() -> None:
    assert codes("  rule x\n    a when (b\nrule y\n  nothing\n") == ["indented-declaration"]


# ---- house rules in TOML

TOML = 'house_rules = "h"\nfor = "two_dice"\n'

DEEP = "nested-too-deep: tables and lists are nested more than 20 deep here"
LONG = "number-too-large: this number is larger than 99,999,999,999,999,999,999, the largest there can be"


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("[options]\ninnings = " + "[" * 500 + "]" * 500, "4:31", DEEP),
        ("[options]\ninnings = " + "{ a = " * 500 + "1" + "}" * 500, "4:131", DEEP),
        ("[options]\ninnings = " + "[" * 100_000, "4:31", DEEP),
        ("[options]\na" + ".a" * 100_000 + " = 1", "4:1", DEEP),
        ('[options."x"' + ".'a'" * 50_000 + "]", "3:2", DEEP),
        ("[options]\ninnings = " + "9" * 5_000, "4:11", LONG),
        ("[options]\ninnings = -" + "9_" * 5_000 + "9", "4:12", LONG),
        ("[options]\ninnings = 0x" + "f" * 5_000, "4:11", LONG),
    ],
)  # fmt: skip
@pytest.mark.quick
def test_toml_past_all_use_is_refused_at_its_place(text: str, place: str, said: str) -> None:
    found = Diagnostics()
    assert parse(Source("h.toml", f"{TOML}{text}\n"), found).declarations == ()
    assert [rendering.render_short(each) for each in found.found] == [f"h.toml:{place}: {said}"]


@pytest.mark.parametrize("text", ["# " + "[" * 999, "# " + "a." * 999, 'source = "' + "[{a.9" * 999 + '"'])
def test_what_only_looks_so_is_no_trouble(text: str) -> None:
    found = Diagnostics()
    parse(Source("h.toml", f"{TOML}{text}\n"), found)
    assert not found.found
