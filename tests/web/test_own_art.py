"""A deck's own pictures as files."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PIL import Image

from companion.errors import DeckError
from companion.fields import Art
from web.own_art import NO_ART, gather, load_art


def deck(*names: str) -> Any:
    """A deck that names these pictures."""
    return SimpleNamespace(art={name: Art(name, f"line {name}") for name in names})


def png(art: Art) -> bytes:
    """A picture as wide as its name says."""
    file = io.BytesIO()
    Image.new("RGB", (int(Path(art.name).stem), 100)).save(file, "PNG")
    return file.getvalue()


def test_pictures_are_as_wide_as_phones_show(tmp_path: Path) -> None:
    """Larger ones are reduced, but not for a print."""
    named = deck("2000.png", "a/300.png")
    art, missing = gather(named, tmp_path, png)
    assert (missing, art.folder, len(art.digest)) == ([], tmp_path, 64)
    for side, widths in ((720, [720, 300]), (None, [2000, 300])):
        pictures, damaged = load_art(named, tmp_path, side)
        assert (list(pictures), damaged) == (["2000.png", "a/300.png"], [])
        assert [picture.width for picture in pictures.values()] == widths


def test_a_picture_that_cannot_be_read_leaves_the_others(tmp_path: Path) -> None:
    """It is one error; without any picture there is nothing to tell apart."""

    def read(art: Art) -> bytes:
        if art.name == "none.png":
            raise DeckError("deck", "isn't here", at=art.at)
        return png(art) if art.name == "300.png" else b"no picture"

    named = deck("none.png", "broken.png", "300.png")
    art, missing = gather(named, tmp_path, read)
    pictures, damaged = load_art(named, art.folder)
    assert [each.at for each in (*missing, *damaged)] == ["line none.png", "line broken.png"]
    assert list(pictures) == ["300.png"]
    assert gather(deck("none.png"), tmp_path, read)[0] == NO_ART
