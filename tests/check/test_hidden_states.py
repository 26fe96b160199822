"""States that are hidden: declared so, or given something hidden; and who may look at them."""

from __future__ import annotations

import pytest

from interpreter.api import load, read
from interpreter.bots.advice import GameView
from interpreter.bots.redraw import Redrawer
from interpreter.bots.search import Search
from interpreter.chance import Stream
from interpreter.display import event_to_object
from interpreter.engine import DecisionStop
from interpreter.examples.run_example import run_examples
from interpreter.lower import lower
from interpreter.pipeline import check_game
from interpreter.play.scorebook import format_scorebook, make_scorebook
from interpreter.play.trace import Session, explain_moment, list_named_values, narrate
from interpreter.program.sight import sees
from interpreter.program.text import parse_program, print_program
from interpreter.source import Sources
from interpreter.stepper import Stepper
from tests.support.checking import model_of, said
from tests.support.paths import read_game

CODE = read_game("break_the_code.rules")

INFERRED = CODE.format(sight="    : 0..99", told=", face up")
OWNED = CODE.format(sight=" of each player : 0..99, seen by its player", told=", face up").replace(
    "set code to", "set code of setter to"
)
OWNED = OWNED.replace("matching(guess, code)", "matching(guess, code of setter)").replace("{code}", "{code of setter}")
OWNED = OWNED.replace("per game = code", "per player = code of player")

BIDS = read_game("sealed_bids.rules")


def codes(text: str) -> list[str]:
    return [each.partition(": ")[2] for each in said(text) if "unused" not in each]


# ---- what is given something hidden


@pytest.mark.parametrize("text", [INFERRED, OWNED, BIDS])
def test_these_are_sound(text: str) -> None:
    assert codes(text) == []


@pytest.mark.parametrize(
    ("text", "looking", "expected"),
    [
        (INFERRED, "guess : code", ["out-of-sight"]),
        (INFERRED, "guess : 5 if matching(5, code) is 2 otherwise 6", ["out-of-sight"]),
        (INFERRED, "setting : code", ["out-of-sight"]),
        (INFERRED, "guess : 5 if in_place is 1 and not solved otherwise tried", []),
        (CODE.format(sight="    : 0..99", told=""), "guess : in_place", ["out-of-sight"]),
        (CODE.format(sight="    : 0..99, face up", told=""), "guess : code", []),
        (OWNED, "guess : code of setter", ["out-of-sight"]),
        (OWNED, "guess : code of chooser", []),
        (BIDS, "offer : bid of chooser", []),
        (BIDS, "offer : highest of (those n in 0..20 where n > bid of left of chooser)", ["out-of-sight"]),
        (BIDS, "offer : opened of left of chooser + best", []),
    ],
)
def test_strategies_do_not_look_at_what_comes_from_something_hidden(
    text: str, looking: str, expected: list[str]
) -> None:
    assert codes(f'{text}strategy s "S"\n  {looking}\n') == expected


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        (INFERRED, "{code}", ["out-of-sight"]),
        (INFERRED, "{tried} {in_place}", []),
        (OWNED, "{code of setter}", ["out-of-sight"]),
        (OWNED, "{code of viewer}", []),
        (BIDS, "{bid of viewer} {best}", []),
        (BIDS, "{bid of lowest of all player > 3 ? high|low}", ["out-of-sight"]),
    ],
)
@pytest.mark.quick
def test_views_do_not_show_it(text: str, line: str, expected: list[str]) -> None:
    inside = "attempt" if "{in_place}" in line else "game"
    assert codes(f'{text}view v in {inside}\n  "{line}"\n') == expected


SHEET = """game sheet "Sheet"
players 2
kind box: ones, twos
phase game
  keep mark of each player and box : 0..9, seen by its player = 0
  for each one in all player : set mark of (one, ones) to number of one
  win those one in all player with most mark of (one, ones)
"""


