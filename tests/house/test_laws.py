"""House rules that ship, and the laws of all: nothing comes of nothing, the flat form plays the same, and order never
matters for those that go together."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import loader
from interpreter.house.flatten import flatten
from interpreter.house.matrix import TOGETHER, compare_pairs
from interpreter.model import Model
from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from tests.support.housing import (
    DOZEN,
    SHIPPED,
    events,
    failing,
    list_pairs,
    model_of,
    put,
    shipped,
    told,
    tried,
    under,
)
from tests.support.paths import read_game

PLAYED, PLAYED_PAIRS = sorted(SHIPPED)[::4], list_pairs()[::8]
"""Under which of them games are played, too: of all others, examples say that the rules are the same."""

# ---- those that ship


@pytest.mark.parametrize(("name", "game"), [(each.name, game) for each in SHIPPED.values() for game in each.games])
@pytest.mark.long
def test_those_that_ship_are_sound(name: str, game: str) -> None:
    checked = put(loader.find_ruleset(game), shipped(name))
    assert told(checked) == []
    model = model_of(checked)
    assert [each.example.name for each in tried(model).failed] == []
    assert shipped(name).name.endswith(".toml") or _own_examples(model, name), "TOML has no examples"


def _own_examples(model: Model, name: str) -> bool:
    return any(each.span.source.name == shipped(name).name for each in model.examples)


@pytest.mark.quick
def test_what_ships() -> None:
    by_game: dict[str, set[str]] = {}
    for entry in SHIPPED.values():
        for game in entry.games:
            by_game.setdefault(game, set()).add(entry.name)
    assert by_game == {
        "foster_diamond": {"mercy"},
        "marker": {"mercy", "stealing_home", "walk_off_ninth", "wild_pitch"},
        "two_dice": {"mercy", "doubles", "extra_runner"},
        "one_die": {"fosters_five", "mercy", "seven_innings"},
        "going_to_boston": {"best_of_five", "aces_seven"},
        "ace_in_the_pot": {"three_counters", "holder_pays"},
        "cooperstown": {"full_game", "slugfest", "twenty_cards"},
        "round_the_bases": {"queen_triple", "five_innings", "own_board"},
    }


# ---- laws


@pytest.mark.parametrize("game", ["going_to_boston", "marker", "two_dice"])
def test_empty_house_rules_change_nothing(game: str) -> None:
    base = loader.find_ruleset(game)
    plain, same = put(base), put(base, Source("0.rules", f'house_rules none_at_all "Nothing" for {game}\n'))
    assert events(model_of(plain), 1) == events(model_of(same), 1)


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.long
def test_the_flat_form_plays_the_same(name: str) -> None:
    checked = under(name)
    model = model_of(checked)
    assert checked.amended is not None
    again = put(Source("flat.rules", flatten(checked.before, checked.amended)))
    assert told(again) == []
    assert not tried(model_of(again), plainly=True).failed
    assert examples(model_of(again)) == examples(model)
    assert events(model_of(again), 5) == events(model, 5)


LIBRARY = read_game("shared_library.rules")
USER = """\
game user "User"
  use shared

phase game
  round
  say "No leap, {most} steps."

example "nobody minds"
  then did step, did not mind, twice is 4
"""


def test_the_flat_form_leaves_nothing_idle_that_was_not() -> None:
    house = Source("0.rules", 'house_rules odd "Odd" for user\n\nbefore rule step\n  say "Now:"\n')
    sources = Sources(Source("user.rules", USER), (house,), lambda name: Source("shared.rules", LIBRARY))
    checked = check_game(sources)
    assert told(checked) == []
    assert checked.amended is not None
    text = flatten(checked.before, checked.amended)
    again = put(Source("flat.rules", text))
    assert told(again) == []
    assert events(model_of(again), 1) == events(model_of(checked), 1)
    assert {"leap", "leaps", "never", "leapt", "mind", "breathe"}.isdisjoint(text.replace("No leap", "").split())
    assert tried(model_of(again)).failed == ()


def examples(model: Model) -> list[str]:
    return sorted(each.name for each in model.examples)


@pytest.mark.parametrize("pair", list_pairs()[::2], ids="+".join)
@pytest.mark.long
def test_order_never_matters_for_those_that_go_together(pair: tuple[str, str]) -> None:
    base = loader.find_base_game(shipped(pair[0]), [shipped(pair[1])])
    (verdict,) = compare_pairs([shipped(each) for each in pair], lambda stack: put(base, *stack), failing)
    assert verdict.verdict == TOGETHER
    if pair in PLAYED_PAIRS:
        assert events(model_of(under(*pair)), 3) == events(model_of(under(*reversed(pair))), 3)


CHANGES = [
    "change table worth\n  7 : gain 2 was gain 1\n",
    "change table worth\n  6, 7 : gain 3 was gain 1\n",
    "change table worth\n  6+6 : gain 5 was gain 3\n",
    "change table worth\n  remove 4+4 : gain 2\n",
    "option loud = yes\n",
    'before rule gain\n  say "{amount}"\n',
    'after rule gain\n  say "now {gained}"\n',
    "rule gain only when loud or gained < 11 or amount > 1\n",
    "change table grid\n  2 | 8+ : gain 6 was nothing\n",
    "change table grid\n  1, 2 | 2..7 : gain 4 was gain 1\n",
    "change phase turn\n  count tries to 2 : end turn\n",
    "replace dice one = 1d5\n",
]


@given(st.lists(st.sampled_from(CHANGES), min_size=2, max_size=3, unique=True), st.integers(0, 99))
@settings(max_examples=20)
def test_laws_of_any_stack(texts: list[str], seed: int) -> None:
    stack = [f'house_rules h{at} "H" for dozen\n\n{text}' for at, text in enumerate(texts)]
    files = [Source(f"{at}.rules", each) for at, each in enumerate(stack)]
    checked = put(DOZEN, *files)
    if checked.model is None:
        return
    assert checked.amended is not None
    played = events(checked.model, seed)
    assert events(model_of(put(Source("flat.rules", flatten(checked.before, checked.amended)))), seed) == played
    turned = put(DOZEN, *reversed(files))
    assert turned.model is not None
    assert events(turned.model, seed) == played
