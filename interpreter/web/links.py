"""The link of each place: nobody finds it by guessing, and a server that starts again gives the same ones."""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
from collections.abc import Iterable

import segno

TOKEN_BYTES = 18
"""144 bits: more than anybody tries."""


class Links:
    """The secret words by which places are reached. They follow from a secret of this machine and from the game, so
    that the same game has the same links after the server was stopped and started again."""

    def __init__(self, secret: bytes, game: str, keys: Iterable[str]) -> None:
        self.tokens = {key: _make_token(secret, f"{game}/{key}") for key in keys}

    def find_key(self, token: str) -> str | None:
        """The place that a token opens; None if it opens none. The comparison takes constant time."""
        given, found = token.encode(), None
        for key, known in self.tokens.items():
            if hmac.compare_digest(known.encode(), given):
                found = key
        return found


def _make_token(secret: bytes, name: str) -> str:
    digest = hmac.digest(secret, name.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def draw_code(url: str) -> bytes:
    """A link as a QR code, in SVG: dark on light whatever is around it."""
    out = io.BytesIO()
    segno.make(url, error="m").save(out, kind="svg", scale=4, border=3, light="white")
    return out.getvalue()


def format_code(url: str) -> str:
    """A link as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(url, error="l").terminal(out, compact=True, border=1)
    return out.getvalue()
