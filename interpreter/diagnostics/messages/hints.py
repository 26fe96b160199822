"""Help for a line that does not parse: what may have been meant, and how it is written."""

from __future__ import annotations

AIM = "write `most` or `least` and the name of a measure: `aim most score`"
QUOTIENT = (
    "write `measure lost per game = ...` to measure a game, or `measure edge = lost per staked` to divide one measure "
    "by another"
)
NOTHING = "write `none`; `nothing` is a step that does nothing, not a value"
OR_NONE = "put `or none` at the end of the type, as in `keep holder : player or none`"
NOT_THREE = (
    "`yes or no` has two values; for a third declare a kind, as in `kind answer: agreed, refused`, "
    "and write `answer or none`"
)
BANK = (
    'declare the bank with `players 1..7 against the bank "The House"`; `the bank` can then only be used in '
    "`win the bank` and `won the bank`"
)
ODDS = (
    "write odds as `1 in 3 : ...`, or after a condition as `when ..., 1 in 3 : ...`; "
    "put values longer than a number or a name in parentheses"
)
PARENTHESIS = "remove it, or put `(` where the group begins"
WHOLE = "write a whole number without commas, or a range with two dots, as in `1..6`"
TENTHS = "numbers are whole; count in halves or tenths instead, so that 2.4 is `24`"
IS = "write `=` to give a name its value; `is` only compares"
QUOTE = "use single quotes inside a text"
WHERE = "put `where` before `with most` or `with least`"
MOST = "write `with most` or `with least`, and the value to compare"
LESSER = "write two values, longer ones in parentheses: `the lesser of (a + 1) and b`"
NEXT = "write `next in ... after ...` or `last in ... before ...` to go round a set"
NEXT_IN_RANGE = "put the range in parentheses: `next in (1..6) after far`"
NEXT_OF_SOME = "to pass over some, write `next in those one in all player where ... after turner`"
LETS = "end the `define` line with `=`, then write `let NAME = value` lines, and the value last"
KEY = "put the condition in parentheses: `on (outs is 2)`"
HOLDS = "write `3 alike`, `4 in a row`, `1..5` or `6+6` after `holds`"
COUNT = "write the condition after `where`: `count of die in throw where die is 6`"
FACES = "write how many dice there are before the faces: `1 of 1, 2, 3`"
SUPPOSE = "write the rule in parentheses after a space, `after (move stone by 2) condition`; several steps are a rule"
PARTING = "write `the rest of parting held into meld where size of meld >= 3 and ... with least size of rest`"
NUMBERS = "a kind of numbers is a range of them: `kind square: 1..40`"
OPTION_RANGE = "put the range on the first line: `option stake = 5 in 1..10`"
OPTION = 'give one value as the default, and write each value below with what it means: `yes "it may"`'
QUESTION = "put the question on a line of its own below"
PARAMETER = "say what it can be: `(n: 1..6)`"
RULE_HEAD = "write the values in parentheses: `rule give (amount: 1..6, one: player)`, or with a word before the second"
ANSWER = "write `is` and the answer: `choose play is hit`"
WON = "write `won` and who wins: `won lowest of all player`"
CASES = "write `{x > 3 ? yes|no}`"
OTHERWISE = "write the condition after the value: `x if x > 3 otherwise 0`"
RESULT = "put `:` between a pattern and its result"
ADVICE = "write the name of a choice first, and `when ... : ANSWER` on the lines below it"
ROLLED = "write `throw holds 3 alike`, `throw holds 6+6` or `some die in throw where die is 6`"
KEEPING = "write `roll throw` to roll all, `roll throw keeping kept` to roll the others again"
TOGETHER = "write `and` between dice that are rolled together"
ROLL_EACH = "write `all` in place of `each`, as in `roll cup of all player`"
SOME_DICE = "name the dice: `roll throw`, or `roll 2 of throw` for only some of them"
DEAL = "write `deal 3 from stock to held of one`, without `cards`"
DEAL_EACH = "write `for each one in all player`, and below it `deal 3 from stock to held of one`"
CHOOSER = "write `by` and who chooses: `choose bid by one`"
PARTS = "put an answer in several parts in parentheses: `bid is (3, 6)`"
TIMES = (
    "write `repeat 3 times : step`, or put the steps on lines below and `until` under them; "
    "put a number longer than a word in parentheses"
)
PICK_WHERE = "put `where` behind the last part, or the set with its own `where` in parentheses"
PICK = (
    "write `pick card from ...` for one, `pick 3 cards from ...` or `pick 0..3 cards from ...` for several, "
    "or `pick cards from subsets of ...`; to let the player pass, write `or none \"pass\"` at the end"
)
SEVERAL_CHOSEN = "join several cards with `and`, dice with `+`, and put each choice on a line of its own"
PLAYER_PICKS = (
    "to let a player choose, declare a `choice` with a line `pick ...`, and write `choose NAME by one`; "
    "to deal cards, write `deal 2 from stock to hand of one`"
)
KEPT = (
    "write `keep score of each player : ...`, and join several kinds with `and`: "
    "`keep score of each player and box : ...`"
)
SEEN = (
    "write who sees it after the type: `keep bid of each player : 0..9, seen by its player = 0`, "
    "or `, face down` for nobody, or `, face up` for everyone"
)
CIRCLE = "write `in a circle` after the name: `kind month in a circle: january, february`"
ROUNDS = (
    "write `repeat for each one in ...` to go round and round, the steps below it, "
    "and `until` on a line of its own under them"
)
RIGHT = "write `, from starter` to go to the left, or `, from starter to the right`"
THOSE = "write a name for each and a set: `those one in all player ...`"
THE = (
    "write `the one in all player with most ...` for the best, or `those one in all player with most ...` for all "
    "that tie"
)

