"""Plays games that are saved, left and resumed at random moments, and plays them back: nothing may be lost.

    nice -n 19 python -m tests.tools.save_games --games 100 --first 0 [RULESET ...]

People and bots sit at each table, under the usual options and under others. The people answer at random, take back and
redo, and in some games roll dice or deal cards of their own. At a random moment the table is given up, and the game
goes on from the text of its file, whose last line is half written. In the end the whole file is played back: after
each line the game must stand where it stood, everything in it the same, and each bot must decide as it did. So each
line is a moment at which the game could have been left.

The last long run, on 29 November 2026: 10,000 games of each of the 29 rulesets that there were (all but backgammon,
battleships, bunco, dominoes, four_dice_to_the_top, gin_rummy, help_your_neighbor, kalah, oh_hell, president, spades and
spinner_baseball), 59,562,264 lines, left and resumed 254,951 times; nothing was lost. A ruleset takes from 12 seconds
of one core (Kuhn Poker) to 48 minutes ('Round the Bases).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter import api
from interpreter.bots.advice import GameView
from interpreter.bots.seats import list_strategies
from interpreter.chance import RANDOM
from interpreter.diagnostics import Diagnostics
from interpreter.display import format_value
from interpreter.engine import ChanceStop, Decide, DecisionStop, DrawStop, Position, Step
from interpreter.loader import list_classics, list_games
from interpreter.model import Model
from interpreter.play.own_cards import is_unseen
from interpreter.play.session import Entry, Moment, Session, is_forced
from interpreter.program import Draw, Program
from interpreter.saved import Head
from interpreter.saved.playback import Playback
from interpreter.saved.reader import read_saved
from interpreter.saved.writer import make_head, write_entry, write_head
from interpreter.settings import read_settings
from interpreter.source import Source
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table, respond
from interpreter.table.seats import SeatAssignment, list_people, make_decider
from interpreter.throws import write_dice

GAMES_ALIKE = 100
"""How many games in a row have the same options and number of players: the defaults, but for the second of ten rows."""

HUMAN, OWN_DICE, OWN_CARDS, TAKING_BACK = 0.6, 0.1, 0.01, 0.05
"""How likely a seat is a person's, people bring dice or cards of their own, and they take back instead of answering."""

MOST_VALUES = 6
"""Of the values of an option and the numbers of players, only the first ones are drawn: large ones make long games."""

HALF_A_LINE = "0 = { cho"


