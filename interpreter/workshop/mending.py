"""Quick fixes for mistakes, and formatted texts."""

from __future__ import annotations

from interpreter import loader
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.formatter import format_file
from interpreter.parser import parse
from interpreter.workshop.naming import Edit, place_of
from interpreter.workshop.texts import Checkup


@dataclass(frozen=True)
class Mend:
    """A way to mend a mistake: what it does, in a few words, and what is to be written."""

    diagnostic: Diagnostic
    title: str
    edit: Edit


def list_mends(checkup: Checkup, start: int, end: int) -> tuple[Mend, ...]:
    """The fixes for the mistakes in a part of a text."""
    there = (each for each in checkup.own if each.span and each.span.start <= end and start <= each.span.end)
    return tuple(mend for each in there if (mend := _make_mend(each)) is not None)


def _make_mend(diagnostic: Diagnostic) -> Mend | None:
    fix = diagnostic.fix
    place = place_of(fix.span) if fix is not None else None
    if fix is None or place is None:
        return None
    old, new = fix.span.on_one_line, " ".join(fix.replacement.split())
    title = f"write `{new}`" if new else f"leave `{old}` out"
    return Mend(diagnostic, title if len(title) <= 80 else f"{title[:76]}...`", Edit(place, fix.replacement))


def is_restatable(checkup: Checkup, start: int, end: int) -> bool:
    """Whether house rules without mistakes are called by their name in a part of a text, so that their game's examples
    can be restated."""
    header = checkup.tree.header
    if not checkup.is_sound or header is None or header.word != "house_rules":
        return False
    return header.name.span.start <= end and start <= header.name.span.end


def lay_out(checkup: Checkup) -> str | None:
    """The text in canonical form; None where it cannot be read, or is one that has none."""
    source = checkup.source
    if source.name.endswith(loader.TOML_SUFFIX):
        return None
    found = Diagnostics()
    tree = parse(source, found)
    return None if found.errors else format_file(tree)
