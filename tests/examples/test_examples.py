"""Running examples: where they begin, how their script is followed, what is told when they fail, what they reach.

What each part of the language does is tested in `tests/lower/test_lower.py`; how failures are worded is held in
`golden/check/examples`.
"""

from __future__ import annotations

import pytest

from interpreter.engine import Decided
from interpreter.examples.coverage import make_id_key
from interpreter.examples.run_example import ExampleReport, run_examples
from tests.support.checking import checked, failures, model_of
from tests.support.paths import read_game

FRAME = read_game("rounds.rules")


def report(*examples: str) -> ExampleReport:
    """The report of these examples, each with a title of its own."""
    text = "".join(f'example "number {at}"{lines}' for at, lines in enumerate(examples))
    return run_examples(model_of(FRAME + text))


def told(lines: str) -> list[str]:
    """The codes of what is told about one example."""
    return [each.code for result in report(lines).results for each in result.failures]


# ---- where an example begins, and what counts


@pytest.mark.parametrize(
    "lines",
    [
        "\n  then steps is 0, rounds_left is 3, not open_now",
        "\n  roll 7\n  then steps is 3, rounds_left is 2",
        "\n  start game\n  then rounds_left is 3",
        "\n  start opening\n  roll 7\n  then did round, not (steps is 0)",
        "\n  start round\n  then rounds_left is 2, seen is 0, open_now",
        "\n  given seen is 5\n  roll 3\n  then seen is 8, did plain, did not opening, did not round",
        "\n  given steps is 4\n  then steps is 4, did not opening",
        '\n  given rounds_left is 1, seen is 7\n  roll 1, 7\n  then ended game, ended round, seen is 14, said "One."',
        "\n  start round\n  roll 6, 2\n  then seen is 1, did bonus, ended bonus",
        "\n  with fast = yes\n  roll 7, 1, 7\n  then ended game, rounds_left is 2",
        "\n  players 4\n  then size of all player is 4",
    ],
)
def test_where_an_example_begins(lines: str) -> None:
    assert told(lines + "\n") == []


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("\n  then asked first_one, not asked way", []),
        ("\n  choose first_one is us\n  roll 7\n  cannot choose way is long\n  then way is short, not asked way", []),
        ("\n  given rounds_left is 2\n  start round\n  roll 2\n  then asked way, not asked first_one", []),
        ("\n  then not asked first_one, asked way", ["example-failed", "example-failed"]),
        ("\n  cannot choose first_one is us\n  then first_one is them", ["example-failed"]),
        ("\n  cannot choose way is long\n  then asked first_one", ["example-order"]),
    ],
)
def test_what_nobody_is_asked_or_cannot_choose(lines: str, codes: list[str]) -> None:
    assert told(lines + "\n") == codes


def test_an_example_may_begin_where_the_default_choices_lead() -> None:
    text = FRAME + "phase hidden in game\n  keep inside : 0..9 = 1\n  set rounds_left to inside\n"
    text = text.replace("  opening\n", "  opening\n  when first_one is us : hidden\n", 1)
    example = 'example "e"\n  given inside is 2\n  then rounds_left is 1\n'
    assert [each.partition(": ")[2].partition(":")[0] for each in failures(text + example)] == ["example-start"]
    assert failures(text.replace("default them", "default us") + example) == []


def test_what_a_phase_starts_with_fits_what_is_given_outside_it() -> None:
    text = FRAME.replace("  keep seen : 0..99 = 0\n", "  keep seen : 0..99 = rounds_left\n")
    given = 'example "e"\n  start round\n  given rounds_left is 7\n  then open_now, seen is 7\n'
    own = 'example "o"\n  given rounds_left is 7, open_now is no\n  then not open_now, seen is 7\n'
    assert failures(text + given + own) == []


# ---- following the script


