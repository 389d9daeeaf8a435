"""The routes in OpenAPI 3.1, for other programs and for fuzzing.

- `description`: generated from the app and the trackers' kinds of events - `routes`: what only the
views know, one row per endpoint
"""
