"""The language server: the workshop's answers in the protocol that editors speak.

Source: Language Server Protocol Specification 3.17. `places` turns the workshop's characters into the protocol's lines
and units and back, `answers` its data into the protocol's, and `server` says which question is answered by what.
"""

from __future__ import annotations

from interpreter.lsp.server import serve

__all__ = ["serve"]
