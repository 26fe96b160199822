"""Small games whose odds some engine once had wrong, each with the right answers: inputs for every engine to come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.support.brute_force import OPEN
from tests.support.odds_questions import Question


@dataclass(frozen=True)
class Fault:
    """A game, a question about it, and some of the figures that are right."""

    name: str
    text: str
    question: Question
    right: dict[str, Any]
    strategies: tuple[str, ...] = ()
    players: int | None = None


PRODUCT = """
game product "Runs times a multiplier"
players 2
dice coin = 1d2
dice die  = 1d6
phase game
  keep times : 0..9  = 0
  keep runs  : 0..99 = 0
  roll coin
  set times to 10 / 2
  repeat 3 times : inning
phase inning in game
  repeat 2 times : turn
phase turn in inning
  roll die
  set runs to total of coin
  when die > 2 : roll die
measure product per game = times * runs
"""

FIRST_PHASE = """
game first "The first phase depends on what was rolled before it"
players 2
dice die  = 1d6
dice coin = 1d2
phase game
  keep base  : 0..100 = 0
  keep turns : 0..9 = 0
  roll die
  set base to total of die * 10
  repeat turn until turns > 3
phase turn in game
  keep got : 0..1000 = 0
  roll coin
  set got to base + total of coin
  add 1 to turns
measure got per turn = got
"""

NO_RESULT = """
game void "Some games do not count"
players 2
dice die = 1d6
phase game
  keep total : 0..100 = 0
  repeat turn until total > 12
  win highest of all player
phase turn in game
  roll die
  add total of die to total
  when die is 6 : end game without result
measure thrown per turn = total of die
measure total per game = total
"""

WINS_TWICE = """
game twice "Red may win twice"
players 2
dice coin = 1d2
phase game
  roll coin
  win lowest of all player
  when coin is 2 : win lowest of all player
"""

TIE = """
game ties "Is the highest throw alone?"
players 2
dice throw = 2d6
phase game
  keep points of each player : 0..12 = 0
  for each one in all player
    roll throw
    set points of one to total of throw
measure tie per game = size of (those one in all player with most points of one) > 1
"""

ARMIES = """
game armies "Two choices in a row, and no roll between them"
players 1 against the bank
dice die = 1d6
phase game
  keep men  : 0..9 = 3
  keep foes : 0..9 = 3
  repeat clash until men is 0 or foes is 0
  when foes is 0 : win lowest of all player
  otherwise      : win the bank
phase clash in game
  choose one_way by lowest of all player
  choose other_way by lowest of all player
  roll die
  when die > 4 - number of one_way + number of other_way : take 1 from foes
  otherwise                                              : take 1 from men
choice one_way
  "How?"
  weak   "weakly"
  strong "strongly"
  default strong
choice other_way
  "And how?"
  open_flank "with an open flank"
  firm       "firmly"
  default open_flank
"""

ESCAPE = """
game escape "A rule ends the phase around it"
players 2
dice die = 1d6
phase game
  keep x : 0..9 = 0
  repeat 1 times : round
phase round in game
  roll die
  set x to 5
  helper
  set x to 2
  roll die
rule helper
  when die is 6 : end round
measure x_then per game = x
"""

ALL_PHASES = """
game rounds "What is measured of each round was kept before"
players 1
phase game
  keep n : 0..9 = 0
  keep a : 0..9 = 1
  repeat round until n >= 3
phase round in game
  add 1 to n
measure r per round = the lesser of a and 4
"""

BANK = """
game bank "A draw is half a win against the bank"
players 1 against the bank
dice die = 1d6
phase game
  roll die
  choose go by lowest of all player
  when go is bold
    when die > 3 : win lowest of all player
    otherwise    : win the bank
choice go
  "Go?"
  bold "bold"
  shy  "shy"
  default bold
"""

DEEP = """
game deep "A rule of a rule ends the round, and its count is lost"
players 1
kind box: ones, twos, threes
dice die = 1d3
phase game
  keep n : 0..999 = 0
  keep a : 0..999 = 0
  keep open_ones : set of box = none
  keep price of each box : 0..999 = 0
  repeat round until n >= 1
phase round in game
  add 1 to n
  for each one in all player
    turn for one
  add ((sum of price of each_box for each_box in open_ones) + n) to a
phase turn for (who: player) in round
  keep x : -99999..99999 = 0
  roll die
  trip
rule trip
  set x to -(n * 1)
  deep
rule deep
  take a from x
  end round
measure counted per game counts round
"""

HALF = Fraction(1, 2)

FAULTS = (
    Fault("a product", PRODUCT, Question("measure", "product"), {"mean": Fraction(15, 2)}),
    Fault("the first phase", FIRST_PHASE, Question("measure", "got"), {"mean": 36 + HALF, "first mean": 36 + HALF}),
    Fault("all phases", ALL_PHASES, Question("measure", "r"), {"mean": Fraction(1), "number": Fraction(3)}),
    Fault("a draw with the bank", BANK, Question("best win"), {"value": Fraction(3, 4)}, (OPEN,)),
    Fault("games that do not count", NO_RESULT, Question("measure", "thrown"), {"mean": 3.110427341400}),
    Fault("nobody wins twice", WINS_TWICE, Question("winners"), {"distribution": {(0,): Fraction(1)}}),
    Fault("a tie", TIE, Question("measure", "tie"), {"mean": Fraction(73, 648)}),
    Fault("two choices", ARMIES, Question("best win"), {"value": HALF}, (OPEN,)),
    Fault("a count of phases", DEEP, Question("measure", "counted"), {"mean": Fraction(1)}),
    Fault("a phase ended from a rule", ESCAPE, Question("measure", "x_then"), {"mean": 2 + HALF}),
)
