"""Stickers: all tags are on them, and readable."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from companion.deckfile import load_deck
from companion.game import Piece, game, slugs
from companion.layout import POKER, Size, TagSpot
from companion.manifest import Manifest, PrintedPiece
from printables.draw.paths import Box
from printables.extras import stickers
from printables.preflight import find_faults
from tests.printables.extras.drawn import drawn, pieces
from tests.printables.faces.recorder import Recorder

every_game = pytest.mark.parametrize("slug", slugs())


def _placed(sheet: Piece) -> tuple[stickers.Sticker, ...]:
    return cast("tuple[stickers.Sticker, ...]", sheet.data["spots"])


@every_game
def test_all_tags_are_on_the_stickers(slug: str) -> None:
    """As many stickers of each id as there are tags of it on a printed set, tokens by the dozen
    apart; none for the strip, which no shop sells.
    """
    row = game(slug)
    wanted: Counter[int] = Counter()
    for piece in (each for each in row.pieces(load_deck(row)) if each.kind != "strip"):
        for tags in piece.faces.values():
            for tag in tags:
                wanted[tag.id] += min(piece.count, stickers.MOST_COPIES)
    found = Counter(tag.id for sheet in pieces(slug, "stickers") for tag in sheet.faces["front"])
    assert found == wanted
    assert found


@every_game
def test_stickers_read_back(slug: str) -> None:
    """Every tag of the finished sheets decodes from afar, with its quiet zone."""
    sheets = pieces(slug, "stickers")
    printed = tuple(
        PrintedPiece(
            sheet.id,
            sheet.kind,
            "front",
            1,
            page,
            (0, 0, sheet.size.width, sheet.size.height),
            0,
            sheet.faces["front"],
        )
        for page, sheet in enumerate(sheets, 1)
    )
    manifest = Manifest(slug, "", "", (190, 252), printed)
    assert list(find_faults(drawn(slug, "stickers"), manifest)) == []


def test_sticker_cells_keep_apart() -> None:
    """Cells share cut lines and never overlap; none leaves the sheet."""
    tags = {"front": (TagSpot(1, 12.75, 12.75, 14), TagSpot(2, 50.25, 75.25, 14))}
    cards = [Piece(f"card-{n}", "card", POKER, tags) for n in range(60)]
    tokens = [Piece("token", "token", Size(20, 20), {"front": (TagSpot(3, 10, 10, 12),)}, count=90)]
    sheets = stickers.pieces([*cards, *tokens])
    assert len(sheets) == 2
    for sheet in sheets:
        spots = _placed(sheet)
        boxes = [
            Box(spot.x, spot.y, spot.cell.width, spot.cell.height).grown(-1e-6) for spot in spots
        ]
        assert all(Box(0, 0, 190, 252).holds(box) for box in boxes)
        assert not any(one.overlaps(two) for i, one in enumerate(boxes) for two in boxes[i + 1 :])
    places = {spot.place for spot in _placed(sheets[0])}
    assert {"nw", "se"} <= places
    assert (
        len(
            {
                min(spot.x for spot in _placed(sheet) if spot.tag.size == size)
                for sheet in sheets
                for size in {spot.tag.size for spot in _placed(sheet)}
            }
        )
        == 1
    )


def test_two_tags_of_one_quarter_are_told_apart() -> None:
    """Rocks' board has four tags near the corners and four near the middle: name and little card
    say which.
    """
    row = game("rocks")
    board = [
        each
        for each in stickers.stickers(row.pieces(load_deck(row)))
        if each.name.startswith("board")
    ]
    assert [each.name for each in board] == ["board, corner"] * 4 + ["board, middle"] * 4
    assert len({(each.place, each.inner) for each in board}) == 8


def test_names_of_stickers_are_alike() -> None:
    """All names of a sheet have one size, keep a millimetre off the cuts, and a single sheet has no
    number.
    """
    row = game("rocks")
    (sheet,) = pieces("rocks", "stickers")
    pen = Recorder()
    stickers.draw(pen, sheet, "front", row, load_deck(row))
    assert "Rocks: tags for your own set" in {word.text for word in pen.words}
    names = [word for word in pen.words if word.corners[0][1] > stickers.HEAD]
    assert len({round(word.size, 3) for word in names}) == 1
    spots = _placed(sheet)
    cuts = {spot.x for spot in spots} | {spot.x + spot.cell.width for spot in spots}
    for word in names:
        (left, _), (right, _), *_ = word.corners
        assert min(abs(x - edge) for x in (left, right) for edge in cuts) >= 1
