"""Figures held against games that are played: a stopgap until the chains themselves are proved right.

A fraction comes from a chain whose states were all visited. Every other figure is compared with 20,000 games, which
have a seed of their own, and refused where the two differ by more than five standard errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from interpreter.chains.states import OutOfReach
from interpreter.chance import Stream
from interpreter.engine import Decide, DecisionStop, Failure, View
from interpreter.odds.best_play import Aim, Solved, find_sides, share_of
from interpreter.odds.chain_figures import Setting, Winners, find_phase
from interpreter.program import Block, Finish, Program, Sample
from interpreter.stepper import Stepper
from interpreter.summary import Summary

GAMES, FEWEST = 20_000, 1_000
"""How many games are played, and how few will do where games are long."""

MOST_WORDS, MOST_STOPS = 20_000_000, 200_000
"""After so many words of chance in machine code, or stops in the stepper, no other game begins: some seconds."""

SEED = 0x6A09E667
ERRORS, ROUNDED = 5, 1e-9

UNFAIR, LONG, SLOW = "the dice are not fair", "its games take too long", "there is no machine code here"


class Disagreement(OutOfReach):
    """A figure that simulated games contradict."""


def compare_measure(setting: Setting, at: tuple[int, int], mean: float, variance: float, first: bool) -> None:
    """Compares the mean of a measure and member; of a phase, of the `first` one of each game alone or of all of them.
    Raises Disagreement."""
    games = _play(setting, at[0] if first else None)
    tally = games.members[at[0]][at[1]] if games.members[at[0]] else games.measures[at[0]]
    if _find_obstacle(setting, games) or tally.mean is None:
        return
    _compare(mean, variance, float(tally.mean), (tally.stderr or 0.0) ** 2, tally.samples, games.games)


def compare_winners(setting: Setting, winners: Winners) -> None:
    """Compares how often each party wins, nobody does, and a game has no result. Raises Disagreement."""
    games = _play(setting)
    if _find_obstacle(setting, games):
        return
    decided = max(1, games.decided)
    pairs = [(winners.void, games.void / games.games), (winners.chances.get((), 0.0), games.drawn / decided)]
    for party in range(len(setting.program.parties)):
        chance = sum(each for won, each in winners.chances.items() if party in won)
        pairs.append((chance, games.wins[party] / decided))
    for chance, share in pairs:
        _compare(chance, chance * (1 - chance), share, share * (1 - share) / decided, decided, games.games)


def compare_best(best: Solved, shortfalls: Sequence[float], decide: Decide) -> str:
    """Compares the value with what strategies fall short of it, and, unless it is the fraction of a whole game, with
    games played by the policy that was found. Returns why these cannot be played; raises Disagreement."""
    program, aim, short = best.setting.program, best.aim, min(shortfalls, default=0.0)
    if short < -ROUNDED * max(1.0, abs(best.value)) - best.bound:
        raise Disagreement(f"the value is {best.value:.6g}, but a strategy does better by {-short:.6g}")
    phase = aim.measure is not None and find_phase(program, program.measures[aim.measure].per) is not None
    if best.exact is not None and not phase:
        return ""
    if best.setting.weights is not None:
        return UNFAIR
    values = _play_by_policy(_end_at_sample(program, aim.measure) if phase else program, aim, decide)
    number = len(values)
    if number < FEWEST:
        return LONG
    mean = sum(values) / number
    error = sum((each - mean) ** 2 for each in values) / number**2
    # a rare result, which has not come up, counts as if it had once
    variance = best.value * (1 - best.value) if aim.measure is None else 1 / number
    _compare(best.value, variance, mean, error, number, number)
    return ""


def _play_by_policy(program: Program, aim: Aim, decide: Decide) -> list[float]:
    stops, values = 0, []

    def count(stop: DecisionStop, view: View) -> int:
        nonlocal stops
        stops += 1
        return decide(stop, view)

    stepper, sides = Stepper(program, events=False), len(find_sides(program))
    for game in range(GAMES):
        outcome = stepper.play_out(None, Stream(SEED, game), count)
        stops += sum(outcome.rolls)
        if isinstance(outcome.stop, Failure) or stops > MOST_STOPS:
            break
        samples = [float(value) for measure, value in outcome.samples if measure == aim.measure]
        won = float(share_of(sides, outcome.position.won, aim))
        values += [won] if aim.measure is None else samples[aim.member : aim.member + 1]
    return values


def describe_unchecked(setting: Setting) -> str:
    """Why some figures were not compared with simulated games; empty if all were that had to be."""
    return next(filter(None, (_find_obstacle(setting, each) for each in setting.known.played.values())), "")


def _find_obstacle(setting: Setting, games: Summary) -> str:
    if setting.weights is not None:
        return UNFAIR
    if not _has_machine_code():
        return SLOW
    return LONG if games.games < FEWEST else ""


def _has_machine_code() -> bool:
    try:
        from interpreter.native import available
    except ImportError:
        return False
    return available()


def _compare(figure: float, variance: float, mean: float, squared_error: float, samples: int, games: int) -> None:
    """The larger of the errors by the figure's own variance and by the games' counts: rare events may not have come
    up."""
    error = sqrt(max(squared_error, variance / samples, 0.0))
    if abs(figure - mean) > ERRORS * error + ROUNDED * max(1.0, abs(figure)):
        raise Disagreement(f"{figure:.6g} was found, but {games:,} simulated games give {mean:.6g}")


def _play(setting: Setting, first: int | None = None) -> Summary:
    """The games; they are over at the first sample of a measure if one is given."""
    played = setting.known.played
    if first not in played:
        program = setting.program if first is None else _end_at_sample(setting.program, first)
        fair = setting.weights is None and _has_machine_code()
        played[first] = _play_games(program, setting.strategies) if fair else Summary.of(program)
    return played[first]


def _end_at_sample(program: Program, measure: int | None) -> Program:
    return replace(program, blocks=tuple(_cut_at_sample(each, measure) for each in program.blocks))


def _cut_at_sample(block: Block, measure: int | None) -> Block:
    for number, each in enumerate(block.instructions):
        if isinstance(each, Sample) and each.measure == measure:
            return replace(block, instructions=block.instructions[: number + 1], terminator=Finish())
    return block


def _play_games(program: Program, strategies: tuple[str, ...]) -> Summary:
    from interpreter.native import Tiered

    engine, games, many = Tiered(program, strategies, timed=True), Summary.of(program), 100
    while games.games < GAMES and games.words < MOST_WORDS:
        part = engine.play(SEED, range(games.games, min(games.games + many, GAMES)))
        games = games.combine(part)
        if part.games < many and games.games < GAMES:
            break  # a game that is not for machine code
        many *= 2
    return games
