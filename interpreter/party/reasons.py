"""Why something is as it is, in words for people: a line of the play-by-play, a thing on the table, what is not
offered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from interpreter.display import call, format_seat, strip_values
from interpreter.engine import DecisionStop
from interpreter.party.asked import (
    Words,
    cite_rule,
    explain_later,
    explain_question,
    find_later,
    find_told,
    title_rule,
    word_offered,
)
from interpreter.party.party import Party
from interpreter.party.places import Place
from interpreter.play.reasons import Reason, list_reasons
from interpreter.play.session import Moment
from interpreter.play.trace import explain_moment
from interpreter.program import ChoiceInfo, Site
from interpreter.rulebook.sentences import Told, find_words
from interpreter.scene.scene import lay
from interpreter.table import Table
from interpreter.table.commands import find_refusal

Data: TypeAlias = dict[str, Any]
Found: TypeAlias = tuple[Moment, Reason]

MOST_REASONS = 8

MOST_BACK = 60
"""Moments that are looked through for the last change of a thing."""

MOST_LOOKED_AT = 100
"""Earlier moments that a table is drawn from."""

UNSTEADY = ("turn", "moment", "who", "name")
"""What is written beside a thing and is none of it."""


def explain(party: Party, place: Place, message: Mapping[str, Any]) -> Data:
    """What led to a moment, or to a line of one; to how a thing stands now; or to everything since the last
    turn."""
    face, asked = party.faces[place.key], message["why"]
    if isinstance(asked, str):
        moments = _find_change(face, asked)
    else:
        named = [each for each in reversed(face.session.moments) if each.number == asked]
        moments = face.list_moments_since_turn() if asked is True else named[:1]
    found = [(moment, each) for moment in moments for each in list_reasons(face.program, moment, face.reader)]
    if isinstance(at := message.get("at"), int):
        found = [each for each in found if at in each[1].at]
    if isinstance(asked, str):
        found = _choose_about(face, found, asked)
    words = find_words(party.table.model, party.table.setup.values or {})
    reasons = [_show_reason(face, words, *each) for each in found[-MOST_REASONS:]]
    question = explain_question(face, words) if asked is True and party.may_answer(place) else None
    trace = [line for moment in moments for line in explain_moment(face.program, moment)] if party.shows_traces else []
    text = "" if reasons or question else "Nothing has led to this yet."
    return {"why": asked, "asked": question, "reasons": reasons, "trace": trace, "text": text}


def explain_refusal(party: Party, place: Place, name: str, there: str = "") -> Data:
    """Why something is no answer now: the narrowest rule that forbids it, else what the rules say of the choice.
    `there` is somebody else whose men stand there."""
    face, stop = party.faces[place.key], party.table.session.stop
    if (later := find_later(face, name)) is not None:
        return {"refused": explain_later(face, name, later)}
    refusal, choice = find_refusal(face, name), ""
    if isinstance(stop, DecisionStop):
        choice = face.program.choices[stop.choice].name
        choice = choice if len(face.model.choices[choice].parts) > 1 else ""
    if not (choice := refusal.choice or choice):
        text = re.sub("`([^`]*)`", r"“\1”", " ".join(refusal.lines))
        return {"refused": {"text": text, "words": [], "rules": [], "trace": []}}
    words = find_words(face.model, face.setup.values or {})
    told = find_told(words, (*reversed(refusal.definitions), choice))
    refused: Data = {"text": f"Not now: {name}{there and f', where {there} stands'}.", "words": told.texts}
    refused |= {"choose": word_offered(face), "rules": cite_rule(face.model, words, told, choice)}
    return {"refused": refused | {"trace": refusal.lines if party.shows_traces else ()}}


# ---- which moment


def _find_change(face: Table, thing: str) -> list[Moment]:
    """The moment that changed a thing, or what stands at a seat, the last time."""
    moments = list(face.session.moments)
    now = _draw(face, moments, thing)
    for at in range(len(moments) - 1, max(0, len(moments) - MOST_BACK), -1):
        if _draw(face, moments[:at], thing) != now:
            return [moments[at]]
    return []


def _draw(face: Table, moments: Sequence[Moment], thing: str) -> Data | None:
    drawn = lay(face.look(False).at_moments(moments[-MOST_LOOKED_AT:]))
    found = next((each for each in (*drawn.seats, *drawn.things) if each["id"] == thing), None)
    if found is None or "side" not in found:
        return found and {key: value for key, value in found.items() if key not in UNSTEADY}
    return {key: found.get(key) for key in ("points", "note")}


def _choose_about(face: Table, found: list[Found], thing: str) -> list[Found]:
    """Those reasons that name whoever sits at a seat; all, if none does."""
    seat = next((each for each in lay(face.look(False)).seats if each["id"] == thing), None)
    if seat is None:
        return found
    number = int(thing[1:]) - 1
    names = {seat["name"], face.program.seats[number], format_seat(face.program, number)}
    about = [each for each in found if any(name in text for name in names for text in (each[1].text, *each[1].details))]
    return about or found


# ---- in words


def _show_reason(face: Table, words: Words, moment: Moment, reason: Reason) -> Data:
    rules = [_show_rule(face, each, words) for each in reason.rules]
    if not rules and isinstance(stop := moment.behind, DecisionStop):
        info = face.program.choices[stop.choice]
        rules = [{"title": _title(face, info, words), "words": words[info.name].texts, "cited": ""}]
    said: set[str] = set()
    for rule in rules:
        rule["words"] = [text for text in rule["words"] if text not in said]
        said |= {*rule["words"]}
    known = [each for each in rules if each["words"] or each["cited"]]
    return {"text": reason.text, "details": reason.details, "rules": known or rules}


def _show_rule(face: Table, site: Site, words: Words) -> Data:
    title = f"{call(site)}: {site.row}" if site.kind == "row" else _title(face, site, words)
    house = f"by house rule {site.overlay}" if site.overlay else ""
    cited = ", ".join(filter(None, (site.citation, house)))
    return {"title": title, "words": words.get(site.name, Told()).texts, "cited": cited}


def _title(face: Table, info: Site | ChoiceInfo, words: Words) -> str:
    """The title of a rule; where it has none, that of the one whose words speak for it."""
    return strip_values(info.called) or title_rule(face.model, words.get(info.name, Told()).by or info.name)
