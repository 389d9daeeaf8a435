"""Pieces: tags that lie as one card's are one card; those that should not are a clash."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.game import Piece
from companion.giza.deck import Deck
from companion.giza.pieces import pieces
from companion.layout import Size, TagSpot, card_tags
from companion.tags import modules as printed
from vision.games.foreign_cards import of_seam
from vision.table.matching import square
from vision.table.pieces import (
    Catalogue,
    Detection,
    assemble,
    catalogue,
    find_missing_tags,
    outline,
    overlap,
)
from vision.table.plane import Plane
from vision.tags.detector import Floats, Grey, Sighting

FLAT = Plane(np.eye(3), 0.0, (0.0, 0.0), 1.0)  # a picture taken straight from above: 1 px is 1 mm


@pytest.fixture
def spots(deck: Deck) -> Catalogue:
    return catalogue(pieces(deck))


def tag(
    number: int, spot: Any, x: float = 0, y: float = 0, turn: float = 0, *, errors: int = 0
) -> Sighting:
    """A tag of a card whose top left lies at (x, y), turned clockwise about it."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return Sighting(number, square(spot) @ np.array([[c, s], [-s, c]]) + (x, y), errors, 1.0)


def corner_tags(first: int, width: float, height: float) -> tuple[TagSpot, ...]:
    """Four tags of 12 mm, 15 mm from a board's corners, clockwise from its top left."""
    places = ((15, 15), (width - 15, 15), (width - 15, height - 15), (15, height - 15))
    return tuple(TagSpot(first + end, x, y, 12) for end, (x, y) in enumerate(places))


FIRST, SECOND = card_tags(0, 1)


def card(deck: Deck, index: int) -> tuple[int, int]:
    tags = pieces(deck)[index].faces["front"]
    return tags[0].id, tags[1].id


def test_two_tags_of_a_card_make_one_piece(deck: Deck, spots: Catalogue) -> None:
    """Its outline is right, whichever way it lies."""
    first, second = card(deck, 6)
    seen = [tag(first, FIRST, 100, 50, 30), tag(second, SECOND, 100, 50, 30)]
    found, clashes = assemble(seen, FLAT, spots)
    assert clashes == ()
    assert [(f.piece, f.face, f.source) for f in found] == [("penguin-07", "front", "two-tags")]
    assert np.allclose(found[0].corners[0], (100, 50))
    assert np.isclose(np.linalg.norm(found[0].corners[1] - found[0].corners[0]), 63)


def test_one_tag_is_a_piece_of_less_confidence(deck: Deck, spots: Catalogue) -> None:
    """Either end names the same card and the same place."""
    first, second = card(deck, 6)
    by_first, _ = assemble([tag(first, FIRST)], FLAT, spots)
    by_second, _ = assemble([tag(second, SECOND)], FLAT, spots)
    assert by_first[0].piece == by_second[0].piece == "penguin-07"
    assert np.allclose(by_first[0].corners, by_second[0].corners)
    assert by_first[0].source == "tag"
    assert by_first[0].confidence < 0.99


def test_tags_in_place_of_one_card_with_ids_of_two_are_a_clash(
    deck: Deck, spots: Catalogue
) -> None:
    """A card of another deck: neither id is believed."""
    seen = [tag(card(deck, 6)[0], FIRST), tag(card(deck, 9)[1], SECOND)]
    found, clashes = assemble(seen, FLAT, spots)
    assert found == ()
    assert [(c.first.piece, c.second.piece) for c in clashes] == [("penguin-07", "penguin-10")]


def test_neighbours_are_no_clash(deck: Deck, spots: Catalogue) -> None:
    """Cards that touch on all sides keep their own tags."""
    seen = []
    for index, (x, y) in enumerate((x, y) for x in (0, 63, 126) for y in (0, 88, 176)):
        first, second = card(deck, index)
        seen += [tag(first, FIRST, x, y), tag(second, SECOND, x, y)]
    found, clashes = assemble(seen, FLAT, spots)
    assert (len(found), clashes) == (9, ())


