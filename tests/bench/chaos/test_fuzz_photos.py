"""The fuzz of photos in short: damaged photos are read or refused, and a worker that dies or hangs is found."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from bench.chaos import fuzz_photos
from bench.chaos.fuzz_photos import Worker
from bench.chaos.fuzz_pictures import cases, seeds, split
from bench.photos.fuzz import in_worker


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A process that reads."""
    made = Worker()
    yield made
    made.close()


def test_damaged_photos_are_read_or_refused(worker: Worker) -> None:
    """Some of all kinds, for all games; both ends happen, and nothing else does."""
    came = {case.name: worker.read(case.data, "giza") for case in cases(7, 16)}
    assert {name: end for name, end in came.items() if end.finding} == {}
    assert {end.said for end in came.values()} == {"read", "refused"}


def test_a_photo_in_a_process_of_its_own_is_measured() -> None:
    """As the web reads one: its time and its memory."""
    outcome = in_worker(seeds()["JPEG"])
    assert outcome.said == "read"
    assert outcome.megabytes > 20


def test_a_worker_that_dies_or_hangs_is_found(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next photo has a new one."""
    photo = seeds()["JPEG"]
    assert worker.read(photo, "rocks").said == "read"
    os.kill(worker.pid, signal.SIGKILL)
    assert worker.read(photo, "rocks").said.startswith("crash")
    assert worker.read(photo, "rocks").said == "read"
    monkeypatch.setattr(fuzz_photos, "SECONDS", -1.0)  # whatever it has worked is too much
    monkeypatch.setattr(fuzz_photos, "LOOK_S", 0.001)
    assert worker.read(photo, "rocks").said.startswith("hang: over -2 s of processor time")


def test_a_case_follows_from_seed_and_number() -> None:
    """So that a finding of a long run can be seen again by itself."""
    assert list(cases(7, 1, 5)) == list(cases(7, 6))[5:]


@pytest.mark.parametrize("kind", ["JPEG turned", "progressive", "PNG turned", "APNG", "WebP", "WebP film", "GIF"])
def test_a_file_is_the_sum_of_its_parts(kind: str) -> None:
    """Nothing is lost in taking it apart; what has segments or chunks has several."""
    data = seeds()[kind]
    assert b"".join(split(data)) == data
    assert (len(split(data)) > 1) == (kind != "GIF")
