"""Rookery for many tables: the same app under gunicorn, on PostgreSQL and Redis.

Nothing here is needed at a kitchen table. It comes with the extra `hosted`:

- `settings`: what the environment says; `wsgi`: the app that gunicorn loads; `gunicorn_conf`: how
  it loads it
- `bus`, `lookout`: how one process hears that another one has stored a tap
- `jobs`, `queues`, `photo_worker`: photos are read, and pictures drawn, by workers of their own
- `migrate`: a database of an older Rookery becomes one of this; `migrate_cli`: its command
- `watch`, `logs`, `metrics` (in a folder of `counts`), `health`: what whoever minds the machine
  gets to see
"""
