"""The play-by-play of a game written to a file."""

from __future__ import annotations

from pathlib import Path

from interpreter.model import Model
from interpreter.play import Session
from interpreter.saved import Head


def write_transcript(path: Path, model: Model, session: Session, head: Head) -> None:
    """Write it."""
