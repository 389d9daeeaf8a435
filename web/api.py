"""What the pages' scripts ask for: the state, the live line, seats, taps and photos."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from random import Random
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, make_response, request
from werkzeug.datastructures import FileStorage

from companion.errors import RookeryError, TableError
from companion.language import say
from web.games import Moment, screens
from web.games.base import HISTORY
from web.languages import spoken, told
from web.names import clean_name, new_code
from web.photos.reading import MAX_UPLOAD, TIMEOUT_S, Result
from web.refusal import BUSY_S, ApiError
from web.server.serving import ASIDE, stream_answer
from web.storage.store import Appended, Intent, RefusedError, UnknownTableError, hashed, new_token
from web.tables import SERVER, TOKEN, Visit, append, cookie_name, services, set_cookie, visit

api = Blueprint("api", __name__)

HOSTS_OWN = frozenset({"table.lock"})  # taps of any game that only its host may do
MAX_JSON = 64 * 1024
MAX_DEPTH = 8
CODES_TRIED = 50
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def open_table(game: str, deck: str | None = None, token: str = "") -> tuple[str, str]:
    """A new table of that game, with a deck of one's own or the standard one: its code and the host's secret.

    Who names the host's `token` beforehand, and asks again, gets the same table.
    """
    row, store = screens(game), services().store
    dice, token = (Random(token), token) if token else (services().random, new_token())
    for _ in range(CODES_TRIED):
        code = new_code(dice, long=current_app.config["LONG_CODES"])
        try:
            store.create(code, game, row.opening(deck), token)
        except TableError:
            if hashed(token) not in store.holders(code):
                continue
        return code, token
    raise ApiError(503, "busy", "All codes are in use: remove old tables' data.", BUSY_S)


@api.get("/t/<code>/state")
def state(code: str) -> Response:
    """The table as this visitor may see it; 304 when nothing is new."""
    seen = admitted(code)
    response = Response(f"{seen.text(seen.log)}\n", mimetype="application/json")
    response.set_etag(f"{seen.log.version}.{seen.viewer or ('screen' if seen.looks_on else 'host')}.{spoken()}")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Accept-Language"
    response.make_conditional(request)
    return response


@api.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Server-sent events: each new state, from the version on that the browser has (`?seen=`)."""
    seen, live = admitted(code), services().live
    place = live.subscribe(seen.code, f"{seen.actor}@{request.remote_addr}", seen.sight, _last_seen(seen.log.version))
    if place is None:
        raise ApiError(503, "busy", "Too many screens are open: close one.", BUSY_S)
    herald, store = services().herald, services().store
    try:
        herald.tell(seen.code, store.log(seen.code))  # anew: of a tap between the two nobody would have told it
        return stream_answer(live, place, request.environ)
    except BaseException:
        live.leave(place)
        raise


@api.post("/t/<code>/seats")
def sit_down(code: str) -> Response:
    """Take a seat, or come back to one's own: the phone's secret decides, never the name."""
    seen = visit(code)
    if seen.seat is not None:
        return seen.answer(seen.log, seat=seen.seat, version=seen.log.version)
    asked = json_asked()
    key, token = _key(asked), own_token(seen.code)
    done = _take_seat(seen, clean_name(asked.get("name")), asked.get("colour"), key, token)
    seated = Visit(seen.code, done.log, str(done.event.payload["seat"]), hosting=False)
    response = seated.answer(done.log, 201 if done.news else 200, seat=seated.seat, version=done.log.version)
    set_cookie(response, seen.code, "seat", token)
    return response


def _take_seat(seen: Visit, name: str, colour: object, key: str, token: str) -> Appended:
    """A seat at the next free place; where another phone takes that place in the same moment, at the one after it."""
    log = seen.log
    while True:
        payload = seen.screens.seat(log, name, colour if isinstance(colour, str) else "")
        try:
            return append(seen.code, Intent("door", "seat.take", payload, key, ["seat.take", name, colour], token))
        except RefusedError as error:
            if seen.screens.seat(error.log, name, "")["seat"] == payload["seat"]:
                raise
            log = error.log


@api.post("/t/<code>/events")
def tap(code: str) -> Response:
    """One tap: an intent with its key. The same key with the same intent gets the same answer."""
    seen, asked = _acting(code), json_asked()
    kind, payload, key = asked.get("kind"), asked.get("payload", {}), _key(asked)
    if not isinstance(kind, str) or kind not in seen.screens.taps | HOSTS_OWN:
        raise ApiError(400, "malformed", "There is no such tap.")
    if not isinstance(payload, dict):
        raise ApiError(400, "malformed", "The payload is a JSON object.")
    if kind in HOSTS_OWN and not seen.hosting:  # also from its own seat
        raise ApiError(403, "forbidden", "Only the host's screen does that.")
    if asked.get("expects") is not None:
        payload = {**payload, "expects": asked["expects"]}
    with _at_leisure() if kind in seen.screens.reckoned else nullcontext():
        become, full = seen.screens.tap(kind, payload, Moment(services().random, services().store.now()), seen.log)
    actor = SERVER if kind in seen.screens.drawn else seen.actor or ""
    done = append(seen.code, Intent(actor, become, full, key, [kind, payload]), seen.holders)
    return seen.answer(done.log, version=done.event.version)


@contextmanager
def _at_leisure() -> Iterator[None]:
    """For a tap that may take a core for seconds: in turn, and out of the way of all that is quick."""
    with request.environ.get(ASIDE, nullcontext)(), _in_turn():
        yield


