"""Pirates: pieces on the table come out as the state that lies there, or are said to be unclear;
never as another.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hexes import DIRECTION_NAMES
from companion.pirates.known import Known
from companion.pirates.tracks import VERBS, Verb
from tests.catalogues import speaks_german
from tests.vision.games.pirates.layout import DECK, UP, Hand, bobs_hex, dealt
from vision.games.base import Table
from vision.games.pirates.reading import PiratesReading
from vision.games.pirates.row import ROW
from vision.games.words import Strut
from vision.scan.pipeline import read_photo

PHOTOS = Path(__file__).parents[3] / "photos" / "pirates" / "tune"
SITES = [site.id for site in DECK.sites]
TURNS = st.floats(-180, 180)
HAND = Hand()


def read(hand: Hand, known: Known | None = None) -> PiratesReading:
    reading = ROW.judge(Table("photo.jpg", hand.pieces()), DECK, known or Known())
    assert isinstance(reading, PiratesReading)
    return reading


def shifts(most: float) -> st.SearchStrategy[dict[str, complex]]:
    each = st.builds(complex, st.floats(-most, most), st.floats(-most, most))
    return st.fixed_dictionaries(dict.fromkeys(SITES, each))


@settings(max_examples=25)
@given(turn=TURNS, gap=st.floats(1.0, 1.05), shifted=shifts(2), order=st.permutations(range(7)))
def test_a_map_laid_by_hand_is_read_from_any_side(
    turn: float, gap: float, shifted: dict[str, complex], order: list[int]
) -> None:
    """Boards 5 mm apart, each a little off, seen from anywhere: every one at its place, its thick
    border away.
    """
    boards = dealt()
    reds = [site for site in SITES if boards[site].startswith("red")]
    boards |= {reds[at]: boards[reds[other]] for at, other in enumerate(order)}
    reading = read(HAND.but(turn=turn, gap=gap, shifted=shifted, boards=boards))
    assert [(board.place, board.turn) for board in reading.map] == [(site, 0) for site in SITES]
    assert [board.board for board in reading.map] == [
        boards[site] if site in UP else None for site in SITES
    ]
    assert reading.verdict == "legal"


@settings(max_examples=25)
@given(turn=TURNS, there=st.sets(st.sampled_from(SITES), min_size=1))
def test_part_of_a_map_is_placed_rightly_or_not_at_all(turn: float, there: set[str]) -> None:
    """Some boards could lie elsewhere on the map just as well: then no place is named."""
    boards = {site: name for site, name in dealt().items() if site in there}
    reading = read(HAND.but(turn=turn, boards=boards, white=None, black=None, anchor=None))
    wanted = {"tile-" + boards[site]: site for site in there if site in UP}
    for board in reading.map:
        if board.place is not None and board.board is not None:
            assert wanted["tile-" + board.board] == board.place
    placed = [board.place for board in reading.map if board.place]
    assert not placed or set(placed) == there
    assert reading.verdict == ("legal" if there == set(SITES) and reading.white else "unsure")


@settings(max_examples=25)
@given(
    hex_id=st.integers(0, len(DECK.chart.spots) - 1),
    way=st.integers(0, 5),
    turn=TURNS,
    right=st.floats(-9, 9),
    high=st.floats(-9, 9),
    askew=st.floats(-18, 18),
    gap=st.floats(1.0, 1.03),
)
def test_a_ship_pushed_about_in_its_hex_is_still_there(
    *, hex_id: int, way: int, turn: float, right: float, high: float, askew: float, gap: float
) -> None:
    """Any hex, any direction, 9 mm off the middle and 18 degrees askew (pirates R8: the pirates may
    be anywhere).
    """
    name = DECK.chart.name(hex_id)
    reading = read(HAND.but(black=(name, way, right, high, askew), turn=turn, gap=gap))
    assert reading.black is not None
    assert (reading.black.hex, reading.black.name, reading.black.facing) == (
        DECK.chart.spots[hex_id],
        name,
        way,
    )


@pytest.mark.parametrize("verb", ["sails", "speed", "water"])
def test_every_step_of_every_track_is_read(verb: Verb) -> None:
    """A marker in its square says the square's number."""
    for value in range(getattr(DECK.most, verb) + 1):
        reading = read(HAND.but(tracks={**HAND.tracks, verb: value}, turn=90))
        assert getattr(reading, verb) == value


