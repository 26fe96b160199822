"""Values of the wrong type, out of their range, too many or too few; values and actions mixed up."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Label, Severity
from interpreter.diagnostics.messages.names import a_or_an, add_verb, find_nearest
from interpreter.source import Span

ODDS = "if chance is to decide, that stands behind a comma in a strategy: `when ..., 1 in 3 : ...`"
WIDEN = "change the value, or widen the range where it is declared"


def wrong_type(span: Span, found: str, wanted: str, advice: str = "") -> Diagnostic:
    """A value of one type where another is expected; both in words."""
    return Diagnostic("wrong-type", span,
        f"this is {found}; here {wanted} is wanted",
        label=f"this is {found}",
        help=advice,
    )


MAY_BE_NONE = "what may be none is declared so, as in `{} or none`"
"""What to say where `none` is given to what cannot be nothing."""

ASK_FOR_NONE = "ask `{0} is none`, or `{0} is not none`"
"""What to say where a value that may be nothing stands for a condition."""


def not_certain(span: Span, among: str) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"`{among}` may have other members in the game; here members that are certain are wanted",
        label="who they are depends on the game",
        help="go through all of a kind, or a range of it, and ask inside, as in `? X|.`; of players write a line of "
        "the view for each",
    )


def set_as_maybe(span: Span, found: str, wanted: str) -> Diagnostic:
    """A set where one value or none is expected."""
    return Diagnostic("wrong-type", span,
        f"this is {found}; here {wanted} is wanted",
        label="a set may hold several",
        help="say which one: `highest of ...`, `lowest of ...`, or `the ... in ... with most ...`",
    )


def nobody_to_the_right(span: Span, found: str) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"this goes through {found}; only players sit to the right of each other",
        label=f"this is a set of {found}",
        help="write `highest first` to go from the last to the first",
    )


def not_an_aim(span: Span, name: str, declared: Span) -> Diagnostic:
    """An aim that is one measure per another, or one for each member of some other kind."""
    return Diagnostic("wrong-type", span,
        f"nobody can play for `{name}`: it is not what a game, a player or a side comes to",
        label="here a measure per game, per player or per side is wanted",
        labels=(Label(declared, "measured here"),),
        help="aim at a measure such as `measure score per player = ...`",
    )


def quotient_of_quotient(span: Span, name: str, declared: Span) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"`{name}` is itself one measure per another",
        label="here a measure of games is wanted",
        labels=(Label(declared, "divided here"),),
        help="divide measures that have values of their own, such as `measure lost per game = ...`",
    )


def not_comparable(span: Span, left: str, right: str) -> Diagnostic:
    return Diagnostic("wrong-type", span,
        f"{left} cannot be compared with {right}",
        label=f"{left} on the left, {right} on the right",
        help="compare numbers with numbers, members with members of the same kind, sets with sets",
    )


def none_in_order(span: Span, left: str, comparator: str) -> Diagnostic:
    """`point > none`: nothing comes before or after."""
    return Diagnostic("wrong-type", span,
        f"`none` cannot be compared by `{comparator}`",
        label="nothing is before or after it",
        help=ASK_FOR_NONE.format(left),
    )


def range_backwards(span: Span, low: str, high: str) -> Diagnostic:
    """A range whose lower end is above its upper end."""
    return Diagnostic("range-backwards", span,
        f"`{low}..{high}` runs backwards",
        label="the lower end comes first",
        help=f"write `{high}..{low}`",
        fix=Fix(span, f"{high}..{low}"),
    )


def range_compared(span: Span, left: Span, right: Span, comparator: str) -> Diagnostic:
    """A range after `is` or `<`, where `in` is meant."""
    word = "not in" if comparator == "is not" else "in"
    return Diagnostic("range-compared", span,
        f"`{right.text}` is a range, and nothing is equal to a range",
        label=f"`{comparator}` compares with a single value",
        help=f"write `{left.text} {word} {right.text}`",
        fix=Fix(span, f"{left.text} {word} {right.text}"),
    )


def always_same(span: Span, holds: bool, left: str, advice: str = "") -> Diagnostic:
    return Diagnostic("always-same", span,
        f"this {'always holds' if holds else 'can never hold'}",
        label=f"the left side is always {left}",
        help=advice or "compare with a value inside that range, or leave the comparison out",
        severity=Severity.WARNING,
    )


def one_is_several(span: Span, holds: bool, left: str) -> Diagnostic:
    """A single value compared with a set of several."""
    joined = "is not ... and {0} is not ..." if holds else "is ... or {0} is ..."
    return Diagnostic("always-same", span,
        f"this {'always holds' if holds else 'can never hold'}: a single value is compared with a set of several",
        label="`and` joins these to a set",
        help=f"to ask for one of them, write `{left} {joined.format(left)}`",
        severity=Severity.WARNING,
    )


def out_of_range(span: Span, found: str, allowed: str, declared: Span | None = None, advice: str = WIDEN) -> Diagnostic:
    """A value that is certainly outside the range where it goes."""
    return Diagnostic("out-of-range", span,
        f"{found} is outside {allowed}",
        label=f"allowed: {allowed}",
        labels=(Label(declared, "the range is declared here"),) if declared else (),
        help=advice,
    )


def faces_of_no_kind(span: Span, name: str, several: bool) -> Diagnostic:
    """Dice with words that are not those of one kind: a kind among others, the players, cards."""
    why = "a kind stands alone: all its members are the faces" if several else "these are not the same in every game"
    return Diagnostic("dice-impossible", span,
        f"the faces of a die cannot be `{name}`",
        label=why,
        help="write members of a `kind`, or its name alone, as in `3 of symbol`",
    )


def face_of_another_kind(span: Span, name: str, first: str, kind: str) -> Diagnostic:
    return Diagnostic("dice-impossible", span,
        f"`{name}` is not a member of `{kind}`, as `{first}` is",
        label="a member of another kind",
        help="the faces of dice are members of one kind",
    )


def faces_in_order(span: Span, dice: str, faces: str, comparator: str, total: int | None) -> Diagnostic:
    """`throw < 4+4`: the faces of one roll are not before or after those of another."""
    by_total = "" if total is None else f", or write the total: `{dice} {comparator} {total}`"
    return Diagnostic("wrong-type", span,
        f"faces cannot be compared by `{comparator}`",
        label=f"whether the dice show `{faces}` is asked with `is`",
        help=f"write `{dice} is {faces}`{by_total}",
    )


def odds_too_many(span: Span, part: int, whole: int) -> Diagnostic:
    """`5 in 3`, the other way round or mistyped."""
    return Diagnostic("out-of-range", span,
        f"{part} times in {whole} is more than always",
        label=f"allowed: 0 to {whole} in {whole}",
        help=f"write `{whole} in {part}`, if that is meant",
        fix=Fix(span, f"{whole} in {part}"),
    )


HINT_ENDS = "an end of a range that is longer than a word stands in parentheses: `(runner + 1)..home`"


def range_no_set(span: Span, text: str, largest: int, instead: str = "") -> Diagnostic:
    """A range used as a set that cannot hold all of it; `instead` is the part that it can hold."""
    otherwise = f"; or write `{instead}`, if that is meant" if instead else ""
    return Diagnostic("out-of-range", span,
        f"`{text}` is more than a set can hold: its numbers are from 0 to {largest}",
        label=f"allowed: 0..{largest}",
        help=f"in a condition write `when ... in {text}`; anywhere else keep the range within 0..{largest}{otherwise}",
    )


def number_no_set(span: Span, text: str, largest: int) -> Diagnostic:
    """A number that no set can hold, put into one."""
    advice = "compare it with `is`, or keep what is put into sets small"
    return out_of_range(span, f"`{text}`, put into a set,", f"0..{largest}", None, advice)


def no_end(span: Span, text: str) -> Diagnostic:
    """A set without an end, where its members are counted or gone through."""
    return Diagnostic("wrong-type", span,
        f"`{text}` may have no end, as `11+` has none; here a set with an end is expected",
        label="all numbers from one on can be in this set",
        help="write the range with both its ends, like `11..18`",
    )


def _format_call(name: str, wanted: str) -> str:
    if wanted == "nothing":
        return f"write `{name}` alone"
    if wanted[0].isdecimal():
        return f"write {wanted} in parentheses right after `{name}`"
    return f"write `{name} {wanted}`, with a value where each word in parentheses stands"


def wrong_arguments(span: Span, name: str, wanted: str, found: str, declared: Span) -> Diagnostic:
    """A call with too many, too few or wrongly labelled values."""
    return Diagnostic("wrong-arguments", span,
        f"`{name}` is called with {found}; it takes {wanted}",
        label=found,
        labels=(Label(declared, "declared here"),),
        help=_format_call(name, wanted),
        about=(name,),
    )


def not_an_action(span: Span, what: str, advice: str, name: str = "") -> Diagnostic:
    return Diagnostic("not-an-action", span,
        f"{what} is a value; here something has to happen",
        label="nothing happens here",
        help=advice,
        about=(name or span.text,),
    )


def either_in_line(span: Span) -> Diagnostic:
    """One action or another, outside a row of a table."""
    return Diagnostic("not-an-action", span,
        "`if ... otherwise` chooses between values, and between actions only in the row of a table",
        label="two actions to choose between",
        help="write `when` with the condition and the first of them, and `otherwise` with the other",
    )


def value_too_long(span: Span, rule: str, value: str) -> Diagnostic:
    """The end of a value that was begun without parentheses after the name of a rule."""
    return Diagnostic("not-an-action", span,
        f"`{span.text}` is a value; here something has to happen",
        label="nothing happens here",
        help=f"if `{rule}` is to be called with it, put the whole value in parentheses: `({value})`",
    )


def not_a_value(span: Span, what: str, advice: str, name: str = "") -> Diagnostic:
    """An action, or a pattern, where a value is expected."""
    return Diagnostic("not-a-value", span,
        f"{what} is not a value",
        label="a value is wanted here",
        help=advice,
        about=(name or span.text,),
    )


def needs_of(span: Span, name: str, kind: str) -> Diagnostic:
    """What is kept for each member, named without saying whose."""
    several = kind.split(" and ")
    written = f", as `{name} of ({', '.join(several)})`" if len(several) > 1 else ""
    return Diagnostic("needs-of", span,
        f"`{name}` is kept for each {kind}: say whose",
        label="whose?",
        help=f"write `{name} of` and the {kind}{written}",
        about=(name,),
    )


def lacks_of(span: Span, word: str, of_offers: bool) -> Diagnostic:
    """A word that asks something of a value, with no value after it; `of_offers` if it may stand so among offers."""
    offers = "; by itself it stands only in the default of a choice and in strategies, for what is offered"
    return Diagnostic("needs-of", span,
        f"`{word}` does not say of what",
        label="of what?",
        help=f"write `{word} of` and a value{offers if of_offers else ''}",
        about=(word,),
    )


def no_of(span: Span, name: str, is_a: str) -> Diagnostic:
    """`of` after a name that is not kept for anybody."""
    return Diagnostic("no-of", span,
        f"`{name}` is {a_or_an(is_a)} and is not kept for each of anything, so it has no `of`",
        label="`of` does not belong here",
        help=f"write `{name}` alone, or declare it with `of each`",
        about=(name,),
    )


def not_settable(span: Span, name: str, is_a: str) -> Diagnostic:
    """`set` or `add` on something that is not state."""
    return Diagnostic("not-settable", span,
        f"`{name}` {add_verb(is_a)} and cannot be set",
        label="only what a phase keeps or counts, and names given by `let`, can be set",
        help="declare it in a phase with `keep` or `count`",
        about=(name,),
    )


def set_too_large(span: Span, size: int, most: int) -> Diagnostic:
    return Diagnostic("set-too-large", span,
        f"a set can have at most {most} possible members; this one has {size}",
        label=f"{size} possible members",
        help=f"narrow it, for instance `set of 0..{most - 1}`",
    )


def no_members(span: Span, kind: str) -> Diagnostic:
    """`none` or `and` where no kind can be told."""
    return Diagnostic("wrong-type", span,
        f"it cannot be told what {kind} is a set of",
        label="a set of what?",
        help="compare it with something kept as `set of ...`",
    )


def not_nameable(span: Span, what: str) -> Diagnostic:
    """A `let` of something whose type cannot be told, or that is only shown."""
    advice = "a text stands only in `say`, in views and in columns of tables"
    if "set" in what:
        advice = "begin with a set that has the right members, less all of them: `all KIND without all KIND`"
    return Diagnostic("wrong-type", span,
        f"{what} cannot be given a name",
        label="of what?" if "set" in what else "a text",
        help=advice,
    )


def option_value(span: Span, option: str, found: str, allowed: Sequence[str], limits: str) -> Diagnostic:
    """An option set to something that is not one of its alternatives; `limits` are those of a range of numbers."""
    guess = None if limits else find_nearest(found, allowed)
    number = _find_nearest_number(found, allowed)
    return Diagnostic("option-value", span,
        f"the option `{option}` cannot be `{found}`",
        label=f"a number from {limits} is expected" if limits else f"one of: {', '.join(allowed)}",
        help=f"did you mean `{guess}`?" if guess else _advise_on_value(option, number, limits),
        fix=Fix(span, guess or number) if guess or number else None,
    )


def _find_nearest_number(found: str, allowed: Sequence[str]) -> str:
    if not all(each.isdecimal() for each in (found, *allowed)):
        return ""
    return min(allowed, key=lambda each: abs(int(each) - int(found)))


def _advise_on_value(option: str, number: str, limits: str) -> str:
    if number:
        return f"the nearest value is `{option} = {number}`"
    return f"write a number from {limits}" if limits else "write one of its alternatives"


def option_bare(span: Span, option: str, known: Sequence[str]) -> Diagnostic:
    guess = find_nearest(option, known)
    return Diagnostic("option-bare", span,
        f"the option `{option}` has no alternatives",
        label="nothing to choose between",
        help=f"did you mean the library's option `{guess}`?"
        if guess
        else "list the alternatives below it, each with a text; or write `in 1..9` after a number",
    )


def dice_impossible(span: Span, written: str, number: int, faces: int, most: int) -> Diagnostic:
    """Dice that there cannot be, or too many of them."""
    return Diagnostic("dice-impossible", span,
        f"{written} cannot be rolled here",
        label=f"{number} dice of {faces} faces",
        help=f"at least one die of at least two faces, and no more than {most:,} results in all",
    )


def thrown_by_owner(span: Span, dice: str, kind: str) -> Diagnostic:
    """`for` behind dice that are somebody's."""
    return Diagnostic("wrong-arguments", span,
        f"the dice `{dice}` are always rolled by the {kind} whose they are",
        label="nobody else rolls them",
        help=f"leave out `for {span.text}`",
    )


