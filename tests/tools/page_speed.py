"""How soon pages show what was done: `python -m tests.tools.page_speed`. It takes a browser and about a minute.

Three figures, in milliseconds, median and worst: from a key in the workbench to its marks, with the pause in which the
page waits for more; from a move at one seat to the other seat's page; and from a move to the last of 200 spectators.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Browser
from websockets.sync.client import ClientConnection

from interpreter.loader import find_ruleset
from interpreter.web import Bench, Folder
from tests.support.browsing import Visit, browsing, visit
from tests.support.games_alike import DUEL
from tests.support.seated import table_of
from tests.support.served import Served, receive, receive_question, send, serving, serving_bench

KEYS, MOVES, SPECTATORS = 8, 20, 200


def time_keys(browser: Browser, name: str) -> Iterator[float]:
    """From a key to the marks that belong to it, at a place in the middle of a text."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{name}.rules").write_text(find_ruleset(name).text, encoding="utf-8")
        with serving_bench(Bench(Folder(Path(folder)))) as link:
            desk = visit(browser, link)
            desk.wait_until("Number(document.body.dataset.checked) > 0")
            desk.page.evaluate(
                """() => {
                  const text = document.getElementById("text");
                  const at = text.value.indexOf("\\n", text.value.length / 2);
                  text.focus();
                  text.setSelectionRange(at, at);
                  window.shown = 0;
                  text.addEventListener("input", () => { window.typed = performance.now(); });
                  new MutationObserver(() => requestAnimationFrame(() => { window.shown = performance.now(); }))
                    .observe(document.body, { attributeFilter: ["data-checked"] });
                }"""
            )
            for number in range(KEYS):
                before = desk.page.evaluate("Number(document.body.dataset.checked)")
                desk.page.keyboard.type("#" if number == 0 else "x")
                desk.wait_until(f"Number(document.body.dataset.checked) > {before} && window.shown > window.typed")
                yield desk.page.evaluate("window.shown - window.typed")


def time_moves(browser: Browser) -> Iterator[float]:
    """From a click at one seat to what the other's page shows."""
    with serving(table_of(DUEL, {0: "Anna", 1: "Ben"})) as served:
        pages = [visit(browser, served.link(f"seat{seat}")) for seat in range(2)]
        for _ in range(MOVES):
            if served.hall.party.table.session.over:
                return
            asked, other = _who_is_asked(served, pages)
            before = served.hall.party.number
            other.page.evaluate(
                """() => {
                  const look = () => requestAnimationFrame(() => { window.shown = Date.now(); });
                  window.looking = window.looking || new MutationObserver(look);
                  window.looking.observe(document.body, { attributeFilter: ["data-number"] });
                }"""
            )
            asked.page.evaluate(
                "() => { window.clicked = Date.now(); document.querySelector('#offers button').click(); }"
            )
            other.wait_until(f"Number(document.body.dataset.number) > {before} && window.shown > 0")
            yield other.page.evaluate("window.shown") - asked.page.evaluate("window.clicked")
            other.page.evaluate("() => { window.shown = 0; }")


def _who_is_asked(served: Served, pages: list[Visit]) -> tuple[Visit, Visit]:
    while served.hall.party.table.question is None:
        time.sleep(0.005)
    seat = served.hall.party.table.question.seat
    pages[seat].wait_until(f"Number(document.body.dataset.number) >= {served.hall.party.number}")
    return pages[seat], pages[1 - seat]


def time_spectators() -> Iterator[float]:
    """From a move to the last of many spectators who have it."""
    with serving(table_of(DUEL, {0: "Anna", 1: "Ben"})) as served:
        seats = [served.connect(f"seat{seat}").__enter__() for seat in range(2)]
        bench = [served.connect("spectators").__enter__() for _ in range(SPECTATORS)]
        for each in (*seats, *bench):
            receive_question(each)
        for _ in range(6):
            question = served.hall.party.table.question
            if question is None:
                break
            with ThreadPoolExecutor(SPECTATORS) as waiting:
                came = [waiting.submit(_wait_for_state, each) for each in bench]
                began = time.perf_counter()
                send(seats[question.seat], say="")
            yield 1e3 * (max(each.result() for each in came) - began)
            time.sleep(0.2)
            for each in (*seats, *bench):
                _drain(each)


def _wait_for_state(page: ClientConnection) -> float:
    receive(page, "state")
    return time.perf_counter()


def _drain(page: ClientConnection) -> None:
    try:
        while True:
            page.recv(timeout=0)
    except TimeoutError:
        return


def main() -> None:
    with browsing() as browser:
        for name in ("two_dice", "marker", "cooperstown"):
            _report(f"key to marks, {name}", list(time_keys(browser, name)))
        _report("move to the other seat's page", list(time_moves(browser)))
    _report(f"move to the last of {SPECTATORS} spectators", list(time_spectators()))


def _report(what: str, times: list[float]) -> None:
    print(f"{what:42} {statistics.median(times):6.0f} ms, at worst {max(times):.0f}", flush=True)


if __name__ == "__main__":
    main()
