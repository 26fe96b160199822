"""What the manual asks of a ruleset beyond what the game needs: words for readers, where rules come from, examples."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter import syntax
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import conventions as errors


def find_unconventional(tree: syntax.File) -> Iterator[Diagnostic]:
    """What a file leaves out, in the order of its places."""
    for each in tree.declarations:
        if isinstance(each, syntax.Option):
            yield from _look_at_option(each)
        elif isinstance(each, syntax.Example) and each.title.text.startswith(syntax.UNREAD):
            yield errors.example_unread(each.title.span, each.title.text.removeprefix(syntax.UNREAD))
    header = tree.header
    if header is not None:
        yield from _look_at_file(header, tree)


def _look_at_option(option: syntax.Option) -> Iterator[Diagnostic]:
    name = option.name
    if option.question is None and (option.values is not None or option.alternatives):
        yield errors.option_without_question(name.span, name.text)
    if option.because is None and any(isinstance(each, syntax.Open) for each in option.marks):
        yield errors.option_without_reason(name.span, name.text)


def _look_at_file(header: syntax.Header, tree: syntax.File) -> Iterator[Diagnostic]:
    sections = (each.section for each in syntax.iterate_nodes(tree) if isinstance(each, syntax.Cite))
    section = next(filter(None, sections), None)
    if section is not None and not header.sources:
        yield errors.source_missing(section.span)
    if header.word == "game" and not any(isinstance(each, syntax.Example) for each in tree.declarations):
        yield errors.example_missing(header.name.span, header.name.text)
