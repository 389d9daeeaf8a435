"""Fuzz: damaged, lying and hostile files, read as a stranger's upload is; each ends in a reading or a clear refusal.

    python -m bench.photos.fuzz --files 2000                 # in this process, many a second
    python -m bench.photos.fuzz --files 100 --worker         # each in the worker's process: its seconds and its memory

A file follows from the seed and its number alone. What is no reading and no `PhotoError` is a finding, and so is more
than SECONDS of processor time or MEGABYTES of memory; findings are listed, kept in `--keep FOLDER`, and the command
ends with 1.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image

from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import game
from vision.scan import read_photo
from vision.worker import CHILD

SECONDS = 5.0
MEGABYTES = 512
PATIENCE = 120.0  # s by the clock: on a busy machine a second of processor time takes many
PHOTOS = Path(__file__).parents[2] / "tests" / "photos"
LARGE = (30_000, 65_500, 2**31 - 1, 2**32 - 1)  # px a side that a header may claim


class Case(NamedTuple):
    """A file: what was done to it, and its bytes."""

    name: str
    data: bytes


class Outcome(NamedTuple):
    """What came of it: "read", "refused" or why it is a finding; and what it took."""

    said: str
    seconds: float
    megabytes: float = 0.0

    @property
    def finding(self) -> bool:
        """Whether it should not be so."""
        return self.said not in {"read", "refused"} or self.seconds > SECONDS or self.megabytes > MEGABYTES


def mutated(seed: int, count: int, photo: bytes) -> Iterator[Case]:
    """So many damaged files, made of one photo (a JPEG)."""
    seeds = _seeds(photo)
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        kind = chance.choice(sorted(seeds))
        data, done = seeds[kind], []
        for _ in range(chance.choice((1, 1, 2, 4))):
            change = chance.choice(CHANGES)
            data = change(data, chance)
            done.append(change.__name__.strip("_"))
        yield Case(f"{number} {kind} {' '.join(done)}", data)


def lying(photo: bytes) -> Iterator[Case]:
    """Files that are no pictures, or say that they are larger than any."""
    seeds = _seeds(photo)
    names = {
        "empty": b"", "a byte": b"\xff", "PDF": b"%PDF-1.7\n", "ZIP": b"PK\3\4" + bytes(99), "text": b"hello " * 999,
        "zeros": bytes(100_000), "SVG": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "AVIF": b"\0\0\0\x18ftypavif", "film": b"\0\0\0\x18ftypisom" + bytes(999),
        "markers": b"\xff\xd8" + b"\xff" * 2_000_000, "GIF": seeds["GIF"], "TIFF": seeds["TIFF"],
        "HEIC": seeds["HEIC"],
    }  # fmt: skip
    yield from (Case(name, data) for name, data in names.items())
    for kind in ("JPEG", "PNG", "WEBP"):
        yield from (Case(f"{kind} says {side}", _said_size(seeds[kind], side)) for side in LARGE)


def hostile() -> Iterator[Case]:
    """Pictures that are hostile as they are: bombs, and as busy as can be."""
    yield from (Case(f"PNG bomb of {side} px", _png(side, side)) for side in (4_000, 7_000, 20_000))
    yield Case("PNG of a row", _png(50_000, 1))
    board = np.kron(np.indices((400, 500)).sum(0) % 2, np.ones((8, 8))).astype(np.uint8) * 255
    noise = np.random.default_rng(1).integers(0, 256, (3000, 4000), np.uint8)
    for name, image in (("chessboard", board), ("noise", noise), ("white", np.full((3000, 4000), 255, np.uint8))):
        yield Case(name, cv2.imencode(".jpg", image)[1].tobytes())


# --- what is read, and how it ends ------------------------------------------------------------------------------------


def in_process(data: bytes) -> Outcome:
    """Read here; anything but a refusal goes on as what it is."""
    start = time.process_time()
    try:
        read_photo(data, "fuzz")
    except PhotoError:
        return Outcome("refused", time.process_time() - start)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return Outcome(f"crash: {error!r}", time.process_time() - start)
    return Outcome("read", time.process_time() - start)


def in_worker(data: bytes) -> Outcome:
    """Read as the web does, in a process that is measured; POSIX only."""
    job = json.dumps({"name": "fuzz", "deck": deck_text(game("giza"))[0], "goals": [], "game": None}).encode()
    with tempfile.TemporaryFile() as asked, ThreadPoolExecutor(1) as reader:
        asked.write(b"".join(struct.pack(">Q", len(part)) + part for part in (job, data)))
        asked.seek(0)
        child = subprocess.Popen(
            [sys.executable, *CHILD], stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert child.stdout is not None
        told = reader.submit(child.stdout.read)  # through a pipe: the worker may write no file
        status, used, most = _waited(child)
        said = f"crash: status {status}" if status else _said(told.result())
        child.stdout.close()
    return Outcome(said, used.ru_utime + used.ru_stime, most)


def most_megabytes(pid: int | str = "self") -> float:
    """The most memory that a process has had so far. What `getrusage` says begins with what its parent had."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0) / 1024  # none of a dead one


