"""Transcripts: a game's play-by-play as text, or as lines of JSON, with its head before and its scorebook behind.

The text is what people read: the title and how the game was set up, then each line as it was shown, the rulings of an
umpire marked with an asterisk, and how it ended. Where moves were taken back, and something else was done, it says so:
whoever did it had seen the results. As JSON every moment is a line of its own, with all its events and their
places in the ruleset. What only some players may see is in neither.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from interpreter.characters import escape_invisible
from interpreter.display import event_to_object, format_seat, format_winner, format_winners, list_shown
from interpreter.engine import Failure, GameOver, Rolled
from interpreter.model import Model
from interpreter.play.scorebook import format_scorebook, make_scorebook
from interpreter.play.trace import Moment, Session, TraceLine, describe_wait, format_undone, narrate
from interpreter.program import Program
from interpreter.saved import Head
from interpreter.scene import look_at, write_views

INDENT = "    "

RULED = "* "


def format_transcript(model: Model, session: Session, head: Head) -> Iterator[str]:
    program = session.program
    yield from _format_head(model, program, head)
    yield ""
    for moment in session.story:
        if moment.undone:
            yield f"{INDENT}{format_undone(moment.undone)}"
        yield from format_moment(program, moment)
    yield ""
    if not session.over:
        waiting = describe_wait(program, session.stop)
        yield f"The game was left here; it waits for {waiting}."
    elif isinstance(session.stop, Failure):
        yield "The game could not go on here."
    else:
        yield from format_end(model, session)


def format_moment(program: Program, moment: Moment) -> list[str]:
    return [_format_line(each) for each in narrate(program, moment)]


def _format_line(told: TraceLine) -> str:
    if told.kind == "ruled":
        return f"{RULED}{told.text}"
    return told.text if told.kind == "said" else f"{INDENT}{told.text}"


def format_end(model: Model, session: Session) -> Iterator[str]:
    book = format_scorebook(make_scorebook(model, session.program, session.story))
    shown = [line for lines in write_views(look_at(model, session)).values() for line in lines]
    for block in (book, shown):
        yield from (*block, "") if block else ()
    yield format_winners(session.program, session.position.winners)


def _format_head(model: Model, program: Program, head: Head) -> Iterator[str]:
    yield model.title
    yield f"ruleset {model.name}" + "".join(f", house rules {each.name}" for each in model.house)
    for seat, taker in enumerate(head.takers):
        yield f"{format_seat(program, seat)}: {taker}"
    if head.options:
        yield f"options: {', '.join(f'{name} = {value}' for name, value in head.options)}"
    yield f"seed {head.seed}" + (f", game {head.game}" if head.game else "")


# ---- as data


def list_transcript_objects(model: Model, session: Session, head: Head) -> Iterator[dict[str, object]]:
    program = session.program
    yield {
        "title": model.title,
        "ruleset": model.name,
        "house_rules": [each.name for each in model.house],
        "options": dict(head.options),
        "seats": {format_seat(program, seat): taker for seat, taker in enumerate(head.takers)},
        "seed": head.seed,
        "game": head.game,
    }
    for number, moment in enumerate(session.story):
        yield {"move": number, **moment_to_object(program, moment)}
    yield end_to_object(model, session)


def moment_to_object(program: Program, moment: Moment) -> dict[str, object]:
    ruled = {"override": moment.ruling} if moment.ruling else {}
    shown = list_shown(program, moment.events)
    events = [event_to_object(program, event) for event in shown]
    for event, made in zip(shown, events, strict=True):
        if isinstance(event, Rolled) and moment.total:
            made["text"] = next(each.text for each in narrate(program, moment) if each.kind == "rolled")
    undone = {"taken_back": moment.undone} if moment.undone else {}
    return {**undone, **ruled, "lines": [each.text for each in narrate(program, moment)], "events": events}


def end_to_object(model: Model, session: Session) -> dict[str, object]:
    program, book = session.program, make_scorebook(model, session.program, session.story)
    return {
        "over": isinstance(session.stop, GameOver),
        "winners": [format_winner(program, each) for each in session.position.won],
        "without_result": session.position.void,
        "views": {name: list(lines) for name, lines in write_views(look_at(model, session)).items()},
        "line_score": {line.measure: dict(line.rows) for line in book.lines},
        "box_score": {
            measure: dict(zip(names, values, strict=True))
            for names, columns in book.box.items()
            for measure, values in columns
        },
        "totals": dict(book.totals),
    }


def to_json_lines(objects: Iterable[dict[str, object]]) -> Iterator[str]:
    return (escape_invisible(json.dumps(each, ensure_ascii=False)) for each in objects)
