"""Cards in a ruleset: what they are made of, where they lie, and what is said where it does not fit."""

from __future__ import annotations

import pytest

from interpreter import loader
from interpreter.check.cards import list_attributes
from tests.support.checking import checked, failures, model_of, said

pytestmark = pytest.mark.quick

FRAME = """game small "A small game"
players 2..3
sides red, blue
kind suit: clubs, hearts
kind rank: two, king, ace
kind spot: near, far
cards pack: rank of suit, joker "The Joker"
cards fates: luck, doom
pile stock : pack, face down = all pack
pile omens : fates, face down = all fates
pile played : pack, face up
pile row of each spot : pack, face up
hand held of each player : pack, seen by its player
hand shelf of each side : pack, seen by its side
hand aside : pack, face down
dice die = 1d6
phase game
  keep card : pack = joker
  keep kept : set of pack = none
  keep best : rank = two
  keep held_suit : suit = clubs
  keep n : 0..99 = 0
  keep one : player = lowest of all player
"""


def codes(text: str) -> list[str]:
    """The codes said about a ruleset, but for what it does not use."""
    found = [each.partition(": ")[2] for each in said(text)]
    return [each for each in found if each != "unused"]


def step(text: str) -> list[str]:
    """The codes said about one step of the game."""
    return codes(f"{FRAME}  {text}\n")


def declared(*lines: str, start: str = "nothing") -> list[str]:
    """The codes said about declarations of cards."""
    kinds = ["kind suit: clubs, hearts", "kind rank: two, king, ace"]
    text = "\n".join(['game small "A small game"', *kinds, *lines, "phase game", f"  {start}"])
    return codes(text)


# ---- declarations


@pytest.mark.parametrize(
    "lines",
    [
        ["cards a: rank of suit", "pile p : a, face down = all a"],
        ["cards a: one, another", "hand p : a, face up = all a"],
        ["cards a: rank of suit, suit of suit", "pile p : a, face up = all a"],
        ["cards a: 2 of rank of suit, 3 of x, y", "pile p : a, face down = all a"],
        ["cards a: 100 of x", "pile p : a, face down = all a", "hand h : a, face up"],
        ["cards a: x, rank of suit, y", "cards b: z", "pile p : a, face up = all a", "pile q : b, face down = all b"],
        ["players 3", "cards a: x", "pile p : a, face up = all a", "hand h of each player : a, seen by its player"],
        ["sides r, b", "cards a: x", "pile p : a, face up = all a", "hand h of each side : a, seen by its side"],
        ["pile p : player, face up = all player", "hand h of each suit : player, face up"],
    ],
)
def test_cards_that_are_well_declared(lines: list[str]) -> None:
    assert declared(*lines) == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("not-cards", ["cards a: a of suit"]),
        ("not-cards", ["cards a: player of suit", "pile p : a, face up = all a"]),
        ("not-cards", ["cards a: x", "cards b: a of suit", "pile p : a, face up = all a"]),
        ("not-cards", ["cards a: rank of suit", "pile p : a, face up = all a", "pile q : suit, face up = all suit"]),
        ("not-cards", ["kind n: 1..4", "pile p : n, face up = all n"]),
        ("cards-nowhere", ["pile p : suit, face up"]),
        ("unknown-name", ["cards a: rank of colour", "pile p : a, face up = all a"]),
        ("unknown-name", ["pile p : a, face up"]),
        ("unknown-name", ["cards a: x", "pile p of each chair : a, face up"]),
        ("wrong-thing", ["cards a: rank of clubs", "pile p : a, face up = all a"]),
        ("cards-nowhere", ["cards a: x"]),
        ("cards-nowhere", ["cards a: x", "pile p : a, face up"]),
        ("name-twice", ["cards a: x", "pile p : a, face up = all a", "pile q : a, face up = all a"]),
        ("name-twice", ["cards a: x, clubs", "pile p : a, face up = all a"]),
        ("name-twice", ["cards suit: x"]),
        ("name-twice", ["cards a: rank of suit, rank of suit", "pile p : a, face up = all a"]),
        ("name-twice", ["cards a: rank of suit", "cards b: rank of suit", "pile p : a, face up = all a"]),
        ("zone-start", ["cards a: x", "cards b: y", "pile p : a, face up = all b", "pile q : b, face up = all b"]),
        ("zone-start", ["cards a: x", "pile p of each suit : a, face up = all a"]),
        ("zone-owner", ["cards a: x", "pile p : a, seen by its player = all a"]),
        ("zone-owner", ["cards a: x", "pile p : a, face up = all a", "hand h of each suit : a, seen by its suit"]),
        ("zone-owner", ["cards a: x", "pile p : a, face up = all a", "hand h of each suit : a, seen by its player"]),
        ("too-many-cards", ["cards a: 200 of rank of suit", "pile p : a, face up = all a"]),
        ("too-many-cards", ["cards a: 0 of rank of suit, x", "pile p : a, face up = all a"]),
        ("reserved-name", ["cards size: x", "pile p : suit, face up"]),
    ],
)
def test_mistakes_in_declarations(code: str, lines: list[str]) -> None:
    assert set(declared(*lines)) >= {code}
    assert len(declared(*lines)) <= 2


