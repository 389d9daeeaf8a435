"""Photos that are checked without a table."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.combust.deck import standard as combust_deck
from companion.errors import PhotoError
from companion.giza.deck import standard
from companion.language import say
from tests.web.conftest import Shot
from web.games.base import screens

DECK = standard()
SURE: dict[str, Any] = {"verdict": "legal", "complete": True, "violations": [], "unsure": []}
GIZA: dict[str, Any] = {
    **SURE,
    "game": "giza",
    "pyramid": [["penguin-01", "penguin-02", None, None], [None] * 3, [None] * 2, [None]],
    "pieces": [{"id": "penguin-01", "face": "front"}, {"id": "penguin-02", "face": "back"}],
    "cards_read": 10,
    "tokens": [],
    "goals": [],
    "so_far": 11,
    "score": 11,
    "score_range": [11, 11],
}
OPEN = {
    **GIZA,
    "complete": None,
    "cards_read": 9,
    "so_far": 9,
    "score": None,
    "score_range": [9, 14],
}
LINE = {"sum_range": [38, 38], "goes_on": False, "cards_read": 4}
NEST = {"filled_range": [4, 4]}
SEAT = {"id": "s1", "pyramid": "01,02g,,/,,/,/", "goals": [], "unsure": []}
DOUBT = {"slot": [2, 0], "text": "hidden", "could_change": "legality", "remedy": "lift it"}


class Reader:
    """Reads any photo as `reading`, and notes with what it was called."""

    def __init__(self, reading: dict[str, Any]) -> None:
        self.reading, self.calls = reading, list[Any]()

    def __call__(self, data: bytes, _name: str, deck: str, asked: Any, _timeout: float) -> Shot:
        """Return the reading."""
        self.calls.append((data, deck[:20], asked))
        if data == b"none":
            raise PhotoError("x.jpg", say("the photo is too dark"))
        return Shot(self.reading)


def send(phone: Any, data: bytes = b"jpeg", language: str = "en", **answers: str) -> Any:
    """The answer to a photo, as the page sends it."""
    answer = phone.client.post(
        "/check/photo",
        data={"photo": (io.BytesIO(data), "x.jpg"), **answers},
        base_url=phone.base,
        headers={"Accept-Language": language, "Accept": "application/json"},
        environ_base={"REMOTE_ADDR": phone.address},
    )
    answer.request.input_stream.close()
    return answer


def test_a_guest_checks_a_photo_and_nothing_is_kept(configured: Any, tmp_path: Path) -> None:
    """In the guest's language, with the picture in the answer; the photo says which game it is."""
    reader = Reader(
        {**GIZA, "verdict": "illegal", "violations": [{"slot": [2, 0], "text": "5 > 2"}]}
    )
    phone = configured(READ_PHOTO=reader).phone()
    before = sorted(tmp_path.rglob("*"))
    answer = send(phone, language="de").json
    assert answer["violations"] == [{"place": "dritte Ebene, Platz 1", "text": "5 > 2"}]
    assert answer["facts"] == ["10 Karten erkannt"]
    assert answer["overlay"].startswith("data:image/jpeg;base64,")
    assert reader.calls == [(b"jpeg", "", {})]
    assert sorted(tmp_path.rglob("*")) == before


def test_an_answer_closes_the_reading(configured: Any) -> None:
    """It goes to the reader with the game's deck, and is asked for no more."""
    reader = Reader({**OPEN, "verdict": "unsure", "unsure": [DOUBT]})
    phone = configured(READ_PHOTO=reader).phone()
    first = send(phone).json
    assert [each["name"] for each in first["questions"]] == ["cards", "tokens", "goals"]
    assert first["questions"][0]["choices"] == [["9", 9], ["10", 10]]
    assert first["doubts"] == [{"text": "hidden", "remedy": "lift it"}]
    second = send(phone, game="giza", asked=json.dumps({"cards": 9})).json
    assert [each["name"] for each in second["questions"]] == ["tokens", "goals"]
    assert reader.calls[1][2] == {"cards": 9}
    assert reader.calls[1][1]


