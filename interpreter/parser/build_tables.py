"""From what Lark read to nodes of the syntax tree: tables, choices, strategies and examples."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token

from interpreter import syntax
from interpreter.diagnostics.messages import syntax as errors
from interpreter.parser.build_clauses import ClauseBuilder
from interpreter.parser.build_values import Branch, filter_branches, is_branch


def filter_kinds(pieces: Iterable[object], *kinds: str) -> list[Branch]:
    return [each for each in filter_branches(pieces) if each.data in kinds]


class TableBuilder(ClauseBuilder):
    """Builds declarations that are lists. Lines that may stand only once are reported when they stand twice."""

    def single(self, pieces: Iterable[object], kind: str, what: str) -> Branch | None:
        """The one piece of a kind, if any; each further one is reported."""
        found = filter_kinds(pieces, kind)
        for other in found[1:]:
            self.diagnostics.add(errors.written_twice(what, self.span(other), self.span(found[0])))
        return found[0] if found else None

    # ---- tables

    def table(self, branch: Branch) -> syntax.Table:
        parts = branch.children
        keys, across, names, marks = parts[: len(parts) - len(self.table_lines(branch))][-4:]
        assert is_branch(keys)
        return syntax.Table(
            self.name(parts[0]),
            self.parameters(filter_kinds(parts, "parameter")),
            tuple(self.key(each) for each in filter_branches(keys.children)),
            self.key(across) if is_branch(across) else None,
            self.names(names) if is_branch(names) else (),
            self.table_heading(branch),
            tuple(self.row(each) for each in filter_kinds(parts, "row")),
            self.marks(marks),
            span=self.span(branch),
        )

    def table_lines(self, branch: Branch) -> list[Branch]:
        return filter_kinds(branch.children, "heading", "row")

    def table_heading(self, branch: Branch) -> syntax.Heading | None:
        """The line of column keys; it must come first."""
        heading = self.single(branch.children, "heading", "line of column keys")
        if heading is None:
            return None
        first = self.table_lines(branch)[0]
        if first is not heading:
            self.diagnostics.add(errors.misplaced_heading(self.span(heading), self.span(first)))
        return syntax.Heading(self.cells(heading), self.marks(heading.children[-1]), span=self.span(heading))

    def key(self, branch: Branch) -> syntax.Key:
        value, within = branch.children
        return syntax.Key(self.expression(value), self.maybe_expression(within), span=self.span(branch))

    def row(self, branch: Branch) -> syntax.Row:
        """One row: its keys, then its results after a colon or its cells."""
        *cells, results, marks = branch.children
        return syntax.Row(
            tuple(self.cell(each) for each in filter_branches(cells)),
            self.cell(results) if is_branch(results) else None,
            self.marks(marks),
            span=self.span(branch),
        )

    def cells(self, branch: Branch) -> tuple[syntax.Cell, ...]:
        return tuple(self.cell(each) for each in filter_kinds(branch.children, "cells"))

    def cell(self, branch: Branch) -> syntax.Cell:
        return syntax.Cell(
            tuple(self.sequence(each) for each in filter_branches(branch.children)), span=self.span(branch)
        )

    # ---- choices and strategies

    def choice(self, branch: Branch) -> syntax.Choice:
        parts = branch.children
        lines, marks = parts[1:], filter_kinds(parts, "marks")[0]
        question = self.single(lines, "question", "question")
        pick = self.single(lines, "pick", "`pick` line")
        default = self.single(lines, "default", "default")
        secret = self.single(lines, "secret", "`seen by` line")
        return syntax.Choice(
            self.name(parts[0]),
            None if question is None else self.template(question.children[0]),
            None if pick is None else self.pick(pick),
            tuple(self.offer(each) for each in filter_kinds(lines, "offer")),
            None if default is None else self.expression(default.children[0]),
            self.marks(marks),
            None if secret is None else syntax.Secret(span=self.span(secret)),
            self.parameters(filter_kinds(parts, "parameter")),
            span=self.span(branch),
        )

    def pick(self, branch: Branch) -> syntax.Pick:
        """`pick NAME from subsets of values and NAME from values where condition`"""
        *parts, condition = branch.children
        picked = tuple(self.picked(each) for each in filter_branches(parts))
        return syntax.Pick(picked, self.maybe_expression(condition), span=self.span(branch))

    def picked(self, branch: Branch) -> syntax.Picked:
        if branch.data == "picked_several":
            return self.picked_several(branch)
        variable, subsets, domain = branch.children
        return syntax.Picked(
            self.name(variable), subsets is not None, self.expression(domain), span=self.span(branch)
        )

    def picked_several(self, branch: Branch) -> syntax.Picked:
        """`pick 3 cards from held`, `pick 0..3 cards from held`"""
        low, high, variable, domain = branch.children
        bounds = self.expression(low), self.maybe_expression(high)
        return syntax.Picked(self.name(variable), False, self.expression(domain), *bounds, span=self.span(branch))

    def offer(self, branch: Branch) -> syntax.Offer:
        name, text, condition = branch.children
        return syntax.Offer(self.name(name), self.text(text), self.maybe_expression(condition), span=self.span(branch))

    def strategy(self, branch: Branch) -> syntax.Strategy:
        name, like, text, *lines = branch.children
        return syntax.Strategy(
            self.name(name),
            self.maybe_text(text),
            tuple(self.advice(each) for each in filter_branches(lines)),
            self.maybe_name(like),
            span=self.span(branch),
        )

    def advice(self, branch: Branch) -> syntax.Advice:
        choice, *parts = branch.children
        if branch.data == "advice":
            value = self.expression(parts[0])
            preferences: tuple[syntax.Preference, ...] = (syntax.Preference(None, value, None, span=value.span),)
        else:
            preferences = tuple(self.preference(each) for each in filter_branches(parts))
        return syntax.Advice(self.name(choice), preferences, span=self.span(branch))

    def preference(self, branch: Branch) -> syntax.Preference:
        *lead, value = branch.children
        condition = lead[0] if branch.data == "preferred_when" else None
        odds = lead[-1] if lead and is_branch(lead[-1]) and lead[-1].data == "odds" else None
        return syntax.Preference(
            self.maybe_expression(condition), self.expression(value), self.odds(odds), span=self.span(branch)
        )

    def odds(self, branch: Branch | None) -> syntax.Odds | None:
        if branch is None:
            return None
        part, whole = branch.children
        return syntax.Odds(self.expression(part), self.expression(whole), span=self.span(branch))

    # ---- examples

    def example(self, branch: Branch) -> syntax.Example:
        title, games, ids, *lines = branch.children
        players = self.single(lines, "with_players", "number of players")
        start = self.single(lines, "start", "`start` line")
        return syntax.Example(
            self.text(title),
            self.ids(ids),
            self.options_with(filter_kinds(lines, "with_options")),
            None if players is None else syntax.WithPlayers(int(str(players.children[0])), span=self.span(players)),
            None if start is None else syntax.Start(self.name(start.children[0]), span=self.span(start)),
            tuple(self.given(each) for line in filter_kinds(lines, "given") for each in filter_branches(line.children)),
            *self.script_and_expectations(filter_kinds(lines, "rolls", "draws", "chosen", "stop_at", "then")),
            self.games(games),
            span=self.span(branch),
        )

    def games(self, piece: object) -> tuple[syntax.Name, ...]:
        """The games after `for`; none where there is no such word."""
        return self.names(piece) if is_branch(piece) else ()

    def script_and_expectations(
        self, lines: Iterable[Branch]
    ) -> tuple[tuple[syntax.ScriptEntry, ...], tuple[syntax.Expectation, ...]]:
        """The script, with what must follow in the middle of it; and what must follow at its end."""
        script: list[syntax.ScriptEntry] = []
        expected: list[syntax.Expectation] = []
        for line in lines:
            if line.data == "then":
                expected += [self.expectation(each) for each in filter_branches(line.children)]
            else:
                script += [*expected, *self.script(line)]
                expected = []
        return tuple(script), tuple(expected)

    def options_with(self, lines: Iterable[Branch]) -> tuple[syntax.WithOption, ...]:
        return tuple(self.with_option(each) for line in lines for each in filter_branches(line.children))

    def with_option(self, branch: Branch) -> syntax.WithOption:
        option, value = branch.children
        return syntax.WithOption(self.name(option), self.literal(value), span=self.span(branch))

    def given(self, branch: Branch) -> syntax.GivenValue:
        place, value = branch.children
        return syntax.GivenValue(self.place(place), self.expression(value), span=self.span(branch))

    def script(self, branch: Branch) -> tuple[syntax.ScriptEntry, ...]:
        if branch.data == "draws":
            face_down, *cards = branch.children
            named = [self.expression(each) for each in filter_branches(cards)]
            return tuple(syntax.Drawn(each, face_down is not None, span=each.span) for each in named)
        if branch.data == "rolls":
            return tuple(self.rolled(each) for each in filter_branches(branch.children))
        if branch.data == "stop_at":
            return (syntax.StopAt(self.name(branch.children[0]), span=self.span(branch)),)
        cannot, choice, value = branch.children
        chosen = self.expression(value)
        return (syntax.Chosen(self.name(choice), chosen, cannot is not None, span=self.span(branch)),)

    def rolled(self, branch: Branch) -> syntax.Rolled:
        word = "".join(str(each) for each in branch.children if each is not None)
        words = tuple(self.name(each) for each in branch.children if isinstance(each, Token) and each.type == "NAME")
        if words:
            return syntax.Rolled(None, (), words, span=self.span(branch))
        if "+" not in word:
            return syntax.Rolled(int(word), span=self.span(branch))
        return syntax.Rolled(None, tuple(int(face) for face in word.split("+")), span=self.span(branch))

    def expectation(self, branch: Branch) -> syntax.Expectation:
        span, part = self.span(branch), branch.children[0]
        match str(branch.data):
            case "did" | "did_not" as word:
                return syntax.Did(self.name(part), word == "did_not", span=span)
            case "ended" | "ended_without_result" | "not_ended" as word:
                return syntax.Ended(self.name(part), word == "ended_without_result", word == "not_ended", span=span)
            case "asked" | "not_asked" as word:
                return syntax.Asked(self.name(part), word == "not_asked", span=span)
            case "said" | "not_said" as word:
                return syntax.Said(self.text(part), word == "not_said", span=span)
            case "won":
                return syntax.Won(self.expression(branch.children[1]), False, span=span)
            case "drawn" | "won_the_bank" as word:
                return syntax.Won(None, word == "won_the_bank", span=span)
            case _:
                return syntax.Holds(self.expression(part), span=span)