def choice_incomplete(span: Span, name: str, lacks: str) -> Diagnostic:
    """A choice without anything to choose, or without a default."""
    return Diagnostic("choice-incomplete", span,
        f"the choice `{name}` has no {lacks}",
        label=f"no {lacks}",
        help="a choice has a question, then `pick ... from ...` or named offers, then `default ...`, "
        "so that any game can be played without people",
    )


def choice_mixed(span: Span, name: str, pick: Span, offer: Span) -> Diagnostic:
    """A choice that both picks from a set and has named offers."""
    return Diagnostic("choice-mixed", span,
        f"the choice `{name}` both picks from a set and has offers of its own",
        label="one or the other",
        labels=(Label(pick, "picks here"), Label(offer, "an offer of its own")),
        help="keep the `pick` line or the named offers, and make a second choice of the other",
    )


def choice_empty(span: Span, name: str) -> Diagnostic:
    return Diagnostic("choice-empty", span,
        f"the choice `{name}` never offers anything",
        label="no offer can ever hold",
        help="give it an offer without a condition, or widen what it picks from",
    )


def choice_no_option(span: Span, name: str, position: Sequence[str]) -> Diagnostic:
    """A choice that offers nothing in some position, told value by value."""
    return Diagnostic("choice-no-option", span,
        f"the choice `{name}` offers nothing when {', '.join(position)}",
        label="nothing to choose then",
        notes=("if the game asks for this choice then, it cannot go on",),
        help="give it an offer that is always open, or choose only when something is offered",
        severity=Severity.WARNING,
    )


