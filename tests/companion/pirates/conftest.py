"""A deck that tuning doesn't touch, and positions to play from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.hexes import DIRECTION_NAMES
from companion.pirates.boards import PETALS, PIER, Board, Face
from companion.pirates.deck import ACTIONS, Action, Deck, Event, read_deck
from companion.pirates.rules import apply, setup, to_move
from companion.pirates.state import Phase, State, Vessel
from companion.pirates.tracks import Tracks
from tests.companion.pirates.notation import parse_move, read_hex

PLAIN = Path(__file__).with_name("plain.toml")
CALM = Event("event-00", "Calm", 1, 1)

Table: TypeAlias = Callable[..., State]
Play: TypeAlias = Callable[..., State]


@pytest.fixture(scope="session")
def plain_text() -> str:
    """The test deck's file."""
    return PLAIN.read_text("utf-8")


@pytest.fixture(scope="session")
def plain(plain_text: str) -> Deck:
    """The test deck."""
    return read_deck(plain_text, PLAIN.name)


def _vessel(deck: Deck, text: str) -> Vessel:
    name, facing = text.split(":")
    return Vessel(read_hex(deck.chart, name), DIRECTION_NAMES.index(facing))


def _printed(board: Board, site: str, hexes: Mapping[str, str]) -> Board:
    """The board with other hexes where `hexes` says so."""
    names = (*PETALS, PIER)[: len(board.faces)]
    faces = []
    for name, old in zip(names, board.faces, strict=True):
        dots, _, special = hexes.get(f"{site}.{name}", str(old)).partition(" ")
        faces.append(Face(dots.count("y"), dots.count("r"), special))
    return replace(board, faces=tuple(faces))


@pytest.fixture(scope="session")
def table(plain: Deck) -> Table:
    """A movement phase in the middle of a game, without anything shuffled: boards, cards and events
    as in the file.

    `hexes` prints other hexes (`{"a1.n": "yr kraken"}`), `up` names the boards that are face up,
    `spots` what penguins 1 to 4 stand on, `event` this turn's event.
    """

    def build(
        ship: str = "a1.m:n",
        *,
        hexes: Mapping[str, str] | None = None,
        up: str = "a1",
        spots: str = "- - - -",
        tracks: Sequence[int] = (2, 5, 0, 8),
        pirate: str = "",
        event: Event = CALM,
        turn: int = 3,
        players: int = 4,
        phase: Phase = "sail",
        rescued: str = "",
        variants: Sequence[str] = (),
    ) -> State:
        printed = tuple(
            _printed(b, s.id, hexes or {}) for b, s in zip(plain.boards, plain.sites, strict=True)
        )
        events = (*plain.events[: turn - 1], event, *plain.events[turn:])
        deck = replace(plain, boards=printed, events=events)
        actions: dict[str, Action | None] = {"-": None} | {action: action for action in ACTIONS}
        whole = tuple(range(12))
        return replace(
            setup(deck, players, 0, variants),
            boards=tuple(range(13)),
            events=whole,
            hands=(whole,) * 4,
            turn=turn,
            phase=phase,
            face_up=frozenset(deck.sites_by_id[site] for site in up.split()),
            tracks=Tracks(*tracks),
            spots=tuple(actions[spot] for spot in spots.split()),
            ship=_vessel(deck, ship),
            pirate=_vessel(deck, pirate) if pirate else None,
            rescued=frozenset(rescued.split()),
        )

    return build


@pytest.fixture(scope="session")
def play() -> Play:
    """Play moves in notation, each checked, by `seat` or whoever is first to move."""

    def go(state: State, *moves: str, seat: int | None = None) -> State:
        for text in moves:
            mover = to_move(state)[0] if seat is None else seat
            state = apply(state, mover, parse_move(state, mover, text))
        return state

    return go
