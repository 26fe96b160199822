"""From what Lark read to nodes of the syntax tree: statements and clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter import syntax
from interpreter.parser.build_values import Branch, ValueBuilder, filter_branches, is_branch


class ClauseBuilder(ValueBuilder):
    """Builds what rules and phases are made of."""

    # ---- statements

    def sequence(self, branch: Branch) -> syntax.Sequence:
        return syntax.Sequence(
            tuple(self.statement(each) for each in filter_branches(branch.children)), span=self.span(branch)
        )

    def statement(self, branch: Branch) -> syntax.Statement:
        if branch.data == "either":
            first, condition, other = filter_branches(branch.children)
            return syntax.Either(
                self.statement(first), self.expression(condition), self.statement(other), span=self.span(branch)
            )
        return self.ask(branch) or self.change(branch) or self.handle(branch) or self.item(branch)

    def ask(self, branch: Branch) -> syntax.Statement | None:
        """A statement that says something, or asks chance, a player or a table, if it is one."""
        span, parts = self.span(branch), branch.children
        match str(branch.data):
            case "say":
                return syntax.Say(self.template(parts[0]), span=span)
            case "roll":
                count, place, thrower = parts
                return syntax.Roll(
                    self.place(place), self.maybe_expression(thrower), self.maybe_expression(count), span=span
                )
            case "roll_keeping":
                place, kept, thrower = parts
                thrown_by = self.maybe_expression(thrower)
                return syntax.Roll(self.place(place), thrown_by, kept=self.expression(kept), span=span)
            case "choose":
                *given, chooser = filter_branches(parts[1:])
                arguments = tuple(self.expression(each) for each in given)
                return syntax.Choose(self.name(parts[0]), self.expression(chooser), arguments, span=span)
            case "do":
                arguments = tuple(self.expression(each) for each in filter_branches(parts[1:]))
                return syntax.Do(self.name(parts[0]), arguments, span=span)
            case "repeat":
                return syntax.Repeat(self.item(parts[0]), self.maybe_expression(parts[1]), span=span)
            case _:
                return None

    def change(self, branch: Branch) -> syntax.Statement | None:
        """A statement that changes the position, or leaves it, if it is one."""
        span, parts = self.span(branch), branch.children
        match str(branch.data):
            case "set":
                return syntax.Assign(self.place(parts[0]), self.expression(parts[1]), span=span)
            case "add":
                return syntax.Add(self.expression(parts[0]), self.place(parts[1]), taken=False, span=span)
            case "take":
                return syntax.Add(self.expression(parts[0]), self.place(parts[1]), taken=True, span=span)
            case "let":
                return syntax.Let(self.name(parts[0]), self.expression(parts[1]), span=span)
            case "end" | "end_without_result" as word:
                return syntax.End(self.name(parts[0]), word != "end", span=span)
            case "win":
                return syntax.Win(self.expression(parts[0]), span=span)
            case "win_the_bank":
                return syntax.Win(None, span=span)
            case "nothing":
                return syntax.Nothing(span=span)
            case _:
                return None

    def handle(self, branch: Branch) -> syntax.Statement | None:
        span, parts = self.span(branch), branch.children
        match str(branch.data):
            case "shuffle":
                return syntax.Shuffle(self.place(parts[0]), span=span)
            case "deal":
                number, source, target = parts
                return syntax.Deal(self.maybe_expression(number), self.place(source), self.target(target), span=span)
            case "put":
                cards, source, target = parts
                return syntax.Put(self.expression(cards), self.place(source), self.target(target), span=span)
            case "put_all":
                return syntax.Put(None, self.place(parts[0]), self.target(parts[1]), span=span)
            case "swap":
                return syntax.Swap(self.place(parts[0]), self.place(parts[1]), span=span)
            case _:
                return None

    def target(self, piece: object) -> syntax.Target:
        assert is_branch(piece)
        return syntax.Target(self.place(piece.children[0]), piece.data == "bottom", span=self.span(piece))

    def item(self, piece: object) -> syntax.Item:
        assert is_branch(piece)
        match str(piece.data):
            case "call" | "call_labelled":
                return self.call(piece, filter_branches(piece.children))
            case "call_parenthesised":
                bare, *labelled = filter_branches(piece.children)
                return self.call(piece, [*filter_branches(bare.children), *labelled])
            case _:
                return self.expression(piece)

    def call(self, branch: Branch, arguments: Iterable[Branch]) -> syntax.Call:
        return syntax.Call(
            self.name(branch.children[0]), tuple(self.argument(each) for each in arguments), span=self.span(branch)
        )

    def argument(self, branch: Branch) -> syntax.Argument:
        if branch.data != "labelled":
            return syntax.Argument(self.expression(branch), None, span=self.span(branch))
        preposition, value = filter_branches(branch.children)
        return syntax.Argument(self.expression(value), str(preposition.children[0]), span=self.span(branch))

    # ---- clauses

    def clause(self, branch: Branch) -> syntax.Clause:
        match str(branch.data):
            case "when":
                cases = tuple(self.branch(each) for each in filter_branches(branch.children))
                return syntax.When(cases, span=self.span(branch))
            case "for_each":
                return self.for_each(branch)
            case "repeat_for_each":
                once, until = branch.children
                assert is_branch(once)
                again = self.maybe_expression(until)
                return replace(self.for_each(once), repeated=True, until=again, span=self.span(branch))
            case "repeat_block":
                times, *_, block, until = branch.children
                again, number = self.maybe_expression(until), self.maybe_expression(times)
                return syntax.Repeat(self.clauses(block), again, number, span=self.span(branch))
            case "repeat_step":
                times, step = filter_branches(branch.children)
                number, body = self.expression(times), (self.sequence(step),)
                return syntax.Repeat(body, None, number, inline=True, span=self.span(branch))
            case _:
                (sequence,) = filter_branches(branch.children)
                return self.sequence(sequence)

    def clauses(self, block: object) -> tuple[syntax.Clause, ...]:
        assert is_branch(block)
        return tuple(self.clause(each) for each in filter_branches(block.children))

    def branch(self, branch: Branch) -> syntax.Branch:
        if branch.data == "otherwise":
            condition, body = None, branch.children[0]
        else:
            inner = branch.children[0] if branch.data == "otherwise_when" else branch
            assert is_branch(inner)
            condition, body = self.expression(inner.children[0]), inner.children[1]
        clauses, inline = self.body(body)
        return syntax.Branch(condition, clauses, inline, span=self.span(branch))

    def body(self, piece: object) -> tuple[tuple[syntax.Clause, ...], bool]:
        """What follows a colon on the line, or the block below; whether it was on the line."""
        assert is_branch(piece)
        (inner,) = filter_branches(piece.children)
        return ((self.sequence(inner),), True) if inner.data == "sequence" else (self.clauses(inner), False)

    def for_each(self, branch: Branch) -> syntax.ForEach:
        """`for each x in set, highest first`"""
        variable, domain, condition, order, body = branch.children
        order_word, start = "", None
        if is_branch(order) and order.data == "from_member":
            start = self.expression(order.children[0])
            order_word = "right" if order.children[1] is not None else ""
        elif is_branch(order):
            order_word = str(order.children[0])
        clauses, inline = self.body(body)
        return syntax.ForEach(
            self.name(variable),
            self.expression(domain),
            order_word,
            clauses,
            inline,
            start,
            self.maybe_expression(condition),
            span=self.span(branch),
        )
