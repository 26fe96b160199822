"""What strategies advise is remembered where it depends on few numbers, and is the same then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.analysis.graph import find_graph
from interpreter.api import read
from interpreter.native import Native, advice_memory, module
from interpreter.native.advice_memory import Memory, plan_memories
from interpreter.program import Move, Slot
from interpreter.stepper import Stepper
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference

RULES = """\
game keeping "Keeping"
  source "made up"

players 2

dice throw = 3d6

phase game
  keep score of each player : 0..10000 = 0
  keep round : 0..10 = 0
  repeat 10 times
    add 1 to round
    turn for player_1
    turn for player_2
  win those one in all player with most score of one

phase turn for (mover: player) in game
  roll throw for mover
  choose kept by mover
  choose named by mover
  add 10 * size of kept + named to score of mover

choice kept
  "Which dice do you keep?"
  pick dice from subsets of throw where size of dice < 3
  default none

choice named
  "Which number do you name?"
  pick one from 1..6 where one is not lowest_face and score of chooser mod 2 is 0 or one is 5
  default 5

define lowest_face = lowest of throw
define alike (face: 1..6) = count of die in throw where die is face
define most_frequent = the die in throw with most 10 * alike(die) + die

strategy frequent "Keeps what there is most of"
  kept  : those die in throw where die is most_frequent
  named : 3

strategy unsure "Asks too much now and then"
  kept
    when 12 / (alike(1) - 1) > 6 and most_frequent > 2 : those die in throw where die is lowest_face
    when alike(2) > 0                                  : 2
    when alike(3) > 0, 1 in 2                          : 3
  named
    when total of throw > 9 and alike(most_frequent) > 1 : most_frequent
    when most_frequent > alike(4)                        : lowest_face

strategy greedy "Looks at more"
  kept
    when round mod 3 is 0 and alike(most_frequent) > 1 : those die in throw where die is not most_frequent
    when score of chooser mod 3 is 0 and alike(most_frequent) < 3 : those die in throw where die is most_frequent
  named
    when alike(most_frequent) > 1 and alike(6) < 2 : most_frequent

measure score per player = score of player
"""


@pytest.fixture
def memories(monkeypatch: pytest.MonkeyPatch) -> list[Memory]:
    """All memories of machine code that is made from now on."""
    found: list[Memory] = []

    def plan(*given: object) -> dict[tuple[int, int], Memory]:
        planned = plan_memories(*given)  # type: ignore[arg-type]
        found.extend(planned.values())
        return planned

    monkeypatch.setattr(module, "plan_memories", plan)
    return found


def hold_games(strategies: tuple[str, str]) -> None:
    program = read(RULES).program()
    reference = Reference(Stepper(program), strategies)
    native = Native(program, strategies, keep=False, tier="best", witness=True)
    assert hold(native, list(map(reference.play, range(150))), SEED, witness=True) == []


@pytest.mark.parametrize(
    ("strategies", "lines"),
    [
        (("frequent", "default"), 1),
        (("frequent", "unsure"), 5),
        (("unsure", "random"), 4),
        (("greedy", "greedy"), 2),
    ],
)
def test_games_are_the_same(strategies: tuple[str, str], lines: int, memories: list[Memory]) -> None:
    hold_games(strategies)
    assert len(memories) == lines


def test_what_writes_what_it_reads_is_not_remembered() -> None:
    program = read(RULES).program()
    entry = program.queries[program.advice("frequent", 0)[0]].entry
    (read_slot,) = (slot for slot, each in enumerate(program.slots) if each.name == "throw")
    for written, planned in ((2 + read_slot, 1), (read_slot, 0)):
        blocks = list(program.blocks)
        blocks[entry] = replace(blocks[entry], instructions=(*blocks[entry].instructions, Move(Slot(written), 0)))
        writing = replace(program, blocks=tuple(blocks))
        lines = {(0, 0): find_graph(writing, [entry])}
        assert len(plan_memories(writing, lines, {Slot(read_slot): (0, 215)}, 0)) == planned


def test_what_there_is_no_room_for_is_worked_out(memories: list[Memory], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_memory, "MOST", 200)
    hold_games(("frequent", "unsure"))
    assert memories == []
