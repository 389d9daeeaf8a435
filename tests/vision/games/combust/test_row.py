"""Combust's row: sums, lowest and highest, by hand-made tables; what was not read is never added up
as sure.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.combust.deck import standard
from companion.combust.known import Known
from companion.combust.pieces import pieces as printed
from companion.layout import POKER
from tests.catalogues import speaks_german
from tests.vision.games.combust.test_lines import row as cards_in_a_row
from vision.games.base import Table
from vision.games.combust.parts import Card
from vision.games.combust.reading import CombustReading, show
from vision.games.combust.row import ROW, judge
from vision.scan.pipeline import read_photo
from vision.table.layout import Laid
from vision.table.pieces import Clash, catalogue

DECK = standard()
KINDS = {kind.value: kind.id for kind in DECK.penguins}
EVENT = DECK.events[0].id
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


def read(pieces: Sequence[Laid], known: Known | None = None) -> CombustReading:
    """The reading of a table of which so much is known."""
    return judge(Table("table.jpg", tuple(pieces)), DECK, known or Known())


def all_of(*counts: int) -> Known:
    """Lines of so many cards, and no other clan."""
    return Known(counts, len(counts))


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
        ],
        all_of(1, 2, 3),
    )
    assert (reading.verdict, reading.complete) == ("legal", True)
    lines = [
        ([KINDS[3], KINDS[9], KINDS[3]], 15, 0.0),
        ([KINDS[7], KINDS[8]], 15, -90.0),
        ([KINDS[20]], 20, 180.0),
    ]
    assert reading.own() == {
        "lines": [
            {
                "cards": cards,
                "cards_read": len(cards),
                "complete": True,
                "sum": worth,
                "sum_range": [worth, worth],
                "goes_on": False,
                "facing": facing,
            }
            for cards, worth, facing in lines
        ],
        "discard": KINDS[5],
        "cards_read": 6,
        "lowest": [1, 2],
        "lowest_range": [1, 2],
        "highest": [3],
        "highest_range": [3],
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
    pieces = [*line(near, NEAR), *line(far, FAR)]
    assert list(read(pieces, all_of(len(near), len(far))).highest or ()) == highest


@pytest.mark.parametrize(
    ("known", "complete", "lowest", "highest", "verdict"),
    [
        (Known(), None, None, None, "legal"),
        (Known(players=2), None, [2], None, "legal"),  # three cards each: as dealt (combust R2)
        (Known(players=3), False, None, None, "unsure"),
        (Known((3,), 2), True, [2], [1], "legal"),
        (Known((3, 4), 2), False, None, None, "unsure"),
        (Known((3, 3, 3), 3), False, None, None, "unsure"),
        (Known((2, 3), 2), False, None, None, "unsure"),
        (Known((3, 3)), True, [2], [1], "legal"),
    ],
)
def test_who_starts_or_wins_needs_all_lines_and_cards(
    known: Known,
    complete: bool | None,
    lowest: list[int] | None,
    highest: list[int] | None,
    verdict: str,
) -> None:
    """A clan may sit beyond the photo, and a card lie under a cup. More or fewer than there are is
    said, in the reader's language.
    """
    reading = read([*line([4, 9, 5], NEAR), *line([2, 3, 9], FAR)], known)
    data = reading.to_json()
    assert (data["complete"], data["lowest"], data["highest"]) == (complete, lowest, highest)
    assert (data["lowest_range"], data["highest_range"], reading.verdict) == ([2], [1], verdict)
    text = "\n".join(line.text for line in show(reading, DECK))
    assert ("would start" in text, "would win" in text) == (lowest is not None, highest is not None)
    assert ("LEGAL SO FAR" in text) is (complete is None)
    assert all(speaks_german(item.text) and speaks_german(item.remedy) for item in reading.unsure)


def test_a_line_of_other_length_than_dealt_starts_nothing() -> None:
    """Later in the game lines have any length, so that nothing says that a line is all there."""
    reading = read([*line([4, 9], NEAR), *line([2, 3, 9], FAR)], Known(players=2))
    assert (reading.verdict, reading.lowest, reading.complete) == ("legal", None, None)


def test_a_card_across_a_line_is_a_doubt() -> None:
    """It may hide a part of the line, and belongs to no clan."""
    pieces = [*line([4, 9, 5], NEAR), *line([2, 3, 9], FAR)]
    readings = []
    for dx, dy in ((10, 20), (20, 38)):
        across = laid(Card(complex(pieces[1].x + dx, pieces[1].y + dy), 75), KINDS[11])
        readings += [read([*pieces, across], known) for known in (Known(), Known((3,), 2))]
    assert {reading.verdict for reading in readings} == {"unsure"}
    assert not any(reading.complete for reading in readings)
    assert all("on or beside line 1" in reading.unsure[0].text for reading in readings)


@pytest.mark.parametrize("dropped", [0, 1, 2])
@pytest.mark.parametrize(("dx", "dy", "turn"), [(5, 18, 6), (-4, -11, -3), (3, 2, 20)])
def test_a_card_dropped_on_a_lines_card_is_a_doubt_even_if_the_count_is_met(
    dropped: int, dx: float, dy: float, turn: float
) -> None:
    """It hides the clan's card, so that as many are read as there are: the line's sum is a range
    with what lies there, and no line leads. Cards laid by hand, up to 8 degrees askew, are none.
    """
    near, far = line([4, 9, 5], NEAR, step=31), line([2, 3, 9], FAR, bend=8)
    assert read([*near, *far], Known((3,), 2)).complete
    lies = Card(complex(near[dropped].x + dx, near[dropped].y + dy), turn)
    near[dropped] = laid(lies, KINDS[20])
    for known in (Known(), Known((3,), 2), Known(players=2)):
        reading = read([*near, *far], known)
        assert (reading.verdict, reading.complete, reading.lowest) == ("unsure", None, None)
        low, high = reading.lines[0].sum_range
        assert low <= 18 <= high
        assert [item.slot for item in reading.unsure] == ["line 1"]
        assert DECK.by_id[KINDS[20]].name in reading.unsure[0].text
        assert speaks_german(reading.unsure[0].text)


def test_a_hole_may_part_two_clans_or_not() -> None:
    """There is room for a card that wasn't read: both sums are open, and it is said why."""
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


