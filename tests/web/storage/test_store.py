"""The event store: what was acknowledged is there, once, whatever happens."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from companion.errors import RookeryError
from companion.events import Event, Refusal
from tests.web.databases import new_database, reading
from web.storage.errors import AnyLog, CodeInUseError, NoRightError, RefusedError, UnknownTableError
from web.storage.store import Intent, May, Store
from web.storage.tokens import digest_of, new_token


class _Tally:
    """Counts `add` up by one; `take` makes no sense below one."""

    def start(self) -> int:
        return 0

    def step(self, state: int, event: Event) -> int | Refusal:
        if event.kind == "take" and not state:
            return Refusal("empty", "Nothing there.")
        return state + {"add": 1, "take": -1}.get(event.kind, 0)

    def can_undo(self, state: int, event: Event) -> Refusal | None:
        del state, event
        return None

    def bar(self, state: int, actor: str, event: Event) -> Refusal | None:
        del state, actor, event
        return None


def opened(place: Path | str) -> Store:
    tally: Any = _Tally()  # a state that isn't a table of players
    return Store(place, trackers=lambda _: tally)


def count(log: AnyLog) -> object:
    """The tally's state: a number."""
    return log.state


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store on a real file, with one open table."""
    made = opened(tmp_path)
    made.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    yield made
    made.close()


def add(key: str, actor: str = "s1", **payload: Any) -> Intent:
    return Intent(actor, "add", payload, key)


def whose(store: Store, code: str, token: str) -> str | None:
    """Whose secret this is at that table."""
    return store.holders(code).get(digest_of(token))


def rows(place: Path | str) -> list[tuple[int, str]]:
    with reading(place) as look:
        return [(event.version, event.key) for event in look("KIWI-42")]


def test_an_event_gets_the_next_version_and_is_on_disk_when_it_is_acknowledged(
    store: Store, tmp_path: Path
) -> None:
    """Another connection sees it at once."""
    done = store.append("KIWI-42", add("key-1"))
    assert (done.event.version, count(done.log), done.news) == (2, 1, True)
    assert rows(tmp_path)[-1] == (2, "key-1")


def test_the_same_tap_again_is_answered_and_not_counted(store: Store) -> None:
    """Same actor, same key, same payload: the first answer, whatever has come since."""
    first = store.append("KIWI-42", add("key-1", n=1))
    store.append("KIWI-42", add("key-2", n=1))
    again = store.append("KIWI-42", add("key-1", n=1))
    assert (again.event, again.news, count(again.log)) == (first.event, False, 2)


def test_the_same_key_with_another_payload_is_refused(store: Store) -> None:
    """A key is one tap; by another actor it is another tap."""
    store.append("KIWI-42", add("key-1", n=1))
    with pytest.raises(RefusedError) as refused:
        store.append("KIWI-42", add("key-1", n=2))
    assert refused.value.refusal.code == "key-reused"
    assert store.append("KIWI-42", add("key-1", actor="s2", n=2)).news


def test_a_request_that_the_server_completes_is_known_by_what_was_asked(store: Store) -> None:
    """Chance decided at the first time stays decided."""
    drawn = store.append("KIWI-42", Intent("s1", "add", {"drawn": 3}, "key-1", asked=["draw"]))
    again = store.append("KIWI-42", Intent("s1", "add", {"drawn": 5}, "key-1", asked=["draw"]))
    assert again.event == drawn.event
    known = store.known("KIWI-42", Intent("s1", "add", {}, "key-1", asked=["draw"]))
    assert known is not None
    assert known.event == drawn.event
    assert store.known("KIWI-42", Intent("s1", "add", {}, "key-9", asked=["draw"])) is None


def test_a_refused_event_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    """Neither a row nor its key: the same tap may succeed later."""
    take = Intent("s1", "take", {}, "key-1")
    with pytest.raises(RefusedError) as refused:
        store.append("KIWI-42", take)
    assert (refused.value.refusal.code, refused.value.log.version) == ("empty", 1)
    assert len(rows(tmp_path)) == 1
    store.append("KIWI-42", add("key-2"))
    assert store.append("KIWI-42", take).news


def test_everything_is_there_after_a_restart(store: Store, tmp_path: Path) -> None:
    """Events, keys and secrets."""
    store.append("KIWI-42", add("key-1", n=1))
    store.add_holder("KIWI-42", "secret", "s1")
    store.close()
    again = opened(tmp_path)
    assert (count(again.log("KIWI-42")), again.codes()) == (1, ["KIWI-42"])
    assert not again.append("KIWI-42", add("key-1", n=1)).news
    assert [whose(again, "KIWI-42", token) for token in ("secret", "host-token", "guess", "")] == [
        "s1",
        "host",
        None,
        None,
    ]
    again.close()


def test_two_servers_on_one_file_see_each_other(store: Store, tmp_path: Path) -> None:
    """Neither trusts what it remembers."""
    other = opened(tmp_path)
    other.append("KIWI-42", add("key-1"))
    assert store.append("KIWI-42", add("key-2")).event.version == 3
    stored = other.standings(["KIWI-42", "GONE-11"])
    assert {code: version for code, (version, _) in stored.items()} == {"KIWI-42": 3}
    assert count(other.log("KIWI-42")) == 2
    other.close()


CHANGES: Mapping[str, Callable[[Store], object]] = {
    "an event": lambda other: other.append("KIWI-42", add("key-9")),
    "the same tap": lambda other: other.append("KIWI-42", add("key-1")),
    "somebody let in": lambda other: other.add_holder("KIWI-42", "secret", "s2"),
    "somebody shut out": lambda other: other.remove_holder("KIWI-42", "s1"),
    "a seat on another phone": lambda other: other.add_holder("KIWI-42", "newer", "s1", alone=True),
    "the table deleted": lambda other: other.delete("KIWI-42"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_tap_goes_on_from_what_another_server_did_since(place: Path | str, change: str) -> None:
    """What this server remembers of a table is never the base of an event where it has changed."""
    store, other = opened(place), opened(place)
    store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    store.add_holder("KIWI-42", "secret-1", "s1")
    store.visit("KIWI-42")
    CHANGES[change](other)
    before = rows(place)
    if change == "the table deleted":
        with pytest.raises(UnknownTableError):
            store.append("KIWI-42", add("key-1"))
        assert rows(place) == before
    else:
        done = store.append("KIWI-42", add("key-1"))
        assert done.news == (change != "the same tap")
        assert rows(place) == before + ([(len(before) + 1, "key-1")] if done.news else [])
        (log, holders), (stored, held) = store.visit("KIWI-42"), other.visit("KIWI-42")
        assert (log.events, holders) == (stored.events, held)
    for one in (store, other):
        one.close()


def test_a_tap_knows_its_table_without_a_query_where_nobody_else_writes(tmp_path: Path) -> None:
    """On SQLite: the newest log, and rights that were given and taken since."""
    store = opened(tmp_path)
    store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    store.append("KIWI-42", add("key-1"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "visit", None)  # no query
        assert store.recent("KIWI-42")[0].version == 2
    token = "taken-with-a-seat"  # noqa: S105 - a test's
    store.append("KIWI-42", Intent("door", "add", {"seat": "s2"}, "key-2", token=token))
    assert store.recent("KIWI-42")[1][digest_of(token)] == "s2"
    store.add_holder("KIWI-42", "secret", "s1")
    assert digest_of("secret") in store.recent("KIWI-42")[1]
    store.remove_holder("KIWI-42", "s1")
    assert digest_of("secret") not in store.recent("KIWI-42")[1]
    store.delete("KIWI-42")
    with pytest.raises(UnknownTableError):
        store.recent("KIWI-42")
    store.close()


def test_a_right_that_was_lost_meanwhile_adds_nothing(place: Path | str) -> None:
    """On either engine, whoever took it away: nothing goes in, and what went in before is not told
    of either.
    """
    store, other = opened(place), opened(place)
    store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    store.add_holder("KIWI-42", "old-phone", "s1")

    def holds(token: str) -> May:
        return lambda _log, holders: holders.get(digest_of(token)) == "s1"

    assert store.append("KIWI-42", add("key-1"), holds("old-phone")).news
    assert not store.append("KIWI-42", add("key-1"), holds("old-phone")).news
    other.add_holder("KIWI-42", "new-phone", "s1", alone=True)
    for key in ("key-1", "key-2"):
        with pytest.raises(NoRightError):
            store.append("KIWI-42", add(key), holds("old-phone"))
    assert store.append("KIWI-42", add("key-3"), holds("new-phone")).event.version == 3
    for one in (store, other):
        one.close()


def test_no_tap_of_many_threads_is_lost_or_counted_twice(
    place: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each tap is sent twice, by 16 threads at once, also over two servers that share
    the database.
    """
    monkeypatch.setattr("web.storage.database.BUSY_MS", 120_000)  # nobody has waited too long
    stores = [opened(place), opened(place)]
    stores[0].create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    start, answers, lock = threading.Barrier(16), dict[str, set[int]](), threading.Lock()

    def tap(thread: int) -> None:
        start.wait()
        for n in range(12):
            key = f"key-{thread // 2}-{n}"  # two threads send the same taps
            done = stores[thread % 2].append("KIWI-42", add(key))
            with lock:
                answers.setdefault(key, set()).add(done.event.version)

    threads = [threading.Thread(target=tap, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(versions) == 1 for versions in answers.values())
    assert [version for version, _ in rows(place)] == list(range(1, 98))
    for store in stores:
        assert count(store.log("KIWI-42")) == 96
        store.close()


def test_secrets_are_kept_as_digests(store: Store, tmp_path: Path) -> None:
    """A stolen file opens no seat."""
    token = new_token()
    assert len(token) >= 22
    store.append("KIWI-42", Intent("door", "add", {"seat": "s1"}, "key-1", token=token))
    store.close()
    assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.glob("tables*"))


