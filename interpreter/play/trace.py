"""What people see of a game: views, the play-by-play, explanations, odds.

All of it is computed from a session's positions and events; who sits where, and how to ask them, is the caller's
business.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, takewhile

from interpreter.data_classes import dataclass
from interpreter.display import (
    PythonValue,
    call,
    describe_site,
    format_dice_name,
    format_event,
    format_place,
    format_roll,
    format_seat,
    format_site,
    format_text,
    format_throw,
    format_value,
    is_heard,
    list_shown,
    to_python_value,
)
from interpreter.engine import (
    ChanceStop,
    Decided,
    DecisionStop,
    Drawn,
    DrawStop,
    Engine,
    Event,
    Failure,
    Position,
    Reached,
    Rolled,
    Said,
    Sampled,
    Stop,
    pick_default_answer,
)
from interpreter.play.own_cards import TurnStop
from interpreter.play.session import RULED as RULED
from interpreter.play.session import Moment as Moment
from interpreter.play.session import Session as Session
from interpreter.play.session import is_forced, is_one_throw
from interpreter.program import Program, QueryInfo, Site
from interpreter.program.cards import read
from interpreter.program.sight import sees_slot
from interpreter.throws import write_dice

MAX_LISTED_NUMBERS = 4
"""How many rolls of many are listed."""

MOST_SAID = 12
"""How many things that may be said are shown as what a roll can lead to."""

NO_CHOICE = "(The only choice.)"
"""What is added where somebody's only answer was given for them."""

MOST_OUTCOMES = 10_000
"""Of dice with more outcomes than this the odds are not computed."""


# ---- views


NOBODY = -1
"""The viewer who sees only what everybody sees."""


def ask_views(
    program: Program, engine: Engine, position: Position, viewer: int
) -> Iterator[tuple[QueryInfo, str, tuple[int, ...]]]:
    """Every view that is drawn, and each line of it, with its values; a thing has its roles first, and no text yet.
    Where nothing is hidden, nobody in particular sees the table as the first player does."""
    hidden: set[str] = set()
    viewer = viewer if program.has_secrets else max(viewer, 0)
    slots = zip(program.slots, position.slots, strict=True)
    seen = tuple(viewer if info.kind == "viewer" else now for info, now in slots)
    position = replace(position, slots=seen)
    lying = partial(_order_pile, program, list(position.slots))
    for query in program.queries:
        if query.kind not in ("view", "thing") or query.name in hidden:
            continue
        values = engine.ask(position, query)
        if query.line < 0 and values != (1,):
            hidden.add(query.name)
        elif query.line < 0:
            yield query, "", ()
        elif isinstance(values, Failure):
            # A line about the things of a viewer fails where nobody in particular looks.
            is_nobodys = viewer == NOBODY and values.reason == "bad-index"
            if query.kind != "thing" and not is_nobodys:
                yield query, "(this line cannot be worked out here)", ()
        elif values:
            is_text = query.kind == "view"
            yield query, format_text(program, values[0], values[1:], lying) if is_text else "", values


def word_question(program: Program, engine: Engine, position: Position, stop: DecisionStop) -> str:
    """The question for the chooser, with the values in it; empty if the ruleset has none."""
    so_far = _word_picked(program, position, stop)
    info = program.choices[stop.choice]
    for query in program.queries:
        if query.kind == "question" and query.name == info.name:
            values = engine.ask(position, query)
            if isinstance(values, Failure):
                return ""
            lying = partial(_order_pile, program, list(position.slots))
            return format_text(program, values[0], values[1:], lying) + so_far
    return info.question + so_far


def _word_picked(program: Program, position: Position, stop: DecisionStop) -> str:
    """The picks so far."""
    picked, labels = program.find_picked(stop.choice, position.slots), program.choices[stop.choice].labels
    values = program.choices[stop.choice].values
    named = [label for value, label in zip(values, labels, strict=True) if picked and picked >> value & 1]
    return f" (So far: {', '.join(named)}.)" if named else ""


def _order_pile(program: Program, slots: list[int], zone: int, place: int) -> list[int]:
    """The cards of a place, as they lie; those in no known order stand where they lie among others."""
    cards = read(slots, program.zones[zone], place)
    return cards.order if cards is not None else []


STATE_KINDS = ("state", "dice", "choice")
"""The kinds of slots that people have names for."""


def list_named_values(program: Program, position: Position, viewer: int | None = None) -> dict[str, PythonValue]:
    """What the game keeps, counts, has rolled and chosen, by name; with a viewer, what the player on that seat sees of
    it, without answers in secret. What belongs to a phase that is not under way is left over from the last time it
    was."""
    named = {slot: info for slot, info in enumerate(program.slots) if info.kind in STATE_KINDS}
    if viewer is not None:
        secret = {each.name for each in program.choices if each.secret}
        seen = (slot for slot in named if sees_slot(program, viewer, slot))
        named = {slot: named[slot] for slot in seen if named[slot].kind != "choice" or named[slot].name not in secret}
    values = position.slots
    return {info.name: to_python_value(program.shapes[info.shape], values[slot]) for slot, info in named.items()}


