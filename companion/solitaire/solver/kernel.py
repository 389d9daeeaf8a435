"""The inner loops of the search: plain Python on lists of whole numbers, compiled by numba on arrays of them.

Both run these lines, so they may use no more than both know: flat lists, whole numbers and loops. A position takes
`len(t.words)` items of a flat list; plain Python keeps it in one, for its numbers have no limit.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple, TypeAlias

Ints: TypeAlias = MutableSequence[int]
Part: TypeAlias = tuple[Sequence[int], int, int]  # of a layer: all its positions, and from which to which
Room: TypeAlias = tuple[Ints, Ints, Ints]  # for a layer: positions, where each came from, slots to find known ones
Grown: TypeAlias = tuple[int, int, int, int]

HASH_BITS = (1 << 63) - 1
PRIME = (1 << 61) - 1
MIX = 0x1E3779B97F4A7C15
MOST_GAIN = 3  # the most that a hop adds to what corners have more than their fuel
TAG = HASH_BITS >> 32 << 32  # the part of a hash that a slot keeps beside the number of the position, from 1


class Tables(NamedTuple):
    """A `Problem` as flat lists: hop n is from `start[n]` over `over[n]` to `end[n]`; `word` and `shift` say where a
    position laid in one of its images keeps the form of a square (image by image), `push` what comes of a form on
    which a size lands (4 sizes a form, 0 for none), `costs` what a form costs at the end, and `weights` how little
    promising it is (square by square); `least` is what its cheapest pyramid would cost alone. `fuels` has 1 for the
    corners of each fuel and -1 for its own squares (square by square); `gains` is by how much each hop raises what the
    corners have more than the fuel (fuel by fuel). As bits, `need` has the squares that a hop needs pyramids on, and
    `ends` those where it starts and lands. The rest is scratch space.
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
    gains: Sequence[int]
    left: Ints
    live: Ints
    spare: Ints
    need: Sequence[int]
    ends: Sequence[int]


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
    for at in range(len(word)):
        t.images[at // squares * words + word[at]] += stacks[at % squares] << shift[at]


def find_spare(t: Tables, most: int) -> bool:
    """Write to `t.spare` a number below 0 for each hop after which more than `most` pyramids must stay in corners.

    Gives False if more must stay there whatever is played; `t.spare` isn't complete then.
    """
    left, fuels, spare, kinds, hops = t.left, t.fuels, t.spare, len(t.left), len(t.start)
    for k in range(kinds):
        left[k] = 0
    for square in range(t.squares):
        height = t.heights[t.stacks[square]]
        if height:
            for k in range(kinds):
                left[k] += fuels[square * kinds + k] * height
    for n in range(hops):
        spare[n] = 0
    for k in range(kinds):
        room = most - left[k]
        if room < 0:
            return False
        if room < MOST_GAIN:
            for n in range(hops):
                spare[n] |= room - t.gains[k * hops + n]
    return True


def find_live(t: Tables, occupied: int) -> tuple[int, int]:
    """Write to `t.live` the hops that can ever be made once `find_spare` has ruled out some.

    Gives the squares that can ever hold a pyramid, as bits, and how many hops these are.
    """
    live, spare, need, reached, before, count = t.live, t.spare, t.need, occupied, 0, 0
    while reached != before:
        before = reached
        for n in range(len(need)):
            if spare[n] >= 0 and reached & need[n] == need[n]:
                reached |= t.ends[n]
    for n in range(len(need)):
        if spare[n] >= 0 and reached & need[n] == need[n]:
            live[count] = n
            count += 1
    return reached, count


def parted(t: Tables) -> bool:
    """Whether `t.stacks` can't come to a single pyramid, as some can never meet the others.

    From each pyramid, follow the hops that can still be made: from where they start to where they land, and from the
    square they go over to where they start. A hop that takes a pyramid off the squares found lands on them, so one
    always stays there. So the last pyramid of all can only stand on a square that is found from every pyramid.
    """
    live, need, ends, occupied, missed = t.live, t.need, t.ends, 0, 0
    if not find_spare(t, 1):
        return True
    for square in range(t.squares):
        if t.stacks[square]:
            occupied |= 1 << square
    reached, hops = find_live(t, occupied)
    for square in range(t.squares):
        if (reached & ~missed) >> square & 1:
            before, origins = 0, 1 << square  # the squares from which this one is found
            while origins != before:
                before = origins
                for at in range(hops):
                    if origins & ends[live[at]]:
                        origins |= need[live[at]]
            if occupied & ~origins == 0:
                return False
            missed |= origins
    return True


def sift(t: Tables, room: Room, count: int) -> int:
    """Move the positions that may come to a single pyramid to the front; gives how many they are."""
    (keys, parents, _), words, kept = room, len(t.words), 0
    for index in range(count):
        unpack(t, keys, index)
        if not parted(t):
            for w in range(words):
                keys[kept * words + w] = keys[index * words + w]
            parents[kept] = parents[index]
            kept += 1
    return kept


def smallest(t: Tables, squares: tuple[int, int, int], changes: tuple[int, int, int], keys: Ints, count: int) -> None:
    """Write the smallest image to `keys` at `count` once `changes` are added to the forms on three squares.

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


def ways_on(t: Tables, keys: Ints, count: int, most: int) -> tuple[int, bool]:
    """Write what each hop from `t.stacks` leads to (solitaire R1, R2, R3) to `keys` from `count` on.

    Gives the new count, and whether there is a hop: those after which more than `most` pyramids are bound to stay are
    not written. Of a position and its images the one with the smallest number stands for all.
    """
    stacks, shift, any_hop = t.stacks, t.shift, False
    spread(t)
    useful = find_spare(t, most)
    for n in range(len(t.start)):
        start, over, end = t.start[n], t.over[n], t.end[n]
        mover, hopped, landing = stacks[start], stacks[over], stacks[end]
        if mover == 0 or hopped == 0:
            continue
        landed = t.push[4 * landing + t.top[mover]]
        if landed == 0:
            continue
        any_hop = True
        if not useful or t.spare[n] < 0:
            continue
        off, out, on = t.pop[mover] - mover, t.pop[hopped] - hopped, landed - landing
        if len(t.words) > 1:
            smallest(t, (start, over, end), (off, out, on), keys, count)
        else:
            low = at = 0
            for image in t.images:
                number = image + (off << shift[at + start]) + (out << shift[at + over]) + (on << shift[at + end])
                if at == 0 or number < low:
                    low = number
                at += t.squares
            keys[count] = low
        count += 1
    return count, any_hop


def enter(t: Tables, keys: Ints, index: int, count: int, slots: Ints) -> bool:
    """Move a position up to `count` and note it in `slots`; False if it stands before that already."""
    words, last, mixed = len(t.words), len(slots) - 1, 0
    for w in range(words):
        mixed = (mixed ^ keys[index * words + w] % PRIME) * MIX & HASH_BITS
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
    """Add what a part of a layer leads to, once each, to the next layer of `count` positions, while there is room.

    Gives where it stopped, the size of the next layer, the lowest cost and the index of the end that has it, or -1.
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
        if least == best:  # whatever pyramid is left in the end, it costs as much
            continue
        ways, any_hop = ways_on(t, keys, count, (best - 1) // t.cheapest)
        if not any_hop and cost < best:
            return index + 1, count, cost, index
        for way in range(count, ways):
            if enter(t, keys, way, count, slots):
                parents[count] = index
                count += 1
    return last, count, best, -1


def move_slots(old: Sequence[int], slots: Ints) -> None:
    """Move all that is noted to more slots."""
    last = len(slots) - 1
    for noted in old:
        if noted:
            slot = noted >> 32 & last
            while slots[slot]:
                slot = slot + 1 & last
            slots[slot] = noted


def rank(t: Tables, keys: Sequence[int], hops: int, ranks: Ints, tally: Ints) -> None:
    """Write to `ranks` how little promising positions are, and to `tally` how many there are of each rank.

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
