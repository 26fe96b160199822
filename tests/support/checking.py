"""Checking short rulesets, and what is said about the mistakes in `golden/check`.

A folder of `golden/check` holds rulesets with mistakes in them, and beside each what must be said about them, word
for word. Set GOLDEN=write in the environment to write that anew, then read what changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter import model
from interpreter.check import CheckResult
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.examples.run_example import run_examples
from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from tests.support.golden import compare_golden
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden" / "check"
SEMANTICS = sorted((TESTS / "semantics").glob("*.rules"))


def checked(text: str, libraries: Mapping[str, str] | None = None) -> CheckResult:
    """A ruleset checked; `libraries` are all there are."""
    sources = {name: Source(f"{name}.rules", each) for name, each in (libraries or {}).items()}
    return check_game(Sources(Source("game.rules", text), find_library=sources.get, libraries=tuple(sources)))


def model_of(text: str) -> model.Model:
    """The model of a ruleset without errors."""
    found = checked(text)
    assert found.model is not None, [short(each) for each in found.diagnostics.errors]
    return found.model


def said(text: str, libraries: Mapping[str, str] | None = None) -> list[str]:
    """All that is said about a ruleset: `line:column: code` each."""
    found = checked(text, libraries).diagnostics.in_order
    return [f"{each.span.line}:{each.span.column}: {each.code}" if each.span else each.code for each in found]


def failures(text: str) -> list[str]:
    """What is said about the examples of a ruleset that do not hold."""
    return [short(each) for result in run_examples(model_of(text)).results for each in result.failures]


def short(diagnostic: Diagnostic) -> str:
    """A diagnostic in a few lines: its place, code and message, other places, notes, help and fix."""
    place = diagnostic.span.place if diagnostic.span else ""
    warning = "warning: " if diagnostic.severity is Severity.WARNING else ""
    lines = [f"{place}: {warning}{diagnostic.code}: {diagnostic.message}"]
    lines += [f"  {label.span.place}: {label.text}" for label in diagnostic.labels]
    lines += [f"  note: {each}" for each in diagnostic.notes]
    lines += [f"  help: {diagnostic.help}"] if diagnostic.help else []
    if diagnostic.fix is not None:
        lines.append(f"  fix: `{diagnostic.fix.span.text}` becomes `{diagnostic.fix.replacement}`")
    return "\n".join(lines)


def mistakes(area: str) -> list[Path]:
    """The rulesets with mistakes in one area."""
    return sorted((GOLDEN / area).glob("*.rules"))


def compare(path: Path) -> None:
    """Check a ruleset with mistakes, and run its examples if it can be; all that is said must be as it was."""
    source = Source(path.name, path.read_text(encoding="utf-8"))
    found = check_game(Sources(source))
    told = [short(each) for each in found.diagnostics.in_order]
    if found.model is not None and found.model.examples:
        told += [short(each) for result in run_examples(found.model).results for each in result.failures]
    compare_golden(path.with_suffix(".expected"), "".join(f"{each}\n" for each in told))
    assert told, "a ruleset of mistakes has some"
