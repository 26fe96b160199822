"""Who wins, and how a phase or the game may end."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.check.convert import coerce
from interpreter.check.world import MAIN, World
from interpreter.diagnostics.messages import names, phases
from interpreter.domains import MemberType, SetType
from interpreter.source import Span

BANK = ("the bank", "winner")
"""What is missed where the bank wins and there is none: that is said once."""

WINNER = "each winner"
"""The bound name for each of those who win; no name can be this."""


def check_win(context: Context, node: syntax.Win) -> model.Statement | None:
    """Of a set, every member wins."""
    if node.winner is None:
        return model.Win(None, span=node.span) if has_bank(context.world, node.span) else None
    if is_bank(context, node.winner):
        return None
    kind = find_winner_kind(context.world)
    value = context.infer(node.winner, kind)
    if not isinstance(value.type, SetType) or value.type.member is None:
        return model.Win(coerce(context.world, value, kind), span=node.span)
    each = model.Variable(WINNER, context.owner, "bound", kind, span=node.winner.span)
    win = model.Win(model.Read(each, type=kind, span=node.winner.span), span=node.span)
    return model.ForEach(each, coerce(context.world, value, SetType(kind)), False, (win,), span=node.span)


def has_bank(world: World, span: Span) -> bool:
    """Whether there is a bank that can win; if not, that is reported."""
    if not world.declared.bank and BANK not in world.log.unknown:
        world.log.unknown.add(BANK)
        world.report(names.no_bank(span))
    return bool(world.declared.bank)


def is_bank(context: Context, node: syntax.Expression) -> bool:
    """Whether `bank` is named where `the bank` is meant, which is reported."""
    meant = isinstance(node, syntax.Reference) and node.name == "bank"
    if not meant or "bank" in context.locals or "bank" in context.world.names.symbols:
        return False
    context.world.report(names.bank_without_the(node.span))
    return True


def find_winner_kind(world: World) -> MemberType:
    """Who wins: sides, where there are any."""
    return world.all_members("side" if "side" in world.declared.kinds else "player")


def may_end(world: World, node: syntax.End | syntax.Ended) -> bool:
    """Whether something can end so: a phase, and the game alone without a result."""
    if world.find(node.phase, "phase") is None:
        return False
    if node.without_result and node.phase.text != MAIN:
        world.report(phases.end_without_result(node.span, node.phase.text))
        return False
    return True
