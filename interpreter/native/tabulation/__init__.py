"""Parts of a game that are played by a table instead of step by step.

`tables` says what a table is. `finding` looks for one, `making` makes its states from the walks that `chains` takes,
and `ordering` puts first what comes up often. `tabling` writes the machine code that plays by it: `lanes` gathers what
is added to slots, `noting` what is measured, and `going` is how a game goes on from one end of the table to the next
beginning.
"""
