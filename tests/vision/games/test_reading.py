"""Reading: what every game's photo says, refused where it contradicts itself."""

import pytest

from vision.games.reading import Reading, Unsure, Violation

DOUBT = Unsure("b2", "a square is covered", "score", "take it away", ((1.0, 2.0),))


def test_the_common_fields_come_first_and_a_slot_may_have_a_name() -> None:
    """Slots are numbers in giza and names of places elsewhere; notes change nothing."""
    reading = Reading(
        photo="x.jpg",
        game="rocks",
        deck="f",
        verdict="unsure",
        pieces=(),
        unsure=(DOUBT,),
        notes=("n",),
    )
    told = reading.to_json()
    assert list(told) == [
        "rookery", "photo", "game", "deck", "verdict", "complete", "beyond", "pieces", "violations",
        "unsure", "notes",
    ]  # fmt: skip
    assert told["unsure"][0]["slot"] == "b2"
    assert reading.exit_code == 3


@pytest.mark.parametrize(
    ("verdict", "says"), [("illegal", "names what is wrong"), ("unsure", "says what is missing")]
)
def test_a_verdict_without_its_reason_is_refused(verdict: str, says: str) -> None:
    """Nobody is accused or sent away without being told why."""
    with pytest.raises(ValueError, match=says):
        Reading(photo="x", game="giza", deck="", verdict=verdict, pieces=())  # type: ignore[arg-type] # one of three


def test_a_slot_of_numbers_is_a_list() -> None:
    """As JSON has it."""
    wrong = Violation("R7", (1, 0), "too heavy")
    reading = Reading(
        photo="x", game="giza", deck="", verdict="illegal", pieces=(), violations=(wrong,)
    )
    assert reading.to_json()["violations"] == [{"rule": "R7", "slot": [1, 0], "text": "too heavy"}]
