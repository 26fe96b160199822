"""The rulebook that people play from: a game's rules as sections, sentences and tables, and what is left unsaid.

The walk begins with the game's own phase and follows what it carries out: each phase is a section, each long rule a
passage, each table and definition that is mentioned an entry. `Page.unsaid` lists what the walk did not reach.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from interpreter import model as m
from interpreter.check.substitution import substitute
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import conventions as errors
from interpreter.domains import NUMBERS, MemberType, NumberType, RollType, YesNoType
from interpreter.rulebook import OptionEntry, Rulebook, format_numbers, make_rulebook, make_table
from interpreter.rulebook.boxes import FEW_EXAMPLES, SHORT_START, find_boxes, name_players
from interpreter.rulebook.english import (
    add_article,
    add_indefinite,
    be,
    capitalise,
    conjugate,
    count,
    is_thing,
    join_words,
    lower_first,
    make_sentence,
    pluralise,
    possess,
    strip_article,
)
from interpreter.rulebook.folding import walk
from interpreter.rulebook.names import PEOPLE
from interpreter.rulebook.page import Block, Box, Grid, Page, Section, Step, Steps, Text
from interpreter.rulebook.sentences import STATEMENTS, Sentences, is_person, place_of

SHORT_CELL = 240
"""A rule that takes more characters has a passage of its own, below the table that names it."""

FEW_PLACES = 3
"""The most places whose values an example gives if it names the empty ones, too."""

FEW_ROWS = 60
"""The most values of a definition that is printed as a table of them."""


def make_page(game: m.Model, settings: Mapping[str, int], book: Rulebook) -> Page:
    """The rules of a game with these options, for people who play it."""
    return _Writer(game, settings, book).page()


def find_unclear(game: m.Model) -> Iterator[Diagnostic]:
    """Where the page needs an author's words: what it does not say, what may read badly, and names of no thing."""
    writer = _Writer(game, {}, make_rulebook(game, {}))
    writer.page(boxes=False)
    yield from (errors.step_unsaid(node.span) for _, node in writer.list_unsaid())
    yield from (errors.words_wanted(span, sentence, why) for sentence, (span, why) in writer.doubts.items())
    spans = {state.variable.name: state.variable.span for info in game.routines.values() for state in info.state}
    for kind in (game.defines, game.zones, game.dice, game.choices):
        spans |= {each.name: each.span for each in kind.values()}
    for name in writer.bare:
        if name in spans and not is_thing(name):
            yield errors.title_wanted(spans[name], name)


