"""A hand at the page of a table: it taps what can be tapped, as people do."""

from __future__ import annotations

from time import monotonic

from tests.support.browsing import PATIENCE, Visit

TAP = """() => {
  const go = document.getElementById("go"), offers = document.getElementById("offers");
  const button = text => [...offers.querySelectorAll(text)].find(each => !offers.hidden && !each.hidden);
  const tap = each => each.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const led = document.querySelector("#surface .ahead.can");
  if (led) return tap(led), true;
  if (button(".offer.go")) return tap(button(".offer.go")), true;
  for (let taps = 0; taps < 8; taps++) {
    if (!go.hidden && !go.disabled) return tap(go), true;
    const thing = document.querySelector("#surface .can:not(.chosen)");
    if (!thing || (taps && button(".offer"))) break;
    tap(thing);
    if (thing.dataset.from) return true;
  }
  return button(".offer") ? (tap(button(".offer")), true) : false;
}"""
"""Tap where a piece can go, the usual answer, what is ready, things until something is, or a button; says whether there
was anything."""

ASKS = "Boolean(document.querySelector('#go:not([hidden]), #offers .offer'))"


def wait_for_any(visits: dict[str, Visit], truth: str) -> Visit:
    """The first page on which a piece of JavaScript is true."""
    deadline = monotonic() + PATIENCE / 1000
    while monotonic() < deadline:
        for visited in visits.values():
            if visited.page.evaluate(truth):
                return visited
        visited.page.wait_for_timeout(10)
    raise AssertionError(f"on no page: {truth}")


def tap_when_asked(visits: dict[str, Visit]) -> None:
    """Tap an answer as soon as somebody is asked."""
    wait_for_any(visits, TAP)


PLAY = """() => new Promise((done, fail) => {
  const tap = %s;
  let [taps, last, since] = [0, "", Date.now()];
  const step = () => {
    const now = document.body.dataset.number + document.querySelector(".ask").textContent;
    if (!document.getElementById("ending").hidden) return done(taps);
    if (Date.now() - since > %d) return fail(`nothing happens after ${taps} taps: ${now}`);
    if (now !== last && tap()) { [last, since] = [now, Date.now()]; taps++; }
    setTimeout(step, 5);
  };
  step();
})"""


def play_to_the_end(visited: Visit) -> int:
    """Tap until the game is over; the number of taps."""
    return int(visited.page.evaluate(PLAY % (TAP, PATIENCE)))
