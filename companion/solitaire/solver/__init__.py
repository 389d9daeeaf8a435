"""The solver of solitaire: the best possible score from a position, a line to it, and whether it is
proven.
"""

from companion.solitaire.board import Hop
from companion.solitaire.solver.problem import problem
from companion.solitaire.solver.search import HINT_STATES, Answer, Engine, Progress, Report, solve
from companion.solitaire.state import Position

__all__ = ["Answer", "Engine", "Progress", "Report", "best_possible", "hint", "openings", "solve"]


def best_possible(position: Position, limit: int = HINT_STATES) -> Answer:
    """Return the best score that a short search in plain Python can reach, for a waiting phone.

    It loads no compiled code, which the first time takes longer than the search.
    """
    return solve(position, limit=limit, engine="plain")


def hint(position: Position, limit: int = HINT_STATES) -> Hop | None:
    """Return the next hop of the best line that a short search finds; None when no hop is left
    (solitaire R4).

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.state import parse_position
    >>> str(hint(parse_position("S,S,S,/,,,/,,,", standard())))
    'a1-c1'
    """
    line = best_possible(position, limit).line
    return line[0] if line else next(iter(position.hops), None)


def openings(position: Position) -> tuple[tuple[Hop, ...], ...]:
    """Return the legal hops in the order of their texts, grouped if they lead to the same position
    under a symmetry.

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.state import full
    >>> len(openings(full(standard())))
    8
    """
    task, alike = problem(position), dict[int, list[Hop]]()
    for hop in position.hops:
        alike.setdefault(task.pack_position(position.after(hop)), []).append(hop)
    return tuple(map(tuple, alike.values()))
