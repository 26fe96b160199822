"""House rules applied to a game: syntax trees in, syntax trees out.

The stack is put in order and each change compared with those before it (`conflicts`), then carried out on a draft of
the game's declarations (`changes`, with `tables` and `crosstabs` for rows and `patterns` for what keys cover). The
result is the files of an ordinary game, libraries first, to be checked whole. Every node keeps the place where it
was written, so that `overlay_of` can say which house rules wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from interpreter import syntax
from interpreter.amend.changes import ChangeApplier
from interpreter.amend.conflicts import StackedRules, Touch, TouchRegister, collect_order, find_touches, sort_stack
from interpreter.amend.draft import Draft, name_of, place_of, strip_citations, word_of
from interpreter.amend.games import list_games_for, narrow_to_game
from interpreter.amend.patterns import Meanings
from interpreter.amend.strategies import report_ignored
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import house as errors
from interpreter.source import Source, Span

__all__ = [
    "AmendedGame",
    "FindTables",
    "StackedRules",
    "Touch",
    "amend",
    "list_games_for",
    "name_of",
    "narrow_to_game",
    "place_of",
    "strip_citations",
    "word_of",
]

FindTables = Callable[[str], syntax.File | None]
"""The tree of another game, by its name."""


@dataclass(frozen=True)
class AmendedGame:
    """The files of the changed game, and the house rules in the order in which they were applied, each with what it
    touches."""

    files: tuple[syntax.File, ...]
    stack: tuple[StackedRules, ...]
    touched: tuple[tuple[str, Touch], ...]
    imported_files: tuple[tuple[syntax.File, str], ...]
    """Files whose pieces came in with house rules: their own, and other games that they took tables from."""
    targets: Mapping[Span, tuple[Span, ...]] = field(default_factory=dict)
    """What the names in changes, and the keys of changed rows, refer to in the game."""

    @property
    def rows(self) -> Iterator[syntax.RowChange]:
        trees = (declaration for each in self.stack for declaration in each.tree.declarations)
        return (row for each in trees if isinstance(each, syntax.ChangedTable) for row in each.rows)

    def overlay_of(self, source: Source) -> str:
        """Return the name of the house rules in a source, or an empty text."""
        return next((each.name for each in self.stack if each.tree.span.source is source), "")


def amend(
    files: Sequence[syntax.File],
    stack: Sequence[StackedRules],
    find_game: FindTables,
    games: Sequence[str],
    diagnostics: Diagnostics,
) -> AmendedGame:
    """Return the files of a game, libraries first, with house rules applied in order. Changes that cannot be made are
    reported."""
    ordered, wrong = sort_stack(stack)
    diagnostics.extend(wrong)
    draft = Draft(files)
    taking = _TableImporter(find_game, games, diagnostics)
    changes = ChangeApplier(draft, taking.import_table, diagnostics.add)
    before = collect_order(stack)
    register = TouchRegister(before, Meanings(draft.iterate()))
    for each in ordered if not wrong else ():
        taking.imported.append((each.tree, each.name))
        taking.importer = each.name
        for node in each.tree.declarations:
            agreed, conflicts = register.enter(each.name, node, draft.find_table)
            diagnostics.extend(conflicts)
            changes.skip = {each.span for each in agreed}
            changes.kept = [other.header.span.source for other in ordered if other.name not in before[each.name]]
            if not conflicts and not _is_already_done(node, agreed, draft, register):
                changes.apply(node)
    for title in register.undecided:
        for example in draft.find_all("example", title):
            draft.remove(example)
    changes.finish([each.tree for each in ordered])
    diagnostics.extend(report_ignored(files, draft.files))
    return AmendedGame(draft.files, tuple(ordered), tuple(register.known), tuple(taking.imported), changes.targets)


def _is_already_done(node: syntax.Declaration, agreed: Sequence[Touch], draft: Draft, register: TouchRegister) -> bool:
    """Whether earlier house rules make exactly this change. An option may still get a reason, and options for
    everybody's examples also apply to the examples of earlier house rules."""
    if not agreed or isinstance(node, (syntax.Option, syntax.ChangedExamples)):
        return False
    return len(agreed) == len(list(find_touches(node, draft.find_table, register.meanings)))


@dataclass
class _TableImporter:
    """Finds tables of other games. `importer` is the house rules that ask just now."""

    find_game: FindTables
    games: Sequence[str]
    diagnostics: Diagnostics
    importer: str = ""
    imported: list[tuple[syntax.File, str]] = field(default_factory=list)

    def import_table(self, node: syntax.TakenTable) -> syntax.Table | None:
        tree, wanted = self.find_game(node.game.text), node.table or node.name
        if tree is None:
            self.diagnostics.add(errors.unknown_game(node.game.span, node.game.text, self.games))
            return None
        tables = [each for each in tree.declarations if isinstance(each, syntax.Table)]
        found = next((each for each in tables if each.name.text == wanted.text), None)
        if found is None:
            known = [each.name.text for each in tables]
            self.diagnostics.add(errors.table_not_there(wanted.span, wanted.text, node.game.text, known))
            return None
        self.imported.append((tree, self.importer))
        return replace(found, name=node.name, marks=node.marks or found.marks)
