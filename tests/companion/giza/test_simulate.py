"""What is counted in games of giza."""

from __future__ import annotations

from collections.abc import Callable

from companion.game import game
from companion.giza.deck import standard
from companion.giza.rules import apply, setup
from companion.giza.simulate import FORCED, LEVEL_SCORE, MET, STUDY
from companion.giza.state import Place, State
from companion.play import random_bot
from companion.simulation.run import play
from tests.companion.giza.notation import read_move


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
