"""Answers the requests of a workbench about a text, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from interpreter import loader
from interpreter.bots.seats import DEFAULT
from interpreter.desk.figures import Data, play, show_summary
from interpreter.desk.games import NOT_YET
from interpreter.desk.sweep import list_axes, show_axis, sweep
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.diagnostics.rendering import render_full
from interpreter.display import format_event
from interpreter.examples.run_example import run_examples
from interpreter.files import resolve
from interpreter.highlighting import list_parts
from interpreter.house.differences import Difference, find_differences
from interpreter.odds.known_means import average_members
from interpreter.parser.vocabulary import DECLARATIONS
from interpreter.pipeline import lower
from interpreter.rulebook.overlay_marks import make_marked_rulebook
from interpreter.summary import Summary
from interpreter.workshop import Checkup, Workshop
from interpreter.workshop.completion import complete
from interpreter.workshop.hints import list_hints
from interpreter.workshop.hovering import describe
from interpreter.workshop.mending import lay_out, list_mends
from interpreter.workshop.outline import list_symbols

STAGES = (200, 1_000, 5_000, 20_000, 100_000)
"""Numbers of games after which a simulation shows its figures."""

PLAY = "play"
WRITING = ("check", "complete", "describe", "lay_out")
"""What is asked while somebody writes, and is answered at once."""

TRYING = ("rulebook", "changes", "examples", "simulate", "odds", "axes", "sweep")
"""What takes longer, and ends as soon as something else of it is asked."""

SWEEP_STAGES = 4
"""A sweep, which plays many games of one ruleset, goes only through the first of them."""

MOST_EVENTS = 200
"""The most events that are shown of an example."""


class Desk:
    """The texts of one workbench, and the answers about them."""

    def __init__(self, stages: Sequence[int] = STAGES) -> None:
        """`stages` are the numbers of games after which a simulation shows its figures."""
        self.workshop = Workshop()
        self.stages = stages
        self.duties: dict[str, Callable[[Path, Data], Iterator[Data]]] = {
            name: getattr(self, f"_{name}") for name in (*WRITING, PLAY, *TRYING)
        }

    def answer(self, request: Data) -> Iterator[Data]:
        """The answers to a request about the text of a file: `do` says what is asked, `path` and `text` of what. All
        other files are as they are on the disk: a page has one file open."""
        path = Path(request["path"])
        for other in self.workshop.open_paths:
            if other != resolve(path):
                self.workshop.close(other)
        self.workshop.change(path, request["text"])
        yield from self.duties[request["do"]](path, request)

    # ---- while one writes

    def _check(self, path: Path, _: Data) -> Iterator[Data]:
        checkup = self.workshop.check(path)
        text = checkup.source.text
        yield {
            "sound": checkup.is_sound,
            "marks": [_show_mark(checkup, each) for each in checkup.own],
            "hints": [{"at": _utf16(text, each.offset), "text": each.text} for each in list_hints(self.workshop, path)],
            "outline": [
                {"word": each.word, "name": each.name, "at": _utf16(text, each.span.start)}
                for each in list_symbols(checkup)
            ],
        }

    def _complete(self, path: Path, request: Data) -> Iterator[Data]:
        text = request["text"]
        found = complete(self.workshop, path, _from_utf16(text, int(request["at"])))
        offered = [{"text": each.text, "sort": each.sort, "detail": each.detail} for each in found.offered[:200]]
        yield {"start": _utf16(text, found.start), "offered": offered}

    def _describe(self, path: Path, request: Data) -> Iterator[Data]:
        found = describe(self.workshop, path, _from_utf16(request["text"], int(request["at"])))
        yield {"text": found.text if found is not None else ""}

    def _lay_out(self, path: Path, _: Data) -> Iterator[Data]:
        yield {"text": lay_out(self.workshop.check(path))}

    def _play(self, path: Path, _: Data) -> Iterator[Data]:
        """The model and program of the text, if it can be played: not for a page, which only gets the table."""
        model = self.workshop.check(path).model
        program = lower(model, players=model.usual_players) if model is not None else None
        yield {"model": replace(model, examples=()), "program": program} if model is not None else NOT_YET

    # ---- results

    def _rulebook(self, path: Path, _: Data) -> Iterator[Data]:
        sound = self.workshop.find_sound(path)
        model = sound.model if sound is not None else None
        yield {"book": asdict(make_marked_rulebook(model, {})) if model is not None else None}

    def _examples(self, path: Path, _: Data) -> Iterator[Data]:
        model = self.workshop.check(path).model
        report = run_examples(model) if model is not None else None
        results = report.results if report is not None else ()
        yield {
            "examples": [
                {
                    "title": each.example.name,
                    "passed": each.passed,
                    "failures": [render_full(failure) for failure in each.failures],
                    "events": [format_event(each.program, event) for event in each.events[:MOST_EVENTS]],
                }
                for each in results
            ]
        }

    def _changes(self, path: Path, request: Data) -> Iterator[Data]:
        before, now = self._check_both(path, request)
        found: tuple[Difference, ...] = ()
        if before is not None and before.result is not None and now.result is not None:
            found = find_differences(before.result.files, now.result.files)
        yield {"against": before.source.name if before is not None else "", "changes": [asdict(each) for each in found]}

    def _check_both(self, path: Path, request: Data) -> tuple[Checkup | None, Checkup]:
        """A text, and what it is held against: house rules against their game, any other against the text `before` it
        was changed, if there is one."""
        now = self.workshop.check(path)
        if loader.is_house_rules(now.source) or request.get("before") is None:
            return self.workshop.find_base(now), now
        self.workshop.change(path, request["before"])
        before = self.workshop.check(path)
        self.workshop.change(path, request["text"])
        return before, self.workshop.check(path)

    def _simulate(self, path: Path, request: Data) -> Iterator[Data]:
        """Figures that grow better, until whoever asked has had enough, beside those of what the text is held against.
        """
        before, now = self._check_both(path, request)
        if now.model is None:
            yield {"games": 0}
            return
        models = {"now": now.model, "before": before.model if before is not None else None}
        programs = {name: lower(model) for name, model in models.items() if model is not None}
        summaries = {name: Summary.of(program) for name, program in programs.items()}
        for played, games in pairwise((0, *self.stages)):
            for name, program in programs.items():
                summaries[name] = summaries[name].combine(play(program, range(played, games)))
            shown = {name: show_summary(program, summaries[name]) for name, program in programs.items()}
            yield {"games": games, "of": self.stages[-1], "house": bool(now.model.house), **shown}

    def _odds(self, path: Path, _: Data) -> Iterator[Data]:
        model = self.workshop.check(path).model
        means: list[Data] = []
        if model is not None and find_spec("numpy") is not None:  # in a browser there is none
            from interpreter.odds.means import find_near_means

            program = lower(model)
            strategies = (DEFAULT,) * len(program.seats)
            found = find_near_means(program, strategies, [each.name for each in program.measures])
            for measure in program.measures:
                mean = average_members(found, measure)
                if mean is not None:
                    exact = str(mean.exact) if mean.exact is not None else None
                    means.append({"name": measure.name, "mean": mean.mean, "exact": exact})
        yield {"means": means}

    def _axes(self, path: Path, _: Data) -> Iterator[Data]:
        model = self.workshop.check(path).model
        yield {"axes": [show_axis(each) for each in list_axes(model)] if model is not None else None}

    def _sweep(self, path: Path, request: Data) -> Iterator[Data]:
        """The figures for each value of an option, until all have had as many games as `stages` say."""
        model = self.workshop.check(path).model
        axes = {each.name: each for each in list_axes(model)} if model is not None else {}
        axis = axes.get(request.get("over", ""))
        if model is None or axis is None:
            yield {"trouble": "This text has no such option now."}
            return
        first, last = axis.find(request.get("from"), 0), axis.find(request.get("to"), len(axis.names) - 1)
        yield from sweep(model, axis, first, last, self.stages[:SWEEP_STAGES])


# ---- as data


def list_colours() -> Data:
    """The patterns that colour a text, and the words that begin declarations."""
    parts = [{"pattern": each.pattern, "sorts": each.sorts} for each in list_parts()]
    return {"patterns": parts, "declarations": sorted(DECLARATIONS)}


def list_shipped() -> dict[str, loader.ShippedFile]:
    """Games, libraries and house rules by names that differ even where a library is called like a game."""
    games = {each.path.name: each for each in (*loader.list_games(), *loader.list_classics())}
    others = (*loader.list_libraries(), *loader.list_house_rules())
    named = games | {f"{each.path.parent.name}/{each.path.name}": each for each in others}
    return {f"shipped/{name}": each for name, each in named.items()}


def list_templates() -> list[Data]:
    """Short texts to begin a new file with, each with its name and title."""
    return [
        {"name": each.path.name, "title": each.title, "text": loader.read_source(each.path).text}
        for each in loader.list_templates()
    ]


def _show_mark(checkup: Checkup, diagnostic: Diagnostic) -> Data:
    span, text = diagnostic.span, checkup.source.text
    start, end = (span.start, max(span.end, span.start + 1)) if span is not None else (0, 1)
    mends = list_mends(checkup, start, end) if span is not None else ()
    own = next((each for each in mends if each.diagnostic is diagnostic), None)
    fix = None
    if own is not None and resolve(own.edit.place.path) == resolve(checkup.source.path):
        place = own.edit.place
        fix = {
            "title": own.title,
            "start": _utf16(text, place.start),
            "end": _utf16(text, place.end),
            "text": own.edit.text,
        }
    return {
        "start": _utf16(text, start),
        "end": _utf16(text, end),
        "line": span.line if span is not None else 1,
        "error": diagnostic.severity is Severity.ERROR,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "label": diagnostic.label,
        "help": diagnostic.help,
        "fix": fix,
    }


def _utf16(text: str, offset: int) -> int:
    """A place as browsers count it: a character beyond the first 65,536 counts twice."""
    return len(text[:offset].encode("utf-16-le")) // 2 if not text.isascii() else offset


def _from_utf16(text: str, offset: int) -> int:
    return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", "ignore")) if not text.isascii() else offset