def test_the_whole_state_as_json() -> None:
    """All own fields of a reading, as docs/formats.md has them."""
    own = json.loads(json.dumps(read(HAND.but(extra=["penguin-teal", "captain"])).own()))
    assert own.pop("map")[3] == {
        "board": None,
        "back": "yellow",
        "face": "down",
        "place": "c1",
        "turn": 0,
        "off": 0.0,
    }
    assert own == {
        "white": {"hex": [-2, -1], "name": "b1.m", "facing": 1},
        "black": {"hex": [-3, -6], "name": "d2.n", "facing": 3},
        "pirates": True,
        "sails": 3,
        "speed": 9,
        "water": 1,
        "fish": None,
        "fish_range": [6, 10],
        "boards_read": 13,
        "bob": False,
        "penguins": ["teal"],
        "captain": True,
    }


@given(turn=TURNS)
@settings(max_examples=10)
def test_pieces_are_in_the_frame_of_the_map(turn: float) -> None:
    """North is up and the pier is zero, from wherever the photo was taken."""
    blue = next(piece for piece in read(HAND.but(turn=turn)).pieces if piece.id == "tile-blue")
    assert (blue.x, blue.y) == pytest.approx((36, 62.4 - 10.4), abs=0.3)
    assert blue.rotation == pytest.approx(0, abs=0.2)


FAR = ("d3.m", 0, 0, 0, 0)
NAMES = dealt()


@pytest.mark.parametrize(("hand", "rule", "slot", "says"), [
    (HAND.but(up=UP[1:]), "R1", "a1", "face down"),
    (HAND.but(boards={**NAMES, "c3": NAMES["d1"], "d1": NAMES["c3"]}), "R1", "c3", "a red board"),
    (HAND.but(turned={"b2": 2}), "R5", "b2", "120 degrees clockwise"),
    (HAND.but(turned={"b2": 3}), "R5", "b2", "half round"),
    (HAND.but(turned={"b2": 5}), "R5", "b2", "60 degrees counter-clockwise"),
    (HAND.but(up=(*UP, "e3")), "R5", "e3", "no chain"),
    (HAND.but(white=FAR), "R7", "white ship", "face-down board"),
    (HAND.but(white=("off", 0, 0, 0, 0)), "R7", "white ship", "beside the map"),
    (HAND.but(anchor="a1.ne"), "R9", "a1.ne", "nobody"),
    (HAND.but(anchor="d1.m"), "R9", "d1.m", "face-down"),
])  # fmt: skip
def test_what_no_table_can_be_is_illegal(
    hand: Hand, rule: str, slot: str | None, says: str
) -> None:
    """Each broken rule is named, where, and nothing else is."""
    reading = read(hand)
    assert reading.verdict == "illegal"
    assert {broken.rule for broken in reading.violations} == {rule}
    assert any(broken.slot == slot and says in broken.text for broken in reading.violations)


@pytest.mark.parametrize("hand", [
    HAND.but(boards={**NAMES, "b1": NAMES["b2"]}),
    HAND.but(fish=11),
    HAND.but(extra=["ship-penguins"]),
    HAND.but(extra=["tracker-water"]),
    HAND.but(boards={**NAMES, "d1": NAMES["b2"]}, up=()),
])  # fmt: skip
def test_more_pieces_than_a_set_has_are_asked_about(hand: Hand) -> None:
    """pirates R1: a stitched panorama shows pieces twice, so no rule is said to be broken."""
    item = ROW.contradiction(Table("photo.jpg", hand.pieces()), DECK)
    assert item is not None
    assert "but a set has" in item.text
    assert ROW.contradiction(Table("photo.jpg", HAND.pieces()), DECK) is None


@pytest.mark.parametrize("hand", [
    HAND.but(black=FAR),
    HAND.but(black=("off", 0, 0, 0, 0)),
    HAND.but(black=None, anchor=bobs_hex(HAND.but(up=SITES)), up=SITES),
    HAND.but(turned={"e1": 4, "c1": 1}),
    HAND.but(tracks={"sails": 0, "speed": 15, "water": 7}),
    HAND.but(black=("b1.m", 2, 4, 4, 0)),
    HAND.but(fish=0, up=("a1",), white=("a1.pier", 1, 0, 0, 0)),
])  # fmt: skip
def test_what_a_table_can_be_is_legal(hand: Hand) -> None:
    """Pirates sail over face-down boards and off the map (R8); face-down boards lie as they like;
    games end (R9).
    """
    reading = read(hand)
    assert (reading.verdict, reading.violations) == ("legal", ())


