"""A program as text, and back.

The text lists the records, one entry a line with its number and its fields (the values are JSON), and then the blocks,
one instruction a line. In instructions a slot, a block, a routine and so on goes by its name
where the name is plain and nobody else has it; otherwise by name and number: `outs@12`. Registers are `%0`, sites
`#0`, and `;` begins a comment. Each instruction has one form (`program.instructions`), used for printing as for
parsing, so that the two are inverse: `parse_program(print_program(program)) == program`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any, TypeVar

from interpreter.data_classes import dataclass
from interpreter.program import Block, Instruction, Part, Program, Register, Slot, Terminator
from interpreter.program.instructions.fields import PARTS, Role
from interpreter.program.instructions.operators import OPERATORS
from interpreter.program.text_forms import ENTRIES, HEAD, OPERAND, BadProgramText, Names, names_of

# ---- printing


def print_program(program: Program) -> str:
    tables = {keyword: list(getattr(program, name)) for keyword, (name, _) in ENTRIES.items()}
    names = names_of(tables, [block.name for block in program.blocks])
    shown = (each.name for each in HEAD if each.default is MISSING or getattr(program, each.name) != "")
    head = " ".join(f"{name}={_json(getattr(program, name))}" for name in shown)
    lines = [f"program {head}"]
    for keyword, entries in tables.items():
        lines.append("")
        lines.extend(f"{keyword} {index:d} {_entry(each)}" for index, each in enumerate(entries))
    for index, block in enumerate(program.blocks):
        lines += ["", f"block {index:d} {_json(block.name)}"]
        lines.extend(f"  {_print_part(part, names)}" for part in (*block.instructions, block.terminator))
    return "\n".join(lines) + "\n"


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else json.dumps(value, separators=(",", ":"))


def _entry(entry: object) -> str:
    if isinstance(entry, str | tuple):
        return _json(entry)
    values = {each.name: getattr(entry, each.name) for each in fields(entry)}  # type: ignore[arg-type]
    shown = [each for each in fields(entry) if values[each.name] != each.default]  # type: ignore[arg-type]
    return " ".join(f"{each.name}={_json(values[each.name])}" for each in shown)


def _print_part(part: Part, names: Names) -> str:
    printed = {name: _print_field(role, getattr(part, name), names) for name, role in part.roles.items()}
    return part.form.format(**printed)


def _print_field(role: Role, value: Any, names: Names) -> str:
    if role.many:
        return "(" + ", ".join(_print_one(role, each, names) for each in value) + ")"
    return _print_one(role, value, names)


def _print_one(role: Role, value: Any, names: Names) -> str:
    match role.form:
        case "operand":
            return _print_operand(value, names)
        case "slot":
            return names.label("slots", value)
        case "block" | "label":
            return names.label(role.table, value)
        case "site":
            return f"#{value:d}"
        case "number" | "operator":
            return str(value)


def _print_operand(operand: int | Slot | Register, names: Names) -> str:
    match operand:
        case Slot(index):
            return names.label("slots", index)
        case Register(index):
            return f"%{index:d}"
        case _:
            return f"{operand:d}"


# ---- parsing


def parse_program(text: str) -> Program:
    """The program that a text describes. Raises BadProgramText for anything else."""
    head: dict[str, Any] = {}
    tables: dict[str, list[Any]] = {keyword: [] for keyword in ENTRIES}
    blocks: list[tuple[str, list[tuple[int, str]]]] = []
    for number, line in _lines(text):
        keyword, _, rest = line.strip().partition(" ")
        with_line = _Saying(number)
        if line.startswith("  ") and blocks:
            blocks[-1][1].append((number, line.strip()))
        elif keyword == "program" and not head:
            head = with_line(_parse_fields, rest, HEAD)
        elif keyword in ENTRIES:
            tables[keyword].append(with_line(_parse_entry, rest, ENTRIES[keyword][1], len(tables[keyword])))
        elif keyword == "block":
            blocks.append((with_line(_parse_entry, rest, str, len(blocks)), []))
        else:
            raise BadProgramText(f"line {number}: {line.strip()!r} is neither an entry nor part of a block")
    if not head:
        raise BadProgramText("the first line must be `program` and what it is called")
    names = names_of(tables, [name for name, _ in blocks])
    parts: dict[str, Any] = {ENTRIES[keyword][0]: tuple(entries) for keyword, entries in tables.items()}
    return Program(**head, **parts, blocks=tuple(_parse_block(name, lines, names) for name, lines in blocks))


_Result = TypeVar("_Result")


@dataclass(frozen=True)
class _Saying:
    """Calls a function and adds the line's number to what it complains of."""

    line: int

    def __call__(self, function: Callable[..., _Result], *arguments: object) -> _Result:
        try:
            return function(*arguments)
        except BadProgramText as error:
            raise BadProgramText(f"line {self.line}: {error}") from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line with something on it, with its number and without its comment."""
    for number, line in enumerate(text.split("\n"), 1):
        bare = re.sub(r'("(?:[^"\\]|\\.)*")|;.*', lambda found: found.group(1) or "", line).rstrip()
        if bare:
            yield number, bare


def _parse_entry(rest: str, kind: type[Any], expected: int) -> Any:
    number, _, rest = rest.partition(" ")
    if number != str(expected):
        raise BadProgramText(f"this should be number {expected}, not {number}")
    if kind in (str, tuple):
        return _typed("str" if kind is str else "tuple[int, ...]", _parse_json(rest, 0)[0])
    return kind(**_parse_fields(rest, fields(kind)))


def _parse_fields(text: str, known: Sequence[Field[Any]]) -> dict[str, Any]:
    """`name=json name=json ...`, with a value of the right type for each field that has no default."""
    values: dict[str, Any] = {}
    at = 0
    while at < len(text):
        found = re.compile(r"\s*(\w+)=").match(text, at)
        if not found:
            raise BadProgramText(f"expected name=value, not {text[at:]!r}")
        values[found.group(1)], at = _parse_json(text, found.end())
    needed = {each.name for each in known if each.default is MISSING}
    types = {each.name: str(each.type) for each in known}
    if not needed <= values.keys() <= types.keys():
        raise BadProgramText(f"the fields here are {', '.join(types)}")
    return {name: _typed(types[name], value) for name, value in values.items()}


def _typed(kind: str, value: Any) -> Any:
    """The value, if it is of the kind that a field's annotation names."""
    simple = {"str": str, "int": int, "tuple[str, ...]": str, "tuple[int, ...]": int}
    many = value if kind.startswith("tuple") else (value,)
    fits = _is_choice if kind not in simple else lambda each: type(each) is simple[kind]
    if type(many) is not tuple or not all(map(fits, many)):
        raise BadProgramText(f"expected {kind}, not {value!r}")
    return value


