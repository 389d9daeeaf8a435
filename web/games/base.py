"""What the screens of all games share: opening, joining, the history, the frame of a view."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from itertools import takewhile
from random import Random
from typing import Any, Generic, TypeAlias

from companion import __version__
from companion.deckfile import deck_text, load_deck
from companion.errors import PhotoError, UsageError
from companion.events import UNDO, Event, Log, Tracker, chain, effective, find, target
from companion.game import Deck, DeckT, Game, game_for, offering, part
from companion.known import NOTHING, Asked
from companion.language import Phrase, listed, say
from companion.payload import Payload
from companion.photos import photos
from companion.plays import Outcome
from companion.tracking import TAKE, AnyTable, Seat, TableT
from web.games.shapes import Json, name_of, pick

HISTORY = 100  # lines that phones get; the log has all
DECKS = 64  # decks and seatings that are cached

# Discs of seats in games whose players have no colour of their own: ink and a symbol, so that they
# don't differ by colour alone.
DISCS = (
    ("#b4532a", "sun"), ("#6a4fb3", "moon"), ("#b93a6b", "star"), ("#4a6274", "wave"),
    ("#2f7d4f", "palm"), ("#8a6a12", "pyramid"), ("#1f6fa8", "fish"), ("#7a4a3a", "feather"),
)  # fmt: skip

ASK, RETURN = "seat.ask", "seat.return"
# a few words for an undone event of any game: `{who}` is the seat that it is about, `{actor}` the
# player who did it
BRIEFS: Mapping[str, str] = {
    TAKE: say("{who} joining"),
    "seats.order": say("the order of the seats"),
    "game.start": say("the start of the game"),
}

LOBBY_WORDS: Mapping[str, Phrase] = {  # about events of any game
    "table.open": say("The table opened"),
    "seat.ask": say("A phone asks for {name}'s seat"),
    "seat.return": say("{name} moved to another phone"),
    "seat.revoke": say("{name}'s phone was removed"),
    "photo.delete": say("{name} deleted a photo"),
    "host.hand": say("The host's screen moved to another device"),
    "screen.hand": say("Another screen now shows the table"),
    "table.next": say("Everyone goes on to the next game"),
    "game.start": say("The game started"),
}
Viewer: TypeAlias = str | None  # a seat's id; None is the host's screen, which knows no secrets


@dataclass(frozen=True, slots=True)
class Deadline:
    """An event that the server adds at the time `at`, in UTC, unless play goes on before."""

    at: datetime
    kind: str
    payload: Json


def kinds(names: str) -> frozenset[str]:
    """Return these kinds of taps, and those of all games: to start, and to undo."""
    return frozenset({*names.split(), "game.start", UNDO})


class TableScreens(Generic[TableT, DeckT]):
    """A game's row for the phones, with what all games share.

    A game sets `game`, `taps` and `briefs`, implements what it shows (`common`, `own_seat`,
    `phase`, and `own` if it has secrets), and overrides what works differently, such as `sentence`
    for its own kinds of events. Phones get the returned values unchanged.
    """

    game: Game[DeckT]
    taps = kinds("seats.order")
    briefs: Mapping[str, str] = {}  # like `BRIEFS`, for the game's own kinds of events
    # sentences about what `{name}` did, by kind of event, and about `{whose}` of others
    words: Mapping[str, Phrase] = {}
    others_words: Mapping[str, Phrase] = {}
    server_taps: frozenset[str] = frozenset()  # taps whose event has the server as actor
    slow_taps: frozenset[str] = frozenset()  # taps whose event may take a core for seconds
    timed = False  # whether screens show clocks, so that they need the server's time
    colour_words = ""  # what a player's colour means, in words for the join page
    joined: str = say("{name} joined")  # may have a `{colour}`
    # the kind of event that gives someone the role that moves on with each game, "" without one
    role = ""
    photo_kind = ""  # the kind of event that most photos become, "" without photos
    common_photos = False  # whether a host's photo is nobody's own; `read` gets no seat then

    # what a game implements

    def phase(self, state: TableT) -> str:
        """Return the name of the scene that the screens show."""
        return "over" if state.phase == "done" else state.phase

    def common(self, log: Log[TableT]) -> Json:
        """Return the part of the table that only this game has, as everyone may see it."""
        raise NotImplementedError

    def own_deck(self, deck: DeckT) -> Json:
        """Return what the screens need to know of a deck."""
        return {}

    def own_seat(self, log: Log[TableT], seat: Any) -> Json:  # of the game's own type
        """Return the part of a seat that only this game has, as everyone may see it."""
        raise NotImplementedError

    def table_deck(self, log: Log[TableT]) -> DeckT:
        """Return the table's deck."""
        raise NotImplementedError

    def own(self, log: Log[TableT], viewer: str, shared: Json) -> Json:
        """Return what a seat sees instead of `shared` members; nothing without secrets."""
        return {}

    def outcome(self, state: TableT) -> Outcome | None:
        """Return how the game ended; None until it has."""
        raise NotImplementedError

    def sentence(self, event: Event, before: TableT, after: TableT) -> str:
        """Return an event in words that everyone may read, given the table around it."""
        payload = event.payload
        match event.kind:
            case "seat.take":
                colour = payload.get("colour")
                names = {one["id"]: one["name"] for one in self.colours(after)}
                return say(self.joined, name=payload["name"], colour=names.get(colour, colour))
            case "seat.ask" | "seat.return" | "seat.revoke":
                return say(LOBBY_WORDS[event.kind], name=name_of(after, payload["seat"]))
            case "table.lock":
                locked, unlocked = say("The table was locked"), say("The table was unlocked")
                return locked if payload["locked"] else unlocked
            case "seats.order":
                return say(
                    "Seats clockwise: {names}", names=listed(seat.name for seat in after.seats)
                )
        known = event.kind in self.words or event.kind in LOBBY_WORDS
        return self.told(event, after) if known else event.kind

    def told(self, event: Event, after: TableT, **values: object) -> Phrase:
        """Return an event by `words`, or `others_words` if it is about another seat."""
        seat, words = event.payload.get("seat"), {**LOBBY_WORDS, **self.words}
        if seat != event.actor:
            words |= self.others_words
        names = {"name": name_of(after, event.actor), "whose": name_of(after, seat)}
        return say(words[event.kind], **names, **values)

    def colours(self, state: TableT) -> Sequence[Json]:
        """Return id, name, ink and symbol of the colours to choose from; none in most games."""
        return ()

    # what all games share

    @property
    def tracker(self) -> Tracker[AnyTable]:
        """The game's tracker, which folds its events."""
        return self.game.need_tracker()

    def opening(self, deck: str | None = None) -> Json:
        """Return the payload of a new table's first event; `deck` is the text of your own deck."""
        return {"game": self.game.slug, "options": {}, "deck": deck or deck_text(self.game)[0]}

    def seat(self, log: Log[TableT], name: str, colour: str) -> Json:
        """Return the payload of a new seat. Ids are never reused, even if a seat was undone."""
        taken = [int(event.payload["seat"][1:]) for event in log.events if event.kind == TAKE]
        chosen = {"colour": colour} if self.colours(log.state) else {}
        return {"seat": f"s{max(taken, default=0) + 1}", "name": name, **chosen}

    def leader(self, log: Log[TableT]) -> object:
        """Return the seat that had the role in this game, or should have had it; None for none."""
        before = takewhile(lambda event: event.kind != "game.start", effective(log.events))
        given = [event.payload["seat"] for event in before if event.kind == self.role]
        return given[-1] if given else log.events[0].payload["options"].get("first")

    def wins(self, log: Log[TableT]) -> dict[str, int]:
        """Return how many games each player has won at this table and those before it."""
        wins = dict.fromkeys([seat.name for seat in log.state.seats], 0)
        wins |= log.events[0].payload["options"].get("wins", {})
        outcome = self.outcome(log.state)
        for result in outcome.results if outcome else ():
            wins[result.name] += result.won
        return wins

    def tap(
        self, kind: str, payload: Payload, log: Log[TableT], random: Random, now: datetime
    ) -> tuple[str, Json]:
        """Return kind and payload of a tap's event: unchanged without need of chance or a clock."""
        return kind, dict(payload)

    def deadline(self, log: Log[TableT]) -> Deadline | None:
        """Return the event that the server adds by itself: None in most games."""
        return None

    def advice(self, log: Log[TableT], seat: str) -> Json:
        """Raise `UsageError`, as most games have no hints."""
        raise UsageError(seat, say("there are no hints for {game}", game=Phrase(self.game.title)))

    def personal(self, log: Log[TableT], viewer: Viewer, shared: Json) -> Json:
        """Return the members that aren't `shared`: the viewer, and what only that seat may see."""
        return {"you": viewer, **(self.own(log, viewer, shared) if viewer else {})}

    def shared(self, log: Log[TableT]) -> Json:
        """Return the state as everyone may see it, without secrets, deck and history."""
        kept, options = photos(log.events).items(), log.events[0].payload["options"]
        finished, number = self.outcome(log.state) is not None, len(log.state.seats)
        games = [row for row in offering("table") if row.players[0] <= number <= row.players[1]]
        return {
            "game": self.game.slug,
            "version": log.version,
            "phase": self.phase(log.state),
            "locked": log.state.locked,
            "finished": finished,
            "evening": {
                "sequel": log.state.sequel,
                "first": options.get("first"),
                # in the first game there is nothing to count yet
                "wins": self.wins(log) if "wins" in options else {},
                "games": [[row.slug, Phrase(row.title)] for row in games] if finished else [],
            },
            "seats": [
                {
                    "id": seat.id,
                    "name": seat.name,
                    **self.disc(log.state, seat),
                    **self.own_seat(log, seat),
                }
                for seat in log.state.seats
            ],
            "photos": {name: sorted(photo.owners) for name, photo in kept if not photo.undone_at},
            **self.common(log),
        }

    def shown_deck(self, deck: DeckT, edition: str) -> Json:
        """Return a deck as the screens need it, with the key of its cards (`edition`)."""
        return {**self.own_deck(deck), "fingerprint": deck.fingerprint, "edition": edition}

    def disc(self, state: TableT, seat: Seat) -> Json:
        """Return the colour and symbol of a seat."""
        for chosen in self.colours(state):
            if chosen["id"] == getattr(seat, "colour", None):
                return {"colour": chosen["id"], "ink": chosen["ink"], "symbol": chosen["symbol"]}
        ink, symbol = DISCS[_discs(state.clockwise)[seat.id]]
        return {"ink": ink, "symbol": symbol}

    def join_page(self, log: Log[TableT]) -> Json:
        """Return names, colours and whether they are taken, and why nobody can join any more."""
        state = log.state
        taken = {getattr(seat, "colour", None) for seat in state.seats}
        colours = [{**one, "taken": one["id"] in taken} for one in self.colours(state)]
        locked = ""
        if self.outcome(state) is not None:
            locked = say("This game is over.")
        elif state.started:
            locked = say("The game has started, so nobody else can join.")
        elif state.locked:
            locked = say("The host has locked this table. Ask them to unlock it.")
        elif len(state.seats) >= self.game.players[1]:
            locked = say("All seats at this table are taken.")
        return {
            "title": Phrase(self.game.title),
            "seats": [{"id": seat.id, "name": seat.name} for seat in state.seats],
            "colours": colours,
            "colour_words": self.colour_words,
            "locked": locked,
        }

    def summary(self, log: Log[TableT]) -> Json:
        """Return how far the table is, and the names of its players."""
        names = [seat.name for seat in log.state.seats]
        return {"phase": self.phase(log.state), "round": self.round(log.state), "names": names}

    def round(self, state: TableT) -> int:
        """Return the number of the round or turn, 0 for none."""
        return 0

    def known(self, state: TableT, seat: str, /) -> Asked:
        """Return what the table knows before a photo of what lies before a seat is read."""
        return NOTHING

    def read(self, log: Log[TableT], seat: str, photo: str, reading: Json) -> tuple[str, Json]:
        """Return kind and payload of a photo's event; raise `PhotoError` without photos."""
        problem = say("{game} doesn't use photos", game=Phrase(self.game.title))
        raise PhotoError(photo, problem, remedy=say("enter it by tapping instead"))

    # a photo of a table that nobody plays here (`web/doors/check.py`)

    def place(self, slot: object) -> str:
        """Return a place of a reading in words, "" for the whole table."""
        return slot if isinstance(slot, str) else ""

    def facts(self, reading: Json) -> list[Phrase]:
        """Return what a photo shows, in a few words each."""
        return []

    def questions(self, reading: Json) -> list[Json]:
        """Return questions whose answers close such a reading (`companion/<game>/known.py`)."""
        return []

    def to_correct(self, reading: Json) -> list[Json]:
        """Return what of such a reading can be corrected by hand, as seats with id and name."""
        return []

    def corrected(self, seats: Sequence[Json], asked: Asked, change: Json | None) -> Json:
        """Return the reading of `seats` (`to_correct`) after a change of one of them by hand.

        Raises `UsageError` where a game has none, and `ApiError` for an impossible change.
        """
        raise UsageError(self.game.slug, say("this can't be corrected by hand"))

    def drawing(self, deck: DeckT, piece: str, face: str, language: str) -> str:
        """Return as SVG what screens show instead of a printed face; "" for most."""
        return ""

    def line(self, log: Log[TableT], index: int) -> Json:
        """Return an event of the log in words, which don't depend on later events."""
        event, (before, after) = log.events[index], log.states[index : index + 2]
        seat = event.payload["seat"] if event.kind in (TAKE, ASK, RETURN) else event.actor
        line = {**pick(event, "version at kind"), "actor": str(seat)}
        if event.kind == UNDO:
            text = self.undo_sentence(event, after, log.events)
            return {**line, "text": text, "target": target(event)}
        return {**line, "text": self.sentence(event, before, after)}

    def barred(self, log: Log[TableT], index: int) -> list[str]:
        """Return the seats that may not undo an event now: others decide about them."""
        event = log.events[index]
        return [str(seat) for seat in log.state.clockwise if log.bar(seat, event)]

    def undo_sentence(self, event: Event, after: TableT, events: Sequence[Event]) -> str:
        """Return an undo in words, or a redo: the undo of an undo."""
        undone, name = find(target(event), events), name_of(after, event.actor)
        if undone is None:
            return say("{name} undid something", name=name)
        template = say("{name} undid {what}")
        if undone.kind == UNDO:
            undone, template = chain(undone, events)[-1], say("{name} redid {what}")
        who = undone.payload.get("name")
        who = who or name_of(after, undone.payload.get("seat", undone.actor))
        brief = {**BRIEFS, **self.briefs}.get(undone.kind, Phrase(undone.kind))
        what = say(brief, who=who, actor=name_of(after, undone.actor))
        return say(template, name=name, what=what)


