"""The routes in OpenAPI 3.1, for other programs and for the fuzz.

- `description`: made of the app and of the trackers' own forms
- `routes`: what only the views know, a row an endpoint
"""
