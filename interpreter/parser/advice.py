"""Advice for a line that does not parse, what may have been meant, and how it is written."""

from __future__ import annotations

import re

from interpreter.diagnostics.messages import hints
from interpreter.diagnostics.messages.names import MIN_LIKENESS
from interpreter.diagnostics.wording import find_nearest
from interpreter.parser.misfit import Misfit
from interpreter.parser.reserved_names import is_named
from interpreter.parser.vocabulary import (
    LONG_VALUES,
    LONGER,
    SIMPLE_VALUES,
    list_contextual_words,
    list_reserved_words,
)

TIMES = re.compile(r"(?<!\.)\b\d+ times\b")
ODDS = re.compile(r"\b\d+ *(in|of|out of|/) *[\w(]")
CARDS = re.compile(r"\b(pick|choose) +(a|an|one|\d+) |\bcards?\b")
"""What some take for a step that lets a player choose cards."""

ASKED_OF_DICE = {"alike", "contains", "has", "have", "includes", "shows"}
"""What some write for `holds`."""

BEST = ("most", "least", "highest", "lowest", "best", "greatest", "largest", "smallest", "fewest")
GOING_ROUND = {"next", "last", "previous", "prev"}


def suggest(misfit: Misfit) -> str:
    for explain in FIRST:
        if advice := explain(misfit):
            return advice
    if "holds" in misfit.before[-2:]:
        return hints.HOLDS
    if misfit.word == "is" and "=" in misfit.expected:
        return hints.IS
    if is_number_of_things(misfit):
        return hints.how_many(misfit.words[0], find_number(misfit))
    if misfit.words[0] == "kind" and "circle" in misfit.words:
        return hints.CIRCLE
    if explain_loop(misfit):
        return explain_loop(misfit)
    if misfit.expected >= SIMPLE_VALUES and misfit.word in LONG_VALUES:
        return hints.to_group(misfit.word)
    if explain_the_best(misfit) or explain_two_operands(misfit):
        return explain_the_best(misfit) or explain_two_operands(misfit)
    if "NAME" in misfit.expected and misfit.is_meant_as_name:
        return hints.not_a_name(misfit.word)
    if misfit.word == "let" and misfit.words[0] == "define":
        return hints.LETS
    if misfit.word == "when" and misfit.parent == "strategy" and misfit.before:
        return hints.advice_below(misfit.words[0])
    if misfit.words[0] == "table" and "on" in misfit.before and misfit.word in LONGER and "->" in misfit.expected:
        return hints.KEY
    if misfit.word == "(" and [str(each) for each in misfit.before[-2:-1]] == ["."]:
        return hints.after_table(*(str(misfit.before[at]) for at in (-3, -1)))
    if misfit.word == "(" and misfit.words[0] in ("set", "add", "take", "given") and "of" in misfit.expected:
        return hints.kept_for(misfit.last)
    if misfit.word in (".", "..", ",") and misfit.last.isdigit() and "".join(misfit.later[:1]).isdigit():
        return hints.TENTHS if misfit.word == "." else hints.WHOLE
    if misfit.before and misfit.before[-1].type == "STRING" and misfit.before[-1].end_pos == misfit.span.start:
        return hints.QUOTE
    guess = find_nearest(
        misfit.word, [word for word in misfit.expected if word.isalpha() and word.islower()], MIN_LIKENESS
    )
    if guess and misfit.word not in list_reserved_words() and not is_named(misfit.source, misfit.word):
        return hints.did_you_mean(guess)
    if misfit.near and misfit.before and misfit.before[0].type == "NAME":
        return hints.did_you_mean(misfit.near, misfit.words[0])
    if misfit.goes_on:
        return hints.longer_value(misfit.words[0], misfit.source.text[misfit.before[1].start_pos : misfit.span.end])
    return explain_two_words(misfit) if misfit.two_names else ""


def explain_odds(misfit: Misfit) -> str:
    """Advice on an answer of a strategy that is given in some cases of so many."""
    inside = misfit.lines[0].first_word == "strategy" and misfit.line.level
    return hints.ODDS if inside and ODDS.search(misfit.line.text) else ""


def explain_measures(misfit: Misfit) -> str:
    """Advice on what is measured and played for, and on the bank."""
    if misfit.words[0] == "aim":
        return hints.AIM
    if misfit.words[0] == "measure" and ("per" in (misfit.word, *misfit.expected) or misfit.last == "per"):
        return hints.QUOTIENT
    banks = misfit.word == "bank" or "the bank" in misfit.line.text or "_THE_BANK" in misfit.expected
    return hints.BANK if banks else ""


