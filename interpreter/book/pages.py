"""The pages of a site, and the leaflet of one game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath, relpath

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from interpreter.book.markdown import Relink, colour_rules, find_title, list_headings, render_markdown
from interpreter.book.paper import Paper
from interpreter.data_classes import dataclass
from interpreter.rulebook import Rulebook
from interpreter.rulebook.page import to_markdown

HOUSE, GAME = "house", "game"

TEXTS = {"tutorial.md": "Tutorial", "guide.md": "Guide", "CHANGES.md": "Changes"}
"""The texts that are not of the manual, and what they are called."""

PAGES = {"README.md": "manual.html", "tutorial.md": "tutorial.html", "guide.md": "guide.html"}
PAGES |= {"CHANGES.md": "changes.html"}
PAGES |= {"diagnostics": "diagnostics/index.html", "diagnostics/README.md": "diagnostics/index.html"}
"""The pages of what is in the folder of the manual, by its path."""

FOLDERS = ("manual", "diagnostics")
"""The folders there whose texts have pages in folders of the same name."""


@dataclass(frozen=True)
class Game:
    """A rulebook that becomes a page. `heading` is what it stands under in the list of games, `house` the house rules
    that it is under, if it is, `papers` its boards and sheets, to print."""

    name: str
    book: Rulebook
    heading: str
    house: str = ""
    papers: Sequence[Paper] = ()


@dataclass(frozen=True)
class Site:
    """The content of a site: rulebooks, texts by their paths, and the pages of diagnostics by their codes."""

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
    for path, text in site.texts.items():
        yield _find_page(path), _render_text(path, text, find_title(text))
    for code, text in site.codes.items():
        yield f"diagnostics/{code}.html", _render_text(f"diagnostics/{code}.md", text, code)
    for each in site.games:
        yield f"games/{each.name}.html", _render("game.html", "../", title=_call(each), **_show(each))


def make_leaflet(game: Game) -> str:
    """One game in one file, with nothing outside of it and no script."""
    style = Markup(_read_style())
    return _render("game.html", "", title=_call(game), **_show(game), style=style)


def _show(game: Game) -> dict[str, object]:
    """A rulebook with its rules in prose."""
    prose = Markup(render_markdown(to_markdown(game.book.page), str)) if game.book.page is not None else ""
    papers = [(each.title, Markup(each.body)) for each in game.papers]
    return {"game": game, "book": game.book, "prose": prose, "papers": papers}


def _call(game: Game) -> str:
    return f"{game.book.title}, {game.house}" if game.house else game.book.title


def _list_entries(site: Site) -> Iterator[dict[str, str]]:
    """The search index: titles, with their links and the words there."""
    for each in site.games:
        book = each.book
        names = [part.name for part in book.tables] + [part.name for part in (*book.rules, *book.choices)]
        words = " ".join([*book.sources, *(name.replace("_", " ") for name in names)])
        yield {"title": _call(each), "to": f"games/{each.name}.html", "words": words}
    for path, text in site.texts.items():
        yield from _list_sections(TEXTS.get(path, "Manual"), _find_page(path), text)
    for code, text in site.codes.items():
        yield {"title": f"Message: {code}", "to": f"diagnostics/{code}.html", "words": " ".join(text.split())}


def _list_sections(title: str, page: str, text: str) -> Iterator[dict[str, str]]:
    headings, lines = list_headings(text), text.splitlines()
    ends = [*(each.line for each in headings), len(lines)]
    yield {"title": f"{title}: {find_title(text)}", "to": page, "words": " ".join(" ".join(lines[: ends[0]]).split())}
    for at, (heading, anchor, line) in enumerate(headings):
        section = " ".join(lines[line : ends[at + 1]]).removeprefix("## ")
        yield {"title": f"{title}: {heading}", "to": f"{page}#{anchor}", "words": " ".join(section.split())}


# ---- links


def _relink_from(folder: str) -> Relink:
    """Where links lead of a text in this folder, the same below the manual's as below the site's."""

    def relink(link: str) -> str:
        path, _, anchor = link.partition("#")
        page = relpath(_find_page(normpath(join(folder, path))), folder or ".")
        return page + (f"#{anchor}" if anchor else "")

    return relink


def _find_page(path: str) -> str:
    """The page of what has this path from the manual's folder; the list of games, for what has none."""
    there = PurePosixPath(path)
    if there.suffix == ".rules":
        return f"games/{there.stem}.html"
    if path not in PAGES and str(there.parent) in FOLDERS:
        return str(there.with_suffix(".html"))
    return PAGES.get(path, "index.html")


# ---- templates


def _render_text(path: str, text: str, title: str) -> str:
    """The page of a text in Markdown."""
    folder = dirname(path)
    body = Markup(render_markdown(text, _relink_from(folder)))
    return _render("text.html", "../" if folder else "", title=title, body=body)


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
    made.filters["share"] = lambda percent: float(percent.removesuffix("%") or 0)
    return made


def _read_style() -> str:
    return files("interpreter.book").joinpath("templates/book.css").read_text(encoding="utf-8")
