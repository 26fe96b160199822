"""Puts the text of a program's machine code together: constants, functions for cards, the game, the careful way.

`fast_module` has the functions that play many games, `careful_module` those that tell everything about one. They
share nothing, so that each can be compiled when it is first needed.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.analysis.dead_code import spared, unspared
from interpreter.analysis.graph import Graph, graph_of, parts_of, slots_read
from interpreter.analysis.inlining import with_copies
from interpreter.analysis.steps import steps_of
from interpreter.native import cards, runtime
from interpreter.native.advice import Advisers, advising
from interpreter.native.build import scatters
from interpreter.native.careful import CarefulWriter, careful_runtime, strategies_of
from interpreter.native.game import GameWriter, marks_of
from interpreter.native.layout import Layout
from interpreter.native.moving import card_function
from interpreter.native.soundness import soundness
from interpreter.native.tabulation.finding import Finder
from interpreter.native.tabulation.tabling import TableWriter
from interpreter.native.tabulation.walking import Walker
from interpreter.native.writing import HEADER, Function, Loop, bits_of, constant
from interpreter.program import Decide, Program, Slot
from interpreter.program.flow import stops
from interpreter.program.ranges import FULL

CAREFUL_PART = 250


def fast_module(
    program: Program,
    strategies: tuple[str, ...],
    budget: int,
    game_budget: int,
    part: int,
    thorough: bool,
    tabulate: bool,
    counting: bool,
) -> str:
    """The text of the functions that play many games: `play` is the one to call. `part` is how many blocks a
    function may have; `thorough` tells whether time is spent on making them faster, and `counting` whether it is
    counted how often each site is marked."""
    layout, card_names = Layout(program), set[tuple[str, ...]]()
    advisers = Advisers(program, strategies)
    texts, asked = _advice(program, advisers, budget, card_names)
    elsewhere = slots_read(program, [block for each in asked for block in each.blocks]) | _flags(program, advisers)
    graph = graph_of(program, [program.start])
    if thorough:
        program = with_copies(program, graph.blocks)
        graph = graph_of(program, [program.start])
    steps, left = steps_of(program, graph, budget), unspared(program)
    if thorough:
        left = spared(program, graph, advisers.advised(), elsewhere)
        program = left.program
        graph = graph_of(program, [program.start], apart=tabulate, heads=graph.heads)
    read = slots_read(program, graph.blocks, left.sure) | elsewhere
    parts = _numbered(parts_of(graph, part), graph)
    table = None
    if thorough and tabulate and steps.most > max(steps.ahead.values()) and len(set(parts.values())) == 1:
        table = Finder(left, graph, Walker(left, graph, steps, advisers.advised(), counting), elsewhere).find()
    for number in sorted(set(parts.values())):
        writer = GameWriter(left, graph, number, parts, layout, steps, read, advisers, card_names)
        writer.elsewhere, writer.moves_in = elsewhere, thorough and len(set(parts.values())) == 1
        writer.counting = counting
        if table:
            writer.table = TableWriter(table, writer)
            texts += writer.table.constants()
        texts.append(writer.text(_entered(program, graph, parts, number)))
    texts += [runtime.sampling(layout, number, each) for number, each in enumerate(program.measures)]
    texts += [runtime.accounting(layout), runtime.playing(layout, budget - steps.taken(program.start), game_budget)]
    marks = {first: marks_of(program, chain) for first, chain in graph.chains.items()} if counting else {}
    texts += [runtime.marking(layout, marks, len(writer.table.marks()) if writer.table else 0)]
    texts.append(soundness(program.zones, [left.ranges.get(Slot(at), FULL) for at in range(len(program.slots))]))
    return _whole(program, layout, texts, card_names, trusted=True)


def careful_module(program: Program, budget: int) -> str:
    """The text of the functions that tell everything about one game: `start` and `walk` are those to call."""
    layout, card_names = Layout(program), set[tuple[str, ...]]()
    advisers = Advisers(program, strategies_of(program))
    texts, _ = _advice(program, advisers, budget, card_names)
    blocks = list(range(len(program.blocks)))
    parts = {block: block // CAREFUL_PART for block in blocks}
    for number in sorted(set(parts.values())):
        own = [block for block in blocks if parts[block] == number]
        texts.append(CarefulWriter(program, number, own, layout, advisers, card_names).whole())
    texts.append(careful_runtime(program, layout, parts, budget))
    texts.append(_start())
    return _whole(program, layout, texts, card_names, trusted=False)


def _flags(program: Program, advisers: Advisers) -> set[int]:
    """The slots that say what is offered in choices on which somebody is advised."""
    ends = [block.terminator for block in program.blocks]
    return {
        end.flags + each
        for end in ends
        if isinstance(end, Decide) and any(advisers.of(end.choice))
        for each in range(len(program.choices[end.choice].values))
    }


def _start() -> str:
    f = Function("void @start(ptr %c, i64 %seed, i64 %game)")
    f.line("call void @seed(ptr %c, i64 %seed, i64 %game)")
    f.line("ret void")
    return f.text()


def _advice(
    program: Program, advisers: Advisers, budget: int, card_names: set[tuple[str, ...]]
) -> tuple[list[str], list[Graph]]:
    made = [advising(program, query, choice, budget, card_names) for query, choice in sorted(advisers.needed())]
    return [text for text, _ in made], [graph for _, graph in made]


def _numbered(parts: list[list[int]], graph: Graph) -> dict[int, int]:
    """The part of each chain, with the first entry's part as number 0."""
    return {first: number for number, part in enumerate(parts) for first in part}


