"""`groundrules completion SHELL`: what a shell needs to complete commands, options and names of games."""

from __future__ import annotations

import argparse

from interpreter.cli.command_line import PROGRAM

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))


def run(arguments: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode([PROGRAM], shell=arguments.shell))
    return 0