def test_cards_that_lie_nowhere_are_given_a_zone_of_their_own() -> None:
    cards = "cards a: x\npile p : a, face up = all a\ncards b: y\npile q : b, face up\n"
    found = checked(f'game small "A small game"\n{cards}phase game\n  nothing\n').diagnostics.in_order
    (help,) = [each.help for each in found if each.code == "cards-nowhere"]
    assert "the zone where they begin, for example `q`" in help


@pytest.mark.parametrize("single", [0, 50, 70])
def test_too_many_cards_are_said_once(single: int) -> None:
    names = ", ".join(f"card{number}" for number in range(single))
    lines = [
        "kind letter: " + ", ".join(f"l{number}" for number in range(12)),
        "kind sign: " + ", ".join(f"s{number}" for number in range(6)),
        f"cards a: letter of sign{', ' if names else ''}{names}",
        "pile p : a, face up = all a",
        "define worth(c: a) = number of letter of c",
    ]
    for start in ["nothing", 'when l1 of s1 in p : say "{top of p}, {letter of top of p}"', "shuffle p"]:
        assert declared(*lines, start=start) == ["too-many-cards"]
    assert declared(*lines, start="when card60 in p : shuffle p")[:1] == ["too-many-cards"]


COPIES = """game small "A small game"
players 2
kind suit: clubs, hearts
kind rank: two, king, ace
cards shoe: 3 of rank of suit
pile stock : shoe, face down = all shoe
hand held of each player : shoe, face up
hand table_cards : shoe, face up
pile played : shoe, face up
phase game
  keep kept : set of shoe = none
  keep n : 0..99 = 0
  keep one : player = lowest of all player
  shuffle stock
  deal 2 from stock to held of one
  {step}
  put all from table_cards to played
  set one to left of one
define worth (cards: set of shoe) = size of cards
define of_one (who: player) = count of card in held of who where card is ace of hearts
"""


@pytest.mark.parametrize(
    "step",
    [
        "set n to size of held of one + of_one(one)",
        "set n to size of (those card in held of one where rank of card is ace)",
        "set n to sum of number of rank of card for card in held of one where suit of card is hearts",
        "when held of one is none or ace of hearts in held of one : set n to 1",
        "when some card in held of one where rank of card is two : set n to number of rank of highest of held of one",
        "put (those card in held of one where rank of card is two) from held of one to table_cards",
        "put held of one from held of one to table_cards",
        "for each card in held of one where rank of card is two : add 1 to n",
        'say "{held of one} {top of stock}"',
        "put (the card in held of one with most (number of rank of card)) from held of one to played",
        "when top of stock is ace of hearts : set kept to top 2 of stock",
    ],
)
def test_what_may_be_asked_of_cards_of_which_there_are_several(step: str) -> None:
    assert set(codes(COPIES.format(step=step))) <= {"never-used"}


