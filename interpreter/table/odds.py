"""The odds at a table, within half a second or not at all: what the coming roll can lead to, what it would score, and
how good answers are where best play has been computed."""

from __future__ import annotations

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.rendering import format_sentence
from interpreter.display import format_seat
from interpreter.engine import ChanceStop, DecisionStop, Position
from interpreter.play.move_parsing import read_answer
from interpreter.play.trace import describe_wait, find_prospects, format_outcomes
from interpreter.scene.boxes import find_box_odds, is_tractable
from interpreter.table.absent import may_ask
from interpreter.table.game import Reply, Table

MOST_OUTCOMES_TRIED, MOST_ANSWERS_TRIED = 36, 4
"""Outcomes and answers that are tried to see whether there is anything to show."""

UNDECIDED = "Choose first: the odds are those of the roll that follows. To type it, add the answer to `odds`."


def has_odds(table: Table) -> bool:
    """Whether `odds` has something to show now, or once an answer is picked. Only a few outcomes are tried."""
    session = table.session
    match session.stop:
        case DecisionStop() as stop if may_ask(table, stop):
            return _best_answers(table, stop) is not None or _leads_to_odds(table, stop)
        case ChanceStop() as stop:
            return _may_show(table, session.position, stop)
        case _:
            return False


def _may_show(table: Table, position: Position, stop: ChanceStop) -> bool:
    """Whether a roll leads to one thing or another, or scores in boxes."""
    if position.block in table.session.hidden_turns:
        return False
    few = find_prospects(table.session.engine, position, stop, step=max(1, stop.outcomes // MOST_OUTCOMES_TRIED))
    return len(few) > 1 or is_tractable(table.look(False), position, stop)


def _leads_to_odds(table: Table, stop: DecisionStop) -> bool:
    """Whether a roll with odds follows some answers, where nobody has secrets that it could show."""
    if table.program.has_secrets:
        return False
    tried = stop.offered[:: max(1, len(stop.offered) // MOST_ANSWERS_TRIED)]
    steps = (table.session.engine.answer(table.session.position, each) for each in tried)
    return any(isinstance(each.stop, ChanceStop) and _may_show(table, each.position, each.stop) for each in steps)


def tell_odds(table: Table, answer: str = "") -> Reply:
    """What the coming roll can lead to, or that which follows an answer."""
    session = table.session
    stop = session.stop
    if isinstance(stop, DecisionStop) and may_ask(table, stop):
        if answer:
            return _tell_ahead(table, stop, answer)
        if (best := _best_answers(table, stop)) is not None:
            return best
        if _leads_to_odds(table, stop):
            names = table.program.choices[stop.choice].names
            may_pick_none = any(names[each] == "none" for each in stop.offered)
            return _tell_ahead(table, stop, "none") if may_pick_none else Reply((UNDECIDED,))
    if not isinstance(stop, ChanceStop):
        who = format_seat(table.program, stop.chooser) if isinstance(stop, DecisionStop) else ""
        return Reply((f"Nothing to roll: first {who} has to choose." if who else "Nothing to roll now.",))
    return _tell_roll(table, session.position, stop)


def _tell_ahead(table: Table, stop: DecisionStop, answer: str) -> Reply:
    """The odds of the roll that follows an answer. Secrets that it would reveal keep it from being tried."""
    number = read_answer(table.program, stop, answer)
    if isinstance(number, Diagnostic):
        return Reply((format_sentence(number),))
    step = table.session.engine.answer(table.session.position, number)
    label = table.program.choices[stop.choice].labels[number]
    if table.program.has_secrets or not isinstance(step.stop, ChanceStop):
        return Reply((f"No roll follows `{label}`.",))
    told = _tell_roll(table, step.position, step.stop)
    return Reply((f"If you choose {label}:", *told.lines), told.rows, right=told.right)


def _tell_roll(table: Table, position: Position, stop: ChanceStop) -> Reply:
    session, program = table.session, table.program
    if position.block in session.hidden_turns:
        return Reply(("What this roll leads to depends on what is hidden, so its odds are not shown.",))
    if boxes := find_box_odds(table.look(False), position, stop):
        shown = [(f"  {100 * float(each.odds):.1f} %", each.name, f"{float(each.mean):.1f}") for each in boxes]
        head = "What the next throw scores: how likely anything, and how much on average."
        return Reply((head,), tuple(shown), (0, 2))
    found = find_prospects(session.engine, position, stop)
    if not found:
        return Reply(("These dice can fall in too many ways to try them all.",))
    if len(found) == 1:
        rule = found[0].consequence.rule
        after = session.engine.answer(position, 0).stop
        wait = f": the game then waits for {describe_wait(program, after)}" if isinstance(after, DecisionStop) else ""
        return Reply((f"No rule or table row depends on this roll alone{f'; {rule} applies' if rule else wait}.",))
    rows = []
    for each in found:
        outcomes, what = format_outcomes(program, stop.dice, each.outcomes), each.consequence
        row = "" if what.rule and what.row.endswith(f" {outcomes}") else what.row
        chance, number = f"  {100 * float(each.odds):.1f} %", f"{len(each.outcomes)} of {stop.outcomes}"
        leads_to = "  ".join(filter(None, (what.rule, f"({row})" * bool(row)))) or what.said or "-"
        rows.append((chance, number, outcomes, leads_to))
    return Reply(rows=tuple(rows), right=(0, 1))


def _best_answers(table: Table, stop: DecisionStop) -> Reply | None:
    """The values of the answers, if best play of this game has been computed; None if not."""
    policy, position = table.policy, table.session.position
    answer = policy.find_answer(position.block, position.slots) if policy is not None else None
    if policy is None or answer is None:
        return None
    labels = table.program.choices[stop.choice].labels
    worths = dict(policy.find_worths(position.block, position.slots))
    costs = {each: abs(worth - worths[answer]) for each, worth in worths.items() if answer in worths}
    rows = tuple(
        (f"  {labels[each]}", f"{worths[each]:.6f}", "the best" if each == answer else f"costs {cost:.6f}")
        for each, cost in sorted(costs.items(), key=lambda pair: (pair[1], pair[0] != answer))
    )
    return Reply((f"The best answer is {labels[answer]} (played for: {policy.goal}).",), rows, right=(1,))
