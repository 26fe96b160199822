"""Boxes of examples: a ruleset's own examples, carried out, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from interpreter import model as m
from interpreter.display import format_event, list_shown
from interpreter.engine import Decided, Event, Reached, Rolled, Said
from interpreter.examples.run_example import ExampleResult, iterate_results
from interpreter.rulebook.english import make_sentence

NAMES = ("Anna", "Ben", "Cleo", "David", "Emma", "Felix", "Greta", "Hugo")
"""What the players of an example are called where they have no names of their own."""

CHOSEN = re.compile(r"^(.*?) chooses [^:]*: (?!none$)")
NUMBER_OF_DICE = re.compile(r" \(\d+d\d+\)")

FEW_EXAMPLES = 2
"""The most examples below one section."""

SHORT_STORY = 9
"""An example is left out if more happens in it."""

SHORT_START = 240
"""An example is left out if it takes more characters to say how things stand."""


def find_boxes(
    game: m.Model, settings: Mapping[str, int], phases: Sequence[str]
) -> dict[str, list[tuple[m.ExampleInfo, str]]]:
    """The examples that begin with one of these phases, of a game with these options, each with what happens."""
    found: dict[str, list[tuple[m.ExampleInfo, str]]] = {}
    fitting = [
        each
        for each in game.examples
        if each.start in phases
        and not _only_refuses(each)
        and all(settings.get(name, game.options[name].default) == value for name, value in each.options)
    ]
    tried = [one for phase in phases for one in [each for each in fitting if each.start == phase][: 2 * FEW_EXAMPLES]]
    for result in iterate_results(game, tried):
        if result.passed and (story := _tell(game, result)):
            found.setdefault(result.example.start, []).append((result.example, story))
    return found


def _only_refuses(example: m.ExampleInfo) -> bool:
    """Whether it is about answers that nobody may give, of which the story shows nothing."""
    refused = [each.refused for each in example.script if isinstance(each, m.ScriptedChoice)]
    return bool(refused) and all(refused)


def _tell(game: m.Model, result: ExampleResult) -> str:
    events, sites = list_shown(result.program, result.events), result.program.sites

    def is_inside(each: Event) -> bool:
        at = sites[each.site] if isinstance(each, Reached) else None
        return at is None or (at.kind, at.name) != ("end", result.example.start)

    explains = Decided | Said if result.example.script else Said
    if not any(isinstance(each, explains) for each in events):
        return ""  # throws alone explain nothing, nor do answers that nobody scripted
    told = [*_list_sentences(result, events)]
    if len(told) > SHORT_STORY:  # then only until its phase is over
        told = [*_list_sentences(result, [*takewhile(is_inside, events)])]
    return name_players(game, " ".join(told)) if len(told) <= SHORT_STORY else ""


def _list_sentences(result: ExampleResult, all_events: Sequence[Event]) -> Iterator[str]:
    events = [each for each in all_events if isinstance(each, Rolled | Decided | Said)]
    texts = [" ".join(format_event(result.program, each).split()) for each in events]
    said = [text * isinstance(each, Said) for each, text in zip(events, texts, strict=True)]
    for each, text, after in zip(events, texts, [*said, ""][1:], strict=True):
        if not isinstance(each, Decided):
            yield make_sentence(NUMBER_OF_DICE.sub("", text).replace(" rolls ", " throws "))
        elif (chosen := CHOSEN.match(text)) and not after.startswith(f"{chosen[1]} "):  # else that says enough
            yield make_sentence(f"{chosen[1]} chooses: {text[chosen.end() :]}")


def name_players(game: m.Model, text: str) -> str:
    shown = game.kinds["player"].shown
    if shown and shown[0] == "Player 1":
        for number in range(min(len(shown), len(NAMES)), 0, -1):
            text = text.replace(f"Player {number}", NAMES[number - 1])
        text = re.sub("[Tt]he first player", NAMES[0], text)
        text = re.sub("[Tt]he last player", NAMES[max(game.players[0], 2) - 1], text)
        text = re.sub(f"[Tt]he player on {NAMES[0]}'s left", NAMES[1], text)
    return text