@pytest.mark.parametrize(
    "step",
    [
        "set n to worth(held of one)",
        "set kept to held of one",
        "set kept to those card in held of one where rank of card is two",
        "set n to size of (held of one with ace of hearts)",
        "when held of one is ace of hearts : set n to 1",
        "set n to count of part in subsets of held of one where size of part is 2",
        "when (held of one if n is 1 otherwise table_cards) is none : set n to 1",
        "set n to size of (held of one without played)",
    ],
)
def test_where_a_set_would_lose_cards(step: str) -> None:
    assert [each for each in codes(COPIES.format(step=step)) if each != "never-used"][:1] == ["copies-lost"]


@pytest.mark.parametrize("cards", ["rank by suit", "ranks of suit", "40 cards"])
def test_a_mistake_in_the_line_of_the_cards_is_told_once(cards: str) -> None:
    text = loader.find_ruleset("gin_rummy").text.replace("cards pack: rank of suit", f"cards pack: {cards}")
    assert len(said(text)) == 1


def test_cards_come_in_the_order_in_which_they_are_declared() -> None:
    pack = model_of(FRAME + '  say "{card}"\n').kinds["pack"]
    assert pack.members[:3] == ("two of clubs", "two of hearts", "king of clubs")
    assert pack.members[-1] == "joker"
    assert pack.shown[-1] == "The Joker"


def test_what_each_card_was_made_of() -> None:
    game = model_of(FRAME)
    assert list_attributes(game.kinds, game.decks["pack"], "rank") == (0, 0, 1, 1, 2, 2, -1)
    assert list_attributes(game.kinds, game.decks["pack"], "suit") == (0, 1, 0, 1, 0, 1, -1)


# ---- values


@pytest.mark.parametrize(
    "condition",
    [
        "card is joker",
        "card is ace of clubs",
        "card > two of hearts",
        "kept is ace of clubs and joker",
        "kept is joker",
        "kept is none",
        "played is ace of clubs and joker",
        "card in played",
        "rank of card is ace",
        "rank of card > best",
        "suit of card is suit of top of played",
        "king of suit of card in held of one",
        "best of held_suit is card",
        "best of clubs in kept",
        "ace of held_suit is not card",
        "top of played is joker",
        "top 2 of played is kept",
        "top n of row of near is none",
        "top (n + 1) of played is played",
        "size of stock < number of card",
        "number of ace is 3",
        "number of card + n > 4",
        "highest of held of one is card",
        "joker in (kept with card without ace of clubs)",
        "some x in played where rank of x is ace",
        "no x in played where suit of x is clubs",
        "count of x in stock where x < joker > 3",
        "card in two of clubs..king of hearts",
        "size of all pack is 7 or n is 1",
        "shelf of side of one is none",
        "luck in omens",
    ],
)
def test_values_of_cards(condition: str) -> None:
    assert [each for each in step(f"when {condition} : nothing") if each != "always-same"] == []


@pytest.mark.parametrize(
    ("code", "condition"),
    [
        ("no-such-card", "card is clubs of ace"),
        ("no-such-card", "card is ace of near"),
        ("no-such-card", "card is near of clubs"),
        ("no-such-card", "card is ace of n"),
        ("wrong-type", "rank of luck is ace"),
        ("wrong-type", "rank of n is ace"),
        ("wrong-type", "card is luck"),
        ("wrong-type", "card is ace"),
        ("wrong-type", "number of kept is 1"),
        ("wrong-type", "luck in played"),
        ("hand-has-no-order", "top of aside is joker"),
        ("hand-has-no-order", "top 2 of held of one is none"),
        ("needs-of", "held is none"),
        ("needs-of", "top of row is card"),
        ("no-of", "played of one is none"),
        ("wrong-type", "held of near is none"),
        ("unknown-name", "top of plaid is card"),
        ("wrong-thing", "top of kept is card"),
        ("out-of-range", "top 9 of played is kept"),
    ],
)
def test_mistakes_in_values(code: str, condition: str) -> None:
    assert step(f"when {condition} : nothing") == [code]