def explain_heads(misfit: Misfit) -> str:
    """Advice on the first lines of declarations, and on the lines that belong to one of them."""
    first, word, text = misfit.words[0], misfit.word, misfit.stranger is not None and misfit.stranger.type == "STRING"
    if word == ")":
        return hints.PARAMETER if ":" in misfit.expected else hints.PARENTHESIS
    if misfit.last == "if" and "$END" in misfit.expected:
        return hints.CASES
    if misfit.line.level == 0:
        in_parentheses = "(" in misfit.before and word == ","
        return {
            "choice": hints.QUESTION if text else "",
            "dice": hints.FACES if word == "," and "of" in misfit.expected else "",
            "define": hints.OTHERWISE if word == "if" and misfit.last == "=" else "",
            "kind": hints.NUMBERS if misfit.last == ":" and word[:1].isdigit() else "",
            "option": hints.OPTION if word == "or" else "",
            "rule": hints.RULE_HEAD if in_parentheses or (misfit.two_names and len(misfit.before) == 2) else "",
        }.get(first, "")
    if misfit.in_row and word == "=" and ":" in misfit.expected:
        return hints.RESULT
    if misfit.parent == "example" and first == "choose" and "is" in misfit.expected and len(misfit.before) == 2:
        return hints.ANSWER
    if first == "then" and "won" in (word, *misfit.later):
        return hints.WON
    if misfit.parent == "option" and word == "..":
        return hints.OPTION_RANGE
    return hints.PICK if misfit.parent == "choice" and word == "in" else ""


def advise_of_several(misfit: Misfit) -> str:
    """Advice on `pick` and `choose`, and on `keep` before its value: what is picked or kept, of what, who sees it."""
    if misfit.words[0] == "pick" and misfit.parent == "choice":
        return hints.PICK
    if misfit.words[0] == "choose" and misfit.word == "," and "is" in misfit.before:
        return hints.SEVERAL_CHOSEN
    if misfit.words[0] in ("pick", "choose") and misfit.line.level and CARDS.search(misfit.line.text):
        return hints.PLAYER_PICKS
    read = [str(each) for each in misfit.before]
    if misfit.words[0] != "keep" or not misfit.word:
        return ""
    if {"seen", "hidden"}.intersection([*read, misfit.word, *misfit.later[:1]]):
        return hints.SEEN
    return hints.KEPT if ":" not in read and {"of", "for", "each"}.intersection([*read, misfit.word]) else ""


def explain_none(misfit: Misfit) -> str:
    """Advice where it was said in another way that there may be nothing."""
    read = [str(each) for each in misfit.before]
    if misfit.word == "nothing" and misfit.expected >= SIMPLE_VALUES:
        return hints.NOTHING
    if misfit.words[0] == "keep" and misfit.word == "or" and "OR_NONE" in misfit.expected:
        return hints.OR_NONE
    if misfit.stranger is None or misfit.stranger.type != "OR_NONE":
        return ""
    if "is" in read:
        return hints.ask_again(read[len(read) - 2 - read[::-1].index("is")])
    return hints.NOT_THREE if misfit.last == "no" else ""


def explain_dice_and_cards(misfit: Misfit) -> str:
    """Advice on what is rolled, dealt and chosen, and on what dice show."""
    first, word, read = misfit.words[0], misfit.word, [str(each) for each in misfit.before]
    if first == "roll" and word in ("again", "without"):
        return hints.KEEPING
    if first == "roll" and word == "dice":
        return hints.SOME_DICE
    if first == "deal" and (word in ("card", "cards") or read[-1:] == ["each"]):
        return hints.DEAL if word in ("card", "cards") else hints.DEAL_EACH
    if first == "choose" and word == "of" and len(read) == 2:
        return hints.CHOOSER
    if "count" in read and "in" in read and "where" not in read:
        return hints.COUNT
    looks = "where" in misfit.expected and {"some", "no", "every"}.intersection(read) and "in" in read
    return hints.ROLLED if word in ASKED_OF_DICE or looks else ""


