"""Results and plays: the result of a table, and statistics and files of all plays.

Everyone at a table can have its result as a picture, and as a play for BG Stats. Only people at the
computer itself see all plays (`web.auth.visits.is_at_home`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import (
    Blueprint,
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
from companion.game import game, offering
from companion.language import ENGLISH, decimal, listed, say, say_many, translated
from companion.plays import Outcome, Play, Result, Unit
from companion.plays.checked import Odd
from companion.plays.files import FORMS, MOST_BYTES, read
from companion.plays.statistics import GameRecord, Record, statistics
from web.auth.access import access
from web.auth.visits import Visit, require_home, require_right
from web.games.shapes import Json
from web.places import work_in
from web.plays.played import PlayArchive, play_of
from web.refusal import ApiError
from web.services import services
from web.text.languages import request_language, short_title, translate_view

if TYPE_CHECKING:
    from printables.output.result_card import ResultCard

KEPT = 64  # pictures of results that are cached, about 0.1 MB each

results = Blueprint("results", __name__)
_kept: OrderedDict[ResultCard, bytes] = OrderedDict()
LATEST = 10  # plays that are listed
MOST_SHOWN = 20  # of the places in a file that were shortened or left out
MONTHS = 12  # months in the chart
FORM_BYTES = 64 * 1024  # of the form around an uploaded file
plays = Blueprint("plays", __name__)
plays.before_request(require_home)


@results.get("/t/<code>/result.png")
def picture(code: str) -> Response:
    """Return the result as a picture in the request's language; 404 until the game is over."""
    visitor = require_right(code)
    play = _finished(visitor)
    card = card_of(play, visitor.screens.shared(visitor.log)["seats"], visitor.game)
    data = _kept.get(card)
    if not data:
        work_in("pictures")  # one at a time, so phones that ask at once share it
        access().throttle.count("results")
        data = _kept[card] = services().draw_result(card)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    response = make_response(data)
    response.mimetype = "image/png"
    response.set_etag(sha256(data).hexdigest()[:32])
    return _sent(response, f"rookery-{visitor.code}.png")


@results.get("/t/<code>/result.bgsplay")
def play_file(code: str) -> Response:
    """Return the result as a play that BG Stats imports."""
    visitor = require_right(code)
    form = FORMS["bgsplay"]
    response = make_response(form.write([_finished(visitor)], None))
    response.mimetype = form.mime
    return _sent(response, f"rookery-{visitor.code}.{form.suffix}", save=True)


def _finished(visitor: Visit) -> Play:
    play = play_of(visitor.code, visitor.log)
    if play is None:
        raise ApiError(404, "not-over", say("That game isn't over yet."))
    return play


def _sent(response: Response, name: str, *, save: bool = False) -> Response:
    """Return the response, uncached as scores may be corrected; `?save` downloads it as a file."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Accept-Language"
    if save or "save" in request.args:
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.make_conditional(request)
    return response


def draw_here(card: ResultCard) -> bytes:
    """Draw a card's picture in this process."""
    from printables.output.result_card import png  # noqa: PLC0415 - reportlab is heavy

    return png(card)


def archive() -> PlayArchive:
    """Return the running app's plays."""
    new = PlayArchive(services().store)
    kept: PlayArchive = current_app.extensions.setdefault("rookery.plays", new)
    return kept


@plays.get("/plays")
def page() -> str:
    """Show statistics, the newest plays, and how to export, import and delete plays."""
    return _page({name: request.args.get(name, "") for name in ("new", "known", "gone")})


def _page(counted: Mapping[str, str], odd: Sequence[PlaysError] = ()) -> str:
    """Return the page with notices of what was done, and of what was `odd` in an import."""
    found = archive().read()
    totals, number = statistics(found.all), found.unread_imports
    others = say_many("{n} imported play", "{n} imported plays", number) if number else ""
    return render_template(
        "plays.html",
        all=totals,
        hours=round(totals.seconds / 3600),
        minutes=round(totals.seconds / 60),
        games=[_game(row) for row in totals.games],
        months=_months(totals.months),
        latest=[_line(play) for play in reversed(found.all[-LATEST:])],
        tables=len(found.at_tables),
        people=[_person(row) for row in totals.people],
        most=max((row.plays for row in totals.people), default=1),
        unread=", ".join(filter(None, (*found.unread_tables, translate_view(others)))),
        notices={name: int(n) for name, n in counted.items() if n.isascii() and n.isdigit()},
        odd=[f"{each.at}: {translate_view(each.problem)}" for each in odd[:MOST_SHOWN]],
        more=max(0, len(odd) - MOST_SHOWN),
    )


