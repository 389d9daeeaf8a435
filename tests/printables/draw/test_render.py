"""Pictures of PDFs: pixels lie where the millimetres say."""

from __future__ import annotations

from io import BytesIO
from math import pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printables.draw.paths import Box
from printables.draw.render import opened, patch, rendered

SPOT = Box(40, 60, 20, 10)


@pytest.fixture(scope="module")
def pdf() -> bytes:
    """A page of A4 with a black ellipse; PDFium draws boxes on full pixels."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=(210 * mm, 297 * mm), invariant=1)
    low, high = (297 - SPOT.bottom) * mm, (297 - SPOT.y) * mm
    canvas.ellipse(SPOT.x * mm, low, SPOT.right * mm, high, stroke=0, fill=1)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


@settings(max_examples=60)
@given(scale=st.floats(1.5, 12), grow=st.floats(0.5, 20))
def test_a_patch_tells_where_in_it_its_box_lies(pdf: bytes, scale: float, grow: float) -> None:
    """Black inside the box, white outside, to a tenth of a pixel, at any scale."""
    with opened(pdf) as document:
        picture, place = patch(document[0], SPOT.grown(grow), scale)
    assert 0 <= place.x < 1
    assert 0 <= place.y < 1
    assert picture.mode == "L"
    dark = sum(255 - value for value in picture.tobytes()) / 255
    assert dark == pytest.approx(pi / 4 * SPOT.width * SPOT.height * scale**2, rel=0.02, abs=2)
    row = picture.crop((0, picture.height // 2, picture.width, picture.height // 2 + 1))
    column = [(255 - value) / 255 for value in row.tobytes()]
    middle = sum((x + 0.5) * value for x, value in enumerate(column)) / sum(column)
    assert middle == pytest.approx(place.x + place.width / 2, abs=0.1)


def test_a_whole_page_is_white_where_nothing_is_drawn(pdf: bytes) -> None:
    """In colour or grey, rounded up to full pixels."""
    with opened(pdf) as document:
        picture = rendered(document[0], 2)
        assert picture.size == (420, 595)
        assert picture.getpixel((0, 0)) == (255, 255, 255)
        assert picture.convert("L").getpixel((100, 130)) == 0
