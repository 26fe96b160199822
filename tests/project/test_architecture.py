"""The rooms of the package: who may import whom, who may touch the world outside.

A room is a module or a package directly under `interpreter`. It may import rooms from rows above its own only, and
none from its own row: the table in `interpreter/README.md` says which is where.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import interpreter
from interpreter.limits import LIMITS, Limit

ROOT = Path(interpreter.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))


def read_rows(page: str) -> list[list[str]]:
    """The rooms of each row of the table, where the parts of a row begin with their names."""
    rows = re.findall(r"^\| \d+ \| (.*) \| .* \|$", page, re.MULTILINE)
    return [re.findall(r"(?:^|; )`(\w+)`", row) for row in rows]


def read_budgets(page: str) -> dict[str, int]:
    """The lines that each room may have, from the last column."""
    cells = re.findall(r"^\| \d+ \| .* \| (.*) \|$", page, re.MULTILINE)
    pairs = (pair for cell in cells for pair in re.findall(r"(\w+) ([\d,]*\d)", cell))
    return {name: int(lines.replace(",", "")) for name, lines in pairs}


PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
ROWS = [*read_rows(PAGE), ["__main__", "__init__"]]

OUTSIDE = {"os", "sys", "io", "pathlib", "shutil", "tempfile", "subprocess", "socket", "urllib", "http", "glob"}
CLOCKS_AND_CHANCE = {"time", "datetime", "random", "secrets", "uuid"}
DOORS = {"open", "print", "input", "breakpoint"}

ALLOWED = {
    "files": {"io", "os", "pathlib", "tempfile"},
    "loader": {"os", "pathlib"},
    "parser": {"pathlib"},
    "diagnostics": {"pathlib"},
    "cache": {"io", "os", "pathlib", "sys"},
    "simulate": {"pathlib"},
    "workshop": {"pathlib"},
    "lsp": {"os", "pathlib", "sys"},
    "book": {"io", "pathlib"},
    "desk": {"pathlib"},
    "web": {"io", "pathlib", "secrets", "socket", "time"},
}
"""Who may touch what of the world outside: rulesets are read, checked rulesets and machine code are kept."""

LONGEST_FUNCTION = 60


TESTS = Path(__file__).parent.parent
ACROSS = {"support", "tools", "golden", "transcripts", "semantics", "benchmarks", "project", "rulesets"}
"""Folders of tests that are about no one room."""


def room(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


def row(name: str) -> int:
    return next(at for at, rooms in enumerate(ROWS) if name in rooms)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Every module that a file imports, wherever in it; `from interpreter import x` counts as `interpreter.x`."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the whole name of the module"
            module = node.module or ""
            yield from (f"{module}.{each.name}" for each in node.names) if module == "interpreter" else (module,)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in FILES}


def neighbours(module: str) -> set[str]:
    """The modules of the package that a module imports, be it for its types only."""
    found = set()
    for node in ast.walk(tree(MODULES[module])):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{each.name}" for each in node.names}
            found |= names & MODULES.keys() or {node.module or ""}
    return found & MODULES.keys()


@cache
def called(path: Path) -> set[str]:
    calls = (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_a_room_imports_only_from_rows_above() -> None:
    for path in FILES:
        own = room(path)
        rooms = {name.split(".")[1] for name in imported(path) if name.startswith("interpreter.")} - {own}
        wrong = sorted(each for each in rooms if row(each) >= row(own))
        assert not wrong, f"{named(path)} is in row {row(own) + 1} and imports {wrong}"


@pytest.mark.quick
def test_every_room_has_a_row() -> None:
    rooms = [name for row in ROWS for name in row]
    assert sorted({room(path) for path in FILES}) == sorted(rooms)


@pytest.mark.quick
def test_every_room_keeps_to_its_lines() -> None:
    budgets, sizes = read_budgets(PAGE), Counter[str]()
    for path in FILES:
        sizes[room(path)] += len(path.read_text(encoding="utf-8").splitlines())
    assert budgets.keys() == sizes.keys() - {"__main__", "__init__"}
    assert [f"{name}: {sizes[name]} lines" for name, most in budgets.items() if sizes[name] > most] == []


def test_no_modules_import_each_other() -> None:
    TopologicalSorter({module: neighbours(module) for module in MODULES}).prepare()  # raises, with the circle


@pytest.mark.quick
def test_tests_stand_in_the_room_that_they_are_about() -> None:
    folders = {path.name for path in TESTS.iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert folders - ACROSS <= {room(path) for path in FILES}


def test_engines_do_not_know_of_files_trees_or_models() -> None:
    beside = {"program", "analysis", "engine", "chance", "tally", "tiering", "summary"}
    beside |= {"stepper", "native", "cache", "bits", "throws", "data_classes"}
    for path in FILES:
        if room(path) in beside - {"program", "cache", "bits", "throws", "data_classes"}:
            rooms = {name.split(".")[1] for name in imported(path) if name.startswith("interpreter.")}
            assert rooms <= beside, named(path)


KNOWN = {
    "lark": ["parser"], "rich": ["cli"], "textual": ["cli"], "pygls": ["lsp"], "lsprotocol": ["lsp"],
    "starlette": ["web"], "uvicorn": ["web"], "segno": ["web"], "pygments": ["book", "highlighting"],
    "jinja2": ["book"], "markdown_it": ["book"], "markupsafe": ["book"], "llvmlite": ["native"],
    "numpy": ["odds", "markov"], "scipy": ["odds", "markov"], "open_spiel": ["game_tree"], "pyspiel": ["game_tree"],
    "pytest": [], "hypothesis": [],
}  # fmt: skip
"""The rooms that may import a package."""


def test_a_package_is_imported_in_its_room_alone() -> None:
    for path in FILES:
        packages = {name.split(".")[0] for name in imported(path)}
        assert not {each for each in packages & KNOWN.keys() if room(path) not in KNOWN[each]}, named(path)


def test_the_core_does_no_input_or_output_reads_no_clock_and_draws_no_chance() -> None:
    for path in FILES:
        if room(path) not in ("cli", "__main__"):
            packages = {name.split(".")[0] for name in imported(path)}
            assert not packages & (OUTSIDE | CLOCKS_AND_CHANCE) - ALLOWED.get(room(path), set()), named(path)
            assert not called(path) & DOORS, named(path)
            assert room(path) in ("stepper", "lower") or not called(path) & {"exec", "eval"}, named(path)


def test_files_say_what_they_do_functions_stay_short_and_classes_small() -> None:
    for path in FILES:
        module = tree(path)
        assert ast.get_docstring(module), f"{named(path)} does not open by saying what it does"
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                assert lines <= LONGEST_FUNCTION, f"{named(path)}:{node.lineno}: {node.name} has {lines} lines"
            if isinstance(node, ast.ClassDef):
                number = len(list_attributes(node))
                assert number <= LARGER.get(node.name, MOST_ATTRIBUTES), f"{named(path)}: {node.name} has {number}"


SEARCHING = {
    *("find", "index", "count", "startswith", "endswith", "partition", "rpartition", "split", "rsplit"),
    *("replace", "removeprefix", "removesuffix", "findall", "finditer", "search", "match", "fullmatch", "sub"),
}
"""Functions that look for something in a text, or change it."""

SHOWING = {"diagnostics/rendering.py"}
"""It shows messages: no fix that the help line quotes, and at a table with a capital letter."""


def searches(node: ast.AST) -> Iterator[ast.AST]:
    """The texts that are searched or edited here."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHING:
        yield from (node.func.value, *node.args)
    elif isinstance(node, ast.Compare) and any(isinstance(each, ast.In | ast.NotIn) for each in node.ops):
        yield from node.comparators
    elif isinstance(node, ast.Subscript):
        yield node.value


