"""A real browser for tests, and what every page has to do without: mistakes, strangers and obstacles."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.absent import miss

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}

PATIENCE = 60_000
"""The milliseconds after which what a page has not shown will not come: many, for machines that have much to do."""


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser."""
    path = find_browser()
    if path is None:
        miss(f"browser ({', '.join(BROWSERS)})", "chromium")
    with sync_playwright() as playwright:
        safe = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
        light = ["--disable-gpu", "--disable-software-rasterizer"]
        browser = playwright.chromium.launch(executable_path=path, args=[*safe, *light])
        yield browser
        browser.close()


@dataclass
class Visit:
    """A page that is visited, with what it complained of, whom else it asked, and what it was sent."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)

    def wait_for(self, selector: str, text: str = "", timeout: int = PATIENCE) -> None:
        self.page.locator(selector).filter(has_text=text).first.wait_for(timeout=timeout)

    def wait_until(self, truth: str) -> None:
        """Wait until a piece of JavaScript is true. (Playwright's own way evaluates it in the page, whose policy
        forbids that.)"""
        deadline = monotonic() + PATIENCE / 1000
        while monotonic() < deadline:
            if self.page.evaluate(truth):
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"never: {truth}")

    def list_violations(self) -> list[str]:
        """What axe finds that would keep somebody from using the page as it stands."""
        found = Axe().run(self.page, options={"resultTypes": ["violations"]}).response["violations"]
        return [f"{each['id']}: {[node['target'] for node in each['nodes']]}" for each in found]


def visit(
    browser: Browser, url: str, size: dict[str, int] = DESK, colours: str = "light", motion: str = "no-preference"
) -> Visit:
    """A page in a browser that knows nothing yet."""
    how = {"viewport": size, "color_scheme": colours, "reduced_motion": motion}
    context = browser.new_context(**how)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    visited = Visit(context.new_page())
    address = url.split("/")[2]

    def note_request(asked: str) -> None:
        if asked.split("/")[2] != address:
            visited.strangers.append(asked)

    visited.page.on("console", lambda each: visited.complaints.append(each.text) if each.type == "error" else None)
    visited.page.on("pageerror", lambda each: visited.complaints.append(str(each)))
    visited.page.on("dialog", lambda each: visited.complaints.append(f"dialog {each.message}"))
    visited.page.on("request", lambda each: note_request(each.url))
    visited.page.on("websocket", lambda each: each.on("framereceived", lambda frame: visited.frames.append(str(frame))))
    visited.page.goto(url)
    return visited
