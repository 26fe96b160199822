"""Whether every dependency comes as a wheel for each system and version of Python: `python -m tests.tools.wheels`.

It asks the package index that pip uses and downloads no more than names and descriptions. Last result, on 29 November
2026: all of them, except llvmlite for Python 3.14 on Macs with Intel processors, which `pyproject.toml` leaves out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from itertools import product

from packaging.requirements import Requirement

from tests.support.paths import ROOT

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    ("linux", "x86_64"): ("manylinux2014_x86_64", "manylinux_2_28_x86_64"),
    ("linux", "aarch64"): ("manylinux2014_aarch64", "manylinux_2_28_aarch64"),
    ("darwin", "arm64"): ("macosx_11_0_arm64", "macosx_12_0_arm64"),
    ("darwin", "x86_64"): ("macosx_10_13_x86_64", "macosx_12_0_x86_64"),
    ("win32", "AMD64"): ("win_amd64",),
}


def find_missing(version: str, system: tuple[str, str], requirements: list[Requirement]) -> str:
    """What pip says if something is missing; nothing if all is there."""
    where = {"python_version": version, "sys_platform": system[0], "platform_machine": system[1]}
    needed = [each for each in requirements if each.marker is None or each.marker.evaluate(where)]
    words = [f"{each.name}{each.specifier}" for each in needed]
    platforms = [word for each in SYSTEMS[system] for word in ("--platform", each)]
    with tempfile.TemporaryDirectory() as folder:
        choosing = ["--only-binary=:all:", "--implementation", "cp", "--python-version", version, *platforms]
        command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--target", folder]
        done = subprocess.run([*command, *choosing, *words], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [Requirement(each) for each in project["dependencies"]]
    missing = 0
    for version, system in product(VERSIONS, SYSTEMS):
        said = find_missing(version, system, requirements)
        missing += bool(said)
        print(version, *system, said or "every wheel is there", flush=True)
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main())
