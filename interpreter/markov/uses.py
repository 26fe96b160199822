"""What the parts of a program read and write, as bits: slots first, then registers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from interpreter.markov.question import Question
from interpreter.markov.unfold import Graph
from interpreter.program import Award, Branch, Check, Decide, Instruction, Operand, Part, Program, Sample, Slot, Switch
from interpreter.program.instructions.fields import loads, operands, stores, target


class Use(NamedTuple):
    """The bits of which one must be live for a part to matter (None if it always does), those that it certainly writes,
    and those that it reads."""

    needed: int | None
    written: int
    read: int


NO_USE = Use(None, 0, 0)


def find_uses(graph: Graph, question: Question) -> list[tuple[Use, ...]]:
    return [tuple(_find_use(graph.program, part, question) for part in parts) for parts in graph.parts]


def bits(program: Program, several: Iterable[Operand]) -> int:
    found = 0
    for each in several:
        if not isinstance(each, int):
            found |= 1 << (each.index if isinstance(each, Slot) else len(program.slots) + each.index)
    return found


def _find_use(program: Program, part: Part, question: Question) -> Use:
    written = bits(program, [goal] if (goal := target(part)) is not None else [])
    reads = bits(program, operands(part)) | _run(loads(part))
    match part:
        case Check():
            return Use(0, 0, 0)
        case Sample() | Award():
            return Use(None, 0, reads)
        case Instruction():
            return Use(written | _run(stores(part)), written, reads)
        case Branch() | Switch():
            return Use(None, 0, reads)
        case Decide(choice=choice):
            offered = _run(part.offer_slots(program))
            is_open = choice in question.open
            reads = bits(program, [part.chooser if is_open else part.default])
            return Use(None, written, reads | offered | (question.observed if is_open else 0))
    return Use(None, written, 0)


def _run(slots: range) -> int:
    return (1 << slots.stop) - (1 << slots.start) if slots else 0
