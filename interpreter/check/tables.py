"""Tables: keys, patterns and results of each row, and the proof that every key finds exactly one row.

A table without `->` holds actions if its first result is one, else values in a single column. A crosstab is the
same table with two keys, and a cell for a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from interpreter import model, syntax
from interpreter.bits import indices_of
from interpreter.check.citations import describe_declaration, make_citation
from interpreter.check.context import Context
from interpreter.check.convert import coerce, join_types, make_maybe, to_number_type, to_total
from interpreter.check.declarations import declare_parameters, list_by_name
from interpreter.check.fractions import align
from interpreter.check.key_facts import find_card_keys
from interpreter.check.literals import read_bounds
from interpreter.check.patterns import Resolve, match_pattern
from interpreter.check.prove import Alternative, ProofRow, prove_table
from interpreter.check.statements import check_row, is_action
from interpreter.check.texts import check_words
from interpreter.check.values import new_context
from interpreter.check.world import INVALID, World, describe_type
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Severity
from interpreter.diagnostics.messages import table_shape as shapes
from interpreter.diagnostics.messages import tables as errors
from interpreter.diagnostics.messages import types
from interpreter.domains import (
    MAX_DOMAIN_SIZE,
    Domain,
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    ThrowType,
    Type,
    count_values,
    make_domain,
    make_total_domain,
)
from interpreter.formatter import format_node
from interpreter.source import Span

MAX_LIMITED_KEYS = 2
"""If none of the first rows fits the table, the others are not compared with it one by one."""


@dataclass(frozen=True)
class TableKey:
    """One key of a table: its value, and the values it can have here."""

    value: model.Value
    domain: Domain


@dataclass(frozen=True)
class DraftRow:
    """A row, or a cell of a crosstab, before its result is typed. `patterns` has one cell a key."""

    node: syntax.Row
    patterns: tuple[syntax.Cell, ...]
    results: syntax.Cell
    text: str
    cell: tuple[int, int] | None = None


def check_table(world: World, node: syntax.Table) -> model.TableInfo | None:
    """Type a table and prove it; None, with a diagnostic, if it makes no sense."""
    parameters = declare_parameters(world, node.name.text, node.parameters, positional=True)
    context = new_context(world, node.name.text, list_by_name(parameters))
    world.report_twice("column", node.columns)
    keys = [_type_key(context, each) for each in (*node.keys, *((node.across,) if node.across else ()))]
    sound = [each for each in keys if each is not None]
    drafts = _draft_rows(world, node)
    if len(sound) < len(keys) or not drafts:
        return None
    common = describe_declaration(world, node)
    made = _type_rows(context, node, drafts, common["citation"])
    if made is None:
        return None
    rows, kinds = made
    index = _prove(world, node, sound, drafts, rows) or ()
    return model.TableInfo(
        parameters, tuple(each.value for each in sound), tuple(each.domain for each in sound),
        tuple(each.text for each in node.columns), kinds, rows, index, node.across is not None,
        words=check_words(context, node, rows), **common,
    )  # fmt: skip


def _type_rows(
    context: Context, node: syntax.Table, drafts: Sequence[DraftRow], cited: model.Citation
) -> tuple[tuple[model.RowInfo, ...], tuple[Type, ...]] | None:
    """The typed rows and the types of the columns; None, with a diagnostic, if a row makes no sense."""
    made: list[tuple[tuple[model.Statement, ...] | None, tuple[model.Value, ...]]]
    if not node.columns and any(is_action(context, each.results.sequences[0].statements[0]) for each in drafts):
        actions, kinds = [_type_action(context, each) for each in drafts], tuple[Type, ...]()
        made = [(each, ()) for each in actions if each is not None]
    else:
        results: list[tuple[model.Value, ...]] = []
        for number, draft in enumerate(drafts):
            if number == MAX_LIMITED_KEYS and not results:
                return None
            values = _type_values(context, draft, max(1, len(node.columns)))
            results += [values] if values is not None else []
        found = _find_column_types(context.world, results) if len(results) == len(drafts) else None
        if found is None:
            return None
        kinds = found
        made = [
            (None, tuple(coerce(context.world, value, kind) for value, kind in zip(each, kinds, strict=True)))
            for each in results
        ]
    if len(made) < len(drafts):
        return None
    rows = (_make_row(context.world, node, draft, cited, *one) for draft, one in zip(drafts, made, strict=True))
    return tuple(rows), kinds


def _make_row(
    world: World,
    node: syntax.Table,
    draft: DraftRow,
    cited: model.Citation,
    action: tuple[model.Statement, ...] | None,
    values: tuple[model.Value, ...],
) -> model.RowInfo:
    span = draft.results.span if node.across else draft.node.cells[0].span.to(draft.results.span)
    own = _cite_row(world, node, draft, cited)
    return model.RowInfo(draft.text, span, own, action, values, _flatten(format_node(draft.results)))


def _cite_row(world: World, node: syntax.Table, draft: DraftRow, cited: model.Citation) -> model.Citation:
    """Where a row comes from. What house rules have put into a table does not come from where the table does; a cell
    of a crosstab has no citation of its own, but the change that put it there may have one."""
    if draft.results.span.source is node.span.source:
        return make_citation(world, draft.node.marks, cited)
    changes = world.trees.amended.rows if world.trees.amended else ()
    change = next((each for each in changes if each.row.results is draft.results), None)
    return make_citation(world, change.row.marks if change else draft.node.marks)


# ---- keys


def _type_key(context: Context, node: syntax.Key) -> TableKey | None:
    world = context.world
    value = make_maybe(context.infer(node.value))
    kind = value.type
    if isinstance(kind, TextType | FractionType) or (isinstance(kind, SetType) and kind.member is None):
        value = world.mismatch(value, "a value that can be looked up")
    if value.type is INVALID:
        return None
    totals = _find_totals(world, value)
    if totals is not None:
        value, kind, domain = to_total(value), NumberType(totals.values[0], totals.values[-1]), totals
    elif count_values(kind) > MAX_DOMAIN_SIZE and node.within is None:
        world.report(errors.table_too_large(context.owner, value.span, count_values(kind), MAX_DOMAIN_SIZE))
        return None
    elif count_values(kind) > MAX_DOMAIN_SIZE:
        return _narrow_key(context, value, node)
    else:
        domain = make_domain(kind, world.list_labels)
    if node.within is not None:
        inside = match_pattern(node.within, domain, kind, _make_resolver(world, kind), world.report)
        if not inside:
            return None
        domain = domain.narrow(indices_of(inside))
    return TableKey(value, domain)


def _find_totals(world: World, value: model.Value) -> Domain | None:
    """The totals by which dice with too many results are looked up; None for all else."""
    match value:
        case model.Read(variable, None) | model.Total(model.Read(variable, None)) if variable.role == "dice":
            kind = world.declared.dice[variable.name].type
            if not kind.is_large or kind.words:
                return None
            return make_domain(to_number_type(kind), world.list_labels) if kind.parts else make_total_domain(kind)
        case _:
            return None


def _narrow_key(context: Context, value: model.Value, node: syntax.Key) -> TableKey | None:
    ends = _find_ends(node.within, value.type) if node.within is not None else None
    if ends is None or ends[1] - ends[0] >= MAX_DOMAIN_SIZE:
        context.world.report(
            errors.table_too_large(context.owner, value.span, count_values(value.type), MAX_DOMAIN_SIZE)
        )
        return None
    return TableKey(value, make_domain(NumberType(*ends), context.world.list_labels))


def _find_ends(node: syntax.Expression, kind: Type) -> tuple[int, int] | None:
    """The ends of a range of numbers; where it has none, they are those of what the key can be."""
    match node, kind:
        case syntax.Grouped(inner), _:
            return _find_ends(inner, kind)
        case syntax.OrMore(least), NumberType(_, high):
            return least, high
        case syntax.OrLess(most), NumberType(low, _):
            return low, most
        case _, NumberType():
            return read_bounds(node)
    return None


def _make_resolver(world: World, kind: Type) -> Resolve:
    member = kind.member if isinstance(kind, SetType) else kind.some if isinstance(kind, MaybeType) else kind
    kind_name = member.kind if isinstance(member, MemberType | RollType | ThrowType) else ""
    members = world.declared.kinds[kind_name].members if kind_name else ()

    def resolve(name: str, written: syntax.Expression) -> int | None:
        if name not in members:
            return None
        world.note_member(written.span, kind_name, name)
        if isinstance(written, syntax.Of) and isinstance(written.subject, syntax.Reference):
            world.find(written.name, "member")
            world.find(syntax.Name(written.subject.name, span=written.subject.span), "member")
        return members.index(name)

    return resolve


# ---- rows


def _flatten(text: str) -> str:
    return " ".join(text.split())


def _format_cell(cell: syntax.Cell) -> str:
    """A cell's alternatives as written; house rules may have taken some of them away."""
    return ", ".join(_flatten(format_node(each)) for each in cell.sequences)


