"""Simulation of giza: bots play by the rules with what they may know, and what is counted."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from companion.game import game
from companion.giza.deck import standard
from companion.giza.pyramid import Pyramid
from companion.giza.rules import apply, legal_moves, setup, to_move, view
from companion.giza.simulate import FORCED, LEVEL_SCORE, MET, STUDY, sensible_bot, worth
from companion.giza.state import Lay, Move, Place, State
from companion.play import AnyBot, random_bot
from companion.simulation.run import play
from companion.study import Played
from tests.companion.giza.notation import move_text, read_move


def test_a_forced_grey_is_not_one_that_was_flipped(table: Callable[..., State]) -> None:
    """A grey that nothing but R8 asks for is counted; one that action #2 turned isn't."""
    for action, row, text, forced in (
        (5, "04,08", "08g-b2", True),
        (2, "02,08", "02g-b1", False),
        (5, "02", "02-b1", False),
    ):
        state = table("03,16,29,42/,,/,/", "", row=row, choices=(action, 5))
        move = read_move(text, state.deck)
        assert isinstance(move, Place)
        deeds = list(STUDY.deeds(state, 0, move, apply(state, 0, move)))
        assert ((0, FORCED) in deeds) is forced
        assert (0, move.penguin.id) in deeds


def test_facts_of_a_whole_game() -> None:
    """Level scores and met goals are those of the result, each goal of the three on the table for
    each player.
    """
    deck = standard()
    found = play(game("giza"), deck, [random_bot] * 3, 8)
    state = setup(deck, 3, 8)
    assert len(found.facts[LEVEL_SCORE]) == len(found.facts[FORCED]) == 3
    met = {name: values for name, values in found.facts.items() if name.startswith(MET)}
    assert len(met) == len(state.goals) == 3
    named = {f"{MET}{goal.name} (+{goal.points}), %": goal for goal in state.goals}
    for name, values in met.items():
        assert [named[name].id in done for done in found.deeds] == [bool(value) for value in values]
    points = [
        sum(goal.points for name, goal in named.items() if met[name][seat]) for seat in range(3)
    ]
    assert tuple(map(sum, zip(points, found.facts[LEVEL_SCORE], strict=True))) == found.points


@pytest.mark.parametrize("seed", range(3))
def test_bots_choose_legal_moves(seed: int) -> None:
    """Whatever the position, the chosen move is one of the legal ones."""
    chance = random.Random(seed)
    state = setup(standard(), 2 + seed % 3, seed)
    while movers := to_move(state):
        seat = movers[0]
        bot = (random_bot, sensible_bot)[seat % 2]
        move = bot(view(state, seat), legal_moves(state, seat), chance)
        assert move in legal_moves(state, seat)
        state = apply(state, seat, move)


def _play(bots: Sequence[AnyBot], seed: int) -> Played:
    return play(game("giza"), standard(), bots, seed)


def test_same_seed_same_game() -> None:
    """A game of bots is decided by its seed alone."""
    assert _play([sensible_bot, random_bot], 4) == _play([sensible_bot, random_bot], 4)
    assert _play([random_bot] * 3, 4) != _play([random_bot] * 3, 5)


def test_sensible_beats_random() -> None:
    """One sensible player against two random ones wins most of 24 games, from any seat."""
    won = 0
    for seed in range(24):
        seat = seed % 3
        bots = [sensible_bot if s == seat else random_bot for s in range(3)]
        won += seat in _play(bots, seed).winners
    assert won >= 18


def _moves(state: State) -> list[Move]:
    """What the sensible player in seat 0 does until its turn is over."""
    chance, made = random.Random(1), list[Move]()
    while to_move(state) == (0,):
        move = sensible_bot(view(state, 0), legal_moves(state, 0), chance)
        made.append(move)
        state = apply(state, 0, move)
    return made


def test_takes_the_better_penguin(table: Callable[..., State]) -> None:
    """On top of two strong penguins goes the heavy one, not the light."""
    state = table("01,14,27,40/02,15,28/17,18/", "", row="03,08", choices=[4, 5], round_=10)
    assert [move_text(move) for move in _moves(state) if isinstance(move, Place)] == ["08-d1"]


def test_takes_what_costs_nothing(table: Callable[..., State]) -> None:
    """A token and the Chief are taken when the action gives them."""
    for number, chief, text in ((5, 0, "train"), (1, 1, "chief")):
        state = table("", "", row="03,08", choices=[number, 5], chief=chief)
        assert text in map(move_text, _moves(state))


def test_lays_a_token_where_it_pays(table: Callable[..., State]) -> None:
    """With a token the 4 can go on top in the last round, which is worth more than the token."""
    state = table(
        "01,14,27,40/02,15,28/17,18/", "", row="03,10", choices=[4, 5], tokens=(1, 0), round_=10
    )
    made = _moves(state)
    assert any(isinstance(move, Lay) for move in made)
    assert "10-d1" in map(move_text, made)


def test_worth_counts_what_is_certain(table: Callable[..., State]) -> None:
    """A finished pyramid is worth its levels and goals; one that is heavier is worth more."""
    state = table("01,14,27,40/02,15,28/16,29/03", "", row="04,05", choices=[4, 5])
    light = view(state, 0).state.players[0].pyramid
    heavy = Pyramid.parse("01,14,27,40/02,15,28/16,29/09", state.deck)
    assert worth(view(state, 0), heavy) > worth(view(state, 0), light)
