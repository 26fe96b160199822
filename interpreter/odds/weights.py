"""Measured dice: how likely each face is, from a file.

The file is TOML: for each dice a list of weights, one for each face in the order of the ruleset, of which only the
proportions matter. Numbers with a point are taken as they are written, and fractions as text:
`swing = [1, 1, 1, 1, 1.2, "6/5"]`.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction

from interpreter.analysis.weights import Weights
from interpreter.program import Program

NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,2})?|[0-9]+/[0-9]+")
MOST_DIGITS = 100


class WrongWeights(Exception):
    """A file does not say how likely faces are: it has these `weights` for dice of this name (empty: it is no TOML, or
    empty). One that is no weight is `wrong`."""

    def __init__(self, name: str, weights: object = None, wrong: object = None) -> None:
        super().__init__(name)
        self.name, self.wrong = name, wrong
        self.number = len(weights) if isinstance(weights, list) else None


def read_weights(program: Program, text: str) -> Weights:
    """How likely the faces are by a file's text. Raises WrongWeights."""
    try:
        loaded = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError):
        raise WrongWeights("") from None
    if not loaded:
        raise WrongWeights("")
    faces = {each.name: each.faces for each in program.dice}
    return Weights({name: _read(name, weights, faces.get(name, 0)) for name, weights in loaded.items()})


def _read_number(weight: object) -> Fraction | None:
    """The number that a weight is; None if it is none, or has more than `MOST_DIGITS` characters."""
    text = str(weight)
    if isinstance(weight, bool) or not NUMBER.fullmatch(text) or len(text) > MOST_DIGITS:
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def _read(name: str, weights: object, faces: int) -> list[Fraction]:
    if not isinstance(weights, list) or not faces or len(weights) != faces:
        raise WrongWeights(name, weights)
    numbers: list[Fraction] = []
    for each in weights:
        number = _read_number(each)
        if number is None:
            raise WrongWeights(name, weights, each)
        numbers.append(number)
    if not sum(numbers):
        raise WrongWeights(name, weights)
    return [each / sum(numbers) for each in numbers]
