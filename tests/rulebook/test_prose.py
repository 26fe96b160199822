"""The rules in prose: a sentence for each construct, the author's words, and nothing left unsaid."""

from __future__ import annotations

import json
import os
from functools import cache

import pytest

from interpreter import loader
from interpreter.model import Model
from interpreter.pipeline import check_game
from interpreter.rulebook import make_rulebook
from interpreter.rulebook.page import Page, to_markdown
from interpreter.rulebook.prose import find_unclear, make_page
from interpreter.source import Source, Sources
from tests.support.paths import TESTS
from tests.tools.page_mutants import count_targets, digest_words, list_survivors, list_unspoken

DIGESTS = TESTS / "golden" / "words.json"
"""What author's words stand for, as it was when somebody read them."""

GAMES = [each.name for each in (*loader.list_games(), *loader.list_classics())]


@cache
def shipped(name: str) -> Model:
    found = check_game(loader.sources_of(loader.find_ruleset(name))).model
    assert found is not None
    return found


def page_of(game: Model, **settings: int) -> Page:
    return make_page(game, settings, make_rulebook(game, settings))


def printed(text: str, **settings: int) -> str:
    game = check_game(Sources(Source("small.rules", text))).model
    assert game is not None
    return to_markdown(page_of(game, **settings))


@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_a_game_is_said_and_reads_well(name: str) -> None:
    assert [(each.code, each.message, each.notes) for each in find_unclear(shipped(name))] == []


