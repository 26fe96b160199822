"""House rules: what each change does, and how messages and events name them."""

from __future__ import annotations

import pytest

from interpreter import loader
from interpreter.check import CheckResult
from interpreter.diagnostics import Diagnostics
from interpreter.examples.overlay_failures import attribute_to_overlay
from interpreter.examples.run_example import run_examples
from interpreter.formatter import format_file
from interpreter.lower import lower
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.play.trace import Session, explain_moment
from interpreter.source import Source, Sources
from interpreter.stepper import Stepper
from tests.support.housing import GAME, HEAD, declared, dozen, model_of, place, put, told
from tests.support.paths import TESTS

# ---- rows


ROWS = [
    ("7 : gain 2 was gain 1", ["6, 8 : gain 1", "7    : gain 2"]),
    ("6, 8 : gain 2 was gain 1", ["7    : gain 1", "6, 8 : gain 2"]),
    ("6..8 : gain 2 was gain 1", ["6..8 : gain 2"]),
    ("8 : gain 6 was gain 1", ["6, 7 : gain 1", "8    : gain 6", "4+4  : gain 2"]),
    ("4+4 : gain 6 was gain 2", ["4+4     : gain 6"]),
    ("5+3 : gain 6 was gain 1", ["5+3     : gain 6"]),
    ("12 : gain 6 was gain 3", ["12      : gain 6", "9+      : gain 3"]),
    ("6+6 : gain 6", ["6+6     : gain 6"]),
    ("remove 4+4 : gain 2", []),
]


@pytest.mark.parametrize(("row", "rows"), ROWS)
@pytest.mark.quick
def test_a_row_takes_the_place_of_what_it_covers(row: str, rows: list[str]) -> None:
    text = declared(dozen(f"change table worth\n  {row}\n"), "table", "worth")
    lines = [" ".join(each.split()) for each in text.splitlines()]
    assert {" ".join(each.split()) for each in rows} <= set(lines)
    assert ("4+4 : gain 2" in lines) == ("4+4" not in row)


EXCEPTIONS = [
    ("8   : gain 5 was gain 1", "4+4 : gain 6 was gain 2"),
    ("8   : gain 5 was gain 1", "3+5 : gain 6 was gain 1"),
    ("9+  : gain 5 was gain 3", "11  : gain 6 was gain 3"),
    ("8   : gain 5 was gain 1", "remove 4+4 : gain 2"),
    ("8   : gain 2 was gain 1", "4+4 : gain 1 was gain 2"),
    ("6..8 : gain 5 was gain 1", "7 : gain 6 was gain 1"),
]


@pytest.mark.quick
@pytest.mark.parametrize("rows", [each for one, two in EXCEPTIONS for each in ((one, two), (two, one))])
def test_a_row_and_its_exception_change_in_one_house_rule(rows: tuple[str, str]) -> None:
    text = declared(dozen("change table worth\n  {}\n  {}\n".format(*rows)), "table", "worth")
    lines = ["".join(each.split()) for each in text.splitlines()]
    for row in rows:
        key, _, result = row.replace(" ", "").partition(" was")[0].partition(":")
        assert (f"{key}:{result.split('was')[0]}" in lines) == ("remove" not in row)


def test_numbers_below_zero_are_found_within_others() -> None:
    """Under `(-400)..(-1) : strike_out`."""
    row = "change table hands_result\n  (-9)..(-1) : level_hand was {}\n"
    for was, said in (("strike_out", []), ("hit", ["0.rules:4:3 house-row-missing"])):
        text = f'house_rules odd "Odd" for round_the_bases\n\n{row.format(was)}'
        assert told(put(loader.find_ruleset("round_the_bases"), Source("0.rules", text))) == said


def test_a_corner_is_cut_out_of_a_row_with_two_keys() -> None:
    text = declared(dozen("change table square\n  3 | 2 : gain 5 was nothing\n"), "table", "square")
    lines = [" ".join(each.split()) for each in text.splitlines()]
    assert "3 | 2 : gain 5" in lines
    assert {"2, 4 | 1, 2, 3 : nothing", "3 | 1, 3 : nothing"} <= set(lines)


