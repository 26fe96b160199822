"""The functions that every program's machine code shares: chance, the account of a game, the loop over games."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.chance import MIXING, STEP, WARM_UP
from interpreter.native.llvm_text import RARELY, Function, If, Loop
from interpreter.native.memory_layout import LINE, SPILL, UNDO, WINNERS, MemoryLayout
from interpreter.program import VOID, MeasureInfo

LARGEST = 2**46
"""The highest value of a measure in one game; a game with more is for another engine."""

SMALL = 2**20
"""Values below that cannot add up to more than fits a number, so that they are looked at only at the end of a game."""

FEW_SLOTS = 128
"""Up to this number, slots are copied one by one at the start of a game."""

GAME = "tailcc i64"
"""How the functions of a game are called."""


# ---- chance


def next_word(f: Function, state: list[str]) -> tuple[str, list[str]]:
    """The next word of the random stream (see `chance`), and the state after it."""
    a, b, c, counter = state
    word = f.op("add", f.op("add", a, b), counter)
    turned = f.set(f"call i64 @llvm.fshl.i64(i64 {c}, i64 {c}, i64 24)")
    new_a = f.op("xor", b, f.op("lshr", b, 11))
    new_b = f.op("add", c, f.op("shl", c, 3))
    return word, [new_a, new_b, f.op("add", turned, word), f.op("add", counter, 1)]


def halves(f: Function, word: str, count: str | int) -> tuple[str, str]:
    """The upper and the lower half of a product."""
    wide, other = f.set(f"zext i64 {word} to i128"), f.set(f"zext i64 {count} to i128")
    product = f.set(f"mul nuw i128 {wide}, {other}")
    upper = f.set(f"trunc i128 {f.set(f'lshr i128 {product}, 64')} to i64")
    return upper, f.set(f"trunc i128 {product} to i64")


def again(layout: MemoryLayout) -> str:
    """What is done about a word that may have to be refused: until one is not, the next."""
    f = Function("internal i64 @again(ptr noalias %c, i64 %upper, i64 %lower, i64 %count) noinline cold")
    places = [f.at("%c", layout["random"] + each) for each in range(4)]

    def draw() -> str:
        word, state = next_word(f, [f.load(each) for each in places])
        for value, place in zip(state, places, strict=True):
            f.store(value, place)
        return word

    _draw_until_taken(f, draw)
    return f.text()


def _draw_until_taken(f: Function, draw: Callable[[], str]) -> None:
    """Give the result of the first word that is not refused, where the first of them gave %upper and %lower."""
    threshold = f.op("urem", f.op("sub", 0, "%count"), "%count")
    upper, lower = f.place(), f.place()
    f.store("%upper", upper)
    f.store("%lower", lower)
    head, refused, done = f.fresh(), f.fresh(), f.fresh()
    f.jump(head)
    f.label(head)
    f.branch(f.is_("ult", f.load(lower), threshold), refused, done)
    f.label(refused)
    for value, place in zip(halves(f, draw(), "%count"), (upper, lower), strict=True):
        f.store(value, place)
    f.jump(head)
    f.label(done)
    f.give(f.load(upper))


def mix(f: Function, word: str) -> str:
    """A word, mixed (see `chance`)."""
    for shift, factor in MIXING:
        word = f.op("xor", word, f.op("lshr", word, shift))
        word = f.op("mul", word, factor) if factor != 1 else word
    return word


def falling(layout: MemoryLayout) -> str:
    """Whether chance, drawn by a lot, gives what comes `part` times in `whole` (see `chance.falls`)."""
    f = Function("internal i64 @falls(ptr noalias %c, i64 %place, i64 %part, i64 %whole)")
    upper, _ = halves(f, mix(f, _begin_lot(f, layout)), "%whole")
    f.give(f.number(f.is_("ult", upper, "%part")))
    return f.text()


def drawing_lots(layout: MemoryLayout) -> str:
    """One of `count`, each equally likely, drawn by lot (see `chance.Lots`)."""
    f = Function("internal i64 @lot(ptr noalias %c, i64 %place, i64 %count)")
    state = _begin_lot(f, layout)
    upper, lower = halves(f, mix(f, state), "%count")
    refused = f.fresh("refused")
    f.unless(f.is_("uge", lower, "%count"), refused)
    f.give(upper)
    f.label(refused)
    f.give(f.set(f"call i64 @lot_again(i64 {state}, i64 {upper}, i64 {lower}, i64 %count)"))
    return f.text()


def drawing_lots_again() -> str:
    """What is done about a lot whose word may have to be refused: until one is not, the next."""
    f = Function("internal i64 @lot_again(i64 %state, i64 %upper, i64 %lower, i64 %count) noinline cold")
    place = f.place()
    f.store("%state", place)

    def draw() -> str:
        state = f.op("add", f.load(place), STEP)
        f.store(state, place)
        return mix(f, state)

    _draw_until_taken(f, draw)
    return f.text()


def _begin_lot(f: Function, layout: MemoryLayout) -> str:
    """The state for the first word of a lot that is drawn at a place."""
    before = f.op("add", f.get("%c", layout["lots"]), f.op("mul", "%place", STEP))
    return f.op("add", before, STEP)


def _warm_up(f: Function, words: tuple[str | int, ...]) -> list[str]:
    """The places of a stream's state, after the words that are left out."""
    places = [f.place() for _ in words]
    for value, place in zip(words, places, strict=True):
        f.store(value, place)
    with Loop(f, WARM_UP):
        _, state = next_word(f, [f.load(each) for each in places])
        for value, place in zip(state, places, strict=True):
            f.store(value, place)
    return places


