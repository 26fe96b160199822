"""All states of a question and the edges between them, scope by scope.

Exploration checks the rules of `canonical` at run time: the classes must be lumpable (Kemeny and Snell, "Finite Markov
Chains", 1960, 6.3). Where they are not, a rule is wrong for some slots: exploration restarts without the rules for
these, and `Space.broken` names them.
"""

from __future__ import annotations

from interpreter.analysis.functions import inline_functions
from interpreter.analysis.weights import FAIR, Weights
from interpreter.bits import bits_of
from interpreter.markov.canonical import Canonical
from interpreter.markov.exploration import Broken, Explorer
from interpreter.markov.liveness import Liveness, take_samples
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.phase_choice import Scoped, choose_phases
from interpreter.markov.phases import Phases
from interpreter.markov.question import Question
from interpreter.markov.space import Space
from interpreter.markov.states import CUT, Limit
from interpreter.program import Program


def explore(
    program: Program,
    question: Question,
    most: int = 1_000_000,
    kept: int = 0,
    summarise: bool = True,
    weights: Weights = FAIR,
    cut: float = CUT,
) -> Space:
    """All states of a question that are visited more often than `cut` in a game. With `summarise`, phases may be
    summarised. No rule applies to `kept` slots. Raises OutOfReach for more than `most` states, Unsupported."""
    phases = Phases(inline_functions(program), question, summarise)
    (found,) = _explore(choose_phases(phases, kept), None, Limit(most, cut), weights)
    return found


def explore_phase(
    program: Program, question: Question, routine: int, most: int = 1_000_000, weights: Weights = FAIR
) -> list[Space]:
    """The spaces of a phase in which all samples are taken, if each has a single entry state, its state 0: then the
    game around it does not matter. Empty if one has several. Raises OutOfReach, Unsupported."""
    phases = Phases(inline_functions(program), question)
    if not phases.summarises or not phases.can_be_summarised(routine):
        return []
    return _explore(choose_phases(phases, 0, routine), routine, Limit(most), weights)


def _list_scopes(scoped: Scoped, routine: int | None) -> list[Canonical]:
    """The whole game; or the scopes of a phase, if each has one entry state and all samples are taken in them."""
    if routine is None:
        return [scoped.whole]
    found, inside = [], set[Liveness]()
    bodies = scoped.whole.live.bodies()
    for live in bodies:
        if live.graph.scope.routine == routine:
            found.append(scoped.canonical_of(live))
            inside |= live.bodies().keys()
    if take_samples(bodies.keys() - inside):
        return []
    return [] if any(each.list_numbers(0) or each.list_summed(0) for each in found) else found


def _explore(scoped: Scoped, routine: int | None, limit: Limit, weights: Weights) -> list[Space]:
    """Explore, and restart without the rules that turn out to be wrong for some slots."""
    broken: list[str] = []
    while True:
        explorer = Explorer(scoped, limit, weights, broken)
        try:
            return [explorer.explore(each) for each in _list_scopes(scoped, routine)]
        except Broken as found:
            if not bits_of(found.slots) & ~scoped.kept:
                raise AssertionError("states differ though no rule applies") from None
            broken += [scoped.phases.program.slots[slot].name for slot in found.slots]
            scoped, limit = Scoped(scoped.phases, scoped.kept | bits_of(found.slots)), Limit(limit.most, limit.cut)
        except OutOfReach as reason:
            if reason.larger:
                raise OutOfReach(str(reason), True, explorer.name_differences()) from None
            raise
