"""Rulesets with something wrong, or at least different, in them: what the property tests are fed.

Each small game uses a part of the language, all of them together nearly everything. A mutant is a game in which
one declaration was changed: words left out, doubled, swapped, exchanged for others, lines moved, doubled, put at
another depth, characters scattered, lines of other rulesets put in. The other declarations are handed over as a
library, whose text a mutant does not touch.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from interpreter import syntax
from interpreter.check import CheckResult
from interpreter.diagnostics import Diagnostics
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from tests.support.paths import ROOT
from tests.support.random_further import random_further
from tests.support.random_rulesets import random_ruleset

RULESETS = tuple(sorted((ROOT / "rulesets").rglob("*.rules")))
CORPUS = tuple(sorted((ROOT / "tests" / "semantics").glob("*.rules")))
WORDS = re.compile(r'"[^"\n]*"|#[^\n]*|\d+d\d+|\w+|\.\.|->|<=|>=|[ ]+|\n|\S')
NAME = re.compile(r"[a-z]\w*")
SIGNS = ("<", "<=", ">", ">=", "is", "in", "+", "-", "*", "/", "mod", "with", "without", "and", "or")
ODD_CHARACTERS = "\t\r\0\"'{}()|:=#.,;!?%§é☃0+-\u2028\ufeff \n"

WALK = """
kind step: low, middle, high "the top"
dice die = 1d4
phase game
  keep here : step = low
  keep n    : 0..9 = 1
  count laps to 2 : end game
  repeat lap for (next of here) until n > 7
phase lap for (goal: step) in game
  keep seen : set of step = none
  repeat
    roll die
    climb (1 if die < 3 otherwise 2)
  until here >= goal
  repeat n times : add 0 to n
  when size of seen > 1 and not middle in seen : set n to size of seen
  otherwise when n mod 2 is 0 : add 1 to laps then set here to low
  otherwise
    for each x in seen, highest first
      let kept = n + 1
      when x > low and kept < 9 : set n to kept
    end lap
  repeat for each y in seen, from high
    set seen to seen without y
  until size of seen is 1
rule climb (far: 1..2)
  set seen to seen with here
  set here to here + far
  when some x in seen where x is here or x is high : add 1 to laps
  say "{here}, {n} of {count of x in seen where x < here}, {low in seen ? yes|no}."
measure laps_run per game = laps
measure seen per lap = size of (seen without low)
view there in lap
  "{here} {seen}"
example "one lap"
  given here is middle, n is 3
  roll 1
  then laps is 0, did climb
"""

THROW = """
kind suit: clubs, hearts, spades
dice pair = 2d3
dice one  = 1d6
dice odd  = 2 of 0, 1, 3
option most = 3 in 1..4
  "How many?"
option way = plain
  "Which way?"
  plain "plainly"
  other "otherwise"
phase game
  keep held : suit = clubs
  keep had  : set of suit = none
  keep added  : 0..99 = 0
  keep left_over : 0+ = most
  repeat try until left_over is 0
phase try in game
  roll pair
  roll one
  do fall
  set had to had with fits.what
  set left_over to max_of(left_over - 1, 0)
define max_of(a: -1..99, b: 0..9) = a if a > b otherwise b
table fall on pair                        cite "Falls" XX-01 to XX-03
  2..3 : nothing
  4    : add fits.worth to added
  2+2  : shift 1                          cite XX-02
  5+   : do line then shift 2
table fits on one, way -> what, worth
  1..3 | plain : held, 1
  4+   | plain : none, one / 2
  any  | other : hearts and spades, 3
table line on one by held
       | clubs | hearts, spades
  1, 2 | shift 1 | nothing
  3+   | set added to 0 | add 1 to added
rule shift (far: 0..2)
  when had is hearts and spades or held in had : set added to added / 2
  set held to next of held if far is 1 otherwise held + far
measure added per game = added
measure falls per game counts shift, pair
example "two twos"
  with way = other
  roll 2+2, 1
  then held is hearts, added is 0, did shift
"""

DEAL = """
players 2..3
kind suit: clubs, hearts
kind rank: two, king, ace
cards pack: rank of suit, joker "The Joker"
pile stock               : pack, face down = all pack
pile played              : pack, face up
hand held of each player : pack, seen by its player
hand aside               : pack, face down
phase game
  keep points of each player : 0..99 = 0
  keep best : pack = joker
  shuffle stock
  for each one in all player
    deal 2 from stock to held of one
  repeat trick until some one in all player where held of one is none
phase trick in game
  for each one in all player
    choose lead by one
    put lead from held of one to bottom of played
  when joker in played : swap aside with held of lowest of all player
  otherwise when size of stock > 1 : deal from stock to played
  set best to top of played
  when best is not joker and suit of best is hearts : set best to king of suit of best
  add worth(best) to points of lowest of all player
  add count of card in played where card < ace of clubs to points of highest of all player
  put all from played to aside
