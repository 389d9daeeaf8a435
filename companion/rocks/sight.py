"""What the phones know of a rocks board, from taps and photos, and where a roll can end.

No one has to tap each step. A move may take or leave a rock on the way, so once it is done, only
nests and empty piles are known for sure; a photo shows the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from companion.events import Event, Refusal
from companion.language import say
from companion.rocks.board import Board, PlaceId, members
from companion.rocks.rules import ends
from companion.rocks.state import FIRST, ROCKS_A_SPACE, SECOND, State
from companion.rocks.table import Loose, Penguin, Range, TableState


def set_up(state: TableState) -> TableState:
    """Return the table with all pieces where they are at the start (rocks R1, R2)."""
    nests = [state.nest(seat) for seat in state.seats]
    penguins = [(Penguin(nest.start), Penguin(nest.centre)) for nest in nests]
    pairs = zip(state.seats, penguins, strict=True)
    seats = tuple(replace(seat, penguins=pair) for seat, pair in pairs)
    rocks = state.board.rules.rocks
    piles = tuple((place.id, (rocks, rocks)) for place in state.board.places if place.is_pile)
    return replace(state, seats=seats, loose=piles)


def vague(loose: Loose) -> Loose:
    """Return rocks of which any may have been taken; a pile that is empty stays so.

    >>> vague((("qa", (6, 6)), ("qb", (0, 0))))
    (('qa', (0, 6)), ('qb', (0, 0)))
    """
    return tuple((place, (0, most)) for place, (_, most) in loose)


def stand(state: TableState, to: PlaceId | None) -> TableState | Refusal:
    """Put the moving penguin on a place; another one there is elsewhere.

    Without one it is unknown, unless a photo has shown it away from where it was.
    """
    board, at = state.board, state.origin
    if to is None and state.mover and at not in {None, state.mover.place}:
        to = state.mover.place
    closed = {nest.centre for nest in board.nests} - {
        state.nest(state.seats[state.now.seat]).centre
    }
    places = {place.id: place for place in board.places}
    if to is not None and (to not in places or to in closed):
        return Refusal("malformed", "A penguin can't stand there.")
    if to is not None and not places[to].is_pile:
        state = leave(state, to)
    last = (at, to) if at and to and at != to else None
    state = replace(state, loose=vague(state.loose), last=last)
    return state.moving(place=to, rock=None)


def leave(state: TableState, space: PlaceId) -> TableState:
    """Return the table without a penguin on a space (rocks R6): it is somewhere else."""
    seats = tuple(
        replace(
            seat,
            penguins=tuple(
                replace(each, place=None) if each.place == space else each for each in seat.penguins
            ),
        )
        for seat in state.seats
    )
    return replace(state, seats=seats)


def reach(state: TableState) -> tuple[PlaceId, ...] | None:
    """Return where the roll can end, by the engine; None before a roll, on a board with too many
    ways, or if it isn't known where the penguin stands, or a photo shows that it has moved.

    Penguins that stand in an unknown place are in nobody's way.
    """
    mover = state.mover
    if mover is None or state.die is None or mover.place is None or mover.place != state.origin:
        return None
    board = seated(state.board, state.nests)
    number, rocks = board.graph.number, dict(state.loose)
    for seat in state.seats:
        rocks |= {space: (n, n) for space, n in zip(state.nest(seat).ring, seat.rocks, strict=True)}
    nowhere = board.graph.piles[0]  # any number of penguins may stand there
    penguins = [penguin for seat in state.seats for penguin in seat.penguins]
    position = State(
        seed=0,
        board=board,
        now=state.now,
        left=state.die,
        visited=1 << number[mover.place],
        acted=False,
        stands=tuple(number[each.place] if each.place else nowhere for each in penguins),
        carries=tuple(bool(each.rock) for each in penguins),
        rocks=tuple(rocks.get(place.id, (0, 0))[1] for place in board.places),
        free=tuple(seat.free for seat in state.seats),
        finished=state.finished,
    )
    found = ends(position)
    return None if found is None else tuple(board.graph.names[at] for at in members(found))


@lru_cache(maxsize=64)  # boards in play
def seated(board: Board, nests: tuple[int, ...]) -> Board:
    """Return the board with the players' nests first, as the engine numbers seats."""
    others = [n for n in range(len(board.nests)) if n not in nests]
    return replace(board, nests=tuple(board.nests[n] for n in (*nests, *others)))


# --- a photo --------------------------------------------------------------------------------------


def see(state: TableState, event: Event) -> TableState:
    """Bring the board up to date with a photo.

    All is taken from one that shows all pieces (`complete`). Of another one, what it shows more of;
    where it shows fewer rocks in a nest than were tapped, someone has to say which is true.
    """
    payload = event.payload
    read: Mapping[PlaceId, Range] = {place: (*each,) for place, each in payload["rocks"].items()}
    stands: Mapping[str, Penguin] = {
        name: Penguin(each["place"], each["rock"]) for name, each in payload["penguins"].items()
    }
    piles = {place.id for place in state.board.places if place.is_pile}
    shown = {each.place for each in stands.values()} - {None, *piles}
    nests, fewer = set[PlaceId](), []
    for seat in state.seats:
        nest, rocks = state.nest(seat), list(seat.rocks)
        nests |= {*nest.ring}
        for space, place in enumerate(nest.ring):
            low, high = (min(n, ROCKS_A_SPACE) for n in read.get(place, (0, 0)))
            if high < rocks[space] and not payload["complete"]:
                fewer.append((seat.id, space, high))
            else:
                rocks[space] = low if payload["complete"] else max(low, rocks[space])
        penguins = tuple(
            _stood(known, stands.get(f"{nest.id}-{number}"), shown)
            for number, known in zip((FIRST, SECOND), seat.penguins, strict=True)
        )
        out = penguins[1].place not in {None, nest.centre}
        free = seat.free or out or sum(rocks) > sum(seat.rocks)
        state = state.change(seat.id, rocks=tuple(rocks), penguins=penguins, free=free)
    loose = tuple((place, each) for place, each in read.items() if place not in nests)
    origin = state.origin or (state.mover.place if state.mover and state.die else None)
    return replace(
        state, loose=loose, fewer=tuple(fewer), photo=payload["photo"], origin=origin, last=None
    )


def _stood(known: Penguin, read: Penguin | None, shown: set[PlaceId | None]) -> Penguin:
    """Return a penguin as a photo shows it; an unread one is where it was, if that's free."""
    if read is None or read.place is None:
        return Penguin(None, None) if known.place in shown else replace(known, rock=None)
    return read


def agree(state: TableState, event: Event) -> TableState | Refusal:
    """Take the photo's word for spaces with fewer rocks than were tapped, or leave them."""
    if not state.fewer or event.payload["photo"] != state.photo:
        return Refusal("stale", say("Someone has answered that, or taken a newer photo."))
    for owner, space, count in state.fewer if event.payload["agree"] else ():
        seat = next(seat for seat in state.seats if seat.id == owner)
        rocks = (*seat.rocks[:space], count, *seat.rocks[space + 1 :])
        state = state.change(owner, rocks=rocks)
    return replace(state, fewer=())
