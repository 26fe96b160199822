"""Mistakes on the command line: verbs, options and words."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Severity
from interpreter.diagnostics.messages.names import find_nearest, join_parts
from interpreter.source import Span


def verb_missing(span: Span, verbs: Sequence[str]) -> Diagnostic:
    return Diagnostic("verb-unknown", span,
        "the command is missing",
        label=f"expected one of {', '.join(verbs)}",
        help="`groundrules --help` explains each command",
    )


def verb_unknown(span: Span, verb: str, verbs: Sequence[str]) -> Diagnostic:
    guess = find_nearest(verb, verbs)
    return Diagnostic("verb-unknown", span,
        f"there is no command `{verb}`",
        label=f"expected one of {', '.join(verbs)}",
        help=f"did you mean `{guess}`?" if guess else "`groundrules --help` explains each command",
        fix=Fix(span, guess) if guess else None,
    )


def flag_unknown(span: Span, flag: str, verb: str, flags: Sequence[str]) -> Diagnostic:
    """An option of the command line that the verb does not have."""
    guess = find_nearest(flag, flags)
    return Diagnostic("flag-unknown", span,
        f"`{verb}` has no option `{flag}`",
        label="unknown option",
        help=f"did you mean `{guess}`?" if guess else f"its options are {', '.join(flags)}",
        fix=Fix(span, guess) if guess else None,
    )


def diff_of_one(name: str) -> Diagnostic:
    return Diagnostic("wrong-usage", None,
        f"`groundrules diff` needs something to compare `{name}` with",
        label="only one ruleset",
        help=f"name another ruleset, or house rules: `groundrules diff {name} --house RULES`",
    )


def diff_of_three(name: str) -> Diagnostic:
    return Diagnostic("wrong-usage", None,
        "`--house` cannot be used with two rulesets",
        label=f"omit `{name}` or `--house`",
        help="`groundrules diff NAME --house RULES` compares a game with and without house rules",
    )


def file_there(path: str) -> Diagnostic:
    return Diagnostic("wrong-usage", None,
        f"the file `{path}` already exists",
        label="would be overwritten",
        help="choose another name, or remove that file first",
    )


def transcript_ending(name: str) -> Diagnostic:
    """A file for a transcript whose ending names no known kind of file."""
    return Diagnostic("wrong-usage", None,
        f"the ending of `{name}` is not a known kind of transcript",
        label="expected `.txt` or `.jsonl`",
        help="end the name with `.txt` for text, or `.jsonl` for lines of JSON",
    )


def matrix_of_few(name: str) -> Diagnostic:
    """Fewer than two house rules to compare."""
    return Diagnostic("wrong-usage", None,
        "expected two or more house rules to compare",
        label="too few house rules",
        help=f"write `groundrules house matrix {name} --house A --house B`",
    )


def site_of_one() -> Diagnostic:
    """Options or house rules for a folder with all games."""
    return Diagnostic("wrong-usage", None,
        "options and house rules cannot be used for a book of all games",
        label="for which game?",
        help="write the book of one game: `groundrules book NAME --house RULES --output FILE.html`",
    )


def not_pyodide(path: str, reason: str) -> Diagnostic:
    """A file that is not the package of Pyodide."""
    return Diagnostic("wrong-usage", None,
        f"`{path}` is not the package of Pyodide: {reason}",
        label="expected the package of Pyodide",
        help="download it with `npm pack pyodide`",
    )


def bench_for_others() -> Diagnostic:
    """A workbench that others could reach."""
    return Diagnostic("wrong-usage", None,
        "the workbench can only be used on this computer, since it writes files",
        label="other computers could reach it",
        help="omit `--host`; to play with others use `groundrules web NAME --host ADDRESS`",
    )


def address_elsewhere(host: str) -> Diagnostic:
    """An address for a server that this computer does not have."""
    return Diagnostic("address-unusable", None,
        f"`{host}` is not an address of this computer",
        label="cannot be used",
        help="omit `--host` to play on this computer only, or write `--host 0.0.0.0` so that others can join",
    )


def port_taken(port: int) -> Diagnostic:
    return Diagnostic("address-unusable", None,
        f"port {port} is already in use on this computer",
        label="in use",
        help="omit `--port`, and the program finds a free one",
    )


def port_unusable(port: int, reason: str) -> Diagnostic:
    """A port that the system does not let a server use; `reason` in the system's words."""
    return Diagnostic("address-unusable", None,
        f"port {port} cannot be used: {reason}",
        label="cannot be used",
        help="omit `--port`, or choose a number from 1024 to 65535",
    )


def word_unwanted(span: Span, word: str, verb: str) -> Diagnostic:
    return Diagnostic("wrong-usage", span,
        f"`{verb}` does not expect `{word}`",
        label="unexpected word",
        help=f"`groundrules {verb} --help` shows how to use it",
    )


_ARGUMENTS = {
    "NAME": "the name of a ruleset",
    "PATH": "the path of a ruleset or a folder",
    "FOLDER|NAME": "the name of a folder or a ruleset",
}
"""What stands for an argument in the help of a command, in words."""


def argument_missing(span: Span, command: str, arguments: Sequence[str], example: str) -> Diagnostic:
    missing = join_parts([_ARGUMENTS.get(each, f"`{each}`") for each in arguments])
    return Diagnostic("wrong-usage", span,
        f"{missing} {'is' if len(arguments) == 1 else 'are'} missing",
        label="expected here" if len(arguments) == 1 else "",
        help=f"write, for example, `{example}`; `{command} --help` shows how to use it",
    )


def value_missing(span: Span, command: str, argument: str) -> Diagnostic:
    return _wrong_argument(span, command, f"the value after `{argument}` is missing")


def value_unwanted(span: Span, command: str, argument: str, value: str) -> Diagnostic:
    return _wrong_argument(span, command, f"`{argument}` cannot have a value, and `{value}` was given")


def whole_number_expected(span: Span, command: str, argument: str, value: str) -> Diagnostic:
    return _wrong_argument(span, command, f"`{argument}` expects a whole number, not `{value}`")


def choice_unknown(span: Span, command: str, argument: str, value: str, choices: Sequence[str]) -> Diagnostic:
    problem = f"`{argument}` cannot be `{value}`; expected one of {', '.join(choices)}"
    return _wrong_argument(span, command, problem, find_nearest(value, choices))


def _wrong_argument(span: Span, command: str, problem: str, guess: str | None = None) -> Diagnostic:
    return Diagnostic("wrong-usage", span,
        problem,
        help=f"did you mean `{guess}`?" if guess else f"`{command} --help` shows how to use it",
    )


def code_unknown(span: Span, code: str, codes: Sequence[str]) -> Diagnostic:
    """A code without a page, because there is no such code."""
    guess = find_nearest(code, codes)
    return Diagnostic("code-unknown", span,
        f"there is no message with the code `{code}`",
        label="unknown code",
        help=f"did you mean `{guess}`?" if guess else "`groundrules explain` lists all codes",
        fix=Fix(span, guess) if guess else None,
    )


def cache_unusable(reason: str) -> Diagnostic:
    """Stored results that cannot be read or written."""
    return Diagnostic("cache-unusable", None,
        f"the cache cannot be used: {reason}",
        notes=("results are the same, but take longer",),
        help="set `GROUNDRULES_CACHE` to another folder, or to `off`",
        severity=Severity.WARNING,
    )


def output_failed(reason: str) -> Diagnostic:
    """Output that cannot be written; `reason` in the system's words."""
    return Diagnostic("output-failed", None,
        f"the output cannot be written: {reason}",
        help="check that the disk has room",
    )