table worth (which: pack) on which
  joker          : 0
  two of clubs.. two of hearts : 1
  king of clubs..ace of hearts : 2
  ace of hearts  : 3
choice lead
  "Which card?"
  pick card from held of chooser where card is not joker or size of held of chooser is 1
  default highest of held of chooser
strategy low "The lowest"
  lead
    when top of played is joker : lowest of held of chooser
    otherwise : highest of (held of chooser without joker)
view cards in game
  "{held of viewer} {played} {size of aside}"
measure points per player = points of player
example "one trick"
  start trick
  given held of lowest of all player is ace of clubs and joker, aside is two of hearts
  choose lead is ace of clubs
  draw king of hearts
  then points of lowest of all player is 2
"""

CHOOSE = """
kind base: first, second, third
sides red "Red", blue "Blue"
players 2..4
dice die = 1d3
phase game
  keep score of each side : 0+ = 0
  keep chips of each player : 0..9 = 2 if side of player is red otherwise 3
  keep held of each side and base : 0..9 = number of base
  keep bases : set of base = first
  keep plans : set of plan = none
  keep last_crew : crew = (1, first)
  repeat turn for red until score of red + score of blue > 3 or bases is none
  for each one in all side
    when score of one > score of next of one : win one
phase turn for (who: side) in game
  count outs to 2 : end turn
  for each one in players of who
    choose plan(outs + 1) by one
    set plans to plans with plan
    choose sent by who
    set bases to bases without sent
    add 1 to held of (who, highest of all base)
    when plan is bold : roll die for left of one then add die to score of who
    otherwise : set chips of one to chips of one - (1 if chips of one > 0 otherwise 0)
    choose spot by one
    choose crew by one
    when crew.many > 1 and crew.goal < third and crew is not (2, first) : set last_crew to crew
  when bases is none or outs < 2 or plans is safe and bold : set bases to all base without spot then add 1 to outs
  add outs to score of next of who
choice plan (price: 1..2)
  "Safe or bold?"
  safe "safe"
  bold "bold" when chips of chooser >= price
  default safe
choice sent
  "Who is sent?"
  pick group from subsets of bases where no one in group where one + 1 in bases without group
  default none
choice spot
  "Where?"
  pick spot_picked from all base where spot_picked in bases or spot_picked is first
  default first
choice crew
  "How many, where to?"
  pick many from 1..2 and goal from all base where goal in bases or (many, goal) > last_crew or many is 1
  default highest
strategy daring "Bold"
  crew : (2, second)
strategy like like daring
  plan
    when price < 2 : bold
  sent
    when size of bases > 1 : highest of bases
    otherwise : bases
measure points per side = score of side
measure chips_left per player = chips of player
view table in turn
  "{who}: {score of who}, {bases}"
note XX-04 "A board is not needed."
example "a plan first"
  players 2
  start turn
  given who is red
  choose plan is safe
  stop at choose sent
  then score of red is 0, asked plan, not ended turn, not said "red"
example "blue is ahead"
  given score of blue is 4
  then won blue
