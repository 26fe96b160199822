"""A game at the table: one position after another, each reached by an answer to the one before.

A `Session` rolls dice from the stream of its seed and game number, takes the answers of whoever decides, and keeps
what happened, so that it can be explained and taken back. Taking back a roll gives the stream back too: the same
roll comes again. What is shown of a game (views, odds, explanations) is worked out from positions and events here;
who sits where, and how to ask them, is the caller's business.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from interpreter.chance import Stream
from interpreter.domains import roll_faces, totals
from interpreter.engine import (
    GAME_BUDGET,
    ChanceStop,
    Decide,
    Decided,
    DecisionStop,
    Drawn,
    DrawStop,
    Engine,
    Event,
    Failure,
    GameOver,
    Position,
    Reached,
    Rolled,
    Said,
    Sampled,
    Stop,
    default_answer,
)
from interpreter.program import Program, Site
from interpreter.seats import Looking
from interpreter.wording import (
    PythonValue,
    explain_site,
    plain_name,
    python_value,
    show_event,
    show_seat,
    show_site,
    show_text,
)

HISTORY = 10_000
"""How many positions are kept, for taking back."""

FEW = 4
"""How many rolls of many are listed."""

MOST_OUTCOMES = 10_000
"""Of dice with more outcomes than this the odds are not worked out."""


@dataclass(frozen=True)
class Moment:
    """Where the game stood, why it stopped there, the events that led there from the moment before, the stop that was
    answered to get there, and how many rolls had been drawn from the stream by then."""

    position: Position
    stop: Stop
    events: tuple[Event, ...]
    answered: Stop | None = None
    draws: int = 0


class Session:
    """One game being played."""

    def __init__(self, engine: Engine, seed: int, game: int = 0) -> None:
        """Begin game number `game` under `seed`: the same game that a simulation plays."""
        self.engine = engine
        self.program: Program = engine.program
        self.seed, self.game = seed, game
        self._stream = Stream(seed, game)
        self._draws: list[int] = []
        step = engine.begin()
        self.moments = deque([Moment(step.position, step.stop, step.events)], maxlen=HISTORY)
        self.stops = 1

    # ---- where it stands

    @property
    def position(self) -> Position:
        """The position now."""
        return self.moments[-1].position

    @property
    def stop(self) -> Stop:
        """What the game waits for, or how it ended."""
        return self.moments[-1].stop

    @property
    def over(self) -> bool:
        """Whether nothing can be answered any more: the game has ended, or broken."""
        return isinstance(self.stop, (GameOver, Failure))

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, as far back as is kept."""
        return tuple(event for moment in self.moments for event in moment.events)

    # ---- going on

    def answer(self, number: int) -> Moment:
        """Go on with this outcome or answer. Raises ValueError if it is not offered, or the game is over."""
        if self.over:
            raise ValueError("the game is over")
        step = self.engine.answer(self.position, number)
        stop = step.stop if self.stops < GAME_BUDGET else Failure("step-budget", -1)
        self.stops += 1
        self.moments.append(Moment(step.position, stop, step.events, self.stop, len(self._draws)))
        return self.moments[-1]

    def roll(self) -> Moment:
        """Go on with what chance gives from the stream. Raises ValueError if the game waits for something else."""
        stop = self.stop
        if not isinstance(stop, ChanceStop | DrawStop):
            raise ValueError("the game does not wait for chance")
        outcome = self._stream.below(stop.outcomes)
        self._draws.append(stop.outcomes)
        return self.answer(outcome)

    def step(self, decide: Decide) -> Moment:
        """Go on by one roll or one decision, which is left to `decide` if there is more than one answer."""
        stop = self.stop
        if isinstance(stop, ChanceStop | DrawStop):
            return self.roll()
        if not isinstance(stop, DecisionStop):
            raise ValueError("the game is over")
        here = Looking(self.engine, self.position, self.stops - 1)
        return self.answer(stop.offered[0] if _is_forced(stop) else decide(stop, here))

    def undo(self) -> bool:
        """Take back the last answer; tell whether there was one that could be taken back."""
        if len(self.moments) == 1:
            return False
        self.moments.pop()
        self.stops -= 1
        draws = self.moments[-1].draws
        if draws < len(self._draws):
            del self._draws[draws:]
            self._stream = Stream(self.seed, self.game)
            for outcomes in self._draws:
                self._stream.below(outcomes)
        return True


# ---- views


NOBODY = -1
"""The viewer who sees only what everybody sees."""


def views(engine: Engine, position: Position, viewer: int = NOBODY) -> dict[str, tuple[str, ...]]:
    """The lines of every view at a position as the player on seat `viewer` sees them, by the views' names. For nobody
    in particular the lines about a viewer's own things are left out."""
    shown: dict[str, tuple[str, ...]] = {}
    hidden: set[str] = set()
    position = _seen_by(engine.program, position, viewer)
    for query in engine.program.queries:
        kind, _, rest = query.name.partition(":")
        name, _, line = rest.partition(":")
        if kind != "view" or name in hidden:
            continue
        values = engine.ask(position, query.name)
        if not line and values != (1,):
            hidden.add(name)
        elif not line:
            shown[name] = ()
        elif isinstance(values, Failure) and viewer == NOBODY and values.reason == "bad-index":
            continue
        elif isinstance(values, Failure):
            shown[name] += ("(this line cannot be worked out here)",)
        elif values:
            shown[name] += (show_text(engine.program, values[0], values[1:]),)
    return shown


def _seen_by(program: Program, position: Position, viewer: int) -> Position:
    slots = [viewer if info.kind == "viewer" else now for info, now in zip(program.slots, position.slots, strict=True)]
    return replace(position, slots=tuple(slots))


KEPT = ("state", "dice", "choice")
"""The kinds of slots that people have names for."""