def test_a_large_sheet_that_looks_too_small_is_one() -> None:
    """Its two tags lie nearer to each other than printed, as if out of focus: not two sheets on
    each other.
    """
    ends = (TagSpot(0, 13, 13, 12), TagSpot(1, 165, 111, 12))
    tracker = Piece("tracker", "tracker", Size(178, 124), {"front": ends})
    for share, sources in ((1.0, ["two-tags"]), (0.94, ["two-tags"]), (0.85, ["tag", "tag"])):
        seen = [Sighting(end.id, square(end) * share, 0, 1.0) for end in ends]
        found, clashes = assemble(seen, FLAT, catalogue([tracker]))
        assert ([piece.source for piece in found], clashes) == (sources, ())


def test_a_lone_tag_with_many_wrong_bits_is_not_believed(deck: Deck, spots: Catalogue) -> None:
    """Two of them in place are: they vouch for each other."""
    first, second = card(deck, 6)
    assert assemble([tag(first, FIRST, errors=3)], FLAT, spots) == ((), ())
    found, _ = assemble([tag(first, FIRST, errors=3), tag(second, SECOND, errors=3)], FLAT, spots)
    assert len(found) == 1


def test_a_tag_read_softly_founds_no_piece(deck: Deck, spots: Catalogue) -> None:
    """Rules text that looks like another card's second tag, not quite in its place, isn't a card
    (source `tag`, 0.97).
    """
    first, other = card(deck, 0)[0], card(deck, 1)[1]
    scale = Plane(np.diag([0.25, 0.25, 1.0]), 0.0, (0.0, 0.0), 1.0)
    seen = Sighting(first, (square(FIRST) + 20) * 4, 0, 1.0)
    alone, _ = assemble([seen], scale, spots)
    (soft,) = find_missing_tags(picture((first, FIRST), (other, SECOND)), scale, alone, spots)
    aside = replace(soft, corners=soft.corners + np.array([90.0, 0]))
    found, clashes = assemble([seen, aside], scale, spots)
    assert [piece.piece for piece in found] == [alone[0].piece]
    assert clashes == ()


def test_one_card_whose_tags_fit_no_card_well_is_there_once(deck: Deck, spots: Catalogue) -> None:
    """A wide-angle lens moves one of them by 11 mm; two such cards 40 mm apart are two."""
    first, second = card(deck, 0)
    near, _ = assemble([tag(first, FIRST), tag(second, SECOND, 7, 9)], FLAT, spots)
    assert len(near) == 1
    far, _ = assemble([tag(first, FIRST), tag(second, SECOND, 40)], FLAT, spots)
    assert len(far) == 2


@pytest.mark.parametrize(
    ("end", "dx", "dy", "doubted"),
    [(1, 40, 0, True), (1, 90, 0, False), (0, 67, 0, True), (0, 67, 2, False)],
)
def test_a_card_twice_or_in_parts_is_a_seams(
    deck: Deck, spots: Catalogue, *, end: int, dx: float, dy: float, doubted: bool
) -> None:
    """Its tags lie as those of two cards of which each covers the other, or one is there twice in a
    row of pixels; hands lay two less exactly.
    """
    ids = card(deck, 0)
    shown, _ = assemble(
        [tag(ids[0], FIRST), tag(ids[end], (FIRST, SECOND)[end], dx, dy)], FLAT, spots
    )
    assert len(shown) == 2
    assert (of_seam(shown) is not None) == doubted


def test_a_grey_seen_by_one_tag_may_lie_at_two_places(deck: Deck, spots: Catalogue) -> None:
    """Both are kept until something distinguishes them; two tags do."""
    grey = pieces(deck)[6].faces["back"][0].id
    lone, _ = assemble([tag(grey, FIRST)], FLAT, spots)
    other: Floats | None = lone[0].other
    assert other is not None
    assert np.allclose(lone[0].corners[0] - other[0], (37.5, 62.5))
    both, _ = assemble([tag(grey, FIRST), tag(grey, SECOND)], FLAT, spots)
    assert [(f.face, f.source, f.other) for f in both] == [("back", "two-tags", None)]


