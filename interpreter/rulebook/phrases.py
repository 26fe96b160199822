"""Values as noun phrases: a pattern for each construct.

Where no pattern reads well, `rough` notes why, and the author is asked for words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter import model as m
from interpreter.check.substitution import substitute
from interpreter.domains import BLANK, MemberType, RollType, YesNoType
from interpreter.rulebook.english import (
    add_article,
    agree,
    capitalise,
    count,
    join_words,
    pluralise,
    possess,
    put_in_case,
    strip_article,
)
from interpreter.rulebook.folding import walk
from interpreter.rulebook.names import PEOPLE, Names

PLURALS = {"is": "are", "has": "have"}
FEW_PARTS = 9
"""The most parts of a definition without words that is said by its value."""

OPERATORS = {"add": "plus", "sub": "less", "mul": "times", "div": "divided by", "mod": "modulo"}
INSIDE = {m.Certain: "maybe", m.Maybe: "value", m.DiceOf: "roll", m.SetOf: "member"}
"""Values that are said as what is in them, by the name of the field."""


class Phrases(Names):
    """Says values."""

    def __init__(self, game: m.Model, settings: Mapping[str, int]) -> None:
        super().__init__(game, settings)
        self.values: dict[type, Any] = {
            m.Constant: lambda v: self.constant(v.type, v.value),
            m.TextConstant: lambda v: v.text,
            m.OptionValue: lambda v: v.option.replace("_", " "),
            m.Read: self.read,
            m.Total: self.total,
            m.Calculation: self.calculation,
            m.InParts: lambda v: self.say(v.left),
            m.Moved: self.moved,
            m.Between: lambda v: f"all from {self.say(v.low)} to {self.say(v.high)}",
            m.Joined: self.joined,
            m.Without: self.without,
            m.AllOfKind: lambda v: f"all {pluralise(self.noun(v.kind))}",
            m.OfSet: self.of_set,
            m.OfRoll: self.of_roll,
            m.CountedDice: self.counted_dice,
            m.TopCard: self.top_card,
            m.TopCards: lambda v: f"the top {self.amount(v.number, 'card')} of {self.place(v.zone)}",
            m.Attribute: self.attribute,
            m.Together: self.together,
            m.Offered: lambda v: f"the {v.operator} that is offered",
            m.Turn: self.turn,
            m.Neighbour: self.neighbour,
            m.SideOf: lambda v: possess(self.say(v.player), "side"),
            m.PlayersOf: lambda v: f"the players of {self.say(v.side)}",
            m.Applied: self.applied,
            m.TableValue: self.looked_up,
            m.Quantified: self.quantified,
            m.Summed: self.summed,
            m.Best: self.best,
            m.Parted: self.parted,
            m.Supposed: lambda v: f"{self.say(v.value)} after {self.supposed(v)}",
            m.Chosen: lambda v: f"{self.say(v.value)} if {self.holds(v.condition)}, otherwise {self.say(v.other)}",
            m.Named: lambda v: self.say(substitute(v.inside, {v.variable: v.held})),
        }

    def holds(self, value: Any, negated: bool = False) -> str:
        """A condition as a clause, or its opposite."""
        raise NotImplementedError

    def say(self, value: Any) -> str:
        value = self.folder.fold(value)
        while isinstance(value, m.Certain | m.Maybe | m.DiceOf | m.SetOf):
            value = getattr(value, INSIDE[type(value)])
        if isinstance(value.type, YesNoType) and not isinstance(value, m.Constant | m.Read):
            return f"whether {self.holds(value)}"
        make = self.values.get(type(value))
        return str(make(value)) if make else self.holds(value)

    def together(self, value: m.Together) -> str:
        parts = [self.say(each) for each in value.parts]
        return f"the {self.noun(value.kind)} of {join_words(parts)}" if m.PAIRED in value.kind else ", ".join(parts)

    def read(self, value: m.Read) -> str:
        variable = value.variable
        if isinstance(value.index, m.Together):
            owner, *places = map(self.say, value.index.parts)
            return put_in_case(f"{possess(owner, strip_article(self.title(variable.name)))} at {join_words(places)}")
        if value.index is not None:
            owner, title = self.say(value.index), strip_article(self.title(variable.name))
            is_place = owner.isdigit() or owner.startswith("at ")
            return f"the {title} at {owner.removeprefix('at ')}" if is_place else possess(owner, title)
        if variable in self.you:
            return "you"
        if variable in self.names:
            first, *later = self.names[variable]
            if later:
                self.names[variable] = later
            return first
        if variable.role in ("dice", "zone", "state", "counter", "choice"):
            return add_article(self.title(variable.name).partition("|")[0])
        kind = getattr(variable.type, "kind", "")
        if variable.name in ("one", "player", "somebody", "which") and kind in PEOPLE:
            return f"that {kind}"
        return add_article(self.refer_to(variable))

    def attribute(self, value: m.Attribute) -> str:
        """A card's rank; a part of an answer."""
        asked = [each for each in self.game.choices.values() if any(one.name == value.name for one in each.parts)]
        if isinstance(value.card, m.Read) and [each.variable for each in asked] == [value.card.variable]:
            return f"the chosen {self.refer_to(next(each for each in asked[0].parts if each.name == value.name))}"
        return possess(self.say(value.card), self.title(value.name))

    def place(self, place: m.ZonePlace) -> str:
        title = self.title(place.variable.name)
        if place.index is None:
            return add_article(title)
        return possess(self.say(place.index), strip_article(title))

    def top_card(self, value: m.TopCard) -> str:
        if self.game.zones[value.zone.variable.name].cards in self.game.decks:
            return f"the top card of {self.place(value.zone)}"
        return f"the {'first' if value.bottom else 'last'} of {self.place(value.zone)}"

    def amount(self, number: Any, noun: str) -> str:
        """`three cards`; `as many cards as ...`"""
        number = self.folder.fold(number)
        if isinstance(number, m.Constant):
            return count(number.value, noun)
        return f"as many {pluralise(noun)} as {self.say(number)}"

    def total(self, value: m.Total) -> str:
        roll = self.say(value.roll)
        single = isinstance(value.roll.type, RollType) and value.roll.type.number == 1
        return f"what {roll} shows" if single else f"the total of {roll}"

    def calculation(self, value: m.Calculation) -> str:
        left, right = self.say(value.left), self.say(value.right)
        if isinstance(value.left.type, MemberType):
            return self.number(value.left)
        if value.operator in ("min", "max"):
            return f"{left} or {right}, whichever is {'less' if value.operator == 'min' else 'more'}"
        if value.operator in ("div", "mod"):
            self.flag("a division")
        if value.operator == "mul" and left == "2":
            return f"twice {right}"
        return f"{left} {OPERATORS[value.operator]} {right}"

    def number(self, member: Any) -> str:
        """The number of a member of a kind, which is listed among the words where its name does not show it."""
        shown = self.game.kinds[member.type.kind].shown
        if shown == tuple(str(number + 1) for number in range(len(shown))):
            return self.say(member)
        self.numbered[member.type.kind] = None
        return possess(self.say(member), "number")

    def moved(self, value: m.Moved) -> str:
        member = self.say(value.member)
        shown = self.game.kinds["player"].shown
        if (
            member == "the first player"
            and isinstance(value.amount, m.Constant)
            and value.amount.value in range(len(shown))
        ):
            return shown[value.amount.value]
        self.flag("a member counted from another")
        noun, amount, after = self.noun(getattr(value.type, "kind", "")), self.folder.fold(value.amount), "after"
        if isinstance(amount, m.Calculation) and amount.operator == "sub":
            if isinstance(value.member, m.Constant) and member == self.say(amount.right):
                return self.say(amount.left)  # a number as the member that is called so
            if isinstance(amount.left, m.Constant) and not amount.left.value:
                amount, after = amount.right, "before"
        number = amount.value if isinstance(amount, m.Constant) else None
        if number and member == f"the {noun}":  # in a table of all of them
            return f"the {noun} {count(abs(number), 'place')} {'on' if number > 0 else 'back'}"
        if number is not None and abs(number) == 1:
            return f"the {noun} {'after' if number > 0 else 'before'} {member}"
        if number is not None and number < 0:
            return f"the {noun} {-number} places before {member}"
        return f"the {noun} {self.say(amount)} places {after} {member}"

    def of_set(self, value: m.OfSet) -> str:
        inner = value.set
        if value.operator == "size":
            return f"the number of {self.members(inner)}"
        if isinstance(inner, m.AllOfKind) and inner.kind == "player":
            return "the first player" if value.operator == "lowest" else "the last player"
        if isinstance(inner, m.PlayersOf) and isinstance(value.type, MemberType):
            return f"the {'first' if value.operator == 'lowest' else 'last'} of its players"
        return f"the {value.operator} of {self.say(inner)}"

    def joined(self, value: m.Joined) -> str:
        first, *others = _list_joined(value)
        if isinstance(first, m.Without):
            return put_in_case(f"{self.say(first)}, together with {join_words([self.say(each) for each in others])}")
        return join_words([self.say(each) for each in (first, *others)])

    def without(self, value: m.Without) -> str:
        word = "other than" if isinstance(value.right, m.SetOf) else "without"
        but = ", but" if isinstance(value.left, m.Joined) else ""
        right = self.say(value.right)
        return f"{self.say(value.left)}{but} {word} {'them' if right == 'they' else right}"

    def members(self, value: Any) -> str:
        """What a set has in it: `cards in your hand`."""
        value = self.folder.fold(value)
        if isinstance(value, m.Read) and value.variable.role == "zone":
            return f"{pluralise(self.noun(self.game.zones[value.variable.name].cards))} in {self.say(value)}"
        if isinstance(value, m.Quantified) and value.quantifier == "those":
            return self.that(value.variable, value.set, value.condition, plural=True)
        said = self.say(value).removeprefix("all ")
        return said if "'s " in said else strip_article(said)

    def of_roll(self, value: m.OfRoll) -> str:
        roll = self.say(value.roll)
        names = {"size": f"the number of dice in {roll}", "faces": f"the different faces of {roll}"}
        names |= {"alike": f"the most alike of {roll}", "in_a_row": f"the longest row in {roll}"}
        return names.get(value.operator, f"the {value.operator} die of {roll}")

    def counted_dice(self, value: m.CountedDice) -> str:
        with self.naming(value.variable, "that", "it"):
            condition = re.sub("^that is ", "that are ", self.holds(value.condition))
        return f"the number of dice in {self.say(value.roll)} {condition}"

    def turn(self, value: m.Turn) -> str:
        kind = getattr(value.member.type, "kind", "")
        info = self.game.kinds.get(kind)
        if info is not None and (len(info.members) == 2 or (kind == "player" and self.game.players == (2,))):
            return f"the other {self.noun(kind)}"
        if kind not in PEOPLE:
            return f"the {self.noun(kind)} {'after' if value.step == 1 else 'before'} {self.say(value.member)}"
        side = "left" if value.step == 1 else "right"
        return f"the player on {possess(self.say(value.member), side)}"

    def neighbour(self, value: m.Neighbour) -> str:
        which = "next" if value.forward else "last"
        return f"the {which} of {self.say(value.set)} {'after' if value.forward else 'before'} {self.say(value.member)}"

    def looked_up(self, value: m.TableValue) -> str:
        table = self.game.tables[value.table]
        self.used[value.table] = None
        column = table.columns[value.column].replace("_", " ") if table.columns else ""
        what = f"the {column} that" if column else "what"
        keys = join_words([self.say(each) for each in value.keys])
        return f"{what} the table *{strip_article(self.title(value.table))}* gives{f' for {keys}' if keys else ''}"

    def quantified(self, value: m.Quantified) -> str:
        if value.quantifier == "count":
            return f"the number of {self.that(value.variable, value.set, value.condition, value.subsets, plural=True)}"
        return f"the {self.that(value.variable, value.set, value.condition, value.subsets, plural=True)}"

    def summed(self, value: m.Summed) -> str:
        if isinstance(value.set, m.AllOfKind):
            noun = self.noun(value.set.kind)
            with self.naming(value.variable, f"each {noun}", f"that {noun}"):
                return f"the sum of {self.say(value.value)}"
        with self.naming(value.variable, "each of them", "it"):
            inner = self.say(value.value)
        return f"the sum of {inner} in {self.say(value.set)}"

    def that(
        self, variable: m.Variable, among: Any, condition: Any, subsets: bool = False, plural: bool = False
    ) -> str:
        """`cards in your hand that fit`"""
        among = self.folder.fold(among)
        noun = self.member_noun(variable)
        noun = f"group of {pluralise(noun)}" if subsets else noun
        noun = pluralise(noun) if plural else noun
        where = self.say_where(among)
        condition = self.folder.fold(condition) if condition is not None else None
        if condition is None or (isinstance(condition, m.Constant) and condition.value):
            return f"{noun}{where}"
        relative = "who" if noun.startswith("player") else "that"
        with self.naming(variable, relative, "them" if plural else "it"):
            clause = self.holds(condition)
        if not clause.startswith(f"{relative} "):
            possessive = f"{relative}'s "
            if clause.startswith(possessive):
                clause = f"whose {clause.removeprefix(possessive)}"
            else:
                self.flag("which members")
                they = "they" if plural else "it"
                clause = re.sub(rf"\b{relative}'s\b", "their" if plural else "its", clause)
                clause = put_in_case(f"for which {clause.replace(relative, they)}")
        elif plural:
            clause = re.sub(f"^{relative} (is|has) ", lambda found: f"{relative} {PLURALS[found[1]]} ", clause)
        return f"{noun}{where} {clause}"

    def best(self, value: m.Best) -> str:
        extreme = {"most": "highest", "least": "lowest"}[value.extreme]
        kind = getattr(value.variable.type, "kind", "")
        own = value.value
        if isinstance(own, m.Constant):
            return f"the {self.that(value.variable, value.among, value.condition, value.subsets)}"
        if isinstance(own, m.Read) and own.index is not None and isinstance(own.index, m.Read) and kind in PEOPLE:
            among = "" if isinstance(value.among, m.AllOfKind) else f", of {self.say(value.among)},"
            return f"whoever{among} has the {extreme} {strip_article(self.title(own.variable.name))}"
        if isinstance(own, m.Applied) and self.called(own.definition) and len(own.arguments) == 1 and kind in PEOPLE:
            self.used[own.definition] = None
            return f"whoever has the {extreme} {strip_article(self.called(own.definition))}"
        if isinstance(own, m.Attribute):
            among = self.that(value.variable, value.among, value.condition, value.subsets)
            return f"the {among} of the {extreme} {self.title(own.name)}"
        with self.naming(value.variable, "they" if kind in PEOPLE else "it"):
            measure = self.say(own)
        self.flag("the best of several")
        if kind in PEOPLE and value.many is None and isinstance(value.among, m.AllOfKind):
            return f"whoever has the {extreme} {strip_article(measure)}"
        noun = self.member_noun(value.variable)
        many = f"the {self.amount(value.many, noun)}" if value.many is not None else "the one"
        return f"{many} of {self.say(value.among)} with the {extreme} value of {measure}"

    def parted(self, value: m.Parted) -> str:
        with self.naming(value.part, "a part"):
            part = self.holds(value.condition)
        with self.naming(value.rest, "the rest"):
            measure = self.say(value.value)
        self.flag("a set in parts")
        whole = self.say(value.whole)
        asked = f"the first of the parts of {whole}" if value.first else f"what is left of {whole}"
        return f"{asked} when parts are taken out, where {part}, with the {value.extreme} {measure}"

    def supposed(self, value: m.Supposed) -> str:
        """A rule that is only supposed to be carried out."""
        parameters = self.game.routines[value.routine].parameters
        if self.called(value.routine):
            return self.fill_title(value.routine, parameters, value.arguments)
        self.flag(f"the name `{value.routine}`")
        given = join_words([self.say(each) for each in value.arguments])
        return f"“{value.routine.replace('_', ' ')}”" + (f" with {given}" if given else "")

    # ---- definitions

    def applied(self, value: m.Applied) -> str:
        info, arguments = self.game.defines[value.definition], value.arguments
        if self.called(value.definition):
            self.used[value.definition] = None
            return self.fill_title(value.definition, info.parameters, arguments).partition("|")[0]
        inside = self.folder.fold(substitute(info.value, dict(zip(info.parameters, arguments, strict=True))))
        if self.is_small(inside) and not info.words:
            return self.say(inside)
        self.used[value.definition] = None
        if not info.words and not isinstance(info.type if hasattr(info, "type") else None, YesNoType):
            self.flag(f"the name `{value.definition}`")
        of = join_words([self.say(each) for each in arguments])
        name = add_article(value.definition.replace("_", " ").removesuffix(" of"))
        return put_in_case(f"{name} of {of}") if of else name

    def is_small(self, value: Any) -> bool:
        return self.count_parts(value) <= FEW_PARTS

    def count_parts(self, value: Any) -> int:
        """The values that are in a value, and in the small definitions without words that are said in place."""
        parts = [each for each in walk(value) if isinstance(each, m.Typed)]
        inside = {each.definition for each in parts if isinstance(each, m.Applied) and not self.called(each.definition)}
        counts = [self.count_parts(self.folder.fold(self.game.defines[each].value)) for each in inside]
        return len(parts) + sum(each for each in counts if each <= FEW_PARTS)

    def fill_title(self, name: str, parameters: tuple[m.Variable, ...], arguments: tuple[Any, ...]) -> str:
        """A title with values in place of the parameters in its braces."""
        text, info = self.called(name), self.game.defines.get(name)
        is_noun = info is None or not isinstance(info.value.type, YesNoType)
        text = add_article(text) if not parameters and "|" not in text and is_noun else text
        for parameter, argument in zip(parameters, arguments, strict=True):
            hole = "{" + parameter.name + "}"
            if hole in text:
                text = text.replace(hole, self.say(argument))
        return text

    def fill(self, template: m.Template, bound: Mapping[m.Variable, Any]) -> str:
        """A text with values in braces, in words."""
        text = template.pieces[0]
        for hole, piece in zip(template.holes, template.pieces[1:], strict=True):
            value = self.folder.fold(substitute(hole.value, bound))
            if hole.choices is None:
                value = value.value if hole.may_be_blank and isinstance(value, m.Chosen) else value
                said = "" if isinstance(value, m.Constant) and value.value == BLANK else self.say(value)
                begins = text.endswith((". ", "! ", "? "))
                text, piece = text + (capitalise(said) if begins else said), agree(said, piece)
            elif isinstance(value, m.Constant):
                text += hole.choices[len(hole.choices) - 1 - min(value.value, len(hole.choices) - 1)]
            else:
                text += join_words(hole.choices, "or")
            text += piece
        return text

    def is_settled(self, template: m.Template) -> bool:
        """Whether a text says the same at every moment of a game: what it chooses from depends on options alone."""
        return all(isinstance(self.folder.fold(each.value), m.Constant) for each in template.holes if each.choices)

    def say_where(self, among: Any) -> str:
        """Where the members of a set are: nothing if they are all of a kind; ` from 2 to 5`, ` in your hand`."""
        said = self.say(among)
        where = said.removeprefix("all ") if said.startswith("all from ") else f"in {said}"
        return "" if isinstance(among, m.AllOfKind) else f" {where}"


def _list_joined(value: Any) -> Iterator[Any]:
    """The sets that a set is joined from."""
    if isinstance(value, m.Joined):
        yield from _list_joined(value.left)
        yield from _list_joined(value.right)
    else:
        yield value
