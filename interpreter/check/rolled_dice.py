"""Which dice are rolled, how many of them, and whose: `roll 3 of throw`, `roll several of cup of one`."""

from __future__ import annotations

from collections.abc import Container

from interpreter import syntax
from interpreter.data_classes import dataclass


@dataclass(frozen=True)
class RolledDice:
    """Their name, how many of them, and whose; None where that is not said."""

    dice: syntax.Name
    count: syntax.Expression | None
    index: syntax.Expression | None


def find_rolled(node: syntax.Roll, of_each: Container[str]) -> RolledDice:
    """What a step rolls. A name before `of` is how many dice are rolled, unless it is that of dice `of_each` member."""
    name, subject = node.place.name, node.place.subject
    if node.count is not None or subject is None or name.text in of_each:
        return RolledDice(name, node.count, subject)
    count = syntax.Reference(name.text, span=name.span)
    match subject:
        case syntax.Reference(dice):
            return RolledDice(syntax.Name(dice, span=subject.span), count, None)
        case syntax.Of(dice_name, index):
            return RolledDice(dice_name, count, index)
        case _:
            return RolledDice(name, None, subject)