def explain_members(misfit: Misfit) -> str:
    """Advice on something that is kept for several, on answers in several parts, and on the next player."""
    word, read = misfit.word, [str(each) for each in misfit.before]
    if word in ("and", ",") and "of" in read and misfit.words[0] in ("set", "add", "take") and "to" in misfit.expected:
        return hints.kept_for(read[read.index("of") - 1])
    if word == "," and "is" in read and misfit.words[0] in ("when", "until"):
        return hints.PARTS
    if word == "where" and {"left", "right", "next"}.intersection(read) and "those" not in read:
        return hints.NEXT_OF_SOME
    if word in ("left", "right") and misfit.later[:1] == ["of"]:
        return hints.beside(word, misfit.later[1] if len(misfit.later) > 1 else "one")
    return hints.beside(misfit.last, word) if misfit.last in ("left", "right") and misfit.two_names else ""


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
    """Advice on a line that does something again and again."""
    read = [str(each) for each in misfit.before]
    if TIMES.search(misfit.line.text) or "times" in (misfit.word, *read):
        return hints.TIMES
    if misfit.words[0] not in ("repeat", "for"):
        return ""
    if "each" not in read and (misfit.word in (":", "time") or misfit.word[:1].isdigit()):
        return hints.TIMES
    if misfit.word == "until" and "each" in misfit.before:
        return hints.ROUNDS
    if "TO_THE_RIGHT" in misfit.expected or misfit.word.startswith("to "):
        return hints.RIGHT
    return hints.comma_before(misfit.word) if misfit.word in hints.ORDERS and "," in misfit.expected else ""


def explain_the_best(misfit: Misfit) -> str:
    """Advice on a value that was begun, or may have been meant, as `the one in ... with most ...`."""
    if misfit.last == "the" and misfit.later[:1] == ["in"]:
        return hints.to_group("the")
    if misfit.last == "those" or (misfit.word == "of" and "those" in misfit.before[-2:]):
        return hints.THOSE
    if misfit.last == "the" and {"in", "with"}.intersection(misfit.later):
        return hints.THE
    if misfit.stranger is not None and misfit.stranger.type == "WITH_MOST":
        return hints.THE
    one_name = misfit.two_names and is_named(misfit.source, f"{misfit.last}_{misfit.word}")
    if misfit.last in BEST and misfit.two_names and not one_name and "WITH_MOST" not in misfit.expected:
        return hints.THE
    if misfit.word in ("after", "before") and GOING_ROUND.intersection(misfit.before):
        return ""
    if misfit.word == "where" and any(each.type == "WITH_MOST" for each in misfit.before):
        return hints.WHERE
    begun = {"the", "those"}.intersection(misfit.before)
    return hints.MOST if begun and "WITH_MOST" in misfit.expected else ""


def explain_two_operands(misfit: Misfit) -> str:
    """Advice on `the lesser of ... and ...`, `next in ... after ...` and their kin."""
    read = [each.type for each in misfit.before]
    if "and" in misfit.expected and "LESSER_OR_GREATER" in read and "or" not in misfit.expected:
        return hints.LESSER
    if misfit.last == "the" and misfit.later[:1] == ["of"] and "and" in misfit.later:
        return hints.LESSER
    beside = misfit.word in ("after", "before") or {"after", "before"} & misfit.expected
    begun = misfit.last in GOING_ROUND and misfit.stranger is not None and misfit.stranger.type in ("NAME", "INT")
    if misfit.word == ".." and beside:
        return hints.NEXT_IN_RANGE
    return hints.NEXT if begun or (beside and GOING_ROUND.intersection(misfit.before)) else ""


def explain_two_words(misfit: Misfit) -> str:
    """Advice on two names in a row: they may be one name, or something to do where a value is expected."""
    first, second = misfit.last, misfit.word
    if [str(each) for each in misfit.before[-2:]] == ["win", "the"]:
        return hints.BANK
    if re.search(rf"\b{first}_{second}\b", misfit.source.text):
        return hints.did_you_mean(f"{first}_{second}")
    rule = misfit.line.level > 0 and is_named(misfit.source, first, ("rule", "phase"))
    if {first, second} & {*list_contextual_words().values()}:
        return ""
    if misfit.chooses:
        return hints.one_of_actions(first, second, sure=rule or second.isdigit())
    if rule:
        return hints.rule_in_value(first)
    return hints.one_name(first, second) if not second.isdigit() else ""


FIRST = (
    explain_heads, explain_odds, advise_of_several, explain_measures, explain_none, explain_dice_and_cards,
    explain_members,
)  # fmt: skip
"""What is looked at before anything else, in this order."""
