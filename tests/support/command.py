"""The command line in a process of its own; `conftest` tells such processes where the package is."""

from __future__ import annotations

import sys

COMMAND = [sys.executable, "-m", "interpreter"]
