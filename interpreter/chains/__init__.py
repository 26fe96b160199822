"""Parts of a game as states, outcomes and increments.

`walking` takes a walk from stop to stop on numbers of which some are not known, `chain` says what a chain of states is,
and `merging` makes one smaller.
"""
