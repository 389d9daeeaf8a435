"""Printed giza, read back by programs that did not write it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from companion.game import Game, Piece, game
from companion.giza.deck import Deck, standard
from printables.extras.contents import chosen
from printables.output.job import Job
from printables.output.printer import Printout, plan, print_job
from printables.sheets.imposition import SIDES, manifest
from printables.sheets.paper import PAPERS
from rookery.cli import run

Say: TypeAlias = Callable[..., tuple[int, str, str]]
Picture: TypeAlias = npt.NDArray[np.uint8]

# Every way on the papers at home, and of the large ones those that lie on their sides.
WAYS = [
    *((paper, sides) for paper in ("a4", "letter") for sides in SIDES),
    ("a3", "long"), ("tabloid", "short"), ("a3", "gutterfold"),
]  # fmt: skip


# Printed and read back, which takes a second each: every paper, and every way to print both sides;
# where all lies in the other ways is looked at before it is drawn.
DRAWN = [
    ("a4", "long"), ("letter", "short"), ("a4", "gutterfold"), ("letter", "single"),
    ("a3", "long"), ("tabloid", "short"),
]  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `way` runs for papers upright and sideways and every way to print both
    sides.
    """
    if "way" in metafunc.fixturenames:
        ways = DRAWN if "printed" in metafunc.fixturenames else WAYS
        metafunc.parametrize("way", ways, ids=["-".join(way) for way in ways])


@pytest.fixture
def giza() -> Game:
    return game("giza")


@pytest.fixture
def deck() -> Deck:
    return standard()


@pytest.fixture
def job(giza: Game, deck: Deck) -> Callable[..., Job]:
    """A job for the whole standard deck, on A4 for a long-edge duplex printer, unless told
    otherwise.
    """

    def make(paper: str = "a4", sides: str = "long", **changes: Any) -> Job:
        fields = {
            "deck": deck,
            "source": "deck.toml",
            "pieces": chosen(giza.pieces(changes.get("deck", deck)), []),
            **changes,
        }
        return Job(giza, paper=PAPERS[paper], sides=SIDES[sides], **fields)

    return make


@pytest.fixture
def planned(way: tuple[str, str]) -> Printout:
    """The standard deck as it lies on paper in the way under test: pages and manifest of a print,
    not drawn.
    """
    return _planned(*way)


@pytest.fixture
def printed(way: tuple[str, str]) -> Printout:
    """The standard deck's beginning and one more piece of each kind, printed in the way
    under test.
    """
    # few pieces lie on large paper another way than many
    return _printed(*way, some=way[0] in {"a4", "letter"})


@pytest.fixture
def a4_long() -> Printout:
    """The whole standard deck."""
    return _printed("a4", "long")


def _order(paper: str, sides: str) -> Job:
    row, deck = game("giza"), standard()
    return Job(row, deck, "deck.toml", chosen(row.pieces(deck), []), PAPERS[paper], SIDES[sides])


def _some(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Two full sheets and a mixed one: a quarter of the whole to draw."""
    return (
        *pieces[:18],
        *{piece.kind: piece for piece in pieces[18:] if piece.kind != pieces[0].kind}.values(),
    )


@cache
def _planned(paper: str, sides: str) -> Printout:
    job = _order(paper, sides)
    pages = plan(job)
    return Printout((), manifest(pages, job.game.slug, job.deck.fingerprint, job.paper), pages)


@cache
def _printed(paper: str, sides: str, *, some: bool = False) -> Printout:
    job = _order(paper, sides)
    return print_job(replace(job, pieces=_some(job.pieces)) if some else job)


@pytest.fixture
def rookery(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Say:
    """Run a command line in an empty folder; gives status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*words: str) -> tuple[int, str, str]:
        status = run(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


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
