"""Queries about calls: whether a rule or phase would be begun there with what an example gives.

An example may give an argument of its phase: its parameter, or a state that the loop around the call sets for each
member (`for each one in all player`, then `set thrower to one`). For such examples there is a query for each call on
the way to where they start. It answers whether the call gives just that; if so, it leaves the loops around the call
where they do. Its other answer is whether a game may be resumed after this call, though another of the same routine
was carried out. `caller:ROUTINE:N` answers the number of the routine in which the n-th call of a routine stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from interpreter import model, program
from interpreter.check.traversal import walk_statements, walk_values
from interpreter.lower.member_loops import go_through
from interpreter.lower.phases import CallSite, Routine
from interpreter.lower.scope import Scope
from interpreter.lower.statements import Routines
from interpreter.program import QueryInfo

Begin: TypeAlias = Callable[[QueryInfo], Scope]
"""Begins the code of a query, whose entry it puts in."""


def find_given_with_calls(game: model.Model, example: model.ExampleInfo) -> tuple[model.Assign, ...]:
    given = tuple(each for each in example.given if isinstance(each, model.Assign))
    if not given:
        return ()
    looped = _find_loop_states(game)
    return tuple(each for each in given if each.variable.role == "parameter" or each.variable in looped)


def asking_about_calls(example: model.ExampleInfo, given: tuple[model.Assign, ...]) -> str:
    """What sets one query about calls apart from another. Examples that start alike and give alike share them."""
    return ",".join([example.start, *sorted({f"{each.variable.owner}.{each.variable.name}" for each in given})])


def lower_calls(begin: Begin, routines: Routines, example: model.ExampleInfo, made: set[QueryInfo]) -> None:
    """The queries about the calls on the way to an example, where it gives something that they settle. They are added
    to those that have been `made`, and none is made twice."""
    given = find_given_with_calls(routines.builder.game, example)
    variables = [each.variable for each in given]
    for routine in _find_lead_in_routines(routines, example.start) if given else ():
        for number, call in enumerate(routine.calls_of_it):
            asked = QueryInfo(0, "called", routine.info.name, asking_about_calls(example, given), line=number)
            caller = QueryInfo(0, "caller", routine.info.name, line=number)
            if caller not in made:
                begin(caller).builder.close(program.Answer((routines.known[call.caller].number,)))
            if asked not in made:
                _lower_call(begin(asked), routines, routine, call, variables)
            made |= {asked, caller}


def _find_lead_in_routines(routines: Routines, start: str) -> Iterator[Routine]:
    waiting = [start] if start in routines.known else []
    seen = set(waiting)
    while waiting:
        routine = routines.known[waiting.pop()]
        yield routine
        for call in routine.calls_of_it:
            if call.caller not in seen:
                seen.add(call.caller)
                waiting.append(call.caller)


def _lower_call(
    scope: Scope, routines: Routines, routine: Routine, call: CallSite, variables: list[model.Variable]
) -> None:
    builder, loops = scope.builder, [each for each in call.around if isinstance(each, model.ForEach)]
    scope = replace(scope, bound=call.bound)
    arguments = dict(zip(routine.info.parameters, call.statement.arguments, strict=True))
    settled = [(each, arguments[each]) for each in variables if each in arguments]
    settled += [
        (each.variable, each.value) for each in _list_loop_assignments(loops, call) if each.variable in variables
    ]

    def compare() -> None:
        site, differs = scope.site(call.statement.span), builder.block("begun differently")
        for variable, value in settled:
            alike = builder.block("begun alike")
            slot = routines.layout.slot(variable)
            builder.branch(builder.binary("eq", scope.lower(value), slot, site), alike, differs)
            builder.continue_in(alike)
        for parameter, value in arguments.items():
            if settled and parameter not in variables:
                builder.emit(program.Move(routines.layout.slot(parameter), scope.lower(value)))
        builder.close(program.Answer((1, int(_can_resume(routines, call)))))
        builder.continue_in(differs)

    def loop(number: int) -> None:
        if number == len(loops):
            compare()
        else:
            go_through(scope, loops[number], lambda: loop(number + 1))

    loop(0 if settled else len(loops))
    builder.close(program.Answer((0, 0)))


def _can_resume(routines: Routines, call: CallSite) -> bool:
    """Whether only loops over sets around a call must be known to continue there."""
    body = tuple(walk_statements(routines.known[call.caller].info.body))
    named = any(isinstance(each, model.Assign) and each.variable.role == "local" for each in body)
    inside = any(each is call.statement for each in body)
    return inside and not named and all(isinstance(each, model.ForEach) for each in call.around)


# ---- states that loops set


def _list_loop_assignments(loops: list[model.ForEach], call: CallSite) -> Iterator[model.Assign]:
    """What the loops around a call set from the member they are at, before it."""
    for loop in loops:
        for statement in loop.body:
            if any(each is call.statement for each in walk_statements((statement,))):
                break
            if isinstance(statement, model.Assign) and _reads_variable(statement.value, loop.variable):
                yield statement


def _find_loop_states(game: model.Model) -> set[model.Variable]:
    """States that only one statement sets, which is in a loop, from the member that the loop is at."""
    bodies = [each.body for each in game.routines.values()]
    bodies += [state.consequence for each in game.routines.values() for state in each.state]
    bodies += [each for table in game.tables.values() for each in table.actions]
    statements = [each for body in bodies for each in walk_statements(body)]
    times = [each.variable for each in statements if isinstance(each, model.Change)]
    return {
        each.variable
        for loop in statements
        if isinstance(loop, model.ForEach)
        for each in loop.body
        if isinstance(each, model.Assign) and each.index is None and _reads_variable(each.value, loop.variable)
        if each.variable.role == "state" and times.count(each.variable) == 1
    }


def _reads_variable(value: model.Value, variable: model.Variable) -> bool:
    return any(isinstance(each, model.Read) and each.variable == variable for each in walk_values(value))
