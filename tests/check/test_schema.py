"""House rules in TOML and the schema of their game: the checker and the schema refuse the same files, wherever a schema
can say what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import jsonschema
import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from interpreter import loader
from interpreter.check.schema import make_schema
from interpreter.diagnostics import Diagnostic
from interpreter.source import Source
from tests.support.housing import GAME, model_of, put

MORE = """
option goal = 12 in 5..20
  "How many win?"

option pace = slow
  "How fast?"
  slow "slowly"
  fast "fast"

option most = 3
  "How often?"
  3 "thrice"
  5 "five times"

choice going
  "Go on?"
  go   "go on"
  halt "stop"   when gained > 3
  default go

choice tried
  "Which?"
  pick spot from 1..4 where spot > 1
  default 2

example "seven"
  roll 3+4, 1
  then gained is 1
"""
CHOOSING = "  choose tried by lowest of all player\n  choose going by lowest of all player\n"
PLAYED = (
    GAME.replace("gained >= 12", "gained >= goal")
    .replace("count tries to 3 : end turn\n", f"count tries to most : end turn\n{CHOOSING}")
    .replace("when loud :", "when loud and pace is slow and going is go and tried > 1 :")
) + MORE
"""The game of the other tests of house rules, with options and choices of every kind."""

BASE = Source("dozen.rules", PLAYED)
VALIDATOR = jsonschema.Draft202012Validator(make_schema(model_of(put(BASE))))


def refused(table: dict[str, object]) -> bool:
    """Whether the schema refuses house rules."""
    return not VALIDATOR.is_valid(table)


def errors(text: str) -> tuple[Diagnostic, ...]:
    """What the checker has against house rules."""
    return put(BASE, Source("h.toml", text)).diagnostics.errors


# ---- what a schema cannot say

NO_SCHEMA_CAN_SAY = {
    "unexpected-word": "what stands in a text is the language, which has a grammar of its own",
    "unfinished-line": "the same",
    "unknown-name": "the names in a longer expression",
    "wrong-type": "what an expression is worth",
    "wrong-arguments": "what a rule is given",
    "house-row-differs": "the row that a key falls under which is written in another way than in the table",
    "house-row-missing": "the same",
    "house-was-missing": "the same",
    "house-conflict": "two keys that mean one row",
    "house-crosstab-cell": "a key that names no cell of a crosstab",
    "table-gap": "what the table is like afterwards",
    "table-overlap": "the same",
    "table-shape": "the same",
    "table-row-unreachable": "the same",
    "table-pattern-outside": "what the keys of a table mean",
    "not-a-pattern": "the same",
    "faces-beyond-die": "what dice can show",
    "faces-miscounted": "the same",
    "out-of-range": "what an action does with its numbers",
    "too-large": "how many results dice have together",
    "dice-impossible": "the same",
    "table-too-large": "the same",
    "not-an-action": "what a table is made of",
}
"""The codes of what the checker alone can find, and why."""


def no_schema_can_say(found: Diagnostic) -> bool:
    """Whether a mistake is of a kind that a schema cannot say: those above, a whole number that is written with a
    point, and how a text is written: JSON knows neither."""
    assert found.span is not None
    if found.code == "toml-value":
        text = found.span.text
        return (
            "own_examples" in found.message or "\\" in text or (text.endswith(".0") and "whole number" in found.label)
        )
    return found.code in NO_SCHEMA_CAN_SAY


# ---- files good and bad

ODD = st.sampled_from(
    [3, 7, -1, 1.5, 7.0, True, "", "yes", "x", "two words", 'say "x"', [], ["seven"], {}, {"was": "nothing"}]
)


def seldom(usual: st.SearchStrategy[object], odd: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """The one, and now and then the other."""
    return st.integers(0, 19).flatmap(lambda number: odd if number == 13 else usual)


def mostly(*good: object) -> st.SearchStrategy[object]:
    """One of these, the first ones oftener, and now and then something odd."""
    return seldom(st.sampled_from([*good[:4], *good[:4], *good]), ODD)


def some(keys: Sequence[str], values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """A table with some of these keys, and now and then something odd for a key, or for the table."""
    key = st.sampled_from([*keys, *keys, *keys, "nothing_such", f"{keys[0]}s"])
    return seldom(st.dictionaries(key, values, min_size=1, max_size=2), ODD)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "loud": mostly(True, False, "yes", "no", 1, "maybe"),
        "goal": mostly(7, 12, 20, 5, 21, 4, "7"),
        "pace": mostly("slow", "fast", "slow", "fast", "slwo", 1),
        "most": mostly(3, 5, 3, 5, 4, "3"),
    },
)
RESULT = mostly("nothing", "gain 1", "gain  1", " gain 2", "gain 3", "gain 9", "gain", "gian 1", "nothing then gain 2")
CHANGED = st.fixed_dictionaries({"was": RESULT, "now": RESULT})
GONE = st.fixed_dictionaries({"was": RESULT, "remove": mostly(True, False)})
HALF = st.fixed_dictionaries({}, optional={"was": RESULT, "now": RESULT, "remove": mostly(True, False), "nwo": RESULT})
ROW = st.one_of(RESULT, CHANGED, GONE, HALF)
DEFAULT = mostly(
    *("go", "halt", "lowest", "highest", "going", "2", "3", "9", "gained", "tires", "haltt", " go"),
    *("go if loud otherwise halt", "gained + 1", "none", "chooser"),
)
PARTS: dict[str, st.SearchStrategy[object]] = {
    "title": mostly("A title"),
    "source": mostly("A book"),
    "after": mostly("other", ["other", "more"], "a b", ["other", 3]),
    "options": seldom(OPTIONS, ODD),
    "examples": seldom(OPTIONS, ODD),
    "worth": some(["2..5", "6", "6, 7, 8", "4+4", "12", "9+", "13", "8"], ROW),
    "square": some(["3 | 2", "2, 3, 4 | 1, 2, 3", "2, 3, 4 | 4..6"], ROW),
    "grid": some(["1, 2 | 2..7", "1 | 8+", "3+ | 8+", "7 | 7", "8+"], ROW),
    "dice": some(["pair", "one"], mostly("2d6", "1d6", "0d6", "1d0", "d6", "2d6\n", "99d99")),
    "choices": some(["going", "tried"], some(["default"], DEFAULT)),
    "without_examples": mostly("seven", "eight", ["seven"], ["seven", "eight"], ["seven", 7]),
    "own_examples": mostly("example"),
    "nonsense": mostly(1),
}
HEAD = st.fixed_dictionaries({"house_rules": st.just("h"), "for": st.just("dozen")})
ODD_HEAD = st.fixed_dictionaries(
    {}, optional={"house_rules": mostly("h", "a b", "9", "h\n"), "for": mostly("dozen", "dozens", "d z")}
)


@st.composite
def files(draw: st.DrawFn) -> dict[str, object]:
    """House rules with one part or two."""
    table = dict(draw(seldom(HEAD, ODD_HEAD)))
    for name in draw(st.lists(st.sampled_from(sorted(PARTS)), max_size=2)):
        if name in ("worth", "square", "grid"):
            tables = table.setdefault("tables", {})
            assert isinstance(tables, dict)
            tables[name] = draw(PARTS[name])
        else:
            table[name] = draw(PARTS[name])
    return table


@given(files())
def test_the_schema_and_the_checker_refuse_the_same(table: dict[str, object]) -> None:
    text = tomli_w.dumps(table)
    found = errors(text)
    if refused(table):
        assert found, text
    else:
        assert [each for each in found if not no_schema_can_say(each)] == [], text


SAYS = [
    ({"options": {"loud": "yes"}}, False),
    ({"options": {"loud": "maybe"}}, True),
    ({"options": {"goal": 20, "pace": "fast", "most": 5}}, False),
    ({"options": {"goal": 21}}, True),
    ({"without_examples": "seven"}, False),
    ({"choices": {"going": {"default": "halt"}}}, False),
    ({"choices": {"going": {"default": "go if loud otherwise halt"}}}, False),
    ({"choices": {"going": {"default": "stop"}}}, True),
    ({"choices": {"going": {"default": "gained"}}}, True),
    ({"choices": {"tried": {"default": "gained"}}}, False),
    ({"tables": {"worth": {"12": {"now": "gain 6"}}}}, False),
    ({"tables": {"worth": {"6": {"was": "gain   1", "now": "gain 6"}}}}, False),
    ({"tables": {"worth": {"6": {"was": "gain 1", "now": "gain 6", "remove": False}}}}, False),
    ({"tables": {"worth": {"6": {"was": "gain 2", "now": "gain 6"}}}}, True),
    ({"tables": {"grid": {"1, 2 | 8+": {"was": "gain 6", "now": "nothing"}}}}, False),
    ({"tables": {"grid": {"1, 2 | 8+": {"was": "nothing", "remove": True}}}}, True),
    ({"dice": {"one": "0d6"}}, True),
    ({"tables": {"worth": {"replace": True, "2..12": "gain 1"}}}, False),
    ({"tables": {"worth": {"replace": True, "2..12": {"now": "gain 1"}}}}, True),
    ({"tables": {"worth": {"replace": False}}}, True),
    ({"tables": {"grid": {"replace": True}}}, True),
]


@pytest.mark.parametrize(("part", "wrong"), SAYS)
@pytest.mark.quick
def test_what_it_says(part: dict[str, object], wrong: bool) -> None:
    table = {"house_rules": "h", "for": "dozen"} | part
    assert refused(table) == wrong
    assert bool(errors(tomli_w.dumps(table))) == wrong


def test_it_is_a_schema_of_every_game_that_ships() -> None:
    for entry in loader.list_games():
        jsonschema.Draft202012Validator.check_schema(make_schema(model_of(put(loader.find_ruleset(entry.name)))))


# ---- of the game as it is changed

EARLY = """\
house_rules early "Early" for dozen

option more = no
  "More?"
  no  "no"
  yes "yes"

change table worth
  7 : gain 4 was gain 1

after phase turn
  when more : say "More."
"""
LATE = """\
house_rules = "late"
for = "dozen"
after = "early"

[options]
more = true

[tables.worth]
7 = { was = "gain 4", now = "gain 5" }
"""


def test_house_rules_that_come_after_others_fit_the_game_that_these_make() -> None:
    early, late = Source("early.rules", EARLY), Source("late.toml", LATE)
    for stack in ((early, late), (late, early)):
        assert put(BASE, *stack).diagnostics.in_order == ()
    assert [each.code for each in put(BASE, late).diagnostics.errors] == ["house-target-missing", "house-row-differs"]
    alone = Source(
        "late.toml", LATE.replace('after = "early"\n', "").replace("gain 4", "gain 1").replace("more", "loud")
    )
    assert [each.code for each in put(BASE, early, alone).diagnostics.errors] == ["house-conflict"]
