"""The trackers of a pirates table: the step of each track that a marker lies on (pirates R1, R4,
R9).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.hexes import Point
from companion.pirates.deck import Deck
from companion.pirates.measures import MARKER, TRACKERS, TrackerPlan, tracker_plan
from companion.pirates.tracks import Verb
from vision.games.pirates.pieces import CRAB, WAVE, middle, on_piece
from vision.table.layout import Laid

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


@dataclass(frozen=True, slots=True)
class _Marker:
    """A marker on a tracker: the nearest step, and how far right of and below that step's place it
    lies, mm.
    """

    marker: int
    verb: Verb
    value: int
    right: float
    below: float

    @property
    def clear(self) -> bool:
        return abs(self.right) <= ASIDE and abs(self.below) <= UP_DOWN


def gauges(pieces: Sequence[Laid], deck: Deck) -> dict[Verb, Gauge]:
    """Return the gauge of each track."""
    return {gauge.verb: gauge for name in TRACKERS for gauge in _tracker(name, pieces, deck)}


def marker_place(plan: TrackerPlan, verb: Verb, value: int) -> Point:
    """Return where the centre of a marker belongs on a tracker, mm from its top left."""
    corner = plan.step(verb, value)
    return Point(corner.x + plan.cell.width / 2, corner.y + plan.cell.height - MARKER.height / 2)


def band(plan: TrackerPlan, verb: Verb) -> tuple[Point, Point]:
    """Return top left and bottom right of the rows of a track on its tracker, mm."""
    most = dict(plan.tracks)[verb]
    last = plan.step(verb, most)
    right = plan.size.width - plan.margin
    return plan.step(verb, 0), Point(right, last.y + plan.cell.height)


def _tracker(name: str, pieces: Sequence[Laid], deck: Deck) -> Iterator[Gauge]:
    verbs = TRACKERS[name]
    trackers = [at for at, piece in enumerate(pieces) if piece.id == name]
    if len(trackers) != 1:
        yield from (Gauge(verb, "doubled" if trackers else "absent") for verb in verbs)
        return
    on = list(_lying(pieces, trackers[0], tracker_plan(deck, verbs)))
    yield from (
        _gauge(verb, trackers[0], [each for each in on if each.verb == verb], deck)
        for verb in verbs
    )


def _lying(pieces: Sequence[Laid], tracker: int, plan: TrackerPlan) -> Iterator[_Marker]:
    """Yield the markers that lie on a tracker, for its own tracks."""
    wanted = {MARKERS[verb] for verb, _ in plan.tracks}
    steps = [
        (verb, value, marker_place(plan, verb, value))
        for verb, most in plan.tracks
        for value in range(most + 1)
    ]
    for at, piece in enumerate(pieces):
        if piece.id not in wanted:
            continue
        x, y = on_piece(pieces[tracker], middle(piece), plan.size)
        if 0 <= x <= plan.size.width and 0 <= y <= plan.size.height:
            verb, value, place = min(
                steps, key=lambda step: (step[2].x - x) ** 2 + (step[2].y - y) ** 2
            )
            yield _Marker(at, verb, value, x - place.x, y - place.y)


def _gauge(verb: Verb, tracker: int, on: Sequence[_Marker], deck: Deck) -> Gauge:
    if len(on) != 1:
        return Gauge(verb, "crowded" if on else "bare", tracker=tracker)
    marker = on[0]
    if marker.clear:
        return Gauge(verb, "read", marker.value, tracker, marker.marker)
    beside = marker.value + (1 if marker.right > 0 else -1)
    other = (
        (beside,) if abs(marker.right) > ASIDE and 0 <= beside <= getattr(deck.most, verb) else ()
    )
    return Gauge(
        verb, "between", None, tracker, marker.marker, tuple(sorted((marker.value, *other)))
    )
