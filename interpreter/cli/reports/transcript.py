"""`--transcript FILE`: the play-by-play of a game written to a file, as text or, for FILE.jsonl, as lines of JSON."""

from __future__ import annotations

import argparse
from pathlib import Path

from interpreter.cli.command_line import misuse_at
from interpreter.cli.result_files import write_result
from interpreter.diagnostics.messages import usage
from interpreter.model import Model
from interpreter.play.trace import Session
from interpreter.saved import Head
from interpreter.saved.transcript import format_transcript, list_transcript_objects, to_json_lines

ENDINGS = (".txt", ".jsonl")


def check_transcript(arguments: argparse.Namespace) -> None:
    """See that a transcript can be written where it is expected. Raises `UsageError` for a name that does not say
    how."""
    name = arguments.transcript
    if name is not None and Path(name).suffix not in ENDINGS:
        misuse_at(arguments, name, usage.transcript_ending(name))


def write_transcript(path: Path, model: Model, session: Session, head: Head) -> None:
    """Write the play-by-play; what stood in the file before is replaced. Raises `Rejected` if it cannot be written."""
    if path.suffix == ENDINGS[1]:
        lines = to_json_lines(list_transcript_objects(model, session, head))
    else:
        lines = format_transcript(model, session, head)
    write_result(path, "".join(f"{line}\n" for line in lines))
