"""Present a reading to people.

`overlay` draws it on the photo, `explanation` puts it into words for a terminal.
"""
