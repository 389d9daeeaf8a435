"""The API for the pages' scripts: the state, the stream, seats, taps and photos."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from flask import Blueprint, Response, request

from companion.errors import RookeryError
from companion.events import UNDO, Event
from companion.language import as_data, from_data, say
from companion.photos import DELETE, photos
from web.auth.access import access
from web.auth.cookies import HOST, SCREEN, seat_token, set_cookie
from web.auth.throttle import client
from web.auth.visits import SERVER, Visit, append, append_by, require_actor, require_right, visit
from web.games.base import HISTORY
from web.games.shapes import Json
from web.live.publisher import STREAM, state_id
from web.photos import MAX_UPLOAD, TIMEOUT_S
from web.places import work_in
from web.refusal import BUSY_S, ApiError, read_json, read_key
from web.services import services
from web.storage.errors import RefusedError, UnknownTableError
from web.storage.store import Appended, Intent
from web.text.languages import request_language, translate_view
from web.text.names import clean_name

api = Blueprint("api", __name__)

HOSTS_OWN = frozenset({"table.lock"})  # taps of any game that only its host may make
# events, more than a game has: an undo folds all later ones again, so it is slow in longer logs
LONG = 300


@api.get("/t/<code>/state")
def state(code: str) -> Response:
    """Return the table as this visitor may see it; 304 if nothing is new."""
    visitor = require_right(code)
    response = Response(visitor.text(visitor.log) + b"\n", mimetype="application/json")
    viewer = visitor.viewer or ("screen" if visitor.role == SCREEN else "host")
    response.set_etag(f"{state_id(visitor.log)}.{viewer}.{request_language()}")
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Accept-Language"
    response.make_conditional(request)
    return response


@api.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Send the state now, and each new one, as server-sent events."""
    visitor = require_right(code)
    broadcaster, publisher = services().broadcaster, services().publisher
    place = broadcaster.open(visitor.code, str(visitor.actor), client(), visitor.recipient)
    if place is None:
        raise ApiError(503, "busy", "Too many screens are open. Close one.", BUSY_S)
    try:
        # after opening the stream, so that no tap in between is missed
        publisher.refresh(visitor.code)
    except BaseException:
        broadcaster.close_stream(place)
        raise
    request.environ[STREAM] = place
    response = Response(place.begin(), mimetype="text/event-stream")
    response.call_on_close(lambda: broadcaster.close_stream(place))
    response.headers["X-Accel-Buffering"] = "no"
    return response


@api.post("/t/<code>/seats")
def sit_down(code: str) -> Response:
    """Take a seat, or return to this phone's: its secret decides, never the name."""
    access().throttle.count("seats")
    visitor = visit(code)
    if visitor.seat is not None:
        return visitor.answer(visitor.log, seat=visitor.seat, version=visitor.log.version)
    data = read_json()
    key, token = read_key(data), seat_token(visitor.code)
    name, colour = clean_name(data.get("name")), data.get("colour")
    log, done = visitor.log, None
    while done is None:
        payload = visitor.screens.seat(log, name, colour if isinstance(colour, str) else "")
        intent = Intent("door", "seat.take", payload, key, ["seat.take", name, colour], token)
        try:
            done = append(visitor.code, intent)
        except RefusedError as error:
            log = error.log  # the next seat, if another phone was quicker
            if visitor.screens.seat(log, name, "")["seat"] == payload["seat"]:
                raise
    seated = Visit(visitor.code, done.log, str(done.event.payload["seat"]), hosting=False)
    status, version = 201 if done.news else 200, done.log.version
    response = seated.answer(done.log, status, seat=seated.seat, version=version)
    set_cookie(response, visitor.code, "seat", token)
    return response


@api.post("/t/<code>/events")
def tap(code: str) -> Response:
    """Store a tap; the same key with the same intent gets the same answer."""
    visitor, data = require_actor(code, recent=True), read_json()
    row, kind, payload = visitor.screens, data.get("kind"), data.get("payload", {})
    slow = str(kind) in row.slow_taps or (kind == UNDO and visitor.log.version > LONG)
    if slow:
        _count_hint()
    key = read_key(data)
    if not isinstance(kind, str) or not (kind in row.taps or kind in HOSTS_OWN):
        raise ApiError(400, "malformed", "Unknown tap.")
    if not isinstance(payload, dict):
        raise ApiError(400, "malformed", "The payload must be a JSON object.")
    if kind in HOSTS_OWN and not visitor.hosting:  # the host may do it from its own seat, too
        raise ApiError(403, "forbidden", "Only the host can do that.")
    if data.get("expects") is not None:
        payload = {**payload, "expects": data["expects"]}
    chance, now = services().random, services().store.now()
    become, full = row.tap(kind, payload, visitor.log, chance, now)
    actor = SERVER if kind in row.server_taps else visitor.actor or ""
    # a player who also has the host's screen is still that player
    own = Event(visitor.log.version + 1, "", visitor.seat or actor, become, full)
    if refusal := visitor.log.bar(own.actor, own):
        raise RefusedError(refusal, visitor.log)
    done = append_by(visitor, Intent(actor, become, full, key, [kind, payload]))
    return visitor.answer(done.log, version=done.event.version)


