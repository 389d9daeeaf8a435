import pytest

from bench.photos.negatives import KINDS, negative, pieces_in


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_found_where_no_tag_is(kind: str) -> None:
    """Chequers, text, leaves, QR codes, strangers' tags: however busy, no piece is read."""
    picture = negative(kind, (800, 600), seed=1)
    assert picture.std() > 20
    assert pieces_in(picture) == []
