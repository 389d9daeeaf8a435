"""Rookery for many tables: the same app under gunicorn, on PostgreSQL and Redis.

A kitchen table needs none of this. It comes with the extra `hosted`:

- `settings`: settings from the environment
- `wsgi`: the app that gunicorn loads; `gunicorn_conf`: gunicorn's configuration
- `bus`: how processes learn of events that others have stored
- `jobs`, `queues`, `photo_worker`: separate workers that read photos and draw pictures
- `migrate`: upgrades the database of an older Rookery; `migrate_cli`: its command
- `logs`, `metrics`: monitoring
"""
