"""Writes random rulesets: whole games in the language, in which names mean something and values have the right type.

A ruleset has a kind, players, dice and, in most cases, sides and cards; phases one within the other; states of all
types; a count with a limit, rules with values of their own that call only later ones, definitions, tables of each form,
choices of each form, strategies, measures. Expressions are made from the type that is wanted (`random_values`). What
would be certain to go wrong, or to run on for ever, is not written; what may go wrong now and then is, since engines
must fail alike.
"""

from __future__ import annotations

import re
from random import Random

from tests.support.random_edges import MORE_KEPT, Edges
from tests.support.random_values import SPOTS, Scope

GAME = Scope(
    numbers=("tally", "depth", "goes"),
    truths=("done", "brisk"),
    spots=("here",),
    players=("starter",),
    spot_sets=("taken",),
    player_sets=("rivals",),
)
"""What the phase `game` keeps."""

ENDS = ("try", "turn", "round", "game", "game without result")
CONSEQUENCES = ("end turn", "end round", "set strikes to 0", "set done to yes then end try", 'say "Out." then end turn')


SEATS = ' : seat_one, seat_two "Number Two", seat_three, seat_four'
"""What the seats are called in some of them; who always plays is then named in rules too."""


class Writer(Edges):
    """Writes one ruleset."""

    def __init__(self, random: Random, edges: bool = False) -> None:
        chance = random.random
        super().__init__(random, SPOTS[: random.randint(3, 6)], chance() < (0.3 if edges else 0.7), edges)
        self.named = len(self.spots) % 2 == 0
        self.bank = ("", " against the bank", ' against the bank "House"')[len(self.spots) % 3]
        self.copies = self.cards and len(self.spots) == 5
        self.lines: list[str] = []
        self.rules: list[tuple[str, str]] = []
        self.turn = GAME.plus(numbers="strikes").plus(players="who").plus(numbers="tries")

    def line(self, depth: int, text: str) -> None:
        """A line, so far indented."""
        self.lines.append("  " * depth + text)

    def winner(self, player: str) -> str:
        """Who is awarded the game if a player is to be."""
        if self.bank and self.random.random() < 0.2:
            return "the bank"
        return f"side of ({player})" if self.sides else player

    # ---- steps

    def steps(self, scope: Scope, depth: int, deep: int = 0, later: int = 0) -> None:
        """A few steps, one below the other."""
        for _ in range(self.random.randint(1, 3)):
            self.step(scope, depth, deep, later)

    def step(self, scope: Scope, depth: int, deep: int, later: int) -> None:
        """One step, with what is indented under it. Only rules from number `later` on are called."""
        if deep < 2 and self.random.random() < 0.4:
            self.random.choice((self.branch, self.go_through))(scope, depth, deep, later)
        elif deep < 2 and self.random.random() < 0.15:
            name = self.fresh("let")
            self.line(depth, f"let {name} = {self.number(scope)}")
            self.steps(scope.plus(numbers=name), depth, deep + 1, later)
        else:
            self.line(depth, self.simple(scope, later))

    def branch(self, scope: Scope, depth: int, deep: int, later: int) -> None:
        """A condition, with what is done then and otherwise."""
        self.line(depth, f"when {self.truth(scope)}")
        self.steps(scope, depth + 1, deep + 1, later)
        if self.random.random() < 0.4:
            self.line(depth, f"otherwise when {self.truth(scope)} : {self.plain(scope)} then {self.plain(scope)}")
        if self.random.random() < 0.5:
            self.line(depth, "otherwise")
            self.steps(scope, depth + 1, deep + 1, later)

    def go_through(self, scope: Scope, depth: int, deep: int, later: int) -> None:
        """Something done for each member, or each die, or so many times."""
        name, order = self.fresh("one"), self.random.choice(("", ", highest first", ", lowest first"))
        draw = self.random.randrange(4)
        if self.daring(0.3):
            start = f", from ({self.up_to(9, scope)})"
            self.line(depth, f"for each {name} in drawn{self.random.choice((order, start))}")
            inside = scope.plus(numbers=name)
        elif draw == 0:
            inside = scope.plus(players=name)
            where = f" where {self.truth(inside, 2)}" if self.random.random() < 0.5 else ""
            way = self.random.choice((order, ", from starter", ", from starter to the right"))
            self.line(depth, f"for each {name} in all player{where}{way}")
        elif draw == 2 and self.random.random() < 0.3:
            self.round_and_round(scope, depth, deep, later)
            return
        elif draw == 1:
            inside = scope.plus(numbers=name)
            where = f" where {self.truth(inside, 2)}" if self.random.random() < 0.5 else ""
            dice = self.random.choice(("throw", self.dice_kept()))
            self.line(depth, f"for each {name} in {dice}{where}{order}")
        elif draw == 2 and self.random.random() < 0.5:
            self.line(depth, f"repeat ({self.up_to(4, scope)} - 1) times")
            inside = scope
        else:
            start = f", from {self.spot(scope, 2)}"
            self.line(depth, f"for each {name} in {self.spot_set(scope)}{self.random.choice((order, start))}")
            inside = scope.plus(spots=name)
        self.steps(inside, depth + 1, deep + 1, later)

    def round_and_round(self, scope: Scope, depth: int, deep: int, later: int) -> None:
        """Turns that go round until nobody is left, or a count of them has come to an end."""
        name = self.fresh("x")
        start = self.random.choice(("", ", highest first", ", from starter", ", from starter to the right"))
        self.line(depth, f"repeat for each {name} in rivals where {self.truth(scope.plus(players=name), 2)}{start}")
        self.line(depth + 1, f"set rivals to rivals without {name}")
        self.steps(scope.plus(players=name), depth + 1, deep + 1, later)
        if self.random.random() < 0.5:
            self.line(depth, f"until {self.truth(scope.plus(players=name), 2)}")

    def plain(self, scope: Scope) -> str:
        """A step that can be joined to others."""
        return self.random.choice((self.changing, self.asking))(scope)

    def simple(self, scope: Scope, later: int = 0) -> str:
        """A step on one line."""
        makers = [self.changing, self.changing, self.telling, self.asking]
        if self.cards:
            makers.append(self.handling)
        if later < len(self.rules):
            return self.random.choice((*makers, lambda within: self.calling(within, later)))(scope)
        return self.random.choice(makers)(scope)

    def changing(self, scope: Scope) -> str:
        """A state changed."""
        if self.daring(0.4):
            return self.changing_more(scope)
        number, bid = self.number(scope), f"({self.up_to(2, scope)} + 1, {self.spot(scope)})"
        return self.random.choice(
            (
                f"set tally to {number} mod 10",
                f"set depth to {number} mod 19 - 9",
                f"set depth to {number}",
                f"add {number} mod 5 to points of {self.player(scope)}",
                f"take {number} mod 5 from purse of {self.player(scope)}",
                f"set here to {self.spot(scope)}",
                f"set taken to {self.spot_set(scope)}",
                f"set marks of ({self.spot(scope)}) to {number} mod 4",
                f"set laps of ({self.player(scope)}, {self.spot(scope)}) to {number} mod 10",
                f"set done to {self.truth(scope)}",
                f"set starter to {self.player(scope)}",
                f"set rivals to {self.random.choice(('all player', f'(all player without {self.player(scope)})'))}",
                "add 1 to strikes",
                "set here to place then set taken to party",
                f"set aside to {self.dice_kept()}",
                f"set aside to aside without laid {self.random.choice(('with', 'without'))} {self.dice_kept()}",
                f"set intent to plan if {self.truth(scope)} otherwise odd",
                f"set marked to {self.spot(scope)} if {self.truth(scope)} otherwise none then set taken to marked",
                "set stake to none if marked is none otherwise number of marked - 3",
                f"set standing to bid if {self.truth(scope)} otherwise {bid}",
                "set tally to standing.many + bid.many then set here to bid.face",
            )
        )

    def telling(self, scope: Scope) -> str:
        """Something told, or ended."""
        who = self.random.choice(scope.players)
        return self.random.choice(
            (
                f'say "{{tally}} {{here}} {{taken}} {{done ? yes|tally is 0 ? 0|no}} {{{who}}} {{points of {who}}}."',
                'say "{throw} {total of throw} {aside} {laid} {plan} {intent} {standing} {place} {party} {worth}"',
                'say "{marked} {stake} {for each any_spot in all spot: marks of any_spot}"',
                "nothing",
                f"when {self.truth(scope)} : win {self.winner(self.player(scope))}",
                f"when {self.truth(scope)} : end {self.random.choice(ENDS)}",
            )
        )

    def asking(self, scope: Scope) -> str:
        """Chance, a choice or a table."""
        who = self.random.choice(scope.players)
        return self.random.choice(
            (
                f"roll throw for {who}",
                f"roll {self.random.randint(1, self.dice)} of throw for {who} then roll throw",
                f"roll throw for {who} then do falls",
                f"roll throw keeping (those die in throw where die > {self.random.randint(1, 4)}) for {who}",
                f"roll cup of {who}",
                f"roll throw and sign for {who}",
                f"roll sign and {self.random.randint(0, 2)} of cup of all player and omen",
                f"roll sign for {who} then do signs",
                f"roll omen then roll omen keeping (those die in omen where die is {self.spot(scope)})",
                f"roll {self.random.randint(0, 2)} of cup of {who} then roll cup of {who} keeping cup of {who}",
                f"roll throw then roll throw keeping {self.random.choice(('(throw without aside)', 'throw', 'none'))}",
                "do falls",
                "roll omen then do omens",
                f"do crossing({self.up_to(2, scope)}, {self.spot(scope)})",
                *(self.choosing(choice, who) for choice in ("plan", "party", "crew", "laid", "bid")),
                self.choosing("place", who, f"({self.spot(scope)}, {self.up_to(2, scope)})"),
            )
        )

    def choosing(self, choice: str, who: str, given: str = "") -> str:
        """A choice in a phase of its own, so that its answer is not gone elsewhere; near the edges in any phase."""
        return f"choose {choice}{given} by {who}" if self.edges else f"ask_{choice} for ({who})"

    def calling(self, scope: Scope, later: int) -> str:
        """A rule called."""
        name, form = self.random.choice(self.rules[later:])
        who = self.random.choice(scope.players)
        number = f"({self.up_to(2, scope)} + 1)"
        return f"{name} {form.format(number=number, spot=f'({self.spot(scope)})', who=who)}"

    def handling(self, scope: Scope) -> str:
        """Something done with cards. Now and then it is not possible."""
        who, spot = self.random.choice(scope.players), self.spot(scope, 2)
        enough = "when size of stock > 3 : "
        target = self.random.choice(("shown", f"heap of ({spot})", "bottom of shown"))
        source = self.random.choice(("shown", f"heap of ({spot})"))
        below = f"those card in held of {who} where card < joker"
        return self.random.choice(
            (
                f"{enough}deal {self.random.randint(1, 3)} from stock to held of {who}",
                f"{enough}deal from stock to {target}",
                f"deal from stock to {target}",
                f"put all from {source} to {self.random.choice(('stock', 'bottom of stock'))}",
                f"put all from heap of ({spot}) to bottom of shown",
                f"swap held of {who} with held of left of {who}",
                f"swap heap of ({spot}) with heap of next of ({spot})",
                "shuffle stock",
                f"put ({below}) from held of {who} to shown",
                f"when held of {who} is not none : choose lead by {who} then put lead from held of {who} to shown",
                'when size of shown > 0 : say "{top of shown} {shown}"',
                f"when top of shown is joker : put joker from shown to held of {who}",
            )
        )

    # ---- declarations

    def text(self) -> str:
        """A whole ruleset."""
        for part in (self.header, self.phases, self.definitions, self.tables, self.choices, self.rest):
            part()
        text = "\n".join(self.lines) + "\n"
        return text.replace("lowest of all player", "seat_one", 3) if self.named else text

    def dice_of_throw(self) -> str:
        """Dice of the usual faces, or of the same faces in another order, one of them twice. What else is written does
        not hang on it."""
        aside = Random(self.random.getstate()[1][0])
        if aside.random() < 0.6:
            return f"{self.dice}d{self.faces}"
        faces = [*range(1, self.faces + 1), aside.randint(1, self.faces)]
        aside.shuffle(faces)
        return f"{self.dice} of {', '.join(map(str, faces))}"

    def header(self) -> None:
        """What there is, and the options."""
        self.line(0, 'game random "Random"')
        self.line(0, f"players 2..4{self.bank}{SEATS if self.named else ''}")
        if self.sides:
            self.line(0, "sides red, blue")
        self.line(0, f"kind spot{self.random.choice(('', ' in a circle'))}: {', '.join(self.spots)}")
        self.line(0, f"dice throw = {self.dice_of_throw()}")
        self.line(0, f"dice sign = 1 of {self.spots[0]}, {self.spots[1]}, {self.spots[1]}")
        self.line(0, "dice omen = 2 of spot")
        self.line(0, f"dice cup of each player = 2d{self.faces}, seen by its player")
        if self.cards:
            self.line(0, "kind suit: clubs, hearts, spades")
            self.line(0, "kind rank: two, three, four, five, six, king, ace")
            self.line(0, f"cards pack: {'2 of ' if self.copies else ''}rank of suit, joker")
            self.line(0, "pile stock : pack, face down = all pack")
            self.line(0, "pile shown : pack, face up")
            self.line(0, "pile heap of each spot : pack, face up")
            self.line(0, "hand held of each player : pack, seen by its player")
        self.line(0, f"option pace = {self.random.randint(0, 3)} in 0..3")
        self.line(1, '"How fast?"')
        self.line(0, f"option mood = {self.random.choice(('calm', 'wild'))}")
        for text in ('"How is it?"', 'calm "calm"', 'wild "wild"'):
            self.line(1, text)
        self.line(0, f"option brisk = {self.random.choice(('yes', 'no'))}")
        for text in ('"Quickly?"', 'no "no"', 'yes "yes"'):
            self.line(1, text)
        for number in range(self.random.randint(1, 4)):
            name = f"deed_{number}"
            self.rules.append((name, self.random.choice(("", "{number}", "{spot} by {number}", "for {who}"))))

    def phases(self) -> None:
        """The phases, one within the other, and the rules that all of them but the first may call."""
        self.phase("phase game", ["keep tally : 0..9 = 0", "keep depth : -9..9 = 0", "keep done : yes or no = no"])
        for text in (
            f"keep here : spot = {self.spots[1]}",
            "keep taken : set of spot = none",
            "keep marks of each spot : 0..3 = number of spot mod 3",
            "keep laps of each player and spot : 0..9 = number of player + number of spot - 2",
            "keep points of each player : 0+ = 0",
            "keep purse of each player : -99..99 = 9",
            "keep starter : player = lowest of all player",
            "keep rivals : set of player = all player",
            "keep intent : plan = shy",
            f"keep standing : bid = (1, {self.spots[0]})",
            f"keep marked : spot or none = {self.random.choice(('none', self.spots[2]))}",
            "keep stake : -2..9 or none = none",
            "keep aside : throw = none",
            "count goes",
            *(MORE_KEPT if self.edges else ()),
            *(["shuffle stock", "for each given in all player : deal 3 from stock to held of given"] * self.cards),
            "roll throw",
            *(
                f"choose {choice} by starter"
                for choice in ("plan", f"place({self.spots[0]}, 1)", "bid", "party", "crew", "laid")
            ),
            f"repeat round until goes >= {self.random.randint(1, 3)}",
            *(["choose further by starter"] if self.edges else []),
            "for each one in all player",
        ):
            self.line(1, text)
        self.line(2, "when no other in all player where points of other > points of one : win " + self.winner("one"))
        self.phase("phase round in game", ["add 1 to goes", "for each one in all player, from starter : turn for one"])
        limit = f"count strikes to {self.random.randint(2, 4)} : {self.random.choice(CONSEQUENCES)}"
        again = f"repeat try until tries >= {self.random.randint(1, 4)}"
        self.phase("phase turn for (who: player) in round", [limit, "count tries", again])
        for choice in () if self.edges else ("plan", f"place({self.spots[0]}, 1)", "bid", "party", "crew", "laid"):
            name = choice.partition("(")[0]
            self.phase(f"phase ask_{name} for (asked_{name}: player) in game", [f"choose {choice} by asked_{name}"])
        self.phase("phase try in turn", ["keep fresh : 0..9 = tries", "add 1 to tries"])
        if self.edges:
            self.near_the_edge(self.turn.plus(numbers="fresh"))
        self.steps(self.turn.plus(numbers="fresh"), 1)
        for number, (name, form) in enumerate(self.rules):
            takes = form.format(number="(far: 1..3)", spot="(goal: spot)", who="(whom: player)")
            self.line(0, f"rule {name} {takes}".rstrip())
            scope = self.turn.plus(numbers="far") if "far" in takes else self.turn
            scope = scope.plus(spots="goal") if "goal" in takes else scope
            self.steps(scope.plus(players="whom") if "whom" in takes else scope, 1, 0, number + 1)

    def phase(self, head: str, lines: list[str]) -> None:
        """A phase with its first lines."""
        self.line(0, head)
        for text in lines:
            self.line(1, text)

    def definitions(self) -> None:
        """Definitions. They are of no use to themselves."""
        self.defining = True
        plain = GAME.plus(numbers="goes")
        self.line(0, f"define worth = {self.number(plain, 1)}")
        self.line(0, f"define weight(of_it: 0..3) = {self.number(plain.plus(numbers='of_it'), 1)} + of_it")
        self.line(0, "define nearest(spot_there: spot) =")
        inside = plain.plus(spots="spot_there")
        for name, value in (("let_number", self.number(inside, 2)), ("let_truth", self.truth(inside, 3))):
            self.line(1, f"let {name} = {value}")
        self.line(1, self.spot(inside.plus(numbers="let_number").plus(truths="let_truth"), 1))
        self.defining = False
        if self.edges:
            self.more_definitions()
        if self.cards:
            worst = "lowest of (held of whose with joker)"
            if self.copies:
                worst = "lowest of held of whose if held of whose is not none otherwise joker"
                summed = "sum of number of card for card in held of whose"
                self.line(0, f"define hand_worth(whose: player) = counted(whose) + {summed}")
                self.line(0, "define counted(whose: player) = count of card in held of whose where card < joker")
            self.line(0, f"define worst(whose: player) = {worst}")
            self.by_rank()

    def by_rank(self) -> None:
        """Definitions that ask each card for its rank, of which there are more than a few, and do so for each rank."""
        of_rank = "count of card in held of whose where card < joker and rank of card is which"
        compared = self.random.choice(("<", ">=", "is not"))
        low = f"number of rank of card {compared} size of held of whose + {self.random.randint(-1, 3)}"
        self.line(0, f"define alike(whose: player, which: rank) = {of_rank}")
        self.line(0, "define most_alike(whose: player) = those which in all rank with most alike(whose, which)")
        self.line(0, f"define low(whose: player) = count of card in held of whose where card < joker and {low}")
        worth = f"3 if rank of card > {self.random.choice(('six', 'king'))} otherwise number of rank of card"
        self.line(0, f"define heft(whose: player) = sum of ({worth}) for card in held of whose where card < joker")

    def tables(self) -> None:
        """Tables of actions on dice, of values on two keys and on a set, and a crosstab with values of its own."""
        few = any(re.search(r"roll \d of throw", line) for line in self.lines)
        low, high = 1 if few else self.dice, self.dice * self.faces
        middle = self.random.randint(low + 1, high - 1)
        self.line(0, "table falls on throw")
        self.line(1, f"{low}..{middle - 1} : {self.row()}")
        self.line(1, f"{middle} : {self.row()}")
        self.line(1, f"{middle + 1}+ : {self.row()}")
        if self.dice > 1:
            self.line(1, f"{'+'.join(['2'] * self.dice)} : {self.row()} then {self.row()}")
        self.line(0, "table signs on sign")
        self.line(1, f"{self.spots[0]} : {self.row()}")
        self.line(1, f"{self.spots[1]} : {self.row()}")
        self.line(0, "table omens on omen")
        self.line(1, f"{self.spots[0]} + {self.spots[1]} : {self.row()}")
        self.line(1, f"any : {self.row()}")
        self.defining = True
        self.line(0, "table ways on here, done -> first_way, other_way")
        self.line(1, f"{self.spots[0]} | any : {self.number(GAME, 2)}, {self.number(GAME, 2)}")
        self.line(1, f"{self.spots[1]}.. | yes : 1, 2".replace("..", f"..{self.spots[-1]}"))
        self.line(1, f"{self.spots[1]}..{self.spots[-1]} | no : {self.number(GAME, 2)}, 0")
        self.line(0, "table spread on taken -> breadth")
        self.line(1, "none : 0")
        self.line(1, f"{self.spots[0]} : {self.number(GAME, 2)}")
        self.line(1, f"{self.spots[0]} and {self.spots[2]} : {self.number(GAME, 2)}")
        self.line(1, f"any : {self.number(GAME, 2)}")
        self.defining = False
        if self.edges:
            self.more_tables(middle)
        self.line(0, "table crossing (step_there: 0..2, where_to: spot) on step_there by where_to")
        self.line(1, f"       | {self.spots[0]}, {self.spots[2]} | any")
        self.line(1, f"0, 2   | {self.row()} | nothing")
        self.line(1, f"1      | {self.row()} | {self.row()}")

    def row(self) -> str:
        """What a row of a table does."""
        if self.random.random() < 0.3:
            whether = self.truth(self.turn, 2)
            return f'say "A row." if {whether} otherwise {self.random.choice(("nothing", self.changing(self.turn)))}'
        return self.changing(self.turn) if self.random.random() < 0.7 else 'say "A row."'

    def choices(self) -> None:
        """Choices of each form, and strategies that advise on them."""
        self.line(0, "choice plan")
        for text in (
            '"What now?"',
            'bold "bold"',
            f'shy "shy" when {self.truth(GAME, 1)}',
            'odd "odd"',
            f"default {self.random.choice(('bold', 'lowest', 'highest'))}",
        ):
            self.line(1, text)
        one = self.fresh("pick")
        first, offered = self.spots[0], self.truth(GAME.plus(spots=one), 1)
        self.line(0, "choice place (near: spot, extent: 0..2)")
        for text in (
            '"Where?"',
            f"pick {one} from all spot where {one} is {first} or {one} < near + extent and {offered}",
            f"default {self.random.choice((first, 'lowest', 'highest'))}",
        ):
            self.line(1, text)
        some = self.fresh("pick")
        self.line(0, "choice party")
        for text in (
            '"Who?"',
            f"pick {some} from subsets of taken where size of {some} < 3 or {self.truth(GAME.plus(spot_sets=some), 2)}",
            f"default {self.random.choice(('none', 'lowest', 'highest'))}",
        ):
            self.line(1, text)
        worked_out = f"(({self.number(GAME, 1)}) mod 3)", "..2"
        least, most = self.random.choice((("0", "..2"), ("1", "..3"), ("2", ""), worked_out))
        self.line(0, "choice crew")
        for text in (
            '"Which of them?"',
            f"pick {least}{most} spots from {self.random.choice(('all spot', 'taken'))}",
            f"default {self.random.choice(('none', 'lowest', 'highest'))}",
        ):
            self.line(1, text)
        self.line(0, "choice bid")
        for text in (
            '"How many?"',
            f"pick many from 1..3 and face from all spot where (many, face) >= standing or {self.truth(GAME, 1)}",
            f"default {self.random.choice(('(3, ' + self.spots[-1] + ')', 'lowest', 'highest'))}",
        ):
            self.line(1, text)
        self.line(0, "choice laid")
        for text in (
            '"Which dice?"',
            f"pick dice from subsets of {self.random.choice(('aside', 'throw'))} where size of dice < 3",
            f"default {self.random.choice(('none', 'lowest', 'highest'))}",
        ):
            self.line(1, text)
        if self.edges:
            self.line(0, "choice further")
            for text in ('"How far?"', f"pick there from {self.spots[1]}..{self.spots[-1]}", "default highest"):
                self.line(1, text)
        if self.cards:
            self.line(0, "choice lead")
            for text in (
                '"Which?"',
                "pick card from held of chooser",
                f"default lowest{self.random.choice((' of held of chooser', ''))}",
            ):
                self.line(1, text)
        for name in ("first_one", "second_one"):
            self.strategy(name)

    def strategy(self, name: str) -> None:
        """Advice on all choices, some of which is not offered, or cannot be worked out."""
        like = " like first_one" if name == "second_one" else ""
        self.line(0, f'strategy {name}{like} "By chance"')
        self.line(1, "plan")
        self.line(2, f"when {self.truth(GAME)}{self.odds()} : shy")
        self.line(2, f"when {self.truth(GAME, 1)} : odd")
        self.line(1, "place")
        self.line(2, f"when {self.truth(GAME)} : {self.spot(GAME)}")
        self.line(2, f"when {self.number(GAME, 1)} / (tally - 1) > 0 : {self.spot(GAME, 1)}")
        self.line(2, f"{self.odds() or ', 2 in 5'} : {self.spot(GAME)}"[2:])
        self.line(2, f"otherwise : {self.random.choice((self.spots[-1], 'highest'))}")
        self.line(1, f"party : {self.spot_set(GAME)}")
        self.line(1, f"crew : {self.random.choice((self.spot_set(GAME), 'highest'))}")
        self.line(1, f"laid : {self.dice_kept()}")
        if self.cards:
            self.line(1, f"lead : highest{self.random.choice((' of held of chooser', ''))}")

    def odds(self) -> str:
        """How often a line of a strategy is taken, which now and then cannot be worked out."""
        return self.random.choice(("", ", 1 in 3", f", (({self.number(GAME)}) mod 4) in 3", ", 2 in (tally + 1)"))

    def rest(self) -> None:
        """What is measured."""
        self.line(0, "measure total_points per player = points of player")
        if self.copies:
            self.line(0, "measure held_at_the_end per player = hand_worth(player)")
        if self.cards:
            ranks = "(number of highest of most_alike(player) * 20 + low(player)) * 50 + heft(player)"
            self.line(0, f"measure ranks_at_the_end per player = {ranks}")
        self.line(0, f"measure thing per game = {self.number(GAME)}")
        self.line(0, "measure cups per player = total of cup of player + size of faces of cup of player")
        self.line(0, "measure strikes_of_turn per turn = strikes")
        self.line(0, "measure state_of_round per round = done")
        self.line(0, "measure throws per game counts rolls")
        self.line(0, f"measure deeds per game counts {self.rules[0][0]}")
        self.line(0, "measure marks_made per spot = marks of spot")

REFUSED = frozenset({"out-of-range", "copies-lost", "name-twice", "unexpected-word"})
"""The errors for which a random ruleset may be refused: some of its values happen not to fit where they stand."""



def random_ruleset(seed: int, edges: bool = False) -> str:
    """The text of a random ruleset; with `edges` one whose values come near the ends of their ranges."""
    return Writer(Random(seed), edges).text()
