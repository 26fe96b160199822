"""What an editor asks about rulesets while they are being written: texts in, plain data out.

A `Workshop` knows the texts that are open, as they are at this moment; all else is read from files. It checks them as
everybody does (`texts`), and answers what stands where (`naming`, `outline`), what could be written (`completion`),
what a name or a table is (`hovering`), and what would mend a mistake (`fixes`). Places are characters, counted from the
beginning of a text. No protocol is spoken here, and nothing is written to a file.
"""

from __future__ import annotations

from interpreter.workshop.texts import Checkup, Workshop

__all__ = ["Checkup", "Workshop"]