@pytest.mark.quick
def test_a_cell_of_a_crosstab_is_changed_alone() -> None:
    text = declared(dozen("change table grid\n  2 | 8+ : gain 6 was nothing\n"), "table", "grid")
    lines = [" ".join(each.split()) for each in text.splitlines()]
    assert lines == ["| 2..7 | 8+", "1 | gain 1 | nothing", "2 | gain 1 | gain 6", "3+ | gain 2 | gain 3"]


@pytest.mark.quick
def test_a_cell_and_its_exception_change_in_one_house_rule() -> None:
    rows = ("3+ | 8+ : gain 5 was gain 3", "6 | 12 : gain 6 was gain 3")
    for one, two in (rows, rows[::-1]):
        text = declared(dozen(f"change table grid\n  {one}\n  {two}\n"), "table", "grid")
        lines = [" ".join(each.split()) for each in text.splitlines()]
        assert {"6 | gain 2 | gain 6 | gain 5", "3+ | gain 2 | gain 5 | gain 5"} <= set(lines)


def test_a_key_within_a_wider_one_of_a_crosstab_gets_a_line_and_a_column() -> None:
    text = declared(dozen("change table grid\n  6 | 12 : gain 6 was gain 3\n"), "table", "grid")
    lines = [" ".join(each.split()) for each in text.splitlines()]
    assert lines[0] == "| 2..7 | 12 | 8+"
    assert "6 | gain 2 | gain 6 | gain 3" in lines
    assert "3+ | gain 2 | gain 3 | gain 3" in lines


WRONG_ROWS = [
    ("7 : gain 2 was gain 3", "0.rules:4:18 house-row-differs"),
    ("7 : gain 2", "0.rules:4:7 house-was-missing"),
    ("13 : gain 2 was gain 3", "0.rules:4:3 house-row-missing"),
    ("remove 2..5 : gain 1", "0.rules:4:17 house-row-differs"),
    ("remove 6+6 : gain 1", "0.rules:4:10 house-row-missing"),
    ("7 | 1 : gain 2 was gain 1", "0.rules:4:3 house-row-missing"),
    ("7 : gian 2 was gain 1", "0.rules:4:7 unknown-name"),
    ("any : gain 6 was nothing", "0.rules:4:20 house-row-differs"),
]


@pytest.mark.parametrize(("row", "help"), [("3", "omit"), ("3, 7", "give `3` a line of its own and omit")])
def test_one_of_several_keys_gets_a_line_of_its_own(row: str, help: str) -> None:
    (found,) = dozen(f"change table worth\n  {row} : gain 5 was gain 3\n").diagnostics.in_order
    assert found.help == f"to add a new row that beats this one {help} `was gain 3`, or write `was nothing`"


def test_a_row_that_lacks_a_key_is_told_in_the_game_alone() -> None:
    base = Source("dozen.rules", GAME.replace("2, 3, 4 | 4..6    : gain 1", "2, 3, 4 : gain 1"))
    change = Source("0.rules", f"{HEAD}change table square\n  3 | 2 : gain 5 was nothing\n")
    assert [each.rpartition(" ")[2] for each in told(put(base, change))] == ["table-shape"]


@pytest.mark.parametrize(("row", "said"), WRONG_ROWS)
def test_what_is_wrong_with_a_row_is_told_at_its_place(row: str, said: str) -> None:
    assert told(dozen(f"change table worth\n  {row}\n")) == [said]


def test_a_gap_is_told_with_its_odds_where_the_row_was_removed() -> None:
    (found,) = dozen("change table worth\n  remove 9+ : gain 3\n").diagnostics.found
    assert (found.code, place(found)) == ("table-gap", "0.rules:4:10")
    assert "10 of 36 rolls, 27.8%" in found.message
    assert [each.span.source.name for each in found.labels] == ["dozen.rules"]


