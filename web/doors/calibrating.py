"""Calibrate a printer from two photos, on this computer only; only the profile is kept."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.calibrate import today
from companion.calibration import TURNS
from companion.errors import PhotoError
from companion.language import say
from companion.layout import PAPER_SIZES
from companion.profile import profile_path, remove_profile, save_profile
from companion.text import slug_of
from vision.sandbox.worker import measure_in_worker
from web.auth.access import access, may_send
from web.auth.visits import require_home
from web.doors.press import PAPERS, Print, printers
from web.games.shapes import Json
from web.photos import MAX_UPLOAD, TIMEOUT_S
from web.places import work_in
from web.refusal import ApiError
from web.text.languages import request_language, translate_view

calibrating = Blueprint("calibrating", __name__)
calibrating.before_request(require_home)
SIDES = {"front": say("Photo of the front"), "back": say("Photo of the back")}
MOST_LETTERS = 200  # of what someone types as a printer's name


@calibrating.get("/calibrate")
def page() -> str:
    """Show the three steps: print the sheet, photograph it, name the printer."""
    return render_template("calibrate.html", papers=PAPERS, printers=list(printers()))


@calibrating.get("/calibrate/sheet.pdf")
def sheet() -> Response:
    """Return the calibration sheet for a paper, flipped on one edge."""
    work_in("pictures")
    paper, sides = request.args.get("paper", "a4"), request.args.get("sides", "long")
    if paper not in PAPER_SIZES or sides not in TURNS:
        raise ApiError(400, "malformed", say("That didn't work."))
    drawn = Print({"sheet": {"paper": paper, "sides": sides}, "language": request_language()})
    drawn.wait()
    if drawn.error:
        raise drawn.error
    response = make_response(drawn.pdf)
    response.mimetype = "application/pdf"
    name = f"printer-check-{paper}-{sides}.pdf"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


calibrating.get("/calibrate/photos")(may_send)


@calibrating.post("/calibrate/photos")
def measure() -> Json:
    """Save the profile that follows from photos of both sides, and return it in words."""
    request.max_content_length = MAX_UPLOAD
    access().throttle.check("labels", "reading")  # before the upload is read
    work_in("photos")
    printer = _name(request.form.get("name", ""))
    files = ((name, request.files.get(name)) for name in SIDES)
    photos = {name: file.read() for name, file in files if file}
    if len(photos) < len(SIDES):
        raise ApiError(400, "malformed", say("No photo was sent."))
    with access().throttle.reading("labels"):
        try:
            profile = measure_in_worker(photos, printer, today(), TIMEOUT_S)
        except PhotoError as error:
            if error.source not in SIDES:
                raise
            side = say("{photo}: {problem}", photo=SIDES[error.source], problem=error.problem)
            raise PhotoError(error.source, side, remedy=error.remedy) from error
    save_profile(profile)
    moved = {"back": profile.back_from_front.in_words, "front": profile.front.in_words}
    told: Json = translate_view({"name": printer, **moved})
    return told


@calibrating.post("/calibrate/<name>/remove")
def remove(name: str) -> AnyResponse:
    """Delete a printer profile."""
    remove_profile(name)
    return redirect("/calibrate", 303)


def _name(text: str) -> str:
    """Return the name of a profile from what someone calls a printer."""
    name = slug_of(text[:MOST_LETTERS], "")
    if not name:
        raise ApiError(400, "malformed", say("Give the printer a name with letters or digits."))
    return profile_path(name).stem  # in the case in which it is saved already
