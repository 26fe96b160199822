"""Advice for a line that does not parse: a table of patterns and hints.

A pattern is searched in a line such as `rule>when% set @score of one`: the first words of the declaration and of the
line above, then the line itself, with `@` before the word that does not fit, or `@@` if that and the word before it are
both names. Below stands the line once more, without `@`. Texts in quotes are empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from interpreter.diagnostics.messages import hints
from interpreter.diagnostics.messages.names import MIN_LIKENESS
from interpreter.diagnostics.messages.slips import ANYWHERE, SLIPS
from interpreter.diagnostics.wording import find_nearest
from interpreter.parser.misfit import Misfit
from interpreter.parser.reserved_names import is_named
from interpreter.parser.vocabulary import (
    CLAUSES,
    LINES,
    PREPOSITIONS,
    SIMPLE_VALUES,
    list_contextual_words,
    list_reserved_words,
)

Hint = str | Callable[[Misfit], str]
Row = tuple[str, str, Hint]
"""A pattern; words that are expected, or with `!` not expected; and a hint, which may repeat parts of the line."""

VALUE = " ".join(SIMPLE_VALUES)
LONGER_WORD = r"(?:(?:and|or|if|in|is|not|with|without|mod|of)\b|[(.<>+*/]|-(?!>))"
NONE = r" none\b(?= ?(?:[=,)\n]|cite\b|open\b))"
WORD = r"(?:\w+|[^\w\s]+)"
BEST = r"(?:most|least|highest|lowest|best|greatest|largest|smallest|fewest)"
ROUND = r"\b(?:next|last|previous|prev)\b"


def suggest(misfit: Misfit) -> str:
    return find_hint(HINTS, misfit)


def advise_of_several(misfit: Misfit) -> str:
    """Advice on `pick` and `choose`, and on `keep` before its value: what is picked or kept, of what, who sees it."""
    return find_hint(SEVERAL, misfit)


def find_hint(rows: Iterable[Row], misfit: Misfit) -> str:
    text, at = misfit.line.text, misfit.span.start - misfit.line.start
    mark = "@@" if misfit.two_names else "@"
    shown = f"{misfit.lines[0].first_word}>{misfit.parent}% {text[:at].lstrip()}{mark}{text[at:]}\n{text}"
    shown = re.sub(r"[ \t]+", " ", re.sub(r'"[^"]*"', '""', shown))
    for pattern, expected, hint in rows:
        found = re.search(pattern, shown)
        if not found or any((each.lstrip("!") in misfit.expected) == (each[0] == "!") for each in expected.split()):
            continue
        if advice := found.expand(hint) if isinstance(hint, str) else hint(misfit):
            return advice
    return ""


def find_slip(misfit: Misfit) -> str:
    """Help for the first slip that is known where the line went wrong, or nothing."""
    at, text = misfit.span.start - misfit.line.start, misfit.line.text
    nameless = (list_reserved_words() | PREPOSITIONS) - {"all", "no", "none", "yes"}  # help cannot repeat these
    for pattern, help in SLIPS.get(misfit.lines[0].first_word, ANYWHERE):
        for found in re.finditer(pattern, text):
            if found.start() <= at < found.end() + (not misfit.word) and not nameless.intersection(found.groups()):
                return found.expand(help)
    return ""


def group_number(misfit: Misfit) -> str:
    """`deal can_lay(one) from ...`, `roll dice_left - 1 of ...`: a number that needs parentheses."""
    first = misfit.words[0]
    ends = rf"[ \t]+{'from' if first == 'deal' else 'of'}\b"
    written, *others = re.split(ends, misfit.line.text[(misfit.before[1].start_pos or 0) - misfit.line.start :])
    return hints.how_many(first, written.strip()) if others and written.strip() != misfit.last else ""


def compare_best(misfit: Misfit) -> str:
    """`most points`, unless that is a name in two words."""
    return "" if is_named(misfit.source, f"{misfit.last}_{misfit.word}") else hints.THE


def rename_reserved(misfit: Misfit) -> str:
    named = misfit.word in list_reserved_words() and is_named(misfit.source, misfit.word)
    return hints.not_a_name(misfit.word) if named else ""


def guess_word(misfit: Misfit) -> str:
    if misfit.word in list_reserved_words() or is_named(misfit.source, misfit.word):
        return ""
    words = [word for word in misfit.expected if word.isalpha() and word.islower()]
    guess = find_nearest(misfit.word, words, MIN_LIKENESS)
    return hints.did_you_mean(guess) if guess else ""


def guess_first_word(misfit: Misfit) -> str:
    first, begun = misfit.words[0], misfit.before and misfit.before[0].type == "NAME"
    if not misfit.line.level or not begun or not first.isalpha() or is_named(misfit.source, first):
        return ""
    guess = find_nearest(first, LINES.get(misfit.parent, CLAUSES), MIN_LIKENESS)
    return hints.did_you_mean(guess, first) if guess and guess != first else ""


def group_argument(misfit: Misfit) -> str:
    first, argument = misfit.before[:2]
    value = misfit.source.text[argument.start_pos : misfit.span.end]
    return hints.longer_value(misfit.words[0], value) if first.type == "NAME" else ""


def explain_two_words(misfit: Misfit) -> str:
    """Two names in a row may be one name, or something to do where a value is expected."""
    first, second = misfit.last, misfit.word
    if re.search(rf"\b{first}_{second}\b", misfit.source.text):
        return hints.did_you_mean(f"{first}_{second}")
    rule = misfit.line.level > 0 and is_named(misfit.source, first, ("rule", "phase"))
    if {first, second} & {*list_contextual_words().values()}:
        return ""
    read = [str(each) for each in misfit.before]
    if "if" in misfit.words and (read.count("(") > read.count(")") or "otherwise" in read):
        return hints.one_of_actions(first, second, sure=rule or second.isdigit())
    if rule:
        return hints.rule_in_value(first)
    return hints.one_name(first, second) if not second.isdigit() else ""


SEVERAL: tuple[Row, ...] = (
    (r">choice% ?pick\b.*\bwhere\b.*@from\b", "", hints.PICK_WHERE),
    (r">choice% pick\b", "", hints.PICK),
    (r"% choose\b.*\bis\b.*@,", "", hints.SEVERAL_CHOSEN),
    (r">\w+% (?:pick|choose)\b.*\n.*(?:\b(?:pick|choose) (?:a|an|one|\d+) |\bcards?\b)", "", hints.PLAYER_PICKS),
    (r"% keep .*\b(?:seen|hidden)\b.*@\S|% keep .*@(?:\w+ |\W ?)?(?:seen|hidden)\b", "", hints.SEEN),
    (r"% keep [^:@]*(?:\b(?:of|for|each)\b[^:@]*@+\S|@+(?:of|for|each)\b)", "", hints.KEPT),
)

HINTS: tuple[Row, ...] = (
    # The first lines of declarations, and the lines that belong to one of them.
    (r"@\)", ":", hints.PARAMETER),
    (r"@\)", "", hints.PARENTHESIS),
    (r"\bif ?@", "$END", hints.CASES),
    (r">% choice\b.*@\"", "", hints.QUESTION),
    (r">% dice\b.*@,", "of", hints.FACES),
    (r">% define\b.*= ?@if\b", "", hints.OTHERWISE),
    (r">% kind\b.*: ?\d+ ?@", "", hints.NUMBERS),
    (rf">% option\b.*@or\b(?!{NONE})", "", hints.OPTION),
    (r">% rule (?:\w+ @@|.*\(.*@,)", "", hints.RULE_HEAD),
    (r"table>\w+% .*@=", ":", hints.RESULT),
    (r">example% choose \w+ @", "is", hints.ANSWER),
    (r">\w+% then\b.*@.*\bwon\b", "", hints.WON),
    (r">option% .*@\.\.", "", hints.OPTION_RANGE),
    (r">choice% .*@in\b", "", hints.PICK),
    (r"strategy>\w+% .*\n.*\b\d+ ?(?:in|of|out of|/) ?[\w(]", "", hints.ODDS),
    *SEVERAL,
    # What is measured and played for, and the bank.
    (r"% aim\b", "", hints.AIM),
    (r"% measure\b.*(?:@per\b|\bper ?@)", "", hints.QUOTIENT),
    (r"% measure\b", "per", hints.QUOTIENT),
    (r"@bank\b|\n.*the bank", "", hints.BANK),
    (r"", "_THE_BANK", hints.BANK),
    # There may be nothing.
    (r"@nothing\b", VALUE, hints.NOTHING),
    (rf"% keep\b.*@or\b(?!{NONE})", "OR_NONE", hints.OR_NONE),
    (rf"% .*?(\S+) is\b.*@or{NONE}", "", hints.ask_again(r"\1")),
    (rf"\bno ?@or{NONE}", "", hints.NOT_THREE),
    # What is rolled, dealt and chosen, and what dice show.
    (r"% roll\b.*@(?:again|without)\b", "", hints.KEEPING),
    (r"% roll\b.*@dice\b", "", hints.SOME_DICE),
    (r"% roll (?!.*\bkeeping\b).*\w ?@(?:,|with\b)", "", hints.TOGETHER),
    (r"% roll\b.*\beach ?@", "", hints.ROLL_EACH),
    (r"% deal\b.*@cards?\b", "", hints.DEAL),
    (r"% deal\b.*\beach ?@", "", hints.DEAL_EACH),
    (r"% choose \S+ @of\b", "", hints.CHOOSER),
    (r"% choose (\w+) @(\w+) by\b", "", hints.one_name(r"\1", r"\2")),
    (r"% (?=.*\bcount\b.*@)(?=.*\bin\b.*@)(?!.*\bwhere\b.*@)", "", hints.COUNT),
    (r"@(?:alike|contains|has|have|includes|shows)\b", "", hints.ROLLED),
    (r"% (?=.*\b(?:some|no|every)\b.*@)(?=.*\bin\b.*@)", "where", hints.ROLLED),
    (r"% (?:when|until|otherwise when)\b.*\bafter ?(?:@@|\(@|\w+ ?@|\([^)]*\) ?@)", "", hints.SUPPOSE),
    # What is kept for several, answers in several parts, and the next player.
    (r"% (?:set|add|take)\b.*?(\S+) of\b.*@(?:and\b|,)", "to", hints.kept_for(r"\1")),
    (r"% (?:when|until)\b.*\bis\b.*@,", "", hints.PARTS),
    (r"% (?!.*\bthose\b.*@).*\b(?:left|right|next)\b.*@where\b", "", hints.NEXT_OF_SOME),
    (r"@(left|right) of (\w+|\S)", "", hints.beside(r"\1", r"\2")),
    (r"@(left|right) of\b", "", hints.beside(r"\1", "one")),
    (r"\b(left|right) @@(\w+)", "", hints.beside(r"\1", r"\2")),
    (r"\bholds\b ?(?:\w+|\d+(?:\+-?\d+)+|[^\w\s@]+)? ?@", "", hints.HOLDS),
    (r"@is\b", "=", hints.IS),
    (rf"% (?:deal|roll) \w+ ?@{LONGER_WORD}", "", group_number),
    (r"% kind\b.*\n.*\bcircle\b", "", hints.CIRCLE),
    # What is done again and again.
    (r"\n.*(?<!\.)\b\d+ times\b|\btimes\b.*@|@times\b", "", hints.TIMES),
    (r"% (?:repeat|for)\b(?!.*\beach\b.*@).*@(?::|time\b|\d)", "", hints.TIMES),
    (r"% (?:repeat|for)\b.*\beach\b.*@until\b", "", hints.ROUNDS),
    (r"% (?:repeat|for)\b.*@to the right\b", "", hints.RIGHT),
    (r"% (?:repeat|for)\b", "TO_THE_RIGHT", hints.RIGHT),
    (r"% (?:repeat|for)\b.*@from\b", ",", hints.comma_before("from ...")),
    (r"% (?:repeat|for)\b.*@(highest|lowest)\b", ",", hints.comma_before(r"\1 first")),
    (r"@((?:count|sum|those|some|not)\b|-(?!>))", VALUE, hints.to_group(r"\1")),
    # The best of several, parts of a set, and values with two operands.
    (r"@parting\b|\bparting\b.*@", "", hints.PARTING),
    (rf"\bthe ?@+{WORD} in\b", "", hints.to_group("the")),
    (r"\bthose ?@|\bthose \S+ @of\b", "", hints.THOSE),
    (rf"\bthe ?@+{WORD}.*\b(?:in|with)\b|@with (?:most|least)\b", "", hints.THE),
    (rf"\b{BEST} @@", "!WITH_MOST", compare_best),
    (r"\bwith (?:most|least)\b.*@where\b", "", hints.WHERE),
    (rf"% (?!.*{ROUND}.*@(?:after|before)\b).*\b(?:the|those)\b.*@", "WITH_MOST", hints.MOST),
    (r"\bthe (?:lesser|greater)\b.*@", "and !or", hints.LESSER),
    (rf"\bthe ?@+{WORD} of\b.*\band\b", "", hints.LESSER),
    (r"@\.\.", "after", hints.NEXT_IN_RANGE),
    (r"@\.\.", "before", hints.NEXT_IN_RANGE),
    (rf"{ROUND} @@|{ROUND}.*@(?:after|before)\b", "", hints.NEXT),
    (rf"{ROUND}.*@", "after", hints.NEXT),
    (rf"{ROUND}.*@", "before", hints.NEXT),
    # Everything else.
    (r"@", "NAME", rename_reserved),
    (r"% define\b.*@let\b", "", hints.LETS),
    (r">strategy% (\S+) .*@when\b", "", hints.advice_below(r"\1")),
    (rf"% table\b.*\bon\b.*@{LONGER_WORD}", "->", hints.KEY),
    (r"(\w+|\)) ?\. ?(\w+) ?@\(", "", hints.after_table(r"\1", r"\2")),
    (r"% (?:set|add|take|given)\b.*\b(\w+) ?@\(", "of", hints.kept_for(r"\1")),
    (r"(?<![\w+])\d+ ?@\. ?\d+\b", "", hints.TENTHS),
    (r"(?<![\w+])\d+ ?@(?:\.\.|,) ?\d+\b", "", hints.WHOLE),
    (r"\"@", "", hints.QUOTE),
    (r"@", "", guess_word),
    (r"@", "", guess_first_word),
    (rf"% \S+ .*@{LONGER_WORD}", " ".join(PREPOSITIONS), group_argument),
    (r"\bwin the @@", "", hints.BANK),
    (r"@@", "", explain_two_words),
)
