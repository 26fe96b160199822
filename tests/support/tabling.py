"""Kinds of keys, patterns and whole tables in a few words, so that tests about tables read like tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from interpreter import syntax
from interpreter.bits import bits_of, indices_of
from interpreter.check.patterns import match_pattern
from interpreter.check.prove import Alternative, ProofRow, prove_table
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.domains import Domain, MemberType, RollType, SetType, Type, make_domain
from interpreter.parser import parse
from interpreter.source import Source, Span

BASES = ("plate", "first", "second", "third", "home")
SWING = RollType("swing", 2, 6)
BASE = MemberType("base", 0, 4)
ON_BASE = MemberType("base", 1, 3)
OCCUPIED = SetType(ON_BASE)


def of(kind: Type) -> Domain:
    return make_domain(kind, {"base": BASES}.__getitem__)


def resolve(name: str, written: syntax.Expression) -> int | None:
    return BASES.index(name) if name in BASES else None


def pattern(text: str) -> syntax.Expression:
    """The first pattern of a row, read by the parser as in a ruleset."""
    diagnostics = Diagnostics()
    tree = parse(Source("a.rules", f"table t on key\n  {text} : nothing\n"), diagnostics)
    assert not diagnostics.found, diagnostics.found
    table = tree.declarations[0]
    assert isinstance(table, syntax.Table)
    statement = table.rows[0].cells[0].sequences[0].statements[0]
    assert isinstance(statement, syntax.Expression)
    return statement


def match(text: str, kind: Type, domain: Domain | None = None) -> tuple[frozenset[int] | None, list[Diagnostic]]:
    found: list[Diagnostic] = []
    bits = match_pattern(pattern(text), domain or of(kind), kind, resolve, found.append)
    return None if bits is None else frozenset(indices_of(bits)), found


def read(text: str, domain: Domain) -> frozenset[int]:
    assert domain.type is not None
    indices, found = match(text, domain.type, domain)
    assert indices is not None
    assert not found
    return indices


def prove(domains: Sequence[Domain], rows: dict[str, str], cells: bool = False) -> tuple[list[str] | None, Diagnostics]:
    """The result of each key of a table that is written as `{"2, 12": "home_run"}`, keys apart by `|`.

    With `cells`, the rows are those of a crosstab: equal keys before the `|` make a line, behind it a column.
    """
    source = Source("a.rules", "\n".join(["table t", *rows]))
    starts = {row: source.text.index("\n" + row) + 1 for row in rows}
    spans = {row: Span(source, start, start + len(row)) for row, start in starts.items()}
    lines = list(dict.fromkeys(row.split(" | ")[0] for row in rows))
    across = list(dict.fromkeys(row.split(" | ")[-1] for row in rows))
    alternatives, facts = [], []
    for number, (row, result) in enumerate(rows.items()):
        parts = row.split(" | ")
        facts.append(
            ProofRow(
                spans[row],
                row,
                result,
                all(part == "any" for part in parts),
                (lines.index(parts[0]), across.index(parts[-1])) if cells else None,
            )
        )
        for combination in product(*(part.split(", ") for part in parts)):
            sets = tuple(bits_of(read(text, domain)) for text, domain in zip(combination, domains, strict=True))
            alternatives.append(Alternative(number, spans[row], " | ".join(combination), sets))
    diagnostics = Diagnostics()
    index = prove_table("t", Span(source, 0, 7), tuple(domains), alternatives, facts, diagnostics)
    return (None if index is None else [list(rows.values())[row] for row in index]), diagnostics


def crosstab(lines: str, across: str) -> dict[str, str]:
    """A crosstab with another result in each cell; lines and columns apart by `;`."""
    return {f"{line} | {column}": f"{line} {column}" for line in lines.split("; ") for column in across.split("; ")}


def only(diagnostics: Diagnostics) -> Diagnostic:
    (diagnostic,) = diagnostics.found
    return diagnostic
