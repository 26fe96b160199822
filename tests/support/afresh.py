"""A moment in which nothing has been read before."""

from __future__ import annotations

from interpreter import parser


def forget_all() -> None:
    """From here on all texts are read as by somebody who has seen nothing before."""
    parser._read.cache_clear()
    parser._read_sound.cache_clear()
