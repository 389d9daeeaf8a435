"""How fast and how well `rookery scan` reads the photos, beside OpenCV's own marker detector left as it comes.

    python bench/scan_vs_opencv.py [FOLDER] [--runs N]

Both are timed as whole processes (interpreter and imports included), the best of N runs. OpenCV's detector gives
tags, not cards; a card counts as found by it when at least one of its tags was.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from companion.giza.deck import standard
from companion.giza.pieces import pieces

OPENCV = """
import json, sys, cv2
family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
grey = cv2.imread(sys.argv[1], cv2.IMREAD_GRAYSCALE)
ids = cv2.aruco.ArucoDetector(family).detectMarkers(grey)[1]
print(json.dumps([] if ids is None else [int(i) for i in ids.ravel()]))
"""


def timed(command: Sequence[str], runs: int) -> tuple[float, str]:
    """The best wall time of `runs` runs, s, and the last output."""
    best, output = float("inf"), ""
    for _ in range(runs):
        start = time.perf_counter()
        output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        best = min(best, time.perf_counter() - start)
    return best, output


def tag_owners() -> dict[int, str]:
    """Which card each tag stands on."""
    return {tag.id: piece.id for piece in pieces(standard()) for tags in piece.faces.values() for tag in tags}


def cards_of(ids: Sequence[int], owners: dict[int, str]) -> list[str]:
    """The cards that tags belong to, tokens left out."""
    return sorted({owners[i] for i in ids if i in owners} - {"token"})


def compared(photo: Path, runs: int) -> tuple[int, float, int, int, float, int, int]:
    """Cards there; then for us and for OpenCV: seconds, cards found, cards wrong."""
    owners = tag_owners()
    truth = json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))
    there = {piece["id"] for piece in truth["pieces"]} - {"token"}
    ours, told = timed([sys.executable, "-m", "companion.cli", "scan", "--json", str(photo)], runs)
    theirs, raw = timed([sys.executable, "-c", OPENCV, str(photo)], runs)
    mine = {piece["id"] for piece in json.loads(told)["pieces"]} - {"token"}
    cv = set(cards_of(json.loads(raw), owners))
    return (len(there), ours, len(mine & there), len(mine - there), theirs, len(cv & there), len(cv - there))


def line(name: str, row: Sequence[float]) -> str:
    """One line of the table, the ratio of times last."""
    there, ours, found, wrong, theirs, cv_found, cv_wrong = row
    return (
        f"{name[:38]:<40}{there:>6.0f}{ours:>8.2f}{found:>6.0f}{wrong:>6.0f}"
        f"{theirs:>8.2f}{cv_found:>6.0f}{cv_wrong:>6.0f}{ours / theirs:>7.2f}"
    )


def main() -> int:
    """Print the table."""
    cli = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cli.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent.parent / "tests" / "photos")
    cli.add_argument("--runs", type=int, default=3)
    args = cli.parse_args()
    photos = sorted(args.folder.glob("*.jpg"))
    if not photos:
        print(f"no photos in {args.folder}", file=sys.stderr)
        return 2
    print(
        f"{'photo':<40}{'cards':>6}{'scan s':>8}{'found':>6}{'wrong':>6}{'cv2 s':>8}{'found':>6}{'wrong':>6}", "ratio"
    )
    rows = []
    for photo in photos:
        rows.append(compared(photo, args.runs))
        print(line(photo.stem, rows[-1]), flush=True)
    print(line("all", [sum(column) for column in zip(*rows, strict=True)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
