"""The tokens of pirates, which look over the edge of a tag, and the trackers (R1, R4, R9)."""

from __future__ import annotations

from companion.game import Piece
from companion.language import Phrase, say
from companion.pirates.deck import Deck
from companion.pirates.pieces import CAPTAIN as CAPTAIN_SIZE
from companion.pirates.pieces import MARKER, MARKER_RIM, TRACKERS, WINDOW, TrackerPlan, tracker_plan
from companion.pirates.tracks import Verb
from printables.art import drawings
from printables.art.patterns import draw_symbol
from printables.draw.colours import INK, NIGHT, PAPER, SAND, WHITE, mix, readable_on
from printables.draw.paths import circle, rectangle, rounded
from printables.draw.pen import BLEED, Pen, bled, wash
from printables.faces.pirates import signs
from printables.faces.pirates.ships import draw_sailing_ship
from printables.faces.pirates.tiles import draw_dot

EDGE = MARKER.height - MARKER_RIM - WINDOW  # top of the tag's window, mm
MIDDLE = MARKER.width / 2
GROUNDS = {"wave": "#bfe3f4", "crab": SAND, "fish": signs.WATER_LIGHT, "anchor": "#dfe7ee"}
# the height and size of the sign above the tag, mm
ABOVE = {"wave": (3.9, 5.2), "crab": (5.7, 9.2), "fish": (4.1, 6.8), "anchor": (4.7, 5.2)}


def token_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the side with the tag."""
    if piece.id == "captain":
        # the captain is black and white, and larger than the others (pirates: terminology)
        pen.paint(bled(piece.size), wash(pen, "#eef1f4"))
        with pen.at(CAPTAIN_SIZE.width / 2, CAPTAIN_SIZE.height - 6, scale=0.48):
            signs.draw_standing(pen, signs.CAPTAIN, width=1.2)
    elif piece.id in GROUNDS:
        pen.paint(bled(piece.size), _ground(pen, GROUNDS[piece.id]))
        for x in (4.5, 10, 15.5) if piece.id == "wave" else (MIDDLE,):
            signs.draw_sign(pen, piece.id, x, *ABOVE[piece.id])
        if piece.id in {"fish", "anchor"}:  # waves beside the fish, ropes beside the anchor
            drawings.draw(pen, signs.PACKAGE, "parts", f"{piece.id} token")
    else:
        # in its colour, with its symbol
        seat = _seat(piece, deck)
        look = deck.penguins[seat]
        ground = _ground(pen, look.ink)
        pen.paint(bled(piece.size), ground)
        sailor = signs.crew(look.ink, look.symbol, seat)
        with (
            pen.clip(rectangle(-BLEED, -BLEED, MARKER.width + 2 * BLEED, EDGE + BLEED)),
            pen.at(MIDDLE, EDGE + 3.4),
        ):
            signs.draw_head(pen, signs.Sailor(sailor.look, ""), 10.4)
        on = readable_on(ground, INK, PAPER)
        for x in (3.2, MARKER.width - 3.2):
            draw_symbol(pen, look.symbol, x, EDGE / 2 + 0.6, 3.2, fill=on, detail=ground)
    signs.windows(pen, piece.faces["front"])


def token_back(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw the back, with the whole figure."""
    if piece.id == "captain":
        pen.paint(bled(piece.size), wash(pen, PAPER))
        _whole(pen, signs.CAPTAIN, piece.size.width / 2, piece.size.height - 4)
    elif piece.id in GROUNDS:
        pen.paint(bled(piece.size), wash(pen, GROUNDS[piece.id]))
        # the anchor marks that Bob is rescued (pirates R9)
        if piece.id == "anchor":
            signs.draw_sign(pen, "anchor", 7.2, 8.8, 9.4, rim=WHITE)
            with pen.at(12.6, 17.8, scale=0.24):
                signs.draw_castaway(pen, signs.BOB)
        else:
            signs.draw_sign(pen, piece.id, MIDDLE, MARKER.height / 2, 14, rim=WHITE)
    else:
        seat = _seat(piece, deck)
        look = deck.penguins[seat]
        pen.paint(bled(piece.size), wash(pen, look.ink))
        _whole(pen, signs.crew(look.ink, look.symbol, seat), MIDDLE, MARKER.height - 2.8)


def _ground(pen: Pen, colour: str) -> str:
    """Return a token's colour, except for "mono": tokens are small, so "low" keeps it too."""
    return WHITE if pen.ink == "mono" else colour


def _seat(piece: Piece, deck: Deck) -> int:
    return next(i for i, look in enumerate(deck.penguins) if piece.id == f"penguin-{look.id}")


