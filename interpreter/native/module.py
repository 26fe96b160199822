"""Puts the text of a program's machine code together: constants, functions for cards, advice, and the game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from interpreter.analysis.dead_code import trim, untrimmed
from interpreter.analysis.graph import Graph, find_graph, find_slots_read, split_graph
from interpreter.analysis.inlining import inline_calls
from interpreter.analysis.steps import count_steps
from interpreter.native import card_functions, runtime
from interpreter.native.advice_writer import AdviceWriter, Advisers
from interpreter.native.card_moves import card_function
from interpreter.native.compiler import scatters
from interpreter.native.function_writer import find_functions, write_functions
from interpreter.native.game_writer import Game, GameWriter, marks_of
from interpreter.native.llvm_machine import FUNCTIONS_OF_OPERATORS
from interpreter.native.llvm_text import HEADER, constant, width_of
from interpreter.native.memory_layout import MemoryLayout
from interpreter.native.offers import write_offered, write_offered_at
from interpreter.native.options import CodeOptions
from interpreter.native.position_check import write_position_check
from interpreter.native.showing import finishing_blocks, with_slots_shown
from interpreter.program import FULL, Program, Range, Slot, Target
from interpreter.program.flow import stops


def write_module(program: Program, options: CodeOptions) -> str:
    """The text of the functions that play many games: `play` is the one to call."""
    budget = options.budget
    layout, card_names = MemoryLayout(program), set[tuple[str, ...]]()
    advisers = Advisers(program, options.strategies)
    lines = {line: find_graph(program, [program.queries[line[0]].entry]) for line in sorted(advisers.needed())}
    elsewhere = find_slots_read(program, [block for each in lines.values() for block in each.blocks])
    showing = finishing_blocks(program) if options.shows_slots else frozenset[int]()
    program = with_slots_shown(program, showing)
    graph = find_graph(program, [program.start])
    if options.thorough and not options.anywhere:
        program = inline_calls(program, graph.blocks)
        graph = find_graph(program, [program.start])
    steps, left = count_steps(program, graph, budget), untrimmed(program)
    if options.thorough:
        open_choices = set(range(len(program.choices))) if options.anywhere else advisers.advised()
        left = trim(program, graph, open_choices, elsewhere)
        program = left.program
        graph = find_graph(program, [program.start], heads=steps.heads)
    read = find_slots_read(program, graph.blocks, left.sure) | elsewhere
    parts = _numbered(split_graph(graph, options.part), graph)
    game = Game(
        left, graph, parts, layout, steps, read, elsewhere, advisers, card_names,
        options.thorough, options.counting, options.witness, showing,
    )  # fmt: skip
    texts = _advice(game, lines, budget)
    used = find_functions(program, [*graph.blocks, *(each for line in lines.values() for each in line.blocks)])
    texts += write_functions(program, used, layout["kept"], budget, left.ranges, card_names)
    for number in sorted(set(parts.values())):
        texts.append(GameWriter(game, number).text(_entered(program, graph, parts, number)))
    texts += [runtime.sampling(layout, number, each) for number, each in enumerate(program.measures)]
    texts.append(runtime.accounting(layout))
    texts.append(runtime.playing(layout, budget - steps.taken(program.start), options.game_budget))
    marks = {first: marks_of(program, each) for first, each in graph.superblocks.items()} if options.counting else {}
    texts += [runtime.marking(layout, marks)]
    texts.append(write_position_check(program.zones, _expected(layout.program, left.ranges, read)))
    return _whole(program, layout, texts, card_names)


def _expected(program: Program, ranges: Mapping[Target, Range], read: Container[int]) -> list[Range]:
    """Where the slots are in every game: those that are `read`, and those that say where routines come back to."""
    expected = [ranges.get(Slot(at), FULL) if at in read else FULL for at in range(len(program.slots))]
    for each in program.routines:
        (low, high), last = expected[each.return_slot], max(len(each.continuations), 1) - 1
        expected[each.return_slot] = max(low, 0), min(high, last)
    return expected


def _advice(game: Game, lines: Mapping[tuple[int, int], Graph], budget: int) -> list[str]:
    """The functions that give advice, by each line of a strategy on each choice."""
    program, advisers = game.layout.program, game.advisers
    writers = [AdviceWriter(program, graph, *line, game.card_names, advisers) for line, graph in lines.items()]
    return [writer.text(budget) for writer in writers]


def _numbered(parts: list[list[int]], graph: Graph) -> dict[int, int]:
    """The part of each superblock, with the first entry's part as number 0."""
    return {first: number for number, part in enumerate(parts) for first in part}


def _entered(program: Program, graph: Graph, parts: dict[int, int], number: int) -> set[int]:
    """Where a part may be entered. Part 0 passes on what is not its own, and answers all stops where a game is taken
    up."""
    entered = {each for each in graph.entries if number == 0 or parts[each] == number}
    for first, ways in graph.ways.items():
        if parts[first] != number or stops(program.blocks[graph.superblocks[first][-1]]):
            entered.update(each for each in ways if parts[each] == number)
    return entered


def _whole(program: Program, layout: MemoryLayout, texts: Iterable[str], card_names: set[tuple[str, ...]]) -> str:
    handling = []
    for name, *zones in sorted(card_names):
        infos = [program.zones[int(each)] for each in zones]
        whole = "_".join([name, *zones])
        handling.append(card_function(name, whole, infos[0], infos[1] if len(infos) > 1 else None))
    declared = [HEADER, FUNCTIONS_OF_OPERATORS, runtime.DECLARATIONS, card_functions.DECLARATIONS]
    shared = [*declared, *write_constants(program)]
    shared += [write_offered(), runtime.membership(scatters()), write_offered_at()]
    lots = [runtime.falling(layout), runtime.drawing_lots(layout), runtime.drawing_lots_again()]
    chance = [runtime.again(layout), runtime.seeding(layout), *lots]
    return "\n".join([*shared, *chance, *handling, *texts])


def write_constants(program: Program) -> list[str]:
    texts = []
    for number, array in enumerate(program.arrays):
        texts.append(constant(f"a{number}", array, width_of(array)))
    for number, choice in enumerate(program.choices):
        texts.append(constant(f"answers_{number}", choice.values, width_of(choice.values)))
    return texts
