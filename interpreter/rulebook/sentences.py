"""Statements as sentences: a pattern for each, and what becomes of every one of them.

Each statement has a fate: it is said in a step, covered by an author's words, left to the table (what is said aloud,
what is only measured), or left out because it changes nothing. What has none is unsaid, and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from interpreter import model as m
from interpreter.check.substitution import substitute
from interpreter.data_classes import dataclass
from interpreter.domains import MemberType, SetType, YesNoType
from interpreter.rulebook.clauses import Clauses
from interpreter.rulebook.decisive import count_reads, find_decisive, find_read, list_changed
from interpreter.rulebook.english import (
    add_article,
    add_indefinite,
    be,
    conjugate,
    count,
    join_words,
    lower_first,
    make_sentence,
    pluralise,
    strip_article,
)
from interpreter.rulebook.folding import walk
from interpreter.rulebook.names import PEOPLE
from interpreter.rulebook.page import Step
from interpreter.rulebook.phrases import FEW_PARTS
from interpreter.source import Span

SHORT = 6
"""A rule with no more steps is put in place wherever it is carried out; a longer one has a passage of its own."""

Place: TypeAlias = tuple[str, int, int]


def place_of(span: Span) -> Place:
    return span.source.name, span.start, span.end


class Sentences(Clauses):
    """Says statements. `fates` is what became of each, by its place."""

    def __init__(self, game: m.Model, settings: Mapping[str, int]) -> None:
        super().__init__(game, settings)
        self.fates: dict[Place, str] = {}
        self.doubts: dict[str, tuple[Span, str]] = {}
        self.here = ""
        self.passages: dict[str, None] = {}
        self.phases: dict[str, None] = {}
        self.tables: dict[str, None] = {}
        self.within: list[str] = []
        self.covered: set[str] = set()
        self.decisive, self.kept = find_decisive(self.folder)
        self.statements: dict[type, Any] = {
            m.RollDice: self.roll, m.Ask: self.ask, m.DoTable: self.do_table, m.AddTo: self.add, m.Assign: self.assign,
            m.When: self.when, m.Loop: self.loop, m.ForEach: self.for_each, m.ForEachDie: self.for_each_die,
            m.EndPhase: self.end, m.Win: self.win, m.CallRoutine: self.call, m.ShuffleZone: self.shuffle,
            m.DealCards: self.deal, m.PutCards: self.put, m.SwapZones: self.swap,
        }  # fmt: skip

    # ---- steps

    def mark(self, node: Any, fate: str) -> None:
        self.fates.setdefault(place_of(node.span), fate)

    def mark_all(self, body: Iterable[Any], fate: str) -> None:
        for each in walk(tuple(body)):
            if isinstance(each, STATEMENTS):
                self.mark(each, fate)

    def is_added(self, node: Any) -> bool:
        """Whether house rules bring a statement, so that no words of the game speak for it."""
        return any(node.span.source.name in each.files for each in self.game.house)

    def steps(self, body: Sequence[Any]) -> tuple[Step, ...]:
        found: list[Step] = []
        waiting = self.merge(body)
        while waiting:
            each = waiting.pop(0)
            if isinstance(each, m.Assign) and each.variable.role == "local":
                self.mark(each, "put in place")
                times = count_reads(waiting, each.variable)
                is_short = self.count_parts(each.value) * times <= FEW_PARTS
                if is_short and not self.goes_stale(each.variable, find_read(self.folder, each.value), waiting):
                    waiting = list(self.folder.fold_body(substitute(tuple(waiting), {each.variable: each.value})))
                elif times:
                    found += self.step(each)
            elif isinstance(each, m.Tell):
                self.mark(each, "said aloud")
            elif self.is_silent(each):
                self.mark_all([each], "only measured")
            elif isinstance(each, Step):
                found.append(each)
            else:
                self.mark(each, "said")
                found += self.step(each)
        return tuple(found)

    def goes_stale(self, variable: m.Variable, hangs_on: set[m.Variable], body: Sequence[Any]) -> bool:
        """Whether a variable is read in a body after something that its value hangs on has changed."""
        has_changed = False
        for each in body:
            loop = getattr(each, "body", ())
            inside = [case.body for case in each.cases] if isinstance(each, m.When) else [loop + loop]
            if has_changed and count_reads([each], variable):
                return True
            if any(self.goes_stale(variable, hangs_on, one) for one in inside):
                return True
            has_changed = has_changed or not hangs_on.isdisjoint(list_changed(self.game, each))
        return False

    def step(self, node: Any) -> tuple[Step, ...]:
        before, self.rough = self.rough, []
        made = self.statements[type(node)](node)
        steps = made if isinstance(made, tuple) else (Step(make_sentence(made)),)
        self.doubt(node.span, steps[0].text if steps else "")
        self.rough = before
        return steps

    def doubt(self, span: Span, sentence: str) -> None:
        """Notes a sentence that may read badly, with its place and why."""
        if self.rough:
            self.doubts.setdefault(sentence, (span, ", ".join(dict.fromkeys(self.rough))))

    def merge(self, body: Sequence[Any]) -> list[Any]:
        """Statements, those that gather cards from many places as one step."""
        merged: list[Any] = []
        gathered: dict[str, list[str]] = {}
        for each in body:
            puts: tuple[Any, ...] = each.body if isinstance(each, m.ForEach) else (each,)
            if puts and all(isinstance(one, m.PutCards) and one.cards is None for one in puts):
                self.mark_all([each], "said")
                for one in puts:
                    source = strip_article(self.title(one.source.variable.name))
                    whose = self.place(one.source)
                    if isinstance(each, m.ForEach):
                        noun = self.member_noun(each.variable)
                        whose = f"everybody's {source}" if noun == "player" else f"each {noun}'s {source}"
                    gathered.setdefault(self.place(one.target), []).append(whose)
                continue
            merged += self.gathering(gathered)
            gathered = {}
            if not isinstance(each, m.RollDice) or not each.part:
                merged.append(each)
            elif each.part == 1:
                self.mark(each, "said")
                together = (one for one in body if isinstance(one, m.RollDice) and one.span == each.span)
                merged.append(Step(make_sentence(self.roll(*together))))
        return merged + self.gathering(gathered)

    @staticmethod
    def gathering(gathered: Mapping[str, list[str]]) -> list[Step]:
        return [
            Step(make_sentence(f"put all cards from {join_words(list(dict.fromkeys(places)))} back on {target}"))
            for target, places in gathered.items()
        ]

    def is_silent(self, node: Any) -> bool:
        match node:
            case m.Tell():
                return True
            case m.Assign(variable) | m.AddTo(variable):
                return variable.role == "local" or (
                    variable not in self.decisive and not (isinstance(node, m.AddTo) and self.has_limit(variable))
                )
            case m.When(cases):
                return all(all(map(self.is_silent, case.body)) for case in cases)
            case m.Loop(body=body) | m.ForEach(body=body) | m.ForEachDie(body=body):
                return all(map(self.is_silent, body))
            case m.CallRoutine(name):
                info = self.game.routines[name]
                if any(each.word == "in words" for each in info.words) or name in self.within:
                    return False
                self.within.append(name)
                silent = info.kind == "rule" and all(map(self.is_silent, self.folder.fold_body(info.body)))
                self.within.pop()
                if silent:
                    self.mark_all(info.body, "only measured")
                return silent
            case _:
                return False

    def has_limit(self, variable: m.Variable) -> bool:
        state = self.game.state_of(variable)
        return state is not None and state.limit is not None

    # ---- who

    def actor(self, value: Any) -> str:
        return "you" if value is None or self.is_you(value) else self.say(value)

    def order(self, value: Any, verb: str, rest: str) -> str:
        """`throw the dice`, or `the dealer throws the dice`."""
        who = self.actor(value)
        return f"{verb} {rest}" if who == "you" else f"{conjugate(who, verb)} {rest}"

    # ---- statements

    def roll(self, node: m.RollDice, *together: m.RollDice) -> str:
        dice = join_words([self.dice(each) for each in (node, *together)])
        kept = f", but leave {self.say(node.kept)} as they are" if node.kept is not None else ""
        if node.thrower is not None and isinstance(node.thrower.type, SetType):
            is_all = isinstance(node.thrower, m.AllOfKind)
            return f"{'everybody' if is_all else f'each of {self.say(node.thrower)}'} throws {dice}"
        return self.order(node.thrower, "throw", dice + kept)

    def dice(self, node: m.RollDice) -> str:
        dice, index = self.called(node.dice) or add_article(node.dice.replace("_", " ")), node.index
        if index is not None and (index == node.thrower or self.is_you(index)):
            dice = f"{'your' if self.is_you(index) else 'their'} {strip_article(dice)}"
        elif index is not None:
            dice = f"{dice} of {self.say(index)}"
        number = self.folder.fold(node.count) if node.count is not None else None
        if number is not None and isinstance(number, m.OfRoll):
            return self.say(number.roll)
        return dice if number is None else f"{self.say(number)} of {dice}"

    def ask(self, node: m.Ask) -> str:
        choice = self.game.choices[node.choice]
        bound = {choice.chooser: node.chooser, **dict(zip(choice.parameters, node.arguments, strict=True))}
        if own := self.words_of(choice, bound):
            return " ".join(map(make_sentence, own))
        secret = " Nobody else sees it." if choice.secret else ""
        conditions = [self.folder.fold(substitute(each, bound)) for each in choice.conditions]
        if not choice.picked_from:
            offers = [
                label + ("" if isinstance(each, m.Constant) else f" (only if {self.holds(each)})")
                for label, each in zip(choice.labels, conditions, strict=True)
                if not isinstance(each, m.Constant) or each.value
            ]
            who = self.actor(node.chooser)
            lead = "decide" if who == "you" else conjugate(who, "decide")
            return make_sentence(f"{lead}: {join_words(offers, 'or')}") + secret
        return make_sentence(self.order(node.chooser, "choose", self.picked(choice, conditions, bound))) + secret

    def picked(self, choice: m.ChoiceInfo, conditions: Sequence[Any], bound: Mapping[m.Variable, Any]) -> str:
        sets = [self.folder.fold(substitute(each, bound)) for each in choice.picked_from]
        if choice.several is not None:
            low, high = (
                self.folder.fold(substitute((choice.several.low, choice.several.high), bound)[0]),
                self.folder.fold(substitute(choice.several.high, bound)),
            )
            noun = strip_article(choice.several.noun)
            many = self.amount(low, noun) if low == high else f"{self.say(low)} to {self.amount(high, noun)}"
            return f"{many} from {self.say(sets[0])}"
        variables = choice.parts or (choice.candidate,)
        where = [
            part
            for each in conditions
            for part in (each.parts if isinstance(each, m.Both) else (each,))
            if not isinstance(part, m.Constant) and not self.is_membership(part, choice)
        ]
        subsets = isinstance(choice.candidate.type, type(sets[0].type)) and not choice.parts
        named = []
        for variable, among in zip(variables, sets, strict=True):
            noun = self.refer_to(variable) if choice.parts else self.member_noun(variable)
            among_said = "" if isinstance(among, m.AllOfKind) else f" from {self.say(among)}"
            named.append((f"one or more {pluralise(noun)}" if subsets else add_indefinite(noun)) + among_said)
        text = join_words(named)
        if where:
            name = "they" if subsets else f"the {self.refer_to(variables[0])}" if choice.parts else "it"
            with self.naming(variables[0], name):
                text += f", as long as {join_words([self.holds(each) for each in where])}"
        return text

    def is_membership(self, part: Any, choice: m.ChoiceInfo) -> bool:
        """Whether a condition only says that an answer is one of the set it is picked from."""
        if isinstance(part, m.Contains):
            return part.set in choice.picked_from or isinstance(part.member, m.Read)
        return isinstance(part, m.Comparison) and isinstance(part.left, m.Without)

    def words_of(self, info: m.Declared, bound: Mapping[m.Variable, Any]) -> list[str]:
        """The author's words for a declaration, one text for each line."""
        saying = [each for each in info.words if each.word == "in words"]
        return [text for each in saying if (text := self.fill(each.text, bound)).strip(" .")]

    def cover(self, info: Any) -> None:
        """Marks all that the words of a declaration speak for; what that uses has to be said elsewhere."""
        covers = dict.fromkeys(name for each in info.words for name in each.covers)
        self.covered |= covers.keys()
        routines = [info, *(self.game.routines[name] for name in covers if name in self.game.routines)]
        parts: list[Any] = [getattr(info, "value", None)]
        parts += [self.folder.fold_body(getattr(each, "body", ())) for each in routines]
        parts += [self.game.defines[name].value for name in covers if name in self.game.defines]
        parts += [self.game.tables[name].actions for name in covers if name in self.game.tables]
        for node in walk(tuple(getattr(each, "body", ()) for each in routines)):
            if not isinstance(node, STATEMENTS):
                continue
            if node.span.source is info.words[0].span.source or not self.is_added(node):
                self.mark(node, "in words")
        for node in walk(tuple(parts), without=m.Tell):
            if isinstance(node, m.Applied | m.TableValue):
                self.used.setdefault(node.definition if isinstance(node, m.Applied) else node.table)
            elif isinstance(node, m.DoTable) and node.table not in covers:
                self.tables.setdefault(node.table)
            elif self.is_phase_call(node) and node.routine not in covers:
                self.phases.setdefault(node.routine)

    def do_table(self, node: m.DoTable) -> str:
        self.tables[node.table] = None
        table = self.game.tables[node.table]
        keys = node.keys if len(node.keys) == len(table.keys) else table.keys
        return f"look up {join_words([self.say(each) for each in keys])} in the table below, and do what it says"

    def add(self, node: m.AddTo) -> str:
        title = strip_article(self.title(node.variable.name))
        target = self.target(node)
        amount = self.folder.fold(node.amount)
        if isinstance(amount, m.Calculation) and amount.operator == "sub":
            match amount.left:
                case m.Constant(0):
                    return f"take {self.say(amount.right)} from {target}"
        if isinstance(amount, m.Constant) and amount.value < 0:
            return f"take {self.constant(amount.type, -amount.value)} from {target}"
        if isinstance(amount, m.Constant) and self.has_limit(node.variable):
            return f"count {count(amount.value, 'more')[: -1 if amount.value > 1 else None]} for {add_article(title)}"
        return f"add {self.say(amount)} to {target}"

    def target(self, node: Any) -> str:
        return self.say(m.Read(node.variable, node.index, type=node.variable.type))

    def assign(self, node: m.Assign) -> str:
        yes, bar, no = self.title(node.variable.name).partition("|")
        value = self.folder.fold(node.value)
        if isinstance(value, m.Constant) and isinstance(value.type, YesNoType):
            if bar:
                return f"now {yes if value.value else no}"
            self.flag(f"the condition `{node.variable.name}`")
        if node.variable.role in ("local", "parameter"):
            return f"let {self.say(m.Read(node.variable, None, type=node.variable.type))} be {self.say(value)}"
        target = self.target(node)
        member = getattr(value.type, "kind", "")
        own = isinstance(value, m.Without | m.Joined) and isinstance(value.left, m.Read)
        if own and value.left.variable == node.variable:
            verb, word = ("add", "to") if isinstance(value, m.Joined) else ("take", "from")
            return f"{verb} {self.say(value.right)} {word} {target}"
        if isinstance(value, m.Constant) and self.is_nothing(value):
            return f"there is no {strip_article(target)} any more" if member else f"{target} {be(target)} empty again"
        said = self.say(value)
        return f"{target} {be(target)} now {f'that {member}' if said == 'they' else said}"

    def when(self, node: m.When) -> tuple[Step, ...]:
        cases = list(node.cases)
        if len(cases) == 2 and cases[1].condition is None and all(map(self.is_silent, cases[0].body)):
            self.mark_all(cases[0].body, "said aloud")
            cases = [m.Case(m.Not(cases[0].condition, type=YesNoType()), cases[1].body)]  # type: ignore[arg-type]
        while cases and all(map(self.is_silent, cases[-1].body)):
            self.mark_all(cases.pop().body, "said aloud")
        found: list[Step] = []
        for at, case in enumerate(cases):
            lead = "otherwise" if at else ""
            if case.condition is not None:
                lead = f"{lead}, if {self.holds(case.condition)}" if at else f"if {self.holds(case.condition)}"
            found.append(self.lead(lead, self.steps(case.body), node))
        return tuple(found)

    def lead(self, lead: str, inside: tuple[Step, ...], node: Any) -> Step:
        """`If ..., do this`, in one sentence if only one thing is done."""
        if len(inside) == 1 and not inside[0].inside and not re.search(r"[.!?] ", inside[0].text):
            return Step(make_sentence(f"{lead}, {lower_first(inside[0].text)}"))
        return Step(make_sentence(f"{lead}:"), inside or (Step("Nothing happens."),))

    def loop(self, node: m.Loop) -> tuple[Step, ...] | str:
        if deal := self.deal_until(node):
            return deal
        until = f" until {self.holds(node.until)}" if node.until is not None else ""
        phase = self.find_phase(node.body)
        times = f"{self.amount(node.times, 'time')}" if node.times is not None else ""
        if phase is not None:
            self.mark_all(node.body, "said")
            self.phases.setdefault(phase.routine)
            title = strip_article(self.title(phase.routine))
            return f"play {f'{title}, {times}' if times else f'one {title} after another'}{until}"
        inside = self.steps(node.body)
        if times == "one time" and not until:
            return inside
        if len(inside) == 1 and not inside[0].inside and not times and until:
            return (Step(make_sentence(f"{inside[0].text.rstrip('.')}, again and again,{until}")),)
        if len(inside) == 1 and not inside[0].inside and times:
            return f"{times}{until and f', or{until}'}, {lower_first(inside[0].text)}"
        lead = f"{times}{until and f', or{until}'}" if times else f"do this again and again{until}"
        return (Step(make_sentence(f"{lead}:"), inside),)

    def is_phase_call(self, node: Any) -> bool:
        return isinstance(node, m.CallRoutine) and self.game.routines[node.routine].kind == "phase"

    def find_phase(self, body: Sequence[Any]) -> m.CallRoutine | None:
        loud = [each for each in body if not self.is_silent(each)]
        only = loud[0] if len(loud) == 1 else None
        return only if self.is_phase_call(only) else None

    def deal_until(self, node: m.Loop) -> str:
        """`deal six cards to each player, one at a time`"""
        body = node.body
        if len(body) == 1 and isinstance(body[0], m.CallRoutine):
            body = self.folder.fold_body(self.game.routines[body[0].routine].body)
        each = body[0] if len(body) == 1 else None
        if not isinstance(each, m.ForEach) or len(each.body) != 1 or not isinstance(each.body[0], m.DealCards):
            return ""
        until, deal = self.folder.fold(node.until) if node.until is not None else None, each.body[0]
        if not isinstance(until, m.Comparison) or not isinstance(until.right, m.Constant):
            return ""
        self.mark_all(node.body, "said")
        self.mark_all(body, "said")
        first = f", beginning with {self.say(each.start)}" if each.start is not None else ""
        hand = strip_article(self.title(deal.target.variable.name))
        place = "" if hand in ("hand", "held") else f" to the {hand} of"
        return f"deal {count(until.right.value, 'card')}{place or ' to'} each player, one at a time{first}"

    def for_each(self, node: m.ForEach) -> tuple[Step, ...] | str:
        people = isinstance(node.set, m.AllOfKind) and node.set.kind in PEOPLE
        if len(node.body) == 1 and isinstance(node.body[0], m.Win):
            self.mark_all(node.body, "said")
            return f"{conjugate(self.say(node.set), 'win')}; if several are level, they win together"
        among = self.folder.fold(node.set)
        kind = getattr(node.variable.type, "kind", "")
        first = f", beginning with {self.say(node.start)}" if node.start is not None else ""
        noun = self.member_noun(node.variable)
        if isinstance(among, m.Quantified) and among.quantifier == "those":
            lead = f"each {self.that(among.variable, among.set, among.condition)}"
        elif people or isinstance(among, m.AllOfKind):
            lead = f"each {noun}"
        else:
            where = self.say_where(among)
            lead = f"each {noun}{where}" if where.startswith(" from ") else f"each of {self.say(among)}"
        phase = self.find_phase(node.body)
        comma = "," if re.search(" (who|that) ", lead) else ""
        turn = f"{comma} in turn{first}" if kind in PEOPLE else ", the highest first" if node.highest_first else first
        if phase is not None and kind in PEOPLE:
            self.mark_all(node.body, "said")
            self.phases.setdefault(phase.routine)
            who = "everybody" if lead == "each player" else lead
            where = first or (", one after another round the table" if lead == "each player" else "")
            again = " again and again" if node.repeated else ""
            until = f", until {self.holds(node.until)}" if node.until is not None else ""
            turn = strip_article(self.title(phase.routine))
            turn = f"a turn at {turn}" if turn.partition(" ")[0].endswith("ing") else add_indefinite(turn)
            return f"{who} has {turn}{again}{where}{until}"
        with self.naming(node.variable, "they" if kind in PEOPLE else f"that {noun}"):
            inside = self.steps(node.body)
            until = f", until {self.holds(node.until)}" if node.until is not None else ""
        again = ", round and round" if node.repeated else ""
        return (Step(make_sentence(f"{lead}{turn}{again}{until}:"), inside),)

    def for_each_die(self, node: m.ForEachDie) -> tuple[Step, ...]:
        with self.naming(node.variable, "its number"):
            inside = self.steps(node.body)
        return (Step(make_sentence(f"for each die of {self.say(node.roll)}:"), inside),)

    def end(self, node: m.EndPhase) -> str:
        title = strip_article(self.title(node.phase)) if node.phase != "game" else "game"
        own = "your" if self.you and node.phase == self.here and node.phase != "game" else "the"
        return f"{own} {title} is over" + (", and nobody wins" if node.without_result else "")

    def win(self, node: m.Win) -> str:
        if node.winner is None:
            return f"{self.game.bank or 'the bank'} wins"
        if self.is_you(node.winner):
            return "you have won"
        winner = self.folder.fold(node.winner)
        if isinstance(winner, m.Best) and winner.all_best:
            return f"{conjugate(self.say(winner), 'win')}; if several are level, they win together"
        return conjugate(self.say(winner), "win")

    def shuffle(self, node: m.ShuffleZone) -> str:
        return f"shuffle {self.place(node.zone)}"

    def deal(self, node: m.DealCards) -> str:
        noun = self.noun(self.game.zones[node.source.variable.name].cards)
        number = self.amount(node.number, noun) if node.number is not None else f"one {noun}"
        target = f"{'the bottom of ' * node.bottom}{self.place(node.target)}"
        return f"deal {number} from {self.place(node.source)} to {target}"

    def put(self, node: m.PutCards) -> str:
        source, goal = self.place(node.source), self.place(node.target)
        target = self.game.zones[node.target.variable.name]
        cards = f"all {pluralise(self.noun(target.cards))}" if node.cards is None else self.say(node.cards)
        if target.cards in self.game.decks:
            return f"put {cards} from {source} {'at the bottom of' if node.bottom else 'on'} {goal}"
        where = f"{('the front of ' if node.bottom else 'the end of ') * target.ordered}{goal}"
        leaves = f" from {source}" * (source != goal)
        return f"{conjugate(cards, 'go')}{leaves} to {where}"

    def swap(self, node: m.SwapZones) -> str:
        return f"swap {self.place(node.first)} with {self.place(node.second)}"

    # ---- calls

    def call(self, node: m.CallRoutine) -> tuple[Step, ...] | str:
        info = self.game.routines[node.routine]
        bound = dict(zip(info.parameters, node.arguments, strict=True))
        if info.kind == "phase":
            self.phases.setdefault(node.routine)
            for_whom = [self.say(each) for each in node.arguments if not self.is_you(each)]
            title = self.title(node.routine)
            whom = f" for {join_words(for_whom)}" if for_whom else ""
            return f"then comes {add_article(title)}{whom}"
        if own := self.words_of(info, bound):
            self.cover(info)
            return tuple(Step(make_sentence(each)) for each in own)
        if node.routine in self.within:
            return f"{strip_article(self.title(node.routine))} again"
        self.within.append(node.routine)
        hangs_on = {each: find_read(self.folder, value) for each, value in bound.items()}
        aside = {each: value for each, value in bound.items() if self.goes_stale(each, hangs_on[each], info.body)}
        lets = [m.Assign(each, None, value, span=node.span) for each, value in aside.items()]
        bound = {each: value for each, value in bound.items() if each not in aside}
        body = self.folder.fold_body(substitute(info.body, bound))
        steps = tuple(Step(make_sentence(self.assign(each))) for each in lets) + self.steps(body)
        self.within.pop()
        remarks = [self.fill(each.text, bound) for each in info.words if each.word == "remark"]
        if len(steps) <= SHORT or info.parameters:
            return steps + tuple(Step(make_sentence(each)) for each in remarks)
        self.passages.setdefault(node.routine)
        title = self.title(node.routine)
        return f"{title} (see *{title}*)"


