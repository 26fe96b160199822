"""The native engine: a program turned into machine code, for many games or the rest of one.

`Native` plays games of one program under one set of strategies (`player`), and keeps an account of them: who won, what
the values of measures, how often each rule and row came up (`memory_layout`, `account`). A game in which something
impossible is asked for, or that uses up nearly all its steps, is not for machine code: whoever called has the stepper
play it. All others are the stepper's, roll for roll and answer for answer. `Tiered` starts with code that is compiled
fast and changes to better code as soon as that pays.

A module (`module`) has functions that play the game (`game_writer`, `decision_writer`), that work out what strategies
advise (`advice_writer`), and that handle cards (`card_functions`, `card_moves`). What instructions mean is written by
`llvm_machine`, block after block by `superblock_writer`, and what all modules share is in `runtime`. Before the best
code is made, code that affects no result is removed (`analysis.dead_code`).

Machine code is kept on disk (`cache`), under a hash of everything that it depends on. llvmlite is asked for when
something is compiled or loaded (`compiler`); where it is missing, `available` says so and the stepper does everything.
"""

from __future__ import annotations

from importlib.util import find_spec

from interpreter.native.player import Native as Native
from interpreter.native.tiered import Tiered as Tiered


def available() -> bool:
    return find_spec("llvmlite") is not None
