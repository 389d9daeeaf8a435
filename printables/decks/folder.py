"""Someone's own pictures as cards: a folder of them, or a PDF, becomes a job to print.

A picture fills its card, in the middle of it. Where it brings no bleed, its own edges are mirrored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.errors import UsageError
from companion.game import Game, Piece
from companion.language import Phrase, decimal, listed, say
from companion.layout import Size
from companion.text import one_line, slug_of
from printables.decks.boxes import Element, Whole
from printables.decks.cardgame import CardGame, deck_job
from printables.decks.scans import Scan, own_size, read_scan
from printables.decks.sizes import ALIKE, LEAST_DPI, parse_size
from printables.decks.sources import Source, cards_of, sources
from printables.draw.fonts import drawable
from printables.draw.pen import BLEED
from printables.output.job import Job, Order
from printables.output.shop import DPI, PX

TITLE = "Cards"  # of a print whose folder's name can't be printed
MOST = 1000  # cards of one print
CUTS_OFF = {  # by whether it is at the sides
    True: say("not the card's shape: {mm} mm are cut off left and right"),
    False: say("not the card's shape: {mm} mm are cut off top and bottom"),
}
MOST_NOTES = 8  # more of them would hide the rest of the output
CUT_OFF = 0.5  # less than cutting may take from a side anyway, mm


class ImposeOrder(Order, total=False):
    """The options of `rookery impose`."""

    fronts: str
    backs: str | None
    size: str | None
    included: float
    counts: str | None


def impose_job(order: ImposeOrder, done: Callable[[], None] = lambda: None) -> Job:
    """Read the pictures, calling `done` after each, and return them as cards to print.

    Raises a `RookeryError` that names the file, what is wrong with it, and what to do.
    """
    fronts, backs, notes = sources(order["fronts"], order.get("backs"))
    rows = cards_of(fronts, backs, order.get("counts"))
    total = sum(card.copies for card in rows) * order.get("copies", 1)
    if not 1 <= total <= MOST:
        remedy = f"print up to {MOST} at once" if total else "raise a count"
        raise UsageError(order["fronts"], f"{total} cards", remedy=remedy)
    size, included = parse_size(order.get("size")), order.get("included", 0.0)
    scans: dict[Source, Scan] = {}
    pieces: list[Piece] = []
    faces: dict[tuple[str, str], tuple[Element, ...]] = {}
    keys: dict[Source, str] = {}  # of pictures, whichever folder they are in
    faults: dict[Phrase, dict[str, None]] = {}
    for front, back, count, stock in rows:
        names = (slug_of(front.title), *(f"{slug_of(front.title)}-{n}" for n in range(2, MOST)))
        piece = next(name for name in names if (name, "front") not in faces)
        sides = {"front": front} | ({"back": back} if back else {})
        for source in sides.values():
            if source not in scans:
                scans[source], keys[source] = read_scan(source), f"picture {len(scans) + 1}"
                done()
        card = size or own_size(front, scans[front], included)
        for face, source in sides.items():
            scan = scans[source]
            lies = scan.wide and card.width != card.height
            # behind, turned the other way: turned over like a page, both are upright
            aside = 0 if not lies else 90 if face == "front" else 270
            turn = (scan.turn + aside) % 360
            faces[piece, face] = (Whole(keys[source], turn, card, included),)
            for fault in _faults(source, scan, card, included):
                faults.setdefault(fault, {})[source.name] = None
        data = {"stock": stock} if stock else {}
        pieces.append(Piece(piece, "card", card, dict.fromkeys(sides, ()), count, data=data))
    sizes = Counter(f"{each.size.width:g} x {each.size.height:g} mm" for each in pieces)
    if len(sizes) > 1:
        sums = ", ".join(f"{number} x ({name})" for name, number in sizes.most_common(4))
        words = say("{n} sizes of cards: {sizes}. Choose one for all.", n=len(sizes), sizes=sums)
        notes.append(words)
    for fault, files in [*faults.items()][:MOST_NOTES]:
        name = next(iter(files))
        if len(files) > 1:
            name = say("{file} and {n} more", file=name, n=len(files) - 1)
        notes.append(listed((name, fault), ": "))
    if len(faults) > MOST_NOTES:
        notes.append(say("and {n} more like these", n=len(faults) - MOST_NOTES))
    pictures = {keys[source]: scan.picture for source, scan in scans.items()}
    place, every = order["fronts"], tuple(pieces)
    deck = CardGame(_title(Path(place)), "", every, faces, pictures, tuple(notes))
    game = Game("cards", TITLE, (1, 1), "", lambda *_: deck, lambda _: every)
    key = repr((deck.title, [(piece.id, piece.size) for piece in pieces]))
    return deck_job(game, deck, place, every, order, key)


def _title(path: Path) -> str:
    """Return what of a folder's or PDF's name can be printed."""
    return drawable(one_line(path.resolve().stem)[0]) or TITLE


def _faults(source: Source, scan: Scan, card: Size, included: float) -> Iterator[Phrase]:
    """Yield warnings about a picture on its card."""
    wide, high = (side + 2 * included for side in (card.width, card.height))
    across, down = sorted(scan.pixels) if card.width != card.height else scan.pixels
    scale = max(wide / across, high / down)  # mm per pixel
    if not source.page and 25.4 / scale < LEAST_DPI - 0.5:
        yield say(
            "{dpi} dpi on the card, so it looks blurred; {width} x {height} pixels are {best}",
            dpi=round(25.4 / scale),
            width=round(wide * PX),
            height=round(high * PX),
            best=DPI,
        )
    if scan.frames > 1:
        yield say("only the first of its {n} pictures is printed", n=scan.frames)
    lost = max(across * scale - wide, down * scale - high) / 2
    if lost > CUT_OFF:
        with_bleed = (card.width + 2 * BLEED) / (card.height + 2 * BLEED)
        beside = across * scale - wide > down * scale - high
        parts = [say(CUTS_OFF[beside], mm=decimal(f"{lost:.1f}"))]
        if not included and abs(across / down / with_bleed - 1) < ALIKE / 2:
            parts.append(say("or say that it brings 3 mm of bleed"))
        yield listed(parts)
