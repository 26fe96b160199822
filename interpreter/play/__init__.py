"""One game at the table: position after position, what is shown of it, and why.

`session` keeps the game, with what can be taken back; `trace` shows and explains it, and `reasons` does so for people;
`move_parsing` reads what people type, `why_not` says why something is not offered, `umpire` overrules, and `scorebook`
sums up a game that is over.
"""
