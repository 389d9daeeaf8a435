"""The errors that a table raises if it can't be read.

Someone or a disk has changed its rows, or this Rookery doesn't know its game. A list of tables
says so of that one, and shows the others.
"""

from __future__ import annotations

from companion.errors import RookeryError

# What rules, trackers and views raise for data that they never wrote; none of them means that the
# database or the disk is in trouble.
UNREADABLE = (
    RookeryError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    StopIteration,
)
