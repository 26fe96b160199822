"""What declarations were found to mean before, and mean still: they are not looked at again.

What comes of a declaration depends on its own text, on its surroundings, and on what the definitions, tables and
choices come to that it names. If all of these are as they were, and nothing was wrong, it comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from interpreter import model, syntax
from interpreter.check.world import Surroundings, Use, World
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Severity
from interpreter.source import Part, Source, Span

MOST_PARTS = 2_048
"""Of so many parts of texts it is kept what they mean: of some five long games with their libraries."""

MOST_MEANINGS = 2
"""So many meanings are kept of each: what is changed and changed back is as it was."""

MOST_SURROUNDINGS = 16
"""So many surroundings are kept."""

MOST_VERSIONS = 4
"""So many times the names that there are may have been declared elsewhere before: each such place holds a text."""

NAMED = ("define", "table", "choice")
"""Sorts of names of which the surroundings do not tell all."""

T = TypeVar("T")


@dataclass(frozen=True)
class Meaning:
    """What a declaration means: what was `made` of it, what the names in it mean, and the kinds that came up with it.
    `named` has the definitions, tables and choices that it names, with what each comes to."""

    surroundings: Surroundings
    named: tuple[tuple[str, object], ...]
    made: object
    uses: Mapping[Span, Use]
    kinds: Mapping[str, model.KindInfo]


_meanings: dict[Source, tuple[Meaning, ...]] = {}
_surroundings: list[Surroundings] = []


def recall(world: World, node: syntax.Declaration, make: Callable[[], T]) -> T:
    """What comes of a declaration: as it was found before, or made and kept."""
    part, surroundings = node.span.source, world.surroundings
    if surroundings is None or not isinstance(part, Part):
        return make()
    meanings = _meanings.pop(part, ())
    known = next((each for each in meanings if _holds(world, each)), None)
    if known is None:
        made, found = _make(world, part, surroundings, make)
        _keep(part, (*found, *meanings))
        return made
    _keep(part, (known, *(each for each in meanings if each is not known)))
    world.recalled.append(known.uses)
    world.kinds.update(known.kinds)
    return known.made  # type: ignore[return-value]


def _holds(world: World, meaning: Meaning) -> bool:
    return meaning.surroundings is world.surroundings and all(
        _is_same(_find_meaning(world, name), known) for name, known in meaning.named
    )


def _find_meaning(world: World, name: str) -> object:
    """What a definition or a table is, or what can be picked in a choice."""
    if name in world.pending:
        world.complete(name, world.symbols[name].span)
    return world.defines.get(name) or world.tables.get(name) or world.variables.get(name)


def _is_same(now: object, known: object) -> bool:
    return now == known if isinstance(now, model.Variable) else now is known


def _make(
    world: World, part: Part, surroundings: Surroundings, make: Callable[[], T]
) -> tuple[T, tuple[Meaning, ...]]:
    """What comes of a declaration, and its meaning, if there is nothing to be said of it."""
    uses, kinds, found = len(world.uses), set(world.kinds), len(world.diagnostics.found)
    made = make()
    if len(world.diagnostics.found) > found or _is_wrong(world):
        return made, ()
    own = {span: use for span, use in islice(world.uses.items(), uses, None) if span.source is part}
    names = dict.fromkeys(use.name for use in own.values() if use.word in NAMED)
    named = tuple((name, _find_meaning(world, name)) for name in names)
    brought = {name: kind for name, kind in world.kinds.items() if name not in kinds}
    return made, (Meaning(surroundings, named, made, own, brought),)


def _keep(part: Part, meanings: tuple[Meaning, ...]) -> None:
    """Remember meanings; what was longest of no use is forgotten if there are too many."""
    if len(_meanings) >= MOST_PARTS:
        _meanings.pop(next(iter(_meanings)), None)
    _meanings[part] = meanings[:MOST_MEANINGS]


def _is_wrong(world: World) -> bool:
    """Whether anything is wrong: of an unknown name it is said once, so who uses it too may be wrong with no word."""
    return world.dropped is not None or any(each.severity is Severity.ERROR for each in world.diagnostics.found)


# ---- surroundings


def settle_surroundings(world: World) -> None:
    """Note the surroundings in a game whose names are all declared. They are the same object if they are the same, and
    not too many places of earlier versions have to be remembered for them."""
    now, declared = Surroundings(tuple(_list_facts(world))), _list_declared(world)
    known = next((each for each in _surroundings if each == now), now)
    others = [each for each in _surroundings if each is not known]
    if len(known.declared) > MOST_VERSIONS * len(declared):
        known = now
    _surroundings[:] = [known, *others][:MOST_SURROUNDINGS]
    known.declared.update({span: key for key, span in declared.items()})
    world.surroundings, world.declared = known, declared


def _list_facts(world: World) -> Iterator[object]:
    """Everything that is known when all names are declared, but for places and texts: that, or part of it, is what
    the meaning of a declaration depends on."""
    yield world.standalone, world.players, world.bank
    for file in world.files:
        yield file.library, file.tree.header.sources if file.tree.header is not None else ()
        yield from [(each.name, each.inside) for each in file.tree.declarations if isinstance(each, syntax.Phase)]
    for symbols in (world.symbols, world.members, world.separate_symbols):
        yield [(key, each.word, each.library) for key, each in symbols.items()]
    for known in (world.kinds, world.variables, world.choice_parameters, world.dice, world.decks, world.zones):
        yield list(known.items())
    signatures = world.signatures.items()
    yield [(name, each.kind, each.parameters, each.prepositions, each.is_sound) for name, each in signatures]
    yield [(name, each.type, each.values, each.names) for name, each in world.options.items()]


def _list_declared(world: World) -> dict[Hashable, Span]:
    found: dict[Hashable, Span] = {("name", name): symbol.span for name, symbol in world.symbols.items()}
    found.update({("member", *key): symbol.span for key, symbol in world.members.items()})
    found.update({("apart", *key): symbol.span for key, symbol in world.separate_symbols.items()})
    for name, signature in world.signatures.items():
        found.update({("parameter", name, each.name): each.span for each in signature.parameters})
    for name, parameters in world.choice_parameters.items():
        found.update({("parameter", name, each.name): each.span for each in parameters})
    found.update({("variable", name): variable.span for name, variable in world.variables.items()})
    return found
