"""`groundrules format PATH...`: rulesets laid out in one way, comments kept.

Nothing is written that means something else: the new text is parsed again, and must give the same tree, the same
comments, and itself when it is formatted once more. A file with mistakes is left as it is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import field
from difflib import unified_diff

from interpreter import loader
from interpreter.cli.command_line import JSON, add_options
from interpreter.cli.loading import read_rulesets
from interpreter.cli.result_files import replace_source
from interpreter.cli.terminal.console import count_noun, count_problems, write_diagnostics, write_json
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics, Rejected, rendering
from interpreter.diagnostics.messages import files
from interpreter.formatter import format_file
from interpreter.formatter.editions import rename_new_words
from interpreter.parser import parse
from interpreter.source import MOST_CHARACTERS, Source
from interpreter.syntax import File


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file, a folder, a shipped ruleset, or -")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file would change")
    parser.add_argument("--diff", action="store_true", help="write nothing, and show what would change")
    add_options(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.paths == ["-"] and not (arguments.check or arguments.diff or arguments.json):
        return _format_input()
    formatting = _Formatting(writes=not (arguments.check or arguments.diff))
    for _, source in read_rulesets(arguments.paths, formatting.found, libraries=True):
        formatting.format(source)
    if arguments.json:
        write_json(_to_object(formatting, arguments.diff))
    else:
        _report(formatting, arguments.diff)
    return int(bool(formatting.found.errors or (arguments.check and formatting.changed)))


def _format_input() -> int:
    found = Diagnostics()
    try:
        text = format_text(loader.read_input(sys.stdin.buffer), found)
    except Rejected as rejected:
        text = None
        found.extend(rejected.diagnostics)
    write_diagnostics(found.in_order, sys.stderr)
    if text is None:
        return 1
    sys.stdout.write(text)
    return 0


@dataclass
class _Formatting:
    """Formats one ruleset after another. `changed` are those that were laid out in another way, with their new text."""

    writes: bool
    looked_at: int = 0
    changed: dict[str, tuple[Source, str]] = field(default_factory=dict)
    left_alone: list[str] = field(default_factory=list)
    found: Diagnostics = field(default_factory=Diagnostics)

    def format(self, source: Source) -> None:
        if source.name.endswith(loader.TOML_SUFFIX):
            self.left_alone.append(source.name)
            return
        self.looked_at += 1
        text = format_text(source, self.found)
        if text is None or text == source.text:
            return
        if self.writes:
            try:
                replace_source(source, text)
            except Rejected as rejected:
                self.found.extend(rejected.diagnostics)
                return
        self.changed[source.name] = (source, text)


def format_text(source: Source, found: Diagnostics) -> str | None:
    """The text of a ruleset in its one layout, with the line ends that it has; None if there are mistakes in it, or it
    would become too long to be read."""
    mistakes = Diagnostics()
    tree = parse(source, mistakes)
    if mistakes.errors:
        newer, problems = Source(source.name, rename_new_words(source.text)), Diagnostics()
        parse(newer, problems)
        if not problems.errors:
            return format_text(newer, found)
    found.extend(mistakes.found)
    if mistakes.errors:
        return None
    text = format_file(tree)
    if len(text) > MOST_CHARACTERS:
        found.add(files.too_large_formatted(source.name, MOST_CHARACTERS))
        return None
    again = parse(Source(source.name, text), mistakes)
    if mistakes.errors or again != tree or _list_comments(again) != _list_comments(tree) or format_file(again) != text:
        raise RuntimeError(f"{source.name} would not be the same when formatted, and is left as it is")
    return source.end_lines(text)


def _list_comments(tree: File) -> list[str]:
    return sorted(comment.text for comment in tree.comments)


# ---- report


def _report(formatting: _Formatting, with_diff: bool) -> None:
    write_diagnostics(formatting.found.in_order, sys.stdout)
    for name in formatting.left_alone:
        print(f"{name} is left as it is: house rules in TOML are not formatted")
    for name, (source, text) in formatting.changed.items():
        if with_diff:
            print("\n".join(_compare(source, text)))
        else:
            print(f"{name} {'formatted' if formatting.writes else 'would change'}")
    changed = f"{len(formatting.changed)} {'formatted' if formatting.writes else 'would change'}"
    counted = changed if formatting.changed else "already tidy" if not formatting.found.errors else "none formatted"
    problems = f", {count_problems(formatting.found.found)}" if formatting.found.found else ""
    print(f"{count_noun(formatting.looked_at, 'ruleset')} checked: {counted}{problems}")


def _compare(source: Source, text: str) -> Iterator[str]:
    before, after = source.text.splitlines(), text.splitlines()
    return unified_diff(before, after, source.name, f"{source.name} formatted", lineterm="")


def _to_object(formatting: _Formatting, with_diff: bool) -> dict[str, object]:
    changed = [
        {"path": name} | ({"diff": list(_compare(source, text))} if with_diff else {})
        for name, (source, text) in formatting.changed.items()
    ]
    return {
        "looked_at": formatting.looked_at,
        "written": formatting.writes,
        "changed": changed,
        "left_alone": formatting.left_alone,
        "diagnostics": [rendering.to_object(each) for each in formatting.found.in_order],
    }
