"""Finds rulesets, libraries and house rules by name or path and reads them.

A bare word is the name of a ruleset that comes with the program; anything else is a path. What comes with the
program lies inside the package once it is installed, and beside it in a checkout. A library that a ruleset uses is a
file `library/NAME.rules` in the ruleset's own folder, or one that comes with the program. Neither names nor links lead
out of a ruleset's folder, since rulesets come from strangers.
Whatever is wrong with a file becomes a diagnostic; no more of it is read than a ruleset may be long.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NoReturn

from interpreter.characters import make_visible
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import files, toml
from interpreter.diagnostics.messages import house as house_errors
from interpreter.diagnostics.wording import find_nearest
from interpreter.files import NotRegular, read_regular, resolve
from interpreter.source import MOST_CHARACTERS, MOST_SOURCES, Source, Sources, Span

MOST_BYTES = MOST_CHARACTERS * 4
"""The most bytes that these characters take in UTF-8."""

SUFFIX = ".rules"
TOML_SUFFIX = ".toml"
CARDS = "games.json"
INPUT = "standard input"

NAME = re.compile(r"[^\W\d]\w*")
HEADER = re.compile(r'^(game|library|house_rules)[ \t]+(\w+)[ \t]+"([^"\n]*)"', re.MULTILINE)
FOR = re.compile(r'^house_rules[ \t]+\w+[ \t]+"[^"\n]*"[ \t]+for[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)', re.MULTILINE)
TOML_FOR = re.compile(r"^for[ \t]*=[ \t]*[\"'](\w*)[\"']", re.MULTILINE)
"""Which game a file is for that is no TOML as it stands."""

CHART = re.compile(r"\w[\w-]*(/\w[\w-]*)*\.csv")
WORD = re.compile(r"\w+")
USE = re.compile(r"^[ \t]+use[ \t]+(\w+)", re.MULTILINE)

INDEX = "README.md"
CHAPTER = re.compile(r"^### (.*)$", re.MULTILINE)
"""The index of all diagnostics, and the headings there: chapters of the manual."""

ENDINGS = (SUFFIX, TOML_SUFFIX)
"""What files of house rules end in."""

ENCODING_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


@dataclass(frozen=True, eq=False)
class FileSource(Source):
    """A source that was read from a file, with its path."""

    path: Path


@dataclass(frozen=True)
class ShippedFile:
    """A ruleset that comes with the program: what its first line says. House rules have the `games` they are for."""

    name: str
    title: str
    path: Path
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameCard:
    """What a menu says of a game: the fewest and the most players, how many minutes a game takes, and how much of it is
    luck, from 0 to 1 (None where nobody can be beaten)."""

    name: str
    title: str
    path: Path
    about: str
    least: int
    most: int
    minutes: int
    luck: float | None


# ---- what comes with the program


def find_shipped_folder(name: str) -> Path:
    """A folder that comes with the program: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def list_games() -> tuple[ShippedFile, ...]:
    return _read_entries(find_shipped_folder("rulesets"))


def list_classics() -> tuple[ShippedFile, ...]:
    return _read_entries(find_shipped_folder("rulesets") / "classics")


def read_cards() -> tuple[GameCard, ...]:
    """The games, well-known ones first, with what `games.json` says of them, which `tests/tools/game_cards.py`
    writes."""
    facts = json.loads((find_shipped_folder("rulesets") / CARDS).read_text(encoding="utf-8"))
    entries = (*list_classics(), *list_games())
    return tuple(GameCard(each.name, each.title, each.path, **facts[each.name]) for each in entries)


def list_libraries() -> tuple[ShippedFile, ...]:
    return _read_entries(find_shipped_folder("rulesets") / "library")


def list_templates() -> tuple[ShippedFile, ...]:
    """Short rulesets to begin a new one with, by their titles."""
    return tuple(sorted(_read_entries(find_shipped_folder("rulesets") / "templates"), key=lambda each: each.title))


def list_house_rules() -> tuple[ShippedFile, ...]:
    return tuple(sorted(map(_read_house_entry, _find_house_files()), key=lambda each: (each.games, each.name)))


def _find_house_files() -> list[Path]:
    folder = find_shipped_folder("rulesets") / "house"
    return sorted([*folder.glob(f"*{SUFFIX}"), *folder.glob(f"*{TOML_SUFFIX}")])


def _read_house_entry(path: Path) -> ShippedFile:
    if path.suffix == TOML_SUFFIX:
        import tomllib

        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return ShippedFile(path.stem, table.get("title", ""), path, (table.get("for", ""),))
    games = (name for name, _ in _find_named_games(read_source(path)))
    return ShippedFile(path.stem, _read_entry(path).title, path, tuple(games))


