"""`groundrules` alone: a menu of games, or, where there is no screen, five things to try."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable
from typing import Any

from interpreter import loader
from interpreter.cli.command_line import PROGRAM
from interpreter.cli.terminal.console import align_columns, can_use_screen, strong


def read_commands() -> dict[str, Any]:
    """Commands with names of games: a `greeting`, and under `help` the examples of each verb."""
    return tomllib.loads((loader.find_shipped_folder("rulesets") / "commands.toml").read_text(encoding="utf-8"))


def choose_words(read_rules: Callable[[str], str]) -> list[str]:
    """What somebody chooses in the menu, as the words of a command line; none without a screen."""
    if not can_use_screen():
        return []
    from interpreter.cli.terminal.menu import choose_in_menu

    return choose_in_menu(read_rules)


def greet(_: argparse.Namespace) -> int:
    print(f"{strong('Ground Rules')}: table games whose rules you can read, play and change. Try one of these:\n")
    commands = read_commands()["greeting"]
    rows = [(f"{PROGRAM} {command}", purpose) for command, purpose in commands.items()]
    print("\n".join(f"  {line}" for line in align_columns(rows)))
    print("\n`groundrules --help` lists all commands.")
    return 0
