"""Compose the tables that tests/photos shows: draw penguins, build, lay them out like hands do.

Writes one layout a shot for the photo booth, with what a perfect reader would say of it under "expect".

    python bench/photos/compose.py OUT_DIR          # layouts only
"""

from __future__ import annotations

import json
import math
import random
import sys
import tomllib
from pathlib import Path
from typing import Any, TypeAlias

from companion.giza.deck import Deck, Penguin, standard
from companion.giza.pyramid import SLOTS, Placed, Pyramid, Slot, status, support
from companion.giza.scoring import score
from companion.layout import POKER

Pose: TypeAlias = tuple[float, float, float]  # x, y in mm and degrees counter-clockwise

SHOTS = Path(__file__).with_name("shots.toml")
PARTIAL = 6
TOKEN_SPOTS = ((-15.0, 3.0), (15.0, -1.0), (-14.0, -20.0))
FINGER_ANGLE = math.degrees(math.atan2(18.75, 31.25))  # along the line from tag to tag


def shots() -> list[dict[str, Any]]:
    """The rows of shots.toml."""
    rows: list[dict[str, Any]] = tomllib.loads(SHOTS.read_text("utf-8"))["shot"]
    return rows


def compose(shot: dict[str, Any], deck: Deck) -> dict[str, Any]:
    """The booth's layout for one shot: pieces in mm round (0, 0), fingers, and what to expect."""
    rng = random.Random(shot["seed"])
    pile = rng.sample(deck.penguins, len(deck.penguins))
    pyramid = _build(shot, pile)
    places = _places(rng, shot.get("jitter", 1.0))
    turned, hidden = _slot(shot.get("turned")), _slot(shot.get("hide"))
    if turned:
        x, y, angle = places[turned]
        places[turned] = (x, y, angle + 180)
    pieces = [piece for slot, placed in pyramid.placed() for piece in _lay(rng, placed, places[slot])]
    beside = [(190.0 + 8 * n, 150.0 - 105 * n, 20.0 - 35 * n) for n in range(shot.get("loose", 0))]
    pieces += [_card(pile.pop(), "front", pose) for pose in beside]
    fingers = [_finger(*places[hidden])] if hidden else []
    return {"pieces": pieces, "fingers": fingers, "centre": [0, 0], "expect": _expect(shot, pyramid, deck)}


def _finger(x: float, y: float, angle: float) -> dict[str, float]:
    """A finger laid along the line from tag to tag, so that it hides both."""
    return {"x": x, "y": y, "rotation": angle + FINGER_ANGLE}


def _build(shot: dict[str, Any], pile: list[Penguin]) -> Pyramid:
    """Fill the slots base first, within the rules but for the one overload that an illegal shot wants."""
    kind, greys, tokens = shot["kind"], shot.get("greys", 0), shot.get("tokens", 0)
    slots = {"empty": (), "partial": SLOTS[:PARTIAL], "gap": ((0, 0), (0, 1), (0, 3), (1, 0))}.get(kind, SLOTS)
    pyramid = Pyramid()
    for index, slot in enumerate(slots):
        room = support(pyramid, slot) if slot[0] else 5
        if greys and index % 3 == 1:
            pyramid, greys = pyramid.put(slot, Placed(pile.pop(), grey=True)), greys - 1
        elif kind == "illegal" and slot == (2, 0):
            pyramid = pyramid.put(slot, Placed(_take(pile, lambda p, room=room: p.weight > room)))
        elif tokens and slot[0] and (heavy := _take(pile, lambda p, room=room: p.weight == room + 1)):
            pyramid, tokens = _with_token(pyramid, slot).put(slot, Placed(heavy)), tokens - 1
        else:
            found = _take(pile, lambda p, room=room, low=bool(slot[0]): p.weight <= room and (p.strength >= 2 or low))
            pyramid = pyramid.put(slot, Placed(found))
    for _ in range(tokens):  # tokens that nothing needed lie there all the same
        pyramid = _with_token(pyramid, (1, 2))
    return pyramid


def _with_token(pyramid: Pyramid, above: Slot) -> Pyramid:
    below = (above[0] - 1, above[1])
    placed = pyramid.at(below)
    if placed is None:
        raise ValueError(f"nobody carries {above}")
    return pyramid.put(below, Placed(placed.penguin, placed.grey, placed.tokens + 1))


def _take(pile: list[Penguin], wanted: Any) -> Any:
    """Draw the heaviest of the first fitting penguins, so that pyramids look as if somebody had tried."""
    fitting = [penguin for penguin in pile if wanted(penguin)][:4]
    if not fitting:
        return None
    best = max(fitting, key=lambda penguin: penguin.weight)
    pile.remove(best)
    return best


def _places(rng: random.Random, jitter: float) -> dict[Slot, Pose]:
    """Where the middle of each slot's card lies (mm) and how it is turned (degrees), as a hand leaves it."""
    column, row = POKER.width + rng.uniform(2, 6), POKER.height + rng.uniform(2, 7)
    return {
        (level, place): (
            (place - 1.5 + level / 2) * column + rng.uniform(-2, 2) * jitter,
            (level - 1.5) * row + rng.uniform(-2, 2) * jitter,
            rng.uniform(-2, 2) * jitter,
        )
        for level, place in SLOTS
    }


def _lay(rng: random.Random, placed: Placed, pose: Pose) -> list[dict[str, Any]]:
    card = _card(placed.penguin, "back" if placed.grey else "front", pose)
    tokens = []
    for dx, dy in TOKEN_SPOTS[: placed.tokens]:
        token = {"id": "token", "face": "front", "z": 1.2, "curl": 0, "warp": 0}
        tokens.append(token | {"x": pose[0] + dx, "y": pose[1] + dy, "rotation": rng.uniform(-40, 40)})
    return [card, *tokens]


def _card(penguin: Penguin, face: str, pose: Pose) -> dict[str, Any]:
    x, y, angle = pose
    return {"id": penguin.id, "face": face, "x": round(x, 2), "y": round(y, 2), "rotation": round(angle, 2)}


def _slot(value: list[int] | None) -> Slot | None:
    return (value[0], value[1]) if value else None


def _expect(shot: dict[str, Any], pyramid: Pyramid, deck: Deck) -> dict[str, Any]:
    goals = [goal for goal in deck.goals if not goal.compares][: shot.get("goals", 0)]
    result = score(pyramid, goals)
    sharp = not (shot.get("hide") or shot.get("focus") or shot.get("mirrored") or shot["kind"] == "empty")
    return {
        "kind": shot["kind"],
        "sharp": sharp,
        "hidden": shot.get("hide"),
        "mirrored": shot.get("mirrored", False),
        "pyramid": str(pyramid),
        "verdict": ("illegal" if status(pyramid) else "legal") if sharp else "unsure",
        "violations": [[violation.rule, violation.slot] for violation in status(pyramid)],
        "goals": [goal.id for goal in goals],
        "score": result.total,
    }


def main() -> None:
    """Write NAME.layout.json for every shot."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for shot in shots():
        layout = compose(shot, standard())
        (out / f"{shot['name']}.layout.json").write_text(json.dumps(layout, indent=1) + "\n", "utf-8")
        print(shot["name"], layout["expect"]["pyramid"], layout["expect"]["verdict"], layout["expect"]["score"])


if __name__ == "__main__":
    main()
