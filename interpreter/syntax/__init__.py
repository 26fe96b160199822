"""The syntax tree: what was written, frozen, with a span on every node.

Equality ignores spans, so that two texts that say the same compare equal. Comments are kept beside the
declarations, in order. The tree says nothing about what names mean; that is the checker's work."""

from __future__ import annotations

# ruff: noqa: F403 -- the room exports everything that its modules define
from interpreter.syntax.clauses import *
from interpreter.syntax.components import *
from interpreter.syntax.declarations import *
from interpreter.syntax.file import *
from interpreter.syntax.house import *
from interpreter.syntax.nodes import *
from interpreter.syntax.values import *
