"""Answers rolls, draws and choices from an example's script."""

from __future__ import annotations

from itertools import takewhile

from interpreter import model
from interpreter.diagnostics.messages import examples as errors
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Failure, Position, Step, pick_default_answer
from interpreter.examples.run_state import SCRIPTED, ExampleRun, Scripted
from interpreter.examples.staging import Spot, bring_card, is_at
from interpreter.source import Span
from interpreter.throws import list_faces, name_faces, write_dice


def is_next(run: ExampleRun, stop: ChanceStop | DrawStop | DecisionStop) -> bool:
    scripted = run.next_scripted
    match stop:
        case ChanceStop():
            return isinstance(scripted, model.ScriptedRoll)
        case DrawStop():
            return isinstance(scripted, model.ScriptedDraw) and (scripted.face_down or not _is_unseen(run, stop))
        case DecisionStop():
            choice = run.program.choices[stop.choice].name
            return isinstance(scripted, model.ScriptedChoice | model.ScriptedStop) and scripted.choice == choice


def _is_unseen(run: ExampleRun, stop: DrawStop) -> bool:
    return run.program.zones[stop.onto].sight == "down"


def _describe(scripted: Scripted) -> str:
    match scripted:
        case model.ScriptedRoll():
            return "a roll"
        case model.ScriptedDraw():
            return "a card"
        case model.ScriptedChoice(choice) | model.ScriptedStop(choice):
            return f"`{choice}`"


def _report_order(run: ExampleRun, scripted: Scripted, asked: str, line: str) -> None:
    run.failures.append(errors.script_order(scripted.span, _describe(scripted), asked, line, *(_find_late(run) or ())))


def _find_late(run: ExampleRun) -> tuple[Span, Span] | None:
    for choice, waiting in run.asked:
        lines = [each for each in run.example.script if isinstance(each, SCRIPTED)]
        later = lines[lines.index(waiting) :] if waiting is not None else ()
        late = next((each for each in later if isinstance(each, model.ScriptedChoice | model.ScriptedStop)), None)
        if waiting is not None and late is not None and late is not waiting and late.choice == choice:
            return late.span, waiting.span
    return None


def answer_roll(run: ExampleRun, stop: ChanceStop) -> int | None:
    scripted, dice = run.next_scripted, run.program.dice[stop.dice]
    if scripted is None:
        run.ended = f"the example ends before `{dice.name}` is rolled"
        return None
    if not isinstance(scripted, model.ScriptedRoll):
        _report_order(run, scripted, f"`{dice.name}` must be rolled", "roll")
        return None
    info = run.game.dice[dice.name]
    kind, each = info.type, info.variable.each
    owner = run.game.kinds[each.kind].members[dice.member] if each is not None and dice.member >= 0 else dice.name
    if scripted.dice not in ("", dice.name, owner):
        run.failures.append(errors.roll_of_others(scripted.span, scripted.dice, owner))
        return None
    faces = scripted.faces[run.thrown :]
    together = dice.left > 1 and len(faces) == dice.left
    faces = faces[:1] if together or run.thrown else faces
    run.thrown = run.thrown + 1 if together else 0
    run.at += not together
    for outcome, shown in enumerate(list_faces(dice.number, dice.sides, parts=False)):
        fits = faces == shown or (scripted.total == sum(shown) and not kind.words)
        if fits and scripted.kind == kind.kind:
            return outcome
    ends = (write_dice(name_faces([end] * dice.number, kind.words)) for end in (min(dice.sides), max(dice.sides)))
    text, (lowest, highest), words = f"`{scripted.span.text}`", ends, bool(kind.words)
    run.failures.append(errors.roll_impossible(scripted.span, text, dice.name, lowest, highest, words))
    return None


