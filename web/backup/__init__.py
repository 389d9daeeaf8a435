"""Backups of all tables and photos in one file, made while people play.

- `backup`: makes, checks and restores one, and makes those of a kitchen table by itself
- `cli`: the two commands
- `file`: the format of the file
- `places`: sources and targets: SQLite or PostgreSQL with a folder of photos
"""
