"""The little English that sentences need: articles, plurals, possessives, numbers, capitals."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBERS = ("no", *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"])

ARTICLE = re.compile(r"(the|a|an|your|their|its) ")

PLURAL_WORDS = ("dice", "men", "they", "you", "all", "both", "two", "three", "four", "cards")


NO_THING = re.compile(
    r"(?:.*[ _])?(?:\w+ed|\w+[^r]ing|laid|led|held|kept|gone|shown|dealt|taken|thrown|chosen|aside"
    r"|to|of|by|for|from|with|into|at|on|in|is|has|was|can|may|must|when)$"
)
POINTING = re.compile(
    r"(?:some|any)_.*"
    r"|(?:.*[ _])?(?:here|there|near|far|many|much|few|one|other|this|that|which|what|where|who|to|from|at|up|down)$"
)
THINGS = re.compile(r"(?:.*[ _])?(?:bed|deed|feed|red|seed|shed|speed|weed|bidding|betting|heading|king|thing|wing)$")


def is_thing(name: str) -> bool:
    """Whether a name can stand for a thing in a sentence: not one that ends in `gathered`, `aside` or `play_of`."""
    return bool(THINGS.match(name)) or not NO_THING.match(name)


def is_pointing(name: str) -> bool:
    """Whether a name only points: `here`, `how_far`, `where_to`."""
    return bool(POINTING.match(name))


def put_in_case(text: str) -> str:
    """A text with `them` where `they` stands behind a preposition."""
    return re.sub(r"\b(at|for|of|in|on|from|to|than|with) they\b", r"\1 them", text)


def strip_article(phrase: str) -> str:
    return ARTICLE.sub("", phrase, count=1) if ARTICLE.match(phrase) else phrase


def add_article(noun: str) -> str:
    """`the score`, for a noun that has no article, possessive, capital or quotes of its own, and is no `whoever`."""
    is_whole = ARTICLE.match(noun) or noun[:1].isupper() or "'s " in noun or re.match(r"“|(who|what)(ever)? ", noun)
    return noun if is_whole else f"the {noun}"


def add_indefinite(noun: str) -> str:
    noun = strip_article(noun)
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def find_head(phrase: str) -> str:
    """The word of a phrase that says whether it is one thing or several."""
    return re.split(r" (?:of|on|in|that|who|which|from|with|to|for|left|you|they|at|before) ", f"{phrase} ")[0].strip()


def is_plural(phrase: str) -> bool:
    if phrase.startswith(("whoever ", "what ", "each ", "everybody")):
        return False
    if " and " in phrase and not phrase.startswith("the number"):
        return True
    head = find_head(phrase).rpartition(" ")[2]
    return head in PLURAL_WORDS or (head.endswith("s") and not head.endswith(("ss", "'s", "us", "is")))


def be(phrase: str) -> str:
    return "are" if is_plural(phrase) or phrase == "you" else "is"


def conjugate(subject: str, verb: str) -> str:
    """`you throw`, `the player throws`."""
    if is_plural(subject) or subject in ("you", "they"):
        return f"{subject} {verb}"
    ending = "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
    return f"{subject} {verb}{ending}"


def agree(who: str, rest: str) -> str:
    """What follows somebody in an author's text, for you: ` takes two` becomes ` take two`."""
    verb = re.match(r" (has|is|does|\w+?(?:sh|ch|x|o)es|\w+s)\b", rest) if who == "you" else None
    if verb is None:
        return rest
    usual = {"has": "have", "is": "are", "does": "do"}
    word = verb[1]
    plain = usual.get(word) or re.sub(r"(?<=sh|ch)es$|(?<=[xo])es$|s$", "", word)
    return f" {plain}{rest[verb.end() :]}"


def pluralise(noun: str) -> str:
    """The plural of a noun, which stands at the end or before `of` and the like."""
    head = find_head(noun)
    rest = noun[len(head) :]
    if head.endswith("man"):
        return head[:-3] + "men" + rest
    if head.endswith("die"):
        return head[:-3] + "dice" + rest
    if is_plural(head):
        return noun
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        return head[:-1] + "ies" + rest
    return head + ("es" if head.endswith(("s", "sh", "ch", "x")) else "s") + rest


def possess(owner: str, thing: str) -> str:
    """`your score`, `the dealer's score`, `the score of the player on your left`."""
    if owner == "you":
        return f"your {thing}"
    if owner in ("they", "them"):
        return f"their {thing}"
    if owner == "it":
        return f"its {thing}"
    if len(owner.split()) > 3 or is_plural(owner):
        return f"the {thing} of {owner}"
    return f"{owner}'s {thing}"


def count(number: int, noun: str = "") -> str:
    """`three dice`, `17 cards`."""
    word = NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"
    return f"{word} {noun if number == 1 else pluralise(noun)}".strip()


def capitalise(text: str) -> str:
    at = re.search(r"[^\W_]|\d", text)
    return text[: at.start()] + text[at.start()].upper() + text[at.start() + 1 :] if at else text


def make_sentence(text: str) -> str:
    text = capitalise(re.sub(r"\s+", " ", text).strip())
    return text if text.endswith((".", ":", "!", "?", '."', ".*")) else f"{text}."


def lower_first(text: str) -> str:
    return text if re.match(r"[A-Z]\w*[A-Z0-9♠-♦]|I ", text) else text[:1].lower() + text[1:]


def join_words(parts: Sequence[str], word: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) > 2:
        return f"{', '.join(parts[:-1])} {word} {parts[-1]}"
    return f"{parts[0]} {word} {parts[1]}"
