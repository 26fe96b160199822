"""Restates a game's examples for house rules that change what they show.

Each example that fails says what holds instead of what it expects. That is written into a change of the example, and
the changed game's examples are run again: what is expected on the way comes before what is expected at the end. An
example that comes to another end altogether, so that nothing holds in the place of what it expects, is taken away. One
in which the game itself fails stays as it is: there is a mistake to be seen.
Where house rules set options, the game's examples are first given the values that they were written for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import TypeVar

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.examples.run_example import ExampleResult
from interpreter.formatter import format_declaration
from interpreter.parser import parse
from interpreter.source import Source, Span

HEADING = "# What the game's examples show under these house rules."

Entry = TypeVar("Entry", syntax.ScriptEntry, syntax.Expectation)


@dataclass(frozen=True)
class ChangedGame:
    """A game under house rules: its files, and what became of its own examples that do not hold any more."""

    files: Sequence[syntax.File]
    failed: Sequence[ExampleResult]


@dataclass
class Restating:
    """What is to be added to house rules: options for the game's examples, and changes of examples by their titles,
    None for one that is taken away. The game stands in `games` where house rules are for others, too."""

    options: tuple[syntax.WithOption, ...] = ()
    games: tuple[syntax.Name, ...] = ()
    changes: dict[str, syntax.Example | None] = field(default_factory=dict)
    broken: dict[str, Diagnostic] = field(default_factory=dict)
    """Why the game cannot go on, by the titles of examples."""

    @property
    def text(self) -> str:
        parts = [HEADING] if self.options or self.changes else []
        if self.options:
            parts.append(format_declaration(syntax.ChangedExamples(self.options, self.games)).strip())
        for title, lines in self.changes.items():
            removed = syntax.Removed("example", syntax.Text(title), self.games)
            changed = syntax.ChangedExample(replace(lines, games=self.games)) if lines is not None else removed
            parts.append(format_declaration(changed).strip())
        return "".join(f"\n{each}\n" for each in parts)

    @property
    def removed(self) -> list[str]:
        return [title for title, lines in self.changes.items() if lines is None]


def restate_examples(
    house: syntax.File,
    options: Sequence[syntax.WithOption],
    try_out: Callable[[str], ChangedGame],
    games: tuple[syntax.Name, ...] = (),
) -> Restating:
    """What makes the game's examples hold under house rules. `options` are those that these set, as the game has them;
    `try_out` gives the changed game with a text added to the house rules; `games` as in `Restating`."""
    found, game = Restating(games=games), try_out("")
    if game.failed and options:
        given = {each.option.text for each in _list_given(house)}
        more = Restating(tuple(each for each in options if each.option.text not in given), games)
        with_options = try_out(more.text) if more.options else game
        if len(with_options.failed) < len(game.failed):
            found, game = more, with_options
    rounds = Counter[str]()
    while failed := [each for each in game.failed if each.example.name not in found.broken]:
        for each in failed:
            title = each.example.name
            rounds[title] += 1
            stopped = [failure for failure in each.failures if failure.code == "game-failed"]
            if stopped:
                found.broken[title] = stopped[0]
                found.changes.pop(title, None)
            else:
                found.changes[title] = _restate(each, game.files, found.changes.get(title), rounds[title])
        game = try_out(found.text)
    return found


def _list_given(house: syntax.File) -> list[syntax.WithOption]:
    changes = (each for each in house.declarations if isinstance(each, syntax.ChangedExamples))
    return [option for each in changes for option in each.options]


def _restate(
    result: ExampleResult, files: Sequence[syntax.File], before: syntax.Example | None, rounds: int
) -> syntax.Example | None:
    """The lines of an example that are to be different, with those that were restated `before`; None if it still fails
    after more `rounds` than it has expectations."""
    instead = {each.span: each.about[0] for each in result.failures if each.code == "example-failed" and each.span}
    if len(instead) < len(result.failures):
        return None
    example = _find_example(result.example.name, files)
    script, expectations = _replace(example.script, instead), _replace(example.expectations, instead)
    expected = [each for each in (*script, *expectations) if isinstance(each, syntax.Expectation)]
    if len(expected) < rounds:
        return None
    changed = script != example.script or (before is not None and before.script != ())
    return replace(
        example,
        ids=(),
        options=(),
        players=None,
        start=None,
        given=(),
        script=script if changed else (),
        expectations=expectations if changed or expectations != example.expectations else (),
    )


def _find_example(title: str, files: Sequence[syntax.File]) -> syntax.Example:
    examples = (each for each in files[-1].declarations if isinstance(each, syntax.Example))
    return next(each for each in examples if each.title.text == title)


def _replace(entries: tuple[Entry, ...], instead: dict[Span, str]) -> tuple[Entry, ...]:
    """Lines with what holds in the place of what was expected; without those that nothing can be said instead of."""
    made = (each if each.span not in instead else _read_expectation(instead[each.span], each.span) for each in entries)
    return tuple(each for each in made if each is not None)


def _read_expectation(text: str, span: Span) -> syntax.Expectation | None:
    source = Source("restated.rules", f'game restated "Restated"\n\nexample "it"\n  then {text}\n')
    tree = parse(source, Diagnostics())
    examples = (each for each in tree.declarations if isinstance(each, syntax.Example))
    found = [each for example in examples for each in example.expectations]
    return replace(found[0], span=span) if len(found) == 1 else None
