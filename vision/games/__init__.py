"""One package per game turns the pieces on the table into the game's `Reading`.

`base` has what a game provides (a `Row`) and how it examines the photo (an `Eye`); `reading` and
`words` what all readings have in common; `pose` where pieces lie; `foreign_cards` the messages
about cards of another deck. Positions are mm in the table's frame, y up.
"""

from __future__ import annotations

from functools import cache

from companion.game import Deck, game, games, part
from companion.language import say
from vision.games.base import Line, Mark, Row, Table
from vision.games.foreign_cards import of_another_deck
from vision.games.reading import Reading, Unsure
from vision.games.words import doubt_lines


@cache
def row(slug: str) -> Row:
    """Return the row of the game `slug`; raise `UsageError` if there is no such game."""
    if "scan" not in game(slug).offers:
        return _plain(slug)
    return part(slug, "photo", Row)


def rows() -> tuple[Row, ...]:
    """Return all rows, in the order of the games."""
    return tuple(row(each.slug) for each in games())


def _plain(game: str) -> Row:
    """Return the row of a game without photo reading of its own: it lists the pieces."""

    def judge(table: Table, deck: Deck, _known: object) -> Reading:
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
        title = Line(f"ONLY PIECES  {reading.photo}", "title")
        return (title, *pieces, *doubt_lines(reading), *map(Line, reading.notes))

    def marks(reading: Reading) -> tuple[Mark, ...]:
        return tuple(Mark(piece.outline, piece.id, "good") for piece in reading.pieces)

    return Row(game, lambda _asked, _deck: None, judge, show, marks)
