"""What a game is played with, as written: kinds, players, dice, cards, and the places where cards lie."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.syntax.nodes import Mark, Name, Node, Text
from interpreter.syntax.values import Expression


@dataclass(frozen=True)
class Member(Node):
    name: Name
    shown: Text | None

    @property
    def label(self) -> str:
        """How it is shown: as its text says, else by its name, with spaces."""
        return self.shown.text if self.shown else self.name.text.replace("_", " ")


@dataclass(frozen=True)
class Kind(Node):
    """`kind suit[ in a circle]: clubs, diamonds, hearts`; the sides of a game are a Kind with `word` "sides", name
    `side`. Its members may be those of `axes` instead: numbers, `kind point: 1..24`, or the places of a board, `kind
    cell: a..h by 1..8`."""

    word: str
    name: Name
    members: tuple[Member, ...]
    marks: tuple[Mark, ...]
    circle: bool = False
    axes: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class Bank(Node):
    """`against the bank "The House"`: somebody who is no player, and wins."""

    text: Text | None


@dataclass(frozen=True)
class Players(Node):
    """How many may play: a number or a range. `members` are what they are called, none if by number."""

    number: Expression
    bank: Bank | None
    members: tuple[Member, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Dice(Node):
    """`dice swing = 2d6`, or `dice marks = 4 of 0, 1` with what is `shown` on the faces, or `dice sky = 1 of sun, rain`
    with `words`: members of a kind, or a kind itself; or `dice cup of each player = 5d6, seen by its player`."""

    name: Name
    number: int
    faces: int
    marks: tuple[Mark, ...]
    shown: tuple[int, ...]
    each: Name | None = None
    sight: Sight | None = None
    words: tuple[Name, ...] = ()


@dataclass(frozen=True)
class CardsOf(Node):
    """`rank of suit`: one card for each pair of members of two kinds; `0..6 with 0..6`: a tile for each two
    numbers."""

    rank: Name
    suit: Name
    tiles: bool = False


@dataclass(frozen=True)
class Cards(Node):
    """`cards shoe: 6 of rank of suit, joker "The Joker"`; `copies` says how many there are of each, or nothing if there
    is one of each."""

    name: Name
    cards: tuple[CardsOf | Member, ...]
    copies: tuple[int, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Sight(Node):
    """Who sees the cards of a zone, or a state: "up" for everybody, "down" for nobody, "owner" for its player or side,
    whose kind is `owner`."""

    face: str
    owner: Name | None = None


@dataclass(frozen=True)
class Zone(Node):
    """A place where cards lie: `pile stock : standard, face down = all standard`. `word` is "pile" or "hand";
    `each` is the kind there is one for each of; `full` names the cards that it holds at the start."""

    word: str
    name: Name
    each: Name | None
    cards: Name
    sight: Sight
    full: Name | None
    marks: tuple[Mark, ...]
