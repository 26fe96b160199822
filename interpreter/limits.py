"""Every numeric limit: what it bounds, and what people see when it is reached.

A limit stands beside the code that keeps to it. A test holds this list against the code, so a new one is entered here.
The limits of the language are in the manual, too (`grammar/manual/limits.md`).
"""

from __future__ import annotations

from typing import NamedTuple


class Limit(NamedTuple):
    """A number beyond which something is refused, given up or left out."""

    room: str
    name: str
    value: float
    bounds: str
    seen: str


LIMITS = (
    # The language.
    Limit("source", "MOST_CHARACTERS", 300_000, "characters of a file", "an error"),
    Limit("parser", "MOST_CONTINUED_LINES", 400, "further lines inside parentheses", "an error"),
    Limit("parser", "MAX_INDENTATION", 40, "blocks inside one another", "an error"),
    Limit("parser", "MAX_VALUE_DEPTH", 60, "values inside one another, as written", "an error"),
    Limit("parser", "MOST_DIGITS", 9, "digits of a number", "an error"),
    Limit("parser", "MOST_DIGITS", 20, "digits of a number in TOML", "an error"),
    Limit("parser", "MAX_DEPTH", 20, "tables, lists and dotted keys inside one another in TOML", "an error"),
    Limit("domains", "UNBOUNDED", 1_000_000, "a state declared as `0+`", "the game stops"),
    Limit("domains", "MAX_NUMBER", 999_999_999, "a state or an option", "an error, or the game stops"),
    Limit("domains", "MAX_SET_SIZE", 62, "members of a set, players, different cards", "an error"),
    Limit("domains", "MAX_ODDS", 1_000_000, "the second number of `1 in 3`", "an error"),
    Limit("domains", "MAX_DOMAIN_SIZE", 100_000, "values of a table's key, results of a roll", "an error"),
    Limit("throws", "MOST_BITS", 62, "bits of dice that are kept as one number", "an error"),
    Limit("check", "MOST_DICE", 16, "dice rolled together", "an error"),
    Limit("check", "MAX_FACE", 1_000, "faces of a die, and the number on one", "an error"),
    Limit("check", "MOST_CARDS", 1_000, "cards of one `cards` line, all copies counted", "an error"),
    Limit("check", "MOST_ANSWERS", 4_096, "answers of a choice", "an error"),
    Limit("check", "MOST_KEPT", 4_096, "values kept for several kinds", "an error"),
    Limit("check", "MAX_VALUE_SIZE", 20_000, "parts of a value, its definitions written out", "an error"),
    Limit("check", "MAX_VALUE_DEPTH", 150, "values inside a value, its definitions written out", "an error"),
    Limit("check", "MAX_RULE_SIZE", 100_000, "parts of a rule, its definitions written out", "an error"),
    Limit("check", "MAX_DEPTH", 150, "values inside one another, their definitions followed", "an error"),
    Limit("check", "MAX_CHAIN", 60, "definitions, or rules and phases, that use one another in a row", "an error"),
    Limit("check", "MOST_STEPS", 10_000_000, "steps without a roll, a draw or a choice", "a warning"),
    Limit("check", "MOST_IN_SUBSETS", 12, "members of a set whose subsets a step goes through", "a warning"),
    Limit("engine", "STEP_BUDGET", 10_000_000, "steps without a roll, a draw or a choice", "the game stops"),
    Limit("engine", "GAME_BUDGET", 100_000, "rolls, draws and choices in a game", "the game stops (`--most-stops`)"),
    # Checking: beyond these, less is proved or said.
    Limit("parser", "MOST_MISTAKES", 100, "mistakes of one text", "a note that the rest was not checked"),
    Limit("check", "MAX_NUMBER", 2**64, "numbers in a pattern", "a greater one counts as this"),
    Limit("check", "MOST_OVERLAPS", 25, "overlapping rows of a table", "the first ones"),
    Limit("check", "MAX_LIMITED_KEYS", 2, "rows of another shape than their table", "the first ones"),
    Limit("check", "MOST_GUESSED", 100, "unknown names for which a likely one is found", "no `did you mean`"),
    Limit("amend", "MOST_OUTCOMES", 50_000, "outcomes of dice whose rows house rules change", "a conflict is reported"),
    Limit("lsp", "MOST_SECONDS", 20, "seconds of a check in an editor", "`not checked`, until the text changes"),
    Limit("workshop", "MOST_MEMORY", 3 << 30, "bytes of a process that checks texts", "`not checked`"),
    # Messages: longer ones lose something.
    Limit("diagnostics", "MIN_LIKENESS", 0.7, "how alike a name is that is offered as a fix", "a question instead"),
    Limit("diagnostics", "MAX_COLUMNS", 120, "characters of a line of source", "cut around the mark"),
    Limit("diagnostics", "MAX_SPAN_LINES", 4, "lines of a marked place", "its first and last line"),
    Limit("diagnostics", "MOST_LINES_BACK", 50, "lines searched for text above a blank line", "no line above is shown"),
    Limit("diagnostics", "MAX_TEXT", 600, "characters of a message, label, note or help", "its middle is left out"),
    Limit("diagnostics", "MAX_INLINE_FIX", 60, "characters of a fix within a sentence", "the fix on lines of its own"),
    Limit("diagnostics", "MAX_TEXT", 40, "characters repeated of what somebody typed", "cut"),
    Limit("diagnostics", "MAX_WORD", 30, "characters repeated of a word of a ruleset", "cut"),
    Limit("diagnostics", "MAX_NAMED", 5, "things listed as expected", "`and others`"),
    Limit("diagnostics", "MAX_LISTED_KEYS", 6, "missing keys of a table", "the number of the others"),
    Limit("diagnostics", "MAX_SUGGESTED", 3, "rows that a help line suggests", "fewer are suggested"),
    Limit("diagnostics", "MAX_PROPOSAL", 200, "characters of a proposed line", "no proposal"),
    Limit("formatter", "MAX_WIDTH", 120, "characters of a definition or list on one line", "several lines"),
    # Examples.
    Limit("examples", "MOST_STOPS", 20_000, "stops on the way to an example's start, or after its script", "an error"),
    Limit("examples", "MOST_BEGINNINGS", 100, "times a phase begins before an example's start fits", "an error"),
    Limit("examples", "MOST_STOPS", 8_000, "stops of random games behind `examples --missing`", "`no way was found`"),
    Limit("examples", "MOST_STOPS_OF_A_GAME", 1_000, "stops of one of these games", "the next game"),
    Limit("examples", "MAX_WAYS", 3, "ways to a place that are made into drafts", "`no way was found`"),
    Limit("examples", "MAX_KEPT", 40, "answers that a written example follows", "it begins later"),
    Limit("examples", "MAX_CARDS", 8, "cards that it gives for one place", "the place is left out"),
    Limit("examples", "MAX_WIDTH", 120, "characters of one of its lines", "two lines"),
    Limit("examples", "MAX_EXPECTED", 5, "values that it expects", "the others are left out"),
    # At the table.
    Limit("engine", "MOST_EVENTS", 100_000, "events kept between two stops", "the last ones"),
    Limit("engine", "LOOP_WINDOW", 10_000, "blocks looked at when a loop never ends", "the rules that they run"),
    Limit("play", "MOST_DIGITS", 6, "digits of an answer", "it is not understood"),
    Limit("play", "MOST_MOMENTS", 10_000, "moments that can be undone", "the oldest cannot"),
    Limit("play", "MOST_ORDERS", 6, "orders tried of unseen cards", "what a rule learns from them may be missed"),
    Limit("play", "MOST_EXCHANGES", 8, "exchanges tried of unseen cards", "what a rule learns from them may be missed"),
    Limit("play", "MAX_LABEL", 24, "columns of a scorebook", "totals"),
    Limit("play", "MAX_LISTED_NUMBERS", 4, "rolls listed for an outcome", "the others are left out"),
    Limit("play", "MOST_OUTCOMES", 10_000, "outcomes of dice whose odds are shown", "no odds"),
    Limit("play", "MAX_STATES", 4, "states named that an umpire can change", "the others are left out"),
    Limit("play", "MAX_DEPTH", 8, "definitions that `why not` follows into one another", "the last is not explained"),
    Limit("saved", "MOST_SEED", 2**64 - 1, "the seed of a saved game", "the file is refused"),
    Limit("saved", "MOST_PLAYERS", 62, "the players of a saved game", "the file is refused"),
    Limit("table", "MOST_LISTED", 60, "answers listed as not offered", "the number of the others"),
    Limit("table", "MOST_MOMENTS_BACK", 100, "moments searched for a choice", "`why not` says that there was none"),
    Limit("table", "MOST_LINES", 60, "lines of an explanation or the play-by-play", "the last ones"),
    Limit("table", "MAX_LINE", 10_000, "characters of an answer", "it is refused"),
    Limit("scene", "FEWEST_ROWS", 4, "members of a kind that make a sheet", "no sheet"),
    Limit("scene", "MOST_IN_A_ROW", 7, "cards of a pile side by side", "the one on top"),
    Limit("scene", "MOST_LAMPS", 4, "lamps of a counter", "a number"),
    Limit("scene", "MOST_SAID", 3, "lines of the play-by-play on the table", "the last ones"),
    Limit("scene", "MOST_ANSWERS", 400, "answers tied to things", "the others can be typed"),
    Limit("party", "MOST_LETTERS", 24, "letters of a player's name", "cut"),
    Limit("party", "MOST_TOLD", 200, "lines of the play-by-play", "the last ones"),
    Limit("party", "MOST_OFFERS", 400, "answers listed", "the others can be typed"),
    Limit("game_tree", "DEEPEST", 400, "throws, cards and answers in a game as a tree", "an error"),
    # In the browser.
    Limit("book", "MOST_UNBROKEN_CHARACTERS", 24, "characters of code in a sentence on one line", "it can be broken"),
    Limit("desk", "MOST_EVENTS", 200, "events shown of an example", "the first ones"),
    Limit("desk", "MOST_BARS", 60, "values of a histogram", "the others are added up"),
    Limit("desk", "MOST_SEED", 1_000_000, "the seed of a game", "none"),
    Limit("desk", "MOST_POINTS", 25, "values of an option that are played", "some at equal distances"),
    Limit("web", "MOST_FILES", 500, "files of a folder", "the first ones"),
    Limit("web", "MOST_CONNECTIONS", 400, "connections at once", "another is refused"),
    Limit("web", "MOST_PER_LINK", 40, "connections by one link", "the oldest is closed, and says why"),
    Limit("web", "MOST_PER_ADDRESS", 100, "connections from one address", "the oldest is closed, and says why"),
    Limit("web", "MOST_MESSAGE_BYTES", 16_384, "bytes of a message to a table", "it is refused"),
    Limit("web", "MOST_TEXT_BYTES", 4_000_000, "bytes of a message to a workbench", "it is refused"),
    Limit("web", "MOST_WAITING", 50, "answers waiting for a slow connection", "the oldest are dropped"),
    Limit("web", "MOST_REQUESTS", 1_000, "requests at once", "another is refused"),
    Limit("web", "MOST_IDLE_SECONDS", 10, "seconds that an idle connection stays open", "it is closed"),
    Limit("web", "MOST_TABLES", 20, "games at once", "the oldest ends"),
    Limit("web", "MOST_ASKED", 50, "requests of a workbench at once", "it is disconnected"),
    Limit("web", "MOST_PATIENCE", 5, "times that all answers may take what one may", "the others are given up"),
    Limit("workshop", "MOST_LABELS", 200, "values of a key that are offered", "the first ones"),
    Limit("workshop", "MOST_NUMBERS", 20, "numbers of an option that are offered", "none are offered"),
    # What is kept in memory and on disk: nobody sees these.
    Limit("cache", "MOST_ENTRIES", 400, "files kept between runs", "the oldest are deleted"),
    Limit("source", "MOST_SOURCES", 8, "sources kept with their trees", "they are read again"),
    Limit("parser", "MOST_PIECES", 4_096, "declarations kept by their text", "they are read again"),
    Limit("domains", "MOST_UNROLLED", 5, "members of a set that code goes through one by one", "a loop"),
)
