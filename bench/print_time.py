"""Measure time, size and memory of printing: `python -m bench.print_time [RUNS]`.

Whole processes as a user starts them, imports included, the fastest of RUNS. CPU seconds are what
the work costs; clock seconds also show how busy the machine was. 54 cards with backs, 108 different
faces, beside a plain script that only draws the same faces with reportlab and our pen (no plan, no
manifest, no guides, no preflight); then all games at once.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from bench import pages
from companion.giza.deck import standard
from companion.giza.pieces import pieces
from printables.draw.pen import PdfPen
from printables.faces.giza.cards import draw

ROOKERY = (sys.executable, "-c", "from rookery.cli import main; main()", "print")
# of giza: 54 cards, each with two faces of its own
CARDS = (*ROOKERY, "giza", "--only", "penguin,chief,goal-top", "--no-extras", "--no-index", "-o")


def show(title: str, command: tuple[str, ...], name: str, runs: int) -> tuple[pages.Cost, float]:
    """Print and return what the run with the least processor time took, and the KiB of its PDFs.

    The path of the PDF, or of the folder for all of them, becomes the command's last word.
    """
    costs = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            cost = pages.cost(*command, Path(folder) / name)
            if cost.status:
                raise SystemExit(f"{' '.join(command)} failed")
            files = Path(folder).rglob("*.pdf")
            costs.append((cost, sum(path.stat().st_size for path in files) / 1024))
    cost, kib = min(costs)
    cells = (f"{cost.wall:8.2f}", f"{cost.cpu:8.2f}", f"{kib:8.0f}", f"{cost.memory:8.0f}")
    print(f"{title:<24}", *cells, sep="", flush=True)
    return cost, kib


def plain(target: str) -> None:
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
                draw(PdfPen(canvas, card.size), card, face, deck)
                canvas.restoreState()
            canvas.showPage()
    canvas.save()


def main() -> None:
    """Print the table, or draw as the plain script does when called with `as-plain FILE`."""
    if sys.argv[1:2] == ["as-plain"]:
        plain(sys.argv[2])
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    load = f"fastest of {runs}; load {os.getloadavg()[0]:.1f}"
    print(f"{'':<24}{'wall s':>8}{'CPU s':>8}{'KiB':>8}{'MiB':>8}   {load}")
    script = (sys.executable, "-m", "bench.print_time", "as-plain")
    ours, our_kib = show("54 cards  rookery", CARDS, "cards.pdf", runs)
    peer, peer_kib = show("54 cards  plain script", script, "cards.pdf", runs)
    cpu, kib = ours.cpu / peer.cpu, our_kib / peer_kib
    print(f"rookery: {cpu:.2f} of its CPU time, {kib:.2f} of its bytes")
    show("all games", (*ROOKERY, "all", "-o"), "", runs)


if __name__ == "__main__":
    main()
