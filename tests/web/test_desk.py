"""What a workbench is told of a text, and what becomes of texts that take too long or too much."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.loader import FileSource, find_house_rules, find_ruleset
from interpreter.web import worker
from interpreter.web.bench import Bench
from interpreter.web.desk import Data, Desk
from interpreter.web.folder import Folder
from interpreter.web.worker import Worker
from tests.support.small_games import ENDLESS, RACE

PIG = find_ruleset("pig").text


def ask(what: str, text: str, **more: Any) -> list[Data]:
    return list(Desk().answer({"do": what, "path": "/nowhere/game.rules", "text": text, **more}))


@pytest.mark.quick
def test_mistakes_have_places_and_fixes_that_mend_them() -> None:
    wrong = PIG.replace("most score", "most scroe").replace('"Pig"', '"Pig 🐖"', 1)
    (found,) = ask("check", wrong)
    assert not found["sound"]
    mark = next(each for each in found["marks"] if "scroe" in each["message"])
    as_browsers_count = wrong.encode("utf-16-le")
    assert as_browsers_count[2 * mark["start"] : 2 * mark["end"]].decode("utf-16-le").startswith("scroe")
    fix = mark["fix"]
    start, end = 2 * fix["start"], 2 * fix["end"]
    mended = as_browsers_count[:start] + fix["text"].encode("utf-16-le") + as_browsers_count[end:]
    assert ask("check", mended.decode("utf-16-le"))[0]["sound"]


@pytest.mark.quick
def test_rows_have_their_odds_beside_them() -> None:
    (found,) = ask("check", find_ruleset("two_dice").text)
    assert "1/36" in str([each["text"] for each in found["hints"]])
    assert ("table", "throws") in [(each["word"], each["name"]) for each in found["outline"]]


@pytest.mark.quick
def test_words_are_offered_and_names_described() -> None:
    at = PIG.index("add total of die") + len("add total of di")
    (found,) = ask("complete", PIG, at=at)
    assert "die" in [each["text"] for each in found["offered"]]
    assert found["start"] == PIG.index("add total of die") + len("add total of ")
    (found,) = ask("describe", PIG, at=at)
    assert "1d6" in found["text"]


@pytest.mark.quick
def test_the_rulebook_and_the_examples_of_a_text() -> None:
    (found,) = ask("rulebook", PIG)
    assert found["book"]["title"] == "Pig"
    assert ask("rulebook", "nonsense") == [{"book": None}]
    (found,) = ask("examples", PIG.replace("kept when one stops", "kept when somebody stops"))
    assert found["examples"]
    assert all(each["passed"] for each in found["examples"])


def test_a_simulation_grows_and_stands_beside_the_text_as_it_was() -> None:
    changed = PIG.replace("= 100 in", "= 50 in")
    found = ask("simulate", changed, before=PIG)
    assert [each["games"] for each in found] == [200, 1_000, 5_000, 20_000, 100_000]
    now, before = (
        next(each["mean"] for each in found[-1][which]["figures"] if each["name"] == "turns")
        for which in ("now", "before")
    )
    assert now < before
    assert all(each["winners"] for each in (found[-1]["now"], found[-1]["before"]))


@pytest.mark.quick
def test_exact_figures_that_are_found_soon() -> None:
    (found,) = ask("odds", find_ruleset("two_dice").text)
    exact = {each["name"]: each["exact"] for each in found["means"]}
    assert exact["runs_per_half_inning"] == "269109828625/367845981696"
    assert ask("odds", "nonsense") == [{"means": []}]


@pytest.mark.quick
def test_what_was_changed_since_the_text_was_opened() -> None:
    (found,) = ask("changes", PIG.replace("when die is 1", "when die is 2"), before=PIG)
    (change,) = found["changes"]
    assert (change["word"], change["name"]) == ("phase", "turn")
    assert any("when die is 2" in line for line in change["lines"])
    assert ask("changes", PIG) == [{"against": "", "changes": []}]


@pytest.mark.quick
def test_house_rules_are_held_against_their_game() -> None:
    source = find_house_rules("doubles")
    assert isinstance(source, FileSource)
    (found,) = Desk().answer({"do": "changes", "path": str(source.path), "text": source.text, "before": None})
    assert found["against"].endswith("two_dice.rules")
    assert any(each["word"] == "table" and each["cells"] for each in found["changes"])


# ---- limits


def collect(asked: Worker, request: Data) -> list[Data]:
    async def gather() -> list[Data]:
        return [each async for each in asked.ask(request)]

    return asyncio.run(gather())


def test_what_takes_too_long_is_stopped_and_the_next_is_answered() -> None:
    asked = Worker(0.05, False)
    try:
        (told,) = collect(asked, {"do": "check", "path": "/nowhere/a.rules", "text": RACE})
        assert told["trouble"] == "That took longer than 0 seconds, and was stopped."
        asked.seconds = 30
        (found,) = collect(asked, {"do": "check", "path": "/nowhere/a.rules", "text": RACE})
        assert found["sound"]
    finally:
        asked.stop()


@pytest.mark.parametrize("text", [ENDLESS, "game x\n" + "(" * 50_000, '"' * 300_000, "\0" * 1_000])
def test_a_text_whatever_leaves_the_desk_alive(text: str) -> None:
    asked = Worker(30, False)
    try:
        for what in ("check", "simulate", "examples", "rulebook"):
            answers = collect(asked, {"do": what, "path": "/nowhere/a.rules", "text": text})
            assert answers
            assert not any("bug" in each.get("trouble", "") for each in answers)
    finally:
        asked.stop()


class Greedy(Desk):
    """A desk that wants more memory than there is for it."""

    def answer(self, request: Data) -> Iterator[Data]:
        yield {"got": len(bytearray(worker.MOST_MEMORY + 1))}


@pytest.mark.skipif(os.name != "posix", reason="a bound for memory is set as such systems do it")
def test_what_takes_too_much_memory_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "Desk", Greedy)
    asked = Worker(30, False)
    asked._context = multiprocessing.get_context("fork")  # type: ignore[assignment]  # so that it has the greedy desk
    try:
        (told,) = collect(asked, {"do": "check", "path": "/nowhere/a.rules", "text": RACE})
        assert told["trouble"] == "That took more memory than one text may have, and was stopped."
    finally:
        asked.stop()


def test_who_asks_again_does_not_wait_for_what_was_asked_before() -> None:
    bench = Bench(Folder(Path("/nonexistent")))

    async def ask_twice() -> tuple[list[Data], list[Data]]:
        async def gather(what: str) -> list[Data]:
            message = {"do": what, "name": "own/pig.rules", "text": PIG}
            return [each async for each in bench.answer(message)]

        first = asyncio.create_task(gather("simulate"))
        await asyncio.sleep(0.5)
        return await gather("rulebook"), await first

    try:
        second, first = asyncio.run(ask_twice())
        assert second[0]["book"]["title"] == "Pig"
        assert len(first) < 5
    finally:
        bench.stop()
