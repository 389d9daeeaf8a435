"""Sails, speed, water and fish: what moves the four tracks, for the engine and for the phones
(pirates R1-R6).

Every change is a verb and an amount, carried out one after the other; each step stops at the ends
of its track.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Verb: TypeAlias = Literal["sails", "speed", "water", "fish"]
Change: TypeAlias = tuple[Verb, int]

VERBS: tuple[Verb, ...] = ("sails", "speed", "water", "fish")
_TRACK = {verb: track for track, verb in enumerate(VERBS)}
ALL = 99  # more than any track is long

WATER_A_DOT = True  # pirates R4 (D): each dot brings its water; False: at most 1 for the hex

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
    """Where the markers stand; also where they start and how far each track goes, from 0 (pirates
    R1).
    """

    sails: int
    speed: int
    water: int
    fish: int

    def change(self, most: Tracks, changes: Iterable[Change]) -> Tracks:
        """After `changes`, one by one, none going below 0 or above `most`.

        >>> most = Tracks(7, 15, 7, 10)
        >>> Tracks(2, 0, 1, 8).change(most, [("water", -2), ("water", 1), ("fish", 5)])
        Tracks(sails=2, speed=0, water=1, fish=10)
        """
        steps, ends = (
            [self.sails, self.speed, self.water, self.fish],
            (most.sails, most.speed, most.water, most.fish),
        )
        for verb, amount in changes:
            track = _TRACK[verb]
            steps[track] = max(0, min(ends[track], steps[track] + amount))
        return Tracks(*steps)


@dataclass(frozen=True, slots=True)
class Dots:
    """The dots of one hex: each costs 1 speed (pirates R3, R4)."""

    yellow: int
    red: int

    @property
    def cost(self) -> int:
        """What it costs to enter."""
        return self.yellow + self.red

    def __str__(self) -> str:
        return "y" * self.yellow + "r" * self.red


def pay(tracks: Tracks, most: Tracks, dots: Dots) -> Tracks:
    """Speed pays for the hex that is entered (pirates R3)."""
    return tracks.change(most, [("speed", -dots.cost)])


def take_water(tracks: Tracks, most: Tracks, dots: Dots, storm: int) -> Tracks:
    """A red dot brings water always, a yellow one with sails of `storm` or more (pirates R4)."""
    water = dots.red + (dots.yellow if tracks.sails >= storm else 0)
    return (
        tracks.change(most, [("water", water if WATER_A_DOT else min(water, 1))])
        if water
        else tracks
    )


def gain_speed(tracks: Tracks, most: Tracks) -> Tracks:
    """The start of the movement phase: speed grows by the sails (pirates R3)."""
    return tracks.change(most, [("speed", tracks.sails)])


def pay_for_yellow(tracks: Tracks, most: Tracks) -> Tracks:
    """A penguin on a yellow spot costs a fish, or 1 water when there is none (pirates R2)."""
    return tracks.change(most, [("fish", -1) if tracks.fish else ("water", 1)])
