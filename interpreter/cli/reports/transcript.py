"""`--transcript FILE`: the play-by-play of a game written to a file, as text or, for FILE.jsonl, as lines of JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from interpreter.cli.command_line import at_word, misuse
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import usage
from interpreter.model import Model
from interpreter.play.trace import Session
from interpreter.saved import Head
from interpreter.saved.transcript import as_json_lines, transcript_lines, transcript_objects

ENDINGS = (".txt", ".jsonl")


def check_transcript(arguments: argparse.Namespace) -> None:
    """See that a transcript can be written where it is wanted. Raises `Misused` for a name that does not say how."""
    name = arguments.transcript
    if name is not None and Path(name).suffix not in ENDINGS:
        misuse(at_word(arguments, name, usage.transcript_ending(name)))


def write_transcript(path: Path, model: Model, session: Session, head: Head) -> None:
    """Write the play-by-play; what stood in the file before is replaced. Raises `Rejected` if it cannot be written."""
    if path.suffix == ENDINGS[1]:
        lines = as_json_lines(transcript_objects(model, session, head))
    else:
        lines = transcript_lines(model, session, head)
    try:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise Rejected([usage.output_failed(f"{path}: {error.strerror}")]) from None
