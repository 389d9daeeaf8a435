"""Plays in files and back: ours keeps all, BG Stats' what it knows, a spreadsheet nothing
dangerous.
"""

from __future__ import annotations

import csv
import json
from datetime import UTC, timedelta, timezone
from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings

from companion.errors import PlaysError
from companion.plays import Play
from companion.plays.files import BOM, FORMS, MOST_BYTES, STARTS_A_FORMULA, read
from companion.plays.statistics import chronological, statistics
from companion.text import name_key
from tests.companion.plays.plays import a_play, some_plays

PLAY = a_play(7, "Ana", losers=("Bo",))
WALL = "2026-11-21 20:15:00"


def written(form: str, *plays: Play) -> bytes:
    return FORMS[form].write(plays, UTC).encode()


@settings(max_examples=25)
@given(some_plays)
def test_our_file_brings_back_just_what_went_in(plays: list[Play]) -> None:
    """Every field of every play; written twice it is the same file."""
    data = written("json", *plays)
    assert read(data, "f", UTC) == chronological(plays)
    assert written("json", *read(data, "f", UTC)) == data


def test_our_file_says_everything_once() -> None:
    """Just the fields of docs/formats.md: those of the outcome stand among the play's own, in no
    table beside them.
    """
    (play,) = json.loads(written("json", PLAY))["plays"]
    assert sorted(play) == [
        "deck",
        "ended",
        "fingerprint",
        "game",
        "id",
        "lowest",
        "note",
        "results",
        "seconds",
        "started",
        "table",
        "together",
        "unit",
        "variant",
    ]
    assert [sorted(result) for result in play["results"]] == [["name", "rank", "score", "won"]] * 2


def test_a_file_that_says_the_outcome_twice_is_read() -> None:
    """As files were written for a while: with the outcome also as a table of its own."""
    data = json.loads(written("json", PLAY))
    (play,) = data["plays"]
    play["outcome"] = {"results": play["results"], "unit": play["unit"]}
    assert read(json.dumps(data).encode(), "f", UTC) == (PLAY,)


@settings(max_examples=25)
@given(some_plays)
def test_bg_stats_file_keeps_who_played_what_when_and_how_it_ended(plays: list[Play]) -> None:
    """Ids above all, so that a play that travels there and back is known again."""
    back = {play.id: play for play in read(written("bgsplay", *plays), "f", UTC)}
    assert set(back) == {play.id for play in plays}
    for play in plays:
        twin = back[play.id]
        assert (twin.started, twin.game, round(twin.seconds / 60)) == (
            play.started,
            play.game,
            round(play.seconds / 60),
        )
        # a game's, in their file
        assert twin.outcome.lowest is play.outcome.lowest or len(plays) > 1
        for mine, theirs in zip(play.outcome.results, twin.outcome.results, strict=True):
            assert (name_key(theirs.name), theirs.score, theirs.won) == (
                name_key(mine.name),
                mine.score,
                mine.won,
            )


@settings(max_examples=25)
@given(some_plays)
def test_no_cell_of_a_spreadsheet_is_a_formula(plays: list[Play]) -> None:
    """A row for each seat under a heading; a text that begins like a formula is made a
    plain one.
    """
    text = written("csv", *plays).decode().removeprefix(BOM)
    heading, *rows = csv.reader(StringIO(text, newline=""))
    results = [result for play in chronological(plays) for result in play.outcome.results]
    for row, result in zip(rows, results, strict=True):
        cells = dict(zip(heading, row, strict=True))
        score = cells.pop("score")
        assert (float(score) if score else None) == result.score
        assert all(cell[:1] not in STARTS_A_FORMULA for cell in cells.values() if cell)


def an_export(**play: Any) -> dict[str, Any]:
    """What the app itself exports, as far as we look at it, with fields that we don't know."""
    return {
        "about": "...",
        "userInfo": {"meRefId": 9, "bggUsername": "ana"},
        "tags": [],
        "locations": [{"id": 3}],
        "games": [
            {
                "id": 4,
                "uuid": "g",
                "name": "Wingspan",
                "highestWins": True,
                "noPoints": False,
                "bggId": 266192,
            }
        ],
        "players": [
            {"id": 9, "name": "Ana", "isAnonymous": False},
            {"id": 8, "name": "Guest", "isAnonymous": True},
        ],
        "plays": [
            {
                "uuid": "7A5E2F0C-6C5B-4E0B-9B1D-0A5C1D2E3F40",
                "playDate": WALL,
                "durationMin": 61,
                "gameRefId": 4,
                "locationRefId": 3,
                "rating": 0,
                "comments": "Such a close play!",
                "metaData": "{}",
                "playerScores": [
                    {
                        "playerRefId": 9,
                        "score": "40+7",
                        "winner": True,
                        "rank": 1,
                        "seatOrder": 1,
                        "role": "",
                    },
                    {
                        "playerRefId": 8,
                        "score": "lost",
                        "winner": False,
                        "rank": 0,
                        "newPlayer": True,
                    },
                ],
                **play,
            }
        ],
    }


