"""Pictures: the printed cards as SVG, the door's QR code, and photos of the table."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from flask import Blueprint, Response, make_response, request, send_file

from companion.errors import UsageError
from companion.language import ENGLISH, LANGUAGES
from web import qr
from web.games import screens
from web.photos import Picture
from web.refusal import ApiError
from web.tables import join_url, own_decks, services, visit

pictures = Blueprint("pictures", __name__)

MOST_PACKED = 1_000_000  # bytes; larger ones hold a photo, which nothing shrinks
FOR_EVER = "public, max-age=31536000, immutable"
# for a picture, even opened by itself; its style by digest
SVG_CSP = "default-src 'none'; style-src {styles}; font-src data:; img-src data:; sandbox"
_STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)
_WEIGHT = re.compile(r'font-weight="(\d+)"')


@pictures.get("/t/<code>/qr.svg")
def door(code: str) -> Response:
    """The QR code that leads phones to the table."""
    response = svg(qr.svg(join_url(visit(code).code)))
    response.headers["Cache-Control"] = "no-cache"
    return response


@pictures.get("/art/<game>/<fingerprint>/<piece>/<face>.svg")
def art(game: str, fingerprint: str, piece: str, face: str) -> Response:
    """One face of a piece as it is printed; the deck's fingerprint in the address makes it good for ever.

    `?in=` names the language of its words: the address alone says what the picture is.
    """
    language = request.args.get("in", ENGLISH)
    if language not in LANGUAGES:
        raise ApiError(404, "not-found", "No cards are printed in that language.")
    deck = services().decks.get((game, fingerprint)) or own_decks().get((game, fingerprint))
    if deck is None:
        raise ApiError(404, "not-found", "No table here plays with that deck.")
    try:
        picture = _drawn(game, deck, piece, face, language)
    except UsageError as error:
        raise ApiError(404, "not-found", "There is no such card in that deck.") from error
    response = svg(picture)
    response.headers["Cache-Control"] = FOR_EVER
    response.set_etag(f"{fingerprint[:16]}.{piece}.{face}.{language}")
    response.make_conditional(request)
    return response


@pictures.get("/t/<code>/photos/<photo>/<any(photo, overlay):which>.jpg")
def photograph(code: str, photo: str, which: Picture) -> Response:
    """A photo of the table, upright and without EXIF, or what was read of it."""
    seen = visit(code)
    if seen.actor is None:
        raise ApiError(403, "forbidden", "Only who sits at the table sees its photos.")
    try:
        path = services().photos.path(seen.code, photo, which)
    except UsageError as error:
        raise ApiError(404, "not-found", "There is no such photo.") from error
    response = send_file(path, mimetype="image/jpeg", conditional=True)
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response


@lru_cache(maxsize=512)
def _drawn(game: str, deck: Any, piece: str, face: str, language: str) -> bytes:
    services().throttle.count("drawings")
    return with_letters(screens(game).art(deck, piece, face, language))


def with_letters(text: str) -> bytes:
    """An SVG that carries its own letters: an <img> can not use the page's font."""
    faces = "".join(_font_face(weight) for weight in sorted(set(_WEIGHT.findall(text))))
    head, end, rest = text.partition(">")
    return f"{head}{end}<style>{faces}</style>{rest}".encode() if faces else text.encode()


@lru_cache
def _font_face(weight: str) -> str:
    from printables import fonts  # noqa: PLC0415 - reportlab is heavy, and only a card needs it

    name = next(fonts.NAMES[key] for key, css in fonts.CSS_WEIGHTS.items() if str(css) == weight)
    data = base64.b64encode(files("printables").joinpath("fonts", f"{name}.ttf").read_bytes()).decode()
    return f"@font-face{{font-family:{fonts.FAMILY};font-weight:{weight};src:url(data:font/ttf;base64,{data})}}"


@lru_cache(maxsize=512)
def _packed(picture: bytes) -> bytes:
    return gzip.compress(picture, mtime=0)


def svg(picture: bytes) -> Response:
    """An SVG answer, compressed where the browser takes it: text and fonts shrink to a third."""
    response = make_response(picture)
    if len(picture) <= MOST_PACKED and request.accept_encodings.quality("gzip"):
        response.set_data(_packed(picture))
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.mimetype = "image/svg+xml"
    response.headers["Content-Security-Policy"] = _policy(picture)
    return response


@lru_cache(maxsize=512)
def _policy(picture: bytes) -> str:
    """What a picture may do: nothing but have the style that we gave it."""
    digests = [base64.b64encode(hashlib.sha256(style).digest()).decode() for style in _STYLE.findall(picture)]
    return SVG_CSP.format(styles=" ".join(f"'sha256-{digest}'" for digest in digests) or "'none'")
