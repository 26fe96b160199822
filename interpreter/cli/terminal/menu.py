"""The menu of games: players, minutes, luck and a sentence for each, and what one can do with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from interpreter import loader
from interpreter.cli.terminal.dialogs import Page
from interpreter.loader import GameCard

HEAD = "Which game? Enter plays it against a bot."
COLUMNS = f"{'':26}{'players':9}{'minutes':9}luck"

SLIM = 54
"""Below this number of columns, a row is the title alone."""

BOUND = "freq"

FRIENDS = ["--seat", "all=human", "--host", "0.0.0.0"]


class Menu(App[list[str]]):
    """Gives the words of a command line. Letters without a meaning of their own begin a search."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose('play')", "play against a bot"),
        Binding("f", "choose('friends')", "with friends"),
        Binding("r", "rules", "read the rules"),
        Binding("e", "choose('edit')", "change the rules"),
        Binding("slash", "search('')", "search", key_display="/"),
        Binding("escape", "search_off", show=False),
        Binding("q", "quit", "leave"),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]
    CSS = """
    #head { padding: 0 1; text-style: bold; background: $panel; height: 2; }
    #games { height: 1fr; border: none; background: $background; padding: 0 1; }
    #about { height: auto; min-height: 2; padding: 0 1; color: $text-muted; }
    #search { height: 1; border: none; padding: 0 1; display: none; }
    """

    def __init__(self, read_rules: Callable[[str], str]) -> None:
        super().__init__()
        self.cards = loader.read_cards()
        self.read_rules = read_rules

    def compose(self) -> ComposeResult:
        yield Static(HEAD, id="head", markup=False)
        yield OptionList(id="games", markup=False)
        yield Static("", id="about", markup=False)
        yield Input(id="search", placeholder="part of a name, or what it is about", select_on_focus=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        self._list_games(self.query_one(Input).value.casefold())

    def _list_games(self, sought: str = "") -> None:
        listed = self.query_one(OptionList)
        listed.clear_options()
        broad = self.size.width >= SLIM
        self.query_one("#head", Static).update(f"{HEAD}\n{COLUMNS}" if broad else HEAD)
        found = [each for each in self.cards if sought in f"{each.name} {each.title} {each.about}".casefold()]
        listed.add_options([Option(format_row(each) if broad else each.title, id=each.name) for each in found])
        listed.highlighted = 0 if found else None

    @property
    def card(self) -> GameCard | None:
        at = self.query_one(OptionList).highlighted
        name = None if at is None else self.query_one(OptionList).get_option_at_index(at).id
        return next((each for each in self.cards if each.name == name), None)

    def on_option_list_option_highlighted(self) -> None:
        card = self.card
        self.query_one("#about", Static).update(f"{card.about} {format_facts(card)}" if card is not None else "")

    def on_option_list_option_selected(self) -> None:
        self.action_choose("play")

    def on_input_submitted(self) -> None:
        self.action_choose("play")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._list_games(event.value.casefold())

    def on_key(self, event: Key) -> None:
        searching = isinstance(self.focused, Input)
        if searching and event.key in ("up", "down"):
            listed = self.query_one(OptionList)
            (listed.action_cursor_up if event.key == "up" else listed.action_cursor_down)()
        elif not searching and (letter := event.character or "").isalnum() and letter not in BOUND:
            self.action_search(letter)

    def action_search(self, text: str) -> None:
        line = self.query_one(Input)
        line.display, line.value = True, text
        line.cursor_position = len(text)
        line.focus()

    def action_search_off(self) -> None:
        line = self.query_one(Input)
        line.display, line.value = False, ""
        self.query_one(OptionList).focus()

    def action_rules(self) -> None:
        if self.card is not None:
            self.push_screen(Page(self.read_rules(self.card.name)))

    def action_choose(self, what: str) -> None:
        if (card := self.card) is None:
            return
        if what == "edit":
            copy = Path(f"{card.name}{loader.SUFFIX}")
            if not copy.exists():
                copy.write_bytes(card.path.read_bytes())
            self.exit(["web"])
        else:
            self.exit(["web", card.name, *FRIENDS] if what == "friends" else ["play", card.name])


def format_row(card: GameCard) -> str:
    return f"{card.title:24.24}  {format_players(card):9}{card.minutes:<9}{format_luck(card)}"


def format_facts(card: GameCard) -> str:
    return f"Players: {format_players(card)}. Minutes: about {card.minutes}."


def format_players(card: GameCard) -> str:
    return f"{card.least}" if card.least == card.most else f"{card.least} to {card.most}"


def format_luck(card: GameCard) -> str:
    """Five dots, more of them full the more luck there is."""
    return "" if card.luck is None else ("●" * round(5 * card.luck)).ljust(5, "○")


def choose_in_menu(read_rules: Callable[[str], str]) -> list[str]:
    return Menu(read_rules).run() or []
