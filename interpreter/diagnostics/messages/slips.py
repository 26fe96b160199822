"""What newcomers write in lines that do not parse, as patterns, and how it is written.

A slip is found if its pattern matches where the line went wrong. Help repeats parts of the line, as `\\1`. The first
slip that matches counts, so a narrow pattern stands above a wide one.
"""

from __future__ import annotations

EACH = r"write `for each one in all \1`, and below it the step for `one`"
SEEN = (
    "write `face up` (everyone sees it), `face down` (nobody does), or `seen by its player` where it is "
    "`of each player`"
)
WON = "write `won` and who has won, as in `won lowest of all player`, or `drawn` if the game is over and nobody has"
ENDED = "write `ended game`, or `not ended game`"
REPEAT = "write `repeat` alone, the steps below it, and `until ...` on a line of its own under them"
KEEPING = r"write `roll \1` to roll all, `roll \1 keeping kept` to roll the others again"

IN_EXAMPLES = (
    (r"stop at choose (\w+) is", r"omit the answer: `stop at choose \1`"),
    (r"stop (?:(?:at|before|when|on) )?(?:choose )?(\w+)", r"write `stop at choose \1`"),
    (r"not (?:won|drawn)\b.*|\bwins\b", WON),
    (r"(?:did|does) not (?:say|show)|not says?", 'write `not said "..."`'),
    (r"(?:says?|shows?|did say) \"", 'write `said "..."`'),
    (r"given (\w+(?: of \w+)?) to", r"write `given \1 is ...`"),
    (r"roll [\d+, ]+ and", "put a comma between two rolls: `roll 2+5, 3`"),
    (r"roll.*(?:\d *-|\()", "join what the dice of one roll show with `+`: `roll 4+4, 6`"),
    (r"cannot (\w+) is", r"write `cannot choose \1 is ...`"),
    (r"players? *(?:is|are|=|:) *(\d*)", r"write `players` and the number: `players 2`"),
    (r"asked (?:to )?choose (\w+)", r"write `asked \1`, without `choose`"),
    (r"(?:was|were|is) (?:not )?asked", "write `asked` or `not asked`, and the name of the choice"),
    (r"did (?:not )?(?:end|begin|start)\b.*", ENDED),
    (r"game (?:is )?(?:over|ends|ended|finished)", ENDED),
)  # fmt: skip

IN_DICE = (
    (r"dice of", "give the dice a name first: `dice cup of each player = 5d6, seen by its player`"),
    (r"dice \w+ of (\w+)", r"write `of each \1`"),
    (r"dice (\w+) *:", r"write `=` before the dice: `dice \1 = 2d6`"),
    (r"= *d(\d+)", r"write how many there are: `1d\1`"),
    (r"= *(\d+) *x *d?(\d+)", r"write `\1d\2`"),
    (r"= *\S+ (?:(?:of|for) )?(?:each|per|every) (\w+)",
     r"put `of each \1` before the `=`: `dice cup of each \1 = 2d6`"),
    (r"= *\d+d\d+ *[,+] *\d+d\d+",
     "declare dice with other faces by themselves: `dice small = 2d6`, `dice large = 1d8`"),
    (r"= *\d+d\d+ *\+", "declare the dice alone, and add the number where you use their total: `throw + 1`"),
    (r"of *\"", "use numbers, or the members of a kind: `kind sky: sun, rain`, and `dice weather = 1 of sky`"),
)  # fmt: skip

IN_CARDS = (
    (r"cards \w+ *=", "write `:` before the cards: `cards deck: rank of suit`"),
    (r"(\d+) *x *(\w+(?: of \w+)?)", r"write `\1 of \2`"),
    (r"(\d+) (?!of\b)([a-z]\w*)", r"write `\1 of \2`"),
    (r": *\d+ *$", "write what the cards are: `rank of suit` makes one of each rank in each suit"),
    (r"(\w+) and (\w+)", r"write `\1 of \2` for a card of each with each; put commas between single cards"),
)

