"""Combust's row: sums, lowest and highest, by hand-made tables; what was not read is never added up
as sure.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.combust.deck import standard
from companion.combust.pieces import pieces as printed
from companion.layout import POKER
from tests.catalogues import speaks_german
from tests.vision.games.combust.test_lines import row as cards_in_a_row
from vision.evidence.probe import Evidence
from vision.games.base import Seen, Table
from vision.games.combust.lines import Card
from vision.games.combust.reading import CombustReading, marks, show
from vision.games.combust.row import judge, places
from vision.games.words import Caption
from vision.scan.pipeline import read_photo
from vision.table.layout import Laid
from vision.table.pieces import Clash, catalogue

DECK = standard()
KINDS = {kind.value: kind.id for kind in DECK.penguins}
EVENT = DECK.events[0].id
FOREIGN = Evidence(0.0, 0.9, 120, 0.0, 0.4, 5.0)
BARE = Evidence(0.0, 0.0, 120, 0.0, 0.4, 5.0)
# of a card under another one, most of it as white as the table
STRIP = Evidence(0.0, 0.25, 120, 0.0, 0.4, 5.0)
TOO_FAR = Evidence(0.0, 0.9, 120, 0.0, 0.4, 1.2)
SHINING = Evidence(0.0, 0.0, 120, 0.3, 0.4, 5.0)  # light mirrors where a card may lie
BEYOND = Evidence(0.9, 0.0, 120, 0.0, 0.4, 5.0)
PHOTOS = Path(__file__).parent / "photos"
NEAR, LEFT, FAR = 0, -90, 180


def laid(card: Card, name: str) -> Laid:
    """A card as the eye hands it over, in a photo of 1 px a mm with the frame's zero at
    (500, 500).
    """
    kind = "penguin" if DECK.by_id[name].value else "event"
    outline = tuple((500 + x, 500 - y) for x, y in card.corners(POKER))
    return Laid(
        name, kind, "front", card.at.real, card.at.imag, card.turn, "two-tags", 0.999, outline
    )


def line(values: Sequence[int], turn: float, **how: float) -> list[Laid]:
    """A clan's line: penguins by value, as their owner sees them from the left."""
    cards = cards_in_a_row(len(values), turn=turn, **how)
    return [
        laid(card, KINDS[value] if value else EVENT)
        for card, value in zip(cards, values, strict=True)
    ]


def read(pieces: Sequence[Laid], seen: Mapping[Hashable, Evidence] | None = None) -> CombustReading:
    """The reading of a table; `seen` is what the eye found at the places that the row
    asked about.
    """
    asked = {place.key: place for place in places(pieces, DECK)}
    found = {
        key: Seen(asked[key], evidence, ((5, 5), (6, 5), (6, 6), (5, 6)))
        for key, evidence in (seen or {}).items()
    }
    bare = {key: Seen(place, BARE, ()) for key, place in asked.items()}
    return judge(Table("table.jpg", tuple(pieces), (), {**bare, **found}), DECK, {})


def test_lines_are_summed_and_ranked() -> None:
    """Sums as their owners would say them; lowest by sum (combust R2), highest by sum, penguins,
    card (R7).
    """
    reading = read(
        [
            *line([3, 9, 3], NEAR),
            *line([7, 8], LEFT),
            *line([20], FAR),
            laid(Card(0j, 40), KINDS[5]),
        ]
    )
    assert reading.verdict == "legal"
    assert reading.own() == {
        "lines": [
            {
                "cards": [KINDS[3], KINDS[9], KINDS[3]],
                "sum": 15,
                "sum_range": [15, 15],
                "facing": 0.0,
            },
            {"cards": [KINDS[7], KINDS[8]], "sum": 15, "sum_range": [15, 15], "facing": -90.0},
            {"cards": [KINDS[20]], "sum": 20, "sum_range": [20, 20], "facing": 180.0},
        ],
        "discard": KINDS[5],
        "lowest": [1, 2],
        "highest": [3],
    }
    assert reading.exit_code == 0


