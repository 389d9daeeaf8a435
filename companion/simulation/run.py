"""A run of many games between bots, and the parts that workers play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from companion.errors import UsageError
from companion.game import Deck, DeckT, Game, game_for
from companion.language import say_many
from companion.play import AnyBot
from companion.study import Played, Tally, tally, total


def seed_of(seed: int, number: int) -> int:
    """Return the seed of a game: a hash, so that runs with neighbouring seeds share no games."""
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=6).digest(), "big")


def play(
    game: Game[DeckT], deck: DeckT, bots: Sequence[AnyBot], seed: int, variant: str = ""
) -> Played:
    """Return a game between `bots`, one for each seat, in the usual way or a variant of its study.

    A team's deeds count for its first seat, because it wins or loses once a game.
    """
    rules, study = game.need_play().rules, game.need_play().study
    state = (study.variants[variant] if variant else rules.setup)(deck, len(bots), seed)
    chance = [random.Random(f"{seed} {seat}") for seat in range(len(bots))]
    deeds, moves = tuple(Counter[str]() for _ in bots), 0
    while movers := rules.to_move(state):
        seat = movers[0]
        move = bots[seat](rules.view(state, seat), rules.legal_moves(state, seat), chance[seat])
        after = rules.apply(state, seat, move)
        for owner, deed in study.deeds(state, seat, move, after):
            deeds[0 if study.team else owner][deed] += 1
        state, moves = after, moves + 1
    end = rules.result(state)
    return Played(
        end.winners, end.points, study.length(state), moves, deeds, study.facts(state, deeds)
    )


# on a cluster, the parts for each worker, so that all stay busy, and the most games of a part
SMOOTH, MOST = 8, 50


@dataclass(frozen=True, slots=True)
class Run:
    """A run: `games` between `bots`, one for each seat, from `seed`, with a deck file's text.

    It has only text and numbers, so that it can be sent to any worker.
    """

    slug: str
    deck_text: str
    deck_name: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    variant: str = ""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.bots)


def checked(run: Run) -> tuple[Game, Deck]:
    """Return a run's game and deck; raises `UsageError` or `DeckError` if it can't be played."""
    game = game_for("simulate", run.slug)
    low, high = game.players
    if not low <= run.players <= high:
        players = say_many("{n} player", "{n} players", run.players)
        remedy = f"play with {low} to {high}" if low < high else f"play with {low}"
        raise UsageError(run.slug, players, remedy=remedy)
    play_of = game.need_play()
    bots, rules, variants = play_of.bots, play_of.rules, play_of.study.variants
    for name in run.bots:
        if name not in bots:
            remedy = f"use one of: {', '.join(bots)}"
            raise UsageError(run.slug, f"no bot is called {name!r}", remedy=remedy)
    if run.variant and run.variant not in variants:
        known = ", ".join(variants)
        remedy = f"use one of: {known}" if known else "leave out --variant: this game has none"
        raise UsageError(run.slug, f"no variant is called {run.variant!r}", remedy=remedy)
    deck = _deck(run.slug, run.deck_text, run.deck_name)
    (variants[run.variant] if run.variant else rules.setup)(deck, run.players, 0)
    return game, deck


@lru_cache(maxsize=4)
def _deck(slug: str, text: str, name: str) -> Deck:
    return game_for("simulate", slug).read_deck(text, name)


def play_part(run: Run, first: int, count: int) -> Tally:
    """Return the tally of `count` games numbered from `first`."""
    game, deck = checked(run)
    bots = [game.need_play().bots[name] for name in run.bots]
    return total(
        tally(play(game, deck, bots, seed_of(run.seed, number), run.variant))
        for number in range(first, first + count)
    )


def parts(games: int, workers: int) -> list[tuple[int, int]]:
    """Return the parts of `games` for `workers`, in order, as first number and count.

    >>> parts(10, 1)
    [(0, 2), (2, 2), (4, 2), (6, 2), (8, 2)]
    """
    size = max(1, min(MOST, -(-games // (SMOOTH * workers))))
    return [(first, min(size, games - first)) for first in range(0, games, size)]
