"""Phases: what is used where, what ends what, what never ends, what comes round to itself, what nobody comes to.

The wording is held in `golden/check/phases`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics import Severity
from tests.support.checking import checked, compare, mistakes, said

GAME = 'game small "A small game"\ndice die = 1d6\n'
TREE = """phase game
  keep in_game : 0..9 = 0
  outer
  show in_game
phase outer in game
  keep in_outer : 0..9 = in_game
  inner for 3
  show in_outer
phase inner for (given_here: 0..9) in outer
  keep in_inner : 0..9 = in_outer + given_here
  roll die
  show in_inner
rule show (n: 0..9)
  say "{n}"
"""


@pytest.mark.parametrize("path", mistakes("phases"), ids=lambda path: path.stem)
@pytest.mark.quick
def test_messages(path: Path) -> None:
    compare(path)


def at_the_end_of(phase: str, line: str) -> list[str]:
    """What is said when a line is put at the end of a phase of the tree above."""
    head, found, rest = (GAME + TREE).partition(f"  show in_{phase}\n")
    assert found
    return [each.partition(": ")[2] for each in said(f"{head}{found}  {line}\n{rest}")]


@pytest.mark.parametrize("name", ["in_game", "in_outer", "in_inner", "given_here"])
@pytest.mark.parametrize("phase", ["game", "outer", "inner"])
@pytest.mark.quick
def test_what_a_phase_keeps_is_known_inside_it_only(phase: str, name: str) -> None:
    depth = ["game", "outer", "inner"]
    kept_by = "inner" if name == "given_here" else name.removeprefix("in_")
    inside = depth.index(kept_by) <= depth.index(phase)
    assert at_the_end_of(phase, f"show {name}") == ([] if inside else ["state-outside-phase"])


@pytest.mark.parametrize("ended", ["game", "outer", "inner"])
@pytest.mark.parametrize("phase", ["game", "outer", "inner"])
@pytest.mark.quick
def test_a_phase_is_ended_from_inside_it_only(phase: str, ended: str) -> None:
    depth = ["game", "outer", "inner"]
    inside = depth.index(ended) <= depth.index(phase)
    assert at_the_end_of(phase, f"when die is 3 : end {ended}") == ([] if inside else ["end-outside-phase"])


@pytest.mark.parametrize(
    ("phase", "begun", "wrong"),
    [
        ("game", "outer", []),
        ("game", "inner for 1", ["phase-outside-parent"]),
        ("outer", "inner for 1", []),
        ("outer", "outer", ["recursion"]),
        ("inner", "outer", ["recursion"]),
        ("inner", "game", ["recursion"]),
    ],
)
def test_a_phase_is_begun_inside_its_parent_only(phase: str, begun: str, wrong: list[str]) -> None:
    assert at_the_end_of(phase, begun) == wrong


@pytest.mark.quick
def test_a_rule_is_followed_from_wherever_it_is_called() -> None:
    text = GAME + TREE.replace("  show in_inner\n", "  show in_inner\n  tidy\n") + "rule tidy\n  show in_inner\n"
    assert said(text) == []
    (found,) = checked(text.replace("  show in_outer\n", "  show in_outer\n  tidy\n")).diagnostics.found
    assert found.code == "state-outside-phase"
    assert found.notes == ("called by: game -> outer -> tidy",)


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ("  repeat turn", ["never-ends"]),
        ("  repeat turn until no", ["never-ends"]),
        ("  repeat turn until die is 3", []),
        ("  repeat turn until die > 6", ["never-ends", "always-same"]),
        ("  repeat\n    roll alike\n  until alike is not 1\ndice alike = 1 of 1, 1", ["never-ends", "always-same"]),
        ("  repeat\n    turn\n    when die is 2 : end game", []),
        ("  repeat\n    repeat turn", ["never-ends", "never-ends"]),
        ("  repeat ender", []),
        ("  repeat 3 times : turn", []),
        ("  repeat for each one in all player : turn", ["never-ends"]),
        ("  repeat for each one in all player\n    turn\n  until no", ["never-ends"]),
        ("  repeat for each one in all player\n    turn\n  until die is 3", []),
        ("  repeat for each one in all player : ender", []),
        ("  repeat for each one in all player where die > 3 : turn", []),
        ("  repeat 3 times\n    repeat turn", ["never-ends"]),
        ("  repeat\n    do ends", []),
        ("  repeat\n    do ends_not", ["never-ends"]),
        ("  repeat\n    add 1 to laps", []),
        ("  repeat inside", ["never-ends"]),
        ("  repeat outer_one", []),
    ],
)
@pytest.mark.quick
def test_what_is_repeated_must_end_some_day(body: str, wrong: list[str]) -> None:
    text = (
        GAME
        + f"""phase game
  count laps to 3 : end game
  choose going by lowest of all player
  when going is go : add 1 to laps
  when die is 1 : all_of_them
{body}
rule all_of_them
  inside
  outer_one
  ender
  do ends
  do ends_not
