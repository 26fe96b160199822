"""Markov chains of games: one state space, explored by the engine, and the linear systems of its chain.

`unfold` makes a graph in which each call has its own copy and known numbers are folded in; `liveness`, `shifts` and
`clamps` propose, by rules that are proved in their docstrings, what a state may leave out; `canonical` applies them;
`expand` takes states to their successors in machine code; `explore` finds all states and holds each to the rules;
`chain` solves, and `figures` answers. `best` makes a stochastic game of a space with open choices, which `optimal`
solves; `exact` solves small chains in fractions. Every figure is right within the bound that comes with it, or refused.
"""
