"""The fuzz of decks in short: damaged decks are played or refused in good words, and what is neither is found."""

from __future__ import annotations

import pytest

from bench.chaos import fuzz_decks
from bench.chaos.fuzz_decks import cases, flaw, fuzz
from companion.deckfile import deck_text
from companion.decks import examine, parse
from companion.errors import DeckError
from companion.game import game


def test_damaged_decks_are_played_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all games; some of both, one of them drawn, and nothing else."""
    monkeypatch.setattr(fuzz_decks, "DRAWN", 3)
    tally = fuzz(7, 30)
    assert tally.findings == []
    assert tally.ends["refused"] > 15
    assert tally.cases - tally.ends["refused"] > 3


def test_a_case_follows_from_seed_and_number() -> None:
    """So that a finding of a long run can be seen again by itself."""
    assert list(cases(7, 1, 5)) == list(cases(7, 6))[5:]
    assert list(cases(7, 3)) != list(cases(8, 3))


def test_ctrl_c_ends_a_run_and_not_its_report() -> None:
    """It says how far it came."""
    steps = iter([None] * 3)

    def step() -> None:
        if next(steps, "stop"):
            raise KeyboardInterrupt

    result = fuzz(7, 50, step).result("decks")
    assert (result.count, result.figures["stopped"]) == (4, "by hand")


def test_a_crash_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is no refusal, with its stage and how to see it again."""

    def crash(*_: object) -> None:
        raise KeyError("broken")

    monkeypatch.setattr(fuzz_decks, "examine", crash)
    found = fuzz(7, 10).findings
    assert found
    assert all("read: KeyError('broken')" in each.problem and "cases(7, 1, " in each.again for each in found)


@pytest.mark.parametrize(
    ("error", "lacks"),
    [
        (DeckError("my.toml", "9 is out of range", at="line 3", remedy="use 0 to 5"), ""),
        (DeckError("my.toml", "over 200000 bytes", remedy="a deck file has no more"), ""),
        (DeckError("my.toml", "9 is out of range", remedy="use 0 to 5"), "no at"),
        (DeckError("my.toml", "9 is out of range", at="line 3"), "no remedy"),
        (DeckError("my.toml", "w" * 5000, at="line 3", remedy="use 0 to 5"), "letters"),
    ],
)
def test_what_a_refusal_lacks_is_told(error: DeckError, lacks: str) -> None:
    """Place, remedy, and words that somebody can read."""
    assert bool(flaw(error)) == bool(lacks)
    assert lacks in flaw(error)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("x = 1\ny = " + "[" * 5000, "line 2"),
        ("x = 1\ny = " + "1" * 5000, "line 2"),
        ("z" * 5000 + " = 1", "line 1"),
    ],
)
def test_what_python_can_not_hold_is_refused_with_its_line(text: str, at: str) -> None:
    """Brackets and digits by the thousand, and a name that would fill the screen."""
    with pytest.raises(DeckError) as refused:
        parse(text, "my.toml").done()
    assert flaw(refused.value) == ""
    assert refused.value.at.startswith(at)


def test_a_deck_of_far_too_many_rows_is_refused_at_once() -> None:
    """The rows that there may be are looked at, not the ten thousand that there are."""
    text = deck_text(game("giza"))[0] + "[[penguin]]\n" * 10_000
    _, faults = examine(game("giza").read_deck, text, "my.toml")
    assert any("rows" in fault.problem for fault in faults)
    assert len(faults) < 1000
