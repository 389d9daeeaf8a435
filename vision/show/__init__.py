"""Present a reading to people.

`overlay` draws it on the photo with the shapes of `canvas` (px of the photo), `explanation` puts it
into words for a terminal.
"""
