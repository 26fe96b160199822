"""Measures how long a move takes until it is seen on the page of another seat: `python -m tests.tools.page_speed`.

The last time, on two cores with much else to do: 4 moves, 25 ms in the middle, at most 50; and 43 and 109 where
eight processes shared them.
"""

from __future__ import annotations

from statistics import median

from tests.support.browsing import PHONE, browsing, visit
from tests.support.seated import table_of
from tests.support.served import serving
from tests.support.small_games import RACE

MOVES = 12

WATCH = """() => {
  window.seen = null;
  const note = () => { window.seen ??= performance.timeOrigin + performance.now(); };
  new MutationObserver(note).observe(document.body, { attributes: true, attributeFilter: ["data-number"] });
}"""

TAP = """() => {
  const go = document.getElementById("go"), offer = document.querySelector("#offers .offer");
  const now = performance.timeOrigin + performance.now();
  (go.hidden || go.disabled ? offer : go).click();
  return now;
}"""


def main() -> None:
    with browsing() as browser, serving(table_of(RACE, {0: "Anna", 1: "Ben"})) as served:
        visits = [visit(browser, served.link(f"seat{seat}"), PHONE) for seat in range(2)]
        for visited in visits:
            visited.wait_until("Boolean(document.body.dataset.number)")
        took: list[float] = []
        while len(took) < MOVES and (question := served.hall.party.table.question) is not None:
            mine, other = visits[question.seat], visits[1 - question.seat]
            mine.wait_until("Boolean(document.querySelector('#go:not([hidden]), #offers .offer'))")
            other.page.evaluate(WATCH)
            tapped = mine.page.evaluate(TAP)
            other.wait_until("window.seen !== null")
            took.append(other.page.evaluate("window.seen") - tapped)
            other.page.wait_for_timeout(200)
    print(f"{len(took)} moves, seen on the other page after {median(took):.0f} ms (middle), at most {max(took):.0f} ms")


if __name__ == "__main__":
    main()
