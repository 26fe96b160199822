"""What a document leaves open, and what each reading changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from interpreter.bots.seats import DEFAULT
from interpreter.cli.reports.report import Rows
from interpreter.cli.reports.statistics import EXACT_DIGITS, count_digits
from interpreter.cli.terminal.console import aside, count_noun, strong
from interpreter.data_classes import dataclass
from interpreter.display import format_name
from interpreter.model import Model
from interpreter.model.declarations import OptionInfo
from interpreter.rulebook import is_open_point
from interpreter.simulate.pairing import Figure
from interpreter.simulate.players import Plan

MOST_IMPORTANT = 10
"""The readings that are shown for several games together."""

MOST_FIGURES = 3
"""The figures of a reading that are shown, those that it changes most."""


@dataclass(frozen=True)
class Reading:
    """A value of an option, in place of the one that is `played`, and every figure under it, by what changes most.
    `is_same` says that it makes the same game, with these players and options; `never`, that every game took the
    same course. Where no game differs by default, the figures are of a `strategy` by which some do, if there is one."""

    option: OptionInfo
    played: str
    value: str
    is_same: bool
    figures: Sequence[Figure]
    strategy: str = ""
    never: bool = False

    @property
    def is_usual(self) -> bool:
        """Whether what is played is what the ruleset says."""
        return self.played == self.option.names[self.option.values.index(self.option.default)]

    @property
    def weight(self) -> float:
        """How much it matters: what it changes most."""
        return max((each.weight for each in self.figures), default=0.0)

    @property
    def changed(self) -> list[Figure]:
        """The figures that are seen to change."""
        return [each for each in self.figures if each.weight]


@dataclass(frozen=True)
class LedgerReport:
    """The readings of a game, which was played like this, with this number of games of each."""

    model: Model
    plan: Plan
    games: int
    readings: list[Reading]
    seconds: float

    @property
    def ordered(self) -> list[Reading]:
        return sorted(self.readings, key=lambda each: -each.weight)

    @property
    def points(self) -> list[str]:
        """The ids of the open points, each once."""
        return list(dict.fromkeys(one for each in self.readings for one in each.option.citation.open_ids))

    def format(self) -> Iterator[str]:
        model, games = self.model, count_noun(self.games, "game")
        yield strong(f"{model.title}: what is left open, and what each reading changes")
        if not self.readings:
            yield f"No option of this game settles an open point of its document{_describe_options(model)}."
        else:
            readings = f"{count_noun(len(self.readings), 'other reading')} of {count_noun(len(self.points), 'point')}"
            changing = sum(each.weight > 0 for each in self.readings) or "none"
            yield f"Of {readings}, {changing} can be seen to change the game."
            yield aside(f"{games} of each with the same dice, seed {self.plan.seed}")
        for each in self.ordered:
            if each.weight:
                yield from ("", *_format_reading(each))
        unseen = [each for each in self.ordered if not each.weight]
        never = [each for each in unseen if each.never]
        for title, found in (
            (f"Changes nothing in {games}", [each for each in unseen if not each.never]),
            (f"Never came up in {games}", never),
        ):
            if found:
                yield from ("", strong(title))
                yield from (
                    f"  {_name(each)}{' (the same game)' * each.is_same}{format_strategy(each)}" for each in found
                )
        if never:
            more = ". Other strategies may bring these up: `--strategy all=NAME`"
            if {*self.plan.strategies} == {DEFAULT}:
                more = ", with each strategy of the game and with random answers too."
            yield aside(f"  Every game went the same way{more}")
        notes = [note for note in model.notes if any(map(is_open_point, note.ids))]
        if notes:
            yield from ("", strong("Settled without an option"))
            yield from (f"  {', '.join(note.ids)}  {note.text}" for note in notes)

    def to_object(self) -> dict[str, object]:
        return {
            "ruleset": self.model.name,
            "players": len(self.plan.program.seats),
            "strategies": list(self.plan.strategies),
            "seed": self.plan.seed,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "readings": [_reading_to_object(each) for each in self.ordered],
            "notes": [{"points": list(note.ids), "text": note.text} for note in self.model.notes],
        }


def _describe_options(model: Model) -> str:
    """Of a game in which nothing is open, what its options are instead."""
    names = [each.name for each in model.options.values() if not each.citation.open_ids]
    if not names:
        return ""
    listed = "; ".join(f"`{name}`" for name in names)
    return f": its options are ways that people play ({listed}); `groundrules sweep` plays them"


def _name(each: Reading) -> str:
    question = each.option.question or f"{format_name(each.option.name)}?".capitalize()
    return f"{question} {_answer(each.option, each.value)}"


def _answer(option: OptionInfo, value: str) -> str:
    """A value of an option as people say it, with a full stop."""
    text = dict(zip(option.names, option.texts, strict=False)).get(value) or format_name(value)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def format_strategy(each: Reading) -> str:
    """With which strategy some game differs, where none does by default."""
    return f"  (with `--strategy all={each.strategy}`)" if each.strategy else ""


def _format_reading(each: Reading) -> Iterator[str]:
    option = each.option
    yield strong(_name(each))
    why = f" {option.because}" if option.because and each.is_usual else ""
    yield f"  Here: {_answer(option, each.played)}{why}"
    where = ", ".join(filter(None, (option.citation.section, *option.citation.open_ids)))
    yield aside(f"  {where}; `--set {option.name}={each.value}`")
    if each.strategy:
        yield aside(f"  no game differs with the default strategy; with `--strategy all={each.strategy}`:")
    for figure in each.changed[:MOST_FIGURES]:
        yield f"  {format_figure(figure)}"
    if len(each.changed) > MOST_FIGURES:
        yield aside(f"  and {count_noun(len(each.changed) - MOST_FIGURES, 'other figure')}")


def format_figure(figure: Figure) -> str:
    pair = figure.pair
    scale, unit = 100 if figure.is_share else 1, " %" if figure.is_share else ""
    name = f"{pair.name} wins" if figure.is_share else format_name(pair.name)
    if figure.is_exact and figure.exact is not None:
        cells = [f"{each.mean:.{EXACT_DIGITS}f}" for each in figure.exact]
        of = "exact" if figure.is_throughout else f"exact, of the first {format_name(pair.per)} of a game"
        return f"{name}: {cells[0]} -> {cells[1]}  ({float(figure.exact_change):+.{EXACT_DIGITS}f}, {of})"
    before, after, difference = (Fraction(each or 0) for each in (pair.before.mean, pair.after.mean, pair.difference))
    error = pair.stderr or 0.0
    digits = count_digits(Fraction(1, 3), error * scale)
    cells = [f"{float(each * scale):.{digits}f}{unit}" for each in (before, after)]
    return f"{name}: {cells[0]} -> {cells[1]}  ({float(difference * scale):+.{digits}f} ± {error * scale:.{digits}f})"


# ---- several games


def list_most_important(reports: Sequence[LedgerReport]) -> Iterator[str]:
    """The readings that matter most of several games: one of each option, with the figure that it changes most."""
    found: dict[tuple[str, str], tuple[float, tuple[str, ...]]] = {}
    for report in reports:
        for each in report.ordered:
            key = report.model.name, each.option.name
            if each.weight and key not in found:
                figure = format_figure(each.changed[0]) + format_strategy(each)
                cells = (f"{each.weight:.2f}", f"{report.model.title}: {_name(each)}", figure)
                found[key] = each.weight, cells
    yield aside("each with its change, in standard deviations of what one game gives")
    for _, (weight, reading, figure) in sorted(found.values(), key=lambda each: -each[0])[:MOST_IMPORTANT]:
        yield from (f"{weight}  {reading}", f"      {figure}")


# ---- as data


def _reading_to_object(each: Reading) -> dict[str, object]:
    option = each.option
    shares = [(figure.pair.name, figure.to_dict()) for figure in each.figures if figure.is_share]
    measures = [(figure.pair.name, figure.to_dict()) for figure in each.figures if not figure.is_share]
    return {
        "option": option.name,
        "value": each.value,
        "played": each.played,
        "points": list(option.citation.open_ids),
        "citation": option.citation.text,
        "same_game": each.is_same,
        "never_came_up": each.never,
        "strategy": each.strategy or None,
        "weight": each.weight,
        "measures": dict(measures),
        "winners": dict(shares),
    }


def list_figures(reports: Sequence[LedgerReport]) -> Rows:
    """A head, and a line for each figure of each reading."""
    yield (
        *("ruleset", "option", "value", "points", "figure", "before", "after", "difference", "stderr"),
        *("exact_before", "exact_after", "exact_of", "weight", "strategy"),
    )
    for report in reports:
        for reading in report.ordered:
            points = " ".join(reading.option.citation.open_ids)
            for figure in reading.figures:
                cells = (*_list_cells(figure), reading.strategy)
                yield report.model.name, reading.option.name, reading.value, points, *cells


def _list_cells(figure: Figure) -> Iterator[object]:
    pair = figure.pair
    yield f"{pair.name} wins" if figure.is_share else pair.name
    yield from (None if each is None else float(each) for each in (pair.before.mean, pair.after.mean, pair.difference))
    yield pair.stderr
    yield from (None, None, None) if figure.exact is None else (each.mean for each in figure.exact)
    if figure.exact is not None:
        yield "all" if figure.is_throughout else "first"
    yield figure.weight
