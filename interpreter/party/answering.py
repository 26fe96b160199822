"""What the page of a place says, and what it is answered."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.party.party import Party
from interpreter.party.places import Place

Data = dict[str, object]


def answer_page(party: Party, place: Place, message: Mapping[str, object]) -> tuple[Data | None, bool]:
    """The answer for this page, if there is one, and whether all have something new to see."""
    match message:
        case {"say": str(line)}:
            said = party.say(place, line)
            answer: Data = {"said": {"lines": said.lines, "rows": said.rows}}
            return answer if said.lines or said.rows else None, said.changed
        case {"why": int(number)} if number is not True:
            lines = party.explain(number) or ("That was too long ago.",)
            return {"why": {"moment": number, "lines": lines}}, False
        case {"rules": True}:
            return {"rules": tuple(party.table.setup.rulebook())}, False
    return None, False
