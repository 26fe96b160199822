"""What a chain is: states of a game at its stops, and what each result of the dice does in them.

Between two stops a game often depends on few slots with few values each, and does no more to the others than add to
them, or set them to some number. So what each result leads to is worked out once: the next state, what is added to
which slots, the sites that are marked and the samples that are taken. A chain has the stops of some throws with the
same number of outcomes; outcomes that nothing tells apart are one class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from interpreter.data_classes import dataclass


@dataclass(frozen=True)
class Edge:
    """What a class of outcomes does in a state: the next state, what is added to slots, those that are `cleared`
    before that, the sites marked, and the samples taken: of which measure, and of how much more than which slot held
    before all that (minus 1 for none). `answers` are those of the decisions on the way, where anybody asks."""

    following: int
    added: tuple[tuple[int, int], ...]
    cleared: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    samples: tuple[tuple[int, int, int], ...] = ()
    answers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Chain:
    """`stops` are blocks with the same number of outcomes, `classes[stop][outcome]` the class of each outcome. A state
    is the number of its stop and the values of the `tracked` slots. `edges[state][class]` is None where the chain is
    left. Some walks come to another block instead of a throw, one of `ends`; the states there have no edges, and their
    first number is that of the end, counted on from the stops.

    States that are `whole` say what all tracked slots hold that are live there; in others those are 0 that do not
    matter to what comes in the chain. `bounds` say where slots have to be for all that, and `decisions` how many
    decisions a throw may bring with it."""

    stops: tuple[int, ...]
    outcomes: int
    classes: tuple[tuple[int, ...], ...]
    tracked: tuple[int, ...]
    states: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[Edge | None, ...], ...]
    whole: tuple[bool, ...]
    bounds: tuple[tuple[int, int, int], ...]
    decisions: int
    ends: tuple[int, ...]


AnyChain = TypeVar("AnyChain", bound=Chain)


def renumber(chain: AnyChain, kept: Sequence[int], now: Sequence[int]) -> AnyChain:
    """The same chain with some of its states, in this order; `now` has the new number of each state there was."""
    return replace(
        chain,
        states=tuple(chain.states[each] for each in kept),
        whole=tuple(chain.whole[each] for each in kept),
        edges=tuple(tuple(_leading(edge, now) for edge in chain.edges[each]) for each in kept),
    )


def _leading(edge: Edge | None, now: Sequence[int]) -> Edge | None:
    if edge is None or now[edge.following] == edge.following:
        return edge
    return replace(edge, following=now[edge.following])