def test_outline_and_overlap(spots: Catalogue) -> None:
    """A card's outline from a tag; shares of the smaller shape."""
    corners = outline(spots[0][0], square(FIRST))
    assert np.allclose(corners, [[0, 0], [63, 0], [63, 88], [0, 88]], atol=1e-6)
    assert np.isclose(overlap(corners, corners), 1)
    assert np.isclose(overlap(corners, corners + np.array([31.5, 0])), 0.5, atol=1e-3)
    assert overlap(corners, corners + np.array([200, 0])) == 0


def test_a_found_piece_refuses_nonsense() -> None:
    """The stage's result is validated on construction."""
    with pytest.raises(ValueError, match="four corners"):
        Detection("x", "penguin", "front", np.zeros((3, 2)), (), (), "tag", 1.0)


BOARD = Piece("board-x", "board", Size(200, 160), {"front": corner_tags(280, 200, 160)})
SMALLER = Piece("board-y", "board", Size(200, 120), {"front": corner_tags(280, 200, 120)})


@pytest.mark.parametrize("seen", [(0, 1, 2, 3), (0, 2), (1, 2, 3), (3,)])
def test_a_board_is_one_piece_by_however_many_tags(seen: tuple[int, ...]) -> None:
    """Covered or cut off tags are not missed; what was seen lies where it lies."""
    spots = catalogue([BOARD])
    sightings = [tag(280 + end, BOARD.faces["front"][end], 30, 40, 12) for end in seen]
    found, clashes = assemble(sightings, FLAT, spots)
    assert clashes == ()
    assert [(piece.piece, len(piece.spots)) for piece in found] == [("board-x", len(seen))]
    assert np.allclose(found[0].corners[0], (30, 40))


def test_of_boards_with_the_same_tags_the_one_that_explains_most_is_taken() -> None:
    """Solitaire's boards of all sizes share four tags: how far apart they lie shows the size."""
    spots = catalogue([SMALLER, BOARD])
    sightings = [tag(280 + end, BOARD.faces["front"][end]) for end in range(4)]
    found, _ = assemble(sightings, FLAT, spots)
    assert [(piece.piece, piece.source) for piece in found] == [("board-x", "two-tags")]


def picture(*tags: tuple[int, Any]) -> Grey:
    """A table seen from straight above, 4 px a mm, with these tags of cards whose top left lies at
    (20, 20) mm.
    """
    grey = np.full((640, 560), 150, np.uint8)
    for number, spot in tags:
        modules = np.pad(1 - np.array(printed(number), np.uint8), 1, constant_values=1) * 215 + 20
        side = round(spot.size * 4 / 8 * 10)
        (x, y) = ((square(spot)[0] + 20 - spot.size / 8) * 4).round().astype(int)
        grey[y : y + side, x : x + side] = cv2.resize(
            modules, (side, side), interpolation=cv2.INTER_NEAREST
        )
    return grey


@pytest.mark.parametrize(("kind", "found"), [("own", 1), ("another penguin's", 1), ("a goal's", 0)])
def test_a_tag_read_softly_where_a_card_must_have_one_is_of_that_kind(
    deck: Deck, spots: Catalogue, kind: str, found: int
) -> None:
    """Its own, or another card's of the kind, which makes a clash; one of another kind can only be
    misread.
    """
    first, second = card(deck, 0)
    goal = next(tag for tag, (spot, *_) in spots.items() if spot.kind == "goal")
    other = {"own": second, "another penguin's": card(deck, 1)[1], "a goal's": goal}[kind]
    scale = Plane(np.diag([0.25, 0.25, 1.0]), 0.0, (0.0, 0.0), 1.0)
    seen = Sighting(first, (square(FIRST) + 20) * 4, 0, 1.0)
    pieces_seen, _ = assemble([seen], scale, spots)
    again = find_missing_tags(picture((first, FIRST), (other, SECOND)), scale, pieces_seen, spots)
    assert [one.tag for one in again] == [other] * found
