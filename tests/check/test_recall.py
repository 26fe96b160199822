"""After a change only what it touches is looked at again, and what comes of it is what looking at everything gives."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from interpreter import loader
from interpreter.check import CheckResult, bodies, examples
from interpreter.pipeline import check_game
from interpreter.source import Part, Source, Sources
from tests.support.afresh import reading_afresh
from tests.support.same import assert_same

TEXT = """\
game small "Small"

kind lane : left_lane, right_lane
dice pair = 2d6
define limit = 7
define is_far(thrown : 2..12) = thrown > limit

phase game
  keep score : 0..100 = 0
  keep way : lane = left_lane
  throw
  turn_round

rule throw
  roll pair
  when is_far(pair) : add 1 to score

rule turn_round
  set way to right_lane

example "far"
  roll 6+5
  then score is 1

example "turned"
  roll 1+1
  then way is right_lane
"""

AGAIN = "# What is read for the first time has no part of its own yet.\n" + TEXT

MAKERS = ((bodies, "_check_define"), (bodies, "_check_phase"), (bodies, "_check_rule"), (examples, "_check_example"))


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The beginnings of the declarations that are looked at, in their order."""
    found: list[str] = []

    def note(make: Callable[..., object]) -> Callable[..., object]:
        def noting(world: object, node: object, *more: object) -> object:
            found.append(" ".join(node.span.text.replace("(", " ").split()[:2]))  # type: ignore[attr-defined]
            return make(world, node, *more)

        return noting

    for room, name in MAKERS:
        monkeypatch.setattr(room, name, note(getattr(room, name)))
    return found


def check(text: str) -> CheckResult:
    return check_game(Sources(Source("small.rules", text)))


def assert_same_result(one: CheckResult, other: CheckResult) -> None:
    assert_same(one.diagnostics.in_order, other.diagnostics.in_order)
    assert_same(one.model, other.model)
    assert set(one.uses.items()) == set(other.uses.items())
    assert not any(isinstance(each.source, Part) for each in one.uses)


def change_line(text: str, random: Random) -> str:
    """A text with a line gone, put elsewhere, or with other words."""
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines.insert(at, random.choice(("", "# a comment", "  # a comment")))
        case 3:
            words = lines[at].split(" ")
            words.insert(random.randrange(len(words)), words.pop(random.randrange(len(words))))
            lines[at] = " ".join(words)
        case _:
            lines[at] += "  # a comment"
    return "\n".join(lines)


# ---- what is looked at


def test_nothing_is_looked_at_again_that_has_not_changed(looked_at: list[str]) -> None:
    assert check(TEXT).is_sound
    assert len(looked_at) == 7
    check(AGAIN)
    looked_at.clear()
    assert check(TEXT.replace("kind lane", "# a comment\nkind lane")).is_sound
    assert looked_at == []
    assert check(TEXT.replace("add 1", "add 2")).is_sound
    assert looked_at == ["rule throw"]
    looked_at.clear()
    assert check(TEXT.replace("score is 1", "score is 2")).is_sound
    assert looked_at == ['example "far"']


def test_whatever_names_a_changed_definition_is_looked_at_again(looked_at: list[str]) -> None:
    check(TEXT)
    check(AGAIN)
    looked_at.clear()
    assert check(TEXT.replace("limit = 7", "limit = 8")).is_sound
    assert looked_at == ["define limit", "define is_far", "rule throw"]


def test_everything_is_looked_at_again_where_names_change(looked_at: list[str]) -> None:
    check(TEXT)
    check(AGAIN)
    looked_at.clear()
    assert check(TEXT.replace(": left_lane, right_lane", ": left_lane, middle, right_lane")).is_sound
    assert len(looked_at) == 7


def test_what_is_changed_back_is_as_it_was(looked_at: list[str]) -> None:
    check(TEXT)
    check(AGAIN)
    check(TEXT.replace("0..100", "0..50"))
    looked_at.clear()
    assert check("\n" + TEXT).is_sound
    assert looked_at == []


def test_places_of_earlier_versions_are_not_kept_for_ever(looked_at: list[str]) -> None:
    for number in range(60):
        found = check(TEXT.replace("keep score", f"# {number}\n  keep score"))
        assert found.checked
        assert found.checked.world.surroundings is None or len(found.checked.world.surroundings.declared) < 100
    assert len(looked_at) < 300


# ---- what is said


def test_a_definition_that_no_longer_fits_is_reported_where_it_is_used() -> None:
    check(TEXT)
    check(AGAIN)
    found = check(TEXT.replace("thrown > limit", "thrown"))
    assert [(each.code, each.span and each.span.line) for each in found.diagnostics.in_order] == [("wrong-type", 16)]


def test_what_a_mistake_speaks_of_is_shown_where_it_is_now() -> None:
    check(TEXT)
    check(AGAIN)
    found = check("# above\n" + TEXT.replace("dice pair = 2d6\n", "") + "\ndefine throw = 2\n\ndice pair = 2d6\n")
    (twice,) = found.diagnostics.in_order
    assert twice.span
    assert twice.span.line == 29
    assert [(each.span.line, each.span.text) for each in twice.labels] == [(14, "throw")]


def test_what_is_wrong_in_the_same_way_is_said_when_the_first_of_it_is_right() -> None:
    wrong = TEXT.replace("then score is 1", "then points is 1").replace("add 1 to score", "add points to score")
    for text in (wrong, "\n" + wrong, "\n\n" + wrong):
        assert [each.code for each in check(text).diagnostics.in_order] == ["unknown-name"]
    (left,) = check(wrong.replace("add points", "add 1")).diagnostics.in_order
    assert left.span
    assert left.span.line == 23


def test_declarations_that_are_written_twice_are_told_apart() -> None:
    text = TEXT + "\nrule turn_round\n  set way to right_lane\n"
    for above in range(3):
        (twice,) = check("\n" * above + text).diagnostics.in_order
        assert (twice.code, twice.span and twice.span.line) == ("name-twice", 29 + above)


def test_what_a_library_expects_under_another_name_is_not_there() -> None:
    library = 'library turns "Turns"\n\nexpects phase turn "what a player does"\n\nrule both\n  repeat 2 times : turn\n'
    for above in range(2):
        assert not check("\n" * above + library).diagnostics.errors
    found = check(library.replace("phase turn", "phase go"))
    assert [(each.code, each.span and each.span.line) for each in found.diagnostics.errors] == [("unknown-name", 6)]


@pytest.mark.parametrize("name", ["cribbage", "liars_dice", "crown_and_anchor", "royal_game_of_ur", "one_die"])
def test_a_changed_game_is_what_it_would_be_looked_at_afresh(name: str) -> None:
    game, random = loader.find_ruleset(name), Random(name)
    text, sound = game.text, 0
    for _ in range(12):
        text = change_line(random.choice((game.text, text)), random)
        sources = loader.sources_of(loader.FileSource(game.name, text, game.path))
        found = check_game(sources)
        sound += found.is_sound
        with reading_afresh():
            assert_same_result(found, check_game(sources))
    assert sound
