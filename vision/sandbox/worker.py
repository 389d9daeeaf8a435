"""Decode photos and videos from users in a child process (`vision.sandbox.child`).

The parent decodes nothing of them except the frames that the child extracts from a video.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from companion.errors import PhotoError, RookeryError
from companion.language import as_data, from_data, say
from vision.sandbox.child import NoAnswerError, TooSlowError, ask, framed, limit, refusal, take

if TYPE_CHECKING:
    from vision.evidence.album import Draw

# bytes of address space; OpenCV and its threads reserve 1 GiB of it at the start
MEMORY = 3 * 2**30
TIMEOUT = 20.0  # s
VIDEO_TIMEOUT = 60.0  # s; decoding 20 seconds of 4K takes about half of that
CPU = 120  # s of all cores together; a photo takes about 5
Job: TypeAlias = Mapping[str, Any]  # sent to the child as JSON
CHILD = ("-P", "-m", "vision.sandbox.worker")
_AGAIN = say("send a smaller photo (12 megapixels are enough) or a shorter video")


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """The scan result with `size`, width and height in px of the photo that its outlines refer to,
    and JPEGs: `overlay`, without words, and `photo`, without metadata.
    """

    reading: dict[str, Any]
    overlay: bytes
    photo: bytes


def read_in_worker(  # noqa: PLR0917 - the web calls it by position
    data: bytes,
    name: str,
    deck_text: str,
    goal_ids: Sequence[str] = (),
    timeout_s: float = TIMEOUT,
    game: str | None = None,
    child: Sequence[str] = CHILD,
) -> WorkerResult:
    """Read one photo or video in a child process; raise `PhotoError` if that fails.

    `deck_text` is the deck file's text, which also determines the game unless `game` is given;
    `goal_ids` are those of the table. `child` are the arguments of a process that calls `main`.
    """
    job = {"name": name, "deck": deck_text, "goals": list(goal_ids), "game": game}
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


def frames_in_worker(data: bytes, name: str) -> list[bytes]:
    """Return a video's sharpest frames as JPEGs, decoded in a child process; a photo as it is.
    Raises `PhotoError`.
    """
    from vision.photo.video import is_video  # noqa: PLC0415 - loads OpenCV

    if not is_video(data):
        return [data]
    return _ask({"name": name, "frames": True}, data, VIDEO_TIMEOUT)[1]


def _ask(
    job: Job, data: bytes, timeout_s: float, child: Sequence[str] = CHILD
) -> tuple[dict[str, Any], list[bytes]]:
    """Return the child's reading and images; raise `PhotoError`."""
    name = job["name"]
    try:
        parts = ask(child, (json.dumps(job).encode(), data), timeout_s)
    except TooSlowError:
        raise PhotoError(
            name, say("reading it took more than {n} seconds", n=f"{timeout_s:g}"), remedy=_AGAIN
        ) from None
    except NoAnswerError:
        raise _unprocessed(name) from None
    answer = from_data(json.loads(parts[0]))
    if "error" in answer:
        raise PhotoError(**answer["error"])
    return answer["reading"], parts[1:]


def _unprocessed(name: str) -> PhotoError:
    return PhotoError(name, say("the file couldn't be processed"), remedy=_AGAIN)


def main(stdin: BinaryIO, stdout: BinaryIO, cards: Draw | None = None) -> None:
    """Read one job and write one answer; `cards` draws the cards of any deck but the standard."""
    limit(MEMORY, CPU)
    job, data = json.loads(take(stdin)), take(stdin)
    from vision.photo.label import read_label  # noqa: PLC0415 - the child's part
    from vision.photo.loader import encode_jpeg, load  # noqa: PLC0415 - within the limits
    from vision.photo.video import is_video, sharp_frames  # noqa: PLC0415 - see above

    name, reading, pictures = job["name"], dict[str, object](), list[bytes]()
    try:
        if job.get("label"):
            slug, text = read_label(load(data, name))
            reading = {"game": slug, "deck": text}
        elif job.get("frames"):
            pictures = sharp_frames(data, name)
        else:
            from companion.decks import game_of  # noqa: PLC0415 - see above
            from companion.game import game as find_game  # noqa: PLC0415 - see above
            from vision.evidence.album import Albums  # noqa: PLC0415 - see above
            from vision.scan.pipeline import read_photo  # noqa: PLC0415 - see above
            from vision.show.overlay import draw  # noqa: PLC0415 - see above

            game = find_game(job["game"] or game_of(job["deck"]) or "giza")
            deck = game.read_deck(job["deck"], "deck")
            wishes = {"goals": job["goals"]} if job["goals"] else {}
            frames = sharp_frames(data, name) if is_video(data) else [data]
            scan = read_photo(frames, name, game.slug, deck, wishes, Albums(cards))
            # the returned photo may be smaller
            reading = {**scan.reading.to_json(), "size": list(scan.photo.size)}
            pictures = [encode_jpeg(draw(scan, words=False)), encode_jpeg(scan.photo.image)]
    except RookeryError as error:
        stdout.write(framed(refusal(error)))
        return
    answer = json.dumps({"reading": as_data(reading)}).encode()
    stdout.write(b"".join(map(framed, (answer, *pictures))))


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
