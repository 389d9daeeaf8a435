"""What `recall` photographs: tables of each game and circumstances, by lot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from bench.photos.lab_scene import Layout, Rng, Scene, Table

TABLES: tuple[Table, ...] = ("wood", "plain", "dark", "checked", "green")
HARD: Mapping[str, Callable[[Rng], dict[str, Any]]] = {  # what each hardship changes in a scene
    "finger": lambda rng: {"fingers": int(rng.integers(1, 3))},
    "glare": lambda rng: {
        "sleeve": True,
        "glare": rng.uniform(0.3, 1.5),
        "lamp": rng.uniform(4, 14),
    },
    "evening": lambda rng: {
        "light": rng.uniform(0.15, 0.5),
        "noise": rng.uniform(0.015, 0.035),
        "warmth": rng.uniform(0.3, 1.0),
    },
    "motion": lambda rng: {"motion": rng.uniform(1.5, 7)},
    "defocus": lambda rng: {"defocus": rng.uniform(0.8, 3)},
    "sleeve": lambda _rng: {"sleeve": True},
    "grey": lambda _rng: {"grey": True},
    "faded": lambda rng: {"ink": rng.uniform(0.35, 0.8)},
    "miscut": lambda _rng: {"miscut": 1.5},
    "steep": lambda rng: {"tilt": rng.uniform(28, 42)},
    "cut": lambda rng: {"aside": _way(rng)},
}
LENS = 26 / 36  # focal length of a phone by the picture's width
SHAPE = 3 / 4
FULL, SMALL = (4032, 3024), (2016, 1512)
TAG, MODULES = 12.0, 8  # the smallest tag, mm, and what it is divided into
BESIDE = 0.6  # of the camera's height: somewhat less than half of what it sees across
COARSEST = 2.2  # px a module that a small picture may have
REACHES = {  # about how far a piece reaches from its middle, mm, by how its id starts
    ("board.",): 130.0,
    ("board",): 115.0,
    ("tally",): 150.0,
    ("tile",): 75.0,
    ("tracker",): 100.0,
    ("rock", "token", "wave", "fish", "anchor", "crab", "ship"): 15.0,
    ("",): 50.0,
}


def draw_shot(slug: str, seed: int) -> dict[str, Any]:
    """A shot of a game for `bench.photos.layouts`: how far it has been played, and by how many.

    Giza's pyramids are finished, or lack a card inside: one that lacks its edge doesn't tell where
    it stood. Of solitaire's games that end at once too much is left for the mat.
    """
    rng, shot = np.random.default_rng([seed, 11]), dict[str, Any]()
    match slug:
        case "giza":
            both = rng.random() < 0.2
            shot |= {"rounds": 10, "seats": [0, 1] if both else [0], "lean": [0, 0]}
            shot["tokens"] = rng.choice([0, 0, 0, 1, 2])
            shot["goals"] = 0 if both else rng.choice([0, 0, 3])
            shot["spoil"] = rng.choice(["", "", "overload", "gap"])
            shot["loose"] = rng.choice([0, 0, 1])
        case "rocks":
            players = int(rng.integers(2, 5))
            shot |= {"players": players, "moves": rng.integers(20, 130 * players)}
            shot["gap"] = rng.uniform(0.1, 1.5)
        case "combust":
            players = int(rng.integers(3, 5))
            shot |= {"players": players, "turns": rng.integers(2, 9 if players == 3 else 12)}
            shot["style"] = rng.choice(["apart", "fan"])
        case "solitaire":
            hops, what = int(rng.integers(0, 24)), rng.choice(["tokens", "plastic"])
            stage = rng.choice(["running", "running", "running", "tally"])
            shot |= {"hops": max(hops, 12) if stage == "tally" else hops, "what": what}
            shot |= {"stage": stage, "clear": bool(rng.random() < 0.2)}
        case "pirates":
            shot |= {"moves": rng.integers(5, 70), "players": rng.integers(3, 5)}
            shot["crew"] = bool(rng.random() < 0.6)
    row = {"game": slug, "seed": seed, "name": f"{slug} {seed}", "lean": 0}
    return row | {
        name: value.item() if hasattr(value, "item") else value for name, value in shot.items()
    }


def draw_scene(
    layout: Layout,
    seed: int,
    hardness: float = 0.5,
    small: float = 0.5,
    coarsest: float = COARSEST,
) -> tuple[Scene, tuple[str, ...]]:
    """The circumstances of one photo and what is hard about them; a share `hardness` of photos is
    hard.

    The camera hangs so high that the table fills 60 to 100 % of the picture, but not below 30 cm. A
    share `small` of pictures is as messengers make them, where that leaves `coarsest` px a module
    of a tag. What is cut lies up to half a picture's width beside its middle.
    """
    rng, hard = np.random.default_rng([seed, 12]), tuple[str, ...]()
    if rng.random() < hardness:
        picked = rng.choice(len(HARD), 2 if rng.random() < 0.3 else 1, replace=False)
        hard = tuple([*HARD][n] for n in sorted(picked))
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
        scene = replace(scene, **HARD[name](rng))
    height = max(300.0, _lowest(layout, scene)) * rng.uniform(1.0, 1.35)
    module = SMALL[0] * LENS / (height / np.cos(np.radians(scene.tilt))) * TAG / MODULES
    size = SMALL if rng.random() < small and module > coarsest else FULL
    aside = scene.aside[0] * height * BESIDE, scene.aside[1] * height * BESIDE
    return replace(scene, height=float(height), size=size, aside=aside), hard


def _way(rng: Rng) -> tuple[float, float]:
    """Some way, some share of the farthest."""
    turn, share = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1)
    return float(share * np.cos(turn)), float(share * np.sin(turn))


def _lowest(layout: Layout, scene: Scene) -> float:
    """How high the camera hangs, mm, when the table just fits into the picture."""
    places, reach = [], []
    for piece in layout["pieces"]:
        places.append((piece["x"], piece["y"]))
        reach.append(next(far for start, far in REACHES.items() if piece["id"].startswith(start)))
    away = np.array(places) - np.array(layout["centre"])
    turn = np.radians(scene.turn + scene.roll)
    right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    half = np.array([(np.abs(away @ way) + reach).max() for way in (right, up)])
    tilt = np.radians(scene.tilt)
    # Towards the camera things are nearer and look larger: what is `up` mm off loses up * sin(tilt)
    # of its distance.
    needed = half / (np.array([0.5, 0.5 * SHAPE]) / LENS) + half[1] * np.sin(tilt)
    return float(needed.max() * np.cos(tilt))
