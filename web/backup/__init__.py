"""Backups of all tables and photos in one file, made while people play.

- `backup`: makes one and restores it; `cli`: the two commands
- `file`: the file that it is
- `judge`: whether a database that came out of one can be played on
- `rotation`: the backups that a kitchen table makes by itself
- `places`: where it comes from and goes to, SQLite or PostgreSQL with a folder of photos
"""
