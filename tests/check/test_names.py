"""Names: unknown, given twice, of another sort, unused; libraries and what they expect; headers.

The wording is held in `golden/check/names`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.checking import GOLDEN, checked, compare, mistakes, said, short

GAME = 'game small "A small game"\n'
LIBRARY = 'library shared "What is shared"\n'


@pytest.mark.parametrize("path", mistakes("names"), ids=lambda path: path.stem)
@pytest.mark.quick
def test_messages(path: Path) -> None:
    compare(path)


@pytest.mark.parametrize("path", sorted(GOLDEN.rglob("*.rules")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_messages_come_in_order_and_each_once_and_each_fix_takes_its_mistake_away(path: Path) -> None:
    text = path.read_text()
    found = checked(text, {}).diagnostics.in_order
    places = [each.span.start for each in found if each.span]
    assert places == sorted(places)
    assert len({short(each) for each in found}) == len(found)
    for each in found:
        if each.fix is not None:
            mended = text[: each.fix.span.start] + each.fix.replacement + text[each.fix.span.end :]
            still = [(other.code, other.span.start) for other in checked(mended, {}).diagnostics.in_order if other.span]
            assert (each.code, each.fix.span.start) not in still, short(each)


# ---- libraries

SHARED = (
    LIBRARY
    + """
kind base: first, second
option tie = draw
  "And when they are level?"
  draw "nobody wins"
  more "they play on"
expects dice lots "to settle who begins"
expects phase turn in game "what one does"
phase game
  roll lots
  when lots is 6 and tie is more : note_base second
  turn
rule note_base (here: base)
  say "{here}"
