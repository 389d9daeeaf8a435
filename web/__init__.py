"""Phone: the table that everybody holds in the hand."""
