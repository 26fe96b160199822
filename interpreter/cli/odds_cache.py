"""Exact figures, kept from run to run: what was asked before is answered at once.

An entry's key holds all that an answer follows from: the rules and options, the players and their strategies, the dice,
what is asked, and how far is looked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from interpreter import cache
from interpreter.odds.known_means import Means
from interpreter.program import Program

if TYPE_CHECKING:
    from interpreter.odds.answers import Answer, Asked
    from interpreter.odds.figures import Setting

Figures = TypeVar("Figures")

BESIDE_GAMES, MOST_OUTCOMES = 500, 2_000
"""Means are shown beside simulated games if there are no more states than these, and no roll has more outcomes."""

NO_MEANS = Means({}, {}, 0.0, {})

ROOMS = ("interpreter.odds", "interpreter.program", "interpreter.markov.reach", "fractions")
"""Where the classes are that figures are made of."""


def find_answer(key: str, setting: Setting, asked: Asked) -> Answer:
    """The odds that are asked for of the game with this key. Raises NeverThere."""
    from interpreter.odds import answers

    about = asked.measures, sorted(asked.given.items()), asked.by
    name = repr((setting.strategies, setting.weights, setting.most, about))
    return _recall("answer", answers.Answer, key, name, lambda: answers.answer(setting, asked))


def find_means_beside(key: str, program: Program, strategies: Sequence[str]) -> Means:
    """The means of what is measured in whole games and in all phases of a kind, where the rules give them at once: to
    be shown beside those of games that are played. If that is interrupted, there are none."""

    def find() -> Means:
        from interpreter.odds.means import find_near_means

        names = [each.name for each in program.measures]
        found = find_near_means(program, strategies, names, BESIDE_GAMES, MOST_OUTCOMES)
        return replace(NO_MEANS, measures={name: each for name, each in found.measures.items() if each.throughout})

    try:
        return _recall("means", Means, key, repr([*strategies]), find)
    except KeyboardInterrupt:
        return NO_MEANS


def _recall(sort: str, kind: type[Figures], key: str, name: str, find: Callable[[], Figures]) -> Figures:
    """What was found under this name before, or is found now, and kept."""
    whole = cache.make_key(key, name)
    kept = cache.fetch_objects(sort, whole, ROOMS, kind)
    if kept is not None:
        return kept
    found = find()
    cache.store_objects(sort, whole, found)
    return found
