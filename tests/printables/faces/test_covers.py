"""The landscapes of boxes, labels and heads: whole where they are seen, empty where a plate covers
them.
"""

from __future__ import annotations

import pytest

from companion.game import slugs
from printables.art.cover import cover
from printables.art.penguins import LINE
from printables.draw.paths import Path
from printables.draw.pen import BLEED
from tests.printables.faces.recorder import Recorder

every_game = pytest.mark.parametrize("slug", slugs())
WIDTH, HEIGHT, PLATE = 64.0, 89.0, 23.0


def _edges(path: Path) -> tuple[float, float, float, float]:
    """Left, top, right and lower edge of a path's points, handles included."""
    numbers = [number for _, numbers in path.steps for number in numbers]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


@every_game
@pytest.mark.parametrize("bare", [False, True])
def test_no_outline_runs_along_the_bleed(slug: str, *, bare: bool) -> None:
    """A ground is outlined where it meets another: its other edges lie outside of all that is
    printed.
    """
    pen = Recorder()
    cover(slug).backdrop(pen, WIDTH, HEIGHT, bare=bare)
    ends = (-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED)
    for one in pen.painted:
        if one.stroke and one.origin == (0.0, 0.0):
            assert all(
                abs(edge - end) > LINE / 2 for edge, end in zip(_edges(one.path), ends, strict=True)
            )


@every_game
def test_nothing_stands_behind_a_plate(slug: str) -> None:
    """Behind a plate over all there are sky and ground, each of which leaves the picture; no
    slivers of more.
    """
    bare, whole = Recorder(), Recorder()
    width, height = 190.0, 44.0
    cover(slug).backdrop(bare, width, height, bare=True)
    cover(slug).backdrop(whole, width, height)
    assert len(bare.painted) < len(whole.painted)
    for one in bare.painted:
        left, top, right, low = _edges(one.path)
        assert one.origin == (0.0, 0.0)
        assert left <= 0 or top <= 0 or right >= width or low >= height


@every_game
def test_scenery_stands_above_a_plate(slug: str) -> None:
    """Whatever is moved to its place stands higher than a plate at the lower edge; the ground still
    ends below it.
    """
    pen = Recorder()
    cover(slug).backdrop(pen, WIDTH, HEIGHT, plate=PLATE)
    assert all(one.origin[1] < HEIGHT - PLATE for one in pen.painted if one.origin != (0.0, 0.0))
    assert (
        max(_edges(one.path)[3] for one in pen.painted if one.origin == (0.0, 0.0)) > HEIGHT + BLEED
    )


@every_game
def test_icons_keep_off_their_texts(slug: str) -> None:
    """A small picture is 10 mm wide, or hardly more: a text stands at its right."""
    for name, draw in cover(slug).icons.items():
        pen = Extent()
        draw(pen)
        assert pen.right <= 5.8, name


class Extent(Recorder):
    """Remembers how far to the right something was painted, turned and scaled as it is."""

    right = 0.0

    def paint(self, path: Path, *_colours: object, **_how: object) -> None:
        """See `Pen.paint`: where a curve's handles lie counts, too."""
        for _, numbers in path.steps:
            xs = (self._place(x, y)[0] for x, y in zip(numbers[::2], numbers[1::2], strict=True))
            self.right = max(self.right, *xs, 0)
