"""`groundrules check PATH...`: every mistake in rulesets, in order, with its place.

A folder means every `.rules` file below it. A library is checked on its own, as far as one can without the game
that uses it; house rules are checked with every game that they are for. What a library and several games have wrong in
common is reported once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import loader
from interpreter.cli.command_line import HOUSE, JSON, WATCH, add_options
from interpreter.cli.loading import CheckedGame, check_sources, read_rulesets
from interpreter.cli.terminal.console import count_noun, count_problems, write_diagnostics, write_json
from interpreter.cli.watching import Watch
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected, Severity, rendering
from interpreter.diagnostics.by_game import gather_by_game
from interpreter.files import resolve
from interpreter.source import Source, Sources

if TYPE_CHECKING:
    from interpreter.model import Model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file, a folder, or the name of a shipped ruleset")
    add_options(parser, HOUSE)
    parser.add_argument("--short", action="store_true", help="one line for each: file:line:column: code: message")
    parser.add_argument("--strict", action="store_true", help="look for what readers would miss; fail on warnings")
    add_options(parser, WATCH | JSON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.watch:
        return Watch([*arguments.paths, *arguments.house]).run(lambda edit: _check_all(arguments))
    return _check_all(arguments)


def _check_all(arguments: argparse.Namespace) -> int:
    checking = _Checker([loader.find_house_rules(each) for each in arguments.house], arguments.strict)
    for _, source in read_rulesets(arguments.paths, checking.found, libraries=True):
        checking.check(source)
    found = checking.found.in_order
    _report(found, checking.checked, arguments)
    return int(any(arguments.strict or each.severity is Severity.ERROR for each in found))


class _Checker:
    """Checks one ruleset after another. Each file is read once, so that a mistake met twice is the same diagnostic."""

    def __init__(self, house: Sequence[Source], strict: bool) -> None:
        self.house = house
        self.strict = strict
        self.checked = 0
        self.found = Diagnostics()
        self._read: dict[Path, Source] = {}

    def check(self, source: Source) -> None:
        source = self._intern(source)
        self.checked += 1
        try:
            games = loader.all_sources_of(source, self.house)
            checked = [(loader.read_name(each.game), self._check_sources(each)) for each in games]
            found = gather_by_game([(name, each.diagnostics) for name, each in checked])
        except Rejected as rejected:
            found = rejected.diagnostics
        self.found.extend(found)
        if self.strict and not found and not source.name.endswith(loader.TOML_SUFFIX):
            self.found.extend(_find_unconventional(source))
            unclear = (each for _, game in checked for each in _find_unclear(game.model))
            self.found.extend(each for each in unclear if each.span and each.span.source.name == source.name)

    def _check_sources(self, sources: Sources) -> CheckedGame:
        base = self._intern(sources.game)
        return check_sources(replace(sources, game=base, find_library=partial(self._find_library, beside=base)))

    def _find_library(self, name: str, beside: Source) -> Source | None:
        library = loader.find_library(name, beside)
        return None if library is None else self._intern(library)

    def _intern(self, source: Source) -> Source:
        return self._read.setdefault(resolve(source.path), source) if isinstance(source, loader.FileSource) else source


def _find_unconventional(source: Source) -> Iterator[Diagnostic]:
    from interpreter.check.conventions import find_unconventional
    from interpreter.parser import parse

    return find_unconventional(parse(source, Diagnostics()))


def _find_unclear(game: Model) -> Iterator[Diagnostic]:
    from interpreter.rulebook.prose import find_unclear
    from interpreter.scene import find_undrawn

    return chain(find_unclear(game), find_undrawn(game))


def _report(found: tuple[Diagnostic, ...], checked: int, arguments: argparse.Namespace) -> None:
    if arguments.json:
        errors = sum(each.severity is Severity.ERROR for each in found)
        objects = [rendering.to_object(each) for each in found]
        write_json({"checked": checked, "errors": errors, "warnings": len(found) - errors, "diagnostics": objects})
        return
    write_diagnostics(found, sys.stdout, arguments.short)
    if not arguments.short:
        print(f"{count_noun(checked, 'ruleset')} checked: {count_problems(found)}")
