"""The interface of photo readers, and the one of a kitchen table, which uses a child process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

CHILD = ("-P", "-m", "web.photos.child")
MAX_UPLOAD = 30 * 1024 * 1024
TIMEOUT_S = 60.0


class Result(Protocol):
    """The result for a photo: the scan result, and two JPEGs without EXIF."""

    @property
    def reading(self) -> dict[str, object]:
        """The scan result (docs/formats.md)."""

    @property
    def overlay(self) -> bytes:
        """The photo with the reading drawn on it, JPEG."""

    @property
    def photo(self) -> bytes:
        """The photo as a JPEG, upright and without EXIF."""


# (data, name, deck text, goal ids, timeout in s); raises PhotoError
Reader: TypeAlias = Callable[[bytes, str, str, Sequence[str], float], Result]
# (data, name, timeout in s) to the game's slug and its deck file; raises PhotoError and DeckError
LabelReader: TypeAlias = Callable[[bytes, str, float], tuple[str, str]]


def read_in_worker(
    data: bytes, name: str, deck: str, goals: Sequence[str], timeout_s: float
) -> Result:
    """Read a photo in a child process that may be killed."""
    from vision.sandbox import worker  # noqa: PLC0415 - only a photo needs OpenCV

    return worker.read_in_worker(data, name, deck, goals, timeout_s, child=CHILD)


def read_label_in_worker(data: bytes, name: str, timeout_s: float) -> tuple[str, str]:
    """Read a box label in a child process that may be killed."""
    from vision.sandbox import worker  # noqa: PLC0415 - see read_in_worker

    return worker.read_label_in_worker(data, name, timeout_s)
