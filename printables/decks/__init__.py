"""Decks: a deck file in, what there is to say about it out; the commands `rookery deck
new|check|import|export`.

`report` checks a deck and compares it with the standard one, `spreadsheet` reads and writes its
rows as CSV.
"""
