"""`groundrules simulate`: many games, and what they came to."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.bots.seats import strategies_of
from interpreter.characters import visible
from interpreter.cli.arguments import (
    SEEDS,
    add_most_stops,
    add_playing_verb,
    chosen_most_stops,
    chosen_seed,
    chosen_strategies,
    command_line_at_fault,
    read_number,
)
from interpreter.cli.check_cache import Known, know
from interpreter.cli.command_line import Misused, at_word, misuse
from interpreter.cli.common import NAME_HELP, Verbs, chosen_players, chosen_settings
from interpreter.cli.reports.per_game import PerGame, chosen_per_game
from interpreter.cli.reports.statistics import report
from interpreter.cli.stop_condition import Until, chosen_until
from interpreter.cli.terminal.console import write_diagnostics, write_json_of_broken
from interpreter.cli.terminal.progress import tell_fallbacks, undivided, with_progress
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.runtime_errors import replay_note, sources_of, tell_failure, tell_lost
from interpreter.settings import Facts, show_settings
from interpreter.simulate.advice_failures import cause_of_loss
from interpreter.simulate.executors import Crew, crew_for
from interpreter.simulate.plan import Plan
from interpreter.simulate.players import (
    AUTO,
    ENGINES,
    NATIVE,
    STEPPER,
    Wishes,
    fallback_for,
    native_available,
    native_plays,
)
from interpreter.simulate.simulation import Result, looks
from interpreter.summary import Broken, GameRow, Summary

if TYPE_CHECKING:
    from interpreter.simulate.dask_executor import Machines

INTERRUPTED, UNWRITTEN, BROKEN = 130, 1, 1
"""What the program ends with after Ctrl-C, where the games one by one could not be written, and after a game that could
not go on."""

MOST_WORKERS = 256

USUAL_GAMES = 1_000

MOST_UNTIL = 100_000_000
"""So many games are played at most until something holds, if no other number is said."""

FEW_FOR_STEPPER, FEW_FOR_NATIVE = 2_000, 20_000
"""So few games are over before more processes, or threads, have started."""

ABOUT = """\
Play many games and count: what the ruleset measures, with standard errors, who won, and which
rows and rules came up. The same seed gives the same numbers on every machine, whatever the
engine and the number of workers."""

EXAMPLE = """\
  groundrules simulate two_dice -n 1000 --seed 7
  groundrules simulate two_dice -n 1e6 --until "stderr(throws) < 0.1" """.rstrip()


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_playing_verb(verbs, "simulate", "statistics over many games", ABOUT, EXAMPLE)
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument("-n", "--games", metavar="GAMES", help=f"how many games ({USUAL_GAMES} if left out)")
    parser.add_argument(
        "--until",
        metavar="CONDITION",
        help='play on until a mean is known so well, "stderr(MEASURE) < 0.01"; -n is then the most',
    )
    add_workers(parser)
    parser.add_argument("--per-game", metavar="FILE", help="write a line for each game to FILE.csv or FILE.parquet")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """`--engine`, `--workers` and `--dask`, as on every verb that plays many games."""
    parser.add_argument("--engine", choices=ENGINES, default=AUTO, help="what plays; auto takes what is fastest")
    add_most_stops(parser)
    parser.add_argument("--workers", metavar="N", help="how many play at once; one for each core if left out")
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        nargs="?",
        const="",
        help="share the games out to the workers of this Dask scheduler; without an address, to some on this machine",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play and print."""
    games = _games(arguments)
    wishes = chosen_wishes(arguments, games)
    seed, most_stops = chosen_seed(arguments), chosen_most_stops(arguments)
    known = know(arguments.name, arguments.house)
    game = known.game
    with command_line_at_fault():
        options = chosen_settings(game, arguments)
        program = known.program(options, chosen_players(game, arguments))
        plan = Plan(program, chosen_strategies(game, program, arguments), seed, most_stops)
    until = chosen_until(arguments, program)
    if arguments.engine == NATIVE and not native_plays(plan):
        other = next(each for each in plan.strategies if each not in strategies_of(program))
        misuse(at_word(arguments, NATIVE, errors.engine_cannot(NATIVE, other)))
    crew = crew_for(plan, games, wishes) if arguments.dask is None else chosen_machines(arguments, [plan], wishes)
    playing = Playing(crew, Summary.of(program), chosen_per_game(arguments, program), arguments.json)
    began = time.perf_counter()
    playing.play(games, until)
    seconds = time.perf_counter() - began
    summary = playing.summary
    broken = [] if summary.broken is None else broken_game(known, plan, summary.broken)
    text = until.text if until is not None else ""
    result = Result(plan, summary, game.name, show_settings(game, options), game.house, seconds, text)
    _print(game, result, broken, arguments.json)
    _tell(known, plan, playing, games, until)
    if broken:
        return BROKEN
    if playing.unwritten is not None:
        write_diagnostics(playing.unwritten.diagnostics, sys.stderr)
        return UNWRITTEN
    return INTERRUPTED if playing.interrupted else 0