IN_ZONES = (
    (r"(pile|hand) of", r"give it a name first: `\1 held of each player : ...`"),
    (r"(pile|hand) (\w+) (?:for )?(?:each|every)(?: (\w+))?", r"write `\1 \2 of each \3`"),
    (r"= *(?!all)(\w+)", r"write `= all \1`"),
    (r": *\w+ *$", "write who sees the cards: `face up` (everyone), `face down` (nobody), or `seen by its player`"),
)

SEEN_OTHERWISE = (
    (r",? *(?:hidden|secret|private|public|visible|closed|unseen)\b", SEEN),
    (r"seen by (?!its)\w+", "write `seen by its player`, or `seen by its side`"),
)

STEP = r"(?:^|:|then\b) *"
"""What stands before a step."""

IN_STEPS = (
    (r"^[^\"]*\bwins\b", "write `win` and who wins: `win those one in all player with most score of one`"),
    (STEP + r"(roll|end) the (\w+)", r"write `\1 \2`"),
    (STEP + r"roll (\w+) (?:twice|two times)", r"write `repeat 2 times : roll \1`"),
    (STEP + r"roll (\w+) (?:except|but|keep|and|without)\b", KEEPING),
    (STEP + r"roll \w+ keeping (.+?)(?: for \w+)?$", r"put the dice that stay in parentheses: `keeping (\1)`"),
    (STEP + r"roll (\d+d\d+)", r"declare the dice, `dice throw = \1`, and write `roll throw`"),
    (STEP + r"roll (\w+) for each (\w+)", r"write `for each one in all \2 : roll \1 for one`"),
    (STEP + r"roll (\w+) by (\w+)", r"write `roll \1 for \2`"),
    (STEP + r"roll (\d+) (?!of\b|dice\b|times\b)(\w+)", r"write `roll \1 of \2`"),
    (r"(?:=|to|is) roll (\w+)", r"write `roll \1` on a line of its own; after it, `\1` is what the dice show"),
    (r"(\w+) rolls (\w+)", r"write `roll \2 for \1`"),
    (r"any (\w+) in", r"write `some \1 in ... where ...`"),
    (STEP + r"deal (\d+) to", r"say where the cards come from: `deal \1 from stock to ...`"),
    (STEP + r"deal from (\w+) (\d+)", r"write `deal \2 from \1 to ...`"),
    (STEP + r"deal all from (\w+)",
     r"write a number, as in `deal 3 from \1 to ...`; `put all from \1 to ...` moves all cards"),
    (STEP + r"(?:draw|take) (?:a|an|one|\d+) cards?",
     "write `deal 1 from stock to held of one`, with a number and both places"),
    (STEP + r"(?:put|move) (?:a|an|one|any|\d+) cards?",
     "name the cards, as in `put top of stock from stock to played`; `deal 1 from stock to played` moves the "
     "card on top"),
    (STEP + r"move (.+?) from (?!.* by )(\w+)", r"write `put \1 from \2 to ...`"),
    (STEP + r"put (\w+) (?!of\b|from\b|to\b)(\w+) from", r"write a card as `\1 of \2`"),
    (STEP + r"put (?!all\b|from\b|.* from )(.+?) to", r"say where it lies: `put \1 from ... to ...`"),
    (r"(?:under|beneath|below|to the bottom of) (\w+)", r"write `to bottom of \1`"),
    (r"(?:onto|on top of|on|to the top of) (\w+)", r"write `to \1`; cards come to lie on top"),
    (STEP + r"swap (.+) and (.+)", r"write `swap \1 with \2`"),
    (STEP + r"shuffle (?:all )?(\w+) (?:in)?to (\w+)",
     r"write `put all from \1 to \2`, and `shuffle \2` on the next line"),
    (STEP + r"(?:set|add|take|put|swap) .*\b(?:of|to) (?:each|every) (\w+)", EACH),
    (STEP + r"set (?!.* to\b)(\w+(?: of [^=]+?)?) (\w+)$", r"write `set \1 to \2`"),
    (STEP + r"add (?!.* to\b)([a-z]\w*(?: of .+?)?) (\w+)$", r"write `add \2 to \1`"),
    (STEP + r"take (?!.* from\b)([a-z]\w*(?: of .+?)?) (\w+)$", r"write `take \2 from \1`"),
    (STEP + r"for each (\w+) *$", r"write a name for each and a set: `for each one in all \1`"),
    (STEP + r"for (?:all|every|any) (\w+)", r"write a name for each and a set: `for each one in all \1`"),
    (STEP + r"for (\w+) in", r"write `for each \1 in ...`"),
    (r",? (?:starting|beginning) (?:from|with|at|by) (\w+)", r"write `, from \1`"),
    (r",? (?:counter)?(?:clockwise|anticlockwise)",
     "write `, from starter` to go to the left, or `, from starter to the right`"),
    (STEP + r"repeat (?:until|forever|always)", REPEAT),
)  # fmt: skip

