"""Measure time, size and memory of printing: `python bench/print_time.py [RUNS]`.

Whole processes as a user starts them, imports included, the fastest of RUNS. CPU seconds are what
the work costs; wall-clock seconds also tell how busy the machine was. 54 cards with backs, 108
different faces, beside the same faces by a plain script that does nothing else (no plan, no
manifest, no guides, no preflight); then all games at once. "own paths" is the plain script with our
pen, which writes the operators of a path itself, "reportlab" the same with reportlab's own paths.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.giza.deck import standard
from companion.giza.pieces import pieces
from printables.draw.pen import PdfPen
from printables.faces.giza.cards import draw

ROOKERY = (sys.executable, "-c", "from rookery.cli import main; main()", "print")
# of giza: 54 cards, each with two faces of its own
CARDS = (*ROOKERY, "giza", "--only", "penguin,chief,goal-top", "--no-extras", "--no-index", "-o")


class Run(NamedTuple):
    """One process: CPU and wall-clock seconds, KiB of its PDFs, memory at its most in MiB."""

    cpu: float
    wall: float
    size: float
    memory: float

    def __str__(self) -> str:
        return f"{self.wall:>8.2f}{self.cpu:>8.2f}{self.size:>8.0f}{self.memory:>8.0f}"


def best(command: tuple[str, ...], name: str, runs: int) -> Run:
    """Return the run that took the least CPU time; the command's last word is its PDF's path."""
    measured = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            start, words = time.perf_counter(), (*command, str(Path(folder) / name))
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            if status:
                raise SystemExit(f"{' '.join(words)} failed")
            wall, cpu = time.perf_counter() - start, used.ru_utime + used.ru_stime
            size = sum(path.stat().st_size for path in Path(folder).rglob("*.pdf"))
            measured.append(Run(cpu, wall, size / 1024, used.ru_maxrss / 1024))
    return min(measured)


class PlainPen(PdfPen):
    """Our pen, but for its paths: these are reportlab's."""

    def _outline(self, path: Any) -> PDFPathObject:
        line = PDFPathObject()
        steps: dict[str, Callable[..., None]] = {
            "M": line.moveTo, "L": line.lineTo, "C": line.curveTo, "Z": line.close,
        }  # fmt: skip
        for command, numbers in path.steps:
            points = ((self._top - n) * mm if i % 2 else n * mm for i, n in enumerate(numbers))
            steps[command](*points)
        return line


def plain(target: str, pen: type[PdfPen]) -> None:
    """Draw the cards' faces, nine on each page of A4: a canvas, a pen, a loop."""
    deck = standard()
    kinds = {"penguin", "chief"}
    cards = [each for each in pieces(deck) if each.kind in kinds or each.id == "goal-top"]
    canvas = Canvas(target, pagesize=(210 * mm, 297 * mm), pageCompression=1)
    for first in range(0, len(cards), 9):
        for face in ("front", "back"):
            for i, card in enumerate(cards[first : first + 9]):
                x, y = 10.5 + i % 3 * 63, 16.5 + i // 3 * 88
                canvas.saveState()
                canvas.translate(x * mm, (297 - y - 88) * mm)
                window = canvas.beginPath()
                window.rect(0, 0, 63 * mm, 88 * mm)
                canvas.clipPath(window, stroke=0, fill=0)
                draw(pen(canvas, card.size), card, face, deck)
                canvas.restoreState()
            canvas.showPage()
    canvas.save()


def main() -> None:
    """Print the table, or run one of the plain scripts when called `as` that."""
    if sys.argv[1:2] == ["as"]:
        plain(sys.argv[3], PdfPen if sys.argv[2] == "own paths" else PlainPen)
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    load = f"fastest of {runs}; load {os.getloadavg()[0]:.1f}"
    print(f"{'':<24}{'wall s':>8}{'CPU s':>8}{'KiB':>8}{'MiB':>8}   {load}")
    ours = best(CARDS, "cards.pdf", runs)
    print(f"54 cards  {'rookery':<14}{ours}")
    for name in ("reportlab", "own paths"):
        run = best((sys.executable, __file__, "as", name), "cards.pdf", runs)
        ratio = f"{ours.cpu / run.cpu:.2f} of its CPU time, {ours.size / run.size:.2f} of its bytes"
        print(f"54 cards  {name:<14}{run}   rookery: {ratio}")
    print(f"{'all games':<24}{best((*ROOKERY, 'all', '-o'), '', runs)}")


if __name__ == "__main__":
    main()