def seeding(layout: MemoryLayout) -> str:
    """The random stream of a game, from its beginning, and which game it is."""
    f = Function("internal void @seed(ptr noalias %c, i64 %seed, i64 %game)")
    places = _warm_up(f, ("%seed", "%game", 0, 1))
    for at, place in enumerate(places):
        f.put(f.load(place), "%c", layout["random"] + at)
    f.put("%game", "%c", layout["game"])
    f.put(mix(f, f.op("add", mix(f, f.op("add", "%seed", STEP)), "%game")), "%c", layout["lots"])
    f.put(0, "%c", layout["answered"])
    f.line("ret void")
    return f.text()


# ---- the account of a game


def sampling(layout: MemoryLayout, number: int, measure: MeasureInfo) -> str:
    """A value of a measure, and whether it is known to be small; gives 0 where there is no room for it."""
    f = Function(f"internal i64 @sample_{number}(ptr noalias %c, i64 %value, i1 %small)")
    size, total = f.at("%c", layout["size"] + number), f.at("%c", layout["total"] + number)
    count, both = f.load(size), f.load(total)
    undone = f.get("%c", layout["undo_size"]) if layout.program.voidable else ""
    added = f.op("add", both, "%value")
    fits = f.is_("ult", f.op("add", "%value", LARGEST), 2 * LARGEST)
    fits = f.both(fits, f.is_("ult", f.op("add", added, LARGEST), 2 * LARGEST))
    fits = f.set(f"or i1 %small, {fits}")
    if measure.labels:
        fits = f.both(fits, f.is_("ult", count, len(measure.labels)))
    if undone:
        fits = f.both(fits, f.is_("ult", undone, UNDO))
    refused = f.fresh("refused")
    f.unless(fits, refused)
    f.store(f.op("add", count, 1), size)
    f.store(added, total)
    line: str | int = layout.lines[number]
    if len(measure.labels) > 1:
        line = f.op("add", line, count)
    if measure.labels:
        f.store("%value", f.at("%c", layout["members"], line))
    inside, outside = f.fresh("inside"), f.fresh("outside")
    f.branch(f.is_("ult", "%value", LINE), inside, outside, RARELY)
    f.label(inside)
    at = f.op("add", f.op("mul", line, LINE), "%value")
    f.increase("%c", layout["histogram"], at)
    if undone:
        f.put(at, "%c", layout["undo"], undone)
        f.put(f.op("add", undone, 1), "%c", layout["undo_size"])
    f.give(1)
    f.label(outside)
    spilled = f.get("%c", layout["spilled"])
    f.unless(f.is_("slt", spilled, SPILL), refused)
    f.put(f.op("add", spilled, 1), "%c", layout["spilled"])
    room = f.at("%c", layout["spill"], f.op("mul", spilled, 2))
    f.store(line, room)
    f.put("%value", room, 1)
    f.give(1)
    f.label(refused)
    f.give(0)
    return f.text()


