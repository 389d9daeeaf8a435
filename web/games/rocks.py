"""Rocks on the phones: turns, the die, the nests and who has built. Nothing is secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from random import Random

from companion.deckfile import load_deck
from companion.events import Event, Log, effective
from companion.language import Phrase, say
from companion.layout import Size
from companion.payload import Payload
from companion.plays import Outcome
from companion.rocks import GAME
from companion.rocks.board import PLAY_OUT, Board
from companion.rocks.known import at_table
from companion.rocks.pieces import width
from companion.rocks.sight import reach
from companion.rocks.state import DIE, PLAYERS
from companion.rocks.table import Seat, TableState
from web.games.base import TableScreens, kinds
from web.games.shapes import Json, amount, counting, name_of, pick, results, unread, with_tapper

RocksLog = Log[TableState]
BRIEFS: Mapping[str, str] = {
    "finish.set": say("how the game ends"),
    "die.roll": say("the roll"),
    "rock.drop": say("the rock placed in {who}'s nest"),
    "rock.take": say("the rock taken from {who}'s nest"),
    "penguin.free": say("{who}'s penguin 2"),
    "move.done": say("the end of the move"),
    "nest.done": say("{who}'s nest"),
    "board.read": say("the photo of the board"),
    "board.agree": say("the answer about the photo"),
}


class RocksScreens(TableScreens[TableState, Board]):
    """Rocks' row of the phone wing; see `TableScreens`."""

    game = GAME
    briefs = BRIEFS
    colour_words = say("the nest in front of you")
    joined = say("{name} joined at the {colour} nest")
    photo_kind = "board.read"
    known = staticmethod(at_table)
    taps = kinds(
        "finish.set die.throw die.roll rock.drop rock.take penguin.free move.done nest.done "
        "board.agree"
    )

    def round(self, state: TableState) -> int:
        """Return the round, in which everyone rolls once."""
        return state.now.round if state.started else 0

    def leader(self, log: RocksLog) -> object:
        """Return the seat that rolled first."""
        started = [event for event in effective(log.events) if event.kind == "game.start"]
        return started[-1].payload["first"] if started else super().leader(log)

    def outcome(self, state: TableState) -> Outcome | None:
        """Return the ranking; there is no winner if the game lasts too long."""
        if not state.over:
            return None
        winner = state.winner
        note = "" if winner else say("Nobody finished a nest.")
        variant = say("with the round played out") if state.board.rules.finish == PLAY_OUT else ""
        everybody = results(state, _ranking(state), {winner.id} if winner else ())
        return Outcome(everybody, "spaces", variant=variant, note=note)

    def colours(self, state: TableState) -> list[Json]:
        return [pick(nest, "id name ink symbol") for nest in state.board.nests]

    def table_deck(self, log: RocksLog) -> Board:
        return log.state.board

    def own_deck(self, board: Board) -> Json:
        """Return where the board's places are: id, middle and diameter, mm from its top left."""
        half = board.drawing.side // 2
        places = [
            [place.id, half + place.at[0], half + place.at[1], width(board, place)]
            for place in board.places
        ]
        rings = {nest.id: [nest.centre, *nest.ring] for nest in board.nests}
        side = board.drawing.side
        return {"side": side, "places": places, "nests": rings}

    def drawing(self, deck: Board, piece: str, face: str, language: str) -> str:
        """Return of the board only what is played on."""
        if (piece, face) != ("board", "front"):
            return ""
        from printables.draw.svg import SvgPen  # noqa: PLC0415 - reportlab is heavy
        from printables.faces.rocks.board import draw_course  # noqa: PLC0415 - see above

        side = deck.drawing.side
        pen = SvgPen(Size(side, side), language=language)
        with pen.at(side / 2, side / 2):
            draw_course(pen, deck)
        return pen.to_svg("board", "board")

    def read(self, log: RocksLog, seat: str, photo: str, reading: Json) -> tuple[str, Json]:
        """Return what a photo shows of the board; raise `PhotoError` if it doesn't show it."""
        penguins = {
            each["id"].removeprefix("penguin-"): {"place": each["space"], "rock": each["carries"]}
            for each in reading["penguins"]
        }
        # a rock that is missing may lie anywhere, but only what the reader doubts, and piles, which
        # may hide one, are left open
        doubts = {name for each in reading["unsure"] for name in str(each["slot"]).split("/")}
        rocks = {
            place: [low, high if place in doubts else low]
            for place, (low, high) in reading["rocks_range"].items()
            if low or place in doubts
        }
        rocks |= reading["piles_range"]
        stand = any(each["place"] for each in penguins.values())
        if not stand and not any(low for low, _ in rocks.values()):
            problem = say("it doesn't show the board with its rocks and penguins")
            remedy = say("retake it from above, with all of the board")
            raise unread(photo, reading, problem, remedy)
        return self.photo_kind, {
            "seat": seat,
            "photo": photo,
            "penguins": penguins,
            "rocks": rocks,
            "complete": reading["complete"] is True,
        }

    def tap(
        self, kind: str, payload: Payload, log: RocksLog, random: Random, now: datetime
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
            "loose": dict(state.loose),
            "reach": reach(state),
            "fewer": [{"seat": seat, "space": space} for seat, space, _ in state.fewer],
            **pick(state, "last photo"),
        }

    def own_seat(self, log: RocksLog, seat: Seat) -> Json:
        """Return the rocks on the outer spaces of a nest, and what follows from them."""
        finished = log.state.clockwise.index(seat.id) in log.state.finished
        return {
            **pick(seat, "rocks free complete"),
            "built": finished,
            "may_finish": seat.complete and seat in log.state.movers,
            "penguins": [pick(penguin, "place rock") for penguin in seat.penguins],
        }

    def facts(self, reading: Json) -> list[Phrase]:
        """Return how many spaces of each nest have a rock."""
        facts, found = list[Phrase](), reading["nests"]
        for nest in load_deck(self.game).nests:
            if nest.id in found:
                n, name = amount(found[nest.id]["filled_range"]), Phrase(nest.name)
                facts.append(say("{colour}: {n} of {all}", colour=name, n=n, all=len(nest.ring)))
        return facts

    def questions(self, reading: Json) -> list[Json]:
        """Ask for the players."""
        if reading["complete"] is not None:
            return []
        return [counting("players", say("How many play?"), *PLAYERS)]

    def sentence(self, event: Event, before: TableState, after: TableState) -> str:
        payload = event.payload
        name = name_of(after, payload.get("seat"))
        mover, penguin = before.active.name if before.active else "Rookery", before.now.penguin
        match event.kind:
            case "finish.set":
                if payload["finish"] == PLAY_OUT:
                    return say("Play the round to its end: on. The last to finish a nest wins")
                return say("Play the round to its end: off. The first nest wins")
            case "game.start":
                first = name_of(after, payload["first"])
                if payload["first"] == after.starter:
                    return say("The game started; {name}, in the middle, rolls first", name=first)
                return say("The game started; {name} rolls first", name=first)
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
                if to := payload.get("to"):
                    template = say("{name} moved penguin {penguin} to {place}")
                    text = say(template, name=mover, penguin=penguin, place=to)
                return say("{what}. The game is over", what=text) if after.over else text
            case "nest.done":
                text = say("{name}'s nest is finished", name=name)
                if after.over:
                    return say("{what}. The game is over", what=text)
                return say("{what}. The round is being finished", what=text)
            case "board.read":
                return say("{name} photographed the board", name=name_of(after, event.actor))
            case "board.agree":
                name = name_of(after, event.actor)
                if payload["agree"]:
                    return say("{name} said that the photo is right", name=name)
                return say("{name} said that the photo is wrong", name=name)
        return super().sentence(event, before, after)


def _ranking(state: TableState) -> Iterator[Json]:
    """Yield the winner, then the others by their outer spaces with a rock; ties share a place."""
    winner = state.winner
    rows = [(seat is winner, sum(map(bool, seat.rocks)), seat) for seat in state.seats]
    for won, spaces, seat in sorted(rows, key=lambda row: (not row[0], -row[1])):
        better = sum((other[0], other[1]) > (won, spaces) for other in rows)
        yield {"seat": seat.id, "total": spaces, "place": better + 1}


SCREENS = RocksScreens()
