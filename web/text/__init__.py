"""Text of the phones' pages.

- `languages` picks a visitor's language and translates
- `scripts` translates the texts of scripts
- `names` cleans player names and makes table codes
"""
