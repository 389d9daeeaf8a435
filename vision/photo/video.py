"""From a short video to its sharpest frames as JPEGs, or to one clear `PhotoError`.

OpenCV's FFmpeg decodes it from memory, upright according to its rotation flag. A hostile video can
crash a decoder, so `sharp_frames` should be called only in a child process that may be killed
(`vision.sandbox.worker`).
"""

from __future__ import annotations

import io
import os
from typing import Any

import cv2
import numpy as np

from companion.errors import PhotoError
from companion.language import say
from vision.photo.loader import HEIF_BRANDS, Image, encode_jpeg

MOST_SECONDS = 20
MOST_FRAMES = 1250  # 20 seconds at 60 frames a second
MOST_PIXELS = 9_000_000  # 4K has 8.3 million
MIN_SIDE = 360
FRAMES = 6  # frames that are read; each takes about as long as a photo
SAMPLES = 96  # frames whose sharpness is measured
SIDE = 1920  # px; a smaller frame loses pieces, a larger one takes longer
QUALITY = 95
_SMALL = 640  # px at which sharpness is measured, without grain
_WEBM = b"\x1a\x45\xdf\xa3"
_PICTURES = (*HEIF_BRANDS, b"avif", b"avis")
# FFmpeg supports hundreds of formats, some of which open other files
_OPTIONS = "format_whitelist;mov,matroska|codec_whitelist;h264,hevc,mpeg4,vp8,vp9,mjpeg"
# OpenCV's names of these codecs
_CODECS = (
    "avc1", "h264", "hev1", "hevc", "hvc1", "fmp4", "mp4v", "vp80", "vp08", "vp90", "vp09", "mjpg",
    "jpeg",
)  # fmt: skip
_AGAIN = say("film the table again for 5 to 10 seconds")
_AS_H264 = say("send it as MP4 with H.264 (iPhone: Settings > Camera > Formats > Most Compatible)")
_SMALLER = say("film for 5 to 10 seconds in 1080p (Full HD)")


def is_video(data: bytes) -> bool:
    """Return whether the first bytes are those of a video that phones or browsers record."""
    return data[:4] == _WEBM or (data[4:8] == b"ftyp" and data[8:12] not in _PICTURES)


def sharp_frames(data: bytes, name: str) -> list[bytes]:
    """Return the sharpest frame of each of `FRAMES` parts of a video, as JPEGs, in order; raise
    `PhotoError` for a video that is too long, too large or can't be decoded.
    """
    os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = _OPTIONS
    source: Any = io.BytesIO(data)  # OpenCV keeps no reference to it: it must outlive the video
    video = cv2.VideoCapture(source, cv2.CAP_FFMPEG, [])
    best: dict[int, tuple[float, Image]] = {}  # of each part
    try:
        count = _length(video, name)
        step = max(1, count // SAMPLES)
        number = 0
        while video.grab():
            if number > count + step:  # more than its header announced
                raise PhotoError(name, say("a damaged or unfinished video"), remedy=_AGAIN)
            if number % step == 0:
                read, frame = video.retrieve()
                if read and frame is not None:
                    image = np.asarray(frame, np.uint8)
                    # the strength of the finest details without grain, comparable within one video
                    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
                    scale = min(1.0, _SMALL / max(grey.shape))
                    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
                    part = number * FRAMES // count
                    sharp = float(cv2.Laplacian(small, cv2.CV_32F).var())
                    if part not in best or sharp > best[part][0]:
                        best[part] = (sharp, image)
            number += 1
        if best and number < 0.9 * count:
            raise PhotoError(name, say("the video is cut short"), remedy=_AGAIN)
    except cv2.error:
        best = {}
    finally:
        video.release()
    if not best:
        raise PhotoError(name, say("the video can't be decoded"), remedy=_AS_H264)
    return [encode_jpeg(best[part][1], SIDE, QUALITY) for part in sorted(best)]


def _length(video: cv2.VideoCapture, name: str) -> int:
    """Return the number of frames by the header; raise `PhotoError` if it is too long or large."""
    if not video.isOpened():
        raise PhotoError(name, say("a damaged or unfinished video"), remedy=_AGAIN)
    codec = int(video.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little").decode("latin-1")
    if codec.lower() not in _CODECS:
        raise PhotoError(name, say("a video in the format {codec}", codec=codec), remedy=_AS_H264)
    count, rate = video.get(cv2.CAP_PROP_FRAME_COUNT), video.get(cv2.CAP_PROP_FPS)
    width, height = (
        round(video.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
    )
    if not width or not height:
        raise PhotoError(name, say("a damaged or unfinished video"), remedy=_AGAIN)
    if not (count >= 1 and rate > 0):
        raise PhotoError(name, say("a video that doesn't say how long it is"), remedy=_AGAIN)
    if count / rate > MOST_SECONDS or count > MOST_FRAMES:
        problem = say(
            "a video of {seconds} seconds and {frames} frames, over {n} seconds or {most} frames",
            seconds=round(count / rate),
            frames=round(count),
            n=MOST_SECONDS,
            most=MOST_FRAMES,
        )
        raise PhotoError(name, problem, remedy=_SMALLER)
    if width * height > MOST_PIXELS or min(width, height) < MIN_SIDE:
        problem = say("a video of {width} x {height} pixels", width=width, height=height)
        raise PhotoError(name, problem, remedy=_SMALLER)
    return int(count)
