"""The solitaire solver: from a position to the best score, hops to it, and whether it is proven."""

from companion.solitaire.board import Hop
from companion.solitaire.solver.problem import problem
from companion.solitaire.solver.search import HINT_STATES, Answer, Engine, Progress, Report, solve
from companion.solitaire.state import Position

__all__ = ["Answer", "Engine", "Progress", "Report", "best_possible", "openings", "solve"]


def best_possible(position: Position, limit: int = HINT_STATES) -> Answer:
    """Return the best score that a short search reaches, while a phone waits.

    The search is plain Python: loading the compiled code for the first time takes longer.
    """
    return solve(position, limit=limit, engine="plain")


def openings(position: Position) -> tuple[tuple[Hop, ...], ...]:
    """Return the legal hops sorted by their texts, in groups that lead to symmetric positions.

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.state import full
    >>> len(openings(full(standard())))
    8
    """
    task, alike = problem(position), dict[int, list[Hop]]()
    for hop in position.hops:
        alike.setdefault(task.pack_position(position.after(hop)), []).append(hop)
    return tuple(map(tuple, alike.values()))
