"""Writes examples for rows, rules and phases that none reaches.

Games are played by chance until they come there (`exploring`). The ways are written as examples in several manners
(`drafting`), and run: the first that comes to the place is kept, what it gives without need is omitted, and what really
follows is written as what must follow. Options have their defaults first, then each of their other values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from interpreter import model, syntax
from interpreter.check import CheckResult
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics
from interpreter.display import format_text
from interpreter.engine import Position, Said
from interpreter.examples.coverage import key_of
from interpreter.examples.covered import SiteKey
from interpreter.examples.drafting import Draft, Given, list_drafts, list_state, write_state
from interpreter.examples.exploring import find_sightings
from interpreter.examples.run_example import ExampleResult, run_examples
from interpreter.examples.walking import Sighting
from interpreter.examples.writing import write_player
from interpreter.formatter import format_declaration
from interpreter.lower import lower
from interpreter.parser import parse
from interpreter.program import Program
from interpreter.source import Source
from interpreter.stepper import Stepper

GAMES = 100
"""How many games are played for each setting of the options."""

MOST_SIGHTINGS = 3
"""How many ways to one place are tried."""

MOST_EXPECTED = 5
"""How many values an example expects at most."""

TRIED_AT_ONCE, RUN_AT_ONCE = 3, 100
"""How many drafts for one place, and how many altogether, are run in one go."""

KINDS = ("row", "rule", "phase")
"""What examples are found for, one after the other: examples of rows reach many rules."""

Checker = Callable[[str], CheckResult]
"""Checks the game with a text added to it."""


@dataclass(frozen=True)
class Written:
    """Examples for places that had none, and the places for which none was found."""

    examples: tuple[Draft, ...]
    missed: tuple[SiteKey, ...]

    @property
    def text(self) -> str:
        """The examples in their one layout."""
        text = "".join(f"\n{each.text}" for each in self.examples)
        tree = parse(Source("missing.rules", f'game written "Written"\n{text}'), Diagnostics())
        examples = (each for each in tree.declarations if isinstance(each, syntax.Example))
        return "\n".join(format_declaration(each).strip("\n") + "\n" for each in examples)


def write_missing(game: model.Model, check: Checker) -> Written:
    wanted = run_examples(game).coverage.missed
    missing, found = set(wanted), dict[SiteKey, Draft]()
    for options in _list_settings(game):
        for kind in KINDS:
            mine = {each for each in missing if each[0] == kind}
            for draft, result in _find_examples(game, check, options, mine) if mine else ():
                if draft.key in missing:
                    found[draft.key] = draft
                    missing -= {key_of(each) for each in result.reached}
    examples = _name_apart([found[each] for each in wanted if each in found], {each.name for each in game.examples})
    return Written(tuple(examples), tuple(each for each in wanted if each in missing))


def _list_settings(game: model.Model) -> Iterator[dict[str, int]]:
    yield {}
    for option in game.options.values():
        others = [each for each in (option.values if len(option.values) < 10 else ()) if each != option.default]
        yield from ({option.name: each} for each in others)


def _find_examples(
    game: model.Model, check: Checker, options: dict[str, int], missing: set[SiteKey]
) -> list[tuple[Draft, ExampleResult]]:
    """Examples of places that games with these options come to. Where there is nothing to say right after the place, an
    example goes on to the next stop."""
    stepper = Stepper(lower(game, options))
    settings = tuple(f"with {name} = {_name_setting(game, name, value)}" for name, value in options.items())
    sightings = _list_sightings(stepper, missing)
    found: list[tuple[Draft, ExampleResult]] = []
    for further in (False, True):
        done = {draft.key for draft, _ in found}
        drafts: dict[SiteKey, list[Draft]] = {}
        for each in sightings:
            if each.key not in done:
                way = each.further if further else each.way
                drafts.setdefault(each.key, []).extend(list_drafts(game, stepper.program, each.key, way, settings))
        found += _try_drafts(game, check, {key: sorted(each, key=_count_lines) for key, each in drafts.items()})
    return found


def _list_sightings(stepper: Stepper, missing: set[SiteKey]) -> list[Sighting]:
    wanted, seen = set(missing), Counter[SiteKey]()
    sightings = []
    for sighting in find_sightings(stepper, wanted, GAMES):
        sightings.append(sighting)
        seen[sighting.key] += 1
        if seen[sighting.key] == MOST_SIGHTINGS:
            wanted.discard(sighting.key)
    return sightings


def _count_lines(draft: Draft) -> int:
    return len(draft.script)


def _try_drafts(
    game: model.Model, check: Checker, drafts: dict[SiteKey, list[Draft]]
) -> list[tuple[Draft, ExampleResult]]:
    """For each place the first draft that comes to it, without what it gives in vain, and with what follows."""
    picked: list[Draft] = []
    while drafts:
        tried = [each for some in drafts.values() for each in some[:TRIED_AT_ONCE]]
        reaching = {each.key: each for each, result in reversed(_run(check, tried)) if _reaches(each, result)}
        picked += reaching.values()
        drafts = {key: each[TRIED_AT_ONCE:] for key, each in drafts.items() if key not in reaching}
        drafts = {key: each for key, each in drafts.items() if each}
    return _complete(game, check, [_omit_start(each) for each in _omit_given(check, picked)])


def _name_setting(game: model.Model, name: str, value: int) -> str:
    option = game.options[name]
    return option.names[list(option.values).index(value)] if option.names else str(value)


# ---- running drafts


def _run(check: Checker, drafts: Sequence[Draft]) -> list[tuple[Draft, ExampleResult]]:
    """How drafts go that the checker has nothing against."""
    starts = range(0, len(drafts), RUN_AT_ONCE)
    return [each for start in starts for each in _run_some(check, drafts[start : start + RUN_AT_ONCE])]


def _run_some(check: Checker, drafts: Sequence[Draft]) -> list[tuple[Draft, ExampleResult]]:
    named = [replace(each, title=f"draft {number}") for number, each in enumerate(drafts)]
    while named:
        checked = check("".join(f"\n{each.text}" for each in named))
        if checked.model is not None:
            mine = {each.name: each for each in checked.model.examples}
            report = run_examples(replace(checked.model, examples=tuple(mine[each.title] for each in named)))
            return list(zip(named, report.results, strict=True))
        refused = _find_refused(checked, named)
        if not refused:
            return []
        named = [each for each in named if each.title not in refused]
    return []


def _find_refused(checked: CheckResult, drafts: Sequence[Draft]) -> set[str]:
    """The titles of drafts in which there are mistakes."""
    refused = set[str]()
    for diagnostic in checked.diagnostics.errors:
        if diagnostic.span is None:
            continue
        before = diagnostic.span.source.text[: diagnostic.span.end]
        at = before.rfind('example "draft ')
        refused.update(each.title for each in drafts if at >= 0 and before[at:].startswith(f'example "{each.title}"'))
    return refused


def _reaches(draft: Draft, result: ExampleResult) -> bool:
    """Whether it comes to its place by following its script to the end."""
    broken = any(each.code != "example-failed" for each in result.failures)
    return not broken and result.last is not None and draft.key in {key_of(each) for each in result.reached}


def _omit_given(check: Checker, drafts: list[Draft]) -> list[Draft]:
    """Drafts without what is given that the place can be reached without: all of it, or else one thing after the other,
    of each draft one in each run."""
    bare = _keep_reaching(check, [replace(each, given=()) for each in drafts if each.given])
    drafts = [bare.get(each.key, each) for each in drafts]
    left = {each.key: [*each.given] for each in drafts}
    while any(left.values()):
        omitted = {key: some.pop() for key, some in left.items() if some}
        shorter = _keep_reaching(check, [_omit(each, omitted[each.key]) for each in drafts if each.key in omitted])
        drafts = [shorter.get(each.key, each) for each in drafts]
    return drafts


def _keep_reaching(check: Checker, drafts: list[Draft]) -> dict[SiteKey, Draft]:
    return {each.key: each for each, result in _run(check, drafts) if _reaches(each, result)}


def _omit(draft: Draft, given: Given) -> Draft:
    return replace(draft, given=tuple(each for each in draft.given if each != given))


def _omit_start(draft: Draft) -> Draft:
    """A draft starts by itself in the phase that keeps what it gives."""
    return replace(draft, start="") if draft.start and any(each.owner == draft.start for each in draft.given) else draft


# ---- what follows


def _complete(
    game: model.Model, check: Checker, drafts: Sequence[Draft]
) -> list[tuple[Draft, ExampleResult]]:
    """Drafts with what follows. Where not all of it can be said, each is tried by itself."""
    hopeful = [replace(draft, then=_list_following(game, draft, result)) for draft, result in _run(check, drafts)]
    good = _run_passing(check, [each for each in hopeful if each.then])
    done = {draft.key for draft, _ in good}
    singly = [replace(draft, then=(each,)) for draft in hopeful if draft.key not in done for each in draft.then]
    holding = {(draft.key, draft.then) for draft, _ in _run_passing(check, singly)}
    reduced = [
        replace(draft, then=tuple(each for each in draft.then if (draft.key, (each,)) in holding))
        for draft in hopeful
        if draft.key not in done
    ]
    return [*good, *_run_passing(check, [each for each in reduced if each.then])]


def _run_passing(check: Checker, drafts: Sequence[Draft]) -> list[tuple[Draft, ExampleResult]]:
    return [(replace(each, title=""), ran) for each, ran in _run(check, drafts) if ran.passed and _reaches(each, ran)]


def _list_following(game: model.Model, draft: Draft, result: ExampleResult) -> tuple[str, ...]:
    """What can be said of how an example ended: which rule was carried out, which phase ended, who has won, and what is
    different now; else what was said last."""
    program, kind = result.program, draft.key[0]
    ended = [each.name for each in result.reached if each.kind == "end"]
    found = [f"did {draft.key[1]}"] if kind != "row" else []
    found += [f"ended {ended[-1]}"] if ended else []
    if result.first is not None and result.last is not None:
        found += _write_winners(game, program, result.last) if "game" in ended else []
        found += list(_list_changes(game, program, result.first, result.last, ended))[:MOST_EXPECTED]
    return tuple(found) or tuple(_list_last_words(result))


def _list_changes(
    game: model.Model, program: Program, first: Position, last: Position, ended: Sequence[str]
) -> Iterator[str]:
    for given, slot in write_state(game, program, list_state(game, program), last):
        if given.owner not in ended and first.slots[slot] != last.slots[slot]:
            yield given.text


def _write_winners(game: model.Model, program: Program, last: Position) -> list[str]:
    if last.void:
        return ["ended game without result"]
    if not last.winners:
        return ["drawn"]
    sides = game.kinds["side"].members if "side" in game.kinds else ()
    if any(each >= len(sides or program.seats) for each in last.won):
        return ["won the bank"] if last.won == (len(program.parties) - 1,) else []
    names = [sides[each] if sides else write_player(each, len(program.seats)) for each in last.won]
    return [f"won {' and '.join(names)}"] if all(names) else []


def _list_last_words(result: ExampleResult) -> Iterator[str]:
    """What was said last, or the rule that was carried out last."""
    said = [each for each in result.events if isinstance(each, Said)]
    texts = [format_text(result.program, each.text, each.values) for each in said[-1:]]
    yield from (f'said "{each}"' for each in texts if not set('"{}\\') & set(each))
    rules = [each.name for each in result.reached if each.kind == "rule"]
    yield from (f"did {each}" for each in rules[-1:])


# ---- names


def _name_apart(drafts: Sequence[Draft], taken: set[str]) -> list[Draft]:
    """Drafts with titles that no other example has."""
    named = []
    for draft in drafts:
        title, number = draft.name, 1
        while title in taken:
            number += 1
            title = f"{draft.name} ({number})"
        taken.add(title)
        named.append(replace(draft, title=title))
    return named
