"""A game with people and bots: the state behind every interface.

A `Table` plays bots, dice and cards until a person has to do something, says what that is (`question`), takes
what they type or click as words (`respond`), and gives back what is to be shown. Nothing here reads, writes or knows
how wide a screen is. A face does this:

    for moment in table.go_on(): show each of narrate(table.program, moment)
    while table.asking:
        if table.hand_over: clear the screen, name that person, wait for Enter, table.confirm_hand_over()
        show table.views and table.question; take a line; show respond(table, line); table.go_on() again

Whatever cannot be understood gets a sentence, and the same question comes again. Every change is handed to `keep`
before the caller hears of it, so that a face can write it down before it is shown.

- `questions`   what a person is asked, and with which numbered answers
- `commands` what they can say instead: why, odds, undo, umpire and so on
- `game`  the table itself, and its replies
- `responding`  what is made of a line that a person types
- `seats`  who sits where, from the words of a command line
"""

from __future__ import annotations

from interpreter.table.commands import COMMANDS
from interpreter.table.game import Reply, Table
from interpreter.table.questions import Offer, Question, Setup
from interpreter.table.responding import MAX_LINE, respond

__all__ = ["COMMANDS", "MAX_LINE", "Offer", "Question", "Reply", "Setup", "Table", "respond"]
