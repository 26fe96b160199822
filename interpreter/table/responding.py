"""Handles a line that a person types: an answer to the question, or a command."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.rendering import format_sentence
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, pick_default_answer
from interpreter.play.move_parsing import is_card, list_offered_names, read_answer, read_card, read_throw
from interpreter.play.session import HAND, TOTAL
from interpreter.scene import draw, list_boxes_ahead
from interpreter.table.commands import COMMANDS, run_command
from interpreter.table.game import Reply, Table

MAX_LINE = 10_000
"""A longer line is no answer to anything."""


def respond(table: Table, line: str, offered: Sequence[str] = ()) -> Reply:
    """Do what a line says. A refusal names what is `offered` on the screen, if that is not each answer by its name."""
    if len(line) > MAX_LINE:
        return Reply(("That line is far too long to be an answer.",))
    stop, line = table.session.stop, line.strip().removeprefix(":")
    if not isinstance(stop, DecisionStop):
        named = isinstance(stop, DrawStop) and is_card(table.program, stop, line)
        return (None if named else run_command(table, line)) or _answer_chance(table, line)
    if not line.strip():
        return table.answer(pick_default_answer(stop))
    names = {name.casefold() for name in list_offered_names(table.program, stop)}
    command = None if line.strip().casefold() in names else run_command(table, line)
    if command is None and "," in line and table.program.choices[stop.choice].several:
        return _pick_several(table, stop, line)
    number = command or _read_answer(table, stop, line, offered)
    filled = _fill_ahead(table, line.strip()) if isinstance(number, Diagnostic) else None
    return filled or (number if isinstance(number, Reply) else _settle_answer(table, number, HAND))


def _fill_ahead(table: Table, name: str) -> Reply | None:
    """Fill a box that the next question asks for, with the answer that leads there. None if no box is called so."""
    look = table.look(True)
    for box in list_boxes_ahead(look, draw(look)["things"]):
        if box.name.casefold() == name.casefold():
            moments = tuple(moment for number in box.answers for moment in table.answer(number).moments)
            table.passed.add(moments[0].number)
            return Reply(moments=moments)
    return None


def _read_answer(table: Table, stop: DecisionStop, text: str, offered: Sequence[str] = ()) -> int | Diagnostic:
    """The answer that is meant; what is wrong with it names the others as the question does."""
    question = table.question
    shown = [each.name for each in question.offers] if question is not None else []
    return read_answer(table.program, stop, text, shown, offered)


def _pick_several(table: Table, stop: DecisionStop, line: str) -> Reply:
    """Pick everything that is named, separated by commas, if they can be picked together. A comma behind the last says
    that it is the last."""
    texts = [each.strip() for each in line.split(",") if each.strip()]
    numbers, now = [], stop
    position, engine = table.session.position, table.session.engine
    for text in texts:
        number = _read_answer(table, stop, text)
        if isinstance(number, Diagnostic):
            return _settle_answer(table, number, HAND)
        if number not in now.offered or number in numbers:
            return Reply((f"You cannot choose {text} together with the others.",))
        numbers.append(number)
        step = engine.answer(position, number)
        position = step.position
        if not isinstance(step.stop, DecisionStop) or not table.program.find_picked(stop.choice, position.slots):
            if len(numbers) < len(texts):
                return Reply((f"That is too many: {len(numbers)} would be enough.",))
            break
        now = step.stop
    else:
        names, is_all = table.program.choices[stop.choice].names, bool(texts) and line.rstrip().endswith(",")
        numbers += [each for each in now.offered if is_all and names[each] == "none"]
    return Reply(moments=tuple(moment for number in numbers for moment in table.answer(number).moments))


def _settle_answer(table: Table, number: int | Diagnostic, source: str) -> Reply:
    return Reply((format_sentence(number),)) if isinstance(number, Diagnostic) else table.answer(number, source)


def _answer_chance(table: Table, line: str) -> Reply:
    """A roll or a card that the program gives, or one of the people's own."""
    stop, word = table.session.stop, line.strip().casefold()
    if not word and (table.setup.ask_dice or isinstance(stop, DrawStop)):
        return Reply(("The game waits for you: type what your dice or cards show.",))
    if isinstance(stop, ChanceStop) and table.setup.ask_dice:
        number, total = read_throw(table.program, stop, line)
        return _settle_answer(table, number, TOTAL if total else HAND)
    if isinstance(stop, DrawStop):
        return _settle_answer(table, read_card(table.program, stop, line), HAND)
    if word in ("", "roll"):
        return table.roll()
    return Reply((f"Press Enter to roll, or type one of: {', '.join(word for word in COMMANDS if ' ' not in word)}.",))