def row_without_colon(hole: Span) -> Diagnostic:
    return Diagnostic("text-brace", hole,
        "nothing says what is shown for each of them",
        label="write `for each NAME in MEMBERS: VALUE`",
        help="a row is written as `{for each cell in a1..a3: mark of cell}`; what is not to be shown of some is said "
        "behind the colon, as in `... ? X|.`",
    )


def case_without_condition(span: Span, hole: Span) -> Diagnostic:
    """More texts between braces than conditions tell apart."""
    condition = hole.text.partition("?")[0].strip()
    first, *_ = span.text.split("|")
    return Diagnostic("text-brace", span,
        f"nothing says when `{first.strip()}` is shown",
        label="a condition and `?` are missing before it",
        help=f"each case but the last has a condition: `{{{condition} ? ...|CONDITION ? {first.strip()}|...}}`",
    )


def text_brace(span: Span) -> Diagnostic:
    return Diagnostic("text-brace", span,
        "a brace in this text has no partner",
        label="opens or closes nothing",
        help="write `{value}` to show a value, `{{` or `}}` for a brace itself",
    )


MAX_PROPOSAL = 200
"""Longer lines are not written out twice."""


def where_unclear(whole: Span, condition: Span, apart: Span, word: str) -> Diagnostic:
    """An `or` or `and` behind the condition of a `where`, which may be meant to stand beside the whole. `apart` is the
    word and what follows it."""
    taken_in = f"{whole.text[: condition.start - whole.start]}({condition.text})"
    beside = f"({whole.text[: apart.start - whole.start]}) {apart.text.strip()}"
    help = f"write `{' '.join(taken_in.split())}`, or, if that is meant, `{' '.join(beside.split())}`"
    if len(help) > MAX_PROPOSAL:
        help = f"put what follows `where` in parentheses, or, if that is meant, all up to this `{word}`"
    return Diagnostic("where-unclear", Span(apart.source, apart.end - len(apart.text.lstrip()), apart.end),
        f"this `{word}` is part of the condition after `where`, but could be read otherwise",
        label="taken in by `where`",
        help=help,
        fix=Fix(condition, f"({condition.text})"),
        severity=Severity.WARNING,
    )
