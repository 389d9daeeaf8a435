"""The manifest: version 1 of the contract between printer and scanner."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import RookeryError
from companion.layout import TagSpot
from companion.manifest import Manifest, PrintedPiece

lengths = st.integers(-50_000, 500_000).map(lambda thousandths: thousandths / 1000)
tag_spots = st.builds(TagSpot, st.integers(0, 586), lengths, lengths, lengths)
pieces = st.builds(
    PrintedPiece,
    id=st.text(min_size=1, max_size=12),
    kind=st.sampled_from(["penguin", "goal"]),
    face=st.sampled_from(["front", "back"]),
    copy=st.integers(1, 40),
    page=st.integers(1, 99),
    trim=st.tuples(lengths, lengths, lengths, lengths),
    rotation=st.sampled_from([0, 90, 180, 270]),
    tags=st.lists(tag_spots, max_size=2).map(tuple),
)
manifests = st.builds(
    Manifest,
    game=st.just("giza"),
    deck=st.text("0123456789abcdef", min_size=64, max_size=64),
    paper=st.sampled_from(["a4", "letter"]),
    page=st.tuples(lengths, lengths),
    pieces=st.lists(pieces, max_size=5, unique_by=lambda p: (p.id, p.face, p.copy)).map(tuple),
)


@given(manifests)
def test_round_trip(manifest: Manifest) -> None:
    """A manifest reads back as it was written, to the micrometre."""
    assert Manifest.from_json(manifest.to_json()) == manifest


def _piece(**changes: object) -> PrintedPiece:
    fields: dict[str, object] = {
        "id": "penguin-07", "kind": "penguin", "face": "front", "copy": 1, "page": 1,
        "trim": (10.0, 20.0, 63.0, 88.0), "rotation": 0, "tags": (TagSpot(12, 12.75, 12.75, 14.0),),
    }  # fmt: skip
    return PrintedPiece(**(fields | changes))  # type: ignore[arg-type]  # the fields stand above


def _manifest(*printed: PrintedPiece) -> Manifest:
    return Manifest("giza", "ab" * 32, "a4", (210.0, 297.0), printed)


def test_contract() -> None:
    """The JSON is the one that other programs rely on, field by field."""
    assert json.loads(_manifest(_piece()).to_json()) == {
        "rookery": 1, "game": "giza", "deck": "ab" * 32, "paper": "a4", "page": [210, 297],
        "pieces": [{
            "id": "penguin-07", "kind": "penguin", "face": "front", "copy": 1, "page": 1,
            "trim": [10, 20, 63, 88], "rotation": 0,
            "tags": [{"id": 12, "x": 12.75, "y": 12.75, "size": 14}],
        }],
    }  # fmt: skip


def test_one_line_a_piece() -> None:
    """A person can read and compare it: each piece has a line of its own."""
    text = _manifest(_piece(), _piece(copy=2)).to_json()
    assert [line.strip().startswith('{"id"') for line in text.splitlines()] == [
        False,
        True,
        True,
        False,
    ]


def test_rounded_to_micrometres() -> None:
    """No 0.30000000000000004 in the file."""
    assert (
        '"trim": [0.3, 0.0, 63.0, 88.0]'
        in _manifest(_piece(trim=(0.1 + 0.2, 0.0, 63.0, 88.0))).to_json()
    )


def test_duplicates_are_refused() -> None:
    """(id, face, copy) is unique, when made and when read."""
    with pytest.raises(RookeryError, match=r"penguin-07.*stands in it twice"):
        _manifest(_piece(), _piece(page=2))
    data = json.loads(_manifest(_piece()).to_json())
    data["pieces"] *= 2
    with pytest.raises(RookeryError, match="stands in it twice"):
        Manifest.from_json(json.dumps(data))


def test_same_piece_on_both_faces_and_in_copies() -> None:
    """Another face or another copy is another piece."""
    assert len(_manifest(_piece(), _piece(face="back"), _piece(copy=2)).pieces) == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        "{",
        '{"rookery": 1}',
        '{"rookery": 1, "pieces": [{}]}',
        '{"rookery": 1, "pieces": 3}',
    ],
)
def test_no_manifest(text: str) -> None:
    """Another file is refused by its name, with what to do."""
    with pytest.raises(
        RookeryError,
        match=r"^sheet\.manifest\.json: no manifest: .*print the PDF "
        r"again",
    ):
        Manifest.from_json(text, "sheet.manifest.json")


def test_another_version() -> None:
    """A manifest of a later Rookery is not guessed at."""
    with pytest.raises(RookeryError, match="manifest version 2; update Rookery"):
        Manifest.from_json('{"rookery": 2}')