@pytest.mark.parametrize(
    ("hand", "slot", "stake", "says", "advice"),
    [
        (
            HAND.but(shifted={"d4": 20 + 6j}),
            "d4",
            "legality",
            "mm off its place",
            "push the boards together",
        ),
        (HAND.but(shifted={"d4": 90 + 40j}), "map", "legality", "apart from the map", "push it"),
        (
            HAND.but(turned={"c2": 0.5}),
            "c2",
            "legality",
            "turned by half",
            "push the boards together",
        ),
        (HAND.but(white=None), "white ship", "legality", "wasn't found", "stern"),
        (
            HAND.but(white=("b1.m", 0, 0, 20, 0)),
            "white ship",
            "legality",
            "only half",
            "middle of its hex",
        ),
        (
            HAND.but(white=("b1.m", 0, 0, 0, 29)),
            "white ship",
            "score",
            "between n and nw",
            "turn it",
        ),
        (
            HAND.but(tracks={"sails": 3.5, "speed": 9, "water": 1}),
            "sails",
            "score",
            "isn't in a square",
            "its square",
        ),
        (
            HAND.but(tracks={"sails": 3, "speed": 9}),
            "water",
            "score",
            "no readable token",
            "tag up",
        ),
        (
            HAND.but(up=SITES, anchor=None),
            "anchor",
            "score",
            "unclear whether Bob",
            "beside the map",
        ),
        (HAND.but(boards={**NAMES, "c1": ""}), "c1", "legality", "wasn't read", "tag"),
        (
            HAND.but(boards={"b1": NAMES["b1"]}, white=None),
            None,
            "legality",
            "which part of the map",
            "Puerto Rico",
        ),
        (
            HAND.but(boards={}, white=None, black=None),
            None,
            "legality",
            "doesn't show any map boards",
            "the whole map",
        ),
    ],
)
def test_what_is_unclear_is_said_with_advice(
    hand: Hand, slot: str | None, stake: str, says: str, advice: str
) -> None:
    """Nothing is guessed: what the photo doesn't tell is named, with what it matters for and what
    to do.

    A phone reads it in its own language, though the stored reading is in English.
    """
    reading = read(hand)
    assert reading.verdict == ("unsure" if stake == "legality" else "legal")
    item = next(item for item in reading.unsure if item.slot == slot and says in item.text)
    assert item.could_change == stake
    assert advice in item.remedy
    assert speaks_german(item.text)
    assert speaks_german(item.remedy)


def test_what_is_unclear_has_no_value() -> None:
    """A ship between two hexes is in neither; a marker between two steps says nothing; the rest is
    read.
    """
    hand = HAND.but(
        white=("b1.m", 0, 0, 20, 0),
        tracks={"sails": 3.5, "speed": 9, "water": 1},
        shifted={"d4": 20 + 6j},
    )
    reading = read(hand)
    assert (reading.white, reading.sails, reading.speed, reading.water) == (None, None, 9, 1)
    assert [board.place for board in reading.map] == [
        site if site != "d4" else None for site in SITES
    ]
    turned = read(HAND.but(white=("b1.m", 0, 0, 0, 29)))
    assert turned.white is not None
    assert (turned.white.name, turned.white.facing) == ("b1.m", None)


@pytest.mark.parametrize(("changes", "bob"), [
    ({"up": UP}, False),
    ({"up": SITES}, False),
    ({"up": SITES, "anchor": bobs_hex(HAND)}, True),
    ({"up": SITES, "anchor": None}, None),
    ({"up": ("a1",), "anchor": None, "white": None}, False),
])  # fmt: skip
def test_bob_is_rescued_where_the_anchor_lies_on_his_hex(
    changes: dict[str, object],
    bob: bool | None,
) -> None:
    """Pirates R9; without an anchor token he is missing for sure only while his board
    is face down.
    """
    assert read(HAND.but(**changes)).bob is bob


@pytest.mark.parametrize(("hand", "says"), [
    (HAND.but(black=("b1.m", 2, 4, 4, 0)), "both ships are in b1.m"),
    (HAND.but(tracks={"sails": 1, "speed": 1, "water": 7}), "the skull"),
])  # fmt: skip
def test_a_lost_game_is_said(hand: Hand, says: str) -> None:
    """Pirates R9: it may lie there, and it is over."""
    reading = read(hand)
    assert any(says in note for note in reading.notes)


def test_words_and_marks_tell_the_same() -> None:
    """A line for each row of the map, ships, tracks, what is wrong and what is unsure; a mark for
    each piece.
    """
    reading = read(HAND.but(turned={"b2": 2}, tracks={"sails": 3.5, "speed": 9, "water": 1}))
    lines = [(line.tone, line.text) for line in ROW.show(reading, DECK)]
    assert lines[0] == ("title", "ILLEGAL  photo.jpg")
    assert ("plain", "  b1 yellow-1, b2 yellow-2") in lines
    assert ("plain", "Penguins' ship: b1.m, looks north-east") in lines
    assert ("plain", "Speed 9, water 1, fish at least 6") in lines
    assert any(tone == "bad" and text.startswith("R5  b2") for tone, text in lines)
    assert any(tone == "unsure" and "in a square" in text for tone, text in lines)
    marks = {mark.label: mark.tone for mark in ROW.marks(reading)}
    assert marks["b2"] == "bad"
    assert marks["b1"] == marks[""] == marks["9"] == "good"  # a ship's hex is seen
    assert any(isinstance(mark, Strut) for mark in ROW.marks(reading)), (
        "the ship shows where it looks"
    )


