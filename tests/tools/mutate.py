"""Mutation testing: break one place of the interpreter at a time, and see whether a test notices.

    python tests/tools/mutate.py cover FOLDER [tests/test_x.py ...]     run the tests once: which lines does each run?
    python tests/tools/mutate.py cover FOLDER --of bots program        or only the tests of these rooms
    python tests/tools/mutate.py run FOLDER --number 300 --seed 1      break so many places, spread over all rooms
    python tests/tools/mutate.py run FOLDER --of markov cli/verbs      or only over these
    python tests/tools/mutate.py again FOLDER [tests/test_x.py ...]    run those that survived again, with today's tests
    python tests/tools/mutate.py show FOLDER                           figures by room, survivors, what took long

`cover` copies the project to `FOLDER/tree` and needs `pip install coverage`. All that follows happens in that copy. A
place is broken by putting other text where a node of its syntax tree was: another operator, a number one off, a
condition that always or never holds, nothing returned, a call left out. The tests that ran its line are tried, those
of few seconds first, and those of the file's name, until one fails or does not end; a line that runs only when its
module is imported is left to the tests that run most of the files. `run` writes what it found to `FOLDER/results.json`
after each mutation, and goes on from there when it is started again.

Of 60 mutations of `bots`, `program`, `stepper`, `examples`, `house` and `saved` (seed 7), on 29 November 2026, these
rooms' own tests caught 45, in 20 minutes of a busy machine. Of the others four are caught by tests of other rooms, and
seven by tests written since; three make no difference but speed; one is left, in what `examples --missing` does with
drafts that are refused.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("interpreter", "grammar", "rulesets", "tests", "pyproject.toml", "README.md", "LICENSE")
NOT_RUN = ("test_quality.py", "test_on_pypy.py", "test_packaging.py", "test_benchmarks.py")
"""Tests of the code's looks and of other programs: they run nothing of the interpreter in their own process."""

FIRST_TESTS, FIRST_SECONDS = 25, 15
PATIENCE = 5
"""How many times longer than under coverage a test may take before it counts as one that does not end."""

# ---- what can be broken

OTHER_OPERATORS = {
    "Eq": ["NotEq"], "NotEq": ["Eq"], "Is": ["IsNot"], "IsNot": ["Is"], "In": ["NotIn"], "NotIn": ["In"],
    "Lt": ["LtE", "GtE"], "LtE": ["Lt", "Gt"], "Gt": ["GtE", "LtE"], "GtE": ["Gt", "Lt"], "And": ["Or"], "Or": ["And"],
    "Add": ["Sub"], "Sub": ["Add"], "Mult": ["Add", "FloorDiv"], "FloorDiv": ["Mult", "Mod"], "Mod": ["FloorDiv"],
    "Div": ["Mult"], "LShift": ["RShift"], "RShift": ["LShift"], "BitOr": ["BitAnd"], "BitAnd": ["BitOr"],
}
OTHER_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
LEFT_ALONE = (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom)
FIELDS_LEFT_ALONE = {"annotation", "returns", "decorator_list", "type_params", "pattern"}


@dataclass(frozen=True)
class Mutation:
    file: str
    line: int
    column: int
    start: int
    end: int
    old: str
    new: str
    lines: tuple[int, int]
    """The lines of the statement, or of its head: what runs when this place runs."""

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}:{self.column} {self.old} -> {self.new}"


def find_mutations(file: str, source: str) -> Iterator[Mutation]:
    """Everything that can be broken in a file."""
    content = source.encode()
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, statement in walk(ast.parse(source), None):
        for changed, new in change(node, statement):
            start = starts[changed.lineno - 1] + changed.col_offset
            end = starts[(changed.end_lineno or 0) - 1] + (changed.end_col_offset or 0)
            old = content[start:end].decode()
            yield Mutation(file, changed.lineno, changed.col_offset, start, end, old, new, head(statement))


