"""What a diagnostic is: data only. Its words are in `messages`, its drawing in `rendering`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import Enum

from interpreter.data_classes import dataclass
from interpreter.source import Span


class Severity(Enum):
    """Errors stop a ruleset from being used; warnings do not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Label:
    """Another place that matters, and why."""

    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """A replacement that mends a mistake, and is what was most likely meant."""

    span: Span
    replacement: str


@dataclass(frozen=True)
class Diagnostic:
    """One mistake: what it is called, where it is, and what would be right. `about` has the names that it concerns, if
    it concerns nothing else."""

    code: str
    span: Span | None
    message: str
    label: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    fix: Fix | None = None
    severity: Severity = Severity.ERROR
    about: tuple[str, ...] = ()


@dataclass
class Diagnostics:
    """Collects diagnostics and hands them back in the order of their places."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set, repr=False, compare=False)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep one; the same thing said twice about the same place is kept once."""
        if diagnostic not in self._known:
            self._known.add(diagnostic)
            self.found.append(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(each for each in self.in_order if each.severity is Severity.ERROR)

    @property
    def in_order(self) -> tuple[Diagnostic, ...]:
        files: dict[str, int] = {}
        for each in self.found:
            if each.span is not None:
                files.setdefault(each.span.source.name, len(files))
        return tuple(
            sorted(
                self.found, key=lambda each: (files[each.span.source.name], each.span.start) if each.span else (-1, 0)
            )
        )


class Rejected(Exception):
    """Raised by the Python interface when what a user wrote cannot be used; holds the diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{each.code}: {each.message}" for each in self.diagnostics))