def test_more_copies_than_the_deck_has_are_asked_about() -> None:
    """combust O: the deck says how many there are; a stitched panorama may show one twice."""
    rare = next(kind for kind in DECK.penguins if kind.copies == 1)
    cards = [*line([rare.value, 3], NEAR), *line([2, rare.value], FAR)]
    item = ROW.contradiction(Table("table.jpg", tuple(cards)), DECK)
    assert item is not None
    assert item.text == f"{rare.id} was read 2 times, but a set has 1"
    assert ROW.contradiction(Table("table.jpg", tuple(cards[1:])), DECK) is None


def test_a_pile_under_another_card_has_no_top() -> None:
    """A card that may be a clan of its own lies on the discarded one: which is the top is open."""
    clans = [*line([4, 5], NEAR), *line([10, 2], LEFT), *line([6, 7], FAR)]
    pile, on_it = laid(Card(60 + 20j, 0), KINDS[5]), laid(Card(85 + 60j, 15), KINDS[8])
    assert read([*clans, pile]).discard == KINDS[5]
    assert read([*clans, pile, on_it]).discard is None


def test_an_event_among_penguins_is_illegal_and_counts_nothing() -> None:
    """combust R3: events take effect and are discarded; beside a line one isn't a part of it."""
    reading = read([*line([4, 0, 6], NEAR), *line([9, 9], FAR)])
    assert [(v.rule, v.slot) for v in reading.violations] == [("R3", "line 1, card 2")]
    assert DECK.by_id[EVENT].name in reading.violations[0].text
    assert speaks_german(reading.violations[0].text)
    assert reading.lines[0].sum == 10
    near = line([4, 0, 6], NEAR)
    near[1] = laid(Card(complex(near[1].x, near[1].y), 20), EVENT)  # dropped on a card, perhaps
    dropped = read([*near, *line([9, 9], FAR)])
    assert (dropped.verdict, dropped.violations) == ("unsure", ())
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
    strange = judge(Table("table.jpg", half, (clash,)), DECK, Known())
    assert (strange.verdict, strange.lines) == ("unsure", ())
    assert "a different deck" in strange.unsure[0].text
    assert "(--deck FILE.toml" in strange.unsure[0].remedy
    (first, second), *_ = (
        [s for row in spots.values() for s in row if s.piece == KINDS[n]] for n in (3, 4)
    )
    ours = judge(Table("table.jpg", half, (Clash(first, second),)), DECK, Known())
    assert "leave out --deck" in ours.unsure[0].remedy
    mixed = judge(Table("table.jpg", whole, (clash,)), DECK, Known())
    assert (mixed.verdict, len(mixed.lines)) == ("unsure", 2)
    assert KINDS[3] in mixed.unsure[0].text


