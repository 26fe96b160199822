"""Finding rulesets: by name, by path, and what is said when a file is not fit to be read."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.diagnostics import Diagnostic, Rejected, rendering
from interpreter.source import Source

pytestmark = pytest.mark.quick

GAME = 'game dozen "A Dozen"\n'
LIBRARY = 'library mine "Mine"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(name: str | Path, **how: bool) -> Diagnostic:
    with pytest.raises(Rejected) as caught:
        loader.find_ruleset(str(name), **how)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


# ---- what comes with the program


def test_shipped_rulesets_have_names_and_titles() -> None:
    titles = {entry.name: entry.title for entry in loader.list_games()}
    assert titles["marker"] == "Marker Baseball"
    assert titles["two_dice"] == "Two-dice Baseball"
    assert "baseball" in [entry.name for entry in loader.list_libraries()]


def test_a_name_finds_the_shipped_ruleset_from_any_folder() -> None:
    source = loader.find_ruleset("marker")
    assert source.text.startswith("game marker")
    assert Path(source.name).samefile(next(each.path for each in loader.list_games() if each.name == "marker"))


def test_a_shipped_ruleset_is_named_by_the_path_from_where_one_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    path = loader.list_games()[0].path
    monkeypatch.chdir(path.parent.parent)
    assert loader.find_ruleset(path.stem).name == os.path.join(path.parent.name, path.name)


def test_a_bare_name_never_reads_the_folder_one_is_in(folder: Path) -> None:
    (folder / "marker.rules").write_text(GAME, encoding="utf-8")
    (folder / "marker").write_text(GAME, encoding="utf-8")
    assert loader.find_ruleset("marker").text.startswith("game marker")


def test_a_path_finds_a_file_and_is_its_name(folder: Path) -> None:
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    assert loader.find_ruleset("mine.rules").name == "mine.rules"
    assert loader.find_ruleset("./mine.rules").text == GAME
    assert loader.find_ruleset(str(folder / "mine.rules")).name == "mine.rules"


def test_line_ends_are_kept_and_a_byte_order_mark_is_not(folder: Path) -> None:
    (folder / "mine.rules").write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
    assert loader.find_ruleset("mine.rules").text == GAME.replace("\n", "\r\n")


# ---- what is said of files that are not fit


def test_a_missing_name_gets_the_nearest() -> None:
    found = refused("markr")
    assert found.code == "file-missing"
    assert found.help == "did you mean `marker`?"
    assert "two_dice" in found.notes[0]


def test_a_missing_name_that_is_a_file_here_is_told_how_to_write_it(folder: Path) -> None:
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    assert refused("mine").help == "did you mean `./mine.rules`?"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("mnie.rules", "mine.rules"),
        ("./mine", "mine.rules"),
        ("two-dice", "two_dice"),
        ("rulesets/marker.rules", "marker"),
    ],
)
def test_a_missing_path_gets_the_nearest(folder: Path, asked: str, meant: str) -> None:
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    found = refused(asked)
    assert found.code == "file-missing"
    assert found.help == f"did you mean `{meant}`?"


@pytest.mark.parametrize("name", ["", "no/such/folder/game.rules", "a\0b.rules", "x" * 5000 + ".rules", "\udcff.rules"])
def test_names_that_lead_nowhere(name: str) -> None:
    found = refused(name)
    assert found.code in ("file-missing", "file-unreadable")
    rendering.render_full(found).encode("utf-8")


def test_a_file_taken_for_a_folder(folder: Path) -> None:
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    assert refused("mine.rules/other.rules").code == "file-missing"


def test_a_folder(folder: Path) -> None:
    assert refused("./").code == "file-is-folder"


@pytest.mark.parametrize("content", [b"", b"\n \t\r\n", b"\xef\xbb\xbf"])
def test_an_empty_file(folder: Path, content: bytes) -> None:
    (folder / "mine.rules").write_bytes(content)
    assert refused("mine.rules").code == "file-empty"


def test_bytes_that_are_not_utf8_are_shown_with_byte_line_and_caret(folder: Path) -> None:
    (folder / "mine.rules").write_bytes(GAME.encode() + "  # Dürer é: ".encode() + b"\xe9\n")
    found = refused("mine.rules")
    assert found.code == "file-not-utf8"
    assert "byte 37, on line 2, is 0xE9" in found.message
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 14)
    assert "2 |   # Dürer é: \N{REPLACEMENT CHARACTER}\n  |              ^ " in rendering.render_full(found)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_sixteen_bit_text(folder: Path, encoding: str) -> None:
    (folder / "mine.rules").write_text(GAME, encoding=encoding)
    found = refused("mine.rules")
    if encoding == "utf-16":
        assert found.code == "file-not-utf8"
        assert found.notes == ("the file looks like UTF-16",)
    else:
        assert found.code == "file-binary"


@pytest.mark.parametrize("content", [b"game \0", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"])
def test_a_file_that_is_no_text(folder: Path, content: bytes) -> None:
    (folder / "mine.rules").write_bytes(content)
    found = refused("mine.rules")
    assert found.code == "file-binary"
    assert f"byte {content.index(0) + 1} " in found.message


def test_a_file_may_have_so_many_characters_and_no_more(folder: Path) -> None:
    path = folder / "mine.rules"
    path.write_text("é" * loader.MOST_CHARACTERS, encoding="utf-8")
    assert len(loader.find_ruleset("mine.rules").text) == loader.MOST_CHARACTERS
    path.write_text("é" * loader.MOST_CHARACTERS + "e", encoding="utf-8")
    assert refused("mine.rules").code == "file-too-large"


def test_a_huge_file_is_read_no_further_than_a_ruleset_may_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (folder / "mine.rules").open("wb") as file:
        file.truncate(10**12)
    read: list[int] = []
    real = loader.read_regular

    def noting(path: Path, most: int) -> bytes:
        read.append(len(content := real(path, most)))
        return content

    monkeypatch.setattr(loader, "read_regular", noting)
    assert refused("mine.rules").code == "file-too-large"
    assert read == [4 * loader.MOST_CHARACTERS + 1]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_one_may_not_read(folder: Path) -> None:
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    (folder / "mine.rules").chmod(0)
    assert refused("mine.rules").code == "file-unreadable"


def test_a_file_the_system_does_not_give(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    monkeypatch.setattr(os, "open", fail)
    found = refused("mine.rules")
    assert found.code == "file-unreadable"
    assert found.message == "`mine.rules` cannot be read: Permission denied"


# ---- libraries


def test_a_library_is_no_game_by_name_or_by_path(folder: Path) -> None:
    found = refused("baseball")
    assert found.code == "library-alone"
    assert re.fullmatch(r"name a game that uses it, such as `\w+`", found.help)
    (folder / "mine.rules").write_text("# ours\n" + LIBRARY, encoding="utf-8")
    found = refused("mine.rules")
    assert found.code == "library-alone"
    assert found.span is not None
    assert found.span.line == 2
    assert loader.find_ruleset("baseball", library_too=True).text.startswith("library baseball")


def test_a_library_stands_beside_its_game_or_comes_with_the_program(folder: Path) -> None:
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    (folder / "library").mkdir()
    (folder / "library" / "mine.rules").write_text(LIBRARY, encoding="utf-8")
    game = loader.find_ruleset("./mine.rules")
    own, shipped = loader.find_library("mine", game), loader.find_library("baseball", game)
    assert own is not None
    assert own.text == LIBRARY
    assert shipped is not None
    assert shipped.text.startswith("library baseball")
    assert loader.find_library("nothing_like_it", game) is None
    assert {"mine", "baseball"} <= set(loader.list_library_names(game))


def test_a_library_beside_the_game_goes_before_a_shipped_one(folder: Path) -> None:
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    (folder / "library").mkdir()
    (folder / "library" / "baseball.rules").write_text(LIBRARY, encoding="utf-8")
    own = loader.find_library("baseball", loader.find_ruleset("./mine.rules"))
    assert own is not None
    assert own.text == LIBRARY


def test_a_text_that_is_no_file_has_nothing_beside_it(folder: Path) -> None:
    (folder / "library").mkdir()
    (folder / "library" / "mine.rules").write_text(LIBRARY, encoding="utf-8")
    assert loader.find_library("mine", Source("mine.rules", GAME)) is None


@pytest.mark.parametrize(
    "name", ["../secret", "/etc/passwd", "..", "", "secret.rules", "library/secret", "a\0", "secret\n"]
)
def test_a_ruleset_names_libraries_but_never_paths(folder: Path, name: str) -> None:
    (folder / "games" / "library").mkdir(parents=True)
    (folder / "games" / "mine.rules").write_text(GAME, encoding="utf-8")
    for path in ("games/secret.rules", "games/library/secret.rules", "secret.rules"):
        (folder / path).write_text(LIBRARY, encoding="utf-8")
    assert loader.find_library(name, loader.find_ruleset("games/mine.rules")) is None


@pytest.mark.parametrize("linked", ["file", "folder"])
def test_a_link_out_of_the_folder_is_not_followed(folder: Path, linked: str) -> None:
    games, elsewhere = folder / "games", folder / "elsewhere"
    games.mkdir()
    elsewhere.mkdir()
    (games / "mine.rules").write_text(GAME, encoding="utf-8")
    (elsewhere / "secret.rules").write_text("the secret", encoding="utf-8")
    if linked == "folder":
        (games / "library").symlink_to(elsewhere)
    else:
        (games / "library").mkdir()
        (games / "library" / "secret.rules").symlink_to(elsewhere / "secret.rules")
    with pytest.raises(Rejected) as caught:
        loader.find_library("secret", loader.find_ruleset("games/mine.rules"))
    (found,) = caught.value.diagnostics
    assert found.code == "file-outside"
    assert "the secret" not in rendering.render_full(found)


def test_a_link_inside_the_folder_is_followed(folder: Path) -> None:
    (folder / "library").mkdir()
    (folder / "mine.rules").write_text(GAME, encoding="utf-8")
    (folder / "common.rules").write_text(LIBRARY, encoding="utf-8")
    (folder / "library" / "mine.rules").symlink_to(folder / "common.rules")
    assert loader.find_library("mine", loader.find_ruleset("./mine.rules")) is not None


# ---- folders and pages


def test_all_rulesets_below_a_folder_in_order(folder: Path) -> None:
    for path in ("b.rules", "a/c.rules", "a/d.txt", ".hidden/e.rules", "a/.f.rules"):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(GAME, encoding="utf-8")
    assert [path.as_posix() for path in loader.list_rulesets_below(Path())] == ["a/c.rules", "b.rules"]


def test_a_folder_without_rulesets(folder: Path) -> None:
    with pytest.raises(Rejected) as caught:
        loader.list_rulesets_below(folder)
    assert [each.code for each in caught.value.diagnostics] == ["folder-without-rules"]


def test_pages_are_found_by_their_code_only() -> None:
    assert "file-missing" in loader.list_codes()
    page = loader.read_page("file-missing")
    assert page is not None
    assert page.startswith("# file-missing\n")
    for code in ("../ground_rules", "/etc/passwd", "", "FILE-MISSING"):
        assert loader.read_page(code) is None
