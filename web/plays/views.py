"""The plays of this computer: what they add up to, as files, out of files, and gone.

They are for whoever sits at the computer itself, like all its tables (`web.auth.visits.at_home`): a
phone sees the result of the table that it sits at (`web.plays.results`), and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from web.auth.visits import at_home
from web.plays.played import Played
from web.plays.results import day, headline, minutes, score_text
from web.refusal import ApiError
from web.services import services
from web.text.languages import spoken, told, told_text

plays = Blueprint("plays", __name__)


def register(app: Flask) -> None:
    """Put the plays' pages into the app, over the plays of its store."""
    app.extensions["rookery.plays"] = Played(services(app).store)
    app.register_blueprint(plays)


def archive() -> Played:
    """Return the running app's plays."""
    kept: Played = current_app.extensions["rookery.plays"]
    return kept


LATEST = 10  # plays that are listed
MONTHS = 12  # that are drawn
FORM_BYTES = 64 * 1024  # round an uploaded file


@plays.get("/plays")
def page() -> str:
    """Statistics, drawn; the newest plays; files; and the way to delete it all."""
    _check_home()
    every = archive().all()
    found = statistics(every)
    counted = {name: request.args.get(name, "") for name in ("new", "known", "gone")}
    return render_template(
        "plays.html",
        all=found,
        hours=round(found.seconds / 3600),
        games=[_game(row) for row in found.games],
        months=_months(found.months),
        latest=[_line(play) for play in reversed(every[-LATEST:])],
        tables=len(archive().at_tables()),
        people=[_person(row) for row in found.people],
        most=max((row.plays for row in found.people), default=1),
        unread=_unread(),
        told_of={
            name: int(text) for name, text in counted.items() if text.isascii() and text.isdigit()
        },
    )


@plays.get("/plays.<any(csv, json, bgsplay):form>")
def export(form: str) -> Response:
    """All plays in one file."""
    _check_home()
    made = FORMS[form]
    response = make_response(made.write(archive().all(), None))
    response.headers["Content-Type"] = made.mime
    response.headers["Content-Disposition"] = f'attachment; filename="rookery-plays.{made.suffix}"'
    return response


@plays.get("/plays/import")
def may_bring() -> tuple[str, int]:
    """Say whether a file of plays may come from here: 204, or the refusal that it would get."""
    _check_home()
    return "", 204


@plays.post("/plays/import")
def bring() -> AnyResponse:
    """Keep the plays of a file, those that are new."""
    _check_home()
    request.max_content_length = MOST_BYTES + FORM_BYTES
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise ApiError(400, "malformed", say("Choose a file first."))
    try:
        found = read(upload.read(), upload.filename[:100], None)
    except PlaysError as error:
        raise ApiError(422, "plays", _problem(error)) from error
    new = archive().add(found)
    return _back(new=new, known=len({play.id for play in found}) - new)


@plays.post("/plays/delete")
def delete() -> AnyResponse:
    """Delete all plays for good, with the tables that they were played at and their photos."""
    _check_home()
    count = len(archive().all())
    for code in archive().forget():
        services().clear_away(code)
    return _back(gone=count)


def _unread() -> str:
    """What can't be read and is not counted, "" for nothing."""
    codes, number = archive().unread()
    others = [told(say_many("{n} imported play", "{n} imported plays", number))] if number else []
    return ", ".join((*codes, *others))


def _check_home() -> None:
    if not at_home():
        raise ApiError(
            403, "forbidden", say("Stats are available only on the computer that runs Rookery.")
        )


def _back(**counts: int) -> AnyResponse:
    return redirect(url_for("plays.page", **counts), 303)  # type: ignore[arg-type]  # may be int


def _problem(error: PlaysError) -> str:
    problem = say("{problem}; {remedy}.", problem=error.problem, remedy=error.remedy)
    return say("{place}: {problem}", place=error.at, problem=problem) if error.at else problem


# --- what the page says ---------------------------------------------------------------------------


def _line(play: Play) -> Mapping[str, object]:
    return {
        "day": day(play.ended),
        "game": _name(play.game),
        "variant": translated(play.outcome.variant, spoken()),
        "who": told(headline(play.outcome)),
        "names": ", ".join(filter(None, (r.name for r in play.outcome.results))),
        "minutes": told(minutes(play.seconds)),
        "table": play.table,
    }


def _name(game: str) -> str:
    """The name of a game of ours as this phone reads it; another's, as it came in."""
    titles = {row.title.partition(":")[0]: row.title for row in offering("table")}
    return told_text(titles[game]).partition(":")[0] if game in titles else game


def _game(row: GameRecord) -> Mapping[str, object]:
    """A game's record with its figures in words."""
    return {
        "name": _name(row.game),
        "variant": translated(row.variant, spoken()),
        "row": row,
        "best": _figure(row.best, row.unit),
        "mean": _figure(row.mean, row.unit),
        "people": [_person(each, row.unit) for each in row.people],
    }


def _person(row: Record, unit: Unit = "") -> Mapping[str, object]:
    return {"row": row, "best": _figure(row.best, unit), "mean": _figure(row.mean, unit)}


def _figure(score: float | None, unit: Unit) -> str:
    """A score, to a tenth."""
    return "" if score is None else str(told(score_text(Result("", round(score, 1)), unit)))


def _months(months: tuple[tuple[str, int], ...]) -> list[Mapping[str, object]]:
    """The last months, each with its name, its count and the height of its column, 0 to 100."""
    shown = list(_named(months[-MONTHS:]))
    most = max((count for _, _, count in shown), default=1) or 1
    return [
        {
            "name": name,
            "year": year,
            "count": format_decimal(count),
            "height": round(100 * count / most),
        }
        for name, year, count in shown
    ]


def _named(months: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, str, int]]:
    for month, count in months:
        first = date(int(month[:4]), int(month[5:]), 1)
        yield str(format_date(first, "MMM")), month[:4], count
