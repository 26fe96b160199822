"""Patterns of a table's row as sets of indices into the domain of the key they stand under: a bit for each index.

A pattern matches whole values of the key: a number or a roll's total, faces in whatever order the dice show them,
a range, a member, exactly one set. What the key can be decides what may stand there. A pattern for values that the
key never has is reported here, and its part that the key can have is still handed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from interpreter import syntax
from interpreter.bits import bits_of
from interpreter.check.convert import shows_one_word
from interpreter.check.literals import list_words, read_number, strip_parentheses
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import tables as errors
from interpreter.domains import (
    Domain,
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    ThrowType,
    Type,
    YesNoType,
)
from interpreter.throws import group_outcomes_by_faces, name_faces, write_dice

Resolve: TypeAlias = Callable[[str, syntax.Expression], int | None]
"""The place of the member of that name in the kind of the key (for sets, of the members), or None; it stands there as
this expression."""

Report: TypeAlias = Callable[[Diagnostic], None]

MAX_NUMBER = 2**64
"""Beyond every number a key can be."""


def match_pattern(
    expression: syntax.Expression, domain: Domain, key_type: Type, resolve: Resolve, report: Report
) -> int | None:
    """The indices into `domain` that a pattern matches, as bits; `domain` holds some or all values of `key_type`.

    None, with a diagnostic, if it is no pattern for such a key. If some or all of what it matches is outside the
    domain, that is reported too, and what is left is given: possibly nothing.
    """
    known = domain if domain.type is not None else replace(domain, type=key_type)
    return _PatternReader(known, key_type, resolve, report).read(expression)


def describe_key(domain: Domain, key_type: Type) -> errors.PatternFacts:
    match key_type:
        case RollType(dice, number) | ThrowType(dice, number) if key_type.words:
            sample = write_dice([key_type.words[key_type.sides[at % len(key_type.sides)]] for at in range(number)])
            return errors.PatternFacts("words", dice, members=key_type.words, dice=key_type.written, sample=sample)
        case RollType(dice, number):
            least, most = domain.ends or (number, number)
            sample = domain.labels[-1] if number > 1 and domain.labels else ""
            return errors.PatternFacts("roll", dice, str(least), str(most), dice=key_type.written, sample=sample)
        case ThrowType(dice, number):
            least, most = domain.ends or (0, 0)
            lowest, highest = key_type.sides[0], key_type.sides[-1]
            sample = write_dice((highest, *[lowest] * (number - 1))) if number > 1 else ""
            return errors.PatternFacts("throw", dice, str(least), str(most), dice=key_type.written, sample=sample)
        case NumberType():
            return errors.PatternFacts("number", "", *_find_ends(domain))
        case MemberType(kind):
            return errors.PatternFacts("member", kind, *_find_ends(domain), domain.labels)
        case MaybeType(some):
            inner = replace(domain, labels=tuple(each for each in domain.labels if each != "none"))
            return replace(describe_key(inner, some), none=True)
        case SetType(member):
            kind = member.kind if isinstance(member, MemberType) else ""
            return errors.PatternFacts("set", kind, members=domain.members)
        case YesNoType():
            return errors.PatternFacts("yes or no")
        case TextType() | FractionType():
            return errors.PatternFacts("a text")
        case _:
            assert_never(key_type)


def _find_ends(domain: Domain) -> tuple[str, str]:
    return (domain.labels[0], domain.labels[-1]) if domain.labels else ("", "")


def _read_member_name(part: syntax.Expression) -> str | None:
    """The name of a member as it is written, or of a card: `third`, `ace of clubs`."""
    if isinstance(part, syntax.Reference):
        return part.name
    if isinstance(part, syntax.Nobody):
        return "none"
    if isinstance(part, syntax.Of) and isinstance(part.subject, syntax.Reference):
        return f"{part.name.text} of {part.subject.name}"
    return None


@dataclass(frozen=True)
class _PatternReader:
    """Reads the patterns under one key."""

    domain: Domain
    type: Type
    resolve: Resolve
    report: Report
    none: bool = False
    """Whether the key may be nothing, too."""

    def read(self, pattern: syntax.Expression) -> int | None:
        """The indices that a pattern matches, or None if it is none."""
        if isinstance(self.type, MaybeType):
            return self._read_maybe(pattern, self.type)
        if isinstance(self.type, RollType | ThrowType) and self.type.words:
            return self._read_worded(pattern, self.type)
        match pattern:
            case syntax.Anything():
                return self.domain.all_bits
            case syntax.Grouped(inner):
                return self.read(inner)
            case syntax.Number() | syntax.Minus() | syntax.Reference() | syntax.Of() | syntax.Tuple():
                return self._read_one(pattern)
            case syntax.Range() | syntax.OrMore() | syntax.OrLess():
                return self._read_range(pattern)
            case syntax.Faces(faces):
                return self._read_faces(pattern, faces)
            case syntax.YesNo(value):
                return self._read_yes_no(pattern, value)
            case syntax.Nobody():
                return self._read_nothing(pattern)
            case syntax.AllOf(parts):
                return self._read_set(pattern, parts)
            case (
                syntax.AnyOf()
                | syntax.Quoted()
                | syntax.Everything()
                | syntax.TopOf()
                | syntax.Column()
                | syntax.Applied()
                | syntax.Arithmetic()
                | syntax.Compared()
                | syntax.Pattern()
                | syntax.Negated()
                | syntax.Conditional()
                | syntax.Quantified()
                | syntax.Summed()
                | syntax.Best()
                | syntax.Parted()
                | syntax.LesserOrGreater()
                | syntax.Neighbour()
                | syntax.Supposed()
            ):
                return self._refuse(pattern)
            case _:
                assert_never(pattern)

    # ---- the forms of patterns

    def _read_maybe(self, pattern: syntax.Expression, kind: MaybeType) -> int | None:
        """`none`, or a pattern for something. Nothing comes before all else, where it is possible."""
        bare = strip_parentheses(pattern)
        if isinstance(bare, syntax.Anything):
            return self.domain.all_bits
        if isinstance(bare, syntax.Nobody):
            return self._match_value(pattern, kind.nothing)
        possible = int(kind.nothing in self.domain.index)
        some = replace(self.domain.narrow(range(possible, self.domain.size)), type=kind.some)
        found = replace(self, domain=some, type=kind.some, none=True).read(pattern)
        return None if found is None else found << possible

    def _read_worded(self, pattern: syntax.Expression, kind: RollType | ThrowType) -> int | None:
        """What dice with words show, `none` of them, or a range of the words of a single die."""
        bare = strip_parentheses(pattern)
        if isinstance(bare, syntax.Anything):
            return self.domain.all_bits
        if isinstance(bare, syntax.Nobody) and isinstance(kind, ThrowType):
            return self._match_value(pattern, 0)
        if isinstance(bare, syntax.Range) and shows_one_word(kind):
            return self._read_closed_range(bare)
        words = list_words(bare)
        if not words:
            return self._refuse(pattern)
        places = [self._read_place(each, pattern) for each in words]
        known = tuple(place for place in places if place is not None)
        return self._read_faces(pattern, known) if len(known) == len(words) else None

    def _read_one(self, pattern: syntax.Expression) -> int | None:
        if isinstance(self.type, SetType):
            return self._read_set(pattern, (pattern,))
        place = self._read_place(pattern, pattern)
        return None if place is None else self._check_inside(pattern, self.domain.bits_between(place, place))

    def _read_range(self, pattern: syntax.Range | syntax.OrMore | syntax.OrLess) -> int | None:
        if isinstance(pattern, syntax.Range):
            return self._refuse(pattern) if isinstance(self.type, SetType) else self._read_closed_range(pattern)
        if not isinstance(self.type, NumberType | RollType | ThrowType):
            return self._refuse(pattern)
        if isinstance(pattern, syntax.OrMore):
            return self._check_inside(pattern, self.domain.bits_between(pattern.least, MAX_NUMBER))
        return self._check_inside(pattern, self.domain.bits_between(-MAX_NUMBER, pattern.most))

    def _read_closed_range(self, pattern: syntax.Range) -> int | None:
        low = self._read_place(pattern.low, pattern)
        high = None if low is None else self._read_place(pattern.high, pattern)
        if low is None or high is None:
            return None
        if low > high:
            first, last = pattern.high.span.text, pattern.low.span.text
            self.report(errors.pattern_backwards(pattern.span, pattern.span.text, first, last))
            return None
        found = self.domain.bits_between(low, high)
        outside = tuple(self._list_outside(pattern, low, high)) if found else ()
        if outside:
            self._report_outside(pattern, outside)
        return self._check_inside(pattern, found)

    def _read_yes_no(self, pattern: syntax.Expression, value: bool) -> int | None:
        return self._match_value(pattern, int(value)) if isinstance(self.type, YesNoType) else self._refuse(pattern)

    def _read_nothing(self, pattern: syntax.Expression) -> int | None:
        """`none`: no dice, the empty set, or a member that is called so."""
        if isinstance(self.type, MemberType) and self.resolve("none", pattern) is not None:
            return self._read_one(pattern)
        return self._match_value(pattern, 0) if isinstance(self.type, ThrowType) else self._read_set(pattern, ())

    def _read_faces(self, pattern: syntax.Expression, faces: tuple[int, ...]) -> int | None:
        if not isinstance(self.type, RollType | ThrowType):
            return self._refuse(pattern)
        text, facts = pattern.span.text, self._describe()
        parts = isinstance(self.type, ThrowType) or self.type.parts
        if len(faces) != self.type.number and not (parts and 0 < len(faces) < self.type.number):
            self.report(errors.faces_miscounted(pattern.span, text, len(faces), facts, self.type.number))
            return None
        beyond = [face for face in faces if face not in self.type.sides]
        if beyond:
            shown, sides = (name_faces(each, self.type.words) for each in (beyond, self.type.sides))
            self.report(errors.faces_beyond_die(pattern.span, text, shown[0], facts, sides))
            return None
        if isinstance(self.type, ThrowType):
            return self._match_value(pattern, self.type.pack(faces))
        outcomes = group_outcomes_by_faces(self.type.number, self.type.sides, self.type.parts)[tuple(sorted(faces))]
        index = self.domain.index
        return self._check_inside(pattern, bits_of(index[each] for each in outcomes if each in index))

    def _read_set(self, pattern: syntax.Expression, members: Sequence[syntax.Expression]) -> int | None:
        if not isinstance(self.type, SetType):
            return self._refuse(pattern)
        places = []
        for member in members:
            place = self._read_place(member, pattern)
            if place is None:
                return None
            places.append(place)
        possible = self.type.member
        if any(possible is None or not possible.low <= place <= possible.high for place in places):
            return self._check_inside(pattern, 0)
        return self._match_value(pattern, sum(1 << place for place in set(places)))

    # ---- their parts

    def _read_place(self, part: syntax.Expression, pattern: syntax.Expression) -> int | None:
        """The number, or the place of the member, that is a part of a pattern."""
        of = self.type.member if isinstance(self.type, SetType) else self.type
        part = strip_parentheses(part)
        if isinstance(of, RollType | ThrowType) and of.words:
            of = of.face
        if isinstance(of, NumberType | RollType | ThrowType):
            number = read_number(part)
            if number is None:
                self._refuse(pattern)
            return number
        name = _read_member_name(part)
        pairs = any(" of " in label for label in self.domain.members or self.domain.labels)
        if not isinstance(of, MemberType) or name is None or (isinstance(part, syntax.Of) and not pairs):
            self._refuse(pattern)
            return None
        place = self.resolve(name, part)
        if place is None:
            self.report(errors.pattern_name_unknown(part.span, name, self._describe()))
        return place

    def _match_value(self, pattern: syntax.Expression, value: int) -> int:
        at = self.domain.index.get(value)
        return self._check_inside(pattern, 0 if at is None else 1 << at)

    def _check_inside(self, pattern: syntax.Expression, found: int) -> int:
        if not found:
            self._report_outside(pattern, ())
        return found

    def _list_outside(self, pattern: syntax.Range, low: int, high: int) -> Iterator[str]:
        """What of a range is outside, as written: stretches of numbers, or the members at its ends."""
        if self.domain.ends is None:
            return
        least, most = self.domain.ends
        counted = isinstance(self.type, NumberType | RollType | ThrowType)
        if low < least:
            yield _format_range(low, least - 1) if counted else pattern.low.span.text
        if high > most:
            yield _format_range(most + 1, high) if counted else pattern.high.span.text

    # ---- what is wrong

    def _describe(self) -> errors.PatternFacts:
        return replace(describe_key(self.domain, self.type), none=self.none)

    def _report_outside(self, pattern: syntax.Expression, outside: Sequence[str]) -> None:
        facts = self._describe()
        self.report(errors.table_pattern_outside(pattern.span, pattern.span.text, outside, facts))

    def _refuse(self, pattern: syntax.Expression) -> int | None:
        """Report what is no pattern here. Where patterns are joined by a word, only commas are expected."""
        parts = pattern.parts if isinstance(pattern, syntax.AllOf | syntax.AnyOf) else ()
        silent = replace(self, report=lambda _: None)
        separated = [part.span.text for part in parts if silent.read(part)]
        facts = self._describe()
        commas = separated if len(separated) == len(parts) else ()
        self.report(errors.not_a_pattern(pattern.span, pattern.span.text, facts, commas))
        return None


def _format_range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"