@pytest.mark.parametrize(
    ("script", "codes"),
    [
        ("  start round\n  roll 2, 3+4, 3\n  then rounds_left is 1, seen is 3\n", []),
        ("  start round\n  roll 2\n  choose way is short\n  roll 3\n  then rounds_left is 1, seen is 3\n", []),
        ("  start round\n  roll 2\n  choose way is long\n  roll 1+2\n  then rounds_left is 1\n", []),
        ("  start round\n  roll 7\n  then seen is 0\n", ["example-roll"]),
        ("  start round\n  roll 0\n  then seen is 0\n", ["example-roll"]),
        ("  start round\n  roll 1+1\n  then seen is 0\n", ["example-roll"]),
        ("  start round\n  roll 2, 13\n  then seen is 0\n", ["example-roll"]),
        ("  start round\n  choose way is long\n  roll 2\n  then seen is 0\n", ["example-order"]),
        ("  start opening\n  roll 7\n  choose way is long\n  then steps is 3\n", ["example-choice"]),
        ("  start opening\n  roll 7\n  choose way is short\n  then steps is 3\n", []),
        ("  with fast = yes\n  roll 7, 1, 7, 3\n  then seen is 0\n", ["example-script-left"]),
        ("  with fast = yes\n  roll 7, 1, 7\n  choose way is long\n  then seen is 7\n", ["example-script-left"]),
        ("  start opening\n  choose first_one is us\n  then steps is 0\n", ["example-order"]),
        ("  choose first_one is us\n  then steps is 0, first_one is us\n", []),
    ],
)
@pytest.mark.quick
def test_the_script_is_followed(script: str, codes: list[str]) -> None:
    assert told(f"\n{script}") == codes


def test_a_game_that_breaks_is_told_in_its_line() -> None:
    (found,) = report("\n  given seen is 97\n  roll 5\n  then seen is 9\n").results[0].failures
    assert found.code == "game-failed"
    assert found.span is not None
    assert found.span.text == "add die to seen"
    assert found.notes == ("in the example 'number 0'",)


def test_what_cannot_be_set_up_is_told() -> None:
    (found,) = report("\n  given seen is 100 / (rounds_left - 3)\n  then seen is 9\n").results[0].failures
    assert (found.code, found.span.text if found.span else "") == ("game-failed", "100 / (rounds_left - 3)")


def test_a_game_that_never_comes_to_its_roll_is_given_up() -> None:
    text = 'game g "G"\ndice d = 1d6\nphase game\n  repeat ask until c is stop\n  roll d\n'
    text += 'rule ask\n  choose c by lowest of all player\n'
    text += 'choice c\n  "?"\n  go "go"\n  stop "stop"\n  default go\nexample "e"\n  then c is stop\n'
    for script, line in (("", "stop at choose c"), ("  roll 3\n", "choose c is stop")):
        endless = text.replace('"e"\n', f'"e"\n{script}')
        (failure,) = run_examples(model_of(endless)).results[0].failures
        assert failure.code == "example-endless"
        assert failure.help.startswith(f"write `{line}` ")
        mended = endless.replace('"e"\n', f'"e"\n  {line}\n')
        assert "example-endless" not in "".join(failures(mended))


# ---- positions on the way, and where an example stops

TAKING = """
game taking "Taking"
players 2 : first, second
phase game
  keep left_over : 0..9 = 5
  keep stop : yes or no = no
  for each one in all player
    turn for one
  set stop to yes
  for each one in all player
    turn for one
phase turn for (mover: player) in game
  choose taken by mover
  set left_over to left_over - taken
  say "{mover} leaves {left_over}."
  when left_over is 0 : win mover then end game
choice taken
  "How many?"
  pick number from 1..3 where number <= left_over
  default lowest
"""


def of_taking(lines: str) -> list[str]:
    """What is told about one example, each with its first note."""
    (result,) = run_examples(model_of(f'{TAKING}example "one"\n{lines}')).results
    return [f"{each.message}{''.join(f' ({note})' for note in each.notes[:1])}" for each in result.failures]


def test_a_script_ends_where_a_position_is_another() -> None:
    lines = "  choose taken is 2\n  then left_over is 5\n  choose taken is 2\n"
    (result,) = run_examples(model_of(f'{TAKING}example "one"\n{lines}')).results
    assert [event.answer for event in result.events if isinstance(event, Decided)] == [1]


