"""What the tests keep they keep in a folder of their own, which all their processes share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test sees what its user has kept."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    os.environ["GROUNDRULES_CACHE"] = str(shared / "groundrules-cache")
