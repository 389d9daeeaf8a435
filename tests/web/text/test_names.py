"""Names and codes, from people who type anything."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UsageError
from web.text.names import MAX_NAME, WORDS, clean_name, new_code, read_code


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("An\tna\n", "An na"),
        ("Ann\u202ea", "Anna"),
        ("Bj\u006f\u0308rn", "Björn"),
        ("نرگس", "نرگس"),
        ("李雷", "李雷"),
        ("\N{PENGUIN}", "\N{PENGUIN}"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("An\u200dna", "Anna"),
        ("A\x00B", "AB"),
        ("Zoe" + "\u0301" * 30, "Zo\u00e9\u0301\u0301"),
        ("x" * MAX_NAME, "x" * MAX_NAME),
        ("\ud800Anna", "Anna"),
        ("O'Neill & <Co>", "O'Neill & <Co>"),
    ],
)
def test_a_name_keeps_what_can_be_seen(typed: str, name: str) -> None:
    """Any script and emoji; no control, direction or stacked characters."""
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "\u200b\u200e", "\u3164", "\u2800\u2800", "x" * 21, None, 7, ["Anna"], "\u0301"],
)
def test_a_name_that_shows_nothing_or_too_much_is_refused(typed: object) -> None:
    """1 to 20 visible characters."""
    with pytest.raises(UsageError, match="1 to 20"):
        clean_name(typed)


@given(st.text(max_size=60))
def test_a_clean_name_is_clean(typed: str) -> None:
    """Cleaning again changes nothing, and the name can be stored and shown."""
    try:
        name = clean_name(typed)
    except UsageError:
        return
    assert clean_name(name) == name
    assert name.encode() == name.strip().encode()
    assert not set(name) & {
        chr(code) for code in (*range(32), 0x202A, 0x202E, 0x2066, 0x2069, 0x200B, 0xFEFF)
    }


@given(st.integers(), st.booleans())
def test_a_code_is_read_back_however_it_is_typed(seed: int, long: bool) -> None:
    """Small or capital, with a dash, a space or nothing between; short or long."""
    code = new_code(Random(seed), long=long)
    word, _, number = code.partition("-")
    assert {word[:4], word[4:] or word} <= set(WORDS)
    assert (len(word), len(number), len(code) <= 16) == ((8, 4, True) if long else (4, 2, True))
    assert {
        read_code(typed)
        for typed in (
            code,
            code.lower(),
            f" {word} {number} ",
            f"{word}{number}",
            f"{word}_{number}",
        )
    } == {code}


@given(st.text(max_size=60))
def test_anything_typed_reads_as_some_code(typed: str) -> None:
    """Total, short and safe in an address or a path."""
    code = read_code(typed)
    assert len(code) <= 41
    assert code.replace("-", "").isalnum() or not code.replace("-", "")


def test_words_are_short_different_and_plain() -> None:
    """Easy to hear and to type."""
    assert len(set(WORDS)) == len(WORDS) >= 30
    assert all(len(word) == 4 and word.isascii() and word.isupper() for word in WORDS)


# Of English, German, Italian, Danish and Spanish, and what only sounds like one.
RUDE = (
    "ANUS",
    "ARSCH",
    "ARSE",
    "ASS",
    "BOOB",
    "CACA",
    "CAGA",
    "CAGU",
    "CAKA",
    "CAZZ",
    "COCK",
    "COJON",
    "COÑO",
    "CRAP",
    "CULO",
    "CUM",
    "CUNT",
    "DAMN",
    "DICK",
    "DRECK",
    "DUMM",
    "FAG",
    "FICA",
    "FICK",
    "FIGA",
    "FISS",
    "FOTZ",
    "FUCK",
    "HELL",
    "HITLER",
    "HOMO",
    "HURE",
    "IDIOT",
    "KACK",
    "KAGU",
    "KAKA",
    "KNEPP",
    "KUSSE",
    "LORT",
    "LUDER",
    "MERD",
    "MIERDA",
    "MINCH",
    "NAZI",
    "NEGER",
    "NEGRO",
    "NUTTE",
    "PENE",
    "PENIS",
    "PIK",
    "PIMMEL",
    "PIPI",
    "PISS",
    "POLLA",
    "POOP",
    "PORN",
    "PUTA",
    "PUTO",
    "PUTT",
    "RAPE",
    "ROV",
    "SAU",
    "SCHEI",
    "SEX",
    "SHAG",
    "SHIT",
    "SLUT",
    "STRONZ",
    "SUCK",
    "TETA",
    "TETT",
    "TITS",
    "TROIA",
    "TURD",
    "TWAT",
    "VAGIN",
    "VERGA",
    "WANK",
    "WICHS",
    "ZORRA",
)


def test_no_code_spells_a_rude_word() -> None:
    """In none of our five languages, neither in a short code nor across the two words of a long
    one.
    """
    spelled = [*WORDS, *(first + second for first in WORDS for second in WORDS)]
    assert [(code, rude) for code in spelled for rude in RUDE if rude in code] == []


def test_a_code_of_a_word_that_is_no_longer_given_is_still_read() -> None:
    """Tables that are there already keep their codes."""
    assert (read_code("kaka 42"), read_code("SHAGKAGU-1000")) == ("KAKA-42", "SHAGKAGU-1000")
