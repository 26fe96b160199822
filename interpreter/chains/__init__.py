"""Parts of a game as states, outcomes and increments, found by a symbolic walk over the partly-known machine.

`scope` is the part of a program that is walked through, and what is known of it. `partly_known` is the machine: numbers
of which some are not known. `walking` takes it from one stop to the next, and `trees` keeps the walks that begin with
one outcome. `building` makes states of them: a `chain`. `merging` makes a chain smaller. For odds, `asking` is the
machine, which goes through nothing twice that only calculates (`calculated`), `forks` keeps the walks, `searching`
learns what states must know (`wanted`: where), as long as there is `patience`, `exploring` goes through them, `finding`
puts the two together, and `procedures` takes phases as a whole, those that are `repeated`, with what `phase_exploring`
finds of each. Nothing here knows how a chain is used: to play by it, or to work out odds.
"""
