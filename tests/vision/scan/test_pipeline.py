"""Scan: whatever lies there is read exactly, from any side, or it is said what is missing."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.giza.deck import Deck, read_deck, standard
from companion.giza.pyramid import SLOTS, Placed, Pyramid, status
from companion.known import Asked
from companion.tags import modules
from tests.vision.conftest import fixed_deck
from vision.games.giza.reading import GizaReading, show
from vision.games.reading import Reading, Violation
from vision.scan.pipeline import read_photo
from vision.table.plane import lay

Shoot = Callable[..., GizaReading]
UNKNOWN = 586  # the last of the family: no range of the registry reaches it yet


def whole(reading: Reading) -> GizaReading:
    """The reading as giza's, with its pyramid."""
    assert isinstance(reading, GizaReading)
    return reading


@pytest.fixture(scope="session")
def shoot(studio: Any, camera: Any, as_jpeg: Any, deck: Deck) -> Shoot:
    """Photograph a layout and read it."""

    def read(
        layout: Any,
        view: Any = None,
        *,
        goals: Any = (),
        using: Deck = deck,
        mirror: bool = False,
        asked: Asked = {},  # noqa: B006 - not changed
        **flaws: Any,
    ) -> GizaReading:
        image = studio.shoot(layout, view or camera(tilt=15, turn=20), **flaws)
        image = np.ascontiguousarray(image[:, ::-1]) if mirror else image
        asked = {"goals": [goal.id for goal in goals], **asked}
        return whole(read_photo(as_jpeg(image), "photo.jpg", "giza", using, asked).reading)

    return read


@st.composite
def pyramids(draw: st.DrawFn, deck: Deck) -> Pyramid:
    """Any filling of slots that stand on something, legal by weight or not."""
    numbers = draw(st.permutations(range(52)))
    shape = draw(
        st.sampled_from(
            [
                SLOTS,
                SLOTS[:9],
                SLOTS[:7],
                SLOTS[:5],
                SLOTS[:3],
                (*SLOTS[:4], SLOTS[4], SLOTS[5], SLOTS[7]),
            ]
        )
    )
    pyramid = Pyramid()
    for slot, number in zip(shape, numbers, strict=False):
        grey, tokens = (
            draw(st.booleans()) and draw(st.booleans()),
            draw(st.sampled_from([0, 0, 0, 0, 1, 2])),
        )
        pyramid = pyramid.put(slot, Placed(deck.penguins[number], grey, tokens))
    return pyramid


@given(
    data=st.data(),
    tilt=st.floats(0, 32),
    turn=st.floats(0, 360),
    roll=st.sampled_from([0, 90, 180, 270, 17]),
    bulge=st.floats(-0.05, 0.04),
    seed=st.integers(0, 999),
)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_pyramid_is_read_exactly_from_any_side(
    *,
    studio: Any,
    camera: Any,
    deck: Deck,
    shoot: Shoot,
    data: st.DataObject,
    tilt: float,
    turn: float,
    roll: int,
    bulge: float,
    seed: int,
) -> None:
    """Cards, sides, tokens and verdict: nothing missing, nothing invented, violations those of the
    rules.
    """
    pyramid = data.draw(pyramids(deck))
    view = camera(height=640, tilt=tilt, turn=turn, roll=roll, bulge=bulge)
    tokens = sum(placed.tokens for _, placed in pyramid.placed())
    counts = {"cards": len(pyramid), "tokens": tokens}
    layout = studio.pyramid(str(pyramid), jitter=5, gap=6, seed=seed)
    reading = shoot(layout, view, asked=counts)
    assert str(reading.pyramid) == str(pyramid)
    alone = shoot(layout, view)
    assert (str(alone.pyramid), alone.complete) == (str(pyramid), len(pyramid) == 10 or None)
    assert alone.verdict == "legal" or status(pyramid)
    wanted = [Violation(v.rule, v.slot, v.text) for v in status(pyramid)]
    assert list(reading.violations) == wanted
    assert reading.verdict == ("illegal" if status(pyramid) else "legal")
    assert reading.unsure == ()
    assert reading.score == reading.score_range[0] == reading.score_range[1] == sum(reading.levels)


