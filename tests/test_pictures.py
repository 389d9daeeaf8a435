"""The pictures in docs/: a contact sheet of each game, and a repository that stays light."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
from PIL import Image

from companion.game import offering
from docs.make_gallery import GAP, THUMBNAIL, contact_sheet

ROOT = Path(__file__).parents[1]


def test_the_readme_shows_every_page() -> None:
    """It links to a contact sheet of each game that can be printed."""
    readme = (ROOT / "README.md").read_text("utf-8")
    for game in offering("print"):
        sheet = f"docs/pictures/{game.slug}-pages.png"
        assert f"({sheet})" in readme
        assert (ROOT / sheet).is_file()


def test_committed_pictures_are_light() -> None:
    """At most 300 KB each and 2 MB in all; the galleries are built, not committed."""
    listed = subprocess.run(
        ["git", "ls-files", "docs"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    files = (ROOT / name for name in listed.stdout.split() if name.endswith((".png", ".jpg")))
    sizes = {path: path.stat().st_size for path in files if path.exists()}
    assert {path: size for path, size in sizes.items() if size > 300_000} == {}
    assert sum(sizes.values()) <= 2_000_000


def test_a_contact_sheet_has_every_page_in_order() -> None:
    """Rows of eight, on few colours; the last row may be shorter."""
    shades = [(20 * number, 0, 0) for number in range(10)]
    pages = [Image.new("RGB", THUMBNAIL, shade) for shade in shades]
    sheet = np.asarray(contact_sheet(pages).convert("RGB"))
    width, height = (side + GAP for side in THUMBNAIL)
    rows, columns = (sheet.shape[0] - GAP) // height, (sheet.shape[1] - GAP) // width
    assert (rows, columns) == (2, 8)
    middles = [
        sheet[r * height + height // 2, c * width + width // 2] for r in range(2) for c in range(8)
    ]
    assert [tuple(map(int, middle)) for middle in middles[:10]] == shades
