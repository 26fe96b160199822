"""Why a question is asked: the words of the rules for it, what may be chosen, and why the rest may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from interpreter.display import fold_name, format_name, strip_values
from interpreter.domains import MemberType
from interpreter.engine import ChanceStop, DecisionStop
from interpreter.model import Model
from interpreter.play.why_not import explain_absent
from interpreter.program import Chance, ChoiceInfo, Decide
from interpreter.rulebook.english import join_words
from interpreter.rulebook.sentences import Told, find_words, list_declared
from interpreter.scene.pictures import picture_card
from interpreter.scene.scene import lay
from interpreter.table import Question, Table

Data: TypeAlias = dict[str, Any]
Words: TypeAlias = Mapping[str, Told]

MOST_NAMED = 8
"""Answers that are named in a sentence."""

MOST_BARRED = 16
"""Things that are no answers of which it is said why."""


def explain_question(face: Table, words: Words) -> Data | None:
    """Why a roll or a choice comes now."""
    stop, question = face.session.stop, face.question
    asking = face.session.program.blocks[face.session.position.block].terminator
    if question is None or not isinstance(stop, ChanceStop | DecisionStop) or not isinstance(asking, Chance | Decide):
        return None
    asked = [face.program.choices[stop.choice].name] if isinstance(stop, DecisionStop) else []
    named = [*asked, face.program.sites[asking.site].name]
    told = find_told(words, named)
    text = _word_asked(question)
    barred = _list_barred(face, stop, words, told) if isinstance(stop, DecisionStop) else []
    shown = {"text": text, "words": told.texts, "choose": word_offered(face), "barred": barred}
    return shown | {"rules": cite_rule(face.model, words, told, named[0])}


def _word_asked(question: Question) -> str:
    return question.text.partition(": ")[2] if question.kind == "choice" else "Now roll the dice."


def find_later(face: Table, name: str) -> ChoiceInfo | None:
    """The choice that something is an answer of, if it is none of the one that is put now."""
    stop, choices, wanted = face.session.stop, face.program.choices, fold_name(name)
    now = choices[stop.choice].labels if isinstance(stop, DecisionStop) else ()
    if wanted in map(fold_name, (part for label in now for part in (label, *label.split(", ")))):
        return None
    later = {each.name: each for each in choices if wanted in map(fold_name, (*each.names, *each.labels))}
    return next(iter(later.values())) if len(later) == 1 else None


def explain_later(face: Table, name: str, later: ChoiceInfo) -> Data:
    """Why something cannot be chosen yet: another question comes before."""
    words, question = find_words(face.model, face.setup.values or {}), face.question
    told = find_told(words, [later.name])
    first = f" {_word_asked(question)}" if question is not None else ""
    return {
        "text": f"Not now: {name}.{first}",
        "words": (*((f"“{later.question}” comes later.",) if later.question else ()), *told.texts),
        "choose": "",
        "rules": cite_rule(face.model, words, told, later.name),
        "trace": (),
    }


def word_offered(face: Table) -> str:
    """What may be chosen, if it is not too much for a sentence. Answers in parts have commas of their own."""
    offers = question.offers if (question := face.question) is not None and not question.parts else ()
    names = [_name_briefly(each.label or each.name) for each in offers]
    return f"You can choose {join_words(names, 'or')}." if 0 < len(names) <= MOST_NAMED else ""


def _name_briefly(label: str) -> str:
    """A card as it is printed: `5♣`."""
    card = picture_card(label)
    return card.rank + card.suit or label


def find_told(words: Words, names: Sequence[str]) -> Told:
    """What is said of the first of these of which anything is."""
    return next((words[each] for each in names if each in words and words[each].texts), Told())


def cite_rule(game: Model, words: Words, told: Told, name: str) -> list[Data]:
    """The rule behind words, or else what has this name: its title, its words, and where it comes from."""
    by = told.by or name
    declared = {each.name: each for each in list_declared(game)}
    whole, texts = find_told(words, [by]), [declared[each].citation.text for each in (by, name) if each in declared]
    cited = next(filter(None, texts), "") or ", ".join(game.sources)
    said = () if whole.texts == told.texts else whole.texts
    return [{"title": title_rule(game, by), "words": said, "cited": cited}] if said or cited else []


def title_rule(game: Model, name: str) -> str:
    return strip_values(game.called.get(name, "")) or format_name(name)


def _list_barred(face: Table, stop: DecisionStop, words: Words, told: Told) -> list[Data]:
    """What lies among the answers and is none, by the words for it that are not those of the choice."""
    info = face.model.choices[face.program.choices[stop.choice].name]
    absent = [*_list_absent_things(face, stop)] if isinstance(info.candidate.type, MemberType) else []
    if len(absent) > MOST_BARRED:
        return []
    seen = (face.model, face.program, face.setup.values or {}, face.session.position, stop, absent)
    why: dict[tuple[str, ...], list[str]] = {}
    for answer, refusal in zip(absent, explain_absent(*seen), strict=True):
        texts = find_told(words, [*reversed(refusal.definitions)]).texts
        why.setdefault(() if texts == told.texts else texts, []).append(_name_briefly(info.labels[answer]))
    return [{"names": join_words(names, "and"), "words": texts} for texts, names in why.items()]


def _list_absent_things(face: Table, stop: DecisionStop) -> Iterator[int]:
    """The answers that are not offered, and are things that lie where some that are offered do."""
    info, ties = face.model.choices[face.program.choices[stop.choice].name], lay(face.look(False)).ties
    lying = [ties.find(info.candidate.type, value) for value in info.values]
    places = {each.rpartition("/")[0] for answer in stop.offered for each in lying[answer]}
    for answer, things in enumerate(lying):
        if answer not in stop.offered and {each.rpartition("/")[0] for each in things} & places:
            yield answer
