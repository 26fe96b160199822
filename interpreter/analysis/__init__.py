"""What can be known of a program without running it, and programs made smaller by it.

`graph` has the ways through the blocks, `ranges` between which numbers everything is, `liveness` what is still of use,
`steps` how many blocks there are between two looks at the budget; `inlining` copies small rules to where they are
called, and `dead_code` leaves out what nobody would notice.
"""
