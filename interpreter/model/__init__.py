"""The typed model: what a ruleset means, every name resolved and every value with its type.

The checker makes it from syntax trees and proves what it can; `lower` turns it into a program. Options are
still open in a model: lowering fixes them. All nodes are frozen; a variable is known by its owner and name."""

from __future__ import annotations

# ruff: noqa: F403 -- the room exports everything that its modules define
from interpreter.model.basics import *
from interpreter.model.declarations import *
from interpreter.model.statements import *
from interpreter.model.values import *
