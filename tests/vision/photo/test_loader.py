"""Load: every file that isn't a photo is refused in one line; every photo comes out upright."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageOps
from PIL.JpegImagePlugin import JpegImageFile

from companion.errors import PhotoError
from vision import MAX_PIXELS
from vision.photo.loader import encode_jpeg, load, read_bytes

PICTURE = np.zeros((120, 160, 3), np.uint8)
PICTURE[:60, :80] = (40, 90, 220)
PICTURE[:60, 80:] = (200, 60, 20)
PICTURE[60:, :80] = (30, 180, 60)


def encoded(kind: str) -> bytes:
    return bytes(cv2.imencode(kind, PICTURE)[1].tobytes())


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return head + struct.pack(">I", 9) + b"IDAT" + bytes(13)


def moving_png() -> bytes:
    """As an animation begins: a chunk that counts its frames, after the header."""
    body, still = b"acTL" + struct.pack(">II", 4, 0), encoded(".png")
    return (
        still[:33] + struct.pack(">I", 8) + body + struct.pack(">I", zlib.crc32(body)) + still[33:]
    )


def progressive(repeated: int = 0) -> bytes:
    """A JPEG that comes in ten scans; its last one so many times more."""
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(PICTURE[..., ::-1])).save(out, "JPEG", progressive=True)
    body, end = out.getvalue()[:-2], b"\xff\xd9"
    return body + body[body.rindex(b"\xff\xda") :] * repeated + end


def saved(image: Image.Image, kind: str) -> bytes:
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()


HEIC = Path(__file__).with_name("table.heic").read_bytes()
BAD = {
    "empty.jpg": (b"", "empty"),
    "heic.jpg": (b"\0\0\0\x18ftypheic" + bytes(40), "damaged"),
    "cut.heic": (HEIC[:-2000], "HEIC file"),
    "damaged.heic": (HEIC[:40] + bytes(300) + HEIC[340:], "damaged"),
    "avif.jpg": (b"\0\0\0\x18ftypavif" + bytes(40), "AVIF"),
    "new.mp4": (b"\0\0\0\x18ftypisom" + bytes(40), "a video"),
    "old.mov": (b"\0\0\0\x08wide" + bytes(40), "a video"),
    "old.avi": (b"RIFF\0\0\0\0AVI LIST" + bytes(40), "a video"),
    "new.webm": (b"\x1a\x45\xdf\xa3" + bytes(40), "a video"),
    "document.jpg": (b"%PDF-1.7\n" + bytes(40), "PDF"),
    "page.jpg": (b"<!doctype html><title>no</title>", "text"),
    "moving.gif": (b"GIF89a" + bytes(40), "GIF"),
    "moving.png": (moving_png(), "moving"),
    "scan.tiff": (b"II*\0" + bytes(40), "TIFF"),
    "noise.jpg": (b"\x01\x02\x03\x04" * 20, "WebP or HEIC"),
    "cut.jpg": (encoded(".jpg")[:-300], "cut short"),
    "cut-padded.jpg": (encoded(".jpg")[:-300] + bytes(300), "cut short"),
    "cut-early.jpg": (encoded(".jpg")[:30], "cut short"),
    "cut.png": (encoded(".png")[:-200], "cut short"),
    "cut.webp": (encoded(".webp")[:-20], "cut short"),
    "bomb.png": (png_header(30_000, 30_000), "32 megapixels"),
    "bomb.webp": (saved(Image.new("L", (6001, 4001)), "WEBP"), "24 megapixels"),
    "bomb.jpg": (saved(Image.new("L", (9000, 8001)), "JPEG"), "megapixels"),
    "thumbnail.jpg": (bytes(cv2.imencode(".jpg", PICTURE[:50, :60])[1].tobytes()), "thumbnail"),
    "no-header.jpg": (b"\xff\xd8\xff\xe0", "cut short"),
    "scans.jpg": (progressive(repeated=31), "damaged"),
}


@pytest.mark.parametrize("name", sorted(BAD))
def test_an_unusable_file_is_refused_with_its_name_and_a_remedy(name: str) -> None:
    """Each bad file raises PhotoError that names the file and says what is wrong with it."""
    data, says = BAD[name]
    with pytest.raises(PhotoError, match=says) as caught:
        assert load(data, name).image.size
    assert name in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_jpeg_png_and_webp_are_read_whatever_the_file_is_called(kind: str) -> None:
    """The first bytes decide, not the name."""
    photo = load(encoded(kind), "photo.heic")
    assert photo.size == (160, 120)
    assert np.abs(photo.image.astype(int) - PICTURE).mean() < 6


def test_a_heic_photo_is_read_as_upright_as_its_maker_says() -> None:
    """An iPhyour own format, lying on its side: libheif turns it, its EXIF doesn't count again."""
    photo = load(HEIC, "IMG_1.HEIC")
    same = load((Path(__file__).parents[2] / "photos" / "01-desk-legal.jpg").read_bytes(), "x.jpg")
    assert photo.size == (same.size[0] // 2, same.size[1] // 2)
    small = cv2.resize(same.image, photo.size, interpolation=cv2.INTER_AREA)
    assert np.abs(photo.image.astype(int) - small).mean() < 6


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_comes_out_upright(kind: str, orientation: int) -> None:
    """All eight orientations in all three formats agree with an independent library."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    Image.fromarray(PICTURE[:, :, ::-1]).save(buffer, kind, exif=exif.tobytes(), quality=95)
    wanted = np.asarray(
        ImageOps.exif_transpose(Image.open(io.BytesIO(buffer.getvalue()))).convert("RGB")
    )[:, :, ::-1]
    image = load(buffer.getvalue(), "x").image
    assert image.shape == wanted.shape
    assert np.abs(image.astype(int) - wanted).mean() < 6


def test_bytes_after_the_end_do_no_harm() -> None:
    """Phones append films and depth maps to their JPEGs."""
    assert load(encoded(".jpg") + b"MotionPhoto" + bytes(1000), "x").image.shape[:2] == (120, 160)


def test_a_picture_in_many_scans_is_read_and_scans_after_its_end_do_not_count() -> None:
    """Cameras write ten; what a phone appends is full of any two bytes."""
    film = (b"\xff\xda" * 50 + b"\xff\xd9") * 20
    for data in (progressive(), progressive(repeated=30), progressive() + film):
        assert load(data, "x").image.shape[:2] == (120, 160)


def test_a_large_jpeg_is_decoded_only_as_far_as_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without colours, and as small as tags allow; in colour, or whole, where that is needed."""
    large = bytes(cv2.imencode(".jpg", cv2.resize(PICTURE, (3200, 2400)))[1].tobytes())
    decode, sizes = JpegImageFile.load, []

    def note(image: Any) -> Any:
        sizes.append((image.mode, image.size))
        return decode(image)

    monkeypatch.setattr(JpegImageFile, "load", note)
    shot = load(large, "x")
    assert shot.work_grey.shape == (1200, 1600)
    assert set(sizes) == {("L", (1600, 1200))}
    assert shot.work.shape == (1200, 1600, 3)
    assert shot.grey.shape == (2400, 3200)
    assert set(sizes) == {("L", (1600, 1200)), ("RGB", (1600, 1200)), ("L", (3200, 2400))}


def test_a_very_large_jpeg_is_decoded_at_half_its_size() -> None:
    """More than 32 megapixels say nothing more of a table, and would take 500 MB."""
    image = cv2.resize(PICTURE, (8001, 5201))
    shot = load(bytes(cv2.imencode(".jpg", image)[1].tobytes()), "x")
    assert shot.size == (4001, 2601)
    assert shot.work.shape == (1301, 2001, 3)
    assert shot.image.shape == (2601, 4001, 3)
    assert shot.grey.shape == (2601, 4001)


def test_a_damaged_jpeg_says_nothing_by_itself(capfd: pytest.CaptureFixture[str]) -> None:
    """What libjpeg would print on standard error is our message or nothing: odd bytes between two
    segments, an end in the middle, and changed bytes.
    """
    whole = bytes(cv2.imencode(".jpg", cv2.resize(PICTURE, (1600, 1200)))[1].tobytes())
    at, middle = whole.index(b"\xff\xdb"), len(whole) // 2
    changed = bytearray(whole)
    changed[middle : middle + 400 : 7] = b"\x55" * 58
    for data in (
        whole[:at] + b"\0\0\0" + whole[at:],
        whole[:middle] + b"\xff\xd9" + whole[middle + 2 :],
        bytes(changed),
    ):
        try:
            assert load(data, "x").image.shape[:2] == (1200, 1600)
        except PhotoError as error:
            told = "x: the JPEG file is damaged or cut short; copy or send the photo again"
            assert str(error) == told  # noqa: PT017 - not every photo fails
    assert capfd.readouterr() == ("", "")


def test_a_damaged_exif_block_is_ignored() -> None:
    """A photo is not refused for its metadata."""
    segment = b"Exif\0\0MM\0*\0\0\xff\xff"
    data = encoded(".jpg")
    data = data[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + data[2:]
    assert load(data, "x").image.shape[:2] == (120, 160)


def test_the_pixel_cap_is_known_to_opencv_too() -> None:
    """Were a header to lie, OpenCV itself would refuse."""
    import os

    assert int(os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"]) <= MAX_PIXELS


def test_what_is_kept_of_a_photo_has_no_metadata() -> None:
    """Encoding drops EXIF, and with it where the photo was taken."""
    exif = Image.Exif()
    exif[0x010E] = "secret place"
    buffer = io.BytesIO()
    Image.fromarray(PICTURE).save(buffer, "JPEG", exif=exif.tobytes())
    kept = encode_jpeg(load(buffer.getvalue(), "x").image)
    assert b"secret place" not in kept
    assert b"Exif" not in kept


def test_encoding_shrinks_and_never_enlarges() -> None:
    """At most `max_side` px at the longer side."""
    assert load(encode_jpeg(np.zeros((300, 4000, 3), np.uint8), max_side=2000), "x").size == (
        2000,
        150,
    )
    assert load(encode_jpeg(PICTURE, max_side=2000), "x").image.shape[:2] == (120, 160)


@pytest.mark.parametrize(
    ("make", "says"), [(lambda p: p / "none.jpg", "no such file"), (lambda p: p, "folder")]
)
def test_names_that_are_no_file(make: Callable[..., object], says: str, tmp_path: object) -> None:
    """A missing file and a folder are a PhotoError as well."""
    with pytest.raises(PhotoError, match=says):
        read_bytes(str(make(tmp_path)))


def test_a_file_without_an_end_is_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device says that it has 0 bytes: no more are read than a photo may have."""
    monkeypatch.setattr("vision.photo.loader.MAX_BYTES", 4)
    (tmp_path / "long.jpg").write_bytes(b"12345")
    monkeypatch.setattr(Path, "stat", lambda _: SimpleNamespace(st_size=0))
    with pytest.raises(PhotoError, match="over 60 MB"):
        read_bytes(tmp_path / "long.jpg")


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_large_photo_is_first_seen_shrunk_and_upright(kind: str) -> None:
    """Half as large with whatever turn its EXIF says, and the same picture as the whole one."""
    scene = np.zeros((1208, 3216, 3), np.uint8)
    scene[:600, :900] = (30, 120, 220)
    shot = load(cv2.imencode(kind, scene)[1].tobytes(), "x")
    assert (shot.shrunk, shot.size, shot.work.shape) == (2, (3216, 1208), (604, 1608, 3))
    whole = cv2.resize(shot.image, (1608, 604), interpolation=cv2.INTER_AREA)
    assert np.abs(whole.astype(int) - shot.work).mean() < 1
    assert shot.grey.shape == (1208, 3216)
