"""Bots: who sits on which seat, what strategies advise, and search, which plays on from what its seat may know.

`advice` asks a strategy; `hidden` finds what a seat may not know and `redraw` draws it anew; `search` tries answers
out in games played on from there, and `paired` compares them for people; `seats` reads who sits where and decides for
all of them.
"""
