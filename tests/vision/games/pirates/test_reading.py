"""A reading as phones read it: what differs from them is listed, only where the photo is sure."""

from dataclasses import replace

import pytest

from companion.pirates.known import Known
from companion.pirates.sight import differences, read_sighting
from companion.pirates.table import TableState
from companion.pirates.tracks import Tracks
from tests.vision.games.pirates.layout import DECK, Hand, bobs_hex
from vision.games.base import Table
from vision.games.pirates.row import judge

HAND = Hand()
STATE = TableState(
    deck=DECK, started=True, turn=3, phase="sail", tracks=Tracks(3, 9, 1, 6), pirates=True
)
SITES = [site.id for site in DECK.sites]


@pytest.mark.parametrize(
    ("hand", "state", "said"),
    [
        (HAND, STATE, []),
        (
            HAND,
            replace(STATE, tracks=Tracks(4, 9, 0, 6)),
            [("sails", 3, 4), ("water", 1, 0)],
        ),
        (
            HAND.but(tracks={"sails": 3.5, "speed": 9}, fish=0),
            replace(STATE, tracks=Tracks(1, 9, 3, 2)),
            [],
        ),
        (
            HAND,
            replace(STATE, rescued=frozenset({"bob"})),
            [("bob", False, True)],
        ),
        (
            HAND.but(up=SITES, anchor=bobs_hex(HAND)),
            STATE,
            [("bob", True, False)],
        ),
        (HAND.but(up=SITES, anchor=None), replace(STATE, rescued=frozenset({"bob"})), []),
        (
            HAND,
            replace(STATE, pirates=False),
            [],
        ),
        (
            HAND.but(black=("off", 0, 0, 0, 0)),
            STATE,
            [],
        ),
        (HAND.but(black=None), STATE, []),
    ],
)
def test_only_what_the_photo_is_sure_of_differs(
    hand: Hand, state: TableState, said: list[tuple[str, int, int]]
) -> None:
    """Values and Bob; what was not read clearly isn't a difference, and ships follow a photo."""
    reading = judge(Table("photo.jpg", hand.pieces()), DECK, Known())
    seen = read_sighting(reading.to_json())
    assert list(differences(seen, state)) == said
