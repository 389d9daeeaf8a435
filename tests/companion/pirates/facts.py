"""What the shared tests must know of pirates."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.pirates.deck import ACTIONS, PENGUINS, TURNS, Action, Deck
from companion.pirates.rules import apply, legal_moves, setup, to_move, view
from companion.pirates.simulate import sensible_bot
from companion.pirates.state import Move, Put, Sail, Scout, State, Take, placer
from companion.pirates.tracks import VERBS
from companion.play import Result, Seat
from tests.companion.facts import Setting, one_deck

# A turn: four placings, four actions, and a hex, perhaps a sextant, for each speed: 15 at once,
# more by full sails.
LONGEST = TURNS * (2 * PENGUINS + 2 * (15 + 2 * PENGUINS))
SECRETS = True
RECORDED = Setting("plain.toml", players=3, seed=10, variants=("no-talk",))
# how often a move of the recording is made at random, so that it shows more than good play
SLIP = 0.12
BOLD = 2  # of so many random games one sails whenever it can
decks = one_deck


def start(deck: Deck, players: int, seed: int) -> State:
    """Two games of three with Bob's cousin."""
    return setup(deck, players, seed, ["cousin"] if seed % 3 else [])


def wander(state: State, moves: Sequence[Move], chance: random.Random) -> Move:
    """Any move, or boldly on, else the ship would not get far."""
    bold = [move for move in moves if isinstance(move, Sail)] if state.seed // 2 % BOLD else []
    return chance.choice(bold or moves)


def scarce(state: State) -> State:
    """No fish."""
    return replace(state, tracks=replace(state.tracks, fish=0))


def check(state: State) -> None:
    """Tracks stop at their ends, the ship is where the sea is known, and no loss goes unseen
    (pirates R6, R7, R9).
    """
    for verb in VERBS:
        assert 0 <= getattr(state.tracks, verb) <= getattr(state.deck.most, verb)
    assert state.is_up(state.ship.hex), "the ship is never where nobody knows the sea"
    if not state.end:
        assert state.tracks.water < state.deck.most.water
        assert state.pirate is None or state.pirate.hex != state.ship.hex


def check_end(state: State, result: Result) -> None:
    """All win by coming home or all lose, within twelve turns (pirates R9)."""
    assert state.phase == "over"
    assert state.end
    assert bool(result.winners) == (state.end == "home")
    assert 1 <= state.turn <= TURNS


def every_move(deck: Deck) -> list[Move]:
    """By kind, then penguin, then spot or choice."""
    sites = sorted(site.id for site in deck.sites)
    penguins = range(PENGUINS)
    return [
        *(Put(penguin, action) for penguin in penguins for action in ACTIONS),
        *(
            Take(penguin, choice)
            for penguin in penguins
            for choice in sorted(["", "bail", "fish", *sites])
        ),
        Sail(),
        *map(Scout, sites),
    ]


def disguise(state: State, seat: Seat, chance: random.Random) -> State:
    """Another seed, and face-down boards, cards to come and secret spots changed."""
    places = [place for place in range(len(state.boards)) if place not in state.face_up]
    boards = list(state.boards)
    for place, board in zip(
        places, chance.sample([boards[p] for p in places], len(places)), strict=True
    ):
        boards[place] = board
    secret = [p for p in range(PENGUINS) if _is_secret(state, seat, p)]
    hands = tuple(
        _reshuffled(hand, _seen(state, p, secret), chance) for p, hand in enumerate(state.hands)
    )
    other = replace(state, seed=state.seed + 1, boards=tuple(boards), hands=hands,
                    events=_reshuffled(state.events, state.turn, chance))  # fmt: skip
    spots = tuple(
        _another(other, p) if p in secret and spot else spot for p, spot in enumerate(state.spots)
    )
    return replace(other, spots=spots)


def _is_secret(state: State, seat: Seat, penguin: int) -> bool:
    others = placer(penguin, state.captain, state.players) != seat
    return state.phase == "place" and penguin != state.captain and others


def _seen(state: State, penguin: int, secret: list[int]) -> int:
    """How many cards of a penguin's deck lie open to the player."""
    taken = penguin == state.captain if state.phase == "captain" else penguin not in secret
    return state.turn if taken else state.turn - 1


def _another(state: State, penguin: int) -> Action:
    return state.card(penguin).open[0]


def _reshuffled(cards: tuple[int, ...], seen: int, chance: random.Random) -> tuple[int, ...]:
    rest = cards[seen:]
    return (*cards[:seen], *chance.sample(rest, len(rest)))


def open_changes(deck: Deck) -> tuple[State, list[State]]:
    """When all are placed: turn, crew, map, event, spots, tracks, ships, who is
    rescued, the end.
    """
    state, chance = setup(deck, 4, 5), random.Random(5)
    while state.phase != "sail":
        seat = to_move(state)[0]
        state = apply(state, seat, chance.choice(tuple(legal_moves(state, seat))))
    return state, [
        replace(state, turn=2),
        replace(state, players=3),
        replace(state, variants=frozenset({"no-talk"})),
        replace(state, face_up=frozenset({0, 1})),
        replace(state, events=(state.events[1], state.events[0], *state.events[2:])),
        replace(state, spots=(None, *state.spots[1:])),
        replace(state, tracks=replace(state.tracks, water=3)),
        replace(state, ship=state.ship.turn(1)),
        replace(state, pirate=state.ship),
        replace(state, rescued=frozenset({"bob"})),
        replace(state, phase="scout"),
        replace(state, end="events"),
    ]


def begin(deck: Deck, setting: Setting) -> State:
    """With the variants that the setting names."""
    return setup(deck, setting.players, setting.seed, setting.variants)


def record(state: State, chance: random.Random) -> tuple[Seat, Move]:
    """A move of a crew that errs at times: at random nobody would ever find Bob."""
    seat = chance.choice(to_move(state))
    moves = tuple(legal_moves(state, seat))
    return seat, chance.choice(moves) if chance.random() < SLIP else sensible_bot(
        view(state, seat), moves, chance
    )


def ending(state: State, result: Result) -> Iterator[str]:
    """By what, and when."""
    yield f"end       {'won' if result.winners else 'lost'}: {state.end} in turn {state.turn}"


def shown(moves: Sequence[str], positions: Sequence[str]) -> dict[str, bool]:
    """All actions and choices, a sextant, pirates about and Bob aboard."""
    fields = [position.split() for position in positions]
    return {
        **{action: any(move.endswith(f"@{action}") for move in moves) for action in ACTIONS},
        "sail": "sail" in moves,
        "a sextant": any(move.startswith("scout ") for move in moves),
        "bailing": any(move.endswith(":bail") for move in moves),
        "fishing": any(move.endswith(":fish") for move in moves),
        "pirates": any(position[10] != "-" for position in fields),
        "Bob": fields[-1][11] == "bob",
    }
