"""House rules compared: what they change, whether they go together, and the ruleset that they make.

`differences` lists what changed, `matrix` holds several against each other, and `flatten` prints the merged ruleset.
`amend` is what applies them.
"""
