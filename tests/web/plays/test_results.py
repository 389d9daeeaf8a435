"""A table's result: for who was there, once the game is over, and as its row says it."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from companion.plays import Result
from web.plays import views as results
from web.plays.played import play_of
from web.services import services

PATIENCE_S = 120.0
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have drawn."""
    monkeypatch.setattr(results, "_kept", OrderedDict())


def giza(house: Any) -> None:
    """Ten rounds, and two pyramids typed in that tie."""
    finish_giza(house, house.play(2))


def finish_giza(house: Any, seated: list[Any]) -> None:
    """All of a game that has begun."""
    for number in (1, 2, 3, 5, 4) * 2:
        for phone in seated:
            assert phone.choose(number).status_code == 200
        for _ in seated:
            state = house.host.state()
            seat = next(seat["id"] for seat in state["seats"] if seat["turn"] == "active")
            house.host.tap(
                "turn.done", {"seat": seat, "took": False}, {"round": state["round"], "seat": seat}
            )
    goals = {goal["id"]: 0 for goal in house.host.state()["goals"]}
    for seat, levels in (("s1", [1, 3, 2, 4]), ("s2", [1, 3, 3, 3])):
        house.host.tap(
            "score.type", {"seat": seat, "levels": levels, "goals": goals}, {"version": 0}
        )


def rocks(house: Any) -> None:
    """The first player builds at once."""
    house.sit(2)
    house.host.tap("game.start", {"first": "s1"})
    for space in range(6):
        house.host.tap("rock.drop", {"seat": "s1", "space": space})
    house.host.tap("nest.done", {"seat": "s1"}, {"moves": 0})


def combust(house: Any) -> None:
    """Two of three clans die out, one after the other."""
    house.sit(3)
    house.host.tap("dealer.give", {"seat": "s1"})
    house.host.tap("game.start")
    for seat in ("s1", "s2", "s3"):
        house.host.tap(
            "line.type", {"seat": seat, "sum": 9, "penguins": 2, "highest": 5}, {"version": 0}
        )
    for kind, payload in (
        ("turns.begin", {}),
        ("clan.out", {"seats": ["s1"]}),
        ("clan.out", {"seats": ["s3"]}),
    ):
        house.host.tap(kind, payload)


def solitaire(house: Any) -> None:
    """King Tut: two games by the clock, which stands still in these tests; each pip over a perfect
    score is 3 s.
    """
    house.sit(2)
    house.host.tap("game.start", {"mode": "king-tut", "rounds": 1})
    for seat, pips in (("s1", 3), ("s2", 2)):
        house.host.tap("clock.start", {"seat": seat}, {"round": 1})
        house.host.tap("clock.stop", {"seat": seat}, {"round": 1})
        house.host.tap("score.type", {"seat": seat, "pips": pips}, {"version": 0})


def pirates(house: Any) -> None:
    """The water is at the skull."""
    house.sit(3)
    house.host.tap("captain.give", {"seat": "s1"})
    house.host.tap("game.start")
    state = house.host.state()
    house.host.tap(
        "track.set",
        {"track": "water", "value": state["most"]["water"]},
        {"version": state["tracks_version"]},
    )


ENDS: dict[str, tuple[Callable[[Any], None], tuple[Result, ...], str, str]] = {
    "giza": (giza, (Result("Anna", 10, 1, won=True), Result("Ben", 10, 2)), "points", "Giza"),
    "rocks": (rocks, (Result("Anna", 6, 1, won=True), Result("Ben", 0, 2)), "spaces", "Rocks"),
    "combust": (
        combust,
        (Result("Anna", None, 3), Result("Ben", None, 1, won=True), Result("Cleo", None, 2)),
        "sum",
        "Combust",
    ),
    "solitaire": (
        solitaire,
        (Result("Anna", 6, 2), Result("Ben", 3, 1, won=True)),
        "seconds",
        "Egyptian Solitaire",
    ),
    "pirates": (pirates, (Result("Anna"), Result("Ben"), Result("Cleo")), "", "Pirates"),
}


@pytest.mark.parametrize("slug", ENDS)
def test_the_play_of_a_game_is_what_its_row_says(slug: str, house_of: Callable[[str], Any]) -> None:
    """Names clockwise, scores in the game's unit, who has won; and its picture can be drawn."""
    finish, wanted, unit, name = ENDS[slug]
    house = house_of(slug)
    finish(house)
    with house.app.test_request_context():
        log = services().store.log(house.code)
        play = play_of(house.code, log)
        assert play is not None
        card = results.card_of(play, house.host.state()["seats"], slug)
    assert (play.outcome.results, play.outcome.unit, play.game) == (wanted, unit, name)
    assert (play.table, play.outcome.together) == (house.code, slug == "pirates")
    assert play.outcome.lowest is (slug == "solitaire")
    assert [line.won for line in card.lines] == sorted(
        (result.won for result in wanted), reverse=True
    )


def test_a_picture_is_in_one_language(configured: Any) -> None:
    """Also the name of the game, where it has one in that language."""
    house = configured(DRAW_RESULT=lambda card: card.title.encode())
    house.game = "solitaire"
    solitaire(house)
    told = {language: _picture(house, language) for language in ("en", "de")}
    assert told == {"en": "Egyptian Solitaire", "de": "Ägyptisches Solitär"}


def _picture(house: Any, language: str) -> str:
    return str(house.host.get(f"/t/{house.code}/result.png", **{"Accept-Language": language}).text)


