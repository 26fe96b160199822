"""A file as written: its declarations, among them the changes of house rules, and its comments."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.syntax.components import Cards, Dice, Kind, Players, Zone
from interpreter.syntax.declarations import (
    Aim,
    Also,
    Choice,
    Define,
    Example,
    Expects,
    Header,
    Layout,
    Measure,
    Note,
    Option,
    Phase,
    Rule,
    Strategy,
    Table,
    View,
)
from interpreter.syntax.house import (
    Around,
    BesideStep,
    ChangedChoice,
    ChangedDefine,
    ChangedExample,
    ChangedExamples,
    ChangedPhase,
    ChangedTable,
    OnlyWhen,
    Removed,
    TakenTable,
)
from interpreter.syntax.nodes import Comment, Node


@dataclass(frozen=True)
class Replaced(Node):
    """A declaration that replaces the game's own."""

    declaration: Declaration


Change: TypeAlias = (
    TakenTable
    | Replaced
    | Removed
    | Around
    | BesideStep
    | ChangedDefine
    | OnlyWhen
    | ChangedTable
    | ChangedChoice
    | ChangedPhase
    | ChangedExample
    | ChangedExamples
)

CHANGES = (
    *(TakenTable, Replaced, Removed, Around, BesideStep, OnlyWhen, ChangedDefine),
    *(ChangedTable, ChangedChoice, ChangedPhase, ChangedExample, ChangedExamples),
)
"""The classes of changes."""

Declaration: TypeAlias = (
    Header
    | Kind
    | Players
    | Dice
    | Cards
    | Zone
    | Option
    | Expects
    | Phase
    | Also
    | Rule
    | Define
    | Table
    | Choice
    | Strategy
    | Measure
    | Aim
    | View
    | Layout
    | Example
    | Note
    | Change
)


@dataclass(frozen=True)
class File(Node):
    """One file: its declarations and its comments, each in order."""

    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = field(default=(), compare=False)

    @property
    def header(self) -> Header | None:
        return next((each for each in self.declarations if isinstance(each, Header)), None)
