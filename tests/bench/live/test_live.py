"""How taps are judged beside boardgame.io, and where the tables go in docs/."""

from __future__ import annotations

import math

import pytest

from bench import pages
from bench.live import guest
from bench.live.__main__ import BOARDGAME, HOSTED, NAME, ROOKERY, Load, faults
from bench.live.load import Figures


def load(server: str, p95_s: float, cpu_s: float, **more: Figures) -> Load:
    """A run of 100 taps, all alike."""
    made = Load(server, 50, 220, Figures([p95_s], 100), after=Figures([0.02]), cpu_s=cpu_s)
    for name, figures in more.items():
        setattr(made, name, figures)
    return made


PEER = load(BOARDGAME, 0.01, 0.5)


@pytest.mark.parametrize(
    ("ours", "above"),
    [
        (load(ROOKERY, 0.03, 0.7), []),
        (load(ROOKERY, 0.031, 0.7), ["p95 is 3.1 times boardgame.io's, more than 3"]),
        (load(ROOKERY, 0.03, 0.75), ["CPU is 1.5 times boardgame.io's, more than 1.4"]),
        (load(ROOKERY, math.nan, 0.7), ["p95 is nan times boardgame.io's, more than 3"]),
        (
            load(ROOKERY, 0.03, 0.7, rush=Figures([], 10, 1, 2)),
            ["1 taps within 2 ms lost, 2 doubled"],
        ),
        (
            load(ROOKERY, 0.03, 0.7, after=Figures([math.inf])),
            ["p95 is inf ms 5 s after too many taps, more than 100 ms"],
        ),
        (load(HOSTED, 0.1, 5), []),
        (load(HOSTED, 0.101, 0.1), ["p95 is 101 ms, more than 100 ms"]),
    ],
)
def test_taps_are_judged_beside_their_peer(ours: Load, above: list[str]) -> None:
    """In multiples; hosted in ms. Lost and doubled taps count in any case."""
    found = [each.removeprefix(f"{ours.name}: ") for each in faults(ours, PEER)]
    assert found == above


@pytest.mark.parametrize("peer", [PEER, None])
def test_a_row_has_its_multiples_where_there_is_a_peer(peer: Load | None) -> None:
    """Beside the milliseconds that they are of."""
    cells = load(ROOKERY, 0.03, 0.7).cells(peer)
    assert ("3.0" in cells, "1.4" in cells) == (peer is not None, peer is not None)
    assert "30.0 ms" in cells


def test_every_table_has_its_place() -> None:
    """Between marks of its own."""
    for page, name, one_core in (
        ("speed.md", NAME, False),
        ("speed.md", NAME, True),
        ("speed.md", f"{NAME} hosted", False),
        ("durability.md", guest.NAME, False),
        ("durability.md", guest.NAME, True),
        ("durability.md", f"{guest.NAME} hosted", False),
    ):
        text = (pages.RESULTS / page).read_text("utf-8")
        for mark in pages.marks(name, one_core=one_core):
            assert text.count(mark) == 1
