"""The result of a table, for everyone at it: a picture, and a play for BG Stats."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, request
from flask_babel import format_date, format_decimal

from companion.game import game
from companion.language import ENGLISH, decimal, listed, say, say_many
from companion.plays import Outcome, Play, Result, Unit
from companion.plays.files import FORMS
from web.auth.access import access
from web.auth.visits import Visit, require_right
from web.games.base import Cache, Json
from web.plays.played import play_of
from web.refusal import ApiError
from web.services import services
from web.text.languages import request_language, translate_text, translate_view

if TYPE_CHECKING:
    from printables.output.result_card import ResultCard

KEPT = 64  # pictures of results that are cached, about 0.1 MB each

results = Blueprint("results", __name__)
_kept: Cache[bytes] = Cache(KEPT)


@results.get("/t/<code>/result.png")
def picture(code: str) -> Response:
    """Return the result as a picture in the request's language; 404 until the game is over."""
    visitor = require_right(code)
    play = _finished(visitor)
    card = card_of(play, visitor.screens.view(visitor.log, None)["seats"], visitor.game)
    data = _kept.find(card)
    if not data:
        with services().drawing.hold():
            data = _kept.find(card)  # phones that ask at once share one picture
            if not data:
                access().throttle.count("results")
                data = _kept.keep(card, services().draw_result(card))
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
        translate_text(game(slug).title).partition(":")[0],
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
    return str(format_date(local(at), form, rebase=False))


def local(at: str) -> datetime:
    """Return a UTC time by this computer's clock."""
    return datetime.fromisoformat(at).astimezone()


def minutes(seconds: int) -> str:
    """Return a length of time in words; "" for none."""
    whole = round(seconds / 60)
    return say_many("{n} minute", "{n} minutes", whole) if whole else ""