def walk(node: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Every node that may be broken, with the statement that it belongs to."""
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if field in FIELDS_LEFT_ALONE or not isinstance(child, ast.AST) or isinstance(child, LEFT_ALONE):
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            inside = child if isinstance(child, ast.stmt) else statement
            if inside is not None:
                yield child, inside
            yield from walk(child, inside)


def head(statement: ast.stmt) -> tuple[int, int]:
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return statement.lineno, statement.end_lineno or statement.lineno
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return statement.lineno, max(statement.lineno, first.lineno - 1)


def change(node: ast.AST, statement: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:  # noqa: C901
    """What can stand in the place of a node, or of its condition."""
    match node:
        case ast.Compare():
            for position, operator in enumerate(node.ops):
                for other in other_operators(operator):
                    yield node, write(node, ops=[*node.ops[:position], other, *node.ops[position + 1 :]])
        case ast.BinOp(op=ast.BitOr()) if statement.col_offset == 0:
            pass  # a union of types
        case ast.BoolOp() | ast.BinOp() | ast.AugAssign():
            for other in other_operators(node.op):
                yield node, write(node, op=other)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, f"({ast.unparse(node.operand)})"
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int()):
            yield node, str(node.value + 1)
            yield node, str(node.value - 1) if node.value else "(-1)"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None"
        case ast.Call(func=ast.Name(id=name)) if name in OTHER_CALLS:
            yield node.func, OTHER_CALLS[name]
        case ast.Break() | ast.Continue():
            yield node, "continue" if isinstance(node, ast.Break) else "break"
        case ast.Raise() | ast.Expr(value=ast.Call()) if "assert_never" not in ast.unparse(node):
            yield node, "pass"
        case ast.comprehension():
            for condition in node.ifs:
                yield condition, "True"
                yield condition, "False"
    if isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(node.test, ast.Constant):
        yield node.test, "False"
        if not isinstance(node, ast.While):
            yield node.test, "True"
    if isinstance(node, ast.match_case) and node.guard is not None:
        yield node.guard, "True"
        yield node.guard, "False"


def other_operators(operator: ast.AST) -> list[ast.AST]:
    return [getattr(ast, name)() for name in OTHER_OPERATORS.get(type(operator).__name__, ())]


def write(node: ast.expr | ast.stmt, **fields: object) -> str:
    """The text of a node with some fields changed."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return f"({ast.unparse(changed)})" if isinstance(node, ast.expr) else ast.unparse(changed)


# ---- which are tried


def room(file: str) -> str:
    return Path(file).with_suffix("").parts[1]


def choose(tree: Path, number: int, seed: int, places: list[str]) -> list[Mutation]:
    """A sample of these rooms, folders and files by their lines of code, from no line two, in an order that mixes the
    rooms."""
    lines: Counter[str] = Counter()
    found: dict[str, dict[tuple[str, int], list[Mutation]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(tree.glob("interpreter/**/*.py")):
        source, file = path.read_text(encoding="utf-8"), path.relative_to(tree).as_posix()
        if not any(file.startswith(f"interpreter/{place}") for place in places):
            continue
        lines[room(file)] += sum(1 for line in source.splitlines() if line.strip())
        for mutation in find_mutations(file, source):
            found[room(file)][file, mutation.line].append(mutation)
    chance, chosen = random.Random(seed), []
    share = number / sum(lines[each] for each in found)
    for each, by_line in sorted(found.items()):
        wanted = min(len(by_line), max(1, round(lines[each] * share)))
        chosen += [chance.choice(by_line[line]) for line in chance.sample(sorted(by_line), wanted)]
    chance.shuffle(chosen)
    return chosen


# ---- which tests concern a line


class Recorder:
    """Tells coverage which test is running, and measures how long each takes."""

    def __init__(self, coverage) -> None:  # type: ignore[no-untyped-def]
        self.coverage, self.trace = coverage, sys.gettrace()
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):  # type: ignore[no-untyped-def]
        self.coverage.switch_context(item.nodeid)
        sys.settrace(self.trace)  # a test may have put its own there
        start = time.monotonic()
        result = yield
        self.seconds[item.nodeid] = self.seconds.get(item.nodeid, 0) + round(time.monotonic() - start, 3)
        self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.seconds[report.nodeid] = float("inf")


def cover(folder: Path, files: list[str]) -> None:
    """Run all tests, or add those of some files to what is known."""
    from coverage import Coverage

    tree, known = folder / "tree", folder / "seconds.json"
    for name in COPIED if not tree.exists() else ():
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy2)(ROOT / name, _parent(tree / name))
    _enter(tree)
    coverage = Coverage(data_file=str(folder / "coverage.db"), source=[str(tree / "interpreter")])
    coverage.set_option("run:relative_files", True)
    coverage.load()
    coverage.start()
    recorder = Recorder(coverage)
    ignored = [f"--ignore-glob=*/{name}" for name in NOT_RUN]
    pytest.main(["-q", "-p", "no:cacheprovider", f"--basetemp={folder / 'tmp'}", *ignored, *files], plugins=[recorder])
    coverage.stop()
    coverage.save()
    passed = {test: seconds for test, seconds in recorder.seconds.items() if seconds < float("inf")}
    earlier = json.loads(known.read_text()) if known.exists() else {}
    known.write_text(json.dumps({**earlier, **passed}, indent=1))


class Concern:
    """Which tests concern which line, quickest first."""

    def __init__(self, folder: Path) -> None:
        from coverage import CoverageData

        self.tree = folder / "tree"
        self.data = CoverageData(str(folder / "coverage.db"))
        self.data.read()
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text())
        self.contexts = cache(self._contexts)

    def _contexts(self, file: str) -> dict[int, set[str]]:
        found = self.data.contexts_by_lineno(file)
        return {line: self.seconds.keys() & set(names) for line, names in found.items()}

    def tests(self, mutation: Mutation) -> list[str]:
        (first, last), path = mutation.lines, Path(mutation.file)
        by_line = self.contexts(mutation.file)
        found = set().union(*(by_line.get(line, ()) for line in range(first, last + 1)))
        if not found:
            found = set().union(*by_line.values()) | set(self.broad)
        names = {f"test_{room(mutation.file)}", f"test_{path.stem}", f"test_{room(mutation.file)}_{path.stem}"}
        return self._mixed(found | {test for test in self.seconds if Path(test.partition("::")[0]).stem in names})

    @cached_property
    def broad(self) -> list[str]:
        """Short tests that run most of the files, for lines that run only when their module is imported."""
        files: Counter[str] = Counter()
        for file in self.data.measured_files():
            files.update(set().union(*self.contexts(file).values()))
        return sorted((test for test in files if self.seconds[test] < 3), key=lambda test: -files[test])[:20]

    def _mixed(self, tests: Iterable[str]) -> list[str]:
        """The quickest example of every test function before the second of any."""
        rank: Counter[str] = Counter()
        order = []
        for test in sorted(tests, key=lambda each: (self.seconds[each], each)):
            function = test.partition("[")[0]
            order.append((rank[function], self.seconds[test], test))
            rank[function] += 1
        return [test for _, _, test in sorted(order)]


