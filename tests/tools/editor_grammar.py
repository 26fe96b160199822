"""Writes the grammar that editors colour rulesets by: `python -m tests.tools.editor_grammar`."""

from __future__ import annotations

import json
from typing import Any

from interpreter.highlighting import Part, list_parts
from tests.support.paths import ROOT

PLACE = ROOT / "grammar" / "editors" / "groundrules.tmLanguage.json"

TEXTMATE = {
    "comment": "comment.line.number-sign.groundrules",
    "string": "string.quoted.double.groundrules",
    "hole": "punctuation.section.embedded.groundrules",
    "id": "constant.other.citation.groundrules",
    "number": "constant.numeric.groundrules",
    "constant": "constant.language.groundrules",
    "declaration": "keyword.declaration.groundrules",
    "declared": "entity.name.groundrules",
    "keyword": "keyword.control.groundrules",
    "operator": "keyword.operator.groundrules",
    "name": "variable.other.groundrules",
    "": "",
}
"""What the sorts are called in grammars for editors."""


def make_textmate_grammar() -> dict[str, Any]:
    """The grammar in TextMate's form, which Visual Studio Code and many others read."""
    parts = [_make_rule(each) for each in list_parts()]
    hole = {
        "begin": r"\{",
        "end": r"\}|(?=[\"\n])",
        "beginCaptures": {"0": {"name": TEXTMATE["hole"]}},
        "endCaptures": {"0": {"name": TEXTMATE["hole"]}},
        "contentName": "meta.embedded.groundrules",
        "patterns": [{"include": "#hole"}, {"include": "#parts"}],
    }
    quoted = {"begin": '"', "end": r'"|$', "name": TEXTMATE["string"], "patterns": [{"include": "#hole"}]}
    return {
        "name": "Ground Rules",
        "scopeName": "source.groundrules",
        "fileTypes": ["rules"],
        "patterns": [{"include": "#quoted"}, {"include": "#parts"}],
        "repository": {"quoted": quoted, "hole": hole, "parts": {"patterns": parts}},
    }


def _make_rule(part: Part) -> dict[str, Any]:
    if len(part.sorts) == 1:
        return {"match": part.pattern, "name": TEXTMATE[part.sorts[0]]}
    captures = {str(at): {"name": TEXTMATE[sort]} for at, sort in enumerate(part.sorts, 1) if sort}
    return {"match": part.pattern, "captures": captures}


def make_text() -> str:
    return json.dumps(make_textmate_grammar(), indent=2) + "\n"


if __name__ == "__main__":
    PLACE.write_text(make_text(), encoding="utf-8")
