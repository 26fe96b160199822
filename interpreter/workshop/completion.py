"""Completions at a place of a text: words of the language, and suitable names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from interpreter import loader
from interpreter.check.schema import make_schema
from interpreter.check.world import Use
from interpreter.data_classes import dataclass
from interpreter.domains import MaybeType, MemberType, SetType, Type, YesNoType
from interpreter.model import Model
from interpreter.parser.completion import Gap, find_gap
from interpreter.parser.toml_gap import TomlGap, find_toml_gap
from interpreter.workshop.naming import LOCAL
from interpreter.workshop.texts import Checkup, Workshop
from interpreter.workshop.toml_completion import NO_GAME, list_fitting, write_value

VALUES = ("state", "dice", "zone", "choice", "option", "define", "table", "member", *LOCAL)
"""What has a value, or is called like something that has."""

WANTED = {
    "do": ("table",),
    "roll": ("dice",),
    "choose": ("choice",),
    "shuffle": ("zone",),
    "set": ("state", *LOCAL),
    "did": ("rule", "phase"),
    "ended": ("phase",),
    "start": ("phase",),
    "asked": ("choice",),
    "like": ("strategy",),
    "per": ("phase", "measure"),
    "with": ("option", *VALUES),
    "all": ("kind",),
    "each": ("kind",),
}
"""What sorts of names follow a word."""

GIVEN = {"add": "to", "take": "from"}
"""Words of lines in which a name that is kept follows another word."""

CHANGES = ("change", "replace", "remove", "before", "after")
SORTS_OF_WORDS = {
    *("table", "choice", "phase", "rule", "define", "option", "view", "layout", "measure", "strategy", "dice", "kind"),
}

MOST_LABELS = 200
"""Values of a key that are offered."""


@dataclass(frozen=True)
class Completion:
    """A completion: the text, what sort of thing that is ("word" for words of the language), and a few words on it."""

    text: str
    sort: str
    detail: str = ""


@dataclass(frozen=True)
class Completions:
    """The completions of the word that begins at `start`, the best first."""

    start: int
    offered: tuple[Completion, ...]


def complete(workshop: Workshop, path: Path, offset: int) -> Completions:
    """The completions at a place of a text."""
    checkup = workshop.check(path)
    text, begin = checkup.source.text, 0
    if checkup.source.name.endswith(loader.TOML_SUFFIX):
        place = find_toml_gap(text, offset)
        if place is None or place.wanted != "lines":
            return _complete_toml(workshop, checkup, place) if place is not None else Completions(offset, ())
        begin = place.start
    gap = find_gap(text[begin:], offset - begin)
    if gap is None:
        return Completions(offset, ())
    return _gather(begin + gap.start, (*_list_fitting(gap, checkup, workshop.find_sound(path)), *_list_words(gap)))


def _complete_toml(workshop: Workshop, checkup: Checkup, gap: TomlGap) -> Completions:
    if gap.path == ("for",) and gap.wanted == "value":
        games = loader.list_game_names_beside(checkup.source)
        return _gather(gap.start, (Completion(write_value(each, gap.quote), "game") for each in games))
    base = workshop.find_base(checkup)
    model = base.model if base is not None else None
    schema = make_schema(model) if model is not None else NO_GAME
    return _gather(gap.start, (Completion(*each) for each in list_fitting(schema, gap)))


def _gather(start: int, offered: Iterable[Completion]) -> Completions:
    found: dict[str, Completion] = {}
    for each in offered:
        found.setdefault(each.text, each)
    return Completions(start, tuple(found.values()))


def _list_words(gap: Gap) -> Iterator[Completion]:
    """The words of the language that may stand here."""
    for word in sorted(gap.allowed):
        if word.replace("_", "").isalpha() and word.islower():
            yield Completion(word, "word")


def _list_fitting(gap: Gap, checkup: Checkup, sound: Checkup | None) -> Iterator[Completion]:
    """The names that may stand here, the likeliest first."""
    model = sound.model if sound is not None else None
    if model is not None:
        yield from _list_key_values(gap, model)
        yield from _list_members(gap, model)
        yield from _list_given(gap, model)
    if "NAME" not in gap.allowed:
        return
    header = checkup.tree.header
    if gap.before and gap.before[-1] == "use":
        yield from (Completion(each, "library") for each in loader.list_library_names(checkup.source))
    elif "for" in gap.before and gap.before[0] == "house_rules":
        yield from (Completion(each, "game") for each in loader.list_game_names_beside(checkup.source))
    elif "for" in gap.before and ("example" in gap.before or "examples" in gap.before):
        yield from (Completion(each.text, "game") for each in (header.games if header is not None else ()))
    else:
        wanted = _find_wanted(gap)
        declared = _list_declared(gap, checkup, sound)
        order = {word: at for at, word in enumerate(wanted)}
        for use in sorted((each for each in declared if each.word in order), key=lambda each: order[each.word]):
            line = use.declared.source.line(use.declared.line)
            yield Completion(use.name, use.word, line.strip())


def _find_wanted(gap: Gap) -> tuple[str, ...]:
    """The sorts of names that may stand at a place."""
    if not gap.before:
        return ("rule", "phase", *VALUES) if "say" in gap.allowed else VALUES
    first, last = gap.before[0], gap.before[-1]
    if first in CHANGES and last in SORTS_OF_WORDS:
        return (last,)
    if not gap.opener and gap.allowed == {"NAME"}:
        return ("phase",) if last == "in" else ("kind",) if last == "each" else ()
    if GIVEN.get(first) == last:
        return ("state", *LOCAL)
    if last == ":" and "say" in gap.allowed:
        return ("rule", "phase", *VALUES)
    return WANTED.get("roll" if first == "roll" and last == "and" else last, VALUES)


def _list_declared(gap: Gap, checkup: Checkup, sound: Checkup | None) -> Iterator[Use]:
    """Everything that has a name, of the text as it is and as it last was right; what is known only in one declaration,
    where it is that one."""
    for each in (checkup, sound) if sound is not checkup else (checkup,):
        if each is None:
            continue
        begin = each.source.text.rfind("\n" + " ".join(gap.opener[:2])) if gap.opener else gap.start
        for use in each.declared:
            if use.word in LOCAL and not (use.span.source is each.source and begin < use.span.start <= gap.start):
                continue
            yield use


def _list_key_values(gap: Gap, model: Model) -> Iterator[Completion]:
    """The values of a table's key, where its rows are written."""
    words = gap.opener[1:] if gap.opener[:1] == ("change",) else gap.opener
    table = model.tables.get(words[1]) if len(words) > 1 and words[0] == "table" else None
    column = gap.before.count("|")
    if table is None or ":" in gap.before or column >= len(table.domains):
        return
    domain = table.domains[column]
    labels = [str(each) for each in domain.by_number] if domain.chance else domain.labels
    if len(labels) <= MOST_LABELS:
        yield from (Completion(each, "value", f"a value of the key {column + 1}") for each in labels)