def fixed(phone: Any, seats: Any, change: Any, **more: Any) -> Any:
    """The answer to a correction, as the page sends it."""
    body = {"game": "giza", "asked": {}, "seats": seats, "change": change, **more}
    return phone.post("/check/fixed", body)


def test_a_card_is_corrected_by_hand(configured: Any) -> None:
    """Verdict, points and questions follow, and no photo is read."""
    reader = Reader(OPEN)
    phone = configured(READ_PHOTO=reader).phone()
    first = send(phone).json
    assert [seat["pyramid"] for seat in first["seats"]] == ["01,02g,,/,,/,/"]
    weak = sorted(DECK.penguins[2:], key=lambda each: each.strength)[:2]
    heavy = max(DECK.penguins, key=lambda each: each.weight)
    seats, answer = first["seats"], {}
    for slot, penguin in zip(([0, 0], [0, 1], [1, 0]), (*weak, heavy), strict=True):
        change = {"seat": "s1", "slot": slot, "placed": f"{penguin.number:02d}"}
        answer = fixed(phone, seats, change).json
        seats = answer["seats"]
    assert [each["place"] for each in answer["violations"]] == ["second level, place 1"]
    assert (answer["verdict"], answer["facts"]) == ("illegal", ["3 cards read"])
    change = {"seat": "s1", "slot": [1, 0], "placed": f"{heavy.number:02d}g"}
    answer = fixed(phone, seats, change).json
    points = max(each.weight for each in weak)
    assert answer["facts"] == [f"{points} points before goals, 3 cards read"]
    assert answer["verdict"] == "legal"
    assert answer["questions"][0]["choices"][0] == ["3", 3]
    assert (answer["by_hand"], answer["complete"], first["by_hand"]) == (True, None, False)
    assert len(reader.calls) == 1


@pytest.mark.parametrize(
    ("cards", "placed", "complete"),
    [(2, None, True), (3, None, False), (3, "03", True), (2, "03", None), ([2], None, True)],
)
def test_an_answer_counts_until_a_correction_contradicts_it(
    house: Any, cards: Any, placed: str | None, complete: bool | None
) -> None:
    """Then it is asked again."""
    change = placed and {"seat": "s1", "slot": [0, 2], "placed": placed}
    answer = fixed(house.phone(), [SEAT], change, asked={"cards": cards}).json
    assert answer["complete"] is complete
    assert ("cards" in [each["name"] for each in answer["questions"]]) == (complete is None)


def test_each_pyramid_of_a_photo_is_corrected_by_itself(house: Any) -> None:
    """The worst of them is the verdict, and a doubt says whose it is."""
    goals = [goal.id for goal in DECK.goals[:3]]
    seats = [SEAT, {**SEAT, "id": "s2", "unsure": [{**DOUBT, "slot": [0, 0]}]}]
    change = {"seat": "s2", "slot": [0, 2], "placed": "03"}
    answer = fixed(house.phone(), seats, change, asked={"cards": [2, 3], "goals": goals}).json
    assert [seat["pyramid"] for seat in answer["seats"]] == ["01,02g,,/,,/,/", "01,02g,03,/,,/,/"]
    assert answer["doubts"][0]["text"] == "pyramid 2: hidden"
    assert [seat["goals"] for seat in answer["seats"]] == [goals, goals]
    assert (answer["verdict"], answer["questions"]) == ("unsure", [])


def lines_read(*lines: tuple[str | None, ...]) -> dict[str, Any]:
    """A scan result of lines with these cards, None where one can't be read."""
    made = list[Any]()
    for cards in lines:
        values = [combust_deck().by_id[card].value for card in cards if card]
        limits = [sum(values), sum(values) + 20 * cards.count(None)]
        further = {"sum_range": limits, "goes_on": None in (*cards[:1], *cards[-1:])}
        made.append({"cards": [*cards], "cards_read": len(values), **further})
    hidden = {"slot": "line 1, card 3", "text": "hidden", "could_change": "score", "remedy": ""}
    unsure = [hidden] if None in lines[0] else []
    read = {"game": "combust", "verdict": "unsure", "complete": None, "lowest": None}
    return {**SURE, **read, "lines": made, "unsure": unsure}


