"""The proof of tables beside a twin that looks at every key; and the facts about keys beside plain counting."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations, product
from math import prod

from hypothesis import assume, given
from hypothesis import strategies as st

from interpreter.check import key_facts
from interpreter.check.prove import Alternative, ProofRow, prove_table
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages.tables import KeyFacts, OddsFacts
from interpreter.domains import Domain, NumberType, RollType, make_domain
from interpreter.source import NOWHERE
from tests.support.tabling import of

# ---- the twin: every key, every alternative, one by one


def within(inner: Alternative, outer: Alternative) -> bool:
    return inner.sets != outer.sets and all(a & ~b == 0 for a, b in zip(inner.sets, outer.sets, strict=True))


def winners(key: tuple[int, ...], alternatives: Sequence[Alternative]) -> list[Alternative]:
    matching = [each for each in alternatives if all(one >> at & 1 for at, one in zip(key, each.sets, strict=True))]
    return [each for each in matching if not any(within(other, each) for other in matching)]


def twin(
    domains: Sequence[Domain], alternatives: Sequence[Alternative], rows: Sequence[ProofRow]
) -> tuple[list[set[int]], set[str]]:
    """For each key the rows that win it, and the codes of all that is wrong."""
    every = [winners(key, alternatives) for key in product(*(range(domain.size) for domain in domains))]
    winning = [id(each) for found in every for each in found]
    used = {each.row for found in every for each in found}
    codes = set()
    for found in every:
        results = {rows[each.row].result for each in found}
        codes |= {"table-gap"} if not results else {"table-overlap"} if len(results) > 1 else set()
    if used != set(range(len(rows))):
        codes.add("table-row-unreachable")
    if any(one.row == other.row and one.sets == other.sets for one, other in combinations(alternatives, 2)):
        codes.add("table-pattern-repeated")
    if any(id(each) not in winning and each.row in used for each in alternatives):
        codes.add("table-pattern-unreachable")
    return [{each.row for each in found} for found in every], codes


def plain_domain(size: int) -> Domain:
    return Domain(tuple(range(size)), tuple(f"v{at}" for at in range(size)))


TWO_DICE = make_domain(RollType("pair", 2, 3), lambda kind: ())
"""Nine values that do not stand in the order of their totals."""


def some_of(domain: Domain) -> st.SearchStrategy[int]:
    """Some values of a domain, often a stretch of what they count as."""
    low, high = domain.in_order[0][0], domain.in_order[0][-1]
    number = st.integers(low, high)
    stretch = st.builds(lambda one, other: domain.bits_between(min(one, other), max(one, other)), number, number)
    return st.integers(1, domain.all_bits) | stretch.filter(bool)


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[Domain, ...], list[Alternative], list[ProofRow]]:
    """Small tables with a good many overlaps, some with a row that catches the rest."""
    domains = draw(st.lists(st.integers(1, 4).map(plain_domain) | st.just(TWO_DICE), min_size=1, max_size=2))
    box = st.tuples(*map(some_of, domains))
    boxes = draw(st.lists(st.lists(box, min_size=1, max_size=3), min_size=1, max_size=5))
    if draw(st.booleans()):
        boxes.append([tuple(domain.all_bits for domain in domains)])
    results = draw(st.lists(st.sampled_from("ab"), min_size=len(boxes), max_size=len(boxes)))
    alternatives = [Alternative(at, NOWHERE, "", sets) for at, row in enumerate(boxes) for sets in row]
    rows = [ProofRow(NOWHERE, f"row {at}", result) for at, result in enumerate(results)]
    return tuple(domains), alternatives, rows


def verdict(
    domains: tuple[Domain, ...], alternatives: Sequence[Alternative], rows: Sequence[ProofRow]
) -> tuple[tuple[Hashable, ...] | None, set[str]]:
    diagnostics = Diagnostics()
    index = prove_table("t", NOWHERE, domains, alternatives, rows, diagnostics)
    return index and tuple(rows[row].result for row in index), {each.code for each in diagnostics.found}


@given(tables())
def test_the_proof_agrees_with_its_twin(table: tuple[tuple[Domain, ...], list[Alternative], list[ProofRow]]) -> None:
    domains, alternatives, rows = table
    expected, codes = twin(domains, alternatives, rows)
    diagnostics = Diagnostics()
    index = prove_table("t", NOWHERE, domains, alternatives, rows, diagnostics)
    assert {each.code for each in diagnostics.found} == codes
    later = {
        rows[row].text
        for found in expected
        for row in found
        if any(other < row and rows[other].result != rows[row].result for other in found)
    }
    overlaps = [each.message for each in diagnostics.found if each.code == "table-overlap"]
    assert sorted(message.split("`")[1] for message in overlaps) == sorted(later)
    assert (index is None) == bool(codes - {"table-pattern-unreachable"})
    if index is not None:
        assert index == tuple(min(found) for found in expected)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_rows_never_matters(
    table: tuple[tuple[Domain, ...], list[Alternative], list[ProofRow]], random: object
) -> None:
    domains, alternatives, rows = table
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    moved = [Alternative(order.index(each.row), each.span, each.text, each.sets) for each in alternatives]
    random.shuffle(moved)  # type: ignore[attr-defined]
    assert verdict(domains, moved, [rows[at] for at in order]) == verdict(domains, alternatives, rows)


@st.composite
def sound_tables(draw: st.DrawFn) -> tuple[tuple[Domain, ...], list[Alternative], list[ProofRow]]:
    """A row that catches everything, and of the rows of some table those that leave nothing wrong."""
    domains, alternatives, rows = draw(tables())
    kept = [Alternative(0, NOWHERE, "", tuple(domain.all_bits for domain in domains))]
    facts = [ProofRow(NOWHERE, "row", "rest")]
    for each in alternatives:
        more = Alternative(len(facts), NOWHERE, "", each.sets)
        if verdict(domains, [*kept, more], [*facts, rows[each.row]])[0] is not None:
            kept.append(more)
            facts.append(rows[each.row])
    return domains, kept, facts


@given(sound_tables(), st.data())
def test_a_more_specific_row_changes_only_its_keys(
    table: tuple[tuple[Domain, ...], list[Alternative], list[ProofRow]], data: st.DataObject
) -> None:
    domains, alternatives, rows = table
    before, _ = verdict(domains, alternatives, rows)
    assert before is not None
    size = prod(domain.size for domain in domains)
    changed = data.draw(st.integers(0, size - 1))
    key = list(product(*(range(domain.size) for domain in domains)))[changed]
    narrow = Alternative(len(rows), NOWHERE, "", tuple(1 << at for at in key))
    assume(all(each.sets != narrow.sets for each in alternatives))
    after, codes = verdict(domains, [*alternatives, narrow], [*rows, ProofRow(NOWHERE, "new", "new")])
    if after is None:
        assert codes == {"table-row-unreachable"}
    else:
        assert [at for at in range(size) if after[at] != before[at]] == [changed]
        assert after[changed] == "new"


# ---- facts about keys


def keys_of(domains: Sequence[Domain], facts: KeyFacts) -> list[tuple[int, ...]]:
    """The keys that boxes of labels stand for, as often as they do."""
    return [
        key
        for box in facts.boxes
        for key in product(
            *(
                range(domain.size) if part == ("any",) else [domain.labels.index(label) for label in part]
                for domain, part in zip(domains, box, strict=True)
            )
        )
    ]


@given(st.lists(st.tuples(st.integers(1, 3), st.booleans()), min_size=1, max_size=3), st.data())
def test_boxes_hold_exactly_the_keys_and_odds_count_them(shape: list[tuple[int, bool]], data: st.DataObject) -> None:
    domains = [Domain(tuple(range(size)), tuple("xyz"[:size]), chance) for size, chance in shape]
    every = list(product(*(range(domain.size) for domain in domains)))
    chosen = data.draw(st.sets(st.integers(0, len(every) - 1), min_size=1))
    facts = key_facts.collect_key_facts(domains, sorted(chosen))
    if len(facts.boxes) <= 7:
        assert sorted(keys_of(domains, facts)) == [every[at] for at in sorted(chosen)]
    counts: dict[tuple[int, ...], int] = {}
    for at in chosen:
        others = tuple(part for part, domain in zip(every[at], domains, strict=True) if not domain.chance)
        counts[others] = counts.get(others, 0) + 1
    rolls = prod(domain.size for domain in domains if domain.chance)
    plain = [domain for domain in domains if not domain.chance]
    if len(plain) == len(domains):
        assert facts.odds == ()
    elif len(set(counts.values())) > 3:
        (odds,) = facts.odds
        assert (odds.fewest, odds.most, odds.of) == (min(counts.values()), max(counts.values()), rolls)
    else:
        different = sorted(set(counts.values()))
        assert [(odds.fewest, odds.of) for odds in facts.odds] == [(count, rolls) for count in different]
        for odds in facts.odds:
            wanted = sorted(others for others, count in counts.items() if count == odds.fewest)
            assert not odds.among or len(odds.among) > 7 or sorted(keys_of(plain, KeyFacts(odds.among))) == wanted
            assert odds.among or len(wanted) == prod(domain.size for domain in plain)


def test_many_different_odds_are_given_as_the_least_and_the_most() -> None:
    die, number = of(RollType("one", 1, 6)), of(NumberType(1, 5))
    missing = [face * 5 + at for face in range(6) for at in range(5) if face > at]
    assert key_facts.collect_key_facts([die, number], missing).odds == (OddsFacts(1, 5, 6),)