@pytest.mark.parametrize(
    ("hole", "expected"),
    [
        ("{mark of (viewer, ones)} {sum of mark of (viewer, each) for each in all box}", []),
        ("{mark of (left of viewer, ones)}", ["out-of-sight"]),
        ("{mark of (lowest of all player, twos)}", ["out-of-sight"]),
    ],
)
def test_what_is_kept_for_several_kinds_is_seen_by_the_player_of_the_first(hole: str, expected: list[str]) -> None:
    assert codes(f'{SHEET}view v in game\n  "{hole}"\n') == expected


def test_its_owner_alone_is_shown_it() -> None:
    program = lower(model_of(SHEET))
    seen = {
        slot.name: [sees(program, seat, slot, slot.place) for seat in (0, 1)]
        for slot in program.slots
        if slot.name.startswith("mark[")
    }
    assert seen == {
        "mark[(player_1, ones)]": [True, False],
        "mark[(player_1, twos)]": [True, False],
        "mark[(player_2, ones)]": [False, True],
        "mark[(player_2, twos)]": [False, True],
    }


FLOWING = read_game("flowing.rules")


def flowing(step: str = "", hole: str = "{kept}", inside: str = "game", start: str = "0", later: str = "") -> list[str]:
    step, later = step or 'say "x"', later or 'say "y"'
    return codes(FLOWING.format(step=step, hole=hole, inside=inside, start=start, later=later, when=""))


@pytest.mark.parametrize(
    "step",
    [
        "set kept to number of top of stock",
        "set kept to of_first",
        "set kept to worth(highest of held of first)",
        "set kept to points",
        "set kept to 3 if ace of clubs in held of first otherwise 4",
        "set kept to count of each_card in held of first where rank of each_card is ace",
        "let found = of_first then pass_on found",
        "do passed(of_first)",
        "inner for of_first",
        "for each each_card in held of first : set kept to number of each_card",
        "for each each_card in held of first : add worth(each_card) to kept",
        "set many of first to of_first then set kept to many of left of first",
        "set card to lowest of held of first then set kept to number of card",
        "take of_first from kept",
    ],
)
@pytest.mark.quick
def test_what_is_given_something_hidden_is_hidden(step: str) -> None:
    assert flowing(step) == ["out-of-sight"]


def test_it_is_hidden_from_the_start_and_by_its_place_too() -> None:
    assert flowing(start="number of top of stock") == ["out-of-sight"]
    step = "set who to first if ace of clubs in held of first otherwise left of first"
    assert flowing(f"{step} then set many of who to 3", "{many of first}") == ["out-of-sight"]
    assert flowing("add of_first to seen", "{seen}") == ["out-of-sight"]
    assert flowing("inner for of_first", "{begun_with}", "inner") == ["out-of-sight"]
    assert flowing("inner for size of shown", "{begun_with}", "inner") == []


@pytest.mark.parametrize(
    "step",
    [
        "set kept to size of held of first",
        "when held of first is none : set kept to 3",
        "set kept to 1 if held of first is none otherwise 2",
        "when ace of clubs in held of first : set kept to 3",
        "when of_first > 2 : pass_on 3",
        "put lowest of held of first from held of first to shown then set kept to number of top of shown",
        "repeat pass_on 3 until of_first > 2",
    ],
)
def test_counts_and_what_rules_announce_are_open(step: str) -> None:
    assert flowing(step) == []


def test_defaults_and_picks_are_for_the_chooser() -> None:
    text = BIDS.replace("default 1", "default bid of {whose}")
    assert codes(text.replace("{whose}", "chooser")) == []
    assert codes(text.replace("{whose}", "left of chooser")) == ["out-of-sight"]
    text = FLOWING.format(step="nothing", later="nothing", hole="{kept}", inside="game", start="0", when="{when}")
    pick = "  pick card_taken from held of {whose}\n  default lowest\n"
    named = text[text.index("  yes_go") : text.index("view v")]
    assert codes(text.replace(named, pick.replace("{whose}", "chooser"))) == []
    assert codes(text.replace(named, pick.replace("{whose}", "left of chooser"))) == ["out-of-sight"]
    assert codes(text.replace("{when}", "when ace of clubs in held of left of chooser")) == [], "the offer tells it"


