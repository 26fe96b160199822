"""Phases: state used outside its phase, ends that end nothing, loops that never end, recursion."""

from __future__ import annotations

from interpreter.diagnostics.messages import Message, find_message


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)