# ---- tables


@pytest.mark.parametrize(
    "table",
    [
        "on card\n  joker : nothing\n  two of clubs..ace of hearts : nothing",
        "on card\n  any : nothing\n  ace of clubs, ace of hearts : set n to 1",
        "on top of played\n  any : nothing",
        "on rank of card by suit of card\n  | clubs | hearts\n  two|nothing|nothing\n  king..ace| nothing | nothing",
        "on best\n  two : nothing\n  king..ace : set n to 1",
        "(given_card: pack) on given_card\n  any : nothing\n  joker : set n to 1",
    ],
)
def test_tables_on_cards(table: str) -> None:
    arguments = "(card)" if table.startswith("(") else ""
    assert codes(f"{FRAME}  do fall{arguments}\ntable fall {table}\n") == []


@pytest.mark.parametrize(
    ("code", "table"),
    [
        ("table-gap", "on card\n  two of clubs..ace of hearts : nothing"),
        ("table-gap", "on rank of card\n  two..king : nothing"),
        (
            "table-overlap",
            "on card\n  two of clubs..king of hearts : nothing\n  king of clubs..joker : set n to 1",
        ),
        ("pattern-name-unknown", "on card\n  any : nothing\n  aces of clubs : set n to 1"),
        ("pattern-name-unknown", "on card\n  any : nothing\n  ace : set n to 1"),
        ("pattern-backwards", "on card\n  any : nothing\n  ace of clubs..two of clubs : set n to 1"),
    ],
)
def test_mistakes_in_tables_on_cards(code: str, table: str) -> None:
    assert codes(f"{FRAME}  do fall\ntable fall {table}\n") == [code]


# ---- steps


@pytest.mark.parametrize(
    "text",
    [
        "shuffle stock",
        "shuffle row of near",
        "deal from stock to played",
        "deal 3 from stock to held of one",
        "deal n from row of near to bottom of row of far",
        "deal (n + 1) from stock to stock",
        "put card from played to held of one",
        "put kept from held of one to bottom of played",
        "put (kept with card) from held of one to shelf of red",
        "put played from played to aside",
        "put all from aside to bottom of stock",
        "put none from aside to stock",
        "swap row of near with row of far",
        "swap aside with held of one",
    ],
)
def test_steps_with_cards(text: str) -> None:
    assert step(text) == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("hand-has-no-order", "shuffle aside"),
        ("hand-has-no-order", "deal from held of one to stock"),
        ("hand-has-no-order", "swap stock with held of one"),
        ("hand-has-no-order", "swap held of one with stock"),
        ("other-cards", "deal from stock to omens"),
        ("other-cards", "put all from omens to stock"),
        ("other-cards", "swap omens with played"),
        ("wrong-type", "put luck from stock to played"),
        ("wrong-type", "put n from stock to played"),
        ("wrong-type", "deal card from stock to played"),
        ("out-of-range", "deal (0 - 1) from stock to played"),
        ("needs-of", "deal from stock to held"),
        ("no-of", "shuffle stock of one"),
        ("unknown-name", "shuffle stok"),
        ("wrong-thing", "shuffle kept"),
        ("wrong-thing", "shuffle pack"),
        ("not-settable", "set played to none"),
        ("not-settable", "add 1 to played"),
    ],
)
def test_mistakes_in_steps(code: str, text: str) -> None:
    assert step(text) == [code]


# ---- examples

