"""Photos of a game that has no rules for them: the reading lists the pieces on the table."""

from __future__ import annotations

from companion.game import Deck
from companion.language import say
from vision.games.base import Line, Mark, Row, Table, Wishes
from vision.games.foreign_cards import of_another_deck
from vision.games.reading import Reading, Unsure

TITLE = "ONLY PIECES"


def row(game: str) -> Row:
    """Return a row for a game that has no part "photo"."""

    def judge(table: Table, deck: Deck, _wishes: Wishes) -> Reading:
        if table.clashes:
            why = of_another_deck(table.clashes, ())
        else:
            text = say("only pieces are listed: this game has no rules for photos")
            why = Unsure(None, text, "legality", say("count by hand"))
        return Reading(
            photo=table.photo,
            game=game,
            deck=deck.fingerprint,
            verdict="unsure",
            pieces=table.pieces,
            unsure=(why,),
        )

    def show(reading: Reading, _deck: Deck) -> tuple[Line, ...]:
        pieces = (Line(f"  {piece.id}, {piece.face}") for piece in reading.pieces)
        why = (Line(f"? {item.text}: {item.remedy}", "unsure") for item in reading.unsure)
        title = Line(f"{TITLE}  {reading.photo}", "title")
        return (title, *pieces, *why, *map(Line, reading.notes))

    def marks(reading: Reading) -> tuple[Mark, ...]:
        return tuple(Mark(piece.outline, piece.id, "good") for piece in reading.pieces)

    return Row(game, judge, show, marks)