# ---- running them


class Chosen:
    """Runs the chosen tests in the chosen order, and writes down which one runs and which one fails."""

    def __init__(self, tests: list[str], notes: Path) -> None:
        self.order = {test: position for position, test in enumerate(tests)}
        self.notes = notes

    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings

        settings.register_profile("mutants", settings(), phases=(Phase.explicit, Phase.generate), database=None)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if any(item.nodeid in self.order for item in items):
            items[:] = [item for item in items if item.nodeid in self.order]
            items.sort(key=lambda item: self.order[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.notes.write_text(nodeid)


def run_tests(folder: Path, tests: list[str], limit: float) -> str:
    """Run tests in a process of their own: what noticed that something is broken, or nothing."""
    notes = folder / "running"
    notes.write_text("collection")
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    child = os.fork()
    if not child:
        os.setsid()
        sink = os.open(folder / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(sink, stream)
        _enter(folder / "tree")
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        options = ["-x", "-q", "--tb=short", "-p", "no:cacheprovider", f"--basetemp={folder / 'tmp'}"]
        os._exit(pytest.main([*options, *files], plugins=[Chosen(tests, notes)]))
    status = wait_for(child, limit)
    if status is None:
        return f"{notes.read_text()} (does not end)"
    return notes.read_text() if status else ""


def wait_for(child: int, limit: float) -> int | None:
    """The exit status of a process; None if it had to be stopped. What it started itself is stopped as well."""
    end = time.monotonic() + limit
    status: int | None = None
    while status is None and time.monotonic() < end:
        done, code = os.waitpid(child, os.WNOHANG)
        status = code if done else time.sleep(0.05)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status


def try_mutation(folder: Path, mutation: Mutation, waves: Iterable[tuple[list[str], float]]) -> dict[str, object]:
    """Break the place, run the tests, mend it again: what caught it, and how soon."""
    path = folder / "tree" / mutation.file
    content, times, start = path.read_bytes(), path.stat(), time.monotonic()
    caught, tried = "", 0
    path.write_bytes(content[: mutation.start] + mutation.new.encode() + content[mutation.end :])
    try:
        for tests, limit in waves:
            caught, tried = run_tests(folder, tests, limit), tried + len(tests)
            if caught:
                break
    finally:
        path.write_bytes(content)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    seconds = round(time.monotonic() - start, 1)
    return {**asdict(mutation), "caught": caught, "seconds": seconds, "tried": tried}


def waves(concern: Concern, mutation: Mutation, most: float) -> Iterator[tuple[list[str], float]]:
    """A few tests of few seconds, then as many as fit into the time given; with each how long they may take."""
    tests, seconds = concern.tests(mutation), concern.seconds
    first: list[str] = []
    for test in sorted(tests[:FIRST_TESTS], key=seconds.__getitem__):
        if sum(seconds[each] for each in [*first, test]) < FIRST_SECONDS or not first:
            first.append(test)
    rest: list[str] = []
    for test in tests:
        if test not in first and sum(seconds[each] for each in [*rest, test]) < most:
            rest.append(test)
    for each in (first, rest):
        if each:
            yield each, 60 + PATIENCE * sum(seconds[test] for test in each)


# ---- the commands


def run(folder: Path, number: int, seed: int, places: list[str], most: float) -> None:
    concern, results = Concern(folder), read_results(folder)
    _load_libraries()
    done = {Mutation(**_fields(each)).name for each in results}
    for mutation in choose(folder / "tree", number, seed, places):
        if mutation.name not in done:
            results.append(try_mutation(folder, mutation, waves(concern, mutation, most)))
            (folder / "results.json").write_text(json.dumps(results, indent=1))
            print(line_of(results[-1]), flush=True)


def again(folder: Path, files: list[str], most: float) -> None:
    """Run the survivors again: against these files of tests as they are now, or against all that concern them."""
    shutil.rmtree(folder / "tree" / "tests")
    shutil.copytree(ROOT / "tests", folder / "tree" / "tests")
    concern, results = Concern(folder), read_results(folder)
    _load_libraries()
    for position, each in enumerate(results):
        if not each["caught"]:
            mutation = Mutation(**_fields(each))
            chosen = [(files, PATIENCE * most)] if files else waves(concern, mutation, most)
            results[position] = try_mutation(folder, mutation, chosen)
            (folder / "results.json").write_text(json.dumps(results, indent=1))
            print(line_of(results[position]), flush=True)


def show(folder: Path) -> None:
    results = read_results(folder)
    rooms = Counter(room(str(each["file"])) for each in results)
    caught = Counter(room(str(each["file"])) for each in results if each["caught"])
    for name in sorted(rooms):
        print(f"{name:12} {caught[name]:4} of {rooms[name]:4}")
    print(f"{'all':12} {caught.total():4} of {rooms.total():4}   {100 * caught.total() / rooms.total():.1f}%")
    print("\nsurvived:", *(line_of(each) for each in results if not each["caught"]), sep="\n")
    slow = [each for each in results if each["caught"] and each["seconds"] > 30]
    print("\ncaught after more than 30 seconds:", *map(line_of, slow), sep="\n")


def line_of(result: dict) -> str:  # type: ignore[type-arg]
    fate = f"caught by {result['caught']}" if result["caught"] else f"SURVIVED {result['tried']} tests"
    old, new = (" ".join(result[each].split())[:60] for each in ("old", "new"))
    return f"{result['file']}:{result['line']}  {old} -> {new}  {fate}  {result['seconds']} s"


def read_results(folder: Path) -> list[dict]:  # type: ignore[type-arg]
    path = folder / "results.json"
    return json.loads(path.read_text()) if path.exists() else []


def _fields(result: dict) -> dict:  # type: ignore[type-arg]
    found = {name: result[name] for name in Mutation.__dataclass_fields__}
    return {**found, "lines": tuple(found["lines"])}


def _load_libraries() -> None:
    """Load what most tests need before the processes part, but nothing of the interpreter."""
    for name in ("hypothesis", "jsonschema", "lark", "llvmlite.binding", "numpy", "rich.table", "textual.app"):
        import_module(name)


def _enter(tree: Path) -> None:
    """Let this process, and all that it starts, find the copy before anything else."""
    os.chdir(tree)
    sys.path[:] = [str(tree), *(each for each in sys.path if Path(each).resolve() not in (ROOT, Path(__file__).parent))]
    os.environ["PYTHONPATH"] = str(tree)


def _parent(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("command", choices=["cover", "run", "again", "show"])
    asked.add_argument("folder", type=lambda text: Path(text).resolve())
    asked.add_argument("tests", nargs="*")
    asked.add_argument("--number", type=int, default=300)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--of", nargs="+", default=[""], help="only these rooms, folders or files: markov cli/verbs")
    asked.add_argument("--seconds", type=float, default=300, help="as many tests as take so long under coverage")
    given = asked.parse_args()
    match given.command:
        case "cover":
            rooms = [f"tests/{place}" for place in given.of if place and (ROOT / "tests" / place).is_dir()]
            cover(given.folder, [*given.tests, *rooms])
        case "run":
            run(given.folder, given.number, given.seed, given.of, given.seconds)
        case "again":
            again(given.folder, given.tests, given.seconds)
        case "show":
            show(given.folder)