Screens: TypeAlias = TableScreens[AnyTable, Deck]  # of any game


@cache
def screens(slug: str) -> Screens:
    """Return the row of the game called `slug`; raise `UsageError` for an unknown game."""
    return part(game_for("table", slug).slug, "screens", TableScreens)


@cache
def shipped(slug: str) -> tuple[str, Deck]:
    """Return the edition and the deck that a game ships with; raise `UsageError`."""
    game = screens(slug).game
    return edition(deck_text(game)[0]), load_deck(game)


@lru_cache(maxsize=DECKS)
def _discs(seats: tuple[str, ...]) -> Mapping[str, int]:
    """Return each seat's disc: that of its number, or the next free one if another seat has it."""
    discs: dict[str, int] = {}
    for seat in sorted(seats, key=lambda each: int(each[1:])):
        own = [(int(seat[1:]) - 1 + step) % len(DISCS) for step in range(len(DISCS))]
        discs[seat] = next((disc for disc in own if disc not in discs.values()), own[0])
    return discs


@lru_cache(maxsize=DECKS)
def edition(text: str, pictures: str = "") -> str:
    """Return the key of a deck's cards: its file, its own `pictures`' digest, and our version."""
    return hashlib.sha256(f"{__version__} {text}{pictures}".encode()).hexdigest()


def edition_at(opening: Mapping[str, Any]) -> str:
    """Return the key of the cards of a table by its first event's payload."""
    return edition(opening["deck"], str(opening["options"].get("pictures", "")))
