"""The errors that a table raises if it can't be read.

Its rows were changed by someone or by a disk error, or this Rookery doesn't have its game. A list
of tables marks such a table, and shows the others.
"""

from __future__ import annotations

from companion.errors import RookeryError

# What rules, trackers and views raise for invalid data; none of these means that the database or
# the disk fails.
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