def test_a_play_of_any_game_comes_out_of_a_bg_stats_export() -> None:
    """Sums as scores, the clock on the wall, ids in lower case; nobody's record has an anonymous
    player in it.
    """
    (play,) = read(json.dumps(an_export()).encode(), "f", timezone(timedelta(hours=1)))
    ana, guest = play.outcome.results
    assert (play.id[:8], play.game, play.started, play.seconds) == (
        "7a5e2f0c",
        "Wingspan",
        "2026-11-21T19:15:00Z",
        3660,
    )
    assert (ana.name, ana.score, ana.won, guest.name, guest.score) == ("Ana", 47, True, "", None)
    assert [row.name for row in statistics([play]).people] == ["Ana"]
    assert read(json.dumps(an_export(ignored=True)).encode(), "f", UTC) == ()


@pytest.mark.parametrize(
    ("typed", "score"),
    [
        ("1" + "+1" * 99, 100),
        ("1" + "+1" * 100, None),
        ("1" + "+1" * 99 + "9" * 400, None),
        ("1" + "+1" * 99 + " and 7 more", None),
        ("7" * 13, None),
    ],
)
def test_a_score_is_a_sum_to_its_end_or_no_number(typed: str, score: int | None) -> None:
    """What follows the first 200 letters counts like them; a text that is too long
    isn't a score.
    """
    rows = [{"playerRefId": 9, "score": typed}]
    (play,) = read(json.dumps(an_export(playerScores=rows)).encode(), "f", UTC)
    assert play.outcome.results[0].score == score


def test_a_play_that_another_app_hands_over_is_known_again() -> None:
    """By that app's name and number of the play, as the documented link has it."""
    handed = {
        "sourceName": "App",
        "sourcePlayId": "2222427",
        "playDate": WALL,
        "durationMin": 36,
        "board": "",
        "game": {
            "name": "Roll for the Galaxy",
            "highestWins": True,
            "noPoints": False,
            "sourceGameId": "21",
        },
        "players": [
            {"name": "Eerko", "score": 47.3, "rank": 1, "winner": True, "startPlayer": True}
        ],
    }
    (play,) = read(json.dumps(handed).encode(), "f", UTC)
    (other,) = read(json.dumps({**handed, "sourcePlayId": "3"}).encode(), "f", UTC)
    assert (play.game, play.outcome.results[0].score, play.outcome.won) == (
        "Roll for the Galaxy",
        47.3,
        True,
    )
    assert read(json.dumps(handed).encode(), "f", UTC)[0].id == play.id != other.id


def changed(path: str, value: object) -> bytes:
    """Our file of one play with another value at a path."""
    data: Any = json.loads(written("json", PLAY))
    *way, last = path.split(".")
    spot = data
    for step in way:
        spot = spot[int(step) if step.isdigit() else step]
    spot[last] = value
    return json.dumps(data).encode()


