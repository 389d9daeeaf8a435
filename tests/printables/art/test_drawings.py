"""Drawings in SVG files are drawn as they look, in the caller's colours."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from companion.layout import Size
from printables.art import drawings
from printables.art.penguins import PLAIN
from printables.draw.paths import circle, ellipse, line, outline, polygon, rounded
from printables.draw.svg import SvgPen
from printables.faces import combust, giza, pirates, rocks, solitaire
from printables.faces.solitaire import signs
from tests.printables.faces.recorder import Recorder

SETS = [
    ("printables.art", "chief"),
    ("printables.art", "eyes"),
    ("printables.art", "face"),
    ("printables.art", "hats"),
    ("printables.art", "symbols"),
    (combust.__name__, "events"),
    (combust.__name__, "hats"),
    (combust.__name__, "props"),
    (combust.__name__, "signs"),
    (giza.__name__, "goals"),
    (giza.__name__, "icons"),
    (pirates.__name__, "hats"),
    (pirates.__name__, "parts"),
    (pirates.__name__, "signs"),
    (rocks.__name__, "behind"),
    (rocks.__name__, "floes"),
    (rocks.__name__, "icons"),
    (rocks.__name__, "scenes"),
    (rocks.__name__, "signs"),
    (solitaire.__name__, "desert"),
    (solitaire.__name__, "icons"),
    (solitaire.__name__, "signs"),
]
ROLES = {**PLAIN.colours, "fill": "#112233", "detail": "#445566"}
ROLES |= dict.fromkeys(("sand", "ice", "shade", "belly", "whale"), "#778899") | signs.COLOURS
ROLES |= dict.fromkeys(("mark", "steel", "sack", "back"), "#8899aa")
SHAPES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
  <title>All that a drawing may hold</title>
  <circle cx="1" cy="2" r="3" fill="#010203"/>
  <ellipse cx="1" cy="2" rx="3" ry="4" fill="none" stroke="#040506" stroke-width="0.5"/>
  <rect x="1" y="2" width="3" height="4" rx="1" fill="#010203" data-fill="cloth"/>
  <polygon points="0,0 1,0 1,1" fill="#010203" fill-rule="evenodd"/>
  <polyline points="0,0 1,0" fill="none" stroke="#040506" stroke-width="0.5" data-edge="2"
    stroke-linecap="butt"/>
  <clipPath id="hole"><circle cx="0" cy="0" r="1"/></clipPath>
  <g transform="translate(1 2) rotate(30) scale(-4 4)" clip-path="url(#hole)">
    <path d="M0 0 L1 1 Z" fill="#010203" stroke="#040506" data-stroke="line" stroke-width="1"/>
  </g>
</svg>"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with one folder of drawings."""
    folder = tmp_path / "studio_of_a_test" / "drawings" / "all"
    folder.mkdir(parents=True)
    (tmp_path / "studio_of_a_test" / "__init__.py").touch()
    (folder / "every-shape.svg").write_text(SHAPES, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "studio_of_a_test"


def test_every_shape_is_drawn(package: str) -> None:
    """Each as the pen's own means would; named colours and edges are the caller's."""
    assert drawings.names(package, "all") == ("every shape",)
    pen, same = SvgPen(Size(9, 9)), SvgPen(Size(9, 9))
    colours = {"cloth": "#aabbcc", "line": "#ddeeff"}
    drawings.draw(pen, package, "all", "every shape", colours, edge=0.25)
    same.paint(circle(1, 2, 3), "#010203")
    same.paint(ellipse(1, 2, 3, 4), None, "#040506", width=0.5)
    same.paint(rounded(1, 2, 3, 4, 1), "#aabbcc")
    same.paint(polygon([(0, 0), (1, 0), (1, 1)]), "#010203", even_odd=True)
    same.paint(line([(0, 0), (1, 0)]), None, "#040506", width=1.0, cap="butt")
    with same.at(1, 2, turn=30, scale=4, mirror=True), same.clip(circle(0, 0, 1)):
        same.paint(outline("M0 0 L1 1 Z"), "#010203", "#ddeeff", width=1)
    assert pen.to_svg("", "") == same.to_svg("", "")


@pytest.mark.parametrize(("package", "folder"), SETS)
def test_drawings_name_colours_that_exist(package: str, folder: str) -> None:
    """Every file is drawn with the colours that its callers have, and is shown whole by viewers."""
    for name in drawings.names(package, folder):
        pen = Recorder("full")
        drawings.draw(pen, package, folder, name, ROLES)
        assert pen.painted
        file = files(package).joinpath("drawings", folder, f"{name.replace(' ', '-')}.svg")
        assert " viewBox=" in file.read_text("utf-8")
