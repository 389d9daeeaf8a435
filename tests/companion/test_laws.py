"""Laws that hold in every game of ours, shown by hundreds of games of random play.

What is a game's own (where games start, every move there is, how to hide a secret otherwise) its
`facts.py` says.
"""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from companion.game import slugs
from tests.companion.facts import Row, row
from tests.companion.wandering import deck, players, random_game

BATCHES, GAMES = 4, 125  # 500 games of each
OFTEN = 20  # of these, one position in so many is checked
# the games of which every position is looked at from all sides
CLOSELY = range(0, 2000, 251)
FEW = 4  # of these, one position in so many is copied in every way, which costs more than all else
# moves that are asked about in a position, legal or not; legal ones that are made in it
ASKED, TRIED = 60, 8

every_game = pytest.mark.parametrize("slug", slugs())
closely = pytest.mark.parametrize("seed", CLOSELY)


def _played(of: Row, seed: int) -> tuple[Any, int]:
    """The end of a random game and the count of its moves; on the way one position in so many is
    checked.
    """
    moments = list(random_game(of, seed))
    for moment in moments[seed % OFTEN :: OFTEN]:
        of.facts.check(moment.state)
    last = moments[-1]
    return of.play.rules.apply(last.state, last.seat, last.move), len(moments)


@every_game
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_come_to_an_end(slug: str, batch: int) -> None:
    """Whoever is to move has a move; within bounds nobody has one, and then there is a result for
    all seats.
    """
    of = row(slug)
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        state, count = _played(of, seed)
        assert count <= of.facts.LONGEST
        of.facts.check(state)
        seats = range(players(of, seed))
        assert not any(tuple(of.play.rules.legal_moves(state, seat)) for seat in seats)
        found = of.play.rules.result(state)
        assert len(found.points) == len(seats)
        assert list(found.winners) == sorted(set(found.winners) & set(seats))
        of.facts.check_end(state, found)


@every_game
@closely
def test_before_the_end_there_is_no_result(slug: str, seed: int) -> None:
    """While anyone is to move, and every position is one that may be; whoever is not to move has
    no moves.
    """
    of = row(slug)
    for state, _, _, _ in random_game(of, seed):
        of.facts.check(state)
        with pytest.raises(ValueError, match="not over"):
            of.play.rules.result(state)
        waiting = set(range(players(of, seed))).difference(of.play.rules.to_move(state))
        assert not any(tuple(of.play.rules.legal_moves(state, seat)) for seat in waiting)


@every_game
def test_every_move_has_its_text(slug: str) -> None:
    """Each move there is has a text of its own that reads back as that move."""
    of = row(slug)
    every = of.facts.every_move(of.deck)
    assert [of.notation.read_move(of.notation.move_text(move), of.deck) for move in every] == every
    assert len({of.notation.move_text(move) for move in every}) == len(set(every)) == len(every)


@every_game
@closely
def test_moves_are_listed_once_and_in_order(slug: str, seed: int) -> None:
    """The list is made of moves that there are, each once, sorted."""
    of = row(slug)
    places = {move: place for place, move in enumerate(of.facts.every_move(of.deck))}
    for _, _, moves, _ in random_game(of, seed):
        listed = [places[move] for move in moves]
        assert listed == sorted(set(listed))


@every_game
@closely
def test_a_move_is_refused_or_listed(slug: str, seed: int) -> None:
    """A move is listed exactly when no rule refuses it, for everyone at the table; a refusal says
    why.
    """
    of, chance = row(slug), random.Random(seed)
    every = of.facts.every_move(of.deck)
    for state, _, moves, _ in random_game(of, seed):
        for seat in range(players(of, seed)):
            listed = set(of.play.rules.legal_moves(state, seat))
            for move in {*chance.sample(every, min(ASKED, len(every))), *moves}:
                reason = of.notation.refusal(state, seat, move)
                assert (reason is None) == (move in listed), (move, reason)
                assert reason is None or reason


