"""A finite chain: its states, how likely each is to follow another, and what is gained there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from itertools import repeat
from typing import Any, NamedTuple, TypeAlias

from interpreter.chains.relations import Relations
from interpreter.data_classes import dataclass

CUT = -2
"""In place of a stop: what leads beyond the limit is cut off there."""


class Edge(NamedTuple):
    """How likely a state comes next, and what is gained on the way. Where a whole phase lies on it, its chance may be
    rounded; and if there is a `square`, the gain is a mean, and that the mean of its square."""

    chance: Fraction | float
    to: int
    gain: float
    square: float | None = None


@dataclass(frozen=True)
class Bundle:
    """The edges of a state where a whole phase lies on them, as columns: several may lead to one state. If what is
    gained is known in the mean alone, `squares` has the means of the squares."""

    chances: Sequence[float]
    goals: Sequence[int]
    gains: Sequence[float]
    squares: Sequence[float] | None = None

    def __len__(self) -> int:
        return len(self.chances)

    def __iter__(self) -> Iterator[Edge]:
        return map(Edge, self.chances, self.goals, self.gains, self.squares or repeat(None))


Edges: TypeAlias = tuple[Edge, ...] | Bundle


def list_goals(edges: Edges) -> Sequence[int]:
    """Where edges lead."""
    return edges.goals if isinstance(edges, Bundle) else [edge.to for edge in edges]


def list_columns(edges: Edges) -> tuple[Sequence[Any], Sequence[int], Sequence[Any]]:
    """How likely edges are, where they lead, and what is gained."""
    if isinstance(edges, Bundle):
        return edges.chances, edges.goals, edges.gains
    return [edge.chance for edge in edges], list_goals(edges), [edge.gain for edge in edges]


@dataclass(frozen=True)
class Decision:
    """An open decision: the seat that chooses, and the answers that it is offered."""

    chooser: int
    offered: tuple[int, ...]


@dataclass(frozen=True)
class States:
    """A finite chain. `stops` has for each state the block where dice are rolled, OVER or CUT; `held` what tracked
    slots hold there, and `winners` who has won; `edges` lead on, none from where it is over. It begins in `start`,
    where so much has been gained already. `relations` says which slots are known in relation only. Where a decision is
    open `decisions` says of a state who decides, and which answers there are: one edge for each."""

    start: int
    gained: int
    stops: tuple[int, ...]
    held: tuple[Mapping[int, int], ...]
    winners: tuple[tuple[int, ...], ...]
    edges: tuple[Edges, ...]
    relations: Relations
    walks: int
    decisions: Mapping[int, Decision]

    @property
    def edge_count(self) -> int:
        """How many edges there are in all."""
        return sum(map(len, self.edges))

    @property
    def are_means(self) -> bool:
        """Whether some of what is gained is known in the mean alone."""
        return any(isinstance(edges, Bundle) and edges.squares is not None for edges in self.edges)

    @property
    def is_rounded(self) -> bool:
        """Whether some chances are numbers in floating point."""
        return any(isinstance(edges, Bundle) for edges in self.edges)


class OutOfReach(Exception):
    """There is no such chain, for this reason, or none that is small enough; `larger`: with wider bounds there may be
    one; `walked`: it is not that there were so many states, but that walks are so long; `endless`: games may never end.
    `names` are those of the variables in which positions differ, where that is why."""

    def __init__(self, reason: str, larger: bool = False, walked: bool = False, endless: bool = False) -> None:
        super().__init__(reason)
        self.larger, self.walked, self.endless = larger, walked, endless
        self.names: tuple[str, ...] = ()


class Lost(OutOfReach):
    """What these slots hold must be known, and is not."""

    def __init__(self, slots: frozenset[int], names: str) -> None:
        super().__init__(f"what {names} hold is lost on the way")
        self.slots, self.lost = slots, names

    def __reduce__(self) -> tuple[type[Lost], tuple[frozenset[int], str]]:
        return Lost, (self.slots, self.lost)


@dataclass(frozen=True)
class Start:
    """Where a chain begins: at a block, with these slots. A slot that is not told is 0; or if others are `hidden`,
    nothing must hang on them."""

    block: int
    slots: Mapping[int, int] = field(default_factory=dict)
    hidden: bool = False


@dataclass(frozen=True)
class Bounds:
    """How many `states` a chain may have, for each of them how many `steps` may be taken until it is found, and how far
    `apart` slots may be that are kept in relation. After as many steps of walks as are `early` it shows whether there
    will be an end of them. Where there must be one, for slots cannot hold more, so many to `spare` do not count."""

    states: int = 400_000
    steps: int = 120
    apart: int = 60
    early: int = 100_000
    spare: int = 0
