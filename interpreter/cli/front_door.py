"""`groundrules` alone: a menu of games, or, where there is no screen, five things to try."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from interpreter.cli.terminal.console import align_columns, can_use_screen, strong

TRY = (
    ("groundrules play pig", "play against a bot, here in the terminal"),
    ("groundrules web", "choose a game in the browser, for you or for friends on their phones"),
    ("groundrules show two_dice", "read the rules of a game, with the odds of every row"),
    ("groundrules simulate marker", "let bots play a thousand games, and see how they end"),
    ("groundrules list", "see which games come with the program"),
)


def choose_words(read_rules: Callable[[str], str]) -> list[str]:
    """What somebody chooses in the menu, as the words of a command line; none without a screen."""
    if not can_use_screen():
        return []
    from interpreter.cli.terminal.menu import choose_in_menu

    return choose_in_menu(read_rules)


def greet(_: argparse.Namespace) -> int:
    print(f"{strong('Ground Rules')}: table games whose rules you can read, play and change. Try one of these:\n")
    print("\n".join(f"  {line}" for line in align_columns(TRY)))
    print("\n`groundrules --help` lists all commands.")
    return 0
