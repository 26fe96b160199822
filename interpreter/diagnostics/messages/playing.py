"""Playing: who sits where, how many games, moves that cannot be made, and games that break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.settings import join_names, shorten_text, suggest_name
from interpreter.source import Span
from interpreter.throws import write_dice

# ---- who sits where


def seat_unknown(word: str, known: Sequence[str], game: str) -> Diagnostic:
    """A seat or side that is not at this table."""
    return Diagnostic("seat-unknown", None,
        f"`{game}` has no seat called `{shorten_text(word)}`",
        label="not a seat of this game",
        notes=(f"its seats are {join_names(known)}",),
        help=suggest_name(word, known, "a seat is called by its number, its name or its side, or `all` for everybody"),
    )


def strategy_unknown(name: str, known: Sequence[str], game: str) -> Diagnostic:
    return Diagnostic("strategy-unknown", None,
        f"`{game}` has no strategy called `{shorten_text(name)}`",
        label="not a strategy of this game",
        notes=(f"known are {join_names(known)}",),
        help=suggest_name(name, known, "`default` takes the default of every choice, in any game"),
    )


def best_unknown(game: str) -> Diagnostic:
    """Best play that has not been worked out."""
    return Diagnostic("best-unknown", None,
        f"the best play of `{game}` is not known under these options",
        label="nothing was kept for it",
        help=f"`groundrules solve {game}` works it out, with the same options and players",
    )


def best_unfit(file: str, game: str) -> Diagnostic:
    """A file of best play that is none for this game, or not as it is played."""
    return Diagnostic("best-unknown", None,
        f"`{shorten_text(file)}` has no answers for `{game}` under these options",
        label="for another game, other options, or other players",
        help=f"`groundrules solve {game} --save FILE.json` works it out, with the same options and players",
    )


def best_broken(file: str, game: str, unreadable: bool) -> Diagnostic:
    """A file of best play that cannot be read (`unreadable`), or that is no such file."""
    told = "cannot be read" if unreadable else "has no answers of best play"
    return Diagnostic("best-unknown", None,
        f"`{shorten_text(file)}` {told}",
        label="no such file" if unreadable else "damaged, written by another version, or another kind of file",
        help=f"`groundrules solve {game} --save FILE.json` writes one",
    )


def player_unknown(name: str, known: Sequence[str]) -> Diagnostic:
    """Somebody to sit on a seat who is neither a person nor a bot."""
    return Diagnostic("player-unknown", None,
        f"nobody called `{shorten_text(name)}` can sit there",
        label=f"here one of {', '.join(known)} is wanted",
        help=suggest_name(name, known, "`human` asks you, `bot` plays by the ruleset's defaults"),
    )


def people_without_words() -> Diagnostic:
    """`--json`, which prints data only, for a game in which people would be asked."""
    return Diagnostic("people-and-json", None,
        "people cannot be asked anything where only data is printed",
        label="this prints one JSON object and nothing else",
        help="`--json` is for games of bots that throw no dice of your own: leave it out here",
    )


def nobody_to_beat(game: str) -> Diagnostic:
    return Diagnostic("nobody-to-beat", None,
        f"`{game}` is played by one alone, so there is nobody to win against",
        label="a tournament needs two who can win",
        help="count what each strategy brings instead: `groundrules simulate ... --strategy all=NAME`",
    )


def name_unfit(name: str) -> Diagnostic:
    """A name that nobody at the table can be called by."""
    return Diagnostic("player-unknown", None,
        f"nobody can be called `{shorten_text(name)}`" if name else "a name is missing after `human:`",
        label="here a name is wanted",
        help="up to 30 letters, digits, spaces, points, hyphens and apostrophes: `human:Anna`",
    )


def name_twice(name: str) -> Diagnostic:
    return Diagnostic("player-unknown", None,
        f"two seats would be called `{shorten_text(name)}`",
        label="somebody else has this name",
        help="give each a name of their own: `human:Anna`, `human:Anna B.`",
    )


# ---- numbers


def number_expected(what: str, text: str, low: int, high: int, wanted: str = "a whole number") -> Diagnostic:
    return Diagnostic("number-expected", None,
        f"{what} cannot be `{shorten_text(text)}`",
        label=f"here {wanted} from {low} to {high} is wanted",
        help=f"for instance `{1000 if low <= 1000 <= high else max(low, min(2, high))}`",
    )


# ---- moves


def answer_not_offered(what: str, given: str, offered: Sequence[str]) -> Diagnostic:
    """A move that cannot be made now. `what` names the choice."""
    return Diagnostic("answer-not-offered", None,
        f"`{shorten_text(given)}` is not offered for {what}" if given else f"nothing was chosen for {what}",
        help=suggest_name(given, offered, f"offered: {', '.join(offered)}"),
    )


def answer_ambiguous(what: str, given: str, fitting: Sequence[str]) -> Diagnostic:
    return Diagnostic("answer-ambiguous", None,
        f"`{shorten_text(given)}` could mean several things for {what}",
        help=f"write more of one of: {', '.join(fitting)}",
    )


def roll_impossible(dice: str, given: str, lowest: str, highest: str) -> Diagnostic:
    return Diagnostic("roll-impossible", None,
        f"`{shorten_text(given)}` is no roll of {dice}",
        help=f"write the faces, from `{lowest}` to `{highest}`",
    )


def faces_wanted(dice: str, given: str, number: int, sides: tuple[int, ...]) -> Diagnostic:
    sample = write_dice([sides[0]] * (number - 1) + [sides[-1]])
    return Diagnostic("roll-impossible", None,
        f"a total of {shorten_text(given)} does not tell enough: here it matters what each die of {dice} shows",
        help=f"write the faces, such as `{sample}`",
    )


_MAX_CARDS = 8


def card_unknown(given: str, cards: Sequence[str]) -> Diagnostic:
    sample = ", ".join(f"`{each}`" for each in cards[:2])
    return Diagnostic("card-impossible", None,
        f"no card of this game is called `{shorten_text(given)}`",
        help=suggest_name(given, cards, f"its cards are called {sample} and so on"),
    )


def card_impossible(card: str, pile: str) -> Diagnostic:
    return Diagnostic("card-impossible", None,
        f"the {card} cannot come from {pile} now: it lies elsewhere",
        help="look at the card again; if one before it was told wrongly, `undo` takes that back",
    )


def card_ambiguous(given: str, fitting: Sequence[str]) -> Diagnostic:
    return Diagnostic("answer-ambiguous", None,
        f"`{shorten_text(given)}` could be several cards",
        help=f"write more of one of: {', '.join(fitting[:_MAX_CARDS])}{', ...' if len(fitting) > _MAX_CARDS else ''}",
    )


def nothing_to_ask(game: str, what: str) -> Diagnostic:
    """Real dice or cards for a game that has none."""
    return Diagnostic("wrong-usage", None,
        f"`{game}` has no {what}",
        label=f"there are no {what} to ask for",
        help=f"leave `--{what}` away",
    )


def alike_unseen(game: str) -> Diagnostic:
    """Real cards for a game where cards of which there are several are dealt face down."""
    return Diagnostic("wrong-usage", None,
        f"in `{game}` cards of which there are several are dealt where nobody sees them",
        label="people cannot deal these cards",
        help="leave `--cards ask` away: then the cards are dealt for you",
    )


def move_out_of_place(wanted: str, waiting: str) -> Diagnostic:
    """A move of one sort where the game waits for something else, or for nothing."""
    return Diagnostic("move-out-of-place", None,
        f"the game does not wait for {wanted} now",
        help=f"it waits for {waiting}" if waiting else "the game is over",
    )


# ---- games that break

_REASONS = {
    "out-of-range": "{what} would become {value}, and it has to be from {low} to {high}",
    "empty-set": "the highest, lowest or best member of an empty set was asked for",
    "division-by-zero": "something was divided by zero",
    "no-option": "there was nothing to choose from",
    "empty-pile": "a card was wanted from a pile that has no more",
    "unknown-card": "the top card of a pile was asked for, and nobody knows which it is",
    "not-there": "a card was to be moved from where it does not lie",
    "bad-index": "a place that does not exist was asked for",
    "step-budget": "the game went on and on without a roll or a choice",
    "stop-budget": "after {value:,} rolls, draws and choices it has not ended",
}

_CHECKED = {
    "": "a value",
    "value": "`{name}`",
    "limit": "the limit of `{name}`",
    "default": "the default of `{name}`",
    "key": "the key of `{name}`",
    "listed key": "the key of `{name}`",
    "rolled": "how many of `{name}` are rolled",
    "dealt": "the number of cards dealt",
    "cards": "the number of cards",
    "in set": "a number in a set",
    "dice": "how many of `{name}` are together",
    "kept": "how many of the dice kept `{name}` does not show",
    "die": "what a die of `{name}` shows",
    "odds": "how many times a line of a strategy is taken, or in how many",
}
"""What people call that which a check looks at, by its kind."""

_ADVICE = {
    "out-of-range": "widen the range where it is declared, or keep the value inside it",
    "empty-set": "ask first whether the set has members, as in `when some x in ...`",
    "division-by-zero": "ask first whether the number divided by is 0",
    "empty-pile": "ask first how many there are, as in `when size of ... is 0`",
    "unknown-card": "turn the card over first: `deal from ... to ...`, to a pile that lies face up",
    "not-there": "ask first where it lies, as in `when ... in ...`",
    "no-option": "let the choice always offer something, or ask `when` before it is made",
    "step-budget": "see that something in the loop makes its `until` come true",
    "stop-budget": "see that something ends the game; if games may take so long, allow more with `--most-stops`",
}


_CHECKED_ADVICE = {
    "kept": "keep only dice that lie there, as in `keeping (those die in ... where ...)`",
    "dice": "take dice away before as many are joined, as in `rest without kept`",
}
"""What to do about a check that failed, by its kind, where there is more to say than of a range."""


@dataclass(frozen=True)
class FailureFacts:
    """Why something was impossible: the reason, with the value and its limits. If a check failed, its `kind` and the
    `name` of what it looked at (see `program.CheckInfo`), and what was `allowed` if that is not numbers."""

    reason: str
    value: int
    low: int
    high: int
    kind: str
    name: str
    allowed: str


def explain_failure(facts: FailureFacts) -> tuple[str, str]:
    """What was impossible, and what can be done about it."""
    if facts.kind == "attribute":
        text = f"a card was asked for its {facts.name}, and has none"
        return text, "ask first which card it is, as in `when ... is ...`"
    if facts.kind == "best":
        return _REASONS["empty-set"], _ADVICE["empty-set"]
    if facts.kind == "nothing":
        return f"`{facts.name}` is none where something is needed", f"ask first, as in `when {facts.name} is not none`"
    if facts.kind == "answer":
        text = f"the answer to `{facts.name}` was looked at, and has not been given since its phase began"
        return text, "choose it on every way to here, or look at it only where it has just been chosen"
    what = _CHECKED[facts.kind].format(name=facts.name)
    allowed = "one of those after `in`" if facts.kind == "listed key" else facts.allowed
    text = _REASONS[facts.reason].format(what=what, value=facts.value, low=facts.low, high=facts.high)
    if allowed:
        text = f"{what} has to be {allowed}, and would not be"
    elif facts.reason == "out-of-range" and facts.low > facts.high:
        text = "a number became too large or too small to work with"
    return text, _CHECKED_ADVICE.get(facts.kind) or _ADVICE.get(facts.reason, "")


def game_failed(span: Span | None, facts: FailureFacts, loop: Sequence[str], replay: str) -> Diagnostic:
    """A ruleset that asked for something impossible while it was played. `loop` has the places gone round; `replay`
    how the game can be seen again."""
    text, advice = explain_failure(facts)
    notes = [f"round and round: {', then '.join(loop)}"] if loop else []
    return Diagnostic("game-failed", span,
        f"the game cannot go on: {text}",
        label="it happened here" if span else "",
        notes=(*notes, replay) if replay else tuple(notes),
        help=advice,
    )
