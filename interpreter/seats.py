"""Who sits at the table, and what bots decide.

A seat can be called by its number, by its player's name, by its side, or with all others as `all`. What is said
of fewer seats beats what is said of more, wherever it stands. A strategy's advice is asked of the engine as a
query: values in the order it prefers them, each with whether its condition holds; the first that holds and is
offered is taken, else the choice's own default, which is also all that the strategy `default` ever takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostics
from interpreter.engine import DecisionStop, Engine, Failure, Position, View, default_answer
from interpreter.errors import playing as errors
from interpreter.program import Program

DEFAULT = "default"
"""The strategy of every ruleset: each choice's default."""

EVERYONE = "all"


def strategies_of(program: Program) -> tuple[str, ...]:
    """The names of a program's strategies, `default` first."""
    parts = [each.name.split(":") for each in program.queries]
    return tuple(dict.fromkeys([DEFAULT, *(part[1] for part in parts if part[0] == "advice")]))


def seat_words(program: Program, written_sides: Sequence[str] = ()) -> dict[str, tuple[int, ...]]:
    """Everything a seat can be called, in small letters, with the seats it means. `written_sides` are the sides'
    names as the ruleset writes them, where these differ from the names shown."""
    everyone = range(len(program.seats))
    words: dict[str, tuple[int, ...]] = {EVERYONE: tuple(everyone)}
    for names in (written_sides, program.sides):
        for side, name in enumerate(names):
            words.setdefault(_fold(name), tuple(each for each in everyone if each % len(names) == side))
    for seat in everyone:
        words.setdefault(str(seat + 1), (seat,))
        words.setdefault(_fold(program.seats[seat]), (seat,))
    return words


def _fold(name: str) -> str:
    return name.strip().casefold().replace(" ", "_")


def assign(
    program: Program,
    written: Iterable[tuple[str, str]],
    otherwise: str,
    diagnostics: Diagnostics,
    written_sides: Sequence[str] = (),
) -> tuple[str, ...]:
    """What is said of each seat, in seat order, `otherwise` where nothing is. Seats nobody sits on are reported."""
    words = seat_words(program, written_sides)
    said: list[tuple[tuple[int, ...], str]] = []
    for word, what in written:
        seats = words.get(_fold(word))
        if seats is None:
            diagnostics.add(errors.seat_unknown(word, tuple(words), program.name))
        else:
            said.append((seats, what))
    table = [otherwise] * len(program.seats)
    for seats, what in sorted(said, key=lambda each: -len(each[0])):
        for seat in seats:
            table[seat] = what
    return tuple(table)


def check_strategies(program: Program, names: Iterable[str], diagnostics: Diagnostics) -> None:
    """Report each name that is no strategy of the program."""
    known = strategies_of(program)
    for name in names:
        if name not in known:
            diagnostics.add(errors.strategy_unknown(name, known, program.name))


class Bots:
    """Decides for every seat by its strategy."""

    def __init__(self, program: Program, strategies: Sequence[str]) -> None:
        """`strategies` has one name for each seat; all must be known (see `check_strategies`)."""
        self.program = program
        self.strategies = tuple(strategies)
        self._queries = {each.name for each in program.queries}
        self._answers = [{value: answer for answer, value in enumerate(each.values)} for each in program.choices]
        self.unadvised = 0
        """How often advice could not be worked out."""

    def decide(self, stop: DecisionStop, view: View) -> int:
        """The number of the answer that the chooser's strategy takes."""
        strategy = self.strategies[stop.chooser] if 0 <= stop.chooser < len(self.strategies) else DEFAULT
        return self.advise(strategy, stop, view)

    def advise(self, strategy: str, stop: DecisionStop, view: View) -> int:
        """The number of the answer that `strategy` takes, whoever the chooser is. Advice that cannot be worked out
        in a position is no advice."""
        query = f"advice:{strategy}:{self.program.choices[stop.choice].name}"
        advice = view.ask(query) if query in self._queries else ()
        if isinstance(advice, Failure):
            self.unadvised += 1
            return default_answer(stop)
        for holds, value in zip(advice[::2], advice[1::2], strict=True):
            answer = self._answers[stop.choice].get(value) if holds else None
            if answer is not None and answer in stop.offered:
                return answer
        return default_answer(stop)


@dataclass(frozen=True)
class Looking:
    """A game that waits for a decision, as `Bots` looks at it, where a position and an engine are at hand."""

    engine: Engine
    at: Position

    def position(self) -> Position:
        """The position looked at."""
        return self.at

    def ask(self, query: str) -> tuple[int, ...] | Failure:
        """The values of a query there."""
        return self.engine.ask(self.at, query)
