"""From Lark's trees to nodes of the syntax tree: declarations, of games and of house rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partialmethod
from typing import Any, NamedTuple

from interpreter import syntax
from interpreter.diagnostics.messages import house
from interpreter.diagnostics.messages import syntax as errors
from interpreter.parser.build_values import ValueBuilder
from interpreter.source import Span
from interpreter.throws import read_dice_type


class Line(NamedTuple):
    """A line of a declaration that is no node by itself."""

    kind: str
    span: Span
    value: Any


def list_values(lines: Iterable[Any], kind: str) -> tuple[Any, ...]:
    return tuple(each.value for each in lines if isinstance(each, Line) and each.kind == kind)


def pick_kind(parts: Iterable[Any], *kinds: type) -> tuple[Any, ...]:
    return tuple(each for each in parts if isinstance(each, kinds))


class Builder(ValueBuilder):
    """Builds whole declarations. Lines that may stand only once are reported when they stand twice."""

    def line_of(self, span: Span, *parts: Any, kind: str) -> Line:
        return Line(kind, span, parts[0] if parts else syntax.Secret(span=span))

    source, use = partialmethod(line_of, kind="source"), partialmethod(line_of, kind="use")
    question, because = partialmethod(line_of, kind="question"), partialmethod(line_of, kind="because")
    default, secret = partialmethod(line_of, kind="default"), partialmethod(line_of, kind="secret")
    comes_after, offer_removed = partialmethod(line_of, kind="after"), partialmethod(line_of, kind="offer_removed")

    def lines_of(self, span: Span, *parts: Any, kind: str) -> Line:
        return Line(kind, span, parts)

    with_options, given = partialmethod(lines_of, kind="with"), partialmethod(lines_of, kind="given")
    then, rolls = partialmethod(lines_of, kind="then"), partialmethod(lines_of, kind="script")
    sometimes = partialmethod(lines_of, kind="sometimes")

    def single(self, lines: Iterable[Any], kind: str, what: str) -> Any:
        """What stands on the one line of a kind, if any; each further one is reported."""
        found = [each for each in lines if isinstance(each, Line) and each.kind == kind]
        for other in found[1:]:
            self.diagnostics.add(errors.written_twice(what, other.span, found[0].span))
        return found[0].value if found else None

    # ---- headers and components

    def header(self, span: Span, name: syntax.Name, title: syntax.Text, *lines: Any, word: str) -> syntax.Header:
        return syntax.Header(word, name, title, list_values(lines, "source"), list_values(lines, "use"), span=span)

    game, library = partialmethod(header, word="game"), partialmethod(header, word="library")

    def house_rules(self, span: Span, name: syntax.Name, title: syntax.Text, games: Any, *lines: Any) -> syntax.Header:
        sources, after = list_values(lines, "source"), list_values(lines, "after")
        return syntax.Header("house_rules", name, title, sources, (), games, after, span=span)

    def kind(self, span: Span, name: syntax.Name, circle: str | None, *parts: Any) -> syntax.Kind:
        *members, marks = parts
        return syntax.Kind("kind", name, (*members,), marks, circle is not None, span=span)

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

    def sight(self, span: Span, owner: syntax.Name | None = None, *, face: str) -> syntax.Sight:
        return syntax.Sight(face, owner, span=span)

    face_up, face_down = partialmethod(sight, face="up"), partialmethod(sight, face="down")
    seen_by = partialmethod(sight, face="owner")

    def option(
        self, span: Span, name: syntax.Name, default: syntax.Literal, values: Any, marks: Any, *lines: Any
    ) -> syntax.Option:
        question = self.single(lines, "question", "question")
        because = self.single(lines, "because", "`because` line")
        alternatives = pick_kind(lines, syntax.Alternative)
        return syntax.Option(name, default, values, question, because, alternatives, marks, span=span)

    # ---- phases, rules, definitions

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

    def rule(self, span: Span, name: syntax.Name, parameters: Any, marks: Any, *body: Any) -> syntax.Rule:
        return syntax.Rule(name, parameters, body, marks, span=span)

    def define(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Define:
        *parameters, value, marks = parts
        return syntax.Define(name, self.all_parts(span, *parameters), value, marks, span=span)

    def define_block(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Define:
        """`define NAME =` with the names known inside it, and its value, on the lines below."""
        *parameters, marks, lets, value = parts
        return syntax.Define(name, self.all_parts(span, *parameters), value, marks, lets, span=span)

    # ---- tables

    def table(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Table:
        lines = pick_kind(parts, syntax.Heading, syntax.Row)
        keys, across, names, marks = parts[: len(parts) - len(lines)][-4:]
        parameters, rows = pick_kind(parts, syntax.Parameter), pick_kind(lines, syntax.Row)
        heading = self.find_heading(lines)
        return syntax.Table(name, parameters, keys, across, names or (), heading, rows, marks, span=span)

    def find_heading(self, lines: tuple[Any, ...]) -> syntax.Heading | None:
        """The line of column keys; it must come first."""
        marked = [Line("heading", each.span, each) for each in pick_kind(lines, syntax.Heading)]
        heading: syntax.Heading | None = self.single(marked, "heading", "line of column keys")
        if heading is not None and lines[0] is not heading:
            self.diagnostics.add(errors.misplaced_heading(heading.span, lines[0].span))
        return heading

    def heading(self, span: Span, *parts: Any) -> syntax.Heading:
        *cells, marks = parts
        return syntax.Heading((*cells,), marks, span=span)

    def row(self, span: Span, *parts: Any) -> syntax.Row:
        """One row: its keys, then its results after a colon or its cells."""
        *cells, results, marks = parts
        return syntax.Row((*cells,), results, marks, span=span)

    # ---- choices and strategies

    def choice(self, span: Span, name: syntax.Name, *parts: Any) -> syntax.Choice:
        question = self.single(parts, "question", "question")
        pick = self.single(parts, "pick", "`pick` line")
        default = self.single(parts, "default", "default")
        secret = self.single(parts, "secret", "`seen by` line")
        marks = next(each for each in parts if type(each) is tuple)
        shown = self.template(question) if question is not None else None
        offers, parameters = pick_kind(parts, syntax.Offer), pick_kind(parts, syntax.Parameter)
        return syntax.Choice(name, shown, pick, offers, default, marks, secret, parameters, span=span)

    def pick(self, span: Span, *parts: Any) -> Line:
        """`pick NAME from subsets of values and NAME from values where condition`"""
        *picked, condition = parts
        return Line("pick", span, syntax.Pick((*picked,), condition, span=span))

    def picked(self, span: Span, variable: syntax.Name, subsets: Any, domain: Any) -> syntax.Picked:
        return syntax.Picked(variable, subsets is not None, domain, span=span)

    def picked_several(self, span: Span, low: Any, high: Any, variable: syntax.Name, domain: Any) -> syntax.Picked:
        """`pick 3 cards from held`, `pick 0..3 cards from held`"""
        return syntax.Picked(variable, False, domain, low, high, span=span)

    def strategy(self, span: Span, name: syntax.Name, like: Any, text: Any, *advice: Any) -> syntax.Strategy:
        return syntax.Strategy(name, text, advice, like, span=span)

    def advice(self, span: Span, choice: syntax.Name, value: Any) -> syntax.Advice:
        return syntax.Advice(choice, (syntax.Preference(None, value, None, span=value.span),), span=span)

    def advice_block(self, span: Span, choice: syntax.Name, *preferences: Any) -> syntax.Advice:
        return syntax.Advice(choice, preferences, span=span)

    def preferred_when(self, span: Span, condition: Any, odds: Any, value: Any) -> syntax.Preference:
        return syntax.Preference(condition, value, odds, span=span)

    def preferred_sometimes(self, span: Span, odds: Any, value: Any) -> syntax.Preference:
        return syntax.Preference(None, value, odds, span=span)

    def preferred(self, span: Span, value: Any) -> syntax.Preference:
        return syntax.Preference(None, value, None, span=span)

    # ---- what is measured and shown

    def measure(self, span: Span, name: syntax.Name, per: syntax.Name, value: Any, marks: Any) -> syntax.Measure:
        return syntax.Measure(name, per, value, (), None, marks, span=span)

    def measure_counts(
        self, span: Span, name: syntax.Name, per: syntax.Name, counted: Any, marks: Any
    ) -> syntax.Measure:
        return syntax.Measure(name, per, None, counted, None, marks, span=span)

    def measure_quotient(
        self, span: Span, name: syntax.Name, divided: syntax.Name, per: syntax.Name, marks: Any
    ) -> syntax.Measure:
        return syntax.Measure(name, per, None, (), divided, marks, span=span)

    def view(self, span: Span, name: syntax.Name, inside: Any, condition: Any, *lines: Any) -> syntax.View:
        return syntax.View(name, inside, condition, lines, span=span)

    def view_line(self, span: Span, variable: Any, domain: Any, condition: Any, text: syntax.Text) -> syntax.ViewLine:
        return syntax.ViewLine(self.template(text), variable, domain, condition, span=span)

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

    def with_players(self, span: Span, number: str) -> Line:
        return Line("with_players", span, syntax.WithPlayers(int(number), span=span))

    def start(self, span: Span, phase: syntax.Name) -> Line:
        return Line("start", span, syntax.Start(phase, span=span))

    def rolled(self, span: Span, *parts: Any) -> syntax.Rolled:
        if words := pick_kind(parts, syntax.Name):
            return syntax.Rolled(None, (), words, span=span)
        faces = tuple(map(int, "".join(self.all_parts(span, *parts)).split("+")))
        return syntax.Rolled(None, faces, span=span) if len(faces) > 1 else syntax.Rolled(faces[0], span=span)

    def draws(self, span: Span, face_down: str | None, *cards: Any) -> Line:
        drawn = (syntax.Drawn(each, face_down is not None, span=each.span) for each in cards)
        return Line("script", span, tuple(drawn))

    def chosen(self, span: Span, cannot: str | None, choice: syntax.Name, value: Any) -> Line:
        return Line("script", span, (syntax.Chosen(choice, value, cannot is not None, span=span),))

    def stop_at(self, span: Span, choice: syntax.Name) -> Line:
        return Line("script", span, (syntax.StopAt(choice, span=span),))

    def did(self, span: Span, rule: syntax.Name, negated: bool = False) -> syntax.Did:
        return syntax.Did(rule, negated, span=span)

    def asked(self, span: Span, choice: syntax.Name, negated: bool = False) -> syntax.Asked:
        return syntax.Asked(choice, negated, span=span)

    def said(self, span: Span, text: syntax.Text, negated: bool = False) -> syntax.Said:
        return syntax.Said(text, negated, span=span)

    def ended(self, span: Span, phase: syntax.Name, without: bool = False, negated: bool = False) -> syntax.Ended:
        return syntax.Ended(phase, without, negated, span=span)

    did_not, not_asked, not_said = (partialmethod(each, negated=True) for each in (did, asked, said))
    ended_without_result, not_ended = partialmethod(ended, without=True), partialmethod(ended, negated=True)

    def won(self, span: Span, _: str, winner: Any) -> syntax.Won:
        return syntax.Won(winner, False, span=span)

    def won_the_bank(self, span: Span, _: str) -> syntax.Won:
        return syntax.Won(None, True, span=span)

    def drawn(self, span: Span, _: str) -> syntax.Won:
        return syntax.Won(None, False, span=span)

    # ---- house rules

    def removed_example(self, span: Span, title: syntax.Text, games: Any) -> syntax.Removed:
        return syntax.Removed("example", title, games or (), span=span)

    def around(self, span: Span, place: str, word: str, name: syntax.Name, *body: Any) -> syntax.Around:
        return syntax.Around(place, word, name, body, span=span)

    def beside_step(self, span: Span, place: str, begun: Any, name: syntax.Name, *body: Any) -> syntax.BesideStep:
        """`after roll throw in turn` with what is done then."""
        *verb, step = begun
        return syntax.BesideStep(place, " ".join(verb), step, name, body, span=span)

    def only_when(
        self, span: Span, name: syntax.Name, condition: Any, otherwise: Any, word: str = "rule"
    ) -> syntax.OnlyWhen:
        return syntax.OnlyWhen(word, name, condition, otherwise, span=span)

    only_when_phase = partialmethod(only_when, word="phase")
    only_when_define = partialmethod(only_when, word="define")

    def changed_examples(self, span: Span, games: Any, *lines: Line) -> syntax.ChangedExamples:
        return syntax.ChangedExamples(sum(list_values(lines, "with"), ()), games or (), span=span)

    def changed_table(self, span: Span, name: syntax.Name, *rows: Any) -> syntax.ChangedTable:
        return syntax.ChangedTable(name, rows, span=span)

    def changed_phase(self, span: Span, name: syntax.Name, *state: Any) -> syntax.ChangedPhase:
        return syntax.ChangedPhase(name, state, span=span)

    def changed_choice(self, span: Span, name: syntax.Name, *lines: Any) -> syntax.ChangedChoice:
        return syntax.ChangedChoice(
            name, self.choice(span, name, (), *lines), list_values(lines, "offer_removed"), span=span
        )

    def row_changed(self, span: Span, *parts: Any) -> syntax.RowChange:
        *cells, results, was, marks = parts
        results = self.make_either(results, was) if isinstance(results, Line) else results
        return self.row_change(span, (*cells,), results, marks, was)

    def row_removed(self, span: Span, *parts: Any) -> syntax.RowChange:
        *cells, results, marks = parts
        return self.row_change(span, (*cells,), results, marks, None, removed=True)

    def row_change(
        self, span: Span, cells: Any, results: Any, marks: Any, was: Any, removed: bool = False
    ) -> syntax.RowChange:
        row = syntax.Row(cells, results, marks, span=cells[0].span.to(marks[-1].span if marks else span))
        return syntax.RowChange(row, was, removed, span=span)

    def make_either(self, sometimes: Line, was: syntax.Cell) -> syntax.Cell:
        """`walk if bases_full` in the place of a row: what was there stays where the condition is false. It is read as
        if both were written: as values if both can be values."""
        span, (first, condition) = sometimes.span, sometimes.value
        if len(was.sequences) > 1 or len(was.sequences[0].statements) > 1:
            self.diagnostics.add(house.several_stay(span, was.span))
        other = was.sequences[0].statements[0]
        are_values = isinstance(first, syntax.Expression) and isinstance(other, syntax.Expression)
        kind: Any = syntax.Conditional if are_values else syntax.Either
        return syntax.Cell((syntax.Sequence((kind(first, condition, other, span=span),), span=span),), span=span)
