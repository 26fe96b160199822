"""Explains what a line that does not parse most likely meant.

A `Misfit` holds the facts: the words that were read, the first that did not fit, and what could have stood there.
Each slip below knows one way to go wrong and answers with a diagnostic or with nothing; the first answer counts.
Where no slip answers, the message names what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lark import Token

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import syntax as errors
from interpreter.diagnostics.messages.names import MIN_LIKENESS, find_nearest
from interpreter.parser.chunks import Line
from interpreter.parser.reserved_names import is_named
from interpreter.parser.vocabulary import (
    AFTER_ROLL,
    BLOCK_WORDS,
    CLAUSES,
    DECLARATIONS,
    LINES,
    LONG_VALUES,
    LONGER,
    PREPOSITIONS,
    SIMPLE_VALUES,
    STATEMENTS,
    STEPS,
    describe_expected,
    find_contextual_word,
    list_contextual_words,
    list_reserved_words,
)
from interpreter.source import Source, Span

WORD = re.compile(r'"[^"]*"|\w+|\.\.|->|<=|>=|\S')
ODDS = re.compile(r"\b\d+ *(in|of|out of|/) *[\w(]")
ALWAYS_FOREIGN = ("else", "elif", "elsif", "elseif")
SHOWN = ("dice", "pile", "hand", "phase", "rule", "table", "choice")
"""What may be called something for people: the text behind the name can always be left out, so it is not named."""
IN_CONDITION = ("when", "otherwise", "until", "where", "if", "given", "then")


@dataclass(frozen=True)
class Misfit:
    """A line of a chunk, the words of it that were read, the first that did not fit, and what could have stood there.
    Without such a word it is the line's indentation that does not fit."""

    source: Source
    lines: tuple[Line, ...]
    at: int
    before: tuple[Token, ...] = ()
    stranger: Token | None = None
    expected: frozenset[str] = frozenset()

    @property
    def line(self) -> Line:
        return self.lines[self.at]

    @property
    def words(self) -> list[str]:
        return WORD.findall(self.line.text) or [""]

    @property
    def word(self) -> str:
        """What did not fit, as written; empty at the end of the line."""
        return str(self.stranger or "")

    @property
    def last(self) -> str:
        return str(self.before[-1]) if self.before else ""

    @property
    def span(self) -> Span:
        assert self.stranger is not None
        return Span(self.source, self.stranger.start_pos or 0, self.stranger.end_pos or 0)

    @property
    def later(self) -> list[str]:
        assert self.stranger is not None
        return WORD.findall(self.line.text[(self.stranger.end_pos or 0) - self.line.start :])

    @property
    def parent(self) -> str:
        for line in reversed(self.lines[: self.at]):
            if line.level < self.line.level:
                return line.first_word
        return ""

    @property
    def in_row(self) -> bool:
        return self.line.level > 0 and self.lines[0].first_word == "table"

    @property
    def wanted(self) -> list[str]:
        if not self.in_row:
            named = len(self.before) == 2 and self.before[0] in SHOWN and self.before[0] == self.words[0]
            return describe_expected(self.expected - {"STRING"} if named else self.expected)
        return describe_expected(self.expected, "a result" if ":" in self.before or "|" in self.before else "a key")

    @property
    def near(self) -> str | None:
        """The word that a line here may begin with and that is most like the line's first, unless it is that."""
        first = self.words[0]
        if not self.line.level or not first.isalpha() or is_named(self.source, first):
            return None
        guess = find_nearest(first, LINES.get(self.parent, CLAUSES), MIN_LIKENESS)
        return None if guess == first else guess

    @property
    def goes_on(self) -> bool:
        calls = bool(self.before) and self.before[0].type == "NAME" and self.expected >= PREPOSITIONS
        return calls and len(self.before) > 1 and self.word in LONGER

    @property
    def two_names(self) -> bool:
        one_more = self.stranger is not None and self.stranger.type in ("NAME", "INT")
        return one_more and bool(self.before) and self.before[-1].type == "NAME"

    @property
    def chooses(self) -> bool:
        """Whether it stands in a value of the form `... if ... otherwise ...`."""
        read = [str(each) for each in self.before]
        return "if" in self.words and (read.count("(") > read.count(")") or "otherwise" in read)

    @property
    def is_meant_as_name(self) -> bool:
        """Whether it is a word of the language that something is to be called by elsewhere."""
        return self.word in list_reserved_words() and is_named(self.source, self.word)

    @property
    def has_block(self) -> bool:
        return self.at + 1 < len(self.lines) and self.lines[self.at + 1].level > self.line.level


