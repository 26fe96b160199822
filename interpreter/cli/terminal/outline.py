"""A stage of the road as an outline: frozen nodes with their parts indented under them, short ones on one line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from interpreter.domains import Domain
from interpreter.source import Span

MAX_INLINE = 100
"""A node that needs no more characters than this stands on one line."""

MAX_NUMBERS = 24
"""Of longer rows of numbers only the beginning is shown."""


def format_outline(value: object, name: str = "", indent: str = "") -> Iterator[str]:
    """The lines of a node, of a tuple or dictionary of nodes, or of a plain value."""
    head = f"{indent}{name}: " if name else indent
    line = _write(value)
    if len(head) + len(line) <= MAX_INLINE:
        yield head + line
    elif isinstance(value, dict):
        yield f"{indent}{name}"
        for key, part in value.items():
            yield from format_outline(part, str(key), indent + "  ")
    elif isinstance(value, tuple):
        yield f"{indent}{name}"
        for part in value:
            yield from format_outline(part, "", indent + "  ")
    elif is_dataclass(value) and not isinstance(value, Domain):
        yield head + type(value).__name__
        for part, content in _parts(value):
            yield from format_outline(content, part, indent + "  ")
    else:
        yield head + line


def _write(value: object) -> str:
    if isinstance(value, Domain):
        return f"{value.size} keys{' of chance' if value.chance else ''}, {value.labels[0]} to {value.labels[-1]}"
    if isinstance(value, tuple):
        inner = ", ".join(map(_write, value[:MAX_NUMBERS] if _are_numbers(value) else value))
        return f"({inner}{f', ... {len(value)} numbers' if _are_numbers(value) and len(value) > MAX_NUMBERS else ''})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_write(part)}" for key, part in value.items()) + "}"
    if isinstance(value, Enum):
        return str(value.value)
    if is_dataclass(value):
        return f"{type(value).__name__}({', '.join(f'{part}={_write(content)}' for part, content in _parts(value))})"
    return repr(value)


def _are_numbers(value: tuple[object, ...]) -> bool:
    return all(isinstance(part, int) for part in value)


def _parts(node: object) -> Iterator[tuple[str, object]]:
    """The parts of a node that say something: places and empty parts are left out."""
    if not is_dataclass(node):
        return
    for field in fields(node):
        content = getattr(node, field.name)
        if not isinstance(content, Span) and content is not None and content not in ("", (), {}):
            yield field.name, content
