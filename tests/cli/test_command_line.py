"""The words of a command line have places, which diagnostics show."""

from __future__ import annotations

import pytest

from interpreter.cli.command_line import CommandLine
from interpreter.diagnostics import Diagnostic

LINE = CommandLine(["simulate", "my game.rules", "--set=tie=draw", "-n", "10"])


@pytest.mark.quick
def test_a_word_is_found_as_it_was_typed() -> None:
    assert LINE.span("simulate").text == "simulate"
    assert LINE.span("my game.rules").text == "'my game.rules'"
    assert LINE.span("tie=draw").text == "--set=tie=draw", "what follows the sign belongs to its option"
    assert LINE.has("10")


@pytest.mark.quick
def test_a_word_that_is_missing_would_stand_at_the_end() -> None:
    assert not LINE.has("11")
    assert LINE.span("11") == LINE.end
    assert LINE.end.start == len(LINE.source.text)
    assert LINE.span("") == LINE.end


@pytest.mark.quick
def test_a_diagnostic_that_has_a_place_keeps_it() -> None:
    without = Diagnostic("usage", None, "something is wrong")
    placed = LINE.place("-n", without)
    assert placed.span == LINE.span("-n")
    assert LINE.place("10", placed) is placed