# ---- what happened, and why


@dataclass(frozen=True)
class TraceLine:
    """A line of the play-by-play; `kind` is "said" for the ruleset's own words, else "ruled", "rolled", "drawn" or
    "decided". `at` is the number of its event within the moment."""

    kind: str
    text: str
    at: int = -1


def narrate(program: Program, moment: Moment, viewer: int = NOBODY) -> Iterator[TraceLine]:
    """Yield the play-by-play of what led to a moment: rolls with their consequences, what was said to all or to the
    viewer, and decisions, except those without an alternative and the usual ones that change nothing. An umpire's
    ruling comes first. If players have secrets, only the viewer reads that there was no alternative."""
    is_explained = False
    if moment.ruling:
        yield TraceLine("ruled", moment.ruling)
    for at, event in enumerate(moment.events):
        if isinstance(event, Rolled):
            info = program.dice[event.dice]
            is_pool = info.sight != "up" or _find_pool(program, event) is not None
            if is_pool if info.left > 1 else is_one_throw(program, moment.behind, moment.stop):
                continue
            rules = _find_outcomes(program, moment.events[at + 1 :])
            outcomes = _word_outcomes([each for each in rules if not each.speaks])
            yield TraceLine("rolled", ", ".join(filter(None, (_format_roll(program, moment, event), outcomes))), at)
        elif isinstance(event, Drawn) and program.zones[event.onto].sight == "up":
            if not _is_named(program, event, moment.events[at + 1 :]):
                yield TraceLine("drawn", format_event(program, event), at)
        elif isinstance(event, Said) and is_heard(program, event, viewer):
            said = format_event(program, event)
            forced = "" if is_explained or not _was_forced(program, moment, said, viewer) else f" {NO_CHOICE}"
            is_explained = is_explained or bool(forced)
            yield TraceLine("said", f"{said}{forced}", at)
        elif isinstance(event, Decided) and not _is_omitted(program, event, moment, viewer):
            is_open = not program.has_secrets or event.chooser == viewer
            forced = f" {NO_CHOICE}" if is_open and is_forced(moment.behind) else ""
            yield TraceLine("decided", f"{format_event(program, event)}{forced}", at)


def format_undone(count: int) -> str:
    return f"(taken back: {count} {'move' if count == 1 else 'moves'})"


def _format_roll(program: Program, moment: Moment, event: Rolled) -> str:
    """A roll in a line. If only the total was entered, the faces are not known."""
    if program.dice[event.dice].whose or len({program.dice[each.dice].order for each in moment.thrown}) > 1:
        return format_throw(program, moment.thrown)
    shown, info, pool = format_event(program, event), program.dice[event.dice], _find_pool(program, event)
    if pool is not None:
        dice = format_value(program.shapes[program.slots[pool].shape], moment.position.slots[pool])
        rolled = shown.removesuffix(format_roll(program, event.dice, event.outcome)).rstrip(" :")
        return f"{rolled}, which shows {dice}"
    if not moment.total or info.sight != "up":
        return shown
    return f"{shown.removesuffix(format_roll(program, event.dice, event.outcome))}{info.totals[event.outcome]}"


def _find_pool(program: Program, event: Rolled) -> int | None:
    """Where all dice of a roll lie that are rolled one by one, if everybody sees them there."""
    info = program.dice[event.dice]
    names = [each.name for each in program.slots] if info.left and info.sight == "up" else []
    return names.index(info.name) if info.name in names else None


def _is_omitted(program: Program, event: Decided, moment: Moment, viewer: int) -> bool:
    """Whether a decision need not be mentioned: what the ruleset announces, and the usual one, unless it moves
    something and nothing is said. If players have secrets, a default, or whether there was a choice at all, may reveal
    a hidden hand to all but the chooser: then a decision is left out only if it is announced, and a secret one, or that
    enough is picked, if anything is said then, or the next makes the same choice."""
    stop, info = moment.behind, program.choices[event.choice]
    if _is_part(program, event, moment):
        return True
    is_open = not program.has_secrets or (is_forced(stop) and event.chooser == viewer)
    is_usual = not info.several and isinstance(stop, DecisionStop) and event.answer == pick_default_answer(stop)
    events = list_shown(program, moment.events)
    said = [format_event(program, each) for each in events if isinstance(each, Said)]
    if is_open and is_usual and (said or not moment.moves):
        return True
    if info.secret:
        return bool(said) or (isinstance(moment.stop, DecisionStop) and moment.stop.choice == event.choice)
    is_enough = bool(info.several) and info.names[event.answer] == "none" and bool(said)
    who = format_seat(program, event.chooser)
    return is_enough or any(who in each and _names_answer(program, each, info.labels[event.answer]) for each in said)