@pytest.mark.parametrize(
    ("near", "far", "highest"),
    [
        ([10, 5], [9, 5], [1]),
        ([10, 5], [5, 5, 5], [2]),
        ([10, 5], [9, 6], [1]),
        ([8, 7], [8, 7], [1, 2]),
    ],
    ids=["sum", "more penguins", "highest card", "shared"],
)
def test_ties_for_the_highest_line(near: list[int], far: list[int], highest: list[int]) -> None:
    """combust R7: sum, then more penguins, then the highest card, then shared."""
    assert list(read([*line(near, NEAR), *line(far, FAR)]).highest) == highest


def test_a_card_between_two_others_that_was_not_read_leaves_a_range() -> None:
    """Any penguin that is left in the deck could lie there: from 1 to 20."""
    pieces = [*line([4, 0, 6], NEAR), *line([9, 9], FAR)]
    hole = read([pieces[0], *pieces[2:]], {(0, 2): FOREIGN})
    assert hole.verdict == "unsure"
    assert hole.lines[0].cards == (KINDS[4], None, KINDS[6])
    assert (hole.lines[0].sum, hole.lines[0].sum_range) == (None, (11, 30))
    assert [(item.slot, item.could_change) for item in hole.unsure] == [("line 1, card 2", "score")]
    assert (hole.lowest, hole.highest) == ((1, 2), (1, 2))
    captions = [mark.small for mark in marks(hole) if isinstance(mark, Caption)]
    assert captions == [("line 1", "highest?"), ("line 2", "highest?")]


def test_copies_that_are_seen_cannot_lie_unread() -> None:
    """With every penguin of the highest value in the picture an unread card is of the second
    highest at most.
    """
    second, best = DECK.penguins[-2:]
    pieces = [*line([4, 0, 6], NEAR), *line([best.value] * best.copies + [1], FAR)]
    hole = read([pieces[0], *pieces[2:]], {(0, 2): FOREIGN})
    assert hole.lines[0].sum_range == (11, 10 + second.value)


@pytest.mark.parametrize(
    ("evidence", "text"),
    [
        (FOREIGN, "covered"),
        (STRIP, "covered"),
        (TOO_FAR, "too small"),
        (SHINING, "reflects the light"),
        (BEYOND, "past the edge of the photo"),
    ],
)
def test_what_lies_at_a_lines_end_may_be_one_more_card(evidence: Evidence, text: str) -> None:
    """No sum is stated as long as a card may lie there; without it, what was read counts."""
    reading = read([*line([4, 5], NEAR), *line([9, 9], FAR)], {("right", 0): evidence})
    assert reading.verdict == "unsure"
    assert reading.lines[0].cards == (KINDS[4], KINDS[5], None)
    assert (reading.lines[0].sum, reading.lines[0].sum_range) == (None, (9, 29))
    assert text in reading.unsure[0].text
    assert speaks_german(reading.unsure[0].text)


def test_what_lies_at_a_side_without_a_line_may_be_another_clans() -> None:
    """All its tags may be covered: then neither the lines nor who is lowest are sure."""
    pieces = [*line([4, 5], NEAR), *line([9, 9], FAR), *line([7, 7], LEFT)]
    reading = read(pieces, {("side", 0): FOREIGN})
    assert (reading.verdict, len(reading.lines)) == ("unsure", 3)
    assert "side of the table without a line" in reading.unsure[0].text
    assert speaks_german(reading.unsure[0].text)
    assert read(pieces, {("side", 0): BARE}).verdict == "legal"


def test_a_hole_may_part_two_clans_or_not() -> None:
    """Bare table where one card could have lain: both sums are open, and it is said why."""
    pieces = [*line([4, 0, 6], NEAR), *line([9, 9], FAR)]
    reading = read([pieces[0], *pieces[2:]])
    assert reading.verdict == "unsure"
    assert {line.sum_range for line in reading.lines} == {(4, 10), (6, 10), (18, 18)}
    assert "one clan or two" in reading.unsure[0].text
    assert speaks_german(reading.unsure[0].text)


