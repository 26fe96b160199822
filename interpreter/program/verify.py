"""What is wrong with a program, in words for the people who make programs.

A verified program runs on every engine without a surprise: every number that refers to something refers to
something that is there, a register is written before it is read on every way since the last stop, call or return,
calls and continuations agree, return slots are written by calls alone, and queries neither stop nor run into the
game (nor the game into them). Blocks that nothing leads to are allowed.

What stands beside the code is looked at first, then each instruction by itself, then the ways through the blocks; what
comes later is looked at only if nothing is wrong so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields

from interpreter.program import (
    BINARY,
    HIGHEST,
    LOWEST,
    UNARY,
    Answer,
    Binary,
    Block,
    Branch,
    Call,
    Chance,
    Check,
    Decide,
    Draw,
    Finish,
    Instruction,
    Jump,
    Load,
    Program,
    Register,
    Return,
    Say,
    Shape,
    Slot,
    Store,
    Switch,
    Terminator,
    Text,
    Unary,
)
from interpreter.program.flow import closing_operands, operands, successors, target
from interpreter.program.verify_cards import card_faults, zone_faults

MOST_REGISTERS = 1_000_000
SLOT_KINDS = ("state", "return", "dice", "zone", "choice", "flag", "viewer", "local")
SHAPE_FORMS = ("number", "yes_no", "text", "member", "set", "pile", "roll")

TABLES = {
    "array": "arrays",
    "block": "blocks",
    "blocks": "blocks",
    "choice": "choices",
    "dice": "dice",
    "measure": "measures",
    "no": "blocks",
    "routine": "routines",
    "text": "texts",
    "then": "blocks",
    "onto": "zones",
    "what": "checks",
    "yes": "blocks",
    "zone": "zones",
}
"""Which table a field of an instruction or a terminator refers to."""

PLAIN_FIELDS = ("number", "operator", "size", "low", "high", "outcomes", "first", "flags", "bottom")
"""Fields of numbers and words that mean themselves; all fields in neither list are operands."""


def verify(program: Program) -> list[str]:
    """Everything that is wrong with a program; nothing for a good one."""
    ways = (_registers, _recursion, _game, _queries)
    return list(_tables(program)) or list(_parts(program)) or [each for follow in ways for each in follow(program)]


# ---- what stands beside the code


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
        yield "block", f"query {query.name}", query.entry, blocks
    for routine in program.routines:
        named = f"routine {routine.name}"
        yield "slot", named, routine.return_slot, len(program.slots)
        yield from (("block", named, block, blocks) for block in (routine.entry, *routine.continuations))
        if routine.begun != -1:
            yield "block", named, routine.begun, blocks


def _shape(program: Program, shape: Shape) -> Iterator[str]:
    if shape.form not in SHAPE_FORMS:
        yield f"there is no form {shape.form}"
    if shape.form == "pile" and not 0 <= shape.number < len(program.zones):
        yield f"there is no zone {shape.number}"
    if shape.form == "roll" and (shape.number < 1 or shape.faces < 1):
        yield "a roll needs dice with faces"


def _text(text: Text) -> Iterator[str]:
    if len(text.pieces) != len(text.shapes) + 1 or len(text.choices) != len(text.shapes):
        yield "pieces, shapes and choices do not go together"


def _slots_and_routines(program: Program) -> Iterator[str]:
    for slot in program.slots:
        if slot.kind not in SLOT_KINDS:
            yield f"slot {slot.name}: there is no kind {slot.kind}"
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
    for name, times in Counter(query.name for query in program.queries).items():
        if times > 1:
            yield f"query {name}: there are {times} of this name"


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
            yield from (f"{_where(program, at)}: {type(part).__name__}: {each}" for each in wrong)


def _where(program: Program, block: int) -> str:
    return f"block {block} ({program.blocks[block].name})"


def _fields(program: Program, part: Instruction | Terminator) -> Iterator[str]:
    for field in fields(part):
        value = getattr(part, field.name)
        many = value if isinstance(value, tuple) else (value,)
        if field.name == "site":
            if not -1 <= value < len(program.sites):
                yield f"there is no site {value}"
        elif field.name in TABLES:
            size = len(getattr(program, TABLES[field.name]))
            yield from (f"{field.name}: there is no number {each}" for each in many if not 0 <= each < size)
        elif field.name not in PLAIN_FIELDS:
            yield from (f"{field.name}: {wrong}" for each in many for wrong in _operand(program, each))


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


def _instruction(program: Program, part: Instruction | Terminator, returns: set[int]) -> Iterator[str]:
    written = getattr(part, "target", None)
    if isinstance(written, int):
        yield "a number cannot be written to"
    if isinstance(written, Slot) and written.index in returns:
        yield "a return slot is written by calls alone"
    match part:
        case Binary() if part.operator not in BINARY:
            yield f"there is no operator {part.operator} on two numbers"
        case Unary() if part.operator not in UNARY:
            yield f"there is no operator {part.operator} on a set"
        case Load() | Store():
            if part.size < 1 or part.first < 0 or part.first + part.size > len(program.slots):
                yield f"there are no slots {part.first} to {part.first + part.size - 1}"
            elif isinstance(part, Store) and returns & set(range(part.first, part.first + part.size)):
                yield "a return slot is written by calls alone"
        case Check() if part.low > part.high or not (_fits(part.low) and _fits(part.high)):
            yield f"{part.low} to {part.high} is no range"
        case Say() if len(part.values) != len(program.texts[part.text].shapes):
            yield "as many values as the text has holes are needed"
        case _:
            pass


def _terminator(program: Program, block: Block, part: Instruction | Terminator) -> Iterator[str]:
    if isinstance(part, Chance | Draw | Decide):
        if block.instructions:
            yield "a block that stops has no instructions"
        if any(isinstance(each, Register) for each in (part.target, *closing_operands(part))):
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
        case Decide() if not 0 <= part.flags <= len(program.slots) - len(program.choices[part.choice].values):
            yield f"there are no flags from slot {part.flags} on"
        case _:
            pass


# ---- registers are written before they are read


def _registers(program: Program) -> Iterator[str]:
    known = _known_registers(program)
    for at, block in enumerate(program.blocks):
        written = known[at]
        for instruction in block.instructions:
            yield from _unknown(program, at, operands(instruction), written)
            written |= _bit(target(instruction))
        yield from _unknown(program, at, closing_operands(block.terminator), written)


def _known_registers(program: Program) -> list[int]:
    """For each block, one bit for each register that is written on every way to it."""
    known = [-1] * len(program.blocks)
    for entry in _entries(program):
        known[entry] = 0
    writing = [_union(map(_bit, map(target, block.instructions))) for block in program.blocks]
    waiting = [at for at, bits in enumerate(known) if bits == 0]
    while waiting:
        at = waiting.pop()
        terminator = program.blocks[at].terminator
        for following in successors(program, terminator) if isinstance(terminator, Jump | Branch | Switch) else ():
            common = known[following] & (known[at] | writing[at])
            if common != known[following]:
                known[following] = common
                waiting.append(following)
    return known


def _entries(program: Program) -> set[int]:
    """The blocks at whose beginning no register holds anything."""
    entries = {program.start, *(query.entry for query in program.queries)}
    for routine in program.routines:
        entries |= {routine.entry, *routine.continuations} | ({routine.begun} - {-1})
    terminators = [block.terminator for block in program.blocks]
    return entries | {each.then for each in terminators if isinstance(each, Chance | Draw | Decide)}


def _union(bits: Iterable[int]) -> int:
    union = 0
    for each in bits:
        union |= each
    return union


def _bit(written: object) -> int:
    return 1 << written.index if isinstance(written, Register) else 0


def _unknown(program: Program, block: int, read: Iterable[object], known: int) -> Iterator[str]:
    for each in read:
        if isinstance(each, Register) and not known >> each.index & 1:
            yield f"{_where(program, block)}: register {each.index} is read before it is written"


# ---- the ways through the blocks


def _reached(program: Program, entry: int, into_calls: bool = True) -> set[int]:
    """The blocks that a block can lead to if every call comes back; a return leads nowhere by itself."""
    found: set[int] = set()
    waiting = [entry]
    while waiting:
        at = waiting.pop()
        if at in found:
            continue
        found.add(at)
        terminator = program.blocks[at].terminator
        if isinstance(terminator, Call):
            waiting.append(terminator.then)
        if not isinstance(terminator, Return) and (into_calls or not isinstance(terminator, Call)):
            waiting.extend(successors(program, terminator))
    return found


def _ends(program: Program, blocks: set[int]) -> list[tuple[int, Terminator]]:
    return [(at, program.blocks[at].terminator) for at in sorted(blocks)]


def _recursion(program: Program) -> Iterator[str]:
    calls = [_called(program, _reached(program, routine.entry, into_calls=False)) for routine in program.routines]
    for at, routine in enumerate(program.routines):
        below: set[int] = set()
        waiting = list(calls[at])
        while waiting:
            called = waiting.pop()
            waiting.extend(calls[called] - below if called not in below else ())
            below.add(called)
        if at in below:
            yield f"routine {routine.name}: it calls itself"


def _called(program: Program, blocks: set[int]) -> set[int]:
    return {end.routine for _, end in _ends(program, blocks) if isinstance(end, Call)}


def _game(program: Program) -> Iterator[str]:
    reached = _reached(program, program.start)
    yield from _returns(program, reached, "the game")
    for at, end in _ends(program, reached):
        if isinstance(end, Answer):
            yield f"{_where(program, at)}: the game runs into a query's answer"


def _queries(program: Program) -> Iterator[str]:
    returning: dict[int, bool] = {}
    for query in program.queries:
        named = f"query {query.name}"
        reached = _reached(program, query.entry)
        yield from _returns(program, reached, named)
        for at, end in _ends(program, reached):
            if isinstance(end, Chance | Draw | Decide | Finish):
                yield f"{_where(program, at)}: {named} stops here"
        if not any(isinstance(end, Answer) for _, end in _ends(program, reached)):
            yield f"{named}: it never answers"
        for routine in sorted(_called(program, reached)):
            if routine not in returning:
                returning[routine] = _comes_back(program, routine)
            if not returning[routine]:
                yield f"{named}: routine {program.routines[routine].name} does not return"


def _returns(program: Program, reached: set[int], named: str) -> Iterator[str]:
    called = _called(program, reached)
    for at, end in _ends(program, reached):
        if isinstance(end, Return) and end.routine not in called:
            yield f"{_where(program, at)}: {named} returns from a routine that it does not call"


def _comes_back(program: Program, routine: int) -> bool:
    reached = _reached(program, program.routines[routine].entry)
    return any(end == Return(routine) for _, end in _ends(program, reached))
