"""Bots: who sits on which seat, what strategies advise, and search.

`advice` asks a strategy; `redraw` draws what a seat may not know; `search` tries answers in games played on from there,
`paired` compares them for people; `seats` says who sits where and decides for all.
"""
