"""Words: what is unsure, as text."""

from vision.games.reading import Reading, Unsure
from vision.games.words import NAMED, doubt_lines


def test_doubts_with_one_remedy_stand_above_it_and_the_rest_is_counted() -> None:
    """A remedy is given once; more than a few doubts aren't listed."""
    doubts = [Unsure(f"a{n}", f"a{n} is covered", "score", "uncover it") for n in range(NAMED + 3)]
    other = Unsure(None, "it's dark", "legality", "add light")
    unsure = (*doubts[:2], other, *doubts[2:])
    reading = Reading(photo="x.jpg", game="g", deck="", verdict="unsure", pieces=(), unsure=unsure)
    texts = [line.text for line in doubt_lines(reading, {"score": " (score)"})]
    assert texts == [
        *(f"a{n} is covered (score)" for n in range(NAMED)),
        "and 3 more like these",
        "  → uncover it",
        "it's dark",
        "  → add light",
    ]