@pytest.mark.quick
@pytest.mark.parametrize(
    "lines",
    [
        "  choose taken is 2\n  then left_over is 3, mover is second, not ended game",
        "  then left_over is 5\n  choose taken is 2\n  then left_over is 3\n  choose taken is 3\n  then won second",
        '  choose taken is 1\n  then said "leaves 4", not said "second"\n  choose taken is 1\n  then said "second"',
        "  choose taken is 1\n  choose taken is 1\n  stop at choose taken\n  then stop, mover is first, not ended game",
        "  stop at choose taken\n  then asked taken, not ended turn",
        "  choose taken is 1\n  choose taken is 1\n  choose taken is 1\n  choose taken is 1\n  then drawn, ended game",
        "  choose taken is 2\n  choose taken is 3\n  then won second, won (second), ended game",
    ],
)
def test_positions_on_the_way(lines: str) -> None:
    assert of_taking(lines + "\n") == []


@pytest.mark.quick
def test_a_position_on_the_way_that_is_another() -> None:
    where = "(this is looked at where the next line of the script comes)"
    end = "(the example ends before `taken` is chosen)"
    assert of_taking("  choose taken is 2\n  then left_over is 5, won second\n  choose taken is 2\n  then drawn\n") == [
        f"expected `left_over is 5`; found `left_over is 3` {where}",
        f"expected `won second`; nobody has won yet {where}",
    ], "the script is not followed any further"
    assert of_taking("  choose taken is 2\n  then drawn\n") == [f"expected `drawn`; nobody has won yet {end}"]
    won = "  choose taken is 2\n  choose taken is 3\n"
    assert of_taking(f"{won}  then drawn, won first and second, not ended game\n") == [
        'expected `drawn`; the result is "second wins."',
        'expected `won first and second`; the result is "second wins."',
        "expected `not ended game`; `game` ended",
    ]
    assert of_taking('  choose taken is 2\n  then not said "leaves"\n') == [
        f'expected `not said "leaves"`; "leaves" was said {end}'
    ]


def test_a_choice_after_what_cannot_be_chosen_is_the_next_one() -> None:
    refused = "  given left_over is 2\n  cannot choose taken is 3\n  choose taken is 2\n  then won second\n"
    (result,) = run_examples(model_of(f'{TAKING}example "one"\n{refused}')).results
    failed = result.failures[0]
    assert failed.message == "`taken` cannot be `2` here"
    assert failed.notes[0] == "the `cannot choose` line before it chose the default, and this is the next `taken`"
    assert failed.help == "put the `cannot choose` line into an example of its own"
    plain = "  given left_over is 1\n  choose taken is 2\n  then won second\n"
    assert of_taking(plain)[0] == "`taken` cannot be `2` here"


def test_a_script_goes_no_further_than_where_it_stops() -> None:
    def refused(lines: str) -> list[str]:
        found = checked(f'{TAKING}example "one"\n{lines}  then drawn\n')
        return [f"{each.code}: {each.message}" for each in found.diagnostics.errors]

    assert refused("  stop at choose taken\n  choose taken is 2\n") == [
        "example-order: the script continues below the line where the example ends"
    ]
    (unknown,) = refused("  stop at choose takken\n")
    assert unknown.startswith("unknown-name")


def test_a_stop_that_never_comes_is_told() -> None:
    text = TAKING.replace("choice taken", 'choice never\n  "?"\n  a "a"\n  b "b"\n  default a\nchoice taken')
    text = text.replace("  set stop to yes", "  when stop : choose never by first\n  set stop to yes")
    (result,) = run_examples(model_of(text + 'example "one"\n  stop at choose never\n  then drawn\n')).results
    assert [each.code for each in result.failures] == ["example-script-left"]


UNSEEN = """
game unseen "Unseen"
players 2
kind suit: red, black
kind rank: one, two, three, four
cards deck: rank of suit
pile stock : deck, face down = all deck
pile laid : deck, face down
pile shown : deck, face up
phase game
  shuffle stock
  deal 2 from stock to laid
  deal from stock to shown
  deal from laid to shown
"""


