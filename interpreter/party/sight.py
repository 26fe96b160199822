"""The view of a place, as plain data, without anything that its player may not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

from interpreter.display import Part, call, format_dice_name, format_seat, format_winners, has_spots
from interpreter.engine import ChanceStop, DecisionStop, Failure, Rolled
from interpreter.party.party import Party
from interpreter.party.places import Place
from interpreter.play.scorebook import format_scorebook, make_scorebook
from interpreter.play.session import Moment
from interpreter.play.trace import draw_views_in_parts, format_undone, narrate
from interpreter.program import Program
from interpreter.scene import draw
from interpreter.scene.drawing import show_card
from interpreter.table import Question, Table

MOST_TOLD = 200
"""Lines of the play-by-play that are shown."""

MOST_OFFERS = 400
"""Answers that are listed; others can be typed."""


def see(party: Party, place: Place) -> dict[str, object]:
    """Everything shown at a place. `number` grows with every change."""
    table, session = party.table, party.table.session
    over, may_answer = session.over, party.may_answer(place)
    scene = draw(party.furniture, party.faces[place.key], may_answer)
    asked = {name: scene.pop(name) for name in ("answers", "takes") if name in scene}
    question = None if over else _show_question(party, place)
    return {
        "number": party.number,
        "title": ", ".join([table.model.title, *(f"house rules: {each.title}" for each in table.model.house)]),
        "place": {"name": place.name, "player": place.is_player, "host": place.is_host},
        "people": _list_people(party),
        "nameless": place.is_player and len(table.people) > 1 and not table.setup.people[place.seat],
        "views": _draw_views(party.faces[place.key]),
        "dice": _show_last_roll(table),
        "story": list(_tell(table))[-MOST_TOLD:],
        "question": None if question is None else question | asked,
        "proposal": _show_proposal(party, place),
        "ending": _tell_ending(table) if over else [],
        **scene,
    }


def _list_people(party: Party) -> list[str]:
    """The people at the table, once one of them has a name of their own."""
    named = any(party.table.setup.people.values())
    return [place.name for place in party.places.values() if place.is_player] if named else []


def _draw_views(face: Table) -> list[dict[str, object]]:
    drawn = draw_views_in_parts(face.session.engine, face.session.position, face.viewer)
    return [
        {"name": name.replace("_", " "), "lines": [[_show_part(part) for part in line if part] for line in lines]}
        for name, lines in drawn.items()
        if lines
    ]


def _show_part(part: Part) -> object:
    if isinstance(part, str):
        return part
    if part.kind == "cards":
        return {"kind": "cards", "text": part.text, "cards": [show_card(name) for name in part.names]}
    return {"kind": part.kind, "text": part.text, "faces": list(part.names)}


# ---- what has happened


def _show_last_roll(table: Table) -> dict[str, object] | None:
    """The dice that everybody saw last; with those that were rolled one by one before."""
    pairs = ((moment, event) for moment in reversed(table.session.moments) for event in reversed(moment.events))
    rolled = ((moment, event) for moment, event in pairs if isinstance(event, Rolled))
    moment, event = next(rolled, (None, None))
    if moment is None or event is None:
        return None
    info = table.program.dice[event.dice]
    if info.sight != "up" or moment.total:
        return None
    faces = [*map(str, info.name_outcome(event.outcome))]
    for left, (_, before) in zip(count(info.left + 1), rolled if info.left else (), strict=False):
        if table.program.dice[before.dice] != replace(info, left=left):
            break
        faces += map(str, info.name_outcome(before.outcome))
    who = format_seat(table.program, event.thrower) if event.thrower >= 0 else ""
    kind = "dice" if has_spots(info) else "faces"
    return {"who": who, "called": call(info), "kind": kind, "faces": faces, "moment": moment.number}


def _tell(table: Table) -> Iterator[dict[str, object]]:
    recent = list(islice(reversed(table.session.moments), MOST_TOLD))
    for moment in reversed(recent):
        yield from _tell_moment(table.program, moment)


def _tell_moment(program: Program, moment: Moment) -> Iterator[dict[str, object]]:
    if moment.undone:
        yield {"moment": moment.number, "kind": "undone", "text": format_undone(moment.undone)}
    for told in narrate(program, moment):
        yield {"moment": moment.number, "kind": told.kind, "text": told.text}


def _tell_ending(table: Table) -> list[str]:
    session = table.session
    if isinstance(session.stop, Failure):
        return ["The game cannot go on: its rules lead nowhere from here. The host sees why."]
    book = format_scorebook(make_scorebook(table.model, table.program, session.story))
    return [*book, format_winners(table.program, session.position.winners)]


# ---- what is asked


def _show_question(party: Party, place: Place) -> dict[str, object] | None:
    question = party.table.question
    if question is None:
        return {"mine": False, "text": "Bots and dice go on."}
    if not party.may_answer(place):
        return {"mine": False, "text": f"It is {question.who}'s turn."}
    return {
        "mine": True,
        "kind": question.kind,
        "text": _word_question(party.table, question),
        "offers": list(_list_offers(party.table, question)),
        "more": max(0, len(question.offers) - MOST_OFFERS),
    }


def _word_question(table: Table, question: Question) -> str:
    stop = table.session.stop
    if question.kind == "roll" and isinstance(stop, ChanceStop):
        return f"{question.who}: roll {format_dice_name(table.program, stop.dice)}."
    return question.text


def _list_offers(table: Table, question: Question) -> Iterator[dict[str, object]]:
    program = table.program
    cards = {label for zone in program.zones for label in program.shapes[zone.shape].labels}
    count = _count_parts(table)
    for offer in question.offers[:MOST_OFFERS]:
        label = offer.label or offer.name
        shown: dict[str, object] = {"say": offer.name, "label": label, "usual": offer.usual}
        if offer.name in cards:
            shown["card"] = show_card(offer.name)
        elif count > 1 and len(parts := label.split(", ")) == count:
            shown["parts"] = parts
        yield shown


def _count_parts(table: Table) -> int:
    """The number of parts of each answer to the question."""
    stop = table.session.stop
    kind = table.model.kinds.get(table.program.choices[stop.choice].name) if isinstance(stop, DecisionStop) else None
    return len(kind.parts) if kind is not None else 0


def _show_proposal(party: Party, place: Place) -> dict[str, object] | None:
    proposal = party.proposal
    return None if proposal is None else {"text": proposal.text, "mine": proposal.may_answer(place)}
