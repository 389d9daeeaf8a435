"""The label for the box: name, players and time, and a QR code with the whole deck."""

from __future__ import annotations

from typing import TypeAlias, cast

from companion.deckfile import load_summary
from companion.errors import PrintError
from companion.fields import BOX_LABEL
from companion.game import Deck, Game, Piece
from companion.language import Phrase, listed, say
from companion.layout import POKER, Size
from printables.art.codes import PLAIN_ADDRESS, Code, code, draw_code
from printables.art.cover import HERO, Cover, deck_mark, facts, look_of, name_and_subtitle
from printables.draw.colours import GREY, INK, PAPER
from printables.draw.fonts import LEADING, Weight, address_lines, paragraph, shrunk, text_width
from printables.draw.paths import line, rectangle, rounded
from printables.draw.pen import BLEED, FRAME, Pen, bled, wash

ID, KIND = BOX_LABEL, "label"
ROOM, LEAST = 62.0, 40.0  # for the deck's code at most, and for what is written below it, mm
CODE = 24.0  # for the table's address, mm
ART = 62.0  # width of the picture
LOWEST = 66.0  # height
PAD = 3.5
FOOT = 11.0  # below the code: what it is
ADDRESS_LINES = 3
Said: TypeAlias = tuple[Phrase | str, Phrase | str]
SAID = {  # by whether the game has cards, and whether the code has room for the deck
    (True, True): say("This code is the whole deck."),
    (True, False): say("This deck is too large for a code: keep its file."),
    (False, True): say("This code is the whole board."),
    (False, False): say("This board is too large for a code: keep its file."),
}


def pieces(packed: str, address: str, said: Said | None = None) -> tuple[Piece, ...]:
    """Return the label of a deck packed as `packed`, with a code for `address` if given.

    `said` is what lies below the deck's code, a heading and small print, instead of the usual.
    """
    height = max(LOWEST, _deck_code(packed)[1] + FOOT + 2 * PAD)
    width = ART + _deck_code(packed)[1] + 2 * PAD + ((CODE + PAD) if address else 0)
    data = {"code": packed, "address": address, "said": said}
    return (Piece(BOX_LABEL, KIND, Size(width, height), {"front": ()}, data=data),)


def draw(pen: Pen, piece: Piece, _face: str, game: Game, deck: Deck) -> None:
    """Draw the label; raises `PrintError` if the address is too long for its code."""
    look, size = look_of(game, deck), piece.size
    packed, address = str(piece.data["code"]), str(piece.data["address"])
    pen.paint(bled(size), wash(pen, PAPER))
    with pen.clip(rectangle(-BLEED, -BLEED, ART + BLEED, size.height + 2 * BLEED)):
        name, subtitle = name_and_subtitle(game, deck, pen.language)
        plate = 21.0 if subtitle else 17.0
        top = size.height - plate - PAD
        look.backdrop(pen, ART, size.height, plate=plate + PAD)
        look.draw_hero(pen, ART / 2, top + 2.6, min(0.84, (top - 3) / HERO[1]))
        left, width = PAD, ART - 2 * PAD
        pen.paint(rounded(left, top, width, plate, 3), PAPER, INK, width=FRAME)
        pen.title(name, ART / 2, top + 9.6, size=10.5, width=width - 6, fill=look.deep)
        y = top + 14.2
        if subtitle:
            pen.text(ART / 2, y, subtitle, 4, INK, weight="semibold", fit=width - 6)
            y += 4.6
        pen.text(ART / 2, y, facts(game, load_summary(game, deck).minutes), 3.3, INK, fit=width - 6)
    pen.paint(line([(ART, -BLEED), (ART, size.height + BLEED)]), None, INK, width=FRAME)
    qr, side = _deck_code(packed)
    x = ART + PAD
    if qr:
        draw_code(pen, qr, x + (side - qr.side) / 2, PAD)
    cards = any(each.size == POKER for each in game.pieces(deck))
    origin = listed((deck_mark(deck), *(["rookery deck read PHOTO"] if qr else [])), " · ")
    said = cast("Said | None", piece.data["said"])
    words, small = said or (SAID[cards, bool(qr)], origin)
    y = size.height - PAD - FOOT
    look.draw_motif(pen, x + 4.6, y + 5.4, 8)
    rows: tuple[tuple[Phrase | str, float, float, str, Weight], ...] = (
        (words, 3.4, 3.4, INK, "semibold"),
        (small, 8.2, 2.8, GREY, "medium"),
    )
    for text, middle, most, fill, weight in rows:
        few, lines = paragraph(pen.translate(text), most, side - 10.4, 5.2, weight)
        pen.rows(lines, x + 10.4, y + middle, few, fill, weight=weight, anchor="start")
    if address:
        _draw_table_code(pen, look, x + side + PAD, address, size.height)


def _deck_code(packed: str) -> tuple[Code | None, float]:
    """Return the deck's code and the side of its room, mm; no code if the deck is too large."""
    try:
        qr = code(packed, ROOM)
    except PrintError:
        return None, LEAST
    return qr, max(qr.side, LEAST)


def _draw_table_code(pen: Pen, look: Cover, x: float, address: str, height: float) -> None:
    """Draw the small code for the web app; raises `PrintError` if the address is too long."""
    qr = code(address, CODE)
    if qr.side > CODE:
        problem = f"{len(address)} characters are too long for the label"
        raise PrintError("--address", problem, remedy=PLAIN_ADDRESS)
    top = (height - CODE) / 2 - 4
    pen.paint(rounded(x - 1, top - 9, CODE + 2, CODE + 21, 2.4), wash(pen, look.tint), look.deep)
    room, words, gap = CODE - 2, say("Our table"), (CODE - qr.side) / 2
    pen.text(x + CODE / 2, top - 3.2, words, 4, look.deep, weight="semibold", fit=room)
    draw_code(pen, qr, x + gap, top + gap)

    def fits(size: float) -> bool:
        lines = address_lines(address, size, room)
        return len(lines) <= ADDRESS_LINES and max(text_width(each, size) for each in lines) <= room

    size = shrunk(fits, 2.7, 1.2, "--address")
    for number, each in enumerate(address_lines(address, size, room)):
        pen.text(x + CODE / 2, top + CODE + 4 + number * size * LEADING, each, size, INK)
