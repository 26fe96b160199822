"""What each answer is worth where not all cards are seen, as text and as an object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.cli.reports.exact import DIGITS
from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.data_classes import dataclass
from interpreter.odds.best_play import Aim
from interpreter.program import Program
from interpreter.settings import GameFacts
from interpreter.unseen.values import AnswerValues, Valued


@dataclass(frozen=True)
class UnseenReport:
    """Of which game, under which options, what a seat was asked where, and the answer, found in so many seconds."""

    game: GameFacts
    options: Mapping[str, int | str]
    program: Program
    aim: Aim
    given: str
    values: AnswerValues
    seconds: float

    @property
    def seat(self) -> str:
        return self.program.seats[self.aim.side]

    @property
    def goal(self) -> str:
        assert self.aim.measure is not None, "a measure is played for"
        return f"{'most' if self.aim.most else 'least'} {self.program.measures[self.aim.measure].name}"


def format_report(report: UnseenReport) -> Iterator[str]:
    """Lines for people, the best answer first."""
    choice, best = report.program.choices[report.values.choice], report.values.lines[0].mean
    yield strong(f"{report.game.title}: the value of each answer")
    yield f"played for: {report.goal}"
    yield f"position: {report.given}"
    yield aside(
        f"exact means over all cards that {report.seat} does not see, if others answer at random; "
        f"{report.values.cases:,} cases"
    )
    yield ""
    rows = [(choice.name, "mean", "exactly", "costs")]
    for line in report.values.lines:
        cost = float(abs(line.mean - best))
        words = ", ".join(choice.labels[each] for each in line.answers)
        costs = f"{cost:.{DIGITS}f}" if cost else "nothing"
        rows.append((words, f"{float(line.mean):.{DIGITS}f}", str(line.mean), costs))
    yield from align_columns([(f"  {cells[0]}", *cells[1:]) for cells in rows], right=(1, 2, 3))


def to_object(report: UnseenReport) -> dict[str, object]:
    """All of it as data."""
    return {
        "ruleset": report.game.name,
        "options": dict(report.options),
        "house_rules": list(report.game.house),
        "players": len(report.program.seats),
        "for": report.goal,
        "given": report.given,
        "decides": report.seat,
        "choice": report.program.choices[report.values.choice].name,
        "cases": report.values.cases,
        "seconds": report.seconds,
        "answers": [_line_to_object(report, line) for line in report.values.lines],
    }


def _line_to_object(report: UnseenReport, line: Valued) -> dict[str, object]:
    names = report.program.choices[report.values.choice].names
    return {
        "answers": [names[each] for each in line.answers],
        "mean": float(line.mean),
        "exact": str(line.mean),
    }
