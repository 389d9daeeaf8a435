"""Parts of the server beside `web/serve.py`.

- `network`: this machine's addresses, as phones can reach them
- `clock`: the time, unaffected by changes of the computer's clock
- `connections`: limits for each address
- `sharing`: only a few GETs of an address are answered at a time
"""