def _read_entries(folder: Path) -> tuple[ShippedFile, ...]:
    return tuple(_read_entry(path) for path in sorted(folder.glob(f"*{SUFFIX}")))


def _read_entry(path: Path) -> ShippedFile:
    header = HEADER.search(path.read_text(encoding="utf-8"))
    return ShippedFile(path.stem, header[3] if header else "", path)


def list_codes() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _find_pages().glob("*.md") if path.name != INDEX))


def read_page(code: str) -> str | None:
    """The page that explains a diagnostic, with the chapter of the manual that its index names for it; None where
    there is no such code."""
    if code not in list_codes():
        return None
    before, _, _ = (_find_pages() / INDEX).read_text(encoding="utf-8").partition(f"[{code}]({code}.md)")
    return f"{find_page(code).read_text(encoding='utf-8')}\n## In the manual\n\n{CHAPTER.findall(before)[-1]}\n"


def find_page(code: str) -> Path:
    """The file of the page that explains a diagnostic."""
    return _find_pages() / f"{code}.md"


def _find_pages() -> Path:
    return find_shipped_folder("grammar") / "diagnostics"


def read_texts() -> dict[str, str]:
    """The tutorial, the guide, the manual and its chapters, and the index of diagnostics, by their paths."""
    folder = find_shipped_folder("grammar")
    paths = sorted([*folder.glob("*.md"), *folder.glob("manual/*.md"), _find_pages() / INDEX])
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


# ---- finding


def find_ruleset(name_or_path: str, library_too: bool = False) -> Source:
    """The ruleset with this name, or in the file at this path; a library only with `library_too`.

    Raises `Rejected` with a diagnostic that says what is wrong: no such file, a folder, not a text, too long.
    """
    source = read_source(_resolve_path(name_or_path))
    header = HEADER.search(source.text)
    if not library_too and header is not None and header[1] == "library":
        _reject(files.library_alone(Span(source, *header.span()), header[2], _find_users(header[2])))
    return source


def _resolve_path(name_or_path: str) -> Path:
    if not name_or_path:
        _reject(files.file_missing("", None, list_game_names()))
    if not NAME.fullmatch(name_or_path):
        return Path(name_or_path)
    games = (entry.path for entry in (*_list_all_games(), *list_libraries()))
    found = next((path for path in chain(games, _find_house_files()) if path.stem == name_or_path), None)
    return found or _reject(_report_missing(name_or_path))


def _find_users(library: str) -> list[str]:
    return [entry.name for entry in _list_all_games() if library in USE.findall(entry.path.read_text(encoding="utf-8"))]


def find_library(name: str, beside: Source) -> Source | None:
    """The library `name`: from the folder of the ruleset `beside`, if that was read from a file, else a shipped one.

    None where there is no such library. Raises `Rejected` where there is one that cannot be read.
    """
    if not NAME.fullmatch(name):
        return None
    if isinstance(beside, FileSource):
        own = beside.path.parent / "library" / f"{name}{SUFFIX}"
        if os.path.lexists(own):
            return read_source(own, within=beside.path.parent)
    library = find_shipped_folder("rulesets") / "library" / f"{name}{SUFFIX}"
    return read_source(library) if library.is_file() else None


def find_chart(name: str, beside: Source) -> Source | None:
    """The chart `name` in the folder of the file `beside`. Raises `Rejected` where it cannot be read."""
    if not isinstance(beside, FileSource) or not CHART.fullmatch(name) or not (beside.path.parent / name).is_file():
        return None
    return read_source(beside.path.parent / name, within=beside.path.parent)


# ---- house rules


def make_lasting(name: str) -> str:
    """The name of a shipped text, or a path that leads to its file from everywhere."""
    return name if NAME.fullmatch(name) else os.path.abspath(name)


def find_house_rules(name_or_path: str) -> Source:
    """The house rules with this name, or in the file at this path. Raises `Rejected` as `find_ruleset` does."""
    if NAME.fullmatch(name_or_path):
        found = next((path for path in _find_house_files() if path.stem == name_or_path), None)
        if found is None:
            beside = (Path(f"{name_or_path}{end}") for end in ENDINGS)
            here = next((path for path in beside if os.path.exists(path)), None)
            known = [path.stem for path in _find_house_files()]
            _reject(files.house_missing(name_or_path, f"./{here}" if here else None, known))
        return read_source(found)
    return read_source(Path(name_or_path))


def is_house_rules(source: Source) -> bool:
    header = HEADER.search(source.text)
    return source.name.endswith(TOML_SUFFIX) or (header is not None and header[1] == "house_rules")


def read_name(source: Source) -> str:
    """The name that a game, a library or house rules have in their first line; "" if there is no such line."""
    header = HEADER.search(source.text)
    return header[2] if header is not None else ""


