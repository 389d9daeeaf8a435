"""Photos on disk: whole or not at all, and nothing outside their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.errors import UsageError
from web.photos import Photos


def test_both_pictures_are_kept_under_a_random_name(tmp_path: Path) -> None:
    """32 hexadecimal digits; two photos never share one."""
    photos = Photos(tmp_path)
    first, second = photos.keep("KIWI-42", b"photo", b"overlay"), photos.keep("KIWI-42", b"x", b"y")
    assert first != second
    assert photos.path("KIWI-42", first, "photo").read_bytes() == b"photo"
    assert photos.path("KIWI-42", first, "overlay").read_bytes() == b"overlay"


def test_dropping_a_photo_leaves_the_others(tmp_path: Path) -> None:
    """Twice is once."""
    photos = Photos(tmp_path)
    first, second = photos.keep("KIWI-42", b"1", b"1"), photos.keep("KIWI-42", b"2", b"2")
    photos.drop("KIWI-42", first)
    photos.drop("KIWI-42", first)
    with pytest.raises(UsageError):
        photos.path("KIWI-42", first, "photo")
    assert photos.path("KIWI-42", second, "photo").exists()


@pytest.mark.parametrize("name", ["", "..", "../x", "/etc/passwd", "0" * 31, "0" * 33, "0" * 31 + "G", "0" * 32 + "\n"])
def test_a_name_that_is_none_leads_nowhere(tmp_path: Path, name: str) -> None:
    """Only our own ids are looked up."""
    Photos(tmp_path).keep("KIWI-42", b"1", b"1")
    with pytest.raises(UsageError):
        Photos(tmp_path).path("KIWI-42", name, "photo")


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The temporary file is taken away."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        Photos(tmp_path).keep("KIWI-42", b"1", b"1")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