def _waited(child: subprocess.Popen[bytes]) -> tuple[int, os.struct_rusage, float]:  # type: ignore[name-defined]
    """The child's end, forced after PATIENCE, what it used, and its memory in MB."""
    until, most = time.monotonic() + PATIENCE, 0.0
    while time.monotonic() < until:
        most = max(most, most_megabytes(child.pid))
        pid, status, used = os.wait4(child.pid, os.WNOHANG)
        if pid:
            child.returncode = status  # or Python would wait for it again
            return status, used, most
        time.sleep(0.005)
    os.kill(child.pid, signal.SIGKILL)  # `child.kill()` would look first whether it has ended, and take its end away
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = status
    return status, used, most


def _said(answer: bytes) -> str:
    (length,) = struct.unpack_from(">Q", answer)
    return "refused" if "error" in json.loads(answer[8 : 8 + length]) else "read"


# --- files ------------------------------------------------------------------------------------------------------------


def _seeds(photo: bytes) -> dict[str, bytes]:
    """The photo, small, in every format that somebody may send; HEIC by its first bytes."""
    image = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_REDUCED_COLOR_4)
    assert image is not None
    picture = Image.fromarray(np.ascontiguousarray(image[..., ::-1]))
    exif = Image.Exif()
    exif[0x0112] = 6
    found = {}
    for kind, options in (("JPEG", {"exif": exif, "quality": 85}), ("PNG", {"exif": exif}), ("WEBP", {"quality": 80}),
                          ("GIF", {}), ("TIFF", {}), ("BMP", {})):  # fmt: skip
        out = io.BytesIO()
        picture.save(out, kind, **options)
        found[kind] = out.getvalue()
    progressive = io.BytesIO()
    picture.save(progressive, "JPEG", progressive=True)
    return {
        **found,
        "progressive": progressive.getvalue(),
        "HEIC": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + photo[:5000],
    }


def _png(width: int, height: int) -> bytes:
    """A white PNG of one bit a pixel: tiny as a file."""
    squeezed = zlib.compressobj(1)
    row = b"\0" + b"\xff" * (-(-width // 8))
    body = b"".join(squeezed.compress(row) for _ in range(height)) + squeezed.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, (b"IHDR", b"IDAT", b"IEND"), (head, body, b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _said_size(data: bytes, side: int) -> bytes:
    """The file with another size in its header, sums made right."""
    if data[:2] == b"\xff\xd8":
        at = next(n for n in range(2, len(data)) if data[n] == 0xFF and data[n + 1] in {0xC0, 0xC2})
        return data[: at + 5] + struct.pack(">HH", side & 0xFFFF, side & 0xFFFF) + data[at + 9 :]
    if data[:4] == b"RIFF":
        at = data.index(b"VP8 ")
        return data[: at + 14] + struct.pack("<HH", side & 0x3FFF, side & 0x3FFF) + data[at + 18 :]
    head = struct.pack(">II", side, side) + data[24:29]
    return data[:8] + _chunk(b"IHDR", head) + data[33:]


def cut(data: bytes, chance: random.Random) -> bytes:
    """The beginning of it, of any length."""
    return data[: chance.randrange(len(data) + 1)]


def flip(data: bytes, chance: random.Random) -> bytes:
    """The same with some bits turned."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 3, 30)) if out else 0):
        out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)


def _header(data: bytes, chance: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(chance.choice((1, 2, 5)) if out else 0):
        out[chance.randrange(min(len(out), 700))] = chance.choice((0, 1, 0x7F, 0xFF, chance.randrange(256)))
    return bytes(out)


def _blank(data: bytes, chance: random.Random) -> bytes:
    start, length = chance.randrange(len(data) + 1), chance.choice((2, 50, 5000))
    return data[:start] + bytes(length) + data[start + length :]


def _again(data: bytes, chance: random.Random) -> bytes:
    start, length = chance.randrange(len(data) + 1), chance.choice((2, 50, 5000))
    return data[:start] + data[start : start + length] * chance.choice((2, 20)) + data[start + length :]


def _longer(data: bytes, chance: random.Random) -> bytes:
    return data + chance.randbytes(chance.choice((1, 100, 100_000)))


def _resized(data: bytes, chance: random.Random) -> bytes:
    try:
        return _said_size(data, chance.choice((0, 1, 90, 5_000, 9_000, *LARGE)))
    except (StopIteration, ValueError, IndexError):
        return data


CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (cut, flip, _header, _blank, _again, _longer, _resized)


def main() -> int:
    """Read them all, and say what came of it."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("--files", type=int, default=500, help="damaged ones, besides those that are always there")
    cli.add_argument("--seed", type=int, default=0)
    cli.add_argument("--worker", action="store_true", help="each in a process of its own, measured")
    cli.add_argument("--photo", type=Path, default=PHOTOS / "02-kitchen-legal-tokens.jpg")
    cli.add_argument("--keep", type=Path, help="where findings go")
    args = cli.parse_args()
    counts: Counter[str] = Counter()
    slowest = largest = 0.0
    findings = 0
    photo = args.photo.read_bytes()
    files = chain(lying(photo), hostile(), mutated(args.seed, args.files, photo))
    for number, case in enumerate(files):
        came = in_worker(case.data) if args.worker else in_process(case.data)
        counts[came.said.split(":", maxsplit=1)[0]] += 1
        slowest, largest = max(slowest, came.seconds), max(largest, came.megabytes)
        if came.finding:
            findings += 1
            print(f"{case.name}: {came.said}, {came.seconds:.1f} s, {came.megabytes:.0f} MB", flush=True)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{number}.bin").write_bytes(case.data)
    told = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    print(f"{told}; {findings} findings; at most {slowest:.1f} s of processor time, {largest:.0f} MB")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
