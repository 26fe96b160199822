"""What the text of a program is made of beside its instructions: the entries, and the names. Part of `text`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from interpreter.data_classes import dataclass
from interpreter.program import (
    AimInfo,
    CheckInfo,
    ChoiceInfo,
    DiceInfo,
    FunctionInfo,
    MeasureInfo,
    Program,
    QueryInfo,
    QuotientInfo,
    RoutineInfo,
    Shape,
    Site,
    SlotInfo,
    Text,
    ZoneInfo,
)

ENTRIES: dict[str, tuple[str, type[Any]]] = {
    "what": ("checks", CheckInfo),
    "array": ("arrays", tuple),
    "shape": ("shapes", Shape),
    "slot": ("slots", SlotInfo),
    "site": ("sites", Site),
    "text": ("texts", Text),
    "dice": ("dice", DiceInfo),
    "zone": ("zones", ZoneInfo),
    "choice": ("choices", ChoiceInfo),
    "measure": ("measures", MeasureInfo),
    "quotient": ("quotients", QuotientInfo),
    "aim": ("aims", AimInfo),
    "routine": ("routines", RoutineInfo),
    "query": ("queries", QueryInfo),
    "function": ("functions", FunctionInfo),
}
HEAD = tuple(each for each in fields(Program) if each.type in ("str", "int") or each.name in ("seats", "sides"))

LABELLED = ("slots", "dice", "zones", "choices", "measures", "routines", "functions")
"""The tables whose entries go by name in instructions."""

PLAIN = re.compile(r"[^\W\d][\w.:\[\]-]*")
LABEL = r"[^\s,();%#=]+"
OPERAND = rf"%?{LABEL}"


class BadProgramText(ValueError):
    """A text that is no program. Says which line and what was expected."""


# ---- names


@dataclass(frozen=True)
class Names:
    """The labels of records and blocks in the text of a program."""

    labels: dict[str, tuple[str, ...]]

    def label(self, table: str, index: int) -> str:
        labels = self.labels[table]
        return labels[index] if 0 <= index < len(labels) else f"@{index:d}"

    def index(self, table: str, label: str) -> int:
        """The number of a label."""
        _, at, number = label.rpartition("@")
        if at and re.fullmatch(r"-?\d+", number):
            return int(number)
        if label not in self.labels[table]:
            raise BadProgramText(f"there are no {table} called {label}")
        return self.labels[table].index(label)


def _labels(names: Sequence[str]) -> tuple[str, ...]:
    times = Counter(names)
    return tuple(
        name if times[name] == 1 and PLAIN.fullmatch(name) else re.sub(r"[^\w.:\[\]-]", "_", name) + f"@{index:d}"
        for index, name in enumerate(names)
    )


def names_of(tables: dict[str, list[Any]], blocks: Sequence[str]) -> Names:
    named = [keyword for keyword, (table, _) in ENTRIES.items() if table in LABELLED]
    labels = {ENTRIES[keyword][0]: _labels([each.name for each in tables[keyword]]) for keyword in named}
    return Names({**labels, "blocks": _labels(blocks)})