def find_base_game(source: Source, house: Sequence[Source] = ()) -> Source:
    """The game that house rules are for: beside them, in the folder above, or one that comes with the program. If they
    are for several it is the first, or the first that the other `house` rules are for, too.

    Raises `Rejected` if there is none, or none is named.
    """
    return next(_iterate_base_games(source, house))


def find_base_games(source: Source, house: Sequence[Source] = ()) -> tuple[Source, ...]:
    """All games that house rules are for, and so are the others. Raises `Rejected` as `find_base_game` does."""
    return tuple(_iterate_base_games(source, house))


def _iterate_base_games(source: Source, house: Sequence[Source]) -> Iterator[Source]:
    named = _find_named_games(source)
    if not named:
        _reject(_report_no_game(source))
    others = [{name for name, _ in _find_named_games(each)} for each in house]
    shared = [each for each in named if all(each[0] in names for names in others)]
    return (_require_game(source, name, place) for name, place in shared or named)


def _report_no_game(source: Source) -> Diagnostic:
    first_line = Span(source, 0, len(source.text.partition("\n")[0]))
    if not source.name.endswith(TOML_SUFFIX):
        return house_errors.game_unsaid(first_line)
    from interpreter.parser.toml_places import NotToml, locate_values

    try:
        entry = locate_values(source).table.get("for")
    except NotToml as error:
        return toml.toml_syntax(Span(source, error.at, error.at + 1), str(error))
    except (ValueError, RecursionError):
        entry = None
    if entry is None:
        return house_errors.game_unsaid(first_line)
    return toml.toml_value(entry.span, "for", "the name of one game, in quotes", 'for = "GAME"')


def _require_game(source: Source, name: str, place: Span) -> Source:
    game = find_game(name, source)
    if game is None:
        _reject(house_errors.unknown_game(place, name, list_game_names()))
    return game


def sources_of(source: Source, house: Sequence[Source] = ()) -> Sources:
    """A game and the house rules for it, with the libraries that they use. House rules alone bring the game that they
    are for, or the first of several; raises `Rejected` if there is none."""
    return next(_iterate_sources(source, house))


def all_sources_of(source: Source, house: Sequence[Source] = ()) -> tuple[Sources, ...]:
    """As `sources_of`, but with house rules for several games once for each game."""
    return tuple(_iterate_sources(source, house))


def _iterate_sources(source: Source, house: Sequence[Source]) -> Iterator[Sources]:
    if not is_house_rules(source):
        return iter([_make_sources(source, house)])
    return (_make_sources(game, [source, *house]) for game in _iterate_base_games(source, house))


def _make_sources(base: Source, stack: Sequence[Source]) -> Sources:
    library = partial(find_library, beside=base)
    game = partial(find_game, beside=stack[0] if stack else base)
    return Sources(base, stack, library, game, find_chart, list_library_names(base), list_game_names())


def _find_named_games(source: Source) -> list[tuple[str, Span]]:
    """The names of the games that house rules are for, and where they stand."""
    if source.name.endswith(TOML_SUFFIX):
        from interpreter.parser.toml_places import locate_values

        try:
            entry = locate_values(source).table.get("for")
        except (ValueError, RecursionError):
            found = TOML_FOR.search(source.text)
        else:
            return [(entry.value, entry.inside)] if entry is not None and isinstance(entry.value, str) else []
    else:
        found = FOR.search(source.text)
    names = WORD.finditer(source.text, *found.span(1)) if found else ()
    return [(each[0], Span(source, *each.span())) for each in names]


def find_game(name: str, beside: Source) -> Source | None:
    """The game `name`, for house rules `beside`: from their folder or the one above, else a shipped one."""
    if not NAME.fullmatch(name):
        return None
    if isinstance(beside, FileSource):
        for folder in (beside.path.parent, beside.path.parent.parent):
            own = folder / f"{name}{SUFFIX}"
            if own.is_file():
                return read_source(own)
    found = next((entry.path for entry in _list_all_games() if entry.name == name), None)
    return read_source(found) if found is not None else None


def list_game_names_beside(source: Source) -> tuple[str, ...]:
    """The games that house rules can be for: those in their folder and the one above, and those that come with the
    program."""
    folders = (source.path.parent, source.path.parent.parent) if isinstance(source, FileSource) else ()
    own = (path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}") if path != source.path)  # type: ignore[attr-defined]
    return (*sorted(own), *list_game_names())


def list_game_names() -> tuple[str, ...]:
    return tuple(entry.name for entry in _list_all_games())


def _list_all_games() -> tuple[ShippedFile, ...]:
    return (*list_games(), *list_classics())


def list_library_names(beside: Source) -> tuple[str, ...]:
    folders = [find_shipped_folder("rulesets") / "library"]
    if isinstance(beside, FileSource):
        folders.append(beside.path.parent / "library")
    return tuple(sorted({path.stem for folder in folders for path in folder.glob(f"*{SUFFIX}")}))