class RememberingStepper(Stepper):
    """Carries out each answer once: a game that is played back comes the same way again."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.known: dict[tuple[Position, int], Step] = {}

    def answer(self, position: Position, answer: int) -> Step:
        if (position, answer) not in self.known:
            self.known[position, answer] = super().answer(position, answer)
        return self.known[position, answer]


@dataclass(frozen=True)
class Rules:
    """A ruleset made ready, and the head of its saved games."""

    model: Model
    stepper: RememberingStepper
    head: Head

    @property
    def program(self) -> Program:
        return self.stepper.program

    @property
    def allows_own_cards(self) -> bool:
        draws = [each.terminator for each in self.program.blocks if isinstance(each.terminator, Draw)]
        return bool(draws) and not any(
            self.program.zones[each.zone].copies and is_unseen(self.program, each) for each in draws
        )


def prepare(ruleset: api.Ruleset, chance: random.Random | None) -> Rules:
    """A ruleset with its defaults, or with options and a number of players drawn by lot."""
    options: dict[str, Any] = {}
    players = ruleset.players[0]
    if chance is not None:
        for each in ruleset.options.values():
            offered = [*(each.range or each.alternatives)][:MOST_VALUES]
            options[each.name] = chance.choice(offered)
        players = chance.choice(ruleset.players[:MOST_VALUES])
    program = ruleset.program(options, players)
    written = [(name, str(value)) for name, value in options.items()]
    values = read_settings(ruleset.model, written, Diagnostics())
    people = [SeatAssignment(True)] * players
    head = make_head(ruleset.name, (), ruleset.model, values, program, [each.format for each in people], 0)
    return Rules(ruleset.model, RememberingStepper(program), head)


@dataclass
class Game:
    """A game at the table: its file, and what was seen after each line of it. It is left after `leaving` lines."""

    rules: Rules
    head: Head
    takers: Sequence[SeatAssignment]
    chance: random.Random
    leaving: int
    lines: list[str] = field(default_factory=list)
    seen: list[Moment] = field(default_factory=list)

    @property
    def text(self) -> str:
        return write_head(self.head) + "".join(f"{line}\n" for line in self.lines)

    def play(self) -> None:
        self.rules.stepper.known.clear()
        table = self._sit_down(self._begin())
        while not table.session.over:
            for _ in table.go_on():
                if len(self.lines) == self.leaving:
                    table = self._resume(table)
                    break
            if table.asking:
                self._answer(table)
                table = self._resume(table) if len(self.lines) == self.leaving else table
        self._play_back(self.text)

    def _begin(self) -> Session:
        return Session(self.rules.stepper, self.head.seed, own_cards=self.head.ask_cards)

    def _decider(self) -> Decide:
        return make_decider(self.rules.stepper, self.takers, self.head.seed)

    def _sit_down(self, session: Session) -> Table:
        head = self.head
        setup = Setup(list_people(self.takers), (), None, head.own_dice, head.ask_dice, head.ask_cards)
        return Table(self.rules.model, session, self._decider(), setup, lambda entry: self._keep(session, entry))

    def _keep(self, session: Session, entry: Entry) -> None:
        self.lines.append(write_entry(self.rules.program, self.head.seed, len(self.lines) + 1, entry))
        self.seen.append(session.moments[-1])

    def _answer(self, table: Table) -> None:
        stop, chance, program = table.session.stop, self.chance, self.rules.program
        if chance.random() < TAKING_BACK and table.undo():
            if chance.random() < 0.5:
                table.redo()
        elif isinstance(stop, DecisionStop):
            table.answer(chance.choice(stop.offered))
        elif isinstance(stop, DrawStop):
            shape = program.shapes[program.zones[stop.zone].shape]
            respond(table, format_value(shape, chance.choice(stop.cards)))
        elif isinstance(stop, ChanceStop) and self.head.ask_dice:
            respond(table, write_dice(program.dice[stop.dice].name_outcome(chance.randrange(stop.outcomes))))
        else:
            table.roll()

    def _resume(self, table: Table) -> Table:
        """Another table, at which the game goes on from its file."""
        playback = self._play_back(self.text + HALF_A_LINE)
        resumed = self._sit_down(playback.session)
        resumed.restore(playback.groups)
        assert (resumed.views, resumed.question) == (table.views, table.question)
        return resumed

    def _play_back(self, text: str) -> Playback:
        """Play a file back, and see that each line leads where it led."""
        saved = read_saved(Source("game.toml", text))
        assert saved.head == self.head
        playback = Playback(self.rules.model, self._begin(), saved)
        session, decide, entries = playback.session, self._decider(), playback.play()
        for seen in self.seen:
            decided = self._decide(session, decide)
            number, _ = next(entries)
            moment = session.moments[-1]
            assert moment == seen, f"entry {number} leads elsewhere"
            assert (moment.number, moment.undone) == (seen.number, seen.undone), f"entry {number} is counted otherwise"
            assert decided in (None, moment.answer), f"a bot decides otherwise at entry {number}"
        assert next(entries, None) is None
        return playback

    def _decide(self, session: Session, decide: Decide) -> int | None:
        """What a bot decides, if the game waits for one and has not been here before."""
        stop = session.stop
        if not isinstance(stop, DecisionStop) or self.takers[stop.chooser].human or is_forced(stop):
            return None
        if session.taken_back or session.undone_here():
            return None
        return decide(stop, GameView(session.engine, session.position, session.moments_made))


def deal(rules: Rules, number: int, length: int) -> Game:
    """Game number `number`, of which some `length` lines are expected."""
    chance = random.Random(number)
    bots = (*list_strategies(rules.program), RANDOM)
    takers = [
        SeatAssignment(True) if chance.random() < HUMAN else SeatAssignment(False, chance.choice(bots))
        for _ in rules.program.seats
    ]
    own_dice, own_cards = chance.random() < OWN_DICE, rules.allows_own_cards and chance.random() < OWN_CARDS
    head = replace(
        rules.head,
        takers=tuple(each.format for each in takers),
        seed=number,
        own_dice=not own_dice and chance.random() < 0.5,
        ask_dice=own_dice,
        ask_cards=own_cards,
    )
    return Game(rules, head, takers, chance, chance.randrange(length))


def play_games(name: str, numbers: range) -> Iterator[Game]:
    """These games of a ruleset, each held against its file. Raises AssertionError at the first that loses something."""
    ruleset, rules, length = api.load(name), None, 50
    for number in numbers:
        if rules is None or number % GAMES_ALIKE == 0:
            rules = prepare(ruleset, random.Random(number) if number // GAMES_ALIKE % 10 == 1 else None)
        game = deal(rules, number, length)
        try:
            game.play()
        except Exception as error:
            raise AssertionError(f"{name}, game {number}: {error}\n{game.text}") from error
        length = len(game.lines) + 1
        yield game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", default=[each.name for each in (*list_games(), *list_classics())])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e9, help="of each ruleset, no more than this")
    arguments = parser.parse_args()
    for name in arguments.rulesets:
        began, games, lines, left = time.process_time(), 0, 0, 0
        for game in play_games(name, range(arguments.first, arguments.first + arguments.games)):
            games, lines, left = games + 1, lines + len(game.lines), left + (game.leaving < len(game.lines))
            if time.process_time() - began > arguments.seconds:
                break
        print(f"{name}: {games} games, {lines} lines, {left} left, {time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
