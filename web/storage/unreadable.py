"""What a table that can't be read raises: one whose rows somebody or a disk has changed, or of a game that this
Rookery does not know. Whoever lists many tables says so of that one, and lists the others.
"""

from __future__ import annotations

from companion.errors import RookeryError

# What rules, trackers and views raise of data that they never wrote; none is the database's or the disk's own trouble.
UNREADABLE = (
    RookeryError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError, StopIteration,
)  # fmt: skip
