"""What people type or a script says, to the outcome or answer it means.

An answer is meant by its name, by what is shown of it, by the number it has in the list of what is offered, or by a
beginning, or beginnings of its words, that fit no other. A roll is meant by its faces, die by die, or by its total,
which means the first roll with it in counting order. A card is meant by its name, or the beginnings of the words in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from interpreter.analysis.partition import partition
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import playing as errors
from interpreter.display import call, format_dice_name, format_place, format_value
from interpreter.engine import ChanceStop, DecisionStop, DrawStop
from interpreter.program import Chance, ChoiceInfo, DiceInfo, Program
from interpreter.throws import name_faces, write_dice

MOST_DIGITS = 6
"""Longer numbers are not read: no list and no die is so large."""


AS_SPACES = str.maketrans("_(,)+", "     ")
"""The signs in a name that nobody need type."""

SMALL_WORDS = ("of", "the")
"""These need not be typed of a card's name."""

NUMBERS = re.compile(r"none|-?\d+((\+| and |, )\d+)*|\(.*\)")
"""Names of answers that are numbers, dice, or made of parts."""

BEGINNING_WITH_NUMBER = re.compile(r"-?\d|\(")


def list_offered_names(program: Program, stop: DecisionStop) -> tuple[str, ...]:
    return tuple(program.choices[stop.choice].names[answer] for answer in stop.offered)


def read_answer(
    program: Program, stop: DecisionStop, text: str, shown: Sequence[str] = (), offered: Sequence[str] = ()
) -> int | Diagnostic:
    """The answer that is meant. Those on offer are `shown` in other words than names, or `offered` step by step."""
    info = program.choices[stop.choice]
    names = list_offered_names(program, stop)
    labels = [info.labels[answer] for answer in stop.offered]
    for fits in _list_readings(info, names, text):
        found = [at for at in range(len(names)) if fits(at, names[at]) or fits(at, labels[at])]
        if len(found) == 1:
            return stop.offered[found[0]]
        if found:
            return errors.answer_ambiguous(text, [(shown or names)[at] for at in found])
    return errors.answer_not_offered(call(info) if info.called else "", text, offered or shown or names, labels)


def _list_readings(info: ChoiceInfo, names: Sequence[str], text: str) -> Iterator[Callable[[int, str], bool]]:
    """The ways to read what was typed, the strictest first: whether it means the offer at a place, by its name or its
    label."""
    word, parts = _fold(text), _sort_parts(_fold(text))

    def is_joined(at: int) -> bool:
        """Dice and the members of a set may be typed as they come; parts of an answer have their order."""
        return bool(parts) and names[at][0] != "("

    def begins_parts(at: int, name: str) -> bool:
        words = _sort_parts(_fold(name))
        return is_joined(at) and len(parts) == len(words) and all(map(str.startswith, words, parts))

    yield lambda at, name: bool(word) and _fold(name) == word
    yield lambda at, name: is_joined(at) and _sort_parts(_fold(name)) == parts
    if not has_numbers(info):
        number = int(word) if _is_whole(word) else 0
        yield lambda at, name: at + 1 == number
    if not are_numbers(names):
        begun = re.compile(re.escape(word) + r"(?!(?<=\d)\d)")  # a number begins no longer one
        yield lambda at, name: bool(word) and begun.match(_fold(name)) is not None
        yield lambda at, name: _do_words_begin(text, name)
        yield begins_parts


def has_numbers(info: ChoiceInfo) -> bool:
    """Whether an answer is a number, or begins with one as `5 of Clubs`: then a number means no place in a list."""
    return any(map(BEGINNING_WITH_NUMBER.match, (*info.names, *info.labels)))


def are_numbers(names: Sequence[str]) -> bool:
    """Whether answers are numbers or dice themselves, whose beginnings mean something else."""
    return all(map(NUMBERS.fullmatch, names)) and any(name != "none" for name in names)


def is_same_name(one: str, other: str) -> bool:
    """Whether people would type the same for both."""
    return _fold(one) == _fold(other)


def _fold(text: str) -> str:
    return " ".join(text.casefold().translate(AS_SPACES).split())


def _sort_parts(word: str) -> list[str]:
    return sorted(each for each in word.split() if each != "and")


def read_roll(program: Program, stop: ChanceStop, text: str) -> int | Diagnostic:
    info = program.dice[stop.dice]
    faces = _read_faces(info, text)
    outcome = None if faces is None else _find_outcome(faces, info)
    if outcome is None:
        ends = (write_dice(name_faces([end(info.sides)] * info.number, info.words)) for end in (min, max))
        return errors.roll_impossible(format_dice_name(program, stop.dice), text, *ends)
    return outcome


