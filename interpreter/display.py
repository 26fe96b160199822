"""Formats numbers, texts and events for people.

A program holds everything as small integers; its shapes, texts and sites say what they mean. Every interface
shows values through these functions, so that a set, a roll or a place in a ruleset looks the same in a play-by-play,
an explanation, a failed example and a statistic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import add
from typing import TypeAlias, assert_never

from interpreter.domains import BLANK, format_set
from interpreter.engine import Awarded, ChanceStop, Decided, Drawn, Event, Reached, Rolled, Said, Sampled
from interpreter.parts import write_fraction
from interpreter.program import VOID, Chance, ChoiceInfo, DiceInfo, Program, Shape, Site, Text, ZoneInfo
from interpreter.throws import format_dice, format_dice_type, name_faces, show_faces, show_throw, write_dice

PythonValue: TypeAlias = int | Fraction | bool | str | tuple[str, ...] | tuple[int, ...] | tuple[int | str, ...]

HOLE = re.compile(r",? ?\{[^}]*\}-?")

# ---- values and texts


def format_value(shape: Shape, value: int) -> str:
    """A number in the words of its shape: `3`, `yes`, `first`, `first and third`, `4+4`.

    A number that does not fit its shape is shown as a number.
    """
    match shape.form:
        case "yes_no":
            return "yes" if value else "no"
        case "number" if shape.labels and value == shape.low:
            return shape.labels[0]
        case "number" if shape.number:
            return write_fraction(value, shape.number)
        case "member":
            place = value - shape.low
            return shape.labels[place] if 0 <= place < len(shape.labels) else str(value)
        case "set" | "pile":
            return format_set(value >> shape.low, shape.labels) if value >= 0 else str(value)
        case "roll":
            faces = _show_roll(shape, value)
            return format_dice(faces) if shape.labels else write_dice(faces)
        case "throw":
            return format_dice(_show_throw(shape, value))
        case _:
            return str(value)


def _show_roll(shape: Shape, outcome: int) -> tuple[int | str, ...]:
    return name_faces(show_faces(outcome, shape.number, shape.faces, shape.shown), shape.labels)


def _show_throw(shape: Shape, throw: int) -> tuple[int | str, ...]:
    return name_faces(show_throw(throw, shape.number, shape.faces, shape.shown), shape.labels)


def to_python_value(shape: Shape, value: int) -> PythonValue:
    """The same as a value of Python: a number, yes or no, a member's name, a set's names, a roll's faces."""
    match shape.form:
        case "yes_no":
            return bool(value)
        case "set" | "pile":
            bits = max(value, 0) >> shape.low
            return tuple(label for place, label in enumerate(shape.labels) if bits >> place & 1)
        case "roll":
            return _show_roll(shape, value)
        case "throw":
            return _show_throw(shape, value)
        case "number" if shape.number:
            return Fraction(value, shape.number)
        case "number" if not shape.labels or value != shape.low:
            return value
        case _:
            return format_value(shape, value)


PileOrder = Callable[[int, int], Sequence[int]]
"""The cards at a place, by its zone and index, in the order in which they lie."""


def format_text(
    program: Program, text: int, values: tuple[int, ...], lying: PileOrder | None = None, first: int = 0
) -> str:
    """Text number `text` of a program with its holes filled, from the `first` on; cards of a pile in the order in which
    they lie, if that is known."""
    template = program.texts[text]
    filled = [*enumerate(values[template.private :])][first:]
    holes = (_fill_hole(program, template, hole, value, lying) for hole, value in filled)
    return template.pieces[first] + "".join(map(add, holes, template.pieces[first + 1 :]))


def _fill_hole(program: Program, template: Text, hole: int, value: int, lying: PileOrder | None) -> str:
    choices, shape = template.choices[hole], program.shapes[template.shapes[hole]]
    if choices is not None:
        return choices[-1 - min(value, len(choices) - 1)]
    if shape.form == "blank":
        if value == BLANK:
            return ""
        shape = program.shapes[shape.low]
    if shape.form == "wide":
        inner = program.shapes[shape.low]
        text = _fill_shape(program, inner, value, lying)
        return text.rjust(shape.number) if inner.form == "number" else text.ljust(shape.number)
    return _fill_shape(program, shape, value, lying)


def _fill_shape(program: Program, shape: Shape, value: int, lying: PileOrder | None) -> str:
    if shape.form == "text":
        return format_text(program, value, ())
    if shape.form in ("pile", "place") and lying is not None:
        pile = lying(shape.number, value if shape.form == "place" else 0)
        names = [shape.labels[card] for card in pile]
    elif shape.form in ("set", "pile") and value >= 0:
        names = [label for place, label in enumerate(shape.labels) if value >> shape.low + place & 1]
    elif shape.form == "member" and 0 <= value - shape.low < len(shape.labels):
        names = [shape.labels[value - shape.low]]
    else:
        return format_value(shape, value)
    return join_names(names)


