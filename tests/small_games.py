"""Small games with some of everything, for tests of what is built around the rules."""

from __future__ import annotations

from functools import cache

from interpreter.api import Ruleset, read
from interpreter.play import Session
from interpreter.seats import Bots
from interpreter.stepper import Stepper

RACE = """\
game race "Race to Ten"
  source "Kitchen Table Games, 1901"

players 2..4                            cite "Racing" RT-01

dice die = 1d6                          cite "Racing" RT-02

option goal = 10 in 5..50
  "How far is it?"

option six = jumps                      open RT-O1
  "What does a six do?"
  because "The page is torn here."
  jumps "it counts double"
  stays "it counts nothing"

phase game
  keep score of each player : 0+ = 0
  keep mover : player = highest of all player
  repeat turn until score of mover >= goal
  say "{mover} is home with {score of mover}."
  win mover

phase turn in game
  keep gained : 0..24 = 0
  set mover to next of mover
  choose tempo by mover
  roll die for mover
  do steps

table steps on die                      cite "How Far" RT-03
  1      : say "Nothing."
  2..5   : walk total of die
  6      : jump

rule walk (far: 2..6)                   cite "How Far" RT-04
  set gained to (far if tempo is safe otherwise 2 * far if far > 3 otherwise 0)
  add gained to score of mover
  say "{mover} goes {gained}."

rule jump
  when six is jumps
    add 12 to gained
    add 12 to score of mover
    say "A jump!"

choice tempo
  "Safe, or double or nothing?"
  safe   "as far as the die says"
  double "twice as far, from 4 on"
  default safe

strategy daring "Always double"
  tempo : double

strategy wary "Doubles when far behind"
  tempo
    when some one in all player where score of one > score of mover + 4 : double
    otherwise : safe

measure turns  per game counts die
measure points per player = score of player
measure gain   per turn = gained

view board in game
  "{mover} {score of mover} of {goal}"

view pace in turn
  " ___ "
  "|{gained > 0 ? >|.}  |  gained {gained}"
"""

MARKS = """\
game marks "Marks"
kind spot: north, east, south, far_east "the far east"
dice pair = 2d6
phase game
  keep marked : set of spot = none
  repeat turn until size of marked is 3
phase turn in game
  choose placed by (lowest of all player)
  roll pair
  do falls
table falls on pair
  2..7  : set marked to marked with placed
  8..12 : nothing
  4+4   : set marked to all spot without north
choice placed
  "Where?"
  pick place from all spot where place not in marked
  default lowest of (all spot without marked)
"""


@cache
def race() -> Ruleset:
    return read(RACE)


@cache
def marks() -> Ruleset:
    return read(MARKS)


def session_of(rules: Ruleset, seed: int = 7, game: int = 0) -> Session:
    return Session(Stepper(rules.program()), seed, game)


def play_on(session: Session, strategies: tuple[str, ...] = ("default", "default")) -> None:
    bots = Bots(session.program, strategies)
    while not session.over:
        session.step(bots.decide)
