"""The table in a real browser: four seats, hidden hands, reloads, a server that dies, keys alone."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, TimeoutError

from interpreter.api import load
from interpreter.display import call_people, format_event
from interpreter.engine import Decided, DecisionStop, Drawn, Said
from interpreter.lower import lower
from interpreter.model import HouseInfo
from interpreter.play.session import Entry, Moment, MomentAdded, Session
from interpreter.program import Program
from interpreter.program.sight import sees
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seats import SeatAssignment, make_decider
from interpreter.web import guard
from tests.support.browsing import DESK, PHONE, Visit, visit
from tests.support.games_alike import DUEL
from tests.support.paths import ROOT
from tests.support.seated import table_of
from tests.support.served import read_links, serving, start_server
from tests.support.small_games import PASSING, RACE, SHOWDOWN, TRICKS
from tests.support.tapping import ASKS, play_to_the_end, tap_when_asked, wait_for_any

PEOPLE = {0: "Anna", 1: "Ben", 2: "Cleo", 3: "Dan"}


def wait_for_number(visits: dict[str, Visit], number: int) -> None:
    for visited in visits.values():
        visited.wait_until(f"Number(document.body.dataset.number) >= {number}")


# ---- hidden hands


def table_of_four(keep: list[Moment]) -> Table:
    def note(entry: Entry) -> None:
        assert isinstance(entry, MomentAdded)
        keep.append(entry.moment)

    takers = tuple(SeatAssignment(True, name) for name in PEOPLE.values())
    model = load("round_the_bases").model
    program = call_people(lower(model, {"innings": 1}, 4), PEOPLE)
    session = Session(Stepper(program), 5)
    keep.append(session.moments[0])
    return Table(model, session, make_decider(session.engine, takers, 5), Setup(PEOPLE, own_dice=False), note)


def list_seen(program: Program, moments: list[Moment], seat: int) -> Iterator[frozenset[str]]:
    """The cards that a seat has had in sight, or was openly told of, by each of some moments."""
    labels = program.shapes[program.zones[0].shape].labels
    places = [
        zone.first + at for zone in program.zones for at in range(zone.members) if sees(program, seat, zone, at)
    ]
    seen: set[str] = set()
    for moment in moments:
        lying = [moment.position.slots[place] for place in places]
        seen |= {label for number, label in enumerate(labels) if any(cards >> number & 1 for cards in lying)}
        for event in moment.events:
            if isinstance(event, Drawn) and program.zones[event.onto].sight == "up":
                seen.add(labels[event.card])
            if isinstance(event, Said):
                seen |= {label for label in labels if label in format_event(program, event)}
            if isinstance(event, Decided) and not program.choices[event.choice].secret:
                seen.add(program.choices[event.choice].labels[event.answer])
        yield frozenset(seen)


def test_four_play_on_four_pages_and_no_message_tells_of_a_card_that_a_seat_has_not_seen(browser: Browser) -> None:
    moments: list[Moment] = []
    with serving(table_of_four(moments)) as served:
        visits = [visit(browser, served.link(f"seat{seat}"), PHONE) for seat in range(4)]
        table, program = served.hall.party.table, served.hall.party.table.program
        while not table.session.over and len(moments) < 40:
            question, number = table.question, served.hall.party.number
            if question is None:
                visits[0].page.wait_for_timeout(5)
                continue
            asked = visits[question.seat]
            asked.wait_until(f"document.body.dataset.number >= {number}")
            tap_when_asked({"asked": asked})
            asked.wait_until(f"document.body.dataset.number > {number}")
        cards = set(program.shapes[program.zones[0].shape].labels)
        searched = 0
        for seat, visited in enumerate(visits):
            seen = list(list_seen(program, moments, seat))
            for frame in visited.frames:
                state = json.loads(frame).get("state")
                if state is not None:
                    searched += 1
                    assert not [card for card in cards - seen[state["number"]] if card in frame]
            assert not visited.complaints
            assert not visited.strangers
        assert searched > 50


# ---- coming back


@pytest.mark.skipif(os.name != "posix", reason="kills as only such systems do")
def test_a_server_that_was_killed_is_started_again_and_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    server = start_server(["two_dice", "--seed", "7", "--seat", "all=human"], tmp_path)
    try:
        links = read_links(server)
        red, blue = (visit(browser, links[each]) for each in ("Red", "Blue"))
        for number in range(1, 4):
            tap_when_asked({"red": red, "blue": blue})
            wait_for_number({"red": red, "blue": blue}, number)
        asked = wait_for_any({"red": red, "blue": blue}, ASKS)
        wait_for_number({"red": red}, asked.page.evaluate("Number(document.body.dataset.number)"))
        told = red.page.locator("#told").text_content()
        server.send_signal(signal.SIGKILL)
        server.wait()
        red.wait_for("#connection", "Not connected")
        port = links["Red"].split(":")[2].split("/")[0]
        server = start_server(["--resume", "--port", port], tmp_path)
        assert read_links(server) == links
        red.wait_until("document.getElementById('connection').textContent === ''")
        assert red.page.locator("#told").text_content() == told
        blue.wait_until("document.getElementById('connection').textContent === ''")
        tap_when_asked({"red": red, "blue": blue})
        red.wait_until(f"document.getElementById('told').textContent !== {json.dumps(told)}")
    finally:
        server.kill()
        server.wait()


def test_a_page_that_is_loaded_again_in_the_middle_of_a_decision_asks_the_same(browser: Browser) -> None:
    with serving(table_of(DUEL, {0: "Anna", 1: "Ben"})) as served:
        anna = visit(browser, served.link("seat0"))
        anna.wait_for(".can")
        before = anna.page.locator("#ask").inner_text(), anna.page.locator(".can").count()
        anna.page.reload()
        anna.wait_for(".can")
        assert (anna.page.locator("#ask").inner_text(), anna.page.locator(".can").count()) == before


# ---- for everybody


@pytest.mark.parametrize(("size", "colours"), [(DESK, "light"), (PHONE, "dark")])
def test_no_obstacle_is_found_and_nothing_is_asked_of_strangers(
    browser: Browser, size: dict[str, int], colours: str
) -> None:
    with serving(table_of(DUEL, {0: "Anna", 1: "Ben"})) as served:
        visits = {key: visit(browser, served.link(key), size, colours) for key in ("seat0", "seat1", "host")}
        for _ in range(2):
            number = served.hall.party.number
            tap_when_asked(visits)
            wait_for_number(visits, number + 1)
        visits["seat0"].page.click("text=Why?")
        visits["seat0"].wait_for("#said .because")
        visits["seat0"].page.locator("#said summary").first.click()
        for visited in visits.values():
            assert visited.list_violations() == []
            assert not visited.complaints
            assert not visited.strangers
            for word in ("Rules", "Log", "Sound"):
                named = visited.page.locator(".bar").get_by_text(word, exact=True).bounding_box()
                assert named is not None
                assert named["width"] > 15
            width = visited.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert width <= 0, "nothing is wider than the page"


HOUSE = (("cards", "deck"), ("phase", "trick"), ("choice", "card"), ("define", "face_of"), ("strategy", "low"))
"""What house rules are said to have changed in that game."""


def test_the_rules_stand_beside_the_game_and_a_click_says_why_not(browser: Browser) -> None:
    table = table_of(DUEL, {0: "Anna", 1: "Ben"})
    changed = tuple((word, name, "changed") for word, name in HOUSE)
    table.model = replace(table.model, house=(HouseInfo("odd", "Odd", (), changed, span=table.model.span),))
    with serving(table) as served:
        anna = visit(browser, served.link("seat0"), PHONE)
        anna.wait_for(".can")
        anna.page.click("#open-rules")
        anna.wait_for("#rules-text h3", "Duel")
        marks = {text.lower() for text in anna.page.locator("#rules-text .by").all_text_contents()}
        assert marks == {"house rule: odd"}
        assert anna.page.locator("#rules-text summary").count() > 1
        assert anna.list_violations() == []
        anna.page.keyboard.press("Escape")
        anna.wait_until("document.getElementById('rules').hidden && document.activeElement.id === 'open-rules'")
        anna.page.click("#open-more")
        anna.page.click("#open-absent")
        anna.wait_for("#said p", "You can choose everything that you see.")
        assert anna.list_violations() == []
        assert not anna.complaints


def test_a_name_is_asked_for_once_and_shown_to_all(browser: Browser) -> None:
    with serving(table_of(DUEL, {0: "", 1: ""})) as served:
        first, second = (visit(browser, served.link(f"seat{seat}")) for seat in range(2))
        first.wait_for("#name-form")
        assert first.list_violations() == []
        first.page.fill("#name", "<b>Anna</b>")
        first.page.keyboard.press("Enter")
        for visited in (first, second):
            visited.wait_for(".seat b", "bAnna/b")
        first.wait_until("document.getElementById('name-form').hidden")
        second.page.fill("#name", "banna/B")
        second.page.keyboard.press("Enter")
        second.wait_for("#name-said", "Somebody else is called banna/B.")
        assert second.page.evaluate("localStorage.length") == 0, "a name that is refused would be given again"
        port, key = served.opening.port, first.page.url
    with serving(table_of(DUEL, {0: "", 1: ""}), port=port) as served:
        assert served.link("seat0") == key
        second.wait_for(".seat b", "bAnna/b")
        first.wait_until("document.getElementById('name-form').hidden")
    with serving(table_of(SHOWDOWN, {0: ""}), port=port, secret=b"other") as served:  # another seat, alone
        first.page.goto(served.link("seat0"))
        first.wait_for(".seat.mine b", "bAnna/b")


def test_the_host_gives_a_seat_to_a_bot_and_begins_another_game(browser: Browser) -> None:
    with serving(table_of(DUEL, {0: "Anna", 1: "Ben"})) as served:
        anna, host = (visit(browser, served.link(key), PHONE) for key in ("seat0", "host"))
        anna.wait_for(".can")
        host.page.locator("#seats select").first.select_option("easy")
        anna.wait_until("document.querySelectorAll('.can').length === 0")
        host.wait_until("document.querySelector('#seats select').value === 'easy'")
        host.page.locator("#seats select").first.select_option("human")
        anna.wait_for(".mine")
        host.page.locator("#seats details").last.locator("summary").click()
        host.page.locator("#seats form input").last.fill("Cleo")
        host.page.keyboard.press("Enter")
        host.wait_for("#seats b", "Cleo")
        assert host.list_violations() == []
        host.page.select_option("#another", "pig")
        host.page.get_by_role("button", name="Play it here").click()
        anna.wait_for("#title", "Pig")
        host.page.select_option("#players", "4")
        anna.wait_until("document.querySelectorAll('.seat').length === 4")
        assert not anna.complaints + host.complaints


PEGS = """() => {
  const pegs = [...document.querySelectorAll(".form-track .piece > circle:nth-child(2)")];
  const rows = Map.groupBy(pegs, peg => peg.getAttribute("fill"));
  const heights = those => [...new Set(those.map(peg => peg.getAttribute("cy")))];
  return Object.fromEntries([...rows].map(([colour, those]) => [colour, heights(those)]));
}"""
"""In which rows of a pegboard the pegs of each colour are."""

WHOLE_GAMES = (
    ("cribbage", {"goal": 31}),
    ("yacht", {}),
    ("hearts", {"goal": 26}),
    ("ludo", {"each_has": 1}),
    ("dominoes", {"target": 60}),
    ("marker", {"innings": 1}),
    ("round_the_bases", {"innings": 1}),
)


@pytest.mark.parametrize(("name", "options"), WHOLE_GAMES, ids=[name for name, _ in WHOLE_GAMES])
def test_a_whole_game_is_played_by_tapping_things(
    browser: Browser, name: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "MESSAGES_A_SECOND", 10_000)
    rules = load(name)
    takers = [SeatAssignment(not seat) for seat in range(max(2, rules.players[0]))]
    session = Session(Stepper(lower(rules.model, options, len(takers))), 5)
    decide = make_decider(session.engine, takers, 5)
    with serving(Table(rules.model, session, decide, Setup({0: ""}))) as served:
        anna = visit(browser, served.link("seat0"), PHONE, motion="reduce")
        assert play_to_the_end(anna) > 10
        anna.wait_for("#ending h2", "win")
        rows = anna.page.evaluate(PEGS)
        assert name != "cribbage" or sorted(rows) == ["var(--blue)", "var(--red)"]
        assert len({row for each in rows.values() for row in each}) == sum(map(len, rows.values()))
        assert anna.list_violations() == []
        anna.page.get_by_role("button", name="Play again").click()
        anna.wait_until("document.getElementById('ending').hidden")
        assert not anna.complaints


def test_answers_of_two_parts_are_chosen_part_by_part(browser: Browser) -> None:
    text = (ROOT / "rulesets" / "classics" / "crown_and_anchor.rules").read_text(encoding="utf-8")
    text = text[: text.index("layout symbol")] + text[text.index("# ---- examples") :]
    with serving(table_of(text, {0: "Anna"})) as served:
        anna = visit(browser, served.link("seat0"))
        anna.wait_for("#offers button", "2 ...")
        assert anna.page.locator("#offers button").count() < 20
        anna.page.get_by_role("button", name="2 ...", exact=True).click()
        anna.wait_for("#offers button", "Anchor")
        assert "offer" in anna.page.evaluate("document.activeElement.className")
        anna.page.get_by_role("button", name="Back", exact=True).click()
        anna.page.get_by_role("button", name="3 ...", exact=True).click()
        before = served.hall.party.number
        anna.page.get_by_role("button", name="Anchor", exact=True).click()
        wait_for_number({"anna": anna}, before + 1)
        assert "3, Anchor" in str(anna.page.locator("#told").text_content())
        assert not anna.complaints


SIDES = "[...document.querySelectorAll('.trick [data-side]')].map(each => each.dataset.side).join()"

HEIGHT = "document.querySelector('.ask').offsetHeight"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_trick_lies_before_those_who_played_it_until_the_button_has_run_out(
    browser: Browser, size: dict[str, int]
) -> None:
    with serving(table_of(PASSING, {0: "Anna"}), 0.2) as served:
        anna = visit(browser, served.link("seat0"), size)
        heights = set()
        for lead in ("2 of Clubs", "3 of Clubs", "4 of Clubs"):
            anna.wait_for(".fan .can", lead)
            heights.add(anna.page.evaluate(HEIGHT))
            anna.page.locator(".fan .can", has_text=lead).click()
            anna.page.click("#go")
            anna.wait_until(f"!document.querySelector('.fan').textContent.includes('{lead}')")
        anna.wait_until(f"{SIDES} === 'bottom,top'")
        anna.wait_for("#go.timed", "Go on")
        heights.add(anna.page.evaluate(HEIGHT))
        anna.wait_for(".own .lain .pile", "taken by Anna")
        assert anna.page.locator(".others.top .lain .stack.empty").count() == 1
        assert len(heights) == 1, "the table stays where it is"
        assert anna.list_violations() == []
        assert not anna.complaints


def test_a_bubble_goes_with_the_next_tap(browser: Browser) -> None:
    with serving(table_of(PASSING, {0: "Anna"})) as served:
        anna = visit(browser, served.link("seat0"))
        anna.wait_for(".can")
        anna.page.keyboard.press("?")
        anna.wait_for("#said", "Keys:")
        anna.page.click(".trick, .others .seat")
        assert anna.page.locator("#bubble").is_hidden()


def test_a_pile_is_tapped_to_draw_from_it(browser: Browser) -> None:
    rules = load("gin_rummy")
    session = Session(Stepper(rules.program()), 5)
    table = Table(rules.model, session, lambda stop, view: 0, Setup({0: "Anna", 1: ""}))
    with serving(table) as served:
        anna, ben = (visit(browser, served.link(key), PHONE) for key in ("seat0", "seat1"))
        anna.wait_for("#question", "Do you take")
        assert anna.list_violations() == []
        anna.page.locator("#surface .can").click()  # the discards: the stock is for later
        anna.wait_for("#question", "Which card do you discard?")
        anna.page.locator(".fan .can").last.click()
        anna.page.click("#go")
        ben.wait_for("#question", "Do you take")
        ben.page.get_by_role("button", name="the stock: 31. Draw from the stock").click()
        ben.wait_for("#question", "Which card do you discard?")
        assert not anna.complaints


def test_of_several_picks_the_button_says_how_many_more_are_needed(browser: Browser) -> None:
    rules = load("president")
    session = Session(Stepper(rules.program()), 1)
    while not isinstance(stop := session.stop, DecisionStop):
        session.roll()
    leader = stop.chooser
    while isinstance(stop, DecisionStop) and stop.chooser == leader:
        session.answer(stop.offered[0])  # a pair of threes
        stop = session.stop
    assert isinstance(stop, DecisionStop)
    table = Table(rules.model, session, lambda stop, view: stop.offered[-1], Setup({stop.chooser: "Anna"}))
    with serving(table) as served:
        anna = visit(browser, served.link(f"seat{stop.chooser}"), PHONE)
        anna.wait_for("#go:disabled", "Play 2 cards")
        anna.page.locator(".fan .can").last.click()
        anna.wait_for("#go:disabled", "Play 1 more")
        rank = str(anna.page.locator(".fan .chosen .hidden").text_content())[0]
        names = [name[0] for name in anna.page.locator(".fan .can:not(.chosen) .hidden").all_text_contents()]
        assert set(names) == {rank}
        anna.page.locator(".fan .can:not(.chosen)").first.focus()
        anna.page.keyboard.press("Enter")
        anna.wait_for("#go:enabled", "Play 2 cards")
        assert anna.list_violations() == []
        anna.page.click("#go")
        anna.wait_until("document.getElementById('told').textContent.includes(' plays A')")
        assert not anna.complaints


MOVE_OR_ROLL = "document.querySelector('#surface .man.can, #go:not(:disabled):not([hidden])')"


def test_a_man_is_tapped_and_then_the_place_that_he_goes_to(browser: Browser) -> None:
    rules = load("backgammon")
    session = Session(Stepper(rules.program()), 5)
    while not isinstance(session.stop, DecisionStop):
        session.roll()
    with serving(Table(rules.model, session, lambda stop, view: 0, Setup({0: "Anna", 1: ""}))) as served:
        anna = visit(browser, served.link("seat0"), PHONE)
        man = anna.page.get_by_role("button", name="Anna (White), 6")
        anna.wait_for("#go", "Choose one")
        assert man.count() == 1  # of the five that stand there
        man.click()
        anna.wait_for("#go", "Choose where")
        assert anna.page.locator("#offers").is_hidden()
        assert anna.list_violations() == []
        anna.page.get_by_role("button", name="Move 6 to 4").click()
        anna.wait_for("#heard", "White moves 6 to 4.")
        assert anna.page.locator("svg .undo-here").get_attribute("aria-label") == "Undo: White moves 6 to 4."
        man.focus()
        anna.page.keyboard.press("Enter")
        anna.wait_for(".ahead.man")
        anna.page.keyboard.press("ArrowRight")
        assert anna.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move 6 to 2"
        anna.page.keyboard.press("Enter")
        anna.wait_for("#heard", "White moves 6 to 2.")
        assert not anna.complaints


NARROWEST = "Math.min(...[...document.querySelectorAll('#surface .can')].map(can => can.getBoundingClientRect().width))"


def measure_boards(page: Page) -> list[object]:
    """Where the board lies in a window on a desk, and on a phone."""
    found: list[object] = []
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found.append(page.locator(".board").bounding_box())
    return found


def test_after_a_roll_by_tapping_nothing_is_chosen_and_the_board_stays_where_it_is(browser: Browser) -> None:
    rules = load("backgammon")
    session = Session(Stepper(rules.program()), 5)
    with serving(Table(rules.model, session, lambda stop, view: stop.offered[0], Setup({0: "Anna"}))) as served:
        anna = visit(browser, served.link("seat0"), PHONE)
        anna.wait_for("#go", "Roll")
        before = measure_boards(anna.page)
        anna.page.get_by_role("button", name="More").click()
        anna.page.click("#title")
        assert anna.page.locator("#more").is_hidden()
        anna.page.click("#undo ~ [data-say=why]")
        anna.wait_for("#said .because", "Now roll the dice.")
        while anna.page.locator("#surface .can").count() == 0:
            with suppress(TimeoutError):  # the button may stop to roll at any moment
                anna.page.click("#go:enabled", timeout=1_000)
            anna.page.wait_for_timeout(200)
        anna.wait_for("#go", "Choose one")
        assert anna.page.locator(".ahead, .chosen").count() == 0
        assert anna.page.evaluate("document.activeElement === document.body")
        assert before == measure_boards(anna.page)
        anna.page.set_viewport_size({"width": 640, "height": 400})
        assert anna.page.evaluate(NARROWEST) >= 24, "a page at twice the size is scrolled, and not made smaller"
        anna.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        anna.page.locator(".barred").first.click()
        anna.wait_for("#said .because", "Not now: 1, where Black stands.")
        man = anna.page.get_by_role("button", name="Anna (White), 6")
        man.click()
        anna.page.get_by_role("button", name="Move 6 to 4").click()
        anna.wait_for("svg .undo-here")
        anna.wait_for("#go", "Choose one")
        anna.wait_until(MOVE_OR_ROLL)
        while anna.page.locator("#question", has_text="Roll").count() == 0:
            anna.page.locator("#surface .man.can").last.click()
            number = anna.page.evaluate("Number(document.body.dataset.number)")
            anna.page.locator("#surface .ahead.man").first.click()
            anna.wait_until(f"Number(document.body.dataset.number) > {number}")
            anna.wait_until(MOVE_OR_ROLL)
        assert anna.page.locator("#undo").is_visible()
        assert anna.page.locator(".undo-here").count() == 0, "the others have moved since"
        assert not anna.complaints


def test_seeds_lie_in_their_houses_and_move_and_the_own_row_is_nearest(browser: Browser) -> None:
    rules = load("kalah")
    session = Session(Stepper(rules.program()), 5)
    with serving(Table(rules.model, session, lambda stop, view: stop.offered[0], Setup({1: "Anna"}))) as served:
        anna = visit(browser, served.link("seat1"), PHONE)
        anna.wait_for(".target.can")
        assert anna.page.locator(".seed").count() == 48
        top = "getBoundingClientRect().y"
        is_lower = f"each => each.{top} <= document.querySelector('.target.can').{top}"
        assert anna.page.evaluate(f"[...document.querySelectorAll('.barred')].every({is_lower})")
        anna.page.get_by_role("button", name="11", exact=True).click()
        anna.page.click("#go")
        anna.wait_until("document.getAnimations().some(each => each.effect.target.matches('.seed'))")
        assert not anna.complaints


AT_MOST_ONE = """game few "At Most One"
players 1
kind spot in a circle: north_spot, east_spot, south_spot, west_spot
phase game
  keep taken : set of spot = none
  repeat 2 times
    choose picked by lowest of all player
    set taken to picked