ANYWHERE = (
    (r"is (?:at least|no less than) (\w+)", r"write `>= \1`, without `is`"),
    (r"is (?:at most|no more than) (\w+)", r"write `<= \1`, without `is`"),
    (r"is (?:more|greater|higher|bigger) than (\w+)", r"write `> \1`, without `is`"),
    (r"is (?:less|fewer|lower|smaller) than (\w+)", r"write `< \1`, without `is`"),
    (r"(\w+) is (\d+), ?(\d+)", r"write `\1 is \2 or \1 is \3`; for an answer in several parts, `\1 is (\2, \3)`"),
    (r"\b(?:plus|minus|multiplied|divided)\b", "write `+`, `-`, `*` or `/`"),
    (r"the \w+ (left|right) of (\w+)", r"write `\1 of \2`"),
    (r"the (?:greatest|highest|largest|best|lowest|smallest|least) (\w+) in (?!all\b)(\w+)",
     r"write `highest of \2` or `lowest of \2`, or compare something: `the \1 in \2 with most ...`"),
    (r"when no (\w+) *:", r"write `\1 is none`"),
    (r"keep (\w+) *=", r"say first what it can be: `keep \1 : 0..10 = ...`"),
    (r": *(-?\d+) to (-?\d+)", r"write a range with two dots: `\1..\2`"),
    (r": *(?:optional|maybe|possibly) ([\w.]+)", r"write `\1 or none`"),
    (r"\d,\d\d\d\b", "write numbers without commas: `1000000`"),
)  # fmt: skip

IN_CHANGES = (
    (r"change rule (\w+)",
     r"write `replace rule \1` and the whole rule; to add steps to it, `before rule \1` or `after rule \1`"),
    *((rf"change {word} (\w+)", rf"write `replace {word} \1` and all of it")
      for word in ("dice", "cards", "define", "strategy", "measure", "view")),
    (r"remove (?:cards? )?\w+ of \w+", "write `replace cards` and all the cards that stay in the game"),
    (r"remove card (\w+)", r"did you mean `remove cards \1`? To change which cards there are, `replace cards`"),
    (r"remove (?!cards)(\w+)s (\w+)$", r"did you mean `remove \1 \2`?"),
)  # fmt: skip

SLIPS = {
    "players": ((r"players (?:from )?(\d+) *(?:to|or|-) *(\d+)", r"write `players \1..\2`"),),
    "example": (*IN_EXAMPLES, *ANYWHERE),
    "dice": (*IN_DICE, *SEEN_OTHERWISE),
    "cards": IN_CARDS,
    "pile": (*SEEN_OTHERWISE, *IN_ZONES),
    "hand": (*SEEN_OTHERWISE, *IN_ZONES),
    "phase": (*IN_STEPS, *ANYWHERE),
    "rule": (*IN_STEPS, *ANYWHERE),
    "also": (*IN_STEPS, *ANYWHERE),
    "before": (*IN_STEPS, *ANYWHERE),
    "after": (*IN_STEPS, *ANYWHERE),
    "change": (*IN_CHANGES, *IN_STEPS, *ANYWHERE),
    "remove": IN_CHANGES,
}
"""The slips by the first word of the declaration that they are in."""
