"""One generic loop plays every game, by the seed alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from companion.deckfile import load_deck
from companion.game import game, slugs
from companion.play import AnyBot, random_bot
from companion.simulation.run import play, seed_of
from tests.companion.simulation.facts import ROUNDS, Deck, small


def _highest(_view: object, moves: Sequence[int], _chance: random.Random) -> int:
    return max(moves)


def test_what_is_recorded() -> None:
    """Winners, points, the length in its unit, moves, deeds by seat and the row's facts."""
    bots: list[AnyBot] = [_highest, lambda _v, moves, _c: min(moves), lambda *_: 2]
    found = play(small(), Deck(), bots, 5)
    assert (found.winners, found.points) == ((0,), (9, 3, 6))
    assert (found.length, found.moves) == (ROUNDS, 3 * ROUNDS)
    assert found.deeds == ({"3": 3}, {"1": 3}, {"2": 3})
    assert found.facts["threes a player"] == (3, 0, 0)


def test_a_bot_gets_its_view_and_chance_of_its_own() -> None:
    """It sees what its seat may see; two seats don't share their dice."""
    drawn: list[tuple[object, float]] = []

    def spy(view: object, moves: Sequence[int], chance: random.Random) -> int:
        drawn.append((view, chance.random()))
        return random_bot(view, moves, chance)

    play(small(), Deck(), [spy, spy], 1)
    assert drawn[0][0] == ()
    assert drawn[2][0] != drawn[3][0] or len(drawn) == 2 * ROUNDS
    assert len({luck for _, luck in drawn}) == len(drawn)


def test_a_team_does_everything_together() -> None:
    """Its deeds are put down to one seat, as it wins or loses but once a game."""
    found = play(small(team=True), Deck(), [_highest, _highest], 1)
    assert found.deeds == ({"3": 2 * ROUNDS}, {})


def test_a_variant_sets_up_in_its_own_way() -> None:
    """The study's set-up of that name is used."""
    assert play(small(), Deck(), [_highest] * 2, 1, "low").points == (ROUNDS, ROUNDS)


def test_seeds_of_games_do_not_meet() -> None:
    """A thousand games of ten runs have ten thousand seeds."""
    seeds = {seed_of(run, number) for run in range(10) for number in range(1000)}
    assert len(seeds) == 10_000
    assert max(seeds) < 2**53  # exact in JSON, too


@pytest.mark.parametrize("slug", slugs())
def test_every_game_plays_by_its_seed_alone(slug: str) -> None:
    """The same seed gives the same record, another one another; cards, points and winners are of
    the game.
    """
    row = game(slug)
    deck, players = load_deck(row), row.need_play().study.tables[0]
    first, again, other = (
        play(row, deck, [row.need_play().bots["random"]] * players, seed) for seed in (1, 1, 2)
    )
    assert first == again != other
    assert len(first.points) == len(first.deeds) == players
    assert set(first.winners) <= set(range(players))
    assert first.length >= 1
    cards = {deed for group in row.need_play().study.cards(deck).values() for deed in group}
    used = {deed for done in first.deeds for deed in done}
    assert used & cards
    assert used - cards <= set(first.facts) | {"yellow spots", "hexes sailed"}
    assert all(isinstance(value, int) for values in first.facts.values() for value in values)


@pytest.mark.parametrize("slug", slugs())
def test_every_study_fits_its_game(slug: str) -> None:
    """Tables are sizes that can be played, cards of all groups have names, and variants set up."""
    row = game(slug)
    deck = load_deck(row)
    low, high = row.players
    assert all(low <= players <= high for players in row.need_play().study.tables)
    names = [
        name for group in row.need_play().study.cards(deck).values() for name in group.values()
    ]
    assert names
    assert all(names)
    for setup in row.need_play().study.variants.values():
        assert row.need_play().rules.to_move(setup(deck, row.need_play().study.tables[0], 1))
    assert {"random", "sensible"} <= row.need_play().bots.keys()
