"""One game at the table: position after position, what is told of it, and why.

`session` keeps the game, with what can be taken back; `telling` shows and explains it; `moves` reads what people type,
`whynot` says why something is not offered, `umpire` overrules, and `scorebook` sums up a game that is over.
"""
