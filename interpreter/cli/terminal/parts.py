"""Answers in parts, chosen one part after another: first the man, then the die. The whole can be typed at any step.

Parts are numbered. A part that is a number is typed as itself; beside parts that only begin with one, such as the bone
3-4 or the card 7♥, a number has a sign before it: `#2` is the second of them, and `2` begins the name of one.
"""

from __future__ import annotations

from typing import Any

from interpreter.data_classes import dataclass
from interpreter.table import Offer, Question

SIGN = "#"

MOST_NUMBERED = 20
"""More parts, such as the squares of a board, stand side by side, without numbers."""

Begun = tuple[str, ...]
"""The parts that have been chosen."""


@dataclass(frozen=True)
class Step:
    """What can be chosen next: an offer each, the places of the answers to which it leads, and what stands before the
    numbers of offers."""

    begun: Begun
    offers: tuple[Offer, ...]
    places: tuple[tuple[int, ...], ...]
    sign: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether answers are typed as they stand, since numbers beside them would be mistaken for them."""
        return bool(self.offers) and self.offers[0].number == 0

    @property
    def numbers(self) -> list[str]:
        """What each offer can be typed as beside its name; empty if that is all."""
        return [f"{self.sign}{each.number}" if each.number else "" for each in self.offers]

    def list_parts(self, question: Question) -> list[str]:
        """The offers as a refusal names them, if the answers have parts."""
        named = zip(self.numbers, self.offers, strict=True) if question.parts else ()
        return [f"{number} {each.name}".strip() for number, each in named]

    def take(self, at: int) -> Begun:
        """The parts chosen with an offer; none if it completes an answer."""
        return (*self.begun, self.offers[at].name) if len(self.places[at]) > 1 else ()

    def narrow(self, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers of a scene as this step offers them, each about the things that it adds to those chosen."""
        if not self.begun and all(len(each) == 1 for each in self.places):
            return answers
        known = [[set(answers[at]["on"]) for at in each if at < len(answers)] for each in self.places]
        about = [set[str].intersection(*each) for each in known if each]
        common = set[str].intersection(*about) if self.begun and len(about) > 1 else set[str]()
        return [
            {"say": each.name, "brief": each.name, "on": sorted(on - common), "with": common}
            for each, on in zip(self.offers, about, strict=False)
        ]

    def read(self, question: Question, line: str) -> tuple[Begun, str]:
        """The parts chosen once a line has been typed, which may begin anew; or, if it chooses a whole answer or is no
        part, what it says."""
        word, names = line.strip().casefold(), [each.name.casefold() for each in self.offers]
        found = [at for at, name in enumerate(names) if word and word in (name, self.numbers[at])]
        begins = word + "," * word.isdigit()
        found = found or [at for at, name in enumerate(names) if word and name.startswith(begins)]
        if not word and self.begun:
            found = [next((at for at, each in enumerate(self.offers) if each.usual), 0)]
        first = find_step(question)
        if not found and first.begun != self.begun:
            return first.read(question, line)
        if not question.parts or len(found) != 1:
            return (), line
        begun = self.take(found[0])
        return begun, "" if begun else question.offers[self.places[found[0]][0]].name


def find_step(question: Question, begun: Begun = ()) -> Step:
    """The next step of a question. A part that has only one answer is offered with the rest of that answer, and a part
    that all answers have in common is chosen by itself. To pass is an answer without parts."""
    whole = [tuple(each.name.split(", ")) for each in question.offers]
    whole = [each if len(each) == question.parts else (", ".join(each),) for each in whole]
    if not question.parts or sum(len(each) == 1 for each in whole) > 1:
        return Step((), question.offers, tuple((at,) for at in range(len(whole))))
    places: dict[str, list[int]] = {}
    for at, parts in enumerate(whole):
        if parts[: len(begun)] == begun:
            places.setdefault(parts[len(begun)], []).append(at)
    if len(places) == 1 and len(begun) < question.parts - 1:
        return find_step(question, (*begun, *places))
    counted = [each.removeprefix("-") for each in places if each.removeprefix("-")[:1].isdigit()]
    sign = "" if all(map(str.isdigit, counted)) else SIGN
    offers, typed = [], len(places) > MOST_NUMBERED or (counted and not sign)
    for number, (part, found) in enumerate(places.items(), 1):
        name = part if len(found) > 1 else ", ".join(whole[found[0]][len(begun) :])
        usual = any(question.offers[at].usual for at in found)
        offers.append(Offer(0 if typed else number, name, "", usual))
    return Step(begun, tuple(offers), tuple(map(tuple, places.values())), sign)


def ask_step(question: Question, begun: Begun) -> str:
    return f"{question.text} {', '.join(begun)}, and then?" if begun else question.text
