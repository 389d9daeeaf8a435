"""The four tracks and their changes, which stop at the ends of a track (pirates R1 to R6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Verb: TypeAlias = Literal["sails", "speed", "water", "fish"]
Change: TypeAlias = tuple[Verb, int]  # a track and the steps to add

VERBS: tuple[Verb, ...] = ("sails", "speed", "water", "fish")
_TRACK = {verb: track for track, verb in enumerate(VERBS)}
ALL = 99  # longer than any track

ANCHOR: tuple[Change, ...] = (("sails", -1), ("speed", -ALL))  # pirates R5
FULL_SAIL: tuple[Change, ...] = (("sails", 1), ("speed", 1))
BAIL: tuple[Change, ...] = (("water", -1),)
FISH: tuple[Change, ...] = (("fish", 2),)
SPECIALS: dict[str, tuple[Change, ...]] = {  # pirates R6
    "bucket": (("water", -2),),
    "fish": (("fish", 2),),
    "kraken": (("water", 1),),
}


@dataclass(frozen=True, slots=True)
class Tracks:
    """A step on each of the four tracks: the markers', or the first or last ones (pirates R1)."""

    sails: int
    speed: int
    water: int
    fish: int

    def change(self, most: Tracks, changes: Iterable[Change]) -> Tracks:
        """Return the tracks after `changes`, each limited to 0 to `most`.

        >>> most = Tracks(7, 15, 7, 10)
        >>> Tracks(2, 0, 1, 8).change(most, [("water", -2), ("water", 1), ("fish", 5)])
        Tracks(sails=2, speed=0, water=1, fish=10)
        """
        steps = [self.sails, self.speed, self.water, self.fish]
        ends = (most.sails, most.speed, most.water, most.fish)
        for verb, amount in changes:
            track = _TRACK[verb]
            steps[track] = max(0, min(ends[track], steps[track] + amount))
        return Tracks(*steps)


def gain_speed(tracks: Tracks, most: Tracks) -> Tracks:
    """Add the sails to the speed, at the start of the movement phase (pirates R3)."""
    return tracks.change(most, [("speed", tracks.sails)])


def pay_for_yellow(tracks: Tracks, most: Tracks, penguins: int) -> Tracks:
    """Pay 1 fish for each penguin on a yellow spot, or take 1 water if there is none (R2)."""
    for _ in range(penguins):
        tracks = tracks.change(most, [("fish", -1) if tracks.fish else ("water", 1)])
    return tracks
