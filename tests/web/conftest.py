"""A browser for the tests of a module, in which no page outlives its test: pages look for their servers for long."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browsing import browsing


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture
def browser(opened: Browser) -> Iterator[Browser]:
    yield opened
    for context in opened.contexts:
        context.close()
