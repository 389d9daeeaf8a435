"""A reading as phones read it: what differs from them is listed, only where the photo is sure."""

from dataclasses import replace

import pytest

from companion.pirates.tracker import TableState, differences, read_sighting
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
            ["sails: 3 on the table, 4 on the phones", "water: 1 on the table, 0 on the phones"],
        ),
        (
            HAND.but(tracks={"sails": 3.5, "speed": 9}, fish=0),
            replace(STATE, tracks=Tracks(1, 9, 3, 2)),
            [],
        ),
        (
            HAND,
            replace(STATE, rescued=frozenset({"bob"})),
            [("Bob: still missing on the table, rescued on the phones")],
        ),
        (
            HAND.but(up=SITES, anchor=bobs_hex(HAND)),
            STATE,
            [("Bob: rescued on the table, still missing on the phones")],
        ),
        (HAND.but(up=SITES, anchor=None), replace(STATE, rescued=frozenset({"bob"})), []),
        (
            HAND,
            replace(STATE, pirates=False),
            ["the pirates' ship: on the map, in d2.n on the table, not on the map on the phones"],
        ),
        (
            HAND.but(black=("off", 0, 0, 0, 0)),
            STATE,
            ["the pirates' ship: beside the map on the table, on the map on the phones"],
        ),
        (HAND.but(black=None), STATE, []),
        (
            HAND.but(black=("b1.m", 2, 4, 4, 0)),
            STATE,
            [
                (
                    "the game: both ships are in b1.m: the game is lost (R9) on the table, "
                    "going on on the phones"
                )
            ],
        ),
        (HAND.but(black=("b1.m", 2, 4, 4, 0)), replace(STATE, end="pirates", phase="over"), []),
    ],
)
def test_only_what_the_photo_is_sure_of_differs(
    hand: Hand, state: TableState, said: list[str]
) -> None:
    """Values, Bob, the pirates and the end; what was not read clearly isn't a difference."""
    reading = judge(Table("photo.jpg", hand.pieces()), DECK, {})
    seen = read_sighting(reading.to_json())
    lost = next((note for note in reading.notes if "(R9)" in note), "")
    found = [str(difference) for difference in differences(replace(seen, lost=lost), state)]
    assert found == said
