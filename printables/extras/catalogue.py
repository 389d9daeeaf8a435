"""All extras of a game: what there is to print, who draws it, and its outlines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.deckcode import pack
from companion.deckfile import load_summary
from companion.game import Game, Piece
from printables.extras import label, reference, rules, tuckbox
from printables.pen import Pen
from printables.shapes import Shape

Artist = Callable[[Pen, Piece, str, Game, Any], None]


def pieces(game: Game, deck: Any, text: str, address: str = "") -> tuple[Piece, ...]:
    own = game.pieces(deck)
    summary = load_summary(game, deck)
    return (*label.pieces(pack(game.slug, text), address), *rules.pieces(), *reference.pieces(summary), *tuckbox.pieces(game, deck, own))


def draw(pen: Pen, piece: Piece, face: str, game: Game, deck: Any) -> None:
    if piece.kind == "label":
        label.draw(pen, piece, game, deck)
    if piece.kind == "box":
        tuckbox.draw(pen, piece, game, deck)
    if piece.kind == "rules":
        rules.draw(pen, piece, game, deck)
    if piece.kind == "reference":
        reference.draw(pen, piece, face, game, deck)


def shape(piece: Piece, game: Game, deck: Any) -> Shape | None:
    return tuckbox.shape(piece) if piece.kind == "box" else None
