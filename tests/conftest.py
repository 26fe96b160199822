"""Games that are played by tests are kept in a folder of their own, which goes when the tests are over."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

FOLDER = tempfile.mkdtemp(prefix="groundrules-tests-")
os.environ["GROUNDRULES_DATA"] = FOLDER
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
