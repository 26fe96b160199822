"""Running a ruleset's examples, and what they reach.

Examples with the same options and players share a program. The game is played from its beginning, on a fixed
stream with default choices, to where the example's phase has begun; then what is given is set up, and the script is
followed until a roll is wanted that it does not have. What must follow is asked of the position there and of the
events since the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter import model
from interpreter.chance import Stream
from interpreter.diagnostics import Diagnostic
from interpreter.domains import roll_faces, roll_total
from interpreter.engine import (
    AtBlock,
    ChanceStop,
    DecisionStop,
    DrawStop,
    Event,
    Failure,
    GameOver,
    Position,
    Reached,
    Said,
    Step,
    default_answer,
)
from interpreter.errors import examples as errors
from interpreter.examples.coverage import Coverage, coverage_of
from interpreter.examples.staging import Spot, arranged, brought
from interpreter.lower import lower
from interpreter.lower.builder import Builder
from interpreter.lower.queries import given_inside
from interpreter.mishaps import sources_of, tell_failure
from interpreter.program import Program, Site
from interpreter.source import Span
from interpreter.stepper import Stepper
from interpreter.wording import show_text, show_value

MOST_STOPS = 20_000
"""How many rolls and choices the way to an example's start, or its unscripted choices, may take."""


Scripted: TypeAlias = model.ScriptedRoll | model.ScriptedDraw | model.ScriptedChoice


@dataclass(frozen=True)
class ExampleResult:
    """What became of one example: nothing is wrong if `failures` is empty."""

    example: model.ExampleInfo
    program: Program
    failures: tuple[Diagnostic, ...]
    events: tuple[Event, ...]

    @property
    def passed(self) -> bool:
        """Whether everything followed that must."""
        return not self.failures

    @property
    def reached(self) -> Iterator[Site]:
        """The rules, phases and rows that the example reached."""
        return (self.program.sites[each.site] for each in self.events if isinstance(each, Reached))


@dataclass(frozen=True)
class ExampleReport:
    """All examples of a ruleset."""

    name: str
    results: tuple[ExampleResult, ...]
    coverage: Coverage

    @property
    def failed(self) -> tuple[ExampleResult, ...]:
        """Those that did not go as they say."""
        return tuple(each for each in self.results if not each.passed)


def run_examples(game: model.Model) -> ExampleReport:
    """Run every example of a game."""
    settings: dict[tuple[tuple[tuple[str, int], ...], int | None], list[model.ExampleInfo]] = {}
    for each in game.examples:
        settings.setdefault((tuple(sorted(each.options)), each.players), []).append(each)
    results: dict[model.ExampleInfo, ExampleResult] = {}
    for (options, players), examples in settings.items():
        stepper = Stepper(lower(game, dict(options), players, examples))
        ways: dict[int, Position | Failure | None] = {}
        for number, example in enumerate(examples):
            results[example] = _run_example(_Run(game, example, f"example:{number}", stepper, ways))
    return _report(game, tuple(results[each] for each in game.examples))


def _report(game: model.Model, results: tuple[ExampleResult, ...]) -> ExampleReport:
    return ExampleReport(game.name, results, coverage_of(game, (site for each in results for site in each.reached)))


# ---- one example


@dataclass
class _Run:
    """An example on its way."""

    game: model.Model
    example: model.ExampleInfo
    queries: str
    stepper: Stepper
    ways: dict[int, Position | Failure | None]
    at: int = 0
    ended: str = ""
    events: list[Event] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    failures: list[Diagnostic] = field(default_factory=list)
    unseen: Stream = field(default_factory=lambda: Stream(0, 1))
    """Which cards come where nobody sees them."""

    @property
    def program(self) -> Program:
        return self.stepper.program

    @property
    def next_scripted(self) -> Scripted | None:
        return self.example.script[self.at] if self.at < len(self.example.script) else None


def _run_example(run: _Run) -> ExampleResult:
    step = _start(run)
    if step is not None:
        run.events.extend(step.events)
        step = _follow(run, step)
    if step is not None and not run.failures:
        _expect(run, step.position)
    return ExampleResult(run.example, run.program, tuple(run.failures), tuple(run.events))


def _start(run: _Run) -> Step | None:
    """The first stop after the example's start; None, with a diagnostic, if the game does not get there."""
    start = run.example.start or ("game" if run.example.given else "")
    if not start:
        return run.stepper.begin()
    begun = next((each.begun for each in run.program.routines if each.name == start), -1)
    position = _way_to(run, begun) if begun >= 0 else None
    if position is None:
        if not run.failures:
            run.failures.append(errors.never_starts(run.example.span, start))
        return None
    after = _set_up(run, position)
    if isinstance(after, Failure):
        _failed(run, after)
        return None
    return run.stepper.resume(after)


def _set_up(run: _Run, position: Position) -> Position | Failure:
    """The position with what is given, in the order given. What the phase starts with may depend on what is given of
    the rest, so it then begins once more, and what it keeps is given again."""
    givens = list(enumerate(run.example.given))
    own = [(number, each) for number, each in givens if given_inside(run.example, each)]
    after = _all_given(run, position, givens)
    if isinstance(after, Failure) or len(own) == len(givens) or not run.example.start:
        return after
    again = run.stepper.apply(after, f"{run.queries}:begin")
    return again if isinstance(again, Failure) else _all_given(run, again, own)