def test_the_contract_has_exactly_its_fields(
    studio: Any, shoot: Shoot, legal: str, deck: Deck
) -> None:
    """The scan result, version 1."""
    told = shoot(studio.pyramid(legal, jitter=3), goals=[deck.goals[0], deck.goals[1]]).to_json()
    assert list(told) == [
        "rookery",
        "photo",
        "game",
        "deck",
        "verdict",
        "complete",
        "beyond",
        "pieces",
        "pyramid",
        "cards_read",
        "tokens",
        "violations",
        "unsure",
        "notes",
        "levels",
        "goals",
        "so_far",
        "score",
        "score_range",
    ]
    assert (told["rookery"], told["photo"], told["game"], told["deck"]) == (
        1,
        "photo.jpg",
        "giza",
        deck.fingerprint,
    )
    assert sorted(told["pieces"][0]) == sorted(
        ["id", "face", "x", "y", "rotation", "source", "confidence", "outline"]
    )
    assert told["pyramid"][3] == ["penguin-09"]
    assert [len(row) for row in told["pyramid"]] == [4, 3, 2, 1]
    assert told["goals"][0] == {
        "id": deck.goals[0].id,
        "points": None if deck.goals[0].compares else 0,
    }


def test_millimetres_are_true_and_zero_is_the_middle(
    studio: Any, camera: Any, shoot: Shoot, legal: str
) -> None:
    """Places in the frame agree with the layout to 0.7 mm from behind the pyramid as well."""
    layout = studio.pyramid(legal, jitter=6, seed=4)
    for turn in (0, 180):
        reading = shoot(layout, camera(tilt=25, turn=turn))
        seen = {piece.id: (piece.x, piece.y) for piece in reading.pieces}
        true = np.array([(item["x"], item["y"]) for item in layout])
        laid, lean, _ = lay(true, np.array([seen[item["id"]] for item in layout]))
        assert np.abs(laid - [seen[item["id"]] for item in layout]).max() < 0.7
        assert abs(np.degrees(lean)) < 2
        xs = [piece.x for piece in reading.pieces]
        assert abs(max(xs) + min(xs)) < 6


def test_a_mirrored_picture_is_said_to_be_one(studio: Any, shoot: Shoot, legal: str) -> None:
    """Selfie cameras mirror; nothing else is claimed."""
    reading = shoot(studio.pyramid(legal), mirror=True)
    assert (reading.verdict, reading.score, reading.pieces) == ("unsure", None, ())
    assert "mirrored" in reading.unsure[0].text


def test_tags_that_no_piece_carries_are_named(as_jpeg: Any, deck: Deck) -> None:
    """Another game's cards, or those of a newer Rookery: said as such, never taken for an empty
    table.
    """
    picture = np.full((900, 1200, 3), 200, np.uint8)
    black = np.kron(np.array(modules(UNKNOWN)), np.ones((20, 20))) > 0
    picture[300:500, 500:700] = 255
    picture[320:480, 520:680][black] = 0
    reading = whole(read_photo(as_jpeg(picture), "photo.jpg", "giza", deck).reading)
    assert (reading.verdict, reading.score, reading.pieces) == ("unsure", None, ())
    (said,) = reading.unsure
    assert str(UNKNOWN) in said.text
    assert "update Rookery" in said.remedy


@pytest.mark.parametrize(
    ("flaws", "says"), [({}, "any cards"), ({"gain": 0.05, "noise": 1}, "dark")]
)
def test_a_picture_without_tags_says_why(shoot: Shoot, flaws: dict[str, Any], says: str) -> None:
    """An empty table or a shop-bought set is neither an error nor a pyramid."""
    reading = shoot([], **flaws)
    assert (reading.verdict, reading.exit_code) == ("unsure", 3)
    assert says in reading.unsure[0].text


def test_a_picture_out_of_focus_says_so(studio: Any, shoot: Shoot, legal: str) -> None:
    """Blurred beyond reading."""
    assert "blurred" in shoot(studio.pyramid(legal), blur=12).unsure[0].text