def _names_answer(program: Program, said: str, label: str) -> bool:
    """Whether words name an answer, as `Anna bids 3 times 4.` names `3, 4`: all its parts in their order. A number in
    the name of a player, such as `Player 1`, is none of them, and `takes it` names `take it`."""
    for name in program.seats:
        said = said.replace(name, "") if name not in label else said
    parts = (rf"\b{re.escape(each)}(?!\d)".replace(r"\ ", r"s?\ ", 1) for each in label.split(", "))
    return re.search(".*".join(parts), said) is not None


def _was_forced(program: Program, moment: Moment, said: str, viewer: int) -> bool:
    """Whether words tell of the only answer that the viewer could give."""
    stop = moment.behind
    if not isinstance(stop, DecisionStop) or stop.chooser != viewer or not is_forced(stop):
        return False
    label = program.choices[stop.choice].labels[stop.offered[0]]
    return format_seat(program, viewer) in said and _names_answer(program, said, label)


def _is_part(program: Program, event: Decided, moment: Moment) -> bool:
    """Whether a decision is shown with others: of several picked in secret the last is, and that it is enough never."""
    info, stop, slots = program.choices[event.choice], moment.stop, moment.position.slots
    if not info.secret:
        is_enough = bool(info.several) and info.names[event.answer] == "none"
        return is_enough and program.find_picked(event.choice, slots) != 0
    return isinstance(stop, DecisionStop) and program.find_picked(stop.choice, slots) != 0


def _is_named(program: Program, event: Drawn, after: tuple[Event, ...]) -> bool:
    """Whether the ruleset announces the card at once."""
    card = format_value(program.shapes[program.zones[event.zone].shape], event.card)
    told = next((each for each in after if not isinstance(each, Reached | Drawn)), None)
    is_open = isinstance(told, Said) and is_heard(program, told)
    return is_open and told is not None and card.casefold() in format_event(program, told).casefold()


@dataclass(frozen=True)
class Consequence:
    """The immediate consequence of an answer: the first table row, or a rule, and the rules that
    the row led to, as people read their names; empty where there was none. Then it is what is `said` to all at once."""

    row: str = ""
    rule: str = ""
    said: str = ""


def find_consequence(program: Program, events: tuple[Event, ...]) -> Consequence:
    shown = list_shown(program, events)
    reached = tuple(takewhile(lambda each: isinstance(each, Reached), shown))
    sites = (program.sites[each.site] for each in reached if isinstance(each, Reached))
    first = next((each for each in sites if each.kind in ("row", "rule")), None)
    if first is None:
        after = next((each for each in shown if not isinstance(each, Reached)), None)
        said = format_event(program, after) if isinstance(after, Said) and is_heard(program, after) else ""
        return Consequence(said=said)
    if first.kind == "rule":
        return Consequence("", call(first))
    speakers = {program.sites[each.site].name for each in list_shown(program, events) if isinstance(each, Said)}
    rules = [each for each in _find_outcomes(program, reached) if not each.speaks or each.name in speakers]
    return Consequence(f"{call(first)} {first.row}", _word_outcomes(rules))


def _find_outcomes(program: Program, events: tuple[Event, ...]) -> list[Site]:
    """The rule that a table row led to before the next roll or choice. Where a table is carried out more than once, as
    for each of several dice, the first rule that each of its rows led to."""
    table, leads, found = "", tuple[str, ...](), list[Site]()
    for event in takewhile(lambda each: not isinstance(each, Rolled | Decided), list_shown(program, events)):
        if not isinstance(event, Reached):
            continue
        site = program.sites[event.site]
        if site.kind == "rule" and site.name in leads:
            found.append(site)
            leads = ()
        elif site.kind == "row":
            carried_out = site.sight == "up"
            if carried_out and site.name == table if found else carried_out or site.leads:
                table, leads = site.name, site.leads
    return found


def _word_outcomes(rules: Sequence[Site]) -> str:
    """The names of rules, each with how often it was carried out: `a run twice`."""
    counts = Counter(map(call, rules))
    times = {1: "", 2: " twice"}
    return ", ".join(name + times.get(count, f" {count} times") for name, count in counts.items())


def has_happened(moment: Moment) -> bool:
    """Whether anything but rules being reached led to a moment."""
    return not all(isinstance(each, Reached) for each in moment.events)


