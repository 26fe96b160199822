"""Many games: played in turn, by threads, by processes or on other machines, and added up in whole numbers.

`players` says what is played, and by whom; `executors` play stretches of games with an engine, `dask_executor` with
other computers, and either gives back summaries (`interpreter.summary`). `simulation` is a whole run of one program,
`compare` one of two, and `tournament` lets strategies meet.
"""
