"""Photos whose readings were sure and wrong until someone counted: tokens on tokens, a loose card
over a card of the pyramid, a clan beyond the frame, nests that are cut off, a folded board.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bench.photos.clashes import Seam
from tests.vision.truths import counts, statements
from vision.games.reading import Reading
from vision.photo.loader import encode_jpeg, load
from vision.scan.pipeline import read_photo

FOLDER = Path(__file__).parents[1] / "photos" / "counting"
PHOTOS = sorted(FOLDER.glob("*.jpg"))
PHOTO_OF_R7 = FOLDER.parent / "03-evening-illegal.jpg"


def lies(photo: Path) -> dict[str, Any]:
    """What lies there."""
    stored: dict[str, Any] = json.loads(photo.with_suffix(".truth.json").read_text("utf-8"))
    return stored


def read(name: str, **asked: object) -> Reading:
    """A photo of which so much is known."""
    photo = FOLDER / f"{name}.jpg"
    return read_photo(photo.read_bytes(), photo.name, lies(photo)["game"], None, asked).reading


@pytest.mark.parametrize("counted", [False, True], ids=["alone", "counted"])
@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_nothing_wrong_is_stated(photo: Path, *, counted: bool) -> None:
    """With and without counts: whatever is hidden is left open."""
    stored = lies(photo)
    reading = read(photo.stem, **(counts(stored) if counted else {}))
    made = statements(reading, stored["truth"], stored["game"], counted=counted)
    assert [(each.name, each.said, each.true) for each in made if each.wrong] == []


def test_a_token_under_another_is_asked_about_where_it_matters() -> None:
    """Ten cards were read and are worth 15; only whether 3 stands on 1 + 1 is open (giza R7, R10).
    With seven tokens in play one is missing, with six none is.
    """
    alone = read("giza-13-two-tokens").to_json()
    assert (alone["verdict"], alone["complete"], alone["score"]) == ("unsure", True, 15)
    assert [item["text"] for item in alone["unsure"]] == ["3 on 1+1: is a token there?"]
    assert read("giza-13-two-tokens", tokens=7).verdict == "unsure"
    assert read("giza-13-two-tokens", tokens=6).verdict == "illegal"
    assert read("giza-13-two-tokens", own_tokens=6).verdict == "unsure", "one may not be tapped"


def test_a_token_that_nobody_tapped_may_lie_where_a_print_is_covered() -> None:
    """The phones know of none: below a card that is too heavy, only a whole print says so, too."""
    photo = PHOTO_OF_R7.read_bytes()
    pieces = read_photo(photo, "photo.jpg").reading.pieces
    below = np.array(next(piece.outline for piece in pieces if piece.id == "penguin-47"))
    picture = load(photo, "photo.jpg").image
    middle, radius = below.mean(0), float(np.linalg.norm(below[1] - below[0])) / 5
    cv2.circle(picture, (round(middle[0]), round(middle[1])), round(radius), (140, 150, 150), -1)
    covered = encode_jpeg(picture, max(picture.shape), 95)

    def verdict(data: bytes, **asked: int) -> str:
        return read_photo(data, "photo.jpg", "giza", None, asked).reading.verdict

    assert verdict(photo, own_tokens=0) == verdict(covered, tokens=0) == "illegal"
    assert verdict(covered, own_tokens=0) == "unsure"


@pytest.mark.parametrize("name", ["giza-2-needcover", "giza-5-needcover"])
def test_a_loose_card_over_a_card_is_a_doubt_even_if_the_count_is_met(name: str) -> None:
    """The ten cards that were read may not be the pyramid's."""
    for cards in ((), (10,)):
        data = read(name, cards=cards).to_json()
        assert (data["verdict"], data["complete"], data["score"]) == ("unsure", None, None)


@pytest.mark.parametrize(
    ("name", "strips"),
    [
        ("giza/tune/07-desk-two-lean", ((900, 800), (1200, 1100), (1000, 1100))),
        ("combust/tune/01-kitchen-three", ((1182, 1051), (1235, 1124), (931, 808))),
        ("combust/tune/02-desk-four-fanned", ((931, 847), (1123, 1009), (1287, 1134))),
        ("rocks/tune/01-desk-two", ((900, 800), (1100, 1010), (1000, 1100))),
        ("pirates/tune/02-kitchen-middle", ((900, 800), (1100, 1010), (1000, 1100))),
        ("solitaire/tune/01-kitchen-tokens", ((900, 1000), (1000, 1100), (1100, 1250))),
    ],
)
def test_a_stitched_panorama_states_nothing_wrong(name: str, strips: list[tuple[int, int]]) -> None:
    """A strip that is there twice or missing moves, doubles or cuts pieces: the photo is asked
    about, with and without counts, and none of it counts.
    """
    photo = FOLDER.parent / f"{name}.jpg"
    stored, picture = lies(photo), load(photo.read_bytes(), photo.name).image
    for left, right in strips:
        data = encode_jpeg(Seam(left, right).stitched(picture), max(picture.shape), 95)
        for asked in ({}, counts(stored)):
            reading = read_photo(data, photo.name, stored["game"], None, asked).reading
            made = statements(reading, stored["truth"], stored["game"], counted=bool(asked))
            assert [(each.name, each.said, each.true) for each in made if each.wrong] == []
            assert reading.verdict == "unsure"


def test_rocks_that_are_cut_off_are_not_counted_as_none() -> None:
    """Each nest says what it has at least."""
    data = read("rocks-2-crop-top").to_json()
    nests = [(nest["filled"], *nest["filled_range"]) for nest in data["nests"].values()]
    assert all(filled is None and low < high for filled, low, high in nests)
    assert (data["complete"], data["beyond"]) == (False, ["top"])
