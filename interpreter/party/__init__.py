"""A game that several people play, each from a place and on a screen of their own.

A `Party` puts one `Table` before many places: the seats of people, a bench for spectators, and the host, who can rule
as an umpire. `see` gives everything that a place may see as plain data, and nothing else; `say` takes a line from a
place: an answer if it is asked, or what else people can say at a table. Nothing here knows how the data travels.

- `party`     who is where, what they are called, who may say what, and taking back what others have seen
- `sight`     what a place sees, as plain data
- `answering` what the page of a place says, and what it is answered
- `reasons`   why something is as it is, in the words of the game
"""

from __future__ import annotations

from interpreter.party.party import Party
from interpreter.party.places import Place
from interpreter.party.sight import see

__all__ = ["Party", "Place", "see"]
