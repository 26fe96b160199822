"""Saved games: a file to which a line is added for each roll, card, choice, ruling and taking back.

The file is TOML: a head that says which game is played, by whom and how, and then a table `[moves]` with one numbered
line for each entry, so that the file can be added to and never has to be rewritten. Taking back is an entry too.
Results of chance that came from the seed are compared with the seed when a game is played back; those that people
entered are marked `hand`. What only some players know (a card dealt to a hand, a secret choice) is not written where a
glance would find it: the card is left to the seed, and the choice is masked, a number shifted by one that follows from
the seed. That only keeps it from being read by accident: the seed is in the file, and whoever reads the file can
compute every later roll and card, and everything masked.

- `writer`  the head of a game that is played now, and entries, to lines
- `reader`  text to a head and entries with their places
- `playback` entries to a game at the position where the table stopped
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from interpreter.data_classes import dataclass
from interpreter.parser.toml_places import PlacedValue
from interpreter.source import Span

FORMAT = 1
"""The version of the format that is written and read."""


ANEW, SAME, NEVER = "anew", "same", "never"
"""What comes when something else is done after taking back: other rolls and cards, or, in older files, which do not say
anything of it, the same; or nothing is taken back at all."""


@dataclass(frozen=True)
class Rules:
    """A ruleset or house rules that a game is played by: a shipped name or a path, and what was in it."""

    name: str
    content: str


@dataclass(frozen=True)
class Head:
    """The head of a saved game. `takers` are who has each seat, as on the command line; `program` identifies the
    program; `undo` is what undo does."""

    ruleset: Rules
    title: str
    program: str
    house: tuple[Rules, ...]
    options: tuple[tuple[str, int | str], ...]
    players: int
    takers: tuple[str, ...]
    seed: int
    game: int = 0
    own_dice: bool = True
    ask_dice: bool = False
    ask_cards: bool = False
    undo: str = ANEW


@dataclass(frozen=True)
class SavedGame:
    """A saved game as it was read. `entries` are its lines with their places; `dropped` is the text of a half-written
    last one; `places` are the spans of the values of the head, and of the options by their names."""

    head: Head
    entries: tuple[PlacedValue, ...]
    dropped: str
    span: Span = field(compare=False, repr=False)
    places: Mapping[str, Span] = field(compare=False, repr=False)