def test_a_photographed_table_is_read_whole() -> None:
    """Two boards turned wrongly, one of them face up: map, ships, tracks and fish as the layout's
    truth says.
    """
    photo = PHOTOS / "03-picnic-misturned.jpg"
    truth = json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))["truth"]
    fish = truth["tracks"]["fish"]
    reading = read_photo(photo.read_bytes(), photo.name, "pirates", None, {"fish": fish}).reading
    assert isinstance(reading, PiratesReading)
    map_ = {board.place: (board.board, board.back, board.turn) for board in reading.map}
    assert map_ == {site: (b["board"], b["back"], b["turn"]) for site, b in truth["boards"].items()}
    for ship, lies in ((reading.white, truth["ship"]), (reading.black, truth["pirate"])):
        assert ship is not None
        assert (ship.name, DIRECTION_NAMES[ship.facing or 0]) == (lies["hex"], lies["facing"])
    assert {verb: getattr(reading, verb) for verb in VERBS} == truth["tracks"]
    assert reading.bob is True
    assert [broken.slot for broken in reading.violations] == ["b2"]


def test_an_empty_table_is_no_map() -> None:
    """Nothing read, nothing claimed."""
    reading = ROW.judge(Table("photo.jpg", ()), DECK, Known())
    assert reading.verdict == "unsure"
    assert all(reading.own()[verb] is None for verb in VERBS)


def test_a_deck_of_ones_own_is_judged_by_its_own_map() -> None:
    """Sites may lie turned; the reading's turns and facings follow them."""
    sites = tuple(replace(site, turn=1) if site.id == "b1" else site for site in DECK.sites)
    deck = replace(DECK, sites=sites)
    hand = HAND.but(deck=deck)
    reading = ROW.judge(Table("photo.jpg", hand.pieces()), deck, Known())
    assert reading.verdict == "legal"
    own: Any = reading.own()
    assert next(board for board in own["map"] if board["place"] == "b1")["turn"] == 1
    assert DIRECTION_NAMES[own["white"]["facing"]] == "ne"


@pytest.mark.parametrize(
    ("known", "fish", "limits", "complete", "verdict"),
    [
        (Known(), None, (6, 10), True, "legal"),
        (Known(fish=6), 6, (6, 6), True, "legal"),
        (Known(fish=7), None, (6, 10), True, "legal"),
        (Known(fish=5), None, (6, 10), True, "legal"),
        (Known(boards=4), None, (6, 10), None, ""),
    ],
)
def test_fish_and_boards_are_counted(
    known: Known,
    fish: int | None,
    limits: tuple[int, int],
    complete: bool | None,
    verdict: str,
) -> None:
    """Some fish are in the box, so that a photo shows only how many there are at least. More or
    fewer than the phones know is said.
    """
    reading = read(HAND, known)
    up = sum(board.face == "up" for board in reading.map)
    assert (reading.fish, reading.fish_range) == (fish, limits)
    if verdict:
        assert (reading.complete, reading.verdict) == (complete, verdict)
    else:
        assert (reading.complete, reading.verdict) == (
            (True, "legal") if up == known.boards else (False, "unsure")
        )
    expected = [item.text for item in reading.unsure if "expected" in item.text]
    told = (known.fish not in {None, 6}) or (known.boards not in {None, up})
    assert len(expected) == told
    assert all(speaks_german(text) for text in expected)


def test_a_map_with_a_board_unread_is_not_complete() -> None:
    """Thirteen boards make the map (pirates R1)."""
    reading = read(HAND.but(boards={**NAMES, "c1": ""}))
    assert (reading.verdict, reading.complete) == ("unsure", False)


def test_where_the_anchor_would_lie_is_a_place_to_tap() -> None:
    """The question whether Bob is rescued points at his hex, on which the ship stands here."""
    photo = PHOTOS.parents[1] / "objects-tune" / "19-pirates-picnic-phone-clear.jpg"
    reading = read_photo(photo.read_bytes(), photo.name).reading
    assert isinstance(reading, PiratesReading)
    (asked,) = (item for item in reading.unsure if item.slot == "anchor")
    assert reading.white
    ship = np.mean(reading.white.outline, 0).tolist()
    assert cv2.pointPolygonTest(np.array(asked.outline, np.float32), ship, measureDist=False) > 0
