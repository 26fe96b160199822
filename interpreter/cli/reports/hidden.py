"""What each answer is worth where not all cards are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.bots.paired import CERTAIN, Estimate, PairedPlayouts
from interpreter.cli.arguments import ChosenGame
from interpreter.cli.reports.report import Report, Table
from interpreter.cli.terminal.console import aside
from interpreter.display import format_seat
from interpreter.odds.best_play import Aim
from interpreter.program import Program

COLUMNS = "games", "mean", "error", "costs", "costs_error"


def _list_figures(program: Program, each: Estimate) -> tuple[list[str], int, float, float, float, float]:
    names = [program.choices[choice].names[answer] for choice, answer in each.answers]
    return names, each.trials, each.mean, each.error, each.cost, each.cost_error


def make_report(
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
    figures = [_list_figures(program, each) for each in found]

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
            "answers": [dict(zip(("answers", *COLUMNS), row, strict=True)) for row in figures],
        }

    lines = [(asked, *COLUMNS), *((" ".join(names), *more) for names, *more in figures)]
    return Report(f"{chosen.facts.title}: the value of each answer", list_parts(), to_object, lines)
