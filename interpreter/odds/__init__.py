"""Exact odds: what chains of states come to.

`merging` makes a chain smaller, `elimination` solves small ones exactly, `solving` large ones in floating point, with
NumPy and SciPy where they are installed, and `distribution` finds how likely each total is, with `levels`. `positions`
finds a state by what people say of it, and `figures` puts a game's odds together; `whole_games` takes phases as a
whole, which `condensing` sums up, with `levels` too, or with `endings` for many starts at once, and `visits` counts how
often a game comes to them; `every_phase` sees whether all phases are alike, whatever was before. `means` puts the means
of a game together. `best_play` leaves decisions open and finds the best answers, `optimising` what states come to then,
and `policies` says it in tables; for games with millions of states `frontiers` makes the chain, `layers` solves it and
`best_of_many` does the rest, with whole arrays of states at a time. `guard` compares figures with simulated games.
"""
