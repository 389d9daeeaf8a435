"""Rocks on the phones: turns, the die, the nests and who has built. Nothing is secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from random import Random

from companion.events import Event, Log
from companion.language import say
from companion.plays import Outcome
from companion.rocks import GAME
from companion.rocks.board import PLAY_OUT, Board
from companion.rocks.state import DIE
from companion.rocks.tracker import Seat, TableState
from web.games.base import Json, TableScreens, kinds, name_of, pick, results, with_tapper

RocksLog = Log[TableState]
BRIEFS: Mapping[str, str] = {
    "finish.set": say("how the game ends"),
    "die.roll": say("the roll"),
    "rock.drop": say("the rock placed in {who}'s nest"),
    "rock.take": say("the rock taken from {who}'s nest"),
    "penguin.free": say("{who}'s penguin 2"),
    "move.done": say("the end of the move"),
    "nest.done": say("{who}'s nest"),
}


class RocksScreens(TableScreens[TableState, Board]):
    """Rocks' row of the phone wing; see `TableScreens`."""

    game = GAME
    briefs = BRIEFS
    colour_words = say("the nest in front of you")
    joined = say("{name} joined at the {colour} nest")
    taps = kinds(
        "finish.set die.throw die.roll rock.drop rock.take penguin.free move.done nest.done"
    )

    def phase(self, state: TableState) -> str:
        """Return lobby, play or over."""
        return "over" if state.phase == "done" else state.phase

    def round(self, state: TableState) -> int:
        """Return the round, in which everyone rolls once."""
        return state.now.round if state.started else 0

    def outcome(self, state: TableState) -> Outcome | None:
        """Return the ranking; there is no winner if the game lasts too long."""
        if not state.over:
            return None
        winner = state.winner
        note = "" if winner else say("Nobody built a nest.")
        variant = say("with the round played out") if state.board.rules.finish == PLAY_OUT else ""
        everybody = results(state, _ranking(state), {winner.id} if winner else ())
        return Outcome(everybody, "spaces", variant=variant, note=note)

    def colours(self, state: TableState) -> list[Json]:
        return [pick(nest, "id name ink symbol") for nest in state.board.nests]

    def table_deck(self, log: RocksLog) -> Board:
        return log.state.board

    def tap(
        self, kind: str, payload: Mapping[str, object], log: RocksLog, random: Random, now: datetime
    ) -> tuple[str, Json]:
        """Roll the die for `die.throw`; `die.roll` is the typed-in result of a real one."""
        if kind == "die.throw":
            return "die.roll", {**payload, "face": random.randint(1, DIE)}
        return super().tap(kind, payload, log, random, now)

    def common(self, log: RocksLog) -> Json:
        """Return the turn, the die and the standings."""
        state = log.state
        active = state.active
        return {
            "round": self.round(state),
            "active": active.id if active else None,
            "penguin": state.now.penguin,
            **pick(state, "die moves"),
            "finish": state.board.rules.finish,
            "starter": state.starter if not state.started else None,
            "freed": state.freed if not state.started else None,
            "places": len(state.board.nests[0].ring),
            "ranking": list(_ranking(state)) if state.over else None,
            "winner": state.winner.id if state.winner else None,
        }

    def own_seat(self, log: RocksLog, seat: Seat) -> Json:
        """Return the rocks on the outer spaces of a nest, and what follows from them."""
        finished = log.state.clockwise.index(seat.id) in log.state.finished
        return {
            **pick(seat, "rocks free complete"),
            "built": finished,
            "may_finish": seat.complete and seat in log.state.movers,
        }

    def sentence(self, event: Event, before: TableState, after: TableState) -> str:
        payload = event.payload
        name = name_of(after, payload.get("seat"))
        mover, penguin = before.active.name if before.active else "Rookery", before.now.penguin
        match event.kind:
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
                    "{name} rolled a {die} for penguin {penguin}",
                    name=mover,
                    die=face,
                    penguin=penguin,
                )
            case "rock.drop":
                space = payload["space"] + 1
                text = say(
                    "A rock was placed in {name}'s nest, space {space}", name=name, space=space
                )
                if after.seat_of(event).free and not before.seat_of(event).free:
                    text = say(
                        "A rock was placed in {name}'s nest, space {space}; penguin 2 is free",
                        name=name,
                        space=space,
                    )
                return with_tapper(text, event, after)
            case "rock.take":
                space = payload["space"] + 1
                text = say(
                    "A rock was taken from {name}'s nest, space {space}", name=name, space=space
                )
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
        return super().sentence(event, before, after)


def _ranking(state: TableState) -> Iterator[Json]:
    """Yield the winner, then the others by their outer spaces with a rock; ties share a place."""
    winner = state.winner
    rows = [(seat is winner, sum(map(bool, seat.rocks)), seat) for seat in state.seats]
    for won, spaces, seat in sorted(rows, key=lambda row: (not row[0], -row[1])):
        better = sum((other[0], other[1]) > (won, spaces) for other in rows)
        yield {"seat": seat.id, "total": spaces, "place": better + 1}


SCREENS = RocksScreens()
