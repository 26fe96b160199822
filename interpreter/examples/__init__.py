"""The examples in rulesets: run, with what they reach.

`staging` sets up cards for them, `runner` plays them, `coverage` tells what none of them reaches, and
`overlay_failures` which of them a house rule changes without saying so.
"""
