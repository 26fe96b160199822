"""Playing: who sits where, how many games, moves that cannot be made, and games that stop."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.messages.settings import suggest_name
from interpreter.diagnostics.wording import join_parts, shorten_text
from interpreter.source import Span
from interpreter.throws import write_dice

__getattr__ = Messages(__name__).__getattr__


# ---- who sits where


def people_without_words(play: bool, asked: Sequence[str]) -> Diagnostic:
    """`--json`, which prints only data, for a game with questions to people: if they `play`, and where words such as
    `--dice ask` say that they bring dice or cards of their own."""
    cures = ["let bots play with `--seat all=bot`"] * play
    cures += [f"omit {join_parts([f'`{each}`' for each in asked])}"] if asked else []
    return Diagnostic("people-and-json", None,
        "`--json` cannot be used with human players, or with real dice or cards",
        label="prints only data, and cannot ask",
        help=f"omit `--json`, or {join_parts(cures)}" if cures else "omit `--json`",
    )


# ---- numbers


def number_expected(what: str, text: str, low: int, high: int, wanted: str = "a whole number") -> Diagnostic:
    return Diagnostic("number-expected", None,
        f"{what} cannot be `{shorten_text(text)}`",
        label=f"expected {wanted} " + (f"from {low} to {high:,}" if high < 1e12 else f"of at least {low}"),
        help=f"write, for example, `{1000 if low <= 1000 <= high else max(low, min(2, high))}`",
    )


# ---- moves


def faces_wanted(dice: str, given: str, number: int, sides: tuple[int, ...]) -> Diagnostic:
    sample = write_dice([sides[0]] * (number - 1) + [sides[-1]])
    return Diagnostic("roll-impossible", None,
        f"the total {shorten_text(given)} is not enough: it matters what each die of {dice} shows",
        help=f"write the faces, for example `{sample}`",
    )


_MAX_CARDS = 8


def card_unknown(given: str, cards: Sequence[str]) -> Diagnostic:
    sample = ", ".join(f"`{each}`" for each in cards[:2])
    return Diagnostic("card-impossible", None,
        f"no card of this game is called `{shorten_text(given)}`",
        help=suggest_name(given, cards, f"write the name of a card, such as {sample}"),
    )


def card_ambiguous(given: str, fitting: Sequence[str]) -> Diagnostic:
    return Diagnostic("answer-ambiguous", None,
        f"`{shorten_text(given)}` could be several cards",
        help=f"write more of it: {', '.join(fitting[:_MAX_CARDS])}{', ...' if len(fitting) > _MAX_CARDS else ''}",
    )


# ---- games that stop

_REASONS = {
    "out-of-range": "{what} would be {value:,}, and must be from {low:,} to {high:,}",
    "empty-set": "a set is empty, so it has no highest, lowest, best or next member",
    "division-by-zero": "a number is divided by zero",
    "no-option": "a choice offers nothing",
    "empty-pile": "the pile is empty, so no card can be drawn",
    "unknown-card": "the top card of the pile is face down, so nobody knows which it is",
    "not-there": "the card to move is not there",
    "bad-index": "a list has no such place",
    "endless-loop": "a loop does not end, and no roll, draw or choice comes in it",
    "step-budget": "this calculation takes too long",
    "stop-budget": "after {value:,} rolls, draws and choices the game has not ended",
}

_CHECKED = {
    "": "a value",
    "value": "`{name}`",
    "limit": "the limit of `{name}`",
    "default": "the default of `{name}`",
    "key": "the key of `{name}`",
    "listed key": "the key of `{name}`",
    "rolled": "the number of `{name}` rolled",
    "dealt": "the number of cards dealt",
    "cards": "the number of cards",
    "parted": "the number of members of a set that is parted",
    "in set": "a number in a set",
    "dice": "the number of dice of `{name}`",
    "die": "the face of a die of `{name}`",
    "odds": "a number in the odds of a strategy",
}
"""The value that a check looks at, in words, by its kind."""

_ADVICE = {
    "out-of-range": "keep the value inside its range, or widen the range where it is declared",
    "empty-set": "check first that the set is not empty, as in `when SET is not none and ...`",
    "division-by-zero": "check first that the divisor is not 0",
    "empty-pile": "check first that the pile has cards, as in `when size of ... >= 1`",
    "unknown-card": "turn it over first: `deal from ... to ...` to a pile that is face up",
    "not-there": "check first where the card is, as in `when ... in ...`",
    "no-option": "add an offer that is always open, or make the choice only `when` something is offered",
    "endless-loop": "change something in the loop so that its `until` becomes true",
    "step-budget": "go through fewer members or subsets, or keep results that are needed again",
    "stop-budget": "make sure that the game ends; if games can be this long, allow more with `--most-stops`",
}


_CHECKED_ADVICE = {
    "dice": "remove dice before you add others, as in `rest without kept`",
}
"""How to fix a check that failed, by its kind, where it is not about a range."""


@dataclass(frozen=True)
class FailureFacts:
    """Why something was impossible: the reason, with the value and its limits. If a check failed, its `kind` and the
    `name` of what it checked (see `program.CheckInfo`), and what was `allowed` if that is not numbers."""

    reason: str
    value: int
    low: int
    high: int
    kind: str
    name: str
    allowed: str


def explain_failure(facts: FailureFacts) -> tuple[str, str]:
    """What was impossible, and how to fix it."""
    if facts.kind == "attribute":
        text = f"this card has no {facts.name}"
        return text, "check first which card it is, as in `when ... is ...`"
    if facts.kind == "best":
        return _REASONS["empty-set"], _ADVICE["empty-set"]
    if facts.kind == "nothing":
        return f"`{facts.name}` is none here", f"check first, as in `when {facts.name} is not none`"
    if facts.kind == "answer":
        text = f"`{facts.name}` is used before it has been chosen in this phase"
        return text, f"write `choose {facts.name} ...` before it is used"
    if facts.kind == "kept":
        dice = "1 die is" if facts.value == 1 else f"{facts.value} dice are"
        text = f"{dice} named after `keeping` that `{facts.name}` does not show"
        return text, "keep only dice that are there, as in `keeping (those die in ... where ...)`"
    what = _CHECKED[facts.kind].format(name=facts.name)
    allowed = "one of the values after `in`" if facts.kind == "listed key" else facts.allowed
    text = _REASONS[facts.reason].format(what=what, value=facts.value, low=facts.low, high=facts.high)
    if allowed:
        text = f"{what} would not be {allowed}" if facts.kind == "listed key" else f"{what} would be outside {allowed}"
    elif facts.reason == "out-of-range" and facts.low > facts.high:
        text = "a number is too large or too small to compute with"
    return text, _CHECKED_ADVICE.get(facts.kind) or _ADVICE.get(facts.reason, "")


def game_failed(span: Span | None, facts: FailureFacts, loop: Sequence[str], replay: str) -> Diagnostic:
    """A ruleset with something impossible in it, found while it was played. `loop` has the places of an endless loop;
    `replay` how to see the game again."""
    text, advice = explain_failure(facts)
    notes = [f"the loop: {', then '.join(loop)}"] if loop else []
    return Diagnostic("game-failed", span,
        text,
        label="the game stops here" if span else "",
        notes=(*notes, replay) if replay else tuple(notes),
        help=advice,
    )
