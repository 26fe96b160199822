"""Recognizes what newcomers often write in a line that does not parse."""

from __future__ import annotations

import re

from interpreter.diagnostics.messages.slips import ANYWHERE, SLIPS
from interpreter.parser.misfit import Misfit
from interpreter.parser.vocabulary import PREPOSITIONS, list_reserved_words

NO_NAMES = (list_reserved_words() | PREPOSITIONS) - {"all", "no", "none", "yes"}
"""Words that stand for nothing that help could repeat."""


def find_slip(misfit: Misfit) -> str:
    """Help for the first slip that is known where the line went wrong, or nothing."""
    if misfit.stranger is None:
        return ""
    at = (misfit.stranger.start_pos or 0) - misfit.line.start
    for pattern, help in SLIPS.get(misfit.lines[0].first_word, ANYWHERE):
        for found in re.finditer(pattern, misfit.line.text):
            if found.start() <= at < found.end() + (not misfit.word) and not NO_NAMES.intersection(found.groups()):
                return found.expand(help)
    return ""