@contextmanager
def _in_turn() -> Iterator[None]:
    """For what may take a core: in turn with others, and so often for each right."""
    services().throttle.count("hints")
    with services().reckoning.taken():
        yield


@api.get("/t/<code>/advice")
def advise(code: str) -> Response:
    """A hint for one's own seat, where the game has any; reckoned in turn with others, for it takes a core."""
    seen = _acting(code)
    with _in_turn():
        return make_response(jsonify(told(seen.screens.advice(seen.log, seen.actor or ""))))


@api.get("/t/<code>/undoable")
def undoable(code: str) -> Response:
    """Which lines of the history can be taken back, also those of long ago; reckoned in turn, for it takes a core."""
    seen = _acting(code)
    with _in_turn():
        found = [event.version for event in seen.log.events[-HISTORY:] if seen.log.undoable(event.version)]
    return make_response(jsonify(version=seen.log.version, undoable=found))


@api.post("/t/<code>/photos")
def photograph(code: str) -> Response:
    """Read one photo of what lies before a seat and tell the table what it says."""
    request.max_content_length = MAX_UPLOAD
    seen = _acting(code)
    services().throttle.count("photos")
    upload = request.files.get("photo")
    seat, key = request.form.get("seat"), _key(request.form)
    if seat not in seen.screens.seats(seen.log):
        raise ApiError(400, "malformed", "Say whose photo it is.")
    if upload is None:
        raise ApiError(400, "malformed", "There is no photo in it.")
    done = _read(seen, seat, key, upload)
    payload = done.event.payload
    return seen.answer(done.log, photo=payload["photo"], reading=payload.get("reading"), version=done.event.version)


def _read(seen: Visit, seat: str, key: str, upload: FileStorage) -> Appended:
    """The event of this photo; the same upload again is not read again."""
    data = upload.read()
    kind = seen.screens.photo_kind
    asked = [kind, seat, hashlib.sha256(data).hexdigest()]
    intent = Intent(seen.actor or "", kind, {}, key, asked)
    if known := services().store.known(seen.code, intent):
        return known
    if services().photos.full(seen.code):
        raise ApiError(409, "full", say("This table has all the photos that it may have: start a new table."))
    found = _reading(seen, data, upload.filename or "photo")
    photo = services().photos.keep(seen.code, found.photo, found.overlay)
    try:
        payload = seen.screens.read(seen.log, seat, photo, found.reading)
        become = seen.screens.photo_event(payload)
        done = append(seen.code, Intent(seen.actor or "", become, payload, key, asked))
    except UnknownTableError:  # deleted while it was read: its folder is gone, and must not come back
        services().photos.drop_all(seen.code)
        raise
    except RookeryError:  # no event names it; after any other error one may, and it stays
        services().photos.drop(seen.code, photo)
        raise
    if not done.news:  # the same upload came twice at once: the other one was quicker
        services().photos.drop(seen.code, photo)
    return done


def _reading(seen: Visit, data: bytes, name: str) -> Result:
    """What the photo says, read in turn: each reader takes a core for seconds."""
    deck, goals = seen.screens.deck_text(seen.log)
    with services().reading.taken():
        return services().read_photo(data, name[:100], deck, goals, TIMEOUT_S)


def admitted(code: str) -> Visit:
    """A visit by somebody who belongs to the table; raises `ApiError` 403 for a stranger."""
    seen = visit(code)
    if not seen.admitted:
        raise ApiError(403, "forbidden", "Take a seat first: scan the code on the host's screen.")
    return seen


def _acting(code: str) -> Visit:
    """A visit by somebody who plays or hosts; raises `ApiError` 403 for a screen that only looks on."""
    seen = admitted(code)
    if seen.actor is None:
        raise ApiError(403, "forbidden", "This screen only looks on: tap on a phone or on the host's screen.")
    return seen


def hosting(code: str) -> Visit:
    """A visit by the host; raises `ApiError` 403 for everybody else."""
    seen = admitted(code)
    if not seen.as_host:
        raise ApiError(403, "forbidden", "Only the host's screen does that.")
    return seen


def json_asked() -> Mapping[str, Any]:
    """The JSON object of a small request; raises `ApiError` 400."""
    request.max_content_length = MAX_JSON
    try:
        asked = request.get_json()
    except RecursionError:
        asked = None
    if not isinstance(asked, dict) or not _shallow(asked, MAX_DEPTH):
        raise ApiError(400, "malformed", "Send a JSON object.")
    return asked


def _shallow(value: object, left: int) -> bool:
    """Whether no more than `left` lists and objects lie in one another: nothing of ours is deep."""
    if not isinstance(value, (list, dict)):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return left > 0 and all(_shallow(one, left - 1) for one in inner)


def _key(asked: Mapping[str, Any]) -> str:
    key = asked.get("key")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise ApiError(400, "malformed", "Each tap has a key of 8 to 64 letters, digits, - and _.")
    return key


def own_token(code: str) -> str:
    """The secret that the door gave this phone; a new one where that is missing."""
    token = request.cookies.get(cookie_name(code, "seat"), "")
    return token if TOKEN.fullmatch(token) else new_token()


def _last_seen(version: int) -> int:
    """The version that a returning stream has seen; 0 when it can not be of this log."""
    seen = request.args.get("seen") or request.headers.get("Last-Event-ID", "")
    return int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 and int(seen) <= version else 0
