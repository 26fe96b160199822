"""What can be known of a program without running it, and programs made smaller by it.

`effects` says what instructions read and write, from what they mean. `graph` has the ways through the blocks, `ranges`
between which numbers everything is, `liveness` what is still of use (`liveness_by_calls`: more exactly;
`stale_members`: of a value that each member has, by who is in which set), `steps` how many blocks there are between two
looks at the budget, `partition` which outcomes of the dice are alike, and `secrets` what comes from something hidden.
`inlining` copies small rules to where they are called, `dead_code` leaves out what nobody would notice, and
`asking_order` asks first what looks at fewer numbers.
"""