def _whole(pen: Pen, sailor: signs.Sailor, x: float, y: float) -> None:
    build = sailor.look.build
    tall, broad = build.height + 0.55 * build.head, build.belly + 3.4
    with pen.at(x, y, scale=min((y - 2.4) / tall, (x - 2.2) / broad)):
        signs.draw_standing(pen, sailor, width=1.4)


CELL = TrackerPlan.cell
SEA = "#bfe6ea"
TINTS: dict[Verb, str] = {"sails": "#fff1d0", "speed": "#dff0fb", "water": WHITE, "fish": WHITE}
STORMY = "#c3c9d9"
# the token that marks each track
MARKERS: dict[Verb, str] = {"sails": "wave", "speed": "wave", "water": "crab"}
TEXTS: dict[Verb, Phrase] = {
    "sails": say("Sails: the speed you gain each turn."),
    "speed": say("Speed: entering a hex costs one for each dot."),
    "water": say("Water: bail before it reaches the skull!"),
}


def tracker_front(pen: Pen, piece: Piece, deck: Deck) -> None:
    """Draw all tracks of a tracker."""
    verbs = TRACKERS[piece.id]
    plan = tracker_plan(deck, verbs)
    pen.paint(bled(piece.size), wash(pen, SEA))
    for verb, most in plan.tracks:
        for value in range(most + 1):
            with pen.at(*plan.step(verb, value)):
                _step(pen, verb, value, deck)
    left, right = TrackerPlan.margin + WINDOW + 4, piece.size.width - 32
    for i, verb in enumerate(verbs):
        y = TrackerPlan.head * (i + 1) / (len(verbs) + 1) + 0.6
        signs.draw_sign(pen, signs.TRACK_SIGNS[verb], left + 3, y, 5.4)
        pen.heading(TEXTS[verb], left + 8.4, y + 1.8, 5, NIGHT, fit=right - left - 12)
    with pen.at(piece.size.width - 17, 16.9, scale=0.5):
        draw_sailing_ship(pen, "white")
    # the rule that explains the marks, left of the second tag
    x, width = TrackerPlan.margin, piece.size.width
    y = piece.size.height - TrackerPlan.head / 2
    text = None
    if "sails" in verbs and deck.storm <= deck.most.sails:
        pen.paint(circle(x + 6, y, 4.2), PAPER, INK)
        with pen.at(x + 6, y, scale=0.62):
            draw_dot(pen, "yellow", 0.9)
        text = say(
            "With {n} sails or more, each yellow dot brings 1 water. Red dots always do.",
            n=deck.storm,
        )
    elif "water" in verbs:
        signs.draw_sign(pen, "crab", x + 8, y, 11)
        text = say("At {n} the ship sinks.", n=deck.most.water)
    if text:
        pen.block(text, width / 2, y, size=5, width=width - 54, height=12, fill=NIGHT)
    signs.windows(pen, piece.faces["front"])


def _step(pen: Pen, verb: Verb, value: int, deck: Deck) -> None:
    """Draw a step from its top left corner: the number above, the place for the marker below."""
    box = rounded(0.5, 0.5, CELL.width - 1, CELL.height - 1, 2.2)
    most = getattr(deck.most, verb)
    stormy = verb == "sails" and value >= deck.storm
    pen.paint(box, wash(pen, STORMY if stormy else TINTS[verb]))
    with pen.clip(box):
        if verb == "water":
            level = (CELL.height - 6) * value / most
            water = rectangle(0, CELL.height - level, CELL.width, level)
            pen.paint(water, mix(signs.WATER, WHITE, 0.35))
    pen.paint(box, None, INK)
    x, y = (CELL.width - MARKER.width + 2) / 2, CELL.height - MARKER.height + 0.4
    place = rounded(x, y, MARKER.width - 2, MARKER.height - 2, 2)
    pen.paint(place, None, mix(INK, WHITE, 0.45), width=0.35)
    pen.text(5, 5.3, str(value), 5.4, INK, weight="semibold")
    # beside the number: the track, and whether yellow dots bring water (pirates R4)
    signs.draw_sign(pen, signs.TRACK_SIGNS[verb], CELL.width - 4, 3.4, 4.4)
    if stormy:
        with pen.at(CELL.width - 10.4, 3.4, scale=0.42):
            draw_dot(pen, "yellow", 1.1)
    x, y = CELL.width / 2, CELL.height - MARKER.height / 2 - 0.6
    if verb == "water" and value == most:
        signs.draw_sign(pen, "skull", x, y, 14, rim=WHITE)
    elif value == getattr(deck.start, verb):
        signs.draw_sign(pen, MARKERS[verb], x, y - 2, 9)
        pen.text(x, y + 7, say("start"), 4, INK, weight="semibold", fit=MARKER.width - 4)
