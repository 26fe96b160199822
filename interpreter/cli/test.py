"""`groundrules test NAME...`: stub."""
import argparse
from interpreter.cli.common import Verbs, add_verb
def register(verbs: Verbs) -> None:
    """Arguments."""
    add_verb(verbs, "test", "run the examples in rulesets", "", "")
def run(arguments: argparse.Namespace) -> int:
    """Run."""
    return 0