def how_many(first: str, written: str) -> str:
    """Help for a computed number where only a number or a name can be written."""
    return f"put the number in parentheses: `{first} ({written}) ...`"


def kept_for(name: str) -> str:
    return f"write `of` and the members in parentheses: `{name} of (..., ...)`"


def beside(side: str, name: str) -> str:
    """The player to the left or right of another."""
    return f"write `{side} of {name}`"


def to_group(word: str) -> str:
    """A value longer than a word where only a short one is allowed."""
    return f"put the value in parentheses: `({word} ...)`"


def after_table(table: str, column: str) -> str:
    """The keys of a table are written after its name, not after a column's."""
    return f"put the parentheses right after the name of the table: `{table}(...).{column}`"


def not_a_name(word: str) -> str:
    """A word of the language where a name is possible."""
    return f"`{word}` is a word of the language; choose another name, for example `the_{word}`"


def comma_before(order: str) -> str:
    """The order of a `for each` is written after a comma."""
    return f"put a comma before the order: `, {order}`"


def advice_below(choice: str) -> str:
    return f"write `{choice}` alone, and below it lines such as `when ... : ...` and `otherwise : ...`"


def ask_again(name: str) -> str:
    return f"write out the second comparison: `... or {name} is none`"


def did_you_mean(guess: str, instead_of: str = "") -> str:
    return f"did you mean `{guess}`{f' instead of `{instead_of}`' if instead_of else ''}?"


def one_name(first: str, second: str) -> str:
    """Two names in a row may be one name in two words."""
    return f"if `{first} {second}` is one name, write `{first}_{second}`"


def one_of_actions(first: str, second: str, sure: bool) -> str:
    """An action, probably or for `sure`, in a value that chooses between two."""
    chosen = "to choose between actions use `when` and `otherwise` in a rule"
    return chosen if sure else f"{chosen} (if `{first} {second}` is one name, write `{first}_{second}`)"


def rule_in_value(rule: str) -> str:
    """A rule is called where a value is expected."""
    return f"call the rule `{rule}`, which has no value, on a line of its own or after `then`"


def longer_value(rule: str, value: str) -> str:
    """A rule is called with a value of more than a word or two."""
    return f"put the value in parentheses: `{rule} ({value} ...)`"
