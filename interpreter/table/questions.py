"""Questions at a table: whose turn it is, in a sentence, and the answers in order.

A question is one of four sorts: "roll" (press a key, and the program rolls), "throw" (say what your own dice show),
"card" (say which card came), "choice" (choose one of the offers).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from interpreter.data_classes import dataclass
from interpreter.display import call, format_dice_name, format_place, format_seat, format_value, join_names, list_thrown
from interpreter.engine import ChanceStop, DecisionStop, Drawn, DrawStop, Stop, pick_default_answer
from interpreter.play.move_parsing import has_numbers, is_same_name
from interpreter.play.own_cards import TurnStop, is_unseen
from interpreter.play.session import Moment
from interpreter.program import ChoiceInfo, Program
from interpreter.throws import name_faces, write_dice


@dataclass(frozen=True)
class Setup:
    """The setup of a table. `people` are the seats of people, with their names ("" for those without); `settings` says
    how the game is set up, a line each; `values` are the options as numbers. `own_dice` is whether people press a key
    for each roll; with `ask_dice` and `ask_cards` they enter what their own dice and cards show. Without `undo` nothing
    can be undone. `rulebook` gives the rules to read, line by line. `bots` are the levels or strategies of the seats
    that no person has, as far as they are known."""

    people: Mapping[int, str]
    settings: Sequence[str] = ()
    values: Mapping[str, int] | None = None
    own_dice: bool = True
    ask_dice: bool = False
    ask_cards: bool = False
    undo: bool = True
    rulebook: Callable[[], Sequence[str]] = tuple
    bots: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Offer:
    """One answer: the number and the name by which it is chosen, what it means where the name does not say that, and
    whether Enter alone takes it. Where names have numbers in them, the number is 0."""

    number: int
    name: str
    label: str
    usual: bool


@dataclass(frozen=True)
class Question:
    """A question for a person. `seat` is theirs, -1 if it is nobody's in particular; `who` their name. `hint` says what
    can be typed. An answer has `parts`, if it is chosen in some; else 0."""

    kind: str
    seat: int
    who: str
    text: str
    hint: str
    offers: tuple[Offer, ...] = ()
    parts: int = 0


def name_person(program: Program, setup: Setup, seat: int) -> str:
    """The name of the person on a seat: by name, if they have one that the game does not use already."""
    name, place = setup.people.get(seat, ""), format_seat(program, seat)
    return f"{name} ({place})" if name and name not in place else place


def make_question(program: Program, stop: Stop, setup: Setup, asked: str = "", picked: bool = False) -> Question | None:
    """What is to be done at a stop; `asked` is the question of a choice. Answers that are `picked` among members, cards
    or dice are called what these are called."""
    if isinstance(stop, ChanceStop):
        return _ask_throw(program, stop, setup) if setup.ask_dice else _ask_roll(program, stop, setup)
    if isinstance(stop, DrawStop):
        return _ask_card(program, stop, setup)
    return _ask_choice(program, stop, setup, asked, picked) if isinstance(stop, DecisionStop) else None


def _ask_roll(program: Program, stop: ChanceStop, setup: Setup) -> Question:
    who = name_person(program, setup, stop.thrower)
    names = list_thrown(program, stop)
    dice = join_names(names) if len(names) > 1 else format_dice_name(program, stop.dice)
    text = f"{who}: press Enter to roll {dice}, or ? for help."
    return Question("roll", stop.thrower, who, text, "Press Enter to roll. You can also type:")


def _ask_throw(program: Program, stop: ChanceStop, setup: Setup) -> Question:
    who = name_person(program, setup, stop.thrower) if stop.thrower >= 0 else "Anybody"
    info = program.dice[stop.dice]
    dice = f"{info.number} {'die' if info.number == 1 else 'dice'}" + (f" of {info.faces} faces" * (info.faces != 6))
    faces = write_dice(name_faces([info.sides[die % info.faces] for die in range(info.number)], info.words))
    total = "" if info.words or info.order > (0, -1) else ", or their total where that is enough"
    form = "what it shows" if info.number == 1 else f"the faces, as in {faces}{total}"
    throw = f"roll {format_dice_name(program, stop.dice)}" if info.called else f"throw {dice} for {call(info)}"
    text = f"{who}: {throw}, and type {form}."
    if info.left > 1:
        text += f" ({info.left - 1} more after it.)"
    if info.sight != "up":
        text += " (Nobody else looks.)" if stop.thrower in setup.people else " (Whoever deals types it, unseen.)"
    return Question("throw", stop.thrower, who, text, f"Throw the dice, and type {form}. You can also type:")


def _ask_card(program: Program, stop: DrawStop, setup: Setup) -> Question:
    onto = program.zones[stop.onto]
    place, goal = format_place(program, stop.zone, stop.place), format_place(program, stop.onto, stop.onto_place)
    seat = stop.onto_place if onto.sight == "owner" else -1
    who = name_person(program, setup, seat) if seat in setup.people else "Dealer"
    if isinstance(stop, TurnStop) and stop.is_looked_at:
        text = f"{who}: the rules look now at cards that nobody has seen. Look through {place} from the top: which is "
        text += "the next card there that nobody knows?"
    elif isinstance(stop, TurnStop):
        text = f"{who}: which card is turned up from {place} to {goal}?"
    else:
        text = f"{who}: which card comes from {place} to {goal}?"
    if onto.sight == "owner" and seat not in setup.people:
        text += " (For a bot: whoever deals types it, and nobody else looks.)"
    sample = format_value(program.shapes[program.zones[stop.zone].shape], 0)
    return Question("card", seat, who, text, f"Type the card's name, such as `{sample}`; or:")


def list_unseen_deals(program: Program, moments: Iterable[Moment]) -> str:
    """Which cards have to be dealt face down before the next question can be answered; empty if there are none."""
    drawn = (each for moment in moments for each in moment.events if isinstance(each, Drawn))
    dealt = Counter(
        (format_place(program, each.zone, each.place), format_place(program, each.onto, each.onto_place))
        for each in drawn
        if is_unseen(program, each)
    )
    told = [
        f"{count} {'card' if count == 1 else 'cards'} from {place} to {goal}" for (place, goal), count in dealt.items()
    ]
    return f"Deal {', '.join(told)}, face down. " if told else ""


def _ask_choice(program: Program, stop: DecisionStop, setup: Setup, asked: str, picked: bool) -> Question:
    info, who = program.choices[stop.choice], name_person(program, setup, stop.chooser)
    typed, hint = has_numbers(info), "the number or the beginning of the name of what you choose"
    offers = tuple(
        Offer(0 if typed else place, *name_answer(info, answer, picked), answer == pick_default_answer(stop))
        for place, answer in enumerate(stop.offered, 1)
    )
    hint = f"Type {'what you choose' if typed else hint}, or Enter for the default; or:"
    if info.several:
        hint = f"Type {info.several} one by one, or with commas between them, or Enter for the default; or:"
    asked_for = asked or f"Choose {call(info)}."
    return Question("choice", stop.chooser, who, f"{who}: {asked_for}", hint, offers)


def name_answer(info: ChoiceInfo, answer: int, picked: bool) -> tuple[str, str]:
    """The text to type for an answer, and its description."""
    name, label = info.names[answer], info.labels[answer]
    return (label, "") if picked or is_same_name(name, label) else (name, label)
