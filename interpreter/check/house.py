"""Applies house rules to the game's trees before anything is checked.

Errors in the amended game are reported at the house rule that caused them, even where the piece that no longer fits
is the game's own: that is shown beside it. Errors of the game itself stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property

from interpreter import model, syntax
from interpreter.amend import AmendedGame, StackedRules, amend, list_games_for, name_of, narrow_to_game, word_of
from interpreter.check.files import fill_charts, report_same_titles
from interpreter.check.world import WORD, Trees, World
from interpreter.diagnostics import Diagnostic, Diagnostics, Label
from interpreter.diagnostics.messages import house as errors
from interpreter.diagnostics.messages import names
from interpreter.formatter import format_declaration
from interpreter.parser import parse
from interpreter.source import Source, Sources, Span


def apply_house_rules(trees: Trees, sources: Sources, diagnostics: Diagnostics) -> Trees | None:
    """A game's trees changed as house rules say; None, with a diagnostic, if that cannot be done."""
    stack: list[StackedRules] = []
    for source in sources.house:
        tree = parse(source, diagnostics)
        rules = _check_header(tree, trees.header, source, diagnostics)
        tree = narrow_to_game(fill_charts(tree, sources, diagnostics), trees.header.name.text)
        report_same_titles(tree, diagnostics)
        first = next((each for each in stack if rules and each.name == rules.name.text), None)
        if rules is not None and first is not None:
            diagnostics.add(errors.given_twice(rules.name.span, first.name, first.header.name.span))
        elif rules is not None:
            stack.append(StackedRules(rules, tree))
    if diagnostics.errors:
        return None

    @cache
    def find_game(name: str) -> syntax.File | None:
        source = sources.find_game(name)
        return fill_charts(parse(source, diagnostics), sources, diagnostics) if source is not None else None

    amended = amend(trees.before, stack, find_game, sources.games, diagnostics)
    files = (replace(file, tree=tree) for tree, file in zip(amended.files, trees.files, strict=True))
    return replace(trees, files=tuple(files), amended=amended) if not diagnostics.errors else None


def _check_header(
    tree: syntax.File, game: syntax.Header, source: Source, diagnostics: Diagnostics
) -> syntax.Header | None:
    """The first line of house rules for this game; None, with a diagnostic, if it is something else."""
    header = tree.header
    if header is None:
        if not diagnostics.errors:
            diagnostics.add(names.header_missing(Span(source, 0, 0)))
        return None
    if header.word != "house_rules" or not header.games:
        diagnostics.add(errors.not_house_rules(header.name.span, header.word, header.name.text))
        return None
    extra = [each for each in tree.declarations if isinstance(each, syntax.Header) and each is not header]
    for each in extra:
        diagnostics.add(names.header_twice(each.name.span, header.name.span))
    games, place = [each.text for each in header.games], header.games[0].span.to(header.games[-1].span)
    for named in (each for node in tree.declarations for each in list_games_for(node)):
        if named.text not in games:
            diagnostics.add(errors.example_for_other(named.span, named.text, games, place))
    if game.name.text not in games:
        diagnostics.add(errors.other_game(place, header.name.text, games, game.name.text, game.name.span))
        return None
    return header


def list_house_infos(world: World) -> tuple[model.HouseInfo, ...]:
    if world.trees.amended is None:
        return ()
    amended = world.trees.amended
    declared = {(word_of(each), name_of(each)): each for file in amended.files for each in file.declarations}

    def list_changed(name: str) -> Iterator[tuple[str, str, str]]:
        for key in dict.fromkeys(touch.path[:2] for who, touch in amended.touched if who == name):
            if key in declared:
                yield key[0], key[1], format_declaration(declared[key]).rstrip("\n")

    return tuple(
        model.HouseInfo(
            each.name,
            each.header.title.text,
            tuple(tree.span.source.name for tree, name in amended.imported_files if name == each.name),
            tuple(list_changed(each.name)),
            span=each.header.name.span,
        )
        for each in amended.stack
    )


# ---- what does not fit any more


