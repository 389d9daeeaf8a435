"""A few pages as they looked when someone last said they were right.

After a change that is meant, look at what changed and renew them: `python -m
tests.printables.test_goldens`.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from companion.game import game
from printables.draw.render import POINTS, opened
from printables.extras.contents import chosen
from printables.output.job import Job
from printables.output.printer import print_job
from printables.sheets.imposition import SIDES
from printables.sheets.paper import PAPERS

GOLDENS = Path(__file__).with_name("goldens")
PX_PER_MM = 2.5
PIXEL = 24  # of 255, by which a pixel may differ: another build of PDFium smooths edges another way
SHARE = 0.002  # of all pixels that may differ by more
PAGES = {
    "giza": "penguin",
    "rocks": "penguin",
    "combust": "penguin",
    "solitaire": "board",
    "pirates": "tile",
}

Picture = npt.NDArray[np.uint8]


@pytest.mark.parametrize("slug", PAGES)
def test_a_page_looks_as_it_did(slug: str) -> None:
    """The first page of these pieces on A4, in grey, is the golden one but for the smoothing of
    edges.
    """
    golden = np.asarray(Image.open(GOLDENS / f"{slug}.png").convert("L"))
    page = _page(slug)
    assert page.shape == golden.shape
    off = np.abs(page.astype(int) - golden) > PIXEL
    assert off.mean() < SHARE, (
        f"{off.mean():.2%} of the page differ, first at {np.argwhere(off)[0]}"
    )


def test_another_card_would_be_noticed() -> None:
    """The tolerance is far below what a single changed card makes: two games' pages differ by much
    more.
    """
    assert (np.abs(_page("giza").astype(int) - _page("combust")) > PIXEL).mean() > 50 * SHARE


def _page(slug: str) -> Picture:
    row = game(slug)
    deck = row.read_deck(_standard(slug), row.deck_file)
    pieces = chosen(row.pieces(deck), [PAGES[slug]])
    printed = print_job(Job(row, deck, row.deck_file, pieces[:4], PAPERS["a4"], SIDES["long"]))
    with opened(printed.pdf) as document:
        page = document[0].render(scale=PX_PER_MM / POINTS, grayscale=True)
        return np.asarray(page.to_pil())


def _standard(slug: str) -> str:
    return (
        Path(__file__)
        .parents[2]
        .joinpath("companion", slug, game(slug).deck_file)
        .read_text("utf-8")
    )


def main() -> None:
    """Write all goldens again."""
    GOLDENS.mkdir(exist_ok=True)
    for slug in PAGES:
        Image.fromarray(_page(slug)).save(GOLDENS / f"{slug}.png", optimize=True)


if __name__ == "__main__":
    main()
