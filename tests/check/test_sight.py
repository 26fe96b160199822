"""Who may look at which cards: strategies and views, and what is said of those that look elsewhere."""

from __future__ import annotations

import pytest

from tests.check.test_cards import FRAME, codes
from tests.support.checking import checked

pytestmark = pytest.mark.quick

LOOKING = (
    FRAME
    + """  choose lead by one
define mine = held of one
define best_of(who: player) = highest of held of who
define right(who: player) = shelf of side of who
table on_top (who: player) on size of held of who
  0  : nothing
  1+ : nothing
choice lead
  "Which?"
  pick x from held of chooser
  default lowest of held of chooser
"""
)


@pytest.mark.parametrize(
    "value",
    [
        "highest of held of chooser",
        "lowest of (held of chooser without played)",
        "top of played",
        "joker if size of stock > 2 or size of held of one is 0 otherwise ace of clubs",
        "best_of(chooser)",
        "lowest of shelf of side of chooser",
        "lowest of right(chooser)",
        "joker if some other in all player where size of held of other is 0 otherwise ace of clubs",
    ],
)
def test_strategies_look_where_their_player_may(value: str) -> None:
    assert codes(f'{LOOKING}strategy s "S"\n  lead : {value}\n') == []


@pytest.mark.parametrize(
    "value",
    [
        "highest of held of one",
        "highest of held of left of chooser",
        "lowest of mine",
        "best_of(left of chooser)",
        "best_of(one)",
        "top of stock",
        "lowest of aside",
        "lowest of shelf of red",
        "lowest of right(next of chooser)",
        "joker if some other in all player where joker in held of other otherwise ace of clubs",
    ],
)
def test_strategies_do_not_look_elsewhere(value: str) -> None:
    assert codes(f'{LOOKING}strategy s "S"\n  lead : {value}\n') == ["out-of-sight"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('"{held of viewer} {size of stock} {played}"', []),
        ('for each x in held of viewer : "{x}"', []),
        ('for each who in all player : "{who} {size of held of who}"', []),
        ('for each who in all player : "{held of who}"', ["out-of-sight"]),
        ('"{stock}"', ["out-of-sight"]),
        ('"{joker in aside ? a|b}"', ["out-of-sight"]),
    ],
)
def test_views_show_what_their_viewer_may_see(line: str, expected: list[str]) -> None:
    assert codes(f"{LOOKING}view v in game\n  {line}\n") == expected


def test_whatever_depends_on_a_hidden_state_is_reported_at_that_state_and_once() -> None:
    steps = "  for each x in kept : set n to number of x\n  set kept to held of one\n  choose lead by one\n"
    text = LOOKING.replace("  choose lead by one\n", steps, 1)
    text += 'strategy s "S"\n  lead : joker if n > 3 otherwise ace of clubs\nview table in game\n  "{n} {kept}"\n'
    found = checked(text).diagnostics.errors
    assert [each.message for each in found] == [
        "the strategy `s` may not look at `n`, which depends on `kept`"
    ]
    assert found[0].help == "if everyone may know it, write `keep kept : ..., face up = ...`"
    assert codes(text.replace("keep kept : set of pack", "keep kept : set of pack, face up", 1)) == []
