"""The scene for a viewer: what lies on the table, who sits round it, what was said and moved last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from interpreter.engine import Position, Said
from interpreter.play.session import Moment
from interpreter.play.trace import TraceLine, narrate
from interpreter.program.sight import sees
from interpreter.scene.declared import ViewDrawing
from interpreter.scene.drawing import Data, Drawing, list_cards, name_place
from interpreter.scene.furniture import Look
from interpreter.scene.seats import draw_seats
from interpreter.scene.ties import count_taken, find_verb, list_answers

MOST_SAID = 3


def draw(look: Look) -> Data:
    """The scene as somebody sees it; the answers are there if they are asked."""
    drawing = lay(look)
    answers = list_answers(look, drawing.ties) if look.answers is not None else []
    asked = {"answers": answers, "takes": {**count_taken(look, drawing.ties), "verb": find_verb(look)}}
    return {
        "surface": drawing.surface,
        "throws": bool(look.program.dice),
        "round": any(zone.sight == "owner" for zone in look.program.zones),
        "said": list(islice(_say_last(look), MOST_SAID)),
        "seats": drawing.seats,
        "things": drawing.things,
        "moved": _find_moves(look),
        **(asked if look.answers is not None else {}),
    }


def draw_pictures(look: Look) -> list[Data]:
    """What the last moment held up on the way, such as a trick before it is taken: a picture where cards lie open that
    did not lie so before, and lie elsewhere in the end. It shows how things stood when the last line about it was said,
    and the last one the points that are scored after it; what is said of several in turn is one picture. Nobody is to
    play, and it is the `last` of its deal if all hands are empty after it, or the game is over."""
    *before, last = look.session.moments
    if not look.program.zones or not before or not before[-1].position.slots:
        return []
    told = [each for each in narrate(look.program, last, look.reader) if each.at >= 0]
    move = next(iter(told), None)
    starts = [each.at for each in told if each.kind == "said" and not each.text.startswith(" ")]
    watched = look.session.watch() if starts else ()
    start, final = _locate_cards(look, before[-1].position), lay(look) if watched else Drawing(look)
    end = {*_list_shown(final)}
    hands = [(zone, place) for zone in look.program.zones if zone.sight == "owner" for place in range(zone.members)]
    is_last = look.session.over or (bool(hands) and not any(list_cards(last.position, *each) for each in hands))
    pictures, lines, shown, first, lain = list[Data](), list[TraceLine](), list[TraceLine](), Drawing(look), start
    for at, until in pairwise([*starts, len(last.events)]) if watched else ():
        lines += [each for each in told if each.at < until]
        told = [each for each in told if each.at >= until]
        positions = [position for where, position in watched if at <= where < until]
        lay_before, lain = lain, _locate_cards(look, positions[0])
        still = [each for each in positions if _locate_cards(look, each) == lain]
        looks = [look.at_moments([*before, replace(last, position=each, stop=before[-1].stop)]) for each in still]
        if lain == start or {*_list_shown(opened := lay(looks[0]))} <= end:
            continue
        is_series = lain == lay_before and _find_words(last, lines)[:1] == _find_words(last, shown)[-1:]
        if pictures and (is_series or (opened.seats, opened.things) == (first.seats, first.things)):
            pictures.pop()
            lines = shown + lines
        first, drawing = opened, lay(looks[-1])
        seats, moved = [{**each, "turn": False} for each in drawing.seats], _find_moves(looks[-1])
        said = {"lines": [each.text.strip() for each in lines], "large": _find_large(last, lines, move)}
        pictures.append({"seats": seats, "things": drawing.things, "moved": moved, **said, "last": is_last})
        shown, lines = lines, []
    for picture in pictures[-1:]:
        scored = [{"points": seat["points"]} if "points" in seat else {} for seat in final.seats]
        picture["seats"] = [seat | points for seat, points in zip(picture["seats"], scored, strict=True)]
    return pictures


def _find_large(moment: Moment, lines: list[TraceLine], move: TraceLine | None) -> list[int]:
    """Which lines give the result of a move: the last. If it is one of several that say the same of each player, it is
    the last line but the move itself that says something only once, or else all of those."""
    words = _find_words(moment, lines)
    those = [at for at, each in enumerate(words) if each == words[-1]]
    once = [at for at, each in enumerate(words) if words.count(each) == 1 and lines[at] is not move]
    return once[-1:] if len(those) > 1 and once else those


def _find_words(moment: Moment, lines: list[TraceLine]) -> list[int]:
    """The number of the text that each line says; a line of another kind has a number of its own."""
    return [event.text if isinstance(event := moment.events[each.at], Said) else ~each.at for each in lines]


def _list_shown(drawing: Drawing) -> Iterator[tuple[str, str]]:
    """The cards that lie open, each with what it lies in."""
    for thing in drawing.things:
        cards = (*thing.get("cards", ()), *filter(None, [thing.get("top")]))
        yield from ((thing["id"], card["name"]) for card in cards)


def lay(look: Look) -> Drawing:
    """Lay everything on the table: seats, what views say, and where they say nothing the defaults."""
    drawing = Drawing(look, seats=draw_seats(look))
    ViewDrawing(drawing).lay_everything()
    drawing.lay_defaults()
    return drawing


def _say_last(look: Look) -> Iterator[str]:
    """The last lines of the play-by-play, the newest first."""
    for moment in reversed(look.session.moments):
        yield from reversed([each.text for each in narrate(look.program, moment, look.reader)])


def _find_moves(look: Look) -> list[Data]:
    """The cards that the last moment moved, as far as the viewer saw them or could count them."""
    moments = look.session.moments
    if len(moments) < 2 or not moments[-2].position.slots:
        return []
    before, after = (_locate_cards(look, moments[at].position) for at in (-2, -1))
    hidden_before, hidden_after = before.pop("", {}), after.pop("", {})
    left = [place for place, count in hidden_before.items() for _ in range(count - hidden_after.get(place, 0))]
    reached = [place for place, count in hidden_after.items() for _ in range(count - hidden_before.get(place, 0))]
    moved: list[Data] = []
    for card, places in after.items():
        gone = set(before.get(card, {})) - set(places)
        for place in set(places) - set(before.get(card, {})):
            start = gone.pop() if gone else left.pop() if left else ""
            moved.append({"id": f"{place}/{card}", "from": start, "to": place})
    for card, places in before.items():
        for start in set(places) - set(after.get(card, {})):
            if card not in after and reached:
                moved.append({"id": None, "from": start, "to": reached.pop()})
    moved += [{"id": None, "from": start, "to": goal} for start, goal in zip(left, reached, strict=False)]
    return sorted(moved, key=lambda each: (each["to"], each["from"], each["id"] or ""))


def _locate_cards(look: Look, position: Position) -> dict[str, dict[str, int]]:
    """Where each card that the viewer sees lies, and, under no name, how many he does not see lie where."""
    program = look.program
    found: dict[str, dict[str, int]] = {"": {}}
    for zone in program.zones:
        labels = program.shapes[zone.shape].labels
        for place in range(zone.members):
            order, name = list_cards(position, zone, place), name_place(zone, place)
            if not sees(program, look.viewer, zone, place):
                found[""][name] = len(order)
                continue
            for card in order:
                there = found.setdefault(labels[card], {})
                there[name] = there.get(name, 0) + 1
    return found
