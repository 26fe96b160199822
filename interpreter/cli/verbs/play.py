"""`groundrules play`: one game, with people, bots or both."""

from __future__ import annotations

import argparse
from dataclasses import replace

from interpreter.cli.arguments import PLAYING
from interpreter.cli.game_loop import check_no_people, print_header, run_game, run_game_for_data
from interpreter.cli.new_game import ASK, SEATING, begin_game, keep_game
from interpreter.cli.options import NAME, SHOWING, add_options
from interpreter.cli.reports.transcript import check_transcript

ABOUT = """\
Play one game at the terminal: people, bots, or both. Each seat is taken by `human` or `human:NAME`, by `bot`, which
plays the ruleset's defaults, or by `bot:STRATEGY`. If no person is named, the first side or player of which nothing is
said is yours; the others play the first strategy that the ruleset has. Type ? at any question for what else you can do
there. The same seed gives the same dice. A game with people in it is kept as it goes, and `groundrules resume` goes on
with it. The seed stands in that file: whoever reads the file, or knows the seed, can work out what is to come."""

EXAMPLE = "  groundrules play two_dice --seat all=bot --seed 7\n  groundrules play two_dice --seat red=human:Anna"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    add_options(parser, SEATING)
    add_options(parser, SHOWING)


def run(arguments: argparse.Namespace) -> int:
    check_transcript(arguments)
    begun = begin_game(arguments)
    if arguments.json:
        check_no_people(begun.takers, ASK in (arguments.dice, arguments.cards), arguments)
    kept = keep_game(begun, arguments, "resume")
    game_run = replace(kept, plain=arguments.plain, transcript=arguments.transcript)
    if arguments.json:
        return run_game_for_data(game_run)
    print_header(game_run.model, game_run.session, game_run.takers)
    return run_game(game_run)