def _count_hint() -> None:
    """Do what takes a core in its place, and count it."""
    work_in("hints")
    access().throttle.count("hints")


@api.get("/t/<code>/advice")
def advise(code: str) -> Json:
    """Return a hint for the visitor's seat, in games that have hints."""
    visitor = require_actor(code)
    _count_hint()
    return dict(translate_view(visitor.screens.advice(visitor.log, visitor.actor or "")))


@api.get("/t/<code>/undoable")
def undoable(code: str) -> Json:
    """Return the versions in the history that can be undone, old ones too."""
    visitor = require_actor(code)
    _count_hint()
    listed = (event.version for event in visitor.log.events[-HISTORY:])
    versions = [version for version in listed if visitor.log.undoable(version)]
    return {"version": visitor.log.version, "undoable": versions}


@api.get("/t/<code>/photos")
def may_photograph(code: str) -> tuple[str, int]:
    """Return 204 if this device may send a photo now, else the refusal that the photo would get."""
    require_actor(code)
    access().throttle.check("photos", "reading")
    return "", 204


@api.post("/t/<code>/photos")
def photograph(code: str) -> Response:
    """Read a photo of what lies before a seat, and store the reading as an event."""
    request.max_content_length = MAX_UPLOAD
    visitor = require_actor(code)
    access().throttle.check("photos", "reading")  # before the upload is read
    work_in("photos")
    upload = request.files.get("photo")
    seat, key = request.form.get("seat"), read_key(request.form)
    if seat not in visitor.log.state.clockwise:
        raise ApiError(400, "malformed", "Choose whose photo it is.")
    if upload is None:
        raise ApiError(400, "malformed", "No photo was sent.")
    data = upload.read()
    # the same upload is read only once
    request_id = [visitor.screens.photo_kind, seat, hashlib.sha256(data).hexdigest()]
    intent = Intent(visitor.actor or "", visitor.screens.photo_kind, {}, key, request_id)
    done = services().store.known(visitor.code, intent)
    done = done or _read(visitor, seat, intent, data, (upload.filename or "photo")[:100])
    payload = done.event.payload
    reading, version = translate_view(from_data(payload.get("reading"))), done.event.version
    return visitor.answer(done.log, photo=payload["photo"], reading=reading, version=version)


@api.post("/t/<code>/photos/<photo>/delete")
def delete_photo(code: str, photo: str) -> Response:
    """Delete a photo for good: players their own, hosts any. What was read from it stays."""
    visitor = require_actor(code)
    kept = photos(visitor.log.events).get(photo)
    if kept is None:
        raise ApiError(404, "not-found", "There is no such photo.")
    if not (visitor.role == HOST or visitor.seat in kept.owners):
        problem = say("You can delete your own photos. For others, ask the host.")
        raise ApiError(403, "forbidden", problem)
    # with this key, tapping twice makes only one event
    intent = Intent(visitor.actor or "", DELETE, {"photo": photo}, key=photo)
    done = append_by(visitor, intent)
    services().photos.drop(visitor.code, photo)
    return visitor.answer(done.log, version=done.event.version)


def _read(visitor: Visit, seat: str, intent: Intent, data: bytes, name: str) -> Appended:
    """Read a photo, store it, and return its event."""
    if services().photos.full(visitor.code):
        raise ApiError(409, "full", say("This table can't hold any more photos. Start a new one."))
    deck, known = (
        visitor.log.events[0].payload["deck"],
        visitor.screens.known(visitor.log.state, seat),
    )
    with access().throttle.reading("photos"):
        reading = services().read_photo(data, name, deck, known, TIMEOUT_S)
    photo = services().photos.keep(visitor.code, reading.photo, reading.overlay)
    try:
        owner = "" if visitor.seat is None and visitor.screens.common_photos else seat
        kind, payload = visitor.screens.read(visitor.log, owner, photo, reading.reading)
        done = append_by(visitor, replace(intent, kind=kind, payload=as_data(payload)))
    except UnknownTableError:
        # the table was deleted while the photo was read: its folder must not come back
        services().photos.drop_all(visitor.code)
        raise
    except RookeryError:  # no event names it; after other errors one may, so it stays
        services().photos.drop(visitor.code, photo)
        raise
    if not done.news:  # the same upload came twice at once, and the other one was stored
        services().photos.drop(visitor.code, photo)
    return done
