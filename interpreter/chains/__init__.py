"""Parts of a game as states, outcomes and increments, found by a symbolic walk over the partly-known machine.

`scope` is the part of a program that is walked through, and what is known of it. `partly_known` is the machine: numbers
of which some are not known. `walking` takes it from one stop to the next, and `trees` keeps the walks that begin with
one outcome. `building` makes states of them: a `chain`. `merging` makes a chain smaller. Native code plays from its
tables. `regions` is a program as far as one figure needs it, for bots that look ahead.
"""
