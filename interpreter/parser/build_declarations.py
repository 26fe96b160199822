"""From what Lark read to nodes of the syntax tree: declarations."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token

from interpreter import syntax
from interpreter.parser.build_tables import TableBuilder, filter_kinds
from interpreter.parser.build_values import Branch, filter_branches, is_branch
from interpreter.throws import read_dice_type


class DeclarationBuilder(TableBuilder):
    """Builds the nodes of whole declarations from the parser's trees."""

    def declaration(self, branch: Branch) -> syntax.Declaration:
        match str(branch.data):
            case "game" | "library":
                return self.header(branch)
            case "kind" | "sides":
                return self.kind(branch)
            case (
                "players"
                | "dice"
                | "cards"
                | "zone"
                | "expects"
                | "note"
                | "option"
                | "define"
                | "define_block"
                | "measure"
                | "measure_counts"
                | "measure_quotient"
                | "aim"
                | "view"
            ):
                return self.small(branch)
            case "phase":
                return self.phase(branch)
            case "also":
                return self.also(branch)
            case "rule":
                return self.rule(branch)
            case "table":
                return self.table(branch)
            case "choice":
                return self.choice(branch)
            case "strategy":
                return self.strategy(branch)
            case "example":
                return self.example(branch)
            case unknown:
                raise AssertionError(unknown)

    def small(self, branch: Branch) -> syntax.Declaration:
        match str(branch.data):
            case "players":
                return self.players(branch)
            case "aim":
                return self.aim(branch)
            case "dice":
                return self.dice(branch)
            case "cards":
                return self.cards(branch)
            case "zone":
                return self.zone(branch)
            case "expects":
                return self.expects(branch)
            case "note":
                ids, text = branch.children
                return syntax.Note(self.ids(ids), self.text(text), span=self.span(branch))
            case "option":
                return self.option(branch)
            case "define":
                return self.define(branch)
            case "define_block":
                return self.define_block(branch)
            case "view":
                return self.view(branch)
            case _:
                return self.measure(branch)

    # ---- headers and components

    def header(self, branch: Branch) -> syntax.Header:
        """`game` or `library`"""
        name, title, *lines = branch.children
        sources = tuple(self.text(each.children[0]) for each in filter_kinds(lines, "source"))
        uses = tuple(self.name(each.children[0]) for each in filter_kinds(lines, "use"))
        return syntax.Header(str(branch.data), self.name(name), self.text(title), sources, uses, span=self.span(branch))

    def kind(self, branch: Branch) -> syntax.Kind:
        """`kind`, or `sides` whose name is `side`."""
        word = str(branch.data)
        start = self.span(branch).start
        here = Token("NAME", "side", start_pos=start, end_pos=start + len(word))
        name = self.name(branch.children[0] if word == "kind" else here)
        members = tuple(self.member(each) for each in filter_kinds(branch.children, "member"))
        circle = word == "kind" and branch.children[1] is not None
        return syntax.Kind(word, name, members, self.marks(branch.children[-1]), circle, span=self.span(branch))

    def member(self, branch: Branch) -> syntax.Member:
        name, shown = branch.children
        return syntax.Member(self.name(name), self.maybe_text(shown), span=self.span(branch))

    def players(self, branch: Branch) -> syntax.Players:
        number, marks = branch.children[0], branch.children[-1]
        members = tuple(self.member(each) for each in filter_kinds(branch.children, "member"))
        bank = next(map(self.bank, filter_kinds(branch.children, "bank")), None)
        return syntax.Players(self.expression(number), bank, members, self.marks(marks), span=self.span(branch))

    def bank(self, branch: Branch) -> syntax.Bank:
        return syntax.Bank(self.maybe_text(branch.children[0]), span=self.span(branch))

    def dice(self, branch: Branch) -> syntax.Dice:
        """`dice NAME = 2d6`, `dice NAME of each KIND = 4 of 0, 1, face down`"""
        name, each, first, *faces_or_words, sight, marks = branch.children
        shown = ["".join(map(str, face.children)) if is_branch(face) else face for face in faces_or_words]
        number, faces, sides, _ = read_dice_type(f"{first} of {','.join(map(str, shown))}" if shown else str(first))
        words = tuple(self.name(word) for word in shown if isinstance(word, Token) and word.type == "NAME")
        return syntax.Dice(
            self.name(name), number, faces, self.marks(marks), sides, self.maybe_name(each), self.maybe_sight(sight),
            words, span=self.span(branch),
        )  # fmt: skip

    def cards(self, branch: Branch) -> syntax.Cards:
        """`cards NAME: 6 of rank of suit, joker`"""
        name, *cards, marks = branch.children
        pairs = [self.copies(each) for each in filter_branches(cards)]
        several = any(number != 1 for _, number in pairs)
        return syntax.Cards(
            self.name(name),
            tuple(card for card, _ in pairs),
            tuple(number for _, number in pairs) if several else (),
            self.marks(marks),
            span=self.span(branch),
        )

    def copies(self, branch: Branch) -> tuple[syntax.CardsOf | syntax.Member, int]:
        """A card, or several made of two kinds, and how many there are of each."""
        if branch.data != "copies":
            return self.card(branch), 1
        number, single = branch.children
        assert is_branch(single)
        return self.card(single), int(str(number))

    def card(self, branch: Branch) -> syntax.CardsOf | syntax.Member:
        if branch.data == "member":
            return self.member(branch)
        rank, suit = branch.children
        return syntax.CardsOf(self.name(rank), self.name(suit), span=self.span(branch))

    def zone(self, branch: Branch) -> syntax.Zone:
        """`pile NAME : cards, face down`"""
        word, name, each, cards, sight, full, marks = branch.children
        assert is_branch(word)
        return syntax.Zone(
            str(word.children[0]),
            self.name(name),
            self.maybe_name(each),
            self.name(cards),
            self.sight(sight),
            self.maybe_name(full),
            self.marks(marks),
            span=self.span(branch),
        )

    def sight(self, branch: object) -> syntax.Sight:
        assert is_branch(branch)
        if branch.data == "seen_by":
            return syntax.Sight("owner", self.name(branch.children[0]), span=self.span(branch))
        return syntax.Sight(str(branch.data).removeprefix("face_"), span=self.span(branch))

    def maybe_sight(self, branch: object) -> syntax.Sight | None:
        return self.sight(branch) if branch is not None else None

    def expects(self, branch: Branch) -> syntax.Expects:
        word, name, inside, reason = branch.children
        assert is_branch(word)
        return syntax.Expects(
            str(word.children[0]),
            self.name(name),
            self.maybe_name(inside),
            self.maybe_text(reason),
            span=self.span(branch),
        )

    def option(self, branch: Branch) -> syntax.Option:
        name, default, values, marks, *lines = branch.children
        question = self.single(lines, "question", "question")
        because = self.single(lines, "because", "`because` line")
        return syntax.Option(
            self.name(name),
            self.literal(default),
            self.maybe_expression(values),
            None if question is None else self.text(question.children[0]),
            None if because is None else self.text(because.children[0]),
            tuple(self.alternative(each) for each in filter_kinds(lines, "alternative")),
            self.marks(marks),
            span=self.span(branch),
        )

    def alternative(self, branch: Branch) -> syntax.Alternative:
        value, text = branch.children
        return syntax.Alternative(self.literal(value), self.text(text), span=self.span(branch))

    # ---- phases, rules, definitions

    def phase(self, branch: Branch) -> syntax.Phase:
        name, parameters, inside, marks, *lines = branch.children
        assert is_branch(parameters)
        return syntax.Phase(
            self.name(name),
            self.parameters(parameters.children),
            self.maybe_name(inside),
            self.state(lines),
            self.body_of(lines),
            self.marks(marks),
            span=self.span(branch),
        )

    def also(self, branch: Branch) -> syntax.Also:
        name, *lines = branch.children
        return syntax.Also(self.name(name), self.state(lines), self.body_of(lines), span=self.span(branch))

    def state(self, lines: Iterable[object]) -> tuple[syntax.Keep | syntax.Count, ...]:
        found = filter_kinds(lines, "keep", "count")
        return tuple(self.keep(each) if each.data == "keep" else self.count(each) for each in found)

    def body_of(self, lines: Iterable[object]) -> tuple[syntax.Clause, ...]:
        return tuple(self.clause(each) for each in filter_branches(lines) if each.data not in ("keep", "count"))

    def keep(self, branch: Branch) -> syntax.Keep:
        """`keep NAME : type = value`; what may be nothing begins as that."""
        name, each, kind, sight, start, marks = branch.children
        kinds = each.children if is_branch(each) else ()
        return syntax.Keep(
            self.name(name),
            tuple(map(self.name, kinds)),
            self.type(kind),
            self.maybe_expression(start) or syntax.Nobody(span=self.span(kind)),
            self.marks(marks),
            self.maybe_sight(sight),
            span=self.span(branch),
        )

    def count(self, branch: Branch) -> syntax.Count:
        """`count NAME to 3 : consequence`"""
        name, *limited, marks = branch.children
        limit, sight, consequence = limited if len(limited) > 1 else (None, *limited, None)
        return syntax.Count(
            self.name(name),
            self.maybe_expression(limit),
            self.sequence(consequence) if is_branch(consequence) else None,
            self.marks(marks),
            self.maybe_sight(sight),
            span=self.span(branch),
        )

    def rule(self, branch: Branch) -> syntax.Rule:
        name, parameters, marks, *lines = branch.children
        assert is_branch(parameters)
        return syntax.Rule(
            self.name(name),
            self.parameters(parameters.children),
            tuple(self.clause(each) for each in filter_branches(lines)),
            self.marks(marks),
            span=self.span(branch),
        )

    def define(self, branch: Branch) -> syntax.Define:
        """`define NAME = value`"""
        name, *parameters, value, marks = branch.children
        return syntax.Define(
            self.name(name),
            self.parameters(parameters),
            self.expression(value),
            self.marks(marks),
            span=self.span(branch),
        )

    def define_block(self, branch: Branch) -> syntax.Define:
        """`define NAME =` with the names known inside it, and its value, on the lines below."""
        name, *parameters, marks, lets, value = branch.children
        return syntax.Define(
            self.name(name),
            self.parameters(parameters),
            self.expression(value),
            self.marks(marks),
            self.lets(lets),
            span=self.span(branch),
        )

    def lets(self, branch: object) -> tuple[syntax.Let, ...]:
        """The names for values that stand in a definition."""
        return tuple(self.let(each) for each in filter_branches(branch.children)) if is_branch(branch) else ()

    def let(self, branch: Branch) -> syntax.Let:
        name, value = branch.children
        return syntax.Let(self.name(name), self.expression(value), span=self.span(branch))

    # ---- what is measured and shown

    def measure(self, branch: Branch) -> syntax.Measure:
        """`measure NAME per NAME = value`, or `counts` names, or `measure NAME = NAME per NAME`."""
        if branch.data == "measure_quotient":
            name, divided, per, marks = branch.children
            return syntax.Measure(
                self.name(name), self.name(per), None, (), self.name(divided), self.marks(marks), span=self.span(branch)
            )
        name, per, what, marks = branch.children
        assert is_branch(what)
        counts = branch.data == "measure_counts"
        return syntax.Measure(
            self.name(name),
            self.name(per),
            None if counts else self.expression(what),
            self.names(what) if counts else (),
            None,
            self.marks(marks),
            span=self.span(branch),
        )

    def aim(self, branch: Branch) -> syntax.Aim:
        word, measure, marks = branch.children
        assert is_branch(word)
        return syntax.Aim(str(word.children[0]), self.name(measure), self.marks(marks), span=self.span(branch))

    def view(self, branch: Branch) -> syntax.View:
        name, inside, condition, *lines = branch.children
        drawn = tuple(self.view_line(each) for each in filter_branches(lines))
        when = self.maybe_expression(condition)
        return syntax.View(self.name(name), self.maybe_name(inside), when, drawn, span=self.span(branch))

    def view_line(self, branch: Branch) -> syntax.ViewLine:
        variable, domain, condition, text = branch.children
        return syntax.ViewLine(
            self.template(text),
            self.maybe_name(variable),
            self.maybe_expression(domain),
            self.maybe_expression(condition),
            span=self.span(branch),
        )
