"""Small games with some of everything, for tests of what is built around the rules."""

from __future__ import annotations

from functools import cache

from interpreter.api import Ruleset, read
from interpreter.bots.seats import Bots
from interpreter.play.trace import Session
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

ENDLESS = """\
game endless "It Does Not End"
players 2
dice die = 1d6
phase game
  keep stuck : 0..1 = 0
  keep sixes : 0+ = 0
  repeat turn until die is 5 and stuck is 0
phase turn in game
  roll die
  choose hold by lowest of all player
  when die is 1 and stuck is 0
    roll die
    when die is 1 : set stuck to 1
  when die is 6 : add 1 to sixes
choice hold
  "Hold on to it?"
  keep_it "yes"
  leave_it "no"
  default keep_it
measure sixes per game = sixes
"""
"""One that comes into a state now and then from which it does not end."""

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

TRICKS = """\
game tricks "Tricks"
players 2..3
kind suit: clubs, hearts, spades
kind rank: two, three, king, ace
cards pack: rank of suit, joker
pile stock               : pack, face down = all pack
pile played              : pack, face up
pile lost                : pack, face down
hand held of each player : pack, seen by its player
phase game
  keep points of each player : 0..99 = 0
  shuffle stock
  for each one in all player
    deal 3 from stock to held of one
  repeat trick until held of lowest of all player is none
phase trick in game
  for each one in all player
    choose lead by one
    put lead from held of one to played
  when joker in played : put all from played to lost
  otherwise : put all from played to bottom of stock
  add size of stock to points of lowest of all player
  when size of stock > 9 : shuffle stock
choice lead
  "Which card?"
  pick card from held of chooser
  default lowest of held of chooser
strategy high "The highest"
  lead : highest of held of chooser
view table in game
  "{played} {size of stock} {size of lost}"
  "{held of viewer}"
  for each one in all player : "{one} {size of held of one} {points of one}"
"""

ROWS = """\
game rows "Rows"
players 2
sides red, blue
kind spot: left_row, middle_row, right_row
cards dozen: one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve
cards omens: luck, doom
pile stock                : dozen, face down = all dozen
pile row of each spot     : dozen, face up
pile buried of each spot  : dozen, face down
hand kept of each side    : dozen, seen by its side
hand fates                : omens, face down = all omens
pile fate                 : omens, face up
dice die = 1d6
phase game
  keep rounds : 0..9 = 0
  keep place  : spot = left_row
  shuffle stock
  repeat round until rounds is 6
phase round in game
  add 1 to rounds
  roll die
  set place to (left_row if die < 3 otherwise middle_row if die < 5 otherwise right_row)
  when size of stock > 2
    deal 2 from stock to row of place
    deal from stock to buried of place
  choose what by lowest of all player
  when what is swap_rows  : swap row of place with buried of next of place
  when what is bury       : put all from row of place to bottom of buried of place
  when what is dig        : put all from buried of place to row of next of place
  when what is keep_some  : put (those each_card in row of place where each_card > six) from row of place to kept of red
  when what is mix        : shuffle buried of place
  when what is draw_again and size of buried of place > 0 : deal from buried of place to stock
  when what is give       : swap kept of red with kept of blue
  put all from fates to fate
  put luck from fate to fates
  put doom from fate to fates
choice what
  "What?"
  swap_rows  "swap"
  bury       "bury"
  dig        "dig"
  keep_some  "keep"
  mix        "mix"
  draw_again "draw"
  give       "give"
  default bury
view rows in game
  "{row of left_row} / {row of middle_row} / {row of right_row}, {size of stock}, {size of kept of red}"
  "{kept of side of viewer}"
"""


MEMORY = """\
game memory "Memory"
players 2
kind spot: north, east, south
cards pack: one, two, three, four, five, six, seven, eight
pile stock               : pack, face down = all pack
pile row of each spot    : pack, face down
pile shown               : pack, face up
hand held of each player : pack, seen by its player
option counted = no
  "Are the cards counted that are left?"
  yes "they are"
  no  "they are not"
phase game
  keep turner : player = highest of all player
  keep met    : 0..8   = 0
  keep done   : yes or no = no
  shuffle stock
  for each place in all spot
    deal 2 from stock to row of place
  repeat turn until done or no place in all spot where size of row of place > 0
  when counted : say "{count of card in row of south where card > four} high ones in the south."
  when counted : say "The lowest of the stock was {lowest of stock}."
phase turn in game
  set turner to left of turner
  choose where_to by turner
  do takes
table takes on where_to
  north : take_from north
  east  : take_from east
  south : take_from south
  all_of_east : put all from row of east to shown
  stop  : set done to yes
  wait  : nothing
rule take_from (from_where: spot)
  deal from row of from_where to shown
  say "{top of shown} is turned up."
  when top of shown > four and size of row of from_where > 0
    deal from row of from_where to held of turner
    add 1 to met
    say "A high one, and another card goes to {turner}."
choice where_to
  "Where?"
  north "north"       when size of row of north > 0
  east  "east"        when size of row of east > 0
  all_of_east "all of the east" when size of row of east > 1
  south "south"       when size of row of south > 0
  wait  "wait"
  stop  "stop"
  default wait
view seen in game
  "{shown}, {size of stock} left"
  "you have {held of viewer}"
"""


@cache
def tricks() -> Ruleset:
    return read(TRICKS)


@cache
def rows() -> Ruleset:
    return read(ROWS)


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
