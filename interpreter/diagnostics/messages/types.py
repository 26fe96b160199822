"""Values of the wrong type, out of their range, too many or too few; values and actions mixed up."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Label, Severity
from interpreter.diagnostics.messages.names import a_or_an, add_verb, find_nearest, join_parts
from interpreter.source import Span

ODDS = "to let chance decide in a strategy, write the odds after a comma: `when ..., 1 in 3 : ...`"
WIDEN = "change the value, or widen the range where it is declared"


def wrong_type(span: Span, found: str, wanted: str, advice: str = "") -> Diagnostic:
    """A value of one type where another is expected; both in words."""
    return Diagnostic("wrong-type", span,
        f"expected {wanted}, found {found}",
        label=f"this is {found}",
        help=advice,
    )


def not_understood(span: Span) -> Diagnostic:
    """For what the checker leaves out without another message."""
    return wrong_type(span, f"`{span.text}`, which cannot be used here", "something else")


def not_known_yet(span: Span, name: str) -> Diagnostic:
    """A state in the range of a state, or in another type."""
    return wrong_type(
        span, f"`{name}`, which has no value yet", "a number or a member", "write a range of numbers, such as `0..9`"
    )


MAY_BE_NONE = "to allow none, declare it with `{} or none`"
"""Help where `none` is given to something that cannot be none."""

ASK_FOR_NONE = "write `{0} is none` or `{0} is not none`"
"""Help where a value that may be none is used as a condition."""


def not_certain(span: Span, among: str) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"expected members that are always the same, found `{among}`",
        label="may change during the game",
        help="go through all of a kind or a range of it, and choose inside, as in `? X|.`; for players write a line of "
        "the view for each",
    )


def set_as_maybe(span: Span, found: str, wanted: str) -> Diagnostic:
    """A set where one value or none is expected."""
    return Diagnostic("wrong-type", span,
        f"expected {wanted}, found {found}",
        label="a set may have several members",
        help="choose one: `highest of ...`, `lowest of ...`, or `the ... in ... with most ...`",
    )


def nobody_to_the_right(span: Span, found: str) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"only players can be gone through `to the right`, and this is a set of {found}",
        label=f"a set of {found}",
        help="write `highest first` to begin with the last",
    )


def not_an_aim(span: Span, name: str, declared: Span) -> Diagnostic:
    """An aim that is one measure per another, or a measure for each member of some other kind."""
    return Diagnostic("wrong-type", span,
        f"`{name}` cannot be an aim: it is not a result of a game, a player or a side",
        label="expected a measure per game, per player or per side",
        labels=(Label(declared, "measured here"),),
        help="aim at a measure such as `measure score per player = ...`",
    )


def quotient_of_quotient(span: Span, name: str, declared: Span) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"`{name}` is itself one measure per another",
        label="expected a measure with a value of its own",
        labels=(Label(declared, "divided here"),),
        help="divide measures such as `measure lost per game = ...`",
    )


def not_comparable(span: Span, left: str, right: str) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"{left} cannot be compared with {right}",
        label=f"{left} on the left, {right} on the right",
        help="compare two values of the same type",
    )


def none_in_order(span: Span, left: str, comparator: str) -> Diagnostic:
    """`point > none`, which has no order."""
    return Diagnostic("wrong-type", span,
        f"`none` cannot be compared with `{comparator}`",
        label="not less or greater than anything",
        help=ASK_FOR_NONE.format(left),
    )


def range_backwards(span: Span, low: str, high: str) -> Diagnostic:
    """A range whose lower end is above its upper end."""
    return Diagnostic("range-backwards", span,
        f"the range `{low}..{high}` runs backwards",
        label="the lower end must come first",
        help=f"write `{high}..{low}`",
        fix=Fix(span, f"{high}..{low}"),
    )


def range_compared(span: Span, left: Span, right: Span, comparator: str) -> Diagnostic:
    """A range after `is` or `<`, where `in` is meant."""
    word = "not in" if comparator == "is not" else "in"
    return Diagnostic("range-compared", span,
        f"a single value cannot be compared with the range `{right.text}`",
        label=f"expected `{word}`",
        help=f"write `{left.text} {word} {right.text}`",
        fix=Fix(span, f"{left.text} {word} {right.text}"),
    )


def always_same(span: Span, holds: bool, left: str, advice: str = "") -> Diagnostic:
    return Diagnostic("always-same", span,
        f"this is {'always' if holds else 'never'} true",
        label=f"the left side is always {left}",
        help=advice or "make it true for some of these values and false for others, or remove the comparison",
        severity=Severity.WARNING,
    )


def parts_swapped(span: Span, kinds: str, written: Sequence[str]) -> Diagnostic:
    """The right members of several kinds in the wrong order."""
    return Diagnostic("wrong-type", span,
        f"expected {kinds}, in this order",
        label="in another order",
        help=f"write `({', '.join(written)})`",
        fix=Fix(span, f"({', '.join(written)})"),
    )


def same_for_each(span: Span, extreme: str, name: str) -> Diagnostic:
    """The best of some by a value that has nothing to do with them."""
    return Diagnostic("same-for-each", span,
        f"this is the same for every `{name}`, so all of them have the {extreme}",
        label=f"does not depend on `{name}`",
        help=f"use `{name}` in it, most likely after `of`",
        severity=Severity.WARNING,
    )


def one_is_several(span: Span, holds: bool, left: str) -> Diagnostic:
    """A single value compared with a set of several."""
    joined = "is not ... and {0} is not ..." if holds else "is ... or {0} is ..."
    return Diagnostic("always-same", span,
        f"this is {'always' if holds else 'never'} true: a single value is compared with a set of several",
        label="`and` makes a set of these",
        help=f"write `{left} {joined.format(left)}`",
        severity=Severity.WARNING,
    )


def out_of_range(span: Span, found: str, allowed: str, declared: Span | None = None, advice: str = WIDEN) -> Diagnostic:
    """A value that is certainly outside the allowed range."""
    return Diagnostic("out-of-range", span,
        f"{found} is outside {allowed}",
        label=f"allowed: {allowed}",
        labels=(Label(declared, "the range is declared here"),) if declared else (),
        help=advice,
    )


def never_once(span: Span, what: str) -> Diagnostic:
    """A number of times, or of what is picked, that is certainly less than 1."""
    return out_of_range(span, f"`{span.text}`", "1 or more", advice=f"write how many {what}, or remove this")


def faces_of_no_kind(span: Span, name: str, several: bool) -> Diagnostic:
    """Dice with words that are not the members of one kind: a kind among others, the players, cards."""
    why = "only one kind is possible" if several else "not the same in every game"
    return Diagnostic("dice-impossible", span,
        f"the faces of a die cannot be `{name}`",
        label=why,
        help="write members of one `kind`, or its name alone, as in `3 of symbol`",
    )


def face_of_another_kind(span: Span, name: str, first: str, kind: str) -> Diagnostic:
    return Diagnostic("dice-impossible", span,
        f"`{name}` is not a member of `{kind}`",
        label=f"`{first}` is a member of `{kind}`",
        help="use members of one kind as faces",
    )


def faces_in_order(span: Span, dice: str, faces: str, comparator: str, total: int | None) -> Diagnostic:
    """`throw < 4+4`: one roll's faces are not less or greater than another's."""
    by_total = "" if total is None else f", or write the total: `{dice} {comparator} {total}`"
    return Diagnostic("wrong-type", span,
        f"faces cannot be compared with `{comparator}`",
        label="expected `is`",
        help=f"write `{dice} is {faces}`{by_total}",
    )


def odds_too_many(span: Span, part: int, whole: int) -> Diagnostic:
    """`5 in 3`, reversed or mistyped."""
    return Diagnostic("out-of-range", span,
        f"{part} in {whole} is more than always",
        label=f"allowed: 0 to {whole} in {whole}",
        help=f"write `{whole} in {part}`",
        fix=Fix(span, f"{whole} in {part}"),
    )


HINT_ENDS = "put an end of a range that is longer than a word in parentheses: `(low + 1)..high`"


def range_no_set(span: Span, text: str, largest: int, instead: str = "") -> Diagnostic:
    """A range used as a set that is too small for it; `instead` is the part that is possible."""
    otherwise = f"; or write `{instead}`" if instead else ""
    return Diagnostic("out-of-range", span,
        f"`{text}` is too large for a set, which can only have numbers from 0 to {largest}",
        label=f"allowed: 0..{largest}",
        help=f"in a condition write `when ... in {text}`; otherwise keep the range within 0..{largest}{otherwise}",
    )


def number_no_set(span: Span, text: str, largest: int) -> Diagnostic:
    """A number that is too large for a set, put into one."""
    advice = "compare it with `is`, or use smaller numbers"
    return out_of_range(span, f"`{text}` in a set", f"0..{largest}", None, advice)


def no_end(span: Span, text: str) -> Diagnostic:
    """A set without an end whose members are counted or gone through."""
    return Diagnostic("wrong-type", span,
        f"expected a set with an end; `{text}` may have none, as in `11+`",
        label="may have no end",
        help="write a range with both ends, as in `11..18`",
    )


def format_call(name: str, words: Sequence[tuple[str, str, str]]) -> tuple[str, str]:
    """How a rule is called, and what to write in this case. Of each value: the word before it, what it is called, and
    what is given for it, if anything is."""
    lacking = [called.upper() for _, called, given in words if not given]
    form = " ".join((name, *(f"{word} {called.upper()}".strip() for word, called, _ in words)))
    call = " ".join((name, *(f"{word} {given or called.upper()}".strip() for word, called, given in words)))
    advice = f", with {'a value' if len(lacking) == 1 else 'values'} for {join_parts(lacking)}" if lacking else ""
    return f"`{form}`{'' if words else ' alone'}", f"write `{call}`{advice}"


def wrong_arguments(span: Span, name: str, wanted: str, found: str, declared: Span, advice: str = "") -> Diagnostic:
    """A call with too many, too few or wrongly labelled values; `advice` what to write, if it is not as many values
    in parentheses."""
    in_parentheses = f"write {wanted} in parentheses right after `{name}`"
    return Diagnostic("wrong-arguments", span,
        f"`{name}` is called with {found}; expected {wanted}",
        label=found,
        labels=(Label(declared, "declared here"),),
        help=advice or (f"write `{name}` alone" if wanted == "nothing" else in_parentheses),
        about=(name,),
    )


def not_an_action(span: Span, what: str, advice: str, name: str = "") -> Diagnostic:
    return Diagnostic("not-an-action", span,
        f"expected an action, found {what}, which is a value",
        label="expected an action",
        help=advice,
        about=(name or span.text,),
    )


def either_in_line(span: Span) -> Diagnostic:
    """One action or another, outside a row of a table."""
    return Diagnostic("not-an-action", span,
        "`if ... otherwise` can choose between actions only in a row of a table",
        label="two actions",
        help="write `when` and the condition before the first, and `otherwise` before the other",
    )


def value_too_long(span: Span, rule: str, value: str) -> Diagnostic:
    """The end of a value that begins without parentheses after the name of a rule."""
    return Diagnostic("not-an-action", span,
        f"expected an action, found `{span.text}`, which is a value",
        label="expected an action",
        help=f"to call `{rule}` with it put the whole value in parentheses: `({value})`",
    )


def not_a_value(span: Span, what: str, advice: str, name: str = "") -> Diagnostic:
    """An action, or a pattern, where a value is expected."""
    return Diagnostic("not-a-value", span,
        f"{what} is not a value",
        label="expected a value",
        help=advice,
        about=(name or span.text,),
    )


def needs_of(span: Span, name: str, kind: str) -> Diagnostic:
    """A value kept for each member, without the member."""
    several = kind.split(" and ")
    written = f", as in `{name} of ({', '.join(several)})`" if len(several) > 1 else ""
    return Diagnostic("needs-of", span,
        f"`{name}` is kept for each {kind}, and needs `of`",
        label="of which?" if len(several) > 1 else f"of which {kind}?",
        help=f"write `{name} of` and the {kind}{written}",
        about=(name,),
    )


def lacks_of(span: Span, word: str, of_offers: bool) -> Diagnostic:
    """A word that needs a value, without one; `of_offers` if it may be used alone about offers."""
    offers = "; alone it can only be used in strategies and the default of a choice, for the offers"
    return Diagnostic("needs-of", span,
        f"`{word}` needs `of` and a value",
        label="of what?",
        help=f"write `{word} of` and a value{offers if of_offers else ''}",
        about=(word,),
    )


def no_of(span: Span, name: str, is_a: str) -> Diagnostic:
    """`of` after a name that is not kept for each member of a kind."""
    return Diagnostic("no-of", span,
        f"`{name}` is {a_or_an(is_a)} without `of each`, so it cannot be used with `of`",
        label="unexpected `of`",
        help=f"write `{name}` alone, or declare it with `of each`",
        about=(name,),
    )


def not_settable(span: Span, name: str, is_a: str) -> Diagnostic:
    """`set` or `add` on something that is not state."""
    return Diagnostic("not-settable", span,
        f"`{name}` {add_verb(is_a)} and cannot be set",
        label="cannot be set",
        help="set something declared with `keep`, `count` or `let`",
        about=(name,),
    )


def set_too_large(span: Span, size: int, most: int) -> Diagnostic:
    return Diagnostic("set-too-large", span,
        f"this set has {size} possible members; at most {most} are possible",
        label=f"{size} possible members",
        help=f"make it smaller, for example `set of 0..{most - 1}`",
    )


def no_members(span: Span, kind: str) -> Diagnostic:
    """`none` or `and` of an unknown kind."""
    return Diagnostic("wrong-type", span,
        f"{kind} is a set of an unknown kind",
        label="a set of what?",
        help="compare it with something kept as `set of ...`",
    )


def not_nameable(span: Span, what: str) -> Diagnostic:
    """A `let` of something of an unknown type, or of a text."""
    advice = "use texts only in `say`, in views, in columns of tables and as the value of a definition"
    if "set" in what:
        advice = "write an empty set of the kind as `all KIND without all KIND`"
    return Diagnostic("wrong-type", span,
        f"{what} cannot be given a name",
        label="of what?" if "set" in what else "a text",
        help=advice,
    )


def option_value(span: Span, option: str, found: str, allowed: Sequence[str], limits: str) -> Diagnostic:
    """An option with a value that is not one of its own; `limits` are those of a range of numbers."""
    guess = None if limits else find_nearest(found, allowed)
    number = _find_nearest_number(found, (allowed[0], allowed[-1]) if limits else allowed)
    return Diagnostic("option-value", span,
        f"the option `{option}` cannot be `{found}`",
        label=f"expected a number from {limits}" if limits else f"expected one of {', '.join(allowed)}",
        help=f"did you mean `{guess}`?" if guess else _advise_on_value(option, number, limits),
        fix=Fix(span, guess or number) if guess or number else None,
    )


def _find_nearest_number(found: str, allowed: Sequence[str]) -> str:
    if not all(each.removeprefix("-").isdecimal() for each in (found, *allowed)):
        return ""
    return min(allowed, key=lambda each: abs(int(each) - int(found)))


def _advise_on_value(option: str, number: str, limits: str) -> str:
    if number:
        return f"the nearest value is `{option} = {number}`"
    return f"write a number from {limits}" if limits else "write one of its values"


def option_bare(span: Span, option: str, known: Sequence[str]) -> Diagnostic:
    guess = find_nearest(option, known)
    return Diagnostic("option-bare", span,
        f"the option `{option}` has no values to choose from",
        label="nothing to choose between",
        help=f"did you mean the library's option `{guess}`?"
        if guess
        else "list its values below it, each with a text, or write `in 1..9` after a number",
    )


def dice_impossible(span: Span, written: str, number: int, faces: int, single: str, most: int) -> Diagnostic:
    """Dice that are impossible, or too many of them to roll at once while a `single` one is possible."""
    advice = f"write at least one die with at least two faces, and at most {most:,} possible results"
    if single:
        advice = f"roll one at a time: `dice die = {single}`, and `repeat {number} times : roll die`"
    return Diagnostic("dice-impossible", span,
        f"{written} cannot be rolled here",
        label=f"{number} {'die' if number == 1 else 'dice'} with {faces} face{'s' * (faces != 1)}",
        help=advice,
    )


def thrown_by_owner(span: Span, dice: str, kind: str) -> Diagnostic:
    """`for` after dice that belong to a player or a side."""
    return Diagnostic("wrong-arguments", span,
        f"the dice `{dice}` are always rolled by the {kind} that owns them",
        label="no other player can roll them",
        help=f"omit `for {span.text}`",
    )


def choice_incomplete(span: Span, name: str, lacks: str) -> Diagnostic:
    """A choice without anything to choose, or without a default."""
    return Diagnostic("choice-incomplete", span,
        f"the choice `{name}` has no {lacks}",
        label=f"no {lacks}",
        help="write a question, then `pick ... from ...` or named offers, then `default ...`",
    )


def choice_mixed(span: Span, name: str, pick: Span, offer: Span) -> Diagnostic:
    """A choice that both picks from a set and has named offers."""
    return Diagnostic("choice-mixed", span,
        f"the choice `{name}` has both a `pick` and named offers",
        label="only one is possible",
        labels=(Label(pick, "a `pick`"), Label(offer, "a named offer")),
        help="keep one of the two, and make the other a choice of its own",
    )


def choice_empty(span: Span, name: str) -> Diagnostic:
    return Diagnostic("choice-empty", span,
        f"the choice `{name}` never offers anything",
        label="no offer is ever open",
        help="add an offer without a condition, or pick from a larger set",
    )


def choice_no_option(span: Span, name: str, position: Sequence[str]) -> Diagnostic:
    """A choice that offers nothing in some position, which is given value by value."""
    return Diagnostic("choice-no-option", span,
        f"the choice `{name}` offers nothing, for example when {', '.join(position)}",
        label="nothing to choose then",
        notes=("the game stops if it comes to this choice then",),
        help="add an offer that is always open, or make the choice only `when` something is offered",
        severity=Severity.WARNING,
    )


def row_without_colon(hole: Span) -> Diagnostic:
    return Diagnostic("text-brace", hole,
        "the value to show for each of these members is missing",
        label="expected `for each NAME in MEMBERS: VALUE`",
        help="write a colon and a value, as in `{for each cell in a1..a3: mark of cell}`",
    )


def case_without_condition(span: Span, hole: Span) -> Diagnostic:
    """More texts between braces than conditions."""
    condition = hole.text.partition("?")[0].strip()
    first, *_ = span.text.split("|")
    return Diagnostic("text-brace", span,
        f"the condition for `{first.strip()}` is missing",
        label="expected a condition and `?` before it",
        help=f"give each case but the last a condition: `{{{condition} ? ...|CONDITION ? {first.strip()}|...}}`",
    )


def text_brace(span: Span) -> Diagnostic:
    return Diagnostic("text-brace", span,
        "a brace in this text has no partner",
        label="opens or closes nothing",
        help="write `{value}` to show a value, or `{{` and `}}` to show braces",
    )


def text_not_filled(hole: Span) -> Diagnostic:
    """Braces in a text that is a value, as in a row of a table."""
    return Diagnostic("text-brace", hole,
        f"`{hole.text}` is not filled in here: only what `say` and views show is",
        label="would be shown with its braces",
        help=f"leave it out of this text, and write it where the text is shown, as in `say \"... {hole.text}\"`",
    )


MAX_PROPOSAL = 200
"""Longer lines are not written out twice."""


def where_unclear(whole: Span, condition: Span, apart: Span, word: str) -> Diagnostic:
    """An `or` or `and` after the condition of a `where`, which may be meant to apply to the whole. `apart` is the word
    and what follows it."""
    taken_in = f"{whole.text[: condition.start - whole.start]}({condition.text})"
    beside = f"({whole.text[: apart.start - whole.start]}) {apart.text.strip()}"
    help = f"write `{' '.join(taken_in.split())}`, or `{' '.join(beside.split())}` if you mean that"
    if len(help) > MAX_PROPOSAL:
        help = f"put the condition after `where` in parentheses, or else everything before this `{word}`"
    return Diagnostic("where-unclear", Span(apart.source, apart.end - len(apart.text.lstrip()), apart.end),
        f"this `{word}` belongs to the condition after `where`, which readers may not expect",
        label="part of the `where`",
        help=help,
        fix=Fix(condition, f"({condition.text})"),
        severity=Severity.WARNING,
    )