def line(seat: str, *cards: int) -> dict[str, Any]:
    """A line that was entered, as a phone sends it."""
    highest = max(cards, default=0)
    return {
        "seat": seat,
        "sum": sum(cards),
        "penguins": len(cards),
        "highest": highest,
        "cards": [*cards],
    }


def test_a_line_is_corrected_by_hand(configured: Any) -> None:
    """It is then whole, so what was asked about it is answered; the lowest starts."""
    one, _, third, *_, high, _, _ = [kind.id for kind in combust_deck().penguins]
    reader = Reader(lines_read((one, third, None), (high, high)))
    phone = configured(READ_PHOTO=reader).phone()
    first = send(phone).json
    assert [seat["cards"] for seat in first["seats"]] == [[1, 3], [18, 18]]
    assert [seat["unread"] for seat in first["seats"]] == [1, 0]
    more = {"game": "combust", "asked": {"players": 2, "cards": [2, 2]}}
    answer = fixed(phone, first["seats"], line("s1", 1, 2, 3), **more).json
    assert answer["facts"] == ["Line 1: 6, 3 cards", "Line 2: 36, 2 cards", "Lowest: line 1"]
    assert (answer["verdict"], answer["complete"], answer["doubts"]) == ("legal", True, [])
    assert (answer["by_hand"], answer["questions"], len(reader.calls)) == (True, [], 1)
    again = fixed(phone, answer["seats"], line("s2", 4), **more).json
    assert again["facts"] == ["Line 1: 6, 3 cards", "Line 2: 4, 1 card", "Lowest: line 2"]


def test_lines_that_nobody_corrected_stay_as_they_were_read(configured: Any) -> None:
    """With their doubts, so that nothing is stated about all."""
    one, *_, high = [kind.id for kind in combust_deck().penguins]
    reader = Reader(lines_read((one, one, None), (high,)))
    phone = configured(READ_PHOTO=reader).phone()
    seats = send(phone).json["seats"]
    answer = fixed(phone, seats, line("s2", 9), game="combust", asked={"players": 2}).json
    assert answer["facts"] == ["Line 1: at least 2, 2 cards", "Line 2: 9, 1 card"]
    assert (answer["verdict"], answer["complete"]) == ("unsure", None)
    assert [each["text"] for each in answer["doubts"]] == ["hidden"]
    assert [each["name"] for each in answer["questions"]] == ["cards"]


def test_a_penguin_that_lines_have_too_often_is_asked_about(configured: Any) -> None:
    """It may be wrong in either line."""
    rare = next(kind for kind in combust_deck().penguins if kind.copies == 1)
    reader = Reader(lines_read((rare.id,), ()))
    phone = configured(READ_PHOTO=reader).phone()
    seats = send(phone).json["seats"]
    answer = fixed(phone, seats, line("s2", rare.number), game="combust").json
    assert answer["verdict"] == "unsure"
    assert [each["text"] for each in answer["doubts"]] == [
        f"There is only 1 card of value {rare.value}. Check Line 2, too."
    ]


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        ({"change": {"seat": "s1", "slot": [0, 2], "placed": "01"}}, "Penguin 1 is already on"),
        ({"change": {"seat": "s1", "slot": [0, 2], "placed": "99"}}, "no penguin of this deck"),
        ({"change": {"seat": "s1", "slot": [0, 2], "placed": "03+90"}}, "strength tokens"),
        ({"change": {"seat": "s1", "slot": [4, 0], "placed": "03"}}, '"slot"'),
        ({"change": {"seat": "s1"}}, '"slot"'),
        ({"change": {"seat": "s2", "slot": [0, 2], "placed": "03"}}, "didn't work"),
        ({"change": "03"}, "didn't work"),
        ({"seats": []}, "didn't work"),
        ({"seats": [{}] * 17}, "didn't work"),
        ({"seats": [{"id": "s1", "pyramid": "01"}]}, "no pyramid"),
        ({"seats": [{"id": "s1", "pyramid": 1}]}, '"pyramid"'),
        ({"asked": [9]}, "didn't work"),
        ({"asked": {"cards": 99}}, "no number from 0 to 10"),
        ({"asked": {"goals": ["chess"]}}, "No goal"),
        ({"game": "combust", "change": {**line("s1", 3), "sum": 90}}, "can't sum to 90"),
        ({"game": "combust", "change": line("s1", *[3] * 30)}, "that many cards of value 3"),
        ({"game": "combust"}, '"cards"'),
        ({"game": "combust", "seats": [{"id": "s1", "cards": [3]}]}, "didn't work"),
        ({"game": "combust", "change": {"seat": "s1", "slot": [0, 2], "placed": "03"}}, "missing"),
        ({"change": line("s1", 3)}, "missing"),
        ({"game": "solitaire"}, "can't be corrected by hand"),
        ({"game": "chess"}, "No such game"),
    ],
)
def test_an_impossible_correction_is_said(house: Any, odd: Any, message: str) -> None:
    """In one sentence, and nothing changes."""
    answer = fixed(house.phone(), **{"seats": [SEAT], "change": None, **odd})
    assert answer.status_code == 400
    assert message in answer.json["error"]["message"]


