"""Who sits at the table, and what bots decide.

A seat is named by its number, its player's name, its side, or `all`. What is said of fewer seats has precedence.

A bot plays one of the ruleset's own strategies (`advice`), or one that every game has: `random`, which takes any
offered answer with the same probability; `search` (`search:greedy` with the base strategy `greedy`, `search@5000` with
up to 5000 playouts a decision); or `best` (`best:FILE`). Each level (`LEVELS`) means one of these. Lots
depend on the seed, the game's number, the seat and the number of stops so far, those undone included: the same bots
repeat a game, and undo does not reveal what they will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.bots.advice import DEFAULT as DEFAULT
from interpreter.bots.advice import DEFAULT_PLAYOUTS, MAX_PLAYOUTS, Advice
from interpreter.bots.advice import list_strategies as list_strategies
from interpreter.bots.best import BEST, decide_best, find_policy, find_trouble, is_best
from interpreter.chance import RANDOM as RANDOM
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import playing as errors
from interpreter.engine import Decide, DecisionStop, Failure, View, pick_default_answer
from interpreter.program import Program, QueryInfo

if TYPE_CHECKING:
    from interpreter.bots.policy import Policy
    from interpreter.bots.search import Search

EVERYONE = "all"

EASY, FAIR, STRONG = LEVELS = ("easy", "fair", "strong")
"""How well a bot plays: at random, by the first strategy of its ruleset, or by search."""

SEARCH = "search"


def map_seat_names(program: Program, written_names: Sequence[Sequence[str]] = ()) -> dict[str, tuple[int, ...]]:
    """Every name of a seat, in small letters, with the seats it means. `written_names` are the sides' and the players'
    names as the ruleset writes them, where these differ from the names shown."""
    everyone = range(len(program.seats))
    words: dict[str, tuple[int, ...]] = {EVERYONE: tuple(everyone)}
    for names in (*written_names, program.sides):
        for side, name in enumerate(names):
            words.setdefault(_fold(name), tuple(each for each in everyone if each % len(names) == side))
    for seat in everyone:
        words.setdefault(str(seat + 1), (seat,))
        words.setdefault(_fold(program.seats[seat]), (seat,))
    return words


def _fold(name: str) -> str:
    return name.strip().casefold().replace(" ", "_")


def assign_seats(
    program: Program,
    written: Iterable[tuple[str, str]],
    otherwise: str,
    diagnostics: Diagnostics,
    written_names: Sequence[Sequence[str]] = (),
) -> tuple[str, ...]:
    """What is written for each seat, or `otherwise`. Reports names of no seat."""
    words = map_seat_names(program, written_names)
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


def _word_unknown_best(name: str, game: str) -> Diagnostic:
    if name == BEST:
        return errors.best_unknown(game)
    file, trouble = name.partition(":")[2], find_trouble(name)
    if trouble == "unfit":
        return errors.best_unfit(file, game)
    return errors.best_broken(file, game, trouble == "unreadable")


def check_strategies(program: Program, names: Iterable[str], diagnostics: Diagnostics) -> None:
    """Report each name that is no strategy of this program or of every game."""
    own = list_strategies(program)
    for name in names:
        if name in (*own, RANDOM, *LEVELS):
            continue
        if is_best(name):
            if find_policy(program, name) is None:
                diagnostics.add(_word_unknown_best(name, program.name))
            continue
        base, think = _parse_search(name)
        if think is None:
            known = (*own, *LEVELS, RANDOM, SEARCH, BEST)
            diagnostics.add(errors.strategy_unknown(name, known, program.name))
        elif base and base not in own:
            diagnostics.add(errors.strategy_unknown(base, own, program.name))


def resolve_level(program: Program, name: str) -> str:
    """The strategy that a level means in a game; other names mean themselves, and so do a ruleset's own strategies."""
    if name in program.strategies:
        return name
    fair = next(iter(list_strategies(program)[1:]), DEFAULT)
    return {EASY: RANDOM, FAIR: fair, STRONG: SEARCH}.get(name, name)


def set_playouts(name: str, think: int) -> str:
    """Bounds the playouts of a strategy, if it is a search without a bound."""
    return f"{name}@{think}" if _parse_search(name)[1] is not None and "@" not in name else name


def _parse_search(name: str) -> tuple[str, int | None]:
    """The base strategy, or "", and the playouts of `search:BASE@N`; None for playouts if the name is no search."""
    before, at, number = name.partition("@")
    kind, colon, base = before.partition(":")
    if kind != SEARCH or (colon and not base):
        return "", None
    if not at:
        return base, DEFAULT_PLAYOUTS
    fits = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_PLAYOUTS))
    return base, int(number) if fits and 1 <= int(number) <= MAX_PLAYOUTS else None


class Bots:
    """Decides for every seat by its strategy."""

    def __init__(self, program: Program, strategies: Sequence[str], seed: int = 0, game: int = 0) -> None:
        """`strategies` has one name for each seat, and all are known (see `check_strategies`)."""
        self.program = program
        self.strategies = tuple(resolve_level(program, each) for each in strategies)
        self.seed, self.game = seed, game
        self._advice = Advice(program, seed, game)
        own = *list_strategies(program), RANDOM
        self._drawing = {each for each in self.strategies if each not in own}
        self._searches: dict[str, Search] = {}
        self._policies: dict[str, Policy | None] = {}

    @property
    def advice_failures(self) -> Counter[QueryInfo]:
        """How often each line of a strategy could not be computed in this game."""
        return self._advice.lost

    @property
    def failure_causes(self) -> Mapping[QueryInfo, Failure]:
        return self._advice.causes

    def decide(self, stop: DecisionStop, view: View) -> int:
        strategy = self.strategies[stop.chooser] if 0 <= stop.chooser < len(self.strategies) else DEFAULT
        return self.advise(strategy, stop, view)

    def start_game(self, game: int) -> Decide:
        """`decide`, for another game of the same seed. Forgets failures."""
        self.game = self._advice.game = game
        self.advice_failures.clear()
        for search in self._searches.values():
            search.reset(game)
        return self.decide

    def advise(self, strategy: str, stop: DecisionStop, view: View) -> int:
        if strategy not in self._drawing:
            return self._advice.advise(strategy, stop, view)
        if is_best(strategy):
            return self._decide_best(strategy, stop, view)
        base, think = _parse_search(strategy)
        if base not in self._searches:
            from interpreter.bots.search import Search

            self._searches[base] = Search(self.program, base, seed=self.seed, game=self.game)
        return self._searches[base].decide(stop, view, think or DEFAULT_PLAYOUTS, self._advice.draw_lots(stop, view))

    def _decide_best(self, strategy: str, stop: DecisionStop, view: View) -> int:
        if strategy not in self._policies:
            self._policies[strategy] = find_policy(self.program, strategy)
        policy = self._policies[strategy]
        return pick_default_answer(stop) if policy is None else decide_best(policy, stop, view)
