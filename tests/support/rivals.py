"""The native engine's ways to play the games of a case, each held against the stepper.

`hold` compares with the digests that are kept of the stepper's games (`same_games`). Where one is not the same, the
stepper plays that block again, beside everybody else, so that the first game and event that differ can be shown;
`check` does this at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import zip_longest
from typing import TypeAlias

from interpreter.engine import Outcome
from interpreter.native import Native
from interpreter.native.build import Code, compiled
from interpreter.native.module import careful_module
from interpreter.native.telling import Teller
from interpreter.summary import Summary
from tests.support.same_games import SEED, Case, Reference, counted, digest, program_of, told_by_native, told_by_stepper

Way: TypeAlias = tuple[str, bool]
"""A tier of code that counts, and whether it looks for a table."""

WAYS: tuple[Way, ...] = (("fast", True), ("best", True), ("best", False))
"""All of them."""

TELLERS = ("fast", "best")
"""The tiers of code that tells everything. The engine itself has but the first."""


class Differs(AssertionError):
    """A game is not the same."""


class Rivals:
    """Some ways to play a case."""

    def __init__(self, case: Case, ways: Sequence[Way] = WAYS, tellers: Sequence[str] = TELLERS) -> None:
        self.case, self.plain = case, Native(case.program, case.strategies)
        self.natives = [Native(case.program, case.strategies, tier=tier, tabulate=table) for tier, table in ways]
        self.tellers = {tier: teller_of(case, tier) for tier in tellers}

    def hold(self, games: range, told: str, sums: str) -> None:
        """Play these games; their digests must be these. Raises Differs otherwise."""
        for tier, teller in self.tellers.items():
            if digest(self._told(teller, game) for game in games) != told:
                self.check(games)
                raise Differs(f"{self.case.name}: {tier} code tells {games} as the stepper does, but not as is kept")
        for native in self.natives:
            if digest([counted(native.play(SEED, games, per_game=True))]) != sums:
                self.check(games)
                raise Differs(f"{self._way(native)} counts {games} as the stepper does, but not as is kept")

    def check(self, games: range) -> None:
        """The stepper plays these games here and now. Raises Differs if another plays one of them otherwise."""
        reference, single = Reference(self.case), []
        for game in games:
            outcome = reference.play(game)
            self._check_told(outcome, game)
            single.append(Summary.of(self.case.program))
            single[-1].add_game(outcome, game)
            single[-1].add_lost(reference.lost(game))
        whole = reduce(Summary.plus, single)
        whole.rows = [row for each in single for row in each.rows]
        for native in self.natives:
            found = native.play(SEED, games, per_game=True)
            if found != whole or found.rows != whole.rows:
                for game, right in zip(games, single, strict=True):
                    self._check_counted(native, range(game, game + 1), right)
                self._check_counted(native, games, whole)

    def _told(self, teller: Teller, game: int) -> bytes:
        return told_by_native(self.case.program, teller.note(self.plain.start, SEED, game, True))

    def _check_told(self, outcome: Outcome, game: int) -> None:
        right = told_by_stepper(outcome)
        for tier, teller in self.tellers.items():
            if self._told(teller, game) != right:
                found = teller.play_out(self.plain.start, SEED, game, True)
                raise Differs("\n  ".join([f"{self.case.name}, game {game}, {tier} code:", *_parted(outcome, found)]))

    def _check_counted(self, native: Native, games: range, right: Summary) -> None:
        found = native.play(SEED, games, per_game=True)
        if found != right or found.rows != right.rows:
            which = f"game {games.start}" if len(games) == 1 else f"{games} together, though each alone is the same"
            raise Differs("\n  ".join([f"{self._way(native)}, {which}:", *_differing(right, found)]))

    def _way(self, native: Native) -> str:
        return f"{self.case.name}, {native.tier} code{'' if native.tabulate else ' without a table'}"


def teller_of(case: Case, tier: str) -> Teller:
    """Code of a tier that tells everything."""
    plain = Native(case.program, case.strategies)
    if tier == "fast":
        return plain.teller
    code = _best_teller(case.ruleset, case.settings, plain.budget)
    return Teller(case.program, code, plain.strategies, plain.budget, plain.game_budget)


@lru_cache(maxsize=1)
def _best_teller(ruleset: str, settings: tuple[tuple[str, str | int], ...], budget: int) -> Code:
    """The engine does not make this code, so that it is not kept on disk; all strategies of a ruleset share it."""
    return Code(compiled(careful_module(program_of(ruleset, settings), budget), "best"))


def _parted(outcome: Outcome, found: Outcome) -> Iterator[str]:
    """Where two outcomes part: the last event that both have, and what comes then; or what else is not the same."""
    before = None
    for at, (right, wrong) in enumerate(zip_longest(outcome.events, found.events)):
        if right != wrong:
            yield f"after event {at - 1}, {before}," if at else "at the very beginning,"
            yield f"the stepper has {right}"
            yield f"not             {wrong}"
            return
        before = right
    for name in ("stop", "position", "samples", "rolls", "marks"):
        if getattr(outcome, name) != getattr(found, name):
            yield f"{name}: {_first(getattr(outcome, name), getattr(found, name))}"


def _differing(right: Summary, found: Summary) -> Iterator[str]:
    """What two summaries do not have in common."""
    for name, value in vars(right).items():
        if name not in ("words", "games_of") and vars(found)[name] != value:
            yield f"{name}: {_first(value, vars(found)[name])}"


def _first(right: object, found: object) -> str:
    """Two values; of two lists the first place where they differ."""
    if isinstance(right, list | tuple) and isinstance(found, list | tuple):
        for at, (one, other) in enumerate(zip_longest(right, found)):
            if one != other:
                return f"at {at}, the stepper has {one}, not {other}"
    return f"the stepper has {right}, not {found}"
