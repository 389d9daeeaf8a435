"""A small release, as `make release` and `make app` leave one."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from companion import __version__
from companion.game import offering
from companion.language import LANGUAGES

WHEEL = f"rookery_games-{__version__}-py3-none-any.whl"
APP = f"rookery-{__version__}-linux-x86_64.tar.xz"


def make_release(build: Path) -> None:
    """Write a release into a `build` folder; its PDFs have one empty page."""
    folder = build / "release"
    folder.mkdir(parents=True)
    prints = []
    games = [game.slug for game in offering("print")]
    choices = product(games, LANGUAGES, ("a4", "letter"), ("full", "low"), (True, False))
    for game, language, paper, ink, tonight in choices:
        parts = (game, "tonight" * tonight, paper, language, ink.replace("full", ""))
        name = f"{'-'.join(filter(None, parts))}.pdf"
        canvas = Canvas(str(folder / name), (210, 297))
        canvas.showPage()
        canvas.save()
        prints.append({
            "file": name, "game": game, "language": language, "paper": paper, "ink": ink,
            "tonight": tonight, "pages": 2, "sheets": 7 if tonight else 9, "pieces": 93,
        })  # fmt: skip
    listed = {"version": __version__, "date": "2026-11-29", "prints": prints}
    (folder / "release.json").write_text(json.dumps(listed), "utf-8")
    for name in (WHEEL, f"rookery_games-{__version__}.tar.gz", f"rookery-{__version__}.cdx.json"):
        (folder / name).write_text(name, "utf-8")
    (folder / "SHA256SUMS").write_text("", "utf-8")
    (build / "app").mkdir()
    (build / "app" / APP).write_bytes(b"x" * 1_234_567)
