"""House rules: what they change is not there, or is not as they say, or others change it too."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Fix, Label
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import describe_sort, find_nearest, join_parts
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__

HINT_OTHERWISE = "add the value for all other cases: `define ... only when ... otherwise ...`"


@dataclass(frozen=True)
class RowFacts:
    """A row that house rules change: its table, where its keys stand and what they are, and its result."""

    table: str
    keys: Span
    key: str
    result_span: Span
    result: str

    def changed(self, was: str) -> str:
        """How to write that the row replaces another."""
        if self.keys.source.name.endswith(".toml"):
            return f'"{self.key}" = {{ was = "{was}", now = "{self.result}" }}'
        return f"{self.key} : {self.result} was {was}"

    def removed(self, was: str) -> str:
        """How to write that the row is removed."""
        if self.keys.source.name.endswith(".toml"):
            return f'"{self.key}" = {{ was = "{was}", remove = true }}'
        return f"remove {self.key} : {was}"


@dataclass(frozen=True)
class NearRow:
    """A row of a table that may be meant: where it stands, its text, and how to change this one instead, if that can be
    said."""

    span: Span
    text: str
    instead: str = ""


def _quote(text: str, most: int = 60) -> str:
    return f"`{text if len(text) <= most else text[:most] + '...'}`"


# ---- files


def game_missing(place: Span, named: str, header: Span, game: str) -> Diagnostic:
    """House rules that say at this place that they are for others, which have their first line there; these are for
    `game`, in the end, if it is any."""
    both = shlex.join(["groundrules", "play", game, "--house", header.source.name, "--house", place.source.name])
    line = f'for = "{game}"' if place.source.name.endswith(".toml") else f"for {game}"
    return Diagnostic("house-alone", place,
        f"`{named}` is not a game but house rules",
        label="expected a game",
        labels=(Label(header, "these are house rules"),) if header != place else (),
        help=f"write `{line}`; to use both, type `{both}`" if game else "write the name of a game after `for`",
    )


def game_unsaid(span: Span) -> Diagnostic:
    """House rules that do not say which game they are for."""
    line = 'add a line `for = "GAME"`' if span.source.name.endswith(".toml") else "begin them with `{}`"
    return Diagnostic("house-unknown-game", span,
        "these house rules do not say which game they are for",
        label="no game here",
        help=line.format('house_rules NAME "Title" for GAME'),
    )


def names_of_games(names: Sequence[str]) -> str:
    """A note on a mistake that comes up with some of the games that house rules are for."""
    return f"this comes up with {join_parts([f'`{each}`' for each in names])}"


def order_circle(span: Span, chain: Sequence[str]) -> Diagnostic:
    return Diagnostic("house-order", span,
        f"no order is possible for these house rules: {' after '.join(f'`{each}`' for each in chain)}",
        label="goes round in a circle",
        help="remove one of the `after` lines",
    )


# ---- what is changed


def target_missing(span: Span, word: str, name: str, doing: str, known: Sequence[str], like: str = "") -> Diagnostic:
    """A change of something that the game does not have. `like` is what else has the name."""
    candidates = sorted(set(known))
    guess = find_nearest(name, candidates)
    mark = '"' if word == "example" else "`"
    known_here = ", ".join(f"{mark}{each}{mark}" for each in candidates[:8])
    advice = (f"the game has {known_here}{', ...' if len(candidates) > 8 else ''}" if candidates else "")
    return Diagnostic("house-target-missing", span,
        f"there is no {describe_sort(word)} {mark}{name}{mark} to {doing}",
        label=f"the game has {like} with this name" if like else "nothing in the game has this name",
        help=f"did you mean {mark}{guess}{mark}?" if guess else advice,
        fix=Fix(span, f'"{guess}"' if word == "example" else guess) if guess else None,
    )


def step_missing(span: Span, step: str, word: str, name: str, steps: Sequence[str]) -> Diagnostic:
    """A new step beside one that the rule or phase does not have."""
    known = list(dict.fromkeys(each for each in steps if each))
    guess = find_nearest(step, known)
    few = ", ".join(f"`{each}`" for each in known[:8])
    advice = f"its steps are {few}{', ...' if len(known) > 8 else ''}" if known else "none of its steps has a name"
    return Diagnostic("house-target-missing", span,
        f"{word} `{name}` has no step `{step}`",
        label="no such step",
        help=f"did you mean `{guess}`?" if guess else advice,
    )


# ---- rows


def row_of_others(facts: RowFacts, was: Span, there: Span, there_text: str, apart: bool) -> Diagnostic:
    """A change of a row that is not there, while another has its key among others. `apart` is whether that is so for
    one of several keys only."""
    own_line = f"give {_quote(facts.key)} a line of its own and " if apart else ""
    return Diagnostic("house-row-missing", facts.keys,
        f"table `{facts.table}` has no row for {_quote(facts.key)} alone",
        label="no such row",
        labels=(Label(there, "this row covers it"),),
        help=f"to add a new row that beats this one {own_line}omit `was {' '.join(was.text.split())}`,"
        f" or write {_quote('was ' + there_text)}",
    )


def row_differs(facts: RowFacts, was: Span, there: Span, there_text: str, apart: bool = False) -> Diagnostic:
    """The row has another result than the change says; `apart` if that is so for one of several keys only."""
    if apart:
        return Diagnostic("house-row-differs", facts.keys,
            f"the row for {_quote(facts.key)} in table `{facts.table}` was not {_quote(' '.join(was.text.split()))}",
            label=f"this was {_quote(there_text)}",
            labels=(Label(there, "the row in the game"),),
            help=f"give it a line of its own: {_quote(facts.changed(there_text), 90)}",
        )
    return Diagnostic("house-row-differs", was,
        f"the row for {_quote(facts.key)} in table `{facts.table}` was not {_quote(' '.join(was.text.split()))}",
        label="not the result in the game",
        labels=(Label(there, f"it is {_quote(there_text)}"),),
        help=f"if you still want the change, write {_quote('was ' + there_text)}",
        fix=Fix(was, there_text),
    )


def was_missing(facts: RowFacts, there: Span, there_text: str, apart: bool = False) -> Diagnostic:
    """A row as if it were new, for a key that has one; `apart` if that is so for one of several keys only."""
    own_line, end = " a line of its own:" if apart else "", facts.result_span
    return Diagnostic("house-was-missing", end,
        f"table `{facts.table}` already has a row for {_quote(facts.key)}",
        label="`was` is missing",
        labels=(Label(there, "this row would be lost"),),
        help=f"to replace it write{own_line} {_quote(facts.changed(there_text), 90)}",
        fix=None if apart else Fix(Span(end.source, end.end, end.end), f" was {there_text}"),
    )


# ---- several of them


# ---- what comes of them


def example_changed(span: Span, names: Sequence[str], title: str, expected: Span, wrong: str) -> Diagnostic:
    """An example of the game that fails under house rules that do not mention it."""
    where = " under `own_examples = '''`" if span.source.name.endswith(".toml") else ""
    lines = f'`change example "{title}"` with the lines that differ'
    return Diagnostic("house-example-changed", span,
        f"with {join_parts([f'`{each}`' for each in names])} the example \"{title}\" fails",
        label="these house rules change the result",
        labels=(Label(expected, wrong),),
        help=f'if this is intended, write{where} {lines}, or `remove example "{title}"`',
    )
