"""The services of the running app, for all requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from flask import Flask, current_app

from companion.events import Version
from companion.game import Deck
from web.live.deadlines import Deadlines
from web.live.publisher import Broadcaster, Publisher
from web.own_art import OwnArt
from web.photos import LabelReader, Photos, Reader
from web.storage.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """The services of an app: its store, streams, photos, queues and timers."""

    store: Store
    broadcaster: Broadcaster
    publisher: Publisher
    photos: Photos
    read_photo: Reader
    read_label: LabelReader
    draw_result: Callable[[object], bytes]  # a `printables.output.result_card.ResultCard` as PNG
    random: Random
    decks: dict[tuple[str, str], Deck]  # by game and edition, of tables visited
    pictures: dict[str, OwnArt]  # decks' own, by edition
    deadlines: Deadlines
    # announces a table's version to other processes; 0 means that rights were revoked
    spread: Callable[[str, Version], object]

    def clear_away(self, code: str) -> None:
        """Delete the photos of a table that was deleted, and close its open pages."""
        self.photos.drop_all(code)
        self.broadcaster.close_table(code)  # pages that reconnect find it gone
        self.spread(code, 0)


def services(app: Flask | None = None) -> Services:
    """Return the services of the running app."""
    shared: Services = (app or current_app).extensions["rookery"]
    return shared