def accounting(layout: MemoryLayout) -> str:
    """The end of a game: who won, the values of measures, and a line of `rows` if there are any. Gives 0 where
    there is no room for one of them."""
    f = Function("internal i64 @account(ptr noalias %c, ptr %row)")
    refused = f.fresh("refused")
    for number in range(len(layout.program.measures)):
        total = f.get("%c", layout["total"] + number)
        f.unless(f.is_("ult", f.op("add", total, LARGEST), 2 * LARGEST), refused)
    f.increase("%c", layout["words"], by=f.get("%c", layout["random"] + 3))
    winners, noted = f.get("%c", layout["winners"]), f.fresh("noted")
    if layout.program.voidable:
        stands, void = f.fresh("stands"), f.fresh("void")
        f.branch(f.is_("ult", winners, 1 << VOID), stands, void)
        f.label(void)
        _take_back(f, layout)
        f.jump(noted)
        f.label(stands)
    many, rest = f.size(winners), f.place()
    f.increase("%c", layout["drawn"], by=f.number(f.is_("eq", many, 0)))
    f.increase("%c", layout["shared"], by=f.number(f.is_("ugt", many, 1)))
    f.store(winners, rest)
    with Loop(f, many):
        now = f.load(rest)
        f.increase("%c", layout["wins"], f.lowest(now))
        f.store(f.op("and", now, f.op("sub", now, 1)), rest)
    for number in range(len(layout.program.measures)):
        _account_measure(f, layout, number)
    for number, quotient in enumerate(layout.program.quotients):
        totals = (f.get("%c", layout["total"] + each) for each in (quotient.top, quotient.bottom))
        _add_product(f, f.at("%c", layout["products"] + 2 * number), *(_widen(f, each) for each in totals))
    f.jump(noted)
    f.label(noted)
    with If(f, f.set("icmp ne ptr %row, null")):
        f.store(winners, "%row")
        for number, measure in enumerate(layout.program.measures):
            figures = [layout["members"] + layout.lines[number] + member for member in range(len(measure.labels))]
            for at, figure in enumerate(figures or [layout["total"] + number, layout["size"] + number]):
                f.put(f.get("%c", figure), "%row", layout.columns[number] + at)
    f.give(1)
    f.label(refused)
    f.give(0)
    return f.text()


def _take_back(f: Function, layout: MemoryLayout) -> None:
    """A game without a result: what it gave the measures counts for nothing."""
    f.increase("%c", layout["void"])
    f.put(f.get("%c", layout["spilled_before"]), "%c", layout["spilled"])
    with Loop(f, f.get("%c", layout["undo_size"])) as at:
        f.increase("%c", layout["histogram"], f.get("%c", layout["undo"], at), by=-1)


def _account_measure(f: Function, layout: MemoryLayout, number: int) -> None:
    total, size = f.get("%c", layout["total"] + number), f.get("%c", layout["size"] + number)
    f.increase("%c", layout["sums"] + 2 * number, by=total)
    f.increase("%c", layout["sums"] + 2 * number + 1, by=size)
    wide_total, wide_size = _widen(f, total), _widen(f, size)
    pairs = ((wide_total, wide_total), (wide_total, wide_size), (wide_size, wide_size))
    for at, (one, other) in enumerate(pairs):
        _add_product(f, f.at("%c", layout["squares"] + 6 * number + 2 * at), one, other)


def _widen(f: Function, number: str) -> str:
    return f.set(f"sext i64 {number} to i128")


def _add_product(f: Function, place: str, one: str, other: str) -> None:
    """Add the product of two wide numbers to the one at a place."""
    sofar = f.set(f"load i128, ptr {place}, align 8")
    product = f.set(f"mul i128 {one}, {other}")
    f.line(f"store i128 {f.set(f'add i128 {sofar}, {product}')}, ptr {place}, align 8")


# ---- the loop over games


