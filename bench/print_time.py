"""How long `rookery print giza` takes and how large its PDF is; run as `python bench/print_time.py [RUNS]`.

Whole processes as a user starts them, imports included. CPU seconds are what the work costs; wall-clock seconds
also tell how busy the machine was. To beat (docs: field notes): 2 s and 1 MB for the set.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from printables.imposition import SIDES
from printables.paper import PAPERS

COMMAND = (sys.executable, "-c", "from companion.cli import main; main()", "print", "giza")


@dataclass(frozen=True, slots=True)
class Run:
    """One process: wall-clock and CPU seconds, bytes of the PDF."""

    wall: float
    cpu: float
    size: int


def measure(paper: str, sides: str, folder: Path) -> Run:
    """Print once to `folder`; raises `CalledProcessError` when that fails."""
    pdf = folder / "giza.pdf"
    before, start = os.times(), time.perf_counter()
    words = ("--paper", paper, "--sides", sides, "-o", str(pdf))
    subprocess.run((*COMMAND, *words), check=True, capture_output=True)
    wall, after = time.perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(wall, cpu, pdf.stat().st_size)


def main() -> None:
    """Print each paper and each way, the fastest of RUNS runs."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"{'paper':<8}{'sides':<12}{'wall s':>8}{'CPU s':>8}{'KiB':>8}   fastest of {runs}")
    with tempfile.TemporaryDirectory() as folder:
        for paper in PAPERS:
            for sides in SIDES:
                best = min((measure(paper, sides, Path(folder)) for _ in range(runs)), key=lambda run: run.cpu)
                print(f"{paper:<8}{sides:<12}{best.wall:>8.2f}{best.cpu:>8.2f}{best.size / 1024:>8.0f}")


if __name__ == "__main__":
    main()
