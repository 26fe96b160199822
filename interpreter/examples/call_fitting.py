"""Fits the calls that led to an example's start to what the example gives.

An example may give an argument of its phase, while the call that has begun the phase gives something else. The phase
then counts as called where it would be begun with what is given: by another call of the same routine, or in another
round of the loops around it.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter import model
from interpreter.check.traversal import walk_statements
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import examples as errors
from interpreter.engine import Failure, Position
from interpreter.examples.run_state import ExampleRun
from interpreter.lower.call_queries import asking_about_calls, find_given_with_calls
from interpreter.lower.phases import MAIN
from interpreter.program import RoutineInfo


def fit_calls(run: ExampleRun, position: Position) -> Position | Diagnostic:
    given = find_given_with_calls(run.game, run.example)
    if not given:
        return position
    led_here = _find_callers(run, position)
    for each in given:
        if each.variable.role == "parameter" and each.variable.owner not in [routine.name for routine, _ in led_here]:
            return errors.not_under_way(each.span, each.variable.name, each.variable.owner)
    for routine, number in reversed(led_here):
        fitted = _fit_call(run, position, given, routine, number)
        if fitted is None:
            return _report_never_begun(run, given, routine)
        position = fitted
    return position


def _find_callers(run: ExampleRun, position: Position) -> list[tuple[RoutineInfo, int]]:
    """The active routines, innermost first, each with the number of its call."""
    routine = next(each for each in run.program.routines if each.name == run.example.start)
    found = []
    while routine.name != MAIN:
        number = position.slots[routine.return_slot]
        found.append((routine, number))
        routine = run.program.routines[_find_caller(run, position, routine, number)]
    return found


def _find_caller(run: ExampleRun, position: Position, routine: RoutineInfo, number: int) -> int:
    found = run.stepper.ask(position, run.program.query("caller", routine.name, line=number))
    assert not isinstance(found, Failure)
    return found[0]


def _fit_call(
    run: ExampleRun, position: Position, given: tuple[model.Assign, ...], routine: RoutineInfo, number: int
) -> Position | None:
    callers = [_find_caller(run, position, routine, each) for each in range(len(routine.continuations))]
    alike = [each for each, caller in enumerate(callers) if caller == callers[number] and each != number]
    for call in (number, *alike):
        query = run.program.query("called", routine.name, asking_about_calls(run.example, given), line=call)
        found = run.stepper.ask(position, query)
        if isinstance(found, Failure) or not found[0] or (call != number and not found[1]):
            continue
        after = run.stepper.apply(position, query)
        assert isinstance(after, Position)
        slots = list(after.slots)
        slots[routine.return_slot] = call
        return replace(after, slots=tuple(slots))
    return None


def _report_never_begun(run: ExampleRun, given: tuple[model.Assign, ...], routine: RoutineInfo) -> Diagnostic:
    mine = [each for each in given if each.variable.owner == routine.name] or list(given)
    calls = [
        each
        for caller in run.game.routines.values()
        for each in walk_statements(caller.body)
        if isinstance(each, model.CallRoutine) and each.routine == routine.name
    ]
    shown = ", ".join(f"`{each.span.on_one_line}`" for each in mine)
    begun = [(each.span, _describe_call(run, mine[0], each)) for each in calls]
    return errors.never_begun(mine[0].span, shown, routine.kind, routine.name, begun, _list_sources(run, mine, calls))


def _find_argument(run: ExampleRun, given: model.Assign, call: model.CallRoutine) -> model.Value | None:
    parameters = run.game.routines[call.routine].parameters
    return call.arguments[parameters.index(given.variable)] if given.variable in parameters else None


def _describe_call(run: ExampleRun, given: model.Assign, call: model.CallRoutine) -> str:
    """The argument of a call for a given parameter, as written: `batting` and `first_at_bat`."""
    argument = _find_argument(run, given, call)
    return f"`{given.variable.name}` is `{argument.span.on_one_line}` here" if argument is not None else "begun here"


def _list_sources(run: ExampleRun, given: list[model.Assign], calls: list[model.CallRoutine]) -> list[str]:
    """Further givens that make the only call have these arguments: the state that it passes."""
    if len(calls) != 1:
        return []
    known = [each.variable for each in run.example.given if isinstance(each, model.Assign)]
    pairs = ((each, _find_argument(run, each, calls[0])) for each in given)
    return [
        f"{argument.variable.name} is {each.value.span.on_one_line}"
        for each, argument in pairs
        if isinstance(argument, model.Read)
        and argument.variable.role == "state"
        and argument.index is None
        and argument.variable not in known
    ]
