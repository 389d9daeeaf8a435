"""Check a photo without a table: anyone may, and neither the photo nor its reading is kept."""

from __future__ import annotations

from base64 import b64encode
from json import JSONDecodeError, loads

from flask import Blueprint, render_template, request

from companion.deckfile import deck_text
from companion.game import game_for
from companion.known import Asked
from companion.language import say
from web.auth.access import access, may_send
from web.games.base import Screens, screens, shipped
from web.games.shapes import Json
from web.photos import MAX_UPLOAD, TIMEOUT_S
from web.places import work_in
from web.refusal import ApiError, read_json
from web.services import services
from web.text.languages import short_title, translate_view

check = Blueprint("check", __name__)
LONGEST = 1000  # characters of the answers that come with a photo
MOST_SEATS = 16  # pyramids or lines


@check.get("/check")
def page() -> str:
    """Show the page that takes a photo."""
    return render_template("check.html")


check.get("/check/photo")(may_send)


@check.post("/check/photo")
def read() -> Json:
    """Return what a photo shows, in words, with questions about what it can't show.

    A photo that comes again with its `game` and answers (`asked`) is read with these counts.
    """
    request.max_content_length = MAX_UPLOAD
    access().throttle.check("labels", "reading")  # before the upload is read
    work_in("photos")
    slug, asked = request.form.get("game", ""), _answers(request.form.get("asked", ""))
    deck = deck_text(game_for("table", slug))[0] if slug else ""
    upload = request.files.get("photo")
    if upload is None:
        raise ApiError(400, "malformed", say("No photo was sent."))
    with access().throttle.reading("labels"):
        name = (upload.filename or "photo")[:100]
        result = services().read_photo(upload.read(), name, deck, asked, TIMEOUT_S)
    overlay = f"data:image/jpeg;base64,{b64encode(result.overlay).decode()}"
    return {**translate_view(shown(result.reading, asked)), "overlay": overlay}


@check.post("/check/fixed")
def fix() -> Json:
    """Return what cards show as they were read, with one of them changed by hand; no photo is read.

    `seats` are those of the last answer, and `change` what a phone at a table would send, or null
    if only the answers (`asked`) are new.
    """
    work_in("hints")
    access().throttle.count("hints")
    data = read_json()
    seats, asked, change = data.get("seats"), data.get("asked"), data.get("change")
    rows = [each for each in seats if isinstance(each, dict)] if isinstance(seats, list) else []
    made = change if isinstance(change, dict) else None
    known = change is None or (made and made.get("seat") in [each.get("id") for each in rows])
    if not 0 < len(rows) <= MOST_SEATS or not isinstance(asked, dict) or not known:
        raise ApiError(400, "malformed", say("That didn't work."))
    reading = screens(str(data.get("game"))).corrected(rows, asked, made)
    if reading["complete"] is None:  # a count that was contradicted is asked again
        asked = {name: value for name, value in asked.items() if name != "cards"}
    answer: Json = translate_view(shown(reading, asked))
    return answer


def shown(reading: Json, asked: Asked) -> Json:
    """Return a reading in words; doubts that could change nothing are left out."""
    slug = reading["game"]
    row = screens(slug) if slug else None
    seats = row.to_correct(reading) if row else []
    return {
        "game": slug,
        "title": short_title(row.game.title) if row else "",
        "verdict": reading["verdict"],
        "complete": reading["complete"],
        "facts": row.facts(reading) if row else [],
        "violations": [
            {"place": row.place(each["slot"]) if row else "", "text": each["text"]}
            for each in reading["violations"]
        ],
        "doubts": [
            {"text": each["text"], "remedy": each["remedy"]}
            for each in reading["unsure"]
            if each["could_change"] != "nothing"
        ],
        **{name: reading[name] for name in ("board", "tops", "position") if name in reading},
        "questions": [
            each for each in (row.questions(reading) if row else ()) if each["name"] not in asked
        ],
        "by_hand": reading.get("by_hand", False),
        "seats": seats,
        "deck": _deck(row) if row and seats else None,
    }


def _deck(row: Screens) -> Json:
    """Return the standard deck as a table's screens get it."""
    edition, deck = shipped(row.game.slug)
    return row.shown_deck(deck, edition)


def _answers(text: str) -> Asked:
    """Return the answers to questions, JSON; the reader checks them. Raises `ApiError` 400."""
    try:
        asked = loads(text[:LONGEST] or "{}")
    except (JSONDecodeError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise ApiError(400, "malformed", say("That didn't work."))
    return asked
