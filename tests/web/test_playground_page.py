"""The playground in a real browser. It takes Pyodide: the environment says where `npm pack pyodide` put its package."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from interpreter.book.playground import make_playground
from tests.support.browsing import browsing, visit

PACKAGE = os.environ.get("PYODIDE_PACKAGE", "")

SLOW = 120_000
"""The milliseconds until what takes long is given up: a whole Python is loaded."""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing is said of what is asked for."""


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not PACKAGE:
        pytest.skip("no Pyodide here: set PYODIDE_PACKAGE to what `npm pack pyodide` made")
    folder = tmp_path_factory.mktemp("playground")
    for name, content in make_playground(Path(PACKAGE).read_bytes()):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()
    server.server_close()


def test_a_text_is_checked_swept_and_played_without_a_server(link: str) -> None:
    with browsing() as browser:
        alone = visit(browser, link)
        alone.wait_for("#marks-title", "No problems", SLOW)
        alone.page.click("#show-files")
        alone.page.click("button[data-name='shipped/pig.rules']")
        alone.page.click("#tab-rulebook")
        alone.wait_for("#panel", "John Scarne", SLOW)
        alone.page.click("#tab-sweep")
        alone.wait_for("#sweep-start", timeout=SLOW)
        alone.page.click("#sweep-start")
        alone.wait_for("#sweep-table", timeout=SLOW)
        alone.page.click("#sweep-stop")
        alone.page.click("#tab-game")
        table = alone.page.frame_locator("#table")
        table.locator("#go").filter(has_text="Roll").click(timeout=SLOW)
        table.locator("#heard").filter(has_text="rolls").first.wait_for(timeout=SLOW)
        table.get_by_text("Why?", exact=True).click()
        table.locator("#said p").first.wait_for(timeout=SLOW)
        assert alone.list_violations() == []
        assert not alone.complaints
        assert not alone.strangers
