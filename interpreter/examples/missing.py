"""Writes examples for rows, rules and phases that none reaches.

Random games are played within a bound of work (`MOST_STOPS`). Their ways to missing places become drafts, and the
first draft that reaches its place is kept: what follows there becomes what it expects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from interpreter import model, syntax
from interpreter.check import CheckResult
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics
from interpreter.display import format_text
from interpreter.engine import Said
from interpreter.examples.coverage import key_of
from interpreter.examples.covered import SiteKey
from interpreter.examples.drafting import Draft, find_drafts, list_different
from interpreter.examples.run_example import ExampleResult, run_examples
from interpreter.examples.writing import write_winners
from interpreter.formatter import format_declaration
from interpreter.lower import lower
from interpreter.parser import parse
from interpreter.source import Source
from interpreter.stepper import Stepper

MOST_STOPS = 8_000
"""Rolls, draws and choices in random games: half of them with the default options, the others with one option changed
at a time."""

TRIED_AT_ONCE = 100
"""Drafts that are checked together."""

MAX_EXPECTED = 5
"""Values that an example expects."""

Checker = Callable[[str], CheckResult]
"""Checks the game with a text added to it."""


@dataclass(frozen=True)
class Written:
    """Examples for places that had none, and the places for which none was found."""

    examples: tuple[Draft, ...]
    missed: tuple[SiteKey, ...]

    @property
    def text(self) -> str:
        text = "".join(f"\n{each.text}" for each in self.examples)
        tree = parse(Source("missing.rules", f'game written "Written"\n{text}'), Diagnostics())
        examples = (each for each in tree.declarations if isinstance(each, syntax.Example))
        return "\n".join(format_declaration(each).strip("\n") + "\n" for each in examples)


def write_missing(game: model.Model, check: Checker) -> Written:
    wanted = run_examples(game).coverage.missed
    missing, found = set(wanted), dict[SiteKey, Draft]()
    first, *others = _list_settings(game)
    for options in (first, *others):
        stops = MOST_STOPS // 2 if options is first else MOST_STOPS // 2 // len(others)
        for draft, result in _find_examples(game, check, options, missing, stops) if missing else ():
            if draft.key in missing:
                found[draft.key] = draft
                missing -= {key_of(each) for each in result.reached}
    taken, examples = {each.name for each in game.examples}, []
    for draft in (found[each] for each in wanted if each in found):
        titles = (f"{draft.name} ({number})" for number in count(2))
        title = draft.name if draft.name not in taken else next(each for each in titles if each not in taken)
        taken.add(title)
        examples.append(replace(draft, title=title))
    return Written(tuple(examples), tuple(each for each in wanted if each in missing))


def _list_settings(game: model.Model) -> Iterator[dict[str, int]]:
    yield {}
    for option in game.options.values():
        others = [each for each in (option.values if len(option.values) < 10 else ()) if each != option.default]
        yield from ({option.name: each} for each in others)


def _find_examples(
    game: model.Model, check: Checker, options: dict[str, int], missing: set[SiteKey], stops: int
) -> list[tuple[Draft, ExampleResult]]:
    """Examples for missing places, those of rows first: they reach many rules, too."""
    stepper, settings = Stepper(lower(game, options)), tuple(_write_setting(game, *each) for each in options.items())
    drafts, found = [*find_drafts(game, stepper, missing, stops, settings)], dict[SiteKey, Draft]()
    drafts.sort(key=lambda each: len(each.script))
    for first in range(0, len(drafts), TRIED_AT_ONCE):
        waiting = [each for each in drafts[first : first + TRIED_AT_ONCE] if each.key not in found]
        for draft, result in _find_reaching(game, check, waiting):
            if _list_following(game, draft, result):
                found.setdefault(draft.key, draft)
    ran = _run(check, sorted(found.values(), key=lambda each: each.key[0] != "row"))
    singly = [replace(each, then=(then,)) for each, result in ran for then in _list_following(game, each, result)]
    holding = [draft for draft, result in _run(check, singly) if result.passed]
    thens = {each.key: tuple(one.then[0] for one in holding if one.key == each.key) for each, _ in ran}
    return _run(check, [replace(each, then=thens[each.key]) for each, _ in ran if thens[each.key]])


def _write_setting(game: model.Model, name: str, value: int) -> str:
    option = game.options[name]
    return f"with {name} = {option.names[list(option.values).index(value)] if option.names else value}"


def _run(check: Checker, drafts: Iterable[Draft]) -> list[tuple[Draft, ExampleResult]]:
    """The drafts that have no mistakes, and how they went."""
    named = {f"draft {number}": each for number, each in enumerate(drafts)}
    while named:
        checked = check("".join(f"\n{replace(each, title=title).text}" for title, each in named.items()))
        if checked.model is not None:
            mine = [each for each in checked.model.examples if each.name in named]
            results = run_examples(replace(checked.model, examples=tuple(mine))).results
            return [(named[each.example.name], each) for each in results]
        spans = [each.span for each in checked.diagnostics.errors if each.span is not None]
        before = (re.findall(r'^example "(draft \d+)"', each.source.text[: each.end], re.MULTILINE) for each in spans)
        refused = {titles[-1] for titles in before if titles}
        if not refused & named.keys():
            return []
        named = {title: each for title, each in named.items() if title not in refused}
    return []


def _find_reaching(game: model.Model, check: Checker, drafts: Sequence[Draft]) -> Iterator[tuple[Draft, ExampleResult]]:
    """The drafts that reach their place: with nothing given, or else with what is different where they begin."""
    plain = _run(check, drafts)
    yield from (each for each in plain if _reaches(*each))
    longer = []
    for draft, result in plain:
        if draft.begun is not None and not _reaches(draft, result):
            owners = {"", *(name for name, _ in draft.begun.phases)}
            different = list_different(game, result.program, draft.begun.position, result.first)
            longer.append(replace(draft, given=tuple(text for owner, text in different if owner in owners)))
    yield from (each for each in _run(check, longer) if _reaches(*each))


def _reaches(draft: Draft, result: ExampleResult) -> bool:
    """Whether it reaches its place by following its script to the end."""
    broken = any(each.code != "example-failed" for each in result.failures)
    return not broken and result.last is not None and draft.key in {key_of(each) for each in result.reached}


def _list_following(game: model.Model, draft: Draft, result: ExampleResult) -> list[str]:
    """What an example can expect: its rule, the phase that ended, the winners, what changed; or else the last words."""
    program, first, last = result.program, result.first, result.last
    ended = [each.name for each in result.reached if each.kind == "end"]
    found = [f"did {draft.key[1]}"] if draft.key[0] != "row" else []
    found += [f"ended {ended[-1]}"] if ended else []
    if first is not None and last is not None:
        found += filter(None, [write_winners(game, program, last)] if "game" in ended else [])
        changed = list_different(game, program, last, first)
        found += [text for owner, text in changed if owner not in ended][:MAX_EXPECTED]
    said = [format_text(program, each.text, each.values) for each in result.events if isinstance(each, Said)][-1:]
    rules = [each.name for each in result.reached if each.kind == "rule"][-1:]
    words = [f'said "{each}"' for each in said if not set('"{}\\') & set(each)]
    return found or words + [f"did {each}" for each in rules]
