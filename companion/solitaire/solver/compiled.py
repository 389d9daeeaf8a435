"""The search in machine code, by numba (the extra `speed`): position by position the same as `plain`.

Packed positions are rows of 64-bit words, the least significant first. `tables.unit` has as many zeros as a position
has words: its length is known when numba compiles, so that loops over words are unrolled.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from companion.solitaire.solver.problem import WORD, Packed, Problem
from companion.solitaire.solver.zones import MOST_SQUARES

Words: TypeAlias = NDArray[np.uint64]
Whole: TypeAlias = NDArray[np.int64]

_ROOM = 4096  # positions that a new layer has room for at first
_TOP = np.uint64(0xFFFFFFFF00000000)  # half of a slot holds part of the hash, the other half the place plus 1
_LOW = np.uint64(0x00000000FFFFFFFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Tables(NamedTuple):
    """A `Problem` as arrays; `word` and `shift` are by image and square, `zone_count` is -1 where not looked up yet."""

    unit: tuple[int, ...]
    jumps: Words
    word: Words
    shift: Words
    mask: np.uint64
    top: Words
    pop: Words
    push: Words
    pips: Whole
    sizes: Whole
    least: Whole
    weights: Whole
    finish: int
    wanted: np.uint64
    zone_count: NDArray[np.int8]
    zone_masks: NDArray[np.int32]


class Room(NamedTuple):
    """Where the next layer grows: positions, their origins and weights, and the slots by which known ones are found."""

    keys: Words
    parents: NDArray[np.uint32]
    weights: NDArray[np.int32]
    slots: Words


def _tables(problem: Problem) -> Tables:
    forms, squares = problem.forms, problem.squares
    small = squares <= MOST_SQUARES
    pips = [problem.position.board.pips[size] for size in "SML"]
    held = range(1 << (len(pips) + 1))  # sets of sizes
    return Tables(
        unit=(0,) * problem.words,
        jumps=np.array(problem.jumps, np.uint64).reshape(-1, 3),
        word=np.array([[shift // WORD for shift in place] for place in problem.places], np.uint64),
        shift=np.array([[shift % WORD for shift in place] for place in problem.places], np.uint64),
        mask=np.uint64((1 << forms.bits) - 1),
        top=np.array(forms.top, np.uint64),
        pop=np.array(forms.pop, np.uint64),
        push=np.array(forms.push, np.uint64),
        pips=np.array(forms.pips, np.int64),
        sizes=np.array(forms.sizes, np.int64),
        least=np.array([min([n for s, n in enumerate(pips, 1) if sizes >> s & 1], default=0) for sizes in held]),
        weights=np.array(problem.weights, np.int64),
        finish=problem.finish,
        wanted=np.uint64(forms.number["SML"[problem.finish - 1]] if problem.finish else 0),
        zone_count=np.full(1 << squares if small else 1, -1, np.int8),
        zone_masks=np.zeros((squares, 1 << squares) if small else (1, 1), np.int32),
    )


@njit(cache=True)
def _closed(squares, reach, jumps):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - numba infers the types
    before = 0
    while squares != before:
        before = squares
        for n in range(len(jumps)):
            start, over, end = np.int64(jumps[n, 0]), np.int64(jumps[n, 1]), np.int64(jumps[n, 2])
            if reach >> start & reach >> over & 1:
                if squares >> start & 1:
                    squares |= 1 << end
                if squares >> over & 1:
                    squares |= 1 << start
    return squares


@njit(cache=True)
def _reach(occupied, jumps):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    """The squares that are or may become occupied."""
    reach, before = occupied, 0
    while reach != before:
        before = reach
        for n in range(len(jumps)):
            start, over, end = np.int64(jumps[n, 0]), np.int64(jumps[n, 1]), np.int64(jumps[n, 2])
            if reach >> start & reach >> over & 1:
                reach |= 1 << end
    return reach


@njit(cache=True)
def _find_zones(occupied, t):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    """As `zones.zones`, into the tables: the smallest of those that are still free, again and again."""
    squares, reach, used = t.word.shape[1], _reach(occupied, t.jumps), 0
    found = np.zeros(squares, np.int64)
    for square in range(squares):
        if occupied >> square & 1:
            found[square] = _closed(1 << square, reach, t.jumps)
    for chosen in range(squares):
        best = 0
        for zone in found:
            if zone and not zone & used:
                rank = _squares_in(zone) << squares | zone
                best = min(best, rank) if best else rank
        if best == 0:
            break
        t.zone_masks[chosen, occupied] = best & ((1 << squares) - 1)
        t.zone_count[occupied] = chosen + 1
        used |= t.zone_masks[chosen, occupied]


@njit(cache=True)
def _squares_in(zone):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    count = 0
    while zone:
        zone &= zone - 1
        count += 1
    return count


@njit(cache=True)
def _bound(stacks, t):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    """As `Problem.bound`."""
    squares, occupied, count = len(stacks), 0, 1
    if len(t.zone_count) > 1:
        for square in range(squares):
            if stacks[square]:
                occupied |= 1 << square
        if t.zone_count[occupied] < 0:
            _find_zones(occupied, t)
        count = t.zone_count[occupied]
        if t.finish and count > 1:
            return 1
    total = 0
    for n in range(count):
        zone = t.zone_masks[n, occupied] if len(t.zone_count) > 1 else -1
        held, alone, pips = 0, 0, 0
        for square in range(squares):
            if zone >> square & 1:
                held |= t.sizes[stacks[square]]
                pips += t.pips[stacks[square]]
                alone += 1
        if t.finish:
            return 0 if held >> t.finish & 1 else 1
        total += pips if alone == 1 else t.least[held]
    return total


@njit(cache=True)
def _end_cost(stacks, t):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    """As `Problem.end_cost`."""
    pips, lone, count = 0, np.uint64(0), 0
    for square in range(len(stacks)):
        pips += t.pips[stacks[square]]
        if stacks[square]:
            lone, count = stacks[square], count + 1
    if t.finish:
        return 0 if count == 1 and lone == t.wanted else 1
    return pips


@njit(cache=True)
def _hash(keys, n, unit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    mixed = np.uint64(0)
    for w in range(len(unit)):
        mixed = (mixed ^ keys[n, w]) * _MIX
        mixed ^= mixed >> np.uint64(29)
    return mixed * _MIX


@njit(cache=True)
def _enter(keys, slots, n, unit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    """Put the key at `n`, which is the last one, into a slot; False if it is known already."""
    mixed = _hash(keys, n, unit)
    last = np.uint64(len(slots) - 1)
    slot = mixed >> np.uint64(20) & last
    while slots[slot]:
        if (slots[slot] ^ mixed) & _TOP == 0:
            other = (slots[slot] & _LOW) - np.uint64(1)
            same = True
            for w in range(len(unit)):
                same &= keys[other, w] == keys[n, w]
            if same:
                return False
        slot = (slot + np.uint64(1)) & last
    slots[slot] = mixed & _TOP | np.uint64(n + 1)
    return True


@njit(cache=True)
def _enter_all(room, count, unit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    """Fill new slots with keys that are all different."""
    last = np.uint64(len(room.slots) - 1)
    for n in range(count):
        mixed = _hash(room.keys, n, unit)
        slot = mixed >> np.uint64(20) & last
        while room.slots[slot]:
            slot = (slot + np.uint64(1)) & last
        room.slots[slot] = mixed & _TOP | np.uint64(n + 1)


@njit(cache=True, inline="always")
def _spread(stacks, images, t):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    """Pack a position in all its images."""
    images[:] = 0
    for image in range(len(images)):
        for square in range(len(stacks)):
            images[image, t.word[image, square]] |= stacks[square] << t.shift[image, square]


@njit(cache=True)
def _lowest(images, squares, changes, t, key, low):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0917 - see above
    """Into `low`: the smallest packed image once `changes` are added to the forms on `squares`, modulo 2 ** 64.

    For positions of several words; those of one are quicker where they are used (`_grow`).
    """
    (start, over, onto), (off, out, on) = squares, changes
    for image in range(len(images)):
        for w in range(len(t.unit)):
            key[w] = images[image, w]
        key[t.word[image, start]] += off << t.shift[image, start]
        key[t.word[image, over]] += out << t.shift[image, over]
        key[t.word[image, onto]] += on << t.shift[image, onto]
        if image == 0 or _smaller(key, low, t.unit):
            for w in range(len(t.unit)):
                low[w] = key[w]


@njit(cache=True)
def _smaller(key, other, unit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - see above
    for w in range(len(unit) - 1, -1, -1):
        if key[w] != other[w]:
            return key[w] < other[w]
    return False


@njit(cache=True, inline="always")
def _grow(t, stacks, images, key, room, count, parent, weight):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0917 - see above
    """Add what every hop leads to, once each: how many positions the next layer then has, or -1 without a hop.

    Part of the hot loop: inlined, for a call with all these arrays would cost a fifth of the speed.
    """
    any_hop = False
    for n in range(len(t.jumps)):
        start, over, onto = squares = t.jumps[n, 0], t.jumps[n, 1], t.jumps[n, 2]
        mover, hopped, landing = stacks[start], stacks[over], stacks[onto]
        landed = t.push[landing, t.top[mover]]  # nothing lands that is not there
        if not hopped or not landed:
            continue
        any_hop = True
        left, thinned = t.pop[mover], t.pop[hopped]
        off, out, on = changes = left - mover, thinned - hopped, landed - landing
        if len(t.unit) == 1:  # known when this is compiled
            low = ~np.uint64(0)
            for image in range(len(images)):
                other = images[image, 0] + (off << t.shift[image, start]) + (out << t.shift[image, over])
                low = min(low, other + (on << t.shift[image, onto]))
            room.keys[count, 0] = low
        else:
            _lowest(images, squares, changes, t, key, room.keys[count])
        if _enter(room.keys, room.slots, count, t.unit):
            room.parents[count] = parent
            gained = t.weights[start, left] + t.weights[over, thinned] + t.weights[onto, landed]
            lost = t.weights[start, mover] + t.weights[over, hopped] + t.weights[onto, landing]
            room.weights[count] = weight + gained - lost
            count += 1
    return count if any_hop else -1


@njit(cache=True)
def _expand(t, layer, weights, first, last, best, room, count):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0917 - see above
    """Grow the next layer from positions `first` to `last` while there is room.

    Gives where it stopped, the size of the next layer, the lowest cost and the index of the end that has it, or -1.
    """
    gone, squares = t.word.shape
    stacks, images = np.empty(squares, np.uint64), np.empty((gone, len(t.unit)), np.uint64)
    key = np.empty(len(t.unit), np.uint64)
    most = min(len(room.keys), len(room.slots) // 2) - len(t.jumps)
    for index in range(first, last):
        if count > most:
            return index, count, best, -1
        for square in range(squares):
            stacks[square] = layer[index, t.word[0, square]] >> t.shift[0, square] & t.mask
        if _bound(stacks, t) >= best:
            continue
        _spread(stacks, images, t)
        grown = _grow(t, stacks, images, key, room, count, index, weights[index])
        if grown >= 0:
            count = grown
        elif _end_cost(stacks, t) < best:
            return index + 1, count, _end_cost(stacks, t), index
    return last, count, best, -1


class CompiledLayers:
    """The engine in machine code (see `plain.Layers`)."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._tables = problem, _tables(problem)
        self.begin()

    def begin(self) -> None:
        """Start a pass with the position alone."""
        stacks = self._problem.stacks
        first = self._problem.pack(stacks)
        words = [first >> WORD * word & (1 << WORD) - 1 for word in range(self._problem.words)]
        self._keys = [np.array([words], np.uint64)]
        self._parents = [np.zeros(1, np.uint32)]
        self._weights = np.array([self._problem.weight(stacks)], np.int32)
        self._room, self._count, self._at, self._end = self._fresh(_ROOM), 0, 0, (0, 0)

    def _fresh(self, size: int) -> Room:
        return Room(
            np.empty((size, self._problem.words), np.uint64), np.empty(size, np.uint32), np.empty(size, np.int32),
            np.zeros(2 * size, np.uint64),
        )  # fmt: skip

    def expand(self, best: int, most: int) -> tuple[int, int, bool]:
        """Look at up to `most` more positions of the layer (see `Layers`)."""
        layer, first = self._keys[-1], self._at
        last = min(len(layer), first + most)
        while self._at < last:
            self._at, self._count, best, end = _expand(
                self._tables, layer, self._weights, self._at, last, best, self._room, self._count
            )
            if end >= 0:
                self._end = (len(self._keys) - 1, int(end))
                break
            if self._at < last:
                self._grow_room()
        return self._at - first, int(best), self._at == len(layer)

    def _grow_room(self) -> None:
        old, count = self._room, self._count
        self._room = self._fresh(2 * len(old.keys))
        for name in ("keys", "parents", "weights"):
            getattr(self._room, name)[:count] = getattr(old, name)[:count]
        _enter_all(self._room, count, self._tables.unit)

    def advance(self, width: int | None) -> tuple[int, bool]:
        """Go on to the next layer (see `Layers`)."""
        room, count = self._room, self._count
        cut = width is not None and count > width
        kept: Any = slice(count)
        if width is not None and cut:
            weights = room.weights[:count]
            limit = np.partition(weights, width - 1)[width - 1]
            equal = np.flatnonzero(weights == limit)[: width - int((weights < limit).sum())]
            kept = np.sort(np.concatenate([np.flatnonzero(weights < limit), equal]))
        self._keys.append(room.keys[kept].copy())
        self._parents.append(room.parents[kept].copy())
        self._weights = room.weights[kept].copy()
        room.slots[:] = 0
        self._count = self._at = 0
        return len(self._keys[-1]), cut

    def chain(self) -> list[Packed]:
        """The packed positions from the first one to the cheapest end."""
        depth, index = self._end
        found = []
        for keys, parents in zip(self._keys[depth::-1], self._parents[depth::-1], strict=True):
            found.append(sum(int(word) << WORD * place for place, word in enumerate(keys[index])))
            index = int(parents[index])
        return found[::-1]
