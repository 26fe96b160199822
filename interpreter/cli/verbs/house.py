"""`groundrules house new`, `mend` and `matrix`: house rules begun, mended, and compared with each other."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import tomli_w

from interpreter import loader
from interpreter.check import CheckResult
from interpreter.cli.command_line import JSON, NAME, SETTINGS, add_options, misuse_at
from interpreter.cli.loading import check_source, find_sources, load_source, read_chosen_settings, require_model
from interpreter.cli.result_files import replace_source, write_result
from interpreter.cli.terminal.console import align_columns, count_noun, strong, write_json
from interpreter.diagnostics import Diagnostic, Rejected, rendering
from interpreter.diagnostics.messages import usage
from interpreter.examples.overlay_failures import run_under_house_rules
from interpreter.examples.restating import Restating, add_restated, restate_for_house, show_option
from interpreter.house.matrix import TOGETHER, Verdict, compare_pairs
from interpreter.model import Model
from interpreter.pipeline import check_game
from interpreter.settings import to_plain_value
from interpreter.source import Source

WORDS = ("new", "mend", "matrix")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="new|mend|matrix", choices=WORDS, help="what to do")
    add_options(parser, NAME)
    parser.add_argument("--write", action="store_true", help="with `mend`: write it to the file, and do not show it")
    parser.add_argument("-o", "--output", metavar="FILE", help="with `new`: the file to write, if not the terminal")
    add_options(parser, SETTINGS | JSON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.what == "mend":
        for line in _mend(arguments.name, arguments.house, arguments.write):
            print(line)
        return 0
    return _create(arguments) if arguments.what == "new" else _compare(arguments)


# ---- new


def _create(arguments: argparse.Namespace) -> int:
    sources = find_sources(arguments.name, arguments.house)
    model = require_model(check_game(sources))
    chosen = read_chosen_settings(model, arguments)
    text = tomli_w.dumps(_make_changes(model, load_source(sources.game), chosen, _derive_name(arguments.output)))
    if arguments.output is None:
        print(text, end="")
        return 0
    path = Path(arguments.output)
    if os.path.exists(path):
        misuse_at(arguments, arguments.output, usage.file_there(arguments.output))
    write_result(path, text)
    name = loader.format_path(path)
    print(f"{name} written; `groundrules check {name}` checks it, and `groundrules play {name}` plays with it")
    return 0


def _make_changes(model: Model, plain: Model, chosen: dict[str, int], name: str) -> dict[str, object]:
    """What changes these options, after the house rules that the game has already. The examples keep the values that
    the game itself has, for which they were written."""
    first: dict[str, object] = {"house_rules": name, "title": name.replace("_", " ").capitalize(), "for": model.name}
    if model.house:
        first["after"] = [each.name for each in model.house]
    kept = {option: plain.options[option] for option in chosen if option in plain.options}
    tables = {
        "options": {option: to_plain_value(model.options[option], value) for option, value in chosen.items()},
        "examples": {option: to_plain_value(info, info.default) for option, info in kept.items()},
    }
    return first | {word: table for word, table in tables.items() if table}


def _derive_name(output: str | None) -> str:
    stem = re.sub(r"\W+", "_", Path(output).stem.lower()).strip("_") if output else ""
    return stem if stem and not stem[0].isdigit() else f"my_{stem or 'rules'}"


# ---- mend


def _mend(name: str, others: Sequence[str], write: bool) -> Iterator[str]:
    """Restate the games' examples for house rules. Yields the lines that would be written into their file, or, with
    `write`, a report of what was; shipped files are never written to. At last raises `Rejected` for examples in which
    the game fails."""
    first, broken = [loader.find_house_rules(each) for each in others], list[Diagnostic]()
    for game in loader.find_base_games(loader.find_house_rules(name), first):
        yield from _mend_for(name, game, first, write, broken)
    if broken:
        raise Rejected(broken)


def _mend_for(name: str, game: Source, first: Sequence[Source], write: bool, broken: list[Diagnostic]) -> list[str]:
    """As `_mend`, for one of the games that the house rules are for."""
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
        yield f"{count_noun(restated, 'example')} updated {place}"
    if found.removed:
        yield f"{count_noun(len(found.removed), 'example')} removed, since nothing in it is true now"
    yield "check that each says what you meant"


# ---- matrix


def _compare(arguments: argparse.Namespace) -> int:
    base = loader.find_ruleset(arguments.name)
    if len(arguments.house) < 2:
        misuse_at(arguments, arguments.name, usage.matrix_of_few(arguments.name))
    sources = [loader.find_house_rules(each) for each in arguments.house]
    verdicts = compare_pairs(
        sources, lambda stack: check_source(base, stack), lambda checked: _list_failures(checked, base)
    )
    names = list(dict.fromkeys(name for each in verdicts for name in (each.one, each.other)))
    if arguments.json:
        pairs = [asdict(each) | {"diagnostics": [*map(rendering.to_object, each.diagnostics)]} for each in verdicts]
        write_json({"house_rules": names, "pairs": pairs})
    else:
        print("\n".join(_format_grid(names, verdicts)))
    return 0


def _list_failures(checked: CheckResult, base: Source) -> list[tuple[str, tuple[Diagnostic, ...]]]:
    report = run_under_house_rules(require_model(checked), lambda: load_source(base))
    return [(each.example.name, each.failures) for each in report.failed]


def _format_grid(names: Sequence[str], verdicts: Sequence[Verdict]) -> list[str]:
    by_pair = {frozenset((each.one, each.other)): each.verdict for each in verdicts}
    rows = [("", *names)]
    rows += [(one, *("-" if one == other else by_pair[frozenset((one, other))] for other in names)) for one in names]
    first, *lines = align_columns(rows)
    reasons = [f"{each.one}, {each.other}: {each.verdict}: {each.why}" for each in verdicts if each.verdict != TOGETHER]
    return [strong(first), *lines, *([""] if reasons else []), *reasons]
