"""Short texts to begin a new file with."""

from __future__ import annotations

from interpreter import loader
from interpreter.desk.figures import Data


def list_templates() -> list[Data]:
    """Each with its name, title and text."""
    return [
        {"name": each.path.name, "title": each.title, "text": loader.read_source(each.path).text}
        for each in loader.list_templates()
    ]
