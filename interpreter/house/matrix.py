"""Finds which house rules go together: every pair of them, applied to the game in either order.

A pair conflicts if it cannot be applied at once. If it can, but an example fails then, that is reported. It depends
on order if one of the two says that it comes after the other, or if it matters which comes first; one is redundant
if the other does all of it; otherwise they go together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations

from interpreter.amend import AmendedGame
from interpreter.check import CheckResult
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.house.differences import Difference, find_differences
from interpreter.source import Source

Check = Callable[[Sequence[Source]], CheckResult]
"""Checks the game under some house rules."""

Failures = Sequence[tuple[str, tuple[Diagnostic, ...]]]
"""The titles of examples that fail, each with what is wrong."""

Try = Callable[[CheckResult], Failures]
"""Runs the examples of the game under some house rules."""

CONFLICT, FAILING, ORDER, REDUNDANT, TOGETHER = "conflict", "examples fail", "order", "redundant", "together"


@dataclass(frozen=True)
class Verdict:
    """How two house rules go together, and why."""

    one: str
    other: str
    verdict: str
    why: str
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class _SingleHouseRules:
    """A game with one of the house rules alone."""

    source: Source
    checked: CheckResult
    try_examples: Try

    @property
    def name(self) -> str:
        assert self.checked.amended is not None
        return self.checked.amended.stack[0].name

    @cached_property
    def failing(self) -> frozenset[str]:
        return frozenset(title for title, _ in self.try_examples(self.checked))


def compare_pairs(sources: Sequence[Source], check: Check, try_examples: Try) -> list[Verdict]:
    """The verdict on every pair. Raises `Rejected` with what is wrong with house rules that do not even stand alone."""
    alone = [_SingleHouseRules(each, check([each]), try_examples) for each in sources]
    if wrong := [each for one in alone for each in one.checked.diagnostics.errors]:
        raise Rejected(wrong)
    return [_judge_pair(*pair, check, try_examples) for pair in combinations(alone, 2)]


def _judge_pair(one: _SingleHouseRules, other: _SingleHouseRules, check: Check, try_examples: Try) -> Verdict:
    both = check([one.source, other.source])
    errors = both.diagnostics.errors
    if errors:
        return Verdict(one.name, other.name, CONFLICT, errors[0].message, errors)
    failures = try_examples(both)
    if failures:
        return _judge_failures(one, other, failures)
    turned = check([other.source, one.source])
    if turned.diagnostics.errors:
        reason = f"`{other.name}` before `{one.name}` makes no sense"
        return Verdict(one.name, other.name, ORDER, reason, turned.diagnostics.errors)
    for which, rest in ((one, other), (other, one)):
        if not _find_differences(both.amended, rest.checked.amended):
            return Verdict(one.name, other.name, REDUNDANT, f"`{rest.name}` does all that `{which.name}` does")
    return _judge_order(one.name, other.name, both, turned)


def _judge_failures(one: _SingleHouseRules, other: _SingleHouseRules, failures: Failures) -> Verdict:
    """What to say where examples fail: those first that hold under each of the two by itself."""
    blamed = {title: [each.name for each in (one, other) if title in each.failing] for title, _ in failures}
    title, culprits = min(blamed.items(), key=lambda each: len(each[1]))
    under = f"under `{culprits[0]}` alone, too" if culprits else "under both, but under neither alone"
    fail = f"and {len(failures) - 1} more fail" if len(failures) > 1 else "fails"
    found = tuple(each for _, diagnostics in failures for each in diagnostics)
    return Verdict(one.name, other.name, FAILING, f'the example "{title}" {fail} {under}', found)


def _judge_order(one: str, other: str, both: CheckResult, turned: CheckResult) -> Verdict:
    assert both.amended is not None
    after = {each.name: {name.text for name in each.header.after} for each in both.amended.stack}
    for late, early in ((one, other), (other, one)):
        if early in after[late]:
            return Verdict(one, other, ORDER, f"`{late}` comes after `{early}`")
    found = _find_differences(both.amended, turned.amended)
    if found:
        return Verdict(one, other, ORDER, f"the {found[0].word} `{found[0].name}` depends on which comes first")
    return Verdict(one, other, TOGETHER, "")


def _find_differences(one: AmendedGame | None, other: AmendedGame | None) -> list[Difference]:
    assert one is not None
    assert other is not None
    return [each for each in find_differences(one.files, other.files) if each.word != "example"]
