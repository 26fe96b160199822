"""A workbench as static pages: the interpreter runs in the browser, in Pyodide.

Pyodide comes from its package at npm (`npm pack pyodide`); the pure Python packages that the interpreter needs are in
one archive beside it.
"""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from interpreter import loader

SERVED = ("bench.html", "table.html", "gallery.html", "gallery.css", "gallery.js")
"""Of the pages of the server, those that are made for the playground anew, or left out."""

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
"""Of the package, what a browser loads."""

LIBRARIES = ("lark", "pygments", "platformdirs")
"""What a desk imports that is no part of Python. House rules in TOML take more, and are left out."""

UNUSED = ("book", "cli", "lsp", "native", "web", "__pycache__")
"""What is not used there: rooms of the interpreter, and folders of any package."""

ENDINGS = (".py", ".txt", ".lark", ".tables", ".rules", ".md")

COLOURS = ("__init__.py", "_mapping.py")
"""Of the folders of lexers and styles, which are large, only how they are found."""


class NoPyodide(Exception):
    """A file that is not the package of Pyodide; the text says why not."""


def make_playground(package: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of the pages, by their paths. `package` is what npm packs of Pyodide. Raises `NoPyodide`."""
    static = files("interpreter").joinpath("web/static")
    bench = _put_before(static.joinpath("bench.html").read_text(encoding="utf-8"), "bench.js", "playground.js")
    yield "index.html", bench.replace("<h1>Workbench</h1>", "<h1>Playground</h1>").encode()
    table = _put_before(static.joinpath("table.html").read_text(encoding="utf-8"), "table.js", "playground-table.js")
    yield "table.html", table.encode()
    yield "first.rules", loader.read_source(loader.list_templates()[0].path).text.encode()
    for each in static.iterdir():
        if each.name not in SERVED:
            yield each.name, each.read_bytes()
    yield from _unpack(package)
    yield "packages.zip", _pack()


def _put_before(page: str, script: str, own: str) -> str:
    """A page that asks for what lies beside it, and for a script of the playground before its own."""
    page = page.replace("/static/", "")
    begin = f'<script type="module" src="{script}"></script>'
    return page.replace(begin, f'<script type="module" src="{own}"></script>\n{begin}')


def _unpack(package: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(fileobj=BytesIO(package)) as archive:
            for name in PYODIDE:
                member = archive.extractfile(f"package/{name}")
                if member is None:
                    raise NoPyodide(f"there is no `{name}` in it")
                yield f"pyodide/{name}", member.read()
    except (tarfile.TarError, EOFError) as error:
        raise NoPyodide(str(error)) from None
    except KeyError as error:
        raise NoPyodide(str(error.args[0])) from None


def _pack() -> bytes:
    """The interpreter, the rulesets and the libraries it needs, in one archive."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in _list_modules():
            archive.writestr(path, content)
    return packed.getvalue()


def _list_modules() -> Iterator[tuple[str, bytes]]:
    yield from _walk(files("interpreter"), "interpreter")
    for name in ("grammar", "rulesets"):
        yield from _walk(loader.find_shipped_folder(name), f"interpreter/{name}")
    for name in LIBRARIES:
        found = find_spec(name)
        assert found is not None
        assert found.origin is not None
        yield from _walk(Path(found.origin).parent, name)


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    is_large = path in ("pygments/lexers", "pygments/styles")
    for each in folder.iterdir():
        inside = f"{path}/{each.name}"
        if each.is_dir():
            if each.name not in UNUSED and inside not in ("interpreter/grammar", "interpreter/rulesets"):
                yield from _walk(each, inside)
        elif each.name.endswith(ENDINGS) and (not is_large or each.name in COLOURS):
            yield inside, each.read_bytes()
