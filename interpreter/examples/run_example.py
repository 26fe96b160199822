"""Runs a ruleset's examples and collects what they reach.

Examples with as many players share a program, whatever their options. The game is played from its beginning
(`lead_in`) to where the example's phase has begun; then what is given is set up, and the script is followed (`script`)
until a roll is due that it does not have, or to where it says. What must follow is asked of the position there, or
wherever the next line of the script comes, and of the events since the start (`expectations`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, tee

from interpreter import model
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import examples as errors
from interpreter.display import format_value
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
    Step,
    Stop,
    pick_default_answer,
)
from interpreter.examples.call_fitting import fit_calls
from interpreter.examples.coverage import measure_coverage
from interpreter.examples.covered import Coverage
from interpreter.examples.expectations import check_due, check_expectations
from interpreter.examples.lead_in import MOST_BEGINNINGS, MOST_STOPS, Beginning, walk_beginnings
from interpreter.examples.run_state import ExampleRun
from interpreter.examples.script import answer_choice, answer_draw, answer_roll, is_next
from interpreter.examples.staging import Spot, arrange_cards
from interpreter.lower import complete_options, lower_with_open_options
from interpreter.lower.queries import is_given_inside
from interpreter.program import Program, QueryInfo, Site
from interpreter.stepper import Stepper


@dataclass(frozen=True)
class ExampleResult:
    """The result of one example. It passed if `failures` is empty. `first` is the position of its first stop,
    and `last` that of its end, if it came so far."""

    example: model.ExampleInfo
    program: Program
    failures: tuple[Diagnostic, ...]
    events: tuple[Event, ...]
    first: Position | None = None
    last: Position | None = None

    @property
    def passed(self) -> bool:
        return not self.failures

    @property
    def reached(self) -> Iterator[Site]:
        return (self.program.sites[each.site] for each in self.events if isinstance(each, Reached))


@dataclass(frozen=True)
class ExampleReport:
    """All examples of a ruleset."""

    name: str
    results: tuple[ExampleResult, ...]
    coverage: Coverage

    @property
    def failed(self) -> tuple[ExampleResult, ...]:
        return tuple(each for each in self.results if not each.passed)


def run_examples(game: model.Model) -> ExampleReport:
    return make_report(game, [*iterate_results(game, game.examples)])


def iterate_results(game: model.Model, examples: Sequence[model.ExampleInfo]) -> Iterator[ExampleResult]:
    tables: dict[int | None, _Tables] = {}
    for each in examples:
        if each.players not in tables:
            tables[each.players] = _Tables(game, each.players, examples)
        yield _run_example(tables[each.players].set_up(each))


class _Tables:
    """Runs the examples with one number of players: on one program, with lead-ins shared among equal options."""

    def __init__(self, game: model.Model, players: int | None, examples: Sequence[model.ExampleInfo]) -> None:
        self.game = game
        own = tuple(each for each in examples if each.players == players)
        self.numbers = {id(each): at for at, each in enumerate(own)}
        self.opened = lower_with_open_options(game, players, own)
        self.stepper = Stepper(self.opened.program)
        self.shared: dict[tuple[tuple[str, int], ...], tuple[Stepper, dict[str, Iterator[Beginning | Failure]]]] = {}

    def set_up(self, example: model.ExampleInfo) -> ExampleRun:
        options = tuple(sorted(example.options))
        if options not in self.shared:
            chosen = complete_options(self.game, dict(options))
            values = {slot: chosen[name] for name, slot in self.opened.options.items()}
            self.shared[options] = self.stepper.starting_with(values), {}
        return ExampleRun(self.game, example, self.numbers[id(example)], *self.shared[options])


def make_report(game: model.Model, results: Sequence[ExampleResult]) -> ExampleReport:
    return ExampleReport(
        game.name, tuple(results), measure_coverage(game, (site for each in results for site in each.reached))
    )


# ---- one example


def _run_example(run: ExampleRun) -> ExampleResult:
    first = step = _find_first_stop(run)
    if step is not None:
        run.record_events(step.events)
        step = _follow_script(run, step)
    if step is not None and not run.failures:
        check_expectations(run, step.position)
    ends = (None if each is None else each.position for each in (first, step))
    return ExampleResult(run.example, run.program, tuple(run.failures), tuple(run.events), *ends)


def _find_first_stop(run: ExampleRun) -> Step | None:
    """The first stop after the example's start; None, with a diagnostic, if the game does not get there."""
    start = run.example.start or ("game" if run.example.given else "")
    if not start:
        return run.stepper.begin()
    position = _find_start(run, start)
    return None if position is None or run.failures else run.stepper.resume(position)


