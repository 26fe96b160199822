"""`groundrules house mend`: house rules say of the game's examples what these show under them.

What is missing is shown and, if that is asked for, written to the end of a `.rules` file; for one in TOML it is said
what to write, since nothing can be put into such a file without setting its lines anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter import loader, syntax
from interpreter.amend import AmendedGame
from interpreter.cli.common import check_source, load_source, require_model
from interpreter.cli.terminal.console import count_noun
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages.simulating import file_unwritable
from interpreter.examples.overlay_failures import list_own_failures
from interpreter.examples.restating import ChangedGame, Restating, restate_examples
from interpreter.examples.run_example import run_examples
from interpreter.files import replace_regular
from interpreter.model import Model
from interpreter.settings import format_setting
from interpreter.source import Source, Span


@dataclass
class _Trial:
    """House rules, the game that they are for, and others that they come after; `titles` are the examples that they
    broke at first."""

    source: Source
    base: Source
    others: Sequence[Source]
    failed_before: set[str] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)

    def try_out(self, text: str) -> ChangedGame:
        checked = check_source(self.base, [*self.others, *self._add(text)])
        model = require_model(checked)
        failed = list_own_failures(run_examples(model), model, self.failed_before, self.titles)
        self.titles.update(each.example.name for each in failed)
        assert checked.amended is not None
        return ChangedGame(checked.amended.files, failed)


    def _add(self, text: str) -> list[Source]:
        """The house rules with a text added: to TOML as other house rules, which have the last word."""
        if not self.source.name.endswith(".toml"):
            return [Source(self.source.name, self.source.text + text)]
        checked = check_source(self.base, [*self.others, self.source])
        name = require_model(checked).house[-1].name
        header = f'house_rules mended_{name} "Mended" for {require_model(checked).name}\n  after {name}\n'
        return [self.source, *([Source(f"{self.source.name}.rules", header + text)] if text else [])]


def mend(name: str, others: Sequence[str], write: bool) -> list[str]:
    """Restate the game's examples for house rules: the lines that show what would be written into their file or, if it
    is to `write` that, what was. Those that come with the program are never written to."""
    source = loader.find_house_rules(name)
    trial = _Trial(source, loader.find_base_game(source), [loader.find_house_rules(each) for each in others])
    plain = load_source(trial.base)
    trial.failed_before = {each.example.name for each in run_examples(plain).failed}
    amended = check_source(trial.base, [*trial.others, source]).amended
    house = _find_tree(source, amended)
    found = restate_examples(house, _list_options(house, plain), trial.try_out)
    if not found.text:
        return [f"every example of {plain.name} shows what it did; there is nothing to mend"]
    if source.name.endswith(".toml"):
        return list(_advise_for_toml(source.name, found))
    is_shipped = name in [each.name for each in loader.list_house_rules()]
    if is_shipped or not write:
        how = [] if is_shipped else ["", f"`--write` puts this at the end of {source.name}"]
        return [found.text.strip("\n"), *how]
    if isinstance(source, loader.FileSource):
        try:
            replace_regular(source.path, (source.text.rstrip("\n") + "\n" + found.text).encode())
        except OSError as error:
            raise Rejected([file_unwritable(source.name, error.strerror or str(error))]) from None
    return list(_tell(source.name, found))


def _find_tree(source: Source, amended: AmendedGame | None) -> syntax.File:
    trees = [each.tree for each in amended.stack] if amended is not None else []
    return next((each for each in trees if each.span.source is source), syntax.File((), span=Span(source, 0, 0)))


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


# ---- what is told


def _tell(name: str, found: Restating) -> Iterator[str]:
    restated = len(found.changes) - len(found.removed)
    if found.options:
        shown = ", ".join(f"{each.option.text} = {_show(each)}" for each in found.options)
        yield f"the game's examples keep {shown}, for which they were written"
    if restated:
        yield f"{count_noun(restated, 'example')} restated with what now holds"
    if found.removed:
        yield f"{count_noun(len(found.removed), 'example')} taken away, of which nothing could be said instead"
    yield f"this stands at the end of {name}: read it, for it is what your rules do now"


def _advise_for_toml(name: str, found: Restating) -> Iterator[str]:
    if found.options:
        yield f"write into {name}:"
        yield "[examples]"
        yield from (f"{each.option.text} = {_show(each, quotes=True)}" for each in found.options)
    if found.changes:
        titles = ", ".join(f'"{each}"' for each in found.changes)
        yield f"write into {name}, above its first table:"
        yield f"without_examples = [{titles}]"


def _show(each: syntax.WithOption, quotes: bool = False) -> str:
    value = each.value.value
    if isinstance(value, bool):
        return {(True, True): "true", (False, True): "false"}.get((value, quotes), "yes" if value else "no")
    return f'"{value}"' if quotes and isinstance(value, str) else str(value)
