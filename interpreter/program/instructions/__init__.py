"""The instructions of a program, each defined once.

A class declares its fields, typed by what they refer to (`fields`), its text, and its meaning, which is written once
against an abstract `machine`. `numbers`, `cards`, `events` and `terminators` hold the classes; `operators` and
`handling` are the tables of what can be done with numbers and with cards. A new instruction is one class, and a row if
it brings an operator.
"""

from __future__ import annotations

from interpreter.program.instructions.cards import Exchange as Exchange
from interpreter.program.instructions.cards import Lay as Lay
from interpreter.program.instructions.cards import Lift as Lift
from interpreter.program.instructions.cards import Mix as Mix
from interpreter.program.instructions.cards import Peek as Peek
from interpreter.program.instructions.cards import Pour as Pour
from interpreter.program.instructions.cards import Reveal as Reveal
from interpreter.program.instructions.cards import Take as Take
from interpreter.program.instructions.events import VOID as VOID
from interpreter.program.instructions.events import Award as Award
from interpreter.program.instructions.events import Mark as Mark
from interpreter.program.instructions.events import Sample as Sample
from interpreter.program.instructions.events import Say as Say
from interpreter.program.instructions.fields import Instruction as Instruction
from interpreter.program.instructions.fields import Part as Part
from interpreter.program.instructions.fields import Terminator as Terminator
from interpreter.program.instructions.numbers import Apply as Apply
from interpreter.program.instructions.numbers import Binary as Binary
from interpreter.program.instructions.numbers import Check as Check
from interpreter.program.instructions.numbers import Clear as Clear
from interpreter.program.instructions.numbers import Load as Load
from interpreter.program.instructions.numbers import Lookup as Lookup
from interpreter.program.instructions.numbers import Move as Move
from interpreter.program.instructions.numbers import Store as Store
from interpreter.program.instructions.numbers import Unary as Unary
from interpreter.program.instructions.terminators import Answer as Answer
from interpreter.program.instructions.terminators import Branch as Branch
from interpreter.program.instructions.terminators import Call as Call
from interpreter.program.instructions.terminators import Chance as Chance
from interpreter.program.instructions.terminators import Decide as Decide
from interpreter.program.instructions.terminators import Draw as Draw
from interpreter.program.instructions.terminators import Finish as Finish
from interpreter.program.instructions.terminators import Jump as Jump
from interpreter.program.instructions.terminators import Return as Return
from interpreter.program.instructions.terminators import Switch as Switch