@pytest.mark.parametrize(
    "strays",
    [
        [Card(complex(165, -204), 0)],
        [Card(complex(160, -235), 40)],
        [Card(complex(165, -235), 0), Card(complex(180, -215), 36)],
        [Card(complex(165, -235), 10), Card(complex(175, -228), 80), Card(complex(168, -240), 150)],
    ],
    ids=["higher, touching", "askew", "two crossed", "a heap"],
)
def test_a_card_that_lies_ill_at_a_lines_end_leaves_its_sum_open(strays: list[Card]) -> None:
    """Whether it is that clan's can't be seen: neither a sum nor a clan of its own is made up, and
    no line leads.
    """
    clean = [*line([4, 5], NEAR), *line([10, 2], LEFT), *line([6, 7], FAR)]
    end = max(piece.x for piece in clean[:2])
    moved = [
        replace(card, at=complex(card.at.real - 165 + end + 64, card.at.imag)) for card in strays
    ]
    reading = read([*clean, *(laid(card, KINDS[11]) for card in moved)])
    assert reading.verdict == "unsure"
    near = reading.lines[0]
    assert near.least.sum == 9
    assert near.most.sum >= 20
    assert all(speaks_german(item.text) and speaks_german(item.remedy) for item in reading.unsure)


def test_a_side_of_the_table_beyond_the_picture_is_mentioned() -> None:
    """Three lines and a fourth side that was cut off: someone may sit there."""
    pieces = [*line([4, 5], NEAR), *line([10, 2], LEFT), *line([6, 7], FAR)]
    beside = {place.key: BEYOND for place in places(pieces, DECK) if place.key[0] == "side"}  # type: ignore[index]
    assert any("past the edge of the photo" in note for note in read(pieces, beside).notes)
    assert not any("past the edge of the photo" in note for note in read(pieces).notes)


def test_more_copies_than_the_deck_has_are_illegal() -> None:
    """combust O: the deck says how many there are; kind and counts are named."""
    rare = next(kind for kind in DECK.penguins if kind.copies == 1)
    reading = read([*line([rare.value, 3], NEAR), *line([2, rare.value], FAR)])
    assert (reading.verdict, reading.exit_code) == ("illegal", 4)
    assert [(v.rule, v.text) for v in reading.violations] == [
        ("O", f"2 {rare.id} are in the picture, but the deck has only 1")
    ]


def test_an_event_among_penguins_is_illegal_and_counts_nothing() -> None:
    """combust R3: events take effect and are discarded; beside a line one isn't a part of it."""
    reading = read([*line([4, 0, 6], NEAR), *line([9, 9], FAR)])
    assert [(v.rule, v.slot) for v in reading.violations] == [("R3", "line 1, card 2")]
    assert reading.lines[0].sum == 10
    beside = read([*line([4, 6, 0], NEAR), *line([9, 9], FAR)])
    assert beside.verdict == "legal"
    assert beside.lines[0].cards == (KINDS[4], KINDS[6])


def test_a_strange_deck_is_said_and_never_scored() -> None:
    """Its second tags are other cards'; a single such card among ours is left out, and said."""
    spots = catalogue(printed(DECK))
    one, other = (
        next(s for row in spots.values() for s in row if s.piece == KINDS[n]) for n in (3, 4)
    )
    clash = Clash(one, other)
    whole = (*line([4, 5], NEAR), *line([9, 9], FAR))
    half = tuple(replace(piece, source="tag") for piece in whole)
    strange = judge(Table("table.jpg", half, (clash,)), DECK, {})
    assert (strange.verdict, strange.lines) == ("unsure", ())
    assert "a different deck" in strange.unsure[0].text
    assert "(--deck FILE.toml" in strange.unsure[0].remedy
    (first, second), *_ = (
        [s for row in spots.values() for s in row if s.piece == KINDS[n]] for n in (3, 4)
    )
    ours = judge(Table("table.jpg", half, (Clash(first, second),)), DECK, {})
    assert "leave out --deck" in ours.unsure[0].remedy
    mixed = judge(Table("table.jpg", whole, (clash,)), DECK, {})
    assert (mixed.verdict, len(mixed.lines)) == ("unsure", 2)
    assert KINDS[3] in mixed.unsure[0].text


