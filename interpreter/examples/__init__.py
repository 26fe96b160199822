"""Runs the examples in rulesets and reports what they reach.

`staging` puts cards where an example needs them, `run_example` plays the examples, `coverage` says what none of them
reaches, and `overlay_failures` which of them a house rule changes without saying so.
"""