@plays.get("/plays.<any(csv, json, bgsplay):form>")
def export(form: str) -> Response:
    """Return all plays in one file."""
    made = FORMS[form]
    response = make_response(made.write(archive().read().all, None))
    response.headers["Content-Type"] = made.mime
    response.headers["Content-Disposition"] = f'attachment; filename="rookery-plays.{made.suffix}"'
    return response


@plays.get("/plays/import")
def may_bring() -> tuple[str, int]:
    """Return 204 if plays may be imported from here, else the refusal that they would get."""
    return "", 204


@plays.post("/plays/import")
def bring() -> AnyResponse:
    """Import the new plays of a file."""
    request.max_content_length = MOST_BYTES + FORM_BYTES
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise ApiError(400, "malformed", say("Choose a file first."))
    odd: Odd = []
    try:
        imported = read(upload.read(), upload.filename[:100], None, odd)
    except PlaysError as error:
        problem = say("{problem}; {remedy}.", problem=error.problem, remedy=error.remedy)
        if error.at:
            problem = say("{place}: {problem}", place=error.at, problem=problem)
        raise ApiError(422, "plays", problem) from error
    new, known = archive().add(imported)
    if odd:  # they are listed here and now: an address has no room for them
        return make_response(_page({"new": str(new), "known": str(known)}, odd))
    return _back(new=new, known=known)


@plays.post("/plays/delete")
def delete() -> AnyResponse:
    """Delete all plays for good, with the tables that they were played at and their photos."""
    count = len(archive().read().all)
    for code in archive().forget():
        services().clear_away(code)
    return _back(gone=count)


def _back(**counts: int) -> AnyResponse:
    return redirect(url_for("plays.page", **counts), 303)  # type: ignore[arg-type]  # may be int


# --- in words -------------------------------------------------------------------------------------


def card_of(play: Play, seats: list[Json], slug: str) -> ResultCard:
    """Return the contents of the picture, in the request's language, for the `seats` of a view."""
    from printables.output.result_card import Line, ResultCard  # noqa: PLC0415 - see above

    rows = [*zip(play.outcome.results, seats, strict=True)]
    lines = []
    for each, seat in sorted(rows, key=lambda row: row[0].rank or len(seats) + 1):
        score = translate_view(score_text(each, play.outcome.unit))
        rank = each.rank or 0
        lines.append(Line(each.name, score, rank, each.won, seat["ink"], seat["symbol"]))
    facts = translate_view((play.outcome.variant, day(play.ended), minutes(play.seconds)))
    return ResultCard(
        slug,
        short_title(game(slug).title),
        translate_view(headline(play.outcome)),
        tuple(lines),
        tuple(str(fact) for fact in facts if fact),
        str(translate_view(play.outcome.note)),
    )


def headline(outcome: Outcome) -> str:
    """Return who has won, as a sentence."""
    names = [result.name for result in outcome.results if result.won]
    if outcome.together:
        return say("You all won!") if names else say("You all lost")
    if len(names) == 1:
        return say("{name} wins!", name=names[0])
    return say("{names} share the win", names=listed(names, " & ")) if names else say("Nobody won")


def score_text(result: Result, unit: Unit) -> str:
    """Return a score with its unit; "" for none."""
    if result.score is None:
        return ""
    if unit == "seconds":
        return stopwatch(result.score)
    figure = format_decimal(result.score)
    whole = result.score == int(result.score)
    n = int(result.score) if whole else 2
    if unit == "points":
        return say_many("{score} point", "{score} points", n, score=figure)
    if unit == "pips":
        return say_many("{score} pip", "{score} pips", n, score=figure)
    if unit == "spaces":
        return say_many("{score} space", "{score} spaces", n, score=figure)
    return str(figure)


def stopwatch(seconds: float) -> str:
    """Return minutes, seconds and tenths.

    >>> stopwatch(101.54), stopwatch(59.97), stopwatch(4)
    ('1:41.5', '1:00.0', '4.0 s')
    """
    tenths = round(seconds * 10)
    if tenths < 600:
        return say("{seconds} s", seconds=decimal(f"{tenths / 10:.1f}"))
    return listed([tenths // 600, decimal(f"{tenths % 600 / 10:04.1f}")], ":")


def day(at: str) -> str:
    """Return a date as people write it, by this computer's clock; in English, day first."""
    form = "d MMMM y" if request_language() == ENGLISH else "long"
    local = datetime.fromisoformat(at).astimezone()
    return str(format_date(local, form, rebase=False))


def minutes(seconds: int) -> str:
    """Return a length of time in words; "" for none."""
    whole = round(seconds / 60)
    return say_many("{n} minute", "{n} minutes", whole) if whole else ""


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
    return short_title(titles[game]) if game in titles else game


def _game(row: GameRecord) -> Mapping[str, object]:
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