def _is_choice(value: object) -> bool:
    return value is None or (isinstance(value, tuple) and len(value) > 1 and {*map(type, value)} == {str})


def _parse_json(text: str, at: int) -> tuple[Any, int]:
    try:
        value, end = json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError):
        raise BadProgramText(f"expected a JSON value, not {text[at:]!r}") from None
    return _frozen(value), end


def _frozen(value: Any) -> Any:
    if type(value) is list:
        return tuple(map(_frozen, value))
    if value is not None and type(value) not in (str, int):
        raise BadProgramText(f"expected texts, whole numbers and lists of these, not {value!r}")
    return value


def _parse_block(name: str, lines: list[tuple[int, str]], names: Names) -> Block:
    parts = [_Saying(number)(_parse_part, line, names) for number, line in lines]
    if not parts:
        raise BadProgramText(f"block {name!r} needs a terminator as its last line")
    *instructions, terminator = parts
    inside = [each for each in instructions if isinstance(each, Instruction)]
    if not isinstance(terminator, Terminator) or len(inside) != len(instructions):
        raise BadProgramText(f"block {name!r} needs a terminator as its last line")
    return Block(name, tuple(inside), terminator)


@cache
def _pattern(kind: type[Part]) -> re.Pattern[str]:
    """The form of an instruction as a regular expression with a group for each field."""
    pieces = re.split(r"\{(\w+)\}", kind.form)
    return re.compile(
        "".join(_field_pattern(kind, each) if at % 2 else re.escape(each) for at, each in enumerate(pieces))
    )


def _field_pattern(kind: type[Part], field: str) -> str:
    role = kind.roles[field]
    if role.form == "operator":
        read = sum(each.read for each in kind.roles.values())
        return f"(?P<operator>{'|'.join(name for name, each in OPERATORS.items() if each.operands == read)})"
    if role.form == "site":
        return rf"#(?P<{field}>-?\d+)"
    if role.many:
        return rf"\((?P<{field}>(?:{OPERAND}(?:, {OPERAND})*)?)\)"
    return rf"(?P<{field}>{OPERAND})"


def _parse_part(line: str, names: Names) -> Part:
    for kind in PARTS.values():
        found = _pattern(kind).fullmatch(line)  # type: ignore[arg-type]  # classes are hashable
        if found:
            given = found.groupdict().items()
            return kind(**{field: _parse_field(kind.roles[field], text, names) for field, text in given})
    raise BadProgramText(f"{line!r} is no instruction")


def _parse_field(role: Role, text: str, names: Names) -> Any:
    if role.many:
        return tuple(_parse_one(role, each, names) for each in text.split(", ") if each)
    return _parse_one(role, text, names)


def _parse_one(role: Role, text: str, names: Names) -> Any:
    match role.form:
        case "operand":
            return _parse_operand(text, names)
        case "slot":
            return names.index("slots", text)
        case "block" | "label":
            return names.index(role.table, text)
        case "site" | "number":
            return _parse_number(text)
        case "operator":
            return text


def _parse_operand(text: str, names: Names) -> int | Slot | Register:
    if text.startswith("%"):
        return Register(_parse_number(text[1:]))
    return _parse_number(text) if re.fullmatch(r"-?\d+", text) else Slot(names.index("slots", text))


def _parse_number(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,30}", text):
        raise BadProgramText(f"expected a number, not {text!r}")
    return int(text)
