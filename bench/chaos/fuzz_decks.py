"""Fuzz of decks: the five deck files, damaged as people and strangers damage them. Each is accepted, and then it can be
played, shown and printed; or it is refused with the place and the remedy.

A case follows from the seed and its number alone. Half of them are changed as TOML (values, rows, fields, headers),
the rest also byte by byte. What is accepted is set up and played by its rules, written down and read back, opened as a
table, and told to a phone; one of DRAWN is looked at as `rookery deck check` does, each face drawn, and one of PRINTED
becomes a PDF that preflight has passed.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from bench.chaos.fuzz_tally import MEGABYTES, SECONDS, Tally, TooSlowError, limited, until_stopped
from bench.photos.fuzz import cut, flip, most_megabytes
from companion.deckcode import pack, unpack
from companion.deckfile import deck_text, file_text, game_of_file
from companion.decks import examine
from companion.errors import DeckError, RookeryError
from companion.events import Event, Log
from companion.game import Game, slugs
from companion.game import game as find_game
from companion.tomltext import MAX_BYTES
from printables.decks.report import report
from printables.output.printer import Job, print_job
from printables.sheets.imposition import find_sides
from printables.sheets.paper import find_paper
from web.games.screens import screens

DRAWN, PRINTED = 25, 500  # one accepted deck of so many
MOVES = 12
OF_ALL = (f"over {MAX_BYTES} bytes",)  # problems of a file as a whole: its name is the place
LONGEST = 200  # letters of a case that a report shows
_VALUE = re.compile(r"^(\s*[\w.-]+\s*=\s*)(.*?)(\s*#.*)?$")
_HEADER = re.compile(r"^\s*\[")
HOSTILE = (
    "", "0", "-1", "1", "2", "6", "99", "1000000", "9223372036854775808", "1" * 5000, "-0", "0x10", "1.5", "-1e400",
    "nan", "inf", "true", "false", '""', '"a"', '" "', '"<b>&amp;"', '"%s {0} {n}"', '"../../etc/passwd"', '"x.png"',
    '"\\u0000"', '"\\u202e"', '"\\U0001F427"', '"\\ud800"', "'''\n'''", '"' + "w" * 200 + '"', '"' + "w " * 5000 + '"',
    "[]", "[[]]", "[1]", "[0, 0]", "[1, 2, 3]", "[-1, 99]", "[1, true]", '["a", "a"]', "{}", '{id = "a"}', "[{}]",
    "[{}, {}, {}]", "1979-05-27", "1979-05-27T07:32:00Z", "00:00:00.999", "[" * 40 + "]" * 40, "[" * 3000,
    "[" * 3000 + "]" * 3000, "{a=" * 500, '"#ffffff"', '"#zzz"', '"ruby"', '"sun"', '"giza"',
)  # fmt: skip


class Case(NamedTuple):
    """A deck file: its game, what was done to it, and its bytes."""

    game: str
    name: str
    data: bytes


def cases(seed: int, count: int, first: int = 0) -> Iterator[Case]:
    """So many damaged deck files, from the one of number `first` on."""
    for number in range(first, first + count):
        chance = random.Random(f"decks {seed} {number}")
        slug = slugs()[number % len(slugs())]
        lines, done = deck_text(find_game(slug))[0].split("\n"), []
        for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
            change = chance.choice(CHANGES)
            lines = change(lines, chance)
            done.append(change.__name__.strip("_"))
        data = "\n".join(lines).encode()
        if chance.random() < 0.25:
            spoil = chance.choice(BYTES)
            data = spoil(data, chance)
            done.append(spoil.__name__.strip("_"))
        yield Case(slug, f"{number} {slug} {' '.join(done)}", data)


def fuzz(seed: int, count: int, step: Callable[[], None] = lambda: None) -> Tally:
    """Look at so many decks, and say what came of them."""
    tally = Tally("decks", seed, step)
    with tempfile.TemporaryDirectory() as folder, until_stopped(tally):
        file = Path(folder, "deck.toml")
        accepted, before = 0, most_megabytes()
        for case in cases(seed, count):
            file.write_bytes(case.data)
            began = time.process_time()
            end = _end(tally, case, file, accepted)
            accepted += end.startswith("accepted")
            tally.came(end, time.process_time() - began, most_megabytes() - before)
    if tally.largest > MEGABYTES:
        tally.found("the run", f"took {tally.largest:.0f} MB")
    return tally.done()


def _end(tally: Tally, case: Case, file: Path, accepted: int) -> str:
    """How one deck ends: "accepted" (and "drawn", "printed"), "refused", or what it is that should not be."""
    again = f"next(bench.chaos.fuzz_decks.cases({tally.seed}, 1, {case.name.split()[0]}))"
    stage = ["read"]
    try:
        with limited():
            return _told(_looked_at(case, file, accepted, stage))
    except DeckError as error:
        if problem := flaw(error):
            tally.found(case.name, problem, again)
            return "told badly"
        return "refused"
    except TooSlowError:
        tally.found(case.name, f"{stage[-1]}: over {SECONDS:g} s", again)
        return "too slow"
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        tally.found(case.name, f"{stage[-1]}: {error!r:.300}", again)
        return "crash"


def _told(stages: list[str]) -> str:
    return f"accepted and {stages[-1]}"


def flaw(error: RookeryError) -> str:
    """What a refusal lacks: place, remedy, or a message short enough to read; "" for a good one."""
    whole = any(words in error.problem for words in OF_ALL)
    lacks = [name for name in ("source", "problem", "remedy", *(() if whole else ("at",))) if not getattr(error, name)]
    if lacks:
        return f"no {lacks[0]} in {error!s:.200}"
    return f"{len(str(error))} letters: {error!s:.200}" if len(str(error)) > 2000 else ""


def _looked_at(case: Case, file: Path, accepted: int, stages: list[str]) -> list[str]:
    """All that is done with an accepted deck, stage by stage; raises the first mistake of one that is not."""
    text = file_text(str(file))
    game = game_of_file(str(file), case.game)
    deck, faults = examine(game.read_deck, text, str(file))
    if faults:
        for fault in faults:
            if problem := flaw(fault):
                raise ValueError(problem)
        raise faults[0]
    for name, stage in (("played", _play), ("labelled", _label), ("shown", _show)):
        stages.append(name)
        stage(game, deck, text)
    if accepted % DRAWN == DRAWN - 1:
        stages.append("drawn")
        _draw(game, text, str(file))
    if accepted % PRINTED == PRINTED - 1:
        stages.append("printed")
        _print(game, deck, str(file))
    return stages


def _play(game: Game, deck: Any, text: str) -> None:
    """Some moves at random by the rules, each position written down and read back; and what it all adds up to."""
    rules, notation, chance = game.need_play().rules, game.need_play().notation, random.Random(text)
    state = rules.setup(deck, chance.randint(*game.players), chance.randrange(1000))
    for _ in range(MOVES):
        movers = rules.to_move(state)
        if not movers:
            rules.result(state)
            return
        moves = tuple(rules.legal_moves(state, movers[0]))
        state = rules.apply(state, movers[0], chance.choice(moves))
        written = notation.state_text(state)
        if notation.parse_state(written, deck) != state:
            raise ValueError(f"read back otherwise: {written[:LONGEST]}")
    rules.view(state, 0)


def _label(game: Game, deck: Any, text: str) -> None:
    """Through the box label's code and back it is the same deck, or it is refused as too large for one."""
    try:
        slug, written = unpack(pack(game.slug, text))
    except DeckError as error:
        if flaw(error):
            raise ValueError(flaw(error)) from error
        return
    if (slug, game.read_deck(written, "label").fingerprint) != (game.slug, deck.fingerprint):
        raise ValueError("the label's code holds another deck")


