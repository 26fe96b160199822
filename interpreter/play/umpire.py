"""An umpire's rulings: another result for the last roll, card or choice, or another value for something kept.

A ruling is read from words, compared with what is possible, and then carried out on a session, where it is a moment
like any other. What is hidden from whoever asks for a ruling is shown neither by it nor by its refusal: rulings on what
comes from something hidden are refused, whatever they are. It knows no game: what may be ruled on is what the program
rolls, draws, asks and keeps.

- `roll 4+4`: the last roll shows these faces; whatever came of the other one does not count
- `choose double`: the last choice that left something to choose is answered so
- `card ace of hearts`: the last card that everybody saw coming is this one; where the program deals only as long as all
  others lie in sight, or in the pile it came from
- `outs = 1`, `runs of red = 3`: a state that is kept now has this value, within its declared range
- `walk`, or any other rule that the last roll could have led to at once: it shows the first faces that lead there; or
  else an answer of the last choice, without `choose`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.check.visibility import is_visible
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import umpire as errors
from interpreter.display import call, fold_name, format_name, format_roll, format_value
from interpreter.domains import FractionType, MaybeType, MemberType, NumberType, SetType, Type, YesNoType
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Position, Stop
from interpreter.model import Model, StateInfo
from interpreter.parts import name_parts, read_fraction, write_fraction
from interpreter.play.move_parsing import read_answer, read_card, read_roll
from interpreter.play.session import Moment, Session, is_forced
from interpreter.play.trace import find_prospects
from interpreter.program import UNDER_WAY, Program
from interpreter.program.sight import sees
from interpreter.throws import write_dice

SAYS = "The umpire rules: "

WHOLE = re.compile(r"-?[0-9]{1,9}")

MAX_STATES = 4
"""The most states that are named of those that an umpire can change."""


@dataclass(frozen=True)
class Overrule:
    """The stop of `back` moments ago gets another answer."""

    back: int
    number: int
    text: str
    said: str


@dataclass(frozen=True)
class Change:
    """A slot gets another value."""

    slot: int
    value: int
    text: str
    said: str


def read_ruling(model: Model, session: Session, text: str, asker: int | None = None) -> Overrule | Change | Diagnostic:
    """What the umpire rules, or why that cannot be. `text` of the result is the ruling in its shortest form. `asker` is
    the seat of whoever asks for it, below 0 if that may be anybody: the answer never reveals what is hidden from them.
    Who plays a saved game back knows everything, and is None."""
    text = " ".join(text.lstrip(":").split())
    name, sign, value = text.partition("=")
    umpire = _Umpire(model, session, asker)
    if sign:
        return umpire.read_change(name.strip(), value.strip())
    word, _, rest = text.partition(" ")
    match word.casefold():
        case "roll":
            return umpire.read_overrule("roll", rest)
        case "card":
            return umpire.read_overrule("card", rest)
        case "choose":
            return umpire.read_overrule("choice", rest)
        case _:
            return umpire.find_called(text)


def carry_out(session: Session, ruling: Overrule | Change) -> Moment:
    if isinstance(ruling, Overrule):
        return session.overrule(ruling.back, ruling.number, f"{SAYS}{ruling.said}", ruling.text)
    return session.change(ruling.slot, ruling.value, f"{SAYS}{ruling.said}", ruling.text)


# ---- another answer


@dataclass(frozen=True)
class _Umpire:
    """Reads rulings on a game for whoever asks for them (see `read_ruling`)."""

    model: Model
    session: Session
    asker: int | None

    def read_overrule(self, what: str, text: str) -> Overrule | Diagnostic:
        program, moments = self.session.program, list(self.session.moments)
        for back in range(1, len(moments)):
            stop = moments[-back].answered
            if stop is not None and self._is_meant(stop, what):
                if isinstance(stop, DrawStop) and self._cards_hidden(stop, moments[-back - 1].position):
                    return errors.ruling_hidden("card", "", self._list_open_states())
                if isinstance(stop, DecisionStop) and self._offers_hidden(stop):
                    shown = call(program.choices[stop.choice])
                    return errors.ruling_hidden("choice", shown, self._list_open_states())
                return _make_overrule(program, stop, back, text)
        return errors.nothing_to_overrule(what)

    def find_called(self, text: str) -> Overrule | Diagnostic:
        session, program, moments = self.session, self.session.program, list(self.session.moments)
        rolls = (back for back in range(1, len(moments)) if isinstance(moments[-back].answered, ChanceStop))
        back = next(rolls, 0)
        stop = moments[-back].answered if back else None
        led: dict[str, int] = {}
        before = moments[-back - 1].position
        hidden = self.asker is not None and before.block in session.hidden_turns
        if isinstance(stop, ChanceStop) and not hidden:
            for each in find_prospects(session.engine, before, stop):
                if each.consequence.rule:
                    led.setdefault(each.consequence.rule, each.outcomes[0])
        word = fold_name(text)
        found = [name for name in led if name == word] or [name for name in led if word and name.startswith(word)]
        if len(found) == 1 and isinstance(stop, ChanceStop):
            faces = write_dice(program.dice[stop.dice].name_outcome(led[found[0]]))
            return _make_overrule(program, stop, back, faces)
        choice = self.read_overrule("choice", text)
        return errors.ruling_unclear(text, sorted(led)) if isinstance(choice, Diagnostic) else choice

    def _is_meant(self, stop: Stop, what: str) -> bool:
        """Whether a stop is of the sort that is ruled on. An umpire must not reveal what only some have seen, nor
        whether there was a choice at all."""
        program = self.session.program
        if isinstance(stop, DrawStop):
            return what == "card" and program.zones[stop.onto].sight == "up"
        if isinstance(stop, DecisionStop):
            open_answer = what == "choice" and not program.choices[stop.choice].secret
            return open_answer and (not is_forced(stop) or self._offers_hidden(stop))
        return what == "roll" and isinstance(stop, ChanceStop) and program.dice[stop.dice].sight == "up"

    def _offers_hidden(self, stop: DecisionStop) -> bool:
        if self.asker is None or stop.chooser == self.asker:
            return False
        choice = self.model.choices[self.session.program.choices[stop.choice].name]
        return not all(is_visible(self.model, each, "") for each in choice.conditions)

    def _cards_hidden(self, stop: DrawStop, before: Position) -> bool:
        """Whether the card that came could lie somewhere else, unseen by whoever asks, so that it would reveal
        something whether another can come. People who deal themselves know which card it is."""
        if self.asker is None or self.session.own_cards:
            return False
        program, asker = self.session.program, self.asker
        came = sum(1 << card for card in stop.cards)
        return any(
            before.slots[zone.first + place] & ~(came if (at, place) == (stop.zone, stop.place) else 0)
            for at, zone in enumerate(program.zones)
            for place in range(zone.members)
            if zone.deck == program.zones[stop.zone].deck and not sees(program, asker, zone, place)
        )

    def read_change(self, name: str, text: str) -> Change | Diagnostic:
        change = _change_state(self.model, self.session, name, text)
        slots = self.session.program.slots
        if isinstance(change, Change) and self.asker is not None and slots[change.slot].sight != "up":
            return errors.ruling_hidden("value", name, self._list_open_states())
        return change

    def _list_open_states(self) -> list[str]:
        """Some of what is kept now and everybody sees, as it is written."""
        program = self.session.program
        known = list_states(self.model, program, self.session.position)
        return [name for slot, name, _, _ in known if program.slots[slot].sight == "up"][:MAX_STATES]


def _make_overrule(program: Program, stop: Stop, back: int, text: str) -> Overrule | Diagnostic:
    verb = " is"
    if isinstance(stop, ChanceStop):
        number, dice = read_roll(program, stop, text), program.dice[stop.dice]
        shown = "" if isinstance(number, Diagnostic) else format_roll(program, stop.dice, number)
        faces = "" if isinstance(number, Diagnostic) else write_dice(dice.name_outcome(number))
        name, form = call(dice), f"roll {faces}"
        verb = ":" if dice.called else " is"
    elif isinstance(stop, DrawStop):
        number, name = read_card(program, stop, text), "the card"
        shape = program.shapes[program.zones[stop.zone].shape]
        shown = "" if isinstance(number, Diagnostic) else format_value(shape, stop.cards[number])
        form = f"card {shown}"
    else:
        assert isinstance(stop, DecisionStop)
        number, info = read_answer(program, stop, text), program.choices[stop.choice]
        if isinstance(number, Diagnostic) and program.has_secrets:
            return errors.not_offered_there(info.name, text)
        shown, form = (
            ("", "") if isinstance(number, Diagnostic) else (info.labels[number], f"choose {info.names[number]}")
        )
        name = call(info)
    return number if isinstance(number, Diagnostic) else Overrule(back, number, form, f"{name}{verb} {shown}.")


# ---- another value


def list_states(model: Model, program: Program, position: Position) -> Iterator[tuple[int, str, str, StateInfo]]:
    """Everything that the phases under way keep: its slot, its name as written and as shown, its declaration."""
    slots = {info.name: slot for slot, info in enumerate(program.slots)}
    for routine in model.routines.values():
        under_way = slots.get(f"{UNDER_WAY}{routine.name}")
        if under_way is None or not position.slots[under_way]:
            continue
        for state in routine.state:
            variable = state.variable
            if variable.each is None:
                yield slots[variable.name], variable.name, format_name(variable.name), state
            kind = model.kinds[variable.each.kind] if variable.each else None
            for member, shown in zip(kind.members, kind.shown, strict=True) if kind else ():
                slot = slots.get(f"{variable.name}[{member}]")
                if slot is not None:
                    yield slot, f"{variable.name} of {member}", f"{format_name(variable.name)} of {shown}", state


def _change_state(model: Model, session: Session, name: str, text: str) -> Change | Diagnostic:
    program = session.program
    known = list(list_states(model, program, session.position))
    wanted = fold_name(re.sub(r"\[(.*)\]", r" of \1", name))
    found = next((each for each in known if wanted in (fold_name(each[1]), fold_name(each[2]))), None)
    if found is None:
        return errors.state_unknown(name, [shown for _, _, shown, _ in known])
    slot, name, shown_name, state = found
    kind = _find_allowed_type(state)
    value = _read_value(model, program, kind, text)
    if value is None:
        return errors.state_value(shown_name, text, _describe_type(model, program, kind))
    shape = program.shapes[program.slots[slot].shape]
    now, then = (format_value(shape, each) for each in (session.position.slots[slot], value))
    return Change(slot, value, f"{name} = {text}", f"{shown_name} is {then}; it was {now}.")


def _find_allowed_type(state: StateInfo) -> Type:
    """The values a state may be given; a counter stays below its limit, where something would have to happen."""
    kind = state.variable.type
    if state.limit is not None and isinstance(kind, NumberType):
        return NumberType(kind.low, kind.high - 1)
    return kind


def _read_value(model: Model, program: Program, kind: Type, text: str) -> int | None:
    word = fold_name(text)
    match kind:
        case NumberType(low, high):
            number = int(word) if WHOLE.fullmatch(word) else None
            return number if number is not None and low <= number <= high else None
        case FractionType(low, high, parts):
            number = read_fraction(word, parts)
            return number if number is not None and low <= number <= high else None
        case YesNoType():
            return {"yes": 1, "no": 0}.get(word)
        case MemberType():
            return _map_members(model, program, kind).get(word)
        case MaybeType(some):
            return kind.nothing if word == "none" else _read_value(model, program, some, text)
        case SetType(member):
            return _read_set(model, program, member, word)
        case _:
            return None


def _read_set(model: Model, program: Program, member: MemberType | NumberType | None, word: str) -> int | None:
    if word == "none":
        return 0
    total = 0
    for part in re.split(r" and |, ?(?![^(]*\))", word):
        value = _read_value(model, program, member, part) if member is not None else None
        if value is None:
            return None
        total |= 1 << value
    return total


def _map_members(model: Model, program: Program, kind: MemberType) -> dict[str, int]:
    info = model.kinds[kind.kind]
    high = min(kind.high, len(program.seats) - 1) if kind.kind == "player" else kind.high
    places = range(kind.low, high + 1)
    return {fold_name(names[at]): at for names in (info.shown, info.members) for at in places}


def _describe_type(model: Model, program: Program, kind: Type) -> str:
    match kind:
        case NumberType(low, high):
            return f"a whole number from {low} to {high}"
        case FractionType(low, high, parts):
            ends = f"from {write_fraction(low, parts)} to {write_fraction(high, parts)}"
            return f"a number {ends} in {name_parts(parts)}, such as `{write_fraction(1, parts)}`"
        case YesNoType():
            return "`yes` or `no`"
        case MemberType():
            info, few = model.kinds[kind.kind], list(dict.fromkeys(_map_members(model, program, kind).values()))
            return f"one of {', '.join(f'`{info.members[at]}`' for at in few[:12])}{', ...' if len(few) > 12 else ''}"
        case MaybeType(some):
            return f"`none`, or {_describe_type(model, program, some)}"
        case SetType(member):
            each = _describe_type(model, program, member).removeprefix("one of ") if member is not None else ""
            return f"`none`, or one or several of {each}, joined by `and`"
        case _:
            return "nothing that can be written here"
