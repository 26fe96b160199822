"""What each answer is worth on the average to somebody who does not see all cards, exactly.

One seat decides, in one position (`reaching` plays to it). The cards that it does not see are taken to be laid out by
chance, and all others to answer by chance; nothing is concluded from what they did before. Such cards are alike until
somebody looks at them: `machine` goes on with cards that nobody knows, on a slice of the program (`analysis.slicing`),
and `walking` does so for every way to answer. Where a rule looks at last, all is counted out: `looking` finds which
cards are looked at, and `summing` makes a program that goes through all that they may be. `values` puts it together.
"""
