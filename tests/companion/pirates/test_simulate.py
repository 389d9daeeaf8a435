"""What is counted in games of pirates."""

from __future__ import annotations

from companion.game import game
from companion.pirates.deck import Deck, standard
from companion.pirates.rules import setup
from companion.pirates.simulate import ENDS, HEXES, RESCUED, STUDY, UP, YELLOW
from companion.play import random_bot
from companion.simulation.run import play


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
    assert 0.43 <= sum(face.dots.red for face in faces) / dots <= 0.47
    assert min(face.cost for face in faces) >= 1
