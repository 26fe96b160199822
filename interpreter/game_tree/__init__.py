"""Games as trees of histories, with what each seat has come to know on the way.

`histories` makes the tree from any program, step by step, with what each seat learns (`bots.sight`): nothing is written
for a game. `responses` finds what strategies come to and by how much they can be beaten. `open_spiel` gives the same
tree to OpenSpiel; it is the only module that needs that package, and no other imports it.
"""
