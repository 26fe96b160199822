"""The workbench as static pages: all that its pages ask for is there, and the interpreter in it needs nothing else."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from interpreter.book.playground import PYODIDE, NoPyodide, make_playground
from interpreter.cli import main
from interpreter.desk.playground import Playground
from interpreter.loader import find_ruleset


def pack(names: tuple[str, ...]) -> bytes:
    """What npm packs, with these files in it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in names:
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(name)
            archive.addfile(info, io.BytesIO(name.encode()))
    return packed.getvalue()


@pytest.fixture(scope="module")
def playground() -> dict[str, bytes]:
    return dict(make_playground(pack(PYODIDE)))


@pytest.mark.quick
def test_all_that_the_pages_ask_for_is_there(playground: dict[str, bytes]) -> None:
    page = playground["index.html"].decode()
    asked = re.findall(r'(?:src|href)="([^"]+)"', page)
    for name in playground:
        if name.endswith(".html"):
            asked += re.findall(r'(?:src|href)="([^"]+)"', playground[name].decode())
        if name.endswith(".js"):
            asked += [each.removeprefix("./") for each in re.findall(r'from "([^"]+)"', playground[name].decode())]
    assert "playground.js" in asked
    assert set(asked) <= set(playground)
    assert page.index("playground.js") < page.index("bench.js"), "it stands in for the server before that is asked"
    table = playground["table.html"].decode()
    assert table.index("playground-table.js") < table.index('"table.js"')


def test_the_interpreter_in_it_needs_nothing_else(playground: dict[str, bytes], tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(playground["packages.zip"])) as archive:
        archive.extractall(tmp_path)
    lines = [
        *["import json, os, sys", 'os.environ["GROUNDRULES_CACHE"] = "off"', f"sys.path.insert(0, {str(tmp_path)!r})"],
        "from interpreter.desk.playground import Playground",
        "for message in json.loads(sys.stdin.read()):",
        "    for each in Playground().answer(message):",
        "        print(json.dumps(each))",
    ]
    text, whats = find_ruleset("nim").text, ("check", "rulebook", "changes", "examples", "simulate", "odds")
    asked: list[dict[str, object]] = [{"id": 1, "do": "open", "name": "shipped/nim.rules"}]
    asked += [{"id": 2, "do": what, "name": "own/my.rules", "text": text} for what in whats]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "\n".join(lines)], input=json.dumps(asked), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0]["text"] == text
    assert any(each.get("sound") for each in answers)
    assert [each["games"] for each in answers if "games" in each] == [50, 200, 1_000]
    assert any("means" in each for each in answers)
    assert not any("trouble" in each for each in answers)


@pytest.mark.quick
def test_a_game_is_played_there() -> None:
    alone = Playground()
    assert list(alone.answer_table({"join": True})) == []
    asked = {"id": 1, "do": "play", "name": "own/my.rules", "seed": 7}
    assert "mistakes" in next(alone.answer({**asked, "text": "game x"}))["trouble"]
    assert next(alone.answer({**asked, "text": find_ruleset("nim").text})) == {"id": 1, "table": True}
    states = [each["state"] for each in alone.answer_table({"join": True})]
    assert states[-1]["question"]["mine"]
    (why,) = alone.answer_table({"why": states[-1]["number"]})
    assert why["trace"]
    answer = states[-1]["question"]["answers"][0]["say"]
    later = [each["state"] for each in alone.answer_table({"say": answer})]
    assert later[-1]["number"] > states[-1]["number"]
    assert later[-1]["question"] is None or later[-1]["question"]["mine"]


@pytest.mark.quick
def test_what_is_tried_there_ends_when_something_else_is_tried() -> None:
    alone = Playground()
    asked = {"do": "simulate", "name": "own/my.rules", "text": find_ruleset("nim").text}
    first = alone.answer({**asked, "id": 1})
    assert next(first)["games"] == 50
    assert list(alone.answer({"id": 2, "do": "stop"})) == [{"id": 2, "last": True}]
    assert list(first) == [{"id": 1, "last": True}]


@pytest.mark.quick
def test_what_is_saved_there_is_handed_over_as_a_file() -> None:
    saved = {"id": 3, "do": "save", "name": "own/my.rules", "text": "game x", "mark": ""}
    assert list(Playground().answer(saved)) == [
        {"id": 3, "download": "my.rules", "text": "game x"},
        {"id": 3, "last": True},
    ]
    assert "trouble" in next(Playground().answer({"id": 4, "do": "open", "name": "shipped/../../secret.rules"}))


@pytest.mark.quick
@pytest.mark.parametrize(
    "package",
    [b"", b"nonsense", pack(PYODIDE[:2]), pack(PYODIDE)[:60]],
    ids=["nothing", "nonsense", "files left out", "cut off"],
)
def test_what_is_not_pyodide_is_told(package: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pyodide.tgz"
    path.write_bytes(package)
    with pytest.raises(NoPyodide):
        dict(make_playground(package))
    assert main(["book", str(tmp_path / "site"), "--playground", str(path)]) == 2
    assert "is not the package of Pyodide" in capsys.readouterr().err
    assert main(["book", str(tmp_path / "site"), "--playground", str(tmp_path / "nowhere.tgz")]) == 2
