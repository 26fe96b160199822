"""Why figures cannot be computed."""

from __future__ import annotations

from collections.abc import Sequence


class OutOfReach(Exception):
    """A figure cannot be computed. `larger`: it might be if there could be more states, which differ in `names`.
    `endless`: some games never end."""

    def __init__(self, reason: str, larger: bool = False, names: Sequence[str] = (), endless: bool = False) -> None:
        super().__init__(reason)
        self.larger, self.names, self.endless = larger, tuple(names), endless


class Unsupported(OutOfReach):
    """The program does something that is no part of these chains, such as dealing cards."""
