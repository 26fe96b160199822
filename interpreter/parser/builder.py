"""From Lark's trees to nodes of the syntax tree, leaves first.

The table of `nodes` has most rules of the grammar. Every other rule has a method of its name here, which takes its span
and its parts, already built. A rule that is no node by itself becomes a tuple or a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from lark import Token, Tree

from interpreter import syntax
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import house
from interpreter.diagnostics.messages import syntax as errors
from interpreter.parser.chunk_reader import read_part
from interpreter.parser.nesting import report_deep_nesting
from interpreter.parser.nodes import NODES, Entry
from interpreter.parser.templates import read_template
from interpreter.source import NOWHERE, Source, Span
from interpreter.throws import read_dice_type

Body: TypeAlias = tuple[tuple[syntax.Clause, ...], bool]


WITH_WORDS = ("phase", "rule", "define", "define_block", "table", "choice")
"""Declarations that may have words of their own for readers."""


def list_values(lines: Iterable[Any], kind: str) -> tuple[Any, ...]:
    return tuple(each.value for each in lines if isinstance(each, Entry) and each.kind == kind)


def pick_kind(parts: Iterable[Any], *kinds: type) -> tuple[Any, ...]:
    return tuple(each for each in parts if isinstance(each, kinds))


class Builder:
    """Builds nodes. Lines that may stand only once are reported when they stand twice."""

    def __init__(self, origin: Source, diagnostics: Diagnostics) -> None:
        self.origin, self.diagnostics = origin, diagnostics

    def build(self, piece: Tree[Token] | Token | None) -> Any:
        if isinstance(piece, Tree):
            meta = piece.meta
            span = NOWHERE if meta.empty else Span(self.origin, meta.start_pos, meta.end_pos)
            make = NODES.get(piece.data) or getattr(self, piece.data)
            parts = [*map(self.build, piece.children)]
            if piece.data not in WITH_WORDS:
                return make(span, *parts)
            words = pick_kind(parts, syntax.Words)
            return replace(make(span, *(each for each in parts if not isinstance(each, syntax.Words))), words=words)
        if piece is None or piece.type not in ("NAME", "STRING"):
            return piece if piece is None else str(piece)
        span = Span(self.origin, piece.start_pos or 0, piece.end_pos or 0)
        return syntax.Name(str(piece), span=span) if piece.type == "NAME" else syntax.Text(piece[1:-1], span=span)

    def inserted(self, start: int, end: int) -> syntax.Expression | None:
        """The value that stands between braces; None, and a report, if it is none."""
        tree = read_part(self.origin, start, end, "inserted", self.diagnostics)
        sound = tree is not None and report_deep_nesting(self.origin, tree, self.diagnostics)
        return self.build(tree) if sound else None

    def template(self, text: syntax.Text) -> syntax.Template:
        return read_template(text, self.inserted, self.diagnostics)

    def single(self, lines: Iterable[Any], kind: str, what: str) -> Any:
        """The only line of its kind, if any; each further one is reported."""
        found = [each for each in lines if isinstance(each, Entry) and each.kind == kind]
        for other in found[1:]:
            self.diagnostics.add(errors.written_twice(what, other.span, found[0].span))
        return found[0].value if found else None

    # ---- what is no node by itself

    def all_parts(self, _: Span, *parts: Any) -> tuple[Any, ...]:
        return tuple(each for each in parts if each is not None)

    ids = marks = arguments = parameters = keys = names = each = block = lets = step_begun = row_keys = all_parts

    def words(self, _: Span, *words: str) -> str:
        return " ".join(words)

    plus = times = comparator = preposition = zone_word = expected = most_or_least = words
    removable = routine = before_or_after = joining = words

    def line(self, _: Span, sequence: syntax.Sequence) -> syntax.Sequence:
        return sequence

    def in_words(self, span: Span, _: str, text: syntax.Text, covers: Any) -> syntax.Words:
        return syntax.Words("in words", self.template(text), covers or (), span=span)

    def remark(self, span: Span, _: str, text: syntax.Text) -> syntax.Words:
        return syntax.Words("remark", self.template(text), span=span)

    # ---- names, citations, parameters

    def named_for_people(self, _: Span, name: syntax.Name, shown: syntax.Text) -> syntax.Name:
        return replace(name, shown=shown.text)

    def cite(self, span: Span, *parts: Any) -> syntax.Cite:
        section = parts[0] if isinstance(parts[0], syntax.Text) else None
        return syntax.Cite(section, parts[-1] if isinstance(parts[-1], tuple) else (), span=span)

    def literal(self, span: Span, *parts: Any) -> syntax.Literal:
        *sign, word = parts
        if isinstance(word, syntax.Name):
            return syntax.Literal(word.text, span=span)
        return syntax.Literal(word == "yes" if word in ("yes", "no") else int("".join(sign) + word), span=span)

    def or_none(self, span: Span, some: Any, _: str) -> syntax.OrNoneType:
        return syntax.OrNoneType(syntax.ValuesType(some, span=some.span), span=span)

    def labelled_parameter(self, _: Span, preposition: str, parameter: syntax.Parameter) -> syntax.Parameter:
        return replace(parameter, preposition=preposition)

    # ---- values

    def number(self, span: Span, digits: str) -> syntax.Number:
        return syntax.Number(int(digits), span=span)

    def faces(self, span: Span, written: str) -> syntax.Faces:
        return syntax.Faces(tuple(map(int, written.split("+"))), span=span)

    def or_more(self, span: Span, written: str) -> syntax.OrMore:
        return syntax.OrMore(int(written[:-1]), span=span)

    def or_less(self, span: Span, written: str) -> syntax.OrLess:
        return syntax.OrLess(int(written[:-1]), span=span)

    def name(self, span: Span, name: syntax.Name) -> syntax.Reference:
        return syntax.Reference(name.text, span=span)

    def top_of(self, span: Span, number: Any, zone: syntax.Place) -> syntax.TopOf:
        return syntax.TopOf(number, zone.name, zone.subject, span=span)

    def minus(self, span: Span, operand: syntax.Expression) -> syntax.Expression:
        """The minus belongs to the lower end of a range, and to the first of several faces."""
        if isinstance(operand, syntax.Faces):
            return syntax.Faces((-operand.faces[0], *operand.faces[1:]), span=span)
        if isinstance(operand, syntax.Range) and isinstance(operand.low, syntax.Number):
            low = syntax.Minus(operand.low, span=Span(span.source, span.start, operand.low.span.end))
            return syntax.Range(low, operand.high, span=span)
        return syntax.Minus(operand, span=span)

    # ---- statements and clauses

    def say(self, span: Span, text: syntax.Text) -> syntax.Say:
        return syntax.Say(self.template(text), span=span)

    def tell(self, span: Span, listener: syntax.Expression, text: syntax.Text) -> syntax.Say:
        return syntax.Say(self.template(text), listener, span=span)

    def call(self, span: Span, name: syntax.Name, *given: Any) -> syntax.Call:
        arguments = (
            each if isinstance(each, syntax.Argument) else syntax.Argument(each, span=each.span) for each in given
        )
        return syntax.Call(name, (*arguments,), span=span)

    call_labelled = call

    def call_parenthesised(self, span: Span, name: syntax.Name, given: Any, *labelled: syntax.Argument) -> syntax.Call:
        return self.call(span, name, *given, *labelled)

    def branch(self, span: Span, condition: Any, body: Body) -> syntax.Branch:
        return syntax.Branch(condition, *body, span=span)

    def otherwise_when(self, span: Span, branch: syntax.Branch) -> syntax.Branch:
        return replace(branch, span=span)

    def otherwise(self, span: Span, body: Body) -> syntax.Branch:
        return syntax.Branch(None, *body, span=span)

    def body(self, _: Span, inner: Any) -> Body:
        """What follows a colon on the line, or the block below; whether it was on the line."""
        return ((inner,), True) if isinstance(inner, syntax.Sequence) else (inner, False)

    def order(self, _: Span, word: str) -> tuple[str, None]:
        return word, None

    def from_member(self, _: Span, start: Any, right: str | None) -> tuple[str, syntax.Expression]:
        return "right" if right is not None else "", start

    def for_each(
        self, span: Span, variable: syntax.Name, domain: Any, condition: Any, order: Any, body: Body
    ) -> syntax.ForEach:
        """`for each x in set, highest first`"""
        word, start = order or ("", None)
        return syntax.ForEach(variable, domain, word, *body, start, condition, span=span)

    def repeat_for_each(self, span: Span, once: syntax.ForEach, until: Any) -> syntax.ForEach:
        return replace(once, repeated=True, until=until, span=span)

    # ---- headers and components

    def game(self, span: Span, name: syntax.Name, title: syntax.Text, *lines: Any, word: str = "game") -> syntax.Header:
        sources, uses, about, needs = (list_values(lines, kind) for kind in ("source", "use", "about", "needs"))
        return syntax.Header(word, name, title, sources, uses, about=about, needs=needs, span=span)

    def library(self, span: Span, *parts: Any) -> syntax.Header:
        return self.game(span, *parts, word="library")

    def house_rules(self, span: Span, name: syntax.Name, title: syntax.Text, games: Any, *lines: Any) -> syntax.Header:
        sources, after = list_values(lines, "source"), list_values(lines, "after")
        return syntax.Header("house_rules", name, title, sources, (), games, after, span=span)

    def sides(self, span: Span, *parts: Any) -> syntax.Kind:
        """A kind whose name is `side`."""
        *members, marks = parts
        name = syntax.Name("side", span=Span(span.source, span.start, span.start + len("sides")))
        return syntax.Kind("sides", name, (*members,), marks, span=span)

    def players(self, span: Span, number: Any, bank: syntax.Bank | None, *parts: Any) -> syntax.Players:
        return syntax.Players(number, bank, pick_kind(parts, syntax.Member), parts[-1], span=span)

    def face(self, _: Span, *signs: str) -> str:
        return "".join(signs)

    def dice(self, span: Span, name: syntax.Name, each: syntax.Name | None, first: str, *parts: Any) -> syntax.Dice:
        """`dice NAME = 2d6`, `dice NAME of each KIND = 4 of 0, 1, face down`"""
        *shown, sight, marks = parts
        words = pick_kind(shown, syntax.Name)
        faces = ",".join(one.text if isinstance(one, syntax.Name) else one for one in shown)
        number, highest, sides, _ = read_dice_type(f"{first} of {faces}" if shown else first)
        return syntax.Dice(name, number, highest, marks, sides, each, sight, words, span=span)

    def copies(self, _: Span, number: str, card: Any) -> tuple[Any, int]:
        return card, int(number)

    def cards(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Cards:
        """`cards NAME: 6 of rank of suit, joker`"""
        *cards, marks = parts
        pairs = [each if isinstance(each, tuple) else (each, 1) for each in cards]
        copies = tuple(number for _, number in pairs)
        single = all(number == 1 for number in copies)
        return syntax.Cards(name, tuple(card for card, _ in pairs), () if single else copies, marks, span=span)

    def option(
        self, span: Span, name: syntax.Name, default: syntax.Literal, values: Any, marks: Any, *lines: Any
    ) -> syntax.Option:
        question = self.single(lines, "question", "question")
        because = self.single(lines, "because", "`because` line")
        alternatives = pick_kind(lines, syntax.Alternative)
        return syntax.Option(name, default, values, question, because, alternatives, marks, span=span)

    # ---- phases

    def split_lines(self, lines: Iterable[Any]) -> tuple[tuple[Any, ...], tuple[syntax.Clause, ...]]:
        """What a phase keeps and counts, and what it does."""
        state = pick_kind(lines, syntax.Keep, syntax.Count)
        return state, tuple(each for each in lines if not isinstance(each, syntax.Keep | syntax.Count))

    def phase(
        self, span: Span, name: syntax.Name, parameters: Any, inside: Any, marks: Any, *lines: Any
    ) -> syntax.Phase:
        return syntax.Phase(name, parameters, inside, *self.split_lines(lines), marks, span=span)

    def also(self, span: Span, phase: syntax.Name, *lines: Any) -> syntax.Also:
        return syntax.Also(phase, *self.split_lines(lines), span=span)

    def keep(
        self, span: Span, name: syntax.Name, each: Any, kind: Any, sight: Any, start: Any, marks: Any
    ) -> syntax.Keep:
        """`keep NAME : type = value`; what may be nothing begins as that."""
        return syntax.Keep(name, each or (), kind, start or syntax.Nobody(span=kind.span), marks, sight, span=span)

    def count(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Count:
        """`count NAME to 3 : consequence`"""
        *limited, marks = parts
        limit, sight, consequence = limited if len(limited) > 1 else (None, *limited, None)
        return syntax.Count(name, limit, consequence, marks, sight, span=span)

    def each_number(self, span: Span, low: str, high: str) -> syntax.Name:
        return syntax.Name(f"{int(low)}..{int(high)}", span=span)

    # ---- tables, choices, what is shown

    def table(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Table:
        lines = pick_kind(parts, syntax.Heading, syntax.Row)
        keys, across, names, marks = parts[: len(parts) - len(lines)][-4:]
        parameters, rows = pick_kind(parts, syntax.Parameter), pick_kind(lines, syntax.Row)
        heading = self.find_heading(lines)
        return syntax.Table(name, parameters, keys, across, names or (), heading, rows, marks, span=span)

    def table_of_chart(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Table:
        *_, keys, across, names, chart, marks = parts
        parameters = pick_kind(parts, syntax.Parameter)
        return syntax.Table(name, parameters, keys, across, names or (), None, (), marks, chart=chart, span=span)

    def find_heading(self, lines: tuple[Any, ...]) -> syntax.Heading | None:
        """The line of column keys; it must come first."""
        marked = [Entry("heading", each, each.span) for each in pick_kind(lines, syntax.Heading)]
        heading: syntax.Heading | None = self.single(marked, "heading", "line of column keys")
        if heading is not None and lines[0] is not heading:
            self.diagnostics.add(errors.misplaced_heading(heading.span, lines[0].span))
        return heading

    def choice(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Choice:
        question = self.single(parts, "question", "question")
        pick = self.single(parts, "pick", "`pick` line")
        default = self.single(parts, "default", "default")
        secret = self.single(parts, "secret", "`seen by` line")
        marks = next(each for each in parts if type(each) is tuple)
        shown = self.template(question) if question is not None else None
        offers, parameters = pick_kind(parts, syntax.Offer), pick_kind(parts, syntax.Parameter)
        return syntax.Choice(name, shown, pick, offers, default, marks, secret, parameters, span=span)

    def secret(self, span: Span) -> Entry:
        return Entry("secret", syntax.Secret(span=span), span)

    def pick(self, span: Span, *parts: Any) -> Entry:
        """`pick NAME from subsets of values and NAME from values where condition`"""
        *picked, condition, passing = parts
        return Entry("pick", syntax.Pick((*picked,), condition, passing, span=span), span)

    def passing(self, span: Span, _: str, text: syntax.Text, condition: Any) -> syntax.Passing:
        return syntax.Passing(text, condition, span=span)

    def advice(self, span: Span, choice: syntax.Name, value: Any) -> syntax.Advice:
        return syntax.Advice(choice, (syntax.Preference(None, value, None, span=value.span),), span=span)

    def shown(self, span: Span, shown: syntax.Text | syntax.Thing, *lines: Any) -> syntax.ViewLine:
        inner = self.template(shown) if isinstance(shown, syntax.Text) else shown
        return syntax.ViewLine(inner, pick_kind(lines, syntax.ViewLine, syntax.ViewEach), span=span)

    def thing(self, span: Span, word: syntax.Name, subject: Any, *parts: Any, owned: bool = False) -> syntax.Thing:
        """A text that stands alone is read as a value first."""
        if isinstance(subject, syntax.Quoted):
            subject = self.template(subject.text)
        texts = (
            syntax.ThingPart("", self.template(each), span=each.span) if isinstance(each, syntax.Text) else each
            for each in parts
        )
        return syntax.Thing(word, subject, owned, tuple(texts), span=span)

    def owned_thing(self, span: Span, *parts: Any) -> syntax.Thing:
        return self.thing(span, *parts, owned=True)

    def thing_word(self, span: Span, word: syntax.Name | str) -> syntax.Name:
        return word if isinstance(word, syntax.Name) else syntax.Name(word, span=span)

    part_word = thing_word

    def sorted_by(self, span: Span, *names: syntax.Name) -> syntax.ThingPart:
        return syntax.ThingPart("by", names, span=span)

    def in_part(self, span: Span, name: syntax.Name) -> syntax.ThingPart:
        return syntax.ThingPart("in", (name,), span=span)

    def named_part(self, span: Span, word: syntax.Name, value: Any) -> syntax.ThingPart:
        return syntax.ThingPart(word.text, value, span=span)

    def size(self, _: Span, number: str) -> int:
        return int(number)

    def layout(self, span: Span, name: syntax.Name, of: Any, shape: syntax.Name, *parts: Any) -> syntax.Layout:
        sizes = tuple(each for each in parts if isinstance(each, int))
        return syntax.Layout(name, of, shape, sizes, pick_kind(parts, syntax.Name), (), parts[-1], span=span)

    def drawn_layout(self, span: Span, name: syntax.Name, of: Any, *parts: Any) -> syntax.Layout:
        marks, rows = next(each for each in parts if isinstance(each, tuple)), pick_kind(parts, syntax.MapRow)
        return syntax.Layout(name, of, None, (), pick_kind(parts, syntax.Name), rows, marks, span=span)

    # ---- examples

    def example(self, span: Span, title: syntax.Text, games: Any, ids: Any, *lines: Any) -> syntax.Example:
        players = self.single(lines, "with_players", "number of players")
        start = self.single(lines, "start", "`start` line")
        options, given = (sum(list_values(lines, kind), ()) for kind in ("with", "given"))
        script: list[Any] = []
        expected: list[Any] = []
        for line in lines:
            if line.kind == "then":
                expected += line.value
            elif line.kind == "script":  # what must follow before it belongs to the script
                script, expected = [*script, *expected, *line.value], []
        return syntax.Example(
            title, ids or (), options, players, start, given, (*script,), (*expected,), games or (), span=span
        )

    def retitled_example(
        self, span: Span, title: syntax.Text, was: syntax.Text, games: Any, ids: Any, *lines: Any
    ) -> syntax.ChangedExample:
        return syntax.ChangedExample(self.example(span, title, games, ids, *filter(None, lines)), was, span=span)

    def with_players(self, span: Span, number: str) -> Entry:
        return Entry("with_players", syntax.WithPlayers(int(number), span=span), span)

    def start(self, span: Span, phase: syntax.Name) -> Entry:
        return Entry("start", syntax.Start(phase, span=span), span)

    def rolled(self, span: Span, *parts: Any) -> syntax.Rolled:
        if words := pick_kind(parts, syntax.Name):
            return syntax.Rolled(None, (), words, span=span)
        faces = tuple(map(int, "".join(self.all_parts(span, *parts)).split("+")))
        return syntax.Rolled(None, faces, span=span) if len(faces) > 1 else syntax.Rolled(faces[0], span=span)

    def rolled_of(self, span: Span, dice: syntax.Name, rolled: syntax.Rolled) -> syntax.Rolled:
        return replace(rolled, dice=dice, span=span)

    def draws(self, span: Span, face_down: str | None, *cards: Any) -> Entry:
        drawn = tuple(syntax.Drawn(each, face_down is not None, span=each.span) for each in cards)
        return Entry("script", drawn, span)

    def chosen(self, span: Span, cannot: str | None, choice: syntax.Name, value: Any) -> Entry:
        return Entry("script", (syntax.Chosen(choice, value, cannot is not None, span=span),), span)

    def stop_at(self, span: Span, choice: syntax.Name) -> Entry:
        return Entry("script", (syntax.StopAt(choice, span=span),), span)

    # ---- house rules

    def beside_step(self, span: Span, place: str, begun: Any, name: syntax.Name, *body: Any) -> syntax.BesideStep:
        """`after roll throw in turn` with what is done then."""
        *verb, step = begun
        return syntax.BesideStep(place, " ".join(verb), step, name, body, span=span)

    def replaced_step(self, span: Span, begun: Any, name: syntax.Name, *body: Any) -> syntax.BesideStep:
        return self.beside_step(span, "replace", begun, name, *body)

    def removed_step(self, span: Span, begun: Any, name: syntax.Name) -> syntax.BesideStep:
        return self.beside_step(span, "remove", begun, name)

    def changed_examples(self, span: Span, games: Any, *lines: Entry) -> syntax.ChangedExamples:
        return syntax.ChangedExamples(sum(list_values(lines, "with"), ()), games or (), span=span)

    def changed_choice(self, span: Span, name: syntax.Name, *lines: Any) -> syntax.ChangedChoice:
        removed = list_values(lines, "offer_removed")
        return syntax.ChangedChoice(name, self.choice(span, name, (), *lines), removed, span=span)

    def row_changed(self, span: Span, *parts: Any) -> syntax.RowChange:
        *cells, results, was, marks = parts
        results = self.make_either(results, was) if isinstance(results, Entry) else results
        return self.row_change(span, (*cells,), results, marks, was)

    def row_removed(self, span: Span, *parts: Any) -> syntax.RowChange:
        *cells, results, marks = parts
        return self.row_change(span, (*cells,), results, marks, None, removed=True)

    def row_change(
        self, span: Span, cells: Any, results: Any, marks: Any, was: Any, removed: bool = False
    ) -> syntax.RowChange:
        row = syntax.Row(cells, results, marks, span=cells[0].span.to(marks[-1].span if marks else span))
        return syntax.RowChange(row, was, removed, span=span)

    def make_either(self, sometimes: Entry, was: syntax.Cell) -> syntax.Cell:
        """`walk if bases_full` in the place of a row: what was there stays where the condition is false. It is read as
        if both were written: as values if both can be values."""
        span, (first, condition) = sometimes.span, sometimes.value
        if len(was.sequences) > 1 or len(was.sequences[0].statements) > 1:
            self.diagnostics.add(house.several_stay(span, was.span))
        other = was.sequences[0].statements[0]
        are_values = isinstance(first, syntax.Expression) and isinstance(other, syntax.Expression)
        kind: Any = syntax.Conditional if are_values else syntax.Either
        return syntax.Cell((syntax.Sequence((kind(first, condition, other, span=span),), span=span),), span=span)