def list_rulesets_below(folder: Path) -> tuple[Path, ...]:
    """Every ruleset in a folder and the folders in it, hidden ones aside, in order. Raises `Rejected` if none."""
    found = tuple(sorted(_walk_folder(folder)))
    return found or _reject(files.folder_without_rules(format_path(folder)))


def _walk_folder(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder, onerror=_refuse_folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        yield from (path for name in names if not name.startswith(".") and _is_ruleset(path := Path(parent, name)))


def _is_ruleset(path: Path) -> bool:
    """Whether a file is a ruleset by its name; a TOML file only in a folder called `house`."""
    return path.suffix == SUFFIX or (path.suffix == TOML_SUFFIX and path.parent.name == "house")


def _refuse_folder(error: OSError) -> None:
    _reject(files.file_unreadable(format_path(Path(error.filename)), error.strerror, error.errno))


def _report_missing(name: str) -> Diagnostic:
    here = next((path for path in (Path(f"{name}{SUFFIX}"), Path(name)) if os.path.exists(path)), None)
    return files.ruleset_missing(name, f"./{here}" if here else None, list_game_names())


# ---- reading


def read_source(path: Path, within: Path | None = None) -> FileSource:
    """The text of one file. With `within`, a link that leads out of that folder is not followed.

    Raises `Rejected` with a diagnostic that says what is wrong with the file.
    """
    shown = format_path(path)
    try:
        if within is not None and not resolve(path).is_relative_to(resolve(within)):
            _reject(files.file_outside(shown, format_path(within)))
        content = read_regular(path, MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        _reject(files.file_missing(shown, _find_near(path), list_game_names()))
    except IsADirectoryError:
        _reject(files.file_is_folder(shown))
    except NotRegular as error:
        _reject(files.file_not_regular(shown, error.kind))
    except OSError as error:
        _reject(files.file_unreadable(shown, error.strerror, error.errno))
    return _decode(content, path, shown)


def read_input(stream: BinaryIO) -> FileSource:
    """The text that comes in by a stream, standard input. Raises `Rejected` as `read_source` does."""
    return _decode(stream.read(MOST_BYTES + 1), Path(INPUT), INPUT)


@lru_cache(MOST_SOURCES)
def _make_source(shown: str, text: str, path: Path) -> FileSource:
    return FileSource(shown, text, path)


def _decode(content: bytes, path: Path, shown: str) -> FileSource:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        _reject(_report_not_utf8(content, error.start, shown))
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    source = _make_source(shown, text, path)
    if len(text) > MOST_CHARACTERS:
        _reject(files.file_too_large(shown, MOST_CHARACTERS))
    if "\0" in text:
        at = text.index("\0")
        _reject(files.file_binary(Span(source, at, at + 1), content.index(0) + 1))
    if not text.strip():
        _reject(files.file_empty(shown))
    return source


def _report_not_utf8(content: bytes, byte: int, shown: str) -> Diagnostic:
    """Points at the first byte that is not UTF-8, in the text as far as it can be read."""
    if len(content) > MOST_BYTES:
        return files.file_too_large(shown, MOST_CHARACTERS)
    at = len(content[:byte].decode("utf-8"))
    source = Source(shown, content.decode("utf-8", errors="replace"))
    likely = ENCODING_MARKS.get(content[:2], "")
    if 0 in content and not likely:
        zero = content.index(0)
        before = len(content[:zero].decode("utf-8", errors="replace"))
        return files.file_binary(Span(source, before, before + 1), zero + 1)
    return files.file_not_utf8(Span(source, at, at + 1), byte + 1, content[byte], likely)


def format_path(path: Path) -> str:
    """A path as people and editors can use it: from the folder they are in where that is shorter, in plain UTF-8, and
    with signs for what cannot be seen."""
    try:
        near = path.relative_to(Path.cwd()) if path.is_absolute() else path
    except (ValueError, OSError):
        near = path
    return make_visible(os.fsencode(near).decode("utf-8", errors="replace"))


def _find_near(path: Path) -> str | None:
    """A file that is there, or a shipped name, that looks like the path that is not."""
    with_suffix = Path(f"{path}{SUFFIX}")
    try:
        if with_suffix.is_file():
            return format_path(with_suffix)
        beside = [each.name for each in path.parent.iterdir() if each.suffix == SUFFIX]
    except (OSError, ValueError):
        beside = []
    close = find_nearest(path.name, beside)
    if close:
        return format_path(path.parent / close)
    return find_nearest(path.stem.replace("-", "_"), list_game_names())


def _reject(diagnostic: Diagnostic) -> NoReturn:
    raise Rejected([diagnostic])