def _all_given(
    run: _Run, position: Position, givens: Sequence[tuple[int, model.Assign | model.Arrange]]
) -> Position | Failure:
    for number, given in givens:
        after = _given(run, position, f"{run.queries}:given:{number}", given)
        if isinstance(after, Failure):
            return after
        position = after
    return position


def _given(run: _Run, position: Position, query: str, given: model.Assign | model.Arrange) -> Position | Failure:
    """The position with one given thing set up."""
    if isinstance(given, model.Assign):
        return run.stepper.apply(position, query)
    found = run.stepper.ask(position, query)
    return found if isinstance(found, Failure) else arranged(run.program, position, *found)


def _way_to(run: _Run, block: int) -> Position | None:
    """The position in which a phase has begun; the way there is the same for all examples of one program."""
    if block not in run.ways:
        run.ways[block] = _found_way(run.stepper, block)
    found = run.ways[block]
    if isinstance(found, Failure):
        _failed(run, found)
        return None
    return found


def _found_way(stepper: Stepper, block: int) -> Position | Failure | None:
    stream = Stream(0, 0)
    step = stepper.run_to(None, block)
    for _ in range(MOST_STOPS):
        match step.stop:
            case AtBlock():
                return step.position
            case ChanceStop() | DrawStop():
                step = stepper.run_to(step.position, block, stream.below(step.stop.outcomes))
            case DecisionStop() as stop:
                step = stepper.run_to(step.position, block, default_answer(stop))
            case Failure() as failure:
                return failure
            case GameOver():
                return None
    return None


def _failed(run: _Run, failure: Failure) -> None:
    run.failures.append(
        tell_failure(run.program, failure, sources_of(run.game), f"in the example {run.example.name!r}")
    )


def _follow(run: _Run, step: Step) -> Step | None:
    """Follow the script to its end."""
    for _ in range(MOST_STOPS):
        match step.stop:
            case ChanceStop() as chance:
                answer = _scripted_roll(run, chance)
            case DrawStop() as draw:
                step, answer = _scripted_draw(run, step, draw)
            case DecisionStop() as decision:
                answer = _scripted_choice(run, step.position, decision)
            case Failure() as failure:
                _failed(run, failure)
                return None
            case GameOver() | AtBlock():
                return _over(run, step)
        if answer is None:
            return step if not run.failures else None
        step = run.stepper.answer(step.position, answer)
        run.events.extend(step.events)
    run.failures.append(errors.example_endless(run.example.span, MOST_STOPS))
    return None


def _over(run: _Run, step: Step) -> Step | None:
    scripted = run.next_scripted
    if scripted is None:
        return step
    run.failures.append(errors.script_left(scripted.span, _what(scripted), "it is over before"))
    return None


def _what(scripted: Scripted) -> str:
    match scripted:
        case model.ScriptedRoll():
            return "roll"
        case model.ScriptedDraw():
            return "draw"
        case model.ScriptedChoice():
            return "choice"


def _scripted_roll(run: _Run, stop: ChanceStop) -> int | None:
    """The outcome scripted for a roll; None at the end of the script, or with a diagnostic."""
    scripted, dice = run.next_scripted, run.program.dice[stop.dice]
    if scripted is None:
        run.ended = f"the script ends where `{dice.name}` is to be rolled"
        return None
    if not isinstance(scripted, model.ScriptedRoll):
        what = f"`{scripted.choice}`" if isinstance(scripted, model.ScriptedChoice) else "a card"
        run.failures.append(errors.script_order(scripted.span, what, f"`{dice.name}` is to be rolled", "roll"))
        return None
    run.at += 1
    for outcome in range(stop.outcomes):
        if scripted.faces == roll_faces(outcome, dice.number, dice.faces) or scripted.total == roll_total(
            outcome, dice.number, dice.faces
        ):
            return outcome
    possible = "+".join(["1"] * dice.number) + f" to {'+'.join([str(dice.faces)] * dice.number)}"
    run.failures.append(errors.roll_impossible(scripted.span, f"`{scripted.span.text}`", dice.name, possible))
    return None


