'''Ground Rules: a small language for the rules of table games, and the tools around it.

This page is the Python interface, for notebooks and scripts. The command line does the same things.

Load a ruleset by its name, if it comes with the program, or by the path of its file. What is wrong with it is raised
as `Rejected`, which shows the lines concerned when it is printed. Here the rules are read from a text:

>>> from interpreter import read
>>> rules = read("""game race "First to Ten"
...
... players 2
... dice die = 1d6
... option goal = 10 in 5..50
...
... phase game
...   keep score of each player : 0+ = 0
...   keep mover : player = highest of all player
...   repeat turn until score of mover >= goal
...   win mover
...
... phase turn in game
...   set mover to next of mover
...   choose tempo by mover
...   roll die for mover
...   when tempo is safe : add die to score of mover
...   otherwise when die >= 4 : add 2 * die to score of mover
...
... choice tempo
...   "Safe, or double and nothing if you throw less than 4?"
...   safe   "count what you throw"
...   double "count it twice, if it is 4 or more"
...   default safe
...
... strategy daring
...   tempo : double
...
... measure turns per game counts die
... measure points per player = score of player
... """)
>>> rules.title
'First to Ten'
>>> rules.options["goal"].default, rules.strategies, rules.players
(10, ('default', 'daring'), (2,))

**A game** stands at a stop, and says what it waits for: a `Roll`, a `Choice`, or `None` when it is over. Roll as the
seed says, or with faces of your own; choose by name. `step()` does the one or the other as the seed and the seat's
strategy say, and `run()` plays to the end.

>>> game = rules.game(seed=7)
>>> game.waiting.who, game.waiting.options
('Player 1', ('safe', 'double'))
>>> game.choose("double")
>>> game.waiting
Roll(dice='die', number=1, faces=6, who='Player 1')
>>> game.roll(5)
>>> game.state["score[player_1]"]
10

`state` has everything the game keeps and counts, `view()` what the ruleset draws, `events` the play-by-play, and
`why()` explains the last roll or choice with rule, line and source. `undo()` takes the last one back; `position` is
a value that can be compared and hashed.

>>> game.undo(), game.state["score[player_1]"]
(True, 0)
>>> game.run()
>>> game.over, game.winners, game.without_result
(True, ('Player 2',), False)

Game `k` under seed `s` is always the same game, here, at the terminal and in a simulation:

>>> rules.game(seed=7, game=3).position == rules.game(seed=7, game=3).position
True

**A simulation** plays many games and counts. `measures` are exact: `mean` is a `Fraction`, `stderr` a float.

>>> result = rules.simulate(500, seed=7, options={"goal": 20}, strategies={"all": "daring"})
>>> result.games, result.measures["turns"].lowest, result.winners["drawn"]
(500, 3, 0.0)

Games that end without a result, `result.without_result` of them, are left out of measures and shares.

>>> sorted(result.to_dict())[:4]
['engine', 'games', 'games_per_second', 'house_rules']

`workers=4` lets four play at once, and `engine="stepper"` or `"native"` says what plays; the numbers stay the same.

**What is wrong** with a ruleset, a move or an option is a `Diagnostic`, and `show` draws it.

>>> from interpreter import Rejected
>>> try:
...     rules.game(options={"gaol": 5})
... except Rejected as rejected:
...     print(rejected.diagnostics[0].help)
did you mean `goal`?
'''

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.api import Choice, Game, Option, Rejected, Roll, Ruleset, diagnose, load, read, show
    from interpreter.diagnostics import Diagnostic
    from interpreter.simulate.simulation import Result

__all__ = [
    "Choice",
    "Diagnostic",
    "Game",
    "Option",
    "Rejected",
    "Result",
    "Roll",
    "Ruleset",
    "diagnose",
    "load",
    "read",
    "show",
]


def __getattr__(name: str) -> object:
    """The names above, from `api`, which is loaded only when one of them is expected: the command line starts
    faster."""
    if name not in __all__:
        raise AttributeError(f"module 'interpreter' has no attribute '{name}'")
    return getattr(import_module("interpreter.api"), name)