def test_a_seat_can_be_moved_to_another_phone(store: Store) -> None:
    """`alone` makes all older secrets of the seat void, and only of that seat."""
    for token, holder in (("old", "s1"), ("other", "s2")):
        store.add_holder("KIWI-42", token, holder)
    store.add_holder("KIWI-42", "new", "s1", alone=True)
    assert [whose(store, "KIWI-42", token) for token in ("old", "new", "other")] == [
        None,
        "s1",
        "s2",
    ]


def test_a_secret_is_good_at_its_own_table_only(store: Store) -> None:
    """The host of one table is nobody at another."""
    store.create("IBIS-10", "tally", {"game": "tally"}, "another")
    assert whose(store, "IBIS-10", "host-token") is None
    assert store.codes() == ["IBIS-10", "KIWI-42"]


def test_a_code_is_given_once(store: Store, tmp_path: Path) -> None:
    """The second is refused and leaves nothing."""
    with pytest.raises(CodeInUseError):
        store.create("KIWI-42", "tally", {"game": "tally"}, "token")
    assert len(rows(tmp_path)) == 1


@pytest.mark.parametrize("method", ["log", "visit"])
def test_an_unknown_table_is_said(store: Store, method: str) -> None:
    """Not an empty one."""
    with pytest.raises(UnknownTableError):
        getattr(store, method)("MOA-99")
    with pytest.raises(UnknownTableError):
        store.append("MOA-99", add("key-1"))


