"""Games as trees of histories, with the information of each seat.

`histories` makes the tree from any program, step by step, with what each seat learns (`bots.sight`): nothing is written
for a game. `responses` computes the value and the exploitability of strategies. `open_spiel` gives the same
tree to OpenSpiel; it is the only module that needs that package, and no other imports it.
"""
