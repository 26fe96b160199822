"""Files that cannot be used: missing, not text, too large, not the sort of file that is expected."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.source import Source, Span


def _whole(path: str) -> Span:
    """The place of a file that has no text to point into."""
    return Span(Source(path, ""), 0, 0)


def file_missing(path: str, near: str | None, rulesets: Sequence[str]) -> Diagnostic:
    """A path, or a name, that leads nowhere. `near` is a file that is there and could be meant."""
    guess = near or find_nearest(path, rulesets)
    return Diagnostic("file-missing", _whole(path),
        f"there is no file `{path}`" if path else "no file was named",
        notes=(f"rulesets that come with the program: {', '.join(rulesets)}",),
        help=f"did you mean `{guess}`?" if guess else "check the spelling; a path is read from the folder you are in",
    )


def ruleset_missing(name: str, near: str | None, rulesets: Sequence[str]) -> Diagnostic:
    """A bare word that names no ruleset that comes with the program."""
    guess = near or find_nearest(name, rulesets)
    return Diagnostic("file-missing", _whole(name),
        f"no ruleset called `{name}` comes with the program",
        notes=(f"rulesets that come with the program: {', '.join(rulesets)}",),
        help=f"did you mean `{guess}`?" if guess else f"for a file of your own write its path, as in `./{name}.rules`",
    )


def house_missing(name: str, near: str | None, known: Sequence[str]) -> Diagnostic:
    """A bare word that names no house rules that come with the program."""
    guess = near or find_nearest(name, known)
    return Diagnostic("file-missing", _whole(name),
        f"no house rules called `{name}` come with the program",
        notes=(f"house rules that come with the program: {', '.join(known)}",),
        help=f"did you mean `{guess}`?" if guess else f"for a file of your own write its path, as in `./{name}.rules`",
    )


def file_is_folder(path: str) -> Diagnostic:
    return Diagnostic("file-is-folder", _whole(path),
        f"`{path}` is a folder, and one ruleset is wanted here",
        help="name one of the files in it; `groundrules check` takes folders too",
    )


def file_not_regular(path: str, kind: str) -> Diagnostic:
    """A pipe or a device, which may have no end, where a file is expected; `kind` says what it is."""
    return Diagnostic("file-not-regular", _whole(path),
        f"`{path}` is {kind}, and only regular files are read",
        help="write what comes out of it to a file, and name that file",
    )


def folder_without_rules(path: str) -> Diagnostic:
    """A folder to check with nothing in it to check."""
    return Diagnostic("folder-without-rules", _whole(path),
        f"there is no ruleset in the folder `{path}`",
        help="a ruleset is a file whose name ends in `.rules`",
    )


def file_unreadable(path: str, reason: str) -> Diagnostic:
    """A file that the system does not let us read; `reason` in the system's words."""
    return Diagnostic("file-unreadable", _whole(path),
        f"`{path}` cannot be read: {reason}",
        help="see whether the file may be read by you, and whether the disk it is on is there",
    )


def file_empty(path: str) -> Diagnostic:
    return Diagnostic("file-empty", _whole(path),
        f"`{path}` is empty",
        help='a ruleset begins with `game my_game "My Game"`',
    )


def file_too_large(path: str, limit: int) -> Diagnostic:
    return Diagnostic("file-too-large", _whole(path),
        f"`{path}` is too long for a ruleset: more than {limit:,} characters",
        help="is it the file you meant? A long ruleset can be split into libraries",
    )


def file_binary(span: Span, byte: int) -> Diagnostic:
    """A file that holds a zero byte, as pictures and programs do; `byte` counts from one."""
    return Diagnostic("file-binary", span,
        f"`{span.source.name}` is not a text: byte {byte:,} on line {span.line} is zero",
        label="no text has this",
        help="a ruleset is a plain text file in UTF-8; is it the file you meant?",
    )


def file_not_utf8(span: Span, byte: int, value: int, looks_like: str) -> Diagnostic:
    """Bytes that are not UTF-8. `byte` counts from one, `value` is what stands there; `looks_like` is "" if unknown."""
    return Diagnostic("file-not-utf8", span,
        f"`{span.source.name}` is not in UTF-8: byte {byte:,}, on line {span.line}, is 0x{value:02X}",
        label="this is not a character in UTF-8",
        notes=(f"the file looks like {looks_like}",) if looks_like else (),
        help="save the file again with the encoding UTF-8",
    )


def file_outside(path: str, folder: str) -> Diagnostic:
    """A link that leads out of the folder a ruleset came in."""
    return Diagnostic("file-outside", _whole(path),
        f"`{path}` is a link that leads out of the folder `{folder}`",
        notes=("a ruleset may come from anybody, so it can only have files read that lie in its own folder",),
        help="put the file itself there instead of the link",
    )


def library_alone(span: Span, name: str, games: Sequence[str]) -> Diagnostic:
    """A library where a game is expected; `games` are shipped ones that use it."""
    example = f", such as `{games[0]}`" if games else ""
    return Diagnostic("library-alone", span,
        f"`{name}` is a library, and cannot be used without a game",
        label="a library holds what several games share",
        help=f"name a game that uses it{example}",
    )