def _find_start(run: ExampleRun, start: str) -> Position | None:
    """The position where the phase has begun with what is given: the first time on the way that it can be so."""
    phase = next((each for each in run.program.routines if each.name == start and each.begun >= 0), None)
    if phase is None:
        run.failures.append(errors.never_starts(run.example.span, start))
        return None
    run.lead_ins[start], beginnings = tee(run.lead_ins.get(start) or walk_beginnings(run.stepper, phase))
    unfit: list[Diagnostic] = []
    for begun in islice(beginnings, MOST_BEGINNINGS):
        if isinstance(begun, Failure):
            if unfit:
                break
            run.record_failure(begun)
            return None
        run.unseen, run.given = dict(begun.unseen), {}
        after = _set_up(run, begun.position)
        if isinstance(after, Position) or run.failures:
            return after if isinstance(after, Position) else None
        if isinstance(after, Failure):
            run.record_failure(after)
            return None
        unfit.append(after)
    run.failures.append(unfit[0] if unfit else errors.never_starts(run.example.span, start))
    return None


def _set_up(run: ExampleRun, position: Position) -> Position | Failure | Diagnostic:
    """The position with what is given, in the order given, and called so that it can be. What the phase starts with
    may depend on what is given of the rest, so it then begins once more, and what it keeps is given again."""
    givens = list(enumerate(run.example.given))
    own = [(number, each) for number, each in givens if is_given_inside(run.example, each)]
    after = _apply_all_given(run, position, givens)
    if isinstance(after, Failure) or run.failures:
        return after
    called = fit_calls(run, after)
    if isinstance(called, Diagnostic) or len(own) == len(givens) or not run.example.start:
        return called
    again = run.stepper.apply(called, run.query("begin"))
    return again if isinstance(again, Failure) else _apply_all_given(run, again, own)


def _apply_all_given(
    run: ExampleRun, position: Position, givens: Sequence[tuple[int, model.Assign | model.Arrange]]
) -> Position | Failure:
    for number, given in givens:
        after = _apply_given(run, position, run.query("given", number), given)
        if isinstance(after, Failure):
            return after
        position = after
    return position


def _apply_given(
    run: ExampleRun, position: Position, query: QueryInfo, given: model.Assign | model.Arrange
) -> Position | Failure:
    if isinstance(given, model.Assign):
        return run.stepper.apply(position, query)
    found = run.stepper.ask(position, query)
    if isinstance(found, Failure):
        return found
    number, index, cards = found
    _claim_cards(run, given, number, index, cards)
    return arrange_cards(
        run.program, position, number, index, cards, run.list_drawn_cards(run.program.zones[number].deck)
    )


def _claim_cards(run: ExampleRun, given: model.Arrange, number: int, index: int, cards: int) -> None:
    here = Spot(run.program.zones[number], index)
    for key in [key for key, (spot, _) in run.given.items() if spot == here]:
        del run.given[key]
    twice = []
    for card in (each for each in range(here.zone.cards) if cards >> each & 1):
        spot, span = run.given.setdefault((here.zone.deck, card), (here, given.span))
        if spot != here and not here.zone.copies:
            twice.append((card, spot, span))
    if twice:
        card, spot, span = twice[0]
        shown = f"`{format_value(run.program.shapes[here.zone.shape], card)}`"
        run.failures.append(errors.card_given_twice(given.span, shown, here.name, span, spot.name))


def _follow_script(run: ExampleRun, step: Step) -> Step | None:
    for _ in range(MOST_STOPS):
        if isinstance(step.stop, ChanceStop | DrawStop | DecisionStop) and is_next(run, step.stop):
            check_due(run, step.position)
            if run.failures:
                return None
        match step.stop:
            case ChanceStop() as chance:
                answer = answer_roll(run, chance)
            case DrawStop() as draw:
                step, answer = answer_draw(run, step, draw)
            case DecisionStop() as decision:
                answer = answer_choice(run, step.position, decision)
            case Failure() as failure:
                run.record_failure(failure)
                return None
            case GameOver() | AtBlock():
                run.over = isinstance(step.stop, GameOver)
                return None if run.report_unfinished("it is over by then") else step
        if answer is None:
            return step if not run.failures else None
        step = run.stepper.answer(step.position, answer)
        run.record_events(step.events)
    run.failures.append(_report_endless(run, step.stop))
    return None


def _report_endless(run: ExampleRun, stop: Stop) -> Diagnostic:
    scripted = run.next_scripted
    if not isinstance(stop, DecisionStop) or (scripted is not None and len(stop.offered) < 2):
        return errors.example_endless(run.example.span, MOST_STOPS)
    choice, usual = run.program.choices[stop.choice], pick_default_answer(stop)
    line = f"stop at choose {choice.name}"
    if scripted is not None:
        other = next(each for each in stop.offered if each != usual)
        line = f"choose {choice.name} is {choice.names[other]}"
    taken = errors.TakenDefault(choice.names[usual], run.game.choices[choice.name].default.span, line)
    return errors.example_endless(run.example.span, MOST_STOPS, taken, scripted.span if scripted is not None else None)
