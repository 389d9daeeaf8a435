"""Phone: the table that everyone holds in the hand."""
