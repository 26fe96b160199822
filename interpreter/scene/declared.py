"""What the views of a ruleset lay on the table: each thing line, and the lines under it, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, TypeAlias

from interpreter import model
from interpreter.bits import indices_of
from interpreter.data_classes import dataclass
from interpreter.display import format_name, format_text
from interpreter.domains import MemberType, NumberType, SetType
from interpreter.engine import DecisionStop, Sampled
from interpreter.model import PAIRED
from interpreter.play.trace import ask_views
from interpreter.program.sight import sees, sees_slot
from interpreter.scene.drawing import Drawing, find_top
from interpreter.scene.layouts import Board, draw_map, place_members
from interpreter.scene.seats import choose_colours, make_initials, make_signs, name_owner

Data: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Answered:
    """A line of a view for one member of its loops: the values of its roles, whether each is a set, and its text."""

    roles: tuple[tuple[str, int, bool], ...]
    text: str

    def find(self, role: str) -> int | None:
        return next((value for name, value, _ in self.roles if name == role), None)

    def list(self, role: str) -> list[int]:
        """The members of a role: those of a set, or the values themselves."""
        found = [(value, is_set) for name, value, is_set in self.roles if name == role]
        return [each for value, is_set in found for each in (indices_of(max(value, 0)) if is_set else (value,))]


Found: TypeAlias = dict[tuple[str, int], list[Answered]]
"""The lines of views, by the view and the number of the line."""

Below: TypeAlias = Sequence[tuple[model.ThingInfo, list[Answered]]]
"""The lines under a thing."""


@dataclass
class ViewDrawing:
    """Lays down the things of views, on a table that is being drawn."""

    drawing: Drawing

    def lay_everything(self) -> None:
        drawing = self.drawing
        program, found = drawing.furniture.program, Found()
        order: dict[str, None] = {}
        for query, text, values in ask_views(program, drawing.look.session.engine, drawing.position, drawing.viewer):
            order[query.name] = None
            if query.line < 0:
                continue
            line = drawing.furniture.game.views[query.name].lines[query.line]
            roles = line.thing.roles if line.thing is not None else ()
            if line.thing is not None:
                text = format_text(program, values[0], values[1:], None, len(roles))
            shapes = program.texts[values[0]].shapes if roles else ()
            is_set = [program.shapes[shape].form == "set" for shape in shapes]
            read = tuple(zip(roles, values[1:], is_set, strict=False))
            found.setdefault((query.name, query.line), []).append(Answered(read, text))
        for name in order:
            self.lay_view(drawing.furniture.game.views[name], found)

    def lay_view(self, view: model.ViewInfo, found: Found) -> None:
        """Line by line, but member by member those of one loop."""
        tops = [(at, line) for at, line in enumerate(view.lines) if line.thing is None or line.thing.parent < 0]
        for _, group in groupby(tops, key=lambda top: [id(loop) for loop in top[1].loops]):
            lines = [(number, found.get((view.name, number), [])) for number, _ in group]
            for at in range(max(len(answers) for _, answers in lines)):
                for number, answers in lines:
                    for answered in answers[at : at + 1]:
                        self.lay_line(view, number, at, answered, found)

    def lay_line(self, view: model.ViewInfo, number: int, at: int, answered: Answered, found: Found) -> None:
        line = view.lines[number]
        if line.thing is None:
            caption = {"id": f"{view.name}.{number}.{at}", "kind": "caption", "view": view.name, "text": answered.text}
            self.drawing.things.append(caption)
            return
        below = [
            (other.thing, found.get((view.name, under), []))
            for under, other in enumerate(view.lines)
            if other.thing is not None and other.thing.parent == number
        ]
        self.lay_thing(line.thing, answered, below, view)

    def lay_thing(self, thing: model.ThingInfo, answered: Answered, below: Below, view: model.ViewInfo) -> None:
        drawing, first = self.drawing, len(self.drawing.things)
        match thing.word:
            case "board":
                drawing.things.append(self.make_board(thing, below))
            case "hand" | "pile" | "row" | "trick":
                self.lay_cards(thing, answered, below)
            case "dice":
                drawing.lay_dice_of(thing.name, answered.find("index"))
                note_left(drawing.things[first:], answered, below)
            case "sheet":
                self.lay_sheet(thing, below)
            case "score":
                drawing.things.append(self.make_score(thing, below))
            case "chart":
                drawing.lay_chart(thing.name)
            case "seat":
                self.note_seat(thing, answered)
                drawing.seat_views[view.name] = None
            case "lamps" | "count":
                limit = answered.find("to")
                value: Data = {"id": f"{view.name}.{answered.text}", "kind": thing.word}
                if (member := answered.find("for")) is not None:
                    drawing.ties.add(getattr(self.find_value(thing, "for").type, "kind", ""), member, value["id"])
                drawing.things.append(value | {"value": answered.find("value"), "of": limit})
        for made in drawing.things[first:]:
            if answered.text and (thing.word != "dice" or len(drawing.things) == first + 1):
                made["called" if thing.word == "dice" else "name"] = made["title"] = answered.text
            made["view"] = view.name

    # ---- cards

    def lay_cards(self, thing: model.ThingInfo, answered: Answered, below: Below) -> None:
        drawing, first, index = self.drawing, len(self.drawing.things), answered.find("index")
        number, zone = next((n, z) for n, z in enumerate(drawing.furniture.program.zones) if z.name == thing.name)
        places = range(zone.members) if index is None else (index,)
        if thing.word == "pile" and zone.members > 1 and index is None:
            count = sum(drawing.count_cards(zone, place) for place in places)
            drawing.things.append({"id": zone.name, "kind": "pile", "name": format_name(zone.name), "count": count})
        else:
            for place in places:
                drawing.lay_zone(number, zone, place, thing.word, thing.order)
        best = answered.find("best")
        labels = drawing.furniture.program.shapes[zone.shape].labels
        said = [(info.word, each) for info, found in below for each in found if each.list("card")]
        tags = {labels[each.list("card")[0]]: each.text for word, each in said if word == "tag"}
        order = {labels[each.list("card")[0]]: each.find("value") or 0 for word, each in said if word == "order"}
        turned = {labels[each] for each in answered.list("turned")}
        for made in drawing.things[first:]:
            if order and made["kind"] == "hand":
                made["cards"].sort(key=lambda card: order.get(card["name"], 0))
            for card in made.get("cards", ()):
                card.update({"turned": True} if card["name"] in turned else {})
                if card["name"] in tags:
                    card["tag"] = tags[card["name"]]
                if best is not None and 0 <= best < len(labels) and card["name"] == labels[best]:
                    card["best"] = True

    # ---- seats

    def note_seat(self, thing: model.ThingInfo, answered: Answered) -> None:
        """Write points and a note at the seat of a player, or at those of a side."""
        owner, points = name_owner(self.find_kind(thing), answered.find("of") or 0), answered.find("points")
        for seat in self.drawing.seats:
            if owner in (seat["id"], seat.get("of")):
                seat |= {"points": points} if points is not None else {}
                seat |= {"note": answered.text} if answered.text else {}

    def find_kind(self, thing: model.ThingInfo) -> str:
        """Whether a thing is a player's or a side's."""
        return getattr(self.find_value(thing, "of").type, "kind", "player")

    # ---- boards

    def make_board(self, thing: model.ThingInfo, below: Below) -> Data:
        layout = thing.layout
        assert layout is not None
        kind, names = self.list_names(layout.of)
        beginning = [each for info, found in below if info.word == "start" for each in found]
        starts = {each.find("of") or 0: each.list("at")[0] for each in beginning}
        numbers, players = list(names), len(self.drawing.seats)
        quarters = [
            4 * numbers.index(starts[seat]) // len(numbers) if starts.get(seat) in names else seat % 4
            for seat in range(players)
        ]
        parties = len(self.drawing.furniture.program.sides) or players
        near = max(self.drawing.viewer, 0) % parties
        if layout.shape == "map":
            board = draw_map(layout.rows, names)
        else:
            board = place_members(layout.shape, layout.size, layout.traits, names, quarters, near)
        if "facing" in layout.traits and 2 * near >= parties:
            board.turn()
        others = (each["places"] for each in self.drawing.things if each["kind"] == "board")
        if {place["id"] for places in others for place in places} & {each["id"] for each in board.list_places()}:
            board.mark = f"{thing.name}."
        for number in names if kind else ():
            self.drawing.ties.add(kind, number, board.find(-1, number))
        lanes = [seat["id"] for seat in self.drawing.seats] if layout.shape == "track" else []
        shape = {"form": layout.shape, "lanes": lanes}
        made: Data = {"id": thing.name, "kind": "board", "name": format_name(thing.name), "shape": shape}
        kinds = [each for each in self.drawing.furniture.game.kinds.values() if each.name == kind]
        shown = {name: called for each in kinds for name, called in zip(each.members, each.shown, strict=True)}
        places = [place | {"name": shown.get(place["name"], place["name"])} for place in board.list_places()]
        made |= {"size": board.size, "places": places, "links": [], "marks": [], "pieces": []}
        count: dict[tuple[str, str], int] = {}
        for info, found in below:
            if info.word == "links":
                made["links"] += self.list_links(info.name, names)
            for answered in found:
                if info.word == "mark":
                    at = [place for number in answered.list("value") for place in board.find_all(number)]
                    heap = {} if (times := answered.find("times")) is None else {"times": times}
                    made["marks"].append({"at": at, "text": answered.text, **heap})
                    for answer, place in zip(answered.list("answers"), at, strict=False):
                        self.drawing.ties.add("place", answer, place)
                elif info.word == "pile":
                    made["pieces"] += self.make_top(info, answered, board)
                elif info.word != "links":
                    made["pieces"] += self.make_pieces(info, answered, board, count)
        return made | join_bodies(made["pieces"])

    def list_names(self, of: model.Value) -> tuple[str, dict[int, str]]:
        """The kind whose members have places, if it is one, and what each number is called."""
        member = of.type.member if isinstance(of.type, SetType) else None
        if isinstance(member, MemberType):
            info = self.drawing.furniture.game.kinds[member.kind]
            numbers = list(range(member.low, member.high + 1))
            if info.is_board:
                numbers.sort(key=info.parts[1].values.__getitem__)  # row by row
            return member.kind, {number: info.members[number] for number in numbers}
        assert isinstance(member, NumberType)
        high = self.drawing.find_limit(of.high) if isinstance(of, model.Between) else None
        return "", {number: str(number) for number in range(member.low, (member.high if high is None else high) + 1)}

    def make_pieces(
        self, info: model.ThingInfo, answered: Answered, board: Board, count: dict[tuple[str, str], int]
    ) -> Iterator[Data]:
        drawing, program, owner = self.drawing, self.drawing.furniture.program, answered.find("of") or 0
        kind, colours = self.find_kind(info), choose_colours(program.sides or program.seats)
        whose, names = name_owner(kind, owner), program.sides if kind == "side" else program.seats
        signs = make_signs(names)
        times, answer = answered.find("times"), answered.find("answers")
        places, part_of = answered.list("at") or [1], answered.find("body")
        body = {"body": f"{whose}@{part_of}"} if part_of is not None else {}
        for place in places:
            for number in range(1, (1 if times is None else max(times, 0)) + 1):
                at = board.find(owner, number if times is not None and info.place else place, info.place)
                count[whose, at] = count.get((whose, at), 0) + 1
                piece: Data = {"id": f"{whose}@{at}.{count[whose, at]}", "at": at, "of": whose}
                piece |= {"dress": info.word, "count": 1, **body}
                piece |= {"colour": colours[owner % len(colours)], "sign": answered.text or signs[owner]}
                stop = drawing.look.session.stop
                is_asked = isinstance(stop, DecisionStop) and stop.chooser % len(names) == owner
                say = self.find_say(answer) if answer is not None and is_asked else None
                if answer is not None:
                    drawing.ties.add("", answer, piece["id"])
                if answer is not None and is_asked:
                    drawing.ties.add("place", answer, piece["id"])
                yield piece | ({"say": say} if say is not None else {})
                if info.word == "peg" and (was := self.find_last(info, owner, place)) is not None:
                    yield {**piece, "id": f"{piece['id']}.back", "at": board.find(owner, was), "past": True}

    def make_top(self, info: model.ThingInfo, answered: Answered, board: Board) -> Iterator[Data]:
        """The card on top of a pile that lies on a place; a text is what it shows where there is no room for a card."""
        drawing, index = self.drawing, answered.find("index") or 0
        zone = next(each for each in drawing.furniture.program.zones if each.name == info.name)
        top = find_top(drawing.position, zone, index)
        if top is not None and sees(drawing.furniture.program, drawing.viewer, zone, index):
            [card] = drawing.make_cards(zone, index, [top])
            sign = answered.text or card["rank"] + card["suit"] or make_initials(card["name"])
            piece = {"id": card["id"], "at": board.find(-1, answered.list("at")[0]), "dress": "card", "card": card}
            yield piece | {"sign": sign, "count": drawing.count_cards(zone, index)}

    def find_last(self, info: model.ThingInfo, owner: int, now: int) -> int | None:
        """Where a peg stood before it last moved, if its place is something that is kept for its player."""
        drawing, value = self.drawing, self.find_value(info, "at")
        if not isinstance(value, model.Read) or (first := drawing.furniture.find_slot(value.variable)) is None:
            return None
        slot = first + owner % drawing.count_places(value.variable)
        if not sees_slot(drawing.furniture.program, drawing.viewer, slot):
            return None
        session = drawing.look.session
        for back, (moment, earlier) in enumerate(pairwise(reversed(session.moments)), 1):
            if earlier.position.slots and earlier.position.slots[slot] != now:
                said = [each for _, each in session.watch(back)]
                said = said[: said.index(moment.position)] if moment.position in said else said
                return next(each.slots[slot] for each in (*reversed(said), earlier.position) if each.slots[slot] != now)
        return None

    def find_value(self, thing: model.ThingInfo, role: str) -> model.Value:
        lines = (line for view in self.drawing.furniture.game.views.values() for line in view.lines)
        holes = next(line.template.holes for line in lines if line.thing is thing)
        return holes[thing.roles.index(role)].value

    def find_say(self, value: int) -> str | None:
        """The answer that a piece is."""
        drawing = self.drawing
        stop, answers = drawing.look.session.stop, drawing.look.answers
        if answers is None or not isinstance(stop, DecisionStop):
            return None
        values = drawing.furniture.program.choices[stop.choice].values
        offered = zip(stop.offered, answers, strict=False)
        return next((offer.say for answer, offer in offered if values[answer] == value), None)

    def list_links(self, table: str, names: dict[int, str]) -> Iterator[Data]:
        """The rows of a table from one place that carry something out with another place."""
        info = self.drawing.furniture.game.tables[table]
        keys = [domain.labels for domain in info.domains[:1]]
        for key, row in enumerate(info.index if len(info.domains) == 1 else ()):
            calls = (each for each in info.rows[row].action or () if isinstance(each, model.CallRoutine))
            goals = [each.value for call in calls for each in call.arguments if isinstance(each, model.Constant)]
            start = keys[0][key]
            if goals and start in names.values() and goals[0] in names:
                up = int(start) < goals[0] if start.isdecimal() else True
                yield {"from": start, "to": names[goals[0]], "dress": "ladder" if up else "slide"}

    # ---- sheets

    def lay_sheet(self, thing: model.ThingInfo, below: Below) -> None:
        drawing = self.drawing
        state = next(state for _, state in drawing.furniture.states if state.name == thing.name)
        owner, *others = (state.variable.each.kind if state.variable.each is not None else "").split(PAIRED)
        if len(others) != 1:
            return
        lines = [found for info, found in below if info.word == "now"]
        boxes = {(*each.list("at")[:2],): each.find("value") for found in lines for each in found}
        if (sheet := drawing.make_sheet(state, owner, others[0], boxes if lines else None)) is None:
            return
        stop = drawing.look.session.stop
        for (column, row), would in boxes.items():
            if isinstance(stop, DecisionStop) and (owner != "player" or column == stop.chooser):
                cell = sheet["rows"][row]["cells"].get(name_owner(owner, column), {})
                cell.update({"state": "offered", "text": "", "would": would})
        for column in sheet["columns"]:
            offered = [row["cells"][column] for row in sheet["rows"] if "would" in row["cells"].get(column, {})]
            most = max((each["would"] for each in offered), default=0)
            for cell in offered:
                cell |= {"best": most > 0 and cell["would"] == most, "would": str(cell["would"])}
        sums = list(self.make_sums(below, owner))
        for after, line in reversed(sums):
            if after is not None:
                sheet["rows"].insert(after + 1, line)
        sheet["rows"] += [line for after, line in sums if after is None]
        drawing.things.append(sheet)

    def make_sums(self, below: Below, owner: str) -> Iterator[tuple[int | None, Data]]:
        for info, found in below:
            if info.word == "total" and found:
                name, values = found[0].text, {each.find("of") or 0: str(each.find("value")) for each in found}
                cells = {name_owner(owner, at): {"text": text, "state": "full"} for at, text in values.items()}
                yield found[0].find("after"), {"id": f"sum/{name}", "name": name, "cells": cells, "sum": True}

    # ---- line scores

    def measure_now(self, measure: str, below: Below) -> Iterator[tuple[int, int | None]]:
        """Whose phase is under way, and what it brought so far: as a view says, or as what is measured stands."""
        if self.drawing.look.session.over:
            return
        drawing, said = self.drawing, [each for info, found in below if info.word == "now" for each in found]
        for answered in said:
            yield answered.list("at")[0], answered.find("value")
        info = drawing.furniture.game.measures[measure]
        whose = next(each.whose for each in drawing.furniture.program.measures if each.name == measure)
        if said or whose < 0 or not isinstance(info.value, model.Read) or not drawing.is_under_way(info.per):
            return
        slot = drawing.furniture.find_slot(info.value.variable) if info.value.index is None else None
        if slot is not None and sees_slot(drawing.furniture.program, drawing.viewer, slot):
            yield drawing.position.slots[whose], drawing.position.slots[slot]

    def make_score(self, thing: model.ThingInfo, below: Below) -> Data:
        """What a measure was in each phase of each side so far, and what it is in the one under way."""
        drawing = self.drawing
        program = drawing.furniture.program
        number = next(at for at, each in enumerate(program.measures) if each.name == thing.name)
        slot = program.measures[number].whose
        names = program.shapes[program.slots[slot].shape].labels if slot >= 0 else program.sides
        kind = "side" if program.sides and names == program.sides else "player"
        owners = program.sides if kind == "side" else program.seats
        cells: dict[int, list[str]] = {owner: [] for owner in range(len(owners))}
        for moment in drawing.look.session.story:
            for event in moment.events:
                if isinstance(event, Sampled) and event.measure == number and event.whose in cells:
                    cells[event.whose].append(str(event.value))
        now = -1
        for owner, value in self.measure_now(thing.name, below):
            now = len(cells[owner])
            cells[owner].append(str(value))
        totals = [found for info, found in below if info.word == "total" and found]
        count, rows = max(1, *map(len, cells.values())), []
        for owner, values in cells.items():
            sums = [str(each.find("value")) for found in totals for each in found if each.find("of") == owner]
            padded = [*values, *[""] * (count - len(values))]
            rows.append({"of": name_owner(kind, owner), "name": owners[owner], "cells": padded, "totals": sums})
        columns = [*map(str, range(1, count + 1)), *(found[0].text for found in totals)]
        made: Data = {"id": thing.name, "kind": "score", "name": format_name(thing.name)}
        return made | {"columns": columns, "rows": rows, "now": now}


def join_bodies(pieces: Sequence[Data]) -> Data:
    """What lies on several places, with its places, and the pieces, without what others of them hide."""
    bodies = dict[str, Data]()
    for piece in (each for each in pieces if "body" in each):
        bodies.setdefault(piece["body"], {"colour": piece["colour"], "at": []})["at"].append(piece["at"])
    hidden = {each["at"] for each in pieces if "body" not in each}
    shown = [each for each in pieces if "body" not in each or each["at"] not in hidden]
    return {"pieces": shown, "bodies": [*bodies.values()]}


def note_left(thrown: Sequence[Data], answered: Answered, below: Below) -> None:
    """Each die as often as it is played, with a note on those that have been."""
    rows = [each for info, found in below if info.word == "left" for each in found]
    left = Counter[str]()
    for row in rows:
        left[str(row.find("value"))] += 1 if (times := row.find("times")) is None else times
    for dice in thrown:
        again = range(1, answered.find("times") or 1)
        dice["dice"] += [die | {"id": f"{die['id']}/{number}"} for die in dice["dice"] for number in again]
        for die in dice["dice"] if any(info.word == "left" for info, _ in below) else ():
            die["used"] = left[die["face"]] <= 0
            left[die["face"]] -= 1