def has_spots(dice: Shape | DiceInfo) -> bool:
    """Whether dice show spots, as most do: from one to six."""
    words = dice.labels if isinstance(dice, Shape) else dice.words
    return dice.faces == 6 and not words and dice.shown in ((), tuple(range(1, 7)))


def join_names(names: Sequence[str]) -> str:
    """Names in a sentence: `first, second and third`, or `none`."""
    *before, last = names or ("none",)
    return f"{', '.join(before)} and {last}" if before else last


def format_roll(program: Program, dice: int, outcome: int) -> str:
    """The faces of a roll, with their total if that matters: `4+4 = 8`, `4 and 4`; `unseen` where not everybody sees
    it."""
    info = program.dice[dice]
    if info.sight != "up":
        return "in secret" if info.sight == "owner" else "unseen"
    faces = info.show(outcome)
    if info.summed and len(faces) > 1 and not info.words:
        return f"{write_dice(faces)} = {sum(faces)}"
    return join_names([*map(str, info.name_outcome(outcome))])


def format_dice_name(program: Program, dice: int) -> str:
    """The name of dice, their number, and their faces: `swing (2d6)`, `marks (4 of 0, 1)`."""
    info = program.dice[dice]
    written = format_dice_type(info.left or info.number, info.faces, name_faces(info.shown, info.words))
    return f"{call(info)} ({written})"


def list_thrown(program: Program, stop: ChanceStop) -> list[str]:
    """The names of the dice at a stop, and of those that are rolled together with them."""
    rolls = (block.terminator for block in program.blocks if isinstance(block.terminator, Chance))
    dice = sorted({roll.dice for roll in rolls if roll.site == stop.site}, key=lambda each: program.dice[each].order)
    return list(dict.fromkeys(call(program.dice[each]) for each in dice))


# ---- who


def format_seat(program: Program, seat: int) -> str:
    """A seat's name, with its side where that does not name it, or the side alone if it has one seat."""
    name = program.seats[seat] if 0 <= seat < len(program.seats) else str(seat)
    if not program.sides:
        return name
    side = program.sides[seat % len(program.sides)]
    if len(program.seats) == len(program.sides):
        return side
    return name if name in side.split() else f"{name} ({side})"


def call_people(program: Program, people: Mapping[int, str]) -> Program:
    """The same program, in whose texts and answers people have their own names, unless somebody else has them."""
    names = {program.seats[seat]: name for seat, name in people.items() if name and name not in program.seats}
    if not names:
        return program

    def rename(labels: tuple[str, ...]) -> tuple[str, ...]:
        renamed = tuple(", ".join(names.get(part, part) for part in label.split(", ")) for label in labels)
        return renamed if len({*renamed}) == len({*labels}) else labels

    return replace(
        program,
        seats=rename(program.seats),
        shapes=tuple(replace(each, labels=rename(each.labels)) for each in program.shapes),
        choices=tuple(replace(each, labels=rename(each.labels)) for each in program.choices),
        measures=tuple(replace(each, labels=rename(each.labels)) for each in program.measures),
        zones=tuple(replace(each, places=rename(each.places)) for each in program.zones),
    )


def format_winner(program: Program, winner: int) -> str:
    names = program.parties
    return names[winner] if 0 <= winner < len(names) else str(winner)


def format_winners(program: Program, winners: tuple[int, ...]) -> str:
    """The result of a game: `Red wins.`, `Red and Blue win.`, `Nobody wins.`, or `The game is without a result.`"""
    if VOID in winners:
        return "The game is without a result."
    names = [format_winner(program, each) for each in dict.fromkeys(winners)]
    if not names:
        return "Nobody wins."
    return f"{names[0]} wins." if len(names) == 1 else f"{' and '.join(names)} win."


# ---- places in a ruleset


def format_name(name: str) -> str:
    """A name of the ruleset as words: `take_all` as `take all`."""
    return name.replace("_", " ")


def fold_name(text: str) -> str:
    """A name as people may type it: in small letters, with single blanks."""
    return " ".join(format_name(text).casefold().split())


def call(info: DiceInfo | ZoneInfo | ChoiceInfo | Site) -> str:
    """Return the name of something for people: what the ruleset calls it, or its name as words."""
    return strip_values(info.called) or format_name(info.name)


def strip_values(title: str) -> str:
    """A title without the values in braces, where they are not known."""
    return HOLE.sub("", title).strip()


def format_site(site: Site) -> str:
    """A site in words: ``rule take``, ``row `4, 5, 6` of table throws``; or what the ruleset calls it."""
    match site.kind:
        case "row" if site.called:
            return f"`{site.row}` of {call(site)}"
        case "end" if site.called:
            return f"end of {call(site)}"
        case "rule" | "phase" | "table" if site.called:
            return call(site)
        case "row":
            return f"row `{site.row}` of table {site.name}"
        case "end":
            return f"end of phase {site.name}"
        case "clause":
            return site.name or "a line"
        case _:
            return f"{site.kind} {site.name}"


