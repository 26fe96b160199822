"""Tables whose rows are in a CSV file beside the ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import loader, pipeline
from interpreter.api import Rejected, load
from interpreter.diagnostics.rendering import render_short
from interpreter.examples.run_example import run_examples

GAME = """game league "League"

kind batter: ruth, cobb
kind hit: out, single, homer

dice throw = 2d6

phase game
  roll throw
  when card(ruth).result is homer and parks(cobb).value is 3 : say "Gone."

table card (who: batter) on who, throw -> result from "charts/1909.csv"  cite "Cards"

table parks (who: batter) on who by throw -> value from "parks.csv"

example "a homer"
  roll  3
  then  said "Gone."
"""

CARDS = '\ufeffbatter,throw,hit\r\nruth,"2, 3",homer\r\nruth,4..12,single\r\n\r\ncobb, any , out\r\n'
PARKS = 'who;2..6;7+\nruth;1;2\n"cobb";3;4\n'


@pytest.fixture
def ruleset(tmp_path: Path) -> Path:
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "1909.csv").write_bytes(CARDS.encode())
    (tmp_path / "parks.csv").write_text(PARKS, encoding="utf-8")
    (tmp_path / "league.rules").write_text(GAME, encoding="utf-8")
    return tmp_path / "league.rules"


def find_mistakes(path: Path) -> list[str]:
    found = pipeline.check_game(loader.sources_of(loader.find_ruleset(str(path)))).diagnostics.errors
    return [render_short(each).removeprefix(f"{path.parent}/") for each in found]


def test_the_rows_of_a_chart_are_rows_of_the_table(ruleset: Path) -> None:
    game = load(str(ruleset))
    assert not run_examples(game.model).failed
    rows = game.model.tables["card"].rows
    assert [row.text for row in rows] == ["ruth | 2, 3", "ruth | 4..12", "cobb | any"]
    assert [(Path(row.span.source.name).name, row.span.line) for row in rows] == [("1909.csv", n) for n in (2, 3, 5)]


@pytest.mark.parametrize(
    ("chart", "written", "other", "mistake"),
    [
        ("charts/1909.csv", "homer", "homr", "charts/1909.csv:2:13: unknown-name"),
        ("charts/1909.csv", "ruth,4..12", "ruth,5..12", "league.rules:12:7: table-gap"),
        ("charts/1909.csv", "4..12,single", "4..12", "charts/1909.csv:3:1: table-shape"),
        ("parks.csv", "cobb\";3", "cobb\";(3", "parks.csv:3:10: unfinished-line"),
        ("league.rules", "charts/1909.csv", "charts/1910.csv", "league.rules:12:55: chart-missing"),
        ("league.rules", "charts/1909.csv", "charts/../../1909.csv", "league.rules:12:55: chart-missing"),
    ],
)
def test_a_mistake_is_shown_where_it_stands(
    ruleset: Path, chart: str, written: str, other: str, mistake: str
) -> None:
    path = ruleset.parent / chart
    path.write_text(path.read_text(encoding="utf-8").replace(written, other, 1), encoding="utf-8")
    assert [": ".join(each.split(": ")[:2]) for each in find_mistakes(ruleset)] == [mistake]


def test_a_link_is_not_followed_out_of_the_folder(ruleset: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("elsewhere") / "secret.csv"
    other.write_text(PARKS, encoding="utf-8")
    (ruleset.parent / "parks.csv").unlink()
    (ruleset.parent / "parks.csv").symlink_to(other)
    with pytest.raises(Rejected, match=r"file-outside|leads out"):
        load(str(ruleset))


def test_house_rules_replace_a_chart_and_change_its_rows(ruleset: Path) -> None:
    (ruleset.parent / "1920.csv").write_text("batter,throw,hit\nany,2..11,out\nany,12,homer\n", encoding="utf-8")
    house = ruleset.parent / "lively.rules"
    replaced = 'replace table card (who: batter) on who, throw -> result from "1920.csv"'
    changed = "change table card\n  ruth | 4..12 : out was single"
    for change, hits in ((replaced, ["any | 2..11", "any | 12"]), (changed, None)):
        house.write_text(f'house_rules lively "Lively" for league\n\n{change}\n', encoding="utf-8")
        rows = load(str(ruleset), house=[str(house)]).model.tables["card"].rows
        assert hits is None or [each.text for each in rows] == hits
        assert hits is not None or len(rows) == 3
