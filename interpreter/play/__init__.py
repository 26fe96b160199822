"""One game at the table: position after position, what is told of it, and why.

`session` keeps the game, with what can be taken back; `trace` shows and explains it; `move_parsing` reads what people
type, `explain_refusal` says why something is not offered, `umpire` overrules, and `scorebook` sums up a game that is
over.
"""
