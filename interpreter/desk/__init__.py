"""A workbench without its server: requests of its page about texts, answered as plain data.

- `desk`        what comes of a text: mistakes, rulebook, changes, examples, simulations, odds
- `figures`     games played for figures, and the figures as data
- `sweep`       how figures change with an option
- `games`       a game of a text against the bots
- `playground`  a desk and one table alone in a browser, with the rulesets that come with the program
"""

from __future__ import annotations

from interpreter.desk.desk import Desk
from interpreter.desk.figures import Data

__all__ = ["Data", "Desk"]