PARTLY = [
    ("7 : gain 2 if gained > 3 was gain 1", "7 : gain 2 if gained > 3 otherwise gain 1"),
    ("9+ : nothing if loud and gained > 3 was gain 3", "9+ : nothing if loud and gained > 3 otherwise gain 3"),
    ("2..5 : gain 1 if loud was nothing", "2..5 : gain 1 if loud otherwise nothing"),
    ("2..5 : more if loud was nothing", "2..5 : more if loud otherwise nothing"),
    ('12 : say "Twelve." if loud was gain 3', '12 : say "Twelve." if loud otherwise gain 3'),
]
MORE = "\nrule more\n  add 1 to gained\n"


@pytest.mark.parametrize(("row", "now"), PARTLY)
@pytest.mark.quick
def test_what_was_there_stays_where_a_condition_does_not_hold(row: str, now: str) -> None:
    checked = dozen(f"change table worth\n  {row}\n{MORE}")
    lines = [" ".join(each.split()) for each in declared(checked, "table", "worth").splitlines()]
    assert now in lines
    text = f"{HEAD}change table worth\n  {row}\n"
    assert format_file(parse(Source("a.rules", text), Diagnostics())) == text
    long = text.replace(row, f"{now} was {row.rpartition(' was ')[2]}")
    assert format_file(parse(Source("a.rules", long), Diagnostics())) == text


def test_of_a_new_row_it_is_said_what_is_done_otherwise() -> None:
    assert told(dozen("change table worth\n  5+5 : gain 6 if loud\n")) == ["0.rules:4:23 unfinished-line"]
    assert told(dozen("change table worth\n  5+5 : gain 6 if loud otherwise gain 3\n")) == []


def test_several_things_do_not_stay_under_a_condition() -> None:
    change = 'change table worth\n  7 : gain 2 if loud was gain 1 then say "x"\n'
    assert told(dozen(change))[:1] == ["0.rules:4:26 unexpected-word"]


def test_a_cell_of_a_crosstab_changes_under_a_condition() -> None:
    text = declared(dozen("change table grid\n  3+ | 8+ : nothing if loud was gain 3\n"), "table", "grid")
    assert "| nothing if loud otherwise gain 3" in text


# ---- other changes


@pytest.mark.quick
def test_an_option_has_another_value() -> None:
    model = model_of(dozen('option loud = yes\n  because "We are."\n'))
    assert (model.options["loud"].default, model.options["loud"].because) == (1, "We are.")


@pytest.mark.quick
def test_steps_before_and_after_a_rule_know_its_values() -> None:
    checked = dozen('before rule gain\n  say "{amount} more."\n\nafter rule gain\n  say "Now {gained}."\n')
    lines = declared(checked, "rule", "gain").split("\n")
    assert [each.strip() for each in lines[:3]] == [
        'say "{amount} more."',
        "add amount to gained",
        'say "Now {gained}."',
    ]


@pytest.mark.quick
def test_a_rule_is_done_only_when() -> None:
    text = declared(dozen('rule gain only when loud\n  otherwise : say "Hush."\n'), "rule", "gain")
    assert [each.strip() for each in text.splitlines()] == [
        "when loud",
        "add amount to gained",
        'otherwise : say "Hush."',
    ]


@pytest.mark.quick
def test_a_phase_keeps_otherwise() -> None:
    text = declared(dozen("change phase turn\n  count tries to 5 : end turn\n  count more\n"), "phase", "turn")
    assert text.splitlines()[:2] == ["  count tries to 5 : end turn", "  count more"]


@pytest.mark.quick
def test_dice_are_replaced_and_the_tables_are_proved_again() -> None:
    (found,) = dozen("replace dice one = 1d8\n").diagnostics.errors
    assert (found.code, place(found)) == ("table-gap", "0.rules:3:14")


