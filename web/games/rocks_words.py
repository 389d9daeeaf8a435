"""What happened at a rocks table, one sentence an event."""

from __future__ import annotations

from companion.events import Event
from companion.language import Phrase, say
from companion.rocks.board import PLAY_OUT
from companion.rocks.tracker import TableState
from web.games.words import Words, name_of, with_tapper


def _take(event: Event, _before: TableState, after: TableState) -> str:
    names = {nest.id: nest.name for nest in after.board.nests}
    colour = event.payload["colour"]
    nest = Phrase(names.get(colour, colour))
    return say("{name} joined at the {colour} nest", name=event.payload["name"], colour=nest)


def _finish(event: Event, _before: TableState, _after: TableState) -> str:
    if event.payload["finish"] == PLAY_OUT:
        return say("Ending: finish the round, and the last to build wins")
    return say("Ending: the first to build wins")


def _start(event: Event, _before: TableState, after: TableState) -> str:
    name = name_of(after, event.payload["first"])
    if event.payload["first"] == after.starter:
        return say("The game started; {name}, in the middle, rolls first", name=name)
    return say("The game started; {name} is the youngest and rolls first", name=name)


def _roll(event: Event, before: TableState, _after: TableState) -> str:
    face, penguin = event.payload["face"], before.now.penguin
    who = before.active.name if before.active else "Rookery"
    return say("{name} rolled a {die} for penguin {penguin}", name=who, die=face, penguin=penguin)


def _drop(event: Event, before: TableState, after: TableState) -> str:
    freed = after.seat_of(event).free and not before.seat_of(event).free
    if freed:
        told = say(
            "A rock was placed in {name}'s nest, space {space}; penguin 2 is free",
            **_where(event, after),
        )
    else:
        told = say("A rock was placed in {name}'s nest, space {space}", **_where(event, after))
    return with_tapper(told, event, after)


def _take_rock(event: Event, _before: TableState, after: TableState) -> str:
    told = say("A rock was taken from {name}'s nest, space {space}", **_where(event, after))
    return with_tapper(told, event, after)


def _where(event: Event, state: TableState) -> dict[str, object]:
    return {"space": event.payload["space"] + 1, "name": name_of(state, event.payload["seat"])}


def _free(event: Event, _before: TableState, after: TableState) -> str:
    name = name_of(after, event.payload["seat"])
    if event.payload["free"]:
        return say("{name}'s penguin 2 is free (corrected)", name=name)
    return say("{name}'s penguin 2 is locked (corrected)", name=name)


def _moved(_event: Event, before: TableState, after: TableState) -> str:
    who, penguin = before.active.name if before.active else "Rookery", before.now.penguin
    told = say("{name} moved penguin {penguin}", name=who, penguin=penguin)
    return _ended(told) if after.over else told


def _built(event: Event, _before: TableState, after: TableState) -> str:
    told = say("{name} built the nest", name=name_of(after, event.payload["seat"]))
    return _ended(told) if after.over else say("{what}. The round is being finished", what=told)


def _ended(told: Phrase) -> Phrase:
    return say("{what}. The game is over", what=told)


WORDS = Words(
    {
        "seat.take": _take,
        "finish.set": _finish,
        "game.start": _start,
        "die.roll": _roll,
        "rock.drop": _drop,
        "rock.take": _take_rock,
        "penguin.free": _free,
        "move.done": _moved,
        "nest.done": _built,
    },
    {
        "finish.set": say("how the game ends"),
        "die.roll": say("the roll"),
        "rock.drop": say("the rock placed in {who}'s nest"),
        "rock.take": say("the rock taken from {who}'s nest"),
        "penguin.free": say("{who}'s penguin 2"),
        "move.done": say("the end of the move"),
        "nest.done": say("{who}'s nest"),
    },
)
