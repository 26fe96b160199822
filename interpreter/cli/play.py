"""`groundrules play`: one game, with people, bots or both."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
import time
from collections.abc import Sequence

from interpreter.cli.asked import (
    add_playing_verb,
    chosen_seed,
    chosen_strategies,
    command_line_at_fault,
    pairs,
    read_pace,
    written_sides,
)
from interpreter.cli.common import Verbs, chosen_players, chosen_settings, load
from interpreter.cli.console import aside, strong, write_json
from interpreter.cli.table import Table
from interpreter.cli.watching import Paper
from interpreter.cli.words import Misused, at_word
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.engine import Failure
from interpreter.errors import playing
from interpreter.lower import lower
from interpreter.mishaps import sources_of, tell_failure
from interpreter.model import Model
from interpreter.play import Moment, Session, Told, retell, views
from interpreter.program import Program
from interpreter.record import game_record
from interpreter.seats import DEFAULT, Bots, assign, check_strategies
from interpreter.settings import show_settings
from interpreter.stepper import Stepper
from interpreter.wording import show_seat, show_winners

HUMAN, BOT = "human", "bot"

INTERRUPTED = 130

LONGEST_LINE = 10_000

INDENT = "    "

ABOUT = """\
Play one game at the terminal: people, bots, or both. Each seat is taken by `human`, by `bot`, which plays the
ruleset's defaults, or by `bot:STRATEGY`. Without --seat the first side, or the first player, is yours. Type ? at
any question for what else you can do there. The same seed gives the same dice."""

EXAMPLE = "  groundrules play two_dice --seat all=bot --seed 7"