SWING = """\
house_rules swing "Swing" for mini

dice swing = 1d6

table throws from one_die

rule home_run
  gain 4

rule hit (distance: 1..3)
  gain distance

rule throw_in
  nothing

rule batter_out
  nothing

after phase turn
  roll swing for lowest of all player
  do throws
"""


def test_a_table_is_taken_from_another_game() -> None:
    checked = put(
        loader.find_ruleset("one_die"),
        Source(
            "0.rules",
            'house_rules foster "Foster" for one_die\n\nreplace table caught from no_such of foster_diamond\n',
        ),
    )
    assert told(checked) == ["0.rules:3:27 house-table-not-there"]
    game = Source("mini.rules", GAME.replace("dozen", "mini"))
    taken = put(game, Source("1.rules", SWING))
    model = model_of(taken)
    assert [row.text for row in model.tables["throws"].rows] == ["1", "2", "3", "4", "5", "6"]
    program = lower(model)
    assert {site.overlay for site in program.sites if site.kind == "row" and site.name == "throws"} == {"swing"}


@pytest.mark.quick
def test_a_choice_has_other_lines() -> None:
    file = Source(
        "0.rules", 'house_rules f "F" for two_dice\n\nchange choice order\n  default field\n  pass "let them choose"\n'
    )
    model = model_of(put(loader.find_ruleset("two_dice"), file))
    assert model.choices["order"].names == ("bat", "field", "pass")