def _draft_rows(world: World, node: syntax.Table) -> list[DraftRow] | None:
    if node.across is not None:
        return _draft_crosstab(world, node)
    if node.heading is not None:
        if not any(each.code == "misplaced-heading" for each in world.log.diagnostics.found):
            world.report(shapes.heading_without_by(node.heading.span))
        return None
    drafts = []
    for row in node.rows:
        if row.results is None or len(row.cells) != len(node.keys):
            world.report(shapes.row_shape(row.span, len(node.keys), len(row.cells), row.results is not None))
            return None
        text = " | ".join(map(_format_cell, row.cells))
        drafts.append(DraftRow(row, row.cells, row.results, text))
    return drafts


def _draft_crosstab(world: World, node: syntax.Table) -> list[DraftRow] | None:
    if node.heading is None or len(node.keys) != 1:
        world.report(shapes.heading_missing(node.name.span))
        return None
    drafts = []
    for line, row in enumerate(node.rows):
        if row.results is not None or len(row.cells) != len(node.heading.cells) + 1:
            world.report(shapes.crosstab_row_shape(row.span, len(node.heading.cells), len(row.cells) - 1))
            return None
        for column, (across, cell) in enumerate(zip(node.heading.cells, row.cells[1:], strict=True)):
            text = f"{_format_cell(row.cells[0])} | {_format_cell(across)}"
            drafts.append(DraftRow(row, (row.cells[0], across), cell, text, (line, column)))
    return drafts


