"""Random rulesets of the kind that machine code plays by a table (`native.tabulation`): little has to be known from
throw to throw, and much is counted.

Two sides have turns in rounds. A throw of a turn does a few things that are chosen at random: it adds to counters of
the turn and of the game, sets them anew, moves a mark, ends the turn. So does what comes between turns; and what is
measured is chosen at random too.
"""

from __future__ import annotations

from random import Random
from textwrap import indent

GAME = ("rounds_won", "deeds", "points of red", "points of blue")
ROUND = ("calls",)
TURN = ("hits", "bonus")
"""What counts up, by how long it is kept."""


def random_table_ruleset(seed: int) -> str:
    """The text of a ruleset."""
    random = Random(seed)
    faces, levels = random.choice((4, 6, 8)), random.randrange(2, 5)
    rows = ["  add 1 to outs"]
    rows += [
        indent("\n".join(during(random, levels)) or "nothing", "  ") if random.random() < 0.8 else '  say "Nothing."'
        for _ in range(faces - 1)
    ]
    table = "\n".join(f"  {face} : throw_{face}" for face in range(1, faces + 1))
    rules = "\n".join(f"rule throw_{face}\n{row}\n" for face, row in enumerate(rows, 1))
    return f"""
game random_table "A random table"
  source "Nothing"

sides red, blue
dice die = 1d{faces}

phase game
  keep rounds_won : 0+ = 0
  keep deeds : 0..{random.choice((30, 9000))} = 0
  keep points of each side : 0+ = 0
  count rounds
  repeat round until rounds is {random.choice((1, 2, 5, 60, 250))}
{"  when deeds mod 3 is 0 : end game without result" if seed % 3 == 1 else ""}
  for each team in all side
    when no other in all side where points of other > points of team : win team

phase round in game
  keep calls : 0+ = {random.randrange(2)}
  add 1 to rounds
{between(random)}  turn for red
{between(random)}  turn for blue
{between(random)}
phase turn for (thrower: side) in round
  keep level : 0..{levels} = {random.randrange(levels)}
  keep again : yes or no = no
  count outs to {random.randrange(1, 4)} : end turn
  keep hits : 0+ = {random.choice((0, 0, 3))}
  keep bonus : 0..5000 = 0
{between(random)}  repeat throw

phase throw in turn
  roll die for thrower
  do results

table results on die
{table}

{rules}
measure points per side = points of side
measure rounds per game = rounds
measure throws per game counts rolls
{measured(random)}"""


def during(random: Random, levels: int) -> list[str]:
    """What a throw does."""
    lines = [one(random, levels) for _ in range(random.randrange(1, 4))]
    last = random.choice(("add 1 to outs", "add 1 to outs", "nothing", "when again : end turn"))
    again = ["roll die for thrower", "when die < 3", f"  {one(random, levels)}"]
    return [*lines, *random.choice(([], [], again)), last]


def one(random: Random, levels: int) -> str:
    """One of the things that a throw does."""
    counted = random.choice((*GAME, *ROUND, *TURN, "points of thrower"))
    return random.choice(
        (
            f"add {random.randrange(1, 4)} to {counted}",
            f"add {random.randrange(1, 4)} to {counted}",
            f"set {random.choice((*ROUND, *TURN))} to {random.randrange(3)}",
            f"set level to {random.randrange(levels + 1)}",
            f"set level to (0 if level is {levels} otherwise level + 1)",
            f"when level is {random.randrange(levels)} : add 2 to {counted}",
            f"set again to {random.choice(('yes', 'no', 'level is 0'))}",
            "when again : add 1 to outs",
            "for each team in all side without thrower : add 1 to points of team",
            f"when level > {random.randrange(levels)} : end turn",
        )
    )


def between(random: Random) -> str:
    """What is done before, between or after turns."""
    counted = random.choice((*GAME, *ROUND))
    lines = random.sample(
        (
            f"add {random.randrange(1, 5)} to {counted}",
            f"set {random.choice((*GAME, *ROUND))} to {random.choice((0, 7, 25))}",
            f"set {random.choice(('rounds_won', *ROUND))} to {random.choice((7, 300, 999_990, 999_999))}",
            f"set rounds_won to deeds + {random.randrange(3)}",
            "when points of red > points of blue : add 1 to rounds_won",
            "for each team in (those team in all side where points of team > 20) : take 20 from points of team",
            "roll die",
            "when deeds > 50 : set deeds to 0",
        ),
        random.choice((0, 1, 1, 2)),
    )
    return "".join(f"  {line}\n" for line in lines)


def measured(random: Random) -> str:
    """What is measured."""
    lines = [
        "measure hits_of_turn per turn = hits",
        f"measure bonus_of_turn per turn = bonus + {random.randrange(3)}",
        "measure deeds_so_far per turn = deeds",
        "measure level_of_turn per turn = level",
        "measure ones per turn = 1",
        "measure calls_of_round per round = calls",
        "measure won per game = rounds_won",
    ]
    return "\n".join(random.sample(lines, random.randrange(1, 5))) + "\n"
