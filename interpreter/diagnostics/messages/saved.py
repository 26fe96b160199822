"""Saved games: files of another kind, impossible entries, missing games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Severity
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.diagnostics.messages.settings import shorten_text
from interpreter.source import Source, Span


def saved_syntax(span: Span, reason: str, before: str = "") -> Diagnostic:
    """A saved game that is no TOML; `before` is what a comma is missing before, if that is all."""
    return Diagnostic("saved-syntax", span,
        f"this saved game cannot be read: {reason[:1].lower()}{reason[1:]}",
        label="not understood from here on",
        help=f"add a comma before `{before}`"
        if before
        else 'write an entry on one line, such as `12 = { roll = "4+4", dice = "throw", by = "Red" }`',
    )


def saved_unreadable(path: str, reason: str) -> Diagnostic:
    """A file that is not a text, or too long for a saved game."""
    return Diagnostic("saved-syntax", Span(Source(path, ""), 0, 0),
        f"this saved game cannot be read: {reason}",
        help="check that it is the right file: `groundrules play` writes saved games",
    )


def saved_head(span: Span, key: str, wanted: str) -> Diagnostic:
    return Diagnostic("saved-head", span,
        f"this is not a saved game: `{key}` must be {wanted}",
        label=f"`{key}` is missing or wrong",
        help="check that it is the right file: a saved game is written by `groundrules play`",
    )


def saved_format(span: Span, found: int, known: int) -> Diagnostic:
    newer = found > known
    return Diagnostic("saved-format", span,
        f"this saved game has format {found}; this program reads format {known}",
        label="written by a newer version of the program" if newer else "written by an older version of the program",
        help="install that newer version" if newer else "continue it with the version that you began it with",
    )


def saved_move(span: Span, number: int, reason: str, advice: str, changed: bool) -> Diagnostic:
    """An impossible entry of a saved game. `changed`: the rules are not those it was played by."""
    note = "the rules have changed since then, which may be the reason"
    return Diagnostic("saved-move", span,
        f"entry {number} of this saved game is impossible: {reason}",
        label="the game cannot continue from here",
        notes=(note,) if changed else (),
        help=advice,
    )


def saved_changed(path: str, what: str, same_play: bool, against: Sequence[str]) -> Diagnostic:
    """A saved game whose rules have changed. `against` is how a comparison with a copy of the old ones is asked for."""
    effect = "only in its wording" if same_play else "and may play differently now"
    command = shlex.join(["groundrules", "replay", path, *against])
    advice = f"if you have a copy of the old rules, `{command}` shows the first move where they differ"
    return Diagnostic("saved-changed", Span(Source(path, ""), 0, 0),
        f"{what} changed since this game was begun, {effect}",
        help="" if same_play else advice,
        severity=Severity.WARNING,
    )


def saved_missing(name: str, known: Sequence[str], folder: str) -> Diagnostic:
    """A saved game that is not there, or none at all."""
    guess = find_nearest(name, known) if name else None
    return Diagnostic("saved-missing", None,
        f"there is no saved game `{shorten_text(name)}`"
        if name
        else "there is no unfinished game to continue",
        label="not found" if name else "",
        notes=(f"saved games are kept in {folder}",),
        help=f"did you mean `{guess}`?" if guess else "`groundrules games` lists the games that are saved there",
    )


def nothing_saved(folder: str) -> Diagnostic:
    """A saved game to show, where there is none."""
    return Diagnostic("saved-missing", None,
        "there are no saved games yet",
        notes=(f"saved games are kept in {folder}",),
        help="play a game with `groundrules play NAME`",
    )


def saved_in_use(path: str) -> Diagnostic:
    """A saved game that is being played at another keyboard."""
    return Diagnostic("saved-in-use", None,
        f"`{path}` is being played in another window",
        label="already open",
        help="quit it there first; nothing is lost",
    )


def saved_stopped(path: str, reason: str) -> Diagnostic:
    """A game that can no longer be saved; `reason` in the system's words."""
    return Diagnostic("saved-unwritable", None,
        f"the game can no longer be saved in `{path}`: {reason}",
        notes=("it stops here; everything until now is saved",),
        help=f"make room on the disk, then continue with `groundrules resume {path}`",
    )


def saved_unwritable(path: str, reason: str) -> Diagnostic:
    """A game that cannot be saved; `reason` in the system's words."""
    return Diagnostic("saved-unwritable", None,
        f"the game cannot be saved in `{path}`: {reason}",
        label="cannot be written",
        help="name another file with `--save FILE`, or play without saving with `--no-save`",
    )