def _games(arguments: argparse.Namespace) -> int:
    if arguments.games is not None:
        return read_number(arguments, "the number of games", arguments.games, 1, SEEDS)
    return USUAL_GAMES if arguments.until is None else MOST_UNTIL


def chosen_wishes(arguments: argparse.Namespace, games: int) -> Wishes:
    """How games are to be played. Raises `Misused` if it cannot be done so."""
    if arguments.engine == NATIVE and not native_available():
        misuse(at_word(arguments, NATIVE, errors.package_missing("the native engine", "llvmlite", "llvmlite")))
    per_game = getattr(arguments, "per_game", None) is not None
    workers = _workers(arguments, games)
    open_ended = getattr(arguments, "until", None) is not None
    return Wishes(arguments.engine, workers, per_game, time.perf_counter, open_ended, tell_fallbacks())


def chosen_machines(arguments: argparse.Namespace, plans: Sequence[Plan], wishes: Wishes) -> Machines:
    """The machines that `--dask` names. Raises `Misused` if nobody is there."""
    try:
        from interpreter.simulate.dask_executor import Machines

        machines = Machines(plans, wishes, arguments.dask)
    except ImportError:
        misuse(at_word(arguments, "--dask", errors.package_missing("--dask", "distributed", "groundrules[dask]")))
    except Rejected as rejected:
        where = arguments.dask or "--dask"
        raise Misused([at_word(arguments, where, each) for each in rejected.diagnostics]) from None
    for plan in plans:
        if wishes.told is not None and (fallback := fallback_for(plan, wishes)) and fallback.strategies:
            wishes.told(fallback)
    return machines


def _workers(arguments: argparse.Namespace, games: int) -> int:
    if arguments.workers is not None:
        return read_number(arguments, "the number of workers", arguments.workers, 1, MOST_WORKERS)
    slow = arguments.engine == STEPPER or not native_available()
    if arguments.dask is not None:
        return min(os.cpu_count() or 1, MOST_WORKERS)
    few = games < (FEW_FOR_STEPPER if slow else FEW_FOR_NATIVE)
    return 1 if few else min(os.cpu_count() or 1, MOST_WORKERS)