class _Writer(Sentences):
    def __init__(self, game: m.Model, settings: Mapping[str, int], book: Rulebook) -> None:
        super().__init__(game, settings)
        self.settings, self.book = settings, book
        self.drawn: set[str] = set()
        self.reachable: set[str] = set()
        reached = [each for each in game.routines.values() if self.is_reachable(each.name)]
        routines = [walk((each.body, tuple(state.consequence for state in each.state))) for each in reached]
        tables = [walk(each.actions) for each in game.tables.values()]
        self.changing = {each.variable for part in (*routines, *tables) for each in part if isinstance(each, m.Change)}

    def page(self, boxes: bool = True) -> Page:
        self.sections: dict[str, Section] = {}
        sections = list(self.write_game())
        done = {"game"}
        while waiting := self.list_waiting(done):
            done.add(waiting[0])
            self.sections[waiting[0]] = self.write_routine(self.game.routines[waiting[0]])
            sections.append(self.sections[waiting[0]])
        sections = self.add_boxes(sections) if boxes else sections
        sections += self.write_definitions()
        sections += self.write_end()
        return Page(
            self.game.title,
            " ".join(self.game.about),
            tuple(self.list_facts(next((each for each in sections if each.heading == "The end"), None))),
            tuple(each for each in sections if each.blocks),
        )

    def list_waiting(self, done: set[str]) -> list[str]:
        """The phases and rules that need sections; at last rules that no words cover, if they are said nowhere."""
        waiting = [each for each in (*self.phases, *self.passages) if each not in done]
        if not waiting:
            unsaid = (info for info, node in self.list_unsaid() if not self.is_added(node))
            waiting = [info.name for info in unsaid if info.kind == "rule" and info.name not in done]
        return waiting

    def add_boxes(self, sections: Sequence[Section]) -> list[Section]:
        """The sections of phases, with examples below them."""
        homes = {name: self.sections[name] for name in self.sections if name in self.phases}
        homes[""] = next((each for each in sections if each.heading == "The game"), sections[0])
        for info in self.game.routines.values():  # what a section's words speak for has no section of its own
            if info.name in self.covered and info.inside in homes:
                homes.setdefault(info.name, homes[info.inside])
        found = find_boxes(self.game, self.settings, list(homes))
        made = []
        for each in sections:
            texts = [self.tell(*one) for name, home in homes.items() if home is each for one in found.get(name, [])]
            boxes = [Box(text) for text in texts if text][:FEW_EXAMPLES]
            made.append(replace(each, blocks=(*each.blocks, *boxes)))
        return made

    def tell(self, example: m.ExampleInfo, story: str) -> str:
        """An example in words; nothing if it takes many to say how things stand."""
        self.you = set()
        given = [text for each in example.given if (text := self.give(each, example))]
        shown = name_players(self.game, " ".join(map(make_sentence, given)))
        if len(shown) > SHORT_START:
            return ""
        return " ".join(filter(None, (f"**For example: {example.name}.**", shown, story)))

    def give(self, node: m.Assign | m.Arrange, example: m.ExampleInfo) -> str:
        if isinstance(node, m.Arrange):
            cards, zone = self.say(node.cards), self.game.zones[node.zone.variable.name]
            if node.zone.index is not None and not zone.ordered and zone.sight == "owner":
                return f"{conjugate(self.say(node.zone.index), 'hold')} {cards}"
            return f"{strip_article(name_players(self.game, self.place(node.zone)))}: {cards}"
        start = self.game.routines.get(example.start)
        if start is not None and node.variable in start.parameters[:1] and self.acts(start, node.variable):
            return f"it is {possess(self.say(node.value), 'turn')}"
        target = self.say(m.Read(node.variable, node.index, type=node.variable.type))
        alike = sum(isinstance(each, m.Assign) and each.variable == node.variable for each in example.given)
        if alike > FEW_PLACES and isinstance(node.value, m.Constant) and not node.value.value:
            return ""  # of many places, only those where something lies
        return f"{strip_article(name_players(self.game, target))}: {self.say(node.value)}"

    # ---- what is at the top

    def list_facts(self, end: Section | None) -> Iterator[tuple[str, str]]:
        against = f", against {self.game.bank[:1].lower() + self.game.bank[1:]}" if self.game.bank else ""
        sides = self.game.kinds.get("side")
        names = f": {' against '.join(sides.shown)}" if sides is not None else ""
        yield "Players", format_numbers(self.game.players) + names + against
        texts = [each.text for each in end.blocks if isinstance(each, Text)] if end is not None else []
        if len(texts) == 1:
            yield "Who wins", texts[0]
        if things := "; ".join(self.list_things()):
            yield "You need", capitalise(things)
        if self.book.sources:
            yield "The rules come from", "; ".join(self.book.sources)

    def list_things(self) -> Iterator[str]:
        bodies = tuple(self.folder.fold_body(info.body) for info in self.game.routines.values())
        rolled = dict.fromkeys(each.dice for each in walk(bodies) if isinstance(each, m.RollDice))
        sorts: dict[str, int] = {}
        for name in rolled:
            info = self.game.dice[name]
            each = info.variable.each
            if each is not None and info.sight == "owner":
                yield f"{count(info.type.number, self.die(info.type))} for each {self.noun(each.kind)}"
            else:
                number = info.type.number * (len(self.game.kinds[each.kind].members) if each is not None else 1)
                sorts[self.die(info.type)] = max(sorts.get(self.die(info.type), 0), number)
        yield from (count(number, noun) for noun, number in sorts.items())
        for pack in self.book.cards:
            noun = "tiles" if pack.made_of[-1].startswith("(") else "cards"
            yield f"{pack.number} {noun}: {_say_cards(self, pack.made_of)}"
        if self.game.needs:
            yield from self.game.needs
            return
        things = [line.thing for view in self.game.views.values() for line in view.lines if line.thing is not None]
        if any(each.word == "board" for each in things):
            yield "a board"
        if any(each.word in ("sheet", "score") for each in things):
            yield "a score sheet"
        elif not any(each.word == "board" for each in things) and self.is_counted():
            yield "pencil and paper"

    def is_counted(self) -> bool:
        """Whether points are kept for each player or side from one phase to the next."""
        kept = [each.variable for each in self.game.routines["game"].state]
        kinds = [each.each.kind for each in kept if each.each is not None and isinstance(each.type, NUMBERS)]
        return any(kind in PEOPLE for kind in kinds)

    @staticmethod
    def die(kind: RollType) -> str:
        if kind.words:
            return f"die with the faces {join_words([each.replace('_', ' ') for each in kind.words])}"
        if kind.shown:
            return f"die with the faces {join_words([*map(str, kind.shown)])}"
        return "die" if kind.faces == 6 else f"{kind.faces}-sided die"

    # ---- the game itself

    def write_game(self) -> Iterator[Section]:
        info = self.game.routines["game"]
        self.here = "game"
        if own := self.words_of(info, {}):
            self.cover(info)
            yield Section("The game", (Steps(tuple(Step(make_sentence(each)) for each in own)), *self.remarks(info)))
            return
        body = self.folder.fold_body(info.body)
        repeated = [isinstance(each, m.Loop) or (isinstance(each, m.ForEach) and each.repeated) for each in body]
        loops = [at for at, each in enumerate(body) if repeated[at] and not self.is_silent(each)]
        loop, last = (loops[0], loops[-1]) if loops else (len(body) - 1, len(body) - 1)
        if loop == len(body) - 1 and body and not isinstance(body[loop], m.Loop | m.ForEach):
            yield Section("The game", (*self.blocks(self.zones(), self.steps(body)), *self.remarks(info)))
            return
        before, after = body[:loop], body[last + 1 :]
        starts = tuple(self.starts(info))
        setting_up = self.steps(before)
        yield Section("Setting up", self.blocks([*self.zones(), *starts], setting_up))
        yield Section("The game", (*self.blocks([], self.steps(body[loop : last + 1])), *self.remarks(info)))
        yield Section("The end", self.blocks([], self.steps(after)))

    def zones(self) -> Iterator[str]:
        for zone in self.game.zones.values():
            title = self.called(zone.name) or zone.name.replace("_", " ")
            each = zone.variable.each
            if zone.full:
                if zone.cards not in self.game.decks:
                    yield make_sentence(f"at first all {pluralise(self.noun(zone.cards))} are in {add_article(title)}")
                    continue
                lying = "face up" if zone.sight == "up" else "face down"
                cards = "all the" if len(self.book.cards) == 1 else f"the {zone.cards.replace('_', ' ')}"
                yield make_sentence(f"at first {cards} cards lie in {add_article(title)}, {lying}")
            elif each is not None and zone.sight == "owner" and self.called(zone.name):
                thing = strip_article(title) if title.endswith("s") else add_indefinite(title)
                yield make_sentence(f"each {self.noun(each.kind)} has {thing} that nobody else sees")

    def starts(self, info: m.RoutineInfo) -> Iterator[str]:
        """What a phase keeps, as it begins."""
        nothing: dict[str, list[str]] = {}
        for state in info.state:
            variable = state.variable
            if variable not in self.decisive and variable not in self.kept:
                continue
            if variable not in self.changing or variable in self.set_at_once(info):
                continue
            if info.name == "game" and variable.role == "counter" and variable.each is None and state.limit is None:
                continue  # nobody has counted anything before a game
            title, start, indices = self.title(variable.name), self.folder.fold(state.start), set[m.Variable]()
            while isinstance(start, m.Named):  # kept for several kinds
                indices.add(start.variable)
                start = self.folder.fold(start.inside)
            each = variable.each.kind if variable.each is not None else ""
            each = each.partition(m.PAIRED)[0]
            who = f"each {self.noun(each)}" if each in self.game.kinds else ""
            if state.limit is not None:
                yield from self.limit(state, title)
                continue
            if "|" in title:
                yes, _, no = title.partition("|")
                yield make_sentence(f"at first, {yes if getattr(start, 'value', 0) else no}")
            elif isinstance(start, m.OfSet | m.AllOfKind) or (isinstance(start, m.Constant) and self.is_nothing(start)):
                continue  # the first at the table, all of a kind, or nothing where nothing was put
            elif isinstance(start, m.Constant) and start.value == 0 and isinstance(variable.type, NUMBERS):
                nothing.setdefault(who, []).append(strip_article(title))
            else:
                subject = f"{who}'s {strip_article(title)}" if who else add_article(title)
                said = join_words([*self.list_places(start, indices)])
                yield make_sentence(f"at first, {subject} {be(strip_article(title))} {said}")
        for who, titles in nothing.items():
            whose = "everybody's" if who == "each player" else f"{who}'s" if who else "the"
            listed = join_words([f"{whose} {each}" if not at else each for at, each in enumerate(titles)])
            plural = len(titles) > 1 or be(titles[0]) == "are"
            yield make_sentence(f"{listed} {'begin' if plural else 'begins'} at 0")

    def list_places(self, start: Any, indices: set[m.Variable], first: bool = True) -> Iterator[str]:
        """What is kept as a game begins: `5 at 13`, `none elsewhere`; in one piece if it hangs on something else."""
        match start:
            case m.Chosen(
                m.Comparison("eq", m.Read(one), m.Constant() as place) | m.Contains(m.Constant() as place, m.Read(one)),
                m.Constant() as value,
                other,
            ) if one in indices:
                yield f"{self.say(value)} at {self.say(place)}"
                yield from self.list_places(self.folder.fold(other), indices, first=False)
            case m.Constant(0) if not first:
                yield "none elsewhere"
            case _:
                yield f"{self.say(start)}{'' if first else ' elsewhere'}"

    def set_at_once(self, info: m.RoutineInfo) -> set[m.Variable]:
        """The states that get another value before anything is repeated or another phase begins."""
        found = set[m.Variable]()
        waiting = list(self.folder.fold_body(info.body))
        while (waiting and self.find_phase(waiting[:1]) is None) or (waiting and isinstance(waiting[0], m.CallRoutine)):
            each = waiting.pop(0)
            found |= {each.variable} if isinstance(each, m.Assign) else set()
            if isinstance(each, m.Loop) and self.find_phase(each.body) is not None:
                break
            if isinstance(each, m.Loop):
                waiting = [*each.body, *waiting]
            if isinstance(each, m.CallRoutine):
                waiting = [*self.folder.fold_body(self.game.routines[each.routine].body), *waiting]
        return found

    def limit(self, state: m.StateInfo, title: str) -> Iterator[str]:
        inside = self.steps(self.folder.fold_body(state.consequence))
        limit = self.folder.fold(state.limit)
        title = strip_article(title)
        many = count(limit.value, title) if isinstance(limit, m.Constant) else f"{self.say(limit)} {title}"
        yield make_sentence(f"at {many}: {lower_first(' '.join(each.text for each in inside))}")

    # ---- phases and rules

    def find_actor(self, info: m.RoutineInfo) -> m.Variable | None:
        """Whom a section calls you: the first parameter that is a player or side, here or in a phase around, if nobody
        else decides anything here."""
        at: m.RoutineInfo | None = info
        while at is not None:
            found = next((each for each in at.parameters if is_person(each)), None)
            if found is not None:
                choosers = [each.chooser for each in walk(info.body) if isinstance(each, m.Ask)]
                return found if all(self.reads(each, found) for each in choosers) else None
            at = self.game.routines.get(at.inside) if at.inside else None
        return None

    @staticmethod
    def reads(value: Any, variable: m.Variable) -> bool:
        return isinstance(value, m.Read) and value.variable == variable and value.index is None

    def write_routine(self, info: m.RoutineInfo) -> Section:
        self.here = info.name
        actor = self.find_actor(info)
        self.you = {actor} if actor is not None else set()
        if actor is not None and not self.acts(info, actor):
            self.you = set()
        title = re.sub(r",? ?\{\w+\}", "", self.called(info.name)) or info.name.replace("_", " ")
        is_yours = self.you and not self.called(info.name) and info.kind == "phase"
        own = f"Your {title}" if is_yours else capitalise(title if title.startswith("your ") else strip_article(title))
        house = ", ".join(each.title for each in self.game.house if any(one[1] == info.name for one in each.changed))
        said = self.words_of(info, {})
        starts = () if said else tuple(self.starts(info))
        steps = tuple(Step(make_sentence(each)) for each in said) or self.steps(self.folder.fold_body(info.body))
        if said:
            self.cover(info)
        return Section(own, (*self.remarks(info), *self.blocks(starts, steps)), house)

    def acts(self, info: m.RoutineInfo, actor: m.Variable) -> bool:
        """Whether they throw or decide here, or in what is carried out here. A dealer, for instance, may not."""
        bodies = [info.body]
        seen = set[str]()
        while bodies:
            for each in walk(bodies.pop()):
                if isinstance(each, m.Ask | m.RollDice):
                    who = each.chooser if isinstance(each, m.Ask) else each.thrower
                    if who is None or self.reads(who, actor):
                        return True
                    if isinstance(who, m.Applied) and not who.arguments:
                        value = self.game.defines[who.definition].value
                        if any(self.reads(inner, actor) for inner in walk(value)):
                            return True
                if isinstance(each, m.CallRoutine) and each.routine not in seen:
                    seen.add(each.routine)
                    bodies.append(self.game.routines[each.routine].body)
        return False

    def remarks(self, info: m.Declared) -> tuple[Block, ...]:
        texts = [self.fill(each.text, {}) for each in info.words if each.word == "remark"]
        return (Text(" ".join(map(make_sentence, texts))),) if texts else ()

    def blocks(self, lines: Iterable[str], steps: tuple[Step, ...]) -> tuple[Block, ...]:
        text = " ".join(lines)
        made: list[Block] = [Text(text)] if text else []
        if len(steps) == 1:
            made.append(Steps(steps, False) if steps[0].inside else Text(steps[0].text))
        elif steps:
            made.append(Steps(steps))
        while waiting := [each for each in self.tables if each not in self.drawn]:
            name = waiting[0]  # drawing it may mention another
            self.drawn.add(name)
            made += self.draw_table(self.game.tables[name])
        return tuple(made)

    # ---- tables and definitions

    def draw_table(self, table: m.TableInfo) -> list[Block]:
        """A table with what to do in each row, and how likely it is."""
        entry = make_table(self.game, table)
        words = [Text(make_sentence(each)) for each in self.words_of(table, {})]
        is_part = not table.actions and any(domain.is_narrowed for domain in table.domains)
        odds = any(row.odds for row in entry.rows) and not is_part  # of all rolls, the value is of a few
        head = [strip_article(self.name_key(key)) for key in table.keys]
        if table.crosstab:
            return [*words, *self.remarks(table), self.draw_crosstab(table, head)]
        only = "what happens" if table.actions else "what it is"
        results = [each.replace("_", " ") for each in table.columns] or [only]
        rows = []
        for row, info in zip(entry.rows, table.rows, strict=True):
            keys = [self.show(*each) for each in zip(table.keys, row.key.split(" | "), strict=True)]
            keys = [_spell(each) if len(head) == 1 or each != "any" else each for each in keys]
            shown = [self.result(info)] if info.action is not None else [self.say(each) for each in info.values]
            chance = f"{row.odds} ({row.percent})".replace("/", " in ").replace("%", " %") if row.odds else ""
            rows.append((*keys, *shown, *[chance] * odds))
        head = [*head, *results, *["odds"] * odds]
        return [*words, *self.remarks(table), Grid(tuple(capitalise(each) for each in head), tuple(rows))]

    def name_key(self, key: Any) -> str:
        """What a column of keys is called: a parameter without a name of its own by what it is one of."""
        is_plain = isinstance(key, m.Read) and key.variable.role == "parameter"
        return re.sub("^whether (there are )?", "", self.refer_to(key.variable) if is_plain else self.say(key))

    def show(self, key: Any, text: str) -> str:
        """What a row says of a key, with members as they are shown."""
        info = self.game.kinds.get(getattr(key.type, "kind", ""))
        names = dict(zip(info.members, map(strip_article, info.shown), strict=True)) if info is not None else {}
        return re.sub(r"\w+( of \w+)?", lambda found: names.get(found[0], found[0]), text)

    def draw_crosstab(self, table: m.TableInfo, head: Sequence[str]) -> Grid:
        across = table.domains[1]
        pairs = zip(table.keys, table.domains, strict=True)
        down, right = ([capitalise(_spell(self.show(key, each))) for each in one.labels] for key, one in pairs)

        def cell(place: int) -> str:
            info = table.rows[place]
            return self.result(info, short=True) if info.action is not None else self.say(info.values[0])

        written: dict[tuple[int, ...], list[str]] = defaultdict(list)
        for row, label in enumerate(down):
            written[table.index[row * across.size : (row + 1) * across.size]].append(label)
        lines, rest = list[tuple[str, ...]](), "Any other"
        for places, labels in written.items():
            is_rest = table.rows[places[0]].text.startswith("any |") and len(labels) > 1
            lines.append((rest if is_rest else join_words(labels), *map(cell, places)))
        lines.sort(key=lambda line: line[0] == rest)
        return Grid((capitalise(" / ".join(head)), *right), tuple(lines))

    def result(self, row: m.RowInfo, short: bool = False) -> str:
        """`**Walk.** A new man goes to first base.` What is long, or has to be `short`, has a passage of its own."""
        assert row.action is not None
        calls = [each for each in row.action if isinstance(each, m.CallRoutine)]
        only = calls[0] if len(calls) == 1 and len(row.action) == 1 else None
        if short and only is not None:
            self.passages.setdefault(only.routine)
            return capitalise(strip_article(self.call_title(only)))
        steps = self.steps(self.folder.fold_body(row.action))
        aloud = [
            "".join(each.template.pieces) for each in row.action if isinstance(each, m.Tell) and not each.template.holes
        ]
        said = " ".join(_flatten(steps) if steps else aloud) or "Nothing happens."
        if only is None:
            return said
        title = capitalise(strip_article(self.call_title(only)))
        if len(said) > SHORT_CELL and not self.game.routines[only.routine].words:
            self.passages.setdefault(only.routine)
            return f"**{title}** (below)"
        return f"**{title}.** {said}"

    def call_title(self, node: m.CallRoutine) -> str:
        info = self.game.routines[node.routine]
        title = self.called(info.name) or info.name.replace("_", " ")
        for parameter, argument in zip(info.parameters, node.arguments, strict=True):
            title = title.replace("{" + parameter.name + "}", self.say(argument))
        return title

    def write_definitions(self) -> Iterator[Section]:
        blocks: list[Block] = []
        done = set[str]()
        self.you = set()
        while waiting := [each for each in self.used if each not in done and each not in self.covered]:
            name = waiting[0]
            done.add(name)
            if self.is_said_by_title(name):
                continue
            if name in self.game.tables:
                if name not in self.drawn:
                    self.drawn.add(name)
                    blocks.append(Text(f"**{capitalise(strip_article(self.title(name)))}**"))
                    blocks += self.draw_table(self.game.tables[name])
                continue
            blocks += self.define(self.game.defines[name])
        blocks += [Text(self.list_numbers(kind)) for kind in self.numbered]
        yield Section("What the words mean", tuple(blocks))

    def list_numbers(self, kind: str) -> str:
        """`**Number of a cast**: 1 for do and 2 for gae.`"""
        shown = [*enumerate(self.game.kinds[kind].shown, 1)]
        others = [f"{number} for {strip_article(name)}" for number, name in shown if name != str(number)]
        own = "its own, and " if len(others) < len(shown) else ""
        return make_sentence(f"**Number of {add_indefinite(self.noun(kind))}**: {own}{join_words(others)}")

    def is_said_by_title(self, name: str) -> bool:
        """Whether a title says all there is to say: that of a short value without parameters."""
        info = self.game.defines.get(name)
        if info is None or info.parameters or info.words or not self.called(name):
            return False
        return self.is_small(self.folder.fold(info.value))

    def define(self, info: m.DefineInfo) -> Iterator[Block]:
        title = self.called(info.name).partition("|")[0] or info.name.replace("_", " ")
        parameters = [self.say(m.Read(each, None, type=each.type)) for each in info.parameters]
        for each, name in zip(info.parameters, parameters, strict=True):
            title = title.replace("{" + each.name + "}", name)
        is_condition = isinstance(info.value.type, YesNoType)
        title = self.hold_true(info, parameters) if is_condition and not self.called(info.name) else title
        heading = f"**{capitalise(title if is_condition else strip_article(title))}**"
        self.rough = []
        if own := self.words_of(info, {}):
            self.cover(info)
            yield from (
                Text(f"{heading}: {each}" if not at else each) for at, each in enumerate(map(make_sentence, own))
            )
            for inner in walk(self.folder.fold(info.value)):
                if isinstance(inner, m.Applied) and inner.definition not in self.covered:
                    self.used.setdefault(inner.definition)
                if isinstance(inner, m.TableValue) and inner.table not in self.covered:
                    self.used.setdefault(inner.table)
        elif grid := self.evaluate(info):
            yield Text(heading)
            yield grid
        else:
            value = self.folder.fold(info.value)
            lead = f"{heading} if {self.holds(value)}" if is_condition else f"{heading}: {self.say(value)}"
            text = make_sentence(lead)
            self.doubt(info.span, text)
            yield Text(text)
        yield from self.remarks(info)

    def evaluate(self, info: m.DefineInfo) -> Grid | None:
        """A definition of few values as a table of them."""
        ranges = [_list_values(each.type) for each in info.parameters]
        if not ranges or any(each is None for each in ranges):
            return None
        keys = list(product(*[each or () for each in ranges]))
        if not keys or len(keys) > FEW_ROWS:
            return None

        def value(key: tuple[int, ...]) -> Any:
            bound = {each: m.Constant(one, type=each.type) for each, one in zip(info.parameters, key, strict=True)}
            return self.folder.fold(substitute(info.value, bound))

        found = [value(key) for key in keys]
        if not all(isinstance(each, m.Constant | m.TextConstant) for each in found) or len(set(found)) == 1:
            return None
        shown = [self.say(each) for each in found]
        names = [capitalise(each.name.replace("_", " ")) for each in info.parameters]
        if len(ranges) == 2:
            first, second = info.parameters
            columns = ranges[1] or ()
            head = (f"{names[0]} / {names[1]}", *(self.constant(second.type, each) for each in columns))
            lines = [
                (self.constant(first.type, one), *shown[at * len(columns) : (at + 1) * len(columns)])
                for at, one in enumerate(ranges[0] or ())
            ]
            return Grid(head, tuple(lines))
        rows = [
            (*(self.constant(each.type, one) for each, one in zip(info.parameters, key, strict=True)), said)
            for key, said in zip(keys, shown, strict=True)
        ]
        return Grid((*names, "Value"), tuple(rows))

    # ---- what is at the end

    def write_end(self) -> Iterator[Section]:
        kept: dict[str, list[str]] = defaultdict(list)
        for each in sorted(self.kept & self.changing, key=lambda each: each.name):
            if "|" not in (title := self.title(each.name)):
                kept[f"for each {self.noun(each.each.kind)}, " if each.each else ""].append(add_article(title))
        told = "; ".join(whose + join_words(titles) for whose, titles in sorted(kept.items(), reverse=True))
        yield Section("Also written down", (Text(make_sentence(told)),) if told else ())
        points = [each for each in self.book.options if each.cited.open]
        notes = [text for ids, text in self.book.notes if any(one.rpartition("-")[2].startswith("O") for one in ids)]
        rows = [(each.question, self.answer(each), self.others(each)) for each in points if each.question]
        blocks: list[Block] = [Grid(("The rules do not say", "Here", "Other ways"), tuple(rows))] if rows else []
        blocks += [Steps(tuple(Step(each) for each in notes), False)] if notes else []
        yield Section("What the source leaves open" if self.book.sources else "How this page plays it", tuple(blocks))
        others = [each for each in self.book.options if not each.cited.open and each.question]
        rows = [(each.question, self.answer(each), self.others(each)) for each in others]
        grid = Grid(("Question", "Here", "Other ways"), tuple(rows))
        yield Section("Other ways to play", (Text("Settle these before you begin."), grid) if others else ())
        house = [Step(f"**{each.title}**", self.list_added(each)) for each in self.game.house]
        yield Section("House rules on this page", (Steps(tuple(house), False),) if house else ())

    def list_added(self, house: m.HouseInfo) -> tuple[Step, ...]:
        """What house rules add to what the game says in words."""
        self.you = set()
        added = (node for _, node in self.list_unsaid() if node.span.source.name in house.files)
        return tuple(step for node in added if place_of(node.span) not in self.fates for step in self.steps([node]))

    @staticmethod
    def answer(option: OptionEntry) -> str:
        text = dict(option.alternatives).get(option.value, "")
        shown = text or (f"{int(option.value):,}" if option.value.lstrip("-").isdigit() else option.value)
        because = f" *{option.because}*" if option.because and option.value == option.default else ""
        return f"**{capitalise(shown)}**.{because}" if not shown.endswith(".") else f"**{capitalise(shown)}**{because}"

    @staticmethod
    def others(option: OptionEntry) -> str:
        if option.range:
            return f"any number from {re.sub(r'[0-9]+', lambda found: f'{int(found[0]):,}', option.range)}"
        return "; or ".join(text for value, text in option.alternatives if value != option.value)

    # ---- what is not said

    def list_unsaid(self) -> Iterator[tuple[m.RoutineInfo, Any]]:
        ruled_out = {place_of(each.span) for each in walk(tuple(self.folder.ruled_out)) if isinstance(each, STATEMENTS)}
        ruled_out |= {place_of(each.span) for each in self.folder.settled} | self.fates.keys()
        for info in self.game.routines.values():
            if not self.is_reachable(info.name):
                continue
            for node in walk(info.body, without=m.Tell):
                aside = isinstance(node, m.Assign) and node.variable.role == "local"
                if isinstance(node, STATEMENTS) and not aside and place_of(node.span) not in ruled_out:
                    yield info, node

    def is_reachable(self, name: str) -> bool:
        if not self.reachable:
            waiting = ["game"]
            while waiting:
                at = waiting.pop()
                if at in self.reachable:
                    continue
                self.reachable.add(at)
                info = self.game.routines[at]
                bodies = (self.folder.fold_body(info.body), *(each.consequence for each in info.state))
                for node in walk(bodies):
                    if isinstance(node, m.CallRoutine):
                        waiting.append(node.routine)
                    if isinstance(node, m.DoTable):
                        actions = walk(self.game.tables[node.table].actions)
                        waiting += [one.routine for one in actions if isinstance(one, m.CallRoutine)]
        return name in self.reachable


