"""Pictures: the printed cards as SVG, the QR code for joining, and photos of the table."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, request, send_file

from companion.errors import UsageError
from companion.game import Deck
from companion.language import ENGLISH, LANGUAGES
from web.auth.access import access
from web.auth.visits import find_decks, join_url, link_key, visit
from web.games.base import shipped
from web.own_art import NO_ART, OwnArt
from web.packed import FOR_EVER
from web.photos import Picture
from web.pictures.faces import draw_face
from web.pictures.own_cards import is_own, own_card
from web.pictures.svg import qr_svg, svg, with_letters
from web.refusal import ApiError
from web.services import services

KEPT = 512  # pictures of cards that are cached

pictures = Blueprint("pictures", __name__)


@pictures.get("/t/<code>/qr.svg")
def door(code: str) -> Response:
    """Return the QR code that leads phones to the table."""
    visitor = visit(code)
    response = svg(qr_svg(f"{join_url(visitor.code)}?link={link_key(visitor.code, visitor.log)}"))
    response.headers["Cache-Control"] = "no-cache"
    return response


@pictures.get("/art/<game>/<edition>/<piece>/<face>.svg")
def art(game: str, edition: str, piece: str, face: str) -> Response:
    """Return a face of a piece as it is printed, in the language of `?in=`.

    The address names the deck's edition, so browsers may keep the picture.
    """
    language = request.args.get("in", ENGLISH)
    if language not in LANGUAGES:
        raise ApiError(404, "not-found", "There are no cards in that language.")
    deck = services().decks.get((game, edition)) or find_decks().get((game, edition))
    try:
        ours, standard = shipped(game)  # also seen without a table, as in a photo that is checked
        deck = deck or (standard if edition == ours else None)
        if deck is None:
            raise ApiError(404, "not-found", "No table here uses that deck.")
        own = services().pictures.get(edition, NO_ART)
        picture = _draw(game, deck, piece, face, language, own=own)
    except UsageError as error:
        raise ApiError(404, "not-found", "That deck doesn't have that card.") from error
    response = svg(picture)
    response.headers["Cache-Control"] = FOR_EVER
    response.set_etag(f"{edition[:16]}.{piece}.{face}.{language}")
    response.make_conditional(request)
    return response


@lru_cache(maxsize=KEPT)
def _draw(game: str, deck: Deck, piece: str, face: str, language: str, *, own: OwnArt) -> bytes:
    access().throttle.count("drawings")
    if own.digest or is_own(game, deck):
        return with_letters(own_card(game, deck, piece, face, language, art=own))
    return with_letters(draw_face(game, deck, piece, face, language))


@pictures.get("/t/<code>/photos/<photo>/<any(photo, overlay):which>.jpg")
def photograph(code: str, photo: str, which: Picture) -> Response:
    """Return a photo of the table, without EXIF, or with what was read drawn on it."""
    visitor = visit(code)
    if visitor.actor is None:
        raise ApiError(403, "forbidden", "Only players at the table can see its photos.")
    try:
        path = services().photos.path(visitor.code, photo, which)
    except UsageError as error:
        raise ApiError(404, "not-found", "That photo doesn't exist.") from error
    response = send_file(path, mimetype="image/jpeg", conditional=True)
    response.headers["Cache-Control"] = "private, no-cache"  # no phone shows it once it is deleted
    return response