def test_cards_that_show_one_tag_each_do_not_tell_their_deck() -> None:
    """Another deck's cards carry the same first tags, with other values: a sum would be a guess."""
    one_tag = [replace(piece, source="tag") for piece in line([3, 9, 3], NEAR)]
    reading = read(one_tag)
    assert (reading.verdict, "deck" in reading.unsure[0].text) == ("unsure", True)
    assert read([*one_tag[:2], *line([3, 9, 3], NEAR)[2:]]).verdict == "legal"


def test_words_say_the_arithmetic_and_the_doubt() -> None:
    """Each line with its addition and how many cards that is, and what to do about the rest."""
    pieces = [*line([4, 0, 6], NEAR), *line([9, 9], FAR), *line([2, 3], LEFT)]
    words = [line.text for line in show(read([pieces[0], *pieces[2:]]), DECK)]
    nines = f"({KINDS[9]}, {KINDS[9]})"
    assert any(f"at its top: 9 + 9 = 18, 2 cards read  {nines}" in text for text in words)
    assert any("at its left: 2 + 3 = 5, 2 cards read" in text for text in words)
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
    assert [item.slot for item in reading.unsure] == ["line 2, card 2", "line 2"]


def test_a_tag_past_the_edge_of_the_photo_hides_no_card() -> None:
    """The last card of the fan in front loses its second tag; the line may go on there only as far
    as the photo doesn't show its end. What the photo cuts off is said.
    """
    picture = cv2.imread(str(PHOTOS / "fanned-finger.jpg"))
    assert picture is not None
    reading = read_photo(cv2.imencode(".png", picture[:1370])[1].tobytes(), "cut.png").reading
    assert isinstance(reading, CombustReading)
    assert [line.sum for line in reading.lines] == [19, None, 28, 21]
    assert [item.slot for item in reading.unsure] == ["line 2, card 2", "line 2"]


def test_a_clan_beyond_the_photo_is_asked_for() -> None:
    """The photo ends where the fourth clan sits, whose sum is the lowest: nothing is said of who
    starts, and told how many clans live, the reading asks for the missing one.
    """
    photo = Path(__file__).parents[3] / "photos" / "counting" / "combust-2-crop-top.jpg"
    alone, counted = (
        read_photo(photo.read_bytes(), photo.name, "combust", None, asked).reading
        for asked in ({}, {"players": 4})
    )
    assert isinstance(alone, CombustReading)
    assert (alone.verdict, alone.complete, alone.lowest) == ("legal", None, None)
    assert alone.beyond == ("top",)
    assert any("the photo ends at the top" in line.text for line in show(alone, DECK))
    assert (counted.verdict, counted.complete) == ("unsure", False)
    assert [item.text for item in counted.unsure] == ["3 lines were read, but 4 clans live"]


def test_an_empty_table_has_no_line() -> None:
    """It is unsure, not a win for nobody."""
    reading = judge(Table("table.jpg", ()), DECK, Known())
    assert (reading.verdict, reading.lowest, reading.highest) == ("unsure", None, None)
