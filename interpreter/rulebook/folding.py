"""The rules of a game as these options make them: what they rule out is gone, and what is fixed is a number."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter import model
from interpreter.check.evaluate import Undecided, evaluate
from interpreter.check.substitution import LEAVES, PARTS, rebuild, substitute
from interpreter.domains import NumberType, SetType, YesNoType


def walk(part: object, without: type | tuple[()] = ()) -> Iterator[Any]:
    """Everything in a part of the model, itself first; nothing in one of the sort left out."""
    if isinstance(part, tuple):
        for each in part:
            yield from walk(each, without)
    elif isinstance(part, without):
        return
    elif isinstance(part, (*PARTS, *LEAVES)) and not isinstance(part, model.Variable | model.Citation):
        yield part
        for each in dataclasses.fields(part):
            yield from walk(getattr(part, each.name), without)


class Folder:
    """Puts options into rules. `ruled_out` are the bodies that are never carried out under them, `settled` are branches
    that are always, or never, taken."""

    def __init__(self, game: model.Model, settings: Mapping[str, int]) -> None:
        self.game = game
        self.settings = {each.name: settings.get(each.name, each.default) for each in game.options.values()}
        self.ruled_out: list[model.Statement] = []
        self.settled: list[model.Statement] = []

    def fold(self, node: Any) -> Any:
        if isinstance(node, LEAVES):
            return node
        node = rebuild(node, self.fold)
        if isinstance(node, model.Both | model.Either):
            return self._fold_parts(node)
        if isinstance(node, model.Chosen) and isinstance(node.condition, model.Constant):
            return node.value if node.condition.value else node.other
        if isinstance(node, model.Named) and isinstance(node.held, model.Constant):
            return self.fold(substitute(node.inside, {node.variable: node.held}))
        if isinstance(node, model.Without) and self._is_beyond(node.left, node.right):
            return node.left
        if isinstance(node, model.TableValue):
            return self._look_up(node)
        if isinstance(node, model.Applied) and all(isinstance(each, model.Constant) for each in node.arguments):
            info = self.game.defines[node.definition]
            value = self.fold(substitute(info.value, dict(zip(info.parameters, node.arguments, strict=True))))
            return value if isinstance(value, model.Constant) else node
        if not isinstance(node, model.Typed) or isinstance(node, model.Constant | model.Read | model.TextConstant):
            return node
        try:
            known: dict[Any, int] = dict(self.settings)
            whole: Any = node
            return model.Constant(evaluate(self.game, whole, known), type=node.type, span=node.span)
        except (Undecided, ZeroDivisionError, KeyError):
            return self._simplify(node)

    def _simplify(self, node: Any) -> Any:
        match node:
            case model.Moved(model.Constant(place), model.Constant(amount), low, high) if low <= place + amount <= high:
                return model.Constant(place + amount, type=node.type, span=node.span)
            case model.OfSet("size", model.AllOfKind(kind)) if kind != "player" and kind in self.game.kinds:
                return model.Constant(len(self.game.kinds[kind].members), type=node.type, span=node.span)
            case model.Maybe(value) | model.Certain(value) if isinstance(value, model.Constant):
                return value
            case model.Calculation("add", left, model.Constant(0)) | model.Calculation("sub", left, model.Constant(0)):
                return left
            case model.Calculation("mul", model.Constant(1, type=NumberType()), right):
                return right
            case _:
                return node

    def _is_beyond(self, left: Any, right: Any) -> bool:
        """Whether a member cannot be in a set."""
        match left, right:
            case model.Read(), model.SetOf(model.Constant(place)) if isinstance(left.type, SetType):
                member = left.type.member
                return member is not None and not member.low <= place <= member.high
            case _:
                return False

    def _fold_parts(self, node: model.Both | model.Either) -> model.Value:
        stops = isinstance(node, model.Either)
        if any(isinstance(each, model.Constant) and bool(each.value) == stops for each in node.parts):
            return model.Constant(int(stops), type=YesNoType(), span=node.span)
        kept = tuple(each for each in node.parts if not isinstance(each, model.Constant))
        if not kept:
            return model.Constant(int(not stops), type=YesNoType(), span=node.span)
        return kept[0] if len(kept) == 1 else dataclasses.replace(node, parts=kept)

    def _look_up(self, node: model.TableValue) -> model.Value:
        table = self.game.tables[node.table]
        at = 0
        keys = node.keys if len(node.keys) == len(table.keys) else tuple(map(self.fold, table.keys))
        for key, domain in zip(keys, table.domains, strict=True):
            if not isinstance(key, model.Constant) or key.value not in domain.index:
                return node
            at = at * domain.size + domain.index[key.value]
        found: model.Value = self.fold(table.rows[table.index[at]].values[node.column])
        return found if isinstance(found, model.Constant | model.TextConstant) else node

    def fold_body(self, statements: tuple[model.Statement, ...]) -> tuple[model.Statement, ...]:
        """Statements without those that the options rule out."""
        found: list[model.Statement] = []
        for each in statements:
            if isinstance(each, model.When):
                found += self._fold_when(each)
            elif isinstance(each, model.Loop | model.ForEach | model.ForEachDie):
                found += self._fold_loop(each)
            else:
                found.append(self.fold(each))
        return tuple(found)

    def _fold_when(self, node: model.When) -> Iterator[model.Statement]:
        cases: list[model.Case] = []
        closed = False
        for case in node.cases:
            condition = self.fold(case.condition) if case.condition is not None else None
            if closed or (isinstance(condition, model.Constant) and not condition.value):
                self.ruled_out += case.body
                continue
            closed = condition is None or isinstance(condition, model.Constant)
            cases.append(model.Case(None if closed else condition, self.fold_body(case.body)))
        if not cases or cases[0].condition is None:
            self.settled.append(node)
        if cases and cases[0].condition is None:
            yield from cases[0].body
        elif cases:
            yield dataclasses.replace(node, cases=tuple(cases))

    def _fold_loop(self, node: Any) -> Iterator[model.Statement]:
        folded: dict[str, Any] = {"body": self.fold_body(node.body)}
        for name in ("until", "set", "start", "times", "roll"):
            value = getattr(node, name, None)
            if value is not None:
                value = self.fold(value)
                never = name == "until" and isinstance(value, model.Constant)
                folded[name] = None if never and not value.value else value
        until = folded.get("until")
        if isinstance(node, model.Loop) and isinstance(until, model.Constant):  # once, and no more
            self.settled.append(node)
            yield from folded["body"]
        else:
            yield dataclasses.replace(node, **folded)
