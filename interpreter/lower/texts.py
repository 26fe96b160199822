"""Texts with holes: the values in the holes, and their format."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, program
from interpreter.lower.card_values import find_copies_of
from interpreter.lower.scope import Scope


def _find_hole_shape(scope: Scope, value: model.Value) -> int:
    """The shape of what fills a hole; a pile of which there is only one is shown in its order."""
    builder, shape = scope.builder, scope.builder.shape(value.type)
    zones = builder.game.zones
    if not isinstance(value, model.Read) or value.variable.each is not None:
        return shape
    zone = zones.get(value.variable.name)
    if zone is None or not zone.ordered or zone.variable is not value.variable:
        return shape
    pile = program.Shape("pile", labels=builder.shapes[shape].labels, number=list(zones).index(zone.name))
    return builder.intern(builder.shapes, pile)


def _make_shape(scope: Scope, hole: model.Hole) -> int:
    shown = hole.value.value if hole.may_be_blank and isinstance(hole.value, model.Chosen) else hole.value
    shapes, shape = scope.builder.shapes, _find_hole_shape(scope, shown)
    if hole.width:
        shape = scope.builder.intern(shapes, program.Shape("wide", low=shape, number=hole.width))
    return scope.builder.intern(shapes, program.Shape("blank", low=shape)) if hole.may_be_blank else shape


def lower_view_line(scope: Scope, template: model.Template) -> tuple[int, tuple[program.Operand, ...]]:
    """A text that is drawn at a position: places where several of a card may lie are filled in when it is drawn."""
    builder, holes = scope.builder, template.holes
    number, values = lower_text(scope, template)
    lying = [find_copies_of(scope, hole.value) if isinstance(hole.value, model.Read) else None for hole in holes]
    text = builder.texts[number]
    zones = list(builder.game.zones)
    shapes = tuple(
        shape
        if place is None or builder.shapes[shape].form in ("wide", "blank")
        else builder.intern(
            builder.shapes,
            program.Shape("place", labels=builder.shapes[shape].labels, number=zones.index(place.zone.name)),
        )
        for shape, place in zip(text.shapes, lying, strict=True)
    )
    filled = tuple(value if place is None else place.index for value, place in zip(values, lying, strict=True))
    return builder.intern(builder.texts, replace(text, shapes=shapes)), filled


def lower_text(
    scope: Scope, template: model.Template, listener: model.Value | None = None
) -> tuple[int, tuple[program.Operand, ...]]:
    """The number of a text, and what fills its holes; who it is for comes before that."""
    builder = scope.builder
    shapes = tuple(_make_shape(scope, each) for each in template.holes)
    choices = tuple(hole.choices for hole in template.holes)
    text = program.Text(template.pieces, shapes, choices, int(listener is not None))
    filled = ((listener,) if listener is not None else ()) + tuple(hole.value for hole in template.holes)
    return builder.intern(builder.texts, text), tuple(scope.lower(each) for each in filled)
