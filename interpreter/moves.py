"""What people type or a script says, to the outcome or answer it means.

An answer is meant by its name, by what is shown of it, by the number it has in the list of what is offered, or by
a beginning that fits no other. A roll is meant by its faces, die by die, or by its total, which stands for the
first roll with it in the order of counting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.domains import totals
from interpreter.engine import ChanceStop, DecisionStop
from interpreter.errors import playing as errors
from interpreter.program import Program

MOST_DIGITS = 6
"""Longer numbers are not read: no list and no die is so large."""


def offered_names(program: Program, stop: DecisionStop) -> tuple[str, ...]:
    """The names of the answers that are offered, in order."""
    return tuple(program.choices[stop.choice].names[answer] for answer in stop.offered)


def read_answer(program: Program, stop: DecisionStop, text: str) -> int | Diagnostic:
    """The number of the answer that is meant, or what is wrong with the text."""
    info = program.choices[stop.choice]
    word = _fold(text)
    names = offered_names(program, stop)
    labels = [info.labels[answer] for answer in stop.offered]
    for fits in (_is(word), _is_number(word, len(names)), _begins(word)):
        found = [at for at in range(len(names)) if fits(at, names[at]) or fits(at, labels[at])]
        if len(found) == 1:
            return stop.offered[found[0]]
        if found:
            return errors.answer_ambiguous(info.name, text, [names[at] for at in found])
    return errors.answer_not_offered(info.name, text, names)


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())


Fits = Callable[[int, str], bool]


def _is(word: str) -> Fits:
    return lambda at, name: bool(word) and _fold(name) == word


def _is_number(word: str, count: int) -> Fits:
    number = int(word) if _whole(word) else 0
    return lambda at, name: at + 1 == number


def _begins(word: str) -> Fits:
    return lambda at, name: bool(word) and _fold(name).startswith(word)


def read_roll(program: Program, stop: ChanceStop, text: str) -> int | Diagnostic:
    """The outcome that is meant, or what is wrong with the text."""
    info = program.dice[stop.dice]
    words = re.split(r"[\s,+]+", text.strip())
    faces = [int(word) for word in words if _whole(word)]
    outcome: int | None = None
    if len(faces) == len(words):
        outcome = _outcome(faces, info.number, info.faces)
    if outcome is None:
        return errors.roll_impossible(info.name, text, info.number, info.faces)
    return outcome


def _whole(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def _outcome(faces: Sequence[int], number: int, sides: int) -> int | None:
    """The number of the outcome with these faces, or the first with this total; None if there is none."""
    if len(faces) == 1 and number > 1:
        return next((at for at, total in enumerate(totals(number, sides)) if total == faces[0]), None)
    if len(faces) != number or not all(1 <= face <= sides for face in faces):
        return None
    outcome = 0
    for face in faces:
        outcome = outcome * sides + face - 1
    return outcome
