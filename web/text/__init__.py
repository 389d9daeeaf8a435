"""Text of the phones' pages.

- `languages` picks a visitor's language and translates
- `names` cleans player names and makes table codes
"""
