"""What was typed on the command line: verbs, options and words that do not fit."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Severity
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.source import Span


def verb_missing(span: Span, verbs: Sequence[str]) -> Diagnostic:
    return Diagnostic("verb-unknown", span,
        "say what to do",
        label=f"one of {', '.join(verbs)} goes here",
        help="`groundrules --help` explains each of them",
    )


def verb_unknown(span: Span, verb: str, verbs: Sequence[str]) -> Diagnostic:
    guess = find_nearest(verb, verbs)
    return Diagnostic("verb-unknown", span,
        f"`{verb}` is nothing that groundrules does",
        label=f"known are {', '.join(verbs)}",
        help=f"did you mean `{guess}`?" if guess else "`groundrules --help` explains each of them",
        fix=Fix(span, guess) if guess else None,
    )


def flag_unknown(span: Span, flag: str, verb: str, flags: Sequence[str]) -> Diagnostic:
    """An option of the command line that the verb does not have."""
    guess = find_nearest(flag, flags)
    return Diagnostic("flag-unknown", span,
        f"`{verb}` has no option `{flag}`",
        label="not known here",
        help=f"did you mean `{guess}`?" if guess else f"its options are {', '.join(flags)}",
        fix=Fix(span, guess) if guess else None,
    )


def diff_of_one(name: str) -> Diagnostic:
    return Diagnostic("wrong-usage", None,
        f"there is nothing to compare `{name}` with",
        label="by itself",
        help=f"name another ruleset, or house rules: `groundrules diff {name} --house RULES`",
    )


def diff_of_three(name: str) -> Diagnostic:
    return Diagnostic("wrong-usage", None,
        "two rulesets are compared as they are; house rules go with one",
        label=f"leave `{name}` away, or `--house`",
        help="`groundrules diff NAME --house RULES` compares a ruleset with the same under house rules",
    )


def file_there(path: str) -> Diagnostic:
    return Diagnostic("wrong-usage", None,
        f"there is a file `{path}` already",
        label="it would be lost",
        help="give another name, or move that file away",
    )


def transcript_ending(name: str) -> Diagnostic:
    """A file for a transcript whose name does not say how it is to be written."""
    return Diagnostic("wrong-usage", None,
        f"`{name}` does not say how a transcript is to be written",
        label="neither `.txt` nor `.jsonl`",
        help="end the name in `.txt` for text, or in `.jsonl` for lines of JSON",
    )


def matrix_of_few(name: str) -> Diagnostic:
    """Fewer than two house rules to hold against each other."""
    return Diagnostic("wrong-usage", None,
        "it takes two house rules at least to hold them against each other",
        label="changed by too few",
        help=f"write `groundrules house matrix {name} --house A --house B`",
    )


def site_of_one() -> Diagnostic:
    """Options or house rules for a site with all games."""
    return Diagnostic("wrong-usage", None,
        "a folder gets every game as it is printed; options and house rules go with one game",
        label="of which game?",
        help="`groundrules book NAME --house RULES --output FILE.html` writes one game",
    )


def not_pyodide(path: str, reason: str) -> Diagnostic:
    """A file that is not the package in which Pyodide comes."""
    return Diagnostic("wrong-usage", None,
        f"`{path}` is not the package of Pyodide: {reason}",
        label="not of use here",
        help="`npm pack pyodide` makes the file that goes here",
    )


def bench_for_others() -> Diagnostic:
    """A workbench that others could reach."""
    return Diagnostic("wrong-usage", None,
        "the workbench is for this computer alone, since it writes files",
        label="others would reach it there",
        help="leave `--host` out; `groundrules web NAME --host ADDRESS` serves a game to others",
    )


def address_unusable(address: str, reason: str) -> Diagnostic:
    """An address at which a server was to listen; `reason` in the system's words."""
    return Diagnostic("address-unusable", None,
        f"nothing can be served at `{address}`: {reason}",
        label="not to be had",
        help="leave `--port` out, and a free one is taken; `--host 0.0.0.0` stands for all addresses of this computer",
    )


def word_unwanted(span: Span, word: str, verb: str) -> Diagnostic:
    return Diagnostic("wrong-usage", span,
        f"`{verb}` has no use for `{word}`",
        label="one word too many",
        help=f"`groundrules {verb} --help` shows what it takes",
    )


def argument_missing(span: Span, command: str, arguments: Sequence[str]) -> Diagnostic:
    return _wrong_argument(span, command, f"{', '.join(arguments)} is missing")


def value_missing(span: Span, command: str, argument: str) -> Diagnostic:
    return _wrong_argument(span, command, f"`{argument}` wants a value after it")


def value_unwanted(span: Span, command: str, argument: str, value: str) -> Diagnostic:
    return _wrong_argument(span, command, f"`{argument}` takes no value, and `{value}` is given")


def whole_number_expected(span: Span, command: str, argument: str, value: str) -> Diagnostic:
    return _wrong_argument(span, command, f"`{argument}` wants a whole number, and `{value}` is none")


def choice_unknown(span: Span, command: str, argument: str, value: str, choices: Sequence[str]) -> Diagnostic:
    problem = f"`{argument}` cannot be `{value}`; it can be {', '.join(choices)}"
    return _wrong_argument(span, command, problem, find_nearest(value, choices))


def _wrong_argument(span: Span, command: str, problem: str, guess: str | None = None) -> Diagnostic:
    return Diagnostic("wrong-usage", span,
        problem,
        help=f"did you mean `{guess}`?" if guess else f"`{command} --help` shows what it takes",
    )


def code_unknown(span: Span, code: str, codes: Sequence[str]) -> Diagnostic:
    """A code of a diagnostic that has no page, because there is none such."""
    guess = find_nearest(code, codes)
    return Diagnostic("code-unknown", span,
        f"no diagnostic has the code `{code}`",
        label="not a code",
        help=f"did you mean `{guess}`?" if guess else "`groundrules explain` without a code lists them all",
        fix=Fix(span, guess) if guess else None,
    )


def cache_unusable(reason: str) -> Diagnostic:
    """Something that could not be kept for the next time, or was kept and is damaged."""
    return Diagnostic("cache-unusable", None,
        f"what was worked out before could not be used: {reason}",
        notes=("nothing is lost but time",),
        help="`GROUNDRULES_CACHE` can name another folder, or say `off`",
        severity=Severity.WARNING,
    )


def output_failed(reason: str) -> Diagnostic:
    """Output that cannot be written; `reason` in the system's words."""
    return Diagnostic("output-failed", None,
        f"the output cannot be written: {reason}",
        help="see whether there is room where it goes",
    )
