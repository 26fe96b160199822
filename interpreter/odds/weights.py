"""Measured dice: how likely each face is, from a file.

The file is TOML: for each dice a list of weights, one for each face from the lowest up, of which only the proportions
matter. Numbers with a point are taken as they are written, and fractions as text: `swing = [1, 1, 1, 1, 1.2, "6/5"]`.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction

from interpreter.chains.regions import Weights
from interpreter.program import Program

NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,2})?|[0-9]+/[0-9]+")
MOST_DIGITS = 100


class WrongWeights(Exception):
    """A file does not say how likely faces are: `name` is that of the dice, with so many faces (0: there are none such;
    an empty name: it is no TOML, or empty)."""

    def __init__(self, name: str, faces: int) -> None:
        super().__init__(name)
        self.name, self.faces = name, faces


def read_weights(program: Program, text: str) -> Weights:
    """How likely the faces are by a file's text. Raises WrongWeights."""
    try:
        told = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError):
        raise WrongWeights("", 0) from None
    if not told:
        raise WrongWeights("", 0)
    faces = {each.name: each.faces for each in program.dice}
    return Weights({name: _read(name, weights, faces.get(name, 0)) for name, weights in told.items()})


def _read_number(weight: object) -> Fraction:
    """The number that a weight is. Raises ValueError if it is none, or has more than a hundred digits."""
    text = str(weight)
    if isinstance(weight, bool) or not NUMBER.fullmatch(text) or len(text) > MOST_DIGITS:
        raise ValueError(text)
    return Fraction(text)


def _read(name: str, weights: object, faces: int) -> list[Fraction]:
    if not isinstance(weights, list) or not faces or len(weights) != faces:
        raise WrongWeights(name, faces)
    try:
        numbers = [_read_number(each) for each in weights]
    except (ValueError, ZeroDivisionError):
        raise WrongWeights(name, faces) from None
    if min(numbers) < 0 or not sum(numbers):
        raise WrongWeights(name, faces)
    return [each / sum(numbers) for each in numbers]