@pytest.mark.quick
def test_cards_that_nobody_sees_can_be_scripted() -> None:
    def told(lines: str) -> list[str]:
        (result,) = run_examples(model_of(f'{UNSEEN}example "one"\n{lines}')).results
        return [f"{each.code}: {each.message}" for each in result.failures]

    draws = "  draw face down two of red, three of black\n  draw one of red\n"
    assert told(draws + "  then top of shown is three of black, laid is two of red\n") == []
    (late,) = told("  draw one of red\n  draw face down two of black\n  then ended game\n")
    assert late.startswith("example-script-left")
    assert told("  draw face down two of red, three of black, four of red\n  then ended game\n") == [
        "example-draw: `four of red` goes to `shown` here, where cards are not face down"
    ]
    (twice,) = told("  draw face down two of red, three of black\n  draw two of red\n  then ended game\n")
    assert twice == "example-draw: `two of red` cannot be drawn here: it is face down in `laid`"


def test_a_card_of_another_deck_cannot_be_drawn() -> None:
    text = UNSEEN.replace("pile stock", "cards coins: heads\npile purse : coins, face down = all coins\npile stock")
    text = text.replace("  shuffle stock", "  shuffle purse\n  shuffle stock")
    (result,) = run_examples(model_of(f'{text}example "one"\n  draw face down heads\n  then ended game\n')).results
    assert result.failures[0].message == "`heads` cannot be drawn from `stock`, which is for other cards"


GIVEN = UNSEEN.replace("  shuffle stock\n  deal 2 from stock to laid\n  deal from stock to shown\n", "")


@pytest.mark.quick
def test_from_a_pile_with_given_cards_come_these_alone() -> None:
    def told(lines: str) -> list[str]:
        (result,) = run_examples(model_of(f'{GIVEN}example "one"\n{lines}')).results
        return [f"{each.code}: {each.message}" for each in result.failures]

    given = "  given laid is two of red and three of black\n"
    assert told(f"{given}  draw three of black\n  then top of shown is three of black\n") == []
    (other,) = told(f"{given}  draw four of red\n  then ended game\n")
    assert other == "example-draw: `four of red` cannot be drawn here: it is face down in `stock`"


@pytest.mark.quick
def test_words_of_examples_may_be_names() -> None:
    text = """
game words "Words"
kind state: drawn, won, face, down
phase game
  keep stop : state = drawn
  keep won_by : state = won
example "names"
  then stop is drawn, won_by is won, won is won_by, drawn is stop
"""
    assert failures(text) == []


# ---- what failed


@pytest.mark.quick
def test_everything_that_fails_is_told_in_order() -> None:
    lines = "\n  roll 7, 3, 7, 1\n  then seen is 1, did opening, did long_way, did not round, rounds_left is 1\n"
    lines += '  then said "Two."\n'
    (result,) = report(lines).failed
    assert [(each.code, each.span.text if each.span else "") for each in result.failures] == [
        ("example-failed", "seen is 1"),
        ("example-failed", "did long_way"),
        ("example-failed", "did not round"),
        ("example-failed", 'said "Two."'),
    ]
    assert result.failures[0].message == "expected `seen is 1`; found `seen is 0`"
    assert "the example ends before `pair` is rolled" in result.failures[0].notes


def test_what_was_said_instead_stands_beside_what_was_expected() -> None:
    script = "\n  start round\n  given rounds_left is 3\n  roll 5\n"
    one, other = report(f'{script}  then said "4 seen."\n', f'{script}  then said "Nothing like it"\n').results
    assert [each.notes for each in (*one.failures, *other.failures)] == [('the game said "5 seen."',), ()]


def test_values_are_shown_as_an_example_writes_them() -> None:
    lines = "\n  roll 3+4, 2\n  then side of lowest of all player is blue, pair is 4+4, die > 4\n"
    lines += "  then not (size of players of red is 1), pair holds 5, pair holds 2 alike, die is (highest of pair)\n"
    lines += "  then triple(die) is 98, die in 4..6, not die in 1..3, die is 1 or die > 5\n"
    text = f'{FRAME}define triple(n: 0..99) = n * 3\nexample "e"{lines}'
    labels = [each.label for each in run_examples(model_of(text)).results[0].failures]
    untrue = [f"`{each}` is not true" for each in ("pair is 4+4", "pair holds 5", "pair holds 2 alike")]
    pairs = [untrue[0], "found `die is 2`", "found `size of players of red is 1`", *untrue[1:], "found `die is 2`"]
    last = ["found `triple(die) is 6`", *["found `die is 2`"] * 2, "`die is 1 or die > 5` is not true"]
    assert labels == ["found `side of lowest of all player is red`", *pairs, *last]