@pytest.mark.parametrize(
    ("data", "answers", "status"),
    [
        (b"none", {}, 422),
        (b"jpeg", {"game": "chess"}, 400),
        (b"jpeg", {"game": "giza", "asked": "[9]"}, 400),
        (b"jpeg", {"game": "giza", "asked": "{"}, 400),
        (b"jpeg", {"game": "giza", "asked": "[" * 2000}, 400),
    ],
)
def test_what_cannot_be_checked_is_said(
    configured: Any, data: bytes, answers: dict[str, str], status: int
) -> None:
    """In a sentence, without a fault of ours."""
    answer = send(configured(READ_PHOTO=Reader(GIZA)).phone(), data, **answers)
    assert (answer.status_code, bool(answer.json["error"]["message"])) == (status, True)


def test_photos_without_a_table_have_a_limit(configured: Any) -> None:
    """By address, as those of box labels; the page learns it before it sends one."""
    phone = configured(READ_PHOTO=Reader(GIZA)).phone()
    found = [send(phone).status_code for _ in range(12)]
    assert found[:10] == [200] * 10
    assert found[-1] == 429
    assert phone.get("/check/photo").status_code == 429


@pytest.mark.parametrize(
    ("game", "reading", "facts", "questions"),
    [
        ("giza", GIZA, ["11 points before goals, 10 cards read"], ["goals"]),
        ("giza", {**OPEN, "goals": [1, 2, 3]}, ["9 points, 9 cards read"], ["cards"]),
        (
            "giza",
            {**GIZA, "pyramids": [{**GIZA, "verdict": "illegal"}, OPEN]},
            ["Pyramid 1: 10 cards read", "Pyramid 2: 9 points before goals, 9 cards read"],
            ["cards", "goals"],
        ),
        (
            "combust",
            {**SURE, "complete": None, "lines": [LINE], "lowest": None},
            ["Line 1: 38, 4 cards"],
            ["players", "cards"],
        ),
        (
            "combust",
            {**SURE, "lines": [LINE, {**LINE, "sum_range": [7, 9]}], "lowest": [2]},
            ["Line 1: 38, 4 cards", "Line 2: 7 to 9, 4 cards", "Lowest: line 2"],
            [],
        ),
        ("rocks", {**SURE, "nests": {"jade": NEST}}, ["Jade: 4 of 6"], []),
        ("rocks", {**SURE, "complete": None, "nests": {}}, [], ["players"]),
        (
            "solitaire",
            {**SURE, "tops": [["S", None]], "tally": "", "score": None, "score_range": [1, 6]}
            | {"hops": ["a1-a3"]},
            ["1 to 6 pips left", "1 hop is possible"],
            ["pyramids"],
        ),
        (
            "pirates",
            {**SURE, "complete": None, "boards_read": 3, "fish": None, "fish_range": [6, 10]},
            ["3 boards read", "Fish: 6 to 10"],
            ["boards", "fish"],
        ),
    ],
)
def test_each_game_says_what_a_photo_shows(
    game: str, reading: dict[str, Any], facts: list[str], questions: list[str]
) -> None:
    """And asks for the counts that close it."""
    row = screens(game)
    asked = row.questions(reading)
    assert (row.facts(reading), [each["name"] for each in asked]) == (facts, questions)
    assert all(each["choices"] for each in asked)
