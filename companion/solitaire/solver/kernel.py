"""The inner loops of the search: plain Python on lists of whole numbers, compiled by numba on
arrays of them.

Both run these lines, so they may use no more than both know: flat lists, whole numbers and loops. A
position takes `len(t.words)` items of a flat list; plain Python keeps it in one, for its numbers
have no limit.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple, TypeAlias

Ints: TypeAlias = MutableSequence[int]
# of a layer: all its positions, and from which to which
Part: TypeAlias = tuple[Sequence[int], int, int]
# for a layer: positions, where each came from, slots to find known ones
Room: TypeAlias = tuple[Ints, Ints, Ints]
Grown: TypeAlias = tuple[int, int, int, int]

HASH_BITS = (1 << 63) - 1
MIX = 0x1E3779B97F4A7C15
MOST_GAIN = 3  # the most that a hop adds to what corners have more than their fuel
# the part of a hash that a slot keeps beside the number of the position, from 1
TAG = HASH_BITS >> 32 << 32


class Tables(NamedTuple):
    """A `Problem` as flat lists.

    Hop n is from `start[n]` over `over[n]` to `end[n]`; `word` and `shift` say where a position
    laid in one of its images keeps the form of a square (image by image), `push` what comes of a
    form on which a size lands (4 sizes a form, 0 for none), `costs` what a form costs at the end,
    and `weights` how little promising it is (square by square); `least` is what its cheapest
    pyramid would cost alone. `fuels` has 1 for the corners of each fuel and -1 for its own squares
    (square by square). `ends` are all squares, those where most hops land first.

    Hop n goes in direction `way[n]`. By direction, `steps` is how far the square that is hopped
    over is from the start, and `starts` has the squares where hops start, as bits. `allowed` has
    the starts of hops that raise what the corners have more than a fuel by at most 0, 1 or 2 (fuel
    by fuel, raise by raise). The rest is scratch space.
    """

    words: tuple[int, ...]
    squares: int
    cheapest: int
    mask: int
    start: Sequence[int]
    over: Sequence[int]
    end: Sequence[int]
    word: Sequence[int]
    shift: Sequence[int]
    top: Sequence[int]
    pop: Sequence[int]
    push: Sequence[int]
    costs: Sequence[int]
    least: Sequence[int]
    weights: Sequence[int]
    stacks: Ints
    images: Ints
    key: Ints
    heights: Sequence[int]
    fuels: Sequence[int]
    way: Sequence[int]
    steps: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    allowed: Sequence[int]
    left: Ints
    open: Ints


def unpack(t: Tables, keys: Sequence[int], index: int) -> None:
    """Write the forms of a position to `t.stacks`, square by square."""
    stacks, word, shift, mask, first = t.stacks, t.word, t.shift, t.mask, index * len(t.words)
    for square in range(t.squares):
        stacks[square] = keys[first + word[square]] >> shift[square] & mask


def spread(t: Tables) -> None:
    """Pack `t.stacks` in all images."""
    words, squares, stacks, word, shift = len(t.words), t.squares, t.stacks, t.word, t.shift
    for at in range(len(t.images)):
        t.images[at] = 0
    for image in range(len(t.images) // words):
        for square in range(squares):
            at = image * squares + square
            t.images[image * words + word[at]] += stacks[square] << shift[at]


def moved(squares: int, step: int) -> int:
    """Return a set of squares, as bits, with each moved `step` squares on."""
    return squares << step if step > 0 else squares >> -step


def find_occupied(t: Tables) -> int:
    """Return the squares where pyramids stand, as bits."""
    occupied = 0
    for square in range(t.squares):
        if t.stacks[square]:
            occupied |= 1 << square
    return occupied


def find_open(t: Tables, most: int) -> bool:
    """Write to `t.open`, by direction, where hops start that may be made.

    They leave at most `most` pyramids bound to stay in corners. Return False if more must stay
    there whatever is played; `t.open` isn't complete then.
    """
    left, fuels, open_hops, kinds, ways = t.left, t.fuels, t.open, len(t.left), len(t.steps)
    for k in range(kinds):
        left[k] = 0
    for square in range(t.squares):
        height = t.heights[t.stacks[square]]
        if height:
            for k in range(kinds):
                left[k] += fuels[square * kinds + k] * height
    for way in range(ways):
        open_hops[way] = t.starts[way]
    for k in range(kinds):
        room = most - left[k]
        if room < 0:
            return False
        if room < MOST_GAIN:
            first = (k * MOST_GAIN + room) * ways
            for way in range(ways):
                open_hops[way] &= t.allowed[first + way]
    return True


def parted(t: Tables) -> bool:
    """Return whether `t.stacks` can't come to a single pyramid, as some can never meet the others.

    From each pyramid, follow the hops that can still be made: from where they start to where they
    land, and from the square they go over to where they start. A hop that takes a pyramid off the
    squares found lands on them, so one always stays there. So the last pyramid of all can only
    stand on a square that is found from every pyramid.
    """
    steps, open_hops, ways, missed = t.steps, t.open, len(t.steps), 0
    if not find_open(t, 1):
        return True
    occupied = find_occupied(t)
    reached, before = occupied, 0  # the squares that can ever hold a pyramid
    while reached != before:
        before = reached
        for way in range(ways):
            step = steps[way]
            hops = open_hops[way] & reached & moved(reached, -step)
            reached |= moved(hops, 2 * step)
    for way in range(ways):
        open_hops[way] &= reached & moved(reached, -steps[way])
    for at in range(len(t.ends)):  # numba takes twice as long to iterate over the array itself
        square = t.ends[at]
        if (reached & ~missed) >> square & 1:
            origins, before = 1 << square, 0  # the squares from which this one is found
            while origins != before:
                before = origins
                for way in range(ways):
                    step = steps[way]
                    hops = open_hops[way] & (origins | moved(origins, -2 * step))
                    origins |= hops | moved(hops, step)
            if occupied & ~origins == 0:
                return False
            missed |= origins
    return True


def sift(t: Tables, room: Room, count: int) -> int:
    """Move the positions that may lead to a single pyramid to the front; returns their number."""
    (keys, parents, _), words, kept = room, len(t.words), 0
    for index in range(count):
        unpack(t, keys, index)
        if not parted(t):
            for w in range(words):
                keys[kept * words + w] = keys[index * words + w]
            parents[kept] = parents[index]
            kept += 1
    return kept


def smallest(
    t: Tables, squares: tuple[int, int, int], changes: tuple[int, int, int], keys: Ints, count: int
) -> None:
    """Write the smallest image to `keys` at `count` once `changes` are added to the forms on three
    squares.

    For positions of several words; those of one are quicker where they are used.
    """
    words, key, first = len(t.words), t.key, count * len(t.words)
    (start, over, end), (off, out, on) = squares, changes
    for image in range(len(t.images) // words):
        at, smaller = image * t.squares, image == 0
        for w in range(words):
            key[w] = t.images[image * words + w]
        key[t.word[at + start]] += off << t.shift[at + start]
        key[t.word[at + over]] += out << t.shift[at + over]
        key[t.word[at + end]] += on << t.shift[at + end]
        for w in range(words):  # the last word that differs decides
            if image > 0 and key[w] != keys[first + w]:
                smaller = key[w] < keys[first + w]
        if smaller:
            for w in range(words):
                keys[first + w] = key[w]


def is_over(t: Tables) -> bool:
    """Return whether no hop can be made in `t.stacks` (solitaire R1, R2, R4)."""
    stacks = t.stacks
    for n in range(len(t.start)):
        mover = stacks[t.start[n]]
        if mover and stacks[t.over[n]] and t.push[4 * stacks[t.end[n]] + t.top[mover]]:
            return False
    return True


def ways_on(t: Tables, keys: Ints, count: int, most: int) -> int:
    """Write what each hop from `t.stacks` leads to (solitaire R1, R2, R3) to `keys` from `count`.

    Return the new count. Hops after which more than `most` pyramids are bound to stay are left out.
    Of a position and its images the one with the smallest number stands for all.
    """
    stacks, shift, open_hops = t.stacks, t.shift, t.open
    if not find_open(t, most):
        return count
    occupied = find_occupied(t)
    for way in range(len(open_hops)):
        open_hops[way] &= occupied & moved(occupied, -t.steps[way])
    spread(t)
    for n in range(len(t.start)):
        start = t.start[n]
        if not open_hops[t.way[n]] >> start & 1:
            continue
        over, end = t.over[n], t.end[n]
        mover, hopped, landing = stacks[start], stacks[over], stacks[end]
        landed = t.push[4 * landing + t.top[mover]]
        if landed == 0:
            continue
        off, out, on = t.pop[mover] - mover, t.pop[hopped] - hopped, landed - landing
        if len(t.words) > 1:
            smallest(t, (start, over, end), (off, out, on), keys, count)
        else:
            low = at = 0
            for image in t.images:
                number = (
                    image
                    + (off << shift[at + start])
                    + (out << shift[at + over])
                    + (on << shift[at + end])
                )
                if at == 0 or number < low:
                    low = number
                at += t.squares
            keys[count] = low
        count += 1
    return count


def enter(t: Tables, keys: Ints, index: int, count: int, slots: Ints) -> bool:
    """Move a position up to `count` and note it in `slots`; returns False if an earlier one equals
    it.
    """
    words, last, mixed = len(t.words), len(slots) - 1, 0
    for w in range(words):
        key = keys[index * words + w]
        mixed = (mixed ^ key ^ key >> 63) * MIX & HASH_BITS  # plain Python's keys have more bits
        mixed ^= mixed >> 29
    slot = mixed >> 32 & last
    while slots[slot]:
        if (slots[slot] ^ mixed) & TAG == 0:
            other = (slots[slot] & ~TAG) - 1
            same = True
            for w in range(words):
                same = same and keys[other * words + w] == keys[index * words + w]
            if same:
                return False
        slot = slot + 1 & last
    slots[slot] = mixed & TAG | count + 1
    for w in range(words):
        keys[count * words + w] = keys[index * words + w]
    return True


def grow(t: Tables, part: Part, best: int, room: Room, count: int) -> Grown:
    """Add what a part of a layer leads to, once each, to the next layer of `count` positions, while
    there is room.

    Gives where it stopped, the size of the next layer, the lowest cost and the index of the end
    that has it, or -1.
    """
    (layer, first, last), (keys, parents, slots) = part, room
    for index in range(first, last):
        if count + len(t.start) > len(parents):
            return index, count, best, -1
        unpack(t, layer, index)
        cost, least = 0, best
        for form in t.stacks:
            cost += t.costs[form]
            least = min(least, t.least[form])
        if least == best:  # every end costs at least as much
            continue
        if cost < best and is_over(t):
            return index + 1, count, cost, index
        for way in range(count, ways_on(t, keys, count, (best - 1) // t.cheapest)):
            if enter(t, keys, way, count, slots):
                parents[count] = index
                count += 1
    return last, count, best, -1


def move_slots(old: Sequence[int], slots: Ints) -> None:
    """Move all notes to more slots."""
    last = len(slots) - 1
    for noted in old:
        if noted:
            slot = noted >> 32 & last
            while slots[slot]:
                slot = slot + 1 & last
            slots[slot] = noted


def rank(t: Tables, keys: Sequence[int], hops: int, ranks: Ints, tally: Ints) -> None:
    """Write to `ranks` how little promising positions are, and to `tally` how many there are of
    each rank.

    Promising are few pips, few pyramids in corners, and many hops, which count `hops` each.
    """
    stacks, forms = t.stacks, len(t.pop)
    for index in range(len(ranks)):
        unpack(t, keys, index)
        total = at = 0
        for form in stacks:
            total += t.weights[at + form]
            at += forms
        if hops:
            for n in range(len(t.start)):
                mover, hopped = stacks[t.start[n]], stacks[t.over[n]]
                if mover == 0 or hopped == 0 or t.push[4 * stacks[t.end[n]] + t.top[mover]] == 0:
                    total += hops
        ranks[index] = total
        tally[total] += 1


def cut(t: Tables, room: Room, width: int, ranks: Sequence[int], tally: Sequence[int]) -> None:
    """Move the `width` positions of the lowest ranks to the front, the first ones among equals."""
    (keys, parents, _), words, limit, equal, kept = room, len(t.words), 0, width, 0
    while tally[limit] < equal:
        equal -= tally[limit]
        limit += 1
    for index in range(len(ranks)):
        if ranks[index] > limit or (ranks[index] == limit and equal == 0):
            continue
        if ranks[index] == limit:
            equal -= 1
        for w in range(words):
            keys[kept * words + w] = keys[index * words + w]
        parents[kept] = parents[index]
        kept += 1