def _list_values(kind: Any) -> tuple[int, ...] | None:
    match kind:
        case NumberType(low, high) | MemberType(_, low, high) if high - low < FEW_ROWS:
            return tuple(range(low, high + 1))
        case YesNoType():
            return (0, 1)
        case _:
            return None


def _spell(key: str) -> str:
    """A row's key: `2 to 5`, `9 or more`."""
    key = "any other" if key == "any" else re.sub(r"\((-\d+)\)", r"\1", key).replace("..", " to ").replace("_", " ")
    if key.endswith("+") and key[:-1].isdigit():
        return f"{key[:-1]} or more"
    return f"{key[:-1]} or less" if key.endswith("-") and key[:-1].isdigit() else key.replace("+", " and ")


def _flatten(steps: Iterable[Step]) -> Iterator[str]:
    for each in steps:
        yield each.text
        yield from _flatten(each.inside)


def _say_cards(writer: _Writer, made_of: Sequence[str]) -> str:
    parts = []
    if made_of[-1].startswith("("):  # tiles
        return " to ".join(each.strip("()").replace(", ", "-") for each in (made_of[0], made_of[-1]))
    for each in made_of[:6]:
        ranks, _, suits = each.removeprefix(f"{each.split()[0]} of ").partition(" of ")
        ranks, suits = (ranks, suits) if suits else (each.partition(" of ")[0], each.partition(" of ")[2])
        first, last = (writer.game.kinds.get(name) for name in (ranks, suits))
        if first is not None and last is not None:
            copies = f", {count(int(each.split()[0]), 'time')}" if each[0].isdigit() and each.count(" of ") > 1 else ""
            parts.append(f"{first.shown[0]} to {first.shown[-1]} in {join_words(last.shown)}{copies}")
        else:
            parts.append(each.replace("_", " "))
    return join_words([*parts, *["more"] * (len(made_of) > 6)])
