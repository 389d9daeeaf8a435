"""The plays of this computer: statistics, export, import and deletion.

Only people at the computer itself see them (`web.auth.visits.is_at_home`); a phone sees the result
of its own table (`web.plays.results`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import format_date, format_decimal
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import PlaysError
from companion.game import offering
from companion.language import say, say_many, translated
from companion.plays import Play, Result, Unit
from companion.plays.files import FORMS, MOST_BYTES, read
from companion.plays.statistics import GameRecord, Record, statistics
from web.auth.visits import is_at_home
from web.plays.played import PlayArchive
from web.plays.results import day, headline, minutes, score_text
from web.refusal import ApiError
from web.services import services
from web.text.languages import request_language, translate_text, translate_view

LATEST = 10  # plays that are listed
MONTHS = 12  # months in the chart
FORM_BYTES = 64 * 1024  # of the form around an uploaded file

plays = Blueprint("plays", __name__)


def register(app: Flask) -> None:
    """Put the plays' pages into the app, over the plays of its store."""
    app.extensions["rookery.plays"] = PlayArchive(services(app).store)
    app.register_blueprint(plays)


def archive() -> PlayArchive:
    """Return the running app's plays."""
    kept: PlayArchive = current_app.extensions["rookery.plays"]
    return kept


@plays.get("/plays")
def page() -> str:
    """Show statistics, the newest plays, and how to export, import and delete plays."""
    _check_home()
    every = archive().all()
    totals = statistics(every)
    codes, number = archive().unread()
    others = say_many("{n} imported play", "{n} imported plays", number) if number else ""
    counted = {name: request.args.get(name, "") for name in ("new", "known", "gone")}
    return render_template(
        "plays.html",
        all=totals,
        hours=round(totals.seconds / 3600),
        games=[_game(row) for row in totals.games],
        months=_months(totals.months),
        latest=[_line(play) for play in reversed(every[-LATEST:])],
        tables=len(archive().at_tables()),
        people=[_person(row) for row in totals.people],
        most=max((row.plays for row in totals.people), default=1),
        unread=", ".join(filter(None, (*codes, translate_view(others)))),
        notices={name: int(n) for name, n in counted.items() if n.isascii() and n.isdigit()},
    )


@plays.get("/plays.<any(csv, json, bgsplay):form>")
def export(form: str) -> Response:
    """Return all plays in one file."""
    _check_home()
    made = FORMS[form]
    response = make_response(made.write(archive().all(), None))
    response.headers["Content-Type"] = made.mime
    response.headers["Content-Disposition"] = f'attachment; filename="rookery-plays.{made.suffix}"'
    return response


@plays.get("/plays/import")
def may_bring() -> tuple[str, int]:
    """Return 204 if plays may be imported from here, else the refusal that they would get."""
    _check_home()
    return "", 204


@plays.post("/plays/import")
def bring() -> AnyResponse:
    """Import the new plays of a file."""
    _check_home()
    request.max_content_length = MOST_BYTES + FORM_BYTES
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise ApiError(400, "malformed", say("Choose a file first."))
    try:
        imported = read(upload.read(), upload.filename[:100], None)
    except PlaysError as error:
        problem = say("{problem}; {remedy}.", problem=error.problem, remedy=error.remedy)
        if error.at:
            problem = say("{place}: {problem}", place=error.at, problem=problem)
        raise ApiError(422, "plays", problem) from error
    new = archive().add(imported)
    return _back(new=new, known=len({play.id for play in imported}) - new)


@plays.post("/plays/delete")
def delete() -> AnyResponse:
    """Delete all plays for good, with the tables that they were played at and their photos."""
    _check_home()
    count = len(archive().all())
    for code in archive().forget():
        services().clear_away(code)
    return _back(gone=count)


def _check_home() -> None:
    if not is_at_home():
        problem = say("Stats are available only on the computer that runs Rookery.")
        raise ApiError(403, "forbidden", problem)


def _back(**counts: int) -> AnyResponse:
    return redirect(url_for("plays.page", **counts), 303)  # type: ignore[arg-type]  # may be int


# --- contents of the page -------------------------------------------------------------------------


def _line(play: Play) -> Mapping[str, object]:
    return {
        "day": day(play.ended),
        "game": _name(play.game),
        "variant": translated(play.outcome.variant, request_language()),
        "who": translate_view(headline(play.outcome)),
        "names": ", ".join(filter(None, (r.name for r in play.outcome.results))),
        "minutes": translate_view(minutes(play.seconds)),
        "table": play.table,
    }


def _name(game: str) -> str:
    """Return the translated name of one of our games; another game's unchanged."""
    titles = {row.title.partition(":")[0]: row.title for row in offering("table")}
    return translate_text(titles[game]).partition(":")[0] if game in titles else game


def _game(row: GameRecord) -> Mapping[str, object]:
    """Return a game's record with formatted figures."""
    return {
        "name": _name(row.game),
        "variant": translated(row.variant, request_language()),
        "row": row,
        "best": _figure(row.best, row.unit),
        "mean": _figure(row.mean, row.unit),
        "people": [_person(each, row.unit) for each in row.people],
    }


def _person(row: Record, unit: Unit = "") -> Mapping[str, object]:
    return {"row": row, "best": _figure(row.best, unit), "mean": _figure(row.mean, unit)}


def _figure(score: float | None, unit: Unit) -> str:
    """Return a score, rounded to a tenth, as text; "" for none."""
    rounded = None if score is None else round(score, 1)
    return str(translate_view(score_text(Result("", rounded), unit)))


def _months(months: tuple[tuple[str, int], ...]) -> list[Mapping[str, object]]:
    """Return the last months: name, count and the height of the bar, 0 to 100."""
    shown = months[-MONTHS:]
    most = max((count for _, count in shown), default=1) or 1
    return [
        {
            "name": str(format_date(date(int(month[:4]), int(month[5:]), 1), "MMM")),
            "year": month[:4],
            "count": format_decimal(count),
            "height": round(100 * count / most),
        }
        for month, count in shown
    ]
