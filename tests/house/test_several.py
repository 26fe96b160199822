"""Several house rules at once: which get on, which conflict, and which has the last word."""

from __future__ import annotations

import pytest

from interpreter import loader
from interpreter.check import CheckResult
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.examples.overlay_failures import run_under_house_rules
from interpreter.house.matrix import CONFLICT, FAILING, ORDER, REDUNDANT, TOGETHER, Verdict, compare_pairs
from interpreter.source import Source
from tests.support.housing import GAME, HEAD, declared, dozen, failing, model_of, place, put, told

A = 'house_rules a "A" for dozen\n\n'
B = 'house_rules b "B" for dozen\n\n'
LATE = 'house_rules b "B" for dozen\n  after a\n\n'


REASON = '  because "Louder."\n'


@pytest.mark.parametrize(("one", "other"), [
    ("option loud = yes\n", "option loud = yes\n" + REASON),
    ('option loud = yes cite "One" DZ-01\n', 'option loud = yes cite "Other" DZ-02\n' + REASON),
    ('rule more  cite "One" DZ-01\n  nothing\n', "rule more\n  nothing\n"),
    ('change phase turn\n  count tries to 5 : end turn  cite "One"\n',
     "change phase turn\n  count tries to 5 : end turn\n"),
    ('replace dice one = 1d6 cite "One" DZ-01\n', "replace dice one = 1d6\n"),
])  # fmt: skip
def test_reasons_and_citations_do_not_make_a_conflict(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        assert [each for each in told(dozen(A + first, B + second)) if not each.endswith("unused")] == []


def test_the_reason_of_an_option_is_kept_whoever_gives_it() -> None:
    plain, because = "option loud = yes\n", 'option loud = yes open DZ-O1\n' + REASON
    for first, second in ((plain, because), (because, plain)):
        loud = model_of(dozen(A + first, B + second)).options["loud"]
        assert (loud.default, loud.because, loud.citation.open_ids) == (1, "Louder.", ("DZ-O1",))


OWN = '\nexample "seven"\n  roll 3+4, 1\n  then gained is {}\n'

CONFLICTS = [
    (OWN.format(2), OWN.format(3)),
    ("option loud = yes\n", "option loud = no\n"),
    ("change table worth\n  7 : gain 2 was gain 1\n", "change table worth\n  6..8 : gain 3 was gain 1\n"),
    ("change table worth\n  12 : gain 2 was gain 3\n", "change table worth\n  6+6 : gain 5 was gain 3\n"),
    ("before rule gain\n  nothing\n", 'before rule gain\n  say "x"\n'),
    ("rule gain only when loud\n", 'after rule gain\n  say "x"\n'),
    ("rule more\n  nothing\n", 'rule more\n  say "x"\n'),
    ("remove table grid\n", "change table grid\n  1 | 8+ : gain 1 was nothing\n"),
    ("change table square\n  any | 6 : gain 2\n", "change table square\n  2 | 6 : gain 3\n"),
]


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
@pytest.mark.quick
def test_those_that_touch_one_thing_otherwise_conflict(one: str, other: str) -> None:
    found = [each for each in dozen(A + one, B + other).diagnostics.found if each.code == "house-conflict"]
    assert [place(each).split(":")[0] for each in found] == ["1.rules"]
    assert [label.span.source.name for label in found[0].labels] == ["0.rules"]
    assert "house-conflict" not in str(told(dozen(A + one, LATE + other)))


@pytest.mark.quick
def test_one_that_comes_after_has_the_last_word_however_they_are_given() -> None:
    early = A + "change table worth\n  7 : gain 2 was gain 1\n"
    late = LATE + "change table worth\n  7 : gain 3 was gain 2\n"
    for stack in ((early, late), (late, early)):
        assert "7    : gain 3" in declared(dozen(*stack), "table", "worth")


@pytest.mark.quick
def test_what_is_before_and_what_is_after_go_together() -> None:
    assert told(dozen(A + 'before rule gain\n  say "x"\n', B + 'after rule gain\n  say "y"\n')) == []


EXCEPTION = "change table worth\n  4+4 : gain 6 was gain 2\n"


OTHERS = (EXCEPTION.replace("6", "1"), EXCEPTION.replace("4+4", "2+6").replace(" was gain 2", ""))


@pytest.mark.parametrize("exception", [EXCEPTION, *OTHERS])
def test_a_row_and_its_exception_go_together(exception: str) -> None:
    row = "change table worth\n  8 : gain 5 was gain 1\n"
    both = [dozen(A + one, B + two) for one, two in ((row, exception), (exception, row))]
    assert [told(each) for each in both] == [[], []]
    assert len({frozenset(declared(each, "table", "worth").splitlines()) for each in both}) == 1


def test_cells_that_share_one_key_only_go_together() -> None:
    one, other = "3 | 2 : gain 5 was nothing", "3 | 1 : gain 4 was nothing"
    assert told(dozen(A + f"change table square\n  {one}\n", B + f"change table square\n  {other}\n")) == []


def test_what_comes_after_one_that_comes_after_comes_after() -> None:
    first, last = "change table worth\n  7 : gain 2 was gain 1\n", "change table worth\n  7 : gain 3 was gain 2\n"
    third = 'house_rules c "C" for dozen\n  after b\n\n'
    assert told(dozen(A + first, LATE, third + last)) == []


def test_a_cell_that_is_already_as_wanted_may_be_among_others() -> None:
    one, more = "2 | 8+ : gain 6 was nothing", "1, 2 | 8+ : gain 6 was nothing"
    assert told(dozen(A + f"change table grid\n  {one}\n", LATE + f"change table grid\n  {more}\n")) == []


def test_an_offer_may_be_taken_away_twice() -> None:
    text = 'house_rules {} "X" for two_dice\n\nchange choice order\n  remove field\n{}'
    both = [text.format("a", ""), text.format("b", '  "What now?"\n')]
    checked = put(loader.find_ruleset("two_dice"), *(Source(f"{at}.rules", each) for at, each in enumerate(both)))
    assert not [each for each in told(checked) if each.endswith("house-target-missing")]


def test_faces_that_are_all_of_a_total_are_its_row() -> None:
    game = Source("dozen.rules", GAME.replace("4+4 ", "6+6 "))
    for was, said in (("gain 2", []), ("gain 3", ["0.rules:4:19 house-row-differs"])):
        house = Source("0.rules", HEAD + f"change table worth\n  12 : gain 5 was {was}\n")
        assert told(put(game, house)) == said


def test_a_replaced_option_is_replaced_in_the_library_too() -> None:
    text = 'house_rules f "F" for marker\n\nreplace option innings = 5 in 1..6\n  "How many?"\n'
    innings = model_of(put(loader.find_ruleset("marker"), Source("0.rules", text))).options["innings"]
    assert (innings.default, tuple(innings.values)) == (5, (1, 2, 3, 4, 5, 6))


@pytest.mark.quick
def test_one_file_changes_a_thing_once() -> None:
    assert told(dozen("option loud = yes\n\noption loud = no\n")) == ["0.rules:5:8 house-conflict"]


def test_names_and_games_are_held_apart() -> None:
    assert told(dozen(A, A)) == ["1.rules:1:13 house-twice"]
    assert told(dozen('house_rules a "A" for others\n')) == ["0.rules:1:23 house-other-game"]
    assert told(dozen('house_rules a "A" for dozen\n  after b\n', 'house_rules b "B" for dozen\n  after a\n')) == [
        "0.rules:2:9 house-order"
    ]


def test_the_matrix() -> None:
    texts = {
        "a": A + "change table worth\n  7 : gain 2 was gain 1\n",
        "b": B + "change table worth\n  7 : gain 3 was gain 1\n",
        "c": 'house_rules c "C" for dozen\n  after a\n\nchange table worth\n  7 : gain 4 was gain 1\n',
        "d": 'house_rules d "D" for dozen\n\noption loud = yes\nchange table worth\n  7 : gain 2 was gain 1\n',
        "e": 'house_rules e "E" for dozen\n\noption loud = yes\n',
    }
    sources = [Source(f"{name}.rules", text) for name, text in texts.items()]
    found = compare_pairs(sources, lambda stack: put(Source("dozen.rules", GAME), *stack), failing)
    verdicts = {each.one + each.other: each.verdict for each in found}
    assert (verdicts["ab"], verdicts["ad"], verdicts["ae"], verdicts["de"]) == (
        CONFLICT,
        REDUNDANT,
        TOGETHER,
        REDUNDANT,
    )
    assert verdicts["ac"] == CONFLICT, "what it was is no more what c says"
    late = Source("c.rules", texts["c"].replace("was gain 1", "was gain 2"))
    with pytest.raises(Rejected):  # what c says it was is there only after a
        compare_pairs([sources[0], late], lambda stack: put(Source("dozen.rules", GAME), *stack), failing)
    other = Source(
        "c.rules", 'house_rules c "C" for dozen\n  after a\n\nchange table worth\n  9+ : gain 4 was gain 3\n'
    )
    ordered = compare_pairs([sources[0], other], lambda stack: put(Source("dozen.rules", GAME), *stack), failing)
    assert [each.verdict for each in ordered] == [ORDER]


TOLD_OF = """\

example "seven"
  roll 3+4, 1
  then gained is {gained}
"""
SEVEN = A + "change table worth\n  7 : gain 2 was gain 1\n"
GRID = B + "change table grid\n  1 | 2..7 : gain 3 was gain 1\n"


def under_both(game: str, one: str, other: str) -> Verdict:
    sources = [Source("a.rules", one), Source("b.rules", other)]

    def failures(checked: CheckResult) -> list[tuple[str, tuple[Diagnostic, ...]]]:
        report = run_under_house_rules(model_of(checked), lambda: model_of(put(Source("dozen.rules", game))))
        return [(each.example.name, each.failures) for each in report.failed]

    (verdict,) = compare_pairs(sources, lambda stack: put(Source("dozen.rules", game), *stack), failures)
    return verdict


def test_house_rules_under_which_an_example_fails_do_not_go_together() -> None:
    assert under_both(GAME, SEVEN, GRID).verdict == TOGETHER
    found = under_both(GAME, SEVEN + TOLD_OF.format(gained=3), GRID)
    assert (found.verdict, found.why) == (
        FAILING,
        'the example "seven" fails under both, but under neither alone',
    )
    (failure,) = found.diagnostics
    assert failure.code == "example-failed"
    assert "under the house rules `a` and `b`" in failure.notes


def test_the_failure_of_an_example_names_all_house_rules_in_force() -> None:
    game = GAME + TOLD_OF.format(gained=2)
    changed = SEVEN + '\nchange example "seven"\n  then gained is 3\n'
    found = under_both(game, changed, GRID)
    assert (found.verdict, found.why) == (FAILING, 'the example "seven" fails under `b` alone, too')
    silent = under_both(game, SEVEN, GRID).diagnostics[0]
    assert silent.message.startswith('with `a` and `b` the example "seven" fails')
    loud = under_both(game, A + "option loud = yes\n", SEVEN.replace("house_rules a", "house_rules b")).diagnostics[0]
    assert loud.message.startswith('with `a` and `b` the example "seven"')
    assert place(loud) == "b.rules:1:13"
