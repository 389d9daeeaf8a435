"""Show: a reading in, what people see of it out.

`overlay` draws it on the photo with the shapes of `canvas` (px of the photo), `explanation` writes
it for a terminal.
"""
