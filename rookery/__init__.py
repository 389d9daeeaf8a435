"""The public face: the command `rookery`, and what other Python programs may use."""
