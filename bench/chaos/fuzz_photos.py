"""Fuzz of photos: small ones of every kind that somebody may send, damaged by bytes and by the parts they are made of,
through the worker that the web uses.

`bench/photos/fuzz.py` damages bytes and lies about sizes; here whole segments of JPEG, PNG and WebP are moved, dropped,
repeated and put into other files, EXIF and scans go over the top, and pictures are of 16 bits, of CMYK, or of several
frames. Most are tiny, for it is the decoders that are tried. A process reads LIFE of them as `vision.worker` does, then
is made anew; one of OWN has a process of its own, as every photo of the web, whose time and memory are measured. A
reading or a clear refusal within 5 s and 512 MB is well; anything else is a finding.
"""

from __future__ import annotations

import io
import json
import random
import select
import struct
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from itertools import chain
from typing import Any, BinaryIO

import cv2
import numpy as np
from PIL import Image

from bench.chaos.fuzz_tally import MEGABYTES, SECONDS, Tally, until_stopped
from bench.photos.fuzz import CHANGES, PATIENCE, PHOTOS, Case, Outcome, in_worker, lying, most_megabytes
from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import SLUGS, game
from vision.scan import read_photo
from vision.worker import main as work

OWN = 200  # one photo of so many has a process of its own
DRAWN = 10  # one of so many is drawn on, too
LIFE = 300  # photos that a process reads
SERVE = "--serve"
SMALL, LARGE = (160, 120), (480, 360)  # px: for the decoders' sake, and one with cards that can be read
READABLE = 0.1  # of all photos
BOMBS = (50, 400, 2000)  # how often a part is repeated


def cases(seed: int, count: int, first: int = 0) -> Iterator[Case]:
    """So many damaged photos, from the one of number `first` on; each follows from the seed and its number."""
    for number in range(first, first + count):
        chance = random.Random(f"photos {seed} {number}")
        made = seeds(LARGE if chance.random() < READABLE else SMALL)
        kind = chance.choice(sorted(made))
        data, done = made[kind], []
        for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
            change = chance.choice((*CHANGES, *PARTS))
            data = change(data, chance)
            done.append(change.__name__.strip("_"))
        yield Case(f"{number} {kind} {' '.join(done)}".strip(), data[:5_000_000])


def fuzz(seed: int, count: int, step: Callable[[], None] = lambda: None) -> Tally:
    """Read so many photos, and those that lie about themselves; say what came of them."""
    tally, worker = Tally("photos", seed, step), Worker()
    with closing(worker), until_stopped(tally):
        for number, case in enumerate(chain(cases(seed, count), lying(_jpeg(_picture())))):
            own = number % OWN == 0
            outcome = in_worker(case.data) if own else worker.read(case.data, SLUGS[number % len(SLUGS)])
            _judge(tally, case, outcome, own=own)
    tally.notes["in a process of their own"] = sum(tally.ends[end] for end in tally.ends if end.endswith("alone"))
    return tally.done()


def _judge(tally: Tally, case: Case, outcome: Outcome, *, own: bool) -> None:
    tally.came(outcome.said.partition(":")[0] + (" alone" if own else ""), outcome.seconds, outcome.megabytes)
    again = f"next(bench.chaos.fuzz_photos.cases({tally.seed}, 1, {case.name.split()[0]}))"
    if outcome.said not in {"read", "refused"}:
        tally.found(case.name, outcome.said, again)
    elif outcome.seconds > SECONDS or outcome.megabytes > MEGABYTES:
        tally.found(case.name, f"took {outcome.seconds:.1f} s and {outcome.megabytes:.0f} MB", again)


# --- the process ------------------------------------------------------------------------------------------------------


