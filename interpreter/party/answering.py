"""Answers the messages of the page of a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from interpreter.engine import DecisionStop
from interpreter.party.party import Party
from interpreter.party.places import Place
from interpreter.party.reasons import explain, explain_refusal
from interpreter.party.replay import write_replay
from interpreter.rulebook.overlay_marks import make_marked_rulebook
from interpreter.scene import draw_ahead
from interpreter.scene.ties import MOST_ANSWERS, follow_picks
from interpreter.table.absent import format_absent, list_absent

Data = dict[str, object]


def answer_page(party: Party, place: Place, message: Mapping[str, object]) -> tuple[Data | None, bool]:
    """The answer for this page, if there is one, and whether all have something new to see."""
    match message:
        case {"say": str(line)} if line.casefold().startswith("why not "):
            return explain_refusal(party, place, line[len("why not ") :].strip()), False
        case {"say": str(line)}:
            said = party.say(place, line)
            answer: Data = {"said": {"lines": said.lines, "rows": said.rows}}
            return answer if said.lines or said.rows else None, said.changed
        case {"seat": seat, "taker": taker}:
            return {"naming": (said := party.assign(place, seat, taker)).lines}, said.changed
        case {"replay": True} if place.is_player or place.is_host:
            return {"replay": write_replay(party)}, False
        case {"again": str()}:
            return None, True
        case {"name": str(name)}:
            named = party.find_player(message.get("seat")) if place.is_host else place
            said = party.rename(named or place, name)
            return {"naming": said.lines}, said.changed
        case {"why": int() | str()}:
            return explain(party, place, message), False
        case {"refused": str(name)}:
            return explain_refusal(party, place, name, str(message.get("there") or "")), False
        case {"ahead": [*says]} if party.may_answer(place):
            look = party.faces[place.key].look(True)
            return {"ahead": draw_ahead(look, [*map(str, says)]), "number": party.number}, False
        case {"picked": [*says]} if party.may_answer(place) and isinstance(party.table.session.stop, DecisionStop):
            follows = follow_picks(party.faces[place.key].look(True), [*map(str, says)])
            return {"picked": says, "number": party.number, **follows}, False
        case {"rules": True}:
            return {"rules": asdict(make_marked_rulebook(party.table.model, party.table.setup.values or {}))}, False
        case {"absent": True}:
            names = list_absent(party.faces[place.key])
            return {"absent": _show_absent(names)}, False
    return None, False


def _show_absent(names: tuple[str, ...] | None) -> Data:
    if not names:
        return {"names": (), "text": format_absent(names)}
    more = f" {len(names) - MOST_ANSWERS} more can be typed behind `why not`." if len(names) > MOST_ANSWERS else ""
    return {"names": names[:MOST_ANSWERS], "text": f"Not possible now. Pick one to see why.{more}"}
