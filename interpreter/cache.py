"""A cache on disk: the tables of the grammar, checked games, machine code.

Everything lies in one folder of the user's own. Each entry is a file named by its kind and by a hash of its inputs, so
an entry is right or not there at all; it begins with a hash of its name and content. An entry that does not verify, or
cannot be read as what it should be, is deleted and made again. An entry that somebody else may have written is never
used. Entries are written to a temporary file and renamed, so that two processes may write the same one at once. Where
nothing can be cached everything works, only slower: `take_trouble` then says why.

The folder is `$GROUNDRULES_CACHE`, or the system's cache folder; `GROUNDRULES_CACHE=off` turns the cache off.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from interpreter.files import open_regular, write_whole

Result = TypeVar("Result")

VARIABLE = "GROUNDRULES_CACHE"
OFF = ("off", "no", "0")

MOST_ENTRIES = 400
"""When there are more the oldest are thrown away."""

MARK = b"groundrules\n"

_troubles: list[str] = []


def take_trouble() -> str:
    """Return why something could not be cached or read since the last call; empty if all went well."""
    first = _troubles[0] if _troubles else ""
    _troubles.clear()
    return first


def report_trouble(why: str) -> None:
    _troubles.append(why)


def find_folder() -> Path | None:
    """Return the cache folder, which need not exist yet; None if the cache is off."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen.lower() in OFF:
        return None
    return Path(chosen).absolute() if chosen else _find_default_folder()


def find_trusted_folder() -> Path | None:
    """Return the folder, unless others may have written to it."""
    place = find_folder()
    return place if place is not None and _is_ours(place) else None


def _find_default_folder() -> Path | None:
    """The folder that this system has for such things; None where there is no home."""
    from platformdirs import user_cache_path

    try:
        return user_cache_path("groundrules", appauthor=False)
    except RuntimeError:
        return None


def make_key(*parts: str | bytes) -> str:
    """Return a name that depends on these parts and on this version of the program alone."""
    found = hashlib.sha256(compute_version().encode())
    for part in parts:
        content = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(b"%d:" % len(content))
        found.update(content)
    return found.hexdigest()[:32]


