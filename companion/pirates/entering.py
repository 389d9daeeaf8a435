"""What entering a hex does to tracks and crew, step by step (pirates R3, R4, R6, R9): for the
engine and the phones.

What it does to the map, a whirlwind's turn and a sextant's scouting, is not the phones' business
and stands in `turns`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.pirates import tracks
from companion.pirates.boards import BOB, COUSIN, HOME
from companion.pirates.deck import Deck
from companion.pirates.tracks import SPECIALS, Dots, Tracks

End: TypeAlias = Literal["", "home", "skull", "pirates", "events"]

NO_TALK = "no-talk"
VARIANTS = frozenset({NO_TALK, COUSIN})  # pirates R10
# pirates R6 (D): the order within entering a hex
ENTERING = ("pay", "dots", "special", "loss", "rescue", "home")


@dataclass(frozen=True, slots=True)
class Crew:
    """The tracks, who has been rescued, and how the game ended if it did."""

    tracks: Tracks
    rescued: frozenset[str]
    end: End = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A hex being entered: its dots and special, who is to be rescued, and whether the pirates are
    there.
    """

    deck: Deck
    dots: Dots
    special: str
    wanted: frozenset[str]
    pirates: bool = False


def enter(crew: Crew, entry: Entry) -> Crew:
    """The crew after entering, by the steps of `ENTERING`, until one of them ends the game."""
    for step in ENTERING:
        crew = _STEPS[step](crew, entry)
        if crew.end:
            break
    return crew


def wanted(variants: Collection[str]) -> frozenset[str]:
    """Who must be rescued: Bob, in the variant his cousin too (pirates R9, R10)."""
    return _WITH_COUSIN if COUSIN in variants else _ONLY_BOB


def sunk(now: Tracks, most: Tracks) -> bool:
    """Whether the water is at the skull, the last step of its track (pirates R9, D)."""
    return now.water >= most.water


_ONLY_BOB, _WITH_COUSIN = frozenset({BOB}), frozenset({BOB, COUSIN})


def _pay(crew: Crew, entry: Entry) -> Crew:
    return Crew(tracks.pay(crew.tracks, entry.deck.most, entry.dots), crew.rescued)


def _dots(crew: Crew, entry: Entry) -> Crew:
    return Crew(
        tracks.take_water(crew.tracks, entry.deck.most, entry.dots, entry.deck.storm), crew.rescued
    )


def _special(crew: Crew, entry: Entry) -> Crew:
    changes = SPECIALS.get(entry.special, ())
    return Crew(crew.tracks.change(entry.deck.most, changes), crew.rescued) if changes else crew


def _loss(crew: Crew, entry: Entry) -> Crew:
    if sunk(crew.tracks, entry.deck.most):
        return Crew(crew.tracks, crew.rescued, "skull")
    return Crew(crew.tracks, crew.rescued, "pirates") if entry.pirates else crew


def _rescue(crew: Crew, entry: Entry) -> Crew:
    return (
        Crew(crew.tracks, crew.rescued | {entry.special}) if entry.special in entry.wanted else crew
    )


def _home(crew: Crew, entry: Entry) -> Crew:
    won = entry.special == HOME and crew.rescued >= entry.wanted
    return Crew(crew.tracks, crew.rescued, "home") if won else crew


_STEPS: Mapping[str, Callable[[Crew, Entry], Crew]] = {
    "pay": _pay,
    "dots": _dots,
    "special": _special,
    "loss": _loss,
    "rescue": _rescue,
    "home": _home,
}
