"""Advice for a line that does not parse, what may have been meant, and how it is written."""

from __future__ import annotations

import re

from interpreter.diagnostics.messages import syntax as errors
from interpreter.diagnostics.messages.names import MIN_LIKENESS, find_nearest
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

BEST = ("most", "least", "highest", "lowest", "best", "greatest", "largest", "smallest", "fewest")
GOING_ROUND = {"next", "last", "previous", "prev"}


def suggest(misfit: Misfit) -> str:
    if misfit.word == ")":
        return errors.HINT_PARENTHESIS
    if misfit.lines[0].first_word == "strategy" and misfit.line.level > 1 and ODDS.search(misfit.line.text):
        return errors.HINT_ODDS
    if advise_of_several(misfit):
        return advise_of_several(misfit)
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
    if explain_loop(misfit):
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


def advise_of_several(misfit: Misfit) -> str:
    """Advice on `pick` and `choose`, and on `keep` before its value: what is picked or kept, of what, who sees it."""
    if misfit.words[0] == "pick" and misfit.parent == "choice":
        return errors.HINT_PICK
    if misfit.words[0] == "choose" and misfit.word == "," and "is" in misfit.before:
        return errors.HINT_SEVERAL_CHOSEN
    if misfit.words[0] in ("pick", "choose") and misfit.line.level and CARDS.search(misfit.line.text):
        return errors.HINT_PLAYER_PICKS
    read = [str(each) for each in misfit.before]
    if misfit.words[0] != "keep" or not misfit.word:
        return ""
    if {"seen", "hidden"}.intersection([*read, misfit.word, *misfit.later[:1]]):
        return errors.HINT_SEEN
    return errors.HINT_KEPT if ":" not in read and {"of", "for", "each"}.intersection([*read, misfit.word]) else ""


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
    """Advice on a line that does something again and again."""
    read = [str(each) for each in misfit.before]
    if TIMES.search(misfit.line.text) or "times" in (misfit.word, *read):
        return errors.HINT_TIMES
    if misfit.words[0] not in ("repeat", "for"):
        return ""
    if "each" not in read and (misfit.word in (":", "time") or misfit.word[:1].isdigit()):
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
    if misfit.last == "those" or (misfit.word == "of" and "those" in misfit.before[-2:]):
        return errors.HINT_THOSE
    if misfit.last == "the" and {"in", "with"}.intersection(misfit.later):
        return errors.HINT_THE
    if misfit.stranger is not None and misfit.stranger.type == "WITH_MOST":
        return errors.HINT_THE
    one_name = misfit.two_names and is_named(misfit.source, f"{misfit.last}_{misfit.word}")
    if misfit.last in BEST and misfit.two_names and not one_name and "WITH_MOST" not in misfit.expected:
        return errors.HINT_THE
    if misfit.word in ("after", "before") and GOING_ROUND.intersection(misfit.before):
        return ""
    if misfit.word == "where" and any(each.type == "WITH_MOST" for each in misfit.before):
        return errors.HINT_WHERE
    begun = {"the", "those"}.intersection(misfit.before)
    return errors.HINT_MOST if begun and "WITH_MOST" in misfit.expected else ""


def explain_two_operands(misfit: Misfit) -> str:
    """Advice on `the lesser of ... and ...`, `next in ... after ...` and their kin."""
    read = [each.type for each in misfit.before]
    if "and" in misfit.expected and "LESSER_OR_GREATER" in read and "or" not in misfit.expected:
        return errors.HINT_LESSER
    if misfit.last == "the" and misfit.later[:1] == ["of"] and "and" in misfit.later:
        return errors.HINT_LESSER
    beside = misfit.word in ("after", "before") or {"after", "before"} & misfit.expected
    begun = misfit.last in GOING_ROUND and misfit.stranger is not None and misfit.stranger.type in ("NAME", "INT")
    if misfit.word == ".." and beside:
        return errors.HINT_NEXT_IN_RANGE
    return errors.HINT_NEXT if begun or (beside and GOING_ROUND.intersection(misfit.before)) else ""


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