def test_a_covered_card_is_unsure_and_says_what_hangs_on_it(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """A hand on both tags: the slot is unread, the score a range, the advice to uncover it."""
    layout = studio.pyramid("01,02,14,15/04,13,17/07,20/09")
    view = camera(tilt=10)
    image = studio.shoot(layout, view)
    card = next(item for item in layout if item["id"] == "penguin-04")
    x, y = view.to_px(np.array([[card["x"], card["y"]]]))[0]
    cv2.ellipse(image, (round(x), round(y)), (40, 130), 30 * -1.2, 0, 360, (110, 140, 200), -1)
    reading = whole(read_photo(as_jpeg(image), "photo.jpg", "giza", deck).reading)
    assert reading.pyramid.at((1, 0)) is None
    told = [(item.slot, item.could_change, "covered" in item.text) for item in reading.unsure]
    assert told == [((1, 0), "legality", True)]
    assert reading.verdict == "unsure"


def test_a_cloth_proves_nothing(
    studio: Any, camera: Any, as_jpeg: Any, legal: str, deck: Deck
) -> None:
    """A book that looks just like the table lies over the top: nine cards are a pyramid so far, and
    one too few if there are ten.
    """
    view = camera(tilt=10)
    image = studio.shoot(studio.pyramid(legal), view)
    book = np.zeros(image.shape[:2], np.uint8)
    corners = view.to_px(np.array([(-40.0, 90), (40, 90), (40, 190), (-40, 190)]))
    cv2.fillConvexPoly(book, np.rint(corners).astype(np.int32), 1)
    image[book > 0] = studio.shoot([], view)[book > 0]
    for asked, verdict, complete in (({}, "legal", None), ({"cards": 10}, "unsure", False)):
        reading = read_photo(as_jpeg(image), "photo.jpg", "giza", deck, asked).reading
        assert (reading.verdict, reading.complete) == (verdict, complete)
        assert (whole(reading).score, whole(reading).cards_read) == (None, 9)


def test_a_cut_off_card_is_unsure(studio: Any, camera: Any, shoot: Shoot, legal: str) -> None:
    """Part of the pyramid beyond the edge is not taken for a gap."""
    reading = shoot(studio.pyramid(legal), camera(height=430, tilt=0, centre=(-230, 0)))
    assert reading.violations == ()
    assert ((0, 3), True) in [(item.slot, "cut off" in item.text) for item in reading.unsure]
    assert reading.score is None


def test_an_unknown_deck_is_said_and_not_scored(studio: Any, shoot: Shoot, legal: str) -> None:
    """The same first ids, other second ones: the standard deck's weights would be wrong."""
    reading = shoot(studio.pyramid(legal), using=standard())
    assert (reading.verdict, reading.score) == ("unsure", None)
    (said,) = reading.unsure
    assert "a different deck" in said.text
    assert "(--deck FILE.toml, or start a table with it)" in said.remedy


def test_tags_of_nobodys_cards_are_not_penguins() -> None:
    """A sheet of the same family's tags, spread as no card has them: no piece, and the reason."""
    sheet = np.full((1500, 2000), 225, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for number in range(12):
        row, column = divmod(number, 4)
        top, left = 150 + 420 * row, 150 + 450 * column
        sheet[top : top + 160, left : left + 160] = cv2.aruco.generateImageMarker(
            family, 40 + number, 160
        )
    data = bytes(cv2.imencode(".jpg", cv2.GaussianBlur(sheet, (0, 0), 1))[1].tobytes())
    reading = read_photo(data, "sheet.jpg").reading
    assert (reading.verdict, reading.pieces) == ("unsure", ())
    assert "aren't from a Rookery set" in str(reading.unsure[0].text)


def test_standard_cards_read_with_a_deck_of_ones_own(deck: Deck) -> None:
    """Their tags tell whose they are: to name a file with --deck would be no advice for who did
    just that.
    """
    photo = Path(__file__).parents[2] / "photos" / "01-desk-legal.jpg"
    (said,) = read_photo(photo.read_bytes(), "photo.jpg", "giza", deck).reading.unsure
    assert "a different deck" in said.text
    assert said.remedy == (
        "they are from the standard deck: "
        "choose that deck (leave out --deck, or start a table with it)"
    )


def test_two_decks_of_ones_own_are_told_apart(
    studio: Any, shoot: Shoot, legal: str, deck_toml: str
) -> None:
    """One number changed turns the second tags."""
    other = read_deck(
        deck_toml.replace("weight = 5\narms = [0, 0]", "weight = 5\narms = [0, 3]", 1), "other"
    )
    reading = shoot(studio.pyramid(legal), using=other)
    assert reading.verdict == "unsure"
    assert ["(--deck FILE.toml" in item.remedy for item in reading.unsure] == [True]


def test_goal_cards_in_the_picture_are_the_goals_unless_others_are_named(
    studio: Any, camera: Any, shoot: Shoot, legal: str, deck: Deck
) -> None:
    """Laid beside the pyramid they need no option."""
    goals = [goal for goal in deck.goals if not goal.compares][:2]
    layout = studio.pyramid(legal) + [
        {"id": goal.id, "x": 230, "y": -100 + 100 * n} for n, goal in enumerate(goals)
    ]
    view = camera(height=700)
    assert [goal.id for goal in shoot(layout, view).goals] == [goal.id for goal in goals]
    assert [goal.id for goal in shoot(layout, view, goals=[deck.goals[0]]).goals] == [
        deck.goals[0].id
    ]
    notes = shoot(layout, view, goals=[deck.goals[0]]).notes
    assert [any(goal.id in note for note in notes) for goal in goals] == [
        goal != deck.goals[0] for goal in goals
    ]


def test_tokens_beside_a_card_do_not_count_and_half_on_it_are_asked_for(
    studio: Any, shoot: Shoot
) -> None:
    """A token lends its strength only where it lies (giza R10)."""
    text = "05,06,,/09,,/,/"  # weight 3 on 2 + 2 stands; on 1 + 1 it needs a token
    weak = text.replace("05,06", "09,10").replace("/09", "/07")
    layout = studio.pyramid(weak)
    on, beside, half = (
        {"id": "token", "x": layout[0]["x"] + dx, "y": layout[0]["y"] - 10} for dx in (0, -70, -37)
    )
    assert shoot(layout).verdict == "legal"
    heavy = studio.pyramid("09,10,,/08,,/,/".replace("/08", "/22"))
    bare = shoot(heavy).pyramid.at((0, 0))
    assert bare is not None
    assert shoot([*heavy, on]).pyramid.at((0, 0)) == Placed(bare.penguin, tokens=1)
    assert "not counted" in " ".join(shoot([*layout, beside]).notes)
    reading = shoot([*heavy, half])
    assert [item.slot for item in reading.unsure] == [(1, 0), (0, 0)]
    assert reading.verdict == "unsure"


def test_penguins_lying_elsewhere_are_named_and_left_out(
    studio: Any, camera: Any, shoot: Shoot, legal: str
) -> None:
    """The row to choose from isn't a part of the pyramid."""
    layout = studio.pyramid(legal) + [
        {"id": f"penguin-{n}", "x": 250, "y": 100 * (n - 31), "rotation": 8} for n in (30, 31, 32)
    ]
    reading = shoot(layout, camera(height=760))
    assert str(reading.pyramid) == legal
    assert "penguin-31" in " ".join(reading.notes)


def test_one_card_upside_down_is_read_and_noted(studio: Any, shoot: Shoot, legal: str) -> None:
    """It stands there all the same."""
    layout = studio.pyramid(legal)
    layout[5]["rotation"] += 180
    reading = shoot(layout)
    assert str(reading.pyramid) == legal
    assert "upside down" in " ".join(reading.notes)


def test_a_second_copy_of_a_card_is_a_doubt(studio: Any, shoot: Shoot, legal: str) -> None:
    """A deck has one of each (giza R5), so this isn't a photo of one table."""
    reading = shoot(studio.pyramid(legal.replace("20", "07")))
    assert (reading.verdict, reading.complete, reading.score) == ("unsure", None, None)
    assert [item.text for item in reading.doubts] == [
        "penguin-07 was read 2 times, but a set has 1"
    ]


def test_a_reading_refuses_nonsense(studio: Any, shoot: Shoot, legal: str) -> None:
    """The result is validated on construction."""
    reading = shoot(studio.pyramid(legal))
    with pytest.raises(ValueError, match="names what is wrong"):
        replace(reading, verdict="illegal")
    with pytest.raises(ValueError, match="says what is missing"):
        replace(reading, verdict="unsure")
    with pytest.raises(ValueError, match="outside"):
        replace(reading, score=99)


def covered(studio: Any, view: Any, layout: Any, spots: Any) -> Any:
    """A picture with grey discs of 24 mm laid over these points of the table, mm."""
    image = studio.shoot(layout, view)
    for spot in view.to_px(np.array(spots, float)):
        cv2.circle(image, (round(spot[0]), round(spot[1])), 34, (140, 150, 150), -1)
    return image


@pytest.mark.parametrize("end", [1, -1])
def test_a_grey_seen_by_one_end_is_never_sure_to_lie_where_the_pyramid_needs_it(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck, end: int
) -> None:
    """One of its two places completes the rows, but what hides a tag proves none."""
    layout = studio.pyramid("01,02,14g,15/13,04,17/07,20/09")
    grey = next(item for item in layout if item["face"] == "back")
    tag = (grey["x"] - 18.75 * end, grey["y"] + 31.25 * end)
    image = covered(studio, camera(tilt=10), layout, [tag])
    reading = whole(read_photo(as_jpeg(image), "photo.jpg", "giza", deck).reading)
    (card,) = (piece for piece in reading.pieces if piece.id == "penguin-14")
    assert (card.source, reading.verdict, reading.score) == ("inferred", "unsure", None)
    assert "which" in reading.unsure[0].text


def test_a_lone_grey_seen_by_one_end_is_adrift(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """With nothing to tell the two places apart, the photo is unsure, and where the card lies is
    but inferred.
    """
    image = covered(
        studio,
        camera(tilt=10),
        [{"id": "penguin-07", "face": "back", "x": 0, "y": 0}],
        [(-18.75, 31.25)],
    )
    reading = whole(read_photo(as_jpeg(image), "photo.jpg", "giza", deck).reading)
    assert reading.verdict == "unsure"
    assert "which" in reading.unsure[1].text
    assert [piece.source for piece in reading.pieces] == ["inferred"]


def test_a_grey_near_the_edge_with_a_finger_on_it_is_no_more_than_inferred(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """Its other tag is under the finger, or beyond the edge: nothing shows which."""
    view = camera(height=430, tilt=0, centre=(252, 0))
    image = covered(
        studio, view, [{"id": "penguin-07", "face": "back", "x": 0, "y": 0}], [(18.75, -31.25)]
    )
    (card,) = read_photo(as_jpeg(image), "photo.jpg", "giza", deck).reading.pieces
    assert (card.id, card.source) == ("penguin-07", "inferred")


def test_a_partial_pyramid_at_the_edge_says_what_cannot_be_seen(
    studio: Any, camera: Any, shoot: Shoot
) -> None:
    """Two cards close to the picture's right edge: a third would not be seen."""
    layout = studio.pyramid("01,02,,/,,/,/")
    reading = shoot(layout, camera(height=430, tilt=0, centre=(-297 - 2, 0)))
    assert (reading.verdict, reading.complete, "right" in reading.beyond) == ("legal", None, True)
    assert "the photo ends at the bottom and right" in "\n".join(
        line.text for line in show(reading, fixed_deck())
    )


def test_nothing_certain_is_said_when_cards_lie_all_around(camera: Any, shoot: Shoot) -> None:
    """Two groups without a second row: which is the pyramid?"""
    layout = [
        {"id": f"penguin-{n:02d}", "x": x, "y": y}
        for n, x, y in ((1, -150, 0), (2, -80, 0), (3, 110, 60), (4, 180, 60))
    ]
    reading = shoot(layout, camera(height=700))
    assert (reading.verdict, reading.score) == ("unsure", None)
    assert "groups" in reading.unsure[0].text
    assert len(reading.pieces) == 4


def test_a_token_that_cannot_be_read_accuses_nobody(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """Weight 3 on 1 + 1 is illegal if no token was placed; a deck whose print isn't known can't
    show that.
    """
    image = studio.shoot(studio.pyramid("09,22,,/10,,/,/"), camera(tilt=10))
    for tokens, verdict in ((0, "illegal"), (1, "unsure"), (None, "unsure")):
        asked = {} if tokens is None else {"tokens": tokens}
        reading = read_photo(as_jpeg(image), "photo.jpg", "giza", deck, asked).reading
        assert reading.verdict == verdict


def test_an_unread_row_below_is_no_claim(
    studio: Any, camera: Any, as_jpeg: Any, deck: Deck
) -> None:
    """Three cards over a base whose tags are all covered are a pyramid so far; told that there are
    seven, the photo is unsure.
    """
    layout = studio.pyramid("01,02,14,15/13,04,17/,/")
    ends = [(p["x"] - 18.75 * e, p["y"] + 31.25 * e) for p in layout[:4] for e in (1, -1)]
    data = as_jpeg(covered(studio, camera(tilt=10), layout, ends))
    alone, counted = (
        read_photo(data, "photo.jpg", "giza", deck, asked).reading for asked in ({}, {"cards": 7})
    )
    assert (alone.verdict, alone.complete) == ("legal", None)
    assert (counted.verdict, counted.complete) == ("unsure", False)
    assert "3 cards were read, 7 expected" in [item.text for item in counted.doubts]
