"""gunicorn's worker of threads, which finds one of its idle connections without going through all of them.

It keeps them in a deque, oldest first. A deque finds one by looking at each, and a club's phones are hundreds that all
keep their connection (docs/decisions.md). What stands for that deque knows each by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]  # gunicorn ships no types

ThingT = TypeVar("ThingT")


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """A worker for many idle connections."""

    def __init__(self, *all_of_it: Any, **named: Any) -> None:
        super().__init__(*all_of_it, **named)
        self.keepalived_conns: Line[Any] = Line()


class Line(Generic[ThingT]):
    """As much of a `collections.deque` as gunicorn uses, of things that come once; each is taken out in no time.

    >>> line = Line()
    >>> for letter in "abc":
    ...     line.append(letter)
    >>> line.remove("b"), line[0], line.popleft(), len(line), list(line)
    (None, 'a', 'a', 1, ['c'])
    """

    def __init__(self) -> None:
        self._things: dict[ThingT, None] = {}

    def append(self, thing: ThingT) -> None:
        """Put it last."""
        self._things[thing] = None

    def remove(self, thing: ThingT) -> None:
        """Take it out; raises `ValueError` where it is not."""
        if thing not in self._things:
            raise ValueError(thing)
        del self._things[thing]

    def popleft(self) -> ThingT:
        """Take the first one out; raises `IndexError` where there is none."""
        first = self[0]
        del self._things[first]
        return first

    def __getitem__(self, index: int) -> ThingT:
        """The first one, which is all that anybody asks for; raises `IndexError`."""
        for thing in self._things if index == 0 else ():
            return thing
        raise IndexError(index)

    def __iter__(self) -> Iterator[ThingT]:
        """All of them, oldest first."""
        return iter(self._things)

    def __len__(self) -> int:
        """How many."""
        return len(self._things)