@dataclass
class Playing:
    """A crew at work, and what it has come to so far. `held` tells that it was enough, `written` where the games are
    one by one, and `unwritten` why they are not, and no more were played."""

    crew: Crew
    summary: Summary
    per_game: PerGame | None = None
    quiet: bool = False
    interrupted: bool = False
    held: bool = False
    written: str = ""
    unwritten: Rejected | None = None

    def play(self, games: int, until: Until | None = None) -> None:
        """Play the games, or as many as it takes, or as there is time for before Ctrl-C."""
        try:
            parts = self._parts(games, until)
            for part in parts if self.quiet else with_progress(parts, games if until is None else None):
                with undivided():
                    self.summary = self.summary.plus(part)
                    if not self._write(part.rows):
                        break
        except KeyboardInterrupt:
            self.interrupted = True
        except BaseException:
            if self.per_game is not None:
                self.per_game.give_up()
            raise
        finally:
            self.crew.close()
        self._finish_writing()

    def _write(self, rows: Sequence[GameRow]) -> bool:
        """Whether games one by one could be written, if that was asked for."""
        try:
            if self.per_game is not None:
                self.per_game.add(rows)
        except Rejected as rejected:
            self.unwritten = rejected
        return self.unwritten is None

    def _finish_writing(self) -> None:
        if self.per_game is None:
            return
        try:
            if self.unwritten is None:
                self.written = self.per_game.finish(not self.interrupted and self.summary.broken is None)
        except Rejected as rejected:
            self.unwritten = rejected
        if self.unwritten is not None:
            self.per_game.give_up()

    def _parts(self, games: int, until: Until | None) -> Iterator[Summary]:
        """Stretch after stretch; after the fixed numbers of games it is looked whether that is enough."""
        played = 0
        for look in looks(games) if until is not None else (games,):
            yield from self.crew.play(range(played, look))
            played = look
            if self.summary.broken is not None:
                return
            if until is not None and until.holds(self.summary):
                self.held = True
                return


def broken_game(known: Known, plan: Plan, broken: Broken) -> list[Diagnostic]:
    """Why a game could not go on, and how to see it again."""
    note = replay_note(broken.game, plan.seed, known.model)
    return [tell_failure(plan.program, broken.failure, sources_of(known.model), note)]


def _print(game: Facts, result: Result, broken: Sequence[Diagnostic], as_json: bool) -> None:
    if as_json:
        write_json_of_broken(result.to_dict(), broken)
        return
    if result.games:
        print("\n".join(report(game, result)), flush=True)
    write_diagnostics(broken, sys.stderr)


def lost_advice(known: Known, plan: Plan, summary: Summary) -> Iterator[Diagnostic]:
    """The lines of strategies that could not always be worked out."""
    for line, lost in sorted(summary.lost.items()):
        cause = cause_of_loss(plan, line, lost.first)
        if cause is not None:
            yield tell_lost(plan.program, known.model, line, lost, summary.games, cause, plan.seed)


def _tell(known: Known, plan: Plan, playing: Playing, asked: int, until: Until | None) -> None:
    """What is to be said beside the figures."""
    summary = playing.summary
    tell_trouble(playing.crew)
    if summary.lost:
        write_diagnostics(lost_advice(known, plan, summary), sys.stderr)
    if summary.broken is not None:
        print(games_before(summary.games, asked, until), file=sys.stderr)
        tell_written(playing)
    elif playing.interrupted or (playing.unwritten is not None and summary.games < asked):
        print(interrupted_after(summary.games, asked, until), file=sys.stderr)
        tell_written(playing)
    elif until is not None and not playing.held:
        print(f"After {summary.games:,} games `{until.text}` does not hold yet.", file=sys.stderr)


def tell_written(playing: Playing) -> None:
    """Say where the games one by one are that were played, if they were to be written."""
    if playing.written:
        print(f"They are in {visible(playing.written)}, which is not the whole.", file=sys.stderr)


def tell_trouble(crew: object) -> None:
    """Say why games that were to be played elsewhere were played here."""
    if trouble := getattr(crew, "trouble", ""):
        print(f"Played here from then on: {trouble}.", file=sys.stderr)


def interrupted_after(played: int, asked: int, until: Until | None = None) -> str:
    """What the figures are of after Ctrl-C."""
    if not played:
        return "Interrupted before any games were counted."
    return f"Interrupted: these are {_first(played, asked, until)}."


def games_before(played: int, asked: int, until: Until | None = None) -> str:
    """What the figures are of where a game could not go on."""
    if not played:
        return "No games ended before that one, so there are no figures."
    return f"The figures are of the games before that one: {_first(played, asked, until)}."


def _first(played: int, asked: int, until: Until | None) -> str:
    of = f"of {asked:,} games" if until is None else "games"
    return f"the first {played:,} {of}; `-n {played}` gives the same numbers"
