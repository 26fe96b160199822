"""House rules in TOML: the same tree as in the language, with places; the schema that editors check them with."""

from __future__ import annotations

import tomllib

import jsonschema
import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from interpreter import loader, syntax
from interpreter.check.schema import make_schema
from interpreter.diagnostics import Diagnostics, Rejected, rendering
from interpreter.examples.run_example import run_examples
from interpreter.parser import parse
from interpreter.parser.toml_places import PlacedValue, locate_values
from interpreter.source import Source
from tests.support.housing import DOZEN, GAME, declared, model_of, put

TOML = """\
house_rules = "short"          # a comment
title = "Short"
for = "two_dice"
after = ["other", 'more']
source = "A book"
without_examples = ["it may be left out"]

[options]
innings = 7
run_on_last_out = true
tie = "draw"

[tables.throws]
"11" = { was = "hit 2", now = "home_run" }
"4+4" = { was = "walk", remove = true }
1 = "say 'x'"

[dice]
swing = "3d6"

[choices.order]
default = "field"

[examples]
innings = 9
"""

RULES = """\
house_rules short "Short" for two_dice
  source "A book"
  after other
  after more

option innings = 7
option run_on_last_out = yes
option tie = draw

change table throws
  11 : home_run was hit 2
  remove 4+4 : walk
  1 : say "x"

replace dice swing = 3d6

change choice order
  default field

change examples
  with innings = 9

remove example "it may be left out"
"""


def read(text: str) -> syntax.File:
    """The tree of a file without mistakes."""
    source, found = Source("h.toml", text), Diagnostics()
    tree = parse(source, found)
    assert found.in_order == ()
    return tree


def said(text: str) -> list[str]:
    """What is said of house rules for the small game."""
    return [rendering.render_short(each) for each in put(DOZEN, Source("h.toml", text)).diagnostics.in_order]


@pytest.mark.quick
def test_it_says_the_same_as_in_the_language() -> None:
    tree = read(TOML.replace("\"say 'x'\"", "'say \"x\"'"))
    assert tree.declarations == parse(Source("h.rules", RULES), Diagnostics()).declarations


def test_a_table_is_replaced_by_its_rows_alone() -> None:
    rows = 'replace = true\n"2..11" = "gain 1"\n"12" = "gain 5"\n'
    changed = put(DOZEN, Source("h.toml", DOZENS + "[tables.worth]\n" + rows))
    assert [" ".join(each.split()) for each in declared(changed, "table", "worth").splitlines()] == [
        "2..11 : gain 1",
        "12 : gain 5",
    ]


OWN = """\
house_rules = "short"
for = "two_dice"
own_examples = '''
example "an 11 is a home run"
  roll 11
  then runs is 1
'''

[tables.throws]
11 = { was = "hit 2", now = "home_run" }
"""


def test_examples_are_in_the_language_and_keep_their_places() -> None:
    assert [(type(each).__name__, each.span.line) for each in read(OWN).declarations[-1:]] == [("Example", 4)]


LOUD = """\
house_rules = "loud"
for = "dozen"
own_examples = '''
example "it is told"
  roll 2+2, 1
  then said "Next."
'''
{more}
[options]
loud = true

[examples]
loud = false
"""


def test_options_for_the_examples_of_the_game_are_not_for_its_own() -> None:
    quiet = '\nexample "nothing is told"\n  roll 2+2, 1\n  then gained is 1\n'
    model = model_of(put(Source("dozen.rules", GAME + quiet), Source("h.toml", LOUD.format(more=""))))
    assert [(each.name, each.options) for each in model.examples] == [
        ("nothing is told", (("loud", 0),)),
        ("it is told", ()),
    ]
    assert run_examples(model).failed == ()


def test_nor_are_they_for_those_of_others_that_set_the_option() -> None:
    loud, more = LOUD.format(more=""), OTHERS.format(more="option loud = yes\n")
    for stack in ((loud, more), (more, loud)):
        files = [Source("h.toml" if "=" in each[:15] else "m.rules", each) for each in stack]
        model = model_of(put(Source("dozen.rules", GAME), *files))
        assert {each.name: each.options for each in model.examples} == {"it is told": (), "as loud": (("loud", 1),)}
    plain = Source("m.rules", OTHERS.format(more=""))
    under_both = model_of(put(Source("dozen.rules", GAME), Source("h.toml", loud), plain)).examples
    assert under_both[1].options == (("loud", 0),), "written for the game as it is"


OTHERS = """\
house_rules more "More" for dozen

{more}
example "as loud"
  roll 2+2, 1
  then gained is 1
"""


