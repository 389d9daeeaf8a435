"""Checks and spreadsheets of deck files: `rookery deck new|check|import|export`.

`report` checks a deck and compares it with the standard one, and `spreadsheet` reads and writes its
rows as CSV.
"""
