"""The phone table's web app: `create_app(config)` combines the services and the views."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random, SystemRandom

from flask import Flask

from vision.sandbox.worker import read_in_worker, read_label_in_worker
from web import errors, packed
from web.auth import security
from web.auth.access import Access
from web.auth.throttle import Throttle
from web.doors.calibrating import calibrating
from web.doors.cards import cards
from web.doors.check import check
from web.doors.decks import decks
from web.doors.press import press
from web.doors.quit import quitting
from web.doors.solve import solving
from web.live.deadlines import Deadlines
from web.live.publisher import HEARTBEAT_S, STREAMS_A_CLIENT, Broadcaster, Publisher
from web.machine import addresses, steady_clock
from web.photos import MAX_UPLOAD, Photos
from web.pictures.views import pictures
from web.plays.views import draw_here, plays, results
from web.refusal import FastJson
from web.services import Services
from web.storage.errors import AnyLog
from web.storage.store import Store
from web.tables.again import again
from web.tables.api import api
from web.tables.pages import pages, solo
from web.tables.rights import rights
from web.tables.rules import rules
from web.text import languages
from web.turns import Repeated
from web.upkeep import LOOK_S, check_streams, upkeep_thread

DEFAULTS: Mapping[str, object] = {
    "DATABASE": None,  # postgresql://... instead of a file in the data folder
    "STREAMS": 600,  # open at once
    # of them, reserved for each address, or each household's network
    "STREAMS_A_CLIENT": STREAMS_A_CLIENT,
    "HEARTBEAT_S": HEARTBEAT_S,
    "HOSTS": (),  # host names of this server besides the machine's own
    "TRUST_LOOPBACK": True,  # people at this machine may host every table
    # announces a table's version to other processes; 0 means that rights were revoked
    "SPREAD": lambda _code, _version: None,
    "REFUSED": lambda _method, _status: None,  # called for what the front refuses
    "READ_PHOTO": read_in_worker,
    "READ_LABEL": read_label_in_worker,
    "DRAW_RESULT": draw_here,
    "READERS": 1,  # photos that are read at a time
    "RANDOM": None,  # a random.Random, for tests
    "NOW": None,  # the clock; by default one of this process that nobody can set
    # this machine's at which it listens, from which hosts choose; None for a server with a name
    "ADDRESSES": addresses,
    "LONG_CODES": False,  # for servers with many tables, so that codes can't be guessed
    "STOP": None,  # stops the server, if people at this machine may
    "KEEP": None,  # a timedelta: tables unused for longer are deleted
    "LIMITS": {},  # replacements for `web.auth.throttle.LIMITS`; "" means no limit
}


def create_app(config: Mapping[str, object]) -> Flask:
    """Return the app for the data folder `config["DATA"]`; other keys as in `DEFAULTS`.

    With `DATABASE`, the address of a PostgreSQL database, tables are stored there and the folder
    holds only photos. Raises `RookeryError`.
    """
    app = Flask(__name__)  # without a secret key, so it has no sessions: web/auth/visits.py
    app.json = FastJson(app)
    app.config.update(DEFAULTS)
    app.config.update(config)
    app.config["MAX_CONTENT_LENGTH"] = MAX_UPLOAD  # views may lower it
    shared = app.extensions["rookery"] = _services(app)
    app.extensions["rookery.threads"] = [  # the server starts them
        upkeep_thread(shared, app.config["KEEP"]),
        Repeated("streams", LOOK_S, lambda _: check_streams(shared)),
    ]
    app.extensions["rookery.access"] = Access(
        throttle=Throttle(app.config["LIMITS"]),
        hosts=frozenset(name.lower() for name in app.config["HOSTS"]),
        trust_loopback=app.config["TRUST_LOOPBACK"],
        arrivals=set(),
    )
    security.register(app)
    languages.register(app)
    app.register_error_handler(Exception, errors.respond)
    packed.register(app)
    own = (pages, api, again, rights, rules, pictures, results, plays, solo)
    for each in (*own, calibrating, cards, check, decks, press, quitting, solving):
        app.register_blueprint(each)
    return app


def close(app: Flask) -> None:
    """End the streams and close the database."""
    shared: Services = app.extensions["rookery"]
    for thread in app.extensions["rookery.threads"]:
        thread.close()
    shared.broadcaster.close()
    shared.deadlines.close()
    shared.store.close()


def _services(app: Flask) -> Services:
    config = app.config
    folder = Path(config["DATA"])
    random: Random = config["RANDOM"] or SystemRandom()
    place, now = config["DATABASE"] or folder, config["NOW"] or steady_clock()
    store = Store(place, now)
    broadcaster = Broadcaster(config["STREAMS"], config["STREAMS_A_CLIENT"])
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
        random=random,
        decks={},
        pictures={},
        spread=config["SPREAD"],
    )
