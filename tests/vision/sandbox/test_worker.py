"""Worker: a photo read in a process of its own; whatever happens there, the parent gets one clear
error.
"""

import io
import os
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.deckfile import load_deck
from companion.errors import PhotoError
from companion.game import game
from tests.printables.extras.drawn import drawn, picture
from vision.photo.loader import load
from vision.sandbox import worker
from vision.sandbox.worker import ReaderKilledError, read_in_worker, read_label_in_worker


@pytest.fixture
def photo(studio: Any, camera: Any, as_jpeg: Any, legal: str) -> bytes:
    return bytes(as_jpeg(studio.shoot(studio.pyramid(legal), camera(tilt=12))))


def test_it_reads_draws_and_re_encodes(photo: bytes, deck_toml: str, legal: str) -> None:
    """The scan result, an overlay and a photo without metadata."""
    exif = Image.Exif()
    exif[0x010E] = "secret place"
    marked = io.BytesIO()
    Image.open(io.BytesIO(photo)).save(marked, "JPEG", exif=exif.tobytes(), quality=95)
    result = read_in_worker(marked.getvalue(), "upload.jpg", deck_toml)
    assert (result.reading["verdict"], result.reading["photo"]) == ("legal", "upload.jpg")
    assert result.reading["score"] == 10
    assert load(result.photo, "x").size == (2000, 1500)
    assert load(result.overlay, "x").size[0] > 800
    assert b"secret place" not in result.photo
    assert legal


def test_without_a_deck_the_photo_says_which_game_it_is(photo: bytes) -> None:
    """A picture without tags is of no game."""
    grey = io.BytesIO()
    Image.new("RGB", (400, 300), "grey").save(grey, "JPEG")
    read = [read_in_worker(data, "x.jpg", "").reading for data in (photo, grey.getvalue())]
    assert [each["game"] for each in read] == ["giza", ""]


@pytest.mark.parametrize(
    ("data", "says"), [(b"", "empty"), (b"%PDF-", "PDF"), (b"\xff\xd8\xff\xe0\0", "cut short")]
)
def test_an_unusable_photo_is_the_same_error_as_in_process(
    data: bytes, says: str, deck_toml: str
) -> None:
    """Name, problem and remedy come through."""
    with pytest.raises(PhotoError, match=says) as caught:
        read_in_worker(data, "upload.jpg", deck_toml)
    assert caught.value.source == "upload.jpg"
    assert caught.value.remedy


def test_unknown_goals_and_bad_decks_are_errors_too(photo: bytes, deck_toml: str) -> None:
    """Nothing is scored with a deck that is not the table's."""
    with pytest.raises(PhotoError, match="no goal"):
        read_in_worker(photo, "x", deck_toml, {"goals": ["goal-none"]})
    with pytest.raises(PhotoError, match="title"):
        read_in_worker(photo, "x", deck_toml.replace("title =", "titel ="))


def test_a_child_that_takes_too_long_is_killed(
    photo: bytes, deck_toml: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parent goes on after the limit, and the child is gone."""
    asleep = tmp_path / "python"
    asleep.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 600\n")
    asleep.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(asleep))
    with pytest.raises(PhotoError, match="reading it took more than 1 seconds"):
        read_in_worker(photo, "x", deck_toml, timeout_s=1)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_child_that_dies_is_an_error(
    photo: bytes, deck_toml: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed by the system for its memory, say."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(PhotoError, match="couldn't be processed"):
        read_in_worker(photo, "x", deck_toml)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_child_that_something_else_killed_says_nothing_of_the_photo(
    photo: bytes, deck_toml: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be sent again."""
    killed = tmp_path / "python"
    killed.write_text("#!/bin/sh\nkill -9 $$\n")
    killed.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(killed))
    with pytest.raises(ReaderKilledError, match="send it again"):
        read_in_worker(photo, "x", deck_toml)


def test_a_child_that_answers_nonsense_is_an_error(
    photo: bytes, deck_toml: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but three framed parts is believed."""
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with pytest.raises(PhotoError, match="couldn't be processed"):
        read_in_worker(photo, "x", deck_toml)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_lying_header_cannot_take_all_memory(deck_toml: str) -> None:
    """A small PNG that unpacks to 31 megapixels is refused by the limit, not by the machine."""
    side = 5600

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    rows = zlib.compress(bytes((side * 3 + 1) * side), 9)
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    assert len(bomb) < 200_000
    tight = (
        "import vision.sandbox.worker as w, sys; w.MEMORY = 300 * 2**20; w.main(sys.stdin.buffer, "
        "sys.stdout.buffer)"
    )
    with pytest.raises(PhotoError, match="couldn't be processed"):
        read_in_worker(bomb, "bomb.png", deck_toml, child=("-P", "-c", tight))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_child_has_little_to_take_and_nowhere_to_put_it(
    deck_toml: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system limits memory, time and files; no password is in its surroundings, none of our
    sockets is its.
    """
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:password@host/name")
    monkeypatch.chdir(tmp_path)
    probe = """
import json, os, resource, socket, sys, vision.sandbox.worker as w
w.limit(w.MEMORY, w.CPU)
try:
    written = os.write(os.open("loot", os.O_WRONLY | os.O_CREAT), b"x")
except OSError:
    written = 0
told = {"memory": resource.getrlimit(resource.RLIMIT_AS),
        "time": resource.getrlimit(resource.RLIMIT_CPU), "written": written,
        "surroundings": list(os.environ.values()), "open": len(os.listdir("/dev/fd"))}
sys.stdout.buffer.write(w.framed(json.dumps({"reading": told}).encode()) + w.framed(b"") * 2)
"""
    told = read_in_worker(b"", "x", deck_toml, child=("-P", "-c", probe)).reading
    assert (told["memory"], told["time"]) == ([worker.MEMORY] * 2, [worker.CPU, worker.CPU + 1])
    assert (told["written"], [text for text in told["surroundings"] if "password" in text]) == (
        0,
        [],
    )
    assert told["open"] <= 5  # in, out, errors, the one written to, and this listing


def test_parts_round_trip() -> None:
    """What the child writes is what the parent reads; a part too few isn't an answer."""
    writes = """
import sys
from vision.sandbox.child import framed
for part in (b'{"reading": {"a": 1}}', b"o", b"p")[:%d]:
    sys.stdout.buffer.write(framed(part))
"""
    result = read_in_worker(b"", "x", "", child=("-P", "-c", writes % 3))
    assert (result.reading, result.overlay, result.photo) == ({"a": 1}, b"o", b"p")
    with pytest.raises(PhotoError, match="couldn't be processed"):
        read_in_worker(b"", "x", "", child=("-P", "-c", writes % 2))


def test_a_box_label_is_read_in_the_child_too() -> None:
    """Game and deck file come back whole; a photo without a label is refused in words."""
    found, sheet = cv2.imencode(".png", picture(drawn("solitaire", "label"), 10))
    assert found
    slug, text = read_label_in_worker(sheet.tobytes(), "label.png")
    row = game(slug)
    assert row.read_deck(text, "label") == load_deck(row)
    blank = cv2.imencode(".png", np.full((200, 200, 3), 255, np.uint8))[1].tobytes()
    with pytest.raises(PhotoError, match="no deck code"):
        read_label_in_worker(blank, "blank.png")
