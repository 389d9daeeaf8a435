"""The report: what it says, how targets are judged, and the JSON that programs rely on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.deckfile import deck_text, load_deck
from companion.game import game, slugs
from companion.simulation.report import (
    Judged,
    Report,
    Verdict,
    as_json,
    contested,
    fair,
    judge,
    measured,
    outliers,
    report,
    wanted,
)
from companion.simulation.run import Run, play, seed_of
from companion.study import Estimate, Tally, Target, seat_edges, tally, total
from companion.tomltext import read_toml
from tests.companion.simulation.facts import STUDY, Deck, small


def _tally(players: int = 3, games: int = 40) -> Tally:
    row = small()
    bots = [row.need_play().bots["random"]] * players
    return total(tally(play(row, Deck(), bots, seed_of(0, number))) for number in range(games))


def _nothing(_: Tally) -> dict[str, Estimate]:
    return {}


def _report(*bots: str, variant: str = "") -> Report:
    run = Run("small", "", "", bots or ("sensible",) * 3, 40, variant=variant)
    return report(small(), Deck(), run, _tally(len(run.bots)))


@pytest.mark.parametrize("slug", slugs())
def test_rows_of_a_group_are_its_cards(slug: str) -> None:
    """In the order of the deck file, so that a row that differs is known as a card."""
    row = game(slug)
    study, data = row.need_play().study, read_toml(*deck_text(row))
    groups = study.cards(load_deck(row))
    for group, key in study.rows.items():
        assert len(groups[group]) == len(data[key])
        if "name" in data[key][0]:
            pairs = zip(groups[group].values(), data[key], strict=True)
            assert all(each["name"] in name for name, each in pairs)


def test_report_says_what_the_tally_holds() -> None:
    """Rates and shares sum up, the median lies between the ends, cards and facts are named."""
    found = _report()
    assert found.games == sum(count for _, count in found.length.values) == 40
    assert sum(rate.value for rate in found.seats) + found.nobody == pytest.approx(1)
    assert found.score
    assert list(found.score.quantiles) == sorted(found.score.quantiles)
    assert sum(count for _, count in found.score.values) == 3 * 40
    (cards,) = found.cards.values()
    assert [card.name for card in cards] == ["one", "two", "three"]
    assert sum(card.per_game for card in cards) == pytest.approx(9)
    by_name = {card.name: card.advantage for card in cards}
    assert by_name["three"]
    assert by_name["one"]
    assert by_name["three"].value > by_name["one"].value
    assert [fact.name for fact in found.facts] == ["lucky seat", "threes a player"]
    assert fair(found) == pytest.approx(1 / 3)
    assert contested(found)


def test_points_that_say_nothing_are_no_score() -> None:
    """Where points only say who won there is no score; a team has one rate."""
    run = Run("small", "", "", ("sensible",) * 3, 40)
    found = report(small(points="", team=True), Deck(), run, _tally())
    assert found.score is None
    assert found.team
    assert found.team.value == 1
    assert as_json(found)["score"] is None


@pytest.mark.parametrize(
    ("bots", "variant", "judged"),
    [
        (("sensible",) * 3, "", 2),
        (("sensible", "random", "sensible"), "", 0),
        (("random",) * 3, "", 0),
        (("sensible",) * 3, "low", 0),
    ],
)
def test_targets_speak_of_sensible_bots_and_the_usual_game(
    bots: tuple[str, ...], variant: str, judged: int
) -> None:
    """Other bots and variants are not held against what was wanted."""
    assert len(_report(*bots, variant=variant).targets) == judged


@pytest.mark.parametrize(
    ("value", "low", "high", "verdict"),
    [
        (0.3, 0.2, 0.4, "held"),
        (0.25, 0.1, 0.3, "held"),
        (0.2, 0.1, 0.26, "within error"),
        (0.55, 0.49, 0.6, "within error"),
        (0.6, 0.55, 0.7, "missed"),
        (0.1, 0.0, 0.2, "missed"),
    ],
)
def test_verdicts(value: float, low: float, high: float, verdict: Verdict) -> None:
    """Inside the bounds, outside by less than the interval, or outside altogether; the worst of
    several counts.
    """
    found = Estimate(value, low, high)
    target = Target("rate", lambda _: {"x": found, "fine": Estimate(0.3, 0.3, 0.3)}, 0.25, 0.5)
    (judged,) = judge([target], [Tally()])
    assert judged.verdict == verdict
    if verdict != "held":
        assert measured(judged).endswith(f"; x {value:.2f}")


def test_targets_of_some_tables_and_of_all_together() -> None:
    """A target looks at the tables that it names, one by one, or at all of them as one."""
    seen: list[int] = []

    def measure(table: Tally) -> dict[str, Estimate]:
        seen.append(table.games)
        return {"": Estimate(1, 1, 1)}

    tables = [_tally(2, 5), _tally(3, 7)]
    alone, both, none = judge(
        [
            Target("a", measure, players=(3,)),
            Target("b", measure, together=True),
            Target("c", measure, players=(4,)),
        ],
        tables,
    )
    assert seen == [7, 12]
    assert none.verdict == "not seen"
    assert list(alone.figures) == [""]
    assert list(both.figures) == [""]
    (each,) = judge([Target("edge", seat_edges, -1, 1)], tables)
    assert next(iter(each.figures)) == "2 players, seat 1"
    assert len(each.figures) == 5


def test_words_of_targets() -> None:
    """What was wanted and what was found, with the worst where it matters."""
    assert wanted(Target("", _nothing, low=1 / 3, percent=True)) == "at least 33.3 %"
    judged = Judged(
        Target("", _nothing, 0, 1),
        {"a": Estimate(0.5, 0.4, 0.6), "b": Estimate(2, 1.5, 3)},
        "missed",
    )
    assert measured(judged) == "0.50 to 2; b 2"
    assert measured(Judged(Target("", _nothing), {}, "not seen")) == "nothing"


def test_outliers() -> None:
    """All in order where they fit, else the strongest and the weakest."""
    cards = _report().cards["numbers"]
    assert outliers(cards, 3) == (list(cards), 0)
    two, hidden = outliers(cards, 2)
    assert ([card.name for card in two], hidden) == (["three", "one"], 1)


def test_json_is_what_programs_rely_on() -> None:
    """Games played, seats' win rates, score and length quantiles, per-card figures: names, shapes,
    plain numbers.
    """
    found: Any = as_json(_report())
    assert json.loads(json.dumps(found)) == found
    assert {
        key: found[key] for key in ("rookery", "game", "players", "variant", "seed", "games")
    } == {
        "rookery": 1,
        "game": "small",
        "players": 3,
        "variant": None,
        "seed": 0,
        "games": 40,
    }
    assert found["deck"] == "f" * 64
    assert [set(seat) for seat in found["seats"]] == [{"value", "low", "high"}] * 3
    for part, extra in (("score", {"name", "lower_wins"}), ("length", {"unit"})):
        assert set(found[part]) == {"min", "p10", "p50", "p90", "max", "mean", "histogram"} | extra
    assert set(found["cards"]["numbers"][0]) == {"id", "name", "per_game", "users", "advantage"}
    assert set(found["facts"][0]) == {"name", "mean", "error", "median", "count"}
    assert found["targets"][1]["low"] == 2
    assert found["targets"][1]["high"] is None
    assert found["length"]["unit"] == STUDY.unit
