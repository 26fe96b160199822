"""Explains what a line that does not parse most likely meant.

A `Misfit` holds the facts. Each slip below knows one way to go wrong and answers with a diagnostic or with nothing;
the first answer counts. Where no slip answers, the message names what was expected, and `advice` may know
how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lark import Token

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import syntax as errors
from interpreter.diagnostics.messages.names import MIN_LIKENESS
from interpreter.diagnostics.wording import find_nearest
from interpreter.parser.advice import advise_of_several, find_slip, suggest
from interpreter.parser.misfit import Misfit
from interpreter.parser.reserved_names import is_named
from interpreter.parser.vocabulary import (
    AFTER_ROLL,
    BLOCK_WORDS,
    CLAUSES,
    DECLARATIONS,
    LINES,
    LONG_VALUES,
    PREPOSITIONS,
    STATEMENTS,
    STEPS,
    find_contextual_word,
    list_contextual_words,
    list_reserved_words,
)
from interpreter.source import Span

ALWAYS_FOREIGN = ("else", "elif", "elsif", "elseif")
IN_CONDITION = ("when", "otherwise", "until", "where", "if", "given", "then")

Slip = Callable[[Misfit], Diagnostic | None]


def explain(misfit: Misfit) -> Diagnostic:
    slips: tuple[Slip, ...] = ALL_SLIPS if misfit.stranger is not None else INDENTATION_SLIPS
    if misfit.stranger is not None and (help := find_slip(misfit)):
        return replace(ends_early(misfit) or explain_plainly(misfit), help=help)
    for slip in slips:
        found = slip(misfit)
        if found is not None:
            return found
    return explain_plainly(misfit)


def find_reserved_word(read: list[Token], level: int, text: str, start: int) -> int | None:
    """Which of the words read should not have been read as a name, if any."""
    for at, token in enumerate(read):
        if token.type == "NAME" and _is_reserved_here(read, at, level):
            return at
        if token.type == "NAME" and token in LONG_VALUES and _begins_long_value(token, text, start):
            return at
    if level and len(read) > 1 and read[0] in DECLARATIONS and read[0].type == read[1].type == "NAME":
        return 0
    return None


def _is_reserved_here(read: list[Token], at: int, level: int) -> bool:
    token, before = read[at], read[at - 1] if at else ""
    if token == "none" and (before == "=" or [each.type for each in read[at + 1 : at + 2]] == ["STRING"]):
        return False
    if at == 0:
        return token in list_reserved_words() or (level > 0 and token in ALWAYS_FOREIGN)
    return token in list_reserved_words() or (at == 1 and not level and before in ("rule", "phase") and token in STEPS)


def _begins_long_value(token: Token, text: str, start: int) -> bool:
    """Whether it is `count of one in ...` or `sum of ... for one in ...`, where no value as long as that can stand."""
    name = f"_{token.upper()}_OF"
    return name in list_contextual_words() and bool(
        find_contextual_word(name).match(text, (token.start_pos or 0) - start)
    )


# ---- slips of indentation


def declaration_inside(misfit: Misfit) -> Diagnostic | None:
    """`  rule walk` under another rule."""
    first, *rest = misfit.words
    begins = first in DECLARATIONS and bool(rest) and re.match(r'[\w"]', rest[0]) is not None
    if misfit.line.level == 0 or not begins or f"{first}" in misfit.expected:
        return None
    return errors.indented_declaration(misfit.line.span(misfit.source), first)


def foreign_above(misfit: Misfit) -> Diagnostic | None:
    above = misfit.lines[misfit.at - 1]
    if above.first_word not in errors.FOREIGN:
        return None
    start = above.span(misfit.source).start
    return errors.foreign_word(Span(misfit.source, start, start + len(above.first_word)), above.first_word)


def deeper(misfit: Misfit) -> Diagnostic:
    above = misfit.lines[misfit.at - 1].first_word
    if above == "define":
        return errors.line_of_definition(misfit.line.span(misfit.source), misfit.words[0])
    plain = above not in CLAUSES and not is_named(misfit.source, above)
    guess = find_nearest(above, BLOCK_WORDS, MIN_LIKENESS) if plain else None
    shape = misfit.lines[misfit.at - 1].text.partition(":")[2].strip() if above == "layout" else ""
    return errors.unexpected_indent(misfit.line.span(misfit.source), above, guess, shape)


# ---- slips of words


def no_declaration(misfit: Misfit) -> Diagnostic | None:
    if misfit.line.level or misfit.before or "rule" not in misfit.expected:
        return None
    if misfit.word == "use" and misfit.in_house_rules:
        return errors.use_in_house_rules(misfit.span)
    word, parents = misfit.word, [parent for parent, words in LINES.items() if misfit.word in words]
    if word in CLAUSES or parents:
        owner = re.search(r"^((?:before|after|rule|phase)\b.*)\n\s*\Z", misfit.source.text[: misfit.span.start], re.M)
        parents = [owner[1].rstrip()] if owner is not None else ["rule", "phase"] if word in CLAUSES else parents
        return errors.line_outside(misfit.span, word, parents, bool(owner))
    known = errors.FOREIGN_DECLARATIONS.get(word)
    guess = known or (find_nearest(word, DECLARATIONS) if word not in errors.FOREIGN else None)
    return errors.unknown_declaration(misfit.span, word, guess)


def foreign_word(misfit: Misfit) -> Diagnostic | None:
    """`else`, `if`, `while` where a clause begins, and `otherwise if`."""
    first, second = [*misfit.words, ""][:2]
    start = misfit.line.span(misfit.source).start
    if f"{first} {second}" in errors.FOREIGN:
        end = misfit.line.start + misfit.line.text.index(second, misfit.line.text.index(first) + len(first))
        return errors.foreign_word(Span(misfit.source, start, end + len(second)), f"{first} {second}")
    if first not in errors.FOREIGN or not misfit.line.level:
        return None
    return errors.foreign_word(Span(misfit.source, start, start + len(first)), first)


def name_reserved(misfit: Misfit) -> Diagnostic | None:
    """A word of the language where a name is given, or where only a name can stand."""
    if advise_of_several(misfit) or misfit.last == "those":
        return None
    if misfit.parent == "strategy" and misfit.word == "when":
        return None
    worded = " ".join(misfit.later).startswith('"')
    answer = worded and misfit.parent == "choice" and not misfit.before and misfit.word != "say"
    if (answer or misfit.expected in ({"NAME"}, AFTER_ROLL)) and misfit.word in list_reserved_words() | STEPS:
        shown = not worded and misfit.lines[0].first_word in ("kind", "sides")
        return errors.reserved_word(misfit.span, misfit.word, misfit.word not in list_reserved_words(), shown)
    return None


def equals(misfit: Misfit) -> Diagnostic | None:
    """`when outs = 2`, `set outs = 2`, `outs = 2`"""
    if misfit.word != "=" or not misfit.before or misfit.in_row:
        return None
    read = [str(token) for token in misfit.before]
    if read[0] == "set" and "to" in misfit.expected:
        return errors.equals_sign(misfit.span, "to")
    if any(word in IN_CONDITION for word in read) and "is" in misfit.expected:
        return errors.equals_sign(misfit.span, "is")
    if "is" in misfit.expected or (misfit.line.level and "=" not in misfit.expected and len(read) == 1):
        return errors.equals_sign(misfit.span, "")
    return None


def colon_at_end(misfit: Misfit) -> Diagnostic | None:
    """`when x:` before indented lines, `rule walk:`"""
    if misfit.word == ":" and not misfit.later and "_NL" in misfit.expected:
        return errors.stray_colon(misfit.span)
    if not misfit.word and misfit.last == ":" and misfit.has_block and misfit.words[0] in BLOCK_WORDS:
        end = misfit.before[-1]
        return errors.stray_colon(Span(misfit.source, end.start_pos or 0, end.end_pos or 0))
    return None


def colon_missing(misfit: Misfit) -> Diagnostic | None:
    """`when x say "y"`, and a row without its colon."""
    if ":" not in misfit.expected or misfit.word in ("", "=", "|") or ":" in misfit.later or not misfit.before:
        return None
    if misfit.in_row:
        row = misfit.line.level == 1 and "|" not in misfit.words
        return errors.missing_colon(misfit.span, "the keys of a row and its result") if row else None
    if misfit.words[0] in BLOCK_WORDS and (misfit.word in STATEMENTS or not misfit.has_block):
        times = any(each.type == "TIMES" for each in misfit.before)
        return errors.missing_colon(
            misfit.span, "`times` and what is repeated" if times else "a condition and what follows from it"
        )
    if misfit.parent == "strategy" and not misfit.has_block:
        return errors.missing_colon(misfit.span, "a choice and what to pick")
    return None


def define_line(misfit: Misfit) -> Diagnostic | None:
    """`set n to 3`, `y = 3` under a definition, and whatever follows its value."""
    if misfit.parent != "define" or (misfit.before and misfit.word != "="):
        return None
    return errors.line_of_definition(misfit.line.span(misfit.source), misfit.words[0])


def line_unknown(misfit: Misfit) -> Diagnostic | None:
    if misfit.before or not misfit.line.level:
        return None
    if (misfit.parent, misfit.word) == ("house_rules", "use"):
        return replace(errors.use_in_house_rules(misfit.span), code="unknown-line")
    guess = errors.FOREIGN_LINES.get(misfit.word)
    if guess not in misfit.expected:
        guess = find_nearest(misfit.word, [word for word in misfit.expected if word.isalpha() and word.islower()])
    return errors.unknown_line(misfit.span, misfit.word, misfit.parent, guess, misfit.wanted)


def ends_early(misfit: Misfit) -> Diagnostic | None:
    if misfit.word:
        return None
    if misfit.stranger is not None and misfit.stranger.type == "$END":
        return errors.unfinished_value(misfit.span, misfit.last, misfit.wanted)
    if misfit.words[0] == "keep" and "=" in misfit.expected:
        kept = " ".join(misfit.line.text.partition("#")[0].split())
        return errors.unkept_start(misfit.span, kept.removesuffix(" or none"))
    named = misfit.last in PREPOSITIONS and is_named(misfit.source, misfit.last)
    return errors.unfinished_line(misfit.span, misfit.last, misfit.wanted, named)


def explain_plainly(misfit: Misfit) -> Diagnostic:
    return errors.unexpected_word(misfit.span, misfit.word, misfit.last, misfit.wanted, suggest(misfit))


INDENTATION_SLIPS: tuple[Slip, ...] = (declaration_inside, foreign_above, deeper)
ALL_SLIPS: tuple[Slip, ...] = (
    *(no_declaration, declaration_inside, foreign_word, name_reserved, define_line),
    *(equals, colon_at_end, colon_missing, line_unknown, ends_early),
)
