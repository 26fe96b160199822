"""Machines that carry out instructions: on integers (`exact`), and on ranges of numbers (`ranged`); and for
those that events are nothing to (`quiet`)."""