# ---- all of them together


def test_results_are_in_the_order_of_the_text() -> None:
    settings = ["", "  with fast = yes\n", "  players 4\n", ""]
    left = [3, 2, 3, 1]
    results = report(*(f"\n{each}  then rounds_left is {n}\n" for each, n in zip(settings, left, strict=True))).results
    assert [each.example.name for each in results] == [f"number {n}" for n in range(4)]
    assert [each.passed for each in results] == [True, False, True, False]
    assert results[0].program is results[1].program is results[3].program
    assert results[0].program is not results[2].program


@pytest.mark.quick
def test_coverage() -> None:
    examples = 'example "one" shows XX-01, XX-20\n  roll 7, 1\n  then rounds_left is 2\n'
    examples += 'example "two" shows XX-02\n  start round\n  roll 4\n  then seen is 4\n'
    coverage = run_examples(model_of(FRAME + examples)).coverage
    assert [row[:2] for row in coverage.rows_missed] == [("results", "6"), ("unused_row", "9")]
    assert [row[:2] for row in coverage.rows] == [
        ("results", "1"), ("results", "2..5"), ("results", "6"), ("unused_row", "0..8"), ("unused_row", "9"),
    ]  # fmt: skip
    phases, rules = ["game", "opening", "round", "bonus"], ["plain", "long_way", "never_called_in_play"]
    assert [name for name, _ in coverage.rules] == phases + rules
    assert [name for name, _ in coverage.rules_missed] == ["bonus", "long_way", "never_called_in_play"]
    assert coverage.rules_missed[0][1] == "game.rules:38:7"
    assert coverage.ids_encoded == ("XX-01", "XX-02", "XX-03", "XX-10", "XX-20", "XX-30", "XX-O1")
    assert coverage.ids_shown == ("XX-01", "XX-02", "XX-20")
    assert coverage.ids_noted == ("XX-30",)


def test_ids_are_listed_as_people_do() -> None:
    ids = ["MK-O2", "MK-10", "AB-3", "MK-2", "MK-D1", "MK-O10"]
    assert sorted(ids, key=make_id_key) == ["AB-3", "MK-2", "MK-10", "MK-D1", "MK-O2", "MK-O10"]


def test_a_ruleset_without_examples_or_without_a_game() -> None:
    empty = run_examples(model_of('game g "G"\nphase game\n  say "x"\n'))
    assert (empty.results, empty.coverage.rules_missed) == ((), (("game", "game.rules:2:7"),))
    library = checked('library l "L"\nrule r\n  say "x"\n').model
    assert library is not None
    assert run_examples(library).results == ()


# ---- what phases are begun with

HALVES = read_game("halves.rules")


@pytest.mark.parametrize(
    "lines",
    [
        "given batting is red\n  roll 1\n  then batting is blue, did half",
        "given batting is blue\n  roll 1\n  then owner is blue, ended inning, did not half",
        "start at_bat\n  given batting is blue, outs is 2\n  then batting is blue, outs is 2",
        "start at_bat\n  given batting is blue\n  roll 1\n  then ended inning, did not half",
        "given first_at_bat is blue, batting is blue\n  roll 1\n  then did half, batting is red",
        "given first_at_bat is blue, batting is red\n  roll 1\n  then ended inning, did not half",
        "start half\n  given batting is blue\n  then owner is blue",
        # the loops around a call
        "start throw_once\n  given thrower is seat(4)\n  roll 1, 1, 1, 1, 1\n  then thrower is seat(4), did hand",
        "start throw_once\n  given starter is seat(3), thrower is seat(2)\n  roll 1, 1, 1, 1, 1\n  then did hand",
        "start throw_once\n  given starter is seat(3), thrower is seat(4)\n  roll 1, 1, 1, 1, 1\n  then did not hand",
        "given striker is seat(3)\n  roll 1\n  then striker is seat(4), did not throw_once",
        "given thrower is seat(2), striker is seat(1)\n  roll 1\n  then did throw_once, thrower is seat(3)",
        "given thrower is seat(2), striker is seat(2)\n  roll 1\n  then striker is seat(3), did not throw_once",
        # further on the way
        "given dealer is seat(1)\n  roll 1\n  then did deal_next",
        "given dealer is seat(3)\n  then eldest is seat(4), deals is 3",
    ],
)
@pytest.mark.quick
def test_a_phase_is_begun_with_what_is_given(lines: str) -> None:
    assert failures(f'{HALVES}example "e"\n  {lines}\n') == []


