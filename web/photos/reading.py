"""The interface of photo readers, and the one of a kitchen table: this module as a process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from companion.game import Deck
from vision.sandbox import worker
from vision.sandbox.worker import WorkerResult, main

if TYPE_CHECKING:
    from vision.evidence.album import Drawn, Ink

CHILD = ("-P", "-m", "web.photos.reading")
MAX_UPLOAD = 30 * 1024 * 1024
TIMEOUT_S = 60.0

# (data, name, deck text, goal ids, timeout in s); raises PhotoError
Reader: TypeAlias = Callable[[bytes, str, str, Sequence[str], float], WorkerResult]
# (data, name, timeout in s) to the game's slug and its deck file; raises PhotoError and DeckError
LabelReader: TypeAlias = Callable[[bytes, str, float], tuple[str, str]]

read_in_worker = partial(worker.read_in_worker, child=CHILD)


def draw(slug: str, deck: Deck, ink: Ink) -> Drawn:
    """Draw a deck's cards, but not your own pictures, which the deck's text doesn't contain."""
    from printables.output.albums import card_pictures  # noqa: PLC0415 - most photos show the standard deck

    return card_pictures(slug, deck, ink, {})


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer, draw)