"""


@dataclass(frozen=True)
class Game:
    """A game taken apart: its header, its declarations, and the libraries it uses."""

    name: str
    header: str
    declarations: tuple[str, ...]
    libraries: dict[str, Source] = field(default_factory=dict, hash=False)

    @property
    def text(self) -> str:
        """The whole game."""
        return "\n".join((self.header, *self.declarations))


def taken_apart(text: str) -> tuple[str, ...]:
    """The declarations of a ruleset as they are written: each begins in the first column."""
    return tuple(re.findall(r"^[a-z].*\n(?:(?:[ \t#].*)?\n)*", text, re.MULTILINE))


@cache
def small_games() -> tuple[Game, ...]:
    """The games above, and two that are written by chance, which have the later words."""
    texts = {"walk": WALK, "fall": THROW, "bold": CHOOSE, "low": DEAL}
    texts |= {"late": random_further(2).split("\n", 1)[1], "banked": random_ruleset(7).split("\n", 1)[1]}
    return tuple(Game(name, f'game small_{name} "{name}"', taken_apart(text)) for name, text in texts.items())


@cache
def large_games() -> tuple[Game, ...]:
    """The shipped games, and the one of the tests that uses everything."""
    paths = [each for each in RULESETS if each.parent.name == "rulesets"]
    everything = next(each for each in CORPUS if each.stem == "everything")
    shared = {each.stem: Source(each.name, each.read_text()) for each in RULESETS if each.parent.name == "library"}
    games = []
    for path in (*paths, everything):
        header, *rest = taken_apart(path.read_text())
        games.append(Game(path.stem, header, tuple(rest), shared))
    return tuple(games)


@cache
def all_declarations() -> tuple[str, ...]:
    """Every declaration of every ruleset there is."""
    return tuple(each for path in (*RULESETS, *CORPUS) for each in taken_apart(path.read_text()))


@cache
def words_of(text: str) -> tuple[str, ...]:
    """The words and signs of a text, spaces left out."""
    return tuple(each for each in WORDS.findall(text) if each.strip())


def find_missing(texts: Iterable[str]) -> set[str]:
    """The constructs of rulesets that none of these texts has, by the names of their nodes."""
    trees = [parse(Source("some.rules", text), Diagnostics()) for text in texts]
    seen = {type(node) for tree in trees for node in syntax.iterate_nodes(tree)}
    return {each.__name__ for each in _list_constructs(syntax.Node) - seen}


def _list_constructs(kind: type) -> set[type]:
    below = {each for each in kind.__subclasses__() if not each.__module__.endswith(".house")}
    return below.union(*map(_list_constructs, below))


# ---- checking


@cache
def _rest(game: Game, without: int) -> Source:
    """A game as a library, but for one declaration."""
    others = (*game.declarations[:without], *game.declarations[without + 1 :])
    return Source("rest", "".join(f"{each}\n" for each in (f'library rest "{game.name}"', *others)))


def check_mutant(game: Game, at: int, mutant: str) -> CheckResult:
    """Check a game with its declaration number `at` exchanged for a mutant."""
    uses = re.findall(r"^  use (\w+)", game.header, re.MULTILINE)
    head = "\n".join((f'game mutant "{game.name}"', *(f"  use {each}" for each in (*uses, "rest"))))
    library = game.libraries | {"rest": _rest(game, at)}
    return check_game(Sources(Source("mutant", f"{head}\n{mutant}"), find_library=library.get))


# ---- mutants


def mutants(game: Game, seed: object, number: int) -> Iterator[tuple[int, str]]:
    """So many changed declarations of a game, with their places: the same for the same seed."""
    chance = random.Random(f"{game.name} {seed}")
    known = sorted({each for each in words_of(game.text) if NAME.fullmatch(each)})
    for _ in range(number):
        at = chance.randrange(len(game.declarations))
        text = game.declarations[at]
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            text = chance.choice(CHANGES)(text, chance, known)
        yield at, text


def _words(text: str, chance: random.Random, known: list[str]) -> str:
    words = WORDS.findall(text) or [""]
    places = [at for at, each in enumerate(words) if each.strip()] or [0]
    at, other = chance.choice(places), chance.choice(places)
    match chance.choice(("leave out", "double", "swap", "move", "cut")):
        case "leave out":
            del words[at]
        case "double":
            words.insert(at, words[at] + " ")
        case "swap":
            words[at], words[other] = words[other], words[at]
        case "move":
            words.insert(other, words.pop(at) + " ")
        case "cut":
            del words[min(at, other) : max(at, other)]
    return "".join(words)


def _exchange(text: str, chance: random.Random, known: list[str]) -> str:
    """Another word of the same sort: mutants that may well make sense."""
    words = WORDS.findall(text)
    places = [at for at, each in enumerate(words[1:], 1) if each.strip()]
    if not places:
        return text
    at = chance.choice(places)
    if words[at].isdecimal():
        words[at] = str(chance.choice((0, 1, 2, 3, 4, 5, 9, 100, 10**9)))
    elif words[at] in SIGNS:
        words[at] = chance.choice(SIGNS)
    elif NAME.fullmatch(words[at]):
        words[at] = chance.choice(known)
    else:
        words[at] = chance.choice(words_of(chance.choice(all_declarations())))
    return "".join(words)


def _lines(text: str, chance: random.Random, known: list[str]) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at = chance.randrange(len(lines))
    match chance.choice(("leave out", "double", "swap", "deeper", "higher", "splice")):
        case "leave out":
            del lines[at]
        case "double":
            lines.insert(at, lines[at])
        case "swap":
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case "deeper":
            lines[at] = " " * chance.randrange(1, 4) + lines[at]
        case "higher":
            lines[at] = lines[at][chance.randrange(1, 4) :]
        case "splice":
            foreign = chance.choice(all_declarations()).splitlines(keepends=True)
            lines.insert(at, chance.choice(foreign))
    return "".join(lines)


def _characters(text: str, chance: random.Random, known: list[str]) -> str:
    at = chance.randrange(len(text) + 1)
    match chance.choice(("put in", "leave out", "exchange", "clip")):
        case "put in":
            return text[:at] + chance.choice(ODD_CHARACTERS) + text[at:]
        case "leave out":
            return text[:at] + text[at + 1 :]
        case "exchange":
            return text[:at] + chance.choice(ODD_CHARACTERS) + text[at + 1 :]
    return text[:at] + "\n"


def _whole(text: str, chance: random.Random, known: list[str]) -> str:
    """Another declaration after it, of this or another ruleset."""
    return f"{text}\n{chance.choice(all_declarations())}"


CHANGES = (_words, _words, _exchange, _exchange, _exchange, _lines, _lines, _characters, _whole)
