"""What all tests share: a rare garbage collection, and folders of their own for what the program keeps.

Trees, models and programs are large and live long; going through all of them for every few hundred new objects takes
more than half of the time of reading, checking and lowering. Hypothesis deadlines are off:
no test fails because the machine is busy. Games that never end are given up after fewer steps than users wait for.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import WorkStealingScheduling

from interpreter import cache
from interpreter.native import Native
from interpreter.stepper import Stepper
from tests.support.paths import ROOT
from tests.support.twin import Twin

MOST_QUICK_EXAMPLES = 3
"""How many examples of one test are run with `-m quick`."""

STEPS_OF_TESTS = 500_000
"""How many steps there are between two stops where a test does not say."""

for engine in (Native, Stepper, Twin):
    engine.__init__.__kwdefaults__["budget"] = STEPS_OF_TESTS

gc.set_threshold(100_000, 20, 50)

settings.register_profile("patient", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores: tests in a browser mostly wait."""
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WorkStealingScheduling:
    """Each worker has tests that follow one another, since they share games that were read, and browsers."""
    return WorkStealingScheduling(config, log)


@pytest.fixture(scope="session", autouse=True)
def folders_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test sees what its user has kept; all processes of the tests share the cache, and run this package."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    os.environ["GROUNDRULES_CACHE"] = str(shared / "groundrules-cache")
    os.environ["PYTHONPATH"] = str(ROOT)
    os.environ["GROUNDRULES_DATA"] = str(folder / "groundrules-data")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.markexpr == "quick":
        settings.register_profile("quick", settings(), max_examples=20)
        settings.load_profile("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests in a browser come first: they mostly wait, and are best shared out while there is much else to do. With
    `-m quick`, no test is run that is `long`, too, and of one with many examples some, taken from all over."""
    items.sort(key=lambda item: item.path.parent.name != "web")
    if config.option.markexpr != "quick":
        return
    examples: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("long") is not None:
            continue
        examples.setdefault(item.nodeid.partition("[")[0], []).append(item)
    items[:] = [each for several in examples.values() for each in several[:: -(-len(several) // MOST_QUICK_EXAMPLES)]]


def pytest_runtest_teardown() -> None:
    """What one test could not keep is nothing that the next has to say."""
    cache.take_trouble()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `-m quick`, modules that have no quick test are not even imported."""
    if config.option.markexpr == "quick" and collection_path.match("test_*.py"):
        return "mark.quick" not in collection_path.read_text(encoding="utf-8") or None
    return None
