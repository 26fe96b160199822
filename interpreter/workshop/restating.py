"""What house rules have to say of their game's examples, as an edit of their text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.check import CheckResult
from interpreter.data_classes import dataclass
from interpreter.examples.restating import add_restated, restate_for_house
from interpreter.files import resolve
from interpreter.pipeline import check_game
from interpreter.source import Source
from interpreter.workshop.hints import count_common
from interpreter.workshop.naming import Edit, Place
from interpreter.workshop.texts import Workshop


@dataclass(frozen=True)
class Restated:
    """The edit that restates a game's examples, if any has to be, and what is wrong with others."""

    edit: Edit | None = None
    advice: tuple[str, ...] = ()


def restate(workshop: Workshop, path: Path) -> Restated | None:
    """Run the game's examples under house rules, and find what these have to say of them. None if there are mistakes in
    the house rules or their game."""
    checkup = workshop.check(path)
    base = workshop.find_base(checkup)
    if checkup.model is None or base is None or base.model is None:
        return None
    source, sources = checkup.source, workshop.find_sources(path)

    def check(house: Sequence[Source]) -> CheckResult:
        return check_game(replace(sources, house=house))

    found = restate_for_house(source, base.model, check)
    advice = tuple(f"the example {title!r} fails: {failure.message}" for title, failure in found.broken.items())
    if not found.text:
        return Restated(advice=advice)
    text = add_restated(source, found.text)
    kept = count_common(source.text, text)
    return Restated(Edit(Place(resolve(path), kept, len(source.text)), text[kept:]), advice)
