"""Programs to try engines on, written by hand, and a way to play them by a list of answers."""

from __future__ import annotations

from itertools import product

from interpreter.engine import Engine, Step
from interpreter.program import Program
from interpreter.program.text import parse_program

AT_BAT, THROW, THROWN, CHOOSE = 2, 3, 4, 29
"""Blocks of `halves`."""

# Eighteen halves of three outs; three dice a throw, looked up in a table; a walk loop over the runners.
# About as many instructions a throw as a real game has.
HALVES = """\
program name="halves" registers=8 start=0 seats=["Ann","Ben"] sides=[]

what 0 kind="value" name="outs"
what 1 kind="value" name="runs"

array 0 {rows}

shape 0 form="number"
shape 1 form="set" labels=["first","second","third"]

slot 0 name="throw" kind="dice" shape=0
slot 1 name="outs" kind="state" shape=0
slot 2 name="runs[Ann]" kind="state" shape=0
slot 3 name="runs[Ben]" kind="state" shape=0
slot 4 name="bases" kind="state" shape=1
slot 5 name="half" kind="state" shape=0
slot 6 name="batting" kind="state" shape=0
slot 7 name="score_return" kind="return" shape=0
slot 8 name="advance_return" kind="return" shape=0
slot 9 name="distance" kind="local" shape=0
slot 10 name="left" kind="local" shape=0
slot 11 name="who" kind="local" shape=0
slot 12 name="offer[0]" kind="flag" shape=0
slot 13 name="offer[1]" kind="flag" shape=0
slot 14 name="default" kind="local" shape=0
slot 15 name="steal" kind="choice" shape=0
slot 16 name="target" kind="local" shape=0

site 0 kind="rule" name="score" row="" file="halves" line=1 column=1 citation="" ids=[]
site 1 kind="rule" name="advance" row="" file="halves" line=2 column=1 citation="" ids=[]
site 2 kind="row" name="throws" row="out" file="halves" line=3 column=1 citation="" ids=[]
site 3 kind="row" name="throws" row="hit 1" file="halves" line=4 column=1 citation="" ids=[]
site 4 kind="row" name="throws" row="hit 2" file="halves" line=5 column=1 citation="" ids=[]
site 5 kind="row" name="throws" row="hit 4" file="halves" line=6 column=1 citation="" ids=[]
site 6 kind="row" name="throws" row="nothing" file="halves" line=7 column=1 citation="" ids=[]
site 7 kind="clause" name="game" row="" file="halves" line=8 column=1 citation="" ids=[]

text 0 pieces=["A run: ","."] shapes=[0] choices=[null]
text 1 pieces=["Out."] shapes=[] choices=[]

dice 0 name="throw" number=3 faces=6

choice 0 name="steal" question="Steal?" values=[0,1] names=["none","first"] labels=["none","first"]

measure 0 name="runs_per_half" per="half"
measure 1 name="runs" per="side" labels=["Ann","Ben"]

routine 0 name="score" kind="rule" entry=16 return_slot=7 continuations=[18]
routine 1 name="advance" kind="rule" entry=17 return_slot=8 continuations=[10,10,10]

query 0 entry=24 kind="view"
query 1 entry=25 kind="advice"
query 2 entry=26 kind="given"

block 0 "game"
  half = 0
  jump half_begins

block 1 "half_begins"
  outs = 0
  bases = 0
  batting = mod half 2 at #7
  jump at_bat

block 2 "at_bat"
  %0 = ne bases 0 at #7
  if %0 then ask_steal else throw

block 3 "throw"
  roll throw outcomes 216 by batting into throw then thrown at #7

block 4 "thrown"
  %0 = array 0 index throw at #7
  switch %0 to (row_out, row_hit_1, row_hit_2, row_hit_4, row_nothing)

block 5 "row_out"
  mark #2
  say 1 with () at #2
  %0 = add outs 1 at #2
  check %0 from 0 to 3 what 0 at #2
  outs = %0
  %1 = ge outs 3 at #2
  if %1 then half_ends else after_throw

block 6 "row_hit_1"
  mark #3
  distance = 1
  call advance number 0 then after_throw

block 7 "row_hit_2"
  mark #4
  distance = 2
  call advance number 1 then after_throw

block 8 "row_hit_4"
  mark #5
  distance = 4
  call advance number 2 then after_throw

block 9 "row_nothing"
  mark #6
  jump after_throw

block 10 "after_throw"
  jump at_bat

block 11 "half_ends"
  sample runs_per_half value outs
  %0 = add half 1 at #7
  check %0 from 0 to 1000 what 0 at #7
  half = %0
  %0 = ge half 18 at #7
  if %0 then game_ends else half_begins

block 12 "game_ends"
  sample runs value runs[Ann]
  sample runs value runs[Ben]
  %0 = gt runs[Ann] runs[Ben] at #7
  if %0 then ann_wins else ben_wins

block 13 "ann_wins"
  award 0 at #7
  jump over

block 14 "ben_wins"
  award 1 at #7
  jump over

block 15 "over"
  finish

block 16 "score"
  mark #0
  %0 = load runs[Ann] size 2 index batting at #0
  %0 = add %0 1 at #0
  check %0 from 0 to 1000 what 1 at #0
  store runs[Ann] size 2 index batting value %0 at #0
  say 0 with (%0) at #0
  return from score

block 17 "advance"
  mark #1
  %0 = mul bases 2 at #1
  %0 = or %0 1 at #1
  left = %0
  bases = 0
  jump next_runner

block 18 "next_runner"
  %0 = eq left 0 at #1
  if %0 then advanced else move_runner

block 19 "move_runner"
  who = highest left at #1
  %0 = shl 1 who at #1
  left = xor left %0 at #1
  target = add who distance at #1
  %0 = gt target 3 at #1
  if %0 then scores else stays

block 20 "scores"
  call score number 0 then next_runner

block 21 "stays"
  %0 = sub target 1 at #1
  %0 = shl 1 %0 at #1
  bases = or bases %0 at #1
  jump next_runner

block 22 "next_runner_again"
  jump next_runner

block 23 "advanced_return"
  jump after_throw

block 24 "view"
  answer (runs[Ann], runs[Ben], outs, bases)

block 25 "advice"
  %0 = lt outs 2 at #7
  answer (%0)

block 26 "given"
  outs = 2
  bases = 5
  answer ()

block 27 "advanced"
  return from advance

block 28 "ask_steal"
  offer[0] = 1
  %0 = and bases 1 at #7
  %1 = and bases 2 at #7
  %1 = eq %1 0 at #7
  %0 = and %0 %1 at #7
  offer[1] = %0
  default = 0
  jump choose_steal

block 29 "choose_steal"
  choose steal by batting flags offer[0] default default into steal then steal_chosen at #7

block 30 "steal_chosen"
  %0 = eq steal 1 at #7
  if %0 then stealing else throw

block 31 "stealing"
  bases = xor bases 3 at #7
  jump throw
"""