WRONG = [
    ("replace rule gian\n  nothing\n", "0.rules:3:14 house-target-missing"),
    ("option lowd = yes\n", "0.rules:3:8 house-target-missing"),
    ("option loud = maybe\n", "0.rules:3:15 option-value"),
    ("rule gain (amount: 1..6)\n  nothing\n", "0.rules:3:6 house-already-there"),
    ("remove rule gain\n", "0.rules:3:13 unknown-name"),
    ("expects rule gain\n", "0.rules:3:1 house-no-such-change"),
    ("change phase turn\n  keep tries : yes or no = no\n", "0.rules:4:8 wrong-type"),
    ("change choice order\n  default x\n", "0.rules:3:15 house-target-missing"),
    ('remove example "x"\n', "0.rules:3:16 house-target-missing"),
    ("before rule gain\n  bogus\n", "0.rules:4:3 unknown-name"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_wrong_is_told_where_the_house_rules_stand(text: str, said: str) -> None:
    assert told(dozen(text))[:1] == [said]
    assert all(each.split(":")[0] == "0.rules" for each in told(dozen(text)))


def test_a_game_holds_no_changes() -> None:
    (found,) = put(Source("dozen.rules", GAME + "\nremove dice one\n")).diagnostics.found
    assert found.code == "house-change-outside"


def test_mistakes_of_the_game_itself_are_left_to_it() -> None:
    found = put(
        Source("dozen.rules", GAME.replace("gain 3", "gian 3")), Source("0.rules", HEAD + "option loud = yes\n")
    )
    assert {each.span.source.name for each in found.diagnostics.found if each.span} == {"dozen.rules"}


# ---- examples


EXAMPLE = '\nexample "seven"\n  roll 3+4, 1\n  then gained is 2\n'


def ran(*house: str) -> list[str]:
    files = [Source(f"{at}.rules", HEAD + each) for at, each in enumerate(house)]
    model = model_of(put(Source("dozen.rules", GAME + EXAMPLE), *files))
    report = attribute_to_overlay(run_examples(model), model, ())
    return [f"{place(failure)} {failure.code}" for each in report.failed for failure in each.failures]


def test_an_example_that_is_changed_without_saying_so_is_told() -> None:
    change = "change table worth\n  7 : gain 4 was gain 1\n"
    assert ran("option loud = yes\n") == []
    assert ran(change) == ["0.rules:1:13 house-example-changed"]
    assert ran(change + '\nchange example "seven"\n  then gained is 5\n') == []
    assert ran(change + '\nremove example "seven"\n') == []
    assert ran(change + '\nchange example "seven"\n  then gained is 6\n') == ["0.rules:7:8 example-failed"]


def test_an_example_that_is_restated_may_get_a_new_title() -> None:
    change = "change table worth\n  7 : gain 4 was gain 1\n"
    retitled = '\nchange example "seven gains four" was "seven"\n'
    assert ran(change + retitled + "  then gained is 5\n") == []
    assert ran(retitled) == []
    game, house = Source("dozen.rules", GAME + EXAMPLE), Source("0.rules", HEAD + retitled)
    assert [each.name for each in model_of(put(game, house)).examples] == ["seven gains four"]
    again = Source("1.rules", HEAD.replace("_rules ", "_rules other_") + 'change example "7" was "seven"\n')
    assert not model_of(put(game, house, again)).examples
    assert told(put(Source("dozen.rules", GAME), house)) == ["0.rules:4:39 house-target-missing"]


def test_a_new_example_has_a_title_of_its_own() -> None:
    game, twice = Source("dozen.rules", GAME + EXAMPLE), Source("0.rules", HEAD + EXAMPLE)
    (found,) = put(game, twice).diagnostics.found
    assert (found.code, found.message) == ("house-already-there", 'the game already has an example "seven"')
    assert 'write `replace example "seven"`' in found.help
    assert told(put(game, Source("0.rules", HEAD + EXAMPLE.replace("example", "replace example")))) == []


def test_titles_are_unique_in_a_file() -> None:
    other = EXAMPLE.replace("3+4", "1+6")
    assert told(put(Source("dozen.rules", GAME + EXAMPLE + other))) == ["dozen.rules:49:9 example-twice"]
    for twice in (EXAMPLE, other):
        assert told(dozen(EXAMPLE + twice)) == ["0.rules:8:9 example-twice"]
    toml = f"house_rules = 'h'\nfor = 'dozen'\nown_examples = '''{EXAMPLE}{other}'''\n"
    assert told(put(Source("dozen.rules", GAME), Source("0.toml", toml))) == ["0.toml:8:9 example-twice"]
    game = Source("dozen.rules", GAME + EXAMPLE + other)
    assert told(put(game, Source("0.rules", HEAD + 'remove example "seven"\n'))) == ["dozen.rules:49:9 example-twice"]


def test_a_library_s_examples_are_its_own() -> None:
    library = 'library one "One"\n\ndefine most = 1\n\nexample "seven"\n  then most is 1\n'
    game = GAME.replace('"Dozen"\n', '"Dozen"\n  use one\n', 1).replace("gained >= 12", "gained >= 12 * most")

    def under_house(text: str) -> CheckResult:
        rules = [Source("0.rules", HEAD + text)]
        dozen = Source("dozen.rules", game + EXAMPLE)
        return check_game(Sources(dozen, rules, lambda name: Source("one.rules", library)))

    restated = model_of(under_house('change example "seven"\n  then gained is 1, tries is 2\n'))
    assert [len(each.expectations) for each in restated.examples] == [2]
    assert model_of(under_house('remove example "seven"\n')).examples == ()
    quiet = under_house("change examples\n  with loud = no\n")
    assert quiet.amended is not None
    assert quiet.amended.files[0] == quiet.before[0], "the library is as it was"


def test_options_for_all_examples_are_not_for_its_own() -> None:
    change = "option loud = yes\n\nchange examples\n  with loud = no\n"
    own = '\nexample "loud"\n  roll 3+4, 1\n  then said "Next."\n'
    assert ran(change + own) == []


def test_a_restated_example_may_begin_elsewhere_with_more_players() -> None:
    text = 'change example "seven"\n  players 2\n  start turn\n'
    model = model_of(put(Source("dozen.rules", GAME + EXAMPLE), Source("0.rules", HEAD + text)))
    assert [(each.players, each.start) for each in model.examples] == [(2, "turn")]


def test_an_option_that_is_set_keeps_what_it_cites() -> None:
    house = Source("0.rules", 'house_rules f "F" for two_dice\n\noption run_on_last_out = yes\n')
    assert model_of(put(loader.find_ruleset("two_dice"), house)).options["run_on_last_out"].citation.open_ids == (
        "TD-O1",
    )


# ---- who did it


def cited(checked: CheckResult, table: str, row: str) -> tuple[str, tuple[str, ...], str]:
    """What the place of a row is said to come from: document and section, ids, and house rules."""
    sites = lower(model_of(checked)).sites
    (site,) = {site for site in sites if (site.kind, site.name, site.row) == ("row", table, row)}
    return site.citation, site.ids, site.overlay


CITED = GAME.replace('"Dozen"\n', '"Dozen"\n  source "The Book"\n', 1)
CITED = CITED.replace("table worth on pair", 'table worth on pair  cite "Worth" DZ-01')
CITED = CITED.replace("table grid on one by pair", "table grid on one by pair  cite DZ-02")
OURS = 'house_rules odd "Odd" for dozen\n  source "Our book"\n\n'


def test_what_house_rules_put_into_a_table_is_not_the_table_s() -> None:
    rows = 'change table worth\n  6 : gain 2 was gain 1\n  7 : gain 3 was gain 1  cite "Sevens" OB-1\n'
    cells = "change table grid\n  1 | 8+ : gain 6 was nothing\n  2 | 8+ : gain 5 was nothing  cite OB-2\n"
    changed = put(Source("dozen.rules", CITED), Source("0.rules", OURS + rows + "\n" + cells))
    assert cited(changed, "worth", "8") == ("The Book, Worth", ("DZ-01",), "")
    assert cited(changed, "worth", "6") == ("", (), "odd")
    assert cited(changed, "worth", "7") == ("Our book, Sevens", ("OB-1",), "odd")
    assert cited(changed, "grid", "3+ | 8+") == ("", ("DZ-02",), "")
    assert cited(changed, "grid", "1 | 8+") == ("", (), "odd")
    assert cited(changed, "grid", "2 | 8+") == ("", ("OB-2",), "odd")


def test_what_house_rules_cite_is_in_their_document() -> None:
    house = Source("0.rules", OURS + 'option loud = yes  cite "Loud" OB-3\n')
    loud = model_of(put(Source("dozen.rules", CITED), house)).options["loud"].citation
    assert (loud.document, loud.section, loud.ids) == ("Our book", "Loud", ("OB-3",))
    taken = put(Source("mini.rules", GAME.replace("dozen", "mini")), Source("1.rules", SWING))
    assert cited(taken, "throws", "1")[0].endswith("1979, Onedie Baseball"), "the other game's document"


@pytest.mark.quick
def test_events_and_explanations_name_the_house_rules() -> None:
    model = model_of(
        dozen("change table worth\n  2+ : boast was nothing\n".replace("2+", "2..5") + '\nrule boast\n  say "Ha!"\n')
    )
    program = lower(model)
    assert {site.overlay for site in program.sites if (site.kind, site.row) == ("row", "2..5")} == {"odd"}
    assert {site.overlay for site in program.sites if (site.kind, site.name) == ("rule", "gain")} == {""}
    session = Session(Stepper(program), 0)
    session.answer(0)
    session.answer(0)
    lines = list(explain_moment(program, session.moments[-1]))
    assert any("row `2..5` of table worth" in each and "by house rule odd" in each for each in lines)
    assert "  said: Ha! (by house rule odd)" in lines


@pytest.mark.quick
def test_dice_that_are_replaced_stay_whose_they_are() -> None:
    game = Source("dice_of_each.rules", (TESTS / "semantics" / "dice_of_each.rules").read_text())
    house = Source("0.toml", 'house_rules = "more"\ntitle = "More"\nfor = "dice_of_each"\n\n[dice]\ncup = "4d6"\n')
    kind = model_of(put(game, house)).dice["cup"]
    assert (kind.type.written, kind.sight, kind.variable.each is not None) == ("4d6", "owner", True)
