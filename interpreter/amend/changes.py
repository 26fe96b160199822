"""Changes carried out on the declarations of a game, one at a time.

Each change goes to a `Draft`. A change whose target is missing, or differs from what the change says, is reported
and leaves the draft as it was. Untouched parts keep their places in the game's files, and what house rules wrote
keeps its place in theirs, so that every later message and event can say who wrote what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from interpreter import syntax
from interpreter.amend.conflicts import sort_rows
from interpreter.amend.crosstabs import change_cell
from interpreter.amend.draft import Draft, name_of, place_of, word_of
from interpreter.amend.patterns import Meanings
from interpreter.amend.steps import StepInserter
from interpreter.amend.tables import RowEdit, change_row
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import house as errors
from interpreter.source import Source, Span

TakeTable = Callable[[syntax.TakenTable], syntax.Table | None]
"""Finds another game's table, and reports if it is not there."""


PLAIN = (syntax.Number, syntax.Reference, syntax.Of, syntax.Applied, syntax.Grouped)
"""Values that need no parentheses beside a sign."""

BESIDE = ("note", "also")
"""Declarations of which there may be several with one name."""


class ChangeApplier:
    """Applies changes to a draft. `skip` are the places of changes that earlier house rules have already made; rows
    of those in `kept` stay; `targets` maps names and rows of changes to what they refer to in the game."""

    def __init__(self, draft: Draft, take_table: TakeTable, report: Callable[[Diagnostic], None]) -> None:
        self.draft, self.take_table, self.report = draft, take_table, report
        self.skip: set[Span] = set()
        self.kept: Sequence[Source] = ()
        self.targets: dict[Span, tuple[Span, ...]] = {}
        self._others_examples: list[tuple[Source, tuple[syntax.WithOption, ...]]] = []

    def finish(self, stack: Sequence[syntax.File]) -> None:
        """Set the options that house rules give to all examples but their own. This comes last: examples of house rules
        that set the option themselves were written for that value."""
        theirs = {(tree.span.source, each.name.text): each.default for tree in stack for each in _find_options(tree)}
        for source, options in self._others_examples:
            for each in self.draft.examples():
                own = each.span.source
                named = {option.option.text for option in each.options}
                new = [option for option in options if option.option.text not in named]
                more = [replace(one, value=theirs.get((own, one.option.text), one.value)) for one in new]
                if more and own is not source:
                    self.draft.replace(each, replace(each, options=(*each.options, *more)))

    def apply(self, node: syntax.Declaration) -> None:
        """One declaration of house rules: a change, or something new."""
        match node:
            case syntax.Header():
                pass
            case syntax.Expects():
                self.report(errors.not_a_change(node.span, "expects"))
            case syntax.Option() if not node.alternatives and node.values is None:
                self._set_option(node)
            case syntax.TakenTable():
                table = self.take_table(node)
                if table is not None:
                    self._add(table)
            case syntax.Replaced(declaration):
                self._replace(declaration)
            case syntax.Removed() | syntax.Around() | syntax.BesideStep() | syntax.OnlyWhen() | syntax.ChangedDefine():
                self._apply_whole(node)
            case syntax.ChangedExamples(options):
                known = tuple(each for each in options if self._find("option", each.option, "set") is not None)
                self._others_examples.append((node.span.source, known))
            case syntax.ChangedTable() | syntax.ChangedChoice() | syntax.ChangedPhase() | syntax.ChangedExample():
                self._apply_parts(node)
            case _:
                self._add(node)

    # ---- whole declarations

    def _find(self, word: str, name: syntax.Name | syntax.Text, doing: str) -> syntax.Declaration | None:
        """Return the declaration to be changed; None, with a diagnostic, if the game does not have it."""
        found = self.draft.find(word, name.text)
        if found is None:
            other = self.draft.find_named(name.text)
            like = f"a {word_of(other)}" if other is not None and word != "example" else ""
            self.report(errors.target_missing(name.span, word, name.text, doing, self.draft.names(word), like))
        else:
            self.targets[name.span] = (place_of(found).span,)
        return found

    def _add(self, node: syntax.Declaration) -> None:
        there = self.draft.find(word_of(node), name_of(node)) if word_of(node) not in BESIDE else None
        if there is None:
            self.draft.add(node)
        elif place_of(node).span not in self.skip:
            place = place_of(node).span
            self.report(errors.already_there(place, word_of(node), name_of(node), place_of(there).span))

    def _replace(self, declaration: syntax.Declaration) -> None:
        word, place = word_of(declaration), place_of(declaration)
        new = self.take_table(declaration) if isinstance(declaration, syntax.TakenTable) else declaration
        named = place if isinstance(place, (syntax.Name, syntax.Text)) and name_of(declaration) else None
        name = named or syntax.Name("", span=declaration.span)
        old = self._find(word, name, "replace")
        if old is not None and new is not None:
            for other in self.draft.find_all(word, name_of(declaration))[1:]:
                self.draft.remove(other)
            self.draft.replace(old, _keep_owner(old, new))

    def _apply_whole(
        self, node: syntax.Removed | syntax.Around | syntax.BesideStep | syntax.OnlyWhen | syntax.ChangedDefine
    ) -> None:
        if node.name.span in self.skip:
            return
        match node:
            case syntax.BesideStep():
                self._put_beside(node)
            case syntax.ChangedDefine(name):
                old = self._find("define", name, "add to")
                if isinstance(old, syntax.Define):
                    self.draft.replace(old, replace(old, value=_join_to(node, old.value)))
            case syntax.Removed(word, name):
                if self._find(word, name, "remove") is not None:
                    for each in self.draft.find_all(word, name.text):
                        self.draft.remove(each)
            case syntax.Around(place, word, name, body):
                old = self._find(word, name, "add to")
                if isinstance(old, (syntax.Rule, syntax.Phase)):
                    self.draft.replace(
                        old, replace(old, body=(*body, *old.body) if place == "before" else old.body + body)
                    )
            case syntax.OnlyWhen():
                old = self._find(node.word, node.name, "put a condition on")
                if isinstance(old, (syntax.Rule, syntax.Phase)):
                    self.draft.replace(old, replace(old, body=(_guard(node, old.body),)))
                if isinstance(old, syntax.Define):
                    self.draft.replace(old, replace(old, value=_limit(node, old.value)))
            case _:
                assert_never(node)

    def _put_beside(self, node: syntax.BesideStep) -> None:
        """Put clauses beside a step: in a rule, or in a phase with what libraries and the game add to it."""
        name = node.name.text
        word = "rule" if self.draft.find("rule", name) is not None else "phase"
        if self._find(word, node.name, "add to") is None:
            return
        inserter = StepInserter(node, frozenset(self.draft.find_sort("dice")))
        for old in (*self.draft.find_all(word, name), *(self.draft.find_all("also", name) if word == "phase" else ())):
            assert isinstance(old, (syntax.Rule, syntax.Phase, syntax.Also))
            self.draft.replace(old, replace(old, body=inserter.insert(old.body)))
        if not inserter.is_found:
            self.report(errors.step_missing(node.step.span, node.begun, word, name, inserter.seen))

    # ---- parts of declarations

    def _apply_parts(
        self, node: syntax.ChangedTable | syntax.ChangedChoice | syntax.ChangedPhase | syntax.ChangedExample
    ) -> None:
        match node:
            case syntax.ChangedTable(name):
                meanings, first = Meanings(self.draft.iterate()), self._find("table", name, "change")
                for each in sort_rows(node, first, meanings) if isinstance(first, syntax.Table) else ():
                    table = self.draft.find("table", name.text)
                    assert isinstance(table, syntax.Table)
                    self._change_row(table, each, meanings)
            case syntax.ChangedChoice(name):
                choice = self._find("choice", name, "change")
                if isinstance(choice, syntax.Choice):
                    self.draft.replace(choice, self._change_choice(choice, node))
            case syntax.ChangedPhase(name, state):
                for kept in state:
                    phase = self._find("phase", name, "change")
                    place = self.draft.find_keep(name.text, kept.name.text) or phase
                    if isinstance(place, (syntax.Phase, syntax.Also)):
                        self.draft.replace(place, replace(place, state=_merge_lines(place.state, (kept,))))
            case syntax.ChangedExample(lines, was):
                example = self._find("example", was or lines.title, "change")
                if isinstance(example, syntax.Example):
                    self.draft.replace(example, _restate_example(example, lines))
            case _:
                assert_never(node)

    def _change_row(self, table: syntax.Table, change: syntax.RowChange, meanings: Meanings) -> None:
        key = change.row.cells[0].span.to(change.row.cells[-1].span)
        if key in self.skip:
            return
        replaced: list[Span] = []
        changing = RowEdit(table, change, meanings, self.report, replaced.append, self.kept)
        changed = change_row(changing) if table.across is None else change_cell(changing)
        self.targets[key] = tuple(dict.fromkeys(replaced))
        if changed is not table:
            self.draft.replace(table, changed)

    def _set_option(self, node: syntax.Option) -> None:
        """Give an option another value: in the game's own line, or in a new one. An option that already has the value
        gets this change's reason."""
        if self._find("option", node.name, "set") is None:
            return
        old = self.draft.find_all("option", node.name.text)[-1]
        assert isinstance(old, syntax.Option)
        bare = not old.alternatives and old.values is None
        if not bare and not self.draft.is_in_game(old):
            self.draft.add(node)
            return
        agreed = node.name.span in self.skip
        default, because = (old.default, old.because) if agreed else (node.default, None)
        marks = node.marks or old.marks
        self.draft.replace(old, replace(old, default=default, because=node.because or because, marks=marks))

    def _change_choice(self, choice: syntax.Choice, node: syntax.ChangedChoice) -> syntax.Choice:
        lines = node.lines
        offers = _merge_lines(choice.offers, lines.offers)
        names = [each.name.text for each in choice.offers]
        for name in node.removed:
            if name.text not in names and name.span not in self.skip:
                self.report(errors.target_missing(name.span, "offer", name.text, "remove", names))
        gone = {each.text for each in node.removed}
        return replace(
            choice,
            question=lines.question or choice.question,
            pick=lines.pick or choice.pick,
            offers=tuple(each for each in offers if each.name.text not in gone),
            default=choice.default if lines.default is None else lines.default,
        )


