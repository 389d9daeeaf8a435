"""What is counted in games of combust."""

from __future__ import annotations

from companion.combust.deck import FIRST_EVENT, standard
from companion.combust.rules import apply, legal_moves, setup, to_move
from companion.combust.simulate import OUT, RAN_OUT, STARTS, STUDY, SUM, VERB
from companion.combust.state import Discard
from companion.combust.verbs import FORMS
from companion.game import game
from companion.play import random_bot
from companion.simulation.run import play


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