def test_cards_that_show_one_tag_each_do_not_tell_their_deck() -> None:
    """Another deck's cards carry the same first tags, with other values: a sum would be a guess."""
    one_tag = [replace(piece, source="tag") for piece in line([3, 9, 3], NEAR)]
    reading = read(one_tag)
    assert (reading.verdict, "deck" in reading.unsure[0].text) == ("unsure", True)
    assert read([*one_tag[:2], *line([3, 9, 3], NEAR)[2:]]).verdict == "legal"


def test_one_card_read_as_two_is_one() -> None:
    """Both tags of a bent card may be read each by itself; neither sum nor copies count
    it twice.
    """
    pieces = line([20, 4], NEAR)
    again = laid(Card(complex(pieces[0].x + 4, pieces[0].y), 2), KINDS[20])
    reading = read([*pieces, again, *line([9, 9], FAR)])
    assert (reading.verdict, reading.lines[0].sum) == ("legal", 24)


def test_words_say_the_arithmetic_and_the_doubt() -> None:
    """Each line with its addition, who would start and win, and what to do about what
    was not read.
    """
    pieces = [*line([4, 0, 6], NEAR), *line([9, 9], FAR), *line([2, 3], LEFT)]
    words = [line.text for line in show(read([pieces[0], *pieces[2:]], {(0, 3): FOREIGN}), DECK)]
    assert (
        f"line 1, at the photo's bottom: 4 + ? + 6 = 11 to 30  ({KINDS[4]}, not read, {KINDS[6]})"
    ) in words
    assert f"line 3, at its top: 9 + 9 = 18  ({KINDS[9]}, {KINDS[9]})" in words
    assert any(text.startswith("line 2, at its left: 2 + 3 = 5") for text in words)
    assert any(text.startswith("  → ") for text in words)


def test_a_photo_of_fanned_lines_with_a_finger_on_one() -> None:
    """Bytes to verdict: four clans round the table, the game told by the tags; the card under the
    finger stays open.
    """
    name = PHOTOS / "fanned-finger.jpg"
    truth = json.loads(name.with_suffix(".truth.json").read_text("utf-8"))
    reading = read_photo(name.read_bytes(), name.name).reading
    assert isinstance(reading, CombustReading)
    wanted: list[list[str | None]] = [line["cards"] for line in truth["lines"]]
    wanted[1][1] = None
    assert [[*line.cards] for line in reading.lines] == wanted
    assert [line.sum for line in reading.lines] == [19, None, 28, 21]
    low, high = reading.lines[1].sum_range
    assert low <= truth["lines"][1]["sum"] <= high
    assert (reading.verdict, reading.discard) == ("unsure", truth["discard"][0])
    assert [item.slot for item in reading.unsure] == ["line 2, card 2"]


def test_a_tag_past_the_edge_of_the_photo_hides_no_card() -> None:
    """The last card of the fan in front loses its second tag; the table beside it shows that the
    line ends there.
    """
    picture = cv2.imread(str(PHOTOS / "fanned-finger.jpg"))
    assert picture is not None
    reading = read_photo(cv2.imencode(".png", picture[:1370])[1].tobytes(), "cut.png").reading
    assert isinstance(reading, CombustReading)
    assert [line.sum for line in reading.lines] == [19, None, 28, 21]
    assert [item.slot for item in reading.unsure] == ["line 2, card 2"]


def test_an_empty_table_has_no_line() -> None:
    """It is unsure, not a win for nobody."""
    reading = judge(Table("table.jpg", ()), DECK, {})
    assert (reading.verdict, reading.lowest, reading.highest) == ("unsure", (), ())


def test_places_ask_only_for_combusts_tags_beside_lines() -> None:
    """Both ends of each line, a hole in a row, and the two sides of the table without a line."""
    pieces = [*line([4, 0, 6], NEAR), *line([9, 9], FAR)]
    asked = places([pieces[0], *pieces[2:]], DECK)
    ends = {(side, n) for side in ("left", "right") for n in range(3)}
    assert {place.key for place in asked} == ends | {(0, 2), ("side", 0), ("side", 1)}
    assert {place.ids for place in asked} == {frozenset(catalogue(printed(DECK)))}
