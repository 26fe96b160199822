"""Saved games: files that are none, entries that cannot be, games that are not there."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Severity
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.diagnostics.messages.settings import shorten_text
from interpreter.source import Source, Span


def saved_syntax(span: Span, reason: str) -> Diagnostic:
    return Diagnostic("saved-syntax", span,
        f"this saved game cannot be read: {reason[:1].lower()}{reason[1:]}",
        label="it stops making sense here",
        help='an entry is one line, such as `12 = { roll = "4+4", dice = "throw", by = "Red" }`',
    )


def saved_unreadable(path: str, reason: str) -> Diagnostic:
    """A file that is no text, or too long for a saved game."""
    return Diagnostic("saved-syntax", Span(Source(path, ""), 0, 0),
        f"this saved game cannot be read: {reason}",
        help="a saved game is a text written by `groundrules play`; is it the file you meant?",
    )


def saved_head(span: Span, key: str, wanted: str) -> Diagnostic:
    return Diagnostic("saved-head", span,
        f"this is no saved game: `{key}` has to be {wanted}",
        label=f"`{key}` is missing, or something else",
        help="a saved game is written by `groundrules play`; is it the file you meant?",
    )


def saved_format(span: Span, found: int, known: int) -> Diagnostic:
    newer = found > known
    return Diagnostic("saved-format", span,
        f"this saved game is of format {found}, and this program knows format {known}",
        label="written by a newer version of the program" if newer else "written by an older version of the program",
        help="install that newer version" if newer else "play it on with the version that it was begun with",
    )


def saved_move(span: Span, number: int, reason: str, advice: str, changed: bool) -> Diagnostic:
    """An entry of a saved game that cannot be. `changed` tells that the rules are not those it was played by."""
    note = "the rules have changed since this game was played: that may be why"
    return Diagnostic("saved-move", span,
        f"entry {number} of this saved game cannot be: {reason}",
        label="the game cannot go on from here",
        notes=(note,) if changed else (),
        help=advice,
    )


def saved_changed(path: str, what: str, same_play: bool) -> Diagnostic:
    """A saved game whose rules are not what they were."""
    told = "only its wording is different: it plays as it did" if same_play else "it may play in another way now"
    return Diagnostic("saved-changed", Span(Source(path, ""), 0, 0),
        f"{what} has changed since this game was begun; {told}",
        help="" if same_play else f"`groundrules replay {path} --against OLD` shows where two versions part",
        severity=Severity.WARNING,
    )


def saved_missing(name: str, known: Sequence[str], folder: str) -> Diagnostic:
    """A saved game that is not there, or none at all."""
    guess = find_nearest(name, known) if name else None
    return Diagnostic("saved-missing", None,
        f"there is no saved game `{shorten_text(name)}`"
        if name
        else "there is no unfinished game to go on with",
        label="nothing of this name" if name else "",
        notes=(f"saved games are kept in {folder}",),
        help=f"did you mean `{guess}`?" if guess else "`groundrules games` lists what there is",
    )


def nothing_saved(folder: str) -> Diagnostic:
    """A saved game that is to be shown, where there is none."""
    return Diagnostic("saved-missing", None,
        "there are no saved games yet",
        notes=(f"saved games are kept in {folder}",),
        help="play one with `groundrules play NAME`",
    )


def saved_in_use(path: str) -> Diagnostic:
    """A saved game that is being played at another keyboard."""
    return Diagnostic("saved-in-use", None,
        f"`{path}` is being played just now",
        label="somebody else has it open",
        help="end the other game first; nothing of it is lost",
    )


def saved_stopped(path: str, reason: str) -> Diagnostic:
    """A game that has been kept so far, and cannot be any more; `reason` in the system's words."""
    return Diagnostic("saved-unwritable", None,
        f"the game cannot be kept any more in `{path}`: {reason}",
        notes=("it stops here; all that was shown is kept",),
        help=f"make room, and go on with `groundrules resume {path}`",
    )


def saved_unwritable(path: str, reason: str) -> Diagnostic:
    """A game that cannot be kept; `reason` in the system's words."""
    return Diagnostic("saved-unwritable", None,
        f"the game cannot be kept in `{path}`: {reason}",
        label="it cannot be written",
        help="name another file with `--save FILE`, or play without keeping the game with `--no-save`",
    )
