"""The words of diagnostics.

Most messages are data, in a text beside the module that has the others of their kind, whose words are chosen by a
function. (Where there are no others there is no module, and the first line of the text says what it is about.) An entry
begins with how the message is called, and reads as it is shown:

    seat_names(span, given, most, alone?)
      error[seat-names] if alone: each side has one player, who has the name of the side
      error[seat-names]: this game is for up to {most} players, but has {given:a name|names} for them
      label: expected {most} names
      declared: the players are declared here
      help: name all players, or remove the names

`{...}` writes a fact, in one of the forms of `wording` if there is a colon. Of the lines for one thing the first counts
whose condition is true: `if NAME`, `if not NAME`, `if NAME is WORD`, `if NAME is {OTHER}`, `if several NAME`, joined by
`and`. But each true `note` and `about` counts. Further:

    guess: name among known     puts into `guess` what is most like it, if anything is
    fix: {guess}                replaces the place; `fix NAME` another one
    declared: ...               labels another place, which is a fact; `*NAME` several, each with its text
    at: NAME, file: NAME        where the place is not called `span`: a fact, or a whole file by its path
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from interpreter.diagnostics import Diagnostic, Fix, Label, Severity
from interpreter.diagnostics.wording import Template, find_nearest
from interpreter.source import Source, Span

LINE = re.compile(r"(\*?[\w.]+)(?:\[([\w-]+)\])?(?: (?!if )(\w+))?(?: if (.*?))?: (.*)")
WORDS = ("error", "warning", "label", "help", "fix", "note", "about", "at", "file", "guess")
"""What begins a line that is no label of another place."""

ALONE = ("conventions", "phases", "table_shape", "toml", "umpire")
"""Texts without a module beside them."""

Facts = dict[str, Any]


class Line:
    """A line of an entry, for instance `fix place if guess: {guess}`."""

    def __init__(self, line: str) -> None:
        found = LINE.fullmatch(line)
        assert found is not None, line
        self.word, self.code, self.place, condition, self.text = found.groups()
        self.conditions = condition.split(" and ") if condition else []

    def is_true(self, facts: Facts) -> bool:
        return all(_holds(each, facts) for each in self.conditions)


class Message:
    """An entry. Called with facts, it is a diagnostic."""

    def __init__(self, head: str, lines: list[str]) -> None:
        names = re.findall(r"[\w?]+", head)
        self.name, self.parameters = names[0], [each.rstrip("?") for each in names[1:]]
        self.optional = [each.rstrip("?") for each in names if each.endswith("?")]
        self.lines = [Line(each) for each in lines]

    def __call__(self, *values: Any, **named: Any) -> Diagnostic:
        facts = dict.fromkeys(self.optional, "") | dict(zip(self.parameters, values, strict=False)) | named
        found: dict[str, list[Line]] = {}
        for line in self.lines:
            if line.word == "guess":
                facts["guess"] = _find_guess(line.text, facts)
            elif line.is_true(facts):
                found.setdefault(line.word, []).append(line)

        def write(word: str) -> tuple[str, ...]:
            return tuple(Template().vformat(each.text, (), facts) for each in found.get(word, ()))

        severity = "error" if "error" in found else "warning"
        span = _find_place(found, facts)
        fixed = facts[found["fix"][0].place or "span"] if "fix" in found else None
        return Diagnostic(
            found[severity][0].code,
            span,
            write(severity)[0],
            label="".join(write("label")[:1]),
            labels=tuple(label for word in found if word not in WORDS for label in _list_labels(found[word][0], facts)),
            notes=write("note"),
            help="".join(write("help")[:1]),
            fix=Fix(fixed, write("fix")[0]) if fixed is not None else None,
            severity=Severity(severity),
            about=write("about"),
        )


def _find_place(found: dict[str, list[Line]], facts: Facts) -> Span | None:
    if "file" in found:
        return Span(Source(_read(found["file"][0].text, facts), ""), 0, 0)
    place = _read(found["at"][0].text, facts) if "at" in found else facts.get("span")
    assert place is None or isinstance(place, Span)
    return place


def _list_labels(line: Line, facts: Facts) -> list[Label]:
    if line.word.startswith("*"):
        return [Label(span, text) for span, text in facts[line.word[1:]]]
    place = _read(line.word, facts)
    return [Label(place, Template().vformat(line.text, (), facts))] if place else []


def _read(name: str, facts: Facts) -> Any:
    return Template().get_field(name, (), facts)[0]


def _holds(condition: str, facts: Facts) -> bool:
    plain = condition.removeprefix("not ")
    name, _, word = plain.removeprefix("several ").partition(" is ")
    value = _read(name, facts)
    if word:
        true = str(value) == Template().vformat(word, (), facts)
    else:
        true = len(value) > 1 if plain.startswith("several ") else bool(value)
    return true == (plain == condition)


def _find_guess(text: str, facts: Facts) -> str | None:
    """The value of `near or name among known`."""
    names, known = text.split(" among ")
    *sure, name = names.split(" or ")
    return next(filter(None, (facts[each] for each in sure)), None) or find_nearest(facts[name], facts[known])


@cache
def read_messages(module: str) -> dict[str, Message]:
    """The entries beside a module, by their names."""
    path = Path(__file__).with_name(f"{module.rpartition('.')[2]}.txt")
    text = re.sub(r"\n {3,}", " ", path.read_text(encoding="utf-8"))
    entries = [[line.strip() for line in each.splitlines()] for each in text.strip().split("\n\n")]
    messages = [Message(head, lines) for head, *lines in entries if lines]
    return {each.name: each for each in messages}


class Messages(ModuleType):
    """The messages of a text, as a module that has them by their names."""

    def __getattr__(self, name: str) -> Message:
        found = None if name.startswith("__") else read_messages(self.__name__).get(name)
        if found is None:
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        return found


def __getattr__(name: str) -> Messages:
    if name not in ALONE:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return Messages(f"{__name__}.{name}")