def test_what_is_wrong_in_an_example_is_told_in_the_toml_file_alone() -> None:
    text = LOUD.format(more="").replace('said "Next."', "nix is 3")
    (found,) = put(Source("dozen.rules", GAME), Source("h.toml", text)).diagnostics.found
    assert found.labels == ()
    assert rendering.render_full(found).splitlines()[:5] == [
        "error[unknown-name]: there is no value called `nix`",
        " --> h.toml:6:8",
        "  |",
        "6 |   then nix is 3",
        "  |        ^^^ expected a value",
    ]


DOZENS = 'house_rules = "a"\nfor = "dozen"\n'

MISTAKES = [
    (DOZENS + "own_examples = 3\n", ["h.toml:3:16: toml-value: `own_examples` cannot be 3"]),
    (
        DOZENS + "own_examples = '''\nrol\n'''\n",
        ["h.toml:4:1: unknown-declaration: `rol` does not begin a declaration"],
    ),
    (
        DOZENS + "own_examples = '''\nrule more\n  gain 4\n'''\n",
        ["h.toml:4:1: toml-value: `own_examples` cannot be rule more gain 4"],
    ),
    ('house_rules = "a"\n', ["h.toml:1:1: toml-value: `for` is missing"]),
    ('for = "dozen"\n', ["h.toml:1:1: toml-value: `house_rules` is missing"]),
    ('house_rules = "a"\nfor = 3\n', ["h.toml:2:7: toml-value: `for` cannot be 3"]),
    ('house_rules = "a b"\nfor = "dozen"\n', ['h.toml:1:15: toml-value: `house_rules` cannot be "a b"']),
    (
        'house_rules = "a"\nfor = "dozens"\n[tabels.x]\n',
        [
            "h.toml:2:8: house-other-game: the house rules `a` are for `dozens`, not for `dozen`",
            "h.toml:3:2: toml-key: there is no key `tabels` in house rules",
        ],
    ),
    (
        DOZENS + "title = 3\nsource = 1\n",
        ["h.toml:3:9: toml-value: `title` cannot be 3", "h.toml:4:10: toml-value: `source` cannot be 1"],
    ),
    (DOZENS + 'after = ["b", 3]\n', ["h.toml:3:15: toml-value: `after` cannot be 3"]),
    (DOZENS + "[tabels.x]\n", ["h.toml:3:2: toml-key: there is no key `tabels` in house rules"]),
    (
        DOZENS + '[options]\ntitle = "x"\n[tables.worth]\nown_examples = "x"\n[dice]\nwithout_examples = []\n',
        [
            f"h.toml:{place}: toml-key: `{key}` is about the whole file and must come before its first table"
            for place, key in (("4:1", "title"), ("6:1", "own_examples"), ("8:1", "without_examples"))
        ],
    ),
    (
        DOZENS + '[tables.worth]\nreplace = true\n"7" = { was = "gain 1", now = "gain 2" }\n',
        ['h.toml:5:7: toml-value: `7` cannot be { was = "gain 1", now = "gain 2" }'],
    ),
    (DOZENS + "[tables.worth]\nreplace = false\n", ["h.toml:4:11: toml-value: `replace` cannot be false"]),
    (
        DOZENS + '[tables.worth]\nreplace = true\n"7" = "gain 2"\n',
        ["h.toml:3:9: table-gap: table `worth` has no row for 2 to 6 or 8 to 12: 30 of 36 rolls, 83.3%"],
    ),
    (DOZENS + "[options]\nloud = [1]\n", ["h.toml:4:8: toml-value: `loud` cannot be [1]"]),
    (DOZENS + "[options]\nloud = 2\n", ["h.toml:4:8: option-value: the option `loud` cannot be `2`"]),
    (DOZENS + "[options]\nlowd = true\n", ["h.toml:4:1: house-target-missing: there is no option `lowd` to set"]),
    (DOZENS + "[examples]\nlowd = true\n", ["h.toml:4:1: house-target-missing: there is no option `lowd` to set"]),
    (DOZENS + '[dice]\none = "two"\n', ['h.toml:4:7: toml-value: `one` cannot be "two"']),
    (DOZENS + '[dice]\nones = "1d6"\n', ["h.toml:4:1: house-target-missing: there is no dice `ones` to replace"]),
    (DOZENS + "options = 3\n", ["h.toml:3:11: toml-value: `options` cannot be 3"]),
    (DOZENS + "[tables]\nworth = 3\n", ["h.toml:4:9: toml-value: `worth` cannot be 3"]),
    (
        DOZENS + '[tables.wroth]\n"7" = "gain 2"\n',
        ["h.toml:3:9: house-target-missing: there is no table `wroth` to change"],
    ),
    (DOZENS + 'without_examples = "x"\n', ['h.toml:3:20: house-target-missing: there is no example "x" to remove']),
    ('house_rules =', ["h.toml:1:14: toml-syntax: this is not TOML: invalid value"]),
    ('house_rules = "a\nfor = "b"\n', ["h.toml:1:17: toml-syntax: this is not TOML: illegal character '\\n'"]),
    (
        DOZENS + '[tables.worth]\n"7" = { was = "gain 1", nwo = "gain 2" }\n',
        ["h.toml:4:25: toml-key: there is no key `nwo` for a row"],
    ),
    (
        DOZENS + '[tables.worth]\n"7" = { was = "gain 1" }\n"8" = 1\n"12" = { remove = true }\n"13" = true\n',
        [
            'h.toml:4:7: toml-value: `7` cannot be { was = "gain 1" }',
            "h.toml:5:7: toml-value: `8` cannot be 1",
            "h.toml:6:8: toml-value: `12` cannot be { remove = true }",
            "h.toml:7:8: toml-value: `13` cannot be true",
        ],
    ),
    (
        DOZENS
        + '[tables.worth]\n"7" = "gain 2"\n"9+" = { now = "gain 2" }\n'
        + '"4+4" = { was = "gain 1", remove = true }\n',
        [
            "h.toml:4:8: house-was-missing: table `worth` already has a row for `7`",
            "h.toml:5:17: house-was-missing: table `worth` already has a row for `9+`",
            "h.toml:6:18: house-row-differs: the row for `4+4` in table `worth` was not `gain 1`",
        ],
    ),
    (
        DOZENS
        + '[tables.grid]\n"1, 2 | 2..7" = { was = "gain 2", now = "gain 3" }\n'
        + '"3+ | 8+" = { was = "gain 3", remove = true }\n',
        [
            "h.toml:4:26: house-row-differs: the row for `1, 2 | 2..7` in table `grid` was not `gain 2`",
            "h.toml:5:1: house-crosstab-cell: a cell of the crosstab `grid` cannot be removed",
        ],
    ),
    (
        DOZENS + '[tables.worth]\n"13" = "gain one two"\n',
        [
            "h.toml:4:18: unexpected-word: unexpected `two`: "
            "expected `,`, `then`, a word such as `by` or the closing quote after `one`"
        ],
    ),
    (
        DOZENS + '[tables.worth]\n"13" = "say \\"x\\""\n',
        ["h.toml:4:8: toml-value: rules cannot contain backslashes, or go over several lines"],
    ),
]


