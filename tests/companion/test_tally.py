"""Games add up exactly, whatever the order and the split."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.study import Played, Tally, samples, tally, total

names = st.sampled_from(["hop", "stay", "rob"])


@st.composite
def played(draw: st.DrawFn) -> Played:
    """A game of three that someone, several or nobody won."""
    return Played(
        winners=tuple(sorted(draw(st.sets(st.integers(0, 2))))),
        points=tuple(draw(st.lists(st.integers(-5, 40), min_size=3, max_size=3))),
        length=draw(st.integers(1, 60)),
        moves=draw(st.integers(1, 500)),
        deeds=tuple(draw(st.dictionaries(names, st.integers(1, 9), max_size=3)) for _ in range(3)),
        facts={
            name: tuple(draw(st.lists(st.integers(0, 5), max_size=3)))
            for name in draw(st.sets(names))
        },
    )


@given(
    st.lists(played(), max_size=8),
    st.randoms(use_true_random=False),
    st.lists(st.integers(0, 8), max_size=3),
)
def test_the_sum_hangs_neither_on_order_nor_on_split(
    games: list[Played], chance: object, cuts: list[int]
) -> None:
    """Cut anywhere and added in any order, the same games are the same tally."""
    whole = total(map(tally, games))
    ends = sorted({0, len(games), *(min(cut, len(games)) for cut in cuts)})
    parts = [total(map(tally, games[low:high])) for low, high in pairwise(ends)]
    chance.shuffle(parts)  # type: ignore[attr-defined]  # hypothesis doesn't name its type
    assert total(parts) == whole
    assert Tally() + whole == whole + Tally() == whole


def test_one_game() -> None:
    """Its winners and points, and of each deed how often, by how many, and how many of them won."""
    game = Played((1,), (3, 6), 12, 80, ({"hop": 2, "stay": 1}, {"hop": 5}), {"robbed": (0, 2)})
    found = tally(game)
    assert (found.players, found.games, found.longest) == (2, 1, 80)
    assert found.winners == {(1,): 1}
    assert found.points == Counter([3, 6])
    assert found.lengths == {12: 1}
    assert found.done == {"hop": 7, "stay": 1}
    assert found.doers == {"hop": 2, "stay": 1}
    assert found.won == {"hop": 1}
    assert found.facts == {"robbed": samples((0, 2))}


def test_samples_of_a_game() -> None:
    """The sums from which the error of a mean is reckoned; a game that saw nothing isn't a game."""
    found = samples((1, 2, 2)) + samples(()) + samples((4,))
    assert (found.games, found.count, found.total) == (2, 4, 9)
    assert (found.ss, found.sn, found.nn) == (25 + 16, 15 + 4, 9 + 1)
