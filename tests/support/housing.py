"""House rules put to games, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from interpreter import loader
from interpreter.check import CheckResult
from interpreter.diagnostics import Diagnostic
from interpreter.display import format_event
from interpreter.engine import pick_default_answer
from interpreter.examples.run_example import ExampleReport, run_examples
from interpreter.formatter import format_declaration
from interpreter.lower import lower
from interpreter.model import ExampleInfo, Model
from interpreter.pipeline import check_game
from interpreter.play.trace import Session
from interpreter.source import Source
from interpreter.stepper import Stepper
from tests.support.paths import read_game

SHIPPED = {entry.name: entry for entry in loader.list_house_rules()}
"""The house rules that come with the program."""


LONG = 400
"""Of longer games the events of so many rolls, draws and choices are compared."""

LASTING = "round_the_bases"
"""The game with very many examples."""

MANY_OPTIONS = ("cooperstown", LASTING)
"""Games whose examples need many programs, one for each way in which they set the options."""


@cache
def shipped(name: str) -> Source:
    return loader.find_house_rules(name)


def put(base: Source, *house: Source) -> CheckResult:
    """A game checked under house rules."""
    return check_game(replace(loader.sources_of(base), house=house))


def model_of(checked: CheckResult) -> Model:
    assert checked.model is not None, [f"{each.code}: {each.message}" for each in checked.diagnostics.errors]
    return checked.model


@cache
def under(*names: str) -> CheckResult:
    """The first game that shipped house rules are all for, under them."""
    first, *others = map(shipped, names)
    return put(loader.find_base_game(first, others), first, *others)


def events(model: Model, seed: int, players: int | None = None) -> list[str]:
    """What happens in a game, in words; of long games the beginning."""
    program = lower(model, players=players)
    session = Session(Stepper(program), seed)
    for _ in range(LONG):
        if not session.over:
            session.step(lambda stop, view: pick_default_answer(stop))
    return [format_event(program, each) for each in session.events]


def tried(model: Model, plainly: bool = False) -> ExampleReport:
    """The examples of a game. Where these take long, for their options need many programs, those without options; only
    where they take longest, if they are not to be tried `plainly`."""
    if model.name not in (MANY_OPTIONS if plainly else (LASTING,)):
        return run_examples(model)
    return run_examples(replace(model, examples=tuple(each for each in model.examples if _plain(model, each))))


def _plain(model: Model, example: ExampleInfo) -> bool:
    return example.players is None and all(model.options[name].default == value for name, value in example.options)


def failing(checked: CheckResult) -> list[tuple[str, tuple[Diagnostic, ...]]]:
    """The examples of a changed game that fail; where these take long, those without options."""
    return [(each.example.name, each.failures) for each in tried(model_of(checked), plainly=True).failed]


def list_pairs() -> Sequence[tuple[str, str]]:
    """Every pair of shipped house rules for one game; of the game with very many examples one pair."""
    names = sorted(SHIPPED)
    games = {name: set(SHIPPED[name].games) for name in names}
    pairs = [(one, two) for one in names for two in names if one < two and games[one] & games[two]]
    return [each for each in pairs if LASTING not in games[each[0]] or "five_innings" not in each]


GAME = read_game("dozen.rules")
DOZEN = Source("dozen.rules", GAME)
HEAD = 'house_rules odd "Odd" for dozen\n\n'


def dozen(*house: str) -> CheckResult:
    """That game under house rules, each with a head of its own or with this one."""
    files = [each if each.startswith("house_rules") else HEAD + each for each in house]
    return put(DOZEN, *(Source(f"{at}.rules", each) for at, each in enumerate(files)))


def declared(checked: CheckResult, word: str, name: str) -> str:
    """What a declaration of the changed game says, without its first line."""
    model_of(checked)
    assert checked.amended is not None
    found = [
        format_declaration(each)
        for each in checked.amended.files[-1].declarations
        if getattr(getattr(each, "name", None), "text", "") == name and type(each).__name__.lower() == word
    ]
    return found[0].partition("\n")[2]


def told(checked: CheckResult) -> list[str]:
    return [f"{place(each)} {each.code}" for each in checked.diagnostics.in_order]


def place(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return diagnostic.span.place