@pytest.mark.parametrize(("text", "told"), MISTAKES)
@pytest.mark.quick
def test_mistakes_have_their_places(text: str, told: list[str]) -> None:
    assert [each.partition(" (at")[0] for each in said(text)] == told


def test_what_is_wrong_with_the_changed_game_has_its_place_too() -> None:
    text = 'house_rules = "a"\nfor = "two_dice"\n[tables.throws]\n"11" = { was = "hit 3", now = "home_run" }\n'
    (found,) = put(loader.find_ruleset("two_dice"), Source("h.toml", text)).diagnostics.found
    assert rendering.render_full(found).splitlines()[:5] == [
        "error[house-row-differs]: the row for `11` in table `throws` was not `hit 3`",
        "  --> h.toml:4:17",
        "   |",
        ' 4 | "11" = { was = "hit 3", now = "home_run" }',
        "   |                 ^^^^^ not the result in the game",
    ]
    gap = text.replace('was = "hit 3", now = "home_run"', 'was = "hit 2", remove = true')
    (gone,) = put(loader.find_ruleset("two_dice"), Source("h.toml", gap)).diagnostics.found
    assert (gone.code, gone.span and gone.span.place) == ("table-gap", "h.toml:4:2")


WHICH = [
    ('house_rules = "x"\n"for" = "two_dice"\n', "two_dice"),
    ("house_rules = \"x\"\nown_examples = '''\nfor = \"one_die\"\n'''\nfor = \"two_dice\"\n", "two_dice"),
    ('house_rules = "x"\nfor="""two_dice"""\n', "two_dice"),
    ('house_rules = "x\nfor = "two_dice"\n', "two_dice"),
]


