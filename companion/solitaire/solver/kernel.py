"""The inner loops of the search, which run as plain Python or compiled by numba.

So they use only what both support: flat lists of integers (arrays for numba) and loops. A position
takes `len(t.words)` items of a flat list; plain Python needs only one, because its integers have no
limit.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple, TypeAlias

Ints: TypeAlias = MutableSequence[int]
# a part of a layer: all positions of the layer, the index of the first, and that after the last
Part: TypeAlias = tuple[Sequence[int], int, int]
# space for a layer: positions, the index of each one's parent, and a hash table
Room: TypeAlias = tuple[Ints, Ints, Ints]
Grown: TypeAlias = tuple[int, int, int, int]

HASH_BITS = (1 << 63) - 1
MIX = 0x1E3779B97F4A7C15
MOST_GAIN = 3  # one more than a `Fuel.gain` that `Tables.allowed` lists
# the part of a hash that a slot keeps, beside the position's index plus 1
TAG = HASH_BITS >> 32 << 32


class Tables(NamedTuple):
    """A `Problem` as flat lists.

    Hop n goes from `start[n]` over `over[n]` to `end[n]`, in direction `way[n]`. `word` and `shift`
    give the bits of a square's form in a packed position, image by image. By form, `push` is the
    form after a landing (4 sizes a form, 0 for none), `costs` its cost at the end, and `least` the
    cost of its cheapest pyramid alone. `weights` is the rank of each form, square by square; lower
    is more promising. `fuels` is 1 for the corners of each fuel and -1 for its squares, square by
    square.

    By direction, `steps` is the distance from a hop's start to the square hopped over, and `starts`
    the squares where hops start, as bits. `allowed` are the starts of hops whose `Fuel.gain` is at
    most 0, 1 or 2, fuel by fuel, then gain by gain. `stacks`, `images`, `key`, `left` and `open`
    are scratch space.
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
    allowed: Sequence[int]
    left: Ints
    open: Ints


def unpack(t: Tables, keys: Sequence[int], index: int) -> None:
    """Write the forms of position `index` of `keys` to `t.stacks`, square by square."""
    stacks, word, shift, mask, first = t.stacks, t.word, t.shift, t.mask, index * len(t.words)
    for square in range(t.squares):
        stacks[square] = keys[first + word[square]] >> shift[square] & mask


def moved(squares: int, step: int) -> int:
    """Return a set of squares, as bits, with each moved on by `step`."""
    return squares << step if step > 0 else squares >> -step


def find_occupied(t: Tables) -> int:
    """Return the squares that aren't empty, as bits."""
    occupied = 0
    for square in range(t.squares):
        if t.stacks[square]:
            occupied |= 1 << square
    return occupied


def find_open(t: Tables, most: int) -> bool:
    """Write to `t.open`, by direction, the starts of hops worth trying, as bits.

    After them at most `most` pyramids must stay in corners (see `problem`). Return False if more
    must stay whatever is played; `t.open` is then incomplete.
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
    """Return whether `t.stacks` can't end with a single pyramid because some can never meet.

    From each pyramid's square, follow the hops that may still be made: from a hop's start to its
    end, and from the square it goes over to its start. A hop that takes a pyramid off the squares
    reached in this way lands on one of them, so at least one pyramid always stays on them. So a
    last pyramid can only stand on a square that is reached from every pyramid.
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
    for square in range(t.squares):
        if (reached & ~missed) >> square & 1:
            origins, before = 1 << square, 0  # the squares from which this one is reached
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
    """Move the positions that may end with a single pyramid to the front; return their number."""
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
    """Change the forms on three squares in all of `t.images`, and write the smallest to `keys`.

    This is for positions of several words; `ways_on` handles those of one word itself, faster.
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
    """Append the positions after each hop from `t.stacks` (solitaire R1 to R3) to `keys`.

    Start at `count` and return the new count. Hops after which more than `most` pyramids must stay
    are left out. The image with the smallest number represents a position and all its images.
    """
    stacks, word, shift, images, open_hops = t.stacks, t.word, t.shift, t.images, t.open
    words, squares = len(t.words), t.squares
    if not find_open(t, most):
        return count
    occupied = find_occupied(t)
    for way in range(len(open_hops)):
        open_hops[way] &= occupied & moved(occupied, -t.steps[way])
    for at in range(len(images)):
        images[at] = 0
    for image in range(len(images) // words):
        for square in range(squares):
            at = image * squares + square
            images[image * words + word[at]] += stacks[square] << shift[at]
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
        if words > 1:
            smallest(t, (start, over, end), (off, out, on), keys, count)
        else:
            low = at = 0
            for image in images:
                number = (
                    image
                    + (off << shift[at + start])
                    + (out << shift[at + over])
                    + (on << shift[at + end])
                )
                if at == 0 or number < low:
                    low = number
                at += squares
            keys[count] = low
        count += 1
    return count


def enter(t: Tables, keys: Ints, index: int, count: int, slots: Ints) -> bool:
    """Copy position `index` to `count` and add it to the hash table `slots`.

    Return False, and copy nothing, if it is already there.
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
    """Add the positions that follow a part of a layer, once each, to the next layer of `count`.

    Stop when there is no more room, or at an end that costs less than `best`. Return the index to
    continue from, the size of the next layer, the lowest cost, and the index of the end that has
    it, or -1.
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
        if least == best:  # even the cheapest pyramid alone costs as much
            continue
        if cost < best and is_over(t):
            return index + 1, count, cost, index
        for way in range(count, ways_on(t, keys, count, (best - 1) // t.cheapest)):
            if enter(t, keys, way, count, slots):
                parents[count] = index
                count += 1
    return last, count, best, -1


def move_slots(old: Sequence[int], slots: Ints) -> None:
    """Copy all entries of a hash table to a larger one."""
    last = len(slots) - 1
    for noted in old:
        if noted:
            slot = noted >> 32 & last
            while slots[slot]:
                slot = slot + 1 & last
            slots[slot] = noted


def rank(t: Tables, keys: Sequence[int], hops: int, ranks: Ints, tally: Ints) -> None:
    """Write the rank of each position to `ranks`, and add up the positions of each rank in `tally`.

    The rank is lower, and so more promising, for few pips, few pyramids in corners and many hops;
    each hop that can't be made adds `hops`.
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
    """Move the `width` positions of the lowest ranks to the front; of equal ones, the first."""
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


# the functions that others here call, which numba must know
CALLED = (unpack, moved, find_occupied, find_open, parted, is_over, smallest, ways_on, enter)
