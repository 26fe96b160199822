"""House rules looked at from outside: what they change, how they get on, and the ruleset that they come to.

`differences` lists what changed, `matrix` holds several against each other, `flat` prints the merged ruleset, and
`schema` says what a house-rule file in TOML may hold. `amend` is what applies them.
"""
