"""The table on the whole screen, driven as a person would: keys, clicks, small windows, two people with secrets."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from io import StringIO
from threading import Event

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from interpreter.api import Ruleset, read
from interpreter.bots.seats import Bots
from interpreter.cli import game_loop, main
from interpreter.cli.terminal import screen
from interpreter.cli.terminal.dialogs import HandOver, Page
from interpreter.cli.terminal.screen import INTERRUPTED, LEFT, OVER, TableApp
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.engine import DecisionStop, View
from interpreter.play.session import Entry, Session
from interpreter.play.trace import narrate
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from tests.support.shipped import load
from tests.support.small_games import MEMORY, marks, race, tricks

Person = Callable[["Seen"], Awaitable[None]]


class Seen:
    """A screen and the person before it."""

    def __init__(self, app: TableApp, pilot: Pilot[str]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settled()

    async def settled(self) -> None:
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    @property
    def question(self) -> str:
        return self.app.asked.text

    @property
    def reply(self) -> str:
        return self.app.asked.reply

    @property
    def story(self) -> str:
        return "\n".join(text for text, _ in self.app._list_story())

    @property
    def screen(self) -> str:
        """Everything that can be read."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    @property
    def offers(self) -> list[str]:
        return ["  ".join(filter(None, each)) for each in self.app.asked.offers]


def table(rules: Ruleset, setup: Setup, seed: int = 7, keep: Callable[[Entry], None] = lambda entry: None) -> Table:
    program = rules.program()
    bots = Bots(program, ("default",) * len(program.seats), seed)
    session = Session(Stepper(program), seed, own_cards=setup.ask_cards)
    return Table(rules.model, session, bots.decide, setup, keep)


def sit(at: Table, person: Person, size: tuple[int, int] = (100, 30)) -> TableApp:
    app = TableApp(at, "Title")

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            seen = Seen(app, pilot)
            await seen.settled()
            await person(seen)

    asyncio.run(play())
    return app


ANNA = Setup({0: "Anna"})


def test_a_game_from_the_first_question_to_the_end() -> None:
    at = table(race(), ANNA)

    async def person(seen: Seen) -> None:
        assert seen.question == "Anna: Safe, or double or nothing?"
        assert seen.offers == ["1  safe  as far as the die says", "2  double  twice as far, from 4 on"]
        assert "Anna 0 of 10" in seen.screen
        assert "Player 2 0 of 10" not in seen.screen
        await seen.press("2")
        assert "press Enter to roll die" in seen.question
        assert "twice as far, from 4 on  (u takes it back)" in seen.screen
        while not at.session.over:
            await seen.press("enter")
        assert "The game is over. Player 2 wins." in seen.question
        assert "Player 2 is home" in seen.story
        await seen.press("enter")

    assert sit(at, person).return_value == OVER


def test_arrows_and_the_mouse_choose_too() -> None:
    at = table(race(), ANNA)

    async def person(seen: Seen) -> None:
        await seen.press("down", "enter")
        assert "twice as far" in seen.story
        await seen.press("u")
        assert "Safe, or double" in seen.question
        assert "twice as far" not in seen.story
        await seen.press("r")
        assert "twice as far" in seen.story
        await seen.press("u")
        at_row = next(row for row, line in enumerate(seen.screen.splitlines()) if "2 double" in line)
        await seen.pilot.click("#page", offset=(3, at_row))
        await seen.settled()
        assert "press Enter to roll" in seen.question
        await seen.press("q")

    assert sit(at, person).return_value == LEFT


def test_odds_why_help_and_what_cannot_be_understood() -> None:
    async def person(seen: Seen) -> None:
        await seen.press("o")
        assert "Choose first" in seen.reply
        await seen.press("1", "o")
        assert isinstance(seen.app.screen, Page)
        assert "16.7 %  1 of 6  6     jump" in seen.screen
        await seen.press("escape", "enter", "w")
        assert "rule walk" in seen.screen
        await seen.press("escape", "question_mark")
        assert "take back your last roll or choice" in seen.screen
        await seen.press("q")
        assert not isinstance(seen.app.screen, Page), "the first q closes the page"
        await seen.press("9", "8", "x")
        await seen.press("colon", *"xyz", "enter")
        assert "ou cannot choose `xyz`" in seen.reply
        seen.app.query_one("#line", Input).value = "9" * 20_000
        await seen.press("enter")
        assert "far too long" in seen.reply
        await seen.press("escape", "1")
        assert "press Enter to roll" in seen.question
        await seen.press("ctrl+c")

    assert sit(table(race(), ANNA), person).return_value == INTERRUPTED


def test_dice_of_ones_own_are_typed() -> None:
    async def person(seen: Seen) -> None:
        await seen.press("1")
        assert "throw 1 die for die" in seen.question
        await seen.press(*"7", "enter")
        assert "`7` is not a roll of die" in seen.reply
        await seen.press(*"6", "enter")
        assert "A jump!" in seen.story
        await seen.press("ctrl+c")

    sit(table(race(), Setup({0: "Anna"}, ask_dice=True)), person)


