"""Conditions as clauses: a pattern for each, and for its opposite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from interpreter import model as m
from interpreter.check.substitution import substitute
from interpreter.domains import FractionType, NumberType, SetType, ThrowType, YesNoType
from interpreter.rulebook.english import (
    NUMBERS,
    be,
    count,
    find_head,
    is_plural,
    join_words,
    pluralise,
    possess,
    put_in_case,
    strip_article,
)
from interpreter.rulebook.names import PEOPLE
from interpreter.rulebook.phrases import Phrases


class Clauses(Phrases):
    """Says what holds, and what does not."""

    def holds(self, value: Any, negated: bool = False) -> str:
        value = self.folder.fold(value)
        match value:
            case m.Constant(number):
                return "always" if bool(number) != negated else "never"
            case m.Not(operand):
                return self.holds(operand, not negated)
            case m.Both(parts) | m.Either(parts):
                is_all = isinstance(value, m.Both) != negated
                said = [self.join(each, negated, within=is_all) for each in parts]
                return join_words(said, "and" if is_all else "or")
            case m.Comparison():
                return self.compare(value, m.OPPOSITES[value.operator] if negated else value.operator)
            case m.Contains(among, member):
                return self.contains(among, member, negated)
            case m.Within(inner, low, high):
                subject = self.say(inner)
                return f"{subject} {be(subject)} {'not ' * negated}{self.say(low)} to {self.say(high)}"
            case m.RollMatches(roll):
                shown = value.span.text.rpartition(" is ")[2].removeprefix("not ")
                return f"{self.say(roll)} {'do not show' if negated else 'show'} {shown}"
            case m.Quantified() | m.CountedDice():
                return self.some(value, negated)
            case m.Applied():
                return self.applied_condition(value, negated)
            case m.Read():
                return self.read_condition(value, negated)
            case m.Named():
                return self.holds(substitute(value.inside, {value.variable: value.held}), negated)
            case m.Supposed():
                return f"after {self.supposed(value)}, {self.holds(value.value, negated)}"
            case m.Chosen(condition, first, other):
                one, another = self.holds(first, negated), self.holds(other, negated)
                return f"{one} (if {self.holds(condition)}; otherwise if {another})"
            case _:
                self.flag(type(value).__name__)
                return f"{self.say(value)} is {'no' if negated else 'yes'}"

    def join(self, value: Any, negated: bool, within: bool) -> str:
        """A condition among several, all of which hold if they are `within` an `and`: `either this or that` there."""
        value, clause = self.folder.fold(value), self.holds(value, negated)
        while isinstance(value, m.Not):
            value, negated = self.folder.fold(value.operand), not negated
        is_any = isinstance(value, m.Both | m.Either) and isinstance(value, m.Both) == negated
        return f"either {clause}" if within and is_any else clause

    def read_condition(self, value: m.Read, negated: bool) -> str:
        title = self.title(value.variable.name)
        yes, bar, no = title.partition("|")
        if bar:
            return no if negated else yes
        subject = self.say(value)
        self.flag(f"the condition `{value.variable.name}`")
        return f"{subject} {be(subject)} {'not ' * negated}so"

    def applied_condition(self, value: m.Applied, negated: bool) -> str:
        info = self.game.defines[value.definition]
        if self.called(value.definition):
            self.used[value.definition] = None
            yes, bar, no = self.fill_title(value.definition, info.parameters, value.arguments).partition("|")
            return yes if not negated else no if bar else f"it is not true that {yes}"
        inside = self.folder.fold(substitute(info.value, dict(zip(info.parameters, value.arguments, strict=True))))
        if self.is_small(inside):
            return self.holds(inside, negated)
        self.flag(f"the condition `{value.definition}`")
        self.used[value.definition] = None
        return self.hold_true(info, [self.say(each) for each in value.arguments], negated)

    @staticmethod
    def hold_true(info: m.DefineInfo, arguments: Sequence[str], negated: bool = False) -> str:
        """`“fits” is true for the card and the line`, of a condition without words."""
        of = put_in_case(f" for {join_words(arguments)}") if arguments else ""
        return f"“{info.name.replace('_', ' ')}” is {'not ' * negated}true{of}"

    def some(self, value: Any, negated: bool) -> str:
        none = (value.quantifier == "no") != negated
        among = value.roll if isinstance(value, m.CountedDice) else value.set
        noun = "die" if isinstance(value, m.CountedDice) else self.member_noun(value.variable)
        if isinstance(among, m.AllOfKind) and among.kind in PEOPLE:
            first = ("nobody" if none else "somebody") if among.kind == "player" else f"{'no' if none else 'one'} side"
            with self.naming(value.variable, first, "they"):
                return self.holds(value.condition)
        noun = f"group of {pluralise(noun)}" if getattr(value, "subsets", False) else noun
        with self.naming(value.variable, f"{'no' if none else 'some'} {noun}{self.say_where(among)}", "it"):
            holds = self.holds(value.condition)
        return re.sub(r"\bsome\b", "any", holds) if none else holds

    def contains(self, among: Any, member: Any, negated: bool) -> str:
        subject = self.say(member)
        among = self.folder.fold(among)
        if isinstance(among, m.Constant) and isinstance(among.type, SetType):
            shown = self.constant(among.type, among.value).replace(" and ", " or ")
            return f"{subject} {be(subject)} {'not ' * negated}{shown}"
        return f"{subject} {be(subject)} {'not ' * negated}in {self.say(among)}"

    def compare(self, value: m.Comparison, operator: str) -> str:
        left, right = self.folder.fold(value.left), self.folder.fold(value.right)
        if isinstance(left, m.Constant) and not isinstance(right, m.Constant):
            left, right = right, left
            operator = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}.get(operator, operator)
        empty = isinstance(right, m.Constant) and self.is_nothing(right)
        if empty and operator in ("eq", "ne"):
            return self.is_empty(left, operator == "eq")
        if operator in ("eq", "ne"):
            match left, right:
                case m.Attribute(name, card), m.Attribute(same, other) if name == same:
                    alike = "the same" if operator == "eq" else "another"
                    return f"{self.say(card)} and {self.say(other)} are of {alike} {self.title(name)}"
                case m.Total(roll), m.Constant(number) if getattr(roll.type, "number", 0) == 1 and operator == "eq":
                    return f"{self.say(roll)} shows {number}"
                case m.Read(variable), m.Constant() if variable.role == "choice":
                    return self.compare_choice(left, right, operator)
                case _:
                    pass
        if isinstance(left.type, YesNoType) and isinstance(right, m.Constant):
            return self.holds(left, (operator == "ne") == bool(right.value))
        return self.compare_plainly(left, right, operator)

    def compare_plainly(self, left: Any, right: Any, operator: str) -> str:
        if isinstance(left, m.OfRoll) and left.operator in ("alike", "in_a_row") and isinstance(right, m.Constant):
            number, how = NUMBERS[right.value], "alike" if left.operator == "alike" else "in a row"
            least = "all" if right.value == getattr(left.roll.type, "number", 0) else f"{number} or more"
            words = {"ge": least, "lt": f"fewer than {number}", "eq": f"{number}", "ne": f"not {number}"}
            return f"{words.get(operator, f'more than {number}')} of {self.say(left.roll)} are {how}"
        counted = isinstance(left, m.OfSet) and left.operator == "size"
        is_plain = counted and not isinstance(left.set, m.Quantified) and "'s " not in self.members(left.set)
        if is_plain and isinstance(right, m.Constant):
            return self.compare_number(left.set, right.value, operator)
        subject = self.say(left)
        other = self.say(right)
        verb = "are" if is_plural(subject) or subject in ("you", "they") else "is"
        predicates = {"eq": other, "ne": f"not {other}", "ge": f"{other} or more", "le": f"{other} or less"}
        predicates |= {"lt": f"less than {other}", "gt": f"more than {other}"}
        if not isinstance(left.type, NumberType | FractionType):
            predicates |= {"ge": f"{other} or higher", "le": f"{other} or lower"}
            predicates |= {"lt": f"lower than {other}", "gt": f"higher than {other}"}
        return f"{subject} {verb} {predicates[operator]}"

    def compare_number(self, among: Any, number: int, operator: str) -> str:
        thing = self.members(among)
        head = find_head(thing)
        kind = getattr(among.type.member, "kind", "")
        noun = self.noun(kind) if kind else ""
        many = count(number, noun if pluralise(noun) == head else strip_article(head))
        rest = thing[len(head) :]
        words = {"eq": many, "ne": f"not {many}", "ge": f"{many} or more", "le": f"at most {many}"}
        words |= {"lt": f"fewer than {many}", "gt": f"more than {many}"}
        one = operator == "eq" and number == 1
        return f"there is {many}{rest.replace(' are ', ' is ', 1)}" if one else f"there are {words[operator]}{rest}"

    def compare_choice(self, left: m.Read, right: m.Constant, operator: str) -> str:
        choice = self.game.choices[left.variable.name]
        if right.value in choice.values and not choice.picked_from:
            label = choice.labels[choice.values.index(right.value)]
            who = "you choose" if self.you else "the answer is"
            who = "you do not choose" if self.you and operator == "ne" else f"{who} not" if operator == "ne" else who
            return f"{who} to {label}" if self.you else f"{who} “{label}”"
        return self.compare_plainly(left, right, operator)

    def is_empty(self, left: Any, empty: bool) -> str:
        if isinstance(left, m.Quantified) and left.quantifier == "those":
            among = m.Quantified("some", left.variable, left.set, left.condition, left.subsets, type=YesNoType())
            return self.some(among, empty)
        if isinstance(left, m.Read) and left.variable.role == "zone":
            if left.index is not None and self.say(left.index) in ("you", "they", "nobody", "somebody", "who"):
                owner = self.say(left.index)
                verb = "has" if owner in ("nobody", "somebody", "who") else "have"
                place = possess(owner if owner == "you" else "they", strip_article(self.title(left.variable.name)))
                return f"{owner} {verb} {'no' if empty else 'any'} cards in {place}"
            where = self.say(left)
            return f"{where} {be(where)} {'empty' if empty else 'not empty'}"
        subject = self.say(left)
        if isinstance(left.type, SetType) and is_plural(subject):
            return f"there are {'no' if empty else 'some'} {strip_article(subject)}"
        if isinstance(left.type, SetType | ThrowType):
            return f"there {'is nothing' if empty else 'is something'} in {subject}"
        if strip_article(subject) == subject:
            return f"{subject} {be(subject)} {'empty' if empty else 'not empty'}"
        return f"there is {'no' if empty else 'a'} {strip_article(subject)}"
