"""The phone table's web app: `create_app(config)` puts the services together and the views on top."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface

from companion.language import say
from web import errors, languages
from web.assets import packed
from web.doors import security
from web.doors.passes import Passes
from web.doors.throttle import Throttle
from web.doors.views import doors
from web.games.screens import screens
from web.photos.folder import Photos
from web.photos.reading import MAX_UPLOAD, TIMEOUT_S, read_in_worker, read_label_in_worker
from web.pictures.views import pictures
from web.plays.played import Played
from web.plays.results import draw_here, results
from web.plays.views import plays
from web.server.broadcaster import HEARTBEAT_S, STREAMS_A_CLIENT, Broadcaster
from web.server.network import own_names
from web.server.turns import Turns
from web.services import Services
from web.storage.store import AnyLog, Store
from web.tables.api import api
from web.tables.deadlines import Deadlines
from web.tables.pages import pages
from web.tables.publisher import Publisher, Recipient
from web.tables.solo import solo

DEFAULTS: Mapping[str, Any] = {
    "DATABASE": None,  # postgresql://... instead of a file in the data folder
    "STREAMS": 600,  # open at once, each with a thread of the server's
    "STREAMS_A_CLIENT": STREAMS_A_CLIENT,  # of them, that one address, or one household's network, is sure of
    "HEARTBEAT_S": HEARTBEAT_S,
    "HOSTS": (),  # names by which this server may be called, besides the machine's own
    "TRUST_LOOPBACK": True,  # who sits at this machine may host every table
    "SPREAD": lambda _code, _version: None,  # tells other processes of a table's version; 0: of rights taken away
    "READ_PHOTO": read_in_worker,
    "READ_LABEL": read_label_in_worker,
    "DRAW_RESULT": draw_here,
    "READING": (1, TIMEOUT_S, 16),  # photos read at a time, how long one waits for that, and how many wait
    "RECKONING": (1, TIMEOUT_S, 8),  # hints and puzzles, likewise: each takes a core
    "DRAWING": (1, 5.0, 8),  # results, likewise: 0.1 s each, and somewhat more where a worker draws
    "RANDOM": None,  # a random.Random, for tests
    "NOW": None,  # wall clock, for tests
    "REACH": True,  # tells hosts of this machine's addresses, for phones that do not find it
    "LONG_CODES": False,  # for tables of many who do not know each other
    "LIMITS": {},  # those of `web.doors.throttle.LIMITS` that are to be others; "" is none
    "LIMITS_STORAGE": "memory://",  # where throttles count; Redis, where several processes share them
}


class NoSessions(SessionInterface):
    """Who somebody is at a table its own cookies say (web/tables/visits.py); Flask would look for another one."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """One that takes nothing and leaves no cookie."""
        del app, request
        return NullSession()


class App(Flask):
    """Flask, for views of which none is a coroutine: it would look at each one's code again at each request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, which needs no event loop."""
        return func


def create_app(config: Mapping[str, Any]) -> Flask:
    """The app over the data folder `config["DATA"]`; other keys as in `DEFAULTS`. Raises `RookeryError`.

    With `DATABASE`, the address of a PostgreSQL database, tables are kept there and the folder holds photos alone.
    """
    app = App(__name__)
    app.session_interface = NoSessions()
    app.config.update(DEFAULTS)
    app.config.update(config)
    app.config["MAX_CONTENT_LENGTH"] = MAX_UPLOAD  # and less where a view says so
    app.extensions["rookery"] = _services(app)
    security.register(app)
    languages.register(app)
    errors.register(app)
    packed.register(app)
    for blueprint in (pages, api, doors, pictures, results, plays, solo):
        app.register_blueprint(blueprint)
    app.extensions["rookery"].throttle.guard(app)
    return app


def close(app: Flask) -> None:
    """End the streams and give the database back."""
    shared: Services = app.extensions["rookery"]
    shared.broadcaster.close()
    shared.deadlines.close()
    shared.store.close()


def _services(app: Flask) -> Services:
    config = app.config
    folder = Path(config["DATA"])
    random: Random = config["RANDOM"] or SystemRandom()
    store = Store(config["DATABASE"] or folder, lambda slug: screens(slug).tracker, config["NOW"])
    broadcaster: Broadcaster[Recipient] = Broadcaster(
        config["STREAMS"], config["HEARTBEAT_S"], config["STREAMS_A_CLIENT"]
    )
    publisher = Publisher(store, broadcaster)

    def publish(code: str, log: AnyLog) -> None:
        publisher.publish(code)
        config["SPREAD"](code, log.version)

    return Services(
        store=store,
        broadcaster=broadcaster,
        publisher=publisher,
        deadlines=Deadlines(store, publish),
        photos=Photos(folder / "photos"),
        read_photo=config["READ_PHOTO"],
        read_label=config["READ_LABEL"],
        draw_result=config["DRAW_RESULT"],
        reading=Turns(*config["READING"], busy=say("Other photos are being read: send it again in a moment.")),
        reckoning=Turns(
            *config["RECKONING"], busy=say("Others are waiting for a hint or a puzzle: try again in a moment.")
        ),
        drawing=Turns(*config["DRAWING"], busy=say("Others are waiting for their picture: try again in a moment.")),
        throttle=Throttle(config["LIMITS"], config["LIMITS_STORAGE"]),
        passes=Passes(store, random),
        random=random,
        hosts=own_names() | {name.lower() for name in config["HOSTS"]},
        trust_loopback=config["TRUST_LOOPBACK"],
        decks={},
        visitors=set(),
        played=Played(store),
        spread=config["SPREAD"],
    )
