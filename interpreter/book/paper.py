"""What a game needs on paper, one page each: its boards, and blank sheets to write on.

A board is drawn in lines, for any printer; what a view calls a sheet or a score becomes a table with empty boxes. What
fits on A4 and on Letter is as wide as the one and as high as the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any, TypeAlias

from interpreter import scene
from interpreter.book.markdown import render_markdown
from interpreter.data_classes import dataclass
from interpreter.model import Model
from interpreter.pipeline import lower
from interpreter.play.session import Session
from interpreter.rulebook.page import Grid, Page, Section, Text, to_markdown
from interpreter.stepper import Stepper

Data: TypeAlias = Mapping[str, Any]

PAPER_COLUMNS = 6
"""The players that a sheet has room for, if so many can play."""

PHASES_ON_PAPER = 9
"""The columns of a score by phases."""

FIRST_TURNS = 8
"""How many throws and answers may come before everything lies on the table."""

BLANK_LINES = 24
"""The lines of a sheet that nothing is known of but who plays."""

SQUARE, DOT, HOLE = 40, 15, 6
"""The side of a square of a board, and the radius of a round place and of a hole, in units of its picture."""


@dataclass(frozen=True)
class Paper:
    """A page of its own: what it is called, and its content as HTML."""

    title: str
    body: str


def list_papers(model: Model, settings: Mapping[str, int], page: Page) -> Iterator[Paper]:
    """The boards and sheets of a game, then the charts with odds of its page."""
    players = max([each for each in model.players if each <= PAPER_COLUMNS] or model.players[:1])
    things = _find_things(model, Session(Stepper(lower(model, settings, players)), seed=1))
    for each in things:
        title = "Board" if each["kind"] == "board" else "Score sheet"
        yield Paper(title, DRAWN[each["kind"]](each, players))
    if not things and any("pencil" in fact for _, fact in page.facts):
        lines = [(str(at), "") for at in range(1, BLANK_LINES + 1)]
        yield Paper("Score sheet", _draw_table([""] * (players + 1), lines))
    if charts := "".join(_draw_charts(page)):
        yield Paper("Charts", charts)


def _find_things(model: Model, session: Session) -> list[Data]:
    """What views lay on the table in the first turns: boards, and what is written down."""
    found = dict[str, Data]()
    for _ in range(FIRST_TURNS):
        for each in scene.draw(scene.look_at(model, session))["things"]:
            if each["kind"] in DRAWN:
                found.setdefault(each["id"], each)
        if session.over:
            break
        session.step(lambda stop, view: stop.offered[0])
    return list(found.values())


# ---- sheets


def _draw_sheet(sheet: Data, players: int) -> str:
    """A row for each box, a column for each player."""
    rows = [(row["name"], "sum" if row["sum"] else "") for row in sheet["rows"]]
    return _draw_table(["", *[""] * min(players, PAPER_COLUMNS)], rows)


def _draw_score(score: Data, _: int) -> str:
    """A row for each side, with a box for each phase and for each total."""
    totals = [each for each in score["columns"] if not each.isdecimal()]
    phases = max(len(score["columns"]) - len(totals), PHASES_ON_PAPER)
    return _draw_table(["", *map(str, range(1, phases + 1)), *totals], [(row["name"], "") for row in score["rows"]])


def _draw_table(head: Sequence[str], rows: Sequence[tuple[str, str]]) -> str:
    top = "".join(f"<th>{escape(each)}</th>" for each in head)
    cells = "<td></td>" * (len(head) - 1)
    lines = "".join(f'<tr class="{kind}"><th>{escape(name)}</th>{cells}</tr>' for name, kind in rows)
    return f'<table class="sheet"><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>'


# ---- charts


def _draw_charts(page: Page) -> Iterator[str]:
    """The tables with odds, each below what it is called."""
    for section in page.sections:
        heading = section.heading
        for before, block in pairwise((Text(""), *section.blocks)):
            heading = before.text.strip("*") if isinstance(before, Text) and before.text[:1] == "*" else heading
            if isinstance(block, Grid) and block.head[-1] == "Odds":
                alone = to_markdown(Page("", "", (), (Section(heading, (block,)),)))
                yield render_markdown(alone.removeprefix("# \n"), str)
                heading = ""


# ---- boards


def _draw_board(board: Data, _: int) -> str:
    """The empty places of a board, with what joins and marks them."""
    form = board["shape"]["form"]
    places = list({(each["x"], each["y"]): each for each in reversed(board["places"])}.values())[::-1]
    apart = 2 * SQUARE if form == "track" else SQUARE
    at = {each["id"]: (SQUARE * each["x"], apart * each["y"]) for each in places}
    low_x, high_x = min(x for x, _ in at.values()), max(x for x, _ in at.values())
    low_y, high_y = min(y for _, y in at.values()), max(y for _, y in at.values())
    box = (low_x - SQUARE, low_y - SQUARE, high_x - low_x + 2 * SQUARE, high_y - low_y + 2 * SQUARE)
    parts = []
    if form in ("cross", "ring", "diamond"):
        path = [at[each["id"]] for each in places if "of" not in each]
        parts.append(f'<path class="path" d="M{"L".join(f"{x:g} {y:g}" for x, y in path)}Z"/>')
    middle = (low_y + high_y) / 2
    if form == "track":
        parts += [_draw_holes(each["name"], *at[each["id"]], len(board["shape"]["lanes"])) for each in places]
    else:
        parts += [_draw_place(form, each, *at[each["id"]], middle) for each in places]
    parts += [_draw_link(each, at) for each in board["links"]]
    for mark in board["marks"]:
        for x, y in (at[each] for each in mark["at"] if each in at):
            text, beneath = ("✱", 17) if mark["text"] == "*" else (mark["text"], -DOT - 12)
            parts.append(_write(x, y + beneath, text, "mark"))
    size = " ".join(f"{each:g}" for each in box)
    return f'<svg class="board" viewBox="{size}" role="img" aria-label="{escape(board["name"])}">{"".join(parts)}</svg>'


def _draw_place(form: str, place: Data, x: float, y: float, middle: float) -> str:
    name = re.sub(r"^[a-z](?=\d)", "", str(place["name"]))
    if form == "points" and "of" not in place:
        base, tip = (y + SQUARE / 2, y - 3.6 * SQUARE) if y > middle else (y - SQUARE / 2, y + 3.6 * SQUARE)
        outside = base + 14 if y > middle else base - 6
        return f'<path d="M{x - 18:g} {base:g}H{x + 18:g}L{x:g} {tip:g}Z"/>{_write(x, outside, name)}'
    if form in ("grid", "map") or (form == "points" and "of" in place):
        x0, y0 = x - SQUARE / 2, y - SQUARE / 2
        square = f'<rect x="{x0:g}" y="{y0:g}" width="{SQUARE}" height="{SQUARE}"/>'
        return square + _write(x, y0 + 11 if form == "grid" else y + 4, name)
    colour = f' class="of{place["of"]}"' if "of" in place else ""
    circle = f'<circle{colour} cx="{x:g}" cy="{y:g}" r="{DOT}"/>'
    return circle + (_write(x, y + (DOT + 12 if form == "diamond" else 4), name) if "of" not in place else "")


def _draw_holes(name: str, x: float, y: float, lanes: int) -> str:
    """A hole for each lane, above each other; every tenth place has its number."""
    top = y - HOLE * 3 * (lanes - 1) / 2
    holes = "".join(f'<circle cx="{x:g}" cy="{top + HOLE * 3 * at:g}" r="{HOLE}"/>' for at in range(lanes))
    return holes + (_write(x, top + HOLE * 3 * lanes + 3, name, "mark") if name.endswith(("0", "5")) else "")


def _draw_link(link: Data, at: Mapping[str, tuple[float, float]]) -> str:
    """A ladder as two rails, a slide as a bent line."""
    if link["from"] not in at or link["to"] not in at:
        return ""
    (x, y), (to_x, to_y) = at[link["from"]], at[link["to"]]
    if link["dress"] == "ladder":
        return "".join(f'<path class="link" d="M{x + by:g} {y:g}L{to_x + by:g} {to_y:g}"/>' for by in (-5, 5))
    bend = f"{x + 30:g} {y + (to_y - y) / 3:g} {to_x - 30:g} {y + 2 * (to_y - y) / 3:g}"
    return f'<path class="link slide" d="M{x:g} {y:g}C{bend} {to_x:g} {to_y:g}"/>'


def _write(x: float, y: float, text: str, kind: str = "") -> str:
    words = escape(text.replace("_", " "))
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{words}</text>' if text else ""


DRAWN = {"board": _draw_board, "sheet": _draw_sheet, "score": _draw_score}
"""What becomes a page, and how it is drawn."""
