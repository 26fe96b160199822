"""Machines that carry out instructions: on integers (`exact`), and on ranges of numbers (`ranged`)."""
