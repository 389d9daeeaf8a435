"""Simulation of combust: bots see their view and legal moves only, and what is counted."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.combust.deck import FIRST_EVENT, Deck, standard
from companion.combust.rules import apply, legal_moves, setup, to_move, view
from companion.combust.simulate import (
    OUT,
    RAN_OUT,
    STARTS,
    STUDY,
    SUM,
    VERB,
    discard_value,
    sensible_bot,
)
from companion.combust.state import Discard, Move, Place, State, View
from companion.combust.verbs import FORMS
from companion.game import game
from companion.play import AnyBot, random_bot
from companion.simulation.run import play
from companion.study import Played
from tests.companion.combust.notation import move_text


def test_deeds_are_those_of_the_moves() -> None:
    """Of a whole game: a discard is its player's, an event that of whoever drew it, and one player
    starts.
    """
    state = setup(standard(), 4, 3)
    expected: list[tuple[int, str]] = []
    seen: list[tuple[int, str]] = []
    while movers := to_move(state):
        seat = movers[0]
        moves = tuple(legal_moves(state, seat))
        move = moves[state.turn % len(moves)]
        after = apply(state, seat, move)
        expected += [(seat, str(move.card))] if isinstance(move, Discard) else []
        seen += STUDY.deeds(state, seat, move, after)
        state = after
    starts = [whose for whose, deed in seen if deed == STARTS]
    assert len(starts) == 1
    discards = [(seat, deed) for seat, deed in seen if deed.isdigit() and int(deed) < FIRST_EVENT]
    assert discards == expected
    events = [int(deed) for _, deed in seen if deed.isdigit() and int(deed) >= FIRST_EVENT]
    assert set(events) <= set(state.discard)


def test_facts_of_whole_games() -> None:
    """Shares are yes or no, verbs are those of the cards used, and sums those of clans that are
    left.
    """
    row, deck = game("combust"), standard()
    for seed in range(6):
        found = play(row, deck, [random_bot] * 3, seed)
        assert found.facts[STARTS] in ((0,), (1,))
        assert sorted(found.facts[SUM]) == sorted(points for points in found.points if points)
        assert found.facts[OUT][0] <= 1 >= found.facts[RAN_OUT][0]
        cards = [int(deed) for done in found.deeds for deed in done if deed.isdigit()]
        verbs = {verb.name for card in cards for verb in deck.abilities[card]}
        assert {verb for verb in FORMS if found.facts[f"{VERB}{verb}, %"] == (1,)} == verbs


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
