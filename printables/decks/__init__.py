"""Checks and spreadsheets of deck files, for `rookery deck`.

`report` checks a deck and compares it with the standard one, and `spreadsheet` makes new decks and
reads and writes their rows as CSV.
"""
