"""Writes a saved game as text: the head of a game that is played now, once, then a line for each entry."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

from interpreter import loader
from interpreter.chance import Stream
from interpreter.display import format_seat, format_value
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, fingerprint
from interpreter.model import Model
from interpreter.play.own_cards import TurnStop
from interpreter.play.session import HAND, TOTAL, Entry, MomentAdded, UndoClosed, Undone
from interpreter.play.trace import Moment
from interpreter.program import Program
from interpreter.runtime_errors import collect_sources
from interpreter.saved import FORMAT, Head, Rules
from interpreter.settings import format_settings
from interpreter.throws import write_dice

MASK_MODULUS = 10_007
"""Masked answers are numbers below this."""

UNSEEN = "unseen"
"""Placeholder for a roll that not everybody sees."""

MOVES = "[moves]"

ABOUT = """\
# A game kept by groundrules. `groundrules resume` goes on with it, `groundrules replay` shows it again.
# Each move is one line, written before its result is shown.
# The seed decides every roll and card: whoever reads this file can work out what is still to come, and what is masked.
"""


def describe_ruleset(name: str, model: Model) -> Rules:
    """A ruleset, with a hash of its text and of the libraries that it uses."""
    house = {file for each in model.house for file in each.files}
    texts = {each.text for file, each in collect_sources(model).items() if file not in house}
    return Rules(loader.make_lasting(name), _hash_texts([loader.find_ruleset(name).text, *sorted(texts)]))


def describe_house_rules(name: str) -> Rules:
    return Rules(loader.make_lasting(name), _hash_texts([loader.find_house_rules(name).text]))


def _hash_texts(texts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def make_head(
    name: str,
    house: Sequence[str],
    model: Model,
    options: Mapping[str, int],
    program: Program,
    takers: Sequence[str],
    seed: int,
    game: int = 0,
) -> Head:
    return Head(
        ruleset=describe_ruleset(name, model),
        title=model.title,
        program=fingerprint(program),
        house=tuple(map(describe_house_rules, house)),
        options=tuple(format_settings(model, options).items()),
        players=len(program.seats),
        takers=tuple(takers),
        seed=seed,
        game=game,
    )


def write_head(head: Head) -> str:
    return "\n".join([ABOUT, *_write_head_lines(head), "", MOVES, ""])


def _write_head_lines(head: Head) -> Iterator[str]:
    yield f"format = {FORMAT}"
    yield f"ruleset = {quote(head.ruleset.name)}"
    yield f"title = {quote(head.title)}"
    yield f"content = {quote(head.ruleset.content)}"
    yield f"program = {quote(head.program)}"
    yield f"players = {head.players}"
    yield f"seats = [{', '.join(map(quote, head.takers))}]"
    yield f"seed = {quote(str(head.seed)) if head.seed >= 2**63 else head.seed}"
    yield f"game = {head.game}"
    yield f"rolls = {quote('ask' if head.ask_dice else 'key' if head.own_dice else 'auto')}"
    yield f"cards = {quote('ask' if head.ask_cards else 'auto')}"
    yield f"undo = {quote(head.undo)}"
    for house in head.house:
        yield from ("", "[[house]]", f"name = {quote(house.name)}", f"content = {quote(house.content)}")
    if head.options:
        yield from ("", "[options]")
        yield from (f"{name} = {value if isinstance(value, int) else quote(value)}" for name, value in head.options)


def quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# ---- entries


def write_entry(program: Program, seed: int, number: int, entry: Entry) -> str:
    if isinstance(entry, MomentAdded):
        return _write_line(number, _list_move_pairs(program, seed, number, entry.moment))
    if isinstance(entry, UndoClosed):
        return _write_line(number, [("no_undo", "true")])
    return _write_line(number, [("undo" if isinstance(entry, Undone) else "redo", str(entry.count))])


def _write_line(number: int, pairs: list[tuple[str, str]]) -> str:
    return f"{number} = {{ {', '.join(f'{key} = {value}' for key, value in pairs)} }}"


def _list_move_pairs(program: Program, seed: int, number: int, moment: Moment) -> list[tuple[str, str]]:
    stop = moment.answered
    if moment.ruling:
        return [("umpire", quote(moment.ruling_text))]
    if isinstance(stop, ChanceStop):
        return _list_roll_pairs(program, seed, number, stop, moment)
    if isinstance(stop, DrawStop):
        return _list_draw_pairs(program, seed, number, stop, moment)
    assert isinstance(stop, DecisionStop)
    info = program.choices[stop.choice]
    told = [("masked", str(mask(seed, number, moment.answer)))] if info.secret else []
    told = told or [("answer", quote(info.names[moment.answer]))]
    return [("choose", quote(info.name)), *told, ("by", quote(format_seat(program, stop.chooser)))]


def _list_roll_pairs(
    program: Program, seed: int, number: int, stop: ChanceStop, moment: Moment
) -> list[tuple[str, str]]:
    info = program.dice[stop.dice]
    faces = info.show(moment.answer)
    written = write_dice(info.name_outcome(moment.answer))
    shown = ("total", str(sum(faces))) if moment.source == TOTAL else ("roll", quote(written))
    pairs = [shown, ("dice", quote(info.name))]
    if info.sight != "up" and moment.source != TOTAL and stop.outcomes <= MASK_MODULUS:
        pairs[0] = ("roll", quote(UNSEEN))
        pairs += [("masked", str(mask(seed, number, moment.answer)))] * (moment.source == HAND)
    if stop.thrower >= 0:
        pairs.append(("by", quote(format_seat(program, stop.thrower))))
    return pairs + [("hand", "true")] * (moment.source in (HAND, TOTAL))


def _list_draw_pairs(program: Program, seed: int, number: int, stop: DrawStop, moment: Moment) -> list[tuple[str, str]]:
    zone, by_hand = program.zones[stop.zone], moment.source == HAND
    pairs = [("turn" if isinstance(stop, TurnStop) else "draw", quote(zone.name))]
    if program.zones[stop.onto].sight == "up":
        pairs.append(("card", quote(format_value(program.shapes[zone.shape], stop.cards[moment.answer]))))
    elif by_hand:
        pairs.append(("masked", str(mask(seed, number, moment.answer))))
    return pairs + [("hand", "true")] * by_hand


# ---- what is not for every eye


def mask(seed: int, number: int, answer: int) -> int:
    """An answer that only some may know, as written in entry `number`."""
    return (answer + _compute_shift(seed, number)) % MASK_MODULUS


def unmask(seed: int, number: int, masked: int) -> int:
    return (masked - _compute_shift(seed, number)) % MASK_MODULUS


def _compute_shift(seed: int, number: int) -> int:
    return Stream(seed, 2**64 - 1 - number).randbelow(MASK_MODULUS)