def test_a_counter_may_be_declared_too() -> None:
    text = FLOWING.replace("  count seen\n", "  count seen, face up\n")
    filled = text.format(step="add of_first to seen", later="nothing", hole="{seen}", inside="game", start="0", when="")
    assert codes(filled) == []


def test_only_what_there_is_one_for_each_of_is_seen_by_its_owner() -> None:
    assert codes(BIDS.replace("bid of each player    :", "bid :")) != []
    assert "zone-owner" in codes(
        BIDS.replace("  keep best                  : 0..20", "  keep best : 0..20, seen by its player")
    )


def test_the_message_says_where_it_comes_from() -> None:
    text = INFERRED + 'strategy s "S"\n  guess : code\n'
    found = read_diagnostics(text)
    assert "`code` gets its value here from `setting`, which is hidden" in found
    assert "if everyone may know it, write `keep code : ..., face up = ...`" in found


def read_diagnostics(text: str) -> str:
    from interpreter.diagnostics import rendering
    from interpreter.source import Source

    return "\n".join(
        rendering.render_full(each) for each in check_game(Sources(Source("a.rules", text))).diagnostics.in_order
    )


def test_shipped_rules_need_no_such_words() -> None:
    """Cribbage counts hands only when they are laid down; what is said and put on the table is open."""
    for name in ("cribbage", "round_the_bases", "cooperstown"):
        hidden = load(name).model.hidden
        assert not [each for each in hidden if each.role in ("state", "counter")]


# ---- at the table


def begun(text: str, answer: int = 42) -> Session:
    session = Session(Stepper(lower(model_of(text))), seed=1)
    session.answer(answer)
    return session


@pytest.mark.parametrize(("text", "own"), [(INFERRED, None), (OWNED, "code[player_1]")])
@pytest.mark.quick
def test_a_seat_sees_what_is_its_own(text: str, own: str | None) -> None:
    session = begun(text)
    for viewer in (-1, 0, 1):
        seen = list_named_values(session.program, session.position, viewer)
        assert "setting" not in seen
        assert [name for name in seen if name.startswith("code")] == (
            [f"code[player_{viewer + 1}]"] if own is not None and viewer >= 0 else []
        )
        assert seen["tried"] == 0
    assert 42 in list_named_values(session.program, session.position).values()


def test_the_api_tells_a_seat_what_it_sees() -> None:
    game = read(OWNED).game()
    game.choose("42")
    assert game.seen_by(1)["code[player_1]"] == 42
    assert game.seen_by("Player 2")["code[player_2]"] == 0
    assert "code[player_1]" not in game.seen_by(2)
    assert "code[player_1]" not in game.seen_by()
    assert game.state["code[player_1]"] == 42


def test_a_measure_of_something_hidden_is_for_statistics() -> None:
    for text in (INFERRED, OWNED):
        session = begun(text)
        while not session.over:
            session.step(lambda stop, view: stop.default)
        told = [line for moment in session.moments for line in explain_moment(session.program, moment)]
        told += [str(event_to_object(session.program, each)) for each in session.events]
        told += format_scorebook(make_scorebook(model_of(text), session.program, session.story))
        assert any("tries" in line for line in told)
        assert not any("42" in line for line in told if "The code was" not in line)


def test_nobody_hears_of_it_before_it_is_said() -> None:
    heard = []
    for answer in (42, 17):
        session = begun(INFERRED, answer)
        session.answer(3)
        heard.append(
            [
                (each.text, *explain_moment(session.program, now))
                for now in session.moments
                for each in narrate(session.program, now)
            ]
        )
    assert heard[0] == heard[1]


# ---- bots


