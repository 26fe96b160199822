"""What is wrong with how a line is put together."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Label
from interpreter.source import Span

FOREIGN = {
    "else": "otherwise",
    "elif": "otherwise when",
    "elsif": "otherwise when",
    "elseif": "otherwise when",
    "else if": "otherwise when",
    "else when": "otherwise when",
    "otherwise if": "otherwise when",
    "if": "when",
    "unless": "when not",
    "while": "repeat ... until",
    "repeat while": "repeat ... until",
    "loop": "repeat",
    "print": "say",
}
FOREIGN_DECLARATIONS = {
    "def": "define",
    "function": "rule",
    "func": "rule",
    "procedure": "rule",
    "die": "dice",
    "enum": "kind",
    "teams": "sides",
    "test": "example",
}
FOREIGN_LINES = {
    "expect": "then",
    "assert": "then",
    "result": "then",
    "setup": "given",
    "before": "given",
    "throw": "roll",
    "answer": "choose",
    "import": "use",
    "include": "use",
}
"""Words that people bring from elsewhere, and what stands for them here."""


MAX_NAMED = 5


def join_things(things: Sequence[str]) -> str:
    """Things as a reader says them, a handful at most: `a, b or c`."""
    if len(things) > MAX_NAMED:
        return f"{', '.join(things[:MAX_NAMED])} ..."
    *most, last = things or ("something else",)
    return f"{', '.join(most)} or {last}" if most else last


def only_comments(span: Span) -> Diagnostic:
    return Diagnostic("file-empty", span,
        "there is nothing in this file but comments",
        help='a ruleset begins with `game my_game "My Game"`',
    )


def unknown_declaration(span: Span, word: str, guess: str | None) -> Diagnostic:
    """The first word of a line in the first column is no declaration's."""
    return Diagnostic("unknown-declaration", span,
        f"`{word}` does not begin a declaration",
        help=f"did you mean `{guess}`?"
        if guess
        else "begin a line in the first column with a word such as `rule`, `table`, `phase`, `define` or `option`",
        fix=Fix(span, guess) if guess else None,
    )


def line_outside(span: Span, word: str, parents: Sequence[str]) -> Diagnostic:
    """A line that belongs inside something stands in the first column."""
    return Diagnostic("unknown-declaration", span,
        f"a `{word}` line cannot stand by itself",
        help=f"indent it by two spaces under its {join_things([f'`{parent}`' for parent in parents])}",
        fix=Fix(Span(span.source, span.start, span.start), "  "),
    )


def _begin_line(span: Span) -> Fix:
    """What stands before a place in its line is left out."""
    return Fix(Span(span.source, span.start - span.column + 1, span.start), "")


def indented_declaration(span: Span, word: str) -> Diagnostic:
    """A declaration that does not begin in the first column."""
    return Diagnostic("indented-declaration", span,
        f"this `{word}` line is indented, so it is read as a part of what stands above it",
        help="begin each declaration in the first column",
        fix=_begin_line(span),
    )


def nothing_above(span: Span) -> Diagnostic:
    return Diagnostic("indented-declaration", span,
        "the first line of the file is indented, but nothing stands above it",
        help="begin each declaration in the first column",
        fix=_begin_line(span),
    )


def unexpected_indent(span: Span, above: str, guess: str | None) -> Diagnostic:
    """A line is indented under one that takes no lines."""
    return Diagnostic("unexpected-indent", span,
        "this line is indented deeper than the one above, which takes no lines under it",
        help=f"`{above}` does not begin a block; did you mean `{guess}`?" if guess else "indent it like the line above",
    )


def missing_block(span: Span, word: str) -> Diagnostic:
    return Diagnostic("missing-block", span,
        f"nothing is indented under this `{word}` line",
        help="write what belongs to it on the lines below, indented by two more spaces",
    )


def unexpected_word(span: Span, word: str, after: str, expected: Sequence[str], hint: str) -> Diagnostic:
    return Diagnostic("unexpected-word", span,
        f"{quote_word(word)} does not fit here: {then(after)} comes {join_things(expected)}",
        help=hint,
    )


def then(after: str) -> str:
    return f"after {quote_word(after)}" if after else "here"


def unkept_start(span: Span, line: str) -> Diagnostic:
    """`keep strikes : 0..3` without what it begins with."""
    return Diagnostic("unfinished-line", span,
        "nothing says what is kept at first",
        help=f"write `{line} = ...`; only what is kept `or none` is none at first",
    )


def unfinished_line(span: Span, after: str, expected: Sequence[str], is_name: bool = False) -> Diagnostic:
    """`is_name` says that something is called by the word that the line ends with."""
    return Diagnostic("unfinished-line", span,
        f"the line ends too early: {then(after)} comes {join_things(expected)}",
        help=f"if it is the name that is meant, write `({after})`"
        if is_name
        else "finish the line; it may go on below only inside parentheses",
    )


