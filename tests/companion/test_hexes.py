"""Hex maths: the laws that printing, scanning and the pirate map lean on."""

from __future__ import annotations

from itertools import product
from math import atan2, cos, degrees, hypot, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import hexes
from companion.hexes import ORIGIN, STEPS, Hex, Point

hexagons = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
directions = st.integers(0, 5)
sides = st.floats(0.5, 200)


def _bearing(point: Point) -> float:
    """Degrees clockwise from north."""
    return degrees(atan2(point.x, -point.y)) % 360


@pytest.mark.parametrize(("direction", "bearing"), [(n, 60 * n) for n in range(6)])
def test_directions_go_clockwise_from_north(direction: int, bearing: int) -> None:
    """On paper, direction n points n times 60 degrees clockwise of up."""
    assert _bearing(hexes.centre(STEPS[direction], 10)) == pytest.approx(bearing)


@given(hexagons, directions)
def test_neighbours_are_one_step_off_and_mutual(here: Hex, direction: int) -> None:
    """Each neighbour is at distance 1, and one turns round and comes back."""
    there = hexes.neighbour(here, direction)
    assert hexes.distance(here, there) == 1
    assert hexes.neighbour(there, hexes.turned(direction, 3)) == here
    assert hexes.neighbours(here)[direction] == there


@given(hexagons)
def test_a_flower_is_seven_hexes(middle: Hex) -> None:
    """All that are at most one step from the middle, and nothing else."""
    found = hexes.flower(middle)
    near = {hexes.add(middle, Hex(q, r)) for q, r in product(range(-2, 3), repeat=2)}
    assert set(found) == {there for there in near if hexes.distance(middle, there) <= 1}
    assert (len(found), found[0]) == (7, middle)


@given(hexagons, st.integers(-9, 9), st.integers(-9, 9))
def test_turns_add_up(way: Hex, first: int, second: int) -> None:
    """Turning twice is turning once by the sum; six turns are none; the length stays."""
    assert hexes.rotate(hexes.rotate(way, first), second) == hexes.rotate(way, first + second)
    assert hexes.rotate(way, 6) == way
    assert hexes.distance(ORIGIN, hexes.rotate(way, first)) == hexes.distance(ORIGIN, way)


@given(hexagons, st.integers(0, 5))
def test_a_turn_is_sixty_degrees_on_paper(way: Hex, turns: int) -> None:
    """Turning a way turns its picture clockwise by as much."""
    x, y = hexes.centre(way, 1)
    angle = turns * pi / 3
    turned = hexes.centre(hexes.rotate(way, turns), 1)
    assert turned == pytest.approx(
        (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)), abs=1e-9
    )


@given(directions, st.integers(-9, 9))
def test_turning_a_direction_turns_its_step(direction: int, turns: int) -> None:
    """Directions and ways turn the same way."""
    assert STEPS[hexes.turned(direction, turns)] == hexes.rotate(STEPS[direction], turns)


@given(hexagons, hexagons, hexagons)
def test_distance_is_a_metric(one: Hex, other: Hex, third: Hex) -> None:
    """Zero only to itself, the same both ways, and no detour is shorter."""
    assert (hexes.distance(one, other) == 0) == (one == other)
    assert hexes.distance(one, other) == hexes.distance(other, one)
    assert hexes.distance(one, third) <= hexes.distance(one, other) + hexes.distance(other, third)


@given(hexagons, hexagons)
def test_distance_is_the_length_of_the_shortest_walk(one: Hex, other: Hex) -> None:
    """Some neighbour is always one nearer, none by more than one."""
    if one != other:
        steps = [hexes.distance(there, other) for there in hexes.neighbours(one)]
        assert min(steps) == hexes.distance(one, other) - 1


def _turns(one: int, other: int) -> int:
    """How many turns of 60 degrees lie between two directions."""
    return min((other - one) % 6, (one - other) % 6)


@given(hexagons, hexagons, directions)
def test_heading_is_the_nearest_direction(here: Hex, there: Hex, facing: int) -> None:
    """No direction is nearer to the line of centres; among equally near ones none needs fewer
    turns.
    """
    found = hexes.heading(here, there, facing)
    if here == there:
        assert found == facing
        return
    line = _bearing(hexes.centre(Hex(there.q - here.q, there.r - here.r), 1))
    off = [abs((60 * d - line + 180) % 360 - 180) for d in range(6)]
    assert off[found] == pytest.approx(min(off))
    near = [d for d in range(6) if off[d] == pytest.approx(min(off))]
    assert _turns(facing, found) == min(_turns(facing, d) for d in near)


def test_fewest_turns_never_tie_between_two_nearest_headings() -> None:
    """Two equally near directions are neighbours, so one of them is always fewer turns away: order
    settles nothing.
    """
    for facing, direction in product(range(6), range(6)):
        one, other = direction, hexes.turned(direction, 1)
        assert _turns(facing, one) != _turns(facing, other)


@given(hexagons, sides, st.floats(0, 0.8), st.floats(0, 2 * pi))
def test_a_point_in_a_hex_is_found_there(here: Hex, side: float, off: float, angle: float) -> None:
    """Any point nearer to the middle than the side's apothem lies in that hex."""
    x, y = hexes.centre(here, side)
    assert hexes.at(Point(x + side * off * cos(angle), y + side * off * sin(angle)), side) == here


@given(hexagons, directions, sides)
def test_corners_are_one_side_off_and_shared(here: Hex, direction: int, side: float) -> None:
    """Six corners, each a side from the middle; the side towards a neighbour is also the
    neighbour's.
    """
    middle, found = hexes.centre(here, side), hexes.corners(here, side)
    assert [hypot(c.x - middle.x, c.y - middle.y) for c in found] == pytest.approx([side] * 6)
    theirs = hexes.corners(hexes.neighbour(here, direction), side)
    one, other = found[direction], found[(direction + 1) % 6]
    assert one == pytest.approx(theirs[(direction + 4) % 6], abs=1e-9 + side * 1e-9)
    assert other == pytest.approx(theirs[(direction + 3) % 6], abs=1e-9 + side * 1e-9)
