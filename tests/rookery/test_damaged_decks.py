"""Deck files as people and strangers damage them: played, shown and printed, or refused in words.

Every refusal names the place and the remedy, and no file takes more than five seconds of
processor time. `make fuzz` tries a hundred times as many files.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from companion.deckcode import pack, unpack
from companion.deckfile import deck_text, file_text, game_of_file
from companion.decks import examine, parse
from companion.errors import DeckError, RookeryError
from companion.events import Event, Log
from companion.game import Game, slugs
from companion.game import game as find_game
from companion.tomltext import MAX_BYTES
from printables.decks.report import report
from printables.output.job import make_job
from printables.output.printer import print_job
from tests.limits import limited
from web.games.base import screens
from web.live.publisher import Recipient, StateTexts

Lines = list[str]
MOVES = 12
LONGEST = 2000  # letters of a refusal that someone can still read
VALUE = re.compile(r"^(\s*[\w.-]+\s*=\s*)(.*?)(\s*#.*)?$")
HOSTILE = (
    "", "0", "-1", "1", "2", "6", "99", "1000000", "9223372036854775808", "1" * 5000, "-0", "0x10",
    "1.5", "-1e400", "nan", "inf", "true", "false", '""', '"a"', '" "', '"<b>&amp;"', "[{}]",
    '"%s {0} {n}"', '"../../etc/passwd"', '"x.png"', '"\\u0000"', '"\\u202e"', '"\\U0001F427"',
    '"\\ud800"', "'''\n'''", '"' + "w" * 200 + '"', '"' + "w " * 5000 + '"', "[]", "[[]]", "[1]",
    "[0, 0]", "[1, 2, 3]", "[-1, 99]", "[1, true]", '["a", "a"]', "{}", '{id = "a"}', "1979-05-27",
    "1979-05-27T07:32:00Z", "00:00:00.999", "[" * 40 + "]" * 40, "[" * 3000, '"#ffffff"', '"#zzz"',
    "[" * 3000 + "]" * 3000, "{a=" * 500, '"ruby"', '"sun"', '"giza"',
)  # fmt: skip
TEXTS = ("", "x", "Ωмега", "日本", "🐧", "a" * 60, "word " * 30, "\t", "%", "<i>", "{n}", "é" * 199)
NAMES = ("x", "", '""', "id", "game", "a.b.c", "naem", '"\\n"', "__class__", "ä", "x" * 5000)
HEADERS = (
    "[x]", "[[x]]", "[", "[]", "[[penguin]]", "[penguin]", "[a.b.c]", "[[a]]\n[a]", "[game]",
)  # fmt: skip
BYTES = (b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\r", b"\xef\xbb\xbf", b'"', b"'''", b"\x7f")
LARGE = (b"#" + b"x" * 190_000, b"#" + b"x" * 400_000)


# --- what is done to a deck file ------------------------------------------------------------------


def change_field(lines: Lines, draw: st.DrawFn) -> Lines:
    """Give one field another value, text, number or name; or drop it, or write it twice."""
    fields = [n for n, line in enumerate(lines) if VALUE.match(line)]
    if not fields:
        return lines
    at = draw(st.sampled_from(fields))
    line, number = lines[at], draw(st.sampled_from((-1000, -2, -1, 1, 2, 10, 1000)))
    values = [found[2] for each in fields if (found := VALUE.match(lines[each]))]
    value = draw(st.sampled_from((*HOSTILE, *values)))
    text, name = draw(st.sampled_from(TEXTS)), draw(st.sampled_from(NAMES))
    numbers = re.sub(r"\d+(?=\D*$)", lambda found: str(max(0, int(found[0]) + number)), line)
    longer = re.sub(r'"([^"]*)"$', lambda found: f'"{found[1]}{text}"', line)
    shorter = re.sub(r'"([^"]*)"', lambda found: f'"{found[1][:3]}{text}"', line, count=1)
    valued = VALUE.sub(lambda found: found[1] + value, line)
    named = re.sub(r"^\s*[\w.-]+", lambda _: name, line, count=1)
    gentle = ([numbers], [numbers], [longer], [longer], [shorter])
    new: tuple[Lines, ...] = (*gentle, [valued], [valued], [named], [], [line, line])
    return [*lines[:at], *draw(st.sampled_from(new)), *lines[at + 1 :]]


def change_block(lines: Lines, draw: st.DrawFn) -> Lines:
    """Drop, repeat or move one of the file's tables, or give it another header."""
    starts = [n for n, line in enumerate(lines) if line.lstrip().startswith("[")]
    head, *blocks = [lines[a:b] for a, b in pairwise([0, *starts, len(lines)])]
    if not blocks:
        return lines
    at = draw(st.integers(0, len(blocks) - 1))
    block, header = blocks.pop(at), draw(st.sampled_from(HEADERS))
    new: tuple[list[Lines], ...] = (
        [], [block] * 2, [block] * 50, [[header, *block[1:]]], [[header], block],
    )  # fmt: skip
    to = draw(st.sampled_from((at, draw(st.integers(0, len(blocks))))))
    blocks[to:to] = draw(st.sampled_from(new))
    return [*head, *chain.from_iterable(blocks)]


