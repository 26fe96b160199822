"""House rules in TOML: mistakes in the TOML, unknown keys, values of the wrong sort."""

from __future__ import annotations

from interpreter.diagnostics.messages import Message, find_message


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)
