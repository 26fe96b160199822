"""Commands at a table, instead of an answer: why, odds, undo, umpire, and so on.

Each command is a word with, for some, more words behind it. What it has to say comes back as lines, and where there
is something to set out in columns as rows; how these are drawn is the face's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.rendering import format_sentence
from interpreter.diagnostics.wording import shorten_text
from interpreter.display import call, fold_name, format_name, name_file
from interpreter.play.trace import describe_wait, explain_moment, format_undone, has_happened, narrate
from interpreter.play.umpire import read_ruling
from interpreter.play.why_not import Refusal, explain_refusal
from interpreter.program import Decide
from interpreter.settings import format_settings
from interpreter.table.absent import NOTHING_CHOSEN, format_absent, list_absent, list_choices
from interpreter.table.game import Reply, Table
from interpreter.table.odds import tell_odds
from interpreter.table.rulebook_lookup import find_entries, list_tables

MOST_LINES = 60
"""Of more lines of explanation or play-by-play than this the last are shown."""

COMMANDS = {
    "why": "show what has happened since the last answer, and the rules behind it",
    "why not X": "show why you cannot choose X now; `why not` lists what you cannot choose",
    "odds": "show what the coming roll can lead to, or how good each answer is, where `solve` has found that",
    "odds X": "show what the roll that follows can lead to if you choose X",
    "undo": "take back your last roll or choice; if you then choose differently, new rolls follow",
    "redo": "do again what you took back",
    "umpire X": "overrule the game: `roll 4+4`, `card NAME`, `NAME = VALUE`",
    "show": "show how the game stands",
    "log": "show what has happened so far",
    "rules": "show the tables of this game, with the odds of each row",
    "rules X": "show the table, rule, choice or option called X",
    "options": "show how this game is set up",
    "quit": "leave the game",
    "?": "show this list",
}
"""Every command, with what it does."""


def run_command(table: Table, line: str) -> Reply | None:
    """Do what a command says; None if the line is none."""
    words = line.replace(":", " ", 1).split() if line.casefold().lstrip().startswith("umpire") else line.split()
    first, rest = (words[0].casefold(), " ".join(words[1:])) if words else ("", "")
    if first in ("why", "umpire"):
        return _explain_last(table, rest) if first == "why" else _umpire(table, rest)
    if first == "rules" and rest:
        nothing = f"Nothing in these rules is called `{shorten_text(rest)}`."
        return Reply(find_entries(table.setup.rulebook(), rest) or (nothing,))
    if first == "odds":
        return tell_odds(table, rest)
    return WORDS[first](table) if first in WORDS and not rest else None


# ---- each of them


def _explain_last(table: Table, rest: str) -> Reply:
    if rest:
        return _explain_refusal(table, rest[3:].strip() if rest.casefold().split()[0] == "not" else rest)
    moments = [each for each in table.list_moments_since_turn() if each.ruling or has_happened(each)]
    moments = moments or [table.session.moments[-1]]
    lines = [line for moment in moments for line in explain_moment(table.program, moment)]
    return Reply(_cut_to_last(lines) or ("Nothing has happened since the last answer.",))


def _explain_refusal(table: Table, name: str) -> Reply:
    """Why an answer is not offered at the choice that is put now, or was not at the last that might have had it."""
    if not name:
        return Reply((format_absent(list_absent(table)),))
    choice = _find_choice(table, name)
    if choice:
        return Reply((choice,))
    return Reply(find_refusal(table, name).lines)


def find_refusal(table: Table, name: str) -> Refusal:
    """Why an answer with this name is not offered, or was not when one was that might have it."""
    first: Diagnostic | None = None
    for moment, stop in list_choices(table):
        found = explain_refusal(table.model, table.program, table.setup.values or {}, moment.position, stop, name)
        if not isinstance(found, Diagnostic):
            before = () if moment.stop is table.session.stop else ("When you could last choose that:",)
            return replace(found, lines=(*before, *found.lines))
        first = first or found
    return Refusal((format_sentence(first) if first is not None else NOTHING_CHOSEN,))


def _find_choice(table: Table, name: str) -> str:
    program = table.program
    wanted = fold_name(name)
    for number, info in enumerate(program.choices):
        if wanted in (format_name(info.name).casefold(), call(info).casefold()):
            asks = [block.terminator for block in program.blocks if isinstance(block.terminator, Decide)]
            sites = [program.sites[each.site] for each in asks if each.choice == number]
            places = ", ".join(dict.fromkeys(f"{name_file(site.file)}:{site.line}" for site in sites))
            waiting = describe_wait(program, table.session.stop)
            return f"`{info.name}` is chosen at {places}; now the game waits for {waiting}."
    return ""


def _umpire(table: Table, text: str) -> Reply:
    ruling = read_ruling(table.furniture.game, table.session, text, table.viewer)
    return Reply((format_sentence(ruling),)) if isinstance(ruling, Diagnostic) else table.rule(ruling)


NO_UNDO = "This game is played without taking back."


def _undo(table: Table) -> Reply:
    if not table.setup.undo:
        return Reply((NO_UNDO,))
    gone = table.word_undone()
    if not table.undo():
        return Reply(("There is nothing of yours to take back.",))
    shown = () if table.hand_over else _show(table).lines
    return Reply((f"Taken back: {gone.rstrip('.')}.", *shown), stands_anew=True)


def _redo(table: Table) -> Reply:
    moments = table.redo()
    if not table.setup.undo:
        return Reply((NO_UNDO,))
    if moments:
        return Reply(("Done again.",), moments=moments, stands_anew=True)
    return Reply(("There is nothing to do again.",))


def _show(table: Table) -> Reply:
    shown = table.views.values()
    return Reply(tuple(line for lines in shown for line in lines) or ("The ruleset has nothing to show here.",))


def _log(table: Table) -> Reply:
    lines: list[str] = []
    for moment in table.session.story:
        lines += [format_undone(moment.undone)] if moment.undone else []
        lines += [told.text for told in narrate(table.program, moment, table.reader)]
    return Reply(_cut_to_last(lines) or ("Nothing has happened yet.",))


def _options(table: Table) -> Reply:
    settings = format_settings(table.model, table.setup.values or {})
    asked = {name: option.question for name, option in table.model.options.items()}
    rows = tuple((asked[name] or name.replace("_", " "), f"{name} = {value}") for name, value in settings.items())
    return Reply(() if rows else ("This game has no options.",), rows)


def _help(table: Table) -> Reply:
    question = table.question
    hint = question.hint if question is not None else "You can type:"
    known = (word for word in COMMANDS if table.setup.undo or word not in ("undo", "redo"))
    known = (word for word in known if table.program.dice or table.policy or not word.startswith("odds"))
    return Reply((hint,), tuple((f"  {word}", COMMANDS[word]) for word in known))


def _cut_to_last(lines: Sequence[str]) -> tuple[str, ...]:
    left_out = len(lines) - MOST_LINES
    return (f"({left_out} earlier lines are left out)", *lines[left_out:]) if left_out > 0 else tuple(lines)


WORDS: dict[str, Callable[[Table], Reply]] = {
    "undo": _undo,
    "redo": _redo,
    "show": _show,
    "log": _log,
    "rules": lambda table: Reply(list_tables(table.setup.rulebook())),
    "options": _options,
    "quit": lambda table: Reply(leave=True),
    "exit": lambda table: Reply(leave=True),
    "help": _help,
    "?": _help,
}
