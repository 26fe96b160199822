"""Parts of a game that are played by a table instead of step by step.

`tables` says what a table is. `finding` looks for one, `making` makes its states from the walks that `walking` takes
(`telling_apart` says which results of the dice are alike), `merging` makes it smaller, and `tabling` writes the machine
code that plays by it.
"""
