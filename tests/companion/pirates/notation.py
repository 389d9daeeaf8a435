"""One text for each position of pirates, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    turn phase players variants boards events hands spots tracks ship pirate rescued end seed

`boards` lie by place of the map, `+` before one that is face up. `events` and `hands` (one a
penguin, parted by `/`) are orders of card numbers, `spots` the actions under penguins 1 to 4.
`tracks` are sails, speed, water and fish; a ship is its hex and facing, `b2.ne:s`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.errors import NotationError
from companion.hexes import DIRECTION_NAMES
from companion.pirates.boards import Chart, HexId
from companion.pirates.deck import ACTIONS, BAIL_OR_FISH, PENGUINS, Deck
from companion.pirates.state import End, Move, Phase, Put, Sail, Scout, State, Take, Vessel
from companion.pirates.tracks import VERBS, Tracks
from companion.play import Seat
from tests.companion.pirates.refusals import refusal
from tests.companion.texts import (
    FieldError,
    illegal_move,
    join,
    known,
    no_move,
    number,
    reading,
    split,
)

_FIELDS = 14
_PHASES: dict[str, Phase] = {
    "captain": "captain",
    "place": "place",
    "sail": "sail",
    "scout": "scout",
    "over": "over",
}
_ENDS: dict[str, End] = {
    "-": "",
    "home": "home",
    "skull": "skull",
    "pirates": "pirates",
    "events": "events",
}
_SPOTS = {"-": None} | {action: action for action in ACTIONS}


def state_text(state: State) -> str:
    """All of a state, secrets included, but not its deck.

    >>> from companion.pirates.deck import standard
    >>> from companion.pirates.rules import setup
    >>> state = setup(standard(), 3, seed=1)
    >>> parse_state(state_text(state), standard()) == state
    True
    """
    boards = (
        f"{'+' if p in state.face_up else ''}{state.deck.boards[b].id}"
        for p, b in enumerate(state.boards)
    )
    return " ".join(
        [
            str(state.turn),
            state.phase,
            str(state.players),
            join(sorted(state.variants)),
            join(boards),
            _numbers(state.events),
            "/".join(map(_numbers, state.hands)),
            join(spot or "-" for spot in state.spots),
            join(str(getattr(state.tracks, verb)) for verb in VERBS),
            vessel_text(state.deck, state.ship),
            vessel_text(state.deck, state.pirate),
            join(sorted(state.rescued)),
            state.end or "-",
            str(state.seed),
        ]
    )


def vessel_text(deck: Deck, vessel: Vessel | None) -> str:
    """A ship's hex and facing, `-` for none."""
    return f"{deck.chart.name(vessel.hex)}:{DIRECTION_NAMES[vessel.facing]}" if vessel else "-"


def read_hex(chart: Chart, text: str) -> HexId:
    """Return the hex called `text`, as b2.ne, c1.m or a1.pier; raises `NotationError`."""
    names = {chart.name(hex_id): hex_id for hex_id in range(len(chart.spots))}
    if text not in names:
        raise NotationError(
            text, "no hex of the map", remedy="write place and hex, as b2.ne, c1.m or a1.pier"
        )
    return names[text]


def move_text(move: Move) -> str:
    """A move as `read_move` reads it: `2@port` places penguin 2 of 1 to 4, `2` takes it off its
    card, followed by the choice if there is one.
    """
    match move:
        case Put(penguin, action):
            return f"{penguin + 1}@{action}"
        case Take(penguin, choice):
            return f"{penguin + 1}:{choice}" if choice else f"{penguin + 1}"
        case Sail():
            return "sail"
        case Scout(site):
            return f"scout {site}"


def parse_state(text: str, deck: Deck) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names
    what is wrong.
    """
    with reading(text):
        return _state(text.split(" "), deck)


def _state(fields: list[str], deck: Deck) -> State:
    if len(fields) != _FIELDS:
        raise FieldError(f"{len(fields)} fields, not {_FIELDS}")
    (
        turn,
        phase,
        players,
        variants,
        boards,
        events,
        hands,
        spots,
        tracks,
        ship,
        pirate,
        rescued,
        end,
        seed,
    ) = fields
    named = boards.split(",")
    sailing = _vessel(ship, deck)
    if sailing is None:
        raise FieldError("the penguins have no ship")
    return State(
        deck=deck,
        seed=number(seed),
        variants=frozenset(split(variants)),
        players=number(players),
        boards=tuple(known(deck.boards_by_id, name.removeprefix("+")) for name in named),
        events=_cards(events),
        hands=tuple(_cards(hand) for hand in hands.split("/")),
        turn=number(turn),
        phase=known(_PHASES, phase),
        face_up=frozenset(place for place, name in enumerate(named) if name.startswith("+")),
        spots=tuple(known(_SPOTS, spot) for spot in spots.split(",")),
        tracks=_tracks(tracks),
        ship=sailing,
        pirate=_vessel(pirate, deck),
        rescued=frozenset(split(rescued)),
        end=known(_ENDS, end),
    )


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes; raises `NotationError` or, with rule and position,
    `IllegalMoveError`.
    """
    move = read_move(text, state.deck)
    if reason := refusal(state, player, move):
        raise illegal_move("pirates", text, reason, player, state_text(state))
    return move


# --- writing and reading fields -------------------------------------------------------------------


def _numbers(cards: Iterable[int]) -> str:
    return ",".join(str(card + 1) for card in cards)


def _cards(field: str) -> tuple[int, ...]:
    return tuple(number(part) - 1 for part in field.split(","))


def _tracks(field: str) -> Tracks:
    steps = [number(part) for part in field.split(",")]
    if len(steps) != len(VERBS):
        raise FieldError(f"{field!r} are not {len(VERBS)} tracks")
    return Tracks(*steps)


def _vessel(field: str, deck: Deck) -> Vessel | None:
    if field == "-":
        return None
    hex_name, colon, facing = field.partition(":")
    hex_id = read_hex(deck.chart, hex_name)
    if not colon or facing not in DIRECTION_NAMES:
        raise FieldError(f"{field!r} faces nowhere")
    return Vessel(hex_id, DIRECTION_NAMES.index(facing))


# --- what no game can come to ---------------------------------------------------------------------


def read_move(text: str, deck: Deck) -> Move:
    """The move that `text` writes, legal or not; raises `NotationError` that quotes it.

    >>> from companion.pirates.deck import standard
    >>> [move_text(read_move(text, standard())) for text in ("2@port", "2:fish", "scout c1")]
    ['2@port', '2:fish', 'scout c1']
    """
    choices = (*BAIL_OR_FISH, *deck.sites_by_id)
    if text == "sail":
        return Sail()
    if text.removeprefix("scout ") in deck.sites_by_id and text.startswith("scout "):
        return Scout(text.removeprefix("scout "))
    found = re.fullmatch(rf"([1-{PENGUINS}])(?:@([a-z]+)|:([a-z0-9]+))?", text)
    action = next((action for action in ACTIONS if found and action == found[2]), None)
    if not found or (found[2] and not action) or (found[3] and found[3] not in choices):
        raise no_move(text, "write 2@port to place, 2, 2:fish or 2:c1 to act, sail or scout c1")
    penguin = int(found[1]) - 1
    return Put(penguin, action) if action else Take(penguin, found[3] or "")
