"""Rulings of an umpire that cannot be carried out, and questions why something is not offered."""

from __future__ import annotations

from interpreter.diagnostics.messages import Message, find_message


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)
