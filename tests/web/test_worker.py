"""What takes too long or too much is stopped; who asks again is answered."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from interpreter.desk import Data, Desk
from interpreter.loader import find_ruleset
from interpreter.web import worker
from interpreter.web.bench import Bench
from interpreter.web.folder import Folder
from interpreter.web.worker import Worker
from interpreter.workshop.limits import MOST_MEMORY
from tests.support.small_games import ENDLESS, RACE

PIG = find_ruleset("pig").text
LONG = PIG.replace("goal = 100 in 10..500", "goal = 100000 in 10..100000")
"""Games of this take minutes."""


def collect(asked: Worker, request: Data) -> list[Data]:
    async def gather() -> list[Data]:
        return [each async for each in asked.ask(request)]

    return asyncio.run(gather())


def test_what_takes_too_long_is_stopped_and_the_next_is_answered() -> None:
    asked = Worker(0.05, False)
    try:
        (told,) = collect(asked, {"do": "check", "path": "/nowhere/a.rules", "text": RACE})
        assert told["trouble"] == "That took longer than 0 seconds, and was stopped."
        asked.seconds = 60
        (found,) = collect(asked, {"do": "check", "path": "/nowhere/a.rules", "text": RACE})
        assert found["sound"]
    finally:
        asked.stop()


def test_a_text_whatever_leaves_the_desk_alive() -> None:
    asked, texts = Worker(60, False), (ENDLESS, "game x\n" + "(" * 50_000, '"' * 300_000, "\0" * 1_000)
    try:
        for text, what in product(texts, ("check", "simulate", "examples", "rulebook")):
            answers = collect(asked, {"do": what, "path": "/nowhere/a.rules", "text": text})
            assert answers
            assert not any("bug" in each.get("trouble", "") for each in answers)
    finally:
        asked.stop()


def test_no_answer_is_taken_for_one_to_a_later_request() -> None:
    asked = Worker(60, False)

    async def leave_and_ask() -> list[Data]:
        with suppress(TimeoutError):
            await asyncio.wait_for(anext(asked.ask({"do": "play", "path": "/nowhere/a.rules", "text": PIG})), 0.05)
        return [each async for each in asked.ask({"do": "check", "path": "/nowhere/a.rules", "text": RACE})]

    try:
        (found,) = asyncio.run(leave_and_ask())
        assert found["sound"]
    finally:
        asked.stop()


class Greedy(Desk):
    """A desk that wants more memory than there is for it."""

    def answer(self, request: Data) -> Iterator[Data]:
        yield {"got": len(bytearray(MOST_MEMORY + 1))}


@pytest.mark.skipif(os.name != "posix", reason="a bound for memory is set as such systems do it")
def test_what_takes_too_much_memory_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "Desk", Greedy)
    asked = Worker(60, False)
    asked._context = multiprocessing.get_context("fork")  # type: ignore[assignment]  # so that it has the greedy desk
    try:
        (told,) = collect(asked, {"do": "check", "path": "/nowhere/a.rules", "text": RACE})
        assert told["trouble"] == "That took more memory than one text may have, and was stopped."
    finally:
        asked.stop()


def test_who_asks_again_does_not_wait_for_what_was_asked_before() -> None:
    bench = Bench(Folder(Path("/nonexistent")))

    async def ask_twice() -> tuple[list[Data], list[Data]]:
        async def gather(what: str, text: str) -> list[Data]:
            message = {"do": what, "name": "own/game.rules", "text": text}
            return [each async for each in bench.answer(message)]

        first = asyncio.create_task(gather("simulate", LONG))
        await asyncio.sleep(0.5)
        return await gather("rulebook", PIG), await first

    try:
        second, first = asyncio.run(ask_twice())
        assert second[0]["book"]["title"] == "Pig"
        assert all(each.get("games", 0) < each.get("of", 1) for each in first), "it was not carried out to the end"
    finally:
        bench.stop()