def line_of_definition(span: Span, word: str) -> Diagnostic:
    """A line under a definition that is no name for a value, or comes after the definition's own."""
    return Diagnostic("unknown-line", span,
        f"this `{word}` line does not fit under its `define`",
        help=HINT_LETS,
    )


def unfinished_block(span: Span, word: str) -> Diagnostic:
    """A definition of nothing but names for values."""
    return Diagnostic("unfinished-line", span,
        f"this `{word}` ends too early: after its `let` lines comes a value",
        help="write what it is worth on a line of its own below",
    )


def unfinished_value(span: Span, after: str, expected: Sequence[str]) -> Diagnostic:
    """The value between braces in a text stops in the middle, or there is none."""
    return Diagnostic("unfinished-line", span,
        f"the value in braces ends too early: {then(after)} comes {join_things(expected)}",
        help="finish the value; to show a brace itself write two, `{{` or `}}`",
    )


def unknown_line(span: Span, word: str, parent: str, guess: str | None, expected: Sequence[str]) -> Diagnostic:
    """The first word of an indented line does not belong where it stands."""
    return Diagnostic("unknown-line", span,
        f"{quote_word(word)} does not begin a line under `{parent}`",
        help=_advise_on_line(word, guess, expected),
        fix=Fix(span, guess) if guess and word != "until" else None,
    )


def _advise_on_line(word: str, guess: str | None, expected: Sequence[str]) -> str:
    if word == "until":
        return "`until` stands under a `repeat`, as far left; turns that go round and round are `repeat for each ...`"
    return f"did you mean `{guess}`?" if guess else f"begin the line with {join_things(expected)}"


def quote_word(word: str) -> str:
    """A word as it stands in a message; texts are shortened."""
    longest = 30
    return f"`{word}`" if len(word) <= longest else f"`{word[:longest]}...`"


def reserved_word(span: Span, word: str, begins_step: bool = False) -> Diagnostic:
    """A word of the language where a name is expected. One that `begins_step` is refused to rules and phases alone."""
    return Diagnostic("reserved-word", span,
        f"`{word}` begins a line of rules and phases, so none of them can be called that"
        if begins_step
        else f"`{word}` is a word of the language, so nothing can be called that",
        help=f"choose another name, such as `the_{word}`",
    )


def equals_sign(span: Span, instead: str) -> Diagnostic:
    """`=` where something is compared or changed. `instead` is what belongs there, if it is certain."""
    text = span.source.text
    before = "" if text[span.start - 1 : span.start].isspace() else " "
    after = "" if text[span.end : span.end + 1].isspace() else " "
    return Diagnostic("equals-sign", span,
        "`=` neither compares nor changes anything",
        help="write `is` to compare, `set ... to` to change",
        fix=Fix(span, f"{before}{instead}{after}") if instead else None,
    )


def missing_colon(span: Span, what: str) -> Diagnostic:
    return Diagnostic("missing-colon", span,
        f"a `:` is missing before {quote_word(span.text)}",
        help=f"put `:` between {what}",
        fix=Fix(Span(span.source, span.start, span.start), ": "),
    )


def stray_colon(span: Span) -> Diagnostic:
    """A colon at the end of a line that has lines under it."""
    return Diagnostic("stray-colon", span,
        "no `:` is written before indented lines",
        help="take the `:` out; it only stands before what follows on the same line",
        fix=Fix(span, ""),
    )


def foreign_word(span: Span, word: str) -> Diagnostic:
    return Diagnostic("foreign-word", span,
        f"`{word}` is not a word of this language",
        help=f"write `{FOREIGN[word]}`",
        fix=Fix(span, FOREIGN[word]) if "..." not in FOREIGN[word] else None,
    )


def written_twice(what: str, span: Span, first: Span) -> Diagnostic:
    return Diagnostic("written-twice", span,
        f"there is a second {what} here; one is enough",
        labels=(Label(first, "the first one"),),
        help="keep the one you want and take the other out",
    )


def misplaced_heading(span: Span, first: Span) -> Diagnostic:
    """The line of column keys is not the first of its table."""
    return Diagnostic("misplaced-heading", span,
        "the line of column keys stands below a row",
        labels=(Label(first, "the table's first line"),),
        help="put it above all the rows",
    )


# ---- advice on a word that does not fit