def playing(layout: MemoryLayout, budget: int, game_budget: int) -> str:
    """Plays games from one position: `play(slots, c, start, block, winners, seed, first, many, rows)`. It gives how
    many it has played; minus that and one more if the next is for another engine."""
    parameters = "ptr noalias %s, ptr noalias %c, ptr noalias %start, i64 %block, i64 %winners"
    f = Function(f"i64 @play({parameters}, i64 %seed, i64 %first, i64 %many, ptr %rows)")
    slots = len(layout.program.slots)
    measures = len(layout.program.measures)
    refused, full = f.fresh("refused"), f.fresh("full")
    unsound = f.fresh("unsound")
    f.unless(f.is_("ne", f.set("call i64 @sound(ptr %start)"), 0), unsound)
    with_rows = f.set("icmp ne ptr %rows, null")
    last = f.place()
    with Loop(f, "%many") as game:
        f.store(game, last)
        _copy(f, slots)
        f.line(f"call void @seed(ptr %c, i64 %seed, i64 {f.op('add', '%first', game)})")
        f.put("%winners", "%c", layout["winners"])
        f.put(f.op("add", f.get("%c", layout["random"] + 3), game_budget), "%c", layout["stops"])
        f.put(budget, "%c", layout["steps"])
        f.put(0, "%c", layout["digest"])
        for number in range(measures):
            f.put(0, "%c", layout["total"] + number)
            f.put(0, "%c", layout["size"] + number)
        if layout.program.voidable:
            f.put(0, "%c", layout["undo_size"])
            f.put(f.get("%c", layout["spilled"]), "%c", layout["spilled_before"])
        result = f.set(f"call {GAME} @game_0(ptr %s, ptr %c, i64 %block)")
        f.unless(f.is_("eq", result, 0), refused)
        row = f.at("%rows", f.op("mul", game, layout.columns[-1]))
        taken = f.set(f"call i64 @account(ptr %c, ptr {f.set(f'select i1 {with_rows}, ptr {row}, ptr null')})")
        f.unless(f.is_("ne", taken, 0), refused)
        f.unless(f.is_("slt", f.get("%c", layout["spilled"]), SPILL // 2), full)
    f.line("call void @mark(ptr %c)")
    f.give("%many")
    f.label(unsound)
    f.give(-1)
    f.label(refused)
    f.give(f.op("sub", -1, f.load(last)))
    f.label(full)
    f.line("call void @mark(ptr %c)")
    f.give(f.op("add", f.load(last), 1))
    return f.text()


def _copy(f: Function, slots: int) -> None:
    """The slots as they are at the start; a few are copied one by one, which takes less time than a call."""
    if slots > FEW_SLOTS:
        f.line(f"call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %start, i64 {8 * slots}, i1 false)")
        return
    for at in range(slots):
        f.put(f.get("%start", at), "%s", at)


def marking(layout: MemoryLayout, marks: dict[int, list[int]]) -> str:
    """From how often each superblock ran to how often each site was marked."""
    f = Function("internal void @mark(ptr noalias %c) noinline cold")
    for first, sites in marks.items():
        if sites:
            place = f.at("%c", layout["counters"] + first)
            count = f.load(place)
            for site in sites:
                f.increase("%c", layout["marks"] + site, by=count)
            f.store(0, place)
    f.line("ret void")
    return f.text()


def membership(scatters: bool) -> str:
    """The functions that find a member of a set by its number, and several: at once where the machine can scatter bits
    (which is called pdep), otherwise member by member."""
    f = Function("internal i64 @member(i64 %set, i64 %number) alwaysinline")
    if scatters:
        f.give(f.lowest(f.set(f"call i64 @scatter(i64 {f.op('shl', 1, '%number')}, i64 %set)")))
        return _scattering() + f.text()
    rest = f.place()
    f.store("%set", rest)
    with Loop(f, "%number"):
        now = f.load(rest)
        f.store(f.op("and", now, f.op("sub", now, 1)), rest)
    f.give(f.lowest(f.load(rest)))
    return _scattering_slowly() + f.text()


def _scattering() -> str:
    f = Function("internal i64 @scatter(i64 %numbers, i64 %set) alwaysinline")
    f.give(f.set("call i64 @llvm.x86.bmi.pdep.64(i64 %numbers, i64 %set)"))
    return f"declare i64 @llvm.x86.bmi.pdep.64(i64, i64)\n{f.text()}"


def _scattering_slowly() -> str:
    f = Function("internal i64 @scatter(i64 %numbers, i64 %set)")
    rest, found = f.place(), f.place()
    f.store("%set", rest)
    f.store(0, found)
    with Loop(f, f.size("%set")) as at:
        now = f.load(rest)
        member = f.op("and", now, f.op("sub", 0, now))
        wanted = f.is_("ne", f.op("and", f.op("lshr", "%numbers", at), 1), 0)
        f.store(f.op("or", f.load(found), f.pick(wanted, member, 0)), found)
        f.store(f.op("xor", now, member), rest)
    f.give(f.load(found))
    return f.text()


DECLARATIONS = """\
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""


def winner_fits(f: Function, winner: str | int) -> str:
    """Whether a winner has a bit."""
    return f.is_("ult", winner, WINNERS)