def _find_options(tree: syntax.File) -> Iterator[syntax.Option]:
    for each in tree.declarations:
        option = each.declaration if isinstance(each, syntax.Replaced) else each
        if isinstance(option, syntax.Option):
            yield option


def _guard(node: syntax.OnlyWhen, body: tuple[syntax.Clause, ...]) -> syntax.When:
    first = syntax.Branch(node.condition, body, inline=False, span=node.condition.span)
    branches = (first, node.otherwise) if isinstance(node.otherwise, syntax.Branch) else (first,)
    return syntax.When(branches, span=node.condition.span)


def _limit(node: syntax.OnlyWhen, value: syntax.Expression) -> syntax.Expression:
    """A value limited to a condition; without another value the result is the condition itself."""
    span, inner = node.condition.span, syntax.Grouped(value, span=value.span)
    if isinstance(node.otherwise, syntax.Expression):
        return syntax.Conditional(inner, node.condition, node.otherwise, span=span)
    return syntax.AllOf((syntax.Grouped(node.condition, span=span), inner), span=span)


def _join_to(node: syntax.ChangedDefine, value: syntax.Expression) -> syntax.Expression:
    """A value, and what house rules add to it."""
    first = value if isinstance(value, (*PLAIN, syntax.Arithmetic)) else syntax.Grouped(value, span=value.span)
    more = node.value if isinstance(node.value, PLAIN) else syntax.Grouped(node.value, span=node.value.span)
    match node.operator:
        case "and":
            return syntax.AllOf((first, more), span=node.span)
        case "or":
            return syntax.AnyOf((first, more), span=node.span)
        case operator:
            return syntax.Arithmetic(operator, first, more, span=node.span)


