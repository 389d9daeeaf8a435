"""Rookery for many tables: the same app and server in several processes, on PostgreSQL and Redis.

A kitchen table needs none of this. It comes with the extra `hosted`:

- `settings`: settings from the environment
- `serve`: the web server; `wsgi`: the app that its workers load
- `bus`: how processes learn of events that others have stored
- `jobs`, `queues`, `photo_worker`: separate workers that read photos
- `migrate`: upgrades the database of an older Rookery; `migrate_cli`: its command
- `logs`, `metrics`: monitoring
"""
