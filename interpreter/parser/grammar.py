"""The grammar, as tables that a `Machine` reads by.

Lark works them out: LALR, with a contextual lexer, so that it depends on what may stand at a point which words are
keywords. That takes Lark longer than reading a ruleset takes, so the tables come with the program, as a file beside the
grammar that says which grammar it was made of. For any other grammar they are made anew, and kept. The lexer is handed
one line at a time; line ends and indentation come from `layout`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter import cache as cupboard
from interpreter.parser.machine import Language

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("declaration", "inserted", "cells", "row_keys")

SHIPPED = "ground_rules.tables.json"


def folder() -> Path:
    """Where the grammar lies, as installed or in the source tree."""
    inside = Path(__file__).parent.parent / "grammar"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / "grammar"


def grammar_text() -> str:
    """The grammar."""
    return (folder() / "ground_rules.lark").read_text(encoding="utf-8")


@cache
def language() -> Language:
    """The language, made ready for reading when first asked for."""
    text = grammar_text()
    return _shipped(text) or _kept(text) or _made(text)


def _shipped(text: str) -> Language | None:
    """By the tables that come with the program, unless they are those of another grammar."""
    try:
        tables = json.loads((folder() / SHIPPED).read_bytes())
        return Language(tables) if tables["grammar"] == digest(text) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _kept(text: str) -> Language | None:
    content = cupboard.fetch("grammar", cupboard.key(text))
    try:
        return None if content is None else Language(json.loads(content))
    except (ValueError, TypeError, KeyError):
        return None


def _made(text: str) -> Language:
    made = tables(text, built(text))
    cupboard.keep("grammar", cupboard.key(text), json.dumps(made).encode())
    return Language(made)


def digest(text: str) -> str:
    """What tells a grammar from every other."""
    return sha256(text.encode()).hexdigest()


# ---- what Lark works out


def built(text: str) -> Lark:
    """Lark's parser of a grammar, worked out from its text."""
    from lark import Lark

    return Lark(text, parser="lalr", lexer="contextual", start=list(STARTS), maybe_placeholders=True)


def tables(text: str, made: Lark) -> dict[str, Any]:
    """All that a parser is made of, as plain data; the same whenever it is made of the same grammar."""
    states = numbered(made)
    known = made.parser.parser._parse_table.states
    rules = sorted(map(_rule, made.rules), key=str)
    rules = [each for at, each in enumerate(rules) if at == 0 or each != rules[at - 1]]
    number = {each: rules.index(_rule(each)) for each in made.rules}
    symbols = sorted({name for row in known.values() for name in row})
    rows: dict[bool, list[list[int]]] = {True: [], False: []}
    for state in states:
        for terminal, listed in rows.items():
            each = sorted((symbols.index(name), act) for name, act in known[state].items() if _word(name) is terminal)
            listed.append([part for at, act in each for part in (at, _action(act, states, number))])
    return {
        "grammar": digest(text),
        "symbols": symbols,
        "starts": [[name, [states[first], states[last]]] for name, first, last in _ends(made)],
        **_lexing(made),
        "rules": rules,
        "actions": rows[True],
        "gotos": rows[False],
    }


def _word(name: str) -> bool:
    """Whether a symbol is a word, and not a rule."""
    return name.isupper()


def _ends(made: Lark) -> Iterator[tuple[str, Any, Any]]:
    table = made.parser.parser._parse_table
    return ((name, table.start_states[name], table.end_states[name]) for name in STARTS)


def numbered(made: Lark) -> dict[Any, int]:
    """The states, numbered as they are met from the starts on: Lark numbers them otherwise each time."""
    known = made.parser.parser._parse_table.states
    found: dict[Any, int] = {}
    waiting = [first for _, first, _ in _ends(made)]
    for state in waiting:
        if state not in found:
            found[state] = len(found)
            row = sorted(known[state].items(), key=lambda each: each[0])
            waiting.extend(argument for _, (action, argument) in row if str(action) == "Shift")
    return found


def _action(action: tuple[Any, Any], states: dict[Any, int], rules: dict[Any, int]) -> int:
    what, argument = action
    return states[argument] if str(what) == "Shift" else -1 - rules[argument]


def _rule(rule: Any) -> list[Any]:
    """A rule as plain data: origin, size, name, whether one piece stands for itself, the pieces kept, and how many that
    were left out stand at the end."""
    options = rule.options
    gaps = [len(ones) for ones in "".join(str(int(each)) for each in options.empty_indices).split("0")]
    gaps = gaps if options.empty_indices else [0] * (len(rule.expansion) + 1)
    plan, missing = [], 0
    for at, symbol in enumerate(rule.expansion):
        missing += gaps[at]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            plan.append([at, int(not symbol.is_term and symbol.name.startswith("_")), missing])
            missing = 0
    missing += gaps[-1]
    whole = len(plan) == len(rule.expansion) and not options.empty_indices and not any(each[1] for each in plan)
    single = bool(options.expand1 and not rule.alias)
    if single and whole and len(plan) != 1:
        whole = False
    name = rule.alias or rule.origin.name
    return [str(rule.origin.name), len(rule.expansion), str(name), single, None if whole else plan, missing]


def _lexing(made: Lark) -> dict[str, Any]:
    """What the words of a grammar look like, patterns in the order in which Lark tries them."""
    from lark.lexer import PatternStr

    skipped = set(made.parser.lexer_conf.ignore)
    ordered = sorted(made.terminals, key=lambda x: (-x.priority, -x.pattern.max_width, -len(x.pattern.value), x.name))
    words = [each for each in ordered if isinstance(each.pattern, PatternStr)]
    patterns = [each for each in ordered if not isinstance(each.pattern, PatternStr)]
    return {
        "skipped": [each.pattern.to_regexp() for each in patterns if each.name in skipped],
        "patterns": [[each.name, each.pattern.to_regexp()] for each in patterns if each.name not in skipped],
        "words": [[each.name, each.pattern.value, _holders(each, patterns)] for each in words],
    }


def _holders(word: Any, patterns: list[Any]) -> list[str]:
    """The patterns that find a word too."""
    import re

    alike = [each for each in patterns if each.priority == word.priority]
    return [each.name for each in alike if re.fullmatch(each.pattern.to_regexp(), word.pattern.value)]