class Worker:
    """A process that reads photo after photo as the web's worker reads one; made anew after LIFE, or when it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._left = 0

    def read(self, data: bytes, slug: str) -> Outcome:
        """What came of one photo; a process that dies or keeps silent is a finding."""
        process = self._alive()
        self._left -= 1
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(_framed(slug.encode()) + _framed(data))
            process.stdin.flush()
            if not select.select([process.stdout], [], [], PATIENCE)[0]:
                self.close()
                return Outcome(f"hang: no answer for {PATIENCE:g} s", PATIENCE)
            told = json.loads(process.stdout.readline())
        except (OSError, ValueError):
            status = process.wait(PATIENCE)
            self.close()
            return Outcome(f"crash: the process ended with {status}", 0)
        return Outcome(**told)

    @property
    def pid(self) -> int:
        """The process that reads now; 0 for none."""
        return self._process.pid if self._process else 0

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.kill()
            self._process.communicate()
        self._process, self._left = None, 0

    def _alive(self) -> subprocess.Popen[bytes]:
        if self._process is None or not self._left:
            self.close()
            command = [sys.executable, "-m", "bench.chaos.fuzz_photos", SERVE]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             stderr=subprocess.DEVNULL)  # fmt: skip
            self._left = LIFE
        return self._process


def serve(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """The process: a game and a photo in, a line of JSON out, until nothing more comes."""
    number = 0
    while slug := _part(stdin).decode():
        data, began = _part(stdin), time.process_time()
        try:
            said = _whole(slug, data) if number % DRAWN == 0 else _read(slug, data)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            said = f"crash: {error!r:.300}"
        number += 1
        told = {"said": said, "seconds": time.process_time() - began, "megabytes": most_megabytes()}
        stdout.write(json.dumps(told).encode() + b"\n")
        stdout.flush()


def _whole(slug: str, data: bytes) -> str:
    """All that the web's worker does, its limits included."""
    job: dict[str, Any] = {"name": "fuzz", "deck": _deck(slug)[0], "goals": [], "game": None}
    answer = io.BytesIO()
    work(io.BytesIO(_framed(json.dumps(job).encode()) + _framed(data)), answer)
    return "refused" if "error" in json.loads(_part(io.BytesIO(answer.getvalue()))) else "read"


def _read(slug: str, data: bytes) -> str:
    """The same without the picture of what was read, which takes three times as long as reading a small photo."""
    try:
        scan = read_photo(data, "fuzz", slug, _deck(slug)[1], {})
    except PhotoError as error:
        return "refused" if error.remedy else f"told badly: {error}"
    json.dumps(scan.reading.to_json())
    return "read"


@cache
def _deck(slug: str) -> tuple[str, Any]:
    text = deck_text(game(slug))[0]
    return text, game(slug).read_deck(text, "deck")


def _framed(part: bytes) -> bytes:
    return struct.pack(">Q", len(part)) + part


def _part(stream: BinaryIO) -> bytes:
    head = stream.read(8)
    return stream.read(struct.unpack(">Q", head)[0]) if len(head) == 8 else b""


# --- what is damaged --------------------------------------------------------------------------------------------------


@cache
def _picture(size: tuple[int, int] = SMALL) -> Image.Image:
    """The middle of a photo, with cards in it."""
    whole = Image.open(PHOTOS / "02-kitchen-legal-tokens.jpg").convert("RGB")
    width, height = whole.size
    middle = whole.crop((width // 4, height // 4, 3 * width // 4, 3 * height // 4))
    return middle.resize(size, Image.Resampling.LANCZOS)


def _jpeg(picture: Image.Image, **options: Any) -> bytes:
    return _saved(picture, "JPEG", **{"quality": 80, **options})


def _saved(picture: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


@cache
def seeds(size: tuple[int, int] = SMALL) -> dict[str, bytes]:
    """The picture as a file of every kind that phones, scanners and pranksters make."""
    picture = _picture(size)
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "a table"
    several = {"save_all": True, "append_images": [picture.rotate(90 * n) for n in (1, 2, 3)]}
    deep = cv2.imencode(".png", np.asarray(picture)[..., ::-1].astype(np.uint16) * 257)[1].tobytes()
    jpeg = {
        "JPEG": _jpeg(picture), "JPEG turned": _jpeg(picture, exif=exif), "grey": _jpeg(picture.convert("L")),
        "progressive": _jpeg(picture, progressive=True), "CMYK": _jpeg(picture.convert("CMYK")),
        "whole colour": _jpeg(picture, subsampling=0), "profile": _jpeg(picture, icc_profile=b"\0" * 3000),
    }  # fmt: skip
    clear = picture.convert("RGBA")
    rows: tuple[tuple[str, str, Image.Image, dict[str, Any]], ...] = (
        ("PNG", "PNG", picture, {}), ("PNG turned", "PNG", picture, {"exif": exif}), ("APNG", "PNG", picture, several),
        ("palette", "PNG", picture.quantize(16), {}), ("bits", "PNG", picture.convert("1"), {}),
        ("see-through", "PNG", clear, {}), ("WebP", "WEBP", picture, {}), ("WebP see-through", "WEBP", clear, {}),
        ("lossless", "WEBP", picture, {"lossless": True}), ("WebP film", "WEBP", picture, several),
        ("GIF", "GIF", picture, several), ("TIFF", "TIFF", picture, {}),
    )  # fmt: skip
    return {**jpeg, "PNG 16": deep, **{name: _saved(image, kind, **how) for name, kind, image, how in rows}}


Part = bytes


def split(data: bytes) -> list[Part]:
    """A file in its parts: JPEG's segments, PNG's or RIFF's chunks; one part where it is none of them."""
    if data[:2] == b"\xff\xd8":
        return _segments(data)
    if data[:4] == b"\x89PNG":
        return [data[:8], *_chunks(data, 8, ">I", 12)]
    if data[:4] == b"RIFF":
        return [data[:12], *_chunks(data, 12, "<I", 8, at=4)]
    return [data]


def _segments(data: bytes) -> list[Part]:
    parts, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] not in (0xDA, 0xD9):
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4])
        parts.append(data[at:end])
        at = end
    return [*parts, *(scan for scan in _scans(data[at:]) if scan)]