BAD = {
    "no-json": (b"{\n", "line 2", "isn't valid JSON"),
    "spreadsheet": (FORMS["csv"].write([], None).encode(), "", "from a spreadsheet"),
    "no-text": (b"\xff\xfe\x00", "", "UTF-8"),
    "deep": (b"[" * 100_000, "", "deep"),
    "other": (b'{"name": "x"}', "", "no plays"),
    "list": (b"[]", "", "no plays"),
    "nan": (b'{"rookery": 1, "plays": [NaN]}', "", "isn't valid JSON"),
    "infinite": (
        changed("plays.0.seconds", 1).replace(b'"seconds": 1', b'"seconds": 1e999'),
        "",
        "isn't valid JSON",
    ),
    "newer": (changed("rookery", 2), "rookery", "newer"),
    "no-list": (changed("plays", {}), "plays", "list"),
    "no-object": (changed("plays", [3]), "plays[0]", "object"),
    "id": (changed("plays.0.id", "x"), "plays[0].id", "UUID"),
    "name": (changed("plays.0.game", " "), "plays[0].game", "name"),
    "long": (
        changed("plays.0.results.1.name", "x" * 201),
        "plays[0].results[1].name",
        "200 characters",
    ),
    "time": (changed("plays.0.ended", "today"), "plays[0].ended", "date"),
    "long-ago": (
        changed("plays.0.started", "0001-01-01T00:00:00+23:00"),
        "plays[0].started",
        "date",
    ),
    "bg-too-late": (
        json.dumps(an_export(playDate="9999-12-31 23:59:59", durationMin=10)).encode(),
        "plays[0].playDate",
        "date",
    ),
    "bg-rank": (
        json.dumps(an_export(playerScores=[{"playerRefId": 9, "rank": "\u00b2"}])).encode(),
        "plays[0].playerScores[0].rank",
        "whole number",
    ),
    "bg-long-rank": (
        json.dumps(an_export(playerScores=[{"playerRefId": 9, "rank": "1" * 5000}])).encode(),
        "plays[0].playerScores[0].rank",
        "whole number",
    ),
    "seconds": (changed("plays.0.seconds", -1), "plays[0].seconds", "whole number"),
    "score": (changed("plays.0.results.0.score", "7"), "plays[0].results[0].score", "number"),
    "flag": (changed("plays.0.results.0.won", "no"), "plays[0].results[0].won", "true or false"),
    "unit": (changed("plays.0.unit", "miles"), "plays[0].unit", "one of"),
    "bg-game": (json.dumps(an_export(gameRefId=5)).encode(), "plays[0].gameRefId", "no game 5"),
    "bg-player": (
        json.dumps(an_export(playerScores=[{"playerRefId": 1}])).encode(),
        "plays[0].playerScores[0].playerRefId",
        "no player 1",
    ),
    "bg-date": (json.dumps(an_export(playDate=None)).encode(), "plays[0].playDate", "date"),
    "large": (b" " * (MOST_BYTES + 1), "", "16 MB"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_told_by_file_place_and_remedy(name: str) -> None:
    """Never half of it: the first mistake ends it."""
    data, at, problem = BAD[name]
    with pytest.raises(PlaysError) as told:
        read(data, "plays.json", UTC)
    assert (told.value.source, told.value.at) == ("plays.json", at)
    assert problem in told.value.problem
    assert told.value.remedy
    assert (told.value.remedy == "update Rookery") == (name == "newer")


ODD = {
    "a long board": (an_export(board="x" * 201), "board", "shortened to 200 characters"),
    "a long comment": (an_export(comments="x" * 9999), "comments", "shortened to 2000"),
    "an odd time": (an_export(durationMin=-5), "durationMin", "left out: must be a whole number"),
    "an odd flag": (an_export(ignored="perhaps"), "ignored", "left out: must be true or false"),
    "an odd rank": (
        an_export(playerScores=[{"playerRefId": 9, "rank": "first", "winner": "yes"}]),
        "playerScores[0].rank",
        "left out: must be a whole number",
    ),
    "a lost player": (
        an_export(playerScores=[{"playerRefId": 1}]),
        "playerScores[0].playerRefId",
        "left out: the file has no player 1",
    ),
}


@pytest.mark.parametrize("case", ODD)
def test_one_odd_place_costs_no_play(case: str) -> None:
    """It is shortened or left out, and listed; everything else is there."""
    export, at, problem = ODD[case]
    odd: list[PlaysError] = []
    (play,) = read(json.dumps(export).encode(), "f", UTC, odd)
    assert (play.game, play.started) == ("Wingspan", "2026-11-21T20:15:00Z")
    assert len(play.outcome.variant) <= 200
    assert odd[0].at == f"plays[0].{at}"
    assert odd[0].problem.startswith(problem)


@pytest.mark.parametrize("name", ["plays", "games", "players", "locations"])
@pytest.mark.parametrize("value", [None, "x", [], {}])
def test_what_is_no_play_game_or_player_is_left_out_alone(name: str, value: object) -> None:
    """An entry of a list in an export of BG Stats that isn't what the others are."""
    export = an_export()
    export[name] = [value, *export.get(name, [])]
    odd: list[PlaysError] = []
    (play,) = read(json.dumps(export).encode(), "f", UTC, odd)
    assert play.game == "Wingspan"
    assert {each.at.partition("[")[0] for each in odd} == ({name} - {"locations"})


@pytest.mark.parametrize("path", ["id", "game", "started", "ended", "results"])
def test_a_play_without_what_it_needs_is_left_out_alone(path: str) -> None:
    """The others of the same file are imported; if none remains, the first mistake is an error."""
    data = json.loads(written("json", PLAY, a_play(8, "Bo", losers=("Ana",))))
    data["plays"][1][path] = None
    odd: list[PlaysError] = []
    assert read(json.dumps(data).encode("utf-16"), "f", UTC, odd) == (PLAY,)
    assert [each.at for each in odd] == ["plays[1]"]
    assert odd[0].problem.startswith(f"left out: {path}: must be")
    del data["plays"][0]
    with pytest.raises(PlaysError, match=rf"f: plays\[0\]\.{path}: must be"):
        read(json.dumps(data).encode(), "f", UTC, odd)
