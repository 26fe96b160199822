"""Writes the grammar that editors colour rulesets by: `python -m tests.tools.editor_grammar`."""

from __future__ import annotations

import json

from interpreter.highlighting import make_textmate_grammar
from tests.support.paths import ROOT

PLACE = ROOT / "grammar" / "editors" / "groundrules.tmLanguage.json"


def make_text() -> str:
    return json.dumps(make_textmate_grammar(), indent=2) + "\n"


if __name__ == "__main__":
    PLACE.write_text(make_text(), encoding="utf-8")
