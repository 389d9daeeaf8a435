"""What `recall` photographs: tables of each game, by lot, under circumstances drawn from ranges, by
lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import numpy as np

from bench.photos.lab import TABLES, Layout, Scene

Rng: TypeAlias = np.random.Generator
Hard: TypeAlias = Literal[
    "finger",
    "glare",
    "evening",
    "motion",
    "defocus",
    "sleeve",
    "grey",
    "faded",
    "miscut",
    "steep",
    "cut",
]

HARD: Mapping[Hard, Callable[[Scene, Rng], Scene]] = {
    "finger": lambda scene, rng: replace(scene, fingers=int(rng.integers(1, 3))),
    "glare": lambda scene, rng: replace(
        scene, sleeve=True, glare=rng.uniform(0.3, 1.5), lamp=rng.uniform(4, 14)
    ),
    "evening": lambda scene, rng: replace(
        scene,
        light=rng.uniform(0.15, 0.5),
        noise=rng.uniform(0.015, 0.035),
        warmth=rng.uniform(0.3, 1.0),
    ),
    "motion": lambda scene, rng: replace(scene, motion=rng.uniform(1.5, 7)),
    "defocus": lambda scene, rng: replace(scene, defocus=rng.uniform(0.8, 3)),
    "sleeve": lambda scene, _rng: replace(scene, sleeve=True),
    "grey": lambda scene, _rng: replace(scene, grey=True),
    "faded": lambda scene, rng: replace(scene, ink=rng.uniform(0.35, 0.8)),
    "miscut": lambda scene, rng: replace(scene, miscut=1.5),  # noqa: ARG005 - all are called alike
    "steep": lambda scene, rng: replace(scene, tilt=rng.uniform(28, 42)),
    "cut": lambda scene, rng: replace(scene, aside=_way(rng)),
}
LENS = 26 / 36  # focal length of a phone by the picture's width
SHAPE = 3 / 4
FULL, SMALL = (4032, 3024), (2016, 1512)
TAG, MODULES = 12.0, 8  # the smallest tag, mm, and what it is divided into
BESIDE = 0.6  # of the camera's height: somewhat less than half of what it sees across
COARSEST = 2.2  # px a module that a small picture may have


def draw_shot(slug: str, seed: int) -> dict[str, Any]:
    """A shot of a game for `bench.photos.layouts`: how far it has been played, and by how many.

    Giza's pyramids are finished, or lack a card inside: one that lacks its edge doesn't tell where
    it stood.
    """
    rng = np.random.default_rng([seed, 11])
    row = {"game": slug, "seed": seed, "name": f"{slug} {seed}", "lean": 0}
    return row | {
        name: value.item() if hasattr(value, "item") else value
        for name, value in SHOTS[slug](rng).items()
    }


def _giza(rng: Rng) -> dict[str, Any]:
    both = rng.random() < 0.2
    return {
        "rounds": 10, "seats": [0, 1] if both else [0], "lean": [0, 0],
        "tokens": rng.choice([0, 0, 0, 1, 2]), "goals": 0 if both else rng.choice([0, 0, 3]),
        "spoil": rng.choice(["", "", "overload", "gap"]), "loose": rng.choice([0, 0, 1]),
    }  # fmt: skip


def _rocks(rng: Rng) -> dict[str, Any]:
    players = int(rng.integers(2, 5))
    return {
        "players": players,
        "moves": rng.integers(20, 130 * players),
        "gap": rng.uniform(0.1, 1.5),
    }


def _combust(rng: Rng) -> dict[str, Any]:
    players = int(rng.integers(3, 5))
    return {
        "players": players,
        "turns": rng.integers(2, 9 if players == 3 else 12),
        "style": rng.choice(["apart", "fan"]),
    }


def _solitaire(rng: Rng) -> dict[str, Any]:
    """Of a game that ends at once too much is left for the mat."""
    hops, what = rng.integers(0, 24), rng.choice(["tokens", "plastic"])
    stage = rng.choice(["running", "running", "running", "tally"])
    clear = bool(rng.random() < 0.2)
    return {
        "hops": max(hops, 12) if stage == "tally" else hops,
        "what": what,
        "stage": stage,
        "clear": clear,
    }


def _pirates(rng: Rng) -> dict[str, Any]:
    return {
        "moves": rng.integers(5, 70),
        "players": rng.integers(3, 5),
        "crew": bool(rng.random() < 0.6),
    }


SHOTS: Mapping[str, Callable[[Rng], dict[str, Any]]] = {
    "giza": _giza,
    "rocks": _rocks,
    "combust": _combust,
    "solitaire": _solitaire,
    "pirates": _pirates,
}


def draw_scene(
    layout: Layout,
    seed: int,
    hardness: float = 0.5,
    small: float = 0.5,
    coarsest: float = COARSEST,
) -> tuple[Scene, tuple[Hard, ...]]:
    """The circumstances of one photo and what is hard about them; a share `hardness` of photos is
    hard.

    The camera hangs so high that the table fills 60 to 100 % of the picture, but not below 30 cm. A
    share `small` of pictures is as messengers make them, where that leaves `coarsest` px a module
    of a tag. What is cut lies up to half a picture's width beside its middle.
    """
    rng = np.random.default_rng([seed, 12])
    hard = _drawn(rng, hardness)
    tilt, turn = rng.uniform(0, 28), rng.choice([0.0, 90.0, 180.0, 270.0]) + rng.uniform(-30, 30)
    scene = Scene(
        tilt=tilt,
        turn=turn,
        roll=rng.uniform(-8, 8),
        table=TABLES[int(rng.integers(len(TABLES)))],
        distortion=rng.uniform(-0.06, 0.04),
        light=rng.uniform(0.75, 1.05),
        warmth=rng.uniform(-0.2, 0.4),
        gradient=rng.uniform(0, 0.35),
        light_from=rng.uniform(0, 360),
        elevation=rng.uniform(35, 80),
        lamp=rng.uniform(2, 15),
        curl=rng.uniform(0, 1.8),
        noise=rng.uniform(0.004, 0.012),
        miscut=float(rng.choice([0.0, 0.5])),
        sharpen=rng.uniform(0.2, 0.8),
        balance=(rng.uniform(0.94, 1.06), 1.0, rng.uniform(0.94, 1.06)),
        quality=int(rng.integers(70, 95)),
    )
    for name in hard:
        scene = HARD[name](scene, rng)
    height = max(300.0, lowest(layout, scene)) * rng.uniform(1.0, 1.35)
    module = SMALL[0] * LENS / (height / np.cos(np.radians(scene.tilt))) * TAG / MODULES
    size = SMALL if rng.random() < small and module > coarsest else FULL
    aside = scene.aside[0] * height * BESIDE, scene.aside[1] * height * BESIDE
    return replace(scene, height=float(height), size=size, aside=aside), hard


def _way(rng: Rng) -> tuple[float, float]:
    """Some way, some share of the farthest."""
    turn, share = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1)
    return float(share * np.cos(turn)), float(share * np.sin(turn))


def _drawn(rng: Rng, hardness: float) -> tuple[Hard, ...]:
    if rng.random() >= hardness:
        return ()
    names = list(HARD)
    picked = rng.choice(len(names), 2 if rng.random() < 0.3 else 1, replace=False)
    return tuple(names[n] for n in sorted(picked))


def lowest(layout: Layout, scene: Scene) -> float:
    """How high the camera hangs, mm, when the table just fits into the picture."""
    reach = np.array([_reach(piece) for piece in layout["pieces"]])
    away = np.array([(piece["x"], piece["y"]) for piece in layout["pieces"]]) - np.array(
        layout.get("centre", (0, 0))
    )
    turn = np.radians(scene.turn + scene.roll)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    half = np.array([(np.abs(away @ way) + reach).max() for way in (right, up)])
    tilt = np.radians(scene.tilt)
    # Towards the camera things are nearer and look larger: what is `up` mm off loses up * sin(tilt)
    # of its distance.
    needed = half / (np.array([0.5, 0.5 * SHAPE]) / LENS) + half[1] * np.sin(tilt)
    return float(needed.max() * np.cos(tilt))


def _reach(piece: Mapping[str, Any]) -> float:
    """About how far a piece reaches from its middle, mm."""
    name = piece["id"]
    for start, reach in (
        ("board.", 130.0),
        ("board", 115.0),
        ("tally", 150.0),
        ("tile", 75.0),
        ("tracker", 100.0),
    ):
        if name.startswith(start):
            return reach
    return (
        15.0
        if name.startswith(("rock", "token", "wave", "fish", "anchor", "crab", "ship"))
        else 50.0
    )
