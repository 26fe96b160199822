"""Parts of a game that are played by a table instead of step by step.

`tables` says what a table is: a chain (see `chains`) with a stop where it is entered. `finding` looks for one that is
of use, by what comes up in `practice`, and `ordering` puts first what comes up often. `table_writer` writes the machine
code that plays by it: `entry` goes from slots to a state, `lanes` gathers what is added to slots, `sample_log` what is
measured, and `exit_paths` is how a game goes on from one end of the table to the next beginning.
"""
