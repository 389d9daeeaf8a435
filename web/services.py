"""What all requests share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from flask import Flask, current_app

from companion.events import Version
from web.doors.passes import Passes
from web.doors.throttle import Throttle
from web.photos.folder import Photos
from web.photos.reading import LabelReader, Reader
from web.plays.played import Played
from web.server.broadcaster import Broadcaster
from web.server.turns import Turns
from web.storage.store import Store
from web.tables.deadlines import Deadlines
from web.tables.publisher import Publisher, Recipient


@dataclass(frozen=True, slots=True)
class Services:
    """What all requests share."""

    store: Store
    broadcaster: Broadcaster[Recipient]
    publisher: Publisher
    photos: Photos
    read_photo: Reader
    read_label: LabelReader
    draw_result: Callable[[Any], bytes]  # of a `printables.output.result_card.ResultCard`, as PNG
    reading: Turns  # of photos
    reckoning: Turns  # of hints and puzzles
    drawing: Turns  # of results
    throttle: Throttle
    passes: Passes
    random: Random
    hosts: frozenset[str]
    trust_loopback: bool
    decks: dict[tuple[str, str], Any]  # by game and edition, of tables visited
    deadlines: Deadlines
    visitors: set[str]  # addresses of other machines that have come since the start
    played: Played
    spread: Callable[[str, Version], object]  # tells other processes of a table's version; 0: of rights taken away


def services(app: Flask | None = None) -> Services:
    """The services of the running app."""
    found: Services = (app or current_app).extensions["rookery"]
    return found
