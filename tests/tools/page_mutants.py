"""Rulesets with one thing changed, to see that their printed pages change too.

A step is taken away, or the first number of a step, of a row or of a definition gets another value. What an author's
words stand for can change no page: it has a digest instead, so that somebody reads the words again.

`python -m tests.tools.page_mutants` tries all changes of all shipped games (a minute). The last time, on 29 November
2026, it found 283 places to change in 14 games, and no change that left a page as it was; the pages of the other 19
games are their author's words, tables and titles.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from interpreter import loader
from interpreter import model as m
from interpreter.pipeline import check_game
from interpreter.rulebook import extract_declaration, make_rulebook
from interpreter.rulebook.folding import walk
from interpreter.rulebook.page import to_markdown
from interpreter.rulebook.prose import _Writer
from interpreter.rulebook.sentences import STATEMENTS, place_of

WORDED = ("in words", "remark")


def list_survivors(game: m.Model, every: int = 1) -> Iterator[str]:
    """Of every `every`-th change, those that leave the page as it is."""
    before, targets = _print(game)
    for target in targets[::every]:
        for what, changed in _change(game, target):
            if _print(changed)[0] == before:
                yield f"{what} at {target.span.place}: {target.span.text.splitlines()[0]}"


def count_targets(game: m.Model) -> int:
    return len(_print(game)[1])


def list_unspoken(game: m.Model) -> list[str]:
    """The steps that are said by an author, outside every declaration that has a digest."""
    writer = _write(game)
    worded = {name for info in list_worded(game) for name in (info.name, *(n for w in info.words for n in w.covers))}
    return [
        each.span.place
        for info in game.routines.values()
        for each in walk(info.body, without=m.Tell)
        if isinstance(each, STATEMENTS) and info.name not in worded
        if writer.fates.get(place_of(each.span)) == "in words"
    ]


def list_worded(game: m.Model) -> list[Any]:
    kinds = (game.routines, game.defines, game.tables)
    return [info for kind in kinds for info in kind.values() if any(each.word == "in words" for each in info.words)]


def digest_words(game: m.Model) -> dict[str, str]:
    """What each declaration with words says in the ruleset, and what else the words stand for, as digests."""
    every: dict[str, Any] = {**game.routines, **game.defines, **game.tables, **game.choices}
    found = {}
    for info in list_worded(game):
        names = [info.name, *(name for each in info.words for name in each.covers if name in every)]
        lines = [line.split() for name in names for line in extract_declaration(every[name].span).split("\n")]
        rules = "\n".join(" ".join(line) for line in lines if not " ".join(line).startswith(WORDED))
        found[info.name] = hashlib.sha256(rules.encode()).hexdigest()[:8]
    return found


def _write(game: m.Model) -> _Writer:
    writer = _Writer(game, {}, make_rulebook(game, {}))
    writer.printed = to_markdown(writer.page(boxes=False))  # type: ignore[attr-defined]
    return writer


def _print(game: m.Model) -> tuple[str, list[Any]]:
    """The page, and what can be changed in what its patterns say."""
    writer = _write(game)
    said = {place for place, fate in writer.fates.items() if fate == "said"}
    steps = [each for info in game.routines.values() for each in walk(info.body, without=m.Tell)]
    targets = [each for each in steps if isinstance(each, STATEMENTS) and place_of(each.span) in said]
    targets += [row for name in writer.drawn for row in game.tables[name].rows if not game.tables[name].words]
    shown = writer.used.keys() - writer.covered
    targets += [info for name, info in game.defines.items() if name in shown and not info.words]
    return writer.printed, targets  # type: ignore[attr-defined]


def _change(game: m.Model, target: Any) -> Iterator[tuple[str, m.Model]]:
    if isinstance(target, STATEMENTS):
        yield "a step taken away", _rebuild(game, target, ())
    numbers = [each for each in _own_values(target) if isinstance(each, m.Constant) and each.value > 1]
    for number in numbers[:1]:
        yield f"{number.value} made less", _rebuild(game, number, (replace(number, value=number.value - 1),))


def _own_values(target: Any) -> Iterator[Any]:
    """The values in something, not those of steps inside it, nor where it was cited."""
    for each in fields(target):
        held = getattr(target, each.name)
        is_block = isinstance(held, tuple) and held and isinstance(held[0], (*STATEMENTS, m.Case))
        if not is_block and each.name not in ("span", "citation", "words", "parameters"):
            yield from walk(held)


def _rebuild(game: m.Model, old: Any, new: tuple[Any, ...]) -> m.Model:
    kinds = ("routines", "defines", "tables")
    made = {kind: {name: _put(info, old, new) for name, info in getattr(game, kind).items()} for kind in kinds}
    return replace(game, **made)


def _put(part: Any, old: Any, new: tuple[Any, ...]) -> Any:
    if part is old and new:
        return new[0]
    if isinstance(part, tuple):
        return tuple(one for each in part for one in (new if each is old else (_put(each, old, new),)))
    if not is_dataclass(part) or isinstance(part, type | m.Variable | m.Citation):
        return part
    held = {each.name: getattr(part, each.name) for each in fields(part) if each.name not in ("span", "type", "index")}
    made = {name: _put(value, old, new) for name, value in held.items()}
    changed = {name: value for name, value in made.items() if value is not held[name] and value != held[name]}
    return replace(part, **changed) if changed else part


def main() -> int:
    survivors = 0
    for each in (*loader.list_games(), *loader.list_classics()):
        game = check_game(loader.sources_of(loader.find_ruleset(each.name))).model
        assert game is not None
        found = list(list_survivors(game))
        survivors += len(found)
        print(f"{each.name}: {count_targets(game)} places, {len(found)} changes that leave the page as it is")
        print("".join(f"  {one}\n" for one in found), end="")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