def test_a_card_that_is_turned_up_is_typed_before_anything_is_shown_of_it() -> None:
    async def person(seen: Seen) -> None:
        assert "Deal 2 cards from stock to row of north" in seen.question
        await seen.press("1")
        assert "which card is turned up from row of north to shown?" in seen.question
        assert "chooses where to" not in seen.screen
        await seen.press(*"nine", "enter")
        assert "No card of this game is called `nine`" in seen.reply
        await seen.press(*"six", "enter")
        assert "which card is turned up from row of north to held of Player 1?" in seen.question
        await seen.press(*"undo", "enter", *"three", "enter")
        assert "three is turned up." in seen.story
        assert "Where?" in seen.question
        await seen.press("ctrl+c")

    sit(table(read(MEMORY), Setup({0: ""}, ask_cards=True)), person)


def test_two_people_with_secrets_hand_the_keyboard_over() -> None:
    at = table(tricks(), Setup({0: "Anna", 1: "Ben"}))

    def held(seat: int) -> str:
        stop = at.session.stop
        assert isinstance(stop, DecisionStop)
        assert stop.chooser == seat
        return at.program.choices[stop.choice].labels[stop.offered[0]]

    async def person(seen: Seen) -> None:
        for seat, name in ((0, "Anna"), (1, "Ben"), (0, "Anna")):
            assert isinstance(seen.app.screen, HandOver)
            assert f"Hand the keyboard to {name}" in seen.screen
            assert held(seat) not in seen.screen
            await seen.press("1", "o", "w")
            assert isinstance(seen.app.screen, HandOver), "only Enter goes on"
            await seen.press("enter")
            assert held(seat) in seen.screen
            await seen.press("1")

    sit(at, person)


@pytest.mark.parametrize("size", [(1, 1), (23, 30), (60, 10), (300, 90)])
def test_a_window_of_any_size(size: tuple[int, int]) -> None:
    async def person(seen: Seen) -> None:
        await seen.pilot.resize_terminal(100, 30)
        await seen.settled()
        assert "Where?" in seen.screen
        assert "1 north" in seen.screen
        await seen.pilot.resize_terminal(*size)
        await seen.settled()
        await seen.press("2")
        large = size[0] >= 24 and size[1] >= 9
        assert (at.session.stops > 1) is large, "nobody chooses what cannot be seen"
        if large:
            assert "Where?" in seen.screen
        elif size[0] > 20:
            assert "small" in seen.screen
        await seen.pilot.resize_terminal(100, 30)
        await seen.settled()
        await seen.press(*["2"] * (not large))
        assert "Anna chooses placed: east" in seen.screen

    at = table(marks(), ANNA)
    sit(at, person, size)


def test_dice_are_held_with_digits_and_clicks_and_the_arrows_go_through_all_answers() -> None:
    at = table(load("yacht"), ANNA)

    async def person(seen: Seen) -> None:
        await seen.press("enter", *"12345")
        assert "none" in seen.screen
        await seen.press("1", "3")
        faces = [die["face"] for thing in seen.app.scene["things"] for die in thing.get("dice", ())]
        assert sorted(seen.offers[seen.app.asked.chosen].split(", ")) == sorted([faces[0], faces[2]])
        row = next(row for row, line in enumerate(seen.screen.splitlines()) if "═1═" in line)
        await seen.pilot.click("#page", offset=(seen.screen.splitlines()[row].index("═1═"), row))
        assert seen.offers[seen.app.asked.chosen] == faces[2]
        await seen.press("enter")
        assert seen.offers[seen.app.asked.chosen] == faces[2], "what was kept is kept, unless somebody changes it"
        await seen.press(*["pageup"] * 4)
        assert seen.app.asked.chosen == 0
        await seen.press(*["right"] * 40)
        assert seen.app.asked.chosen == len(seen.offers) - 1
        stops = at.session.stops
        await seen.press("enter")
        assert at.session.stops > stops

    sit(at, person)


def test_answers_in_parts_are_chosen_part_by_part() -> None:
    at = table(load("backgammon"), ANNA, 5)

    def taken() -> int:
        return sum(isinstance(each.behind, DecisionStop) and each.behind.chooser == 0 for each in at.session.moments)

    async def person(seen: Seen) -> None:
        while at.question is not None and at.question.kind == "roll":
            await seen.press("enter")
        assert at.question is not None
        names = [each.name for each in at.question.offers]
        first = list(dict.fromkeys(each.split(", ")[0] for each in names))
        assert len(first) < len(names)
        assert len(seen.offers) == len(first)
        whole = next(each for each in names if sum(one.startswith(each.split(",")[0] + ",") for one in names) > 1)
        await seen.press("colon", *whole.split(", ")[0], "enter")
        assert seen.question.endswith(f"{whole.split(', ')[0]}, and then?")
        assert all(f"{whole.split(', ')[0]}, {each}" in names for each in seen.offers)
        assert taken() == 0
        await seen.press("escape")
        assert len(seen.offers) == len(first)
        await seen.press("colon", *whole.split(", ")[0], "enter", "enter")
        assert taken() == 1

    sit(at, person)


