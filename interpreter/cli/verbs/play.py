"""`groundrules play`: one game, with people, bots or both."""

from __future__ import annotations

import argparse
from dataclasses import replace

from interpreter.cli.arguments import PLAYING
from interpreter.cli.command_line import NAME, SHOWING, add_options
from interpreter.cli.game_loop import check_no_people, check_transcript, print_header, run_game
from interpreter.cli.new_game import ASK, SEATING, begin_game, keep_game

ABOUT = """\
Play a game at the terminal, with people, bots or both. Each seat is played by `human` or `human:NAME`, or by `bot`,
`bot:easy`, `bot:fair` or `bot:strong`. If you name no person, you get the first seat that you say nothing about; the
other seats have bots. An easy bot answers at random, a fair one plays by the first strategy of the ruleset, and a
strong one tries its answers out. Type ? at any question to see what else you can do. The same seed gives the same
dice. A game with people is saved as it goes, and `groundrules resume` continues it. The file holds the seed, so
whoever reads it can work out what will happen."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME | SEATING | SHOWING)


def run(arguments: argparse.Namespace) -> int:
    check_transcript(arguments)
    begun = begin_game(arguments)
    if arguments.json:
        asked = [f"--{each} {ASK}" for each in ("dice", "cards") if getattr(arguments, each) == ASK]
        check_no_people(begun.takers, bool(asked), arguments, asked)
    kept = keep_game(begun, arguments, "resume")
    game_run = replace(kept, plain=arguments.plain, transcript=arguments.transcript)
    if not arguments.json:
        print_header(game_run.model, game_run.session, game_run.takers)
    return run_game(game_run, arguments.json)
