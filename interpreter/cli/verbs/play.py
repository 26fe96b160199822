"""`groundrules play`: one game, with people, bots or both."""

from __future__ import annotations

import argparse
from dataclasses import replace

from interpreter.cli.arguments import PLAYING
from interpreter.cli.command_line import NAME, SHOWING, add_options
from interpreter.cli.game_loop import check_no_people, check_transcript, print_header, run_game
from interpreter.cli.new_game import ASK, SEATING, begin_game, keep_game


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
