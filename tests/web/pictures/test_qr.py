"""The QR code in the terminal, read back from its half blocks."""

from __future__ import annotations

import zxingcpp
from PIL import Image

from web.pictures.svg import qr_terminal

HALVES = {" ": (0, 0), "\u2580": (255, 0), "\u2584": (0, 255), "\u2588": (255, 255)}


def test_the_terminal_shows_a_code_that_a_phone_reads() -> None:
    """Light blocks on a dark terminal, quiet zone included."""
    rows = [
        line
        for line in qr_terminal("http://192.168.1.7:8000").replace("\u00a0", " ").splitlines()
        if line
    ]
    width = max(map(len, rows))
    picture = Image.new("L", (width, 2 * len(rows)), 0)
    for y, row in enumerate(rows):
        for x, block in enumerate(row):
            for half, shade in enumerate(HALVES[block]):
                picture.putpixel((x, 2 * y + half), shade)
    (found,) = zxingcpp.read_barcodes(
        picture.resize((width * 6, picture.height * 6), Image.Resampling.NEAREST)
    )
    assert found.text == "http://192.168.1.7:8000"
