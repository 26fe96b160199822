"""Words that newcomers use where the language has others: help for unknown names."""

from __future__ import annotations

from collections.abc import Mapping


def _each(help: str, *words: str) -> Mapping[str, str]:
    return dict.fromkeys(words, help)


VALUES = {
    "count": "write a count as in `count of die in throw where die is 6`",
    "sum": "write a sum as in `sum of points of one for one in all player`",
    "one": "a player is `one` only inside a loop such as `for each one in all player`; the number is written `1`",
    **_each("write `throw holds 2 alike`, with the name of the dice", "double", "doubles", "pair"),
    **_each("write `throw holds 3 alike`, with the name of the dice", "triple", "triplet"),
    "winner": "write `won` and who wins: `won lowest of all player`",
    "first": "write `lowest of` for the first of a set, and `top of` for the card on top of a pile",
    "last": "write `highest of` for the last of a set, and `top of` for the card on top of a pile",
    "half": "write `1/2 * stake`, and count in `halves`, or write `stake / 2`, which rounds down",
    "empty": "write `none`: `held of one is none`",
    "top": "write `top of PILE` for the card on top, and `to PILE` to put a card there",
    "bottom": "write `to bottom of PILE` to put a card under a pile",
    **_each("write `the lesser of a and b`", "lesser", "smaller", "min", "minimum"),
    **_each("write `the greater of a and b`", "greater", "larger", "max", "maximum"),
    **_each("write `yes`", "true"),
    **_each("write `no`", "false"),
    **_each("write `drawn`", "draw", "tie", "tied"),
}
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ADVICE = VALUES | {word: f"write numbers in digits: `{number}`" for number, word in enumerate(NUMBERS, 2)}

AGAIN = "write `roll throw` to roll all, `roll throw keeping kept` to roll the others again"
STEPS = {
    **_each("write `add 1 to` and the name", "increase", "increment", "raise"),
    **_each("write `take 1 from` and the name", "decrease", "decrement", "reduce", "subtract", "remove", "deduct"),
    **_each(AGAIN, "reroll", "rethrow"),
    **_each("write `roll` and the name of the dice", "throw", "toss"),
    **_each("write `deal 1 from stock to held of one`; `put` moves cards that you name", "draw", "give"),
    **_each("write `put`, the card and both places: `put lead from held of one to played`", "move", "discard"),
    **_each('write `say "..."`', "show", "print", "tell", "announce"),
    **_each("to show a card, put it into a zone that lies `face up`", "flip", "reveal", "turn_over"),
    **_each("write `end` and the name of the phase: `end game`", "stop", "finish", "quit"),
    **_each("write `set`, the name, `to` and the value", "assign", "make"),
    **_each("write `choose`, the name of a choice, `by` and who chooses: `choose bid by one`", "ask", "decide"),
    "next": "write `for each one in all player` for a turn of each; `end` and the name of the phase ends one early",
    **_each("to pass over some players, write `for each one in all player where ...`", "skip", "pass_over"),
}

TYPES = {
    **_each("write which numbers it can be: `0..10`, or `0+`", "number", "numbers", "int", "integer"),
    **_each("write `yes or no`", "boolean", "bool", "flag", "true", "false"),
    **_each("write the name of the dice: `keep aside : throw = none`", "dice", "die", "roll"),
    **_each("write the name after `cards`: `keep led : standard or none`", "card", "cards"),
    **_each("texts cannot be kept; declare a `kind` with the values", "text", "string", "word"),
    **_each("write `set of` and what can be in it: `set of player`", "list", "array"),
}

BY_SORT = {"rule or phase": STEPS, "kind": TYPES}


def find_advice(name: str, wanted: str) -> str:
    """Help for an unknown name where a sort of name was `wanted`, if it is one of these words."""
    return BY_SORT.get(wanted, {}).get(name) or ("" if wanted == "phase" else ADVICE.get(name, ""))
