"""Backups of all tables and photos in one file, made while people play.

- `backup`: makes and restores one; `cli`: the two commands - `file`: the format of the file -
`judge`: checks a database from a backup before it is used - `rotation`: the automatic backups of a
kitchen table - `places`: sources and targets: SQLite or PostgreSQL with a folder of photos
"""
