"""Random edits of the small game, its library and house rules for it in TOML, and all that a workshop can be asked,
after each of them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

from interpreter.source import Span
from interpreter.workshop import Workshop
from interpreter.workshop.completion import complete
from interpreter.workshop.hints import list_hints
from interpreter.workshop.hovering import describe
from interpreter.workshop.mending import lay_out, list_mends
from interpreter.workshop.naming import CannotRename, find_definitions, find_references, rename
from interpreter.workshop.outline import list_folds, list_symbols
from tests.support.afresh import forget_all
from tests.support.desk import GAME, LIBRARY, Desk

PIECES = (
    *("\n", "\n  ", "\n    ", " ", ":", "|", "(", ")", '"', "{", "}", "#", ",", "..", "=", "0", "7", "2d6", "\t"),
    *("rule", "phase", "table", "when ", "otherwise", "set ", "roll ", "do ", "hits", "score of ", "in all player"),
    *("example", "then ", "given ", "use ", "library", "house_rules x", "\N{GAME DIE}", "\u2028", "\0", "\r\n"),
    *("none", " is ", " or "),
    *("[", "]", "[options]", "[tables.hits]", "'", "'''", " = ", "was = ", "now", "remove = true", "."),
)

HOUSE = """\
house_rules = "short"
title = "A short game"
for = "small"
without_examples = ["a hit"]
own_examples = '''
example "a four is out now"
  roll 2+2
  then score of player_1 is 0
'''

[dice]
pair = "2d6"

[tables.hits]
"7..12" = { was = "hit for thrower", now = "out" }
"""
TEXTS = {"small.rules": GAME, "library/turns.rules": LIBRARY, "house/short.toml": HOUSE}


def edit(text: str, random: Random) -> str:
    """A text with something taken out of it, put into it, or a line of it elsewhere."""
    start = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return text[:start] + text[start + random.choice((1, 1, 1, 5, 40)) :]
        case 1:
            return text[:start] + random.choice(PIECES) + text[start:]
        case 2:
            lines = text.split("\n")
            line = lines.pop(random.randrange(len(lines)))
            lines.insert(random.randrange(len(lines) + 1), line)
            return "\n".join(lines)
        case _:
            end = min(len(text), start + random.randrange(30))
            return text[:end] + text[start:end] + text[end:]


def ask_everything(workshop: Workshop, path: Path, random: Random) -> None:
    """Ask a workshop all that there is to ask about some place of a text."""
    checkup = workshop.check(path)
    offset = random.randrange(len(checkup.source.text) + 1)
    complete(workshop, path, offset)
    find_definitions(checkup, offset)
    find_references(workshop, path, offset)
    list_symbols(checkup)
    list_folds(checkup)
    list_mends(checkup, 0, offset)
    hover = describe(workshop, path, offset)
    assert hover is None or hover.text
    for hint in list_hints(workshop, path):
        assert 0 <= hint.offset <= len(checkup.source.text)
    laid_out = lay_out(checkup)
    assert laid_out is None or laid_out.endswith("\n") or not laid_out
    with suppress(CannotRename):
        rename(workshop, path, offset, "another_name")


def compare_with_fresh(workshop: Workshop, path: Path) -> None:
    """What is said of a text is what somebody says who has seen nothing before."""
    said, fresh = _said(workshop, path), Workshop()
    forget_all()
    for each in workshop.open_paths:
        fresh.change(each, workshop.read(each).text)
    assert said == _said(fresh, path)


def _said(workshop: Workshop, path: Path) -> list[tuple[object, ...]]:
    return [(each.code, _place(each.span), each.message, each.help) for each in workshop.check(path).diagnostics]


def _place(span: Span | None) -> tuple[str, int, int] | None:
    return (span.source.name, span.start, span.end) if span is not None else None


def run_sequence(folder: Path, seed: int, edits: int) -> None:
    """So many edits one after the other, of the game, its library or house rules, each followed by every question."""
    random, desk = Random(seed), Desk(folder, TEXTS)
    for _ in range(edits):
        name = random.choice((*TEXTS, "small.rules"))
        path = desk.write(name, edit(desk.text(name), random))
        ask_everything(desk.workshop, path, random)
        for held in ("small.rules", "house/short.toml"):
            compare_with_fresh(desk.workshop, desk.folder / held)