def _list_given(gap: Gap, model: Model) -> Iterator[Completion]:
    """What the rows of a table that house rules change are looked up with."""
    table = model.tables.get(gap.opener[2]) if gap.opener[:2] == ("change", "table") and len(gap.opener) > 2 else None
    if table is not None and ":" in gap.before and "NAME" in gap.allowed:
        yield from (Completion(each.name, "parameter") for each in table.parameters)


def _list_members(gap: Gap, model: Model) -> Iterator[Completion]:
    """The members of the kind that something is of, where it is compared or set."""
    if len(gap.before) < 2 or gap.before[-1] not in ("is", "to", "not", "=", ":"):
        return
    for name in reversed(gap.before[:-1]):
        kind = _find_type(model, name)
        if kind is not None:
            yield from _list_values(model, kind)
            return


def _list_values(model: Model, kind: Type) -> Iterator[Completion]:
    if isinstance(kind, SetType) and kind.member is not None:
        kind = kind.member
    if isinstance(kind, MaybeType):
        yield Completion("none", "value")
        kind = kind.some
    if isinstance(kind, YesNoType):
        yield from (Completion(each, "value") for each in ("yes", "no"))
    elif isinstance(kind, MemberType):
        members: Iterable[str] = model.kinds[kind.kind].members[kind.low : kind.high + 1]
        yield from (Completion(each, "member", f"one of `{kind.kind}`") for each in members)


def _find_type(model: Model, name: str) -> Type | None:
    """The type of what has this name, if it has a value."""
    if name in model.options:
        return model.options[name].type
    if name in model.choices:
        return model.choices[name].variable.type
    if name in model.defines:
        return model.defines[name].value.type
    states = (state.variable for routine in model.routines.values() for state in routine.state)
    return next((each.type for each in states if each.name == name), None)
