"""Network and time of this machine.

- `network`: this machine's addresses, as phones can reach them
- `clock`: the time, unaffected by changes of the computer's clock
"""
