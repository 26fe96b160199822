"""Steps that are never taken, since the step above them always ends a phase around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from interpreter import model
from interpreter.check.reachability import Reachability
from interpreter.check.traversal import walk_statements
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import phases

Block = tuple[model.Statement, ...]


@dataclass
class UnreachableSteps:
    """Looks for them in the rules of the game itself, and in those that house rules bring."""

    reachability: Reachability
    _leaving: dict[str, bool] = field(default_factory=dict)

    @property
    def game(self) -> model.Model:
        return self.reachability.game

    def report_all(self) -> None:
        for name, block in self._list_blocks():
            for before, after in pairwise(block):
                if self.always_leaves(before) and self._is_own(name, after):
                    self.reachability.world.report(phases.never_reached(after.span, before.span))
                    break

    def _list_blocks(self) -> Iterator[tuple[str, Block]]:
        outer = [(routine.name, routine.body) for routine in self.game.routines.values()]
        outer += [(table.name, action) for table in self.game.tables.values() for action in table.actions]
        for name, block in outer:
            yield name, block
            for statement in walk_statements(block):
                match statement:
                    case model.Loop(body, _, _) | model.ForEach(_, _, _, body, _) | model.ForEachDie(_, _, _, body):
                        yield name, body
                    case model.When(cases):
                        yield from ((name, case.body) for case in cases)
                    case _:
                        pass

    def _is_own(self, name: str, statement: model.Statement) -> bool:
        """Libraries may have steps that some games never reach."""
        world = self.reachability.world
        overlay = world.trees.amended.overlay_of(statement.span.source) if world.trees.amended is not None else ""
        return bool(overlay) or not world.names.symbols[name].library

    def always_leaves(self, statement: model.Statement) -> bool:
        """Whether nothing after a statement is ever done, since it ends a phase around it each time."""
        match statement:
            case model.EndPhase():
                return True
            case model.When(cases):
                return cases[-1].condition is None and all(self._leaves_block(each.body) for each in cases)
            case model.Loop(body, _, None):
                return self._leaves_block(body)
            case model.DoTable(name, _):
                return all(map(self._leaves_block, self.game.tables[name].actions))
            case model.CallRoutine(name, _):
                return self._leaves_routine(name)
            case _:
                return False

    def _leaves_block(self, block: Block) -> bool:
        return any(map(self.always_leaves, block))

    def _leaves_routine(self, name: str) -> bool:
        """A phase that may end itself comes back."""
        if name not in self._leaving:
            self._leaving[name] = False
            routine = self.game.routines[name]
            comes_back = routine.kind == "phase" and name in self.reachability.find_ended_phases(routine.body)
            self._leaving[name] = self._leaves_block(routine.body) and not comes_back
        return self._leaving[name]