def test_a_game_goes_on_after_a_call_that_it_has_not_come_to() -> None:
    text = HALVES.replace("  half for next of first_at_bat", "  when deals is 3 : half for next of first_at_bat")
    text = text.replace("  half for first_at_bat", "  set deals to 1\n  half for first_at_bat")
    assert failures(f'{text}example "e"\n  given batting is blue\n  roll 1\n  then deals is 1, ended inning\n') == []


def test_where_a_name_has_to_be_known_a_game_goes_on_from_where_it_is() -> None:
    call = "  half for next of first_at_bat"
    text = HALVES.replace(call, f'  let second = next of first_at_bat\n{call}\n  say "{{second}} was second."')
    example = 'given batting is blue\n  roll 1\n  then ended inning, said "Blue was second."'
    assert failures(f'{text}example "e"\n  {example}\n') == []


def test_loops_that_are_over_say_nothing_of_what_comes_after_them() -> None:
    text = HALVES.replace("for each one in all player, from starter", "for each one in (all player without seat(4))")
    example = "given dealer is seat(1), thrower is seat(4)\n  roll 1\n  then did deal_next, thrower is seat(4)"
    assert failures(f'{text}example "e"\n  {example}\n') == []


HALF = """
game small "Small"
sides red "Red", blue "Blue"
dice die = 1d6
phase game
  keep first_at_bat : side = red
  repeat half for {} until die is 1
phase half for (batting: side) in game
  roll die
example "blue is at bat"
  given batting is blue
  roll 2
  then batting is blue
"""


def test_what_a_call_hands_on_can_be_given_too() -> None:
    """The help of the first, once it is followed, leaves nothing wrong."""
    text = HALF.format("first_at_bat")
    (found,) = run_examples(model_of(text)).results[0].failures
    assert found.labels[0].text == "`batting` is `first_at_bat` here"
    assert found.help.startswith("add `given first_at_bat is blue`, or ")
    assert failures(text.replace("  given", "  given first_at_bat is blue\n  given")) == []
    (found,) = run_examples(model_of(HALF.format("red"))).results[0].failures
    assert found.help.startswith("give what a call has, or ")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("start game\n  given batting is red\n  then deals is 0", "and this example does not start there"),
        ("given dealer is seat(4), deals is 99\n  then deals is 99", ""),
    ],
)
def test_what_no_call_gives_is_refused(lines: str, told: str) -> None:
    text = HALVES.replace("hand for dealer_now", "hand for seat(1)") + f'example "e"\n  {lines}\n'
    (found,) = failures(text)
    assert ": example-begun: " in found
    assert told in found


def test_what_no_call_gives_is_refused_in_a_game_that_breaks_later_too() -> None:
    text = HALF.format("red").replace("repeat half for red until die is 1", "half for red\n  repeat 3 times : wear")
    text = text.replace("keep first_at_bat : side = red", "keep worn : 0..2 = 0")
    found = run_examples(model_of(f"{text}rule wear\n  add 1 to worn\n")).results[0].failures
    assert [each.code for each in found] == ["example-begun"]


# ---- cards where an example needs them

CARDS = """game small "A small game"
kind suit: clubs, hearts
kind rank: two, three, four, ace
cards deck: rank of suit
players 2

pile stock  : deck, face down = all deck
pile away   : deck, face down
pile opened : deck, face up
hand held of each player : deck, face up

phase game
  shuffle stock
  deal 3 from stock to away
  open_up
  last_card

phase open_up in game
  put all from away to opened
  deal from stock to held of lowest of all player
  put all from opened to stock
  shuffle stock
  deal 2 from stock to away
  last_round

phase last_round in open_up
  deal from stock to opened

phase last_card in game
  deal from stock to opened
"""
CARD_NAMES = [f"{rank} of {suit}" for suit in ("clubs", "hearts") for rank in ("two", "three", "four", "ace")]


