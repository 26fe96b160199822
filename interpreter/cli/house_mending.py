"""`groundrules house mend`: shows what house rules have to say of their game's examples, or writes it to their file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter import loader
from interpreter.cli.common import check_source, load_source
from interpreter.cli.result_files import unwritable
from interpreter.cli.terminal.console import count_noun
from interpreter.examples.house_restating import add_restated, advise_for_toml, restate_for_house, show_option
from interpreter.examples.restating import Restating
from interpreter.files import replace_regular
from interpreter.source import Source


def mend(name: str, others: Sequence[str], write: bool) -> list[str]:
    """Restate the games' examples for house rules: the lines that show what would be written into their file or, if it
    is to `write` that, what was. Those that come with the program are never written to."""
    first = [loader.find_house_rules(each) for each in others]
    games = loader.find_base_games(loader.find_house_rules(name), first)
    return [line for game in games for line in _mend_for(name, game, first, write)]


def _mend_for(name: str, game: Source, first: Sequence[Source], write: bool) -> list[str]:
    """As `mend`, for one of the games that the house rules are for."""
    source, plain = loader.find_house_rules(name), load_source(game)
    found = restate_for_house(source, plain, lambda texts: check_source(game, [*first, *texts]))
    if not found.text:
        return [f"every example of {plain.name} shows what it did; there is nothing to mend"]
    if source.name.endswith(loader.TOML_SUFFIX):
        return list(advise_for_toml(source.name, found))
    is_shipped = name in [each.name for each in loader.list_house_rules()]
    if is_shipped or not write:
        how = [] if is_shipped else ["", f"`--write` puts this at the end of {source.name}"]
        return [found.text.strip("\n"), *how]
    if isinstance(source, loader.FileSource):
        try:
            replace_regular(source.path, add_restated(source.text, found).encode())
        except OSError as error:
            raise unwritable(source.name, error) from None
    return list(_report(source.name, found))


def _report(name: str, found: Restating) -> Iterator[str]:
    restated = len(found.changes) - len(found.removed)
    if found.options:
        shown = ", ".join(f"{each.option.text} = {show_option(each)}" for each in found.options)
        yield f"the game's examples keep {shown}, for which they were written"
    if restated:
        yield f"{count_noun(restated, 'example')} restated with what now holds"
    if found.removed:
        yield f"{count_noun(len(found.removed), 'example')} taken away, of which nothing could be said instead"
    yield f"this stands at the end of {name}: read it, for it is what your rules do now"
