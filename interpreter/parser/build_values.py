"""From what Lark read to nodes of the syntax tree: names, texts, citations and values.

`ValueBuilder` is the first of three builders that add to each other: `ValueBuilder`, `ClauseBuilder`,
`DeclarationBuilder`. Each method takes a piece of Lark's tree and hands back one frozen node with its span in the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as SequenceOf
from dataclasses import replace
from typing import TypeAlias, TypeGuard

from lark import Token, Tree

from interpreter import syntax
from interpreter.diagnostics import Diagnostics
from interpreter.parser.chunk_reader import read_part
from interpreter.parser.nesting import report_deep_nesting
from interpreter.parser.templates import read_template
from interpreter.source import Source, Span

Branch: TypeAlias = Tree[Token]

JOINED = {"span", "all_of", "any_of", "conditional", "arithmetic", "compared", "held"}
"""Values that are made of two or more others."""

QUANTIFIERS = {"some": "some", "none_of": "no", "counted": "count", "those": "those"}


def is_branch(piece: object) -> TypeGuard[Branch]:
    return isinstance(piece, Tree)


def filter_branches(pieces: Iterable[object]) -> list[Branch]:
    return [piece for piece in pieces if is_branch(piece)]


class ValueBuilder:
    """Builds the nodes that stand for values and for what stands around them."""

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source, self.diagnostics = source, diagnostics

    def span(self, piece: Branch | Token) -> Span:
        if isinstance(piece, Token):
            return Span(self.source, piece.start_pos or 0, piece.end_pos or 0)
        return Span(self.source, piece.meta.start_pos, piece.meta.end_pos)

    # ---- names, texts, citations

    def name(self, piece: object) -> syntax.Name:
        if is_branch(piece):  # NAME "what people read"
            token, shown = piece.children
            return replace(self.name(token), shown=self.text(shown).text)
        assert isinstance(piece, Token)
        return syntax.Name(str(piece), span=self.span(piece))

    def maybe_name(self, piece: object) -> syntax.Name | None:
        return None if piece is None else self.name(piece)

    def names(self, branch: Branch) -> tuple[syntax.Name, ...]:
        return tuple(self.name(piece) for piece in branch.children)

    def text(self, piece: object) -> syntax.Text:
        assert isinstance(piece, Token)
        return syntax.Text(str(piece)[1:-1], span=self.span(piece))

    def template(self, piece: object) -> syntax.Template:
        return read_template(self.text(piece), self.inserted, self.diagnostics)

    def inserted(self, start: int, end: int) -> syntax.Expression | None:
        """The value that stands between braces; None, and a report, if it is none."""
        tree = read_part(self.source, start, end, "inserted", self.diagnostics)
        return (
            self.expression(tree)
            if tree is not None and report_deep_nesting(self.source, tree, self.diagnostics)
            else None
        )

    def maybe_text(self, piece: object) -> syntax.Text | None:
        return None if piece is None else self.text(piece)

    def ids(self, branch: object) -> tuple[syntax.IdRange, ...]:
        """`MK-01, MK-04 to MK-06`; nothing where the list was left out."""
        if not is_branch(branch):
            return ()
        return tuple(self.id_range(each) for each in filter_branches(branch.children))

    def id_range(self, branch: Branch) -> syntax.IdRange:
        first, last = branch.children
        return syntax.IdRange(str(first), None if last is None else str(last), span=self.span(branch))

    def marks(self, branch: object) -> tuple[syntax.Mark, ...]:
        assert is_branch(branch)
        return tuple(self.mark(each) for each in filter_branches(branch.children))

    def mark(self, branch: Branch) -> syntax.Mark:
        ids = self.ids(branch.children[-1])
        if branch.data == "open":
            return syntax.Open(ids, span=self.span(branch))
        section = branch.children[0] if isinstance(branch.children[0], Token) else None
        return syntax.Cite(self.maybe_text(section), ids, span=self.span(branch))

    def literal(self, branch: object) -> syntax.Literal:
        assert is_branch(branch)
        word = branch.children[-1]
        assert isinstance(word, Token)
        if word.type == "INT":
            number = int(word) if len(branch.children) == 1 else -int(word)
            return syntax.Literal(number, span=self.span(branch))
        return syntax.Literal({"yes": True, "no": False}.get(str(word), str(word)), span=self.span(word))

    # ---- values

    def expressions(self, branch: object) -> tuple[syntax.Expression, ...]:
        """Values joined by commas; none where the list was left out."""
        return tuple(self.expression(each) for each in filter_branches(branch.children)) if is_branch(branch) else ()

    def maybe_expression(self, piece: object) -> syntax.Expression | None:
        return None if piece is None else self.expression(piece)

    def expression(self, piece: object) -> syntax.Expression:
        assert is_branch(piece)
        if piece.data in JOINED:
            return self.joined(piece)
        return self.word(piece) or self.number(piece) or self.prefixed(piece)

    def number(self, branch: Branch) -> syntax.Expression | None:
        """A value that begins with a figure and has no other values inside, if it is one."""
        span, word = self.span(branch), str(branch.children[0]) if branch.children else ""
        match branch.data:
            case "number":
                return syntax.Number(int(word), span=span)
            case "faces":
                return syntax.Faces(tuple(int(face) for face in word.split("+")), span=span)
            case "or_more":
                return syntax.OrMore(int(word[:-1]), span=span)
            case "or_less":
                return syntax.OrLess(int(word[:-1]), span=span)
            case _:
                return None

    def word(self, branch: Branch) -> syntax.Expression | None:
        """A value of names and words that has no other values inside, if it is one."""
        span, parts = self.span(branch), branch.children
        match branch.data:
            case "yes" | "no" as word:
                return syntax.YesNo(word == "yes", span=span)
            case "nobody":
                return syntax.Nobody(span=span)
            case "anything":
                return syntax.Anything(span=span)
            case "text":
                return syntax.Quoted(self.text(parts[0]), span=span)
            case "name":
                return syntax.Reference(str(parts[0]), span=span)
            case "everything":
                return syntax.Everything(self.name(parts[0]), span=span)
            case "column" | "column_at":
                given = self.expressions(parts[1]) if branch.data == "column_at" else ()
                return syntax.Column(self.name(parts[0]), self.name(parts[-1]), given, span=span)
            case _:
                return None

    def prefixed(self, branch: Branch) -> syntax.Expression:
        """A value that begins with a word or sign and ends with another value."""
        span, parts = self.span(branch), branch.children
        match branch.data:
            case "of":
                return syntax.Of(self.name(parts[0]), self.expression(parts[1]), span=span)
            case "lesser_or_greater":
                word = str(parts[0]).split()[-1]
                return syntax.LesserOrGreater(word, self.expression(parts[1]), self.expression(parts[2]), span=span)
            case "next_in" | "last_in":
                forward = branch.data == "next_in"
                return syntax.Neighbour(forward, self.expression(parts[1]), self.expression(parts[2]), span=span)
            case "top_of":
                number, place = parts
                zone = self.place(place)
                return syntax.TopOf(self.maybe_expression(number), zone.name, zone.subject, span=span)
            case "applied":
                return syntax.Applied(self.name(parts[0]), self.expressions(parts[1]), span=span)
            case "tuple":
                return syntax.Tuple(self.expressions(branch), span=span)
            case "grouped":
                return syntax.Grouped(self.expression(parts[0]), span=span)
            case "minus":
                return self.minus(self.expression(parts[0]), span)
            case "negated":
                return syntax.Negated(self.expression(parts[0]), span=span)
            case "some" | "none_of" | "counted" | "those":
                return self.quantified(branch)
            case "summed":
                return self.summed(branch)
            case "best" | "all_best":
                return self.best(branch)
            case "some_best":
                return self.some_best(branch)
            case unknown:
                raise AssertionError(unknown)

    def minus(self, operand: syntax.Expression, span: Span) -> syntax.Expression:
        """A value with a minus before it, which belongs to the lower end of a range, and to the first of several faces.
        """
        if isinstance(operand, syntax.Faces):
            return syntax.Faces((-operand.faces[0], *operand.faces[1:]), span=span)
        if isinstance(operand, syntax.Range) and isinstance(operand.low, syntax.Number):
            low = syntax.Minus(operand.low, span=Span(span.source, span.start, operand.low.span.end))
            return syntax.Range(low, operand.high, span=span)
        return syntax.Minus(operand, span=span)

    def joined(self, branch: Branch) -> syntax.Expression:
        span, parts = self.span(branch), branch.children
        match branch.data:
            case "span":
                return syntax.Range(self.expression(parts[0]), self.expression(parts[1]), span=span)
            case "all_of":
                return syntax.AllOf(self.expressions(branch), span=span)
            case "any_of":
                return syntax.AnyOf(self.expressions(branch), span=span)
            case "conditional":
                return syntax.Conditional(*self.three(parts), span=span)
            case "arithmetic" | "compared":
                return self.operation(branch)
            case "held":
                left, _, right = parts
                return syntax.Compared("holds", self.expression(left), self.held(right), span=span)
            case unknown:
                raise AssertionError(unknown)

    def three(self, parts: SequenceOf[object]) -> tuple[syntax.Expression, syntax.Expression, syntax.Expression]:
        value, condition, other = parts
        return self.expression(value), self.expression(condition), self.expression(other)

    def operation(self, branch: Branch) -> syntax.Expression:
        left, operator, right = branch.children
        assert is_branch(operator)
        word = " ".join(str(each) for each in operator.children)
        kind = syntax.Compared if branch.data == "compared" else syntax.Arithmetic
        return kind(word, self.expression(left), self.expression(right), span=self.span(branch))

    def held(self, piece: object) -> syntax.Expression:
        """What some dice are said to hold: other dice, or so many alike or in a row."""
        if not is_branch(piece) or piece.data not in ("alike", "in_a_row"):
            return self.expression(piece)
        return syntax.Pattern(piece.data, self.expression(piece.children[0]), span=self.span(piece))

    def quantified(self, branch: Branch) -> syntax.Expression:
        """`some x in ... where ...` and its kin."""
        variable, subsets, domain, condition = branch.children
        return syntax.Quantified(
            QUANTIFIERS[branch.data],
            self.name(variable),
            self.expression(domain),
            self.expression(condition),
            subsets is not None,
            span=self.span(branch),
        )

    def summed(self, branch: Branch) -> syntax.Expression:
        """`sum of ... for x in ...`"""
        value, variable, subsets, domain, condition = branch.children
        return syntax.Summed(
            self.expression(value),
            self.name(variable),
            self.expression(domain),
            self.maybe_expression(condition),
            subsets is not None,
            span=self.span(branch),
        )

    def best(self, branch: Branch) -> syntax.Expression:
        """`the x in ... with most ...`, `those x in ... with most ...`"""
        *_, variable, subsets, domain, condition, with_most, value = branch.children
        return syntax.Best(
            branch.data == "all_best",
            self.name(variable),
            self.expression(domain),
            self.maybe_expression(condition),
            str(with_most).split()[-1],
            self.expression(value),
            subsets is not None,
            span=self.span(branch),
        )

    def some_best(self, branch: Branch) -> syntax.Expression:
        """`the 3 x in ... with most ...`"""
        _, many, variable, domain, condition, with_most, value = branch.children
        return syntax.Best(
            False,
            self.name(variable),
            self.expression(domain),
            self.maybe_expression(condition),
            str(with_most).split()[-1],
            self.expression(value),
            False,
            self.expression(many),
            span=self.span(branch),
        )

    # ---- types and parameters

    def type(self, piece: object) -> syntax.Type:
        assert is_branch(piece)
        match piece.data:
            case "yes_or_no":
                return syntax.YesNoType(span=self.span(piece))
            case "set_of":
                return syntax.SetType(self.type(piece.children[0]), span=self.span(piece))
            case "or_none":
                some = self.expression(piece.children[0])
                return syntax.OrNoneType(syntax.ValuesType(some, span=some.span), span=self.span(piece))
            case _:
                return syntax.ValuesType(self.expression(piece.children[0]), span=self.span(piece))

    def parameter(self, branch: Branch, preposition: str | None = None) -> syntax.Parameter:
        """`name: type`"""
        name, kind = branch.children
        return syntax.Parameter(self.name(name), self.type(kind), preposition, span=self.span(branch))

    def parameters(self, pieces: Iterable[object]) -> tuple[syntax.Parameter, ...]:
        return tuple(
            self.labelled_parameter(each) if each.data == "labelled_parameter" else self.parameter(each)
            for each in filter_branches(pieces)
        )

    def labelled_parameter(self, branch: Branch) -> syntax.Parameter:
        """`by (distance: 0..4)`"""
        preposition, parameter = filter_branches(branch.children)
        return self.parameter(parameter, str(preposition.children[0]))

    def place(self, piece: object) -> syntax.Place:
        assert is_branch(piece)
        name, subject = piece.children
        return syntax.Place(self.name(name), self.maybe_expression(subject), span=self.span(piece))
