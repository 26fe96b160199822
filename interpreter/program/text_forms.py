"""What the text of a program is made of: the form of each instruction, the entries beside the code, and the names.

Each instruction has one form in `FORMS`. A field that refers to something (`SLOT_FIELDS` and so on) goes by a name
there, which `Names` gives out and understands. Part of `text`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from interpreter.program import (
    Answer,
    Award,
    Binary,
    Branch,
    Call,
    Chance,
    Check,
    ChoiceInfo,
    Decide,
    DiceInfo,
    Draw,
    Exchange,
    Finish,
    Instruction,
    Jump,
    Lay,
    Lift,
    Load,
    Lookup,
    Mark,
    MeasureInfo,
    Mix,
    Move,
    Peek,
    Pour,
    Program,
    QueryInfo,
    Return,
    Reveal,
    RoutineInfo,
    Sample,
    Say,
    Shape,
    Site,
    SlotInfo,
    Store,
    Switch,
    Take,
    Terminator,
    Text,
    Unary,
    ZoneInfo,
)

FORMS: dict[type[Instruction | Terminator], str] = {
    Move: "{target} = {value}",
    Binary: "{target} = {operator} {left} {right} at {site}",
    Unary: "{target} = {operator} {value} at {site}",
    Lookup: "{target} = array {array} index {index} at {site}",
    Load: "{target} = load {first} size {size} index {index} at {site}",
    Store: "store {first} size {size} index {index} value {value} at {site}",
    Check: "check {value} from {low} to {high} what {what} at {site}",
    Mark: "mark {site}",
    Say: "say {text} with {values} at {site}",
    Sample: "sample {measure} value {value}",
    Award: "award {winner} at {site}",
    Jump: "jump {block}",
    Branch: "if {condition} then {yes} else {no}",
    Switch: "switch {value} to {blocks}",
    Call: "call {routine} number {number} then {then}",
    Return: "return from {routine}",
    Chance: "roll {dice} outcomes {outcomes} by {thrower} into {target} then {then} at {site}",
    Decide: "choose {choice} by {chooser} flags {flags} default {default} into {target} then {then} at {site}",
    Draw: "draw {zone} index {index} onto {onto} place {place} into {target} then {then} at {site}",
    Lay: "lay {card} on {zone} index {index} bottom {bottom} at {site}",
    Peek: "{target} = peek {zone} index {index} at {site}",
    Lift: "{target} = lift {zone} index {index} at {site}",
    Reveal: "{target} = reveal {zone} index {index} many {many} at {site}",
    Take: "take {cards} off {zone} index {index} at {site}",
    Pour: "pour {zone} index {index} onto {onto} place {place} bottom {bottom} at {site}",
    Exchange: "exchange {zone} index {index} with {onto} place {place} at {site}",
    Mix: "mix {zone} index {index} at {site}",
    Finish: "finish",
    Answer: "answer {values}",
}
TERMINATORS = (Jump, Branch, Switch, Call, Return, Chance, Draw, Decide, Finish, Answer)

ENTRIES: dict[str, tuple[str, type[Any]]] = {
    "what": ("checks", str),
    "array": ("arrays", tuple),
    "shape": ("shapes", Shape),
    "slot": ("slots", SlotInfo),
    "site": ("sites", Site),
    "text": ("texts", Text),
    "dice": ("dice", DiceInfo),
    "zone": ("zones", ZoneInfo),
    "choice": ("choices", ChoiceInfo),
    "measure": ("measures", MeasureInfo),
    "routine": ("routines", RoutineInfo),
    "query": ("queries", QueryInfo),
}
HEAD = tuple(each for each in fields(Program) if each.type in ("str", "int") or each.name in ("seats", "sides"))

SLOT_FIELDS = frozenset({"first", "flags"})
BLOCK_FIELDS = frozenset({"block", "yes", "no", "then"})
NAMED_FIELDS = {each: each for each in ("dice", "choice", "measure", "routine", "zone")} | {"onto": "zone"}
"""Fields that name an entry, and which sort of entry."""

NUMBER_FIELDS = frozenset({"array", "size", "low", "high", "what", "text", "number", "outcomes", "bottom"})

PLAIN = re.compile(r"[^\W\d][\w.:\[\]-]*")
LABEL = r"[^\s,();%#=]+"
OPERAND = rf"%?{LABEL}"


class BadProgramText(ValueError):
    """A text that is no program. Says which line and what was expected."""


# ---- names


@dataclass(frozen=True)
class Names:
    """What the parts of a program go by in its text, and back."""

    labels: dict[str, tuple[str, ...]]

    def label(self, kind: str, index: int) -> str:
        """The label of number `index` of a kind."""
        labels = self.labels[kind]
        return labels[index] if 0 <= index < len(labels) else f"@{index:d}"

    def index(self, kind: str, label: str) -> int:
        """The number that a label stands for."""
        _, at, number = label.rpartition("@")
        if at and re.fullmatch(r"-?\d+", number):
            return int(number)
        if label not in self.labels[kind]:
            raise BadProgramText(f"there is no {kind} called {label}")
        return self.labels[kind].index(label)


def _labels(names: Sequence[str]) -> tuple[str, ...]:
    times = Counter(names)
    return tuple(
        name if times[name] == 1 and PLAIN.fullmatch(name) else re.sub(r"[^\w.:\[\]-]", "_", name) + f"@{index:d}"
        for index, name in enumerate(names)
    )


def names_of(tables: dict[str, list[Any]], blocks: Sequence[str]) -> Names:
    """The names in a program with these entries, and blocks called so."""
    kinds = ("slot", "dice", "zone", "choice", "measure", "routine")
    labels = {kind: _labels([each.name for each in tables[kind]]) for kind in kinds}
    return Names({**labels, "block": _labels(blocks)})