Slip = Callable[[Misfit], Diagnostic | None]


def explain(misfit: Misfit) -> Diagnostic:
    slips: tuple[Slip, ...] = ALL_SLIPS if misfit.stranger is not None else INDENTATION_SLIPS
    for slip in slips:
        found = slip(misfit)
        if found is not None:
            return found
    return explain_plainly(misfit)


def missing_block(source: Source, line: Line) -> Diagnostic:
    return errors.missing_block(line.span(source), line.first_word)


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
    return errors.unexpected_indent(misfit.line.span(misfit.source), above, guess)


# ---- slips of words


def no_declaration(misfit: Misfit) -> Diagnostic | None:
    if misfit.line.level or misfit.before or "rule" not in misfit.expected:
        return None
    word, parents = misfit.word, [parent for parent, words in LINES.items() if misfit.word in words]
    if word in CLAUSES or parents:
        return errors.line_outside(misfit.span, word, ("rule", "phase") if word in CLAUSES else parents)
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
    if misfit.expected in ({"NAME"}, AFTER_ROLL) and misfit.word in list_reserved_words() | STEPS:
        return errors.reserved_word(misfit.span, misfit.word, misfit.word not in list_reserved_words())
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


# ---- what else may help


def suggest(misfit: Misfit) -> str:
    if misfit.word == ")":
        return errors.HINT_PARENTHESIS
    if misfit.lines[0].first_word == "strategy" and misfit.line.level > 1 and ODDS.search(misfit.line.text):
        return errors.HINT_ODDS
    if misfit.words[0] == "pick" and misfit.parent == "choice":
        return errors.HINT_PICK
    if misfit.words[0] == "aim":
        return errors.HINT_AIM
    if misfit.words[0] == "measure" and ("per" in (misfit.word, *misfit.expected) or misfit.last == "per"):
        return errors.HINT_QUOTIENT
    if misfit.word == "bank" or "the bank" in misfit.line.text or "_THE_BANK" in misfit.expected:
        return errors.HINT_BANK
    if explain_none(misfit):
        return explain_none(misfit)
    if "holds" in misfit.before[-2:]:
        return errors.HINT_HOLDS
    if misfit.word == "is" and "=" in misfit.expected:
        return errors.HINT_IS
    if is_number_of_things(misfit):
        return errors.how_many(misfit.words[0], find_number(misfit))
    if misfit.words[0] == "kind" and "circle" in misfit.words:
        return errors.HINT_CIRCLE
    if misfit.words[0] in ("repeat", "for") and explain_loop(misfit):
        return explain_loop(misfit)
    if misfit.expected >= SIMPLE_VALUES and misfit.word in LONG_VALUES:
        return errors.to_group(misfit.word)
    if explain_the_best(misfit) or explain_two_operands(misfit):
        return explain_the_best(misfit) or explain_two_operands(misfit)
    if "NAME" in misfit.expected and misfit.is_meant_as_name:
        return errors.not_a_name(misfit.word)
    if misfit.word == "let" and misfit.words[0] == "define":
        return errors.HINT_LETS
    if misfit.word == "when" and misfit.parent == "strategy" and misfit.before:
        return errors.advice_below(misfit.words[0])
    if misfit.words[0] == "table" and "on" in misfit.before and misfit.word in LONGER and "->" in misfit.expected:
        return errors.HINT_KEY
    if misfit.word == "(" and [str(each) for each in misfit.before[-2:-1]] == ["."]:
        return errors.after_table(*(str(misfit.before[at]) for at in (-3, -1)))
    if misfit.word == "(" and misfit.words[0] in ("set", "add", "take", "given") and "of" in misfit.expected:
        return errors.kept_for(misfit.last)
    if misfit.word in (".", "..", ",") and misfit.last.isdigit() and "".join(misfit.later[:1]).isdigit():
        return errors.HINT_WHOLE
    if misfit.before and misfit.before[-1].type == "STRING" and misfit.before[-1].end_pos == misfit.span.start:
        return errors.HINT_QUOTE
    guess = find_nearest(
        misfit.word, [word for word in misfit.expected if word.isalpha() and word.islower()], MIN_LIKENESS
    )
    if guess and misfit.word not in list_reserved_words() and not is_named(misfit.source, misfit.word):
        return errors.did_you_mean(guess)
    if misfit.near and misfit.before and misfit.before[0].type == "NAME":
        return errors.did_you_mean(misfit.near, misfit.words[0])
    if misfit.goes_on:
        return errors.longer_value(misfit.words[0], misfit.source.text[misfit.before[1].start_pos : misfit.span.end])
    return explain_two_words(misfit) if misfit.two_names else ""


