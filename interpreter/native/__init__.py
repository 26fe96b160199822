"""The native engine: a program turned into machine code, for many games or the rest of one.

`Native` plays games of one program under one set of strategies. Two modules of machine code are made of a program, each
when it is first needed: one that plays games as fast as can be and keeps only an account of them (`game`), and one
that goes block by block and tells everything (`careful`). Where the fast one cannot go on, because something impossible
is asked for or nearly all steps are used up, the careful one plays that game again and says what is the matter. Both
agree with the stepper event for event. `Tiered` starts with code that is compiled in no time and goes over to better
code as soon as that is worth while.

Before the best code is made, all is left out that only those would notice who hear of every event (`sparing`); and
where a game depends on little between two throws, that part of it is played by a table (`tabulation`).

Machine code is kept on disk (`cache`), under a hash of all that it depends on. Nothing else is needed here but
`program`, `engine`, `chance` and `summary`. llvmlite is asked for when something is compiled or loaded; where it cannot
be had, `available` says so and the stepper does everything.
"""

from __future__ import annotations

from importlib.util import find_spec

from interpreter.native.batch import Playouts as Playouts
from interpreter.native.player import Native as Native
from interpreter.native.tiered import Tiered as Tiered


def available() -> bool:
    """Whether llvmlite is there."""
    return find_spec("llvmlite") is not None
