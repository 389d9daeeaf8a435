"""How long printing takes, how large its PDFs are and how much memory it needs: `python bench/print_time.py [RUNS]`.

Whole processes as a user starts them, imports included, the fastest of RUNS. CPU seconds are what the work costs;
wall-clock seconds also tell how busy the machine was. Three tables: giza on every paper and side; all games at once;
and 54 cards with backs, 108 different faces, beside the same faces by plain scripts that do nothing else: no plan, no
manifest, no guides, no preflight. "own paths" draws with our pen, which writes the operators of a path itself;
"reportlab" with reportlab's paths, as a script would. fpdf2 takes part where it is installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any

from companion.game import Piece
from companion.giza.deck import standard
from companion.giza.pieces import pieces
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS

ROOKERY = (sys.executable, "-c", "from rookery.cli import main; main()", "print")
CARDS = 54
ONLY = "penguin,chief,goal-top"  # of giza: so many cards, each with two faces of its own
ALONE = ("--no-extras", "--no-index")


@dataclass(frozen=True, slots=True)
class Run:
    """One process: wall-clock and CPU seconds, bytes of the PDFs, memory at its most in MiB."""

    wall: float
    cpu: float
    size: int
    memory: float

    def __str__(self) -> str:
        return f"{self.wall:>8.2f}{self.cpu:>8.2f}{self.size / 1024:>8.0f}{self.memory:>8.0f}"


def measure(command: Sequence[str], folder: Path) -> Run:
    """Run it once; raises `CalledProcessError` when that fails. It writes its PDFs to `folder`."""
    start = time.perf_counter()
    with (folder / "said.txt").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status:
        raise subprocess.CalledProcessError(status, command, (folder / "said.txt").read_text())
    size = sum(path.stat().st_size for path in folder.rglob("*.pdf"))
    return Run(wall, used.ru_utime + used.ru_stime, size, used.ru_maxrss / 1024)


def best(command: Callable[[Path], Sequence[str]], runs: int) -> Run:
    """The run that took the least CPU time, each in a folder of its own."""
    found = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            found.append(measure(command(Path(folder)), Path(folder)))
    return min(found, key=lambda run: run.cpu)


# The same faces, by plain scripts


def workload() -> tuple[tuple[Piece, ...], Any]:
    """The cards and their deck."""
    deck = standard()
    cards = tuple(piece for piece in pieces(deck) if piece.kind in {"penguin", "chief"} or piece.id == "goal-top")
    assert len(cards) == CARDS
    return cards, deck


def spots(cards: Sequence[Piece]) -> Iterator[list[tuple[Piece, str, float, float]]]:
    """For each page the faces on it and where their trims begin, mm from the top left of A4."""
    for first in range(0, len(cards), 9):
        for face in ("front", "back"):
            row = cards[first : first + 9]
            yield [(card, face, 10.5 + i % 3 * 63, 16.5 + i // 3 * 88) for i, card in enumerate(row)]


def with_reportlab(target: Path, *, own: bool = False) -> None:
    """A canvas, a pen, a loop; with reportlab's paths or our pen's own."""
    from reportlab.lib.units import mm  # noqa: PLC0415 - each script loads only what it needs
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - see above
    from reportlab.pdfgen.pathobject import PDFPathObject  # noqa: PLC0415 - see above

    from printables.draw.pen import PdfPen  # noqa: PLC0415 - see above
    from printables.faces.giza.cards import draw  # noqa: PLC0415 - see above

    class PlainPen(PdfPen):
        def _outline(self, path: Any) -> PDFPathObject:
            line = PDFPathObject()
            steps: dict[str, Callable[..., None]] = {
                "M": line.moveTo, "L": line.lineTo, "C": line.curveTo, "Z": line.close,
            }  # fmt: skip
            for command, numbers in path.steps:
                steps[command](*((self._top - n) * mm if i % 2 else n * mm for i, n in enumerate(numbers)))
            return line

    pen = PdfPen if own else PlainPen
    cards, deck = workload()
    canvas = Canvas(str(target), pagesize=(210 * mm, 297 * mm), pageCompression=1)
    for page in spots(cards):
        for card, face, x, y in page:
            canvas.saveState()
            canvas.translate(x * mm, (297 - y - 88) * mm)
            window = canvas.beginPath()
            window.rect(0, 0, 63 * mm, 88 * mm)
            canvas.clipPath(window, stroke=0, fill=0)
            draw(pen(canvas, card.size), card, face, deck)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


def with_fpdf(target: Path) -> None:
    """The same with fpdf2's own paths, clips and transforms."""
    from fpdf import FPDF  # noqa: PLC0415 - see above

    from printables.draw import fonts  # noqa: PLC0415 - see above
    from printables.faces.giza.cards import draw  # noqa: PLC0415 - see above

    cards, deck = workload()
    pdf = FPDF(unit="mm", format="A4")
    folder = Path(fonts.__file__).parent / "fonts"
    for name in fonts.NAMES.values():
        pdf.add_font(name, fname=folder / f"{name}.ttf")
    for page in spots(cards):
        pdf.add_page()
        for card, face, x, y in page:
            pen = FpdfPen(pdf)
            with pdf.rect_clip(x=x, y=y, w=63, h=88), pen.at(x, y):
                draw(pen, card, face, deck)
    pdf.output(str(target))


