"""The slots of a program: one for each variable, return and answer, fixed before any code is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import MemberType, NumberType, SetType, Type, YesNoType
from interpreter.lower.builder import Builder


@dataclass
class SlotLayout:
    """The slots of a program. `players` is how many play; `options` the number of each option, or where it is kept."""

    builder: Builder
    players: int
    options: dict[str, program.Operand] = field(default_factory=dict)
    variables: dict[model.Variable, program.Slot] = field(default_factory=dict)
    returns: dict[str, program.Slot] = field(default_factory=dict)
    offers: dict[str, range] = field(default_factory=dict)
    """For each choice the slots that hold the set of the answers offered (`program.Decide`)."""
    defaults: dict[str, program.Slot] = field(default_factory=dict)
    active: dict[str, program.Slot] = field(default_factory=dict)
    tallies: dict[str, program.Slot] = field(default_factory=dict)
    stale_reads: Mapping[int, str] = field(default_factory=dict)
    """See `stale_answers`."""
    gone: dict[str, program.Slot] = field(default_factory=dict)
    """For the choices of which such an answer is read, the slots that say whether it is gone."""
    thrower: program.Slot = field(default_factory=lambda: program.Slot(0))

    def size_of_kind(self, kind: str) -> int:
        """The size of a kind: its members, or the number of players."""
        if kind == "player":
            return self.players
        info = self.builder.game.kinds[kind]
        if info.is_pairing and info.parts[0].name == "player":
            return len(info.members) // len(self.builder.game.kinds["player"].members) * self.players
        return len(info.members)

    @property
    def bank(self) -> int:
        """The number of the bank among winners: one more than the last side or player."""
        return self.size_of_kind("side" if "side" in self.builder.game.kinds else "player")

    def members_of(self, kind: Type) -> range:
        assert isinstance(kind, SetType)
        if kind.member is None:
            return range(0)
        high = kind.member.high
        if isinstance(kind.member, MemberType):
            high = min(high, self.size_of_kind(kind.member.kind) - 1)
        return range(kind.member.low, high + 1)

    def slot(self, variable: model.Variable) -> program.Slot:
        if variable not in self.variables:
            self.variables[variable] = self._new_slots(variable)
        return self.variables[variable]

    def _new_slots(self, variable: model.Variable) -> program.Slot:
        shape = self.builder.shape(variable.type)
        if variable.role == "viewer":
            return self.builder.slot("viewer", "viewer", shape)
        kind = {"state": "state", "counter": "state", "dice": "dice", "choice": "choice", "zone": "zone"}.get(
            variable.role, "local"
        )
        owner = self.builder.game.routines.get(variable.owner)
        if variable.role == "parameter" and owner is not None and owner.kind == "phase":
            kind = "state"
        name = variable.name if kind != "local" else f"{variable.owner}.{variable.name}"
        if variable.role == "zone":
            return self._zone_slots(variable, shape)
        closed = self.builder.game.hidden.get(variable) if kind in ("state", "dice") else None
        sight = closed.sight if closed is not None else "up"
        if variable.each is None:
            return self.builder.slot(name, kind, shape, sight)
        info = self.builder.game.kinds[variable.each.kind]
        members, owners = info.members, info.parts[0].values if info.is_pairing else range(len(info.members))
        whose = (info.parts[0].name if info.is_pairing else info.name) if sight == "owner" else ""
        slots = [
            self.builder.slot(f"{name}[{members[n]}]", kind, shape, sight, whose, owners[n])
            for n in range(self.size_of_kind(variable.each.kind))
        ]
        return slots[0]

    def _zone_slots(self, variable: model.Variable, shape: int) -> program.Slot:
        members: tuple[str, ...] = ("",)
        if variable.each is not None:
            kind = variable.each.kind
            members = tuple(f"[{each}]" for each in self.builder.game.kinds[kind].members[: self.size_of_kind(kind)])
        number = self.builder.shape(NumberType(0, 0))
        parts, zone = [("", shape)], self.builder.game.zones[variable.name]
        if zone.ordered:
            parts += [(" loose", shape), (" height", number), (" under", number)]
        slots = [
            self.builder.slot(f"{variable.name}{member}{part}", "zone", shown)
            for part, shown in parts
            for member in members
        ]
        copies, kinds = zone.copies, self.size_of_kind(zone.cards)
        if zone.ordered:
            for member in members:
                for place in range(sum(copies) or kinds):
                    self.builder.slot(f"{variable.name}{member} card {place}", "zone", number)
        if copies:
            self._copy_slots(zone, members, number)
        return slots[0]

    def _copy_slots(self, zone: model.ZoneInfo, members: tuple[str, ...], number: int) -> None:
        """How many cards lie at each place, and how many of each card; of these, how many are loose."""
        cards = self.builder.game.kinds[zone.cards].members
        for member in members:
            self.builder.slot(f"{zone.name}{member} many", "zone", number)
        for part in ("of", "loose of") if zone.ordered else ("of",):
            for member in members:
                for card in cards:
                    self.builder.slot(f"{zone.name}{member} {part} {card}", "zone", number)

    def keep_stale(self, stale_reads: Mapping[int, str]) -> None:
        self.stale_reads = stale_reads
        for name in sorted(set(stale_reads.values())):
            self.gone[name] = self.builder.slot(f"gone: {name}", "local", self.builder.shape(YesNoType()))

    def return_slot(self, routine: str) -> program.Slot:
        if routine not in self.returns:
            self.returns[routine] = self.builder.slot(
                f"return of {routine}", "return", self.builder.shape(NumberType(0, 0))
            )
        return self.returns[routine]

    def allocate_visible(self) -> None:
        """Give slots to everything a person may ask about, in the order of the text."""
        game = self.builder.game
        self.thrower = self.builder.slot("thrower", "local", self.builder.shape(NumberType(0, 0)))
        for routine in game.routines.values():
            for parameter in routine.parameters if routine.kind == "phase" else ():
                self.slot(parameter)
            for state in routine.state:
                self.slot(state.variable)
        for dice in game.dice.values():
            self.slot(dice.variable)
        for zone in game.zones.values():
            self.slot(zone.variable)
        for choice in game.choices.values():
            self.slot(choice.variable)
            self.slot(choice.chooser)
            for parameter in choice.parameters:
                self.slot(parameter)
            if choice.several is not None:
                self.slot(choice.candidate)
            self._answers(choice)
        for phase in (each.name for each in game.routines.values() if each.kind == "phase"):
            flag = self.builder.slot(f"{program.UNDER_WAY}{phase}", "local", self.builder.shape(YesNoType()))
            self.active[phase] = flag
        for measure in game.measures.values():
            if measure.value is None:
                self.tallies[measure.name] = self.builder.slot(
                    f"tally: {measure.name}", "local", self.builder.shape(NumberType(0, 0))
                )

    def _answers(self, choice: model.ChoiceInfo) -> None:
        number = self.builder.shape(NumberType(0, 0))
        words = program.count_offer_slots(len(choice.values))
        slots = [self.builder.slot(f"{choice.name} offers", "offer", number) for _ in range(words)]
        self.offers[choice.name] = range(slots[0].index, slots[0].index + words)
        self.defaults[choice.name] = self.builder.slot(f"{choice.name} default", "offer", number)
