"""The beginning of a game in which hands are dealt, and something is counted in them."""

from __future__ import annotations

HANDS = """\
game hands "What is in a hand"
  source "made up"

players 2 : one "One", two "Two"

kind suit: red, green, blue
kind rank: r1, r2, r3, r4, r5, r6, r7, r8, r9

cards deck: rank of suit

dice die = 1d6

pile stock               : deck, face down = all deck
hand held of each player : deck, seen by its player

phase game
  keep score of each player : 0..1000000 = 0
  repeat 20 times : turn
  win those whose in all player with most score of whose

phase turn in game
  shuffle stock
  roll die
  for each mover in all player
    deal (total of die) from stock to held of mover
    add VALUE to score of mover
  for each mover in all player
    put all from held of mover to stock
"""
"""VALUE is what is counted in the hand of the `mover`. Definitions and measures come behind it."""
