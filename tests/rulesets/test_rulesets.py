"""The rulesets that come with the program: sound, accounted for fact by fact, and shown by their examples.

The lists of ids are the checklist's: every atomic fact, decision and open point of a game. A fact is accounted for
when something cites it, leaves it open or notes it, and all but those that matter only for what is shown must be
demonstrated by an example. Every reading of an open point must work and be shown. The blocks of the language
reference are read and checked too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.examples.run_example import ExampleReport, run_examples
from interpreter.model import ExampleInfo, Model, OptionInfo
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from tests.support.command import Run
from tests.support.housing import put
from tests.support.paths import MANUAL, ROOT, TESTS

GAMES = tuple(sorted(path.stem for path in (ROOT / "rulesets").glob("*.rules")))
CLASSICS = tuple(sorted(path.stem for path in (ROOT / "rulesets" / "classics").glob("*.rules")))
SHIPPED = sorted([*(ROOT / "rulesets").rglob("*.rules"), *(ROOT / "rulesets" / "house").glob("*.toml")])


SENTENCES = tuple(f"  {word} " for word in ("in words", "remark", "about"))
"""What begins a line with a text for readers, which is not broken."""


def ids(prefix: str, *counts: int) -> tuple[str, ...]:
    """The ids of a game: so many facts, decisions and open points."""
    facts, decisions, points = counts
    return (
        *(f"{prefix}-{n:02}" for n in range(1, facts + 1)),
        *(f"{prefix}-D{n}" for n in range(1, decisions + 1)),
        *(f"{prefix}-O{n}" for n in range(1, points + 1)),
    )


IDS = {
    "marker": ids("MK", 56, 3, 28),
    "one_die": ids("OD", 25, 1, 8),
    "two_dice": ids("TD", 22, 1, 6),
    "three_dice": ids("T3", 10, 1, 2),
    "foster_aces": ids("FA", 9, 1, 4),
    "foster_diamond": ids("FD", 25, 1, 7),
    "going_to_boston": ids("GB", 12, 1, 5),
    "ace_in_the_pot": ids("AP", 19, 1, 11),
    "multiplication": ids("MU", 11, 1, 3),
    "round_the_spot": ids("RS", 8, 1, 5),
    "cooperstown": ids("TC", 143, 10, 64),
    "round_the_bases": (*ids("CB", 71, 5, 23), "CB-89"),
    "cribbage": (*(f"CB-{n}" for n in range(72, 89)), "CB-D2", "CB-D3", "CB-D5", "CB-O19", "CB-O21"),
}
"""Everything the checklist holds about each game."""

FRAME = ("OD-01", *(f"OD-{n:02}" for n in (3, 4, 5, 6, 7, 8, 9, 11, 13, 14)))
"""The facts of the one-die game that TD-02 takes over."""

DISPLAY_ONLY = {
    *("MK-06", "MK-11", "MK-33", "MK-36", "OD-04", "FD-01", "GB-12"),
    *("TC-13", "TC-14", "TC-18", "TC-143", "CB-03", "CB-04", "CB-05"),
}
"""Facts that matter only for what is shown."""

READINGS: dict[str, dict[str, list[str]]] = tomllib.loads((TESTS / "rulesets" / "readings.toml").read_text("utf-8"))
"""The open points with more than one reading: their option, and its values, the default first."""


@cache
def model_of(name: str) -> Model:
    checked = check_game(loader.sources_of(loader.find_ruleset(name)))
    assert checked.model is not None, told(checked.diagnostics.found)
    return checked.model


@cache
def report_of(name: str) -> ExampleReport:
    return run_examples(model_of(name))


def told(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Diagnostics as lines that say where to look."""
    return [f"{each.span.place if each.span else ''}: {each.message}" for each in diagnostics]


# ---- sound


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_checks_without_a_word_and_its_lines_fit_a_screen(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys).report("check", str(path), "--strict") == (0, "1 ruleset checked: no problems\n")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert [line for line in lines if len(line) > 120 and not line.startswith(SENTENCES)] == []


@pytest.mark.parametrize("name", [*GAMES, *CLASSICS])
def test_every_example_holds_and_together_they_show_every_row_rule_and_fact(name: str) -> None:
    """One test, since playing the examples is what takes time."""
    report = report_of(name)
    assert [each for one in report.failed for each in told(one.failures)] == []
    coverage = report.coverage
    assert (coverage.rows_missed, coverage.rules_missed) == ((), ())
    if name in CLASSICS:
        return
    assert [one for one in IDS[name] if one not in coverage.ids_encoded] == []
    facts = [one for one in IDS[name] if one not in DISPLAY_ONLY and re.fullmatch(r"[A-Z]+-\d+", one)]
    assert [one for one in facts if one not in coverage.ids_shown] == []
    known = {one for game in IDS.values() for one in game}
    assert [one for one in (*coverage.ids_encoded, *coverage.ids_shown) if one not in known] == []


