"""Simulation of pirates: bots see their view and nothing else, and what is counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from companion.game import game
from companion.pirates.deck import Deck, standard
from companion.pirates.rules import apply, legal_moves, setup, to_move, view
from companion.pirates.simulate import (
    ENDS,
    HEXES,
    RESCUED,
    STUDY,
    UP,
    YELLOW,
    imagine,
    sensible_bot,
    ways,
)
from companion.pirates.state import State
from companion.play import random_bot
from companion.simulation.run import play
from companion.study import tally, total
from tests.companion.pirates.notation import move_text, read_hex


def test_facts_of_whole_games(plain: Deck) -> None:
    """A game ends in one way; what is placed, sailed and turned up is counted for the team as a
    whole.
    """
    row = game("pirates")
    ways = set()
    for seed in range(12):
        found = play(row, plain, [random_bot] * 3, seed)
        (done, *others) = found.deeds
        assert not any(others)
        lost = [name for name in ENDS.values() if found.facts[name] == (1,)]
        assert len(lost) == (0 if found.winners else 1)
        ways.update(lost)
        assert found.facts[HEXES] == (done.get(HEXES, 0),)
        assert found.facts[YELLOW] == (done.get(YELLOW, 0),)
        assert found.facts[UP][0] >= 1
        assert found.facts[RESCUED][0] <= 1
        events = [event.id for event in plain.events if event.id in done]
        assert found.length - 1 <= len(events) <= found.length
    assert len(ways) > 1


def test_the_cousin_is_a_variant_of_its_own() -> None:
    """Its games set up with the cousin to be rescued, others without (pirates R10)."""
    deck = standard()
    assert STUDY.variants["cousin"](deck, 3, 1).variants == {"cousin"}
    assert setup(deck, 3, 1).variants == frozenset()


def test_boards_have_the_dots_that_were_wanted() -> None:
    """pirates O: about 2.2 dots a hex, 45 % of them red, and every hex has one at least."""
    faces = [face for board in standard().boards for face in board.faces]
    dots = sum(face.cost for face in faces)
    assert 2.1 <= dots / len(faces) <= 2.3
    assert 0.43 <= sum(face.red for face in faces) / dots <= 0.47
    assert min(face.cost for face in faces) >= 1


Table = Callable[..., State]


def _choice(state: State, seed: int = 0) -> str:
    seat = to_move(state)[0]
    return move_text(sensible_bot(view(state, seat), legal_moves(state, seat), random.Random(seed)))


def test_what_a_bot_imagines_fits_what_it_sees() -> None:
    """The imagined state gives the same view, whatever phase and seat."""
    chance = random.Random(3)
    for seed in range(6):
        state = setup(standard(), 3 + seed % 2, seed)
        while movers := to_move(state):
            for seat in range(state.players):
                assert view(imagine(view(state, seat)), seat) == view(state, seat)
            seat = chance.choice(movers)
            state = apply(
                state, seat, random_bot(view(state, seat), legal_moves(state, seat), chance)
            )


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_is_the_same_for_the_same_seed(plain: Deck, seed: int) -> None:
    """Nothing but the seed decides."""
    one, again = (play(game("pirates"), plain, [sensible_bot] * 4, seed) for _ in range(2))
    assert one == again


def test_a_captain_sails_home(table: Table) -> None:
    """With Bob aboard and home ahead nothing else is worth doing."""
    assert _choice(table(hexes={"a1.n": "y home"}, spots="port - bail -", rescued="bob")) == "sail"


def test_a_captain_does_not_drown(table: Table) -> None:
    """A bucket is passed by for no other way when the water stands high: bail first, then sail."""
    begun = table(hexes={"a1.n": "rr"}, spots="bail - - -", tracks=(2, 2, 5, 8))
    assert _choice(begun) == "1:bail"


def test_a_captain_turns_to_bob(table: Table) -> None:
    """Bob lies to the north-east: starboard first."""
    begun = table(
        hexes={"a1.ne": "y bob", "a1.n": "yyy"}, spots="starboard - - -", tracks=(2, 2, 0, 8)
    )
    assert _choice(begun) == "1"


def test_scouts_look_where_bob_may_be(table: Table) -> None:
    """Of a yellow and a red board that can be turned up, it is the yellow one while Bob
    is missing.
    """
    begun = table("c1.m:n", up="a1 b1 c1", spots="scout - - -", hexes={"c1.m": "y"})
    sites = [text for text in map(move_text, legal_moves(begun, 2)) if ":" in text]
    assert {"1:d1", "1:c2"} <= set(sites)
    assert _choice(begun) in ("1:c2", "1:b2")


def test_the_way_home_is_shorter_from_nearer(table: Table) -> None:
    """The way counts dots and turns, over Bob while he is missing; aboard it is shorter."""
    state = table(up="a1 b1 b2", hexes={"b1.m": "y bob", "b2.m": "y home"})
    found = ways(state.deck, state.known_boards, ("bob",))
    missing, aboard = found[frozenset()], found[frozenset({"bob"})]
    read = partial(read_hex, state.deck.chart)
    assert aboard[6 * read("b2.m")] == 0
    assert all(missing[spot] >= aboard[spot] for spot in range(len(missing)))
    assert min(missing[6 * read("b1.m") : 6 * read("b1.m") + 6]) < min(
        missing[6 * read("a1.s") : 6 * read("a1.s") + 6]
    )


def test_sensible_crews_come_further_than_random_ones(plain: Deck) -> None:
    """The sensible bot is worth tuning with: it finds Bob, and sails where the random
    one drifts.
    """
    row = game("pirates")
    lost, found = (
        total(tally(play(row, plain, [bot] * 4, seed)) for seed in range(4))
        for bot in (random_bot, sensible_bot)
    )
    assert found.facts[RESCUED].total > lost.facts[RESCUED].total
    assert found.facts[HEXES].total > 2 * lost.facts[HEXES].total