STATEMENTS = (
    *(m.ShuffleZone, m.DealCards, m.PutCards, m.SwapZones, m.Tell, m.RollDice, m.Ask, m.DoTable, m.Assign, m.AddTo),
    *(m.Loop, m.When, m.ForEach, m.ForEachDie, m.EndPhase, m.Win, m.CallRoutine),
)


def is_person(variable: m.Variable) -> bool:
    return isinstance(variable.type, MemberType) and variable.type.kind in PEOPLE


@dataclass(frozen=True)
class Told:
    """What an author says of a rule, and the declaration that says it."""

    texts: tuple[str, ...] = ()
    by: str = ""


def find_words(game: m.Model, settings: Mapping[str, int]) -> dict[str, Told]:
    """What the author says of each rule, table, choice and definition, by its name: its own words, or those that speak
    for it too."""
    writer, found = Clauses(game, settings), dict[str, Told]()
    for info in list_declared(game):
        told = [each for each in info.words if each.word == "in words" and writer.is_settled(each.text)]
        said = [(each.covers, writer.fill(each.text, {})) for each in told]
        own = tuple(make_sentence(text) for _, text in said if text.strip(" ."))
        found[info.name] = Told(own, info.name) if own else found.get(info.name, Told())
        for covers, text in said:
            for name in covers:
                before = found.get(name, Told())
                found[name] = before if before.texts else Told((make_sentence(text),), info.name)
    return found


def list_declared(game: m.Model) -> Iterator[m.Declared]:
    """What the words of an author may be about."""
    return chain(game.routines.values(), game.tables.values(), game.choices.values(), game.defines.values())
