"""The instructions of a program, each defined once.

A class declares its fields, typed by what they refer to (`fields`), its text, and its meaning, which is written once
against an abstract `machine`. `numbers`, `cards`, `events` and `terminators` hold the classes; `operators` and
`handling` are the tables of what can be done with numbers and with cards. A new instruction is one class, and a row if
it brings an operator.
"""
