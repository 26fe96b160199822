"""From what Lark read to nodes of the syntax tree: house rules."""

from __future__ import annotations

from lark import Token

from interpreter import syntax
from interpreter.diagnostics.messages import house as errors
from interpreter.parser.build_declarations import DeclarationBuilder
from interpreter.parser.build_tables import filter_kinds
from interpreter.parser.build_values import Branch, filter_branches, is_branch
from interpreter.source import Span


class HouseRuleBuilder(DeclarationBuilder):
    """Builds whole declarations, changes among them."""

    def declaration(self, branch: Branch) -> syntax.Declaration:
        span = self.span(branch)
        match str(branch.data):
            case "house_rules":
                return self.house_rules(branch)
            case "taken":
                return self.taken(branch)
            case "replaced":
                (declared,) = filter_branches(branch.children)
                return syntax.Replaced(self.declaration(declared), span=span)
            case "removed":
                word, name = branch.children
                return syntax.Removed(self.word_of(word), self.name(name), span=span)
            case "removed_example":
                title, games = branch.children
                return syntax.Removed("example", self.text(title), self.games(games), span=span)
            case "around":
                return self.around(branch)
            case "beside_step":
                return self.beside_step(branch)
            case "only_when" | "only_when_phase":
                return self.only_when(branch)
            case "only_when_define":
                return self.only_when_define(branch)
            case "changed_examples":
                games, *lines = branch.children
                options = self.options_with(filter_branches(lines))
                return syntax.ChangedExamples(options, self.games(games), span=span)
            case "changed_table" | "changed_choice" | "changed_phase" | "changed_example":
                return self.changed(branch)
            case _:
                return super().declaration(branch)

    def word_of(self, piece: object) -> str:
        assert is_branch(piece)
        return str(piece.children[0])

    def house_rules(self, branch: Branch) -> syntax.Header:
        """`house_rules NAME "Title" for GAME, GAME`"""
        name, title, games, *lines = branch.children
        return syntax.Header(
            "house_rules",
            self.name(name),
            self.text(title),
            tuple(self.text(each.children[0]) for each in filter_kinds(lines, "source")),
            (),
            self.games(games),
            tuple(self.name(each.children[0]) for each in filter_kinds(lines, "comes_after")),
            span=self.span(branch),
        )

    def taken(self, branch: Branch) -> syntax.TakenTable:
        """`table NAME from TABLE of GAME`"""
        name, table, game, marks = branch.children
        return syntax.TakenTable(
            self.name(name), self.maybe_name(table), self.name(game), self.marks(marks), span=self.span(branch)
        )

    def around(self, branch: Branch) -> syntax.Around:
        """`before rule NAME` with what is done then."""
        place, word, name, *lines = branch.children
        body = tuple(self.clause(each) for each in filter_branches(lines))
        return syntax.Around(self.word_of(place), self.word_of(word), self.name(name), body, span=self.span(branch))

    def beside_step(self, branch: Branch) -> syntax.BesideStep:
        """`after roll throw in turn` with what is done then."""
        place, begun, name, *lines = branch.children
        assert is_branch(begun)
        *verb, step = begun.children
        assert isinstance(step, Token)
        return syntax.BesideStep(
            self.word_of(place),
            " ".join(map(str, verb)),
            self.text(step) if step.type == "STRING" else self.name(step),
            self.name(name),
            tuple(self.clause(each) for each in filter_branches(lines)),
            span=self.span(branch),
        )

    def only_when_define(self, branch: Branch) -> syntax.OnlyWhen:
        """`define NAME only when CONDITION otherwise VALUE`"""
        name, condition, otherwise = branch.children
        other = self.maybe_expression(otherwise)
        return syntax.OnlyWhen("define", self.name(name), self.expression(condition), other, span=self.span(branch))

    def only_when(self, branch: Branch) -> syntax.OnlyWhen:
        """`rule NAME only when CONDITION`"""
        name, condition, otherwise = branch.children
        return syntax.OnlyWhen(
            "rule" if branch.data == "only_when" else "phase",
            self.name(name),
            self.expression(condition),
            self.branch(otherwise) if is_branch(otherwise) else None,
            span=self.span(branch),
        )

    # ---- parts of declarations

    def changed(self, branch: Branch) -> syntax.Declaration:
        """`change` and the lines of a table, choice, phase or example."""
        span, lines = self.span(branch), branch.children
        match str(branch.data):
            case "changed_table":
                rows = tuple(self.row_change(each) for each in filter_branches(lines))
                return syntax.ChangedTable(self.name(lines[0]), rows, span=span)
            case "changed_choice":
                return self.changed_choice(branch)
            case "changed_phase":
                state = tuple(
                    self.keep(each) if each.data == "keep" else self.count(each) for each in filter_branches(lines)
                )
                return syntax.ChangedPhase(self.name(lines[0]), state, span=span)
            case _:
                (example,) = filter_branches(lines)
                return syntax.ChangedExample(self.example(example), span=span)

    def row_change(self, branch: Branch) -> syntax.RowChange:
        *parts, marks = branch.children
        removed = branch.data == "row_removed"
        cells = filter_branches(parts[:-1] if removed else parts[:-2])
        results = parts[-1] if removed else parts[-2]
        was = None if removed or parts[-1] is None else self.cell_of(parts[-1])
        sometimes = was is not None and is_branch(results) and results.data == "sometimes"
        first, last = (
            self.span(cells[0]),
            self.span(marks) if filter_branches([marks])[0].children else self.span(branch),
        )
        row = syntax.Row(
            tuple(self.cell(each) for each in cells),
            self.sometimes(results, was) if sometimes and was is not None else self.cell_of(results),
            self.marks(marks),
            span=first.to(last),
        )
        return syntax.RowChange(row, was, removed, span=self.span(branch))

    def sometimes(self, piece: object, was: syntax.Cell) -> syntax.Cell:
        """`walk if bases_full` in the place of a row: what was there stays where the condition does not hold."""
        assert is_branch(piece)
        span, (first, condition) = self.span(piece), filter_branches(piece.children)
        if len(was.sequences) > 1 or len(was.sequences[0].statements) > 1:
            self.diagnostics.add(errors.several_stay(span, was.span))
        statement, other = self.statement(first), was.sequences[0].statements[0]
        either = self.make_either(statement, self.expression(condition), other, span)
        return syntax.Cell((syntax.Sequence((either,), span=span),), span=span)

    def make_either(
        self, first: syntax.Statement, condition: syntax.Expression, other: syntax.Statement, span: Span
    ) -> syntax.Statement:
        """One or the other, as it would be read where both are written: values if both can be values."""
        if isinstance(first, syntax.Expression) and isinstance(other, syntax.Expression):
            return syntax.Conditional(first, condition, other, span=span)
        return syntax.Either(first, condition, other, span=span)

    def cell_of(self, piece: object) -> syntax.Cell:
        assert is_branch(piece)
        return self.cell(piece)

    def changed_choice(self, branch: Branch) -> syntax.ChangedChoice:
        lines = [each for each in filter_branches(branch.children) if each.data != "offer_removed"]
        removed = tuple(self.name(each.children[0]) for each in filter_kinds(branch.children, "offer_removed"))
        no_marks = Branch("marks", [])
        whole = Branch("choice", [branch.children[0], no_marks, *lines], branch.meta)
        return syntax.ChangedChoice(self.name(branch.children[0]), self.choice(whole), removed, span=self.span(branch))

    # ---- cells of other files

    def key_cells(self, branch: Branch) -> tuple[syntax.Cell, ...]:
        return tuple(self.cell(each) for each in filter_branches(branch.children))
