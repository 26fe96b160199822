"""What can be known of a program without running it, and programs made smaller by it.

`effects` says what instructions read and write, from what they mean. `graph` has the ways through the blocks, `ranges`
between which numbers everything is, `liveness` what is live (`liveness_by_calls`: more exactly), `steps` how many
blocks there are between two looks at the budget, `partition` which outcomes of the dice are alike, and `secrets` what
comes from something hidden. `inlining` copies small rules to where they are called, and `dead_code` leaves out what
nobody would notice.
"""
