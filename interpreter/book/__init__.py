"""Rulebooks, the tutorial, guide and manual, and the pages of diagnostics as static HTML, for browsers and paper.

- `markdown`  texts in Markdown as HTML, rulesets in them in colour, links to where things stand here
- `paper`     boards and sheets of a game as pages to print
- `pages`     the pages of a site, and the leaflet of one game, which is one file without scripts or anything outside

This room knows Jinja and markdown-it; no other does. What a rulebook says comes from `rulebook`.
"""

from __future__ import annotations

from interpreter.book.pages import Game, Site, make_leaflet, make_site
from interpreter.book.paper import list_papers

__all__ = ["Game", "Site", "list_papers", "make_leaflet", "make_site"]
