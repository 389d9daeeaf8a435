"""One text for each position of pirates, with exact round trips, and the parser of moves.

A state is one line of fields parted by spaces, `-` for an empty one:

    turn phase players variants boards events hands spots tracks ship pirate rescued end seed

`boards` lie by place of the map, `+` before one that is face up. `events` and `hands` (one a penguin, parted by `/`)
are orders of card numbers, `spots` the actions under penguins 1 to 4. `tracks` are sails, speed, water and fish; a ship
is its hex and facing, `b2.ne:s`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from companion.hexes import DIRECTION_NAMES
from companion.pirates.boards import COUSIN
from companion.pirates.crew import ACTIONS, PENGUINS, TURNS
from companion.pirates.deck import Deck
from companion.pirates.entering import VARIANTS, End, wanted
from companion.pirates.legality import refusal, stopped
from companion.pirates.moves import Move, read_move
from companion.pirates.rules import PLAYERS
from companion.pirates.state import Phase, State, Vessel, scoutable
from companion.pirates.tracks import VERBS, Tracks
from companion.play import Seat
from companion.texts import FieldError, check, illegal_move, join, known, number, reading, split

__all__ = ["parse_move", "parse_state", "read_move", "state_text", "vessel_text"]

_FIELDS = 14
_PHASES: dict[str, Phase] = {"captain": "captain", "place": "place", "sail": "sail", "scout": "scout", "over": "over"}
_ENDS: dict[str, End] = {"-": "", "home": "home", "skull": "skull", "pirates": "pirates", "events": "events"}
_SPOTS = {"-": None} | {action: action for action in ACTIONS}


def state_text(state: State) -> str:
    """All of a state, secrets included, but not its deck.

    >>> from companion.pirates.deck import standard
    >>> from companion.pirates.rules import setup
    >>> state = setup(standard(), 3, seed=1)
    >>> parse_state(state_text(state), standard()) == state
    True
    """
    boards = (f"{'+' if p in state.face_up else ''}{state.deck.boards[b].id}" for p, b in enumerate(state.boards))
    return " ".join([
        str(state.turn), state.phase, str(state.players), join(sorted(state.variants)), join(boards),
        _numbers(state.events), "/".join(map(_numbers, state.hands)), join(spot or "-" for spot in state.spots),
        join(str(getattr(state.tracks, verb)) for verb in VERBS), vessel_text(state.deck, state.ship),
        vessel_text(state.deck, state.pirate), join(sorted(state.rescued)), state.end or "-", str(state.seed),
    ])  # fmt: skip


def vessel_text(deck: Deck, vessel: Vessel | None) -> str:
    """A ship's hex and facing, `-` for none."""
    return f"{deck.chart.name(vessel.hex)}:{DIRECTION_NAMES[vessel.facing]}" if vessel else "-"


def parse_state(text: str, deck: Deck) -> State:
    """Read `state_text` back; raises `NotationError` that quotes the text and names what is wrong."""
    with reading(text):
        state = _state(text.split(" "), deck)
        check(_faults(state))
    return state


def _state(fields: list[str], deck: Deck) -> State:
    if len(fields) != _FIELDS:
        raise FieldError(f"{len(fields)} fields, not {_FIELDS}")
    turn, phase, players, variants, boards, events, hands, spots, tracks, ship, pirate, rescued, end, seed = fields
    named = boards.split(",")
    sailing = _vessel(ship, deck)
    if sailing is None:
        raise FieldError("the penguins have no ship")
    return State(
        deck=deck, seed=number(seed), variants=frozenset(split(variants)), players=number(players),
        boards=tuple(known(deck.boards_by_id, name.removeprefix("+")) for name in named),
        events=_cards(events), hands=tuple(_cards(hand) for hand in hands.split("/")),
        turn=number(turn), phase=known(_PHASES, phase),
        face_up=frozenset(place for place, name in enumerate(named) if name.startswith("+")),
        spots=tuple(known(_SPOTS, spot) for spot in spots.split(",")), tracks=_tracks(tracks),
        ship=sailing, pirate=_vessel(pirate, deck), rescued=frozenset(split(rescued)),
        end=known(_ENDS, end),
    )  # fmt: skip


