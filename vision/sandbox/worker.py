"""Decode photos from users in a child process (`vision.sandbox.child`)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeAlias

from companion.errors import PhotoError, RookeryError
from companion.known import NOTHING, Asked
from companion.language import as_data, from_data, say
from companion.profile import Profile, read_profile
from vision.sandbox.child import (
    KilledError,
    NoAnswerError,
    TooSlowError,
    ask,
    framed,
    limit,
    refusal,
    take,
    unframed,
)

# bytes of address space; OpenCV and its threads reserve 1 GiB of it at the start
MEMORY = 3 * 2**30
TIMEOUT = 20.0  # s
CPU = 120  # s of all cores together; a photo takes about 5
Job: TypeAlias = Mapping[str, object]  # sent to the child as JSON
CHILD = ("-P", "-m", "vision.sandbox.worker")
_AGAIN = say("send a smaller photo (12 megapixels are enough)")


class ReaderKilledError(PhotoError):
    """The photo may be fine, but its reader was killed."""


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """The scan result, and JPEGs: `overlay`, without words, and `photo`, without metadata."""

    reading: dict[str, Any]
    overlay: bytes
    photo: bytes


def read_in_worker(  # noqa: PLR0917 - the web calls it by position
    data: bytes,
    name: str,
    deck_text: str,
    asked: Asked = NOTHING,
    timeout_s: float = TIMEOUT,
    game: str | None = None,
    child: Sequence[str] = CHILD,
) -> WorkerResult:
    """Read one photo in a child process; raise `PhotoError` if that fails.

    `deck_text` is the deck file's text, which also determines the game unless `game` is given; with
    "" the photo does, and the deck is the standard one. `asked` is what the table knows, as in
    `read_photo`. `child` are the arguments of a process that calls `main`.
    """
    job = {"name": name, "deck": deck_text, "asked": dict(asked), "game": game}
    reading, pictures = _ask(job, data, timeout_s, child)
    if len(pictures) != 2:
        raise _unprocessed(name)
    return WorkerResult(reading, *pictures)


def read_label_in_worker(data: bytes, name: str, timeout_s: float = TIMEOUT) -> tuple[str, str]:
    """Return game and deck file from the box label in a photo, read in a child process; raise
    `PhotoError` if it shows no such label, or its code is damaged.
    """
    label, _ = _ask({"name": name, "label": True}, data, timeout_s)
    return label["game"], label["deck"]


def measure_in_worker(
    photos: Mapping[str, bytes], name: str, made: str, timeout_s: float = TIMEOUT
) -> Profile:
    """Return a printer's profile from photos, by their names, of both sides of a calibration sheet.

    They are read in a child process. Raises `PhotoError`, whose source is a photo's name.
    """
    job = {"name": name, "sheet": list(photos), "made": made}
    measured, _ = _ask(job, b"".join(map(framed, photos.values())), timeout_s)
    return read_profile(measured["profile"], name)


def _ask(
    job: Job, data: bytes, timeout_s: float, child: Sequence[str] = CHILD
) -> tuple[dict[str, Any], list[bytes]]:
    """Return the child's reading and images; raise `PhotoError`."""
    name = str(job["name"])
    try:
        parts = ask(child, (json.dumps(job).encode(), data), timeout_s)
    except TooSlowError:
        raise PhotoError(
            name, say("reading it took more than {n} seconds", n=f"{timeout_s:g}"), remedy=_AGAIN
        ) from None
    except KilledError:
        problem = say("the file couldn't be processed")
        raise ReaderKilledError(name, problem, remedy="send it again") from None
    except NoAnswerError:
        raise _unprocessed(name) from None
    answer = from_data(json.loads(parts[0]))
    if "error" in answer:
        raise PhotoError(**answer["error"])
    return answer["reading"], parts[1:]


def _unprocessed(name: str) -> PhotoError:
    return PhotoError(name, say("the file couldn't be processed"), remedy=_AGAIN)


def main(stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Read one job and write one answer."""
    limit(MEMORY, CPU)
    job, data = json.loads(take(stdin)), take(stdin)
    from vision.photo.label import read_label  # noqa: PLC0415 - the child's part
    from vision.photo.loader import encode_jpeg, load  # noqa: PLC0415 - within the limits

    name, reading, pictures = job["name"], dict[str, object](), list[bytes]()
    try:
        if job.get("sheet"):
            from companion.measured import profile  # noqa: PLC0415 - see above
            from vision.calibration import read_sheet  # noqa: PLC0415 - see above

            photos = [load(*each) for each in zip(unframed(data), job["sheet"], strict=True)]
            measured = profile(name, *read_sheet(photos, saved=True), job["made"])
            reading = {"profile": measured.to_toml()}
        elif job.get("label"):
            slug, text = read_label(load(data, name))
            reading = {"game": slug, "deck": text}
        else:
            from companion.decks import game_of  # noqa: PLC0415 - see above
            from companion.game import game as find_game  # noqa: PLC0415 - see above
            from vision.scan.pipeline import read_photo  # noqa: PLC0415 - see above
            from vision.show.overlay import encode_overlay  # noqa: PLC0415 - see above

            game = find_game(job["game"] or game_of(job["deck"]) or "giza") if job["deck"] else None
            deck = game.read_deck(job["deck"], "deck") if game else None
            found = game.slug if game else None
            scan = read_photo(data, name, found, deck, job["asked"])
            reading = scan.reading.to_json()
            pictures = [encode_overlay(scan, words=False), encode_jpeg(scan.photo.image)]
    except RookeryError as error:
        stdout.write(framed(refusal(error)))
        return
    answer = json.dumps({"reading": as_data(reading)}).encode()
    stdout.write(b"".join(map(framed, (answer, *pictures))))


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
