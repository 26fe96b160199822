"""Many games: played in turn, by threads, by processes or on other machines, and added up in whole numbers.

`tally` and `summary` say what games came to; `crew` plays stretches of them with an engine, `machines` with other
computers; `simulation` is a whole run of one program, `compare` one of two, and `tournament` lets strategies meet.
"""
