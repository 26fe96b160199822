"""Files that cannot be used: missing, not text, too large, not the kind of file that is expected."""

from __future__ import annotations

import errno
from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.source import Source, Span


def _whole(path: str) -> Span:
    """The place of a file that has no text to point into."""
    return Span(Source(path, ""), 0, 0)


def file_missing(path: str, near: str | None, rulesets: Sequence[str]) -> Diagnostic:
    """A path or name of no file. `near` is a file that could be meant."""
    guess = near or find_nearest(path, rulesets)
    return Diagnostic("file-missing", _whole(path),
        f"there is no file `{path}`" if path else "no file was named",
        notes=(f"included rulesets: {', '.join(rulesets)}",),
        help=f"did you mean `{guess}`?" if guess else "check the spelling; paths start at the current folder",
    )


def ruleset_missing(name: str, near: str | None, rulesets: Sequence[str]) -> Diagnostic:
    """A bare word that is the name of no shipped ruleset."""
    guess = near or find_nearest(name, rulesets)
    return Diagnostic("file-missing", _whole(name),
        f"there is no ruleset called `{name}`",
        notes=(f"included rulesets: {', '.join(rulesets)}",),
        help=f"did you mean `{guess}`?" if guess else f"for a file of your own write its path: `./{name}.rules`",
    )


def house_missing(name: str, near: str | None, known: Sequence[str]) -> Diagnostic:
    """A bare word that is the name of no shipped house rules."""
    guess = near or find_nearest(name, known)
    return Diagnostic("file-missing", _whole(name),
        f"there are no house rules called `{name}`",
        notes=(f"included house rules: {', '.join(known)}",),
        help=f"did you mean `{guess}`?" if guess else f"for a file of your own write its path: `./{name}.rules`",
    )


def file_is_folder(path: str) -> Diagnostic:
    return Diagnostic("file-is-folder", _whole(path),
        f"`{path}` is a folder; expected a ruleset",
        help="name one of the files in it",
    )


def file_not_regular(path: str, kind: str) -> Diagnostic:
    """A pipe or a device, which may have no end, where a file is expected; `kind` says what it is."""
    return Diagnostic("file-not-regular", _whole(path),
        f"`{path}` is {kind}, not a regular file",
        help="copy its contents to a file, and name that file",
    )


def folder_without_rules(path: str) -> Diagnostic:
    """A folder to check without a ruleset in it."""
    return Diagnostic("folder-without-rules", _whole(path),
        f"there is no ruleset in the folder `{path}`",
        help="name a folder with files whose names end in `.rules`",
    )


def file_unreadable(path: str, reason: str | None, number: int | None = None) -> Diagnostic:
    """A file that the system does not let us read; `reason` in the system's words, `number` by its own."""
    if number == errno.ELOOP:
        return Diagnostic("file-unreadable", _whole(path),
            f"`{path}` is a link that leads back to itself",
            help="replace it with a copy of the file that you want",
        )
    refused = number in (errno.EACCES, errno.EPERM)
    advice = "you have permission to read it" if refused else "its name is right and its disk is connected"
    return Diagnostic("file-unreadable", _whole(path),
        f"`{path}` cannot be read: {reason or 'the system gives no reason'}",
        help=f"check that {advice}",
    )


def file_empty(path: str) -> Diagnostic:
    begin = 'house_rules = "NAME"` and `for = "GAME"' if path.endswith(".toml") else 'game my_game "My Game"'
    return Diagnostic("file-empty", _whole(path),
        f"`{path}` is empty",
        help=f"begin it with `{begin}`",
    )


def file_too_large(path: str, limit: int) -> Diagnostic:
    return Diagnostic("file-too-large", _whole(path),
        f"`{path}` is too long: more than {limit:,} characters",
        help="check that it is the right file; a long ruleset can be split into libraries",
    )


def too_large_formatted(path: str, limit: int) -> Diagnostic:
    return Diagnostic("file-too-large", _whole(path),
        f"`{path}` is left as it is: formatted, it would have more than {limit:,} characters",
        help="split a long ruleset into libraries, then format each",
    )


def file_binary(span: Span, byte: int) -> Diagnostic:
    """A file that holds a zero byte, as pictures and programs do; `byte` counts from one."""
    return Diagnostic("file-binary", span,
        f"`{span.source.name}` is not a text file: byte {byte:,} on line {span.line} is zero",
        label="a zero byte",
        help="check that it is the right file; a ruleset is a plain text file in UTF-8",
    )


def file_not_utf8(span: Span, byte: int, value: int, looks_like: str) -> Diagnostic:
    """Bytes that are not UTF-8. `byte` counts from one, `value` is what stands there; `looks_like` is "" if unknown."""
    return Diagnostic("file-not-utf8", span,
        f"`{span.source.name}` is not in UTF-8: byte {byte:,}, on line {span.line}, is 0x{value:02X}",
        label="not a character in UTF-8",
        notes=(f"the file looks like {looks_like}",) if looks_like else (),
        help="save the file again with the encoding UTF-8",
    )


def file_outside(path: str, folder: str) -> Diagnostic:
    """A link to a file outside the folder of a ruleset."""
    return Diagnostic("file-outside", _whole(path),
        f"`{path}` links to a file outside the folder `{folder}`",
        notes=("for safety, the program follows no links out of this folder",),
        help="replace the link with the file itself",
    )


def library_alone(span: Span, name: str, games: Sequence[str]) -> Diagnostic:
    """A library where a game is expected; `games` are shipped ones that use it."""
    example = f", such as `{games[0]}`" if games else ""
    return Diagnostic("library-alone", span,
        f"`{name}` is a library; expected a game",
        label="a library is only a part of a game",
        help=f"name a game that uses it{example}",
    )