def test_a_board_played_freely_is_a_play_once_all_have_played_one(
    house_of: Callable[[str], Any],
) -> None:
    """And the best game counts; alone one wins with a perfect score only."""
    house = house_of("solitaire")
    house.sit(1)
    house.host.tap("game.start", {"mode": "free", "rounds": 1})
    assert house.host.state()["finished"] is False
    house.host.tap("score.type", {"seat": "s1", "pips": 5}, {"version": 0})
    assert house.host.state()["finished"] is True
    with house.app.test_request_context():
        play = play_of(house.code, services().store.log(house.code))
    assert play is not None
    assert (play.outcome.variant, play.outcome.results) == (
        "3x4",
        (Result("Anna", 5, 1, won=False),),
    )


def test_free_play_that_was_ended_is_a_play_also_if_someone_never_finished(
    house_of: Callable[[str], Any],
) -> None:
    """With a place for whoever has a score, a note on what was typed, and the whole time of play
    up to the end.
    """
    house = house_of("solitaire")
    anna, _ = house.sit(2)
    house.host.tap("game.start", {"mode": "free", "rounds": 1})
    assert anna.tap("play.end").status_code == 409
    anna.tap("score.type", {"seat": "s1", "pips": 5}, {"version": 0})
    assert anna.tap("play.end").status_code == 200
    state = anna.state()
    assert (state["phase"], state["finished"]) == ("over", True)
    assert state["history"][0]["text"] == "Anna ended the game"
    assert state["ranking"] == [
        {"seat": "s1", "total": 5, "place": 1},
        {"seat": "s2", "total": None, "place": None},
    ]
    with house.app.test_request_context():
        play = play_of(house.code, services().store.log(house.code))
    assert play is not None
    assert play.outcome.results == (Result("Anna", 5, 1, won=True), Result("Ben"))
    assert play.outcome.note == "Typed in, not checked: Anna."
    assert anna.tap("undo", {"target": state["version"]}).status_code == 200
    assert anna.state()["phase"] == "play"


def test_nothing_leaves_before_the_game_is_over_and_only_who_was_there_sees_it(
    configured: Any,
) -> None:
    """404 before and again after an undo; 403 for a stranger; else a picture, asked for again each
    time.
    """
    house = configured(DRAW_RESULT=lambda card: repr(card).encode())
    house.game = "rocks"
    stranger = house.phone()
    rocks(house)
    anna, paths = (
        house.phones[2],
        [f"/t/{house.code}/result.png", f"/t/{house.code}/result.bgsplay"],
    )
    for path in paths:
        assert stranger.get(path).status_code == 403
        assert [phone.get(path).status_code for phone in (anna, house.host)] == [200, 200]
    told = anna.get(paths[0])
    assert (told.mimetype, told.headers["Cache-Control"]) == ("image/png", "private, no-cache")
    assert "Anna wins!" in told.text
    assert anna.get(paths[0], **{"If-None-Match": told.headers["ETag"]}).status_code == 304
    assert json.loads(anna.get(paths[1]).text)["plays"][0]["playerScores"][0]["winner"] is True
    assert "attachment" in anna.get(f"{paths[0]}?save").headers["Content-Disposition"]
    anna.tap("undo", {"target": house.host.state()["version"]})
    for path in paths:
        assert anna.get(path).status_code == 404


def test_a_picture_is_drawn_once(configured: Any) -> None:
    """The next phone is shown the same."""
    asked = list[str]()

    def draw(card: Any) -> bytes:
        asked.append(card.headline)
        return repr(card).encode()

    house = configured(DRAW_RESULT=draw)
    house.game = "rocks"
    rocks(house)
    answers = [phone.get(f"/t/{house.code}/result.png") for phone in house.phones[1:]]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert asked == ["Anna wins!"]


def test_the_picture_is_as_large_as_it_says_whatever_the_names() -> None:
    """1080 x 1350 px, also with a name that the font has no letters for."""
    from printables.output.result_card import Line, ResultCard, png

    lines = tuple(
        Line(name, "12", n, n == 1, "#b4532a", "sun")
        for n, name in enumerate(("Ana \U0001f427", "\u0411", "x" * 20), 1)
    )
    with Image.open(
        BytesIO(
            png(ResultCard("rocks", "Rocks", "Ana wins", lines * 3, ("today",), "A note. " * 20))
        )
    ) as image:
        assert (image.size, image.format) == ((1080, 1350), "PNG")
        assert len(image.getcolors(maxcolors=2**20) or ()) > 16


def test_names_without_place_and_score_stand_in_the_middle() -> None:
    """As after a lost voyage: disc and name alone, and as much paper on either side."""
    from printables.output.result_card import Line, ResultCard, png

    card = ResultCard(
        "pirates",
        "Pirates",
        "You all lost",
        (Line("Ana", "", 0, won=False, ink="#b4532a", symbol="sun"),),
        (),
    )
    with Image.open(BytesIO(png(card))) as image:
        pixels = np.asarray(image.convert("RGB"), dtype=int)
    disc = np.abs(pixels - (0xB4, 0x53, 0x2A)).sum(axis=2) < 9
    row = pixels[int(np.median(np.nonzero(disc)[0]))][80:1000]  # inside the panel's frame
    drawn = 80 + np.nonzero(np.abs(row - row[0]).sum(axis=1) > 90)[0]
    assert abs(drawn[0] + drawn[-1] - image.width) < 16
