"""Verifies a program, in words for those who work on the compiler.

A verified program runs safely on every engine: every reference is valid, a register is written before it is read on
every path since the last stop, call or return, calls and continuations agree, only calls write return slots, and
queries neither stop nor run into the game (nor the game into them). Unreachable blocks are allowed.

The records are verified first, then each instruction, then the paths through the blocks (`verify_ways`); each step only
if the one before found nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from interpreter.program import (
    HIGHEST,
    LOWEST,
    Apply,
    Block,
    Call,
    Chance,
    Check,
    Decide,
    Gather,
    Part,
    Program,
    Register,
    Say,
    Shape,
    Slot,
    Switch,
    Text,
)
from interpreter.program.instructions.fields import Role, loads, operands, stores, target
from interpreter.program.instructions.operators import OPERATORS, SHIFT_HIGHEST
from interpreter.program.verify_cards import card_faults, zone_faults
from interpreter.program.verify_ways import way_faults, where

MOST_REGISTERS = 1_000_000
SLOT_KINDS = ("state", "return", "dice", "zone", "choice", "offer", "viewer", "local")
SIGHTS = ("up", "down", "owner")
SHAPE_FORMS = ("number", "yes_no", "text", "member", "set", "pile", "place", "wide", "blank", "roll", "throw")

def verify(program: Program) -> list[str]:
    return list(_tables(program)) or list(_parts(program)) or list(way_faults(program))


# ---- the records


def _tables(program: Program) -> Iterator[str]:
    if not 0 <= program.registers <= MOST_REGISTERS:
        yield f"there cannot be {program.registers} registers"
    for kind, what, index, size in _references(program):
        if not 0 <= index < size:
            yield f"{what}: there is no {kind} {index}"
    for at, shape in enumerate(program.shapes):
        yield from (f"shape {at}: {each}" for each in _shape(program, shape))
    for at, text in enumerate(program.texts):
        yield from (f"text {at}: {each}" for each in _text(text))
    for array_at, array in enumerate(program.arrays):
        if not all(map(_fits, array)):
            yield f"array {array_at}: a number does not fit 64 bits"
    yield from _slots_and_routines(program)
    yield from _components(program)


def _references(program: Program) -> Iterator[tuple[str, str, int, int]]:
    """What refers to a block, a shape or a slot: the kind, who refers, the number, and how many there are."""
    blocks, shapes = len(program.blocks), len(program.shapes)
    yield "block", "start", program.start, blocks
    for slot in program.slots:
        yield "shape", f"slot {slot.name}", slot.shape, shapes
    for at, text in enumerate(program.texts):
        yield from (("shape", f"text {at}", shape, shapes) for shape in text.shapes)
    for query in program.queries:
        yield "block", f"query {query}", query.entry, blocks
    for function in program.functions:
        named = f"function {function.name}"
        yield "block", named, function.entry, blocks
        yield from (("register", named, each, program.registers) for each in function.parameters)
        slots = (*function.slots, *(each for run in function.loads for each in run))
        yield from (("slot", named, each, len(program.slots)) for each in slots)
        yield from (("zone", named, each, len(program.zones)) for each in function.zones)
    for routine in program.routines:
        named = f"routine {routine.name}"
        yield "slot", named, routine.return_slot, len(program.slots)
        yield from (("block", named, block, blocks) for block in (routine.entry, *routine.continuations))
        if routine.begun != -1:
            yield "block", named, routine.begun, blocks
    for measure in program.measures:
        if measure.whose != -1:
            yield "slot", f"measure {measure.name}", measure.whose, len(program.slots)
    for aim in program.aims:
        yield "measure", "aim", aim.measure, len(program.measures)
    for each in program.quotients:
        for number in (each.top, each.bottom):
            yield "measure", f"quotient {each.name}", number, len(program.measures)


def _shape(program: Program, shape: Shape) -> Iterator[str]:
    if shape.form not in SHAPE_FORMS:
        yield f"there is no form {shape.form}"
    if shape.form in ("pile", "place") and not 0 <= shape.number < len(program.zones):
        yield f"there is no zone {shape.number}"
    if shape.form in ("wide", "blank") and not 0 <= shape.low < len(program.shapes):
        yield f"there is no shape {shape.low}"
    if shape.form in ("roll", "throw") and (shape.number < 1 or shape.faces < 1):
        yield "a roll needs dice with faces"


def _text(text: Text) -> Iterator[str]:
    if len(text.pieces) != len(text.shapes) + 1 or len(text.choices) != len(text.shapes):
        yield "pieces, shapes and choices do not go together"


def _slots_and_routines(program: Program) -> Iterator[str]:
    for slot in program.slots:
        if slot.kind not in SLOT_KINDS:
            yield f"slot {slot.name}: there is no kind {slot.kind}"
        if slot.sight not in SIGHTS:
            yield f"slot {slot.name}: there is no sight {slot.sight}"
    slots = Counter(routine.return_slot for routine in program.routines)
    for routine in program.routines:
        if slots[routine.return_slot] > 1:
            yield f"routine {routine.name}: its return slot belongs to another routine too"
        if routine.return_slot not in _return_slots(program):
            yield f"routine {routine.name}: its return slot is not of the kind `return`"


def _components(program: Program) -> Iterator[str]:
    for dice in program.dice:
        if not (1 <= dice.number < 64 and 1 <= dice.faces <= HIGHEST and dice.faces**dice.number <= HIGHEST):
            yield f"dice {dice.name}: no dice have {dice.number} times {dice.faces} faces"
    for zone in program.zones:
        yield from (f"zone {zone.name}: {each}" for each in zone_faults(program, zone))
    for choice in program.choices:
        if not choice.values or len({len(choice.values), len(choice.names), len(choice.labels)}) > 1:
            yield f"choice {choice.name}: values, names and labels do not go together"
        if not all(map(_fits, choice.values)):
            yield f"choice {choice.name}: a value does not fit 64 bits"
    for query, times in Counter(replace(query, entry=0) for query in program.queries).items():
        if times > 1:
            yield f"query {query}: there are {times} of this name"


def _return_slots(program: Program) -> set[int]:
    return {at for at, slot in enumerate(program.slots) if slot.kind == "return"}


def _fits(number: int) -> bool:
    return LOWEST <= number <= HIGHEST


# ---- each instruction and terminator by itself


def _parts(program: Program) -> Iterator[str]:
    returns = _return_slots(program)
    numbers: set[tuple[int, int]] = set()
    for at, block in enumerate(program.blocks):
        for part in (*block.instructions, block.terminator):
            wrong = list(_fields(program, part))
            wrong = wrong or [
                *_instruction(program, part, returns),
                *_terminator(program, block, part),
                *card_faults(program, part),
            ]
            if isinstance(part, Call):
                if (part.routine, part.number) in numbers:
                    wrong.append(f"call number {part.number} of its routine is made twice")
                numbers.add((part.routine, part.number))
            yield from (f"{where(program, at)}: {type(part).__name__}: {each}" for each in wrong)


def _fields(program: Program, part: Part) -> Iterator[str]:
    for name, role in part.roles.items():
        value = getattr(part, name)
        for each in value if role.many else (value,):
            yield from (f"{name}: {wrong}" for wrong in _field(program, role, each))


def _field(program: Program, role: Role, value: Any) -> Iterator[str]:
    if role.form == "site":
        if not -1 <= value < len(program.sites):
            yield f"there is no site {value}"
    elif role.table:
        if not 0 <= value < len(getattr(program, role.table)):
            yield f"there is no number {value}"
    elif role.form == "operand":
        yield from _operand(program, value)


def _operand(program: Program, operand: object) -> Iterator[str]:
    match operand:
        case Slot(index):
            if not 0 <= index < len(program.slots):
                yield f"there is no slot {index}"
        case Register(index):
            if not 0 <= index < program.registers:
                yield f"there is no register {index}"
        case int():
            if not _fits(operand):
                yield f"{operand} does not fit 64 bits"
        case _:
            yield f"{operand!r} is neither a number nor a slot nor a register"


def _instruction(program: Program, part: Part, returns: set[int]) -> Iterator[str]:
    written = target(part)
    if isinstance(written, int):
        yield "a number cannot be written to"
    if (isinstance(written, Slot) and written.index in returns) or returns.intersection(stores(part)):
        yield "a return slot is written by calls alone"
    for name, role in part.roles.items():
        if role.form == "operator" and _operands(getattr(part, name)) != len(operands(part)):
            yield f"there is no operator {getattr(part, name)} on {len(operands(part))} numbers"
    run = loads(part) if part.named["loaded"] else stores(part)
    if (part.named["loaded"] or part.named["stored"]) and not _are_slots(program, run.start, len(run)):
        yield f"there are no slots {run.start} to {run.stop - 1}"
    match part:
        case Check() if part.low > part.high or not (_fits(part.low) and _fits(part.high)):
            yield f"{part.low} to {part.high} is no range"
        case Gather(operator=name) if not OPERATORS[name].comparison:
            yield f"numbers cannot be compared by {name}"
        case Gather(places=array) if not 0 < len(program.arrays[array]) <= SHIFT_HIGHEST + 1:
            yield "a set has 1 to 63 possible members"
        case Apply() if len(part.arguments) != len(program.functions[part.function].parameters):
            yield "as many arguments as the function has parameters are needed"
        case Say(text) if len(part.values) != len(program.texts[text].shapes) + program.texts[text].private:
            yield "as many values as the text has holes are needed"
        case _:
            pass


def _operands(operator: str) -> int:
    return OPERATORS[operator].operands if operator in OPERATORS else 0


def _are_slots(program: Program, first: int, size: int) -> bool:
    return size >= 1 and 0 <= first <= len(program.slots) - size


def _terminator(program: Program, block: Block, part: Part) -> Iterator[str]:
    if block.terminator.stops and part is block.terminator:
        if block.instructions:
            yield "a block that stops has no instructions"
        if any(isinstance(each, Register) for each in (target(part), *operands(part))):
            yield "registers do not outlive a stop"
    match part:
        case Switch(_, ()):
            yield "there is nothing to choose from"
        case Call():
            continuations = program.routines[part.routine].continuations
            if not 0 <= part.number < len(continuations) or continuations[part.number] != part.then:
                yield f"it does not come back by continuation {part.number} of its routine"
        case Chance() if part.outcomes != program.dice[part.dice].faces ** program.dice[part.dice].number:
            yield f"the dice do not have {part.outcomes} outcomes"
        case Decide() if not isinstance(part.default, Slot):
            yield "the default is in a slot"
        case Decide() if not _are_slots(program, part.offers, program.choices[part.choice].words):
            yield f"there are no offers from slot {part.offers} on"
        case _:
            pass