UNUSED, NEVER_REACHED = "unused", "never-reached"


def attribute_to_overlay(found: Diagnostics, amended: AmendedGame, before: Sequence[syntax.File]) -> Diagnostics:
    """Report the errors of a changed game at the house rules that caused them. `before` is what the game has to report
    without them. What they leave unused or unreached of the game is no mistake: nobody can take it out of there."""
    blaming = _Blaming(amended, before)
    attributed = Diagnostics()
    for each in found.in_order:
        culprits = blaming.culprits(each)
        if not culprits:
            attributed.add(each)
        elif each.code not in (UNUSED, NEVER_REACHED):
            attributed.add(_move_to_change(each, amended, culprits))
    return attributed


def _move_to_change(diagnostic: Diagnostic, amended: AmendedGame, culprits: Sequence[tuple[str, Span]]) -> Diagnostic:
    """The diagnostic at the change that brought it about, with the game's own place beside it."""
    (name, span), *others = culprits
    own = [Label(diagnostic.span, diagnostic.label or "here")] if diagnostic.span else []
    more = [Label(place, f"and `{other}` changes it here") for other, place in others[:2]]
    fix = diagnostic.fix if diagnostic.fix and amended.overlay_of(diagnostic.fix.span.source) else None
    return replace(
        diagnostic,
        span=span,
        label=f"changed by the house rules `{name}`",
        labels=(*own, *more, *diagnostic.labels),
        help=diagnostic.help or _advise(diagnostic, amended, span),
        fix=fix,
    )


def _advise(diagnostic: Diagnostic, amended: AmendedGame, span: Span) -> str:
    """Advice on a definition that holds only under a condition, though it is none itself."""
    limits = (each.says for _, each in amended.touched if each.span == span)
    bare = any(isinstance(each, syntax.OnlyWhen) and each.otherwise is None for each in limits)
    return errors.HINT_OTHERWISE if bare and diagnostic.code == "wrong-type" else ""


class _Blaming:
    """Finds the changes that a diagnostic comes of: those of the names that it is about, or stands at, or of what
    these use; else of what uses them. What nothing of this leads to is the game's own."""

    def __init__(self, amended: AmendedGame, before: Sequence[syntax.File]) -> None:
        self.amended = amended
        self.declarations = [each for file in (*amended.files, *before) for each in file.declarations]

    @cached_property
    def uses(self) -> dict[str, set[str]]:
        """The words of the declarations of each name, in the game as it was and as it is."""
        uses: dict[str, set[str]] = {}
        for each in self.declarations:
            uses.setdefault(name_of(each), set()).update(WORD.findall(each.span.text))
        return uses

    @cached_property
    def users(self) -> dict[str, set[str]]:
        users: dict[str, set[str]] = {}
        for name, words in self.uses.items():
            for word in words:
                users.setdefault(word, set()).add(name)
        return users

    def culprits(self, diagnostic: Diagnostic) -> list[tuple[str, Span]]:
        span = diagnostic.span
        if span is not None and self.amended.overlay_of(span.source):
            return []
        around = [name_of(each) for each in self.declarations if span is not None and each.span.holds(span)]
        names = diagnostic.about or (*WORD.findall(span.text if span else ""), *around)
        if diagnostic.code == UNUSED:
            return self.nearest(names, self.users)
        found = self.nearest(names, self.uses)
        return found if found or diagnostic.about else self.nearest(names, self.users)

    def nearest(self, names: Iterable[str], ways: Mapping[str, set[str]]) -> list[tuple[str, Span]]:
        """The changes of these names, or, a step further each time, of those that lead on from them; what took
        something away first."""
        layer, seen = set(names), set[str]()
        while layer:
            found = [(name, touch) for name, touch in self.amended.touched if not layer.isdisjoint(touch.path[1:])]
            if found:
                found.sort(key=lambda each: not each[1].removes_something)
                return list(dict.fromkeys((name, touch.span) for name, touch in found))
            seen |= layer
            layer = {each for name in layer for each in ways.get(name, ())} - seen
        return []
