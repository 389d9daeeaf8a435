"""The players that tune the deck: they play whole games, see no secrets, and the sensible one is
better.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.combust.deck import Deck, standard
from companion.combust.rules import apply, legal_moves, setup, to_move, view
from companion.combust.simulate import discard_value, sensible_bot
from companion.combust.state import Discard, Move, Place, State, View
from companion.game import game
from companion.play import AnyBot, random_bot
from companion.simulation.run import play
from companion.study.tally import Played
from tests.companion.combust.notation import move_text

Table = Callable[..., State]
Go = Callable[..., State]


def _choice(state: State) -> str:
    seat = to_move(state)[0]
    return move_text(sensible_bot(view(state, seat), legal_moves(state, seat), random.Random(1)))


def _play(bots: list[AnyBot], seed: int) -> Played:
    return play(game("combust"), standard(), bots, seed)


def test_the_same_seed_gives_the_same_game() -> None:
    """Bots draw from the game's seed alone."""
    assert (
        _play([sensible_bot] * 4, 5) == _play([sensible_bot] * 4, 5) != _play([sensible_bot] * 4, 6)
    )


def test_bots_see_their_view_and_legal_moves_only() -> None:
    """A bot that is handed a state with other secrets chooses the same: nothing else reaches it."""
    seen: list[object] = []

    def spy(given: View, moves: Sequence[Move], chance: random.Random) -> Move:
        seen.append(type(given))
        return random_bot(given, moves, chance)

    _play([spy] * 3, 1)
    assert set(seen) == {View}


def test_the_sensible_bot_beats_three_random_ones() -> None:
    """In each seat in turn: it wins far more than its quarter."""
    games = [
        _play([sensible_bot if seat == seed % 4 else random_bot for seat in range(4)], seed)
        for seed in range(60)
    ]
    wins = sum(seed % 4 in game.winners for seed, game in enumerate(games))
    assert wins > 60 / 4 * 1.8


def test_the_sensible_bot_stays_in_the_game(table: Table, go: Go) -> None:
    """Extinct, it places its card, or steals one."""
    assert (
        _choice(go(table("3;1,2", "5;6", "7;8", draw=(9, 9)), "discard 2", "pick 1:5")) == "place 6"
    )


def test_the_sensible_bot_ends_a_clan(table: Table) -> None:
    """A last penguin with no hand behind it is worth more than a point or two."""
    state = table("9,9,8;2,3", "10;", "7,8,14;8", draw=(9, 6))
    assert _choice(state) == "discard 2"
    assert _choice(apply(state, to_move(state)[0], Discard(2))) == "pick 1:10"


def test_the_sensible_bot_gives_the_least(table: Table, go: Go) -> None:
    """Its own penguin it picks lowest, another's highest."""
    assert (
        _choice(go(table("3,9;1,10", "5,7;6", "7,12;8", draw=(9, 9)), "discard 10")) == "pick 1:5"
    )
    assert (
        _choice(go(table("3,9;1,19", "5,7;6", "7,12;8", draw=(9, 9)), "discard 19")) == "pick 2:12"
    )
    assert (
        _choice(go(table("3,9;1,19", "5,7;6", "7,12;8", draw=(9, 9)), "discard 19", "pick 2:12"))
        == "pick 0:3"
    )


def test_every_card_has_a_value_to_the_bot(plain: Deck, table: Table) -> None:
    """Each ability of the test deck can be weighed, in the middle of a game and at its end."""
    state = table("3,9;1,10", "5,7;6", "7,12;8,11;1", draw=(9, 9))
    for position in (state, replace(state, draw=())):
        shown = view(position, 0)
        values = [discard_value(shown, kind.number) for kind in plain.kinds]
        assert all(-100 < value < 100 for value in values)
        assert len(set(values)) > 10


def test_random_bot_takes_any_move() -> None:
    """Over many draws each legal move comes up."""
    state = setup(standard(), 3, 1)
    chance = random.Random(1)
    drawn = {random_bot(view(state, 0), [Place(1), Place(2), Place(3)], chance) for _ in range(60)}
    assert len(drawn) == 3
