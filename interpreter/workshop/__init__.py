"""Answers an editor's requests about rulesets while they are being written: texts in, plain data out.

A `Workshop` knows the texts that are open, as they are at this moment; all else is read from files. It checks them as
everybody does (`texts`). The other modules answer from that: where a name is declared and used, and how to call it
otherwise (`naming`, on `meanings`), what it is (`hovering`), what could be written (`completion`), what would mend a
mistake (`mending`), what a text consists of (`outline`), the odds beside its rows (`hints`), how an example or a few
thousand games go, and what house rules say of the examples of their game (`trying`), and what a text may take
of the machine (`limits`). Places are characters, counted from the beginning of a text. No protocol is spoken
here, and nothing is written to a file.
"""

from __future__ import annotations

from interpreter.workshop.texts import Checkup, Workshop

__all__ = ["Checkup", "Workshop"]
