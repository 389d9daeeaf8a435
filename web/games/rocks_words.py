"""The history of a rocks table in words."""

from __future__ import annotations

from companion.events import Event
from companion.language import Phrase, say
from companion.rocks.board import PLAY_OUT
from companion.rocks.tracker import TableState
from web.games.words import Words, name_of, with_tapper


def sentence(event: Event, before: TableState, after: TableState) -> str | None:
    """Return what happened in a rocks event; None for the kinds of all games."""
    payload = event.payload
    name = name_of(after, payload.get("seat"))
    mover, penguin = before.active.name if before.active else "Rookery", before.now.penguin
    match event.kind:
        case "seat.take":
            nests = {nest.id: nest.name for nest in after.board.nests}
            nest = Phrase(nests.get(payload["colour"], payload["colour"]))
            return say("{name} joined at the {colour} nest", name=payload["name"], colour=nest)
        case "finish.set":
            if payload["finish"] == PLAY_OUT:
                return say("Ending: finish the round, and the last to build wins")
            return say("Ending: the first to build wins")
        case "game.start":
            first = name_of(after, payload["first"])
            if payload["first"] == after.starter:
                return say("The game started; {name}, in the middle, rolls first", name=first)
            return say("The game started; {name} is the youngest and rolls first", name=first)
        case "die.roll":
            face = payload["face"]
            return say(
                "{name} rolled a {die} for penguin {penguin}", name=mover, die=face, penguin=penguin
            )
        case "rock.drop":
            space = payload["space"] + 1
            text = say("A rock was placed in {name}'s nest, space {space}", name=name, space=space)
            if after.seat_of(event).free and not before.seat_of(event).free:
                text = say(
                    "A rock was placed in {name}'s nest, space {space}; penguin 2 is free",
                    name=name,
                    space=space,
                )
            return with_tapper(text, event, after)
        case "rock.take":
            space = payload["space"] + 1
            text = say("A rock was taken from {name}'s nest, space {space}", name=name, space=space)
            return with_tapper(text, event, after)
        case "penguin.free":
            if payload["free"]:
                return say("{name}'s penguin 2 is free (corrected)", name=name)
            return say("{name}'s penguin 2 is locked (corrected)", name=name)
        case "move.done":
            text = say("{name} moved penguin {penguin}", name=mover, penguin=penguin)
            return say("{what}. The game is over", what=text) if after.over else text
        case "nest.done":
            text = say("{name} built the nest", name=name)
            if after.over:
                return say("{what}. The game is over", what=text)
            return say("{what}. The round is being finished", what=text)
    return None


WORDS = Words(
    sentence,
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
