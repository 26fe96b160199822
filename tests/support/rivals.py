"""The native engine's ways to play games, each held against the stepper.

`hold` compares games of any program with what the stepper made of them. `Rivals` compares some ways to play a case with
the digests that are kept of the stepper's games (`same_games`); where one is not the same, the stepper plays that block
again, so that the first game that differs can be shown, with what differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, is_dataclass, replace
from itertools import zip_longest

from interpreter.engine import Position, Witness
from interpreter.native import Native
from interpreter.native.account import tidied
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.summary import Summary
from tests.support.same_games import SEED, Case, Played, Reference, digest_of, together


class Differs(AssertionError):
    """A game is not the same."""


@dataclass(frozen=True)
class Way:
    """A tier of machine code, and whether it bears witness of each game."""

    tier: str
    witness: bool = False

    def native(self, case: Case) -> Native:
        """Code of this kind for a case."""
        how = {"tier": self.tier, "witness": self.witness}
        return Native(case.program, case.strategies, **how)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return f"{self.tier} code{' that bears witness' if self.witness else ''}"


WITNESS = Way("fast", witness=True)
"""The code that shows all there is to show of a game."""

FAST, BEST = Way("fast"), Way("best")
WAYS = (FAST, BEST, replace(BEST, witness=True))
"""All others."""


class Rivals:
    """Some ways to play a case, beside the one that shows all."""

    def __init__(self, case: Case, ways: Sequence[Way] = WAYS) -> None:
        self.case = case
        self.natives = {way: way.native(case) for way in (WITNESS, *ways)}

    def hold(self, games: range, digest: str) -> None:
        """Play these games in all ways; their digest must be this. Raises Differs otherwise."""
        whole = self.natives[WITNESS].witness(SEED, games)
        for way, native in self.natives.items():
            witnesses = list(map(with_slots, native.witness(SEED, games), whole)) if way.witness else whole
            if digest_of(witnesses, native.play(SEED, games, per_game=True)) != digest:
                self.check(games)
                raise Differs(f"{self.case.name}, {way}: {games} are as the stepper plays them, but not as is kept")

    def check(self, games: range) -> None:
        """The stepper plays these games here and now. Raises Differs if another plays one of them otherwise."""
        played = list(map(self.case.reference().play, games))
        for way, native in self.natives.items():
            try:
                refused = hold(native, played, SEED, witness=way.witness)
            except Differs as differs:
                raise Differs(f"{self.case.name}, {way}: {differs}") from None
            if refused:
                raise Differs(f"{self.case.name}, {way}: game {refused[0]} is not played")


def hold(
    native: Native, played: Sequence[Played], seed: int, start: Position | None = None, *, witness: bool = False
) -> list[int]:
    """Machine code has to play these games as the stepper has played them, and must refuse those that cannot go on; the
    result is which games it refuses. With `witness` it has to bear witness, too. Raises Differs otherwise."""
    waiting, refused = list(played), []
    while waiting:
        games = range(waiting[0].game, waiting[-1].game + 1)
        found = native.play(seed, games, per_game=True, start=start)
        some, waiting = waiting[: found.games], waiting[found.games :]
        if some and (whole := difference(together([each.summary for each in some]), plain(found))):
            for each in some:
                alone = native.play(seed, range(each.game, each.game + 1), per_game=True, start=start)
                if words := difference(each.summary, plain(alone)):
                    raise Differs(f"game {each.game}: {words}")
            raise Differs(f"{games} together, though each alone is the same: {whole}")
        if witness:
            for each, other in zip_longest(some, native.witness(seed, games, start=start)):
                if each is None or other is None:
                    raise Differs(f"{games}: there is not as much witness as there are games")
                right = tidy(native.program, each.witness)
                if words := difference(right, with_slots(other, right)):
                    raise Differs(f"game {each.game}: {words}")
        refused += [each.game for each in waiting[:1]]
        waiting = waiting[1:]
    return refused


def agree(program: Program, seed: int, games: range = range(1)) -> list[Played]:
    """Both engines play these games, or both do not. What the stepper made of them."""
    played = list(map(Reference(Stepper(program), seed=seed).play, games))
    refused = hold(Native(program, keep=False, witness=True), played, seed, witness=True)
    assert refused == [each.game for each in played if each.summary.broken is not None]
    return played


def tidy(program: Program, witness: Witness) -> Witness:
    """What the stepper leaves in slots where no card lies, if a program writes there by itself, is of no account."""
    slots = tidied(program.zones, witness.position.slots)
    return replace(witness, position=replace(witness.position, slots=slots))


def with_slots(found: Witness, right: Witness) -> Witness:
    """Better code may leave out slots that nobody reads, and shows none then: they are those of another witness."""
    position = found.position
    return found if position.slots else replace(found, position=replace(position, slots=right.position.slots))


def plain(summary: Summary) -> Summary:
    """A summary without what does not depend on the games alone."""
    return replace(summary, words=0, games_of=Counter())


def difference(right: object, found: object, place: str = "") -> str:
    """The first place where two values differ; nothing if they do not."""
    if is_dataclass(right) and type(right) is type(found):
        right, found = vars(right), vars(found)
    if isinstance(right, dict) and isinstance(found, dict):
        pairs = [(f"{place}.{key}", right.get(key), found.get(key)) for key in {**right, **found}]
    elif isinstance(right, list | tuple) and isinstance(found, list | tuple):
        pairs = [(f"{place}[{at}]", *each) for at, each in enumerate(zip_longest(right, found))]
    else:
        return "" if right == found else f"{place.lstrip('.')}: the stepper has {right}, not {found}"
    return next(filter(None, (difference(*each[1:], each[0]) for each in pairs)), "")
