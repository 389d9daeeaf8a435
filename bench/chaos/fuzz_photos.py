"""Fuzz of photos: damaged pictures of every kind (`fuzz_pictures.py`) through the worker that the web uses.

A process reads LIFE of them as `vision.worker` does, then is made anew; one of OWN has a process of its own, as every
photo of the web. Those that `bench/photos/fuzz.py` has always are among them: files that lie, bombs, and noise.

A reading or a clear refusal within 5 s of processor time and 512 MB is well; anything else is a finding. So is a
process that does not answer at all (`bench/watch.py`): one that is merely stopped or gets no processor is waited for.
"""

from __future__ import annotations

import io
import json
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from itertools import chain
from typing import Any, BinaryIO

from bench.chaos.fuzz_pictures import CARDS, cases, seeds
from bench.chaos.fuzz_tally import MEGABYTES, SECONDS, Tally, until_stopped
from bench.photos.fuzz import Case, Outcome, hostile, in_worker, lying, most_megabytes
from bench.watch import IDLE_S, LOOK_S, Watch
from companion.deckfile import deck_text
from companion.errors import PhotoError
from companion.game import game, slugs
from vision.scan import read_photo
from vision.worker import main as work

OWN = 500  # one photo of so many has a process of its own
DRAWN = 20  # one of so many is drawn on, too
LIFE = 1000  # photos that a process reads
SERVE = "--serve"


def fuzz(seed: int, count: int, step: Callable[[], None] = lambda: None) -> Tally:
    """Read so many photos, and those that lie about themselves; say what came of them."""
    tally, worker = Tally("photos", seed, step), Worker()
    with closing(worker), until_stopped(tally):
        always = chain(lying(seeds(CARDS)["JPEG"]), hostile())
        for number, case in enumerate(chain(cases(seed, count), always)):
            own = number % OWN == 0
            outcome = in_worker(case.data) if own else worker.read(case.data, slugs()[number % len(slugs())])
            _judge(tally, case, outcome, own=own)
    tally.notes["in a process of their own"] = sum(tally.ends[end] for end in tally.ends if end.endswith("alone"))
    return tally.done()


def _judge(tally: Tally, case: Case, outcome: Outcome, *, own: bool) -> None:
    tally.came(outcome.said.partition(":")[0] + (" alone" if own else ""), outcome.seconds, outcome.megabytes)
    again = f"next(bench.chaos.fuzz_pictures.cases({tally.seed}, 1, {case.name.split()[0]}))"
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
            watch = Watch(process.pid, 2 * SECONDS, IDLE_S)  # SECONDS are its own to tell
            while not select.select([process.stdout], [], [], LOOK_S)[0]:
                if why := watch.hangs():
                    self.close()
                    return Outcome(f"hang: {why}", watch.worked)
            told = json.loads(process.stdout.readline())
        except (OSError, ValueError):
            status = process.wait(IDLE_S)
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


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)
