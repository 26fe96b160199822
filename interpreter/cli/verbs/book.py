"""`groundrules book`: rulebooks as pages, for browsers and for paper."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import cache, loader
from interpreter.cli.command_line import SETTINGS, add_options, misuse_at
from interpreter.cli.loading import find_sources, read_chosen_players, read_chosen_settings, require_model
from interpreter.cli.result_files import write_result
from interpreter.cli.whole_rulebook import make_whole_rulebook
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import usage
from interpreter.files import read_regular
from interpreter.pipeline import check_game
from interpreter.rulebook.overlay_marks import make_marked_rulebook

if TYPE_CHECKING:
    from interpreter.book import Game

GAMES, CLASSICS, UNDER_HOUSE = "Games from old books and leaflets", "Well-known games", "House rules"

MOST_PACKAGE_BYTES = 100_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="FOLDER|NAME", help="a folder for the pages; with --output, a ruleset")
    parser.add_argument("-o", "--output", metavar="FILE", help="write one game to this file")
    parser.add_argument(
        "--playground",
        metavar="PACKAGE",
        help="write a workbench that runs in the browser alone; PACKAGE is what `npm pack pyodide` made",
    )
    add_options(parser, SETTINGS)


def run(arguments: argparse.Namespace) -> int:
    if arguments.playground is not None:
        return _write_playground(arguments)
    return _write_leaflet(arguments) if arguments.output is not None else _write_site(arguments)


def _write_leaflet(arguments: argparse.Namespace) -> int:
    from interpreter.book import Game, list_papers, make_leaflet

    sources = find_sources(arguments.name, arguments.house)
    checked = check_game(sources)
    model = require_model(checked)
    settings = read_chosen_settings(model, arguments)
    read_chosen_players(model, arguments)
    book = make_whole_rulebook(sources, checked, settings, arguments)
    house = ", ".join(each.title or each.name for each in model.house)
    assert book.page is not None, "a marked rulebook has one"
    papers = tuple(list_papers(model, settings, book.page))
    write_result(Path(arguments.output), make_leaflet(Game(model.name, book, "", house, papers)), folders=True)
    print(f"{arguments.output}: {book.title}")
    return 0


def _write_site(arguments: argparse.Namespace) -> int:
    from interpreter.book import Site, make_site

    for word in (*arguments.house, *arguments.settings):
        misuse_at(arguments, word, usage.site_of_one())
    folder = Path(arguments.name)
    if folder.exists() and not folder.is_dir():
        misuse_at(arguments, arguments.name, usage.file_there(arguments.name))

    with ProcessPoolExecutor() as pool:
        games = list(pool.map(_make_book, _list_wanted()))
    codes = {code: loader.read_page(code) or "" for code in loader.list_codes()}
    number = 0
    for path, text in make_site(Site(games, loader.read_texts(), codes, cache.find_number() or "unknown")):
        write_result(folder / path, text, folders=True)
        number += 1
    print(f"{folder}: {number} files; open {folder / 'index.html'}")
    return 0


def _write_playground(arguments: argparse.Namespace) -> int:
    from interpreter.book.playground import NoPyodide, make_playground

    try:
        package = read_regular(arguments.playground, MOST_PACKAGE_BYTES)
    except OSError as error:
        reason = error.strerror or str(error)
        misuse_at(arguments, arguments.playground, usage.not_pyodide(arguments.playground, reason))
    folder = Path(arguments.name)
    try:
        for path, content in make_playground(package):
            write_result(folder / path, content, folders=True)
    except NoPyodide as error:
        misuse_at(arguments, arguments.playground, usage.not_pyodide(arguments.playground, str(error)))
    print(f"{folder}: a playground; put it on any web server, or try `python -m http.server -d {folder}`")
    return 0


@dataclass(frozen=True)
class _Wanted:
    """A page to make: of which game, under which house rules, and what these are called."""

    page: str
    heading: str
    game: str
    house: tuple[str, ...] = ()
    title: str = ""


def _list_wanted() -> Iterator[_Wanted]:
    for heading, entries in ((GAMES, loader.list_games()), (CLASSICS, loader.list_classics())):
        for each in entries:
            yield _Wanted(each.name, heading, each.name)
    for each in loader.list_house_rules():
        for game in each.games:
            yield _Wanted(f"{game}-{each.name}", UNDER_HOUSE, game, (each.name,), each.title)


def _make_book(wanted: _Wanted) -> Game:
    from interpreter.book import Game, list_papers

    model = require_model(check_game(find_sources(wanted.game, wanted.house)))
    book = make_marked_rulebook(model, {})
    assert book.page is not None, "a marked rulebook has one"
    return Game(wanted.page, book, wanted.heading, wanted.title, tuple(list_papers(model, {}, book.page)))
