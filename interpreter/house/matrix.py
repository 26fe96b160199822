"""Which house rules go together: every pair of them, put to the game in either order.

A pair conflicts if it cannot be put to the game at once; it depends on order if one of the two says that it comes after
the other, or if it matters which comes first; one is redundant if the other does all of it; else they go together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from interpreter.amend import Amended
from interpreter.check import Checked
from interpreter.diagnostics import Diagnostic
from interpreter.house.differences import Difference, differences
from interpreter.source import Source

Check = Callable[[Sequence[Source]], Checked]
"""Checks the game under some house rules."""

CONFLICT, ORDER, REDUNDANT, TOGETHER = "conflict", "order", "redundant", "together"


@dataclass(frozen=True)
class Verdict:
    """What is to be said of two house rules, and why."""

    one: str
    other: str
    verdict: str
    why: str
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Matrix:
    """The verdict on every pair of house rules; `wrong` is what is wrong with those that do not even stand alone."""

    names: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    wrong: tuple[Diagnostic, ...] = ()


def matrix(sources: Sequence[Source], check: Check) -> Matrix:
    """Hold every pair of house rules against each other."""
    alone = [check([each]) for each in sources]
    wrong = tuple(each for one in alone for each in one.diagnostics.errors)
    if wrong:
        return Matrix(wrong=wrong)
    names = tuple(each.amended.stack[0].name for each in alone if each.amended is not None)
    pairs = combinations(range(len(sources)), 2)
    return Matrix(names, tuple(_verdict(names, sources, alone, pair, check) for pair in pairs))


def _verdict(
    names: Sequence[str], sources: Sequence[Source], alone: Sequence[Checked], pair: tuple[int, int], check: Check
) -> Verdict:
    first, second = pair
    one, other = names[first], names[second]
    both = check([sources[first], sources[second]])
    errors = both.diagnostics.errors
    if errors:
        return Verdict(one, other, CONFLICT, errors[0].message, errors)
    turned = check([sources[second], sources[first]])
    if turned.diagnostics.errors:
        reason = f"`{other}` before `{one}` makes no sense"
        return Verdict(one, other, ORDER, reason, turned.diagnostics.errors)
    assert both.amended is not None
    for name, rest, kept in ((one, other, alone[second]), (other, one, alone[first])):
        if not _differ(both.amended, kept.amended):
            return Verdict(one, other, REDUNDANT, f"`{rest}` does all that `{name}` does")
    return _order(one, other, both, turned)


def _order(one: str, other: str, both: Checked, turned: Checked) -> Verdict:
    """Whether it matters which of two comes first."""
    assert both.amended is not None
    after = {each.name: {name.text for name in each.header.after} for each in both.amended.stack}
    for late, early in ((one, other), (other, one)):
        if early in after[late]:
            return Verdict(one, other, ORDER, f"`{late}` comes after `{early}`")
    found = _differ(both.amended, turned.amended)
    if found:
        return Verdict(one, other, ORDER, f"the {found[0].word} `{found[0].name}` depends on which comes first")
    return Verdict(one, other, TOGETHER, "")


def _differ(one: Amended | None, other: Amended | None) -> list[Difference]:
    """What differs between two changed games, their examples aside."""
    assert one is not None
    assert other is not None
    return [each for each in differences(one.files, other.files) if each.word != "example"]