def _scans(data: bytes) -> list[Part]:
    """The rest of a JPEG, from scan to scan."""
    starts = [0]
    while (found := data.find(b"\xff\xda", starts[-1] + 2)) > 0:
        starts.append(found)
    return [data[start:end] for start, end in zip(starts, [*starts[1:], len(data)], strict=True)]


def _chunks(data: bytes, start: int, form: str, around: int, at: int = 0) -> list[Part]:
    parts = []
    while start + 8 <= len(data):
        (length,) = struct.unpack_from(form, data, start + at)
        end = start + around + length + (length % 2 if form == "<I" else 0)
        parts.append(data[start:end])
        start = end
    return parts


def _moved(data: bytes, chance: random.Random) -> bytes:
    """Parts in another order."""
    head, *rest = split(data)
    some = list(rest)
    if some:
        some.insert(chance.randrange(len(some)), some.pop(chance.randrange(len(some))))
    return b"".join([head, *some])


def _dropped(data: bytes, chance: random.Random) -> bytes:
    parts = split(data)
    parts.pop(chance.randrange(len(parts)))
    return b"".join(parts)


def _repeated(data: bytes, chance: random.Random) -> bytes:
    """One part many times over: among them scans, each of which a decoder goes through the whole picture for."""
    parts = split(data)
    at = chance.randrange(len(parts))
    times = min(chance.choice((2, *BOMBS)), 2_000_000 // max(1, len(parts[at])) + 2)
    return b"".join([*parts[:at], *[parts[at]] * times, *parts[at + 1 :]])


def _borrowed(data: bytes, chance: random.Random) -> bytes:
    """A part of another file, put in or in place of one."""
    parts, others = split(data), split(seeds()[chance.choice(sorted(seeds()))])
    at = chance.randrange(len(parts))
    parts[at : at + chance.randrange(2)] = [chance.choice(others)]
    return b"".join(parts)


def _exif(data: bytes, chance: random.Random) -> bytes:
    """A directory of EXIF that goes in circles, asks for gigabytes, or is there hundreds of times."""
    rows = b"".join(
        struct.pack(">HHII", chance.choice((0x0112, 0x8769, 0x8825, 0x927C, 0x0201)), chance.randrange(14),
                    chance.choice((1, 0, 0xFFFFFFFF, 0x10000)), chance.choice((6 << 16, 8, 0, 0xFFFFFFFF, 99)))
        for _ in range(chance.choice((1, 5, 2000)))
    )  # fmt: skip
    body = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">H", chance.choice((len(rows) // 12, 0xFFFF))) + rows
    body += struct.pack(">I", chance.choice((8, 0, 0xFFFFFFFF)))
    segment = b"\xff\xe1" + struct.pack(">H", min(65535, len(body) + 2)) + body[:65533]
    head, *rest = split(data)
    if data[:4] == b"\x89PNG":
        segment = (
            struct.pack(">I", len(body) - 6) + b"eXIf" + body[6:] + struct.pack(">I", zlib.crc32(b"eXIf" + body[6:]))
        )
        return b"".join([head, *rest[:1], segment, *rest[1:]])
    return b"".join([head, *[segment] * chance.choice((1, 1, 200)), *rest])


def _mended(data: bytes, chance: random.Random) -> bytes:
    """A PNG chunk changed with its sum made right, so that it is believed; another file's length fields."""
    parts = split(data)
    at = chance.randrange(len(parts))
    inside = bytearray(parts[at])
    for _ in range(chance.choice((1, 4))):
        if len(inside) > 4:
            inside[chance.randrange(2, min(len(inside), 40))] = chance.choice((0, 1, 0xFF, chance.randrange(256)))
    if data[:4] == b"\x89PNG" and at and len(inside) >= 12:
        inside[-4:] = struct.pack(">I", zlib.crc32(bytes(inside[4:-4])))
    return b"".join([*parts[:at], bytes(inside), *parts[at + 1 :]])


PARTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _moved, _dropped, _repeated, _repeated, _borrowed, _exif, _mended, _mended,
)  # fmt: skip


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)
