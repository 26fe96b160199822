"""Frozen dataclasses that are made in no time: `dataclass` is that of the library, and `frozen=True` costs less.

The library writes six methods for each frozen class and compiles them one by one when the class is made. There are
some hundreds of such classes here, and that took longer than checking a game. So here all frozen classes share what
compares, hashes, shows and refuses to be changed, and `__init__` is written when the first of a class is made. Fields,
`replace`, matching and what is equal are as ever. A frozen class and all it comes from must be made by the same of the
two.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(made=None, /, *, frozen=False, eq=True, repr=True, kw_only=False, **others):
        """As `dataclasses.dataclass`."""

        def wrap(made):
            if not frozen or others:
                return dataclasses.dataclass(made, frozen=frozen, eq=eq, repr=repr, kw_only=kw_only, **others)
            return _frozen(made, eq, repr, kw_only)

        return wrap if made is None else wrap(made)


class Signature:
    """How one of a class is made, for `help` and its like; worked out when it is asked for."""

    def __get__(self, one: object, made: type) -> object:
        from inspect import signature

        whole = signature(_init(made))
        return whole.replace(parameters=list(whole.parameters.values())[1:])


class MadeAnew:
    """Stands for a part that is made anew for each object."""

    def __repr__(self) -> str:
        return "<factory>"


SIGNATURE, MADE_ANEW = Signature(), MadeAnew()


def _frozen(made: type, eq: bool, show: bool, kw_only: bool) -> type:
    """A class made into a frozen dataclass."""
    own = {name for name, value in vars(made).items() if (name, value) != ("__hash__", None)}
    made.__doc__ = made.__doc__ or f"{made.__name__}(...)"
    dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(made)
    methods: dict[str, Any] = {"__init__": _first_init(made), "__signature__": SIGNATURE}
    methods |= {"__setattr__": _no_setting, "__delattr__": _no_deleting}
    if show:
        methods["__repr__"] = _showing(made)
    if eq:
        methods |= _comparing(made)
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


# ---- what all of them share


def _no_setting(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _no_deleting(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _showing(made: type) -> Callable[[Any], str]:
    names = [each.name for each in dataclasses.fields(made) if each.repr]

    def show(self: Any) -> str:
        listed = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({listed})"

    return show


def _comparing(made: type) -> dict[str, Any]:
    content = _content([each.name for each in dataclasses.fields(made) if each.compare])

    def equal(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or content(self) == content(other)

    def hashed(self: Any) -> int:
        return hash(content(self))

    return {"__eq__": equal, "__hash__": hashed}


def _content(names: list[str]) -> Callable[[Any], Any]:
    """What takes these out of an object, as a tuple."""
    if not names:
        return lambda self: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda self: (get(self),)


# ---- the first of a class


def _first_init(made: type) -> Callable[..., None]:
    """Makes the first of a class: writes its `__init__`, and calls that."""

    def init(self: object, *values: object, **named: object) -> None:
        written = _init(made)
        if vars(made).get("__init__") is init:
            type.__setattr__(made, "__init__", written)
        written(self, *values, **named)

    return init


def _init(made: type) -> Callable[..., None]:
    """`__init__` as the library writes it."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_missing": MADE_ANEW}
    given, named, lines = ["self"], list[str](), list[str]()
    for each in dataclasses.fields(made):
        name = each.name
        default, value = "", name
        if each.default is not MISSING:
            default, known[f"_default_{name}"] = f"=_default_{name}", each.default
        elif each.default_factory is not MISSING:
            default, known[f"_make_{name}"] = "=_missing", each.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}"
        (named if each.kw_only else given).append(name + default)
        lines.append(f" _set(self, {name!r}, {value})")
    if hasattr(made, "__post_init__"):
        lines.append(" self.__post_init__()")
    listed = ", ".join([*given, "*", *named] if named else given)
    exec(f"def __init__({listed}):\n" + "\n".join(lines or [" pass"]), known)
    written: Callable[..., None] = known["__init__"]
    written.__qualname__ = f"{made.__qualname__}.__init__"
    written.__annotations__ = {each.name: each.type for each in dataclasses.fields(made)} | {"return": None}
    return written
