"""Restates a game's examples for house rules that change what they show: what the file of these lacks for that.

Each example that fails says what holds instead of what it expects. That is written into a change of the example, and
the changed game's examples are run again: what is expected on the way comes before what is expected at the end. An
example in which nothing holds in the place of what it expects is removed. One in which the game itself fails stays as
it is: there is a mistake to be seen.
Where house rules set options, the game's examples are first given the values that they were written for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import TypeVar

from interpreter import syntax
from interpreter.amend import AmendedGame
from interpreter.check import CheckResult
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.examples.overlay_failures import list_own_failures
from interpreter.examples.run_example import ExampleResult, run_examples
from interpreter.formatter import format_declaration
from interpreter.model import Model
from interpreter.parser import parse
from interpreter.parser.toml_house import LITERAL
from interpreter.parser.toml_places import locate_values
from interpreter.settings import to_plain_value
from interpreter.source import Source, Span

HEADING = "# What the game's examples show under these house rules."
TOML = ".toml"

Entry = TypeVar("Entry", syntax.ScriptEntry, syntax.Expectation)


@dataclass
class Restating:
    """What is to be added to house rules: options for the game's examples, and changes of examples by their titles,
    None for one that is taken away. `games` names the game if house rules are for others, too."""

    options: tuple[syntax.WithOption, ...] = ()
    games: tuple[syntax.Name, ...] = ()
    changes: dict[str, syntax.Example | None] = field(default_factory=dict)
    broken: dict[str, Diagnostic] = field(default_factory=dict)
    """Why the game cannot continue, by the titles of examples."""

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


def restate_for_house(source: Source, plain: Model, check: Callable[[Sequence[Source]], CheckResult]) -> Restating:
    """What house rules have to say of the examples of their game, which is `plain` without them. `check` applies texts
    of house rules to the game. Raises `Rejected` with every mistake that is in the way."""
    failed_before, titles = {each.example.name for each in run_examples(plain).failed}, set[str]()

    def try_out(text: str) -> tuple[AmendedGame, list[ExampleResult]]:
        checked = check([Source(source.name, add_restated(source, text)) if text else source])
        if checked.model is None or checked.amended is None:
            raise Rejected(checked.diagnostics.in_order)
        failed = list_own_failures(run_examples(checked.model), checked.model, failed_before, titles)
        titles.update(each.example.name for each in failed)
        return checked.amended, failed

    game, failed = try_out("")
    trees = (each.tree for each in game.stack if each.tree.span.source is source)
    house = next(trees, syntax.File((), span=Span(source, 0, 0)))
    games = house.header.games if house.header is not None else ()
    found = Restating(games=tuple(each for each in games if len(games) > 1 and each.text == plain.name))
    options = _list_options(house, plain)
    if failed and options:
        with_options = replace(found, options=options)
        changed, failing = try_out(with_options.text)
        if len(failing) < len(failed):
            found, game, failed = with_options, changed, failing
    rounds = Counter[str]()
    while failed := [each for each in failed if each.example.name not in found.broken]:
        for each in failed:
            _restate_in(found, each, game.files, rounds)
        game, failed = try_out(found.text)
    return found


def _list_options(house: syntax.File, plain: Model) -> tuple[syntax.WithOption, ...]:
    """The options that house rules set, with the values that the game's examples were written for; without those for
    which the house rules say such values."""
    changes = (each for each in house.declarations if isinstance(each, syntax.ChangedExamples))
    given = {option.option.text for each in changes for option in each.options}
    names = [each.name for each in house.declarations if isinstance(each, syntax.Option)]
    infos = [(name, plain.options[name.text]) for name in names if name.text in plain.options.keys() - given]
    return tuple(syntax.WithOption(name, syntax.Literal(to_plain_value(info, info.default))) for name, info in infos)


def _restate_in(found: Restating, result: ExampleResult, files: Sequence[syntax.File], rounds: Counter[str]) -> None:
    title = result.example.name
    rounds[title] += 1
    stopped = [failure for failure in result.failures if failure.code == "game-failed"]
    if stopped:
        found.broken[title] = stopped[0]
        found.changes.pop(title, None)
    else:
        found.changes[title] = _restate(result, files, found.changes.get(title), rounds[title])


def _restate(
    result: ExampleResult, files: Sequence[syntax.File], before: syntax.Example | None, rounds: int
) -> syntax.Example | None:
    """The lines of an example that are to be different, with those that were restated `before`; None if it still fails
    after more `rounds` than it has expectations."""
    instead = {each.span: each.about[0] for each in result.failures if each.code == "example-failed" and each.span}
    if len(instead) < len(result.failures):
        return None
    examples = [each for each in files[-1].declarations if isinstance(each, syntax.Example)]
    example = next(each for each in examples if each.title.text == result.example.name)
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


# ---- in words


def add_restated(source: Source, text: str) -> str:
    if not source.name.endswith(TOML):
        return source.append(text)
    entries = locate_values(source).table
    own = entries.get("own_examples")
    if own is not None:
        at = own.span.end - len(LITERAL)
        added = text
    else:
        last = max(each.span.end for each in entries.values() if each.span != each.key)
        at = len(source.text[:last]) + len(source.text[last:].partition("\n")[0].rstrip("\r"))
        added = f"\nown_examples = {LITERAL}{text}{LITERAL}"
    return source.text[:at] + source.end_lines(added) + source.text[at:]


def show_option(each: syntax.WithOption) -> str:
    value = each.value.value
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