@pytest.mark.parametrize(("text", "game"), WHICH)
@pytest.mark.quick
def test_the_game_is_found_as_toml_says_it(text: str, game: str) -> None:
    assert loader.find_base_game(Source("h.toml", text)).name.endswith(f"{game}.rules")


def test_a_game_that_is_not_there_or_not_named() -> None:
    for text, place in (
        ('house_rules = "x"\nfor = "two_diec"\n', "h.toml:2:8"),
        ('house_rules = "x"\n[options]\nfor = "two_dice"\n', "h.toml:1:1"),
    ):
        with pytest.raises(Rejected) as rejected:
            loader.find_base_game(Source("h.toml", text))
        (found,) = rejected.value.diagnostics
        assert (found.code, found.span and found.span.place) == ("house-unknown-game", place)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [("not toml at all [\n", "toml-syntax", "h.toml:1:5"), ('for = ["two_dice"]\n', "toml-value", "h.toml:1:7")],
)
def test_what_keeps_a_game_from_being_named_is_reported(text: str, code: str, place: str) -> None:
    with pytest.raises(Rejected) as rejected:
        loader.find_base_game(Source("h.toml", text))
    (found,) = rejected.value.diagnostics
    assert (found.code, found.span and found.span.place) == (code, place)


# ---- places


keys = st.text("ab-_1é .\"'", min_size=0, max_size=4)
scalars = st.booleans() | st.integers(-99, 99) | st.text("ab\"'\\\n#]},= é", max_size=6) | st.floats(-9, 9)
tables = st.recursive(
    st.dictionaries(keys, scalars, max_size=3),
    lambda inner: st.dictionaries(keys, scalars | inner | st.lists(scalars | inner, max_size=3), max_size=3),
    max_leaves=8,
)


@given(tables)
def test_every_value_is_found_and_its_place_says_it(table: dict[str, object]) -> None:
    text = tomli_w.dumps(table)
    root = locate_values(Source("x.toml", text))
    assert strip_places(root) == tomllib.loads(text)
    for placed in leaves(root):
        assert tomllib.loads(f"x = {placed.span.text}")["x"] == placed.value


def strip_places(placed: PlacedValue) -> object:
    if isinstance(placed.value, dict):
        return {key: strip_places(each) for key, each in placed.value.items()}
    return [*map(strip_places, placed.value)] if isinstance(placed.value, list) else placed.value


def leaves(placed: PlacedValue) -> list[PlacedValue]:
    if isinstance(placed.value, dict):
        return [leaf for each in placed.value.values() for leaf in leaves(each)]
    if isinstance(placed.value, list):
        return [leaf for each in placed.value for leaf in leaves(each)]
    return [placed]


@pytest.mark.quick
def test_dotted_keys_comments_and_multiple_lines() -> None:
    text = 'a.b = 1 # "x\n[c.d]\ne = """x\n"y" """\n[[f]]\ng = [ 1, # one\n {h = 2}]\n[[f]]\n[f.i]\nj = 1979-05-27\n'
    assert strip_places(locate_values(Source("x.toml", text))) == tomllib.loads(text)


# ---- the schema


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    found = make_schema(model_of(put(loader.find_ruleset("two_dice"))))
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


def test_good_house_rules_fit_the_schema(validator: jsonschema.Draft202012Validator) -> None:
    assert list(validator.iter_errors(tomllib.loads(TOML))) == []
    assert list(validator.iter_errors(tomllib.loads(TOML.replace("= true\ntie", '= "yes"\ntie')))) == []


BAD = [
    ("innings = 7", "innings = 700"),
    ("innings = 7", "inings = 7"),
    ('tie = "draw"', 'tie = "drawn"'),
    ("run_on_last_out = true", "run_on_last_out = 2"),
    ("[tables.throws]", "[tables.throw]"),
    ('"11" = { was = "hit 2"', '"11" = { was = "hit 3"'),
    ('swing = "3d6"', 'swing = "three"'),
    ('for = "two_dice"', 'for = "one_die"'),
    ('"it may be left out"', '"it may be left ou"'),
    ('default = "field"', 'default = "fild"'),
    ("run_on_last_out = true", 'run_on_last_out = "perhaps"'),
]


@pytest.mark.parametrize(("good", "bad"), BAD)
def test_the_schema_finds_what_the_checker_finds(
    good: str, bad: str, validator: jsonschema.Draft202012Validator
) -> None:
    text = TOML.replace(good, bad, 1)
    assert list(validator.iter_errors(tomllib.loads(text)))
    assert put(loader.find_ruleset("two_dice"), Source("h.toml", text)).diagnostics.errors
