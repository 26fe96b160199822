"""House rules say of their game's examples what these show under them: what their file lacks for that.

It goes to the end of a `.rules` file, and into the `own_examples` of one in TOML.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from interpreter import syntax
from interpreter.amend import AmendedGame
from interpreter.check import CheckResult
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Rejected
from interpreter.examples.overlay_failures import list_own_failures
from interpreter.examples.restating import ChangedGame, Restating, restate_examples
from interpreter.examples.run_example import run_examples
from interpreter.model import Model
from interpreter.parser.toml_house import LITERAL
from interpreter.parser.toml_places import locate_values
from interpreter.settings import format_setting
from interpreter.source import Source, Span

TOML = ".toml"


@dataclass
class _Trial:
    """House rules, their game as it is without them, and how to check it with texts that stand for them; `titles` are
    the examples that they broke at first."""

    source: Source
    plain: Model
    check: Callable[[Sequence[Source]], CheckResult]
    failed_before: set[str]
    titles: set[str] = field(default_factory=set)

    def try_out(self, text: str) -> ChangedGame:
        checked = self.check([Source(self.source.name, add_restated(self.source, text)) if text else self.source])
        model = _require_model(checked)
        failed = list_own_failures(run_examples(model), model, self.failed_before, self.titles)
        self.titles.update(each.example.name for each in failed)
        assert checked.amended is not None
        return ChangedGame(checked.amended.files, failed)


def restate_for_house(source: Source, plain: Model, check: Callable[[Sequence[Source]], CheckResult]) -> Restating:
    """What house rules have to say of the examples of their game, which is `plain` without them. `check` puts texts
    that stand for them to the game. Raises `Rejected` with every mistake that is in the way."""
    trial = _Trial(source, plain, check, {each.example.name for each in run_examples(plain).failed})
    house = _find_tree(source, check([source]).amended)
    return restate_examples(house, _list_options(house, plain), trial.try_out, _find_name(house, plain))


def _require_model(checked: CheckResult) -> Model:
    if checked.model is None:
        raise Rejected(checked.diagnostics.in_order)
    return checked.model


def _find_tree(source: Source, amended: AmendedGame | None) -> syntax.File:
    trees = [each.tree for each in amended.stack] if amended is not None else []
    return next((each for each in trees if each.span.source is source), syntax.File((), span=Span(source, 0, 0)))


def _find_name(house: syntax.File, plain: Model) -> tuple[syntax.Name, ...]:
    """The game's name where house rules are for others, too: what they say of its examples is for it alone."""
    games = house.header.games if house.header is not None else ()
    return tuple(each for each in games if len(games) > 1 and each.text == plain.name)


def _list_options(house: syntax.File, plain: Model) -> list[syntax.WithOption]:
    """The options that house rules set, with the values that the game's examples were written for."""
    names = [each.name for each in house.declarations if isinstance(each, syntax.Option)]
    return [
        syntax.WithOption(name, syntax.Literal(_to_literal(plain, name.text)))
        for name in names
        if name.text in plain.options
    ]


def _to_literal(plain: Model, name: str) -> int | bool | str:
    shown = format_setting(plain.options[name], plain.options[name].default)
    return {"yes": True, "no": False}.get(str(shown), shown)


# ---- in words


def add_restated(source: Source, text: str) -> str:
    """The text of house rules with what it lacks."""
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