@pytest.mark.parametrize("name", ["two_dice", "marker", "farkle", "pig", "yacht", "snakes_and_ladders"])
def test_what_is_changed_in_a_game_changes_its_page(name: str) -> None:
    game = shipped(name)
    assert list(list_survivors(game, max(1, count_targets(game) // 2))) == []
    assert list_unspoken(game) == []


THINGS = """\
game things "Things"

players 2

kind box: five_alike "yacht", small "the small one"

dice throw = 4d6
dice lot of each player = 1d6

phase game
  keep score of each player : 0+ = 0
  keep games of each player : 0+ = 0
  keep pool                 : 0+ = 0
  for each one in all player : roll lot of one
  repeat turn until some one in all player where score of one > 0
  win those one in all player with most score of one

phase turn in game
  roll throw
  choose filled by lowest of all player
  add worth(filled) to score of lowest of all player
  add 1 to games of lowest of all player
  add 1 to pool
  say "There is {pool} in the pool."

table worth (which: box) on which
  five_alike : 50 if throw holds 4 alike otherwise 0
  small      : 1

choice filled
  "Which box?"
  pick which from all box where which is small or throw holds 4 alike
  default lowest

view table in game
  "{games of lowest of all player} and {pool}"

example "four alike"
  start turn
  roll 1+1+1+1
  choose filled is five_alike
  then  pool is 1

example "not without four alike"
  start turn
  roll 1+1+1+2
  cannot choose filled is five_alike
  then  pool is 1
"""


@pytest.mark.quick
def test_tables_examples_and_what_is_noted_read_as_people_say_it() -> None:
    page = printed(THINGS)
    assert "- **You need:** Four dice; pencil and paper\n" in page
    assert "| yacht     | 50 if all of the throw are alike, otherwise 0 |" in page
    assert "For each player, the games; the pool." in page
    assert "four alike.**" in page
    assert "not without" not in page


def test_words_are_read_again_when_what_they_stand_for_has_changed() -> None:
    found = {name: digest_words(shipped(name)) for name in GAMES}
    if os.environ.get("GOLDEN") == "write":
        DIGESTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    assert found == json.loads(DIGESTS.read_text(encoding="utf-8")), "read these words, then GOLDEN=write"


SMALL = """\
game small "A Small Game"
  about "Throw, and hope."

players 2

dice die "the die" = 1d6

option bonus = 3 in 1..5
  "How many points is a bonus?"

phase game
  keep points "points" of each player : 0+ = 0
  keep lucky "somebody was lucky|nobody was lucky" : yes or no = no
  repeat round until some one in all player where points of one >= 10 or lucky
  win those one in all player with most points of one

phase round in game
  for each one in all player
    turn for one

phase turn for (thrower: player) in round
  remark "Nobody may throw twice."
  roll die for thrower
  when die is 6       : six_thrown for thrower
  otherwise when held : nothing
  otherwise           : add worth(total of die) to points of thrower

define held = no

rule six_thrown for (who: player)
  in words "Six! {who} takes {bonus} points, and the game ends."
  add bonus to points of who
  set lucky to yes

define worth "the worth of {face}" (face: 1..6) = 2 * face if face < 3 otherwise 1
"""


@pytest.mark.quick
def test_statements_titles_words_and_options_make_sentences() -> None:
    page = printed(SMALL, bonus=2)
    assert "# A Small Game\n\n*Throw, and hope.*\n" in page
    assert "Everybody's points begin at 0." in page
    assert "Play one round after another until somebody's points are 10 or more or somebody was lucky." in page
    assert "Whoever has the highest points wins; if several are level, they win together." in page
    assert "Everybody has a turn, one after another round the table." in page
    assert "## Your turn\n\nNobody may throw twice.\n\n1. Throw the die.\n" in page
    assert "2. If the die shows 6:\n   - Six! You take 2 points, and the game ends.\n" in page
    assert "3. Otherwise, add the worth of what the die shows to your points.\n" in page
    assert "| 1    | 2     |\n| 2    | 4     |\n| 3    | 1     |\n" in page


OUT_ONE_BY_ONE = """\
game out "Out one by one"

players 3

dice die = 1d6

phase game
  keep still_in : set of player = all player
  repeat for each one in still_in
    roll die
    when targets(one) is none : say "Nobody is left."
    otherwise
      choose target by one
      when die is 6 : set still_in to still_in without target
  until size of still_in is 1

define targets (who: player) = still_in without who

choice target
  "At whom?"
  pick other from targets(chooser)
  default lowest
"""


@pytest.mark.quick
def test_a_set_whose_name_is_no_noun_is_named_after_its_members() -> None:
    page = printed(OUT_ONE_BY_ONE)
    colours = "kind colour : red, blue\n\nphase game\n  keep shown : set of colour = none"
    assert printed(OUT_ONE_BY_ONE.replace("phase game", colours))
    assert "Each of the players who are still in, in turn, round and round, until there is one player who is" in page
    assert "If there are some players who are still in other than them:" in page
    game = check_game(Sources(Source("out.rules", OUT_ONE_BY_ONE))).model
    assert game is not None
    assert list(find_unclear(game)) == []


@pytest.mark.quick
def test_players_in_a_pile_are_no_cards() -> None:
    page = printed((TESTS / "semantics" / "orders.rules").read_text(encoding="utf-8"))
    assert "At first all players are in the queue." in page
    assert "if the die shows 6, the last of the queue goes to the front of the queue." in page
    assert "If the die shows 1, you go from the queue to the end of the out." in page
    assert "Deal two stones from the bag" in page
    assert "card" not in page


@pytest.mark.quick
def test_fractions_are_said_as_people_read_them() -> None:
    text = (TESTS / "semantics" / "fractions.rules").read_text(encoding="utf-8")
    page = printed(text)
    assert "At first, each player's chips are 20." in page
    assert "| 6      | 1.2  |" in page
    assert "Take 2.5 from their chips." in printed(text.replace("take stake from", "take 5/2 from"))
    half = text.replace("take stake from", "add 1/2 * total of die to")
    assert "Add 0.5 times what the die shows to their" in printed(half)


@pytest.mark.quick
def test_a_set_of_pairs_is_named_after_them() -> None:
    page = printed((TESTS / "semantics" / "pairs.rules").read_text(encoding="utf-8"))
    assert "Take the pair of red and 2 from the first player's pairs that are crossed." in page
    assert "add the pair of they and red to the seen" in page


@pytest.mark.quick
def test_what_is_taken_out_is_told_from_what_is_put_in() -> None:
    text = OUT_ONE_BY_ONE.replace("still_in without target", "still_in without target with one")
    assert "other than the target, together with them." in printed(text)


@pytest.mark.quick
def test_the_end_is_what_follows_the_last_loop() -> None:
    two = SMALL.replace("  repeat round until", "  repeat 2 times : round\n  repeat round until")
    assert "- **Who wins:** Whoever has the highest points wins;" in printed(two)
    draw = two.replace("  win those one in all player with most points of one\n", "")
    assert "Who wins" not in printed(draw)
    assert "Play one round after another until" in printed(draw)


def test_what_a_game_needs_is_named_and_guessed_where_it_is_not() -> None:
    assert "**You need:** One die; pencil and paper\n" in printed(SMALL)
    named = SMALL.replace('"Throw, and hope."\n', '"Throw, and hope."\n  needs "ten counters"\n  needs "a bowl"\n')
    assert "**You need:** One die; ten counters; a bowl\n" in printed(named)
    assert "- **You need:** Two sheets of squared paper" in to_markdown(page_of(shipped("battleships")))


@pytest.mark.quick
def test_a_table_of_values_for_a_few_rolls_has_no_odds_of_all() -> None:
    looked_up = SMALL.replace("when die is 6       : six_thrown for", "when die in 4..6    : add prize to points of")
    for keys, has_odds in (("die in 4..6", False), ("die", True)):
        page = printed(f"{looked_up}\ntable prize on {keys}\n  4, 5 : 1\n  {'6' if not has_odds else 'any'} : 2\n")
        assert ("in 6 (" in page) == has_odds


@pytest.mark.quick
def test_a_rule_that_words_do_not_speak_for_has_a_section() -> None:
    hiding = SMALL.replace("  set lucky to yes\n", "  end_it\n\nrule end_it\n  set lucky to yes\n")
    for words, has_section in ((hiding, True), (hiding.replace('ends."', 'ends." also for end_it'), False)):
        game = check_game(Sources(Source("small.rules", words))).model
        assert game is not None
        assert ("End it" in [each.heading for each in page_of(game).sections]) == has_section
        assert not [each for each in find_unclear(game) if each.message == "the rulebook does not say this step"]


SIX_TWICE = """
house_rules twice "A six counts twice" for small
after rule six_thrown
  add 1 to points of who
"""
NO_SIX = """
house_rules never "A six is nothing" for small
replace rule six_thrown for (who: player)
  set lucky to yes
"""


def test_words_stay_beside_what_house_rules_add_and_go_with_what_they_replace() -> None:
    """So do words that speak for the rule, too."""
    covering = SMALL.replace('  remark "Nobody', '  in words "Throw for a six." also for six_thrown\n  remark "Nobody')
    for text, kept in ((SIX_TWICE, True), (NO_SIX, False)):
        sources = Sources(Source("small.rules", covering), house=(Source("house.rules", text),))
        game = check_game(sources).model
        assert game is not None
        page = to_markdown(page_of(game))
        assert ("Throw for a six." in page) == kept
        assert ("**A six counts twice**\n  - Add 1 to" in page) == kept


CARDS = """\
game cards "Cards"

players 2

kind rank: one, two, three
kind suit: red, blue
cards pack: rank of suit

pile stock : pack, face down = all pack
pile shown "the row" : pack, face up

phase game
  say "{count of part in subsets of shown where size of part is 2} pairs."
  your_turn

phase your_turn "your turn" in game
  in words "Turn up three cards, and count the pairs."
  deal 3 from stock to shown
  say "{pairs} pairs."
  throw_away

define pairs = count of part in subsets of shown where size of part is 2

rule throw_away
  in words "Whoever has any pairs of {pairs} wins."
  when some part in subsets of shown where size of part is 3 : win lowest of all player
"""


@pytest.mark.quick
def test_subsets_are_groups_of_what_they_hold_and_your_turn_keeps_its_name() -> None:
    page = printed(CARDS)
    assert "## Your turn\n" in page
    assert "the number of groups of cards in the row" in page


def test_an_example_shows_its_phase_alone_below_the_words_that_speak_for_it() -> None:
    page = to_markdown(page_of(shipped("cribbage")))
    play, _, series = page.partition("\n## Series\n")
    assert "with the six of spades: 14. Fifteens: 4. Pairs: 2. Runs: 8. 14 for Ben: 18 to 1.\n" in play
    assert "Ben holds ten of hearts and nine of hearts. Ben plays the nine of hearts: 9." in series
    assert "Thirty-one for two. 2 for Anna: 11 to 16.\n" in series


RACE = """\
game race "A Race"

sides red "Red", blue "Blue"

kind cast: one_step "do", two_steps "gae"
kind place: start, first, second, third, home

phase game
  keep men of each side and place : 0..4 = 4 on start, none elsewhere
  keep due                        : 0..9 = 1
  repeat for each one in all side
    turn for one

phase turn for (mover: side) in game
  choose move by mover
  go_on(move.here, move.far)

rule go_on (here: place, far: cast)
  let many  = 1 if here is start otherwise men of (mover, here)
  let there = landing(here, number of far)
  take many from men of (mover, here)
  add many to men of (mover, there)
  when men of (mover, home) is 4
    win mover
    end game

table landing (here: place, far: 1..2) on here by far
        | 1        | 2
  second | third    | home
  third  | home     | home
  any   | here + 1 | here + 2

choice move
  "Which man goes, and how far?"
  pick here from all place and far from all cast where allowed(side of chooser, here, far)
  default highest

define allowed (side_to_go: side, here: place, far: cast) = (
  here is not home and men of (side_to_go, here) > 0 and is_free(side_to_go, landing(here, number of far))
  )

define is_free (side_to_go: side, there: place) = (
  men of (next of side_to_go, there) < 2 and (there is home or men of (side_to_go, there) < 3)
  )
"""


@pytest.mark.quick
def test_names_that_only_point_are_said_by_what_they_are_and_what_changes_is_put_aside() -> None:
    page, game = printed(RACE), check_game(Sources(Source("race.rules", RACE))).model
    assert game is not None
    assert [each.name for each in make_rulebook(game, {}).kinds] == ["side", "cast", "place"]
    assert "each side's men are 4 at start and none elsewhere." in page
    assert "Choose a place and a cast, as long as “allowed” is true for your side, the place and the cast." in page
    assert "Let the number be 1 if the chosen place is start, otherwise your men at the chosen place.\n" in page
    assert "Take the number from your men at the chosen place.\n" in page
    assert "gives for the chosen place and the chosen cast's number.\n" in page
    assert "and “is free” is true for the side to go and what the table *landing* gives for" in page
    assert "“Is free” is true for the side to go and the place** if the other side's men at the place are" in page
    assert "less than 2 and either the place is home or the men of the side to go at the place are less than 3." in page
    assert "| Any other      | the place one place on | the place two places on |\n" in page
    assert "**Number of a cast**: 1 for do and 2 for gae." in page
    early = "  let before = points of thrower\n  set points of thrower to 1\n  add before"
    small = SMALL.replace("  otherwise           : add worth(total of die)", early)
    assert "Let the before be your points.\n" in printed(small)
    assert "Add your points to your points.\n" in printed(small.replace("  set points of thrower to 1\n", ""))