HINT_AIM = "an aim is the most or the least of a measure, by its name: `aim most score`"
HINT_QUOTIENT = (
    "what a game comes to is `measure lost per game = ...`; one measure per another, by their names, is "
    "`measure edge = lost per staked`"
)
HINT_NOTHING = "`nothing` is a step that does nothing; the value is `none`"
HINT_OR_NONE = "what may be nothing is declared with `or none` at the end, as in `keep holder : player or none`"
HINT_NOT_THREE = (
    "`yes or no` is one of the two; for a third write a kind, as in `kind answer: agreed, refused`, "
    "and keep `answer or none`"
)
HINT_BANK = (
    'the bank is declared by `players 1..7 against the bank "The House"`; whatever it is called there, it stands only '
    "in `win the bank` and `won the bank`, each by itself"
)
HINT_ODDS = (
    "chance is written `1 in 3 : ...`, or after a condition `when ..., 1 in 3 : ...`; "
    "what is longer than a number or a name stands in parentheses"
)
HINT_PARENTHESIS = "no parenthesis is open here: take this one out, or put `(` where the group begins"
HINT_WHOLE = "numbers are whole and written without commas; a range has two dots, as in `1..6`"
HINT_IS = "`is` compares; a name gets its value with `=`"
HINT_QUOTE = "a text cannot have a double quote inside it: use single ones there"
HINT_WHERE = "`where` comes before `with most` or `with least`, which end the value"
HINT_MOST = "write `with most` or `with least`, and what to go by"
HINT_LESSER = "two values stand after `the lesser of`, longer ones in parentheses: `the lesser of (a + 1) and b`"
HINT_NEXT = "going round a set is written `next in ... after ...` or `last in ... before ...`"
HINT_LETS = "end the line of a `define` with `=`; below it stand `let NAME = value` lines, and last the value"
HINT_KEY = "put a condition that is a key in parentheses: `on (outs is 2)`"
HINT_HOLDS = "what dice hold is written `3 alike`, `4 in a row`, `1..5` or `6+6`"
HINT_TIMES = (
    "write `repeat 3 times : step`, or the steps on lines below and `until` under them; "
    "a number longer than a word stands in parentheses"
)
HINT_PICK = (
    "one of a set is picked by a name for it, `pick card from ...`, some by `pick some from subsets of ...`; of so many"
    " it is said what they are: `pick 3 cards from ...`, `pick 0..3 cards from ...`"
)
HINT_KEPT = (
    "one for each member is `keep score of each player : ...`; for several kinds together they are joined by `and`: "
    "`keep score of each player and box : ...`"
)
HINT_SEEN = (
    "who sees it stands behind the type: `keep bid of each player : 0..9, seen by its player = 0`, "
    "or `, face down` for nobody and `, face up` for all"
)
HINT_CIRCLE = "a kind that goes round says so behind its name: `kind month in a circle: january, february`"
HINT_ROUNDS = (
    "going round and round is written `repeat for each one in ...`, the steps below it, "
    "and `until` on a line of its own under them"
)
HINT_RIGHT = "`, from starter` goes to the left, and `, from starter to the right` the other way round"
HINT_THOSE = "say what each is called, and of what set: `those one in all player ...`"
HINT_THE = (
    "the best of several is written `the one in all player with most ...`, and all that tie for it "
    "`those one in all player with most ...`"
)

ORDERS = {"from": "from ...", "highest": "highest first", "lowest": "lowest first"}
"""What says in which order `for each` goes through a set, by its first word."""


def how_many(first: str, written: str) -> str:
    """Advice on a number that is worked out, where a number or a name stands."""
    return f"put how many they are in parentheses: `{first} ({written}) ...`"


def kept_for(name: str) -> str:
    return f"what is kept for each of several is given behind `of`: `{name} of (..., ...)`"


def to_group(word: str) -> str:
    """A value that is longer than a word, where only a short one can stand."""
    return f"put what begins with `{word}` in parentheses: `({word} ...)`"


def after_table(table: str, column: str) -> str:
    """What a table is asked with stands behind its name, and not behind a column's."""
    return f"put the values in parentheses right after the table's name: `{table}(...).{column}`"


def not_a_name(word: str) -> str:
    """A word of the language where a name could stand."""
    return f"`{word}` is a word of the language and never a name: call it something else, such as `the_{word}`"


def comma_before(word: str) -> str:
    """What says in which order a set is gone through stands behind a comma."""
    return f"put a comma before the order: `, {ORDERS[word]}`"


def advice_below(choice: str) -> str:
    return f"write `{choice}` alone, and under it lines such as `when ... : ...` and `otherwise : ...`"


def ask_again(name: str) -> str:
    return f"each comparison is written out: `... or {name} is none`"


def did_you_mean(guess: str, instead_of: str = "") -> str:
    return f"did you mean `{guess}`{f' instead of `{instead_of}`' if instead_of else ''}?"


def one_name(first: str, second: str) -> str:
    """Two names in a row may be one name of two words."""
    return f"if `{first} {second}` is one name, write `{first}_{second}`"


def one_of_actions(first: str, second: str, sure: bool) -> str:
    """Something to do, as it seems or for `sure`, in a value that chooses between two."""
    chosen = "`if ... otherwise` chooses between values; to choose between actions use `when` and `otherwise` in a rule"
    return chosen if sure else f"{chosen} (if `{first} {second}` is one name, write `{first}_{second}`)"


def rule_in_value(rule: str) -> str:
    """A rule is called where only a value can stand."""
    return f"`{rule}` is something that is done, and has no value: put it on a line of its own, or after `then`"


def longer_value(rule: str, value: str) -> str:
    """A rule is called with a value of more than a word or two."""
    return f"put a value longer than a word or two in parentheses: `{rule} ({value} ...)`"
