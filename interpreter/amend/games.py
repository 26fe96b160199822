"""House rules for several games: what they say of one of them alone.

Examples go with the dice and cards of a game, so those of house rules, and what these say of a game's examples, can be
`for` some of the games. Everything else holds for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter import syntax


def list_games_for(node: syntax.Declaration) -> Sequence[syntax.Name]:
    """The games that a declaration is for, if it is not for all; a first line says something else."""
    match node:
        case syntax.Example() | syntax.ChangedExamples() | syntax.Removed():
            return node.games
        case syntax.ChangedExample(inner) | syntax.Replaced(inner):
            return list_games_for(inner)
        case _:
            return ()


def narrow_to_game(tree: syntax.File, game: str) -> syntax.File:
    """House rules as they are for one game: without what is for others, and as if they were for no other."""
    kept = (each for each in tree.declarations if _is_for(each, game))
    return replace(tree, declarations=tuple(_drop_games(each) for each in kept))


def _is_for(node: syntax.Declaration, game: str) -> bool:
    games = list_games_for(node)
    return not games or game in [each.text for each in games]


def _drop_games(node: syntax.Declaration) -> syntax.Declaration:
    match node:
        case syntax.Example() | syntax.ChangedExamples() | syntax.Removed():
            return replace(node, games=())
        case syntax.ChangedExample(lines):
            return replace(node, lines=replace(lines, games=()))
        case syntax.Replaced(declaration):
            return replace(node, declaration=_drop_games(declaration))
        case _:
            return node