choice picked
  "Which spot?"
  pick those_spots from subsets of all spot where size of those_spots <= 1 and those_spots without taken is those_spots
  default none
"""


def test_boxes_of_a_sheet_can_be_filled_after_any_throw_and_undone_at_once(browser: Browser) -> None:
    rules = load("yacht")
    session = Session(Stepper(rules.program()), 7)
    with serving(Table(rules.model, session, lambda stop, view: 0, Setup({0: "Anna"}))) as served:
        anna = visit(browser, served.link("seat0"))
        anna.wait_for("#go", "Roll")
        assert anna.page.locator(".sheet .best, .sheet .can").count() == 0
        anna.page.click("#go")
        anna.wait_for("#go", "Roll all 5 again")
        anna.page.get_by_role("button", name=": 3").last.click()
        anna.wait_for("#go", "Roll 4 again")
        anna.page.get_by_role("button", name="threes: would score 6").click()
        anna.wait_for("#go", "Fill threes")
        assert anna.list_violations() == []
        anna.page.click("#go")
        anna.wait_for("#heard", "has 6 in threes")
        anna.page.locator(".undo-here").click()
        anna.wait_for("#go", "Roll all 5 again")


def test_the_sheet_of_four_fits_a_phone_and_a_tap_on_a_seat_shows_its_column(browser: Browser) -> None:
    rules = load("yacht")
    session = Session(Stepper(lower(rules.model, {}, 4)), 7)
    with serving(Table(rules.model, session, lambda stop, view: 0, Setup({0: "Anna"}))) as served:
        anna = visit(browser, served.link("seat0"), PHONE)
        anna.wait_for(".sheet [data-of=p2].beside")
        heads = [anna.page.locator(f".sheet th[data-of=p{seat}]") for seat in (1, 2, 3)]
        assert [head.is_visible() for head in heads] == [True, True, False]
        anna.page.hover("[data-seat=p3]")
        assert anna.page.get_attribute("[data-seat=p3]", "title") == "Show Player 3 on the sheet"
        anna.page.click("[data-seat=p3]")
        assert anna.page.get_attribute("[data-seat=p3]", "title") == "Why?"
        assert [head.is_visible() for head in heads] == [True, False, True]
        assert anna.page.locator("#bubble").is_hidden()
        anna.page.click("#go")
        anna.wait_for("#go", "Roll all 5 again")
        assert anna.page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
        assert anna.list_violations() == []


def test_to_pick_none_is_one_button_and_a_tap_on_what_cannot_be_picked_says_why(browser: Browser) -> None:
    with serving(table_of(AT_MOST_ONE, {0: "Anna"})) as served:
        anna = visit(browser, served.link("seat0"))
        anna.wait_for("#go", "None")
        assert anna.page.locator("#offers").is_hidden()
        anna.page.locator("#surface .can").first.click()
        anna.wait_for("#go", "North spot")
        anna.page.click("#go")
        anna.wait_until("document.body.dataset.number > 0")
        anna.page.locator("#surface .barred").first.click()
        anna.wait_for("#said .because", "Not now: North spot.")
        anna.page.keyboard.press("Escape")
        anna.page.keyboard.press("/")
        anna.page.keyboard.type("why not north spot")
        anna.page.keyboard.press("Enter")
        anna.wait_for("#said .because", "Not now: north spot.")
        assert anna.list_violations() == []


def test_real_dice_are_typed_in_the_browser(browser: Browser) -> None:
    with serving(table_of(RACE, {0: "Anna", 1: "Ben"}, ask_dice=True)) as served:
        visits = {key: visit(browser, served.link(key)) for key in ("seat0", "seat1")}
        tap_when_asked(visits)
        thrower = wait_for_any(visits, "document.activeElement.id === 'line'")
        thrower.wait_for("#question", "type what it shows.")
        before = served.hall.party.number
        thrower.page.keyboard.type("9")
        thrower.page.keyboard.press("Enter")
        thrower.wait_for("#said p")
        assert served.hall.party.number == before
        thrower.page.keyboard.type("3")
        thrower.page.keyboard.press("Enter")
        wait_for_number(visits, before + 1)
        for visited in visits.values():
            assert "rolls die 3" in str(visited.page.locator("#told").text_content())


def test_real_cards_are_typed_where_only_their_owner_sees_them(browser: Browser) -> None:
    with serving(table_of(TRICKS, {0: "Anna", 1: "Ben"}, ask_cards=True)) as served:
        anna, ben, host = (visit(browser, served.link(key)) for key in ("seat0", "seat1", "host"))
        for number, card in enumerate(("ace of clubs", "two of clubs", "ace of hearts")):
            wait_for_number({"anna": anna, "ben": ben, "host": host}, number)
            anna.wait_for("#ask.mine #question", "hich card comes from stock to held of Anna?")
            assert anna.page.evaluate("document.activeElement.id") == "line"
            anna.page.keyboard.type(card)
            anna.page.keyboard.press("Enter")
        ben.wait_for("#ask.mine #question", "to held of Ben?")
        wait_for_number({"anna": anna, "ben": ben, "host": host}, 3)
        assert any("ace of hearts" in frame for frame in anna.frames)
        assert not [frame for each in (ben, host) for frame in each.frames if "ace of" in frame or "two of" in frame]


def test_a_trick_is_held_up_before_it_is_taken_until_a_key_or_a_tap(browser: Browser) -> None:
    more = 'say "  {points of one} so far"\n'
    long = SHOWDOWN.replace(more, more + "    " + more + "    " + more)
    with serving(table_of(long, {0: "Anna"}), pace=1) as served:
        anna = visit(browser, served.link("seat0"), PHONE)
        anna.wait_for("#surface .can")
        anna.page.locator("#surface .can").first.focus()
        anna.page.keyboard.press("Enter")
        anna.page.keyboard.press("Enter")
        anna.wait_for("#go", "Go on")
        assert anna.page.evaluate("document.activeElement.id") == "go"
        assert anna.page.locator("#question").text_content() == "Now 1"
        assert anna.page.locator("#go.timed").count() == 1
        assert anna.page.locator("#hint").text_content() == "Player 2 plays three. · Player 2 takes the trick."
        assert anna.page.locator("[data-seat=p2] .added").text_content() == "+1"
        assert anna.page.locator("#surface [data-key^='table/']").count() == 2
        assert anna.list_violations() == []
        anna.page.keyboard.press("Enter")
        anna.wait_for("#surface .can")
        earlier = anna.page.locator("#heard-before").text_content()
        assert earlier == "Player 2 plays three. · Player 2 takes the trick. ·"
        anna.page.keyboard.press("1")
        anna.page.keyboard.press("Enter")
        anna.wait_for("#go", "Go on")
        anna.page.locator("#surface [data-key^='table/']").first.click()
        anna.wait_for("#question", "Anna shows nine.")
        assert anna.page.locator("#go.timed").count() == 0  # the last of a deal: it waits for one who plays bots
        anna.page.keyboard.press("Escape")
        anna.wait_for("#ending h2", "win")
        assert not anna.complaints


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".others, .middle, .own")].map(each => each.getBoundingClientRect());
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.some((box, at) => boxes.slice(0, at).some(other => meet(box, other)));
}"""
"""Whether anything on the table lies on something else."""


