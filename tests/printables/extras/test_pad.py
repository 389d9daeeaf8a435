"""The score pad has room for names and figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.deckfile import load_deck, load_summary
from companion.game import game, slugs
from companion.summary import Pad
from printables.draw.paths import Box
from printables.extras import pad
from tests.printables.extras.drawn import drawn, pieces, words
from tests.printables.faces.recorder import Recorder

every_game = pytest.mark.parametrize("slug", slugs())


def test_names_of_columns_keep_off_the_rules() -> None:
    """A name that would fill its column stands on two lines, as large as the others."""
    row, pen = game("pirates"), Recorder()
    pad.draw(pen, pieces("pirates", "pad")[0], "front", row, load_deck(row))
    heads = {word.text: word.size for word in pen.words if word.size == pytest.approx(pad.HEADS)}
    assert {"Bob", "aboard", "Events", "left", "How it ended"} <= heads.keys()


@every_game
def test_pad_has_room_to_write(slug: str) -> None:
    """A column for each player, rows high enough for figures by hand, the total last; nothing
    leaves the sheet.
    """
    row = game(slug)
    sheet, table = pieces(slug, "pad")[0], load_summary(row, load_deck(row)).pad
    assert table is not None
    room = Box.between(pad.EDGE, 20, sheet.size.width - pad.EDGE, sheet.size.height - 14)
    grid = pad._grid(table, row.players[1], room)
    assert grid.height >= pad.LEAST_ROW
    assert room.holds(grid.box) or grid.box.bottom == pytest.approx(room.bottom)
    assert grid.lefts[-1] + grid.widths[-1] == pytest.approx(grid.box.right)
    assert grid.tops[-1] + grid.height == pytest.approx(grid.box.bottom)
    assert len(grid.columns) == (row.players[1] if table.by_player else len(table.columns))
    assert min(grid.widths) / max(1, len(grid.parts)) >= 8
    assert not table.total or grid.rows[-1] == table.total
    said = words(drawn(slug, "pad"))
    for text in (table.title, table.note, *table.rows, *table.columns, table.total):
        assert text in said


@given(rows=st.integers(0, 8), total=st.booleans(), fill=st.booleans(), seats=st.integers(1, 8))
def test_every_pad_fills_its_room(rows: int, seats: int, *, total: bool, fill: bool) -> None:
    """Whatever a summary asks for, rows are between the least and the most height and numbered
    without a gap.
    """
    names = tuple(f"row {n}" for n in range(rows)) or (() if fill else ("row",))
    table = Pad(
        "t", "n", by_player=True, rows=names, columns=(), fill="Game" * fill, total="Sum" * total
    )
    grid = pad._grid(table, seats, Box(4, 20, 180, 90))
    assert grid.height <= pad.ROW
    assert grid.box.bottom <= 110 + 1e-6
    counted = [row for row in grid.rows if row.startswith("Game")]
    assert counted == [f"Game {n + 1}" for n in range(len(counted))]
    assert bool(counted) == fill
