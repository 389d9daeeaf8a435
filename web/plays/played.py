"""The plays of a store: those of its tables, folded from their events, and imported ones."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, Literal, TypeAlias

from companion.game import game
from companion.plays import Play, played
from companion.plays.checked import Field
from companion.plays.files import as_data, read_play
from companion.plays.statistics import chronological
from web.games.base import screens
from web.storage.store import UNREADABLE, AnyLog, Store, UnknownTableError

KEPT = "the database"  # name of the source in errors
UNREAD: Final = "unread"  # in place of the play of a table that can't be read
FoldedPlay: TypeAlias = Play | Literal["unread"] | None

log = logging.getLogger("rookery")


class PlayArchive:
    """All plays, each once: a table's own play has priority over the same one imported.
    Thread-safe.

    `unread` lists what can't be read.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, threading.Lock()
        self._folded: dict[str, tuple[object, FoldedPlay]] = {}  # by table, with its newest event

    def all(self) -> tuple[Play, ...]:
        """Return all plays, the earliest first."""
        own = {play.id: play for play in self.at_tables().values()}
        return chronological({**self._kept(), **own}.values())

    def at_tables(self) -> Mapping[str, Play]:
        """Return the plays of the tables whose game is over, by code."""
        newest = self._store.overview()
        with self._lock:
            self._folded = {code: kept for code, kept in self._folded.items() if code in newest}
        plays = {code: self._at(code, event) for code, event in newest.items()}
        return {code: play for code, play in plays.items() if isinstance(play, Play)}

    def unread(self) -> tuple[tuple[str, ...], int]:
        """Return the codes of unreadable tables, and the number of unreadable imported plays."""
        self.at_tables()
        with self._lock:
            codes = tuple(code for code, (_, play) in self._folded.items() if play == UNREAD)
        return codes, len(self._store.kept_plays()) - len(self._kept())

    def add(self, plays: Iterable[Play]) -> int:
        """Import plays, and return how many are new: importing a file twice changes nothing."""
        known = {play.id for play in self.at_tables().values()}
        new = {play.id: json.dumps(as_data(play)) for play in plays if play.id not in known}
        return self._store.keep_plays(new)

    def forget(self) -> list[str]:
        """Delete all plays for good with their tables; return the codes of these."""
        codes = list(self.at_tables())
        for code in codes:
            with suppress(UnknownTableError):  # already deleted
                self._store.delete(code)
        self._store.forget_plays()
        return codes

    def _kept(self) -> Mapping[str, Play]:
        plays = {}
        for text in self._store.kept_plays():
            try:
                play = read_play(Field(json.loads(text), KEPT))
            except UNREADABLE:
                log.info("a play out of a file can't be read", exc_info=True)
            else:
                plays[play.id] = play
        return plays

    def _at(self, code: str, newest: object) -> FoldedPlay:
        """Return a table's play, folded again only after new events."""
        with self._lock:
            known = self._folded.get(code)
        if known and known[0] == newest:
            return known[1]
        try:
            play: FoldedPlay = play_of(code, self._store.log(code))
        except UnknownTableError:  # deleted meanwhile
            return None
        except UNREADABLE:
            log.info("a table can't be read", exc_info=True)
            play = UNREAD
        with self._lock:
            self._folded[code] = (newest, play)
        return play


def play_of(code: str, log: AnyLog) -> Play | None:
    """Return the play of a table, with texts to translate; None until its game is over."""
    slug = str(log.events[0].payload["game"])
    row = screens(slug)
    deck, name = row.table_deck(log), game(slug).title.partition(":")[0]
    return played(log, row.outcome, name, table=code, deck=deck.title, fingerprint=deck.fingerprint)
