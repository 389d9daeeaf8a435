"""A live table: its pages, what their scripts ask for, and what each device is shown.

- `pages`: the shells that a browser opens; `solo`: the short way to a board for one
- `api`: what the pages' scripts ask for: the state, the live line, seats, taps and photos
- `visits`: who asks for which table, and by which right; `asked`: what a request brings along, checked
- `cookies`: what a device keeps of its rights at all its tables
- `publisher`: what each device is shown, and how open pages hear of news
- `opening` and `names`: a new table, its code, and how players may call themselves
- `deadlines`: timers that end for everybody at once
"""
