"""Programs that some tests need and that are not on every machine."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def miss(what: str, package: str) -> NoReturn:
    """Skip the test because a program is missing. Where `CI` is `true` it is there, so the test fails."""
    reason = f"there is no {what}: apt-get install {package}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
