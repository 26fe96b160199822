"""The environment of a condition that is evaluated for all members of a set at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from interpreter import model
from interpreter.check.traversal import list_parts
from interpreter.data_classes import dataclass
from interpreter.lower.certainty import fits, never_fails
from interpreter.lower.scope import Scope
from interpreter.lower.tabulation import Unsuited


@dataclass(frozen=True)
class Environment:
    """Names are bound to operands in the scope, or to `varying` values, which depend on the member, each with the
    environment that it is evaluated in. The member itself is None."""

    scope: Scope
    varying: Mapping[model.Variable, tuple[Environment, model.Value] | None]
    evaluated: bool = False
    """Whether the condition is certain to be evaluated: then values that are the same for all members may fail."""

    def allows(self, value: model.Value) -> bool:
        """Whether a value that does not depend on the member may be evaluated here."""
        return self.evaluated or never_fails(self.scope, value)

    @property
    def speculative(self) -> Environment:
        """The environment of a condition that is perhaps not evaluated."""
        return replace(self, evaluated=False)

    def depends(self, value: model.Value) -> bool:
        if isinstance(value, model.Read) and value.variable in self.varying:
            return True
        return any(map(self.depends, list_parts(value)))

    def bind(self, names: Mapping[model.Variable, model.Value]) -> Environment:
        """The environment with more names. Values that do not vary are evaluated here, the others where they are read:
        so they must not fail."""
        fixed = {each: value for each, value in names.items() if not self.depends(value)}
        others = (value for each, value in names.items() if each not in fixed)
        if not all(map(self.allows, fixed.values())) or not all(never_fails(self.scope, each) for each in others):
            raise Unsuited
        bound = {each: self.scope.lower(value) for each, value in fixed.items()}
        varying: dict[model.Variable, tuple[Environment, model.Value] | None] = {
            each: (self, value) for each, value in names.items() if each not in fixed
        }
        kept = {each: held for each, held in self.varying.items() if each not in names}
        return Environment(self.scope.bind(bound), {**kept, **varying}, self.evaluated)

    def enter(self, value: model.Applied | model.Named) -> tuple[Environment, model.Value]:
        """The value of a definition or a name, and its environment."""
        names, inside = list_names(self.scope, value)
        if not all(fits(each.type, variable.type) for variable, each in names.items()):
            raise Unsuited
        return self.bind(names), inside

    def resolve(self, value: model.Value) -> model.Value:
        """The value of a name that is an alias."""
        while isinstance(value, model.Read) and (meant := self.varying.get(value.variable)) is not None:
            return meant[0].resolve(meant[1])
        return value

    def list_conjuncts(self, condition: model.Value) -> Iterator[tuple[Environment, model.Value]]:
        """The conjuncts of a condition, each with its environment."""
        match condition:
            case model.Both(parts):
                for each in parts:
                    yield from self.list_conjuncts(each)
            case model.Applied() | model.Named():
                try:
                    env, inside = self.enter(condition)
                except Unsuited:
                    yield self, condition
                else:
                    yield from env.list_conjuncts(inside)
            case _:
                yield self, condition


def list_names(
    scope: Scope, value: model.Applied | model.Named
) -> tuple[dict[model.Variable, model.Value], model.Value]:
    """What names a value gives to others, and the value inside."""
    if isinstance(value, model.Named):
        return {value.variable: value.held}, value.inside
    define = scope.builder.game.defines[value.definition]
    return dict(zip(define.parameters, value.arguments, strict=True)), define.value


def reads(value: model.Value, variable: model.Variable) -> bool:
    if isinstance(value, model.Read) and value.variable == variable:
        return True
    return any(reads(each, variable) for each in list_parts(value))