def _entered(program: Program, graph: Graph, parts: dict[int, int], number: int) -> set[int]:
    """Where a part may be entered. Part 0 passes on what is not its own, and answers all stops where a game is taken
    up."""
    entered = {each for each in graph.entries if number == 0 or parts[each] == number}
    for first, ways in graph.ways.items():
        if parts[first] != number or stops(program.blocks[graph.chains[first][-1]]):
            entered.update(each for each in ways if parts[each] == number)
    return entered


def _whole(
    program: Program, layout: Layout, texts: Iterable[str], card_names: set[tuple[str, ...]], *, trusted: bool
) -> str:
    handling = []
    for name, *zones in sorted(card_names):
        infos = [program.zones[int(each)] for each in zones]
        whole = "_".join([name, *zones])
        handling.append(card_function(name, whole, infos[0], infos[1] if len(infos) > 1 else None, trusted))
    shared = [HEADER, runtime.DECLARATIONS, cards.DECLARATIONS, *_constants(program), _offered()]
    shared.append(runtime.membership(scatters()))
    return "\n".join([*shared, runtime.again(layout), runtime.seeding(layout), *handling, *texts])


def _constants(program: Program) -> list[str]:
    texts = []
    for number, array in enumerate(program.arrays):
        texts.append(constant(f"a{number}", array, bits_of(array)))
    for number, choice in enumerate(program.choices):
        texts.append(constant(f"answers_{number}", choice.values, bits_of(choice.values)))
    return texts


def _offered() -> str:
    """How many of many answers are offered, and the first of them."""
    f = Function("internal {i64, i64} @offered(ptr %flags, i64 %size)")
    count, first = f.place(), f.place()
    f.store(0, count)
    f.store(0, first)
    with Loop(f, "%size") as at:
        backwards = f.op("sub", f.op("sub", "%size", 1), at)
        on = f.is_("eq", f.get("%flags", backwards), 1)
        f.store(f.op("add", f.load(count), f.number(on)), count)
        f.store(f.pick(on, backwards, f.load(first)), first)
    both = f.set(f"insertvalue {{i64, i64}} poison, i64 {f.load(count)}, 0")
    f.line(f"ret {{i64, i64}} {f.set(f'insertvalue {{i64, i64}} {both}, i64 {f.load(first)}, 1')}")
    return f.text()
