"""The phone table with an eye of glass: `python -m bench.chaos.house FOLDER PORT`.

As `rookery table`, but whatever photo comes, one penguin lies there: photos are kept and told by
the table as always, and an experiment on disks need not wait for the reader.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench.chaos.houses import HERE
from vision.sandbox.worker import WorkerResult
from web.app import create_app
from web.cli import serve
from web.server.network import bind

PENGUIN = "penguin-01"
READING = {
    "photo": "table.jpg",
    "pyramid": [[PENGUIN, None, None, None], [None] * 3, [None] * 2, [None]],
    "pieces": [{"id": PENGUIN, "face": "front"}],
    "tokens": [],
    "unsure": [],
}


def command(folder: Path, port: int) -> list[str]:
    """How to start it."""
    return [sys.executable, "-m", "bench.chaos.house", str(folder), str(port)]


def look(photo: bytes, *_: object) -> WorkerResult:
    """Read a photo (`web.photos.reading.Reader`); its overlay is the photo itself."""
    return WorkerResult(READING, photo, photo)


def main() -> None:
    """Serve until a signal comes."""
    folder, port = sys.argv[1:]
    limits = {"photos": ""}  # experiments are hastier than people
    app = create_app({"DATA": Path(folder), "LIMITS": limits, "READ_PHOTO": look})
    serve(app, bind(HERE, int(port)))


if __name__ == "__main__":
    main()
