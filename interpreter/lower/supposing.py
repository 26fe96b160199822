"""Values as they would be if a rule were carried out.

The rule is carried out at once, but on copies: for what it may change it has slots of its own, which begin with the
values that are there. So nothing has to be undone. It is inlined, with all rules that it calls; none of them is under
way, since no rule calls itself, so their parameters and names need no copies. What it says, wins and reaches is no
event. Where it ends a phase, the rest of it is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from interpreter import model, program
from interpreter.check.traversal import walk_done
from interpreter.data_classes import dataclass
from interpreter.lower.scope import Scope, check_arguments
from interpreter.lower.statements import Routines


def suppose(scope: Scope, value: model.Supposed) -> program.Operand:
    builder, game = scope.builder, scope.builder.game
    call = model.CallRoutine(value.routine, value.arguments, span=value.span)
    values = [scope.lower(each) for each in value.arguments]
    inner = _copy(scope, dict.fromkeys(_list_changed(game, value.routine)))
    steps = Supposing(builder, inner.layout, after=builder.block(f"after {value.routine}"))
    steps.carry_out(inner, call, values)
    builder.jump_to(steps.after)
    found = builder.register()
    builder.emit(program.Move(found, inner.lower(value.value)))
    return found


def _copy(scope: Scope, changed: Iterable[model.Variable]) -> Scope:
    """The same scope where some variables have other slots, with the values that are there now."""
    builder, layout, variables = scope.builder, scope.layout, dict(scope.layout.variables)
    for each in changed:
        size = layout.size_of_kind(each.each.kind) if each.each is not None else 1
        key = each, scope.supposed.count(each)
        if key not in builder.found.copies:
            shape = builder.shape(each.type)
            slots = [builder.slot(f"supposed {each.name} {at}", "local", shape) for at in range(size)]
            builder.found.copies[key] = slots[0]
        kept, held = builder.found.copies[key], layout.slot(each)
        for at in range(size):
            builder.emit(program.Move(program.Slot(kept.index + at), program.Slot(held.index + at)))
        variables[each] = kept
    return replace(scope, layout=replace(layout, variables=variables), supposed=(*scope.supposed, *changed))


def _list_changed(game: model.Model, routine: str) -> Iterator[model.Variable]:
    """What is kept and may be changed where a rule is carried out."""
    for statement in walk_done(game, routine):
        if isinstance(statement, model.Change) and game.state_of(statement.variable) is not None:
            yield statement.variable


@dataclass
class Supposing(Routines):
    """Steps that are only supposed; where they end a phase, the block `after` follows."""

    after: int = field(default=-1)

    def carry_out(self, scope: Scope, call: model.CallRoutine, values: list[program.Operand]) -> None:
        info, site = self.builder.game.routines[call.routine], scope.site(call.span)
        check_arguments(scope, info.parameters, values, call.arguments, site)
        for parameter, value in zip(info.parameters, values, strict=True):
            self.builder.emit(program.Move(self.layout.slot(parameter), value))
        inner = replace(scope, routine=info.name, citation=info.citation, bound={})
        self.statements(inner, info.body)

    def mark(self, site: int) -> None:
        pass

    def statement(self, scope: Scope, statement: model.Statement) -> None:
        match statement:
            case model.Tell() | model.Win():
                pass
            case model.EndPhase():
                self.builder.close(program.Jump(self.after))
            case model.CallRoutine(_, arguments):
                self.carry_out(scope, statement, [scope.lower(each) for each in arguments])
            case _:
                super().statement(scope, statement)