PLAY = (
    FRAME
    + """  shuffle stock
  deal from stock to played
  deal from stock to aside
  for each who in all player
    deal from stock to held of who
  roll die
"""
)


@pytest.mark.parametrize(
    "lines",
    [
        "draw joker, ace of clubs, ace of hearts\n  then top of played is joker, ace of clubs in held of one",
        "draw joker, ace of clubs, ace of hearts\n  roll 3\n  then size of stock is 3, size of aside is 1",
        "draw joker, king of hearts\n  then king of hearts in held of one, joker in played",
        "draw joker, ace of clubs, ace of hearts\n  then not joker in aside",
    ],
)
def test_examples_with_cards(lines: str) -> None:
    assert failures(f'{PLAY}example "e"\n  {lines}\n') == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("example-draw", "draw joker, joker\n  then n is 0"),
        ("example-draw", "draw luck\n  then n is 0"),
        ("example-order", "roll 3\n  then n is 0"),
        ("example-order", "draw joker, ace of clubs, ace of hearts, two of hearts\n  then n is 0"),
        (
            "example-script-left",
            "draw joker, ace of clubs, ace of hearts\n  roll 3\n  draw two of clubs\n  then n is 0",
        ),
        ("example-failed", "draw joker\n  then played is ace of clubs"),
    ],
)
def test_examples_with_cards_that_fail(code: str, lines: str) -> None:
    assert [each.split(": ")[1] for each in failures(f'{PLAY}example "e"\n  {lines}\n')] == [code]


@pytest.mark.parametrize("card", ["ace", "kept", "3", "card"])
def test_a_draw_is_one_card_by_name(card: str) -> None:
    assert codes(f'{PLAY}example "e"\n  draw {card}\n  then n is 0\n') == ["card-not-named"]


def test_cards_of_a_library_can_be_used() -> None:
    library = 'library deck "Deck"\nkind suit: clubs\nkind rank: two, ace\ncards pack: rank of suit\n'
    game = 'game g "G"\n  use deck\npile p : pack, face down = all pack\nphase game\n  shuffle p\n'
    assert checked(game, {"deck": library}).diagnostics.errors == ()


@pytest.mark.parametrize(
    ("table", "missing"),
    [
        ("on card\n  two of clubs..king of hearts : nothing", "for ace of clubs to joker: 3 of 7 cards, 42.9%"),
        ("on rank of top of played\n  two : nothing", "for king or ace: 4 of the 6 cards the table is for, 66.7%"),
        (
            "on rank of card, suit of card\n  two..king | any : nothing",
            "for ace with anything: 2 of the 6 cards the table is for, 33.3%",
        ),
        ("on rank of card, suit of top of played\n  two..king | any : nothing", "for ace with anything"),
        ("on best\n  two..king : nothing", "for ace"),
    ],
)
def test_what_a_table_lacks_is_counted_over_the_deck(table: str, missing: str) -> None:
    (found,) = checked(f"{FRAME}  do fall\ntable fall {table}\n").diagnostics.errors
    assert found.message.endswith(missing)


def test_two_packs_that_look_alike_are_kept_apart() -> None:
    text = """game small "Two packs"
cards red: red_ace "Ace", red_king "King"
cards blue: blue_ace "Ace", blue_king "King"
pile red_stock : red, face down = all red
pile blue_stock : blue, face down = all blue
pile red_out : red, face up
pile blue_out : blue, face up
dice die = 1d6
phase game
  shuffle red_stock
  deal from red_stock to red_out
  deal from blue_stock to blue_out
  roll die
example "both aces"
  draw red_ace, blue_ace
  then top of blue_out is blue_ace, top of red_out is red_ace, size of red_stock is 1
example "of the other pack"
  draw blue_king
  then red_out is none
"""
    (failure,) = failures(text)
    assert "example-draw: `blue_king` cannot be drawn from `red_stock`, which is for other cards" in failure
