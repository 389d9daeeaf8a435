"""Photos on disk: whole or not at all, and nothing outside their folder."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, TiffImagePlugin
from PIL.ExifTags import GPS, IFD

from companion.errors import UsageError
from vision.sandbox.worker import read_in_worker
from web import photos as folder
from web.photos import Photos

TABLE = Path(__file__).parents[1] / "photos" / "01-desk-legal.jpg"
# the last is 52 degrees
SECRETS = (b"Exif", b"GPS", b"Grandma", b"xpacket", b"\x00\x00\x004\x00\x00\x00\x01")


def snapshot() -> bytes:
    """What a phone takes: lying on its side, with place, maker, a remark and a
    description in XML.
    """
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn
    exif[0x010F] = "Grandma's phone"
    degrees = tuple(TiffImagePlugin.IFDRational(n) for n in (52, 31, 12))
    exif.get_ifd(IFD.GPSInfo).update(
        {GPS.GPSLatitudeRef: "N", GPS.GPSLatitude: degrees, GPS.GPSMapDatum: "GPS"}
    )
    out = io.BytesIO()
    picture = Image.open(TABLE).reduce(2).transpose(Image.Transpose.ROTATE_90)
    picture.save(
        out,
        "JPEG",
        exif=exif.tobytes(),
        comment=b"Grandma's",
        xmp=b"<?xpacket?>Grandma's<?xpacket?>",
    )
    return out.getvalue()


def test_no_picture_that_is_kept_or_shown_tells_where_it_was_taken(configured: Any) -> None:
    """By the whole route: what is stored and what the phones get is upright, and bare pixels."""
    sent = snapshot()
    assert all(secret in sent for secret in SECRETS)
    house = configured(READ_PHOTO=read_in_worker)
    anna, ben = house.play()
    told = anna.photo("s1", sent).json
    shown = []
    for which in ("photo", "overlay"):
        with ben.get(f"/t/{house.code}/photos/{told['photo']}/{which}.jpg") as answer:
            shown.append(answer.data)
    stored = [path.read_bytes() for path in configured.folder.rglob("*.jpg")]
    assert sorted(shown) == sorted(stored)
    for picture in shown:
        # without the compressed pixels, in which three letters can occur by chance
        around = picture.partition(b"\xff\xda")[0] + picture.rpartition(b"\xff\xd9")[2]
        assert [secret for secret in SECRETS if secret in around] == []
        assert dict(Image.open(io.BytesIO(picture)).getexif()) == {}
    assert Image.open(io.BytesIO(shown[0])).size[0] > Image.open(io.BytesIO(shown[0])).size[1]


def test_a_video_is_refused_in_clear_words(configured: Any) -> None:
    """As a photo that can't be read is: 422, what is wrong, and what to do."""
    anna, _ = configured(READ_PHOTO=read_in_worker).play()
    answer = anna.photo("s1", b"\0\0\0\x18ftypmp42" + bytes(999))
    assert answer.status_code == 422
    assert "A video, not a photo; take a photo." in answer.json["error"]["message"]


def test_both_pictures_are_kept_under_a_random_name(tmp_path: Path) -> None:
    """32 hexadecimal digits; two photos never share one."""
    kept = Photos(tmp_path)
    first, second = kept.keep("KIWI-42", b"photo", b"overlay"), kept.keep("KIWI-42", b"x", b"y")
    assert first != second
    assert kept.path("KIWI-42", first, "photo").read_bytes() == b"photo"
    assert kept.path("KIWI-42", first, "overlay").read_bytes() == b"overlay"


def test_a_table_has_room_for_so_many_photos(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One phone can't fill the disk; a photo that was reported already is still answered."""
    monkeypatch.setattr(folder, "MOST", 1)
    anna, _ = house.play()
    first = anna.photo("s1", key="first-photo").json
    assert anna.photo("s1", b"another").json["error"]["code"] == "full"
    assert anna.photo("s1", key="first-photo").json["photo"] == first["photo"]


def test_dropping_a_photo_leaves_the_others(tmp_path: Path) -> None:
    """Twice is once."""
    kept = Photos(tmp_path)
    first, second = kept.keep("KIWI-42", b"1", b"1"), kept.keep("KIWI-42", b"2", b"2")
    kept.drop("KIWI-42", first)
    kept.drop("KIWI-42", first)
    with pytest.raises(UsageError):
        kept.path("KIWI-42", first, "photo")
    assert kept.path("KIWI-42", second, "photo").exists()


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "/etc/passwd", "0" * 31, "0" * 33, "0" * 31 + "G", "0" * 32 + "\n"]
)
def test_a_name_that_is_none_leads_nowhere(tmp_path: Path, name: str) -> None:
    """Only our own ids are looked up."""
    Photos(tmp_path).keep("KIWI-42", b"1", b"1")
    with pytest.raises(UsageError):
        Photos(tmp_path).path("KIWI-42", name, "photo")


def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The temporary file is taken away."""

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        Photos(tmp_path).keep("KIWI-42", b"1", b"1")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
