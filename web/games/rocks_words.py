"""What happened at a rocks table, one sentence an event."""

from __future__ import annotations

from companion.events import Event
from companion.rocks.track_state import TableState
from web.games.words import Words, name_of, tapped_by


def _take(event: Event, _before: TableState, after: TableState) -> str:
    names = {nest.id: nest.name for nest in after.board.nests}
    colour = event.payload["colour"]
    return f"{event.payload['name']} sat down at the {names.get(colour, colour).lower()} nest"


def _start(event: Event, _before: TableState, after: TableState) -> str:
    return f"The game started; {name_of(after, event.payload['first'])} is the youngest and rolls first"


def _roll(event: Event, before: TableState, _after: TableState) -> str:
    who = before.active.name if before.active else "Nobody"
    return f"{who} rolled a {event.payload['face']} for penguin {before.now.penguin}"


def _drop(event: Event, before: TableState, after: TableState) -> str:
    seat = name_of(after, event.payload["seat"])
    now = after.seat_of(event)
    freed = "; penguin 2 is free" if now.free and not before.seat_of(event).free else ""
    return f"A rock lies on space {event.payload['space'] + 1} of {seat}'s nest{freed}{tapped_by(event, after)}"


def _take_rock(event: Event, _before: TableState, after: TableState) -> str:
    seat = name_of(after, event.payload["seat"])
    return f"A rock was taken from space {event.payload['space'] + 1} of {seat}'s nest{tapped_by(event, after)}"


def _free(event: Event, _before: TableState, after: TableState) -> str:
    how = "is free" if event.payload["free"] else "waits in the nest"
    return f"Penguin 2 of {name_of(after, event.payload['seat'])} {how} (corrected)"


def _moved(_event: Event, before: TableState, after: TableState) -> str:
    who = before.active.name if before.active else "Nobody"
    end = ". The game is over" if after.over else ""
    return f"{who} moved penguin {before.now.penguin}{end}"


def _built(event: Event, before: TableState, after: TableState) -> str:
    end = ". The game is over" if after.over and not before.over else ""
    return f"{name_of(after, event.payload['seat'])} built the nest{end}"


WORDS = Words(
    {
        "seat.take": _take, "game.start": _start, "die.roll": _roll, "rock.drop": _drop, "rock.take": _take_rock,
        "penguin.free": _free, "move.done": _moved, "nest.done": _built,
    },
    {
        "die.roll": "a roll", "rock.drop": "a rock laid down at {who}'s nest",
        "rock.take": "a rock taken from {who}'s nest", "penguin.free": "penguin 2 of {who}",
        "move.done": "the end of a move", "nest.done": "the nest of {who}",
    },
)  # fmt: skip