"""
)
USING = GAME + "  use shared\n"
BRINGS = "dice lots = 1d6\nphase turn in game\n  note_base first\n"


@pytest.mark.quick
def test_a_library_is_put_beside_the_game() -> None:
    assert said(USING + BRINGS, {"shared": SHARED}) == []


def test_a_library_is_sound_by_itself() -> None:
    """What it expects is taken for granted."""
    assert said(SHARED) == []


def test_a_choice_may_hang_on_what_a_library_expects() -> None:
    """It is not known in the library alone, where a rule asks for it."""
    choice = '''
expects define brought "a number"
rule ask_one
  choose going by lowest of all player
choice going
  "Which way? {1 + brought} to go."
  left  "left"
  right "right"
  default left
'''
    assert said(SHARED + choice) == []


@pytest.mark.parametrize(
    ("brought", "wrong"),
    [
        ("", ["1:6: expected-missing", "1:6: expected-missing"]),
        ("dice lots = 1d6\n", ["1:6: expected-missing"]),
        ("dice lots = 1d6\nrule turn\n  note_base first\n", ["4:6: expected-missing"]),
        ("dice lots = 1d6\nphase turn\n  note_base first\n", ["4:7: expected-missing"]),
        ("dice lots = 1d6\nphase turn in round\n  note_base first\n", ["4:7: expected-missing", "4:15: unknown-name"]),
        (BRINGS + "rule note_base\n  nothing\n", ["6:6: name-twice"]),
        (BRINGS + "kind colour: first, third\n", ["6:14: name-twice"]),
        (BRINGS + "option tie = more\n", []),
        (BRINGS + "option tie = extra\n", ["6:14: option-value"]),
        (BRINGS + "option tie = more\noption tie = draw\n", ["7:8: name-twice"]),
        (BRINGS + 'option tie = more\n  draw "?"\n  more "!"\n', ["6:8: name-twice"]),
        (BRINGS + "option tei = more\n", ["6:8: option-bare"]),
    ],
)
@pytest.mark.quick
def test_what_a_game_brings_to_its_library(brought: str, wrong: list[str]) -> None:
    assert said(USING + brought, {"shared": SHARED}) == wrong


def test_another_default_takes_effect_and_keeps_the_rest() -> None:
    model = checked(USING + BRINGS + 'option tie = more\n  because "So it is."\n', {"shared": SHARED}).model
    assert model is not None
    tie = model.options["tie"]
    assert (tie.names[tie.default], tie.because, tie.texts) == ("more", "So it is.", ("nobody wins", "they play on"))


def test_a_library_that_is_not_there() -> None:
    (found,) = checked(GAME + "  use shered\nphase game\n  nothing\n", {"shared": SHARED}).diagnostics.found
    assert (found.code, found.help) == ("unknown-library", "did you mean `shared`?")


def test_a_library_that_uses_itself() -> None:
    one = 'library one "1"\n  use two\nrule a\n  nothing\n'
    two = 'library two "2"\n  use one\nrule b\n  nothing\n'
    alone = 'library alone "A"\n  use alone\nrule c\n  nothing\n'
    for libraries, used, way in (
        ({"one": one, "two": two}, "one", "one uses two uses one"),
        ({"alone": alone}, "alone", "alone uses alone"),
    ):
        text = GAME + f"  use {used}\nphase game\n  nothing\n"
        (found,) = [each for each in checked(text, libraries).diagnostics.errors if each.code == "library-circle"]
        assert way in found.message
    assert "library-circle" in "".join(said(alone, {"alone": alone}))


def test_a_library_that_is_none() -> None:
    text = GAME + "  use other\nphase game\n  nothing\n"
    assert said(text, {"other": 'game other "O"\nphase game\n  nothing\n'}) == ["2:7: not-a-library"]
    assert said(text, {"other": "rule walk\n  nothing\n"}) == ["1:1: header-missing"]
    assert said(text, {"other": ""}) != []


def test_a_library_used_by_two_is_read_once() -> None:
    base = 'library base "B"\nkind place: here, there\n'
    one = 'library one "1"\n  use base\ndefine from_one = here\n'
    two = 'library two "2"\n  use base\ndefine from_two = there\n'
    text = GAME + '  use one\n  use two\n  use base\nphase game\n  say "{from_one} {from_two}"\n'
    assert said(text, {"base": base, "one": one, "two": two}) == []


@pytest.mark.quick
def test_mistakes_in_a_library_are_told_in_its_file() -> None:
    found = checked(USING + BRINGS, {"shared": SHARED.replace("first, second", "furst, second")}).diagnostics.errors
    assert [each.span.place for each in found if each.span] == ["game.rules:5:13"]
    broken = checked(USING + BRINGS, {"shared": SHARED.replace("note_base second", "note_basis second")})
    assert [each.span.place for each in broken.diagnostics.errors if each.span] == ["shared.rules:12:36"]


# ---- one mistake, one message


@pytest.mark.parametrize(
    "broken",
    [
        "phase game\n  keep n : 0..9 =\n  bar\n",
        "phase game\n  bar 3 4\n  keep n : 0..9 = 0\n",
        "phase game\n  when n = 3 : bar\n",
    ],
)
def test_what_only_follows_from_a_line_that_cannot_be_read_is_not_told(broken: str) -> None:
    text = GAME + broken + "rule bar\n  add 1 to n\n  when n is 3 : end game\n  game\n"
    assert len(said(text)) == 1


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("  keep n : colour = first\n", "unknown-name"),
        ("  keep n : set of 0..99 = none\n", "set-too-large"),
        ("  keep n of each colour : 0..9 = 0\n", "unknown-name"),
        ("  keep n : 9..0 = 0\n", "range-backwards"),
        ("  keep n : 0..9 = furst\n", "unknown-name"),
    ],
)
def test_a_kept_value_that_is_wrong_is_told_where_it_is_declared_only(declared: str, code: str) -> None:
    text = GAME + f"phase game\n{declared}  set n to 3\n  add 1 to n\n  bar\nrule bar\n  when n is 4 : nothing\n"
    assert [each.rpartition(" ")[2] for each in said(text)] == [code]


@pytest.mark.parametrize("declared", ["(far: colour)", "(far: 9..0)", "(far: bar)", "(far: 3)"])
def test_a_parameter_that_is_wrong_is_told_where_it_is_declared_only(declared: str) -> None:
    text = GAME + f'phase game\n  bar 3\nrule bar {declared}\n  bas far\nrule bas (near: 0..9)\n  say "{{near}}"\n'
    assert len(said(text)) == 1


@pytest.mark.quick
def test_a_name_given_twice_is_told_there_only() -> None:
    text = GAME + "kind out: one, two\nphase game\n  keep o : out = one\n  out\n  set o to two\n  when o is one : out\n"
    assert said(text + "rule out\n  nothing\n") == ["8:6: name-twice"]
