"""Rights: who may do what at a table, and how often.

A request with cookies becomes a `Visit`, the table with the visitor's role, or is refused
(`ApiError`).

- `visits`: the table of a request, the visitor's role there, and events stored by that right
- `cookies`: the rights that a device keeps, for all its tables
- `access`: one-use links and codes that take a right to another device, and the app's own rules
- `security`: which Host and Origin are accepted, and the headers of each response
- `throttle`: limits by address, by right and by table
"""
