"""What each answer is worth where not all cards are seen: `groundrules solve` with cards among what is `--given`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence

from interpreter.bots.paired import CERTAIN, NoEstimate, NotReached, PairedPlayouts
from interpreter.bots.search import find_best_strategy
from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.cli.arguments import ChosenGame, read_strategies
from interpreter.cli.command_line import misuse_at
from interpreter.cli.reports.report import Report, Table, read_output
from interpreter.cli.terminal.console import aside
from interpreter.cli.terminal.working import show_working
from interpreter.diagnostics.messages import odds as errors
from interpreter.display import format_seat
from interpreter.markov.question import OPEN
from interpreter.odds.best_play import Aim
from interpreter.program import Program

NOT_HERE = ("--dice", "--save", "--exact")
"""Options of the command that say nothing where this is asked for."""

SECONDS = 10.0
"""Games are played for this long at most."""

COLUMNS = "games", "mean", "error", "costs", "costs_error"


def names_cards(program: Program, given: Mapping[int, int]) -> bool:
    """Whether it is said of some place which cards lie there."""
    return any(program.slots[slot].kind == "zone" for slot in given)


def show_answers(chosen: ChosenGame, aim: Aim, given: Mapping[int, int], arguments: argparse.Namespace) -> None:
    """Print what each answer is worth. Raises `UsageError`."""
    for option, value in zip(NOT_HERE, (arguments.dice, arguments.save, arguments.exact), strict=True):
        if value:
            misuse_at(arguments, option, errors.unseen_option(option))
    program, output, began = chosen.program, read_output(arguments), time.perf_counter()
    fit = (DEFAULT, *program.strategies, RANDOM)
    strategies = read_strategies(chosen.facts, program, arguments, OPEN, fit)
    try:
        with show_working():
            if OPEN in strategies:
                base = find_best_strategy(program)
                strategies = tuple(base if each == OPEN else each for each in strategies)
            paired = PairedPlayouts(program, strategies, aim.side, given, aim.measure, aim.member, aim.most)
            paired.play()
            while not paired.is_decided() and time.perf_counter() < began + SECONDS:
                paired.play()
    except NoEstimate:
        misuse_at(arguments, arguments.given, errors.position_unmeasured(arguments.given))
    except NotReached:
        misuse_at(arguments, arguments.given, errors.position_not_found(arguments.given, program.seats[aim.side]))
    seconds = time.perf_counter() - began
    output.write(_make_report(chosen, aim, arguments.given, strategies, paired, seconds))


def _make_report(
    chosen: ChosenGame, aim: Aim, given: str, strategies: Sequence[str], paired: PairedPlayouts, seconds: float
) -> Report:
    """The best answer comes first."""
    program, found = chosen.program, paired.estimate()
    asked = program.choices[paired.place.choice].name
    goal = f"{(program.sides or program.seats)[aim.side]} wins"
    if aim.measure is not None:
        goal = f"{'most' if aim.most else 'least'} {program.measures[aim.measure].name}"
    seats = [format_seat(program, seat) for seat in range(len(program.seats))]
    decides = seats[paired.place.seat]
    named = [[program.choices[choice].names[answer] for choice, answer in each.answers] for each in found]
    figures = [(each.trials, each.mean, each.error, each.cost, each.cost_error) for each in found]

    def list_parts() -> Iterator[str | Table]:
        yield f"played for: {goal}"
        yield f"position: {given}"
        games = f"{found[0].trials:,} games for the best answers"
        yield aside(f"estimates: {games}; in each, the cards that {decides} does not see are dealt anew")
        several = [f"{seat} plays `{name}`" for seat, name in zip(seats, strategies, strict=True)]
        yield aside(", ".join(several) if len(set(strategies)) > 1 else f"everybody plays `{strategies[0]}`")
        if paired.left_out:
            yield aside(f"{paired.left_out:,} more games ended before it was measured, and do not count")
        rows = []
        for each in found:
            costs = ("nothing", "") if each is found[0] else (f"{each.cost:.3f}", f"± {each.cost_error:.3f}")
            words = ", ".join(program.choices[choice].labels[answer] for choice, answer in each.answers)
            rows.append((f"  {words}", f"{each.mean:.3f}", f"± {each.error:.3f}", *costs))
        yield from ("", Table((f"  {asked}", "mean", "", "costs", ""), rows, right=(1, 2, 3, 4)), "")
        close = len([each for each in found if each.cost <= CERTAIN * each.cost_error])
        if close == 1:
            yield f"The first is the best: all others are behind by more than {CERTAIN} standard errors."
        elif paired.is_decided():
            yield f"The first {close} are equally good: no game showed a difference."
        else:
            yield f"The first {close} are too close to say which of them is the best."

    def to_object() -> dict[str, object]:
        return {
            **chosen.to_object(),
            "strategies": dict(zip(seats, strategies, strict=True)),
            "for": goal,
            "given": given,
            "decides": decides,
            "choice": asked,
            "left_out": paired.left_out,
            "seconds": round(seconds, 3),
            "decided": paired.is_decided(),
            "answers": [
                {"answers": names, **dict(zip(COLUMNS, row, strict=True))}
                for names, row in zip(named, figures, strict=True)
            ],
        }

    lines = [(asked, *COLUMNS), *((" ".join(names), *row) for names, row in zip(named, figures, strict=True))]
    return Report(f"{chosen.facts.title}: the value of each answer", list_parts(), to_object, lines)