def test_nothing_decides_by_the_words_of_a_message() -> None:
    for path in FILES:
        if named(path) not in SHOWING:
            texts = (text for node in ast.walk(tree(path)) for text in searches(node))
            read = [each for each in texts if isinstance(each, ast.Attribute) and each.attr in ("message", "help")]
            assert not [f"{named(path)}:{each.lineno}" for each in read]


MOST_ATTRIBUTES = 12

LARGER = {
    "Builder": 20, "ChoiceInfo": 16, "Effects": 14, "ExampleRun": 16, "Game": 16, "GameRun": 13, "GameWriter": 19,
    "Head": 13, "Model": 29, "Moment": 15, "PartOffer": 14, "Passing": 13, "Ranges": 13,
    "Records": 21, "Rulebook": 29, "Scope": 15, "Session": 14, "Site": 13, "Summary": 14, "Trees": 13, "World": 31,
    "_Loop": 17, "_Round": 14, "_Weaving": 14,
}  # fmt: skip
"""Classes that are larger still, and how many attributes they have. None is added, and none of them grows."""


def list_attributes(node: ast.ClassDef) -> set[str]:
    """What a class declares, and what its methods give to `self`."""
    declared = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
    fields = {each.id for each in declared if isinstance(each, ast.Name)}
    parts = (each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))
    return fields | {each.attr for each in parts if isinstance(each.value, ast.Name) and each.value.id == "self"}


LIMITING = re.compile(r"(MOST|MAX|MIN|FEWEST|LONGEST|LARGEST|DEEPEST|WIDEST)(_|$)|UNBOUNDED$|\w+_(BUDGET|WINDOW)$")
"""Names of numeric limits."""


def list_limits(path: Path) -> Iterator[Limit]:
    for node in tree(path).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            names = [each for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(names, values, strict=False):
                plain = ast.BinOp | ast.Constant | ast.operator
                if LIMITING.match(name.id) and all(isinstance(each, plain) for each in ast.walk(value)):
                    number = eval(ast.unparse(value))
                    yield from [Limit(room(path), name.id, number, "", "")] if isinstance(number, int | float) else []


def test_every_limit_is_listed() -> None:
    found = Counter((each.room, each.name, each.value) for path in FILES for each in list_limits(path))
    listed = Counter((each.room, each.name, each.value) for each in LIMITS)
    assert not found - listed, "enter it in interpreter/limits.py"
    assert not listed - found, "strike it from the list"
    assert all(each.bounds and each.seen for each in LIMITS)


def test_no_module_names_a_game() -> None:
    folder = ROOT.parent / "rulesets"
    games = {path.stem for path in (*folder.glob("*.rules"), *folder.glob("classics/*.rules"))} - {"hearts"}
    named = re.compile(rf"\b({'|'.join(sorted(games))})\b")
    assert [f"{path}: {found[1]}" for path in FILES if (found := named.search(path.read_text(encoding="utf-8")))] == []
