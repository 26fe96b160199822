"""Cards of which there are several: how often each lies where cards are asked of the place they lie in.

The value of a place is the set of what lies there, each card once. What counts its cards, adds them up or visits them
meets each as often as it is there; how often is read from the place's slots (see `program.zones`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import MemberType, NumberType
from interpreter.lower.builder import Builder
from interpreter.lower.scope import Scope
from interpreter.lower.slot_layout import SlotLayout


def make_zone_info(builder: Builder, layout: SlotLayout, zone: model.ZoneInfo) -> program.ZoneInfo:
    each, copies = zone.variable.each, zone.copies
    places = builder.game.kinds[each.kind].shown[: layout.size_of_kind(each.kind)] if each is not None else ()
    number = layout.size_of_kind(zone.cards)
    return program.ZoneInfo(
        name=zone.name,
        shape=builder.shape(MemberType(zone.cards, 0, number - 1)),
        cards=number,
        places=places,
        first=layout.slot(zone.variable).index,
        capacity=(sum(copies) or number) if zone.ordered else 0,
        sight=zone.sight,
        owner=each.kind if each is not None and zone.sight == "owner" else "",
        full=int(zone.full),
        deck=zone.cards,
        called=builder.game.called.get(zone.name, ""),
        copies=copies,
    )


@dataclass(frozen=True)
class Lying:
    """The place where several of a card may lie."""

    zone: program.ZoneInfo
    index: program.Operand
    site: int

    def count_all(self, builder: Builder) -> program.Operand:
        return self._load(builder, self.zone.many, self.zone.members, self.index)

    def count(self, builder: Builder, card: program.Operand) -> program.Operand:
        start = builder.binary("mul", self.index, self.zone.cards, self.site)
        at = builder.binary("add", start, card, self.site)
        return self._load(builder, self.zone.counts(0), self.zone.members * self.zone.cards, at)

    def _load(self, builder: Builder, first: int, size: int, index: program.Operand) -> program.Operand:
        if isinstance(index, int):
            return program.Slot(first + index)
        target = builder.register()
        builder.emit(program.Load(target, first, size, index, self.site))
        return target


def make_lying(scope: Scope, read: model.Read, index: program.Operand) -> Lying:
    """A zone that is read, at this of its places."""
    info = make_zone_info(scope.builder, scope.layout, scope.builder.game.zones[read.variable.name])
    return Lying(info, index, scope.site(read.span))


@contextmanager
def repeat_for_copies(
    scope: Scope, lying: Lying | None, card: program.Slot, variable: model.Variable
) -> Iterator[None]:
    """Repeat the code inside as often as a card lies there when its turn comes."""
    if lying is None:
        yield
        return
    builder = scope.builder
    name = f"{variable.name}, as often as it is there"
    left = scope.layout.slot(model.Variable(name, variable.owner, "local", NumberType(0, 0)))
    builder.emit(program.Move(left, lying.count(builder, card)))
    head, body, after = builder.block("each copy"), builder.block("a copy"), builder.block("all copies")
    builder.jump_to(head)
    builder.branch(left, body, after)
    builder.continue_in(body)
    builder.emit(program.Binary(left, "sub", left, 1, lying.site))
    yield
    builder.close(program.Jump(head))
    builder.continue_in(after)
