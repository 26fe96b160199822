"""The pages of a site, and the leaflet of one game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from interpreter.book.markdown import colour_rules, list_headings, render_markdown
from interpreter.rulebook import Rulebook

HOUSE, GAME = "house", "game"

TEXTS = {"tutorial.md": "Tutorial", "guide.md": "Guide", "README.md": "Manual"}
"""The files of texts, and what they are called."""

PAGES = {"tutorial.md": "tutorial.html", "guide.md": "guide.html", "README.md": "manual.html"}
"""Their pages."""

OTHER_FOLDERS = ("../README.md", "../rulesets/README.md")
"""Texts about the project and its games, for which the list of games stands."""


@dataclass(frozen=True)
class Game:
    """A rulebook that becomes a page. `heading` is what it stands under in the list of games, `house` the house rules
    that it is under, if it is."""

    name: str
    book: Rulebook
    heading: str
    house: str = ""


@dataclass(frozen=True)
class Site:
    """What a site is made of: rulebooks, texts by their files, and the pages of diagnostics by their codes."""

    games: Sequence[Game]
    texts: dict[str, str]
    codes: dict[str, str]
    version: str


def make_site(site: Site) -> Iterator[tuple[str, str]]:
    """The files of a site: their paths, with `/`, and their texts."""
    entries = list(_list_entries(site))
    yield "book.css", _read_style()
    yield "search.js", files("interpreter.book").joinpath("templates/search.js").read_text(encoding="utf-8")
    yield "entries.js", f"const ENTRIES = {json.dumps(entries, ensure_ascii=False)};\n"
    headings = list(dict.fromkeys(each.heading for each in site.games))
    groups = [(heading, [each for each in site.games if each.heading == heading]) for heading in headings]
    yield "index.html", _render("index.html", "", title="Ground Rules", groups=groups, version=site.version)
    for file, text in site.texts.items():
        body = Markup(render_markdown(text, _relink_text))
        yield PAGES[file], _render("text.html", "", title=TEXTS[file], body=body)
    listed = sorted(site.codes)
    yield "diagnostics/index.html", _render("codes.html", "../", title="Diagnostics", codes=listed)
    for code, text in site.codes.items():
        body = Markup(render_markdown(text, _relink_page))
        yield f"diagnostics/{code}.html", _render("text.html", "../", title=code, body=body)
    for each in site.games:
        yield f"games/{each.name}.html", _render("game.html", "../", title=_call(each), game=each, book=each.book)


def make_leaflet(game: Game) -> str:
    """One game in one file, with nothing outside of it and no script."""
    style = Markup(_read_style())
    return _render("game.html", "", title=_call(game), game=game, book=game.book, style=style)


def _call(game: Game) -> str:
    return f"{game.book.title}, {game.house}" if game.house else game.book.title


def _list_entries(site: Site) -> Iterator[dict[str, str]]:
    """What can be searched for: titles, with where they lead and the words that stand there."""
    for each in site.games:
        book = each.book
        names = [part.name for part in book.tables] + [part.name for part in (*book.rules, *book.choices)]
        words = " ".join([*book.sources, *(name.replace("_", " ") for name in names)])
        yield {"title": _call(each), "to": f"games/{each.name}.html", "words": words}
    for file, text in site.texts.items():
        yield from _list_sections(TEXTS[file], PAGES[file], text)
    for code, text in site.codes.items():
        yield {"title": f"Diagnostic: {code}", "to": f"diagnostics/{code}.html", "words": " ".join(text.split())}


def _list_sections(title: str, page: str, text: str) -> Iterator[dict[str, str]]:
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    for (heading, anchor), section in zip(list_headings(text), sections, strict=True):
        yield {"title": f"{title}: {heading}", "to": f"{page}#{anchor}", "words": " ".join(section.split())}


# ---- links


def _relink_text(link: str) -> str:
    """Where a link of a text leads: texts lie beside the folder of diagnostics, and the rulesets and the project's
    first page lie beside their folder."""
    path, _, anchor = link.partition("#")
    there = PurePosixPath(path)
    if there.suffix == ".rules":
        return f"games/{there.stem}.html"
    if there.suffix == ".md":
        page = "index.html" if path in OTHER_FOLDERS else PAGES.get(path, f"diagnostics/{there.stem}.html")
        return page + (f"#{anchor}" if anchor else "")
    return "diagnostics/index.html" if there.name == "diagnostics" else "index.html"


def _relink_page(link: str) -> str:
    """Where a link of the page of a diagnostic leads: to others, or to the manual above them."""
    path, _, anchor = link.partition("#")
    page = "../manual.html" if "README" in path else f"{PurePosixPath(path).stem}.html"
    return page + (f"#{anchor}" if anchor else "")


# ---- templates


def _render(template: str, root: str, **values: object) -> str:
    """A page; `root` leads from it to the folder of the site."""
    shown = {"root": root, "style": None, **values}
    return _make_environment().get_template(template).render(shown)


@cache
def _make_environment() -> Environment:
    made = Environment(
        loader=PackageLoader("interpreter.book"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["rules"] = lambda text: Markup(colour_rules(text))
    made.filters["words"] = lambda name: name.replace("_", " ")
    made.filters["share"] = _find_share
    return made


def _find_share(percent: str) -> float:
    """A percentage as a number, for a bar."""
    return float(percent.removesuffix("%")) if percent else 0.0


def _read_style() -> str:
    return files("interpreter.book").joinpath("templates/book.css").read_text(encoding="utf-8")
