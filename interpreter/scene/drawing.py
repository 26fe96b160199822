"""What lies on the table at a position, as one viewer sees it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from functools import lru_cache
from itertools import dropwhile, pairwise, takewhile
from typing import Any, TypeAlias

from interpreter import model
from interpreter.bits import indices_of
from interpreter.check.evaluate import Undecided, evaluate
from interpreter.data_classes import dataclass
from interpreter.display import call, format_name, format_seat, format_value, has_spots, strip_values, to_python_value
from interpreter.domains import MemberType, RollType, SetType, ThrowType, YesNoType
from interpreter.engine import ChanceStop, DecisionStop, Engine, Position, Reached, Rolled
from interpreter.model import PAIRED
from interpreter.play.session import Moment, is_forced, is_one_throw
from interpreter.program import UNDER_WAY, ZoneInfo
from interpreter.program.cards import read
from interpreter.program.sight import sees, sees_slot
from interpreter.scene.furniture import FEWEST_ROWS, Furniture, Look
from interpreter.scene.pictures import Picture, are_tiles, picture_card
from interpreter.scene.seats import choose_colours, find_colour, make_signs, name_owner
from interpreter.scene.ties import Key, Ties
from interpreter.source import NOWHERE

Data: TypeAlias = dict[str, Any]

MOST_IN_A_ROW = 7
"""Cards of a pile that lie side by side; if there are more, only the one on top shows."""

MOST_LAMPS = 4

MOST_TRIED = 1_000
"""Outcomes of a roll that are tried to find out which tables it can lead to."""

YES = model.Constant(1, type=YesNoType(), span=NOWHERE)


@dataclass
class Drawing:
    """The things that have been laid down so far."""

    look: Look
    things: list[Data] = field(default_factory=list)
    ties: Ties = field(default_factory=lambda: Ties({}))
    seats: list[Data] = field(default_factory=list)
    seat_views: dict[str, None] = field(default_factory=dict)
    """The views that say something about seats."""

    @property
    def viewer(self) -> int:
        return self.look.viewer

    @property
    def furniture(self) -> Furniture:
        return self.look.furniture

    @property
    def position(self) -> Position:
        return self.look.session.position

    def lay_defaults(self) -> None:
        """What no view draws."""
        declared, game = self.furniture.declared, self.furniture.game
        for number, zone in enumerate(self.furniture.program.zones):
            for place in range(zone.members) if zone.name not in declared and zone.deck in game.decks else ():
                self.lay_zone(number, zone, place)
        for name in self.furniture.game.dice:
            if name not in declared:
                self.lay_dice_of(name)
        for phase, state in self.furniture.states:
            if state.name not in declared and self.is_under_way(phase):
                self.lay_state(state)
        for kind in self.furniture.rings:
            if kind not in declared:
                self.lay_ring(kind)
        self.lay_charts()
        for phase, state in self.furniture.scores if not any("points" in seat for seat in self.seats) else ():
            self.note_points(phase, state)

    def note_points(self, phase: str, state: model.StateInfo) -> None:
        """The points that win, at each seat."""
        first, kind = self.furniture.find_slot(state.variable), state.variable.each
        if first is None or kind is None or not self.is_under_way(phase):
            return
        for place in range(self.count_places(state.variable)):
            for seat in self.seats if sees_slot(self.furniture.program, self.viewer, first + place) else ():
                if name_owner(kind.kind, place) in (seat["id"], seat.get("of")):
                    seat["points"] = self.position.slots[first + place]

    @property
    def surface(self) -> str:
        boards = [each for each in self.things if each["kind"] == "board"]
        if any(each["shape"]["form"] == "diamond" for each in boards):
            return "grass"
        return "felt" if self.furniture.program.zones else "wood" if boards else "leather"

    def is_under_way(self, phase: str) -> bool:
        return self.position.slots[self.furniture.slots[f"{UNDER_WAY}{phase}"]] == 1

    # ---- cards

    def lay_zone(self, number: int, zone: ZoneInfo, place: int, word: str = "", sorting: Sequence[str] = ()) -> None:
        """The cards of a place: as a view says, or as they lie by default."""
        order = self.sort_cards(zone, list_cards(self.position, zone, place), sorting)
        info = self.furniture.game.zones[zone.name]
        kind = info.variable.each.kind if info.variable.each is not None else ""
        owner, thing = name_owner(kind, place), name_place(zone, place)
        seen = sees(self.furniture.program, self.viewer, zone, place)
        common: Data = {"id": thing, "name": call(zone)} | ({"of": owner} if owner else {})
        tiles = {"tiles": True} if are_tiles(self.furniture.program.shapes[zone.shape].labels) else {}
        if zone.sight == "owner" and not seen:
            for seat in self.seats:
                if order and owner in (seat["id"], seat.get("of")):
                    seat |= {"backs": seat.get("backs", 0) + len(order), **tiles}
        elif zone.sight == "owner" and (order or word):
            cards = self.make_cards(zone, place, order)
            for number in self.list_new(zone, place, order):
                cards[order.index(number)]["new"] = True
            self.things.append({**common, "kind": "hand", "cards": cards})
        elif seen and word != "pile" and (word or 0 < len(order) <= MOST_IN_A_ROW):
            cards = [card | self.find_layer(zone, place, card["name"]) for card in self.make_cards(zone, place, order)]
            self.things.append({**common, "kind": word or "row", "cards": cards})
            for card in cards if self.things[-1]["kind"] == "row" else ():
                self.ties.add(f"row {zone.name}", place, card["id"])
        elif order or word:
            top = find_top(self.position, zone, place) if seen else None
            shown = {} if top is None else {"top": self.make_cards(zone, place, [top])[0]}
            self.things.append({**common, "kind": "pile", "count": len(order), **shown, **tiles})
        if self.things and self.things[-1]["id"] == thing:
            self.ties.add(f"zone {zone.name}", place, thing)

    def make_cards(self, zone: ZoneInfo, place: int, order: Sequence[int]) -> list[Data]:
        labels = self.furniture.program.shapes[zone.shape].labels
        is_drawn = all(picture_card(each).suit for each in labels if " of " in each)
        made, times = list[Data](), Counter[int]()
        for card in order:
            times[card] += 1
            again = f"/{times[card]}" if times[card] > 1 else ""
            made.append(show_card(labels[card], is_drawn) | {"id": f"{name_place(zone, place)}/{labels[card]}{again}"})
            self.ties.add_card(zone.deck, card, made[-1]["id"])
        return made

    def sort_cards(self, zone: ZoneInfo, order: list[int], sorting: Sequence[str]) -> list[int]:
        """Cards by their attributes, the first counting most."""
        labels, kinds = self.furniture.program.shapes[zone.shape].labels, self.furniture.game.kinds

        def place(card: int) -> tuple[int, ...]:
            picture = picture_card(labels[card])
            parts = (*labels[card].split(" of "), picture.rank, picture.suit)
            shown = [kinds[each].shown if each in kinds else () for each in sorting]
            return tuple(next((names.index(part) for part in parts if part in names), -1) for names in shown)

        return sorted(order, key=place) if sorting else order

    def count_cards(self, zone: ZoneInfo, place: int) -> int:
        return len(list_cards(self.position, zone, place))

    def find_layer(self, zone: ZoneInfo, place: int, card: str) -> Data:
        """Who laid a card that lies open: who was asked when it came there."""
        labels = self.furniture.program.shapes[zone.shape].labels
        number = labels.index(card)
        for moment, before in pairwise(reversed(self.look.session.moments)):
            if not before.position.slots or number not in list_cards(before.position, zone, place):
                stop = moment.behind
                return {"by": name_owner("player", stop.chooser)} if isinstance(stop, DecisionStop) else {}
        return {}

    def list_new(self, zone: ZoneInfo, place: int, order: Sequence[int]) -> set[int]:
        """The cards that came to a hand since the viewer last had a choice, if they are few: else it was dealt anew."""
        for moment, before in pairwise(reversed(self.look.session.moments)):
            stop = moment.behind
            if isinstance(stop, DecisionStop) and stop.chooser == self.viewer and not is_forced(stop):
                held = list_cards(before.position, zone, place) if before.position.slots else []
                came = set(order) - set(held)
                return came if 2 * len(came) < len(order) else set()
        return set()

    # ---- dice

    def lay_dice_of(self, name: str, only: int | None = None) -> None:
        """Dice if they are those that everybody saw last, or that only the viewer sees."""
        program, info = self.furniture.program, self.furniture.game.dice[name]
        last, rolls = self.find_thrown(info.variable)
        first = self.furniture.find_slot(info.variable)
        shown: Data = {"called": self.furniture.game.called.get(name, format_name(name)) + self.count_throws(name)}
        if last is not None and rolls and not last.total:
            shown["moment"] = last.number
        elif info.sight == "up":
            return
        for place in range(self.count_places(info.variable)) if only is None else (only,):
            roll = rolls.get(place) or rolls.get(-1)
            is_shown = info.sight != "up" or roll is not None
            if is_shown and first is not None and sees_slot(program, self.viewer, first + place):
                is_open = roll is not None and roll.thrower >= 0 and info.sight == "up"
                who = format_seat(program, roll.thrower) if roll is not None and is_open else ""
                whose = program.dice[rolls[place].dice].whose if place in rolls else ""
                self.lay_throw(info, place, first + place, {**shown, "who": who, "called": whose or shown["called"]})

    def find_thrown(self, variable: model.Variable) -> tuple[Moment | None, dict[int, Rolled]]:
        """The last throw, and these dice in it, with those of the members before that were thrown just before it, by
        member."""
        by_player = variable.each is not None and variable.each.kind == "player"
        found, last = dict[int, Rolled](), None
        moments = dropwhile(lambda each: not each.thrown, reversed(self.look.session.moments))
        for moment in takewhile(lambda each: each.thrown, moments):
            last = last or moment
            rolled = [(self.furniture.program.dice[each.dice], each) for each in moment.thrown]
            rolled = [each for each in rolled if each[0].name == variable.name]
            those = {each.thrower if by_player else dice.member: each for dice, each in rolled}
            if not those or (found and max(those) >= min(found)):
                break
            found = those | found
        return last, found

    def count_throws(self, name: str) -> str:
        """Which throw of how many it is in a phase with a fixed number of them."""
        counted = [each for each in self.furniture.phases if self.is_under_way(each.name)]
        limits = ((each.name, self.furniture.count_rolls(each.body, name, self.look.values)) for each in counted)
        phase, most = next(((phase, most) for phase, most in limits if 1 < most < math.inf), ("", 0))
        sites, dice = self.furniture.program.sites, self.furniture.program.dice
        made = 0
        for event in (each for moment in reversed(self.look.session.moments) for each in reversed(moment.events)):
            made += isinstance(event, Rolled) and dice[event.dice].name == name
            if isinstance(event, Reached) and (sites[event.site].kind, sites[event.site].name) == ("phase", phase):
                break
        return f", throw {made} of {most:g}" if made and phase else ""

    def find_kept(self, name: str, place: int, lying: Counter[int]) -> Counter[int]:
        """The faces of dice that were picked just now, or lay there already when the others were thrown last."""
        program, last = self.furniture.program, self.look.session.moments[-1]
        if isinstance(last.behind, DecisionStop) and not program.choices[last.behind.choice].secret:
            info = self.furniture.game.choices[program.choices[last.behind.choice].name]
            type_ = info.candidate.type
            is_picked = isinstance(type_, ThrowType) and type_.dice == name
            return Counter(type_.unpack(info.values[last.answer])) if is_picked else Counter()  # type: ignore[union-attr]
        rolled = [(program.dice[each.dice], each.outcome) for each in last.thrown]
        thrown = [(dice, outcome) for dice, outcome in rolled if dice.name == name and dice.member in (place, -1)]
        return lying - Counter(face for dice, outcome in thrown for face in dice.show(outcome)) if thrown else Counter()

    def lay_throw(self, info: model.DiceInfo, place: int, slot: int, shown: Data) -> None:
        """Dice as they lie, those that are kept first."""
        program, value, type_ = self.furniture.program, self.position.slots[slot], info.variable.type
        shape, thing = program.shapes[program.slots[slot].shape], program.slots[slot].name
        faces = to_python_value(shape, value)
        if not isinstance(faces, tuple) or not faces or not isinstance(type_, RollType | ThrowType):
            return
        numbers = type_.show(value) if isinstance(type_, RollType) else type_.unpack(value)
        kept, held, others = self.find_kept(info.name, place, Counter(numbers)), list[Key](), list[Key]()
        for number, face in zip(numbers, map(str, faces), strict=True):
            (held if kept[number] > 0 else others).append((face, number))
            kept[number] -= 1
        dice = list[Data]()
        for face, number in held + others:
            is_held = {"held": True} if len(dice) < len(held) else {}
            dice.append({"id": f"{thing}/{len(dice)}", "face": face, **is_held, **find_colour(shown["called"])})
            self.ties.add(info.name, number, dice[-1]["id"])
        self.things.append({"id": thing, "kind": "dice", "spots": has_spots(shape), "dice": dice, **shown})

    def count_places(self, variable: model.Variable) -> int:
        return self.furniture.count_members(variable.each.kind) if variable.each is not None else 1

    # ---- states

    def lay_state(self, state: model.StateInfo) -> None:
        each = state.variable.each
        first, *others = each.kind.split(PAIRED) if each is not None else ("",)
        if first in ("player", "side") and len(others) == 1:
            if self.furniture.count_members(others[0]) >= FEWEST_ROWS:
                sheet = self.make_sheet(state, first, others[0])
                self.things += [sheet] if sheet is not None else []
        elif state.limit is not None and each is None:
            self.lay_count(state)

    def make_sheet(
        self, state: model.StateInfo, owner: str, kind: str, boxes: Container[object] | None = None
    ) -> Data | None:
        """A sheet. Boxes that hold what they did at first are empty; where a view names its empty ones, only those."""
        program, slot = self.furniture.program, self.furniture.find_slot(state.variable)
        info, columns = self.furniture.game.kinds[kind], self.furniture.count_members(owner)
        start = state.start
        while isinstance(start, model.Named):
            start = start.inside
        empty = start.value if isinstance(start, model.Constant) else None
        if slot is None:
            return None
        rows = []
        for member, name in enumerate(info.shown):
            cells = {}
            for column in range(columns):
                at = slot + column * len(info.members) + member
                if sees_slot(program, self.viewer, at):
                    value = self.position.slots[at]
                    is_empty = value == empty and (boxes is None or (column, member) in boxes)
                    text = "" if is_empty else format_value(program.shapes[program.slots[at].shape], value)
                    cells[name_owner(owner, column)] = {"text": text, "state": "empty" if is_empty else "full"}
            row = f"{state.name}/{info.members[member]}"
            rows.append({"id": row, "name": name, "cells": cells, "sum": False})
            self.ties.add(kind, member, row)
        heads = [name_owner(owner, column) for column in range(columns)]
        name = format_name(state.name)
        return {"id": state.name, "kind": "sheet", "name": name, "columns": heads, "rows": rows}

    def lay_count(self, state: model.StateInfo) -> None:
        limit, slot = self.find_limit(state.limit), self.furniture.find_slot(state.variable)
        if slot is None or limit is None or not sees_slot(self.furniture.program, self.viewer, slot):
            return
        kind = "lamps" if limit <= MOST_LAMPS else "count"
        value = self.position.slots[slot]
        name = format_name(state.name)
        self.things.append({"id": state.name, "kind": kind, "name": name, "value": value, "of": limit})

    def find_limit(self, limit: model.Value | None) -> int | None:
        return self.furniture.find_limit(limit, self.look.values)

    # ---- boards

    def lay_ring(self, kind: str) -> None:
        """The members of a kind in a circle, and what is kept of them."""
        info = self.furniture.game.kinds[kind]
        count = len(info.members)
        radius = max(count / (2 * math.pi), 1)
        places = list[Data]()
        for member, (name, shown) in enumerate(zip(info.members, info.shown, strict=True)):
            angle = 2 * math.pi * member / count
            x, y = (round(radius + radius * each, 2) for each in (math.sin(angle), -math.cos(angle)))
            places.append({"id": name, "x": x, "y": y, "name": shown})
            self.ties.add(kind, member, name)
        size = {"w": round(2 * radius + 1, 2), "h": round(2 * radius + 1, 2)}
        board: Data = {"id": kind, "kind": "board", "name": format_name(kind), "shape": {"form": "ring"}, "size": size}
        held = (state for phase, state in self.furniture.rings[kind] if self.is_under_way(phase))
        pieces = [piece for state in held for piece in self.make_pieces(state, info.members)]
        self.things.append({**board, "places": places, "links": [], "marks": [], "pieces": pieces})

    def make_pieces(self, state: model.StateInfo, places: Sequence[str]) -> Iterator[Data]:
        program, first = self.furniture.program, self.furniture.find_slot(state.variable)
        kind = state.variable.each.kind if state.variable.each is not None else ""
        owners = program.seats if kind == "player" else program.sides if kind == "side" else (format_name(state.name),)
        signs, colours = make_signs(owners), choose_colours(program.sides or program.seats)
        if first is None or kind not in ("player", "side", ""):
            return
        for owner in range(len(owners)):
            if not sees_slot(program, self.viewer, first + owner):
                continue
            value = self.position.slots[first + owner]
            members = [value] if isinstance(state.variable.type, MemberType) else []
            members = list(indices_of(max(value, 0))) if isinstance(state.variable.type, SetType) else members
            whose = {"of": name_owner(kind, owner), "colour": colours[owner % len(colours)]} if kind else {}
            for number, member in enumerate(members):
                thing = f"{state.name}/{whose.get('of', '')}/{number}"
                yield {"id": thing, "at": places[member], "sign": signs[owner], "count": 1, "dress": "man", **whose}

    # ---- charts and words

    def lay_charts(self) -> None:
        """The tables of the last roll, or those that the roll to come can lead to, perhaps after what is decided
        now."""
        program, session, stop = self.furniture.program, self.look.session, self.look.session.stop
        coming = program.dice[stop.dice].name if isinstance(stop, ChanceStop) else ""
        if isinstance(stop, DecisionStop):
            coming = self.furniture.find_roll_after(program.choices[stop.choice].name)
        charts = [each for each in self.furniture.charts if each not in self.furniture.declared]
        ahead = frozenset(each for each in charts if coming in self.furniture.dice_of(each))
        if ahead and isinstance(stop, ChanceStop) and session.position.block not in session.hidden_turns:
            ahead &= _find_tables_ahead(session.engine, session.position, stop, ahead)
        shown = ahead.union(name for name, _ in _find_hot_rows(self.look))
        for name in (each for each in charts if each in shown):
            self.lay_chart(name)

    def lay_chart(self, name: str) -> None:
        hot = dict(_find_hot_rows(self.look)).get(name)
        rows = [
            {"when": word_key(row.key), "what": what or ", ".join(row.results), "odds": row.odds, "hot": hot == row.key}
            for row, what in zip(self.furniture.find_chart(name).rows, self.word_rows(name), strict=True)
        ]
        called = self.furniture.game.called.get(name, format_name(name))
        self.things.append({"id": name, "kind": "chart", "name": called, "rows": rows})

    def word_rows(self, table: str) -> Iterator[str]:
        """What each row of a table does, by the titles of its rules, as the options are set."""
        game = self.furniture.game
        known = self.furniture.find_known(self.look.values)

        def word(statement: model.Statement) -> Iterator[str]:
            if isinstance(statement, model.When):
                holds = (each.body for each in statement.cases if evaluate(game, each.condition or YES, known))
                yield from (text for each in next(holds, ()) for text in word(each))
            else:
                is_call = isinstance(statement, model.CallRoutine) and (not statement.arguments or is_alone(statement))
                called = game.called.get(statement.routine, "") if is_call else ""  # type: ignore[union-attr]
                yield strip_values(called) or format_name(statement.span.on_one_line)

        def is_alone(call: model.CallRoutine) -> bool:
            actions = (each for row in game.tables[table].rows for each in row.action or ())
            calls = [each for each in actions if isinstance(each, model.CallRoutine) and each.routine == call.routine]
            return len(calls) == 1

        for row in game.tables[table].rows:
            with suppress(Undecided):
                yield " and ".join(text for each in row.action or () for text in word(each))
                continue
            yield format_name(row.shown)


def word_key(key: str) -> str:
    """What a row is for, as people say it: `13 to 17`, `11 or more`."""
    key = re.sub(r"\b(\w+)\.\.(\w+)", r"\1 to \2", key)
    return re.sub(r"\b(\d+)([+-])(?!\w)", lambda found: f"{found[1]} or {'more' if found[2] == '+' else 'less'}", key)


def list_cards(position: Position, zone: ZoneInfo, place: int) -> list[int]:
    cards = read(list(position.slots), zone, place)
    return cards.order if cards is not None else []


def find_top(position: Position, zone: ZoneInfo, place: int) -> int | None:
    """The card on top, where it is known."""
    cards = read(list(position.slots), zone, place)
    known = cards.above or ([] if cards.loose else cards.beneath) if cards is not None else []
    return known[-1] if known else None


def name_place(zone: ZoneInfo, place: int) -> str:
    return f"{zone.name}.{place + 1}" if zone.places else zone.name


def show_card(name: str, is_drawn: bool = True) -> Data:
    """A card with its print, unless others of its pack have none."""
    picture = picture_card(name) if is_drawn else Picture(name)
    return {"name": name, "rank": picture.rank, "suit": picture.suit, "red": picture.is_red}


def _find_hot_rows(look: Look) -> Iterator[tuple[str, str]]:
    """The rows that the last roll led to, by their tables."""
    for moment in reversed(look.session.moments):
        for event in reversed(moment.events):
            site = look.program.sites[event.site] if isinstance(event, Reached) else None
            if site is not None and site.kind == "row" and site.sight == "up":
                yield site.name, site.row
            if isinstance(event, Rolled):
                return


@lru_cache(1)
def _find_tables_ahead(engine: Engine, position: Position, stop: ChanceStop, some: frozenset[str]) -> frozenset[str]:
    """The tables that some outcome of a roll leads to before anything else is rolled or decided, found once for all who
    look; some that are given if that is not tried: there are too many outcomes, or more dice of the same throw."""
    sites = engine.program.sites
    if stop.outcomes > MOST_TRIED:
        return some
    steps = [engine.answer(position, outcome) for outcome in range(stop.outcomes)]
    if any(is_one_throw(engine.program, stop, each.stop) for each in steps):
        return some
    reached = (sites[event.site] for each in steps for event in each.events if isinstance(event, Reached))
    return frozenset(site.name for site in reached if site.kind == "row" and site.sight == "up")