IN_VIEW = """(() => {
  const top = selector => document.querySelector(selector).getBoundingClientRect().top;
  return top("#surface .fan .can") + 60 < top("#ask");
})()"""
"""Whether a card that is held can be seen above the question."""


@pytest.mark.parametrize(("width", "height"), [(195, 420), (640, 400)], ids=["phone", "desk"])
def test_at_twice_the_size_nothing_is_too_wide_or_lies_on_something_else(
    browser: Browser, width: int, height: int
) -> None:
    with serving(table_of(DUEL, {0: "", 1: ""})) as served:
        first = visit(browser, served.link("seat0"), {"width": width, "height": height})
        first.wait_for(".can")
        assert not first.page.evaluate(OVERLAPS)
        assert height > width or first.page.evaluate(IN_VIEW)
        first.wait_for("#name-form")
        first.page.click("#open-rules")
        first.wait_for("#rules-text h3")
        assert first.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_a_game_can_be_played_with_keys_alone(browser: Browser) -> None:
    with serving(table_of(DUEL, {0: "Anna"})) as served:
        anna = visit(browser, served.link("seat0"))
        anna.wait_for(".can")
        before = served.hall.party.number
        for _ in range(30):
            anna.page.keyboard.press("Tab")
            if "can" in anna.page.evaluate("document.activeElement.className").split():
                break
        for key in ("ArrowRight", "Enter", "Enter"):
            anna.page.keyboard.press(key)
        wait_for_number({"anna": anna}, before + 1)
        anna.page.keyboard.press("/")
        anna.page.keyboard.type("show")
        anna.page.keyboard.press("Enter")
        anna.wait_for("#said p", "you hold")
        anna.page.keyboard.press("Escape")
        assert not anna.page.locator("#bubble").is_visible()
        undo = anna.page.locator("#undo")
        assert undo.get_attribute("aria-label") == f"Undo: {anna.page.get_attribute('#undo', 'title')}"
        undo.press("Enter")
        anna.wait_for("#question", "Which do you lay away?")
        anna.wait_until("document.querySelector('#undo').hidden")


def test_what_a_ruleset_says_is_text_and_no_markup(browser: Browser) -> None:
    text = DUEL.replace('"Duel"', '"<img src=x onerror=alert(1)>"').replace(
        '"Which do you lay away?"', '"<script>alert(2)</script><b>Which?</b>"'
    )
    with serving(table_of(text, {0: "Anna", 1: "Ben"})) as served:
        anna = visit(browser, served.link("seat0"))
        anna.wait_for("#question", "<script>alert(2)</script><b>Which?</b>")
        anna.wait_for("#title", "<img src=x onerror=alert(1)>")
        assert not anna.complaints
        assert anna.page.locator("#question b, #title img").count() == 0