def _type_action(context: Context, draft: DraftRow) -> tuple[model.Statement, ...] | None:
    if len(draft.results.sequences) != 1:
        context.world.report(shapes.result_count(draft.results.span, 1, len(draft.results.sequences)))
        return None
    found = context.world.log.diagnostics.found
    before = len(found)
    statements = check_row(context.nest(), draft.results.sequences[0])
    return None if any(each.severity is Severity.ERROR for each in found[before:]) else statements


def _type_values(context: Context, draft: DraftRow, columns: int) -> tuple[model.Value, ...] | None:
    if len(draft.results.sequences) != columns:
        context.world.report(shapes.result_count(draft.results.span, columns, len(draft.results.sequences)))
        return None
    values = tuple(_type_cell(context, each) for each in draft.results.sequences)
    return None if any(each.type is INVALID for each in values) else values


def _type_cell(context: Context, node: syntax.Sequence) -> model.Value:
    statement = node.statements[0]
    if len(node.statements) > 1 or is_action(context, statement):
        advice = "write a value, or remove `->` for a table of actions"
        return context.refuse(types.not_a_value(node.span, f"`{_flatten(node.span.text)}`", advice))
    assert isinstance(statement, syntax.Expression)
    return make_maybe(to_total(context.infer(statement)))


def _find_column_types(world: World, results: list[tuple[model.Value, ...]]) -> tuple[Type, ...] | None:
    results[:] = zip(*(align(world, *cells) for cells in zip(*results, strict=True)), strict=True)
    kinds = [value.type for value in results[0]]
    for column, cells in enumerate(zip(*results[1:], strict=True)):
        for cell in cells:
            joined = join_types(kinds[column], cell.type)
            if joined is None:
                world.mismatch(cell, describe_type(kinds[column]), "give all results of a column the same type")
                return None
            kinds[column] = joined
    return tuple(kinds)


# ---- the proof


def _prove(
    world: World,
    node: syntax.Table,
    keys: Sequence[TableKey],
    drafts: Sequence[DraftRow],
    rows: Sequence[model.RowInfo],
) -> tuple[int, ...] | None:
    alternatives: list[Alternative] = []
    facts: list[ProofRow] = []
    sound = True
    for number, (draft, row) in enumerate(zip(drafts, rows, strict=True)):
        matched = [_match_cell(world, cell, key) for cell, key in zip(draft.patterns, keys, strict=True)]
        if number == MAX_LIMITED_KEYS and not sound and not alternatives:
            return None
        if any(each is None for each in matched):
            sound = False
            continue
        for combination in product(*(each for each in matched if each is not None)):
            text = " | ".join(text for text, _, _ in combination)
            alternatives.append(
                Alternative(number, combination[0][2], text, tuple(found for _, found, _ in combination))
            )
        facts.append(
            ProofRow(
                row.span,
                draft.text,
                (row.action, row.values),
                all(_is_any(cell) for cell in draft.patterns),
                draft.cell,
                row.shown if row.action is None else "nothing",
            )
        )
    if not sound:
        return None
    domains = tuple(each.domain for each in keys)
    cards = find_card_keys([each.value for each in keys], domains, world.declared.decks, world.declared.kinds)
    return prove_table(node.name.text, node.name.span, domains, alternatives, facts, world.log.diagnostics, cards)


def _is_any(cell: syntax.Cell) -> bool:
    return any(isinstance(each.statements[0], syntax.Anything) for each in cell.sequences)


def _match_cell(world: World, cell: syntax.Cell, key: TableKey) -> list[tuple[str, int, Span]] | None:
    """Each alternative of a key's cell: as written, the indices it matches as bits, and its place."""
    found = []
    for each in cell.sequences:
        pattern = each.statements[0]
        if len(each.statements) > 1 or not isinstance(pattern, syntax.Expression):
            world.report(shapes.pattern_is_action(each.span))
            return None
        indices = match_pattern(
            pattern, key.domain, key.value.type, _make_resolver(world, key.value.type), world.report
        )
        if indices is None:
            return None
        found.append((_flatten(format_node(each)), indices, each.span))
    return found