def format_site_key(site: Site) -> str:
    """The short name under which statistics count a place: `throws: 4, 5, 6`, `rule take`."""
    return f"{site.name}: {site.row}" if site.kind == "row" else f"{site.kind} {site.name}"


def describe_site(site: Site) -> str:
    """A place with its file and line, where its rule comes from, the ids it encodes, and the house rule that put
    it there, if one did."""
    parts = [f"{format_site(site)} ({name_file(site.file)}:{site.line})", site.citation, ", ".join(site.ids)]
    if site.overlay:
        parts.append(f"by house rule {site.overlay}")
    return ", ".join(filter(None, parts))


def name_file(path: str) -> str:
    """The name of a rules' file for players, without the folders of whoever keeps the rules."""
    return path.replace("\\", "/").rpartition("/")[2]


# ---- events


def list_shown(program: Program, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that everybody may be shown."""
    return tuple(each for each in events if _is_shown(program, each))


def _is_shown(program: Program, event: Event) -> bool:
    match event:
        case Reached(site):
            return program.sites[site].sight != "down"
        case Said():
            return is_heard(program, event)
        case _:
            return True


def is_heard(program: Program, said: Said, seat: int | None = None) -> bool:
    """Whether a seat hears this; without one, whether all do."""
    return not program.texts[said.text].private or said.values[0] == seat


def format_event(program: Program, event: Event) -> str:
    match event:
        case Reached(site):
            return format_site(program.sites[site])
        case Said(text, values):
            return format_text(program, text, values)
        case Sampled(measure, value):
            measured = program.measures[measure]
            return f"{measured.name}: {'hidden' if measured.hidden else value}"
        case Awarded(winner):
            return format_winners(program, (winner,))
        case Rolled(dice, outcome, thrower):
            return _format_actor(program, thrower, "rolls") + _format_rolled(program, dice, outcome)
        case Drawn():
            return format_draw(program, event)
        case Decided(choice, answer, chooser):
            info = program.choices[choice]
            told = " in secret" if info.secret else f": {info.labels[answer]}"
            return _format_actor(program, chooser, "chooses") + call(info) + told
        case _:
            assert_never(event)


def _format_rolled(program: Program, dice: int, outcome: int) -> str:
    """Dice and what they show; where not everybody sees that, how many they are."""
    info, shown = program.dice[dice], format_roll(program, dice, outcome)
    if info.whose:
        return f"{info.whose} {shown}"
    if info.sight != "up":
        return f"{call(info) if info.left else format_dice_name(program, dice)} {shown}"
    return f"{call(info)}{':' * bool(info.called)} {shown}"


def format_throw(program: Program, rolled: Sequence[Rolled]) -> str:
    """Different dice that were rolled together, in a line: `Red rolls white: 3+4 = 7, green: 5`."""
    shown = []
    for _, part in groupby(rolled, lambda each: program.dice[each.dice].order):
        dice = [(program.dice[each.dice], format_roll(program, each.dice, each.outcome)) for each in part]
        shown.append(f"{dice[0][0].whose or call(dice[0][0])}: {', '.join(faces for _, faces in dice)}")
    return _format_actor(program, rolled[-1].thrower, "rolls") + ", ".join(shown)


def format_draw(program: Program, event: Drawn) -> str:
    """A draw in a line; the card is named only where everybody sees it."""
    zone, onto = program.zones[event.zone], program.zones[event.onto]
    card = format_value(program.shapes[zone.shape], event.card) if onto.sight == "up" else "a card"
    where = onto.places[event.onto_place] if onto.places else call(onto)
    return f"dealt to {where}: {card}"


def format_place(program: Program, number: int, place: int) -> str:
    """A place of a zone: `stock`, `held of Anna`."""
    zone = program.zones[number]
    name = call(zone)
    return f"{name} of {zone.places[place]}" if zone.places else name


def _format_actor(program: Program, seat: int, does: str) -> str:
    return "" if seat < 0 else f"{format_seat(program, seat)} {does} "


def event_to_object(program: Program, event: Event) -> dict[str, object]:
    """One event as plain data: what sort it is, its line, and the place in the ruleset it comes from."""
    kind = type(event).__name__.lower()
    if isinstance(event, Sampled):
        return {"kind": kind, "text": format_event(program, event)}
    site = program.sites[event.site]
    place = {"file": name_file(site.file), "line": site.line, "citation": site.citation, "ids": list(site.ids)}
    by = {"house_rule": site.overlay} if site.overlay else {}
    return {"kind": kind, "text": format_event(program, event), **place, **by}
