"""`groundrules house mend`: shows what house rules have to say of their game's examples, or writes it to their file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter import loader
from interpreter.cli.loading import check_source, load_source
from interpreter.cli.result_files import replace_source
from interpreter.cli.terminal.console import count_noun
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.examples.restating import Restating, add_restated, restate_for_house, show_option
from interpreter.source import Source


def mend(name: str, others: Sequence[str], write: bool) -> Iterator[str]:
    """Restate the games' examples for house rules: the lines that show what would be written into their file or, if it
    is to `write` that, what was. Those that come with the program are never written to. At last raises `Rejected` for
    examples in which the game fails."""
    first, broken = [loader.find_house_rules(each) for each in others], list[Diagnostic]()
    for game in loader.find_base_games(loader.find_house_rules(name), first):
        yield from _mend_for(name, game, first, write, broken)
    if broken:
        raise Rejected(broken)


def _mend_for(name: str, game: Source, first: Sequence[Source], write: bool, broken: list[Diagnostic]) -> list[str]:
    """As `mend`, for one of the games that the house rules are for."""
    source, plain = loader.find_house_rules(name), load_source(game)
    found = restate_for_house(source, plain, lambda texts: check_source(game, [*first, *texts]))
    broken += found.broken.values()
    if not found.text:
        nothing = f"every example of {plain.name} shows what it did; there is nothing to mend"
        return [] if found.broken else [nothing]
    place = "among the `own_examples` of" if source.name.endswith(loader.TOML_SUFFIX) else "at the end of"
    is_shipped = name in [each.name for each in loader.list_house_rules()]
    if is_shipped or not write:
        how = [] if is_shipped else ["", f"`--write` puts this {place} {source.name}"]
        return [found.text.strip("\n"), *how]
    replace_source(source, add_restated(source, found.text))
    return list(_report(f"{place} {source.name}", found))


def _report(place: str, found: Restating) -> Iterator[str]:
    restated = len(found.changes) - len(found.removed)
    if found.options:
        shown = ", ".join(f"{each.option.text} = {show_option(each)}" for each in found.options)
        yield f"the game's examples keep {shown}, for which they were written"
    if restated:
        yield f"{count_noun(restated, 'example')} restated with what now holds"
    if found.removed:
        yield f"{count_noun(len(found.removed), 'example')} taken away, of which nothing could be said instead"
    yield f"this stands {place}: read it, for it is what your rules do now"