# ---- accounted for


@pytest.mark.quick
def test_every_game_has_its_list() -> None:
    assert set(GAMES) == set(IDS)


@pytest.mark.parametrize("name", GAMES)
def test_every_open_point_is_settled(name: str) -> None:
    """By an option where it can be read in several ways, otherwise by a note."""
    model = model_of(name)
    opened = {one for option in model.options.values() for one in option.citation.open_ids}
    noted = {one for note in model.notes for one in note.ids}
    points = [one for one in IDS[name] if re.fullmatch(r"[A-Z]+-O\d+", one)]
    assert [one for one in points if one not in opened | noted] == []
    assert [one for one in READINGS[name] if one not in opened] == []


@pytest.mark.parametrize("name", GAMES)
def test_settled_points_say_why(name: str) -> None:
    options = model_of(name).options.values()
    assert [option.name for option in options if option.citation.open_ids and not option.because] == []


def test_the_two_dice_game_shows_the_frame_it_shares() -> None:
    coverage = report_of("two_dice").coverage
    assert [one for one in FRAME if one not in coverage.ids_encoded] == []
    assert [one for one in FRAME if one not in coverage.ids_shown and one not in DISPLAY_ONLY] == []


# ---- every reading of an open point


@pytest.mark.parametrize(("name", "point"), [(name, point) for name in GAMES for point in READINGS[name]])
def test_every_reading_is_shown(name: str, point: str) -> None:
    model = model_of(name)
    option, *readings = READINGS[name][point]
    info = model.options[option]
    assert point in info.citation.open_ids
    assert info.names[info.values.index(info.default)] == readings[0]
    shown = {_setting(model, example, option) for example in model.examples if point in example.ids}
    assert [each for each in readings if each not in shown] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_alternative_is_tried(name: str) -> None:
    """Those of a library's options by some game that uses it."""
    model = model_of(name)
    for info in model.options.values():
        own = info.span.source.name == model.span.source.name
        games = [each for each in map(model_of, [name] if own else GAMES) if _same_option(info, each)]
        tried = {_setting(one, example, info.name) for one in games for example in one.examples}
        assert not any(info.texts) or set(info.names) <= tried, info.name


def _same_option(info: OptionInfo, model: Model) -> bool:
    return info.name in model.options and model.options[info.name].names == info.names


def _setting(model: Model, example: ExampleInfo, option: str) -> str:
    info = model.options[option]
    value = dict(example.options).get(option, info.default)
    return info.names[info.values.index(value)]


# ---- the language reference

REFERENCE = "\n".join(path.read_text(encoding="utf-8") for path in MANUAL)
BLOCKS = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(word: str) -> list[str]:
    return [text for kind, text in BLOCKS.findall(REFERENCE) if kind == word]


def test_the_reference_has_blocks_of_known_sorts() -> None:
    words = {kind for kind, _ in BLOCKS.findall(REFERENCE)}
    assert words == {"console", "fragment", "rules", "text", "toml"}


@pytest.mark.parametrize("text", blocks("rules"))
@pytest.mark.quick
def test_games_in_the_reference_are_sound(text: str) -> None:
    assert text.startswith("game ")
    checked = check_game(Sources(Source("reference", text)))
    assert told(checked.diagnostics.found) == []
    assert checked.model is not None
    report = run_examples(checked.model)
    assert report.results
    assert [each for one in report.failed for each in told(one.failures)] == []


@pytest.mark.parametrize("text", blocks("fragment"))
@pytest.mark.quick
def test_fragments_in_the_reference_can_be_read(text: str) -> None:
    diagnostics = Diagnostics()
    tree = parse(Source("reference", text), diagnostics)
    assert told(diagnostics.found) == []
    assert tree.declarations


@pytest.mark.parametrize("text", blocks("toml"))
def test_house_rules_in_the_reference_can_be_read(text: str) -> None:
    house = Source("reference.toml", text)
    checked = put(loader.find_base_game(house), house)
    assert told(checked.diagnostics.found) == []
    assert checked.amended is not None
    sections = [value for value in tomllib.loads(text).values() if isinstance(value, dict)]
    assert len(checked.amended.stack[0].tree.declarations) == 1 + len(sections)


def test_the_reference_names_every_word_of_the_language() -> None:
    """Every word that the grammar quotes stands in a block or between backquotes."""
    grammar = (ROOT / "grammar" / "ground_rules.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z_]+)"', grammar))
    prose = BLOCKS.sub("", REFERENCE)
    shown = " ".join([*blocks("rules"), *blocks("fragment"), *re.findall(r"`([^`]+)`", prose)])
    assert words - set(re.findall(r"[a-z_]+", re.sub(r'"[^"\n]*"', "", shown))) == set()
