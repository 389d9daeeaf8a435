"""Solve a solitaire board that was tapped or photographed; anyone may, and no table is needed."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.solitaire.board import read_size, standard
from companion.solitaire.solver import best_possible
from companion.solitaire.state import full, parse_position, position_text
from web.auth.access import access
from web.games.shapes import Json
from web.places import work_in
from web.refusal import read_json

solving = Blueprint("solving", __name__)
SOLITAIRE = "solitaire"


@solving.get("/solve")
def page() -> str:
    """Show a board to tap."""
    board = standard()
    start = position_text(full(board))
    return render_template("solve.html", game=SOLITAIRE, board=board, start=start)


@solving.post("/solve")
def solve() -> Json:
    """Return the fewest pips that can be left of a position, and a way there, hop by hop."""
    work_in("hints")
    access().throttle.count("hints")
    data = read_json()
    board = standard().sized(*read_size(str(data.get("board", ""))[:10]))
    position = parse_position(str(data.get("position", ""))[:1000], board)
    answer, steps = best_possible(position), list[Json]()
    for hop in answer.line:
        position = position.after(hop)
        steps.append({"hop": str(hop), "position": position_text(position)})
    return {"best": answer.best, "proven": answer.proven, "steps": steps}
