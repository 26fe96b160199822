"""The examples in rulesets: run, with what they reach.

`staging` sets up cards for them, `running` plays them, `coverage` tells what none of them reaches, and `restated` which
of them a house rule changes without saying so.
"""