class FpdfPen:
    """Draws with fpdf2; see `printables.draw.pen.Pen`."""

    def __init__(self, pdf: Any) -> None:
        self.ink: Any = "full"
        self.language = "en"
        self._pdf = pdf

    def paint(
        self, path: Any, fill: str | None = None, stroke: str | None = None,
        *, width: float = 0.5, cap: str = "round", even_odd: bool = False,
    ) -> None:  # fmt: skip
        """Fill and draw a path."""
        from fpdf.drawing import PaintedPath  # noqa: PLC0415 - see above

        shape = PaintedPath()
        draw: dict[str, Callable[..., Any]] = {
            "M": shape.move_to, "L": shape.line_to, "C": shape.curve_to, "Z": shape.close,
        }  # fmt: skip
        for command, numbers in path.steps:
            draw[command](*numbers)
        shape.style.fill_color, shape.style.stroke_color = fill, stroke
        shape.style.stroke_width, shape.style.stroke_cap_style = width, cap
        shape.style.stroke_join_style = "round"
        shape.style.intersection_rule = "evenodd" if even_odd else "nonzero"
        shape.style.auto_close = False
        self._pdf.draw_path(shape)

    def text(
        self, x: float, y: float, text: str, size: float, fill: str,
        *, weight: Any = "medium", anchor: str = "middle", fit: float | None = None,
    ) -> None:  # fmt: skip
        """Write a line."""
        from printables.draw import fonts  # noqa: PLC0415 - see above

        size = size if fit is None else fonts.fitted(text, size, fit, weight)
        x -= fonts.text_width(text, size, weight) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        self._pdf.set_font(fonts.NAMES[weight], size=size * 72 / 25.4)
        self._pdf.set_text_color(fill)
        self._pdf.text(x, y, text)

    def image(self, *_: Any, **__: Any) -> bool:
        """Standard decks have no pictures."""
        return False

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> Iterator[None]:
        """Move, turn and scale."""
        from fpdf.drawing_primitives import Transform  # noqa: PLC0415 - see above

        move = Transform.scaling(-scale if mirror else scale, scale).rotate_d(turn).translate(x, y)
        with self._pdf.transform(move):
            yield

    @contextmanager
    def clip(self, path: Any) -> Iterator[None]:
        """Paint only within a path: fpdf2 clips single paths and boxes, so here it is the path's box."""
        points = [numbers[-2:] for _, numbers in path.steps if numbers]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        with self._pdf.rect_clip(x=left, y=top, w=right - left, h=bottom - top):
            yield

    def stamp(self, key: str, draw: Callable[[Any], None]) -> None:  # noqa: ARG002 - nothing is shared here
        """Draw what many faces share."""
        draw(self)


SCRIPTS: dict[str, Callable[[Path], None]] = {
    "reportlab": with_reportlab, "own paths": partial(with_reportlab, own=True), "fpdf": with_fpdf,
}  # fmt: skip


def script(name: str) -> Callable[[Path], Sequence[str]]:
    """The command that runs one of the plain scripts."""
    return lambda folder: (sys.executable, __file__, "as", name, str(folder / "cards.pdf"))


def printing(*words: str) -> Callable[[Path], Sequence[str]]:
    """The command that prints with Rookery."""
    return lambda folder: (*ROOKERY, *words, "-o", str(folder if words[0] == "all" else folder / "cards.pdf"))


# Tables


def every_way(runs: int) -> None:
    """Each paper and each way."""
    for paper in PAPERS:
        for sides in SIDES:
            run = best(printing("giza", "--paper", paper, "--sides", sides, *ALONE), runs)
            print(f"{paper:<10}{sides:<14}{run}")


def peers(runs: int) -> None:
    """The 54 cards, beside the plain scripts."""
    ours = best(printing("giza", "--only", ONLY, *ALONE), runs)
    print(f"{CARDS} cards  {'rookery':<14}{ours}")
    for name in (name for name in SCRIPTS if name != "fpdf" or find_spec(name)):
        run = best(script(name), runs)
        ratio = f"   rookery: {ours.cpu / run.cpu:.2f} of its CPU time, {ours.size / run.size:.2f} of its bytes"
        print(f"{CARDS} cards  {name:<14}{run}{ratio}")


def main() -> None:
    """All tables, or one of the plain scripts when called `as` that."""
    if sys.argv[1:2] == ["as"]:
        SCRIPTS[sys.argv[2]](Path(sys.argv[3]))
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"{'':<24}{'wall s':>8}{'CPU s':>8}{'KiB':>8}{'MiB':>8}   fastest of {runs}; load {os.getloadavg()[0]:.1f}")
    peers(runs)
    print(f"{'all games':<24}{best(printing('all'), runs)}")
    every_way(ceil(runs / 2))


if __name__ == "__main__":
    main()