def _show(game: Game, deck: Any, text: str) -> None:
    """A table opened with it, as the host sees it; rules and advice with its figures."""
    row = screens(game.slug)
    event = Event(1, "2026-11-21T20:00:00.000Z", "server", "table.open", row.opening(text))
    log = Log(row.tracker)
    if refusal := log.check(event):
        raise ValueError(refusal.text)
    log = log.append(event)
    row.view(log, None)
    row.door(log)
    game.details(deck)
    list(game.advice(deck))
    game.pieces(deck)


def _draw(game: Game, text: str, source: str) -> None:
    """Every face drawn, as `rookery deck check` does; what can not be drawn is refused with the remedy."""
    found = report(game, text, source)
    for fault in found.faults:
        if problem := flaw(fault):
            raise ValueError(problem)


def _print(game: Game, deck: Any, source: str) -> None:
    """A PDF, with all that preflight asks."""
    job = Job(game, deck, source, game.pieces(deck), find_paper("a4"), find_sides("long"))
    try:
        print_job(job)
    except RookeryError as error:
        if not error.remedy:
            raise ValueError(f"no remedy in {error!s:.200}") from error


# --- what is done to a deck -------------------------------------------------------------------------------------------

Lines = list[str]


def _valued(lines: Lines, chance: random.Random) -> int:
    """A line that gives a field, by its number."""
    found = [n for n, line in enumerate(lines) if _VALUE.match(line)]
    return chance.choice(found) if found else chance.randrange(len(lines))


def _with(lines: Lines, number: int, *new: str) -> Lines:
    return [*lines[:number], *new, *lines[number + 1 :]]