def explain_none(misfit: Misfit) -> str:
    """Advice where it was said in another way that there may be nothing."""
    read = [str(each) for each in misfit.before]
    if misfit.word == "nothing" and misfit.expected >= SIMPLE_VALUES:
        return errors.HINT_NOTHING
    if misfit.words[0] == "keep" and misfit.word == "or" and "OR_NONE" in misfit.expected:
        return errors.HINT_OR_NONE
    if misfit.stranger is None or misfit.stranger.type != "OR_NONE":
        return ""
    if "is" in read:
        return errors.ask_again(read[len(read) - 2 - read[::-1].index("is")])
    return errors.HINT_NOT_THREE if misfit.last == "no" else ""


def is_number_of_things(misfit: Misfit) -> bool:
    """Whether it is `deal can_lay(one) from ...` or `roll dice_left - 1 of ...`: a number that needs parentheses."""
    goes_on = len(misfit.before) == 2 and misfit.before[1].type in ("NAME", "INT") and misfit.word in LONGER
    return goes_on and misfit.words[0] in ("deal", "roll") and find_number(misfit) != misfit.last


def find_number(misfit: Misfit) -> str:
    """What stands after the first word, up to the word that goes on."""
    ends = rf"[ \t]+{'from' if misfit.words[0] == 'deal' else 'of'}\b"
    first, *others = re.split(ends, misfit.line.text[(misfit.before[1].start_pos or 0) - misfit.line.start :])
    return first.strip() if others else misfit.last


def explain_loop(misfit: Misfit) -> str:
    """Advice on a line that begins with `repeat` or `for each`."""
    if "times" in (misfit.word, *misfit.before):
        return errors.HINT_TIMES
    if misfit.word == "until" and "each" in misfit.before:
        return errors.HINT_ROUNDS
    if "TO_THE_RIGHT" in misfit.expected or misfit.word.startswith("to "):
        return errors.HINT_RIGHT
    return errors.comma_before(misfit.word) if misfit.word in errors.ORDERS and "," in misfit.expected else ""


def explain_the_best(misfit: Misfit) -> str:
    """Advice on a value that was begun, or may have been meant, as `the one in ... with most ...`."""
    if misfit.last == "the" and misfit.later[:1] == ["in"]:
        return errors.to_group("the")
    if misfit.last == "the" and {"in", "with"}.intersection(misfit.later):
        return errors.HINT_THE
    if misfit.word == "where" and any(each.type == "WITH_MOST" for each in misfit.before):
        return errors.HINT_WHERE
    return errors.HINT_MOST if "WITH_MOST" in misfit.expected and "THE" in [each.type for each in misfit.before] else ""


def explain_two_operands(misfit: Misfit) -> str:
    """Advice on `the lesser of ... and ...`, `next in ... after ...` and their kin."""
    read = [each.type for each in misfit.before]
    if "and" in misfit.expected and "LESSER_OR_GREATER" in read and "or" not in misfit.expected:
        return errors.HINT_LESSER
    if misfit.last == "the" and misfit.later[:1] == ["of"] and "and" in misfit.later:
        return errors.HINT_LESSER
    beside = misfit.word in ("after", "before") or {"after", "before"} & misfit.expected
    return errors.HINT_NEXT if beside and {"next", "last"}.intersection(misfit.before) else ""


def explain_two_words(misfit: Misfit) -> str:
    """Advice on two names in a row: they may be one name, or something to do where a value is expected."""
    first, second = misfit.last, misfit.word
    if [str(each) for each in misfit.before[-2:]] == ["win", "the"]:
        return errors.HINT_BANK
    if re.search(rf"\b{first}_{second}\b", misfit.source.text):
        return errors.did_you_mean(f"{first}_{second}")
    rule = misfit.line.level > 0 and is_named(misfit.source, first, ("rule", "phase"))
    if {first, second} & {*list_contextual_words().values()}:
        return ""
    if misfit.chooses:
        return errors.one_of_actions(first, second, sure=rule or second.isdigit())
    if rule:
        return errors.rule_in_value(first)
    return errors.one_name(first, second) if not second.isdigit() else ""


INDENTATION_SLIPS: tuple[Slip, ...] = (declaration_inside, foreign_above, deeper)
ALL_SLIPS: tuple[Slip, ...] = (
    *(no_declaration, declaration_inside, foreign_word, name_reserved, define_line),
    *(equals, colon_at_end, colon_missing, line_unknown, ends_early),
)