def parse_move(state: State, player: Seat, text: str) -> Move:
    """The legal move that `text` writes; raises `NotationError` or, with rule and position, `IllegalMoveError`."""
    move = read_move(text, state.deck)
    if reason := refusal(state, player, move):
        raise illegal_move("pirates", text, reason, player, state_text(state))
    return move


# --- writing and reading fields --------------------------------------------------------------------------------------


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
    hex_id = deck.chart.read(hex_name)
    if not colon or facing not in DIRECTION_NAMES:
        raise FieldError(f"{field!r} faces nowhere")
    return Vessel(hex_id, DIRECTION_NAMES.index(facing))


# --- what no game can come to ----------------------------------------------------------------------------------------


def _faults(state: State) -> Iterator[str]:
    yield from _misdealt(state)
    if not 1 <= state.turn <= TURNS or not PLAYERS[0] <= state.players <= PLAYERS[1]:
        yield f"turn {state.turn} or {state.players} players can't be"
    elif len(state.spots) != PENGUINS:
        yield f"{len(state.spots)} spots for {PENGUINS} penguins"
    else:
        yield from _on_the_map(state)
        yield from _phase_faults(state)


def _misdealt(state: State) -> Iterator[str]:
    deck, whole = state.deck, list(range(TURNS))
    if sorted(state.boards) != list(range(len(deck.boards))):
        yield "some board is missing or there twice"
    elif [deck.boards[board].back for board in state.boards] != [site.back for site in deck.sites]:
        yield "a board lies where its back does not belong"
    if len(state.hands) != PENGUINS or any(sorted(hand) != whole for hand in state.hands):
        yield f"the handicap decks are not {PENGUINS} of {TURNS} cards"
    orders = [deck.events[event].order for event in state.events] if sorted(state.events) == whole else []
    if not orders or orders != sorted(orders):
        yield "the events are not the whole deck in ascending order"


def _on_the_map(state: State) -> Iterator[str]:
    if any(not 0 <= getattr(state.tracks, verb) <= getattr(state.deck.most, verb) for verb in VERBS):
        yield f"{state.tracks} goes over the end of a track"
    if not state.up(state.ship.hex) or _joined(state) != state.face_up:
        yield "a board is face up that nobody can have turned up"
    if not state.variants <= VARIANTS or (COUSIN in state.variants and not state.deck.cousin):
        yield f"{join(sorted(state.variants))} is no variant here"
    if not state.rescued <= wanted(state.variants):
        yield f"{join(sorted(state.rescued))} can't have been rescued"


def _joined(state: State) -> frozenset[int]:
    """The face-up places that hang together with the first one: boards are turned up next to others (pirates R5)."""
    found = frozenset({0}) & state.face_up
    while more := (set(scoutable(state.deck, found)) & state.face_up):
        found |= more
    return found


def _phase_faults(state: State) -> Iterator[str]:
    check: dict[Phase, Callable[[State], bool]] = {
        "captain": lambda s: not any(s.spots),
        "place": lambda s: s.spots[s.captain] is not None and None in s.spots,
        "sail": lambda s: any(s.spots) or stopped(s) is None,
        "scout": lambda s: bool(scoutable(s.deck, s.face_up)),
        "over": lambda s: bool(s.end),
    }
    if not check[state.phase](state) or (state.end and state.phase != "over"):
        yield f"spots {join(spot or '-' for spot in state.spots)} and end {state.end or '-'} while {state.phase}"
    for penguin, spot in enumerate(state.spots):
        if spot and state.card(penguin).colour(spot) == "red":
            yield f"penguin {penguin + 1} stands on red"
