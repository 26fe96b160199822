"""The parser of a command line: argparse, but what is wrong becomes a diagnostic at the word that is wrong."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.cli.command_line import PROGRAM, CommandLine, UsageError, misuse
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import usage

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

FLAG = re.compile(r"--?[^\W\d]")


class Parser(argparse.ArgumentParser):
    """Reads the words of the default `command_line`. A type of an argument raises `Rejected` for what is not of it, or
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
        """Write help; that it cannot be written is not passed over."""
        print(message, end="", file=file)


def _name(action: argparse.Action) -> str:
    return str(argparse.ArgumentError(action, "").argument_name)
