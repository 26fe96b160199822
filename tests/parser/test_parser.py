"""Text to tree: what is read, where it stood, and what is said when it cannot be read.

The wording of each message is held in `golden/syntax`: a file of mistakes and what must be said about each. Set
GOLDEN=write in the environment to write the messages anew, then read what changed.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import syntax
from interpreter.diagnostics import Diagnostic, Diagnostics, messages
from interpreter.parser import parse
from interpreter.parser.builder import Builder
from interpreter.source import Source
from tests.support.golden import compare_golden
from tests.support.paths import ROOT, TESTS

RULESETS = sorted((ROOT / "rulesets").rglob("*.rules"))
GOLDEN = TESTS / "golden" / "syntax"
MISTAKES = sorted(GOLDEN.glob("*.rules"))
WORDS = re.compile(r'"[^"\n]*"|\w+|[ ]+|\n|\S')


def read(text: str, name: str = "test.rules") -> tuple[syntax.File, tuple[Diagnostic, ...]]:
    diagnostics = Diagnostics()
    tree = parse(Source(name, text), diagnostics)
    return tree, diagnostics.in_order


def tree_of(text: str) -> syntax.File:
    tree, found = read(text)
    assert [short(each) for each in found] == []
    return tree


def only(text: str) -> syntax.Declaration:
    (declaration,) = tree_of(text).declarations
    return declaration


def codes(text: str) -> list[str]:
    return [each.code for each in read(text)[1]]


def short(diagnostic: Diagnostic) -> str:
    place = diagnostic.span.place if diagnostic.span else ""
    lines = [f"{place}: {diagnostic.code}: {diagnostic.message}"]
    lines += [f"  {label.span.place}: {label.text}" for label in diagnostic.labels]
    lines += [f"  help: {diagnostic.help}"] if diagnostic.help else []
    if diagnostic.fix is not None:
        lines.append(f"  fix: `{diagnostic.fix.span.text}` becomes `{diagnostic.fix.replacement}`")
    return "\n".join(lines)


def nodes(value: object) -> Iterator[syntax.Node]:
    """A node and all nodes inside it, outermost first."""
    if isinstance(value, syntax.Node):
        yield value
        for field in dataclasses.fields(value):
            if field.name not in ("span", "comments"):
                yield from nodes(getattr(value, field.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from nodes(each)


# ---- what is read


@pytest.mark.quick
def test_a_header_and_its_lines() -> None:
    header = only('game two "Two"\n  source "A book"\n  use shared\n  source "Another"\n')
    assert header == syntax.Header(
        "game",
        syntax.Name("two"),
        syntax.Text("Two"),
        (syntax.Text("A book"), syntax.Text("Another")),
        (syntax.Name("shared"),),
    )


def test_the_sides_are_a_kind() -> None:
    members = (syntax.Member(syntax.Name("red"), syntax.Text("Red")), syntax.Member(syntax.Name("blue"), None))
    assert only('sides red "Red", blue\n') == syntax.Kind("sides", syntax.Name("side"), members, ())
    assert only('kind side: red "Red", blue\n') == syntax.Kind("kind", syntax.Name("side"), members, ())


def test_marks_may_cite_a_section_ids_or_both() -> None:
    players = only('players 2..4 cite "Play" AB-1 to AB-3, AB-5 cite AB-9 open AB-O1\n')
    assert isinstance(players, syntax.Players)
    ranges = (syntax.IdRange("AB-1", "AB-3"), syntax.IdRange("AB-5"))
    assert players.marks == (
        syntax.Cite(syntax.Text("Play"), ranges),
        syntax.Cite(None, (syntax.IdRange("AB-9"),)),
        syntax.Open((syntax.IdRange("AB-O1"),)),
    )


def statement(text: str) -> syntax.Statement:
    rule = only(f"rule r\n  {text}\n")
    assert isinstance(rule, syntax.Rule)
    (clause,) = rule.body
    assert isinstance(clause, syntax.Sequence)
    (found,) = clause.statements
    return found


DICE = syntax.Place(syntax.Name("d"), None)
A, B, C = (syntax.Reference(name) for name in "abc")
ONE, TWO = syntax.Number(1), syntax.Number(2)
LAST = syntax.Reference("last")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", A),
        ("hit 1", syntax.Call(syntax.Name("hit"), (syntax.Argument(ONE),))),
        ("hit(1)", syntax.Applied(syntax.Name("hit"), (ONE,))),
        ("hit 1 by 2", syntax.Call(syntax.Name("hit"), (syntax.Argument(ONE), syntax.Argument(TWO, "by")))),
        ("hit(1) by 2", syntax.Call(syntax.Name("hit"), (syntax.Argument(ONE), syntax.Argument(TWO, "by")))),
        ("hit by 2", syntax.Call(syntax.Name("hit"), (syntax.Argument(TWO, "by"),))),
        (
            "hit a of b at (1)",
            syntax.Call(
                syntax.Name("hit"),
                (syntax.Argument(syntax.Of(syntax.Name("a"), B)), syntax.Argument(syntax.Grouped(ONE), "at")),
            ),
        ),
        ("set a of b to 1", syntax.Assign(syntax.Place(syntax.Name("a"), B), ONE)),
        ("add 1 to a", syntax.Add(ONE, syntax.Place(syntax.Name("a"), None), taken=False)),
        ("take 1 from a of b", syntax.Add(ONE, syntax.Place(syntax.Name("a"), B), taken=True)),
        ("do t(1, 2)", syntax.Do(syntax.Name("t"), (ONE, TWO))),
        ("repeat a until b", syntax.Repeat(A, B)),
        ("roll d for a", syntax.Roll(syntax.Place(syntax.Name("d"), None), A)),
        ("roll 2 of d", syntax.Roll(syntax.Place(syntax.Name("d"), None), None, TWO)),
        ("roll b of a for a", syntax.Roll(syntax.Place(syntax.Name("b"), A), A)),
        ("roll (b) of d of a", syntax.Roll(syntax.Place(syntax.Name("d"), A), None, syntax.Grouped(B))),
        ("roll d and 2 of d for a", syntax.Roll(DICE, A, together=(syntax.AlsoRolled(DICE, None, TWO),))),
        ("roll d of a keeping b", syntax.Roll(syntax.Place(syntax.Name("d"), A), None, kept=B)),
        ("nothing", syntax.Nothing()),
    ],
)
@pytest.mark.quick
def test_statements(text: str, expected: syntax.Statement) -> None:
    assert statement(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 - 2 - a", syntax.Arithmetic("-", syntax.Arithmetic("-", ONE, TWO), A)),
        ("1 + 2 * a", syntax.Arithmetic("+", ONE, syntax.Arithmetic("*", TWO, A))),
        ("1+2", syntax.Faces((1, 2))),
        ("1 + 2", syntax.Arithmetic("+", ONE, TWO)),
        ("a or b and not c", syntax.AnyOf((A, syntax.AllOf((B, syntax.Negated(C)))))),
        ("a is not b", syntax.Compared("is not", A, B)),
        ("a not in b", syntax.Compared("not in", A, B)),
        ("a is 2+ or b", syntax.AnyOf((syntax.Compared("is", A, syntax.OrMore(2)), B))),
        ("a in 1..2", syntax.Compared("in", A, syntax.Range(ONE, TWO))),
        ("1 if a otherwise 2 if b otherwise c", syntax.Conditional(ONE, A, syntax.Conditional(TWO, B, C))),
        ("t.c", syntax.Column(syntax.Name("t"), syntax.Name("c"))),
        ("some a in b where c", syntax.Quantified("some", syntax.Name("a"), B, C, False)),
        ("count of a in b where c", syntax.Quantified("count", syntax.Name("a"), B, C, False)),
        ("those a in b with most c", syntax.Best(True, syntax.Name("a"), B, None, "most", C, False)),
        ("the a in b where c with least a", syntax.Best(False, syntax.Name("a"), B, C, "least", A, False)),
        ("the a in subsets of b with most c", syntax.Best(False, syntax.Name("a"), B, None, "most", C, True)),
        (
            "the a in b with most c + 1 is 2",
            syntax.Compared(
                "is", syntax.Best(False, syntax.Name("a"), B, None, "most", syntax.Arithmetic("+", C, ONE), False), TWO
            ),
        ),
        ("the lesser of a and b", syntax.LesserOrGreater("lesser", A, B)),
        ("the greater of a and b and c", syntax.AllOf((syntax.LesserOrGreater("greater", A, B), C))),
        ("next in a after b", syntax.Neighbour(True, A, B)),
        ("last in a before b + 1", syntax.Arithmetic("+", syntax.Neighbour(False, A, B), ONE)),
        ("last in a and before", syntax.AllOf((syntax.Compared("in", LAST, A), syntax.Reference("before")))),
        ("all a without b", syntax.Arithmetic("without", syntax.Everything(syntax.Name("a")), B)),
        ("-a", syntax.Minus(A)),
    ],
)
@pytest.mark.quick
def test_values(text: str, expected: syntax.Expression) -> None:
    define = only(f"define d = {text}\n")
    assert isinstance(define, syntax.Define)
    assert define.value == expected


def test_a_when_gathers_its_branches() -> None:
    rule = only("rule r\n  when a : b\n  otherwise when b\n    c\n  otherwise : a\n  when c : a\n")
    assert isinstance(rule, syntax.Rule)
    first, second = rule.body
    assert isinstance(first, syntax.When)
    assert isinstance(second, syntax.When)
    assert [(branch.condition, branch.inline) for branch in first.branches] == [(A, True), (B, False), (None, True)]


def test_a_crosstab_has_a_heading_that_may_be_indented_as_its_columns_need() -> None:
    table = only("table t on a by b\n      | 1 | 2, 3\n  1 | c | a\n  2 | c | a\n")
    assert isinstance(table, syntax.Table)
    assert table.across is not None
    assert table.heading is not None
    assert [len(cell.sequences) for cell in table.heading.cells] == [1, 2]
    assert [(len(row.cells), row.results) for row in table.rows] == [(3, None), (3, None)]


@pytest.mark.quick
def test_layout_does_not_matter() -> None:
    plain = tree_of("rule r\n  when a\n    set b to (1 + 2)\n  c\n")
    loose = "# first\n\nrule r   # a rule\n    when a\n\n        set b to (1 +\n 2 # two\n  )\n    # then\n    c\n"
    assert plain == tree_of(loose)
    assert plain == tree_of("rule r\r\n\twhen a\r\n\t\tset b to (1 + 2)\r\n\tc")
    assert plain == tree_of("\ufeffrule r\n  when a\n    set b to (1 + 2)\n  c\n\n\n")


def test_a_parenthesis_may_be_closed_in_the_first_column() -> None:
    assert only("define d = (\n  1\n)\n") == only("define d = (1)\n")


def test_names_may_use_any_script() -> None:
    rule = only("rule größe_счёт\n  nothing\n")
    assert isinstance(rule, syntax.Rule)
    assert rule.name.text == "größe_счёт"


def test_words_that_begin_declarations_may_be_names() -> None:
    assert codes("phase game\n  nothing\nrule dice\n  nothing\nmeasure table per game = 1\n") == []


def test_words_that_mean_something_in_one_place_may_be_names() -> None:
    text = "keep the : 0+ = 0\n  keep most : set of a = b\n  keep least : a = b\n  set most to (a with most) with least"
    assert codes(f"phase game\n  {text}\n  when the is 3 and a in most with most : the\n") == []


@pytest.mark.quick
def test_comments_are_kept_in_order() -> None:
    tree = tree_of('# one\nrule r  # two\n  # three\n  say "not # this"  #four\n')
    found = [(comment.text, comment.own_line, comment.span.place) for comment in tree.comments]
    assert found == [
        ("# one", True, "test.rules:1:1"),
        ("# two", False, "test.rules:2:9"),
        ("# three", True, "test.rules:3:3"),
        ("#four", False, "test.rules:4:21"),
    ]


# ---- where it stood


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_spans_are_exact(path: Path) -> None:
    tree = tree_of(path.read_text(encoding="utf-8"))
    for outer in nodes(tree):
        for inner in nodes(tuple(getattr(outer, field.name) for field in dataclasses.fields(outer))):
            assert outer.span.start <= inner.span.start <= inner.span.end <= outer.span.end
    for node in nodes(tree):
        text = node.span.text
        assert text == text.strip() or isinstance(node, syntax.File | syntax.Template)
        match node:
            case syntax.Name() | syntax.Reference():
                assert text == (node.name if isinstance(node, syntax.Reference) else node.text) or text == "sides"
            case syntax.Text():
                assert text.strip('"') == node.text.strip('"')
            case syntax.Number():
                assert text == str(node.value)
            case syntax.Say() | syntax.Assign() | syntax.Roll() | syntax.Add() | syntax.Let():
                assert statement(text) == node


def test_spans_of_lines_that_go_on_below() -> None:
    define = only("define d = (a +\n    b) and c\n")
    assert isinstance(define, syntax.Define)
    assert isinstance(define.value, syntax.AllOf)
    first, second = define.value.parts
    assert (first.span.text, second.span.text) == ("(a +\n    b)", "c")
    assert second.span.place == "test.rules:2:12"


# ---- values between braces


def inserted(before: str, inside: str, after: str = '}"\n') -> tuple[syntax.Expression | None, list[str]]:
    source, diagnostics = Source("test.rules", before + inside + after), Diagnostics()
    value = Builder(source, diagnostics).inserted(len(before), len(before) + len(inside))
    return value, [short(each) for each in diagnostics.in_order]


def test_a_value_between_braces() -> None:
    value, found = inserted('rule r\n  say "It is {', " runs of a + 1 ")
    assert found == []
    assert value == syntax.Arithmetic("+", syntax.Of(syntax.Name("runs"), A), ONE)
    assert value is not None
    assert (value.span.place, value.span.text) == ("test.rules:2:16", "runs of a + 1")


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        ("", "unfinished-line"),
        ("  ", "unfinished-line"),
        ("a +", "unfinished-line"),
        ("a b", "unexpected-word"),
        (")", "unexpected-word"),
        ("(a", "unfinished-line"),
        ("a = 1", "equals-sign"),
        ("a == 1", "wrong-sign"),
        ("Runs", "capital-in-name"),
        ("a # b", "unknown-character"),
        ("set a to 1", "unexpected-word"),
        ("(" * 70 + "a" + ")" * 70, "nested-too-deep"),
        ("not " * 70 + "a", "nested-too-deep"),
    ],
)
@pytest.mark.quick
def test_no_value_between_braces(inside: str, code: str) -> None:
    value, found = inserted('rule r\n  say "It is {', inside)
    assert [each.split(": ")[1] for each in found] == [code]
    assert value is None or code in ("wrong-sign", "capital-in-name")


@pytest.mark.parametrize(
    ("inside", "unsaid"),
    [
        ("n is 0 ? none|one|more", "one|more"),
        ("n is 0 ? none|n is 1 ? one|two|more", "two|more"),
        ("n is 0 ? |one|", "one|"),
        ("n is 0 ? none|n is 1 ? one|more", None),
        ("n is 0 ? none|some", None),
    ],
)
@pytest.mark.quick
def test_a_case_between_braces_has_a_condition(inside: str, unsaid: str | None) -> None:
    _, found = read(f'rule r\n  say "It is {{{inside}}}."\n')
    assert [(each.code, each.span.text) for each in found if each.span] == ([("text-brace", unsaid)] if unsaid else [])


# ---- what is said


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
@pytest.mark.quick
def test_messages(path: Path) -> None:
    found = read(path.read_bytes().decode(), path.name)[1]
    told = "".join(f"{short(each)}\n" for each in found)
    compare_golden(path.with_suffix(".expected"), told)


def test_every_code_is_among_the_mistakes() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.expected"))
    for module in (messages.lexical, messages.syntax):
        written = re.findall(r'Diagnostic\("([a-z-]+)"', Path(module.__file__ or "").read_text(encoding="utf-8"))
        assert [code for code in written if f": {code}: " not in told] == []


def test_each_fix_takes_its_mistake_away() -> None:
    for path in MISTAKES:
        text = path.read_bytes().decode()
        for each in read(text)[1]:
            if each.fix is not None:
                fixed = text[: each.fix.span.start] + each.fix.replacement + text[each.fix.span.end :]
                still = [(other.code, other.span.start if other.span else 0) for other in read(fixed)[1]]
                assert (each.code, each.span.start if each.span else 0) not in still, f"{path.stem}: {short(each)}"


@pytest.mark.quick
def test_a_declaration_with_a_mistake_is_left_out_and_the_others_are_read() -> None:
    tree, found = read("rule a\n  set x\nrule b\n  nothing\nrule c\n  set y\n")
    assert [each.span.line for each in found if each.span] == [2, 6]
    assert [each.name.text for each in tree.declarations if isinstance(each, syntax.Rule)] == ["b"]


def test_several_mistakes_of_one_block_are_told_in_order() -> None:
    lines = [
        *("  set x", "  nothing", "  when y is", "    nonsense ("),
        *("  otherwise", "    nothing", "  add 1", "  say x"),
    ]
    found = read("rule a\n" + "\n".join(lines) + "\n")[1]
    assert [each.span.line for each in found if each.span] == [2, 4, 5, 8, 9]


def test_what_continues_a_line_is_read_on_after_a_misplaced_block() -> None:
    found = read("rule r\n  when a : b\n      c\n      d\n  otherwise : set\n")[1]
    told = [(each.code, each.span.line) for each in found if each.span]
    assert told == [("unexpected-indent", 3), ("unfinished-line", 5)]


def test_one_mistake_gives_one_message() -> None:
    """A single word left out, doubled or put elsewhere is hardly ever told twice, and never many times."""
    chance, counts = random.Random(20), [0] * 100
    for _ in range(300):
        text = mutated(chance)
        counts[len(read(text)[1])] += 1
    assert sum(counts[4:]) == 0
    assert sum(counts[2:]) < 0.06 * sum(counts[1:])


def mutated(chance: random.Random) -> str:
    """A declaration of a shipped ruleset with one word changed."""
    text = chance.choice(declarations())
    words = WORDS.findall(text)
    at = chance.randrange(len(words))
    match chance.choice(["delete", "double", "swap", "replace", "clip"]):
        case "delete":
            del words[at]
        case "double":
            words.insert(at, words[at])
        case "swap" if at + 1 < len(words):
            words[at], words[at + 1] = words[at + 1], words[at]
        case "replace":
            words[at] = chance.choice(WORDS.findall(chance.choice(declarations())))
        case _:
            words[at] = words[at][1:]
    return "".join(words)


def declarations() -> list[str]:
    texts = [re.split(r"(?m)^(?=[^\s#])", path.read_text(encoding="utf-8")) for path in RULESETS]
    return [chunk for text in texts for chunk in text[1:]]
