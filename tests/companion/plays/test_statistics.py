"""What plays add up to: counted by hand in small cases, and laws for any plays."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.plays import bgstats
from companion.plays.statistics import statistics, streaks
from tests.companion.plays.plays import a_play, some_plays

WEEK = (
    a_play(1, "Ana", losers=("Bo",)),
    a_play(2, "ana ", losers=("Cleo",)),
    a_play(3, "Bo", losers=("Ana",), game="Rocks", unit="spaces"),
    a_play(64, "Ana", losers=("Bo", "Cleo")),
)


def test_a_person_is_known_by_name_however_it_is_written() -> None:
    """Ana and "ana " are one; the newest spelling is shown, and who won most stands first."""
    rows = [
        (row.name, row.plays, row.wins, row.streak, row.longest) for row in statistics(WEEK).people
    ]
    assert rows == [("Ana", 4, 3, 1, 2), ("Bo", 3, 1, 0, 1), ("Cleo", 2, 0, 0, 0)]


def test_a_name_in_two_normal_forms_is_one_person() -> None:
    """Composed or not, also in plays stored before names were composed; the newest is shown."""
    forms = [unicodedata.normalize(form, "Ren\u00e9e") for form in ("NFD", "NFC")]
    plays = [a_play(day, form, losers=("Bo",)) for day, form in enumerate(forms)]
    found = statistics(plays)
    assert [(row.name, row.plays) for row in found.people] == [(forms[1], 2), ("Bo", 2)]
    assert found.games[0].best_by == (forms[1],)
    assert [row["name"] for row in json.loads(bgstats.write(plays))["players"]] == [forms[1], "Bo"]


def test_scores_are_compared_within_a_game() -> None:
    """The most played game first, each with its best score, who holds it, and the average."""
    giza, rocks = statistics(WEEK).games
    assert (giza.game, giza.plays, giza.best, giza.best_by) == ("Giza", 3, 20, ("Ana",))
    assert giza.mean == (3 * 20 + 4 * 10) / 7
    assert (rocks.unit, rocks.people[0].name, rocks.people[0].best) == ("spaces", "Bo", 20)


def test_times_are_best_when_low_and_never_mixed_with_pips() -> None:
    """One game in two variants has two records."""
    fast = a_play(
        5,
        "Ana",
        losers=("Bo",),
        game="Solitaire",
        unit="seconds",
        lowest=True,
        variant="King Tut 3x4",
    )
    slow = a_play(6, "Bo", game="Solitaire", unit="pips", lowest=True, variant="3x4")
    rows = {(row.variant, row.unit): row.best for row in statistics([fast, slow]).games}
    assert rows == {("King Tut 3x4", "seconds"): 10, ("3x4", "pips"): 20}


def test_who_plays_together_wins_together() -> None:
    """The crew's wins count once a play, and for each of them."""
    won = a_play(1, "Ana", "Bo", game="Pirates", unit="", together=True)
    lost = a_play(2, losers=("Ana", "Bo"), game="Pirates", unit="", together=True)
    (pirates,) = statistics([won, lost]).games
    assert (pirates.together, pirates.plays, pirates.wins) == (True, 2, 1)
    assert [row.wins for row in pirates.people] == [1, 1]


def test_months_are_counted_without_gaps() -> None:
    """A quiet month stands there with nothing."""
    assert statistics(WEEK).months == (("2026-01", 3), ("2026-02", 0), ("2026-03", 1))


@settings(max_examples=25)
@given(some_plays, st.randoms(use_true_random=False))
def test_neither_order_nor_repetition_matters(plays: list, chance: object) -> None:  # type: ignore[type-arg]  # plays
    """Statistics of the same plays are the same."""
    shuffled = [*plays, *plays[:2]]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # a Random
    assert statistics(shuffled) == statistics(plays)


@settings(max_examples=25)
@given(some_plays)
def test_the_figures_hold_together(plays: list) -> None:  # type: ignore[type-arg]  # plays
    """Nobody won more than was played, nobody's streak is longer than the longest, and all plays
    are in some game.
    """
    found = statistics(plays)
    assert (
        sum(row.plays for row in found.games)
        == found.plays
        == sum(count for _, count in found.months)
    )
    for row in (*found.people, *(each for game in found.games for each in game.people)):
        assert 0 <= row.streak <= row.longest <= row.wins <= row.plays
    assert sum(row.wins for row in found.people) == sum(
        r.won for p in plays for r in p.outcome.results
    )
    earlier = [replace(play, seconds=play.seconds + 1) for play in plays]
    assert statistics(earlier).seconds == found.seconds + len(plays)


@settings(max_examples=25)
@given(st.lists(st.booleans()))
def test_streaks_are_runs_of_wins(results: list[bool]) -> None:
    """As a text: the last and the longest run of W."""
    runs = "".join("W" if won else "L" for won in results).split("L")
    assert streaks(results) == (len(runs[-1]), max(map(len, runs)))
