"""The phone table with an eye of glass: `python -m bench.chaos.house --data DIR --port P`.

As `rookery table`, but whatever photo comes, one penguin lies there: photos are kept and told by
the table as always, and an experiment on disks need not wait for the reader.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.chaos.houses import HERE
from web.app import create_app
from web.cli import serve
from web.server.network import bind

PENGUIN = "penguin-01"


@dataclass(frozen=True)
class Seen:
    """A scan result of one penguin; the pictures are the photo itself."""

    photo: bytes
    reading: dict[str, Any] = field(
        default_factory=lambda: {
            "photo": "table.jpg",
            "pyramid": [[PENGUIN, None, None, None], [None] * 3, [None] * 2, [None]],
            "pieces": [{"id": PENGUIN, "face": "front"}],
            "tokens": [],
            "unsure": [],
        }
    )

    @property
    def overlay(self) -> bytes:
        """Nothing is drawn on it."""
        return self.photo


def command(folder: Path, port: int) -> list[str]:
    """How to start it."""
    return [sys.executable, "-m", "bench.chaos.house", "--data", str(folder), "--port", str(port)]


def main() -> None:
    """Serve until a signal comes."""
    parser = argparse.ArgumentParser(prog="python -m bench.chaos.house", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    asked = parser.parse_args()
    limits = {"photos": ""}  # experiments are hastier than people
    app = create_app(
        {"DATA": asked.data, "LIMITS": limits, "READ_PHOTO": lambda data, *_: Seen(data)}
    )
    serve(app, bind(HERE, asked.port))


if __name__ == "__main__":
    main()
