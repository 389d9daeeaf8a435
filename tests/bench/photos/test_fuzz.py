"""Fuzz: files that are damaged or lie about themselves end in a reading or a refusal, never otherwise."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.photos.fuzz import in_process, lying, mutated

PHOTO = Path(__file__).parents[2] / "photos" / "08-cloth-finger.jpg"


@pytest.fixture(scope="module")
def photo() -> bytes:
    """Small: the fuzzer takes a quarter of it."""
    image = cv2.imdecode(np.frombuffer(PHOTO.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return cv2.imencode(".jpg", cv2.resize(image, (1600, 1200)))[1].tobytes()


def test_damaged_files_are_read_or_refused(photo: bytes) -> None:
    """Some of each kind, the same for the same seed; both ends happen, and nothing else does."""
    came = {case.name: in_process(case.data) for case in mutated(7, 30, photo)}
    assert {name: end for name, end in came.items() if end.said not in {"read", "refused"}} == {}
    assert {end.said for end in came.values()} == {"read", "refused"}
    assert [case.name for case in mutated(7, 30, photo)] == list(came)


def test_lying_files_are_refused(photo: bytes) -> None:
    """What is no picture, and what says to be larger than any: nothing of it is decoded."""
    assert [case.name for case in lying(photo) if in_process(case.data).said != "refused"] == []
