"""Builds the chain of the states that some stops lead to.

The first states are those of some positions; the others are those that they lead to. Which slots make up the states is
found by trying: a slot that has to be known for a walk is tracked, if it may be, and everything begins again.

At some stops states are whole, so that the chain can be entered and left there. Elsewhere they have only the slots that
some walk looked at, or that a state needs to which it leads: where one more turns out to be needed, the states are made
again, with the walks there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.chains.chain import Chain, Edge
from interpreter.chains.partly_known import Needed, Sum, Value
from interpreter.chains.scope import Scope
from interpreter.chains.trees import Hidden, Leaf, TooLarge, Trees
from interpreter.data_classes import dataclass


@dataclass(frozen=True)
class Limits:
    """How large a chain may be: its `states`, the `walks` it takes, and how many `values` a tracked slot may have that
    is not sure to have few. What is added to a slot by one walk, or what it is set to, is one of `increments`."""

    states: int
    walks: int
    values: int
    increments: range


@dataclass(frozen=True)
class Request:
    """Which chain to build. `stops` are blocks where dice with the same number of outcomes are rolled; at those that
    are `whole` all states are. It begins with `positions`: stops with all that slots hold. Slots `tracked` are part of
    the states in any case. With `measured`, walks go on where something is measured, unless they would have to know
    what one of these slots holds."""

    stops: tuple[int, ...]
    whole: frozenset[int]
    positions: tuple[tuple[int, dict[int, int]], ...]
    limits: Limits
    tracked: tuple[int, ...]
    measured: frozenset[int] | None


class TooMany(Exception):
    """A slot has too many values for a state."""

    def __init__(self, slot: int) -> None:
        self.slot = slot


Kind: TypeAlias = tuple[int, ...]
"""The number of a stop, and the outcomes that are still to be looked at there."""


class Builder:
    """Builds chains of one scope. Slots have to be tracked only if they `may_be_tracked`; those found to have too many
    values are not tried again. All walks together carry out no more instructions than these (TooLarge)."""

    def __init__(self, scope: Scope, may_be_tracked: Callable[[int], bool], instructions: int) -> None:
        self.scope, self.may_be_tracked, self.instructions = scope, may_be_tracked, instructions
        self.too_many: set[int] = set()

    def build(self, request: Request) -> Chain:
        """Build the chain. Raises TooLarge."""
        tracked = set(request.tracked)
        while True:
            try:
                return _Round(self, request, tuple(sorted(tracked))).build()
            except Needed as needed:
                tracked |= needed.slots
            except TooMany as many:
                tracked.discard(many.slot)
                self.too_many.add(many.slot)

    def pay(self, instructions: int) -> None:
        """A walk has carried out so many. Raises TooLarge when all are used up."""
        self.instructions -= instructions
        if self.instructions < 0:
            raise TooLarge

    def may_track(self, slot: int) -> bool:
        """Whether a slot may be part of states."""
        return slot not in self.too_many and self.may_be_tracked(slot)


class _Round:
    """Builds a chain with these slots in its states. Raises Needed if there should be more of them, TooMany if one of
    them has too many values, and TooLarge."""

    def __init__(self, builder: Builder, request: Request, tracked: tuple[int, ...]) -> None:
        self.scope, self.request, self.limits, self.tracked = builder.scope, request, request.limits, tracked
        self.stops = request.stops
        self.outcomes = [at for at, slot in enumerate(tracked) if slot in self.scope.firsts]
        self.trees = Trees(
            self.scope,
            self.stops,
            tracked,
            builder.may_track,
            self.limits.increments,
            request.measured,
            self.limits.walks,
            builder.pay,
        )
        self.matter: dict[Kind, set[int]] = {}
        self.left: set[Kind] = set()
        self.begin()

    def begin(self) -> None:
        self.numbers: dict[tuple[int, ...], int] = {}
        self.order: list[tuple[int, ...]] = []
        self.values: list[set[int]] = [set() for _ in self.tracked]
        self.edges: list[tuple[Edge | None, ...]] = []
        self.wanting = False

    def build(self) -> Chain:
        self.make_states()
        while self.wanting:
            self.begin()
            self.make_states()
        return Chain(
            stops=self.stops,
            outcomes=self.scope.rolls[self.stops[0]].outcomes,
            classes=tuple(self.scope.classes[stop] for stop in self.stops),
            tracked=self.tracked,
            states=tuple(self.order),
            edges=tuple(self.edges),
            whole=tuple(self.is_whole(state) for state in self.order),
            bounds=tuple(sorted(self.trees.bounds)),
            decisions=self.trees.decisions,
            ends=tuple(self.trees.ends),
        )

    def make_states(self) -> None:
        """All states and their edges, as far as is known what matters."""
        for position in self.request.positions:
            self.number(self.scope.state_of(self.stops, self.tracked, *position))
        representatives = [self.scope.representatives(stop) for stop in self.stops]
        while len(self.edges) < len(self.numbers):
            state = self.order[len(self.edges)]
            if state[0] >= len(self.stops):
                self.edges.append(())
                continue
            kind = self.kind(state)
            matter = self.what_matters(kind)
            given = {slot: value for slot, value in zip(self.tracked, state[1:], strict=True) if slot in matter}
            edges = tuple(self.edge_if_any(kind, given, outcome) for outcome in representatives[state[0]])
            if None in edges and not self.wanting:
                self.left.add(kind)
                self.want(kind, set(self.tracked))
            self.edges.append(edges)

    def number(self, state: tuple[int, ...]) -> int:
        """The number of a state, which may be a new one."""
        if state not in self.numbers:
            if len(self.numbers) >= self.limits.states:
                raise TooLarge
            self.numbers[state] = len(self.numbers)
            self.order.append(state)
            for slot, value, values in zip(self.tracked, state[1:], self.values, strict=True):
                values.add(value)
                if len(values) > self.limits.values and not self.scope.has_few(slot, self.limits.values):
                    raise TooMany(slot)
        return self.numbers[state]

    # ---- what matters

    def kind(self, state: tuple[int, ...]) -> Kind:
        """The kind of a state."""
        return (state[0], *(state[1 + at] for at in self.outcomes))

    def live_at(self, stop: int) -> set[int]:
        """The tracked slots that are live at a stop, or at another end of walks."""
        block = self.stops[stop] if stop < len(self.stops) else self.trees.ends[stop - len(self.stops)]
        return {slot for slot in self.tracked if self.scope.is_live(slot, block)}

    def has_whole_states(self, stop: int) -> bool:
        """Whether all states of a stop are whole, as they are at other ends of walks."""
        return stop >= len(self.stops) or self.stops[stop] in self.request.whole

    def what_matters(self, kind: Kind) -> set[int]:
        """The slots that states of a kind have."""
        if kind not in self.matter:
            live = self.live_at(kind[0])
            outcomes = {self.tracked[at] for at in self.outcomes}
            self.matter[kind] = live if self.has_whole_states(kind[0]) else live & outcomes
        return self.matter[kind]

    def want(self, kind: Kind, slots: set[int] | frozenset[int]) -> None:
        """Some slots matter in states of a kind; if that is news, the states have to be made again."""
        before, live = self.what_matters(kind), self.live_at(kind[0])
        self.matter[kind] = before | (slots & live)
        self.wanting |= self.matter[kind] != before

    def is_whole(self, state: tuple[int, ...]) -> bool:
        """Whether a state has to say of all tracked slots what they hold."""
        return self.has_whole_states(state[0]) or self.kind(state) in self.left

    # ---- edges

    def edge_if_any(self, kind: Kind, given: dict[int, int], outcome: int) -> Edge | None:
        """What an outcome leads to from a state; None if out of the chain, or if that can only be told next time."""
        try:
            leaf = self.trees.leaf(self.stops[kind[0]], outcome, given)
            return self.edge(leaf, given) if leaf else None
        except Hidden as hidden:
            self.want(kind, hidden.slots)
            return None

    def edge(self, leaf: Leaf, given: dict[int, int]) -> Edge:
        """The edge of a walk from a state."""
        numbers = [
            given[each.slot] + each.more if isinstance(each, Sum) and each.slot in given else each for each in leaf.held
        ]
        following = (leaf.stop, *(_certain(numbers[at]) for at in self.outcomes))
        matter = self.what_matters(following)
        state = (_certain(value) if slot in matter else 0 for slot, value in zip(self.tracked, numbers, strict=True))
        return Edge(self.number((leaf.stop, *state)), leaf.added, leaf.cleared, leaf.marks, leaf.samples, leaf.answers)


def _certain(value: Value) -> int:
    """A value that matters. Raises Hidden if it depends on a slot that did not so far."""
    if isinstance(value, Sum):
        raise Hidden(frozenset({value.slot}))
    assert isinstance(value, int)
    return value
