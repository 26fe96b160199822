"""The words of a command line: what is wrong with one of them is shown with carets under it.

`CommandLine` has the words as a source, `Parser` is argparse with our diagnostics, and below are the options that many
verbs share, each declared once. Those of verbs that play or calculate are in `arguments`, which loads more.
"""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.diagnostics.messages import playing, usage
from interpreter.source import Source, Span

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

PROGRAM = "groundrules"

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

FLAG = re.compile(r"--?[^\W\d]")

Options: TypeAlias = dict[str, dict[str, Any]]
"""Arguments by their names, `-n/--games` for two of one, with what `argparse` takes."""

MAX_NUMBER_LENGTH = 40

WHOLE_NUMBER = re.compile(r"[0-9][0-9_,]*((\.[0-9]+)?e[0-9]{1,2})?", re.ASCII | re.IGNORECASE)

MAX_PACE = 60

PACE = re.compile(r"[0-9]{0,9}\.?[0-9]{1,9}")


class UsageError(Rejected):
    """The command line itself is wrong, not a ruleset."""


class CommandLine:
    """The command line as a source."""

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
    """Raise `UsageError` with every mistake in some words, each diagnostic at its word."""
    wrong = Diagnostics()
    for word in words:
        found = Diagnostics()
        check(word, found)
        wrong.extend(place_at_word(arguments, word, each) for each in found.found)
    if wrong.found:
        raise UsageError(wrong.found)


# ---- parsing


class Parser(argparse.ArgumentParser):
    """Reads the words of the default `command_line`. The type of an argument raises `Rejected` for a wrong word, or
    `ValueError` where a whole number was expected."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)
        self._given: list[argparse.Action] = []

    @property
    def line(self) -> CommandLine:
        line: CommandLine = self.get_default("command_line")
        return line

    def check_flags(self, words: Sequence[str]) -> None:
        """Stop at the first option that is not known, or has a value and takes none; after `--` there are none."""
        known = {flag: action for action in self._actions for flag in action.option_strings}
        for word in takewhile(lambda each: each != "--", words):
            flag, equals, value = word.partition("=")
            if flag not in known and word[:2] in known:
                flag, equals, value = word[:2], "=", word[2:]
            if flag not in known and FLAG.match(flag):
                verb, flags = self.prog.removeprefix(f"{PROGRAM} "), [each for each in known if each.startswith("--")]
                misuse(usage.flag_unknown(self.line.span(word), flag, verb, flags))
            if equals and flag in known and known[flag].nargs == 0:
                misuse(usage.value_unwanted(self.line.span(word), self.prog, _name(known[flag]), value))

    def error(self, message: str) -> NoReturn:
        """Stop with the arguments that are missing: all else that can be wrong stops below."""
        missing = [_name(each) for each in self._actions if each.required and each not in self._given]
        example = next((each for each in (self.epilog or "").splitlines() if PROGRAM in each), f"{self.prog} --help")
        misuse(usage.argument_missing(self.line.end, self.prog, missing, example.strip()))

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        self._given.append(action)
        return super()._get_values(action, arg_strings)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except Rejected as rejected:
            placed = [self.line.place(arg_string, each) for each in rejected.diagnostics]
            raise UsageError(placed) from None
        except argparse.ArgumentError:
            misuse(usage.whole_number_expected(self.line.span(arg_string), self.prog, _name(action), arg_string))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            choices = [str(each) for each in action.choices]
            misuse(usage.choice_unknown(self.line.span(value), self.prog, _name(action), value, choices))

    def _match_argument(self, action: argparse.Action, arg_strings_pattern: str) -> int:
        try:
            return super()._match_argument(action, arg_strings_pattern)
        except argparse.ArgumentError:
            flag = next(filter(self.line.has, action.option_strings), "")
            misuse(usage.value_missing(self.line.span(flag), self.prog, _name(action)))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Write help; errors in writing are not ignored."""
        print(message, end="", file=file)


def _name(action: argparse.Action) -> str:
    return str(argparse.ArgumentError(action, "").argument_name)


# ---- options


def whole_number(what: str, low: int, high: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number as people write it: `20000`, `20_000`, `20,000`, `1.5e6`."""
    return partial(_read_whole_number, what, low, high)


def _read_whole_number(what: str, low: int, high: int, text: str) -> int:
    found = WHOLE_NUMBER.fullmatch(text.strip()) if len(text) <= MAX_NUMBER_LENGTH else None
    number = Decimal(re.sub("[_,]", "", found[0]) if found else "NaN")
    if found is None or number != int(number) or not low <= number <= high:
        raise Rejected([playing.number_expected(what, text, low, high)])
    return int(number)


def _read_pace(text: str) -> float:
    if not PACE.fullmatch(text) or float(text) > MAX_PACE:
        raise Rejected([playing.number_expected("the pace", text, 0, MAX_PACE, "a number of seconds")])
    return float(text)


def add_options(parser: argparse.ArgumentParser, options: Options) -> None:
    for name, declaration in options.items():
        parser.add_argument(*name.split("/"), **declaration)


NAME_HELP = "a ruleset that comes with the program (see `groundrules list`), or the path of a file"

NAME: Options = {"name": {"metavar": "NAME", "help": NAME_HELP}}

JSON: Options = {"--json": {"action": "store_true", "help": "print one JSON object instead of text"}}

WATCH: Options = {"--watch": {"action": "store_true", "help": "run again whenever a file changes, until Ctrl-C"}}

HOUSE: Options = {
    "--house": {
        "metavar": "RULES",
        "action": "append",
        "default": [],
        "help": "use these house rules: a shipped name, or a file "
        "(may be given more than once, in order)",
    }
}

SETTINGS: Options = {
    "--set": {
        "dest": "settings",
        "metavar": "OPTION=VALUE",
        "action": "append",
        "default": [],
        "help": "set an option of the game (may be given more than once)",
    },
    **HOUSE,
    "--players": {"metavar": "N", "type": int, "help": "how many play (default: the fewest possible)"},
}

TRANSCRIPT: Options = {
    "--transcript": {"metavar": "FILE", "help": "write the play-by-play to FILE (.txt, or .jsonl as data)"}
}

SHOWING: Options = {
    "--no-undo": {"action": "store_true", "help": "allow no undo in this game, now or later"},
    "--pace": {"metavar": "SECONDS", "type": _read_pace, "default": 0.0, "help": "wait this long after each line"},
    "--plain": {"action": "store_true", "help": "print line by line, without a full screen"},
    **TRANSCRIPT,
}
"""What a verb takes that plays a game at the terminal."""