@pytest.mark.parametrize("card", CARD_NAMES)
def test_a_card_that_is_drawn_later_is_not_dealt_where_nobody_sees_it(card: str) -> None:
    example = f'example "e"\n  draw {card}\n  then {card} in held of lowest of all player\n'
    assert failures(CARDS + example) == []


@pytest.mark.parametrize("card", CARD_NAMES)
def test_a_card_that_was_dealt_face_down_on_the_way_may_be_drawn(card: str) -> None:
    example = f'example "e"\n  start last_round\n  draw {card}\n  then top of opened is {card}\n'
    text = CARDS.replace("  put all from opened to stock\n", "  put all from held of lowest of all player to opened\n")
    text = text.replace("  put all from away to opened\n", "")
    held = "  given held of lowest of all player is none, opened is none\n"
    assert failures(text + example.replace("  draw", f"{held}  draw")) == []


def test_a_card_stays_where_it_was_given() -> None:
    example = 'example "e"\n  start last_card\n  given away is ace of clubs and two of clubs\n'
    (found,) = failures(f"{CARDS}{example}  draw ace of clubs\n  then top of opened is ace of clubs\n")
    assert found.startswith("game.rules:34:8: example-draw: `ace of clubs` cannot be drawn here")
    assert "it is face down in `away`" in found


def test_the_only_card_of_a_given_pile_is_known() -> None:
    lines = "  start last_card\n  given stock is ace of clubs\n  then top of stock is ace of clubs"
    deal, last_card = "  deal from stock to opened", "phase last_card in game\n"
    known = CARDS.replace(last_card + deal, f'{last_card}  say "{{top of stock}}"')
    assert failures(f'{known}example "e"\n{lines}, said "ace of clubs"\n') == []


def test_the_only_card_of_a_given_pile_may_be_drawn() -> None:
    lines = "  start last_card\n  given stock is ace of clubs\n"
    drawn = "  draw ace of clubs\n  then top of opened is ace of clubs\n"
    assert failures(f'{CARDS}example "e"\n{lines}{drawn}') == []
    assert failures(f'{CARDS}example "e"\n{lines}  then top of opened is ace of clubs\n') == []


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ("away is ace of clubs, opened is ace of clubs and two of clubs", ["example-card-twice"]),
        ("held of highest of all player is all deck, stock is two of hearts", ["example-card-twice"]),
        ("away is ace of clubs, opened is two of clubs", []),
        ("away is ace of clubs, away is ace of clubs and two of clubs", []),
        ("away is ace of clubs, away is two of clubs, opened is ace of clubs", []),
    ],
)
def test_no_card_is_given_two_places(given: str, codes: list[str]) -> None:
    found = failures(f'{CARDS}example "e"\n  start last_card\n  given {given}\n  then did not game\n')
    assert [each.partition(": ")[2].partition(":")[0] for each in found] == codes


IN_TURN = """game in_turn "A card for each"
players 2
cards deck: low, mid, high
pile stock : deck, face down = all deck
pile open  : deck, face up
phase game
  for each one in all player
    choose source by one
    deal from stock to open
choice source
  "From where?"
  here  "here"
  there "there"
  default here
example "e"
"""


@pytest.mark.parametrize(
    ("lines", "help"),
    [
        ("  draw low\n  choose source is there\n  choose source is here\n",
         "move `choose source is there` above line 16: the game asks for it first"),
        ("  choose source is there\n  choose source is here\n", "add a line `draw ...` before it"),
        ("  choose source is there\n  draw low\n",
         "if the example should end before `source` is chosen, write `stop at choose source` above `then`; "
         "otherwise either the rules or the example is wrong"),
        ("  choose source is there\n  draw low\n  choose source is here\n",
         "either the rules or the example is wrong"),
    ],
)  # fmt: skip
def test_help_tells_where_a_choice_took_its_default(lines: str, help: str) -> None:
    found = run_examples(model_of(f"{IN_TURN}{lines}  then size of open is 3\n")).results[0].failures
    assert [each.help for each in found][:1] == [help]