def explain_moment(program: Program, moment: Moment) -> Iterator[str]:
    """The events that led to a moment, each with the rule or row behind it, its file and line, and where the rule comes
    from. Nothing is said of decisions that left no choice, unless players have secrets, and of phases only that they
    ended."""
    if moment.ruling:
        yield moment.ruling
    if not has_happened(moment):
        yield from _explain_beginning(program, moment)
        return
    for event in list_shown(program, moment.events):
        if isinstance(event, Reached):
            yield from _explain_site(program.sites[event.site])
        elif isinstance(event, Said):
            overlay = program.sites[event.site].overlay
            yield f"  said: {format_event(program, event)}" + (f" (by house rule {overlay})" if overlay else "")
        elif isinstance(event, Sampled):
            yield f"  measured {format_event(program, event)}"
        elif isinstance(event, Rolled):
            if program.dice[event.dice].left > 1 or not is_one_throw(program, moment.behind, moment.stop):
                yield _format_roll(program, moment, event)
        elif isinstance(event, Decided) and _is_part(program, event, moment):
            continue
        elif program.has_secrets or not (isinstance(event, Decided) and is_forced(moment.behind)):
            yield format_event(program, event)


def _explain_beginning(program: Program, moment: Moment) -> Iterator[str]:
    """Why the game waits for something before anything has happened: the rule that asks for it."""
    waiting = describe_wait(program, moment.stop)
    shown = list_shown(program, moment.events)
    reached = [program.sites[each.site] for each in shown if isinstance(each, Reached)]
    asking = [site for site in reached if site.kind not in ("phase", "end")]
    yield f"Nothing has happened yet. The game waits for {waiting}{':' if asking else '.'}"
    yield from _explain_site(asking[-1]) if asking else ()


def _explain_site(site: Site) -> Iterator[str]:
    if site.kind == "end":
        yield f"  {format_site(site)}"
    elif site.kind != "phase":
        yield f"  {describe_site(site)}"


# ---- odds


@dataclass(frozen=True)
class Prospect:
    """One thing that the coming roll can lead to, and the outcomes that do."""

    consequence: Consequence
    outcomes: tuple[int, ...]
    odds: Fraction


def find_prospects(engine: Engine, position: Position, stop: ChanceStop, step: int = 1) -> tuple[Prospect, ...]:
    """The possible consequences of the coming roll, found by trying each outcome, or each `step`-th; empty if
    there are too many. What is only said does not part them where there are many."""
    if stop.outcomes > MOST_OUTCOMES:
        return ()
    groups: dict[Consequence, list[int]] = {}
    for outcome in range(0, stop.outcomes, step):
        events = engine.answer(position, outcome).events
        after = next((at for at, event in enumerate(events) if isinstance(event, Rolled)), -1) + 1
        groups.setdefault(find_consequence(engine.program, events[after:]), []).append(outcome)
    if sum(each.said != "" for each in groups) > MOST_SAID:
        said = [groups.pop(each) for each in list(groups) if each.said]
        groups.setdefault(Consequence(), []).extend(chain(*said))
    return tuple(Prospect(what, tuple(each), Fraction(len(each), stop.outcomes)) for what, each in groups.items())


def format_outcomes(program: Program, dice: int, outcomes: tuple[int, ...]) -> str:
    """Some outcomes of dice in short: their totals where every roll with these totals is among them, else their
    faces; where there are many, only the first few."""
    info = program.dice[dice]
    all_totals = info.totals
    theirs = {all_totals[outcome] for outcome in outcomes}
    if sum(total in theirs for total in all_totals) == len(outcomes) and not info.words:
        return format_numbers(sorted(theirs))
    shown = dict[str, None]()
    for each in outcomes:
        if len(shown) > MAX_LISTED_NUMBERS:
            break
        shown.setdefault(write_dice(sorted(info.name_outcome(each))))
    return ", ".join([*shown][:MAX_LISTED_NUMBERS] + ["..."] * (len(shown) > MAX_LISTED_NUMBERS))


def format_numbers(numbers: list[int]) -> str:
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}..{part[-1]}" if len(part) > 2 else ", ".join(map(str, part)) for part in parts)


def describe_wait(program: Program, stop: Stop) -> str:
    """What the game waits for, in words; empty when it waits for nothing."""
    if isinstance(stop, ChanceStop):
        dice = format_dice_name(program, stop.dice)
        return f"{format_seat(program, stop.thrower)} to roll {dice}" if stop.thrower >= 0 else f"a roll of {dice}"
    if isinstance(stop, TurnStop):
        return f"a card that is turned up from {format_place(program, stop.zone, stop.place)}"
    if isinstance(stop, DrawStop):
        return f"a card from {call(program.zones[stop.zone])}"
    if isinstance(stop, DecisionStop):
        return f"{format_seat(program, stop.chooser)} to choose {call(program.choices[stop.choice])}"
    return ""
