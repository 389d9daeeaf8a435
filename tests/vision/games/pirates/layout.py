"""Pirates tables laid by hand: the pieces that an eye would hand over, and the photo booth's
layouts of the same.
"""

from __future__ import annotations

import cmath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import radians

from companion import hexes
from companion.hexes import Point
from companion.pirates.boards import BOB, boards_with
from companion.pirates.deck import Deck, standard
from companion.pirates.pieces import (
    HEX_SIDE,
    MARKER,
    SHIP,
    TRACKERS,
    board_middle,
    pieces,
    tracker_plan,
)
from companion.pirates.tracks import Verb
from tests.companion.pirates.notation import read_hex
from vision.table.layout import Laid, wrapped

DECK = standard()
PIECES = {piece.id: piece for piece in pieces(DECK)}
UP = ("a1", "b1", "b2", "c2")
SPOTS: Mapping[str, complex] = {"tracker-sails-speed": 320 + 260j, "tracker-water": 320 + 140j}


@dataclass(frozen=True)
class Hand:
    """What lies there: ships are (hex, direction, mm to the right, mm up, degrees askew); turns are
    of the whole table.

    `boards` are ids by site ("": none), `shifted` mm and `turned` sixths clockwise by site; `gap`
    stretches the map.
    """

    deck: Deck = DECK
    boards: Mapping[str, str] = field(
        default_factory=lambda: dealt()  # noqa: PLW0108 - it stands below
    )
    up: Sequence[str] = UP
    white: tuple[str, float, float, float, float] | None = ("b1.m", 1, 0, 0, 0)
    black: tuple[str, float, float, float, float] | None = ("d2.n", 3, 0, 0, 0)
    tracks: Mapping[Verb, float] = field(
        default_factory=lambda: {"sails": 3, "speed": 9, "water": 1}
    )
    anchor: str | None = ""  # a hex; "" beside the map
    fish: int = 6
    extra: Sequence[str] = ()
    turn: float = 0.0
    gap: float = 1.0
    shifted: Mapping[str, complex] = field(default_factory=dict)
    turned: Mapping[str, float] = field(default_factory=dict)

    def but(self, **changes: object) -> Hand:
        """The same but for some things."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def pieces(self) -> tuple[Laid, ...]:
        """All that lies there, as read."""
        return (*self._map(), *self._ships(), *self._trackers(), *self._tokens())

    def _map(self) -> list[Laid]:
        found = []
        for site in self.deck.sites:
            if not self.boards.get(site.id):
                continue
            board = self.deck.boards[self.deck.boards_by_id[self.boards[site.id]]]
            face = "front" if site.id in self.up else "back"
            at = self._on_map(hexes.centre(site.middle, HEX_SIDE)) + self._way(
                self.shifted.get(site.id, 0j)
            )
            turn = -60 * (site.turn + self.turned.get(site.id, 0.0))
            found.append(
                self._laid(f"tile-{board.id}", at, turn, board_middle(self.deck, board, face), face)
            )
        return found

    def _ships(self) -> list[Laid]:
        found = []
        for name, ship in (("ship-penguins", self.white), ("ship-pirates", self.black)):
            if ship is not None:
                where, way, right, high, askew = ship
                base = Point(SHIP.size.width / 2, SHIP.size.height - SHIP.base.height / 2)
                found.append(
                    self._laid(
                        name,
                        self._hex(where) + self._way(complex(right, high)),
                        -60 * way + askew,
                        base,
                    )
                )
        return found

    def _trackers(self) -> list[Laid]:
        found = []
        for name, verbs in TRACKERS.items():
            plan, at = tracker_plan(self.deck, verbs), SPOTS[name]
            found.append(self._laid(name, self._way(at), 0))
            for verb in verbs:
                if verb not in self.tracks:
                    continue
                whole = int(self.tracks[verb])
                step = plan.step(verb, whole)
                x = step.x + plan.cell.width * (0.5 + self.tracks[verb] - whole)
                y = step.y + plan.cell.height - MARKER.height / 2
                there = at + complex(x - plan.size.width / 2, plan.size.height / 2 - y)
                found.append(self._laid("crab" if verb == "water" else "wave", self._way(there), 7))
        return found

    def _tokens(self) -> list[Laid]:
        found = [
            self._laid("fish", self._way(complex(240 + 24 * n, 40)), 31 * n)
            for n in range(self.fish)
        ]
        if self.anchor is not None:
            found.append(
                self._laid(
                    "anchor", self._hex(self.anchor) if self.anchor else self._way(300 - 40j), 5
                )
            )
        return found + [
            self._laid(name, self._way(complex(240 + 40 * n, -90)), 0)
            for n, name in enumerate(self.extra)
        ]

    def _hex(self, name: str) -> complex:
        """A hex of the map by its name; "off" is beside the map."""
        if name == "off":
            return self._way(-300 + 0j)
        return self._on_map(
            hexes.centre(self.deck.chart.spots[read_hex(self.deck.chart, name)], HEX_SIDE)
        )

    def _on_map(self, point: Point) -> complex:
        return self._way(complex(point.x, -point.y) * self.gap)

    def _way(self, point: complex) -> complex:
        return point * cmath.exp(1j * radians(self.turn))

    def _laid(
        self, name: str, at: complex, turn: float, held: Point | None = None, face: str = "front"
    ) -> Laid:
        """A piece whose point `held` (its middle unless given; from its top left, y down) lies at a
        point.
        """
        size, kind = PIECES[name].size, PIECES[name].kind
        held = held or Point(size.width / 2, size.height / 2)
        off = complex(held.x - size.width / 2, size.height / 2 - held.y)
        middle = at - off * cmath.exp(1j * radians(self.turn + turn))
        turned = round(wrapped(self.turn + turn), 1)
        corners = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
        return Laid(
            name,
            kind,
            face,
            round(middle.real, 1),
            round(middle.imag, 1),
            turned,
            "tag",
            0.97,
            corners,
        )


def dealt(deck: Deck = DECK) -> dict[str, str]:
    """The boards in the deck's order, each back on its own places."""
    stacks = {
        site.back: [board.id for board in deck.boards if board.back == site.back]
        for site in deck.sites
    }
    return {site.id: stacks[site.back].pop(0) for site in deck.sites}


def bobs_hex(hand: Hand) -> str:
    """Where Bob is, as the boards lie."""
    deck = hand.deck
    (board,) = boards_with(deck.boards, BOB)
    site = next(site for site, name in hand.boards.items() if name == board.id)
    petal = next(number for number, face in enumerate(board.faces) if face.special == BOB)
    return deck.chart.name(deck.sites_by_id[site] * 7 + petal)
