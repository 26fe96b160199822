"""Prints a changed game as one ordinary ruleset.

Libraries that house rules leave alone stay libraries. If one of them is changed, all are written into the game, for
they depend on each other; what they expect of a game is then there anyway, and their examples were for themselves.
What the game never reaches is left out, and so are the lines of examples that say so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from interpreter import syntax
from interpreter.amend import AmendedGame, name_of
from interpreter.formatter import format_declaration, format_file

QUOTED_TEXT = re.compile(r'"[^"\n]*"')
BRACES = re.compile(r"\{[^{}]*\}")
WORD = re.compile(r"\w+")
DRAWN_BOARD = re.compile(r"^ +(board \w+)", re.MULTILINE)
"""A layout may have the name of a kind, which is no use of it."""
MAY_BE_UNUSED = (
    syntax.Rule,
    syntax.Phase,
    syntax.Also,
    syntax.Define,
    syntax.Table,
    syntax.Choice,
    syntax.Dice,
    syntax.Option,
    syntax.Layout,
)
"""What nobody needs by itself."""

OWN = (syntax.Header, syntax.Expects, syntax.Example)
"""What a library has for itself."""


def flatten(before: Sequence[syntax.File], amended: AmendedGame) -> str:
    """The text of a changed game; `before` are its files as they were."""
    *libraries, game = amended.files
    changed = any(one.declarations != other.declarations for one, other in zip(before[:-1], libraries, strict=True))
    whole = [each for file in libraries if changed for each in file.declarations if not isinstance(each, OWN)]
    own = [each for each in game.declarations if not (changed and isinstance(each, syntax.Header))]
    inlined = _keep_used(whole, [_drop_denials(each, {name_of(one) for one in whole}) for each in own])
    gone = {name_of(each) for each in whole} - {name_of(each) for each in inlined}
    declarations = [_drop_denials(each, gone) for each in own]
    header = game.header
    assert header is not None
    first = [replace(header, uses=())] if changed else []
    tree = replace(game, declarations=(*first, *inlined, *declarations))
    names = ", ".join(f"{each.name} ({each.header.title.text})" for each in amended.stack)
    return f"# {header.title.text} under these house rules: {names}\n\n{format_file(tree)}"


def _keep_used(
    declarations: Sequence[syntax.Declaration], game: Sequence[syntax.Declaration]
) -> list[syntax.Declaration]:
    """The declarations of the libraries that the game uses, directly or not; others would be warned of as unused."""
    words = {id(each): _collect_words(each) for each in declarations}
    waiting = [each for each in declarations if isinstance(each, MAY_BE_UNUSED)]
    names = {id(each): "board " * isinstance(each, syntax.Layout) + name_of(each) for each in waiting}
    known = {word for each in game for word in _collect_words(each)}
    known.update(*(words[id(each)] for each in declarations if not isinstance(each, MAY_BE_UNUSED)))
    while kept := [each for each in waiting if names[id(each)] in known]:
        known.update(*(words[id(each)] for each in kept))
        waiting = [each for each in waiting if each not in kept]
    return [each for each in declarations if each not in waiting]


def _drop_denials(node: syntax.Declaration, names: Collection[str]) -> syntax.Declaration:
    """An example that does not say of some things that they do not happen, unless it says nothing else."""
    if not isinstance(node, syntax.Example):
        return node
    kept = tuple(each for each in node.expectations if _find_denied(each) not in names)
    script = tuple(each for each in node.script if _find_denied(each) not in names)
    return replace(node, script=script, expectations=kept or node.expectations)


def _find_denied(node: syntax.ScriptEntry) -> str | None:
    """The rule that was not to be carried out, or the choice that was not to be given."""
    match node:
        case syntax.Did(name, True) | syntax.Asked(name, True):
            return name.text
        case _:
            return None


def _collect_words(node: syntax.Declaration) -> set[str]:
    text = QUOTED_TEXT.sub(lambda found: " ".join(BRACES.findall(found[0])), format_declaration(node))
    return {*WORD.findall(text), *DRAWN_BOARD.findall(text)}
