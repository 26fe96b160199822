"""The view of a place, as plain data, without anything that its player may not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from interpreter.display import format_winners, join_names, list_thrown
from interpreter.engine import ChanceStop, DecisionStop, Failure
from interpreter.party.party import Party
from interpreter.party.places import SPECTATORS, Place, name_chair
from interpreter.party.replay import can_replay
from interpreter.play.scorebook import list_tables, make_scorebook
from interpreter.play.trace import format_undone, narrate
from interpreter.scene import draw, foresee_only_answer, list_boxes_ahead
from interpreter.scene.lead import draw_ending
from interpreter.scene.seats import name_seat
from interpreter.scene.ties import MOST_ANSWERS
from interpreter.table import Question, Table
from interpreter.table.odds import has_odds
from interpreter.table.questions import name_person
from interpreter.table.seats import HUMAN

MOST_TOLD = 200
"""Lines of the play-by-play that are shown."""


def see(party: Party, place: Place) -> dict[str, object]:
    """Everything shown at a place. `number` grows with every change."""
    table, session = party.table, party.table.session
    over, may_answer = session.over, party.may_answer(place)
    look = party.faces[place.key].look(may_answer)
    scene = draw(look)
    asked = {name: scene.pop(name) for name in ("answers", "takes") if name in scene}
    for box in list_boxes_ahead(look, scene["things"]):
        asked["answers"].append({"say": box.name, "label": box.name, "long": box.words, "on": [box.row], "then": True})
    question, proposal = None if over else _show_question(party, place), party.proposal
    return {
        "number": party.number,
        "title": ", ".join([table.model.title, *(f"house rules: {each.title}" for each in table.model.house)]),
        "place": {"name": place.name, "player": place.is_player, "host": place.is_host},
        "nameless": place.is_player and not table.setup.people[place.seat],
        "story": list(_tell(party.faces[place.key]))[-MOST_TOLD:],
        "question": None if question is None else question | asked,
        "proposal": proposal and {"text": proposal.text, "mine": proposal.may_answer(place)},
        "undo": party.faces[place.key].word_undone() if place.is_player or place.is_host else "",
        "answered": table.is_answered,
        "odds": has_odds(party.faces[place.key]),
        "redo": table.can_redo and (place.is_player or place.is_host),
        "result": _show_result(party, place) if over else None,
        **({"chairs": list(_list_chairs(party)), "counts": table.model.players} if place.is_host else {}),
        **scene,
    }


# ---- what has happened


def _tell(table: Table) -> Iterator[dict[str, object]]:
    recent = list(islice(reversed(table.session.moments), MOST_TOLD))
    for moment in reversed(recent):
        if moment.undone:
            yield {"moment": moment.number, "kind": "undone", "text": format_undone(moment.undone)}
        for told in narrate(table.program, moment, table.reader):
            yield {"moment": moment.number, "at": told.at, "kind": told.kind, "text": told.text}


def _show_result(party: Party, place: Place) -> dict[str, object]:
    """Who won, how it was scored, and how the points stood during the game. All places see the same, but a file to
    share, which shows what was hidden, is for those who play."""
    table = party.table
    if isinstance(table.session.stop, Failure):
        return {"winners": [], "text": "The game cannot go on: its rules lead nowhere from here. The host sees why."}
    if party.result is None or party.result[0] != party.number:
        book = make_scorebook(table.model, table.program, table.session.story)
        text = format_winners(table.program, table.session.position.winners)
        shown = {"winners": _list_winners(table), "text": text, "tables": list(list_tables(book))}
        ending = draw_ending(party.faces[SPECTATORS].look(False))
        party.result = party.number, {**shown, **ending, "replay": can_replay(party)}
    result = party.result[1]
    return result | {"replay": bool(result["replay"]) and (place.is_player or place.is_host)}


def _list_chairs(party: Party) -> Iterator[dict[str, object]]:
    """Who has each seat, for the host."""
    table = party.table
    for seat in range(len(table.program.seats)):
        taker = HUMAN if seat in table.people else table.setup.bots.get(seat, "")
        chair = name_chair(party.chairs.get(seat, seat))
        yield {"seat": seat, "key": chair, "name": name_person(table.program, table.setup, seat), "taker": taker}


def _list_winners(table: Table) -> list[str]:
    """The seats that have won."""
    program, won = table.program, table.session.position.won
    parties = len(program.sides) or len(program.seats)
    return [name_seat(seat) for seat in range(len(program.seats)) if seat % parties in won]


# ---- what is asked


def _show_question(party: Party, place: Place) -> dict[str, object] | None:
    question = party.table.question
    if question is None:
        return {"mine": False, "text": _word_waiting(party.faces[place.key])}
    if not party.may_answer(place):
        return {"mine": False, "text": f"It is {question.who}'s turn."}
    return {
        "mine": True,
        "kind": question.kind,
        "text": _word_question(party.table, question),
        "more": max(0, len(question.offers) - MOST_ANSWERS),
    }


def _word_waiting(table: Table) -> str:
    """What a bot, or the dice, are about to do, or what is done for whoever has only one answer."""
    if table.has_one_answer and (told := foresee_only_answer(table.look(False))):
        return told
    stop = table.session.stop
    seat = stop.thrower if isinstance(stop, ChanceStop) else stop.chooser if isinstance(stop, DecisionStop) else -1
    act = "is rolling" if isinstance(stop, ChanceStop) else "is choosing"
    return f"{name_person(table.program, table.setup, seat)} {act}." if seat >= 0 else "The game goes on by itself."


def _word_question(table: Table, question: Question) -> str:
    stop = table.session.stop
    if question.kind == "roll" and isinstance(stop, ChanceStop):
        return f"{question.who}: roll {join_names(list_thrown(table.program, stop))}."
    return question.text
