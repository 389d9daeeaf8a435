"""The language of each phone: the one chosen on it, else the browser's, else English.

Views, refusals and history lines are made once, in English, as `Phrase`s (companion/language.py),
and translated here for each request. Phones at one table may use different languages.
"""

from __future__ import annotations

import re
from typing import TypeVar, cast

from flask import Blueprint, Flask, g, has_request_context, redirect, request
from flask_babel import Babel
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response

from companion.language import ENGLISH, LANGUAGES, Phrase, say, say_many, translated
from web.refusal import ApiError

COOKIE = "language"
# a path on this server: browsers ignore tabs, and two slashes lead to another one
OWN_PLACE = re.compile(r"/(?![/\\])[!-~]*")
# characters of the header that are parsed; browsers send fewer
LONGEST = 200
YEAR_S = 365 * 24 * 3600

T = TypeVar("T")
languages = Blueprint("languages", __name__)


def register(app: Flask) -> None:
    """Make Flask-Babel use the preferred language, and add translation to the templates."""
    Babel(app, default_locale=ENGLISH, locale_selector=preferred_language)
    app.register_blueprint(languages)
    app.context_processor(
        lambda: {
            "language": request_language(),
            "languages": LANGUAGES,
            "t": t,
            "tn": tn,
            "translate": translate_text,
        }
    )


def preferred_language() -> str:
    """Return the language of the cookie, else the one that the browser prefers."""
    wish = request.cookies.get(COOKIE, "")
    if wish in LANGUAGES:
        return wish
    return language_of(request.headers.get("Accept-Language", ""))


def language_of(header: str) -> str:
    """Return the language that fits an Accept-Language best."""
    accepted = parse_accept_header(header[:LONGEST], LanguageAccept)
    return accepted.best_match(list(LANGUAGES)) or ENGLISH


def request_language() -> str:
    """Return the language of the request; English without one."""
    if not has_request_context():
        return ENGLISH
    if "language" not in g:  # Flask-Babel would create a whole locale each time
        g.language = preferred_language()
    return str(g.language)


def short_title(title: str) -> str:
    """Return a game's short name, translated: `Giza` of `Giza: the penguin pyramid`."""
    return translate_text(title).partition(":")[0]


def translate_view(value: T) -> T:
    """Return a view with each Phrase in it translated for the request."""
    return translated_view(value, request_language())


def translated_view(value: T, language: str) -> T:
    """Return a view with each Phrase in it translated."""
    return value if language == ENGLISH else cast("T", _translated(value, language))


def _translated(value: object, language: str) -> object:
    if isinstance(value, Phrase):
        return translated(value, language)
    if isinstance(value, dict):
        return {name: _translated(one, language) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_translated(one, language) for one in value]
    return value


def translate_text(text: str) -> str:
    """Return a text of a game's data, such as its title, translated for the request."""
    return translated(text, request_language())


def t(template: str, **values: object) -> str | Markup:
    """Return a translated sentence for a template; values are escaped unless they are markup."""
    return _to_markup(say(template, **values))


def tn(one: str, many: str, n: int, **values: object) -> str | Markup:
    """Return a translated sentence about `n` things for a template, as `t` does."""
    return _to_markup(say_many(one, many, n, **values))


def _to_markup(phrase: Phrase) -> str | Markup:
    if not any(isinstance(value, Markup) for value in phrase.values.values()):
        return translated(phrase, request_language())
    safe = {name: escape(translate_view(value)) for name, value in phrase.values.items()}
    text = translated(Phrase(phrase.template, safe, phrase.many, phrase.number), request_language())
    return Markup(text)  # noqa: S704 - the templates are ours, the values escaped


@languages.post("/language")
def choose() -> Response:
    """Remember the language chosen on this device, and go back to the page."""
    wish, back = request.form.get("language", ""), request.form.get("next", "/")
    if wish not in LANGUAGES:
        raise ApiError(400, "malformed", say("That language isn't available."))
    answer = redirect(back if OWN_PLACE.fullmatch(back) else "/", 303)
    answer.set_cookie(COOKIE, wish, max_age=YEAR_S, samesite="Lax")
    return answer
