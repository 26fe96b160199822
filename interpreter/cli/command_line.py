"""The words of a command line, so that what is wrong with one of them can be shown with carets under it."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NoReturn

from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.source import Source, Span

PROGRAM = "groundrules"

INTERRUPTED = 130
"""What the program ends with after Ctrl-C."""


class UsageError(Rejected):
    """The command line itself is wrong, not a ruleset."""


class CommandLine:
    """What was typed, as a source of its own."""

    def __init__(self, words: Sequence[str]) -> None:
        """`words` are those after the program's name."""
        self.words = [word.encode("utf-8", "replace").decode("utf-8") for word in words]
        self.source = Source("<command line>", " ".join([PROGRAM, *map(shlex.quote, self.words)]))

    @property
    def end(self) -> Span:
        return Span(self.source, len(self.source.text), len(self.source.text))

    def has(self, word: str) -> bool:
        return self.span(word) != self.end

    def span(self, word: str) -> Span:
        """The place of a word, or of the one that ends in `=word`; the end of the line if there is none."""
        at = len(PROGRAM) + 1
        for each in self.words:
            quoted = shlex.quote(each)
            if each == word or (word and each.startswith("--") and each.partition("=")[2] == word):
                return Span(self.source, at, at + len(quoted))
            at += len(quoted) + 1
        return self.end

    def place(self, word: str, diagnostic: Diagnostic) -> Diagnostic:
        """The diagnostic, placed at a word unless it has a place already."""
        return diagnostic if diagnostic.span is not None else replace(diagnostic, span=self.span(word))


def place_at_word(arguments: argparse.Namespace, word: str, diagnostic: Diagnostic) -> Diagnostic:
    line: CommandLine = arguments.command_line
    return line.place(word, diagnostic)


def misuse(diagnostic: Diagnostic) -> NoReturn:
    raise UsageError([diagnostic])


def misuse_at(arguments: argparse.Namespace, word: str, diagnostic: Diagnostic) -> NoReturn:
    misuse(place_at_word(arguments, word, diagnostic))


def check_words(
    arguments: argparse.Namespace, words: Iterable[str], check: Callable[[str, Diagnostics], object]
) -> None:
    """Raise `UsageError` with all that is wrong with some words, each diagnostic at its word."""
    wrong = Diagnostics()
    for word in words:
        found = Diagnostics()
        check(word, found)
        wrong.extend(place_at_word(arguments, word, each) for each in found.found)
    if wrong.found:
        raise UsageError(wrong.found)