def _scripted_draw(run: _Run, step: Step, stop: DrawStop) -> tuple[Step, int | None]:
    """The number of the card scripted for a draw, and the step with that card where it may come; None at the end of
    the script, or with a diagnostic. Where nobody sees the card, any card does."""
    scripted, zone = run.next_scripted, run.program.zones[stop.zone]
    if run.program.zones[stop.onto].sight == "down":
        return step, run.unseen.below(stop.outcomes)
    if scripted is None:
        run.ended = f"the script ends where a card is to be drawn from `{zone.name}`"
        return step, None
    if not isinstance(scripted, model.ScriptedDraw):
        what = f"`{scripted.choice}`" if isinstance(scripted, model.ScriptedChoice) else "a roll"
        asked = f"a card is to be drawn from `{zone.name}`"
        run.failures.append(errors.script_order(scripted.span, what, asked, "draw"))
        return step, None
    run.at += 1
    card = f"`{_plain(scripted.span)}`"
    if zone.deck != scripted.cards:
        run.failures.append(errors.card_of_others(scripted.span, card, zone.name))
        return step, None
    later = [each.card for each in run.example.script[run.at :] if isinstance(each, model.ScriptedDraw)]
    ready = brought(run.program, step.position, stop, scripted.card, later)
    if isinstance(ready, Spot):
        run.failures.append(errors.card_elsewhere(scripted.span, card, ready.name))
        return step, None
    after = run.stepper.resume(ready)
    assert isinstance(after.stop, DrawStop)
    return after, after.stop.cards.index(scripted.card)


def _scripted_choice(run: _Run, position: Position, stop: DecisionStop) -> int | None:
    """The answer scripted for a choice, or its default if another comes next in the script."""
    scripted, choice = run.next_scripted, run.program.choices[stop.choice]
    if len(stop.offered) > 1:
        run.asked.add(choice.name)
    if not isinstance(scripted, model.ScriptedChoice) or scripted.choice != choice.name:
        return default_answer(stop)
    found = run.stepper.ask(position, f"{run.queries}:script:{run.at}")
    run.at += 1
    if isinstance(found, Failure):
        _failed(run, found)
        return None
    answer = choice.values.index(found[0]) if found[0] in choice.values else -1
    if scripted.refused:
        return _refused(run, scripted, stop, answer)
    if answer in stop.offered:
        return answer
    offered = [choice.names[each] for each in stop.offered]
    run.failures.append(
        errors.choice_not_offered(scripted.span, choice.name, f"`{_plain(scripted.value.span)}`", offered)
    )
    return None


def _refused(run: _Run, scripted: model.ScriptedChoice, stop: DecisionStop, answer: int) -> int | None:
    """The default, where this answer is not offered."""
    if answer not in stop.offered:
        return default_answer(stop)
    wanted = f"that `{scripted.choice}` cannot be `{_plain(scripted.value.span)}`"
    run.failures.append(errors.example_failed(scripted.span, run.example.span, wanted, "it is offered"))
    return None


# ---- what must follow


def _expect(run: _Run, position: Position) -> None:
    scripted = run.next_scripted
    if scripted is not None:
        run.failures.append(errors.script_left(scripted.span, _what(scripted), "another roll or card is wanted before"))
        return
    for number, expected in enumerate(run.example.expectations):
        match expected:
            case model.ExpectCondition():
                _expect_condition(run, position, number, expected)
            case model.ExpectRule():
                _expect_rule(run, expected)
            case model.ExpectAsked():
                _expect_asked(run, expected)
            case model.ExpectSaid(text):
                if not any(text in _said(run, each) for each in run.events):
                    run.failures.append(
                        errors.example_failed(
                            expected.span, run.example.span, f"that “{text}” is said", "it was not said"
                        )
                    )


def _expect_asked(run: _Run, expected: model.ExpectAsked) -> None:
    if (expected.choice in run.asked) == expected.negated:
        wanted = f"that {'nobody' if expected.negated else 'somebody'} is asked `{expected.choice}`"
        found = "it was asked" if expected.negated else "nobody had to choose"
        run.failures.append(errors.example_failed(expected.span, run.example.span, wanted, found, run.ended))


def _said(run: _Run, event: Event) -> str:
    return show_text(run.program, event.text, event.values) if isinstance(event, Said) else ""


def _expect_condition(run: _Run, position: Position, number: int, expected: model.ExpectCondition) -> None:
    found = run.stepper.ask(position, f"{run.queries}:then:{number}")
    if isinstance(found, Failure):
        _failed(run, found)
    elif not found[0]:
        shown = "it does not hold"
        if isinstance(expected.condition, model.Comparison):
            left = expected.condition.left
            shown = f"`{_plain(left.span)}` is {_shown(run, left, found[1])}"
        run.failures.append(
            errors.example_failed(expected.span, run.example.span, f"`{_plain(expected.span)}`", shown, run.ended)
        )


def _plain(span: Span) -> str:
    return " ".join(span.text.split())


def _shown(run: _Run, value: model.Value, number: int) -> str:
    builder = Builder(run.game)
    return show_value(builder.shapes[builder.shape(value.type)], number)


def _expect_rule(run: _Run, expected: model.ExpectRule) -> None:
    kinds = ("end",) if expected.ended else ("rule", "phase")
    reached = (run.program.sites[each.site] for each in run.events if isinstance(each, Reached))
    happened = any(site.kind in kinds and site.name == expected.routine for site in reached)
    if happened == expected.negated:
        verb = "ended" if expected.ended else "carried out"
        wanted = f"that `{expected.routine}` is {'not ' if expected.negated else ''}{verb}"
        found = f"it was {verb}" if happened else f"it was not {verb}"
        run.failures.append(errors.example_failed(expected.span, run.example.span, wanted, found, run.ended))
