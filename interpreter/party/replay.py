"""A game that is over, as a file that `groundrules replay` shows again."""

from __future__ import annotations

from dataclasses import replace

from interpreter import loader
from interpreter.diagnostics import Rejected
from interpreter.party.party import Party
from interpreter.runtime_errors import collect_sources
from interpreter.saved import ANEW, NEVER, Head
from interpreter.saved.writer import make_head, write_entry, write_head
from interpreter.table import Table
from interpreter.table.seats import SeatAssignment


def can_replay(party: Party) -> bool:
    """Whether the file would be whole: of a game that is over, was seen from its beginning, and is played by shipped
    rules, which whoever opens the file has too."""
    table, names = party.table, loader.list_game_names()
    if not table.session.over or table.entries is None or table.model.name not in names or table.model.house:
        return False
    return loader.find_ruleset(table.model.name).text in {each.text for each in collect_sources(table.model).values()}


def write_replay(party: Party) -> dict[str, str]:
    """The file, and what it is called; nothing if it cannot be written."""
    table = party.table
    try:
        if not can_replay(party):
            return {}
        head = _make_head(table)
    except Rejected:
        return {}
    program, seed = table.session.program, table.session.seed
    lines = (write_entry(program, seed, number, entry) for number, entry in enumerate(table.entries or (), 1))
    text = write_head(head) + "".join(f"{line}\n" for line in lines)
    return {"name": f"{table.model.name}-{seed}.toml", "text": text}


def _make_head(table: Table) -> Head:
    program, setup, session = table.session.program, table.setup, table.session
    people = {seat: name if name in program.seats else "" for seat, name in setup.people.items()}
    takers = [
        SeatAssignment(seat in people, people.get(seat, setup.bots.get(seat, ""))).format
        for seat in range(len(program.seats))
    ]
    head = make_head(table.model.name, (), table.model, setup.values or {}, program, takers, session.seed, session.game)
    return replace(
        head,
        own_dice=setup.own_dice,
        ask_dice=setup.ask_dice,
        ask_cards=setup.ask_cards,
        undo=ANEW if setup.undo else NEVER,
    )
