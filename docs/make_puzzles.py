"""Write the catalogue of usual puzzles, companion/solitaire/puzzles.txt: `python
docs/make_puzzles.py [--count N]`.

Each puzzle is made from its name alone (`companion.solitaire.puzzles.make_puzzle`), so that the
catalogue only saves the seconds that this takes; rows that stand there already are kept, and more
are added.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.solitaire import puzzles
from companion.solitaire.board import standard
from companion.solitaire.puzzles import CATALOGUE, LEVELS, PuzzleName, make_puzzle, write_row

FILE = Path(puzzles.__file__).with_name(CATALOGUE)
HEAD = """\
# The usual puzzles of 3x4: name, position, difficulty in bits, and the hops to the best end.
# Written by docs/make_puzzles.py; each is what make_puzzle makes of its name.
"""


def main() -> None:
    """Add what is missing, number by number, and write the file after each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=20, help="numbers a level  [default: 20]")
    text = FILE.read_text("utf-8") if FILE.exists() else ""
    rows = {
        line.split()[0]: line for line in text.splitlines() if line and not line.startswith("#")
    }
    for number in range(1, parser.parse_args().count + 1):
        for level in LEVELS:
            name = PuzzleName(level, number)
            if str(name) not in rows:
                rows[str(name)] = write_row(make_puzzle(standard(), name))
                print(rows[str(name)], flush=True)
        FILE.write_text(HEAD + "".join(f"{row}\n" for row in rows.values()), "utf-8")


if __name__ == "__main__":
    main()
