"""Exact odds and best play: questions to `markov`, and its answers as people read them.

`positions` finds a state by what people say of it, `figures` and `answers` put a game's odds together, and `means` its
means. `best_play` leaves decisions open and finds the best answers; `policies` says them in tables.
"""
