"""How long games are, as measures: a program is given a measure of its rolls and one of each of its phases.

So every engine counts them game by game, and nothing else about the games changes.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.program import Block, Chance, Instruction, Jump, Mark, MeasureInfo, Program, Sample

LENGTH = "length"
"""What these measures are per."""


def count_lengths(program: Program) -> Program:
    """Return the program with measures of how often dice are rolled and how often each phase is begun."""
    phases = [at for at, each in enumerate(program.sites) if each.kind == "phase" and each.name != "game"]
    rolls = len(program.measures)
    measures = {site: number for number, site in enumerate(phases, rolls + 1)}
    names = ["rolls", *(f"phase {program.sites[each].name}" for each in phases)]
    blocks = [_count_phases(block, measures) for block in program.blocks]
    for at, block in enumerate(program.blocks):
        if isinstance(block.terminator, Chance):
            blocks[at] = replace(blocks[at], terminator=replace(block.terminator, then=len(blocks)))
            blocks.append(Block(block.name, (Sample(rolls, 1),), Jump(block.terminator.then)))
    infos = (*program.measures, *(MeasureInfo(each, LENGTH) for each in names))
    return replace(program, measures=infos, blocks=tuple(blocks))


def _count_phases(block: Block, measures: dict[int, int]) -> Block:
    found: list[Instruction] = []
    for each in block.instructions:
        found.append(each)
        if isinstance(each, Mark) and each.site in measures:
            found.append(Sample(measures[each.site], 1))
    return replace(block, instructions=tuple(found))
