"""What was typed on the command line: verbs, options and words that do not fit."""

from __future__ import annotations

import re
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


def word_unwanted(span: Span, word: str, verb: str) -> Diagnostic:
    return Diagnostic("wrong-usage", span,
        f"`{verb}` has no use for `{word}`",
        label="one word too many",
        help=f"`groundrules {verb} --help` shows what it takes",
    )


def wrong_usage(span: Span, verb: str, problem: str) -> Diagnostic:
    """Arguments that are missing or do not fit; `problem` in the words of Python's argument parser."""
    chosen = re.fullmatch(INVALID_CHOICE, problem)
    guess = find_nearest(chosen[2], re.findall(r"\w+", chosen[3])) if chosen else None
    more = f"`groundrules {verb} --help`".replace("groundrules groundrules", "groundrules") + " shows what it takes"
    return Diagnostic("wrong-usage", span,
        next((said for said in (_in_plain_words(problem, *each) for each in ARGPARSE_SAYS) if said), problem),
        help=f"did you mean `{guess}`?" if guess else more,
    )


INVALID_CHOICE = r"argument (.+): invalid choice: '(.*)' \(choose from (.+)\)"

ARGPARSE_SAYS = (
    (INVALID_CHOICE, "`{0}` cannot be `{1}`; it can be {2}"),
    (r"the following arguments are required: (.+)", "{0} is missing"),
    (r"argument (.+): expected one argument", "`{0}` wants a value after it"),
    (r"argument (.+): expected at least one argument", "`{0}` wants a value after it"),
    (r"argument (.+): invalid int value: '(.*)'", "`{0}` wants a whole number, and `{1}` is none"),
    (r"argument (.+): ignored explicit argument '(.*)'", "`{0}` takes no value, and `{1}` is given"),
)
"""What argparse says, and how we say it."""


def _in_plain_words(problem: str, pattern: str, said: str) -> str:
    match = re.fullmatch(pattern, problem, re.DOTALL)
    return said.format(*(each.replace("'", "") for each in match.groups())) if match else ""


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
