"""The games by which the engines are held against each other, and what is kept of those that the stepper has played.

The law: of every game the stepper and the native engine agree on each roll, draw and answer, on every mark and sample,
on the winners, on the position at the end, and on the failure if there is one.

The stepper is too slow to play a thousand games of every ruleset and strategy each time the tests run, let alone a
hundred thousand. So it has played them once (`python -m tests.tools.engines keep`), and `golden/kept_games.json` has
one digest of each block of games. It covers the witness of every game (its number, the digest of its answers, and its
last position) and the summary of the block with a row for each game (`digest_of`). The native engine has to come to the
same digests (`rivals`): for the first thousand games of a case when the tests run, and for all that are kept with
`python -m tests.tools.engines compare`. A case is kept with a key of the ruleset's program; where the key does not fit
any more, the case has to be kept anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from hashlib import sha256
from typing import TypeAlias

from interpreter.bots.seats import DEFAULT, Bots, list_strategies
from interpreter.chance import Stream
from interpreter.engine import Decided, Drawn, Failure, Outcome, Position, Rolled, Witness, fingerprint, fold
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.summary import BrokenGame, LostAdvice, Summary
from interpreter.tally import Tally
from tests.support.paths import TESTS
from tests.support.shipped import load

SEED = 1982
GAMES = 1_000
"""How many games of each case the tests hold against each other."""

MANY = 100_000
"""How many games of each ruleset and strategy are kept in the end."""

BLOCK, OPTIONS_BLOCK = 20, 200
"""How many games make one digest: of those that the tests play, and of those under other options. Of the games after
the first thousand, a thousand do."""

LENGTH = 8
"""How many letters of a digest are kept."""

KEPT = TESTS / "golden" / "kept_games.json"

RULESETS = (
    *("two_dice", "three_dice", "one_die", "foster_diamond", "foster_aces", "ace_in_the_pot", "going_to_boston"),
    *("multiplication", "round_the_spot", "marker", "cooperstown", "cribbage", "round_the_bases"),
)

Settings: TypeAlias = tuple[tuple[str, str | int], ...]
"""Options that do not have their defaults, with their values."""


# ---- cases


@cache
def program_of(ruleset: str, settings: Settings = ()) -> Program:
    """A ruleset with its defaults, but for some options."""
    return load(ruleset).program(dict(settings))


@cache
def stepper_of(ruleset: str, settings: Settings = ()) -> Stepper:
    """The stepper for it, with all that it has translated so far."""
    return Stepper(program_of(ruleset, settings))


@dataclass(frozen=True)
class Case:
    """A ruleset, a strategy for each seat, and options that do not have their defaults."""

    ruleset: str
    strategies: tuple[str, ...]
    settings: Settings = ()

    @property
    def name(self) -> str:
        words = [self.ruleset, "+".join(dict.fromkeys(self.strategies))]
        return " ".join([*words, *(f"{option}={value}" for option, value in self.settings)])

    @property
    def program(self) -> Program:
        return program_of(self.ruleset, self.settings)

    @property
    def goal(self) -> int:
        """How many games are kept of it in the end."""
        return GAMES if self.settings or len(set(self.strategies)) > 1 else MANY

    def reference(self) -> Reference:
        """The stepper, to play it."""
        return Reference(stepper_of(self.ruleset, self.settings), self.strategies)

    def blocks(self, games: int = GAMES) -> list[range]:
        """The games of each digest, up to some number of games."""
        size = OPTIONS_BLOCK if self.settings else BLOCK
        small = [range(first, first + size) for first in range(0, min(games, GAMES), size)]
        return small + [range(first, first + GAMES) for first in range(GAMES, games, GAMES)]


def alone(ruleset: str) -> list[Case]:
    """Each strategy on all seats."""
    program = program_of(ruleset)
    return [Case(ruleset, (strategy,) * len(program.seats)) for strategy in list_strategies(program)]


def mixed(ruleset: str) -> list[Case]:
    """The strategies beside the default, two at one table: where compiling takes long, this halves it."""
    program = program_of(ruleset)
    own = [each for each in list_strategies(program) if each != DEFAULT]
    pairs = [(own[at], own[min(at + 1, len(own) - 1)]) for at in range(0, len(own), 2)]
    return [Case(ruleset, tuple(pair[seat % 2] for seat in range(len(program.seats)))) for pair in pairs]


def cases_of(ruleset: str) -> list[Case]:
    """All cases that are kept with the defaults of all options."""
    return list(dict.fromkeys([*alone(ruleset), *mixed(ruleset)]))


def options_of(ruleset: str) -> list[Case]:
    """All cases that are kept with other options: each option with each of its other values, one at a time."""
    single = [((option, value),) for option, values in other_values(ruleset).items() for value in values]
    return [under(ruleset, settings, at) for at, settings in enumerate(single)]


def other_values(ruleset: str) -> dict[str, list[str | int]]:
    """The values of each option beside its default; of many numbers two of the lowest."""
    found: dict[str, list[str | int]] = {}
    for option in load(ruleset).options.values():
        values: list[str | int] = list(option.alternatives)
        if option.range is not None:
            values = list(option.range[:3:2])
        found[option.name] = [each for each in values if each != option.default]
    return found


def covering(ruleset: str) -> list[Settings]:
    """As few settings as have all of these values between them."""
    found = {option: values for option, values in other_values(ruleset).items() if values}
    most = max(map(len, found.values()), default=0)
    return [tuple((option, values[at % len(values)]) for option, values in found.items()) for at in range(most)]


def under(ruleset: str, settings: Settings, first: int = 0) -> Case:
    """A case with these options. Each seat has another strategy, the first seat that with this number."""
    program = program_of(ruleset, settings)
    own = list_strategies(program)
    return Case(ruleset, tuple(own[(first + seat) % len(own)] for seat in range(len(program.seats))), settings)


# ---- what is compared


def witness_of(outcome: Outcome, game: int) -> Witness:
    """What a game that the stepper played can be compared by."""
    digest, last = 0, outcome.position
    for event in outcome.events:
        match event:
            case Rolled(outcome=number) | Drawn(card=number) | Decided(answer=number):
                digest = fold(digest, number)
    return Witness(game, digest, Position(last.block, last.slots, tuple(sorted(set(last.winners)))))


def digest_of(witnesses: Iterable[Witness], summary: Summary) -> str:
    """A few letters for some games: the witness of each, and their summary with its rows."""
    games = [
        (each.game, each.digest, each.position.block, each.position.slots, each.position.winners) for each in witnesses
    ]
    return sha256(repr((games, figures_of(summary))).encode()).hexdigest()[:LENGTH]


def figures_of(summary: Summary) -> tuple[object, ...]:
    """All figures of a summary, in an order that does not depend on how they came about."""
    return (
        (summary.games, summary.drawn, summary.shared, summary.void, summary.broken, summary.marks, summary.rows),
        sorted((side, games) for side, games in summary.wins.items() if games),
        sorted((str(line), lost.times, lost.first) for line, lost in summary.lost.items()),
        [_figures_of_tally(each) for each in summary.measures],
        [[_figures_of_tally(each) for each in members] for members in summary.members],
    )


def _figures_of_tally(tally: Tally) -> tuple[object, ...]:
    counts = sorted((value, times) for value, times in tally.counts.items() if times)
    return counts, tally.games, tally.total_total, tally.total_size, tally.size_size


# ---- the stepper's games


@dataclass(frozen=True)
class Played:
    """A game that the stepper played: what it came to, its witness, and a summary of it alone."""

    game: int
    outcome: Outcome
    witness: Witness
    summary: Summary


class Reference:
    """Plays games with the stepper."""

    def __init__(
        self, stepper: Stepper, strategies: Sequence[str] = (), seed: int = SEED, start: Position | None = None
    ) -> None:
        self.stepper, self.seed, self.start = stepper, seed, start
        self.bots = None if set(strategies) <= {DEFAULT} else Bots(stepper.program, strategies, seed)

    def play(self, game: int) -> Played:
        """One game; from the position if one is given, else from the beginning."""
        decide = self.bots.start_game(game) if self.bots is not None else None
        outcome = self.stepper.play_out(self.start, Stream(self.seed, game), decide)
        summary = Summary.of(self.stepper.program)
        if isinstance(outcome.stop, Failure):
            summary.broken = BrokenGame(game, outcome.stop)
        else:
            summary.add_game(outcome, game)
            lost = self.bots.advice_failures if self.bots is not None else {}
            summary.add_lost({line: LostAdvice(times, game) for line, times in lost.items()})
        return Played(game, outcome, witness_of(outcome, game), summary)

    def digest(self, games: range) -> str:
        """The digest of some games."""
        played = list(map(self.play, games))
        return digest_of([each.witness for each in played], together([each.summary for each in played]))


def describe(program: Program, played: Played) -> tuple[object, ...]:
    """A game without what depends on where a program has its slots and places."""
    found, failure = played.summary, None
    if found.broken is not None:
        stop = found.broken.failure
        site = program.sites[stop.site]
        check = program.checks[stop.what] if stop.what >= 0 else None
        failure = stop.reason, site.file, site.line, site.column, check, stop.value, stop.low, stop.high
    figures = found.wins, found.drawn, found.shared, found.void, found.measures, found.members
    return played.witness.digest, {*played.witness.position.winners}, failure, figures


def together(summaries: Sequence[Summary]) -> Summary:
    """One summary of all of them, with all their rows."""
    whole = reduce(Summary.combine, summaries)
    return replace(whole, rows=[row for each in summaries for row in each.rows])


# ---- what is kept


@dataclass(frozen=True)
class Kept:
    """What is kept of a case: the key of what played it, and a digest for each block of games."""

    key: str
    digests: tuple[str, ...] = ()


@cache
def key_of(case: Case) -> str:
    """What a case's games depend on, in a few letters. The stepper is no part of it: whether it still plays as it did
    is seen by the games that it plays in the test run."""
    program = case.program
    queries = [(str(each), each.entry) for each in program.queries]
    measures = [(each.per, len(each.labels)) for each in program.measures]
    parts = (fingerprint(program), queries, measures, len(program.sites), case.strategies, SEED)
    return sha256(repr(parts).encode()).hexdigest()[:16]


def kept_games() -> dict[str, Kept]:
    """All that is kept, by the names of the cases."""
    if not KEPT.exists():
        return {}
    read = json.loads(KEPT.read_text(encoding="utf-8"))
    return {name: Kept(key, tuple(digests.split())) for name, (key, digests) in read.items()}


def keep(games: dict[str, Kept]) -> None:
    """Write down all that is kept, a case a line, so that whoever reads it meanwhile finds it whole."""
    names = sorted(games, key=lambda name: (RULESETS.index(name.split()[0]), "=" in name))
    pairs = ((name, [games[name].key, " ".join(games[name].digests)]) for name in names)
    beside = KEPT.with_suffix(".new")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(kept)}" for name, kept in pairs)
    beside.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    beside.replace(KEPT)


def kept_of(case: Case) -> Kept:
    """What is kept of a case, and fits it."""
    kept, key = kept_games().get(case.name), key_of(case)
    return kept if kept is not None and kept.key == key else Kept(key)


def kept_blocks(case: Case, games: int = MANY) -> Iterator[tuple[range, str]]:
    """The blocks of a case that are kept, up to some number of games, each with its digest."""
    yield from zip(case.blocks(games), kept_of(case).digests, strict=False)