def spoil(data: bytes, draw: st.DrawFn) -> bytes:
    """Cut the file, turn a bit, or put something in that doesn't belong there."""
    at = draw(st.integers(0, max(0, len(data) - 1)))
    turned = bytes([data[at] ^ 1 << draw(st.integers(0, 7))]) if data else b""
    kinds = (
        data[:at],
        data[:at] + turned + data[at + 1 :],
        data[:at] + draw(st.sampled_from(BYTES)) + data[at:],
        data + draw(st.sampled_from(LARGE)),
    )
    return draw(st.sampled_from(kinds))


@st.composite
def damaged(draw: st.DrawFn, slug: str) -> bytes:
    """A game's own deck file with one to three things changed, now and then byte by byte."""
    lines = deck_text(find_game(slug))[0].split("\n")
    for _ in range(draw(st.sampled_from((1, 1, 1, 1, 2, 3)))):
        change = draw(st.sampled_from((change_field, change_field, change_field, change_block)))
        lines = change(lines, draw)
    data = "\n".join(lines).encode()
    return spoil(data, draw) if draw(st.sampled_from((False, False, False, True))) else data


# --- what is asked of it --------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_damaged_decks_are_used_or_refused(slug: str, tmp_path: Path) -> None:
    """Whatever is accepted can be played, labelled and shown; each refusal says what to do."""
    file = tmp_path / "deck.toml"

    @settings(max_examples=max(30, settings().max_examples // 4))
    @given(data=damaged(slug))
    @example(data=deck_text(find_game(slug))[0].encode())
    def look(data: bytes) -> None:
        file.write_bytes(data)
        with limited():
            event(how := ending(lambda: use(slug, file)))
        assert how in {"accepted", "refused"}

    look()


@pytest.mark.parametrize("slug", slugs())
def test_damaged_decks_are_drawn_or_refused(slug: str, tmp_path: Path) -> None:
    """Every face of an accepted deck is drawn, and its PDF passes preflight, or is refused."""
    file = tmp_path / "deck.toml"

    @settings(max_examples=max(1, settings().max_examples // 100))
    @given(data=damaged(slug))
    def look(data: bytes) -> None:
        file.write_bytes(data)
        event(how := ending(lambda: draw_faces(slug, file)))
        assert how in {"accepted", "refused"}

    look()


def ending(do: Callable[[], None]) -> str:
    """Return "accepted", "refused", or what is wrong with the refusal."""
    try:
        do()
    except RookeryError as error:
        return flaw(error) or "refused"
    return "accepted"


def accepted(slug: str, file: Path) -> tuple[Game, Any, str]:
    """Return the game, the deck and its text; raise the first fault of a bad one."""
    text = file_text(str(file))
    game = game_of_file(str(file), slug)
    deck, faults = examine(game.read_deck, text, str(file))
    assert [flaw(fault) for fault in faults if flaw(fault)] == []
    if faults:
        raise faults[0]
    return game, deck, text


def use(slug: str, file: Path) -> None:
    """Play some random moves, pack the deck into a label's code, and open a table with it."""
    game, deck, text = accepted(slug, file)
    play(game, deck, random.Random(text))
    show(game, deck, text)
    code = pack(game.slug, text)  # or it is refused as too large for one
    slug, label = unpack(code)
    assert (slug, game.read_deck(label, "label").fingerprint) == (game.slug, deck.fingerprint)


def play(game: Game, deck: Any, chance: random.Random) -> None:
    """Make some random moves."""
    rules = game.need_play().rules
    state = rules.setup(deck, chance.randint(*game.players), chance.randrange(1000))
    for _ in range(MOVES):
        if not (movers := rules.to_move(state)):
            rules.result(state)
            return
        moves = tuple(rules.legal_moves(state, movers[0]))
        state = rules.apply(state, movers[0], chance.choice(moves))
        rules.view(state, 0)


def show(game: Game, deck: Any, text: str) -> None:
    """Open a table with it and look at it as its host; list its advice and pieces."""
    row = screens(game.slug)
    opening = Event(1, "2026-11-21T20:00:00.000Z", "server", "table.open", row.opening(text))
    log = Log(row.tracker)
    assert log.check(opening) is None
    log = log.append(opening)
    StateTexts("KIWI-42", log).text(Recipient(None, "en"), datetime.now(UTC))
    row.join_page(log)
    game.details(deck)
    list(game.advice(deck))
    game.pieces(deck)


def draw_faces(slug: str, file: Path) -> None:
    """Print the deck; `rookery deck check` must say the same beforehand."""
    game, _, text = accepted(slug, file)
    faults = report(game, text, str(file)).faults
    assert [flaw(fault) for fault in faults if flaw(fault)] == []
    if faults:
        with pytest.raises(RookeryError) as refused:
            print_job(make_job(game, {"deck_file": str(file)}))
        assert refused.value.problem in {fault.problem for fault in faults}
        raise faults[0]
    print_job(make_job(game, {"deck_file": str(file)}))


def flaw(error: RookeryError) -> str:
    """Return what a refusal lacks: source, problem, remedy, place or brevity; "" if nothing."""
    placed = isinstance(error, DeckError) and f"over {MAX_BYTES} bytes" not in error.problem
    asked = ("source", "problem", "remedy", *(("at",) if placed else ()))
    lacks = [name for name in asked if not getattr(error, name)]
    lacks += ["brevity"] if len(str(error)) > LONGEST else []
    return f"no {lacks[0]} in {str(error)[:200]}" if lacks else ""


# --- attacks that were found once -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("x = 1\ny = " + "[" * 5000, "line 2"),
        ("x = 1\ny = " + "1" * 5000, "line 2"),
        ("z" * 5000 + " = 1", "line 1"),
    ],
)
def test_what_python_cannot_hold_is_refused_with_its_line(text: str, at: str) -> None:
    """Brackets and digits by the thousand, and a name that would fill the screen."""
    with pytest.raises(DeckError) as refused, limited():
        parse(text, "my.toml").done()
    assert flaw(refused.value) == ""
    assert refused.value.at.startswith(at)


def test_a_deck_of_far_too_many_rows_is_refused_at_once() -> None:
    """The allowed rows are looked at, not the ten thousand that are there."""
    text = deck_text(find_game("giza"))[0] + "[[penguin]]\n" * 10_000
    with limited():
        _, faults = examine(find_game("giza").read_deck, text, "my.toml")
    assert any("rows" in fault.problem for fault in faults)
    assert len(faults) < 1000
