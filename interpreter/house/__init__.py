"""House rules looked at from outside: what they change, how they get on, and the ruleset that they come to.

`differences` lists what changed, `matrix` holds several against each other, and `flatten` prints the merged ruleset.
`amend` is what applies them.
"""
