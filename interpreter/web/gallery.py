"""The gallery: which games there are, how their tables look, and how one is begun."""

from __future__ import annotations

import secrets
from asyncio import to_thread
from collections.abc import Iterator
from functools import cache
from typing import Any

from interpreter import api, loader
from interpreter.book import Game, list_papers, make_leaflet
from interpreter.desk import Data
from interpreter.model import Model
from interpreter.party import Party, see
from interpreter.rulebook.overlay_marks import make_marked_rulebook
from interpreter.web.bench import Bench
from interpreter.web.folder import OWN
from interpreter.web.hall import Hall
from interpreter.web.site import BENCH, Site

PACE_SECONDS = 0.6
"""The seconds between what bots and dice do at a table that was begun in the gallery."""

TURNS_OF_PICTURE, LAST_TURN_OF_PICTURE = 4, 8
"""After how many turns a table is drawn, and how many are waited for something that lies there."""

LYING = ("board", "hand", "dice", "pile", "row")
"""The things that a picture shows."""

ASKED = ("gallery", "picture", "begin")


async def answer_gallery(site: Site, bench: Bench, message: Data) -> Data:
    """What the page of the gallery asks."""
    name = str(message.get("name", ""))
    if message.get("do") == "gallery":
        return await to_thread(_list_games, site, bench)
    if name in site.pictures and message.get("do") == "picture":
        return site.pictures[name]
    opened = bench.open(name)
    party = await bench.begin({**message, **opened}, None) if "text" in opened else opened
    if not isinstance(party, Party):
        return party
    if message.get("do") == "picture":
        site.pictures[name] = await to_thread(_draw, party)
        return site.pictures[name]
    links = site.add_table(Hall(party, PACE_SECONDS), secrets.token_urlsafe())
    return {"url": f"/t/{links.tokens[next(iter(party.places))]}"}


async def print_rules(bench: Bench, name: str) -> str:
    """The rulebook of a game as a page; nothing if there is no such game, or it has mistakes."""
    shipped = next((each.path.stem for each in loader.read_cards() if f"shipped/{each.path.name}" == name), "")
    if shipped:
        return await to_thread(_print_shipped, shipped)
    opened = bench.open(name)
    found = await bench.build(name, opened["text"]) if "text" in opened else opened
    return await to_thread(_write_leaflet, found["model"]) if "model" in found else ""


@cache
def _print_shipped(name: str) -> str:
    return _write_leaflet(api.load(name).model)


def _write_leaflet(model: Model) -> str:
    book = make_marked_rulebook(model, {})
    papers = tuple(list_papers(model, {}, book.page)) if book.page is not None else ()
    return make_leaflet(Game(model.name, book, "", "", papers))


def _list_games(site: Site, bench: Bench) -> Data:
    games = [
        {
            "file": f"shipped/{card.path.name}", "title": card.title, "about": card.about,
            "players": [card.least, card.most], "minutes": card.minutes, "luck": card.luck,
        }
        for card in loader.read_cards()
    ]
    own = [name for name in bench.folder.list_names() if name.startswith(f"{OWN}/") and name.endswith(".rules")]
    tables = list(_list_going(site))
    return {"games": games, "own": own, "bench": f"/t/{site.bench_links.tokens[BENCH]}", "tables": tables}


def _list_going(site: Site) -> Iterator[Data]:
    for hall, links in reversed(site.tables):
        place = next(iter(hall.party.places.values()))
        if not hall.party.table.session.over:
            seen = see(hall.party, place)
            said = seen["said"]
            told = said[0] if isinstance(said, list) and said else ""
            yield {"title": seen["title"], "said": told, "url": f"/t/{links.tokens[place.key]}"}


def _draw(party: Party) -> Data:
    """The table of a game after a few turns, all of them as usual."""
    place, seen = next(iter(party.places.values())), Data()
    for turn in range(1, LAST_TURN_OF_PICTURE + 1):
        if not party.table.session.over:
            party.say(place, "")
        for _ in party.go_on():
            pass
        seen = see(party, place)
        things: Any = seen["things"]
        if turn >= TURNS_OF_PICTURE and any(each["kind"] in LYING for each in things):
            break
    return {key: seen[key] for key in ("surface", "things", "seats")}
