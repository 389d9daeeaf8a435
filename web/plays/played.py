"""The plays of a store: those of its tables, folded from their events, and imported ones."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.game import game
from companion.plays import Play, played
from companion.plays.checked import Field
from companion.plays.files import as_data, read_play
from companion.plays.statistics import chronological
from web.games.base import screens
from web.storage.errors import AnyLog, UnknownTableError, UnreadableError, readable
from web.storage.store import Overview, Store

UNREAD: Final = "unread"  # in place of the play of a table that can't be read
# by table: its newest event, and the play, which is folded again only after new events
Folded: TypeAlias = dict[str, tuple[Overview, Play | Literal["unread"] | None]]

log = logging.getLogger("rookery")


@dataclass(frozen=True, slots=True)
class Plays:
    """The plays of tables whose game is over, by code, the imported ones by id, and what can't be
    read: codes of tables, and the number of imported plays.
    """

    at_tables: Mapping[str, Play]
    imported: Mapping[str, Play]
    unread_tables: tuple[str, ...]
    unread_imports: int

    @property
    def all(self) -> tuple[Play, ...]:
        """All plays, the earliest first; a table's own play hides the same one imported."""
        own = {play.id: play for play in self.at_tables.values()}
        return chronological({**self.imported, **own}.values())


class PlayArchive:
    """Reads, adds and deletes the plays of a store; thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._folded: Folded = {}

    def read(self) -> Plays:
        """Return all plays."""
        folded: Folded = {}
        imported: dict[str, Play] = {}
        for code, newest in self._store.overview().items():
            known = self._folded.get(code)
            if known and known[0] == newest:
                folded[code] = known
            else:
                try:
                    with readable(code):
                        folded[code] = newest, play_of(code, self._store.log(code))
                except UnknownTableError:  # deleted meanwhile
                    pass
                except UnreadableError:
                    log.info("a table can't be read", exc_info=True)
                    folded[code] = newest, UNREAD
        self._folded = folded
        texts = self._store.kept_plays()
        for text in texts:
            try:
                with readable("a play out of a file"):
                    play = read_play(Field(json.loads(text), "the database"))
                imported[play.id] = play
            except UnreadableError:
                log.info("a play out of a file can't be read", exc_info=True)
        return Plays(
            {code: play for code, (_, play) in folded.items() if isinstance(play, Play)},
            imported,
            tuple(code for code, (_, play) in folded.items() if play == UNREAD),
            len(texts) - len(imported),
        )

    def add(self, plays: Sequence[Play]) -> tuple[int, int]:
        """Import plays; return how many are new, and how many were known and stay unchanged."""
        known = {play.id for play in self.read().at_tables.values()}
        new = {play.id: json.dumps(as_data(play)) for play in plays if play.id not in known}
        added = self._store.keep_plays(new)
        return added, len({play.id for play in plays}) - added

    def forget(self) -> list[str]:
        """Delete all plays for good with their tables; return the codes of these."""
        codes = list(self.read().at_tables)
        for code in codes:
            with suppress(UnknownTableError):  # already deleted
                self._store.delete(code)
        self._store.forget_plays()
        return codes


def play_of(code: str, log: AnyLog) -> Play | None:
    """Return the play of a table, with texts to translate; None until its game is over."""
    slug = str(log.events[0].payload["game"])
    row = screens(slug)
    deck, name = row.table_deck(log), game(slug).title.partition(":")[0]
    return played(log, row.outcome, name, table=code, deck=deck.title, fingerprint=deck.fingerprint)
