"""House rules between two steps of a rule or phase, and definitions that hold only when something else does."""

from __future__ import annotations

import pytest

from interpreter.check import CheckResult
from interpreter.diagnostics import Diagnostics
from interpreter.formatter import format_file
from interpreter.parser import parse
from interpreter.source import Source
from tests.support.housing import declared, events, model_of, place, put, told

GAME = """\
game small "Small"

dice die = 1d6

phase game
  keep seen : 0+ = 0
  roll die then do worth then add 1 to seen
  for each one in 1..2
    when one is 2 : lay one
    otherwise     : say "First." then lay one
  repeat 2 times : lay 3
  pause
  when may_stop : end game

phase pause in game
  say "Pause."
  take 1 from seen
  set seen to limit

also in pause
  say "Later."

table worth on die
  any : nothing

rule lay (much: 1..3)
  roll die
  add much to seen

define may_stop = seen > 3 or die is 6

define limit = 7 if may_stop otherwise 8
"""
HEAD = 'house_rules odd "Odd" for small\n\n'
NEW = '\n  say "New."\n'


def small(*house: str) -> CheckResult:
    heads = [each if each.startswith("house_rules") else HEAD + each for each in house]
    return put(Source("small.rules", GAME), *(Source(f"{at}.rules", each) for at, each in enumerate(heads)))


def body(change: str, word: str = "phase", name: str = "game") -> list[str]:
    """The lines of a declaration, with `+` for the new one, and without what comes before and after."""
    lines = [line.strip() for line in declared(small(change + NEW), word, name).splitlines()]
    at = [number for number, line in enumerate(lines) if line == 'say "New."']
    around = range(min(at) - 1, min(max(at) + 2, len(lines)))
    return [" ".join("+" if each in at else lines[each] for each in around)]


PLACES = [
    ("after roll die in game", "roll die + do worth then add 1 to seen"),
    ("before do worth in game", "roll die + do worth then add 1 to seen"),
    ("after do worth in game", "roll die then do worth + add 1 to seen"),
    ("after add to seen in game", "roll die then do worth then add 1 to seen + for each one in 1..2"),
    ("before lay in game", 'when one is 2 + lay one otherwise say "First." + lay one repeat 2 times + lay 3'),
    ("before pause in game", "repeat 2 times : lay 3 + pause"),
    ("before end game in game", "when may_stop + end game"),
    ('after say "First." in game', 'say "First." + lay one'),
    ("replace do worth in game", "roll die + add 1 to seen"),
    ("replace end game in game", "when may_stop +"),
    ("replace lay in game", 'when one is 2 + otherwise say "First." + repeat 2 times + pause'),
]


@pytest.mark.parametrize(("change", "expected"), PLACES)
@pytest.mark.quick
def test_steps_stand_before_and_after_a_step(change: str, expected: str) -> None:
    assert body(change) == [expected]


@pytest.mark.quick
def test_a_rule_has_them_too_and_they_know_its_values() -> None:
    checked = small('after roll die in lay\n  say "{much} with {die}."\n')
    text = declared(checked, "rule", "lay")
    assert [line.strip() for line in text.splitlines()] == ["roll die", 'say "{much} with {die}."', "add much to seen"]
    assert sum("with" in each for each in events(model_of(checked), 1)) == 4


def test_what_others_add_to_a_phase_is_looked_through_as_well() -> None:
    assert told(small('before say "Later." in pause' + NEW)) == []
    told_in = [each for each in events(model_of(small('before say "Later." in pause' + NEW)), 1) if "." in each]
    assert [each.strip() for each in told_in if "New" in each or "Later" in each] == ["New.", "Later."]


def test_a_step_is_removed() -> None:
    text = declared(small("remove do worth in game\n\nremove end game in game\n"), "phase", "game")
    assert "roll die then add 1 to seen" in text
    assert text.endswith("when may_stop\n    nothing\n")


ADDED = [
    (("+ 1",), "seen + 1"),
    (("+ 1", "- die"), "seen + 1 - die"),
    (("+ (1 if die is 6 otherwise 0)", "+ 1"), "seen + (1 if die is 6 otherwise 0) + 1"),
]


@pytest.mark.parametrize(("added", "whole"), ADDED)
@pytest.mark.quick
def test_house_rules_add_to_a_definition_one_after_the_other(added: tuple[str, ...], whole: str) -> None:
    changes = [f"change define worth_of_it : {each}\n" for each in added]
    named = [f'house_rules h{at} "H" for small\n\n{each}' for at, each in enumerate(changes)]
    source = Source("small.rules", f"{GAME}\ndefine worth_of_it = seen\n")
    checked = put(source, *(Source(f"{at}.rules", each) for at, each in enumerate(named)))
    assert checked.amended is not None
    assert f"define worth_of_it = {whole}\n" in format_file(checked.amended.files[-1])


def test_a_condition_is_added_to_a_definition() -> None:
    assert told(small("change define may_stop : and die > 1\n")) == []
    assert told(small("change define may_go : or die > 1\n")) == ["0.rules:3:15 house-target-missing"]


WRONG = [
    ("after roll dice in game", "3:12 house-target-missing", "did you mean `roll die`?"),
    ("after choose x in lay", "3:14 house-target-missing", "its steps are `roll die`, `add to seen`"),
    ("after roll die in gone", "3:19 house-target-missing", ""),
    ("after roll die", "3:15 unfinished-line", ""),
    ("after lay by 2 in game", "3:11 unexpected-word", ""),
]


@pytest.mark.parametrize(("change", "where", "advice"), WRONG)
def test_a_step_that_is_not_there_is_told_once(change: str, where: str, advice: str) -> None:
    (found,) = small(change + NEW).diagnostics.in_order
    assert f"{place(found)} {found.code}" == f"0.rules:{where}"
    assert advice in found.help


def test_two_that_put_something_into_the_same_place_conflict_unless_one_comes_after() -> None:
    one = 'house_rules one "One" for small\n\nafter roll die in lay\n  say "1."\n'
    two = one.replace("rules one", "rules two").replace("1.", "2.")
    assert told(small(one, two)) == ["1.rules:3:12 house-conflict"]
    assert told(small(one, two.replace("\n\n", "\n  after one\n\n"))) == []
    assert told(small(one, two.replace("after roll", "before roll"))) == []
    assert told(small(one, one.replace("rules one", "rules two"))) == []


LIMITS = [
    ("may_stop only when seen > 5 or seen is 1", "(seen > 5 or seen is 1) and (seen > 3 or die is 6)"),
    ("limit only when seen > 5 otherwise 2", "(7 if may_stop otherwise 8) if seen > 5 otherwise 2"),
]


@pytest.mark.parametrize(("change", "expected"), LIMITS)
@pytest.mark.quick
def test_a_definition_holds_only_when(change: str, expected: str) -> None:
    checked = small(f"define {change}\n")
    assert told(checked) == []
    assert checked.amended is not None
    assert " ".join(format_file(checked.amended.files[-1]).split()).count(expected) == 1


def test_a_definition_that_is_no_condition_needs_another_value() -> None:
    (found,) = small("define limit only when seen > 5\n").diagnostics.in_order
    assert found.code == "wrong-type"
    assert "otherwise" in found.help
    assert place(found) == "0.rules:3:8"


def test_they_are_printed_as_they_are_written() -> None:
    text = (
        HEAD + 'after roll die in game\n  say "a"\n\nbefore say "Later." in pause\n  nothing\n\n'
        "after take from seen in pause\n  nothing\n\ndefine limit only when seen > 5 otherwise 2\n"
    )
    assert format_file(parse(Source("a.rules", text), Diagnostics())) == text
