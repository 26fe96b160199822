"""Limits of time for texts from strangers."""

import signal
import time

import pytest

from interpreter.workshop.limits import at_most

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")


class Dawdler:
    """Takes its time to go, and swallows what is raised meanwhile, as all finalizers do."""

    def __del__(self) -> None:
        work_for(0.1)


def work_for(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_time_runs_out_though_a_finalizer_swallows_the_first_error() -> None:
    def dawdle() -> None:
        Dawdler()
        work_for(5)

    with pytest.raises(TimeoutError), at_most(0.01):
        dawdle()


def test_time_that_was_not_used_up_is_forgotten() -> None:
    with at_most(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