def _row_of(total: int) -> int:
    return 0 if total <= 8 else 4 if total <= 11 else 1 if total <= 14 else 2 if total <= 16 else 3


HALVES_ROWS = [_row_of(sum(faces)) for faces in product(range(1, 7), repeat=3)]


def halves() -> Program:
    """The little game above."""
    return parse_program(HALVES.replace("{rows}", str(HALVES_ROWS)))


SMALL = """\
program name="small" registers=2 start=0 seats=[] sides=[]
what 0 kind="value" name="the count"
array 0 [5,6,7]
array 1 []
array 2 [9,8,7,6,5]
shape 0 form="number"
slot 0 name="a" kind="state" shape=0
slot 1 name="b" kind="state" shape=0
slot 2 name="c" kind="state" shape=0
slot 3 name="f[0]" kind="flag" shape=0
slot 4 name="f[1]" kind="flag" shape=0
slot 5 name="f[2]" kind="flag" shape=0
site 0 kind="clause" name="first" row="" file="small" line=1 column=1 citation="" ids=[]
site 1 kind="clause" name="second" row="" file="small" line=2 column=1 citation="" ids=[]
site 2 kind="clause" name="third" row="" file="small" line=3 column=1 citation="" ids=[]
text 0 pieces=["It is ","."] shapes=[0] choices=[null]
dice 0 name="dice" number=1 faces=6
choice 0 name="choice" question="Which?" values=[-10,20,30] names=["x","y","z"] labels=["X","Y","Z"]
measure 0 name="count" per="game"
query 0 entry=4 kind="query"
block 0 "game"
{game}
block 1 "other"
{other}
block 2 "end"
  finish
block 3 "stop"
  {stop}
block 4 "query"
{query}
"""


ROLL = "roll dice outcomes 6 by -1 into b then game at #2"
CHOICE = "choose choice by 1 flags f[0] default a into b then end at #1"
"""What the block `stop` of a small program may be."""


def small(game: str, *, other: str = "  jump end", stop: str = "finish", query: str = "  answer ()") -> Program:
    """A program of a few blocks: what the game does, where it may go, where it may stop, and a query."""
    return parse_program(SMALL.format(game=game, other=other, stop=stop, query=query))


def played(engine: Engine, answers: list[int]) -> list[Step]:
    """The beginning of a game and what each answer leads to."""
    steps = [engine.begin()]
    for answer in answers:
        steps.append(engine.answer(steps[-1].position, answer))
    return steps