def test_a_part_that_begins_with_a_number_is_typed_by_its_own_with_a_sign() -> None:
    at = table(load("dominoes"), ANNA, 3)

    async def person(seen: Seen) -> None:
        assert [each.split()[0] for each in seen.offers] == [f"#{n}" for n in range(1, len(seen.offers) + 1)]
        await seen.press("colon", *"none", "enter")
        assert all(each.replace("  ", " ") in seen.reply for each in seen.offers)
        stops, bone = at.session.stops, seen.offers[1].split()[1].rstrip(",")
        await seen.press("number_sign", "2", "enter")
        assert seen.question.endswith(f"{bone}, and then?") or at.session.stops > stops

    sit(at, person)


def test_what_is_typed_at_once_is_no_move() -> None:
    async def person(seen: Seen) -> None:
        async def burst(*keys: str) -> None:
            for key in keys:
                seen.app.post_message(Key(key, ":" if key == "colon" else key))
            await seen.settled()

        line, stops = seen.app.query_one("#line", Input), at.session.stops
        await burst("colon", *"why2o1")
        assert (at.session.stops, line.value) == (stops, "why2o1")
        await seen.press("escape")
        seen.app.post_message(Paste(":why not 2\n1\n"))
        await seen.settled()
        assert (at.session.stops, line.value) == (stops, "why not 2")
        await seen.press("escape", "colon", "enter")
        assert at.session.stops == stops, "nothing was typed"
        await burst("3", "h")
        assert (at.session.stops, line.value) == (stops, "3h"), "there are three threes"
        await seen.press("enter", "5")
        labels = at.program.choices[0].labels
        assert [labels[each.answer] for each in list(at.session.moments)[-2:]] == ["3 of Hearts", "5 of Clubs"]

    at = table(load("hearts"), ANNA)
    sit(at, person)


def test_a_slow_bot_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "BUSY_DELAY", 0.01)
    at, done = table(race(), Setup({1: "Ben"})), Event()
    decide = at.decide

    def slow(stop: DecisionStop, view: View) -> int:
        done.wait(20)
        return decide(stop, view)

    at.decide = slow
    app = TableApp(at, "Title")

    async def play() -> None:
        async with app.run_test() as pilot:
            seen = Seen(app, pilot)
            while "thinking" not in seen.question:
                await pilot.pause(0.01)
            await pilot.press("1", "u", "o", "enter")
            await pilot.press("q")
            done.set()

    asyncio.run(play())
    assert app.return_value == LEFT


def test_a_game_that_cannot_be_kept_gives_the_screen_up() -> None:
    def full(entry: Entry) -> None:
        raise Rejected([errors.saved_unwritable("game.toml", "No space left on device")])

    async def person(seen: Seen) -> None:
        await seen.press("1")

    app = sit(table(race(), ANNA, keep=full), person)
    assert app.trouble is not None


@pytest.mark.parametrize(
    ("term", "columns", "lines", "fits"),
    [("xterm", 80, 24, True), ("xterm", 39, 24, False), ("xterm", 80, 11, False), ("dumb", 80, 24, False)],
)
@pytest.mark.quick
def test_what_terminals_get_a_screen(
    monkeypatch: pytest.MonkeyPatch, term: str, columns: int, lines: int, fits: bool
) -> None:
    class Tty:
        def isatty(self) -> bool:
            return True

        def fileno(self) -> int:
            return 1

    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(game_loop.sys, "stdin", Tty())
    monkeypatch.setattr(game_loop.sys, "stdout", Tty())
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((columns, lines)))
    assert game_loop.can_use_screen() is fits
    monkeypatch.setattr(game_loop.sys, "stdin", open(os.devnull))  # noqa: SIM115
    assert not game_loop.can_use_screen()


@pytest.mark.parametrize(("words", "screens"), [((), 1), (("--plain",), 0), (("--seat", "all=bot"), 0)])
@pytest.mark.quick
def test_people_at_such_a_terminal_get_it_unless_they_want_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], screens: int
) -> None:
    shown: list[str] = []

    def left(at: Table, title: str, who: list[str], pace: float) -> bool:
        shown.append(title)
        return False

    monkeypatch.setattr(game_loop, "can_use_screen", lambda: True)
    monkeypatch.setattr(screen, "play_on_screen", left)
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert main(["play", "two_dice", "--seed", "1", "--no-save", *words]) == 0
    assert shown == ["Two-dice Baseball"] * screens
    assert ("Game not saved" in capsys.readouterr().out) is ("all=bot" not in words)


def test_the_log_shows_all_that_has_happened_and_the_view_all_in_words() -> None:
    at = table(load("marker"), Setup({0: "Anna"}), 3)

    async def person(seen: Seen) -> None:
        await seen.press("enter", "enter", "enter", "l")
        assert isinstance(seen.app.screen, Page)
        *_, last = narrate(at.program, at.session.moments[-1])
        assert last.text.split()[-1] in seen.screen
        await seen.press("escape", "v")
        assert isinstance(seen.app.screen, Page)
        assert "Blue at bat" in seen.screen

    sit(at, person)