def answer_draw(run: ExampleRun, step: Step, stop: DrawStop) -> tuple[Step, int | None]:
    """The number of the card scripted for a draw, and the step with that card where it may come; None at the end of
    the script, or with a diagnostic. Where nobody sees the card, any card does that is not scripted."""
    scripted, zone = run.next_scripted, run.program.zones[stop.zone]
    if _is_unseen(run, stop) and not is_next(run, stop):
        return step, _pick_unseen_card(run, stop)
    if scripted is None:
        run.ended = f"the example ends before a card is drawn from `{zone.name}`"
        return step, None
    if not isinstance(scripted, model.ScriptedDraw):
        _report_order(run, scripted, f"a card must be drawn from `{zone.name}`", "draw")
        return step, None
    run.at += 1
    card, onto = f"`{scripted.span.on_one_line}`", Spot(run.program.zones[stop.onto], stop.onto_place)
    if scripted.face_down and not _is_unseen(run, stop):
        run.failures.append(errors.card_seen(scripted.span, card, onto.name))
        return step, None
    if zone.deck != scripted.cards:
        run.failures.append(errors.card_of_others(scripted.span, card, zone.name))
        return step, None
    ready = _bring_scripted_card(run, step.position, stop, scripted.card)
    if isinstance(ready, Spot):
        run.failures.append(errors.card_elsewhere(scripted.span, card, ready.name, ready.zone.sight == "down"))
        return step, None
    if scripted.face_down:
        run.given[zone.deck, scripted.card] = onto, scripted.span
    after = run.stepper.resume(ready)
    assert isinstance(after.stop, DrawStop)
    return after, after.stop.cards.index(scripted.card)


def _bring_scripted_card(run: ExampleRun, position: Position, stop: DrawStop, card: int) -> Position | Spot:
    """The position in which a scripted card may be drawn; else where it lies. A card stays where it was given."""
    deck = run.program.zones[stop.zone].deck
    given = run.given.get((deck, card))
    if given is not None and card not in stop.cards and is_at(position, given[0], card):
        return given[0]
    here = Spot(run.program.zones[stop.zone], stop.place)
    named, fixed = run.list_named_cards(deck), run.list_cards_given_at(here)
    return bring_card(run.program, position, stop, card, named, fixed, run.unseen)


def _pick_unseen_card(run: ExampleRun, stop: DrawStop) -> int:
    """The number of a card that comes where nobody sees it: rather none that the example names."""
    named = run.list_named_cards(run.program.zones[stop.zone].deck)
    free = [number for number, card in enumerate(stop.cards) if card not in named] or range(stop.outcomes)
    return free[run.chance.randbelow(len(free))]


def answer_choice(run: ExampleRun, position: Position, stop: DecisionStop) -> int | None:
    """The answer scripted for a choice, or its default if another comes next in the script; None where the script says
    to stop, or ends in a game without chance."""
    scripted, choice = run.next_scripted, run.program.choices[stop.choice]
    if len(stop.offered) > 1:
        run.asked.append((choice.name, scripted))
        if scripted is None and not run.has_chance:
            run.ended = f"the example ends before `{choice.name}` is chosen"
            return None
    if not isinstance(scripted, model.ScriptedChoice | model.ScriptedStop) or scripted.choice != choice.name:
        return pick_default_answer(stop)
    if choice.name == run.refused and run.program.find_picked(stop.choice, position.slots):
        return pick_default_answer(stop)
    run.refused = choice.name if isinstance(scripted, model.ScriptedChoice) and scripted.refused else ""
    if isinstance(scripted, model.ScriptedStop):
        run.at += 1
        run.ended = f"the script stops where `{choice.name}` must be chosen"
        return None
    found = run.stepper.ask(position, run.query("script", run.at))
    run.at += 0 if choice.several and not isinstance(found, Failure) and found[1] else 1
    if isinstance(found, Failure):
        run.record_failure(found)
        return None
    answer = choice.values.index(found[0]) if found[0] in choice.values else -1
    if scripted.refused:
        return _check_refused(run, scripted, stop, answer)
    if answer in stop.offered:
        return answer
    offered = [choice.names[each] for each in stop.offered]
    written = f"`{scripted.value.span.on_one_line}`"
    how_many = _count_several(run.game.choices[choice.name].several)
    *_, before = (None, *takewhile(lambda each: each is not scripted, run.example.script))
    refused = isinstance(before, model.ScriptedChoice) and before.refused and before.choice == choice.name
    run.failures.append(errors.choice_not_offered(scripted.span, choice.name, written, offered, how_many, refused))
    return None


def _count_several(several: model.Several | None) -> str:
    if several is None:
        return ""
    low, high = several.low.span.text, several.high.span.text
    return low if several.is_fixed else f"{low} to {high}"


def _check_refused(run: ExampleRun, scripted: model.ScriptedChoice, stop: DecisionStop, answer: int) -> int | None:
    if answer not in stop.offered:
        return pick_default_answer(stop)
    wanted, found = scripted.span.on_one_line, f"`{scripted.value.span.on_one_line}` is offered"
    run.failures.append(errors.example_failed(scripted.span, run.example.span, wanted, found))
    return None