def _read_faces(dice: DiceInfo, text: str) -> list[int] | None:
    """What each die shows, as typed: numbers, or the words on the faces, or their beginnings; None if it is neither."""
    words = re.split(r"[\s,+]+", text.strip())
    if not dice.words:
        return [int(word) for word in words] if all(_is_whole(word.removeprefix("-")) for word in words) else None
    if any(" " in dice.words[place] for place in dice.sides):
        words = [each.strip() for each in re.split(r"[,+]+", text)]
    faces = [_find_word(dice, _fold(word)) for word in words]
    return None if None in faces else [face for face in faces if face is not None]


def _find_word(dice: DiceInfo, word: str) -> int | None:
    """What a face shows that is called so, or the only one whose name begins so; the first of faces that look alike."""
    places = dict.fromkeys(dice.sides)
    found = [place for place in places if _fold(dice.words[place]) == word]
    found = found or [place for place in places if word and _do_words_begin(word, dice.words[place])]
    return found[0] if len({_fold(dice.words[place]) for place in found}) == 1 else None


def read_card(program: Program, stop: DrawStop, text: str) -> int | Diagnostic:
    """The number, among the cards that may come, of the one that is meant, or what is wrong with the text. A card is
    meant by its name, or by the beginnings of the words in it: `ace of hearts`, `ace h`. Errors are reported without
    a word on where other cards lie."""
    zone = program.zones[stop.zone]
    names = [format_value(program.shapes[zone.shape], card) for card in range(zone.cards)]
    word = _fold(text)
    found = [card for card, name in enumerate(names) if is_same_name(name, text)]
    found = found or [card for card, name in enumerate(names) if is_card_name(name, text)]
    found = found or [card for card, name in enumerate(names) if word and _do_words_begin(word, name)]
    if len({_fold(names[card]) for card in found}) > 1:
        return errors.card_ambiguous(text, [names[card] for card in found])
    if not found:
        return errors.card_unknown(text, names)
    there = [number for number, card in enumerate(stop.cards) if card in found]
    return there[0] if there else errors.card_impossible(names[found[0]], format_place(program, stop.zone, stop.place))


def is_card_name(name: str, text: str) -> bool:
    return bool(text.strip()) and _list_words(name) == _list_words(text)


def _list_words(text: str) -> list[str]:
    return [each for each in _fold(text.replace("-", " ")).split() if each not in SMALL_WORDS]


def is_card(program: Program, stop: DrawStop, text: str) -> bool:
    """Whether this is the whole name of one of the cards that the game may wait for."""
    zone = program.zones[stop.zone]
    return any(is_card_name(format_value(program.shapes[zone.shape], card), text) for card in range(zone.cards))


def _do_words_begin(word: str, name: str) -> bool:
    """Whether each word typed begins a word of the name, in order; `of` and `the` may be left out. The beginnings may
    be typed together, as `qs` for the Queen of Spades."""
    typed, words = _list_words(word), _list_words(name)
    if len(typed) == 1 < len(words):
        return _is_made_of_beginnings(typed[0], words)
    return 0 < len(typed) == len(words) and all(each.startswith(part) for part, each in zip(typed, words, strict=True))


def _is_made_of_beginnings(typed: str, words: Sequence[str]) -> bool:
    ends = {0}
    for word in words:
        ends = {at + n for at in ends for n in range(1, len(word) + 1) if typed.startswith(word[:n], at)}
    return len(typed) in ends


def read_throw(program: Program, stop: ChanceStop, text: str) -> tuple[int | Diagnostic, bool]:
    """The outcome that people enter for their own dice, and whether they entered its total only. A total is enough if
    the program treats all rolls with this total alike."""
    number = read_roll(program, stop, text)
    info = program.dice[stop.dice]
    if isinstance(number, Diagnostic) or info.number == 1 or not _is_whole(text.strip().removeprefix("-")):
        return number, False
    if info.order > (0, -1) or not is_total_enough(program, stop.dice, int(text)):
        return errors.faces_wanted(call(info), text.strip(), info.number, info.sides), False
    return number, True


def is_total_enough(program: Program, dice: int, total: int) -> bool:
    """Whether all rolls of dice with a total are the same to a program, and to those who hear what it says."""
    info = program.dice[dice]
    outcomes = [at for at, each in enumerate(info.totals) if each == total]
    rolls = [block.terminator for block in program.blocks if isinstance(block.terminator, Chance)]
    for slot in {roll.target for roll in rolls if roll.dice == dice}:
        classes = partition(program, range(len(program.blocks)), slot, info.faces**info.number, heard=True)
        if len({classes[outcome] for outcome in outcomes}) > 1:
            return False
    return True


def _is_whole(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def _find_outcome(faces: Sequence[int], dice: DiceInfo) -> int | None:
    """The number of the outcome with these faces, or the first with this total; None if there is none."""
    if len(faces) == 1 and dice.number > 1 and not dice.words:
        return next((at for at, total in enumerate(dice.totals) if total == faces[0]), None)
    if len(faces) != dice.number or not all(face in dice.sides for face in faces):
        return None
    outcome = 0
    for face in faces:
        outcome = outcome * dice.faces + dice.sides.index(face)
    return outcome