def searched(text: str, answer: int) -> tuple[bool, int]:
    session = begun(text, answer)
    stop = session.stop
    assert isinstance(stop, DecisionStop)
    search = Search(session.program, "default")
    possible = search.redrawing.is_possible(session.position, stop.chooser)
    return possible, search.decide(stop, GameView(session.engine, session.position), 1000, Stream(1, 0))


@pytest.mark.parametrize("text", [INFERRED, OWNED])
def test_search_does_not_think_with_what_is_hidden_from_it(text: str) -> None:
    assert [searched(text, answer) for answer in (10, 11, 0)] == [(False, 0)] * 3


def test_search_may_think_with_what_its_seat_sees() -> None:
    alone = OWNED.replace("players 2", "players 1").replace("seen by its chooser", "")
    for text, expected in ((alone, True), (alone.replace("seen by its player", "face down"), False)):
        assert searched(text, 10)[0] is expected


MARKED = """game marked "Marked"
players 2
cards deck: c1, c2, c3, c4, c5, c6, c7, c8
pile stock               : deck, face down = all deck
hand held of each player : deck, seen by its player
phase game
  keep marked of each player : deck, {sight} = c1
  shuffle stock
  for each one in all player
    deal 3 from stock to held of one
    set marked of one to lowest of held of one
  choose go by lowest of all player
  choose go by highest of all player
  when number of marked of lowest of all player > 2 : win lowest of all player
choice go
  "Go?"
  go  "go"
  not_go "no"
  default go
"""


def test_a_hidden_card_that_is_kept_goes_along_with_the_cards() -> None:
    for sight, seen in (("seen by its player", True), ("face down", False)):
        program = read(MARKED.format(sight=sight)).program()
        engine = Stepper(program)
        step = engine.begin()
        while not isinstance(step.stop, DecisionStop):
            step = engine.answer(step.position, 0)
        slots = {each.name: at for at, each in enumerate(program.slots)}
        redrawing = Redrawer(program)
        assert redrawing.is_possible(step.position, 0)
        own = step.position.slots[slots["marked[player_1]"]]
        other = set()
        for number in range(30):
            drawn = redrawing.redraw(step.position, 0, Stream(1, number)).slots
            held = drawn[slots["held[player_2]"]]
            card = drawn[slots["marked[player_2]"]]
            assert held >> card & 1, "it names a card of the hand it was taken from"
            other.add(card)
            assert not seen or drawn[slots["marked[player_1]"]] == own
        assert len(other) > 2


def test_who_sees_what_is_part_of_the_program() -> None:
    program = read(OWNED).program()
    assert parse_program(print_program(program)) == program
    sights = {each.name: (each.sight, each.owner, each.place) for each in program.slots}
    assert sights["code[player_2]"] == ("owner", "player", 1)
    assert sights["in_place"] == ("up", "", 0)
    inferred = {each.name: each.sight for each in read(INFERRED).program().slots}
    assert inferred["code"] == "down"


def test_examples_know_everything() -> None:
    text = (
        INFERRED + 'example "e"\n  choose setting is 17\n  choose guess is 12\n  then code is 17, said "1 in place."\n'
    )
    report = run_examples(model_of(text))
    assert not [failure for each in report.results for failure in each.failures]


def test_what_a_choice_is_asked_with_is_hidden_too() -> None:
    text = MARKED.format(sight="face down").replace("choice go\n", "choice go (card: deck)\n")
    text = text.replace("choose go by highest", "choose go(c3) by highest")
    bold = "strategy bold\n  go\n    when card is c8 : go\n    otherwise : not_go\n"
    asked = text.replace("choose go by lowest", "choose go({card}) by lowest")
    assert codes(asked.format(card="c1") + bold) == []
    assert codes(asked.format(card="lowest of held of lowest of all player")) == []
    assert codes(asked.format(card="lowest of held of lowest of all player") + bold) == ["out-of-sight"]
