"""Markov chains of games: one state space, explored by the engine, and the linear systems of its chain.

`unfold` makes a graph in which each call has its own copy and known numbers are folded in; `liveness`, `shifts` and
`clamps` propose, by rules that are proved in their docstrings, what a state may leave out; `canonical` applies them;
`expand` takes states to their successors in machine code; `explore` finds all states and holds each to the rules;
`chain` solves, and `figures` answers. `best` makes a stochastic game of a space with open choices, which `optimal`
solves; `exact` solves small chains in fractions. Every figure is right within the bound that comes with it, or refused.
"""

from interpreter.analysis.weights import FAIR as FAIR
from interpreter.analysis.weights import Weights as Weights
from interpreter.markov.explore import explore as explore
from interpreter.markov.explore import explore_phase as explore_phase
from interpreter.markov.figures import Samples as Samples
from interpreter.markov.figures import Winners as Winners
from interpreter.markov.figures import find_samples as find_samples
from interpreter.markov.figures import find_winners as find_winners
from interpreter.markov.question import OutOfReach as OutOfReach
from interpreter.markov.question import Question as Question
from interpreter.markov.question import Unsupported as Unsupported
from interpreter.markov.space import Space as Space
from interpreter.markov.weave import Woven as Woven
from interpreter.markov.weave import weave as weave
