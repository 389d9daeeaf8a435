"""What the server does beside answering requests.

- `broadcaster`: open streams, and what each is sent next; `web/serve.py` is the server itself
- `network`: this machine's addresses, as phones can reach them
- `turns`: what takes a core for seconds is done so many at a time
"""