def named_values(program: Program, position: Position) -> dict[str, PythonValue]:
    """What the game keeps, counts, has rolled and chosen, by name. What belongs to a phase that is not under way is
    left over from the last time it was."""
    return {
        info.name: python_value(program.shapes[info.shape], value)
        for info, value in zip(program.slots, position.slots, strict=True)
        if info.kind in KEPT
    }


# ---- what happened, and why


@dataclass(frozen=True)
class Told:
    """A line of the play-by-play; `kind` is "said" for the ruleset's own words, else "rolled", "drawn" or "decided"."""

    kind: str
    text: str


def retell(program: Program, moment: Moment) -> Iterator[Told]:
    """The play-by-play of what led to a moment: rolls with what came of them, what was said, and decisions, save
    those where there was nothing to decide or the usual was done."""
    for at, event in enumerate(moment.events):
        if isinstance(event, Rolled):
            consequence = consequence_of(program, moment.events[at + 1 :]).rule
            yield Told("rolled", show_event(program, event) + (f", {consequence}" if consequence else ""))
        elif isinstance(event, Drawn) and program.zones[event.onto].sight == "up":
            yield Told("drawn", show_event(program, event))
        elif isinstance(event, Said):
            yield Told("said", show_event(program, event))
        elif isinstance(event, Decided) and not _as_usual(event, moment.answered):
            yield Told("decided", show_event(program, event))


def _as_usual(event: Decided, stop: Stop | None) -> bool:
    return isinstance(stop, DecisionStop) and event.answer == default_answer(stop)


@dataclass(frozen=True)
class Consequence:
    """What something led to before anything else was said or done: the first table row and the first rule that it
    reached, as people read their names; empty where there was none."""

    row: str = ""
    rule: str = ""


def consequence_of(program: Program, events: tuple[Event, ...]) -> Consequence:
    """The consequence of a roll or a decision that these events follow."""
    row = rule = ""
    for event in events:
        if not isinstance(event, Reached):
            break
        site = program.sites[event.site]
        if site.kind == "row" and not row and not rule:
            row = f"{plain_name(site.name)} {site.row}"
        elif site.kind == "rule" and not rule:
            rule = plain_name(site.name)
    return Consequence(row, rule)


def explain(program: Program, moment: Moment) -> Iterator[str]:
    """What led to a moment, each event with the rule or row behind it, its file and line, and where the rule comes
    from. Nothing is said of decisions that left no choice, and of phases only that they ended."""
    for event in moment.events:
        if isinstance(event, Reached):
            yield from _explain_site(program.sites[event.site])
        elif isinstance(event, Said):
            overlay = program.sites[event.site].overlay
            yield f"  said: {show_event(program, event)}" + (f" (by house rule {overlay})" if overlay else "")
        elif isinstance(event, Sampled):
            yield f"  measured {show_event(program, event)}"
        elif not (isinstance(event, Decided) and _is_forced(moment.answered)):
            yield show_event(program, event)


def _explain_site(site: Site) -> Iterator[str]:
    if site.kind == "end":
        yield f"  {show_site(site)}"
    elif site.kind != "phase":
        yield f"  {explain_site(site)}"


def _is_forced(stop: Stop | None) -> bool:
    return isinstance(stop, DecisionStop) and len(stop.offered) == 1


# ---- odds


@dataclass(frozen=True)
class Prospect:
    """One thing that the coming roll can lead to, and the outcomes that do."""

    consequence: Consequence
    outcomes: tuple[int, ...]
    odds: Fraction


def prospects(engine: Engine, position: Position, stop: ChanceStop) -> tuple[Prospect, ...]:
    """What the coming roll can lead to, found by trying each outcome; empty if there are too many."""
    if stop.outcomes > MOST_OUTCOMES:
        return ()
    groups: dict[Consequence, list[int]] = {}
    for outcome in range(stop.outcomes):
        events = engine.answer(position, outcome).events
        after = next((at for at, event in enumerate(events) if isinstance(event, Rolled)), -1) + 1
        groups.setdefault(consequence_of(engine.program, events[after:]), []).append(outcome)
    return tuple(Prospect(what, tuple(each), Fraction(len(each), stop.outcomes)) for what, each in groups.items())


def show_outcomes(program: Program, dice: int, outcomes: tuple[int, ...]) -> str:
    """Some outcomes of dice in short: their totals where every roll with these totals is among them, else their
    faces; where there are many, only the first few."""
    info = program.dice[dice]
    all_totals = totals(info.number, info.faces)
    theirs = {all_totals[outcome] for outcome in outcomes}
    if sum(total in theirs for total in all_totals) == len(outcomes):
        return show_numbers(sorted(theirs))
    shown = ["+".join(map(str, roll_faces(each, info.number, info.faces))) for each in outcomes[:FEW]]
    return ", ".join(shown + ["..."] * (len(outcomes) > FEW))


def show_numbers(numbers: list[int]) -> str:
    """Rising numbers in short: `2, 5, 7..9`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}..{part[-1]}" if len(part) > 2 else ", ".join(map(str, part)) for part in parts)


def waiting_for(program: Program, stop: Stop) -> str:
    """What the game waits for, in words; empty when it waits for nothing."""
    if isinstance(stop, ChanceStop):
        info = program.dice[stop.dice]
        who = f" by {show_seat(program, stop.thrower)}" if stop.thrower >= 0 else ""
        return f"a roll of {info.name} ({info.number}d{info.faces}){who}"
    if isinstance(stop, DrawStop):
        return f"a card from {plain_name(program.zones[stop.zone].name)}"
    if isinstance(stop, DecisionStop):
        return f"the choice {program.choices[stop.choice].name} by {show_seat(program, stop.chooser)}"
    return ""