def _merge_lines(old: tuple, new: tuple) -> tuple:  # type: ignore[type-arg]
    by_name = {each.name.text: each for each in new}
    kept = tuple(by_name.pop(each.name.text, each) for each in old)
    return (*kept, *by_name.values())


def _restate_example(example: syntax.Example, lines: syntax.Example) -> syntax.Example:
    """Replace some lines of an example: options one by one, everything else whole."""
    options = {each.option.text: each for each in (*example.options, *lines.options)}
    return replace(
        example,
        ids=lines.ids or example.ids,
        options=tuple(options.values()),
        players=lines.players or example.players,
        start=lines.start or example.start,
        given=tuple({each.place: each for each in (*example.given, *lines.given)}.values()),
        script=lines.script or example.script,
        expectations=lines.expectations or example.expectations,
        title=lines.title,
    )


def _keep_owner(old: syntax.Declaration, new: syntax.Declaration) -> syntax.Declaration:
    """What replaces dice, or a table in TOML: who has and sees them, or its keys, stay unless they are written."""
    if isinstance(old, syntax.Dice) and isinstance(new, syntax.Dice) and new.each is None:
        return replace(new, each=old.each, sight=new.sight or old.sight)
    if isinstance(old, syntax.Table) and isinstance(new, syntax.Table) and not new.keys:
        return replace(new, parameters=old.parameters, keys=old.keys, columns=old.columns)
    return new
