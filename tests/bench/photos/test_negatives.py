import cv2
import pytest

from bench.photos.negatives import KINDS, found_in, negative


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_found_where_no_tag_is(kind: str) -> None:
    """Chequers, text, leaves, QR codes, strangers' tags: however busy, no piece is read
    from them.
    """
    picture = negative(kind, (800, 600), seed=1)
    assert picture.std() > 20
    assert found_in(cv2.imencode(".jpg", picture)[1].tobytes(), f"{kind}.jpg") == ()


def test_what_is_no_photo_is_told_apart() -> None:
    """A file that can't be read doesn't count as a picture without pieces."""
    assert found_in(b"no picture", "x.jpg") is None
