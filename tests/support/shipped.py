"""Shipped games, each read once for all tests of a process. Nothing of a ruleset changes when it is used."""

from __future__ import annotations

from functools import cache

from interpreter import api

load = cache(api.load)
