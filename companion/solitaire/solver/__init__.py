"""What is the best that can still be reached on a board of solitaire, how, and is that proven?"""

from companion.solitaire.board import Hop
from companion.solitaire.solver.problem import problem
from companion.solitaire.solver.search import HINT_STATES, Answer, Engine, Progress, Report, solve
from companion.solitaire.state import Position

__all__ = ["Answer", "Engine", "Progress", "Report", "best_possible", "hint", "openings", "solve"]


def best_possible(position: Position, limit: int = HINT_STATES) -> Answer:
    """The best score that can still be reached, as far as a short search in plain Python tells: for
    a phone that waits.

    It loads no compiled code, which the first time takes longer than the search.
    """
    return solve(position, limit=limit, engine="plain")


def hint(position: Position, limit: int = HINT_STATES) -> Hop | None:
    """The next hop of the best line that a short search finds; None when no hop is left (solitaire
    R4).

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.state import parse_position
    >>> str(hint(parse_position("S,S,S,/,,,/,,,", standard())))
    'a1-c1'
    """
    line = best_possible(position, limit).line
    return line[0] if line else next(iter(position.hops), None)


def openings(position: Position) -> tuple[tuple[Hop, ...], ...]:
    """The hops that can be made, those together that lead to the same position laid otherwise; in
    order of their texts.

    >>> from companion.solitaire.board import standard
    >>> from companion.solitaire.state import full
    >>> len(openings(full(standard())))
    8
    """
    task, alike = problem(position), dict[int, list[Hop]]()
    for hop in position.hops:
        alike.setdefault(task.pack_position(position.after(hop)), []).append(hop)
    return tuple(map(tuple, alike.values()))
