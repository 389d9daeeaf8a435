"""The trackers of pirates: steps in rows of eight, with room for markers (pirates R1, R4, R9)."""

from __future__ import annotations

from companion.game import Piece
from companion.language import Phrase, say
from companion.pirates.deck import Deck
from companion.pirates.measures import MARKER, TRACKERS, WINDOW, TrackerPlan, tracker_plan
from companion.pirates.tracks import Verb
from printables.draw.colours import INK, NIGHT, PAPER, WHITE, mix
from printables.draw.paths import circle, rectangle, rounded
from printables.draw.pen import Pen, bled, wash
from printables.draw.text import draw_block, draw_heading
from printables.faces.pirates.nautical import TRACK_SIGNS, WATER, draw_sign, windows
from printables.faces.pirates.ships import draw_sailing_ship
from printables.faces.pirates.tiles import draw_yellow

CELL = TrackerPlan.cell
SEA = "#bfe6ea"
TINTS: dict[Verb, str] = {
    "sails": "#fff1d0",
    "speed": "#dff0fb",
    "water": "#ffffff",
    "fish": "#ffffff",
}
STORMY = "#c3c9d9"
# the token that marks each track
MARKERS: dict[Verb, str] = {"sails": "wave", "speed": "wave", "water": "crab"}
TEXTS: dict[Verb, Phrase] = {
    "sails": say("Sails: the speed you gain each turn."),
    "speed": say("Speed: entering a hex costs one for each dot."),
    "water": say("Water: bail before it reaches the skull!"),
}


def front(pen: Pen, piece: Piece, deck: Deck) -> None:
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
        draw_sign(pen, TRACK_SIGNS[verb], left + 3, y, 5.4)
        draw_heading(pen, TEXTS[verb], left + 8.4, y + 1.8, 5, NIGHT, fit=right - left - 12)
    with pen.at(piece.size.width - 17, 16.9, scale=0.5):
        draw_sailing_ship(pen, "white")
    # the rule that explains the marks, left of the second tag
    x, y, width = TrackerPlan.margin, piece.size.height - TrackerPlan.head / 2, piece.size.width
    text = None
    if "sails" in verbs and deck.storm <= deck.most.sails:
        pen.paint(circle(x + 6, y, 4.2), PAPER, INK)
        with pen.at(x + 6, y, scale=0.62):
            draw_yellow(pen, 0.9)
        text = say(
            "With {n} sails or more, each yellow dot brings 1 water. Red dots always do.",
            n=deck.storm,
        )
    elif "water" in verbs:
        draw_sign(pen, "crab", x + 8, y, 11)
        text = say("At {n} the ship sinks.", n=deck.most.water)
    if text:
        draw_block(pen, text, width / 2, y, size=5, width=width - 54, height=12, fill=NIGHT)
    windows(pen, piece.faces["front"])


def _step(pen: Pen, verb: Verb, value: int, deck: Deck) -> None:
    """Draw a step from its top left corner: the number above, the place for the marker below."""
    box = rounded(0.5, 0.5, CELL.width - 1, CELL.height - 1, 2.2)
    most = getattr(deck.most, verb)
    stormy = verb == "sails" and value >= deck.storm
    pen.paint(box, wash(pen, STORMY if stormy else TINTS[verb]))
    with pen.clip(box):
        if verb == "water":
            level = (CELL.height - 6) * value / most
            pen.paint(rectangle(0, CELL.height - level, CELL.width, level), mix(WATER, WHITE, 0.35))
    pen.paint(box, None, INK)
    x, y = (CELL.width - MARKER.width + 2) / 2, CELL.height - MARKER.height + 0.4
    place = rounded(x, y, MARKER.width - 2, MARKER.height - 2, 2)
    pen.paint(place, None, mix(INK, WHITE, 0.45), width=0.35)
    pen.text(5, 5.3, str(value), 5.4, INK, weight="semibold")
    # beside the number: the track, and whether yellow dots bring water (pirates R4)
    draw_sign(pen, TRACK_SIGNS[verb], CELL.width - 4, 3.4, 4.4)
    if stormy:
        with pen.at(CELL.width - 10.4, 3.4, scale=0.42):
            draw_yellow(pen, 1.1)
    x, y = CELL.width / 2, CELL.height - MARKER.height / 2 - 0.6
    if verb == "water" and value == most:
        draw_sign(pen, "skull", x, y, 14, rim=WHITE)
    elif value == getattr(deck.start, verb):
        draw_sign(pen, MARKERS[verb], x, y - 2, 9)
        pen.text(x, y + 7, say("start"), 4, INK, weight="semibold", fit=MARKER.width - 4)
