"""Time `rookery impose` beside other programs: `python -m bench.impose_vs_peers PYTHON FOLDER`.

PYTHON is an interpreter that has pdfimpose and the requirements of silhouette-card-maker, FOLDER is
a clone of that. All get the same 54 double-sided cards as JPEGs of 825 x 1125 pixels: pdfimpose as
a PDF of one a page, which isn't counted. Whole processes, imports included, in turn; the least
processor time of RUNS. Then the memory for 200 pictures.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from shutil import copytree

import numpy as np
from PIL import Image
from reportlab import rl_config
from reportlab.lib.units import inch
from reportlab.pdfgen.canvas import Canvas

from bench import pages

ROOKERY = (sys.executable, "-c", "from rookery.cli import main; main()", "impose")
CARDS, MANY = 54, 200
PIXELS, INCHES = (825, 1125), (2.75, 3.75)
RUNS = 3


def pictures(folder: Path, count: int) -> None:
    """Make JPEGs as detailed as painted cards, about 300 KB each."""
    for side in ("fronts", "backs"):
        (folder / side).mkdir(parents=True)
    rng = np.random.default_rng(45)
    for number in range(count):
        for side in ("fronts", "backs"):
            coarse = Image.fromarray(rng.integers(0, 256, (75, 55, 3), dtype=np.uint8))
            smooth = np.asarray(coarse.resize(PIXELS, Image.Resampling.BICUBIC), np.int16)
            grain = rng.normal(0, 6, smooth.shape)
            picture = Image.fromarray(np.clip(smooth + grain, 0, 255).astype(np.uint8))
            picture.save(folder / side / f"card {number:03}.jpg", quality=85, dpi=(300, 300))


def as_pdf(folder: Path, target: Path) -> None:
    """Put each front and its back on pages of their own."""
    rl_config.useA85 = 0  # pictures as bytes, not as letters, which are a quarter longer
    size = (INCHES[0] * inch, INCHES[1] * inch)
    canvas = Canvas(str(target), pagesize=size)
    for front in sorted((folder / "fronts").iterdir()):
        for path in (front, folder / "backs" / front.name):
            canvas.drawImage(str(path), 0, 0, *size)
            canvas.showPage()
    canvas.save()


def main() -> None:
    """Print a row for each program."""
    python, clone = sys.argv[1], Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pictures(folder / "54", CARDS)
        pictures(folder / "200", MANY // 2)
        as_pdf(folder / "54", folder / "cards.pdf")
        for part in ("create_pdf.py", "utilities.py"):
            (folder / part).write_bytes((clone / part).read_bytes())
        copytree(clone / "assets", folder / "assets")
        (folder / "none").mkdir()
        # a card has two sides if a picture of its front's name is in the third folder
        for side, at in (("fronts", "front"), ("backs", "behind")):
            copytree(folder / "54" / side, folder / at)
        os.chdir(folder)
        bled = ("--size", "2.5x3.5in", "--bleed-included", "3.175", "--force")
        ours = (*ROOKERY, "54/fronts", "54/backs", *bled)
        sides = ("--front_dir_path", "front", "--back_dir_path", "none",
                 "--double_sided_dir_path", "behind")  # fmt: skip
        commands = {
            "rookery impose": (*ours, "-o", "ours.pdf"),
            "rookery impose --tags": (*ours, "--tags", "-o", "tags.pdf"),
            "pdfimpose": (python, "-m", "pdfimpose", "cards", "-f", "A4", "-k", "crop", "-o",
                          "pdfimpose.pdf", "cards.pdf"),
            "silhouette-card-maker": (python, "create_pdf.py", *sides, "--paper_size", "a4",
                                      "--card_size", "poker", "--output_path", "scm.pdf"),
        }  # fmt: skip
        own = sum(path.stat().st_size for path in (folder / "54").rglob("*.jpg"))
        print(f"{CARDS} double-sided cards, {own / 1e6:.1f} MB; load {os.getloadavg()[0]:.1f}")
        print(f"{'':<24}{'CPU s':>8}{'MiB':>8}{'bytes':>8}")
        for title, command in commands.items():
            runs = [pages.cost(*command) for _ in range(RUNS)]
            if any(run.status for run in runs):
                raise SystemExit(f"{' '.join(command)} failed")
            best, pdf = min(runs), Path(next(word for word in command if word.endswith(".pdf")))
            size = pdf.stat().st_size / own
            print(f"{title:<24}{best.cpu:8.2f}{best.memory:8.0f}{size:7.2f}x", flush=True)
        many = pages.cost(*ROOKERY, "200/fronts", "200/backs", *bled, "-o", "many.pdf")
        print(f"{MANY} pictures, rookery: {many.cpu:.2f} s, {many.memory:.0f} MiB")


if __name__ == "__main__":
    main()