def test_a_full_log_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone gone wild doesn't fill the disk."""
    monkeypatch.setattr("web.storage.store.MAX_EVENTS", 2)
    store.append("KIWI-42", add("key-1"))
    with pytest.raises(RefusedError) as refused:
        store.append("KIWI-42", add("key-2"))
    assert refused.value.refusal.code == "full"


def test_the_database_waits_for_the_disk(store: Store) -> None:
    """WAL with synchronous FULL and foreign keys on every connection, not just the first."""
    connections = [store.database.engine.connect() for _ in range(3)]
    for db in connections:
        settings = [
            db.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        assert settings == ["wal", 2, 1]
        db.close()


def test_a_file_of_a_newer_rookery_is_left_alone(tmp_path: Path) -> None:
    """Better no table than a broken one."""
    opened(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(RookeryError, match="newer"):
        opened(tmp_path)


def test_a_file_cannot_be_a_data_folder(tmp_path: Path) -> None:
    """One line, naming the place and --data."""
    folder = tmp_path / "data"
    folder.write_text("here")
    with pytest.raises(RookeryError, match="--data"):
        opened(folder)


def test_the_rest_of_the_store_is_the_same_on_either_engine(place: Path | str) -> None:
    """Codes, passes, what the server completes, other processes' deletions and a code
    given again.
    """
    store, other = opened(place), opened(place)
    for code in ("KIWI-42", "MOA-99"):
        store.create(code, "tally", {"game": "tally"}, "host-token")
    with pytest.raises(CodeInUseError):
        other.create("MOA-99", "tally", {"game": "tally"}, "token")
    sit = Intent("door", "add", {"seat": "s1"}, "key-1", asked=["sit"], token="secret")  # noqa: S106 - a test's
    store.append("KIWI-42", sit)
    again = other.known("KIWI-42", Intent("door", "add", {}, "key-1", asked=["sit"]))
    assert again is not None
    assert (count(again.log), other.codes(), whose(other, "KIWI-42", "secret")) == (
        1,
        ["MOA-99", "KIWI-42"],
        "s1",
    )
    other.remove_holder("KIWI-42", "s1")
    other.add_holder("KIWI-42", "newer", "host", alone=True)
    assert [whose(store, "KIWI-42", token) for token in ("secret", "host-token", "newer")] == [
        None,
        None,
        "host",
    ]
    other.delete("KIWI-42")
    with pytest.raises(UnknownTableError):
        store.log("KIWI-42")
    other.create("KIWI-42", "tally", {"game": "tally"}, "token")
    assert (store.log("KIWI-42").version, store.append("KIWI-42", add("key-1")).event.version) == (
        1,
        2,
    )
    for one in (store, other):
        one.close()


def test_a_tap_that_meets_another_tap_and_a_new_phone_is_kept(place: Path | str) -> None:
    """Another server is quicker with the next version, and then a phone joins: the tap is not taken
    for stored where it isn't.
    """
    store, other = opened(place), opened(place)
    store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    store.append("KIWI-42", add("key-1"))
    other.append("KIWI-42", add("key-2"))

    joined: list[str] = []

    def join(*_: object) -> None:
        """A phone joins between the first try, which failed, and the second."""
        if not joined:
            joined.append("s2")
            other.add_holder("KIWI-42", "secret", "s2")

    sa.event.listen(store.database.engine, "before_cursor_execute", join)
    done = store.append("KIWI-42", add("key-3"))
    assert (done.event.version, [key for _, key in rows(place)][1:]) == (
        4,
        ["key-1", "key-2", "key-3"],
    )
    for one in (store, other):
        one.close()


def test_a_database_of_a_newer_rookery_is_left_alone(postgres: str) -> None:
    """As a file is."""
    address = new_database(postgres)
    opened(address).close()
    with closing(psycopg.connect(address, autocommit=True)) as db:
        db.execute("UPDATE rookery_schema SET version = 99")
    with pytest.raises(RookeryError, match="newer"):
        opened(address)


@pytest.mark.parametrize(
    "address", ["mysql://anna:geheim@host/name", "postgresql://anna:geheim@/x?host=/nowhere"]
)
def test_an_address_that_will_not_do_is_said_without_its_password(address: str) -> None:
    """With what to do about it."""
    with pytest.raises(RookeryError, match="address") as told:
        opened(address)
    assert "geheim" not in str(told.value)


def test_plays_out_of_a_file_are_kept_once(place: Path | str) -> None:
    """By their ids, on either engine and after a restart, until all are forgotten; tables are
    another matter.
    """
    store = opened(place)
    store.create("KIWI-42", "tally", {"game": "tally"}, "host-token")
    done = store.append("KIWI-42", add("key-1"))
    assert store.overview() == {"KIWI-42": ("tally", 2, done.event.at, 18)}
    assert [
        store.keep_plays(plays) for plays in ({"a": "1", "b": "2"}, {"b": "x", "c": "3"}, {})
    ] == [2, 1, 0]
    store.close()
    store = opened(place)
    assert store.kept_plays() == ["1", "2", "3"]
    store.forget_plays()
    assert (store.kept_plays(), store.codes()) == ([], ["KIWI-42"])
    store.close()


def test_a_file_of_the_first_schema_takes_plays_too(store: Store, tmp_path: Path) -> None:
    """What it lacks is added when it is opened, and nothing of it is lost."""
    store.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as db:
        db.executescript("DROP TABLE play; PRAGMA user_version = 1")
    again = opened(tmp_path)
    assert (again.keep_plays({"a": "1"}), again.codes()) == (1, ["KIWI-42"])
    again.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)


def test_a_tap_that_comes_twice_at_once_to_two_servers_is_answered_by_both(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One looks at the table, the other stores the tap just then, and only now the first asks
    whether it has come, without a lock.
    """
    address = new_database(postgres)
    with closing(opened(address)) as quick, closing(opened(address)) as late:
        quick.create("KIWI-42", "tally", {"game": "tally"}, "token")
        look, twin = late._load, list[Any]()

        def overtaken(*asked: Any) -> Any:
            seen = look(*asked)
            if not twin:
                twin.append(quick.append("KIWI-42", add("key-1")))
            return seen

        monkeypatch.setattr(late, "_load", overtaken)
        done = late.known("KIWI-42", add("key-1"))
        assert done is not None
        assert (done.event, done.news, count(done.log)) == (twin[0].event, False, 1)
    assert rows(address)[1:] == [(2, "key-1")]