def _hostile(lines: Lines, chance: random.Random) -> Lines:
    """A field with a value that nobody would write."""
    number = _valued(lines, chance)
    return _with(lines, number, _VALUE.sub(lambda found: found[1] + chance.choice(HOSTILE), lines[number]))


def _number(lines: Lines, chance: random.Random) -> Lines:
    """One number in a field a little, or much, larger or smaller."""
    number = _valued(lines, chance)
    found = list(re.finditer(r"\d+", lines[number].partition("=")[2]))
    if not found:
        return lines
    one, head = chance.choice(found), lines[number].partition("=")[0] + "="
    tail = lines[number][len(head) :]
    other = max(0, int(one[0]) + chance.choice((-2, -1, -1, 1, 1, 2, 10, 1000)))
    return _with(lines, number, f"{head}{tail[: one.start()]}{other}{tail[one.end() :]}")


def _text(lines: Lines, chance: random.Random) -> Lines:
    """One text otherwise: letters gone, doubled, or of another script."""
    number = _valued(lines, chance)
    new = chance.choice(("", "x", "Ωмега", "日本", "🐧", "a" * 60, "word " * 30, "\t", "%", "<i>", "{n}", "é" * 199))
    return _with(lines, number, re.sub(r'"([^"]*)"', lambda found: f'"{found[1][:3]}{new}"', lines[number], count=1))


def _borrowed(lines: Lines, chance: random.Random) -> Lines:
    """A field with the value of another."""
    here, there = _valued(lines, chance), _valued(lines, chance)
    value = _VALUE.match(lines[there])
    return _with(lines, here, _VALUE.sub(lambda found: found[1] + (value[2] if value else ""), lines[here]))


def _gone(lines: Lines, chance: random.Random) -> Lines:
    """A line less."""
    return _with(lines, _valued(lines, chance) if chance.random() < 0.8 else chance.randrange(len(lines)))


def _twice(lines: Lines, chance: random.Random) -> Lines:
    number = chance.randrange(len(lines))
    return _with(lines, number, lines[number], lines[number])


def _renamed(lines: Lines, chance: random.Random) -> Lines:
    """A field under a name that is like its own, or like nothing."""
    number = _valued(lines, chance)
    new = chance.choice(("x", "", '""', "id", "game", "a.b.c", "naem", '"\\n"', "__class__", "ä", "x" * 5000))
    return _with(lines, number, re.sub(r"^\s*[\w.-]+", lambda _: new, lines[number], count=1))


def _blocks(lines: Lines) -> list[Lines]:
    """The file from header to header."""
    starts = [0, *(n for n, line in enumerate(lines) if _HEADER.match(line)), len(lines)]
    return [lines[start:end] for start, end in pairwise(starts)]


def _joined(blocks: Iterable[Lines]) -> Lines:
    return list(chain.from_iterable(blocks))


def _block_gone(lines: Lines, chance: random.Random) -> Lines:
    blocks = _blocks(lines)
    blocks.pop(chance.randrange(len(blocks)))
    return _joined(blocks) or [""]


def _block_twice(lines: Lines, chance: random.Random) -> Lines:
    blocks = _blocks(lines)
    here = chance.randrange(len(blocks))
    return _joined([*blocks[:here], *[blocks[here]] * chance.choice((2, 2, 50)), *blocks[here + 1 :]])


def _shuffled(lines: Lines, chance: random.Random) -> Lines:
    """Rows in another order."""
    head, *rest = _blocks(lines)
    return _joined([head, *chance.sample(rest, len(rest))])


def _headed(lines: Lines, chance: random.Random) -> Lines:
    """Another kind of header, or one more."""
    found = [n for n, line in enumerate(lines) if _HEADER.match(line)] or [0]
    new = chance.choice(("[x]", "[[x]]", "[", "[]", "[[penguin]]", "[penguin]", "[a.b.c]", "[[a]]\n[a]", "[game]"))
    number = chance.choice(found)
    return _with(lines, number, new) if chance.random() < 0.5 else _with(lines, number, new, lines[number])


CHANGES: tuple[Callable[[Lines, random.Random], Lines], ...] = (
    _hostile, _hostile, _number, _number, _number, _number, _text, _text, _text, _text, _borrowed, _gone, _twice,
    _renamed, _block_gone, _block_twice, _shuffled, _headed,
)  # fmt: skip


def _inserted(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    new = (b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\r", b"\xef\xbb\xbf", b'"', b"'''", b"\x7f", chance.randbytes(50))
    return data[:at] + chance.choice(new) + data[at:]


def _large(data: bytes, chance: random.Random) -> bytes:
    return data + b"#" + b"x" * chance.choice((100, 190_000, 400_000))


BYTES: tuple[Callable[[bytes, random.Random], bytes], ...] = (cut, flip, _inserted, _large)
