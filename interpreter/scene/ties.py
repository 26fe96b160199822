"""The things that an answer is about: a card, dice, a row of a sheet, a place on a board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from interpreter.bits import indices_of
from interpreter.data_classes import dataclass
from interpreter.domains import MemberType, NumberType, SetType, ThrowType, Type
from interpreter.engine import ChanceStop, DecisionStop, Position
from interpreter.play.trace import word_question
from interpreter.scene.furniture import Look
from interpreter.scene.pictures import picture_card

MOST_ANSWERS = 400
"""Answers that are listed; others can be typed."""

Key: TypeAlias = tuple[str, int]
"""A member of a kind, or a face of dice: what it is called, and its number."""


@dataclass(frozen=True)
class Ties:
    """The ids of the things on the table, by what they are: a key may lie there more than once."""

    things: dict[Key, list[str]]

    def add(self, kind: str, number: int, thing: str) -> None:
        self.things.setdefault((kind, number), []).append(thing)

    def add_card(self, deck: str, card: int, thing: str) -> None:
        """A card comes before a place of a board where it could lie."""
        things = self.things.setdefault((deck, card), [])
        things.insert(sum("/" in each for each in things), thing)

    def find_dice(self, dice: str) -> list[list[str]]:
        """The dice of this name that lie there; those that show the same are together."""
        return [things for (kind, _), things in self.things.items() if kind == dice]

    def find_zone(self, zone: tuple[str, int] | None) -> str | None:
        """The thing in which the cards of a zone, or of one of its members, lie."""
        return next(iter(self.things.get((f"zone {zone[0]}", zone[1]), ())), None) if zone is not None else None

    def find_end(self, zone: str, place: int, bottom: bool) -> str | None:
        """The card at an end of a row."""
        ends = self.things.get((f"row {zone}", place), [])
        return ends[0 if bottom else -1] if ends else None

    def find(self, type_: Type, value: int) -> list[str]:
        """The things of a value: itself, or the members of a set."""
        match type_:
            case MemberType(kind):
                return self.things.get((kind, value), [])[:1]
            case SetType(MemberType() | NumberType() as member):
                kind = member.kind if isinstance(member, MemberType) else ""
                return [each for number in indices_of(value) for each in self.things.get((kind, number), [])[:1]]
            case ThrowType(dice):
                faces = Counter(type_.unpack(value))
                return [each for face, count in faces.items() for each in self.things.get((dice, face), [])[:count]]
            case NumberType():
                return self.things.get(("place", value), [])[:1]
            case _:
                return []


def list_answers(look: Look, ties: Ties) -> list[dict[str, Any]]:
    """The answers as they can be given, each with the things it is about, and with that `from` which no other takes
    cards."""
    furniture, stop, verb = look.furniture, look.session.stop, find_verb(look)
    shown: list[dict[str, Any]] = []
    for place, offer in enumerate((look.answers or ())[:MOST_ANSWERS]):
        label = offer.label or offer.say
        answer: dict[str, Any] = {"say": offer.say, "label": label, "usual": offer.usual, "on": []}
        picture = picture_card(label)
        answer["brief"] = picture.rank + picture.suit or label
        if isinstance(stop, DecisionStop):
            info = furniture.game.choices[furniture.program.choices[stop.choice].name]
            value = info.values[stop.offered[place]]
            if len(info.parts) > 1:
                parts = furniture.game.kinds[info.candidate.type.kind].parts  # type: ignore[union-attr]
                # A number that comes later is no place: it says how far, or how many.
                placed = [part for at, part in enumerate(parts) if not (at and isinstance(part.type, NumberType))]
                found = [ties.find(part.type, part.values[value]) for part in placed]
                texts = label.split(", ")
                answer["parts"] = texts if len(texts) == len(parts) else []
                answer["on"] = [each for one in found for each in one]
                if (goal := furniture.find_goal(info.name, value, look.values)) and (end := ties.find_end(*goal)):
                    answer |= {"on": [*answer["on"], end], "to": end}
            else:
                answer["on"] = ties.find(info.candidate.type, value)
                if not answer["on"] and info.several is None:
                    answer["from"] = ties.find_zone(furniture.find_source(info.name, value, look.values))
        words = word_answer(verb, label, picture.suit != "") if answer["on"] or label == "none" else label
        answer["long"] = words[:1].upper() + words[1:]
        if isinstance(stop, DecisionStop) and isinstance(info.candidate.type, ThrowType):
            lying = sum(map(len, ties.find_dice(info.candidate.type.dice)))
            words = word_keeping(look, stop, stop.offered[place], len(answer["on"]), lying)
            answer |= {"long": words, "brief": ""} if words else {}
        shown.append(answer)
    times = Counter(each.get("from") for each in shown)
    return [each if times[each.get("from")] == 1 else {**each, "from": None} for each in shown]


def word_keeping(look: Look, stop: DecisionStop, number: int, kept: int, lying: int) -> str:
    """What picking some of the dice that lie there does: how many are thrown next, if that follows at once, or that it
    is all of them. Nothing is tried where secrets could be seen from it."""
    after = look.session.engine.answer(look.session.position, number).stop if not look.program.has_secrets else None
    if isinstance(after, ChanceStop) and after.thrower == stop.chooser:
        dice = look.program.dice[after.dice]
        thrown = dice.left or dice.number
        return f"Roll {f'all {thrown}' if thrown > 1 and not kept else thrown} again"
    return f"{find_verb(look) or 'Choose'} all {lying}" if kept == lying > 1 else ""


def find_verb(look: Look) -> str:
    """What a choice is about to do with a thing, from its question: `Which card do you play?`"""
    if not isinstance(stop := look.session.stop, DecisionStop):
        return ""
    asked = word_question(look.program, look.session.engine, look.session.position, stop)
    found = re.search(r"\bdo you (\w+( away| out| down)?)\b", asked)
    return found[1].capitalize() if found else ""


def word_answer(verb: str, label: str, is_card: bool) -> str:
    """The words of a button: `Play the six of clubs`, `Keep 3, 4 and 4`."""
    faces = label.split("+")
    if len(faces) > 1:
        label = f"{', '.join(faces[:-1])} and {faces[-1]}"
    words = f"{verb.lower()} {'the ' * is_card}{label}" if verb else label
    return words[:1].upper() + words[1:]


def count_taken(look: Look, ties: Ties) -> dict[str, Any]:
    """How many things an answer takes: one, unless dice are picked from, or several are picked one after the other. Of
    `alike` dice, each for the first of them, any may be taken."""
    furniture, stop = look.furniture, look.session.stop
    if not isinstance(stop, DecisionStop):
        return {"min": 1, "max": 1}
    info = furniture.game.choices[furniture.program.choices[stop.choice].name]
    type_ = info.candidate.type
    if info.several is not None:
        low, high = (furniture.find_limit(each, look.values) for each in (info.several.low, info.several.high))
        picked = furniture.program.find_picked(stop.choice, look.session.position.slots).bit_count()
        most = len(stop.offered) if high is None else high - picked
        first = [] if picked else [each.say for each in (look.answers or ())[:1]]
        least = len(first) + max(follow_picks(look, first)["more"], 0) if low is None else max(low - picked, 0)
        taken = {"min": least, "max": most, "noun": info.several.noun}
        may_end = look.answers and info.values[stop.offered[-1]] >= info.end
        return taken | ({"enough": look.answers[-1].say} if look.answers and may_end else {})
    if isinstance(type_, ThrowType):
        alike = {each: dice[0] for dice in ties.find_dice(type_.dice) for each in dice}
        return {"min": 0, "max": type_.number, "alike": alike}
    if isinstance(type_, SetType):
        return {"min": 0, "max": max(info.values[each].bit_count() for each in stop.offered)}
    return {"min": 1, "max": 1}


def follow_picks(look: Look, says: Sequence[str]) -> dict[str, Any]:
    """After some of several picks: how many more are needed at least (-1 if these cannot be picked together), and which
    can be next. What follows on the last pick is not shown."""
    program, stop, position = look.program, look.session.stop, look.session.position
    assert isinstance(stop, DecisionStop)
    numbers = {answer.say: number for answer, number in zip(look.answers or (), stop.offered, strict=False)}
    names, offered = program.choices[stop.choice].names, stop.offered

    def pick(number: int) -> tuple[Position, tuple[int, ...]]:
        step = look.session.engine.answer(position, number)
        goes_on = program.find_picked(stop.choice, step.position.slots) != 0
        return step.position, step.stop.offered if goes_on and isinstance(step.stop, DecisionStop) else ()

    for say in says:
        if numbers.get(say) not in offered:
            return {"more": -1, "next": []}
        position, offered = pick(numbers[say])
    more, following = 0, [say for say, number in numbers.items() if number in offered]
    while offered and names[offered[-1]] != "none":
        position, offered = pick(offered[0])
        more += 1
    return {"more": more, "next": following}
