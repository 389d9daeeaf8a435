"""Printed giza, read back by programs that did not write it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from companion.game import Game, game
from companion.giza.deck import Deck, standard
from printables.imposition import SIDES
from printables.paper import PAPERS
from printables.printer import Job, Printout, print_job

Picture: TypeAlias = npt.NDArray[np.uint8]

# Drawing takes a second: every way on the papers at home, and of the large ones those that lie on their sides.
WAYS = [
    *((paper, sides) for paper in ("a4", "letter") for sides in SIDES),
    ("a3", "long"), ("tabloid", "short"), ("a3", "gutterfold"),
]  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `way` runs for papers upright and sideways and every way to print both sides."""
    if "way" in metafunc.fixturenames:
        metafunc.parametrize("way", WAYS, ids=["-".join(way) for way in WAYS])


@pytest.fixture
def giza() -> Game:
    return game("giza")


@pytest.fixture
def deck() -> Deck:
    return standard()


@pytest.fixture
def job(giza: Game, deck: Deck) -> Callable[..., Job]:
    """A job for the whole standard deck, on A4 for a long-edge duplex printer, unless told otherwise."""

    def make(paper: str = "a4", sides: str = "long", **changes: Any) -> Job:
        fields = {"deck": deck, "source": "deck.toml", "pieces": giza.pieces(changes.get("deck", deck)), **changes}
        return Job(giza, paper=PAPERS[paper], sides=SIDES[sides], **fields)

    return make


@pytest.fixture
def printed(way: tuple[str, str]) -> Printout:
    """The standard deck, printed in the way under test."""
    return _printed(*way)


@pytest.fixture
def a4_long() -> Printout:
    return _printed("a4", "long")


@cache
def _printed(paper: str, sides: str) -> Printout:
    row, deck = game("giza"), standard()
    return print_job(Job(row, deck, "deck.toml", row.pieces(deck), PAPERS[paper], SIDES[sides]))


@pytest.fixture
def render() -> Callable[[Printout, int, float], Picture]:
    """A page (from 1) as a grey picture at so many pixels a mm."""
    return lambda printout, page, px_per_mm: _render(printout.pdf, page, px_per_mm)


@lru_cache(maxsize=40)
def _render(pdf: bytes, page: int, px_per_mm: float) -> Picture:
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[page - 1].render(scale=px_per_mm * 25.4 / 72, grayscale=True).to_numpy()
        return np.ascontiguousarray(picture.reshape(picture.shape[:2]))
    finally:
        document.close()
