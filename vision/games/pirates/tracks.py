"""The trackers of a pirates table: each track's step with a marker (pirates R1, R4, R9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist
from typing import Literal, TypeAlias

from companion.hexes import Point
from companion.pirates.deck import Deck
from companion.pirates.pieces import MARKER, TRACKERS, tracker_plan
from companion.pirates.tracks import Verb
from vision.games.pirates.pieces import CRAB, WAVE, on_piece, on_table
from vision.games.pose import pose
from vision.table.layout import Laid, Outline, as_outline

State: TypeAlias = Literal["read", "between", "crowded", "bare", "doubled", "absent"]

# marker of each track
MARKERS: Mapping[Verb, str] = {"sails": WAVE, "speed": WAVE, "water": CRAB}
ASIDE = 7.0  # mm to the left or right of a step's centre; half a step is 10.5
UP_DOWN = 9.0  # mm above or below; rows are 28 apart


@dataclass(frozen=True, slots=True)
class Gauge:
    """The reading of a track: its `value` if `state` is "read", else the reason.

    The marker is "between" two steps, or beside one; the track is "crowded" with several markers or
    "bare" of any; the tracker is "doubled" or "absent". `tracker` and `marker` are indices of
    pieces.
    """

    verb: Verb
    state: State
    value: int | None = None
    tracker: int | None = None
    marker: int | None = None
    near: tuple[int, ...] = ()  # the steps between which a marker lies

    def __post_init__(self) -> None:
        if (self.value is not None) != (self.state == "read"):
            raise ValueError("a value is read, or there is none")


def gauges(pieces: Sequence[Laid], deck: Deck) -> dict[Verb, Gauge]:
    """Return the gauge of each track."""
    return {
        verb: _gauge(verb, name, pieces, deck) for name, verbs in TRACKERS.items() for verb in verbs
    }


def track_corners(verb: Verb, tracker: Laid, deck: Deck) -> Outline:
    """Return the corners of the rows of a track on its tracker, mm in the frame."""
    plan = tracker_plan(deck, TRACKERS[tracker.id])
    low, last = plan.step(verb, 0), plan.step(verb, dict(plan.tracks)[verb])
    high = Point(plan.size.width - plan.margin, last.y + plan.cell.height)
    corners = (low, Point(high.x, low.y), high, Point(low.x, high.y))
    return as_outline(on_table(tracker, corner, plan.size) for corner in corners)


def _gauge(verb: Verb, name: str, pieces: Sequence[Laid], deck: Deck) -> Gauge:
    """Return the gauge of a track on the tracker called `name`."""
    trackers = [at for at, piece in enumerate(pieces) if piece.id == name]
    if len(trackers) != 1:
        return Gauge(verb, "doubled" if trackers else "absent")
    tracker, plan = trackers[0], tracker_plan(deck, TRACKERS[name])
    steps = []
    for track, most in plan.tracks:
        for value in range(most + 1):
            corner = plan.step(track, value)
            x, y = corner.x + plan.cell.width / 2, corner.y + plan.cell.height - MARKER.height / 2
            steps.append((track, value, x, y))
    on = []  # markers on this track: index, nearest step, and mm right of and below its place
    for at, piece in enumerate(pieces):
        x, y = on_piece(pieces[tracker], pose(piece).at, plan.size)
        if piece.id == MARKERS[verb] and 0 <= x <= plan.size.width and 0 <= y <= plan.size.height:
            track, value, *place = min(steps, key=lambda step: dist(step[2:], (x, y)))
            if track == verb:
                on.append((at, value, x - place[0], y - place[1]))
    if len(on) != 1:
        return Gauge(verb, "crowded" if on else "bare", tracker=tracker)
    marker, value, right, below = on[0]
    if abs(right) <= ASIDE and abs(below) <= UP_DOWN:
        return Gauge(verb, "read", value, tracker, marker)
    beside = value + (1 if right > 0 else -1)
    two = abs(right) > ASIDE and 0 <= beside <= getattr(deck.most, verb)
    near = tuple(sorted((value, beside))) if two else (value,)
    return Gauge(verb, "between", None, tracker, marker, near)
