"""The signs of combust's verbs: unlike abilities look unlike, like ones alike."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations

import numpy as np
import pytest
from pypdfium2 import PdfDocument
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.combust.verbs import FORMS, HIGHEST, LOWEST, WAYS, Verb
from companion.layout import Size
from printables.draw.colours import Ink
from printables.draw.pen import PdfPen
from printables.draw.svg import SvgPen
from printables.faces.combust.signs import draw_signs, signs


def plainest(name: str, way: tuple[str, str, str]) -> Verb:
    """A verb in its simplest form: of one card, for one turn."""
    return Verb(name, *way, 1 if FORMS[name].count else 0, 1 if FORMS[name].duration else 0)


WAYS_OF_ALL = [plainest(name, way) for name, ways in WAYS.items() for way in ways]


def picture(verb: Verb, ink: Ink = "full") -> str:
    """The row of signs as SVG."""
    pen = SvgPen(Size(60, 10), ink)
    draw_signs(pen, [verb], 0, 0, width=60, height=10)
    return pen.to_svg("", "")


@pytest.mark.parametrize("ink", ["full", "low", "mono"])
def test_each_way_has_signs_of_its_own(ink: Ink) -> None:
    """Whoever can't read distinguishes every way of every verb from every other, in each ink."""
    for one, other in combinations(WAYS_OF_ALL, 2):
        assert picture(one, ink) != picture(other, ink), (one.text, other.text)


NARROWED = plainest("combust", ("you", "line", "any"))


@pytest.mark.parametrize(
    "other",
    [
        replace(NARROWED, count=2),
        replace(NARROWED, extreme="lowest"),
        replace(NARROWED, extreme="highest"),
        replace(NARROWED, most=6),
        replace(NARROWED, least=6),
        replace(NARROWED, least=7),
    ],
)
def test_what_narrows_is_seen(other: Verb) -> None:
    """Signs, too, show how many and which penguins are meant."""
    assert picture(other) != picture(NARROWED)


@pytest.mark.parametrize(
    ("name", "field"), [("draw", "count"), ("peek", "count"), ("protect", "duration")]
)
def test_numbers_are_seen(name: str, field: str) -> None:
    """Two cards or turns are another sign than one."""
    verb = next(each for each in WAYS_OF_ALL if each.name == name and each.source != "hand")
    two = replace(verb, duration=2) if field == "duration" else replace(verb, count=2)
    assert picture(two) != picture(verb)


def test_same_key_same_picture() -> None:
    """A PDF draws what has one key once: whatever is stamped under a key must look the same
    wherever it occurs.
    """
    drawn: dict[str, str] = {}
    numbered = [replace(verb, count=n) for verb in WAYS_OF_ALL if verb.count for n in (2, 3)]
    ranges = [
        replace(NARROWED, least=low, most=high) for low in (LOWEST, 7) for high in (9, HIGHEST)
    ]
    for verb in [*WAYS_OF_ALL, *numbered, *ranges]:
        for sign in signs(verb):
            pen = SvgPen(Size(sign.width, 10))
            sign.draw(pen)
            assert drawn.setdefault(sign.key, pen.to_svg("", "")) == pen.to_svg("", "")
            assert sign.key.isascii()


@pytest.mark.parametrize(("width", "height"), [(50, 11), (50, 6), (20, 10)])
def test_signs_stay_in_their_box(width: float, height: float) -> None:
    """Any ability is set into the box it is given: not a line stands out of it, whichever side is
    the tighter.
    """
    abilities = [[verb] * n for verb in WAYS_OF_ALL for n in (1, 3)]
    file = BytesIO()
    canvas = Canvas(file, ((width + 10) * mm, (height + 10) * mm))
    for ability in abilities:
        draw_signs(
            PdfPen(canvas, Size(width + 10, height + 10)), ability, 5, 5, width=width, height=height
        )
        canvas.showPage()
    canvas.save()
    for ability, page in zip(abilities, PdfDocument(file.getvalue()), strict=True):
        shown = page.render(scale=6 / mm, grayscale=True).to_numpy()
        picture = np.array(shown.reshape(shown.shape[:2]))
        assert picture.min() < 60
        picture[28:-28, 28:-28] = 255  # the box and a third of a millimetre: half a line's width
        assert picture.min() > 200, ability[0].text
