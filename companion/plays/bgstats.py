"""The files of BG Stats (docs/formats.md): exports (`.bgsplay`), and single plays of other apps.

An export's plays refer to its games, players and locations by ids. A single play has a `sourceName`
and `sourcePlayId`, and its own `game` and `players`
(bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites). Dates are local times.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from uuid import UUID, uuid5

from companion.language import say
from companion.plays import Outcome, Play, Result, Unit
from companion.plays.checked import A_YEAR, LONGEST, Field, stamp
from companion.plays.statistics import chronological
from companion.text import name_key

ABOUT = (
    "A file of plays for Board Game Stats, written by Rookery: share it with that app, or "
    "open it there."
)
SOURCE = "Rookery"
MOST_MINUTES = A_YEAR // 60
# the namespace of the ids of games, players and locations in our files
_OURS = UUID("0b7b8f0e-64cf-5d0c-8a43-5f7f1b9f0e52")
_TERMS = re.compile(r"\s*[-+]?\s*\d{1,12}([.,]\d{1,6})?(\s*[-+]\s*\d{1,12}([.,]\d{1,6})?)*\s*")
_RANK = re.compile(r"[0-9]{1,4}")
_TERM = re.compile(r"([-+]?)\s*(\d+(?:[.,]\d+)?)")


def write(plays: Iterable[Play], zone: tzinfo | None = UTC) -> str:
    """Return an export for BG Stats; dates are in `zone` (None: this computer's)."""
    ordered = chronological(plays)
    games = {title(play): play.outcome for play in ordered}
    names = {
        name_key(result.name): result.name for play in ordered for result in play.outcome.results
    }
    game_ids, player_ids = ({key: n for n, key in enumerate(each, 1)} for each in (games, names))
    return json.dumps(
        {
            "about": ABOUT,
            "games": [
                {
                    "id": game_ids[key],
                    "uuid": _id("game", key),
                    "name": key,
                    "bggId": 0,
                    "bggName": "",
                    "bggYear": 0,
                    "cooperative": outcome.together,
                    "highestWins": not outcome.lowest,
                    "noPoints": not outcome.unit,
                    "usesTeams": False,
                }
                for key, outcome in games.items()
            ],
            "players": [
                {
                    "id": player_ids[key],
                    "uuid": _id("player", key),
                    "name": name,
                    "isAnonymous": not name,
                    "bggUsername": "",
                }
                for key, name in names.items()
            ],
            "locations": [{"id": 1, "uuid": _id("location", SOURCE), "name": SOURCE}],
            "plays": [_play(play, game_ids[title(play)], player_ids, zone) for play in ordered],
            "userInfo": {"meRefId": 0},
        },
        ensure_ascii=False,
        indent=1,
    )


def title(play: Play) -> str:
    """Return the game that a play is listed under; times aren't compared with points."""
    timed = play.outcome.unit == "seconds" and play.outcome.variant
    return f"{play.game}: {play.outcome.variant}" if timed else play.game


def _play(
    play: Play, game: int, players: Mapping[str, int], zone: tzinfo | None
) -> Mapping[str, object]:
    entered = _wall(play.ended, zone)
    scores = [
        {
            "playerRefId": players[name_key(result.name)],
            "score": "" if result.score is None else f"{result.score:.3f}".rstrip("0").rstrip("."),
            "winner": result.won,
            "rank": result.rank or 0,
            "seatOrder": seat,
            "startPlayer": False,
            "newPlayer": False,
            "role": "",
        }
        for seat, result in enumerate(play.outcome.results, 1)
    ]
    return {
        "uuid": play.id,
        "playDate": _wall(play.started, zone),
        "entryDate": entered,
        "modificationDate": entered,
        "durationMin": round(play.seconds / 60),
        "gameRefId": game,
        "locationRefId": 1,
        "board": play.outcome.variant,
        "comments": play.outcome.note,
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "bggId": 0,
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playerScores": scores,
    }


def _wall(at: str, zone: tzinfo | None) -> str:
    return datetime.fromisoformat(at).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def _id(kind: str, name: str) -> str:
    # the same in all our files
    return str(uuid5(_OURS, f"{kind} {name}"))


# --- reading --------------------------------------------------------------------------------------


def read(root: Field, zone: tzinfo | None = UTC) -> tuple[Play, ...]:
    """Return the plays in an export, without ignored ones; raises `PlaysError`."""
    games, players = (_by_id(root.get(name, [])) for name in ("games", "players"))

    def play(row: Field) -> Play | None:
        if row.get("ignored", default=False).or_else(Field.flag, instead=False):
            return None
        ref = row.get("gameRefId")
        game = games.get(_number(ref))
        if game is None:
            ref.fail(say("the file has no game {number}", number=ref.value))
        scores = row.get("playerScores", []).each()
        results = [_result(score, name(score.get("playerRefId"))) for score in scores]
        return _play_of(row, row.get("uuid").uuid(), game, results, zone)

    def name(ref: Field) -> str:
        player = ref.or_else(player_of, None)
        if player is None or player.get("isAnonymous", default=False).flag():
            return ""
        return player.get("name", "").or_else(Field.text, "")

    def player_of(ref: Field) -> Field:
        player = players.get(_number(ref))
        if player is None:
            ref.fail(say("the file has no player {number}", number=ref.value))
        return player

    return tuple(filter(None, (row.or_else(play, None) for row in root.get("plays").each())))


def _by_id(rows: Field) -> Mapping[int, Field]:
    """Return the objects of a list by their ids, without those that have none."""
    numbers = ((row.or_else(lambda row: _number(row.get("id")), -1), row) for row in rows.each())
    return {number: row for number, row in numbers if number >= 0}


def _number(ref: Field) -> int:
    return ref.whole(0, 2**53)


def read_pushed(root: Field, zone: tzinfo | None = UTC) -> tuple[Play, ...]:
    """Return the play that another app hands over; its id is made from the app's name and id."""
    source, number = root.get("sourceName").text(), root.get("sourcePlayId")
    name = number.text() if isinstance(number.value, str) else str(_number(number))
    rows = root.get("players", []).each()
    results = [_result(row, row.get("name", "").or_else(Field.text, "")) for row in rows]
    return (
        _play_of(root, str(uuid5(_OURS, f"play {source} {name}")), root.get("game"), results, zone),
    )


def _play_of(
    row: Field, play_id: str, game: Field, results: Sequence[Result], zone: tzinfo | None
) -> Play:
    started = row.get("playDate").moment(zone)
    minutes = row.get("durationMin", 0).or_else(lambda field: field.whole(0, MOST_MINUTES), 0)
    ended = stamp(datetime.fromisoformat(started) + timedelta(minutes=minutes))
    name, variant = game.get("name").text(empty=False), row.get("board", "").or_else(Field.text, "")
    unit: Unit = "points" if any(result.score is not None for result in results) else ""
    outcome = Outcome(
        tuple(results),
        unit,
        lowest=not game.get("highestWins", default=True).or_else(Field.flag, instead=True),
        together=game.get("cooperative", default=False).or_else(Field.flag, instead=False),
        variant=variant,
        note=row.get("comments", "").or_else(Field.note, ""),
    )
    name = name.removesuffix(f": {variant}") if variant else name
    return Play(play_id, name, started, ended, minutes * 60, outcome)


def _result(row: Field, name: str) -> Result:
    rank = row.get("rank", 0)
    if isinstance(rank.value, str) and _RANK.fullmatch(rank.value):
        rank = replace(rank, value=int(rank.value))
    return Result(
        name,
        row.get("score", "").or_else(read_score, None),
        rank.or_else(lambda field: field.whole(0, 1000), 0) or None,
        row.get("winner", default=False).or_else(Field.flag, instead=False),
    )


def read_score(field: Field) -> float | None:
    """Return a score as typed in BG Stats, a number or a sum; None if it is neither.

    >>> [read_score(Field(text, "f")) for text in ("21", "12+5-1", "47,5", "", "third", 7)]
    [21, 16, 47.5, None, None, 7]
    """
    text = field.value
    if not isinstance(text, str):
        return field.number()
    if len(text) > LONGEST or not _TERMS.fullmatch(text):
        return None
    terms = (float(f"{sign}{digits.replace(',', '.')}") for sign, digits in _TERM.findall(text))
    total = round(sum(terms), 6)
    return int(total) if total == int(total) else total