@cache
def compute_version() -> str:
    """Fingerprint of this program: its files, by size and time, and the Python that runs it."""
    package = Path(__file__).resolve().parent
    found = hashlib.sha256(f"{sys.version} {package}".encode())
    for parent, folders, names in os.walk(package):
        apart = ("__pycache__", "rulesets", "diagnostics" if parent.endswith("grammar") else "")
        folders[:] = sorted(each for each in folders if each not in apart)
        for name in sorted(names):
            about = os.stat(os.path.join(parent, name))
            found.update(f"{name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.hexdigest()


@cache
def compute_release() -> str:
    """The version of this program that is compared between machines: its number, and a hash of its files' content."""
    package = Path(__file__).resolve().parent
    found = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        found.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{find_number() or 'from a folder'} ({found.hexdigest()[:8]})"


def find_number() -> str:
    """The number of the installed version; empty if none is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("groundrules")
    except PackageNotFoundError:
        return ""


# ---- taking out and putting in


def fetch(sort: str, name: str) -> bytes | None:
    """Return the content stored under this key (see `make_key`), if it is there and whole."""
    path = _find_path(sort, name)
    if path is None:
        return None
    try:
        with open_regular(path) as file:
            trusted = _is_private(os.fstat(file.fileno()))
            content = file.readall() if trusted else b""
    except FileNotFoundError:
        return None
    except OSError as error:
        _troubles.append(f"{path} cannot be read: {error.strerror}")
        return None
    if not trusted:
        _troubles.append(f"{path} is not used, since others may have written it")
        return None
    start = len(MARK) + hashlib.sha256().digest_size
    if content[:start] == _make_head(path, content[start:]):
        return content[start:]
    _discard(path)
    return None


def fetch_as(sort: str, name: str, read: Callable[[bytes], Result]) -> Result | None:
    """Return what `read` makes of the content stored under this key. An entry that it cannot read is deleted."""
    content = fetch(sort, name)
    try:
        return read(content) if content is not None else None
    except Exception:  # nothing is known of such content, so it can make `read` fail in any way
        if (path := _find_path(sort, name)) is not None:
            _discard(path)
        return None


def _make_head(path: Path, content: bytes) -> bytes:
    """The header of an entry. It depends on the name, so that one entry is never mistaken for another."""
    return MARK + hashlib.sha256(path.name.encode() + b"\n" + content).digest()


def _discard(path: Path) -> None:
    _troubles.append(f"{path} was damaged, and is made again")
    with suppress(OSError):
        path.unlink()


def store(sort: str, name: str, content: bytes) -> None:
    """Store content under this key. If that fails, `take_trouble` says so, and nothing else happens."""
    path = _find_path(sort, name)
    if path is None:
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, _make_head(path, content) + content)
        _evict(path.parent)
    except OSError as error:
        _troubles.append(f"nothing can be kept in {path.parent}: {error.strerror or error}")


def cached(sort: str, name: str, rooms: Sequence[str], kind: type[Result], make: Callable[[], Result]) -> Result:
    """Return the objects stored under this key, or else make them and store them."""
    found = fetch_objects(sort, name, rooms, kind)
    if found is None:
        found = make()
        store_objects(sort, name, found)
    return found


def fetch_objects(
    sort: str, name: str, rooms: Sequence[str], kind: type[Result], find: Callable[[Any], object] | None = None
) -> Result | None:
    """Return what `store_objects` stored under this key. None if it is not there, is not of this kind, or has anything
    in it that is no class of these rooms. `find` gives the objects that were stored by name."""

    def read(content: bytes) -> Result:
        found = _RoomUnpickler(content, rooms, find).load()
        names = [each.name for each in fields(found)] if is_dataclass(found) else []
        if not isinstance(found, kind) or any(not hasattr(found, each) for each in names):
            raise pickle.UnpicklingError(f"this is no {kind.__name__}")
        return found

    return fetch_as(sort, name, read)


def store_objects(sort: str, name: str, objects: object, find_name: Callable[[object], object] | None = None) -> None:
    """Store objects under this key, as `store` does, by what their classes say (other libraries write exceptions in a
    way of their own). What `find_name` has a name for is stored by it."""
    content = io.BytesIO()
    pickler = (pickle.Pickler if find_name is None else _NamingPickler)(content, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {}
    if isinstance(pickler, _NamingPickler):
        pickler.find_name = find_name
    pickler.dump(objects)
    store(sort, name, content.getvalue())


class _NamingPickler(pickle.Pickler):
    find_name: Callable[[object], object] | None = None

    def persistent_id(self, part: object) -> object:
        return self.find_name(part) if self.find_name is not None else None


class _RoomUnpickler(pickle.Unpickler):
    """Makes objects of the classes of some rooms, and of nothing else. A room may be a single class, too."""

    def __init__(self, content: bytes, rooms: Sequence[str], find: Callable[[Any], object] | None) -> None:
        super().__init__(io.BytesIO(content))
        self.rooms, self.find = rooms, find

    def persistent_load(self, name: Any) -> object:
        if self.find is None:
            raise pickle.UnpicklingError("nothing has a name here")
        return self.find(name)

    def find_class(self, module: str, name: str) -> Any:
        if not self._is_inside(f"{module}.{name}") or "." in name:
            raise pickle.UnpicklingError(f"{module} is no part of {self.rooms}")
        found = super().find_class(module, name)
        if not isinstance(found, type) or not self._is_inside(f"{found.__module__}.{found.__name__}"):
            raise pickle.UnpicklingError(f"{name} is no part of {self.rooms}")
        return found

    def _is_inside(self, name: str) -> bool:
        return any(name == room or name.startswith(f"{room}.") for room in self.rooms)


def _find_path(sort: str, name: str) -> Path | None:
    place = find_trusted_folder()
    return place / f"{sort}-{name}" if place is not None else None


def _is_ours(place: Path) -> bool:
    """Whether nobody else can have put anything there. A folder that is not there yet will be ours."""
    try:
        about = place.stat()
    except OSError:
        return True
    if _is_private(about):
        return True
    _troubles.append(f"{place} is not used, since others may write there")
    return False


def _is_private(about: os.stat_result) -> bool:
    """Whether a file or folder is this user's own and nobody else may write it, as far as the system says so."""
    return not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)


def _evict(place: Path) -> None:
    with os.scandir(place) as entries:
        found = [each for each in entries if each.is_file(follow_symlinks=False)]
    if len(found) <= MOST_ENTRIES:
        return
    dated: list[tuple[int, str]] = []
    for each in found:
        with suppress(OSError):
            dated.append((each.stat().st_mtime_ns, each.path))
    for _, old in sorted(dated)[: len(found) - MOST_ENTRIES // 2]:
        with suppress(OSError):
            os.unlink(old)
