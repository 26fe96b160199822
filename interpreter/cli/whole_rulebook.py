"""A rulebook with the marks of house rules, and with the figures of the ledger."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping
from dataclasses import replace

from interpreter.check import CheckResult
from interpreter.cli.loading import LedgerEntry, find_checked, recall_ledger, require_model
from interpreter.cli.terminal.console import count_noun
from interpreter.rulebook import Rulebook
from interpreter.rulebook.overlay_marks import make_marked_rulebook
from interpreter.source import Sources


def make_whole_rulebook(
    sources: Sources, checked: CheckResult, settings: Mapping[str, int], arguments: argparse.Namespace
) -> Rulebook:
    """The rulebook of a game that is named on a command line, with these options. Raises `Rejected` for one with
    mistakes in it."""
    model = require_model(checked)
    known = find_checked(sources)
    found = recall_ledger(known.make_key(settings, arguments.players)) if known is not None else None
    return _add_changes(make_marked_rulebook(model, settings), found, arguments)


def _add_changes(book: Rulebook, found: LedgerEntry | None, arguments: argparse.Namespace) -> Rulebook:
    """The rulebook with what the ledger found beside each option, and how it is found."""
    if not any(option.cited.open for option in book.options):
        return book
    flags = [*(("--set", each) for each in arguments.settings), *(("--house", each) for each in arguments.house)]
    flags += [("--players", str(arguments.players))] if arguments.players is not None else []
    command = shlex.join(["groundrules", "ledger", arguments.name, *(word for flag in flags for word in flag)])
    if found is None:
        note = f"What other values change is not known yet: `{command}` finds it, and this page then shows it."
        return replace(book, changes_note=note)
    games = f"by {count_noun(found.games, 'game')} of each, seed {found.seed}"
    options = (replace(each, changes=found.changes.get(each.name, ())) for each in book.options)
    note = f"What other values change most, {games}: `{command}` shows all of it."
    return replace(book, options=tuple(options), changes_note=note)