@every_game
@closely
def test_what_is_offered_is_accepted(slug: str, seed: int) -> None:
    """Every listed move can be made, also where the deck and all supplies have run out."""
    of, rules = row(slug), row(slug).play.rules
    for state, _, _, _ in random_game(of, seed):
        for each in (state, of.facts.scarce(state)):
            for seat in rules.to_move(each):
                for move in rules.legal_moves(each, seat):
                    assert of.notation.refusal(each, seat, move) is None
                    rules.apply(each, seat, move)


@every_game
@closely
def test_apply_never_mutates(slug: str, seed: int) -> None:
    """The state before a move is the same after it, to the letter, and the same move leads to the
    same state again.
    """
    of, rules, state_text = row(slug), row(slug).play.rules, row(slug).notation.state_text
    for state, seat, moves, _ in random_game(of, seed):
        text, kept = state_text(state), pickle.dumps(state)
        tried = moves[:: 1 + len(moves) // TRIED]
        after = [rules.apply(state, seat, move) for move in tried]
        assert state_text(state) == text
        assert pickle.loads(kept) == state  # noqa: S301 - written above
        assert [rules.apply(state, seat, move) for move in tried] == after, (
            "chance lies in the state"
        )


@every_game
@closely
def test_a_clone_is_the_same_state(slug: str, seed: int) -> None:
    """Copied, replaced by itself or pickled: it is equal, shows the same and plays on the same."""
    of, rules = row(slug), row(slug).play.rules
    for state, seat, moves, move in islice(random_game(of, seed), seed % FEW, None, FEW):
        after = rules.apply(state, seat, move)
        pickled = pickle.loads(pickle.dumps(state))  # noqa: S301 - written here
        replaced = [] if isinstance(state, tuple) else [replace(state)]
        for clone in (copy.copy(state), copy.deepcopy(state), *replaced, pickled):
            assert clone == state
            assert rules.view(clone, seat) == rules.view(state, seat)
            assert tuple(rules.legal_moves(clone, seat)) == moves
            assert rules.apply(clone, seat, move) == after


@every_game
@closely
def test_texts_read_back(slug: str, seed: int) -> None:
    """A position is one line that reads back as the same state, and each move a text that reads
    back in its place.
    """
    of, notation = row(slug), row(slug).notation
    used = deck(of, seed)
    for state, seat, moves, _ in random_game(of, seed):
        text = notation.state_text(state)
        assert len(text.splitlines()) == 1
        found = notation.parse_state(text, used)
        assert found == state
        assert notation.state_text(found) == text
        texts = map(notation.move_text, moves)
        assert tuple(notation.parse_move(state, seat, text) for text in texts) == moves


@every_game
@closely
def test_hidden_things_are_hidden(slug: str, seed: int) -> None:
    """Two states that differ only in what a player may not know give that player equal views and
    the same moves.
    """
    of, rules, chance = row(slug), row(slug).play.rules, random.Random(seed)
    for state, _, _, _ in random_game(of, seed):
        for seat in range(players(of, seed)):
            other = of.facts.disguise(state, seat, chance)
            assert (other != state) == of.facts.SECRETS, "what is hidden can be otherwise"
            assert rules.view(other, seat) == rules.view(state, seat)
            assert tuple(rules.legal_moves(other, seat)) == tuple(rules.legal_moves(state, seat))


@every_game
def test_open_things_are_shown(slug: str) -> None:
    """What lies open to all is in the view: whatever of it changes in the state changes
    the view.
    """
    of = row(slug)
    state, changes = of.facts.open_changes(of.deck)
    shown = of.play.rules.view(state, 0)
    assert changes
    for changed in changes:
        assert of.play.rules.view(changed, 0) != shown, changed


@every_game
@closely
def test_the_same_seed_gives_the_same_game(slug: str, seed: int) -> None:
    """Begun and played once more, a game takes the same course."""
    of = row(slug)
    assert all(
        once == again
        for once, again in zip(random_game(of, seed), random_game(of, seed), strict=True)
    )
