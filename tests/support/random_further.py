"""Writes small random rulesets of what `random_rulesets` leaves out: `while`, `tell`, `after`, `the rest of parting`,
`or none`, picks of several together, cards with two numbers, players in piles, the highest of a value, boards of any
size, the first of which something is true, dice thrown together, braces in braces, and what views sort and turn.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

DECLARED = """game further "Further"
  needs "a board"
players 2..3
kind cell: a..c by 1..3
kind field: a..h by 11..18
kind lane: 2..6
kind suit: clubs, hearts, spades
kind rank: two, three, four, five
kind end: left, right
cards deck: rank of suit
cards bones: 0..2 with 0..2
dice throw = 4d6
dice lot of each end = 1d6
pile stock : deck, face down = all deck
pile laid : deck, face up
hand held of each player : deck, seen by its player
pile boneyard : bones, face down = all bones
pile line : bones, face up
hand tiles of each player : bones, seen by its player
pile queue : player, face up = all player
pile gone : player, face up
pile edges : end, face up = all end
"""


class Further:
    """Writes one ruleset."""

    def __init__(self, seed: int) -> None:
        self.random, self.names = Random(seed), 0

    def pick(self, *makers: Callable[[], str] | str) -> str:
        made = self.random.choice(makers)
        return made if isinstance(made, str) else made()

    def fresh(self, hint: str) -> str:
        self.names += 1
        return f"{hint}_{self.names}"

    def digit(self, most: int = 5) -> str:
        return str(self.random.randint(0, most))

    # ---- values

    def number(self, deep: int = 0) -> str:
        if deep > 2:
            return self.pick("tally", "passes", "total of throw", self.digit, f"men of {self.random.randint(2, 6)}")
        return self.pick(
            lambda: f"({self.number(deep + 1)} {self.pick('+', '-', '*')} {self.number(deep + 1)})",
            lambda: f"({self.number(deep + 1)} mod {self.random.randint(2, 5)})",
            lambda: f"({self.number(deep + 1)} if {self.truth(deep + 1)} otherwise {self.number(deep + 1)})",
            lambda: self.highest(deep + 1),
            lambda: self.highest(deep + 1),
            lambda: self.pick("size of unmatched(laid)", "size of scoreless(throw)", "size of first_part(laid)"),
            lambda: f"(0 if {self.pick('last')} is none otherwise last.many)",
            lambda: f"size of neighbours of {self.cell()}",
            lambda: f"({self.pick('row', 'column')} of {self.cell()})",
            lambda: f"(sum of {self.pick('low', 'high')} of bone for bone in line)",
            lambda: f"men of {self.lane()}",
            lambda: f"heat of {self.pick('(1 + tally mod 8, 11 + passes mod 8)', self.field)}",
            lambda: f"total of lot of {self.pick('left', 'right')}",
            lambda: f"({self.digit()} if queue is none otherwise number of {self.pick('first', 'last')} of queue)",
            lambda: f"number of {self.pick('first', 'last')} of edges",
            lambda: self.over_fields(deep + 1),
            lambda: f"({self.part(deep + 1)} / {self.pick('1', '1/2', '2')})",
            lambda: f"(6 * {self.part(deep + 1)})",
        )

    def part(self, deep: int = 0) -> str:
        """A number in sixths."""
        if deep > 2:
            return self.pick("share", "(1/2)", "(-5/3)")
        one, two = (lambda: self.part(deep + 1)), self.pick("1", "1/3", "3/2")
        return self.pick(
            lambda: f"({one()} {self.pick('+', '-', 'mod')} {two})",
            lambda: f"({self.number(deep + 1)} - {one()})",
            lambda: f"(1/6 * {self.number(deep + 1)})",
            lambda: f"({one()} if {self.truth(deep + 1)} otherwise {self.number(deep + 1)})",
            lambda: f"(the {self.pick('lesser', 'greater')} of {one()} and {self.number(deep + 1)})",
            lambda: f"(sum of 1/2 * men of here for here in all lane where men of here >= {two})",
            lambda: f"(the highest of share - 1/2 * here for here in {self.pick('all lane', '3..6')})",
            lambda: f"worth({self.lane()})",
        )

    def over_fields(self, deep: int) -> str:
        """A number for the places of a board that is too large for sets."""
        one, among = self.fresh("one"), self.pick("all field", self.region)
        where = self.pick(f"heat of {one} > {self.digit()}", lambda: f"{one} in {self.region()}", self.truth(deep + 1))
        return self.pick(
            f"(count of {one} in {among} where {where})",
            f"(sum of heat of {one} + row of {one} for {one} in {among} where {where})",
            f"(0 if (no {one} in {among} where {where}) otherwise column of (the {one} in {among} where {where}))",
            f"(the lowest of heat of {one} - column of {one} for {one} in {among})",
        )

    def region(self) -> str:
        return self.pick(
            lambda: f"neighbours of {self.field()}",
            lambda: f"({self.pick('a11', 'b14', 'there_now')}..{self.pick('d14', 'h18', 'there_now')})",
        )

    def highest(self, deep: int) -> str:
        """The most or the least of a number; now and then of no members."""
        one = self.fresh("one")
        among, value = self.random.choice(
            (
                ("all lane", f"men of {one} * 2 + {one}"),
                ("all cell", f"row of {one} + size of (neighbours of {one})"),
                ("line with (0, 1)", f"high of {one} - low of {one}"),
                ("laid with two of clubs", f"number of rank of {one}"),
                ("subsets of throw", f"total of {one} mod 7"),
                ("throw", f"{one} * tally mod 5"),
            )
        )
        where = f" where {self.truth(3)}" if self.random.random() < 0.1 else ""
        return f"(the {self.pick('highest', 'lowest')} of {value} + {self.number(3)} for {one} in {among}{where})"

    def lane(self) -> str:
        return self.pick(
            *("2", "6", "(2 + tally mod 5)", "(lowest of all lane)"),
            "(the here in all lane with most men of here)",
        )

    def cell(self) -> str:
        return self.pick(
            *("a1", "b2", "c3", "here_now"),
            "(the here in all cell with least row of here + 3 * column of here)",
        )

    def kept_of_cell(self) -> str:
        return f"hit of {self.pick('(1 + tally mod 3, 1 + passes mod 3)', self.cell)}"

    def field(self) -> str:
        return self.pick("a11", "d14", "h18", "there_now")

    def truth(self, deep: int = 0) -> str:
        compared = self.random.choice(("is", "is not", "<", ">="))
        simple = (
            lambda: f"({self.number(3)} {compared} {self.number(3)})",
            self.kept_of_cell,
            lambda: f"({self.pick('there_now', 'c13')} {self.pick('in', 'not in')} {self.region()})",
            lambda: f"({self.cell()} in {self.pick('neighbours of b2', 'here_now..c3', 'a2..b3')})",
            lambda: f"(0, 1) {self.pick('in', 'not in')} line",
            lambda: f"(last {self.pick('is', 'is not')} none)",
            lambda: f"({self.part(3)} {compared} {self.pick('share', self.number(3))})",
            "few_done",
            lambda: f"(share in {self.pick('-2..3', '(1/2)..(9/2)')})",
            lambda: f"({self.pair()} {self.pick('in', 'not in')} pairs)",
        )
        if deep > 1:
            return self.pick(*simple)
        one = self.fresh("one")
        return self.pick(
            *simple,
            lambda: f"({self.truth(deep + 1)} {self.pick('and', 'or')} {self.truth(deep + 1)})",
            lambda: f"(after ({self.pick(self.shift, 'hit_beside')}) {self.truth(deep + 1)})",
            lambda: f"({self.number(deep + 1)} {compared} {self.number(deep + 1)})",
            lambda: f"(some {one} in neighbours of {self.cell()} where hit of {one})",
            lambda: f"(some {one} in line where {self.digit(2)} in ends of {one})",
            lambda: f"(some {one} in pairs where suit of {one} is hearts or lane of {one} > {self.number(deep + 1)})",
        )

    def pair(self) -> str:
        one = self.fresh("one")
        return f"({self.pick('clubs', 'hearts', f'(the {one} in all suit where {one} is not clubs)')}, {self.lane()})"

    # ---- steps

    def shift(self) -> str:
        return f"shift {self.lane()} by {self.digit(2)}"

    def loop(self) -> str:
        """A loop that may run no times, and comes to an end."""
        until = f"tally mod {self.random.randint(2, 5)} is not 1 and tally < 60"
        return self.pick(
            lambda: f"while {until} : {self.change()} then add 1 to tally",
            lambda: f"while passes < {self.digit(4)} or {self.truth(2)} and passes < 6 : add 1 to passes",
        )

    def step(self) -> str:
        return self.pick(
            self.loop,
            lambda: f'tell {self.pick("mover", "(left of mover)")} "{self.text()}"',
            lambda: f'say "{self.public()}"',
            self.change,
            self.change,
            lambda: f"when {self.truth()} : {self.change()}",
            lambda: f"when after ({self.shift()}) {self.truth(1)} : {self.shift()}",
            "choose led by mover\nwhen led is not none : put led from held of mover to laid",
            "choose bid by mover\nwhen bid is none : add 1 to passes",
            "choose play by mover then put play from held of mover to laid",
            "choose placed by mover\nwhen placed is not none : lay (placed.bone)",
            "choose square by mover then set here_now to square",
            "choose hidden by mover then add hidden mod 2 to seen_by_none",
            self.line_up,
        )

    def line_up(self) -> str:
        """Players who are put from one pile to another, or to an end of their own."""
        one, other = self.random.choice((("queue", "gone"), ("gone", "queue"), ("queue", "queue"), ("edges", "edges")))
        end, onto = self.pick("first", "last"), self.pick("", "bottom of ")
        return self.pick(
            f"when {one} is not none : put {end} of {one} from {one} to {onto}{other}",
            f"when {one} is not none : put {end} of {one} from {one} to {onto}{other}",
            f"put all from gone to {onto}queue",
            "when mover in queue : put mover from queue to gone",
            "swap queue with gone",
        )

    def change(self) -> str:
        return self.pick(
            lambda: f"set tally to {self.number()} mod 20",
            lambda: f"set men of {self.lane()} to {self.number()} mod 4",
            "add size of unmatched(held of mover) to seen_by_none",
            lambda: f"set {self.kept_of_cell()} to {self.truth(1)}",
            self.shift,
            "set last to bid",
            "set spare to unmatched(laid with spare)",
            "set spare to first_part(laid with spare)",
            "set chosen to scoreless(throw)",
            lambda: f"set share to {self.part()} mod 30",
            f"{self.pick('add 1/2 * size of laid to', 'take 2/3 from')} share",
            lambda: f"set pairs to pairs {self.pick('with', 'without')} {self.pair()}",
            "set pairs to those one in pairs where lane of one is not 3 or suit of one is clubs",
            "hit_beside",
            "warm",
            lambda: f"set there_now to {self.field()}",
            lambda: f"roll throw and lot of {self.pick('all end', 'left')} for mover",
        )

    def text(self) -> str:
        return f"{{held of mover}}, {{tiles of mover}}, {self.public()}"

    def public(self) -> str:
        inner = f"{{last is none ? -|{{last.many}}/{{{self.number(2)}}}}}"
        row = "{for each spot in 2..4, highest first: {spot}: {men of spot > 1 ? <{men of spot:2}>|no}}"
        either = f"{{{self.truth(1)} ? {inner}, {{spare}}|{{chosen}}}}"
        simple = "{line} {here_now} {chosen}", "{queue}, {gone}, {last of edges}", "{pairs} {share:5} {call(2)}"
        return self.pick(either, inner, row, *simple)

    # ---- the ruleset

    def text_of_game(self) -> str:
        default = self.random.choice
        few = f"{self.random.randint(0, 1)}..{self.random.randint(2, 3)}"
        passing = default(('or none "pass"', f'or none "pass" when {self.truth(1)}', ""))
        lines = [
            *DECLARED.splitlines(),
            "phase game",
            "  keep mover : player = lowest of all player",
            *("  keep tally : 0..99 = 3", "  keep passes : 0..99 = 0", "  keep last : bid or none = none"),
            "  keep hit of each cell : yes or no = yes on b2, no elsewhere",
            *("  keep men of each lane : 0..9 = 2 on 3, 1 on 5, none elsewhere", "  keep here_now : cell = b1"),
            "  keep seen_by_none : 0..99, face down = 0",
            *("  keep heat of each field : 0..9 = 1 on b12..d14, 3 on h18, none elsewhere",),
            "  keep there_now : field = d14",
            "  keep share : -40..40 in sixths = 7/3",
            "  keep pairs : set of suit and lane = (clubs, 3) and (spades, 6)",
            *("  keep spare : set of deck = none", "  keep chosen : throw = none"),
            *("  shuffle stock", "  shuffle boneyard", "  roll throw and lot of all end"),
            "  deal 3 from stock to laid",
            *("  for each one in all player : deal 3 from stock to held of one",),
            *("  for each one in all player : deal 2 from boneyard to tiles of one",),
            *(f"  choose {each} by mover" for each in ("led", "bid", "play", "placed", "square", "hidden")),
            f"  repeat {self.random.randint(2, 5)} times : turn",
            "  win those one in all player with least size of held of one",
            "phase turn in game",
            "  roll throw",
            *(f"  {each}" for _ in range(5) for each in self.step().splitlines()),
            '  say "{spare} {chosen}"',
            "  set mover to left of mover",
            "rule shift (place: lane) by (far: 0..2)",
            f"  when men of place < {self.random.randint(7, 9)} : add far to men of place",
            f"  set tally to ({self.pick('tally + far', 'tally * 2', 'men of place + 5')}) mod 90",
            f"  when {self.pick('far is 2', 'men of place > 3')} : set hit of a1 to not hit of a1",
            "rule hit_beside",
            "  for each near in neighbours of here_now : set hit of near to yes",
            "rule warm",
            f"  for each near in {self.region()} where heat of near < 7 : add {self.digit(2)} to heat of near",
            "rule lay (bone: bones)",
            "  put bone from tiles of mover to line",
            "define alike (some_cards: set of deck) = no one in some_cards where "
            "rank of one is not rank of highest of some_cards",
            "define unmatched (hand_of: set of deck) = the rest of parting hand_of into meld where "
            f"size of meld >= {self.random.randint(2, 3)} and alike(meld) "
            f"with least {self.pick('size of rest', 'sum of number of rank of card for card in rest')}",
            "define first_part (hand_of: set of deck) = the meld of parting hand_of into meld and left_over where "
            f"size of meld >= {self.random.randint(2, 3)} and alike(meld) with least size of left_over",
            "define few_done = tally in 8-",
            'define call (place: lane) = "far" if men of place > 3 otherwise "near"',
            "define scoreless (dice_of: throw) = the rest of parting dice_of into group where size of group >= 2 "
            "and group holds (size of group) alike with least size of rest",
        ]
        any_rank, bone = self.pick("rank of one > two", self.truth(1)), f"{self.digit(2)} in ends of bone"
        for name, pick in (
            ("led", f'one from held of chooser where {any_rank} or none "pass"'),
            ("bid", f'many from 1..3 and goal from all rank where {self.truth(1)} or many is 1 {passing}'),
            ("play", f'{few} cards from held of chooser where alike(cards) or none "pass"'),
            ("placed", f'bone from tiles of chooser and side from all end where {bone} or none "pass"'),
            ("square", f"spot from all cell where {self.truth(1)} or not hit of spot or spot is b2"),
            ("hidden", f"many from 0..3 where many > 1 or {self.truth(2)}"),
        ):
            lines += [f"choice {name}", '  "What?"', f"  pick {pick}".rstrip()]
            lines += ["  seen by its chooser"] if name == "hidden" else []
            lines += [f"  default {default(('highest', 'lowest'))}"]
        lines += ["table worth (place: lane) on place -> worth", *("  2..3 : 2/3", "  4..5 : 2", "  6 : 5/6")]
        lines += [
            'strategy sly "Sly"',
            "  led : the one in held of chooser with most number of rank of one",
            f"  bid\n    when {self.truth()} : (2, four)\n    otherwise : highest",
            f"  square : {self.cell()}",
            "  play : highest",
            *("view table in game", "  board cell", '    for each here in all cell where hit of here : mark here "x"'),
            f"  row line, turned those bone in line where {bone}",
            f"  hand held by suit then rank\n    order number of rank of card mod {self.random.randint(2, 4)}",
            "also in turn\n  keep calm : 0..99 = 0\n  add 1 to calm\n  when calm > tally : add 1 to passes",
            "layout cell : grid 3 by 3",
            'layout lane\n  "2 3 4"\n  "6 5 ."',
            "measure tally_at_the_end per game = tally",
            "aim least tally_at_the_end",
            "measure unmatched_in_all per game = seen_by_none",
            f"measure passed per game counts shift when {self.truth(1)}",
        ]
        return "\n".join(lines) + "\n"


def random_further(seed: int) -> str:
    """The text of a random ruleset of the language's later words."""
    return Further(seed).text_of_game()