rule turn
  roll die
rule ender
  roll die
  when die is 6 : end game
phase inside in game
  roll die
  when die is 6 : end inside
phase outer_one in game
  roll die
  when die is 6 : end game
table ends on die
  1..5 : turn
  6    : end game
table ends_not on die
  1..5 : turn
  6    : inside
choice going
  "?"
  go   "on"
  stop "stop"
  default go
"""
    )
    assert [each.partition(": ")[2] for each in said(text)] == wrong


def test_warnings_wait_until_there_are_no_errors() -> None:
    unused = 'rule unused_one\n  say "x"\n'
    assert said(GAME + 'phase game\n  roll die\n  say "{die}"\n' + unused) == ["6:6: unused"]
    assert said(GAME + 'phase game\n  roll die\n  say "{dice}"\n' + unused) == ["5:9: unknown-name"]


@pytest.mark.parametrize(
    "used",
    [
        "when n is 3 : nothing",
        'say "{n}"',
        "roll die for lowest of all player then set n to n + die",
        "when some x in 1..9 where x is n : nothing",
        "let k = n then set m to k",
        "for each x in n : nothing",
        "when tab.here is 3 : nothing",
        "when seen : nothing",
    ],
)
def test_reading_is_use(used: str) -> None:
    text = "phase game\n  keep n : 0..9 = 0\n  keep m : 0..9 = 0\n  roll die\n  when die is 1 : set n to 2\n"
    text += f"  {used}\n  when m is 3 : nothing\n"
    if "tab" in used:
        text += "table tab on n -> here\n  0..8 : 1\n  9 : 3\n"
    if "seen" in used:
        text += "define seen = n > 3\n"
    assert said(GAME + text) == []


# ---- as long as you like, but not longer

RULES = "".join(f"rule r{n}\n  r{n + 1}\n" for n in range(3000)) + 'rule r3000\n  say "x"\n'
DEFINES = "".join(f"define d{n} = d{n + 1} + 1\n" for n in range(3000)) + "define d3000 = 1\n"
UPWARDS = "define d3000 = 1\n" + "".join(f"define d{n} = d{n + 1} + 1\n" for n in reversed(range(3000)))
PHASES = "phase p0 in game\n  p1\n" + "".join(f"phase p{n} in p{n - 1}\n  p{n + 1}\n" for n in range(1, 2000))
TABLES = "".join(f"table t{n} on t{n + 1}.v -> v\n  1 : t{n + 1}.v\n  2 : t{n + 1}.v\n" for n in range(60))
DOUBLED = "".join(f"define d{n} = (d{n + 1} + d{n + 1}) mod 7\n" for n in range(60)) + "define d60 = 1\n"


@pytest.mark.parametrize(
    ("begin", "rest"),
    [
        ("r0", RULES),
        ('say "{d0}"', DEFINES),
        ('say "{d0}"', UPWARDS),
        ("p0", PHASES + 'phase p2000 in p1999\n  say "x"\n'),
        ('say "{t0.v}"', TABLES + "table t60 on die -> v\n  1..3 : 1\n  4..6 : 2\n"),
        ('say "{d0}"', DOUBLED),
    ],
    ids=["rules", "definitions", "definitions upwards", "phases", "tables that double", "definitions that double"],
)
def test_long_chains_are_refused_and_not_gone_through(begin: str, rest: str) -> None:
    found = checked(f"{GAME}phase game\n  roll die\n  {begin}\n{rest}").diagnostics.in_order
    errors = {each.code for each in found if each.severity is Severity.ERROR}
    assert errors <= {"too-deep", "too-large"}
    assert errors
