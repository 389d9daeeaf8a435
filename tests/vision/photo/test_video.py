"""Clip: a video gives its sharpest frames, upright; whatever can't be read is one clear line."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.errors import PhotoError
from tests.vision.videos import turned, video
from vision.photo.loader import load
from vision.photo.video import FRAMES, is_video, sharp_frames
from vision.sandbox.worker import frames_in_worker

RNG = np.random.default_rng(3)
NOISE = RNG.integers(0, 255, (90, 160, 3), np.uint8)
PICTURE = cv2.resize(NOISE, (640, 360), interpolation=cv2.INTER_NEAREST)
PICTURE[:180, :320] = (30, 30, 220)  # red, top left
PHOTO = (Path(__file__).parents[2] / "photos" / "01-desk-legal.jpg").read_bytes()


def blurred(sigma: float) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(PICTURE, (0, 0), sigma) if sigma else PICTURE, np.uint8)


def test_videos_are_told_from_photos_by_their_first_bytes() -> None:
    """HEIC and AVIF share the container of videos and are none."""
    assert is_video(video([PICTURE]))
    assert is_video(b"\x1a\x45\xdf\xa3" + bytes(40))
    assert not is_video(PHOTO)
    assert not any(is_video(b"\0\0\0\x18ftyp" + brand) for brand in (b"heic", b"avif", b"mif1"))


def test_the_sharpest_frame_of_each_part_is_kept() -> None:
    """Three frames in four are blurred; none of them is among the frames."""
    frames = sharp_frames(video(blurred(0 if n % 4 == 2 else 6) for n in range(32)), "table.mp4")
    assert len(frames) == FRAMES
    sharp = [cv2.Laplacian(load(frame, "x").image, cv2.CV_64F).var() for frame in frames]
    assert min(sharp) > 0.7 * max(sharp)


def test_a_large_video_gives_frames_of_at_most_1920_px() -> None:
    """More takes longer and reads no more pieces."""
    large = cv2.resize(PICTURE, (2560, 1440))
    assert {load(frame, "x").size for frame in sharp_frames(video([large] * 2), "x")} == {
        (1920, 1080)
    }


def test_a_video_that_a_phone_held_upright_took_comes_out_upright() -> None:
    """Its pixels lie on their side, and a flag says so."""
    photo = load(sharp_frames(turned(video([PICTURE] * 4)), "x")[0], "x")
    assert photo.size == (360, 640)
    red = photo.image[..., 2].astype(int) - photo.image[..., 1]
    assert red[40, 320] > 150, "what was top left is top right after a quarter turn clockwise"
    assert red[600, 40] < 150


def zeros_in_the_middle(data: bytes) -> bytes:
    """The video with nearly all of its frames lost, its index whole."""
    start, end = data.index(b"mdat") + 4, data.index(b"moov") - 4
    return data[:start] + bytes(end - start) + data[end:]


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "cut.mp4": (lambda: video([PICTURE] * 8)[:-500], "damaged or unfinished"),
    "header.mp4": (lambda: b"\0\0\0\x18ftypisom" + bytes(999), "damaged or unfinished"),
    "noise.webm": (lambda: b"\x1a\x45\xdf\xa3" + RNG.bytes(5000), "damaged or unfinished"),
    "lost.mp4": (lambda: zeros_in_the_middle(video([PICTURE] * 8)), "damaged or unfinished"),
    "codec.mkv": (lambda: video([PICTURE] * 8, kind="mkv", codec="FFV1"), "in the format ffv1"),
    "long.mp4": (lambda: video([PICTURE] * 22, rate=1), "22 seconds.*over 20 seconds"),
    "slow-motion.mp4": (
        lambda: video([PICTURE[:90, :160]] * 1300, rate=240),
        "1300 frames.*1250 frames",
    ),
    "large.mp4": (lambda: video([cv2.resize(PICTURE, (4096, 2304))]), "4096 x 2304"),
    "tiny.mp4": (lambda: video([PICTURE[:240, :320]]), "320 x 240"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_video_that_cannot_be_read_is_one_clear_line(name: str) -> None:
    """From the child process that decodes it: name, problem and remedy."""
    make, says = BAD[name]
    with pytest.raises(PhotoError, match=says) as caught:
        frames_in_worker(make(), name)
    assert caught.value.source == name
    assert caught.value.remedy


def test_a_header_cannot_hide_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """A video that goes on after its header's last frame is refused, not decoded for ever."""
    monkeypatch.setattr("vision.photo.video._length", lambda _video, _name: 3)
    with pytest.raises(PhotoError, match="damaged"):
        sharp_frames(video([PICTURE] * 40), "x")


def test_formats_and_codecs_that_phones_do_not_write_are_not_tried() -> None:
    """FFmpeg would open a playlist, and files that it names."""
    playlist = b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n"
    assert not is_video(playlist)
    with pytest.raises(PhotoError, match="damaged"):
        sharp_frames(playlist, "x")
