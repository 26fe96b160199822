"""`--until "stderr(runs) < 0.001"`: playing on until a mean is known well enough.

Whether it holds is computed in fractions, and looked at after numbers of games that are fixed beforehand, so that
the same games are played on every machine.
"""

from __future__ import annotations

import argparse
import re
from fractions import Fraction

from interpreter.cli.command_line import misuse_at
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import simulating as errors
from interpreter.program import Program
from interpreter.summary import Summary

FORM = re.compile(r"\s*stderr\s*\(\s*(\w+)\s*\)\s*<\s*([0-9]{0,12}\.?[0-9]{1,12})\s*", re.ASCII)


@dataclass(frozen=True)
class StopCondition:
    """That the standard error of a measure's mean is below a limit; by its number, quotients after all measures."""

    text: str
    measure: int
    limit: Fraction

    def holds(self, summary: Summary) -> bool:
        measures = len(summary.measures)
        whole = self.measure >= measures
        figure = summary.find_quotient(self.measure - measures) if whole else summary.measures[self.measure]
        squared = figure.squared_error
        return squared is not None and squared < self.limit**2


def read_stop_condition(arguments: argparse.Namespace, program: Program) -> StopCondition | None:
    """The condition given with `--until`, if there is one. Raises `UsageError` if it makes no sense."""
    text = arguments.until
    if text is None:
        return None
    names = list(program.figures)
    found = FORM.fullmatch(text)
    if found is None:
        misuse_at(arguments, text, errors.until_form(text, names[0] if names else "measure"))
    if found[1] not in names:
        misuse_at(arguments, text, errors.measure_unknown(found[1], names, program.name))
    limit = Fraction(found[2])
    if not limit:
        misuse_at(arguments, text, errors.until_form(text, found[1]))
    return StopCondition(f"stderr({found[1]}) < {found[2]}", names.index(found[1]), limit)
